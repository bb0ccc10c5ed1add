//! Decompositions of matrices of nalgebra: `lu`, `full_piv_lu`, `cholesky`, `qr`, `col_piv_qr`,
//! `svd` and `symmetric_eigen`, as objects with methods.
//!
//! ```text
//! let lu = a.lu();        let __matrix_1 = Matrix4::from(..); let __lu_2 = __matrix_1.lu();
//! lu.solve(&b)?           let (answer, x) = match __lu_2.solve(&b) { .. };
//!                         r = b - A x, dx = A^-1 dr with A^-1 from `__lu_2.try_inverse()`
//! ```
//!
//! The generated code calls what the user wrote, on the values, so pivots and bits are nalgebra's.
//! `solves`, `factors`, `spectra` and `pseudo_inverse` have the derivatives.
//!
//! Source: M. Giles, Collected matrix derivative results for forward and reverse mode algorithmic
//! differentiation, 2008.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::interface::Wrapper;
use crate::ir::ValueId;

use crate::front::flow::machine::Machine;
use crate::front::methods::differentials::{Differential, Follow, Numbers, Sign};
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::syntax::matrix_types::Extents;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::Maybe;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl<M: Machine> Lowering<M> {
    /// The differential of a matrix that was decomposed, as far as nalgebra reads it.
    pub(crate) fn differential(&self, of: &Decomposition) -> Differential {
        let whole = self.differential_of(&of.matrix);
        if of.kind.reads_lower_triangle() {
            whole.mirrored()
        } else {
            whole
        }
    }

    /// `a.lu()` and the others without arguments.
    pub(crate) fn decomposed(&mut self, kind: Kind, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let (place, method) = (matrix.known_place()?, &at.call.method);
        let code = opaque(quote!(#place.clone_owned().#method()));
        let object = self.writer.variable(&method.to_string(), code)?;
        if kind != Kind::Cholesky {
            return Ok(Decomposition::new(kind, object, matrix).into_value());
        }
        let answer = quote!(#object.as_ref().map(|_| ()));
        let answer = self.writer.settle_answer(&answer, &[])?;
        // It is read only where it is there.
        let object = quote!(#object.as_ref().unwrap());
        let found = Decomposition::new(kind, object, matrix).into_value();
        Ok(Maybe::asked(Wrapper::Option, answer, found).into_value())
    }

    /// The same matrix at a place in the generated code, from which nalgebra takes it.
    pub(crate) fn kept_matrix(&mut self, matrix: &Matrix, at: &impl ToTokens) -> Found<Matrix> {
        self.writer.at_run_time()?;
        self.writer.confirm(matrix);
        let mut ids = Vec::with_capacity(matrix.elements.len());
        for element in matrix.elements.iter() {
            ids.push(self.as_scalar(element.clone(), at, Behind::Nothing)?);
        }
        let elements = ids.into_iter().map(Value::Scalar).collect();
        let mut kept = matrix.like(elements);
        if matrix.place.is_some() {
            kept.place.clone_from(&matrix.place);
            return Ok(kept);
        }
        let mut mentions = Vec::new();
        let spelled = self.spell_all(&kept.elements, &mut mentions).ok_or(Stop)?;
        let owned = self.writer.owned_matrix(matrix, &spelled, at)?;
        let code = Inactive {
            tokens: owned,
            mentions,
        };
        kept.place = Some(self.writer.variable("matrix", code)?);
        Ok(kept)
    }

    pub(crate) fn differential_of(&self, matrix: &Matrix) -> Differential {
        let shape = (matrix.rows, matrix.cols);
        Differential::of(self.writer.builder.code(), shape, &ids(matrix))
    }

    /// The product that nalgebra computes in an order of its own: `dC = dA B + A dB`.
    pub(crate) fn large_product(
        &mut self,
        a: &Matrix,
        b: &Matrix,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let (a, b) = (self.kept_matrix(a, at)?, self.kept_matrix(b, at)?);
        let (left, right) = (a.known_place()?, b.known_place()?);
        let code = quote!(#left.clone_owned() * #right.clone_owned());
        let values = self.numbers("product", code, (a.rows, b.cols))?;
        Ok(self.with_product_rule((&a, &b), &values))
    }

    /// These values with the differential of a product: `dC = dA B + A dB`.
    pub(crate) fn with_product_rule(
        &mut self,
        (a, b): (&Matrix, &Matrix),
        values: &Numbers,
    ) -> Value {
        let follow = if self.given.is_second_order {
            Follow::Seen
        } else {
            Follow::Unseen
        };
        let [factor, other] = [a, b].map(|of| Numbers {
            rows: of.rows,
            cols: of.cols,
            ids: ids(of),
            follow,
        });
        let (da, db) = (self.differential_of(a), self.differential_of(b));
        let builder = &mut self.writer.builder;
        let first = da.times_right(builder, &other);
        let second = db.times_left(builder, &factor);
        let both = first.plus(builder, &second);
        let extents = Extents::new(a.extents.rows, b.extents.cols);
        self.with_differential(values, &both, (Sign::Plus, extents))
    }

    /// A matrix that opaque code computes, as numbers.
    pub(crate) fn numbers(
        &mut self,
        name: &str,
        code: TokenStream,
        (rows, cols): (usize, usize),
    ) -> Found<Numbers> {
        let place = self.writer.variable(name, opaque(code))?;
        self.numbers_at(&place, (rows, cols))
    }

    /// The matrix at a place, as numbers.
    pub(crate) fn numbers_at(
        &mut self,
        place: &TokenStream,
        (rows, cols): (usize, usize),
    ) -> Found<Numbers> {
        let ids = self.writer.elements_of(place, rows * cols)?;
        Ok(Numbers {
            rows,
            cols,
            ids,
            follow: Follow::Unseen,
        })
    }

    /// A matrix with these values and this differential.
    pub(crate) fn with_differential(
        &mut self,
        values: &Numbers,
        differential: &Differential,
        (sign, extents): (Sign, Extents),
    ) -> Value {
        let ids = differential.attached(&mut self.writer.builder, &values.ids, sign);
        let elements = ids.into_iter().map(Value::Scalar).collect();
        Value::Matrix(Matrix::new(values.rows, values.cols, elements).with(extents))
    }

    /// The matrix in an option, or one that is not a number where it is missing.
    pub(crate) fn or_not_a_number(&self, option: &TokenStream, like: &TokenStream) -> TokenStream {
        let not_a_number = self.writer.number(f64::NAN);
        quote!(#option.unwrap_or_else(|| #like.map(|_| #not_a_number)))
    }

    /// The identity, of the type and dimensions of a square matrix.
    pub(crate) fn spelled_identity(&self, like: &TokenStream) -> TokenStream {
        let [zero, one] = [0.0, 1.0].map(|number| self.writer.number(number));
        quote!(#like.map_with_location(|__i, __j, _| if __i == __j { #one } else { #zero }))
    }
}

/// Opaque code that names no value of the code list.
pub(crate) fn opaque(tokens: TokenStream) -> Inactive {
    Inactive {
        tokens,
        mentions: Vec::new(),
    }
}

/// The elements of a matrix that `kept_matrix` has made, as values of the code list.
pub(crate) fn ids(matrix: &Matrix) -> Vec<ValueId> {
    let id = |element: &Value| match element {
        Value::Scalar(id) => Some(*id),
        _ => None,
    };
    matrix.elements.iter().filter_map(id).collect()
}
