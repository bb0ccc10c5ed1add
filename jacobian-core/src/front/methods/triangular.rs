//! Systems with a triangular matrix: `l.solve_lower_triangular(&b)` and the others.
//!
//! ```text
//! L x = b     dx = L^-1 (db - dL x)       only the triangle is read, so only its elements vary
//! ```

use quote::quote;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::solves::System;
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::matrix::Matrix;

/// The triangle of a matrix that nalgebra reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Triangle {
    Lower,
    Upper,
}

impl<M: Machine> Lowering<M> {
    /// The solution of a triangular system. Methods that begin with `tr` or `ad` transpose the
    /// matrix.
    pub(crate) fn solved_triangle(
        &mut self,
        matrix: &Matrix,
        right: Value,
        triangle: Triangle,
        at: At<'_>,
    ) -> Found<Value> {
        let method = &at.call.method;
        let matrix = self.kept_matrix(matrix, at.call)?;
        let right = self.right_side(matrix.rows, right, &at.call.args[0])?;
        let (place, b) = (matrix.known_place()?, right.known_place()?);
        let mut da = self.differential_of(&matrix);
        da = match triangle {
            Triangle::Lower => da.masked(|row, col| row >= col),
            Triangle::Upper => da.masked(|row, col| row <= col),
        };
        let mut inverse = match triangle {
            Triangle::Lower => quote!(#place.lower_triangle()),
            Triangle::Upper => quote!(#place.upper_triangle()),
        };
        let name = method.to_string();
        if name.starts_with("tr_") || name.starts_with("ad_") {
            da = da.transposed();
            inverse = quote!(#inverse.transpose());
        }
        let inverse = self.or_not_a_number(&quote!(#inverse.try_inverse()), &place);
        let inverse = self.numbers("inverse", inverse, (matrix.rows, matrix.cols))?;
        let system = System {
            da,
            inverse,
            right: &right,
        };
        let call = quote!(#place.#method(&#b.clone_owned()));
        if name.ends_with("_unchecked") {
            let x = self.writer.variable("solution", opaque(call))?;
            return self.solution(&system, &x);
        }
        self.solution_if_there(&system, call, &(Wrapper::Option, quote!(#b.clone_owned())))
    }
}
