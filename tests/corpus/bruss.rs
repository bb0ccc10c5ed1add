//! The Brusselator in one dimension: an autocatalytic reaction that diffuses along a line.
//!
//! ```text
//! u = 1, v = 3 | u1 v1 | u2 v2 | ... | u32 v32 | u = 1, v = 3
//!
//! u' = 1 + u^2 v - 4 u + D (left + right - 2 u)
//! v' = 3 u - u^2 v     + D (left + right - 2 v)
//! ```
//!
//! Thirty-two equal cells, four colours: of the entries, those off the diagonal blocks are
//! constant.
//!
//! Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.1.

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// The right-hand side of the Brusselator on 32 cells.
#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
#[cfg_attr(test, jacobian(value = fused, fma = always, prefix = contracted))]
#[cfg_attr(test, jacobian(fma = never, prefix = unfused))]
#[cfg_attr(feature = "lanes", jacobian(value = fused, batch, prefix = lanes))]
#[cfg_attr(feature = "second_order", jacobian(jvp, vjp, linearize, prefix = ours))]
#[cfg_attr(feature = "second_order", jacobian(jvp, vjp, linearize, value = fused, prefix = ours_fused))]
#[cfg_attr(feature = "second_order", jacobian(jvp, vjp, linearize, value = fused, order = reverse, prefix = ours_reversed))]
#[cfg_attr(test, jacobian(order = reverse, layout = csr, prefix = by_reverse))]
#[cfg_attr(test, jacobian(order = forward, fold = none, prefix = by_forward))]
#[cfg_attr(test, jacobian(order = markowitz, fold = full, prefix = by_markowitz))]
pub fn bruss(x: &[f64; 64]) -> [f64; 64] {
    const D: f64 = 0.02 * 33.0 * 33.0;
    let mut f = [0.0; 64];
    for i in 0..32 {
        let u = x[2 * i];
        let v = x[2 * i + 1];
        let left_u = if i == 0 { 1.0 } else { x[2 * i - 2] };
        let left_v = if i == 0 { 3.0 } else { x[2 * i - 1] };
        let right_u = if i == 31 { 1.0 } else { x[2 * i + 2] };
        let right_v = if i == 31 { 3.0 } else { x[2 * i + 3] };
        let uuv = u * u * v;
        f[2 * i] = 1.0 + uuv - 4.0 * u + D * (left_u + right_u - 2.0 * u);
        f[2 * i + 1] = 3.0 * u - uuv + D * (left_v + right_v - 2.0 * v);
    }
    f
}

/// The same right-hand side over any scalar.
pub fn bruss_twin<S: Scalar>(x: &[S; 64]) -> [S; 64] {
    let diffusion = 0.02 * 33.0 * 33.0;
    let cell = |i: usize| match i {
        0 | 33 => [S::from(1.0), S::from(3.0)],
        i => [x[2 * i - 2], x[2 * i - 1]],
    };
    let mut f = *x;
    for i in 1..33 {
        let [[left_u, left_v], [u, v], [right_u, right_v]] = [cell(i - 1), cell(i), cell(i + 1)];
        let uuv = u * u * v;
        f[2 * i - 2] = uuv - u * 4.0 + (left_u + right_u - u * 2.0) * diffusion + 1.0;
        f[2 * i - 1] = u * 3.0 - uuv + (left_v + right_v - v * 2.0) * diffusion;
    }
    f
}

/// A wave in one species, a slope in the other.
pub fn base() -> Vec<f64> {
    let cell = |i: u8| {
        let phase = 2.0 * std::f64::consts::PI * f64::from(i) / 33.0;
        [1.0 + phase.sin() / 2.0, 3.0 - 0.02 * f64::from(i - 1)]
    };
    (1..33).flat_map(cell).collect()
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "bruss",
    from: "",
    n: 64,
    m: 64,
    nnz: 252,
    colours: 4,
    base,
    further: Vec::new,
    checksums: Some([1.195_423_690_639e3, -3.936_418_641_447e3]),
    known: &[],
    value: value!(bruss),
    twin: twin!(bruss_twin, 4),
    expansions: expansions!(
        BRUSS_PATTERN,
        BRUSS_TEMPLATE,
        BRUSS_COST,
        bruss_with_jacobian_into,
        bruss_update_into
    ),
};
