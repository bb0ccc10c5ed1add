//! Combustion of propane, full formulation: chemical equilibrium of eleven species in air.
//!
//! ```text
//! rows 0-3   conservation of carbon, hydrogen, oxygen, nitrogen: linear
//! rows 4-9   equilibrium of each reaction: products, roots, and p / x10
//! row 10     x10 is the total number of moles: linear
//! ```
//!
//! 28 multiplications, 31 additions, one division, six roots.
//!
//! Source: K. Meintjes and A. P. Morgan, Chemical equilibrium systems as numerical test problems,
//! ACM Trans. Math. Softw. 16 (1990); MINPACK-2, section 2.3.

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// The residual of the combustion of propane.
#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
#[cfg_attr(test, jacobian(value = fused, fma = always, prefix = contracted))]
#[cfg_attr(test, jacobian(fma = never, prefix = unfused))]
#[cfg_attr(feature = "lanes", jacobian(value = fused, batch, prefix = lanes))]
#[cfg_attr(test, jacobian(order = reverse, layout = csr, prefix = by_reverse))]
#[cfg_attr(test, jacobian(order = forward, fold = none, prefix = by_forward))]
#[cfg_attr(test, jacobian(order = markowitz, fold = full, prefix = by_markowitz))]
pub fn cpf(x: &[f64; 11]) -> [f64; 11] {
    const P: f64 = 40.0;
    const R: f64 = 10.0;
    const K5: f64 = 0.1930;
    const K6: f64 = 2.597e-3;
    const K7: f64 = 3.448e-3;
    const K8: f64 = 1.799e-5;
    const K9: f64 = 2.155e-4;
    const K10: f64 = 3.846e-5;
    let pdx = P / x[10];
    let sqpdx = pdx.sqrt();
    let mut sum = x[0];
    for i in 1..10 {
        sum += x[i];
    }
    [
        x[0] + x[3] - 3.0,
        2.0 * x[0] + x[1] + x[3] + x[6] + x[7] + x[8] + 2.0 * x[9] - R,
        2.0 * x[1] + 2.0 * x[4] + x[5] + x[6] - 8.0,
        2.0 * x[2] + x[8] - 4.0 * R,
        K5 * x[1] * x[3] - x[0] * x[4],
        K6 * (x[1] * x[3]).sqrt() - x[0].sqrt() * x[5] * sqpdx,
        K7 * (x[0] * x[1]).sqrt() - x[3].sqrt() * x[6] * sqpdx,
        K8 * x[0] - x[3] * x[7] * pdx,
        K9 * x[0] * x[2].sqrt() - x[3] * x[8] * sqpdx,
        K10 * x[0] * x[0] - x[3] * x[3] * x[9] * pdx,
        x[10] - sum,
    ]
}

/// The same formulas over any scalar.
pub fn cpf_twin<S: Scalar>(x: &[S; 11]) -> [S; 11] {
    let [k5, k6, k7, k8, k9, k10] = [0.1930, 2.597e-3, 3.448e-3, 1.799e-5, 2.155e-4, 3.846e-5];
    let pdx = x[10].recip() * 40.0;
    let sqpdx = pdx.sqrt();
    let sum = x[1..10].iter().fold(x[0], |sum, x| sum + *x);
    [
        x[0] + x[3] - 3.0,
        x[0] * 2.0 + x[1] + x[3] + x[6] + x[7] + x[8] + x[9] * 2.0 - 10.0,
        x[1] * 2.0 + x[4] * 2.0 + x[5] + x[6] - 8.0,
        x[2] * 2.0 + x[8] - 40.0,
        x[1] * k5 * x[3] - x[0] * x[4],
        (x[1] * x[3]).sqrt() * k6 - x[0].sqrt() * x[5] * sqpdx,
        (x[0] * x[1]).sqrt() * k7 - x[3].sqrt() * x[6] * sqpdx,
        x[0] * k8 - x[3] * x[7] * pdx,
        x[0] * k9 * x[2].sqrt() - x[3] * x[8] * sqpdx,
        x[0] * k10 * x[0] - x[3] * x[3] * x[9] * pdx,
        x[10] - sum,
    ]
}

/// The starting point of MINPACK-2, from the constants of the reactions.
fn base() -> Vec<f64> {
    let root = 40.0_f64.sqrt();
    let trace = [
        50.0 * 3.448e-3 / root,
        1e3 * 1.799e-5 / 40.0,
        500.0 * 2.155e-4 / root,
    ];
    let major = [5.0, 2.5, 5.0, 0.1, 0.05 * 0.1930, 2.597e-3 / root];
    [&major[..], &trace, &[5e4 * 3.846e-5 / 40.0, 20.0]].concat()
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "cpf",
    from: "",
    n: 11,
    m: 11,
    nnz: 53,
    colours: 11,
    base,
    further: Vec::new,
    checksums: Some([-4.094_084_457_909e1, -6.631_590_389_290e1]),
    known: &[],
    value: value!(cpf),
    twin: twin!(cpf_twin, 11),
    expansions: expansions!(
        CPF_PATTERN,
        CPF_TEMPLATE,
        CPF_COST,
        cpf_with_jacobian_into,
        cpf_update_into
    ),
};
