//! The exponential of a matrix.
//!
//! ```text
//! exp [A  E]  =  [exp A    L(E)]      E: one for one element of A, and zeros
//!     [0  A]     [0       exp A]      L(E): the partials of exp A by this element
//! ```
//!
//! The generated code calls nalgebra's `exp` for the value, and once for each active element on a
//! matrix of twice the order. nalgebra chooses the degree of its approximation by norms, so its
//! text would have a branch for each degree.
//!
//! Cost: an exponential of twice the order for each active element.
//!
//! Source: R. Mathias, A chain rule for matrix functions and applications, 1996.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::differentials::{Numbers, Sign};
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::matrix::Matrix;

/// The largest order that is followed. The number of partials grows with its fourth power.
const MAX_ORDER: usize = 6;

impl<M: Machine> Lowering<M> {
    /// `a.exp()` of a square matrix.
    pub(crate) fn exponential(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let order = matrix.rows;
        if order > MAX_ORDER {
            let message = messages::exponential_order(order, MAX_ORDER);
            return self.writer.refuse(at.call, &message);
        }
        let matrix = self.kept_matrix(matrix, at.call)?;
        let place = matrix.known_place()?;
        let code = quote!(#place.clone_owned().exp());
        let values = self.numbers("exponential", code, (order, order))?;
        let da = self.differential_of(&matrix);
        let mut partials = Vec::with_capacity(order * order);
        for col in 0..order {
            for row in 0..order {
                partials.push(match da.get(row, col) {
                    Some(_) => {
                        let code = self.along(&place, order, (row, col));
                        Some(self.numbers("exponential", code, (order, order))?)
                    }
                    None => None,
                });
            }
        }
        let by_element = |row: usize, col: usize| -> Option<&Numbers> {
            partials.get(col * order + row).and_then(Option::as_ref)
        };
        let differential = da.through(&mut self.writer.builder, (order, order), by_element);
        Ok(self.with_differential(&values, &differential, (Sign::Plus, matrix.extents)))
    }

    /// The partials of the exponential by one element.
    fn along(&self, place: &TokenStream, order: usize, (row, col): (usize, usize)) -> TokenStream {
        let [zero, one] = [0.0, 1.0].map(|number| self.writer.number(number));
        let [twice, at_row, at_col, size] =
            [2 * order, row, order + col, order].map(Literal::usize_unsuffixed);
        quote!({
            let __of = #place.clone_owned();
            let mut __block = __of.clone().fixed_resize::<#twice, #twice>(#zero);
            __block.fixed_view_mut::<#size, #size>(#size, #size).copy_from(&__of);
            __block[(#at_row, #at_col)] = #one;
            __block.exp().fixed_view::<#size, #size>(0, #size).clone_owned()
        })
    }
}
