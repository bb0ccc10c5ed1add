//! The real Schur decomposition: `let (q, t) = a.schur().unpack();`.
//!
//! ```text
//! A = Q T Q^T     K = Q^T dA Q, W = Q^T dQ skew:  W T - T W = K  below the diagonal
//!             W[i, j] (t[j, j] - t[i, i]) = K[i, j] - sum W[i, k] t[k, j] + sum t[i, k] W[k, j]
//!                                                   k < j                 k > i
//!                 dQ = Q W,  dT = K - W T + T W
//! ```
//!
//! Row by row from the last one, and from the left, each sum has what is known already. nalgebra
//! iterates, and the derivative is that of the limit. A pair of complex eigenvalues leaves a block
//! of order two, in which the iteration decides where it ends. So there all partials are NaN, but
//! for a matrix of order two, which nalgebra leaves as it is.
//!
//! Source: G. H. Golub and C. F. Van Loan, Matrix Computations, 2013, section 7.6, for the
//! equation of Sylvester.

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::differentials::{Differential, Follow, Numbers, Sign, Terms, weighted};
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::Maybe;
use crate::ir::ValueId;

/// What the equation of the skew part needs: `T`, its negative, and the factors of each element.
struct Equation {
    t: Numbers,
    negative: Numbers,
    gaps: Numbers,
}

impl<M: Machine> Lowering<M> {
    /// `a.schur()`
    pub(crate) fn schur(&mut self, matrix: &Matrix, at: At<'_>) -> Found<Value> {
        let matrix = self.kept_matrix(matrix, at.call)?;
        let place = matrix.known_place()?;
        let code = opaque(quote!(#place.clone_owned().schur()));
        let object = self.writer.variable("schur", code)?;
        self.schur_of(Decomposition::new(Kind::Schur, object, matrix))
    }

    /// `a.try_schur(eps, limit)`, with the decomposition of zeros in place of a missing one.
    pub(crate) fn try_schur(
        &mut self,
        matrix: &Matrix,
        limits: &[Value],
        at: At<'_>,
    ) -> Found<Value> {
        let (answer, object, matrix) = self.tried(matrix, limits, &quote!(schur), at)?;
        let found = self.schur_of(Decomposition::new(Kind::Schur, object, matrix))?;
        let answer = self.writer.settle_answer(&answer, &[])?;
        Ok(Maybe::asked(Wrapper::Option, answer, found).into_value())
    }

    /// The answer and the object of a method that gives up after a number of steps. If it has
    /// given up, the object is what the method without a limit gives for zeros.
    pub(crate) fn tried(
        &mut self,
        matrix: &Matrix,
        limits: &[Value],
        plain: &TokenStream,
        at: At<'_>,
    ) -> Found<(TokenStream, TokenStream, Matrix)> {
        let mut mentions = Vec::new();
        let limits = self.spell_all(limits, &mut mentions).ok_or(Stop)?;
        let matrix = self.kept_matrix(matrix, at.call)?;
        let (place, method) = (matrix.known_place()?, &at.call.method);
        let zero = self.writer.number(0.0);
        let mut code = opaque(quote!(#place.clone_owned().#method(#(#limits),*)));
        code.mentions = mentions;
        let otherwise = quote!(#place.map(|_| #zero).#plain());
        let (answer, object) = self.writer.answered(Wrapper::Option, code, &otherwise)?;
        Ok((answer, object, matrix))
    }

    fn schur_of(&mut self, of: Decomposition) -> Found<Value> {
        let (object, order) = (&of.object, of.matrix.rows);
        let shape = (order, order);
        let pair = opaque(quote!(#object.clone().unpack()));
        let pair = self.writer.variable("unpacked", pair)?;
        let q = self.numbers_at(&quote!(#pair.0), shape)?;
        let t = self.numbers_at(&quote!(#pair.1), shape)?;
        let negative = self.numbers("negative", quote!((-&#pair.1)), shape)?;
        let negative_of_q = self.numbers("negative", quote!((-&#pair.0)), shape)?;
        let gaps = self.schur_gaps(&quote!(#pair.1), order);
        let gaps = self.numbers("gaps", gaps, shape)?;
        let da = self.differential_of(&of.matrix);
        let builder = &mut self.writer.builder;
        let inner = da.times_left(builder, &q.transposed());
        let inner = inner.times_right(builder, &q);
        let equation = Equation { t, negative, gaps };
        let lower = self.skew_part(&inner, &equation);
        let upper = lower.transposed();
        let builder = &mut self.writer.builder;
        // `W` is the lower part less its transpose.
        let first = lower.times_left(builder, &q);
        let second = upper.times_left(builder, &negative_of_q);
        let dq = first.plus(builder, &second);
        let Equation { t, negative, gaps } = &equation;
        let mut dt = inner;
        for (part, left, right) in [(&lower, t, negative), (&upper, negative, t)] {
            let product = part.times_left(builder, left);
            dt = dt.plus(builder, &product);
            let product = part.times_right(builder, right);
            dt = dt.plus(builder, &product);
        }
        let below = dt.times_each(builder, &gaps.transposed());
        let dt = Differential::at_each(shape, |row, col| match row {
            _ if row <= col => dt.get(row, col),
            _ if row == col + 1 => below.get(row, col),
            _ => None,
        });
        let form = (Sign::Plus, of.matrix.extents);
        let q = self.with_differential(&q, &dq, form);
        let t = self.with_differential(&equation.t, &dt, form);
        Ok(of.with_fields(Kind::Schur.parts(), vec![q, t]))
    }

    /// The strict lower part of `W`.
    fn skew_part(&mut self, inner: &Differential, of: &Equation) -> Differential {
        let order = inner.rows;
        let builder = &mut self.writer.builder;
        let one = builder.literal(1.0);
        let mut found: Vec<Option<ValueId>> = vec![None; order * order];
        for row in (1..order).rev() {
            for col in 0..row {
                let known = |row: usize, col: usize| found[col * order + row];
                let own = inner.get(row, col).map(|part| (part, one));
                let left = (0..col).filter_map(|k| Some((known(row, k)?, of.negative.get(k, col))));
                let above = row + 1..order;
                let right = above.filter_map(|k| Some((known(k, col)?, of.t.get(row, k))));
                let terms: Terms = own.into_iter().chain(left).chain(right).collect();
                found[col * order + row] =
                    weighted(builder, &terms, Follow::Unseen).and_then(|sum| {
                        weighted(builder, &[(sum, of.gaps.get(row, col))], Follow::Unseen)
                    });
            }
        }
        Differential::at_each((order, order), |row, col| found[col * order + row])
    }

    /// Below the diagonal the factors of the equation, and above it what remains of the partials of
    /// the elements that are opposite.
    fn schur_gaps(&self, t: &TokenStream, order: usize) -> TokenStream {
        let [zero, one, not_a_number] =
            [0.0, 1.0, f64::NAN].map(|number| self.writer.number(number));
        let (factor, remains) = if order == 2 {
            (&zero, &one)
        } else {
            (&not_a_number, &not_a_number)
        };
        quote!({
            let __is_real = (1..#t.nrows()).all(|__i| #t[(__i, __i - 1)] == #zero);
            #t.map_with_location(|__i, __j, _| match (__is_real, __i > __j) {
                (true, true) => #one / (#t[(__j, __j)] - #t[(__i, __i)]),
                (true, false) => #zero,
                (false, true) => #factor,
                (false, false) => #remains,
            })
        })
    }
}
