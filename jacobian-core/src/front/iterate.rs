//! What a `for` loop runs over, when that is known at expansion.

use std::rc::Rc;

use syn::Expr;

use super::expression::strip;
use super::value::{Integer, Value};
use super::{Lowering, messages};

impl Lowering<'_> {
    /// The items of an iterable expression in order; `None` where an error has been reported.
    pub(crate) fn items_of(&mut self, iterable: &Expr) -> Option<Vec<Value>> {
        match strip(iterable) {
            Expr::Range(range) => {
                let (start, end) = self.eval_range(range, None)?;
                let count = usize::try_from(end.saturating_sub(start)).unwrap_or(0);
                if !self.spend(count, iterable) {
                    return None;
                }
                let suffix = self.range_suffix(range);
                let item = |value| {
                    Value::Integer(Integer {
                        value,
                        suffix: suffix.clone(),
                    })
                };
                Some((start..end).map(item).collect())
            }
            Expr::MethodCall(call) if is_adapter(call) => self.adapted(call),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.borrow_elements(iterable)
            }
            Expr::MethodCall(call) if call.method == "iter_mut" && call.args.is_empty() => {
                self.borrow_elements(&call.receiver)
            }
            // A mutable reference by its name: references to what is behind it.
            other => match self.eval(other) {
                Value::Reference(place) => match self.parts_of(&place, iterable) {
                    Value::Array(elements) => Some(Rc::unwrap_or_clone(elements)),
                    Value::Poison => None,
                    found => {
                        self.refuse(iterable, &messages::not_iterable(&found.describe()));
                        None
                    }
                },
                Value::Array(elements) => Some(Rc::unwrap_or_clone(elements)),
                Value::Poison => None,
                found => {
                    let message = self
                        .not_an_array(other, &found)
                        .unwrap_or_else(|| messages::not_iterable(&found.describe()));
                    self.refuse(iterable, &message);
                    None
                }
            },
        }
    }

    fn adapted(&mut self, call: &syn::ExprMethodCall) -> Option<Vec<Value>> {
        let items = self.items_of(&call.receiver)?;
        let argument = call.args.first();
        let name = call.method.to_string();
        let count = match (name.as_str(), argument) {
            ("take" | "skip" | "step_by", Some(argument)) => {
                usize::try_from(self.eval_integer(argument, "count")?).unwrap_or(usize::MAX)
            }
            _ => 0,
        };
        Some(match name.as_str() {
            "rev" => items.into_iter().rev().collect(),
            "enumerate" => {
                let counted = |(index, item)| {
                    let index = Integer {
                        value: index,
                        suffix: Some("usize".into()),
                    };
                    Value::tuple(vec![Value::Integer(index), item])
                };
                (0..).zip(items).map(counted).collect()
            }
            "take" => items.into_iter().take(count).collect(),
            "skip" => items.into_iter().skip(count).collect(),
            "step_by" if count == 0 => {
                self.refuse(call, messages::STEP_OF_ZERO);
                return None;
            }
            "step_by" => items.into_iter().step_by(count).collect(),
            "zip" => {
                let other = self.items_of(argument?)?;
                items
                    .into_iter()
                    .zip(other)
                    .map(|(a, b)| Value::tuple(vec![a, b]))
                    .collect()
            }
            _ => items,
        })
    }

    /// The bounds of a range, end excluded; open ends only where a length closes them.
    pub(crate) fn eval_range(
        &mut self,
        range: &syn::ExprRange,
        length: Option<usize>,
    ) -> Option<(i128, i128)> {
        let length = length.and_then(|length| i128::try_from(length).ok());
        let start = match (&range.start, length) {
            (Some(start), _) => self.eval_integer(start, "loop bound")?,
            (None, Some(_)) => 0,
            (None, None) => return self.refuse_open_range(range),
        };
        let end = match (&range.end, length) {
            (Some(end), _) => self.eval_integer(end, "loop bound")?,
            (None, Some(length)) => length,
            (None, None) => return self.refuse_open_range(range),
        };
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_)) && range.end.is_some();
        Some((start, if inclusive { end.checked_add(1)? } else { end }))
    }

    fn refuse_open_range(&mut self, range: &syn::ExprRange) -> Option<(i128, i128)> {
        self.refuse(range, messages::OPEN_RANGE);
        None
    }

    /// The type of the loop variable, where a bound spells it.
    fn range_suffix(&mut self, range: &syn::ExprRange) -> Option<String> {
        let bounds = [range.start.as_deref(), range.end.as_deref()];
        bounds
            .into_iter()
            .flatten()
            .find_map(|bound| match self.try_known(bound) {
                Some(Value::Integer(integer)) => integer.suffix,
                _ => None,
            })
    }

    /// Whether the loop runs over something that can be known at expansion.
    pub(crate) fn is_known_iterable(&mut self, iterable: &Expr) -> bool {
        let outer = self.trial.replace(super::TrialState::Running);
        let executed = self.executed;
        let found = self.items_of(iterable).is_some();
        self.executed = executed;
        let state = std::mem::replace(&mut self.trial, outer);
        found && state == Some(super::TrialState::Running)
    }
}

fn is_adapter(call: &syn::ExprMethodCall) -> bool {
    matches!(
        (call.method.to_string().as_str(), call.args.len()),
        (
            "iter" | "into_iter" | "copied" | "cloned" | "rev" | "enumerate",
            0
        ) | ("zip" | "take" | "skip" | "step_by", 1)
    )
}
