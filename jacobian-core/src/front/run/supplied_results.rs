//! Results of functions whose derivatives the caller supplies: what they return and what they
//! write, with their partials.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;

use crate::interface::Shape;
use crate::ir::{Origin, ValueId};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::supplied::{Argument, Supplied};
use crate::front::run::supplied_arguments::{Partials, shape_of_list};
use crate::front::syntax::types::{behind_reference, slice_element};
use crate::front::value::found::{Found, Stop};
use crate::front::value::place::Place;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

/// An output of a call.
pub(crate) struct Written {
    pub(crate) place: Place,
    /// The variable that the function writes to.
    pub(crate) local: TokenStream,
    pub(crate) shape: Shape,
}

impl<M> Lowering<M> {
    /// The variable for an output. It begins with what the output holds. Where that is active it
    /// begins with NaN, because a function that reads it would need a partial by it.
    pub(crate) fn output_of_supplied(
        &mut self,
        argument: &Argument,
        value: Value,
        at: &impl ToTokens,
    ) -> Found<Written> {
        let Value::Reference(place) = value else {
            return self.writer.refuse(at, messages::SUPPLIED_OUTPUT);
        };
        let place = self.follow(place);
        let held = self.load(&place).ok_or(Stop)?;
        let shape = argument.numbers.as_ref();
        let Some(shape) = shape.and_then(|numbers| shape_of_list(&held, numbers)) else {
            return self.writer.refuse(at, messages::SUPPLIED_OUTPUT);
        };
        let mut mentions = Vec::new();
        let tokens = if self.is_active_value(&held) {
            let nan = self.writer.builder.literal(f64::NAN);
            let mut nans = std::iter::repeat(Value::Scalar(nan));
            self.spell(&Value::of_shape(&shape, &mut nans), &mut mentions)
        } else {
            self.spell(&held, &mut mentions)
        };
        let tokens = tokens.ok_or(Stop)?;
        let is_vec = slice_element(behind_reference(&argument.ty)).is_some()
            && matches!(behind_reference(&argument.ty), Type::Path(_));
        let begin = match held {
            Value::Inactive(_) => quote!((#tokens).clone()),
            _ if is_vec => quote!(#tokens.to_vec()),
            _ => tokens,
        };
        let name = Ident::new("written", Span::call_site());
        let begin = Inactive {
            tokens: begin,
            mentions,
        };
        match self.writer.settle_as(&name, begin)? {
            Value::Inactive(local) => Ok(Written {
                place,
                local: local.tokens,
                shape,
            }),
            _ => Err(Stop),
        }
    }

    /// A result with the partials of its numbers.
    pub(crate) fn with_rows(
        &mut self,
        numbers: Vec<ValueId>,
        shape: &Shape,
        rows: Option<TokenStream>,
        partials: &Partials,
    ) -> Found<Value> {
        let rows = rows.map_or_else(Vec::new, |rows| Supplied::rows(shape, &rows));
        let mut scalars = Vec::with_capacity(numbers.len());
        for (position, number) in numbers.into_iter().enumerate() {
            scalars.push(match rows.get(position) {
                Some(row) => self.with_row(number, row, partials)?,
                None => Value::Scalar(number),
            });
        }
        Ok(Value::of_shape(shape, &mut scalars.into_iter()))
    }

    /// The numbers of a result.
    pub(crate) fn results_at(
        &mut self,
        result: Inactive,
        supplied: &Supplied,
        shape: &Shape,
    ) -> Found<Vec<ValueId>> {
        if *shape == Shape::Scalar {
            return Ok(vec![self.writer.materialize(result, Behind::Nothing)?]);
        }
        let name = Ident::new("called", Span::call_site());
        let Value::Inactive(place) = self.writer.settle_as(&name, result)? else {
            return Err(Stop);
        };
        if let Some(check) = supplied.check_of(&place.tokens, shape) {
            self.writer.keep_check(check, &[]);
        }
        self.numbers_in(&place.tokens, shape)
    }

    /// The numbers at a place.
    pub(crate) fn numbers_in(&mut self, place: &TokenStream, shape: &Shape) -> Found<Vec<ValueId>> {
        let places = shape.places(place).into_iter();
        let number = |tokens| {
            let number = Inactive {
                tokens,
                mentions: Vec::new(),
            };
            self.writer.materialize(number, Behind::Nothing)
        };
        places.map(number).collect()
    }

    /// A number of the result with its partials.
    pub(crate) fn with_row(
        &mut self,
        result: ValueId,
        row: &TokenStream,
        partials: &Partials,
    ) -> Found<Value> {
        let mut edges = Vec::with_capacity(partials.len());
        for (value, place) in partials {
            let partial = Inactive {
                tokens: quote!(#row #place),
                mentions: Vec::new(),
            };
            let partial = self.writer.materialize(partial, Behind::Nothing)?;
            edges.push((*value, partial));
        }
        let ruled = self.writer.builder.ruled(result, &edges, Origin::default());
        Ok(Value::Scalar(ruled))
    }
}
