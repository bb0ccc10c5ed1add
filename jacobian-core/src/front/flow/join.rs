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

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::interface::{Opaque, Wrapper};
use crate::ir::{BranchId, RegionId, ValueId};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::tokens::is_place;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Maybe, Presence, group_after};
use crate::front::value::parts::{Meanings, by_part, in_one_order, unequal_lists};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

/// The arms of one branch, about to be joined.
pub(crate) struct Meeting {
    pub(crate) branch: BranchId,
    pub(crate) arms: Vec<RegionId>,
    /// The place of the branch in the source.
    pub(crate) at: TokenStream,
}

impl Meeting {
    pub(crate) fn new(branch: BranchId, arms: Vec<RegionId>, at: TokenStream) -> Self {
        Self { branch, arms, at }
    }

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
            return Ok(Value::Unassigned);
        }
        if known.iter().all(|value| lowering.is_same(&first, value)) {
            return Ok(first);
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
        if let Some(found) = unequal_lists(&meanings) {
            return lowering
                .writer
                .refuse(&self.at, &messages::cannot_join(&found));
        }
        if let Some(variant) = variant_beside_opaque(&meanings) {
            let message = messages::cannot_join(&variant.describe());
            return lowering.writer.refuse(&self.at, &message);
        }
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

    /// Aggregates are joined part by part, and an opaque value beside them would be copied to each
    /// part. So it is evaluated once at the end of its arm, even if there are no parts.
    fn settled<M>(&self, lowering: &mut Lowering<M>, meanings: Meanings) -> Found<Meanings> {
        let Some(count) = meanings
            .iter()
            .flatten()
            .find_map(|value| Some(value.parts()?.len()))
        else {
            return Ok(meanings);
        };
        let outside = lowering.writer.builder.region();
        let mut settle = |(meaning, arm): (Option<Value>, &RegionId)| {
            let Some(Value::Inactive(code)) = meaning else {
                return Ok(meaning);
            };
            if is_place(&code.tokens) {
                return Ok(Some(Value::Inactive(code)));
            }
            lowering.writer.builder.enter(*arm);
            let value = if count == 0 {
                let discarded = lowering.writer.discard(Value::Inactive(code));
                discarded.map(|()| Value::unit())
            } else {
                lowering.writer.settle_part(Value::Inactive(code))
            };
            lowering.writer.builder.enter(outside);
            value.map(Some)
        };
        meanings
            .into_iter()
            .zip(&self.arms)
            .map(&mut settle)
            .collect()
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

    pub(crate) fn merge_scalars<M>(
        &self,
        lowering: &mut Lowering<M>,
        meanings: Meanings,
    ) -> Found<Value> {
        let mut results: Vec<Option<ValueId>> = Vec::new();
        let outside = lowering.writer.builder.region();
        for (meaning, arm) in meanings.into_iter().zip(&self.arms) {
            let Some(value) = meaning else {
                results.push(None);
                continue;
            };
            lowering.writer.builder.enter(*arm);
            let result = lowering.as_scalar(value, &self.at, Behind::Nothing);
            lowering.writer.builder.enter(outside);
            results.push(Some(result?));
        }
        let joined = lowering.writer.builder.join(self.branch, results);
        Ok(Value::Scalar(joined))
    }

    pub(crate) fn arms(&self) -> &[RegionId] {
        &self.arms
    }

    pub(crate) fn at(&self) -> &TokenStream {
        &self.at
    }

    /// A variable that is declared before the branch and assigned in its arms.
    pub(crate) fn declare<M>(
        &self,
        lowering: &mut Lowering<M>,
        meanings: Meanings,
    ) -> Found<Value> {
        let name = lowering
            .writer
            .fresh(&syn::Ident::new("met", proc_macro2::Span::call_site()));
        let joined = Value::Inactive(Inactive {
            tokens: name.to_token_stream(),
            mentions: Vec::new(),
        });
        lowering
            .writer
            .note_bounds(&joined, meanings.iter().flatten());
        let outside = lowering.writer.builder.region();
        let is_no_number = |value: &Value| match value {
            Value::Inactive(code) => lowering.writer.is_no_number(&code.tokens),
            value => !matches!(value, Value::Scalar(_)),
        };
        if meanings.iter().flatten().any(is_no_number) {
            lowering.writer.no_numbers.insert(name.to_string());
        }
        for (meaning, arm) in meanings.into_iter().zip(&self.arms) {
            let Some(value) = meaning else { continue };
            let mut mentions = Vec::new();
            // References, functions and errors with active values cannot be assigned to a variable
            // at run time. A struct with independents could, but its derivative would be lost.
            let is_name_only = matches!(
                value,
                Value::Reference(_) | Value::Function(_) | Value::Carried(_) | Value::Fields(_)
            );
            let spelled = lowering.spell(&value, &mut mentions);
            let Some(tokens) = spelled.filter(|_| !is_name_only) else {
                let message = messages::cannot_join(&value.describe());
                return lowering.writer.refuse(&self.at, &message);
            };
            lowering.writer.builder.enter(*arm);
            let assignment = quote!(#name = #tokens;);
            let kept = lowering.writer.keep_statement(assignment, &mentions);
            lowering.writer.builder.enter(outside);
            kept?;
        }
        let head = lowering.writer.builder.code().branch(self.branch).head();
        if let Opaque::Branch { declared, .. } = &mut lowering.writer.opaques[head.0 as usize] {
            declared.push(name);
        }
        Ok(joined)
    }
}

impl Meeting {
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
                    let maybe = lowering.writer.maybe_of(kept, wrapper);
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
            carries: maybes.iter().flatten().any(|maybe| maybe.carries),
        };
        Ok(merged.into_value())
    }

    fn merge_inside<M>(
        &self,
        lowering: &mut Lowering<M>,
        maybes: &[Option<Maybe>],
    ) -> Found<Value> {
        let insides = || maybes.iter().flatten().map(|maybe| &maybe.inside);
        // Only rustc knows the type of a missing opaque value, so it gets its default value and not
        // zero.
        let only_rustc_knows =
            insides().all(|inside| matches!(inside, Value::Inactive(_) | Value::Unassigned));
        let fill = |maybe: &Maybe| match &maybe.inside {
            Value::Unassigned if only_rustc_knows => Value::Inactive(Inactive {
                tokens: quote!(::core::default::Default::default()),
                mentions: Vec::new(),
            }),
            inside => inside.clone(),
        };
        if insides().all(|inside| matches!(inside, Value::Unassigned)) {
            return Ok(Value::Unassigned);
        }
        let meanings = maybes.iter().map(|maybe| maybe.as_ref().map(fill));
        self.merge_filled(lowering, meanings.collect())
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
}

/// A variant of an enum, if another arm ends with code that is not taken apart: that may be another
/// variant, and an enum has no fields to take it apart by.
fn variant_beside_opaque(meanings: &Meanings) -> Option<&Value> {
    let is_opaque = |value: &Value| matches!(value, Value::Inactive(_));
    let is_variant = |value: &&Value| match value {
        Value::Struct(layout, _) => {
            let name = layout.name();
            let owner = name.rsplit("::").nth(1).map(str::trim);
            owner.is_some_and(|owner| owner.starts_with(char::is_uppercase))
        }
        _ => false,
    };
    let mut known = meanings.iter().flatten();
    if !known.clone().any(is_opaque) {
        return None;
    }
    known.find(is_variant)
}
