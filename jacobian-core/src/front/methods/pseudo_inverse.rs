//! The pseudo-inverse and least squares, by the singular value decomposition of nalgebra.
//!
//! ```text
//! X = A^+      dX = -X dA X + X X^T dA^T (1 - A X) + (1 - X A) dA^T X^T X
//! x = X b      r = b - A x       dx = X (db - dA x) + X X^T dA^T r + (1 - X A) dA^T X^T x
//! ```
//!
//! The rank of `A` must be full. Where the user's limit makes a singular value zero the partials
//! are not a number, because the rank changes in each neighbourhood of the matrix.
//!
//! Source: G. H. Golub & V. Pereyra, The differentiation of pseudo-inverses and nonlinear least
//! squares problems whose variables separate, 1973.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::differentials::{Differential, Numbers, Sign};
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::syntax::matrix_types::Extents;
use crate::front::value::decomposition::Decomposition;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Value};

/// A pseudo-inverse in the generated code.
struct Pseudo {
    place: TokenStream,
    numbers: Numbers,
    da: Differential,
}

impl<M: Machine> Lowering<M> {
    /// `a.pseudo_inverse(eps)`, `svd.pseudo_inverse(eps)`
    pub(crate) fn pseudo_inverse(
        &mut self,
        (object, matrix): (&TokenStream, &Matrix),
        limit: &Value,
    ) -> Found<Value> {
        let limit = self.limit_of_rank(limit)?;
        let of = self.pseudo(matrix, &limit)?;
        let code = opaque(quote!(#object.clone().pseudo_inverse(#limit)));
        let place = matrix.known_place()?;
        let (answer, found) =
            self.writer
                .answered(Wrapper::Result, code, &quote!(#place.transpose()))?;
        let values = self.numbers_at(&found, (matrix.cols, matrix.rows))?;
        let (x, at_x) = (&of.numbers, &of.place);
        let mut dx = {
            let builder = &mut self.writer.builder;
            let dx = of.da.times_left(builder, x).times_right(builder, x);
            dx.scaled(builder, |_, _| -1.0)
        };
        let turned = of.da.transposed();
        if matrix.rows > matrix.cols {
            let left = quote!(&#at_x * #at_x.transpose());
            let left = self.numbers("normal", left, (matrix.cols, matrix.cols))?;
            let right = self.rest_of(&quote!((&#place * &#at_x)));
            let right = self.numbers("rest", right, (matrix.rows, matrix.rows))?;
            let builder = &mut self.writer.builder;
            let part = turned
                .times_left(builder, &left)
                .times_right(builder, &right);
            dx = dx.plus(builder, &part);
        }
        if matrix.cols > matrix.rows {
            let left = self.rest_of(&quote!((&#at_x * &#place)));
            let left = self.numbers("rest", left, (matrix.cols, matrix.cols))?;
            let right = quote!(#at_x.transpose() * &#at_x);
            let right = self.numbers("normal", right, (matrix.rows, matrix.rows))?;
            let builder = &mut self.writer.builder;
            let part = turned
                .times_left(builder, &left)
                .times_right(builder, &right);
            dx = dx.plus(builder, &part);
        }
        let form = (Sign::Plus, matrix.extents.transposed());
        let inside = self.with_differential(&values, &dx, form);
        Ok(Maybe::asked(Wrapper::Result, answer, inside).into_value())
    }

    /// `svd.solve(&b, eps)`
    pub(crate) fn least_squares(
        &mut self,
        of: &Decomposition,
        (right, limit): (Value, Value),
        at: At<'_>,
    ) -> Found<Value> {
        self.unchanged(of, at)?;
        let is_missing = |field: &Value| match field {
            Value::Maybe(maybe) => !matches!(maybe.presence, Presence::Always),
            _ => false,
        };
        if of.fields.iter().any(is_missing) {
            return self.writer.refuse(at.call, messages::SVD_WITHOUT_FACTORS);
        }
        let (object, matrix) = (&of.object, &of.matrix);
        let limit = self.limit_of_rank(&limit)?;
        let right = self.right_side(matrix.rows, right, &at.call.args[0])?;
        let (b, place) = (right.known_place()?, matrix.known_place()?);
        let pseudo = self.pseudo(matrix, &limit)?;
        let at_x = &pseudo.place;
        let code = opaque(quote!(#object.solve(&#b.clone_owned(), #limit)));
        let otherwise = quote!(&#at_x * #b.clone_owned());
        let (answer, found) = self.writer.answered(Wrapper::Result, code, &otherwise)?;
        let x = self.numbers_at(&found, (matrix.cols, right.cols))?;
        let db = self.differential_of(&right);
        let builder = &mut self.writer.builder;
        let by_matrix = pseudo.da.times_right(builder, &x);
        let mut dx = db
            .minus(builder, &by_matrix)
            .times_left(builder, &pseudo.numbers);
        let turned = pseudo.da.transposed();
        if matrix.rows > matrix.cols {
            let rest = quote!(#b.clone_owned() - &#place * &#found);
            let rest = self.numbers("residual", rest, (matrix.rows, right.cols))?;
            let normal = quote!(&#at_x * #at_x.transpose());
            let normal = self.numbers("normal", normal, (matrix.cols, matrix.cols))?;
            let builder = &mut self.writer.builder;
            let part = turned
                .times_right(builder, &rest)
                .times_left(builder, &normal);
            dx = dx.plus(builder, &part);
        }
        if matrix.cols > matrix.rows {
            let weights = quote!(#at_x.transpose() * &#found);
            let weights = self.numbers("weights", weights, (matrix.rows, right.cols))?;
            let rest = self.rest_of(&quote!((&#at_x * &#place)));
            let rest = self.numbers("rest", rest, (matrix.cols, matrix.cols))?;
            let builder = &mut self.writer.builder;
            let part = turned
                .times_right(builder, &weights)
                .times_left(builder, &rest);
            dx = dx.plus(builder, &part);
        }
        let extents = Extents::new(matrix.extents.cols, right.extents.cols);
        let x = self.with_differential(&x, &dx, (Sign::Plus, extents));
        Ok(Maybe::asked(Wrapper::Result, answer, x).into_value())
    }

    /// Refuses a method that reads fields which the user may have changed.
    pub(crate) fn unchanged(&mut self, of: &Decomposition, at: At<'_>) -> Found<()> {
        if of.is_unchanged() {
            return Ok(());
        }
        self.writer.refuse(at.call, messages::DECOMPOSITION_CHANGED)
    }

    /// The limit below which a singular value is zero, in a variable.
    fn limit_of_rank(&mut self, limit: &Value) -> Found<TokenStream> {
        let mut mentions = Vec::new();
        let tokens = self.spell(limit, &mut mentions).ok_or(Stop)?;
        self.writer.variable("limit", Inactive { tokens, mentions })
    }

    /// The pseudo-inverse for the partials. It is not a number if the rank is not full.
    fn pseudo(&mut self, matrix: &Matrix, limit: &TokenStream) -> Found<Pseudo> {
        let (place, not_a_number) = (matrix.known_place()?, self.writer.number(f64::NAN));
        let rank = Literal::usize_unsuffixed(matrix.rows.min(matrix.cols));
        let code = quote!({
            let __svd = #place.clone_owned().svd(true, true);
            let __is_full = __svd.rank(#limit) == #rank;
            match __svd.pseudo_inverse(#limit) {
                Ok(__inverse) if __is_full => __inverse,
                _ => #place.transpose().map(|_| #not_a_number),
            }
        });
        let place = self.writer.variable("pseudo_inverse", opaque(code))?;
        let numbers = self.numbers_at(&place, (matrix.cols, matrix.rows))?;
        let da = self.differential_of(matrix);
        Ok(Pseudo { place, numbers, da })
    }

    /// The identity minus a matrix.
    fn rest_of(&self, matrix: &TokenStream) -> TokenStream {
        let one = self.writer.number(1.0);
        quote! {
            #matrix.map_with_location(|__i, __j, __e| if __i == __j { #one - __e } else { -__e })
        }
    }
}
