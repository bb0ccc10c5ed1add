//! Joins: a name that has different values at the ends of several arms gets one value after the
//! branch.
//!
//! ```text
//! v7 here, v9 there                 v12 = join [v7, v9]
//! [v7, v1] here, [v9, v1] there     [v12, v1]
//! v7 here, `self.k` there           v8 = opaque `self.k` in that arm, v12 = join [v7, v8]
//! 2 here, `n + 1` there             an opaque variable, which the arms assign
//! ```
//!
//! Invariant: the result is visible outside of the arms. Cost: linear in the parts that differ.

use std::rc::Rc;

use quote::quote;

use crate::interface::Wrapper;

use crate::front::flow::joinable::{keeps_assigned, one_constant};
use crate::front::flow::lists::differ_in_length;
use crate::front::flow::meeting::Meeting;
use crate::front::flow::references::all_places;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::names::variants::written_variant;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Carried, Maybe, Presence, group_after};
use crate::front::value::parts::{Meanings, by_part, in_one_order, likeness};
use crate::front::value::variants::Variants;
use crate::front::value::{Inactive, Value};

impl Meeting {
    /// Joins the values to one, in the region that is written now.
    pub(crate) fn merge<M>(&self, lowering: &mut Lowering<M>, meanings: Meanings) -> Found<Value> {
        let known: Vec<&Value> = meanings.iter().flatten().collect();
        let Some(first) = known.first().map(|value| (*value).clone()) else {
            return Ok(Value::Unassigned);
        };
        if known.iter().any(|value| matches!(value, Value::Poison)) {
            return Err(Stop);
        }
        if known.iter().any(|value| matches!(value, Value::Unassigned)) {
            if keeps_assigned(&known) {
                return self.merge_filled(lowering, meanings);
            }
            return Ok(Value::Unassigned);
        }
        if known.iter().all(|value| lowering.is_same(&first, value)) {
            return Ok(first);
        }
        if all_places(known.iter().copied()).is_some() {
            let place = |value| match value {
                Some(Value::Reference(place)) => Some(place),
                _ => None,
            };
            let places: Vec<_> = meanings.into_iter().map(place).collect();
            return lowering.joined_references(self, &places);
        }
        if let Some(variants) = lowering.variants_among(&known) {
            return self.merge_variants(lowering, &variants, meanings);
        }
        if lowering.are_joined_as_copies(&known) {
            return self.merge_structs(lowering, meanings);
        }
        // One scalar is enough: the opaque values in the other arms then become scalars as well.
        let is_scalar = known.iter().any(|value| matches!(value, Value::Scalar(_)));
        let Some(meanings) = in_one_order(meanings, &first) else {
            let message = messages::cannot_join(&first.describe());
            return lowering.writer.refuse(&self.at, &message);
        };
        if meanings
            .iter()
            .flatten()
            .any(|value| matches!(value, Value::Maybe(_)))
        {
            return self.merge_maybes(lowering, meanings);
        }
        if meanings.iter().flatten().any(Value::is_stored) {
            return self.merge_stored(lowering, &meanings);
        }
        if differ_in_length(&meanings) {
            let merge = |lowering: &mut _, slots| self.merge(lowering, slots);
            return self.merge_lists(lowering, &meanings, &merge);
        }
        self.refuse_other_types(lowering, &meanings)?;
        let meanings = self.settled(lowering, meanings)?;
        if let Some(parts) = by_part(&meanings) {
            let is_aggregate = |value: &&Value| value.parts().is_some();
            let like = meanings.iter().flatten().find(is_aggregate);
            return self.merge_parts(lowering, like.unwrap_or(&first), parts);
        }
        if is_scalar {
            return self.merge_scalars(lowering, meanings);
        }
        self.declare(lowering, meanings)
    }

    /// The same, but an arm without a value gives zero, because nothing reads it there.
    pub(crate) fn merge_filled<M>(
        &self,
        lowering: &mut Lowering<M>,
        meanings: Meanings,
    ) -> Found<Value> {
        let is_missing = |value: &Value| matches!(value, Value::Unassigned);
        let Some(like) = meanings
            .iter()
            .flatten()
            .find(|value| !is_missing(value))
            .cloned()
        else {
            return Ok(Value::Unassigned);
        };
        let zero = lowering.zero_like(&like);
        let fill = |value: Value| {
            if is_missing(&value) {
                zero.clone()
            } else {
                value
            }
        };
        self.merge(
            lowering,
            meanings
                .into_iter()
                .map(|meaning| meaning.map(fill))
                .collect(),
        )
    }

    /// Joins structs that are followed whole with ones of which only some fields are.
    fn merge_structs<M>(&self, lowering: &mut Lowering<M>, meanings: Meanings) -> Found<Value> {
        let outside = lowering.writer.builder.region();
        let mut whole = Vec::with_capacity(meanings.len());
        for (meaning, arm) in meanings.into_iter().zip(&self.arms) {
            whole.push(match meaning {
                Some(fields @ Value::Fields(_)) => {
                    lowering.writer.builder.enter(*arm);
                    let copy = lowering.joined_copy(fields);
                    lowering.writer.builder.enter(outside);
                    let copy = copy?;
                    if matches!(copy, Value::Fields(_)) {
                        let message = messages::cannot_join(&copy.describe());
                        return lowering.writer.refuse(&self.at, &message);
                    }
                    Some(copy)
                }
                other => other,
            });
        }
        self.merge(lowering, whole)
    }

    pub(crate) fn merge_parts<M>(
        &self,
        lowering: &mut Lowering<M>,
        like: &Value,
        parts: Vec<Meanings>,
    ) -> Found<Value> {
        let merge = |part| self.merge(lowering, part);
        let merged = parts.into_iter().map(merge);
        let merged = merged.collect::<Found<Vec<Value>>>()?;
        Ok(match like.parts() {
            Some(_) => like.rebuilt(merged),
            None => Value::array(merged),
        })
    }

    pub(crate) fn merge_maybes<M>(
        &self,
        lowering: &mut Lowering<M>,
        meanings: Meanings,
    ) -> Found<Value> {
        let wrapper = meanings.iter().flatten().find_map(|value| match value {
            Value::Maybe(maybe) => Some(maybe.wrapper),
            _ => None,
        });
        let Some(wrapper) = wrapper else {
            return Err(Stop);
        };
        let outside = lowering.writer.builder.region();
        let mut maybes: Vec<Option<Maybe>> = Vec::new();
        for (meaning, arm) in meanings.into_iter().zip(self.arms()) {
            maybes.push(match meaning {
                None => None,
                Some(Value::Maybe(maybe)) => Some((*maybe).clone()),
                Some(Value::Inactive(kept)) => {
                    lowering.writer.builder.enter(*arm);
                    let maybe = lowering.maybe_of(kept, wrapper);
                    lowering.writer.builder.enter(outside);
                    Some(maybe?)
                }
                Some(other) => {
                    let message = messages::cannot_join(&other.describe());
                    return lowering.writer.refuse(self.at(), &message);
                }
            });
        }
        let inside = self.merge_inside(lowering, &maybes)?;
        let merged = Maybe {
            wrapper,
            presence: self.merge_presence(lowering, wrapper, &maybes)?,
            inside,
            carried: self.merge_carried(lowering, &maybes)?,
        };
        Ok(merged.into_value())
    }

    fn merge_inside<M>(
        &self,
        lowering: &mut Lowering<M>,
        maybes: &[Option<Maybe>],
    ) -> Found<Value> {
        let insides = maybes.iter();
        let insides = insides.map(|maybe| Some(maybe.as_ref()?.inside.clone()));
        self.merge_present(lowering, insides.collect())
    }

    /// Joins what is inside, or the errors. Where it is missing, nothing reads it.
    fn merge_present<M>(&self, lowering: &mut Lowering<M>, insides: Meanings) -> Found<Value> {
        let is_missing = |inside: &&Value| matches!(inside, Value::Unassigned);
        let known = insides.iter().flatten();
        let known: Vec<&Value> = known.filter(|inside| !is_missing(inside)).collect();
        let Some(like) = likeness(&known) else {
            return Ok(Value::Unassigned);
        };
        let missing = lowering.missing_like(&like);
        let fill = |inside: Value| match inside {
            Value::Unassigned => missing.clone(),
            inside => inside,
        };
        let meanings = insides.into_iter().map(|inside| inside.map(fill));
        self.merge_filled(lowering, meanings.collect())
    }

    /// Joins the active values of errors. If they cannot be joined, they are lost and not refused,
    /// because most code never reads them.
    fn merge_carried<M>(
        &self,
        lowering: &mut Lowering<M>,
        maybes: &[Option<Maybe>],
    ) -> Found<Carried> {
        let known = || maybes.iter().flatten();
        if known().all(|maybe| matches!(maybe.carried, Carried::Nothing)) {
            return Ok(Carried::Nothing);
        }
        let is_number = known().any(Maybe::carries_number);
        let error = |maybe: &Option<Maybe>| match maybe {
            None => Some(None),
            Some(maybe) => maybe.error_to_join(is_number).map(Some),
        };
        let errors: Option<Meanings> = maybes.iter().map(error).collect();
        let is_active = known().any(Maybe::carries);
        let Some(errors) = errors.filter(|errors| lowering.can_join(errors)) else {
            return Ok(if is_active {
                Carried::Lost
            } else {
                Carried::Nothing
            });
        };
        if is_active {
            return self.merge_present(lowering, errors).map(Carried::Followed);
        }
        let error = match one_constant(&errors) {
            Some(error) => error,
            None => self.merge_present(lowering, errors)?,
        };
        Ok(Carried::Constant(error))
    }

    /// Joins the answers of all arms.
    fn merge_presence<M>(
        &self,
        lowering: &mut Lowering<M>,
        wrapper: Wrapper,
        maybes: &[Option<Maybe>],
    ) -> Found<Presence> {
        let known = || maybes.iter().flatten();
        let first = known().next().ok_or(Stop)?;
        if known().all(|maybe| lowering.is_same_presence(maybe, first)) {
            return Ok(first.presence.clone());
        }
        let never = |maybe: &Maybe| matches!(maybe.presence, Presence::Never(..));
        // If all arms fail, only the error depends on the arm, and the answer stays known.
        let all_fail = wrapper == Wrapper::Result && known().all(never);
        let spell = |maybe: &Maybe| {
            let (tokens, mentions) = match &maybe.presence {
                Presence::Always => {
                    let variant = maybe.variant();
                    (quote!(#variant(())), Vec::new())
                }
                Presence::Never(spelled, mentions) => {
                    let error = group_after(spelled, "Err").filter(|_| all_fail);
                    let none = (wrapper == Wrapper::Option).then(|| quote!(None));
                    let tokens = error.or(none).unwrap_or_else(|| spelled.clone());
                    (tokens, mentions.clone())
                }
                Presence::Asked(answer) => (answer.clone(), Vec::new()),
            };
            Value::Inactive(Inactive { tokens, mentions })
        };
        let meanings = maybes.iter().map(|maybe| maybe.as_ref().map(spell));
        match self.declare(lowering, meanings.collect())? {
            Value::Inactive(Inactive { tokens, .. }) if all_fail => {
                Ok(Presence::Never(quote!(Err(#tokens)), Vec::new()))
            }
            Value::Inactive(Inactive { tokens, .. }) => Ok(Presence::Asked(tokens)),
            _ => Err(Stop),
        }
    }

    /// Joins values that are several variants of an enum.
    pub(crate) fn merge_variants<M>(
        &self,
        lowering: &mut Lowering<M>,
        variants: &Rc<Variants>,
        meanings: Meanings,
    ) -> Found<Value> {
        let outside = lowering.writer.builder.region();
        let mut apart: Vec<Option<Vec<Value>>> = Vec::new();
        for (meaning, arm) in meanings.into_iter().zip(self.arms()) {
            let Some(mut value) = meaning else {
                apart.push(None);
                continue;
            };
            let found = value.describe();
            let written = |code| written_variant(code, variants).is_some();
            if matches!(&value, Value::Inactive(code) if !written(code)) {
                // It is matched once for each part, so it is evaluated before.
                lowering.writer.builder.enter(*arm);
                let settled = lowering.writer.settle_part(value);
                lowering.writer.builder.enter(outside);
                value = settled?;
            }
            let Some(parts) = lowering.in_variants(&value, variants) else {
                let name = variants.name();
                let message = if variants.are_all {
                    messages::variant_not_taken_apart(&name, &found)
                } else {
                    messages::variant_not_seen(&name, &found)
                };
                return lowering.writer.refuse(self.at(), &message);
            };
            apart.push(Some(parts));
        }
        let mut parts = Vec::with_capacity(variants.count());
        for position in 0..variants.count() {
            let part = |parts: &Vec<Value>| parts[position].clone();
            let column = apart.iter().map(|parts| parts.as_ref().map(part)).collect();
            parts.push(self.merge_field(lowering, variants, position, column)?);
        }
        Ok(Value::choice(variants, parts))
    }

    fn merge_field<M>(
        &self,
        lowering: &mut Lowering<M>,
        variants: &Variants,
        position: usize,
        column: Meanings,
    ) -> Found<Value> {
        let is_missing = |value: &Value| matches!(value, Value::Unassigned);
        let mut there = column.iter().flatten().filter(|value| !is_missing(value));
        let Some(first) = there.clone().next().cloned() else {
            return Ok(Value::Unassigned);
        };
        if there.all(|value| lowering.is_same(&first, value)) {
            return Ok(first);
        }
        let missing = lowering.missing_field(variants, position, &first);
        let filled = column.into_iter().map(|value| match value {
            Some(Value::Unassigned) => Some(missing.clone()),
            value => value,
        });
        self.of_fields().merge(lowering, filled.collect())
    }
}

impl<M> Lowering<M> {
    /// The value of a field in an arm that has no such field. Nothing reads it.
    fn missing_field(&mut self, variants: &Variants, position: usize, like: &Value) -> Value {
        match like {
            Value::Inactive(_) => match self.type_of_other_field(variants, position) {
                Some(written) => self.unread_of(&written),
                None => self.zero_like(like),
            },
            like => self.zero_like(like),
        }
    }
}
