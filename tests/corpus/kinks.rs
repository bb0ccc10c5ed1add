//! Functions with kinks: away from them the Jacobian is ordinary, at them one side is taken.
//!
//! ```text
//!  \   /        ____            __        value of the sample points: away from kinks
//!   \ /     ___/            ___/          ties: tested one by one in tests/numeric/main.rs
//!   abs     max            clamp
//! ```

use jacobian_runtime::jacobian;

use super::problem::small;
use super::scalar::Scalar;

/// Absolute values, extrema and limits.
#[jacobian]
pub fn kinks(x: &[f64; 4]) -> [f64; 6] {
    let [a, b, c, d] = *x;
    [
        a.abs() * b,
        a.max(b) + c.min(d),
        (a * b).clamp(-1.0, 1.0),
        c.clamp(a, 10.0),
        (a - b).abs().max((c - d).abs()),
        a.copysign(c) * d.signum(),
    ]
}

/// The same over any scalar, by the definitions.
pub fn kinks_twin<S: Scalar>(x: &[S; 4]) -> [S; 6] {
    let [a, b, c, d] = *x;
    let sign = |s: S| S::from(if s < S::from(0.0) { -1.0 } else { 1.0 });
    [
        a.abs() * b,
        a.max(b) + c.min(d),
        (a * b).max(S::from(-1.0)).min(S::from(1.0)),
        c.max(a).min(S::from(10.0)),
        (a - b).abs().max((c - d).abs()),
        a.abs() * sign(c) * sign(d),
    ]
}

small! {
    /// The row of the corpus.
    KINKS = kinks(4) -> 6, nnz 15, twin kinks_twin, base [-0.6, 0.9, 1.7, -2.2],
    items KINKS_PATTERN KINKS_TEMPLATE KINKS_COST kinks_with_jacobian_into kinks_update_into
}

/// Roundings, remainders and fractions: locally constant, or of slope one.
#[jacobian]
pub fn steps(x: &[f64; 3]) -> [f64; 4] {
    let [a, b, c] = *x;
    [
        a.floor() * b + c.ceil(),
        a.fract() * b.round() + c.round_ties_even(),
        (7.0 * a).rem_euclid(2.0) + a % 0.5,
        c.trunc() * c,
    ]
}

/// The same over any scalar: each rounding is a constant offset near the base point.
pub fn steps_twin<S: Scalar>(x: &[S; 3]) -> [S; 4] {
    let [a, b, c] = *x;
    [
        b * 2.0 + 2.0,
        (a - 2.0) * 3.0 + 1.0,
        (a * 7.0 - 18.0) + (a - 2.5),
        c,
    ]
}

small! {
    /// The row of the corpus.
    STEPS = steps(3) -> 4, nnz 4, twin steps_twin, base [2.7, 3.1, 1.4],
    items STEPS_PATTERN STEPS_TEMPLATE STEPS_COST steps_with_jacobian_into steps_update_into
}
