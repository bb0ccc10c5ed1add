//! num-dual as its documentation shows it: `gradient`, `hessian` and directions over generic
//! formulas.
//!
//! A gradient, Jacobian or product takes dual numbers with one direction for each column or vector,
//! a Hessian takes those of second order. `w J` is a vector times a Jacobian, since the library
//! only goes forward. `second_generate.py` makes the formulas, operation for operation.

use nalgebra::SVector;
use num_dual::{Derivative, Dual2SVec64, DualNum, DualSVec64};

use crate::timing::Contestant;

/// A function over any of the library's numbers.
pub trait Formula<const N: usize, const M: usize>: 'static {
    /// The outputs.
    fn value<D: DualNum<Primitive = f64> + Copy>(x: &[D; N]) -> [D; M];
}

type Pairs = &'static [(usize, usize)];

/// A formula over one vector of inputs, as the library calls it.
fn over<F: Formula<N, M>, const N: usize, const M: usize, D>(x: SVector<D, N>) -> [D; M]
where
    D: DualNum<Primitive = f64> + Copy,
{
    F::value(&x.data.0[0])
}

/// Value and gradient of each output.
fn gradients<F: Formula<N, M>, const N: usize, const M: usize>(
    x: &[f64],
) -> [(f64, SVector<f64, N>); M] {
    num_dual::gradient(
        over::<F, N, M, DualSVec64<N>>,
        &SVector::from_column_slice(&x[..N]),
    )
}

/// The gradient of one output.
pub fn gradient<F: Formula<N, 1>, const N: usize>(_: F, _: Pairs, _: Pairs) -> Contestant<'static> {
    Box::new(|x, value, entries| {
        let [(output, gradient)] = gradients::<F, N, 1>(x);
        value[0] = output;
        entries.copy_from_slice(gradient.as_slice());
    })
}

/// Gradient and Hessian of one output.
pub fn hessian<F: Formula<N, 1>, const N: usize>(
    _: F,
    _: Pairs,
    lower: Pairs,
) -> Contestant<'static> {
    Box::new(move |x, value, entries| {
        let x = SVector::from_column_slice(&x[..N]);
        let [(output, gradient, hessian)] = num_dual::hessian(over::<F, N, 1, Dual2SVec64<N>>, &x);
        value[0] = output;
        let (first, second) = entries.split_at_mut(N);
        first.copy_from_slice(gradient.as_slice());
        for (entry, place) in second.iter_mut().zip(lower) {
            *entry = hessian[*place];
        }
    })
}

/// Jacobian, and the Hessian of the weighted sum.
pub fn lagrangian<F: Formula<N, M>, const N: usize, const M: usize>(
    _: F,
    jacobian: Pairs,
    lower: Pairs,
) -> Contestant<'static> {
    Box::new(move |x, value, entries| {
        let (x, weights) = x.split_at(N);
        let x = SVector::from_column_slice(x);
        let outputs = num_dual::hessian(over::<F, N, M, Dual2SVec64<N>>, &x);
        for (value, (output, ..)) in value.iter_mut().zip(&outputs) {
            *value = *output;
        }
        let (first, second) = entries.split_at_mut(jacobian.len());
        for (entry, (row, column)) in first.iter_mut().zip(jacobian) {
            *entry = outputs[*row].1[*column];
        }
        for (entry, place) in second.iter_mut().zip(lower) {
            let rows = outputs.iter().zip(weights);
            *entry = rows
                .map(|((.., hessian), weight)| weight * hessian[*place])
                .sum();
        }
    })
}

/// The normal equations.
pub fn normal<F: Formula<N, M>, const N: usize, const M: usize>(
    _: F,
    _: Pairs,
    lower: Pairs,
) -> Contestant<'static> {
    Box::new(move |x, value, entries| {
        let rows = gradients::<F, N, M>(x);
        let (gradient, matrix) = entries.split_at_mut(N);
        gradient.fill(0.0);
        for (value, (output, row)) in value.iter_mut().zip(&rows) {
            *value = *output;
            for (sum, entry) in gradient.iter_mut().zip(row) {
                *sum += output * entry;
            }
        }
        for (entry, (i, j)) in matrix.iter_mut().zip(lower) {
            *entry = rows.iter().map(|(_, row)| row[*i] * row[*j]).sum();
        }
    })
}

/// The Jacobian times `K` vectors: a direction for each.
pub fn jvp<F: Formula<N, M>, const N: usize, const M: usize, const K: usize>(
    _: F,
) -> Contestant<'static> {
    Box::new(|x, value, entries| {
        let (x, vectors) = x.split_at(N);
        let seeded = std::array::from_fn(|column| {
            let directions = SVector::from_fn(|k, _| vectors[k * N + column]);
            DualSVec64::<K>::new(x[column], Derivative::some(directions))
        });
        for (row, output) in F::value(&seeded).into_iter().enumerate() {
            value[row] = output.re;
            let rates = output.eps.unwrap_generic(nalgebra::Const, nalgebra::Const);
            for (k, rate) in rates.iter().enumerate() {
                entries[k * M + row] = *rate;
            }
        }
    })
}

/// `K` vectors times the Jacobian.
pub fn vjp<F: Formula<N, M>, const N: usize, const M: usize, const K: usize>(
    _: F,
) -> Contestant<'static> {
    Box::new(|x, value, entries| {
        let (x, vectors) = x.split_at(N);
        let rows = gradients::<F, N, M>(x);
        for (value, (output, _)) in value.iter_mut().zip(&rows) {
            *value = *output;
        }
        entries.fill(0.0);
        for (product, weights) in entries.chunks_exact_mut(N).zip(vectors.chunks_exact(M)) {
            for (weight, (_, row)) in weights.iter().zip(&rows) {
                for (sum, entry) in product.iter_mut().zip(row) {
                    *sum += weight * entry;
                }
            }
        }
        let _ = K;
    })
}
