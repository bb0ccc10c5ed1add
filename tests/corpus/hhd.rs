//! Human heart dipole: two dipoles in the heart from eight moments measured on the skin.
//!
//! ```text
//! unknowns  a b c d  moments of the two dipoles     t u v w  their places
//! rows 0-1  sums        2-3  first moments          4-5 second, 6-7 third
//! ```
//!
//! Rows 2 to 7 are real and imaginary parts of `(a + i c) (t + i v)^k + (b + i d) (u + i w)^k`,
//! written out as in MINPACK-2, with squares and differences of squares named once: 46
//! multiplications and 34 additions. Dense but for the first two rows.
//!
//! Source: B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue, The MINPACK-2 test problem
//! collection, Argonne 1992, section 2.2 (data set DHHD1).

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// The residual of the human heart dipole problem.
#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
#[cfg_attr(test, jacobian(value = fused, fma = always, prefix = contracted))]
#[cfg_attr(test, jacobian(fma = never, prefix = unfused))]
#[cfg_attr(feature = "lanes", jacobian(value = fused, batch, prefix = lanes))]
#[cfg_attr(test, jacobian(order = reverse, layout = csr, prefix = by_reverse))]
#[cfg_attr(test, jacobian(order = forward, fold = none, prefix = by_forward))]
#[cfg_attr(test, jacobian(order = markowitz, fold = full, prefix = by_markowitz))]
pub fn hhd(x: &[f64; 8]) -> [f64; 8] {
    let [a, b, c, d, t, u, v, w] = *x;
    let ts = t * t;
    let us = u * u;
    let vs = v * v;
    let ws = w * w;
    let tv = t * v;
    let uw = u * w;
    let tsvs = ts - vs;
    let usws = us - ws;
    let ts3vs = ts - 3.0 * vs;
    let vs3ts = vs - 3.0 * ts;
    let us3ws = us - 3.0 * ws;
    let ws3us = ws - 3.0 * us;
    [
        a + b - 0.485,
        c + d + 0.0019,
        t * a + u * b - v * c - w * d + 0.0581,
        v * a + w * b + t * c + u * d - 0.015,
        a * tsvs - 2.0 * c * tv + b * usws - 2.0 * d * uw - 0.105,
        c * tsvs + 2.0 * a * tv + d * usws + 2.0 * b * uw - 0.0406,
        a * t * ts3vs + c * v * vs3ts + b * u * us3ws + d * w * ws3us - 0.167,
        c * t * ts3vs - a * v * vs3ts + d * u * us3ws - b * w * ws3us + 0.399,
    ]
}

/// The same formulas over any scalar.
pub fn hhd_twin<S: Scalar>(x: &[S; 8]) -> [S; 8] {
    let [a, b, c, d, t, u, v, w] = *x;
    let [ts, us, vs, ws] = [t * t, u * u, v * v, w * w];
    let [tv, uw] = [t * v, u * w];
    let [tsvs, usws] = [ts - vs, us - ws];
    let [ts3vs, vs3ts] = [ts - vs * 3.0, vs - ts * 3.0];
    let [us3ws, ws3us] = [us - ws * 3.0, ws - us * 3.0];
    [
        a + b - 0.485,
        c + d + 0.0019,
        t * a + u * b - v * c - w * d + 0.0581,
        v * a + w * b + t * c + u * d - 0.015,
        a * tsvs - c * tv * 2.0 + b * usws - d * uw * 2.0 - 0.105,
        c * tsvs + a * tv * 2.0 + d * usws + b * uw * 2.0 - 0.0406,
        a * t * ts3vs + c * v * vs3ts + b * u * us3ws + d * w * ws3us - 0.167,
        c * t * ts3vs - a * v * vs3ts + d * u * us3ws - b * w * ws3us + 0.399,
    ]
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "hhd",
    from: "",
    n: 8,
    m: 8,
    nnz: 52,
    colours: 8,
    base: || {
        vec![
            0.299, 0.186, -0.0273, 0.0254, -0.474, 0.474, -0.0892, 0.0892,
        ]
    },
    further: Vec::new,
    checksums: Some([1.912_675_930_149, 1.910_305_954_716e1]),
    known: &[],
    value: value!(hhd),
    twin: twin!(hhd_twin, 8),
    expansions: expansions!(
        HHD_PATTERN,
        HHD_TEMPLATE,
        HHD_COST,
        hhd_with_jacobian_into,
        hhd_update_into
    ),
};
