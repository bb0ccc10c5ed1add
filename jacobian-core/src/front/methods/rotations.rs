//! The rotation that is nearest to a matrix: `Rotation3::from_matrix(&m)`, `r.renormalize()`.
//!
//! ```text
//! S = M R^T is symmetric     X = dM R^T    (tr S - S) w = vee(X - X^T)    dR = [w] R
//! ```
//!
//! nalgebra iterates until the rotation is near enough, and the derivative is that of the limit.
//! Where two rotations are as near as each other, the matrix of `w` is singular and the partials
//! are NaN. In the plane `w` is a number, divided by the trace of `S`.
//!
//! Source: N. J. Higham, Functions of Matrices, 2008, section 8.1, for the condition.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::front::flow::machine::Machine;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::differentials::{Differential, Sign};
use crate::front::methods::table::{At, Given};
use crate::front::names::state::Lowering;
use crate::front::value::found::Found;
use crate::front::value::matrix::Matrix;

impl<M: Machine> Lowering<M> {
    /// The nearest rotation of a matrix of order two or three. Texts of the prelude call it.
    pub(crate) fn nearest_rotation(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Given> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let (place, order) = (matrix.known_place()?, matrix.rows);
        let name = if order == 2 { "Rotation2" } else { "Rotation3" };
        // The user may have imported another type only.
        let name = Ident::new(name, Span::call_site());
        let path = quote!(::nalgebra::#name);
        let code = if at.call.method == "__nearest_rotation" {
            quote!(#path::from_matrix(&#place.clone_owned()).into_inner())
        } else {
            quote!({
                let mut __rotation = #path::from_matrix_unchecked(#place.clone_owned());
                let _ = __rotation.renormalize();
                __rotation.into_inner()
            })
        };
        let rotation = self.writer.variable("rotation", opaque(code))?;
        let shape = (order, order);
        let values = self.numbers_at(&rotation, shape)?;
        let solved = self.solved_turn(&place, &rotation, order);
        let count = if order == 2 { 1 } else { 3 };
        let solved = self.numbers("solved", solved, (count, count))?;
        let dm = self.differential_of(&matrix);
        let builder = &mut self.writer.builder;
        let turned = dm.times_right(builder, &values.transposed());
        let skew = turned.minus(builder, &turned.transposed());
        let places: &[(usize, usize)] = if order == 2 {
            &[(1, 0)]
        } else {
            &[(2, 1), (0, 2), (1, 0)]
        };
        let vee = Differential::at_each((count, 1), |row, _| {
            let (row, col) = places[row];
            skew.get(row, col)
        });
        let turn = vee.times_left(builder, &solved);
        let signed = Differential::at_each(shape, |row, col| {
            let is_at = |at: &(usize, usize)| *at == (row, col) || *at == (col, row);
            let position = places.iter().position(is_at)?;
            turn.get(position, 0)
        });
        let signed = signed.scaled(builder, |row, col| {
            if places.contains(&(row, col)) {
                1.0
            } else {
                -1.0
            }
        });
        let dr = signed.times_right(builder, &values);
        let form = (Sign::Plus, matrix.extents);
        Ok(Given::Value(self.with_differential(&values, &dr, form)))
    }

    /// The inverse of the matrix of `w`.
    fn solved_turn(
        &self,
        place: &TokenStream,
        rotation: &TokenStream,
        order: usize,
    ) -> TokenStream {
        let one = self.writer.number(1.0);
        let product = quote!((#place.clone_owned() * #rotation.transpose()));
        if order == 2 {
            return quote!([#one / #product.trace()]);
        }
        let identity = self.spelled_identity(rotation);
        let system = quote!({
            let __product = #product;
            (#identity * __product.trace() - __product).try_inverse()
        });
        self.or_not_a_number(&system, rotation)
    }
}
