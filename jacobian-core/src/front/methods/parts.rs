//! Lists of a length that only run time knows: the elements between two bounds.
//!
//! ```text
//! &x[a..b]           item p is there if a <= p && p < b
//! x.split_at(k)      the items with p < k, and the others
//! ```

use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Operands, Position};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Order, Part};
use crate::front::value::maybe::Maybe;

impl<M: Machine> Lowering<M> {
    /// The elements between two bounds, which the caller has checked.
    pub(crate) fn between(
        &mut self,
        elements: &[Value],
        first: TokenStream,
        end: &TokenStream,
        order: Order,
    ) -> Found<Value> {
        let mut items = Vec::with_capacity(elements.len());
        for (position, element) in elements.iter().enumerate() {
            let position = Literal::usize_unsuffixed(position);
            let is_there = match order {
                Order::Prefix => quote!(#position < #end),
                Order::Scattered => quote!(#first <= #position && #position < #end),
            };
            let answer = quote!((#is_there).then_some(()));
            let answer = self.writer.settle_answer(&answer, &[])?;
            let found = Maybe::asked(Wrapper::Option, answer, element.clone());
            items.push(Rc::new(found));
        }
        let length = quote!((#end - #first));
        Ok(Value::Part(Rc::new(Part {
            items,
            order,
            first: Some(first),
            length,
        })))
    }

    /// `split_at` and `split_at_mut`
    pub(crate) fn split(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (elements, position) = (of.elements(), of.position());
        let parts = match position {
            Position::Known(position) => {
                let found = usize::try_from(position).ok();
                let Some(position) = found.filter(|position| *position <= elements.len()) else {
                    let message = messages::index_out_of_bounds(position, elements.len() + 1);
                    return self.writer.refuse(&at.call.args[0], &message);
                };
                let mut left = elements;
                let right = left.split_off(position);
                vec![Value::array(left), Value::array(right)]
            }
            Position::RunTime(position) => {
                if !self.writer.spend(elements.len(), at.call) {
                    return Err(Stop);
                }
                let name = Ident::new("bound", Span::call_site());
                let Value::Inactive(middle) = self.writer.settle_as(&name, position)? else {
                    return Err(Stop);
                };
                let (middle, end) = (
                    middle.tokens,
                    Literal::usize_unsuffixed(elements.len()).into_token_stream(),
                );
                let check = quote!(let _ = [(); #end].split_at(#middle););
                self.writer.keep_statement(check, &[])?;
                let left = self.between(&elements, quote!(0), &middle, Order::Prefix)?;
                vec![
                    left,
                    self.between(&elements, middle, &end, Order::Scattered)?,
                ]
            }
        };
        Ok(Given::Value(Value::tuple(parts)))
    }
}
