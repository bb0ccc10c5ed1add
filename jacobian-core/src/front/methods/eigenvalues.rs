//! Eigenvalues of a matrix that is not symmetric: `a.eigenvalues()`, `a.complex_eigenvalues()`.
//!
//! ```text
//! A v = e v, u^H A = e u^H      de = u^H dA v / (u^H v)
//! ```
//!
//! The values are those of nalgebra, which iterates. The formula holds for an eigenvalue that
//! occurs once. If one occurs twice, as 2 does in `diag(2, 2, 1)`, its partials are NaN, because
//! its vectors `u` and `v` are not unique.
//!
//! Source: P. Lancaster, On eigenvalues of matrices dependent on a parameter, 1964.

use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::differentials::{Differential, Numbers, Sign};
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::syntax::matrix_types::Extents;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::Maybe;

impl<M: Machine> Lowering<M> {
    /// `a.eigenvalues()`: nothing if one of them is complex.
    pub(crate) fn eigenvalues(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let place = matrix.known_place()?;
        self.eigenvalues_by(&matrix, quote!(#place.eigenvalues()))
    }

    /// The eigenvalues of a matrix at a place, as this code finds them.
    pub(crate) fn eigenvalues_by(&mut self, matrix: &Matrix, code: TokenStream) -> Found<Value> {
        let (place, order) = (matrix.known_place()?, matrix.rows);
        let not_a_number = self.writer.number(f64::NAN);
        let otherwise = quote!(#place.column(0).map(|_| #not_a_number));
        let (answer, found) = self
            .writer
            .answered(Wrapper::Option, opaque(code), &otherwise)?;
        let values = self.numbers_at(&found, (order, 1))?;
        let da = self.differential_of(matrix);
        let mut each = Vec::with_capacity(order);
        for position in 0..order {
            let position = Literal::usize_unsuffixed(position);
            let slopes = self.slopes(&place, (&found, &position), &quote!(abs));
            let slopes = self.numbers("slopes", slopes, (order, order))?;
            each.push(da.sum(&mut self.writer.builder, &slopes));
        }
        let inside = self.with_each(&values, &each, matrix.extents.of_column());
        Ok(Maybe::asked(Wrapper::Option, answer, inside).into_value())
    }

    /// `a.complex_eigenvalues()`, as a list of complex numbers.
    pub(crate) fn complex_eigenvalues(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let place = matrix.known_place()?;
        self.complex_eigenvalues_by(&matrix, quote!(#place.complex_eigenvalues()), at)
    }

    /// The same as this code finds them.
    pub(crate) fn complex_eigenvalues_by(
        &mut self,
        matrix: &Matrix,
        code: TokenStream,
        at: At<'_>,
    ) -> Found<Value> {
        let Some(layout) = self.layout_of_crate("Complex") else {
            return self.refuse_matrix_method(matrix, at.call);
        };
        let (place, order) = (matrix.known_place()?, matrix.rows);
        let found = self.writer.variable("eigenvalues", opaque(code))?;
        let da = self.differential_of(matrix);
        let mut each = [Vec::with_capacity(order), Vec::with_capacity(order)];
        for position in 0..order {
            let position = Literal::usize_unsuffixed(position);
            let slopes = self.slopes(&place, (&found, &position), &quote!(norm));
            let slopes = self.writer.variable("slopes", opaque(slopes))?;
            for (parts, field) in each.iter_mut().zip([quote!(re), quote!(im)]) {
                let code = quote!(#slopes.map(|__e| __e.#field));
                let numbers = self.numbers("slopes", code, (order, order))?;
                parts.push(da.sum(&mut self.writer.builder, &numbers));
            }
        }
        let mut columns = Vec::with_capacity(2);
        for (parts, field) in each.iter().zip([quote!(re), quote!(im)]) {
            let code = quote!(#found.map(|__e| __e.#field));
            let values = self.numbers("eigenvalues", code, (order, 1))?;
            let Value::Matrix(column) = self.with_each(&values, parts, Extents::default()) else {
                return Err(Stop);
            };
            columns.push(column);
        }
        let complex = |position: usize| {
            let parts = columns
                .iter()
                .map(|column| column.elements[position].clone());
            Value::Struct(layout.clone(), Rc::new(parts.collect()))
        };
        Ok(Value::array((0..order).map(complex).collect()))
    }

    /// The partials of an eigenvalue by the elements of the matrix at a place. `size` is the method
    /// that gives the size of an eigenvalue: `abs` if they are real, `norm` if they are complex.
    fn slopes(
        &self,
        place: &TokenStream,
        (found, position): (&TokenStream, &Literal),
        size: &TokenStream,
    ) -> TokenStream {
        let value = quote!(#found[#position]);
        let scale = self.one_if_simple(place, (found, &value), size);
        let [one, other] = [1.0, 0.7].map(|number| self.writer.number(number));
        let tiny = self.tiny();
        let start = quote! {
            #place.column(0).map_with_location(|__i, _, _| {
                __zero + if __i % 2 == 0 { #one } else { #other }
            })
        };
        let [right, left] = [quote!(__near.clone_owned()), quote!(__near.adjoint())]
            .map(|matrix| self.null_vector(&matrix, &start));
        // Adding the zero of the type of the eigenvalues makes complex numbers of real ones.
        quote!({
            let __zero = #value - #value;
            let __shift = #value + #place.norm() * #tiny;
            let __near = #place.map_with_location(|__i, __j, __e| {
                if __i == __j { __zero + __e - __shift } else { __zero + __e }
            });
            let (__v, __u) = (#right, #left);
            let (__scale, __both) = (#scale, __u.dotc(&__v));
            (__u.conjugate() * __v.transpose()).map(|__e| __e * __scale / __both)
        })
    }

    /// A vector of length one that a matrix, which is singular but for rounding, takes to almost
    /// zero: by inverse iteration. The vectors of `svd` are wrong for such matrices: those of
    /// nalgebra 0.35 miss by 0.3 for some with four rows.
    fn null_vector(&self, matrix: &TokenStream, start: &TokenStream) -> TokenStream {
        let not_a_number = self.writer.number(f64::NAN);
        quote!({
            let __lu = #matrix.lu();
            let mut __vector = #start;
            for _ in 0..3 {
                __vector = match __lu.solve(&__vector) {
                    Some(__next) => {
                        let __norm = __next.norm();
                        __next.map(|__e| __e / __norm)
                    }
                    None => __vector.map(|__e| __e * #not_a_number),
                };
            }
            __vector
        })
    }

    /// The number one, or not a number if another eigenvalue is the same but for rounding.
    fn one_if_simple(
        &self,
        place: &TokenStream,
        (found, value): (&TokenStream, &TokenStream),
        size: &TokenStream,
    ) -> TokenStream {
        let [one, not_a_number, factor] =
            [1.0, f64::NAN, 1e3].map(|number| self.writer.number(number));
        let tiny = self.tiny();
        quote!({
            let __limit = #place.norm() * #tiny * #factor;
            let __same = #found.iter().filter(|__e| (**__e - #value).#size() <= __limit);
            if __same.count() > 1 { #not_a_number } else { #one }
        })
    }

    /// By how much an eigenvalue is shifted, so that the system is not singular.
    fn tiny(&self) -> TokenStream {
        self.by_width(1e-15, 5e-7)
    }

    /// A column with these values, and the differential of each.
    fn with_each(&mut self, values: &Numbers, each: &[Differential], extents: Extents) -> Value {
        let of_column = Differential::at_each((each.len(), 1), |row, _| each[row].get(0, 0));
        self.with_differential(values, &of_column, (Sign::Plus, extents))
    }
}
