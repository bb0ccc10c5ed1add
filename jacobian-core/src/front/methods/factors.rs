//! The factors of decompositions: `l` and `u` of `lu`, `l` of `cholesky`, `q` and `r` of `qr`.
//!
//! ```text
//! P A Q = L U      F = L^-1 P dA Q U^-1     dL = L lower(F)        dU = upper(F) U
//! S = L L^T        F = L^-1 dS L^-T         dL = L half(F)         half: lower, half the diagonal
//! A P = Q R        H = dA P R^-1, M = Q^T H, W = lower(M) - lower(M)^T
//!                  dR = Q^T dA P - W R      dQ = H - Q M + Q W
//! ```
//!
//! `lower` is strict, `upper` has the diagonal. The permutation is constant near the matrix, unless
//! two pivots are equal. There the factors jump, and the derivative is that of the permutation
//! that nalgebra has chosen.
//!
//! Source: M. Giles, 2008; Walter & Lehmann, Algorithmic differentiation of linear algebra
//! functions with application in optimum experimental design, 2010, for `qr`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::ir::CodeListBuilder;

use crate::front::flow::machine::Machine;
use crate::front::methods::differentials::{Differential, Follow, Numbers, Sign};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::Found;

/// The differentials of both factors.
type Factors = (Differential, Differential);

impl<M: Machine> Lowering<M> {
    /// `lu.l()`, `lu.u()`, `qr.q()`, `qr.r()`, `cholesky.l()`
    pub(crate) fn factor(&mut self, of: &Decomposition, method: &str) -> Found<Value> {
        let Decomposition {
            kind,
            object,
            matrix,
            ..
        } = of;
        let least = matrix.rows.min(matrix.cols);
        let (code, shape) = match method {
            "l" => (quote!(#object.l()), (matrix.rows, least)),
            "q" => (quote!(#object.q()), (matrix.rows, least)),
            "u" => (quote!(#object.u()), (least, matrix.cols)),
            "unpack_r" => (quote!(#object.clone().unpack_r()), (least, matrix.cols)),
            _ => (quote!(#object.r()), (least, matrix.cols)),
        };
        let values = self.numbers(method, code, shape)?;
        let (first, second) = match kind {
            Kind::Cholesky => {
                let lower = self.cholesky_factor(of, &values)?;
                (lower.clone(), lower)
            }
            Kind::Lu | Kind::FullPivLu => self.lu_factors(of)?,
            _ => self.qr_factors(of)?,
        };
        let differential = match method {
            "l" | "q" => first,
            _ => second,
        };
        let extents = match method {
            "l" | "q" => matrix.extents.with_least_columns(),
            _ => matrix.extents.with_least_rows(),
        };
        Ok(self.with_differential(&values, &differential, (Sign::Plus, extents)))
    }

    fn cholesky_factor(&mut self, of: &Decomposition, l: &Numbers) -> Found<Differential> {
        let (object, shape) = (&of.object, (l.rows, l.cols));
        let place = of.matrix.known_place()?;
        let inverse = self.or_not_a_number(&quote!(#object.l().try_inverse()), &place);
        let inverse = self.numbers("inverse", inverse, shape)?;
        let da = self.differential(of);
        let builder = &mut self.writer.builder;
        let factor = |builder: &mut CodeListBuilder, l: &Numbers, inverse: &Numbers| {
            let inner = da.times_left(builder, inverse);
            let inner = inner.times_right(builder, &inverse.transposed());
            let half = inner.masked(|row, col| row >= col);
            let half = half.scaled(builder, |row, col| if row == col { 0.5 } else { 1.0 });
            let lower = half.times_left(builder, l);
            lower.masked(|row, col| row >= col)
        };
        let dl = factor(builder, l, &inverse);
        if !self.given.is_second_order {
            return Ok(dl);
        }
        let l = l.followed(builder, &dl, Sign::Plus);
        let inverse = self.followed_inverse(&inverse, &dl);
        Ok(factor(&mut self.writer.builder, &l, &inverse))
    }

    fn lu_factors(&mut self, of: &Decomposition) -> Found<Factors> {
        let (object, place) = (&of.object, of.matrix.known_place()?);
        let shape = (of.matrix.rows, of.matrix.cols);
        let identity = self.spelled_identity(&place);
        let left = quote!({
            let mut __p = #identity;
            #object.p().permute_rows(&mut __p);
            #object.l().try_inverse().map(|__inverse| __inverse * __p)
        });
        let left = self.or_not_a_number(&left, &place);
        let left = self.numbers("left", left, shape)?;
        let permuted = if of.kind == Kind::FullPivLu {
            quote!(#object.q().permute_columns(&mut __q);)
        } else {
            TokenStream::new()
        };
        let right = quote!({
            let mut __q = #identity;
            #permuted
            #object.u().try_inverse().map(|__inverse| __q * __inverse)
        });
        let right = self.or_not_a_number(&right, &place);
        let right = self.numbers("right", right, shape)?;
        let [l, u] = [
            self.numbers("l", quote!(#object.l()), shape)?,
            self.numbers("u", quote!(#object.u()), shape)?,
        ];
        let da = self.differential(of);
        let builder = &mut self.writer.builder;
        let inner = da.times_left(builder, &left).times_right(builder, &right);
        let (lower, upper) = triangles(&inner);
        let factors = |builder: &mut CodeListBuilder, (lower, upper): Factors, l, u| {
            let (lower, upper) = (lower.times_left(builder, l), upper.times_right(builder, u));
            (triangles(&lower).0, triangles(&upper).1)
        };
        let (dl, du) = factors(builder, (lower.clone(), upper.clone()), &l, &u);
        if !self.given.is_second_order {
            return Ok((dl, du));
        }
        let dleft = lower.times_right(builder, &left);
        let left = left.followed(builder, &dleft, Sign::Minus);
        let dright = upper.times_left(builder, &right);
        let right = right.followed(builder, &dright, Sign::Minus);
        let l = l.followed(builder, &dl, Sign::Plus);
        let u = u.followed(builder, &du, Sign::Plus);
        let inner = da.times_left(builder, &left).times_right(builder, &right);
        Ok(factors(builder, triangles(&inner), &l, &u))
    }

    fn qr_factors(&mut self, of: &Decomposition) -> Found<Factors> {
        let object = &of.object;
        let (rows, cols) = (of.matrix.rows, of.matrix.cols);
        let least = rows.min(cols);
        let q = self.numbers("q", quote!(#object.q()), (rows, least))?;
        let r = self.numbers("r", quote!(#object.r()), (least, cols))?;
        let square = if cols > least {
            let least = Literal::usize_unsuffixed(least);
            quote!(#object.r().fixed_columns::<#least>(0).clone_owned())
        } else {
            quote!(#object.r())
        };
        let inverse = self.or_not_a_number(&quote!(#square.try_inverse()), &square);
        let inverse = self.numbers("inverse", inverse, (least, least))?;
        let mut da = self.differential(of);
        if of.kind == Kind::ColPivQr {
            let permutation = self.column_permutation(of)?;
            let mut permutation = self.numbers("permutation", permutation, (cols, cols))?;
            if self.given.is_second_order {
                // It is locally constant.
                permutation.follow = Follow::Seen;
            }
            da = da.times_right(&mut self.writer.builder, &permutation);
        }
        let builder = &mut self.writer.builder;
        let (dq, dr) = orthogonal_factors(builder, &da, (&q, &r), &inverse);
        if !self.given.is_second_order {
            return Ok((dq, dr));
        }
        let q = q.followed(builder, &dq, Sign::Plus);
        let r = r.followed(builder, &dr, Sign::Plus);
        let inverse = self.followed_inverse(&inverse, &dr.columns(least));
        let builder = &mut self.writer.builder;
        Ok(orthogonal_factors(builder, &da, (&q, &r), &inverse))
    }

    /// The permutation of the columns, as a matrix.
    fn column_permutation(&mut self, of: &Decomposition) -> Found<TokenStream> {
        let (object, place) = (&of.object, of.matrix.known_place()?);
        let identity = self.spelled_identity(&quote!((#place.tr_mul(&#place))));
        Ok(quote!({
            let mut __p = #identity;
            #object.p().permute_columns(&mut __p);
            __p
        }))
    }
}

/// The strict lower triangle, and the upper one.
fn triangles(of: &Differential) -> Factors {
    (
        of.masked(|row, col| row > col),
        of.masked(|row, col| row <= col),
    )
}

/// The differentials of `Q` and `R`. The inverse is that of the square part of `R`.
fn orthogonal_factors(
    builder: &mut CodeListBuilder,
    da: &Differential,
    (q, r): (&Numbers, &Numbers),
    inverse: &Numbers,
) -> Factors {
    let least = inverse.rows;
    let solved = da.columns(least).times_right(builder, inverse);
    let inner = solved.times_left(builder, &q.transposed());
    let lower = inner.masked(|row, col| row > col);
    let turn = lower.minus(builder, &lower.transposed());
    let of_r = da.times_left(builder, &q.transposed());
    let turned = turn.times_right(builder, r);
    let of_r = of_r.minus(builder, &turned);
    let mut of_q = turn.times_left(builder, q);
    // A square `Q` has nothing outside of its columns.
    if q.rows > least {
        let within = inner.times_left(builder, q);
        let outside = solved.minus(builder, &within);
        of_q = of_q.plus(builder, &outside);
    }
    (of_q, triangles(&of_r).1)
}
