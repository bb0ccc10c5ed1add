//! The polar decomposition of a square matrix: `let (p, u) = a.polar();`.
//!
//! ```text
//! A = P U = W S V^T     M = W^T dA V, K[i, j] = (M[i, j] - M[j, i]) / (s[i] + s[j])
//!                       dU = W K V^T,  dP = dA U^T + A dU^T
//! ```
//!
//! Equal singular values, for example those of a rotation, do no harm. The factor `U` has no
//! derivative only if two of them are zero.
//!
//! Source: N. J. Higham, Functions of Matrices, 2008, section 8.1.

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::methods::decompositions::{ids, opaque};
use crate::front::methods::differentials::{Follow, Numbers, Sign};
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::decomposition::Decomposition;
use crate::front::value::found::Found;
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::{Maybe, Presence};

impl<M: Machine> Lowering<M> {
    /// `a.polar()`
    pub(crate) fn polar(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let place = matrix.known_place()?;
        let code = opaque(quote!(#place.clone_owned().polar()));
        let found = self.writer.variable("polar", code)?;
        self.polar_at(&matrix, &found)
    }

    /// The factors of a matrix, which are at a place.
    pub(crate) fn polar_at(&mut self, matrix: &Matrix, found: &TokenStream) -> Found<Value> {
        let (place, order) = (matrix.known_place()?, matrix.rows);
        let shape = (order, order);
        let [p, u] = [
            self.numbers("p", quote!(#found.0.clone()), shape)?,
            self.numbers("u", quote!(#found.1.clone()), shape)?,
        ];
        let svd = opaque(quote!(#place.clone_owned().svd(true, true)));
        let svd = self.writer.variable("svd", svd)?;
        let left = opaque(self.checked_left(&svd, &place));
        let left = self.writer.variable("left", left)?;
        let one = self.writer.number(1.0);
        let sums = quote!(#left.map_with_location(|__i, __j, _| {
            #one / (#svd.singular_values[__i] + #svd.singular_values[__j])
        }));
        let sums = self.numbers("sums", sums, shape)?;
        let w = self.numbers_at(&left, shape)?;
        let v = quote!(#svd.v_t.clone().unwrap().transpose());
        let v = self.numbers("right", v, shape)?;
        let da = self.differential_of(matrix);
        let a = Numbers {
            rows: order,
            cols: order,
            ids: ids(matrix),
            follow: Follow::Unseen,
        };
        let builder = &mut self.writer.builder;
        let inner = da.times_left(builder, &w.transposed());
        let inner = inner.times_right(builder, &v);
        let turn = inner.minus(builder, &inner.transposed());
        let turn = turn.masked(|row, col| row != col);
        let turn = turn.times_each(builder, &sums);
        let du = turn.times_left(builder, &w);
        let du = du.times_right(builder, &v.transposed());
        let first = da.times_right(builder, &u.transposed());
        let second = du.transposed().times_left(builder, &a);
        let dp = first.plus(builder, &second);
        let form = (Sign::Plus, matrix.extents);
        let p = self.with_differential(&p, &dp, form);
        let u = self.with_differential(&u, &du, form);
        Ok(Value::tuple(vec![p, u]))
    }

    /// `svd.to_polar()` of a decomposition of a square matrix.
    pub(crate) fn polar_of_svd(&mut self, of: &Decomposition) -> Found<Value> {
        let is_there = |part: Option<&Value>| match part {
            Some(Value::Maybe(maybe)) => matches!(maybe.presence, Presence::Always),
            _ => false,
        };
        if !is_there(of.part("u")) || !is_there(of.part("v_t")) {
            return Ok(Maybe::nothing().into_value());
        }
        let object = &of.object;
        let code = opaque(quote!(#object.to_polar().unwrap()));
        let found = self.writer.variable("polar", code)?;
        let found = self.polar_at(&of.matrix, &found)?;
        Ok(Maybe::there(Wrapper::Option, found).into_value())
    }
}
