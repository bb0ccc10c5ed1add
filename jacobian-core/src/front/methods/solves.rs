//! Linear systems, inverses and determinants by the decompositions of nalgebra.
//!
//! ```text
//! x = A^-1 b      r = b - A x        dr = db - dA x      dx = A^-1 dr
//! X = A^-1        dX = -X dA X
//! det A           the cofactors of A, which exist for singular matrices too
//! ```
//!
//! The values are those of the user's call. The inverse that the partials need is computed once
//! for each system, from the decomposition that is there.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::interface::Wrapper;
use crate::ir::CodeListBuilder;

use crate::front::flow::machine::Machine;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::differentials::{Differential, Numbers, Sign};
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::Found;
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::Maybe;
use crate::front::write::opaque::Behind;

impl<M: Machine> Lowering<M> {
    /// `lu.solve(&b)`
    pub(crate) fn solved(&mut self, of: &Decomposition, right: Value, at: At<'_>) -> Found<Value> {
        let right = self.right_side(of.matrix.rows, right, &at.call.args[0])?;
        let (object, b, method) = (&of.object, right.known_place()?, &at.call.method);
        let call = quote!(#object.#method(&#b.clone_owned()));
        let inverse = self.inverse_of(of)?;
        let da = self.differential(of);
        let system = System {
            da,
            inverse,
            right: &right,
        };
        if of.kind == Kind::Cholesky {
            let x = self.writer.variable("solution", opaque(call))?;
            return self.solution(&system, &x);
        }
        let wrapped = (Wrapper::Option, quote!(#b.clone_owned()));
        self.solution_if_there(&system, call, &wrapped)
    }

    /// The solution at a place in the generated code.
    pub(crate) fn solution(&mut self, system: &System<'_>, place: &TokenStream) -> Found<Value> {
        let shape = (system.inverse.rows, system.right.cols);
        let x = self.numbers_at(place, shape)?;
        let db = self.differential_of(system.right);
        let inverse = self.followed_inverse(&system.inverse, &system.da);
        let builder = &mut self.writer.builder;
        let solved = |builder: &mut CodeListBuilder, inverse: &Numbers, x: &Numbers| {
            let by_matrix = system.da.times_right(builder, x);
            let residual = db.minus(builder, &by_matrix);
            residual.times_left(builder, inverse)
        };
        let mut dx = solved(builder, &system.inverse, &x);
        if self.given.is_second_order {
            let x = x.followed(builder, &dx, Sign::Plus);
            dx = solved(builder, &inverse, &x);
        }
        let extents = system.right.extents;
        Ok(self.with_differential(&x, &dx, (Sign::Plus, extents)))
    }

    /// The inverse for use as partials. For second derivatives it has a differential.
    pub(crate) fn followed_inverse(&mut self, x: &Numbers, da: &Differential) -> Numbers {
        if !self.given.is_second_order {
            return x.clone();
        }
        let builder = &mut self.writer.builder;
        let dx = da.times_left(builder, x).times_right(builder, x);
        x.followed(builder, &dx, Sign::Minus)
    }

    /// The solution that a call in the generated code may give.
    pub(crate) fn solution_if_there(
        &mut self,
        system: &System<'_>,
        call: TokenStream,
        (wrapper, otherwise): &(Wrapper, TokenStream),
    ) -> Found<Value> {
        let (answer, x) = self.writer.answered(*wrapper, opaque(call), otherwise)?;
        let x = self.solution(system, &x)?;
        Ok(Maybe::asked(*wrapper, answer, x).into_value())
    }

    /// The right side of a system, at a place of the generated code.
    pub(crate) fn right_side(
        &mut self,
        rows: usize,
        right: Value,
        at: &impl ToTokens,
    ) -> Found<Matrix> {
        let matrix = match right {
            Value::Matrix(matrix) if matrix.rows == rows => matrix,
            // A right side of unknown type is taken for a vector. If it is not, rustc says so.
            other => self.matrix_beside(&Matrix::new(rows, 1, Vec::new()), other, at)?,
        };
        self.kept_matrix(&matrix, at)
    }

    /// The inverse of the matrix that was decomposed, as numbers. It is not a number if the matrix
    /// is singular.
    fn inverse_of(&mut self, of: &Decomposition) -> Found<Numbers> {
        let (object, matrix) = (&of.object, of.matrix.known_place()?);
        let code = match of.kind {
            Kind::Cholesky => quote!(#object.inverse()),
            Kind::Lblt => {
                let identity = self.spelled_identity(&matrix);
                self.or_not_a_number(&quote!(#object.solve(&#identity)), &matrix)
            }
            _ => self.or_not_a_number(&quote!(#object.try_inverse()), &matrix),
        };
        self.numbers("inverse", code, (of.matrix.rows, of.matrix.cols))
    }

    /// `lu.try_inverse()`, `cholesky.inverse()`
    pub(crate) fn inverse(&mut self, of: &Decomposition, at: At<'_>) -> Found<Value> {
        let (object, method) = (&of.object, &at.call.method);
        let code = quote!(#object.#method());
        let da = self.differential(of);
        if of.kind == Kind::Cholesky {
            let place = self.writer.variable("inverse", opaque(code))?;
            return self.inverse_at(&of.matrix, &da, &place);
        }
        self.inverse_if_there(&of.matrix, &da, code)
    }

    /// `a.try_inverse()` of a matrix for which nalgebra has more than a formula.
    pub(crate) fn inverse_of_matrix(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let place = matrix.known_place()?;
        let da = self.differential_of(&matrix);
        self.inverse_if_there(&matrix, &da, quote!(#place.clone_owned().try_inverse()))
    }

    fn inverse_if_there(
        &mut self,
        matrix: &Matrix,
        da: &Differential,
        code: TokenStream,
    ) -> Found<Value> {
        let place = matrix.known_place()?;
        let not_a_number = self.writer.number(f64::NAN);
        let otherwise = quote!(#place.map(|_| #not_a_number));
        let (answer, x) = self
            .writer
            .answered(Wrapper::Option, opaque(code), &otherwise)?;
        let inverse = self.inverse_at(matrix, da, &x)?;
        Ok(Maybe::asked(Wrapper::Option, answer, inverse).into_value())
    }

    fn inverse_at(
        &mut self,
        matrix: &Matrix,
        da: &Differential,
        place: &TokenStream,
    ) -> Found<Value> {
        let x = self.numbers_at(place, (matrix.rows, matrix.cols))?;
        let partials = self.followed_inverse(&x, da);
        let builder = &mut self.writer.builder;
        let dx = da.times_left(builder, &partials);
        let dx = dx.times_right(builder, &partials);
        Ok(self.with_differential(&x, &dx, (Sign::Minus, matrix.extents)))
    }

    /// `lu.determinant()`, `cholesky.determinant()`, `cholesky.ln_determinant()`
    pub(crate) fn determinant_of(&mut self, of: &Decomposition, at: At<'_>) -> Found<Value> {
        let (object, method) = (&of.object, &at.call.method);
        let code = quote!(#object.#method());
        if of.kind != Kind::Cholesky {
            return self.determinant_by(&of.matrix, code);
        }
        let determinant = self.writer.variable("determinant", opaque(code))?;
        let scale = if method == "ln_determinant" {
            TokenStream::new()
        } else {
            quote!(* #determinant)
        };
        let shape = (of.matrix.rows, of.matrix.cols);
        let cofactors = self.numbers("cofactors", quote!(#object.inverse() #scale), shape)?;
        let da = self.differential(of);
        let cofactors = if method == "ln_determinant" {
            self.followed_inverse(&cofactors, &da)
        } else {
            self.followed_cofactors(cofactors, &quote!(#object.inverse()), &da)?
        };
        self.number_with_differential(&determinant, &da, &cofactors)
    }

    /// The cofactors for use as partials. For second derivatives they have a differential, which is
    /// formed by the inverse: it is not a number where the matrix is singular.
    fn followed_cofactors(
        &mut self,
        cofactors: Numbers,
        inverse: &TokenStream,
        da: &Differential,
    ) -> Found<Numbers> {
        if !self.given.is_second_order {
            return Ok(cofactors);
        }
        let inverse = self.numbers("inverse", inverse.clone(), (da.rows, da.cols))?;
        let builder = &mut self.writer.builder;
        let change = da.times_left(builder, &cofactors.transposed());
        let change = change.times_right(builder, &inverse).transposed();
        let sum = da.sum(builder, &cofactors);
        let scaled = sum.times_all(builder, &inverse.transposed());
        let change = change.minus(builder, &scaled);
        Ok(cofactors.followed(builder, &change, Sign::Minus))
    }

    /// `lblt.determinant()`, of which only one triangle is read.
    pub(crate) fn determinant_of_symmetric(&mut self, of: &Decomposition) -> Found<Value> {
        let (object, place) = (&of.object, of.matrix.known_place()?);
        let determinant = quote!(#object.determinant());
        let determinant = self.writer.variable("determinant", opaque(determinant))?;
        let identity = self.spelled_identity(&place);
        let inverse = self.or_not_a_number(&quote!(#object.solve(&#identity)), &place);
        let shape = (of.matrix.rows, of.matrix.cols);
        let cofactors = self.numbers("cofactors", quote!((#inverse * #determinant)), shape)?;
        let da = self.differential(of);
        let cofactors = self.followed_cofactors(cofactors, &inverse, &da)?;
        self.number_with_differential(&determinant, &da, &cofactors)
    }

    /// `a.determinant()` of a matrix for which nalgebra has more than a formula.
    pub(crate) fn determinant_of_matrix(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let place = matrix.known_place()?;
        self.determinant_by(&matrix, quote!(#place.determinant()))
    }

    fn determinant_by(&mut self, matrix: &Matrix, code: TokenStream) -> Found<Value> {
        let place = matrix.known_place()?;
        let determinant = self.writer.variable("determinant", opaque(code))?;
        let cofactors = if matrix.rows == 1 {
            self.spelled_identity(&place)
        } else {
            // A singular matrix has no inverse, but it has cofactors.
            quote! {
                match #place.clone_owned().try_inverse() {
                    Some(__inverse) => __inverse.transpose() * #determinant,
                    None => #place.map_with_location(|__i, __j, _| {
                        let __minor = #place.clone_owned().remove_row(__i).remove_column(__j);
                        let __minor = __minor.determinant();
                        if (__i + __j) % 2 == 0 { __minor } else { -__minor }
                    }),
                }
            }
        };
        let cofactors = self.numbers("cofactors", cofactors, (matrix.rows, matrix.cols))?;
        let da = self.differential_of(matrix);
        let inverse = quote!(#place.clone_owned().try_inverse());
        let inverse = self.or_not_a_number(&inverse, &place);
        let cofactors = self.followed_cofactors(cofactors, &inverse, &da)?;
        self.number_with_differential(&determinant, &da, &cofactors)
    }

    /// A number at a place, whose partials by the elements of a matrix are these numbers.
    pub(crate) fn number_with_differential(
        &mut self,
        place: &TokenStream,
        da: &Differential,
        partials: &Numbers,
    ) -> Found<Value> {
        let value = self.as_scalar(
            Value::Inactive(opaque(place.clone())),
            place,
            Behind::Nothing,
        )?;
        let builder = &mut self.writer.builder;
        let sum = da.sum(builder, partials);
        let attached = sum.attached(builder, &[value], Sign::Plus);
        Ok(Value::Scalar(attached[0]))
    }
}

/// A linear system: the differential of its matrix, the inverse, and the right side.
pub(crate) struct System<'a> {
    pub(crate) da: Differential,
    pub(crate) inverse: Numbers,
    pub(crate) right: &'a Matrix,
}
