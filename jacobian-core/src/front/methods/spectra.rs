//! Eigenvalues and singular values, with their vectors.
//!
//! ```text
//! S = V diag(e) V^T     P = V^T dS V          de = diag(P)    dV = V (F o P)
//!                       F[i, j] = 1 / (e[j] - e[i]), zero on the diagonal
//! A = U diag(s) V^T     P = U^T dA V          ds = diag(P)
//!                       F[i, j] = 1 / (s[j]^2 - s[i]^2), zero on the diagonal
//!                       dU = U (F o (P s + s P^T)) + (1 - U U^T) dA V / s
//!                       dV = V (F o (s P + P^T s)) + (1 - V V^T) dA^T U / s
//! ```
//!
//! nalgebra iterates, and the derivative is that of the limit. Values that occur once have a
//! derivative. Of equal values the vectors can be turned into each other, so their partials are
//! infinite or not a number, and the partials of the values depend on the vectors.
//!
//! Source: M. Giles, 2008; J. Townsend, Differentiating the singular value decomposition, 2016.

use proc_macro2::TokenStream;
use quote::quote;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::differentials::{Differential, Numbers, Sign};
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::Found;
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::Maybe;

/// A singular value decomposition with both factors, as numbers and in variables.
struct Singular {
    u: Numbers,
    v: Numbers,
    /// The variables with `u`, `v` and the singular values.
    places: [TokenStream; 3],
    /// The differential of the matrix, and `P`.
    da: Differential,
    inner: Differential,
}

impl<M: Machine> Lowering<M> {
    /// The fields of `a.symmetric_eigen()`.
    pub(crate) fn symmetric_eigen(&mut self, of: Decomposition) -> Found<Value> {
        let (object, order) = (&of.object, of.matrix.rows);
        let values = self.numbers_at(&quote!(#object.eigenvalues), (order, 1))?;
        let (values, vectors) = self.eigen_of(&of, &values)?;
        Ok(of.with_fields(&["eigenvectors", "eigenvalues"], vec![vectors, values]))
    }

    /// `a.symmetric_eigenvalues()`
    pub(crate) fn symmetric_eigenvalues(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let place = matrix.known_place()?;
        let code = quote!(#place.symmetric_eigenvalues());
        let values = self.numbers("eigenvalues", code, (matrix.rows, 1))?;
        let eigen = opaque(quote!(#place.clone_owned().symmetric_eigen()));
        let object = self.writer.variable("eigen", eigen)?;
        let of = Decomposition::new(Kind::SymmetricEigen, object, matrix);
        let (values, _) = self.eigen_of(&of, &values)?;
        Ok(values)
    }

    fn eigen_of(&mut self, of: &Decomposition, values: &Numbers) -> Found<(Value, Value)> {
        let (object, order) = (&of.object, of.matrix.rows);
        let vectors = self.numbers_at(&quote!(#object.eigenvectors), (order, order))?;
        let one = self.writer.number(1.0);
        let values_at = quote!(#object.eigenvalues);
        let gaps = self.off_diagonal(
            &quote!(#object.eigenvectors),
            &quote!(#one / (#values_at[__j] - #values_at[__i])),
        );
        let gaps = self.numbers("gaps", gaps, (order, order))?;
        let da = self.differential(of);
        let builder = &mut self.writer.builder;
        let inner = da.times_left(builder, &vectors.transposed());
        let inner = inner.times_right(builder, &vectors);
        let of_vectors = inner.times_each(builder, &gaps);
        let of_vectors = of_vectors.times_left(builder, &vectors);
        let extents = of.matrix.extents;
        let form = (Sign::Plus, extents.of_column());
        let values = self.with_differential(values, &diagonal(&inner), form);
        let vectors = self.with_differential(&vectors, &of_vectors, (Sign::Plus, extents));
        Ok((values, vectors))
    }

    /// `a.singular_values()`, ordered or not.
    pub(crate) fn singular_values(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let (place, method) = (matrix.known_place()?, &at.call.method);
        let count = matrix.rows.min(matrix.cols);
        let values = self.numbers("singular_values", quote!(#place.#method()), (count, 1))?;
        let svd = if method == "singular_values" {
            quote!(#place.clone_owned().svd(true, true))
        } else {
            quote!(#place.clone_owned().svd_unordered(true, true))
        };
        let singular = self.singular(&matrix, svd)?;
        let form = (Sign::Plus, matrix.extents.with_least_rows().of_column());
        Ok(self.with_differential(&values, &diagonal(&singular.inner), form))
    }

    /// The fields of `a.svd(true, true)`. `both` computes it with both factors.
    pub(crate) fn svd(
        &mut self,
        of: Decomposition,
        wanted: [bool; 2],
        both: TokenStream,
    ) -> Found<Value> {
        let (object, count) = (&of.object, of.matrix.rows.min(of.matrix.cols));
        let values = self.numbers_at(&quote!(#object.singular_values), (count, 1))?;
        let singular = self.singular(&of.matrix, both)?;
        let extents = of.matrix.extents;
        let form = (Sign::Plus, extents.with_least_rows().of_column());
        let values = self.with_differential(&values, &diagonal(&singular.inner), form);
        let mut u = Maybe::nothing().into_value();
        let mut v_t = Maybe::nothing().into_value();
        if wanted[0] {
            let shape = (of.matrix.rows, count);
            let numbers = self.numbers("u", quote!(#object.u.clone().unwrap()), shape)?;
            let du = self.left_vectors(&singular)?;
            let form = (Sign::Plus, extents.with_least_columns());
            let value = self.with_differential(&numbers, &du, form);
            u = Maybe::of(Some(value)).into_value();
        }
        if wanted[1] {
            let shape = (count, of.matrix.cols);
            let numbers = self.numbers("v_t", quote!(#object.v_t.clone().unwrap()), shape)?;
            let dv = self.right_vectors(&singular)?.transposed();
            let form = (Sign::Plus, extents.with_least_rows());
            let value = self.with_differential(&numbers, &dv, form);
            v_t = Maybe::of(Some(value)).into_value();
        }
        Ok(of.with_fields(&["u", "v_t", "singular_values"], vec![u, v_t, values]))
    }

    /// Decomposes a matrix once more, with both factors, for the partials.
    fn singular(&mut self, matrix: &Matrix, both: TokenStream) -> Found<Singular> {
        let (place, count) = (matrix.known_place()?, matrix.rows.min(matrix.cols));
        let svd = self.writer.variable("svd", opaque(both))?;
        let u = opaque(self.checked_left(&svd, &place));
        let u_at = self.writer.variable("u", u)?;
        let v = opaque(quote!(#svd.v_t.clone().unwrap().transpose()));
        let v_at = self.writer.variable("v", v)?;
        let u = self.numbers_at(&u_at, (matrix.rows, count))?;
        let v = self.numbers_at(&v_at, (matrix.cols, count))?;
        let da = self.differential_of(matrix);
        let builder = &mut self.writer.builder;
        let inner = da.times_left(builder, &u.transposed());
        let inner = inner.times_right(builder, &v);
        Ok(Singular {
            u,
            v,
            places: [u_at, v_at, quote!(#svd.singular_values)],
            da,
            inner,
        })
    }

    /// A bound on rounding errors, for `f64` or for `f32`.
    pub(crate) fn by_width(&self, double: f64, single: f64) -> TokenStream {
        let is_single = self.given.scalar_name == "f32";
        self.writer.number(if is_single { single } else { double })
    }

    /// The left factor of a decomposition, or NaN in all its places if the product of the factors
    /// is not the matrix. nalgebra 0.35 finds wrong factors for some singular matrices with four
    /// rows.
    pub(crate) fn checked_left(&self, svd: &TokenStream, place: &TokenStream) -> TokenStream {
        let limit = self.by_width(1e-8, 1e-3);
        let not_a_number = self.writer.number(f64::NAN);
        quote!({
            let __left = #svd.u.clone().unwrap();
            let __gap = #svd.clone().recompose().unwrap() - #place.clone_owned();
            if __gap.norm() <= #place.norm() * #limit {
                __left
            } else {
                __left.map(|_| #not_a_number)
            }
        })
    }

    fn left_vectors(&mut self, of: &Singular) -> Found<Differential> {
        let [u, v, s] = &of.places;
        let [over, under] = self.gaps(of)?;
        let outside = self.outside(u, v, s, &of.u, &of.v)?;
        let builder = &mut self.writer.builder;
        let first = of.inner.times_each(builder, &over);
        let second = of.inner.transposed().times_each(builder, &under);
        let turn = first.plus(builder, &second);
        let within = turn.times_left(builder, &of.u);
        let Some((projector, scaled)) = outside else {
            return Ok(within);
        };
        let part = of.da.times_right(builder, &scaled);
        let part = part.times_left(builder, &projector);
        Ok(within.plus(builder, &part))
    }

    fn right_vectors(&mut self, of: &Singular) -> Found<Differential> {
        let [u, v, s] = &of.places;
        let [over, under] = self.gaps(of)?;
        let outside = self.outside(v, u, s, &of.v, &of.u)?;
        let builder = &mut self.writer.builder;
        let first = of.inner.times_each(builder, &under);
        let second = of.inner.transposed().times_each(builder, &over);
        let turn = first.plus(builder, &second);
        let within = turn.times_left(builder, &of.v);
        let Some((projector, scaled)) = outside else {
            return Ok(within);
        };
        let part = of.da.transposed().times_right(builder, &scaled);
        let part = part.times_left(builder, &projector);
        Ok(within.plus(builder, &part))
    }

    /// `F s` and `s F`.
    fn gaps(&mut self, of: &Singular) -> Found<[Numbers; 2]> {
        let [u, _, s] = &of.places;
        let square = quote!((#u.tr_mul(&#u)));
        let gap = quote!(((#s[__j] - #s[__i]) * (#s[__j] + #s[__i])));
        let mut over = |factor: TokenStream| {
            let code = self.off_diagonal(&square, &quote!(#factor / #gap));
            self.numbers("gaps", code, (of.u.cols, of.u.cols))
        };
        Ok([over(quote!(#s[__j]))?, over(quote!(#s[__i]))?])
    }

    /// The projector on what the columns of a factor leave, and the other factor divided by the
    /// singular values. `None` if the columns leave nothing.
    fn outside(
        &mut self,
        factor: &TokenStream,
        other: &TokenStream,
        s: &TokenStream,
        numbers: &Numbers,
        others: &Numbers,
    ) -> Found<Option<(Numbers, Numbers)>> {
        if numbers.rows == numbers.cols {
            return Ok(None);
        }
        let one = self.writer.number(1.0);
        let projector = quote! {
            (&#factor * #factor.transpose())
                .map_with_location(|__i, __j, __e| if __i == __j { #one - __e } else { -__e })
        };
        let scaled = quote!(#other.map_with_location(|_, __j, __e| __e / #s[__j]));
        let projector = self.numbers("projector", projector, (numbers.rows, numbers.rows))?;
        let scaled = self.numbers("scaled", scaled, (others.rows, others.cols))?;
        Ok(Some((projector, scaled)))
    }

    /// A matrix like another one, zero on the diagonal.
    fn off_diagonal(&self, like: &TokenStream, element: &TokenStream) -> TokenStream {
        let zero = self.writer.number(0.0);
        quote!(#like.map_with_location(|__i, __j, _| if __i == __j { #zero } else { #element }))
    }

    /// `eigen.recompose()`, `svd.recompose()`: from the fields, which may have been changed.
    pub(crate) fn recomposed(&mut self, of: &Decomposition, at: At<'_>) -> Found<Value> {
        let inside = |value: &Value| match value {
            Value::Maybe(maybe) => maybe.inside.clone(),
            value => value.clone(),
        };
        let fields: Vec<Value> = of.fields.iter().map(inside).collect();
        let (left, right, values) = match fields.as_slice() {
            [Value::Matrix(vectors), Value::Matrix(values)] => (vectors, None, values),
            [Value::Matrix(u), Value::Matrix(v_t), Value::Matrix(values)] => (u, Some(v_t), values),
            _ => return self.writer.refuse(at.call, messages::SVD_WITHOUT_FACTORS),
        };
        let mut scaled = Vec::with_capacity(left.elements.len());
        for (column, value) in left.columns().zip(values.elements.iter()) {
            for element in column.elements.iter() {
                let product = crate::ir::elemental::Operation::Mul;
                scaled.push(self.scalars(product, element, value, at.call)?);
            }
        }
        let scaled = Matrix::new(left.rows, left.cols, scaled);
        match right {
            None => self.product(left, &scaled.transposed(), at.call),
            Some(v_t) => {
                let product = self.product(&scaled, v_t, at.call)?;
                let wrapper = crate::interface::Wrapper::Result;
                Ok(Maybe::there(wrapper, product).into_value())
            }
        }
    }
}

fn diagonal(of: &Differential) -> Differential {
    Differential::at_each((of.rows, 1), |row, _| of.get(row, row))
}
