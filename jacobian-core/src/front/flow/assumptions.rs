//! Assumptions about names at the start of an iteration of a loop at run time.
//!
//! ```text
//! let mut n = 0; let mut y = x;           unchanged      n is 0, y is v0
//! while (y * y - x).abs() > tol {         widened        n is the variable `__met_1`,
//!     y = 0.5 * (y + x / y); n += 1;                     y is the state v5 with the initial v0
//! }
//! ```
//!
//! A loop begins with the assumption that an iteration changes nothing. Each part of a name that
//! differs at the end of the iteration is widened: to a variable of the generated function if it
//! has no derivative, to a state of the code list if it is a scalar. Then the iteration is lowered
//! again. An aggregate is widened part by part, so its shape must not change.
//!
//! Invariant: widening goes one way, from unchanged to variable to state, so it ends after as many
//! rounds as there are parts, and after two or three as a rule.

use std::rc::Rc;

use quote::quote;

use crate::interface::Wrapper;
use crate::ir::Category;

use crate::front::flow::assumed::{Answer, Assumed, AssumedError, Kind};
use crate::front::flow::unfollowed::{Unfollowed, unfollowed};
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Carried, Maybe, Presence};
use crate::front::value::parts::{is_plain, parts_like};
use crate::front::value::place::Place;
use crate::front::value::variants::Variants;
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// The assumption after an iteration has turned the value at its start into that at its end.
    /// `None` if the assumption holds.
    pub(crate) fn widened(
        &self,
        assumed: &Assumed,
        start: &Value,
        end: &Value,
    ) -> Result<Option<Assumed>, Unfollowed> {
        if matches!(start, Value::Poison) || matches!(end, Value::Poison) {
            return Ok(None);
        }
        match assumed {
            Assumed::Unchanged if self.is_kept(start, end) => Ok(None),
            Assumed::Unchanged => self.first_widening(start, end).map(Some),
            Assumed::Variable if self.has_active_part(end) => {
                self.first_widening(start, end).map(Some)
            }
            Assumed::State(Category::Variable) | Assumed::Variable => Ok(None),
            Assumed::State(_) => Ok(self
                .has_active_part(end)
                .then_some(Assumed::State(Category::Variable))),
            Assumed::Parts(like, parts) => {
                if let Some(variants) = self.further_variants(like, start, end) {
                    return self.widening_of_variants(&variants, start, end).map(Some);
                }
                let (Some(starts), Some(ends)) =
                    (self.parts_like(like, start), self.parts_like(like, end))
                else {
                    return Err(unfollowed(start, end));
                };
                let is_choice = matches!(like, Value::Choice(..));
                let each = starts.iter().zip(&ends).zip(parts);
                let each = each.map(|((start, end), part)| match end {
                    Value::Unassigned if is_choice => Ok(None),
                    end => self.widened(part, start, end),
                });
                let found: Vec<Option<Assumed>> = each.collect::<Result<_, _>>()?;
                if found.iter().all(Option::is_none) {
                    return Ok(None);
                }
                let pairs = found.into_iter().zip(parts);
                let parts = pairs.map(|(found, part)| found.unwrap_or_else(|| part.clone()));
                Ok(Some(Assumed::Parts(like.clone(), parts.collect())))
            }
            Assumed::Maybe(wrapper, answer, inside, error) => {
                let late = Rc::new(Maybe::without_value(*wrapper));
                let start = match start {
                    Value::Unassigned => &late,
                    Value::Maybe(start) => start,
                    _ => return Err(unfollowed(start, end)),
                };
                let Value::Maybe(end) = end else {
                    return Err(unfollowed(&start.as_ref().clone().into_value(), end));
                };
                let next_answer = self.answer_after(*answer, start, end);
                let next_inside = self.inside_after(inside, start, end)?;
                let next_error = self.error_after(error, start, end);
                if next_answer == *answer && next_inside.is_none() && next_error.is_none() {
                    return Ok(None);
                }
                let inside = next_inside.map_or_else(|| inside.clone(), Box::new);
                let error = next_error.unwrap_or_else(|| error.clone());
                Ok(Some(Assumed::Maybe(*wrapper, next_answer, inside, error)))
            }
        }
    }

    fn answer_after(&self, answer: Answer, start: &Maybe, end: &Maybe) -> Answer {
        if answer == Answer::Unchanged && self.is_same_presence(start, end) {
            Answer::Unchanged
        } else {
            Answer::Variable
        }
    }

    /// A missing value inside is never read, so it may become any value.
    fn inside_after(
        &self,
        inside: &Assumed,
        start: &Maybe,
        end: &Maybe,
    ) -> Result<Option<Assumed>, Unfollowed> {
        if matches!(end.inside, Value::Unassigned) {
            return Ok(None);
        }
        self.widened(inside, &start.inside, &end.inside)
    }

    /// The assumption about the active values of an error, if it changes. They are lost where they
    /// cannot be followed, and not refused, because most code never reads them.
    fn error_after(
        &self,
        error: &AssumedError,
        start: &Maybe,
        end: &Maybe,
    ) -> Option<AssumedError> {
        let is_inactive = !start.carries() && !end.carries();
        let assumed = match error {
            AssumedError::Lost => return None,
            AssumedError::Nothing if is_inactive => return None,
            AssumedError::Unchanged if is_inactive => {
                return (!self.is_same_error(start, end)).then_some(AssumedError::Nothing);
            }
            AssumedError::Unchanged | AssumedError::Nothing => &Assumed::Unchanged,
            AssumedError::Followed(assumed) => assumed,
        };
        let is_number = start.carries_number() || end.carries_number();
        let [start, end] = [start, end].map(|maybe| maybe.error_to_join(is_number));
        let (Some(start), Some(end)) = (start, end) else {
            return Some(AssumedError::Lost);
        };
        if matches!(end, Value::Unassigned) {
            return None;
        }
        match self.widened(assumed, &start, &end) {
            Ok(next) => next.map(|next| AssumedError::Followed(Box::new(next))),
            Err(_) => Some(AssumedError::Lost),
        }
    }

    /// The assumption about a value that an iteration has changed.
    fn first_widening(&self, start: &Value, end: &Value) -> Result<Assumed, Unfollowed> {
        let category = |value: &Value| {
            if self.has_active_part(value) {
                Category::Variable
            } else {
                Category::Inactive
            }
        };
        if let Some(variants) = self.variants_among(&[start, end]) {
            // An enum without active data stays the user's own.
            if matches!(start, Value::Inactive(_)) && !self.has_active_part(end) {
                return Ok(Assumed::Variable);
            }
            return self.widening_of_variants(&variants, start, end);
        }
        match (start, end) {
            (Value::Unassigned, Value::Scalar(_)) => Ok(Assumed::State(category(end))),
            (Value::Scalar(_), Value::Scalar(_) | Value::Inactive(_)) => {
                Ok(Assumed::State(category(start).max(category(end))))
            }
            (Value::Inactive(_), Value::Scalar(_)) if self.has_active_part(end) => {
                Ok(Assumed::State(Category::Variable))
            }
            (Value::Maybe(start), Value::Maybe(end)) if start.wrapper == end.wrapper => {
                let answer = self.answer_after(Answer::Unchanged, start, end);
                let inside = self.inside_after(&Assumed::Unchanged, start, end)?;
                let inside = Box::new(inside.unwrap_or(Assumed::Unchanged));
                let error = self.error_after(&AssumedError::Unchanged, start, end);
                let error = error.unwrap_or(AssumedError::Unchanged);
                Ok(Assumed::Maybe(end.wrapper, answer, inside, error))
            }
            (Value::Unassigned, Value::Maybe(end)) => {
                // `return None` says nothing of the shape inside, so it needs no variable.
                let inside = match &end.inside {
                    Value::Unassigned => Assumed::Unchanged,
                    inside => self.first_widening(start, inside)?,
                };
                let late = Maybe::without_value(end.wrapper);
                let answer = match end.wrapper {
                    // `None` at all exits needs no variable, whose value inside would be unknown.
                    Wrapper::Option => self.answer_after(Answer::Unchanged, &late, end),
                    _ => Answer::Variable,
                };
                let error = self.error_after(&AssumedError::Unchanged, &late, end);
                let error = error.unwrap_or(AssumedError::Unchanged);
                Ok(Assumed::Maybe(end.wrapper, answer, Box::new(inside), error))
            }
            _ if is_plain(start) && is_plain(end) => Ok(Assumed::Variable),
            _ => self.widening_of_parts(start, end),
        }
    }

    fn widening_of_parts(&self, start: &Value, end: &Value) -> Result<Assumed, Unfollowed> {
        // A list without active parts may stay the user's own variable.
        if matches!(start, Value::Inactive(_)) && !self.has_active_part(end) {
            return Ok(Assumed::Variable);
        }
        let like = if start.parts().is_some() { start } else { end };
        let (Some(starts), Some(ends)) = (self.parts_like(like, start), self.parts_like(like, end))
        else {
            return Err(unfollowed(start, end));
        };
        let each = starts.iter().zip(&ends);
        let each = each.map(|(start, end)| {
            if self.is_kept(start, end) {
                return Ok(Assumed::Unchanged);
            }
            self.first_widening(start, end)
        });
        Ok(Assumed::Parts(
            like.clone(),
            each.collect::<Result<_, _>>()?,
        ))
    }

    /// The variants of an enum, if there are more of them than the assumption has.
    fn further_variants(&self, like: &Value, start: &Value, end: &Value) -> Option<Rc<Variants>> {
        let variants = self.variants_among(&[like, start, end])?;
        match like {
            Value::Choice(known, _) if *known == variants => None,
            _ => Some(variants),
        }
    }

    /// An enum whose variant an iteration changes. A field that its end does not have may keep any
    /// value, because nothing reads it.
    fn widening_of_variants(
        &self,
        variants: &Rc<Variants>,
        start: &Value,
        end: &Value,
    ) -> Result<Assumed, Unfollowed> {
        let (Some(starts), Some(ends)) = (
            self.in_variants(start, variants),
            self.in_variants(end, variants),
        ) else {
            return Err(unfollowed(start, end));
        };
        let each = starts.iter().zip(&ends).map(|(start, end)| match end {
            Value::Unassigned => Ok(Assumed::Unchanged),
            end if self.is_kept(start, end) => Ok(Assumed::Unchanged),
            end => self.first_widening(start, end),
        });
        let missing = vec![Value::Unassigned; variants.count()];
        let like = Value::Choice(Rc::clone(variants), Rc::new(missing));
        Ok(Assumed::Parts(like, each.collect::<Result<_, _>>()?))
    }

    /// The parts of a value, as many as another value has.
    fn parts_like(&self, like: &Value, value: &Value) -> Option<Vec<Value>> {
        match like {
            Value::Choice(variants, _) => self.in_variants(value, variants),
            like => parts_like(like, value),
        }
    }

    /// Whether an iteration leaves a value as it is.
    fn is_kept(&self, start: &Value, end: &Value) -> bool {
        let is_one = |a: &Place, b: &Place| a.root == b.root && a.path == b.path;
        match (start, end) {
            (Value::Unassigned, Value::Unassigned) => true,
            (Value::Reference(start), Value::Reference(end)) => is_one(start, end),
            _ => self.is_same(start, end),
        }
    }

    fn has_active_part(&self, value: &Value) -> bool {
        let mut active = false;
        value.for_each_leaf(&mut |leaf| {
            active |= match leaf {
                Value::Scalar(id) => self.writer.builder.code().statement(*id).is_active(),
                leaf => matches!(leaf, Value::Stored(_)),
            };
        });
        active
    }

    /// Visits the parts of a value that the assumption has widened, in order, and gives the value
    /// with these parts replaced.
    pub(crate) fn each_leaf(
        &mut self,
        assumed: &Assumed,
        value: &Value,
        visit: &mut dyn FnMut(&mut Self, Kind, Value) -> Found<Value>,
    ) -> Found<Value> {
        match assumed {
            Assumed::Unchanged => Ok(value.clone()),
            Assumed::Variable => visit(self, Kind::Variable, value.clone()),
            Assumed::State(category) => visit(self, Kind::State(*category), value.clone()),
            Assumed::Parts(like, assumptions) => {
                let mut parts = self.parts_like(like, value).ok_or(Stop)?;
                let is_choice = matches!(like, Value::Choice(..));
                if is_choice {
                    fill_variables(assumptions, &mut parts);
                }
                let mut visit = |run: &mut Self, kind, part| match kind {
                    Kind::Variable if is_choice => visit(run, Kind::Field, part),
                    kind => visit(run, kind, part),
                };
                let mut visited = Vec::with_capacity(parts.len());
                for (assumed, part) in assumptions.iter().zip(&parts) {
                    visited.push(self.each_leaf(assumed, part, &mut visit)?);
                }
                Ok(like.rebuilt(visited))
            }
            Assumed::Maybe(wrapper, answer, inside, error) => {
                let maybe = match value {
                    Value::Maybe(maybe) => (**maybe).clone(),
                    _ => Maybe::without_value(*wrapper),
                };
                let presence = match answer {
                    Answer::Unchanged => maybe.presence.clone(),
                    Answer::Variable => {
                        let answer = Value::Inactive(maybe.answer());
                        match visit(self, Kind::Answer, answer)? {
                            Value::Inactive(answer) => Presence::Asked(answer.tokens),
                            _ => return Err(Stop),
                        }
                    }
                };
                let inside = self.each_leaf(inside, &maybe.inside, visit)?;
                let carried = match error {
                    AssumedError::Unchanged => maybe.carried.clone(),
                    AssumedError::Nothing => Carried::Nothing,
                    AssumedError::Lost => Carried::Lost,
                    AssumedError::Followed(assumed) => {
                        let is_number = matches!(**assumed, Assumed::State(_));
                        let error = maybe.error_to_join(is_number).ok_or(Stop)?;
                        Carried::Followed(self.each_leaf(assumed, &error, visit)?)
                    }
                };
                let maybe = Maybe {
                    wrapper: maybe.wrapper,
                    presence,
                    inside,
                    carried,
                };
                Ok(maybe.into_value())
            }
        }
    }
}

/// Gives a value to the variables of fields that an enum does not have now, because rustc does not
/// see that nothing reads them.
fn fill_variables(assumptions: &[Assumed], parts: &mut [Value]) {
    for (assumed, part) in assumptions.iter().zip(parts) {
        if let (Assumed::Variable, Value::Unassigned) = (assumed, &*part) {
            *part = Value::Inactive(Inactive {
                tokens: quote!(::core::default::Default::default()),
                mentions: Vec::new(),
            });
        }
    }
}
