//! Calls of functions with supplied derivatives: their arguments as tokens, and the derivative.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;

use crate::interface::Shape;
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::supplied::{Argument, Numbers, Supplied, Way};
use crate::front::run::supplied_arguments::{Partials, Use, passed};
use crate::front::run::supplied_results::Written;
use crate::front::syntax::tokens::behind_references;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

/// The arguments of a call.
#[derive(Default)]
pub(crate) struct Taken {
    /// As the function takes them, if the derivative takes them after it.
    pub(crate) first: Vec<TokenStream>,
    /// As the function takes them, if it is the last to do so.
    pub(crate) last: Vec<TokenStream>,
    /// As the derivative takes them: without outputs.
    pub(crate) of_prime: Vec<TokenStream>,
    pub(crate) mentions: Vec<ValueId>,
    pub(crate) partials: Partials,
    pub(crate) written: Vec<Written>,
    /// The number of columns, if they are flat.
    pub(crate) n_columns: usize,
}

/// The places of partials in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    /// A tuple of partials with the types of the arguments.
    AsArguments,
    /// One array.
    Flat,
}

impl<M> Lowering<M> {
    /// The arguments of a call, evaluated in order.
    pub(crate) fn arguments_of_supplied(
        &mut self,
        supplied: &Supplied,
        values: Vec<Value>,
        columns: Columns,
        at: &impl ToTokens,
    ) -> Found<Taken> {
        let mut taken = Taken::default();
        let mut column = 0;
        for (argument, value) in supplied.arguments.iter().zip(values) {
            if argument.way == Way::Out {
                let written = self.output_of_supplied(argument, value, at)?;
                let local = &written.local;
                taken.first.push(quote!(&mut #local));
                taken.last.push(quote!(&mut #local));
                taken.written.push(written);
                continue;
            }
            let value = self.argument_of_supplied(argument, value, at)?;
            let tokens = self.spell(&value, &mut taken.mentions).ok_or(Stop)?;
            let last = passed(argument, &value, &tokens, Use::Last);
            // A rule does not read an argument without a type.
            taken.first.push(match argument.ty {
                Type::Infer(_) => last.clone(),
                _ => passed(argument, &value, &tokens, Use::Before),
            });
            taken.last.push(last.clone());
            taken.of_prime.push(last);
            let base = if supplied.partials() == 1 {
                TokenStream::new()
            } else {
                let position = Literal::usize_unsuffixed(column);
                quote!(.#position)
            };
            column += usize::from(argument.has_partial());
            let partials = match &argument.numbers {
                Some(numbers) if columns == Columns::Flat && argument.has_partial() => {
                    self.flat_partials(&value, numbers, &mut taken.n_columns)
                }
                _ if !self.is_active_value(&value) => Some(Partials::new()),
                Some(numbers) => self.partials_by(&value, numbers, &base),
                None => None,
            };
            let Some(partials) = partials else {
                let message = match columns {
                    Columns::Flat if !self.is_active_value(&value) => messages::RULE_LENGTH,
                    Columns::Flat => messages::RULE_ARGUMENT,
                    Columns::AsArguments => messages::SUPPLIED_ARGUMENT,
                };
                return self.writer.refuse(at, message);
            };
            taken.partials.extend(partials);
        }
        Ok(taken)
    }

    /// The derivative, computed once.
    pub(crate) fn rows_of_call(
        &mut self,
        derivative: TokenStream,
        taken: &Taken,
    ) -> Found<TokenStream> {
        let derivative = Inactive {
            tokens: derivative,
            mentions: taken.mentions.clone(),
        };
        let name = Ident::new("partials", Span::call_site());
        match self.writer.settle_as(&name, derivative)? {
            Value::Inactive(found) => Ok(found.tokens),
            _ => Err(Stop),
        }
    }

    /// An argument as a value: a number of the code list, an aggregate, or opaque code that runs
    /// once.
    fn argument_of_supplied(
        &mut self,
        argument: &Argument,
        value: Value,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let value = match value {
            Value::Reference(place) => self.load(&self.follow(place)).ok_or(Stop)?,
            value => value,
        };
        let is_number = matches!(&argument.numbers, Some(Numbers::Known(Shape::Scalar)));
        match value {
            Value::Inactive(found) if is_number => {
                let tokens = behind_references(found.tokens.clone());
                let found = Value::Inactive(Inactive { tokens, ..found });
                self.as_scalar(found, at, Behind::Reference)
                    .map(Value::Scalar)
            }
            value => self.writer.settle_part(value),
        }
    }
}
