//! The arms of a branch, where they meet: scalars and variables of the generated function that get
//! one value from each arm.
//!
//! ```text
//! v7 here, `self.k` there     v8 = opaque `self.k` in that arm, v12 = join [v7, v8]
//! 2 here, `n + 1` there       `let __met_1;`, which the arms assign
//! ```
//!
//! Cost: one statement in each arm.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::interface::Opaque;
use crate::ir::{BranchId, RegionId, ValueId};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::no_numbers::is_phantom_code;
use crate::front::syntax::tokens::is_place;
use crate::front::value::found::Found;
use crate::front::value::parts::Meanings;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::{Behind, FIELD};

/// The arms of one branch, about to be joined.
#[derive(Clone)]
pub(crate) struct Meeting {
    pub(crate) branch: BranchId,
    pub(crate) arms: Vec<RegionId>,
    /// The place of the branch in the source.
    pub(crate) at: TokenStream,
    /// The name of variables that the arms assign.
    variable: &'static str,
}

impl Meeting {
    pub(crate) fn new(branch: BranchId, arms: Vec<RegionId>, at: TokenStream) -> Self {
        Self {
            branch,
            arms,
            at,
            variable: "met",
        }
    }

    /// The same for the fields of an enum.
    pub(crate) fn of_fields(&self) -> Self {
        Self {
            variable: FIELD,
            ..self.clone()
        }
    }

    /// Aggregates are joined part by part, and an opaque value beside them would be copied to each
    /// part. So it is evaluated once at the end of its arm, even if there are no parts.
    pub(crate) fn settled<M>(
        &self,
        lowering: &mut Lowering<M>,
        meanings: Meanings,
    ) -> Found<Meanings> {
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
            // A place that is read at the end of one arm is not read in the others.
            let is_read = matches!(value, Value::Inactive(_));
            let places = is_read.then(|| lowering.writer.places.clone());
            lowering.writer.builder.enter(*arm);
            let result = lowering.as_scalar(value, &self.at, Behind::Nothing);
            lowering.writer.builder.enter(outside);
            if let Some(places) = places {
                lowering.writer.places = places;
            }
            results.push(Some(result?));
        }
        let joined = lowering.writer.builder.join(self.branch, results);
        Ok(Value::Scalar(joined))
    }

    pub(crate) fn arms(&self) -> &[RegionId] {
        &self.arms
    }

    /// Behind `&dyn Trait` the arms may have types of their own.
    pub(crate) fn refuse_other_types<M>(
        &self,
        to: &mut Lowering<M>,
        meanings: &Meanings,
    ) -> Found<()> {
        let is_struct = |value: &&Value| matches!(value, Value::Struct(..) | Value::Inactive(_));
        let mut named = meanings.iter().flatten().filter(is_struct);
        let mut keys = named.clone().filter_map(|value| to.key_of_value(value));
        let first = keys.next();
        if keys.any(|key| Some(key) != first)
            && let Some(value) = named.next()
        {
            let message = messages::cannot_join(&value.describe());
            return to.writer.refuse(self.at(), &message);
        }
        Ok(())
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
        // `PhantomData` stays code: if nothing used a variable of it, rustc could not infer its
        // type.
        let is_phantom =
            |value: &Value| matches!(value, Value::Inactive(code) if is_phantom_code(&code.tokens));
        if let Some(first) = meanings.iter().flatten().next()
            && meanings.iter().flatten().all(is_phantom)
        {
            return Ok(first.clone());
        }
        let name = lowering.writer.fresh(&syn::Ident::new(
            self.variable,
            proc_macro2::Span::call_site(),
        ));
        let joined = Value::Inactive(Inactive {
            tokens: name.to_token_stream(),
            mentions: Vec::new(),
        });
        lowering
            .writer
            .note_bounds(&joined, meanings.iter().flatten());
        let outside = lowering.writer.builder.region();
        lowering.note_type_among(&joined, meanings.iter().flatten());
        let mut known = meanings.iter().flatten();
        if known.any(|value| lowering.writer.holds_no_number(value)) {
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
            // An aggregate in a variable of the user's would have no derivative.
            let is_name_only = is_name_only || lowering.is_active_value(&value);
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
