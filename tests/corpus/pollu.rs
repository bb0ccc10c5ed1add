//! Air pollution: stiff kinetics of 20 species in 25 reactions.
//!
//! ```text
//! rate   = constant * concentration (* concentration)
//! d y_i  = sum of the rates that make species i - sum of those that consume it
//! ```
//!
//! Shallow and sparse: every path from an input to an output is a rate and a sign. The rate
//! constants span sixteen decades, which tests tolerances that are not relative to their entry.
//!
//! Source: J. G. Verwer, Gauss-Seidel iteration for stiff ODEs from chemical kinetics, SIAM J. Sci.
//! Comput. 15 (1994); problem POLLU of the test set for IVP solvers.

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// The right-hand side of POLLU.
#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
#[cfg_attr(test, jacobian(value = fused, fma = always, prefix = contracted))]
#[cfg_attr(test, jacobian(fma = never, prefix = unfused))]
#[cfg_attr(feature = "lanes", jacobian(value = fused, batch, prefix = lanes))]
#[cfg_attr(test, jacobian(order = reverse, layout = csr, prefix = by_reverse))]
#[cfg_attr(test, jacobian(order = forward, fold = none, prefix = by_forward))]
#[cfg_attr(test, jacobian(order = markowitz, fold = full, prefix = by_markowitz))]
pub fn pollu(y: &[f64; 20]) -> [f64; 20] {
    let r1 = 0.35 * y[0];
    let r2 = 26.6 * y[1] * y[3];
    let r3 = 12_300.0 * y[4] * y[1];
    let r4 = 8.6e-4 * y[6];
    let r5 = 8.2e-4 * y[6];
    let r6 = 15_000.0 * y[6] * y[5];
    let r7 = 1.3e-4 * y[8];
    let r8 = 24_000.0 * y[8] * y[5];
    let r9 = 16_500.0 * y[10] * y[1];
    let r10 = 9_000.0 * y[10] * y[0];
    let r11 = 0.022 * y[12];
    let r12 = 12_000.0 * y[9] * y[1];
    let r13 = 1.88 * y[13];
    let r14 = 16_300.0 * y[0] * y[5];
    let r15 = 4.8e6 * y[2];
    let r16 = 3.5e-4 * y[3];
    let r17 = 0.0175 * y[3];
    let r18 = 1e8 * y[15];
    let r19 = 4.44e11 * y[15];
    let r20 = 1_240.0 * y[16] * y[5];
    let r21 = 2.1 * y[18];
    let r22 = 5.78 * y[18];
    let r23 = 0.0474 * y[0] * y[3];
    let r24 = 1_780.0 * y[18] * y[0];
    let r25 = 3.12 * y[19];
    [
        -(r1 + r10 + r14 + r23 + r24) + r2 + r3 + r9 + r11 + r12 + r22 + r25,
        -(r2 + r3 + r9 + r12) + r1 + r21,
        -r15 + r1 + r17 + r19 + r22,
        -(r2 + r16 + r17 + r23) + r15,
        -r3 + 2.0 * r4 + r6 + r7 + r13 + r20,
        -(r6 + r8 + r14 + r20) + r3 + 2.0 * r18,
        -(r4 + r5 + r6) + r13,
        r4 + r5 + r6 + r7,
        -(r7 + r8),
        -r12 + r7 + r9,
        -(r9 + r10) + r8 + r11,
        r9,
        -r11 + r10,
        -r13 + r12,
        r14,
        -(r18 + r19) + r16,
        -r20,
        r20,
        -(r21 + r22 + r24) + r23 + r25,
        -r25 + r24,
    ]
}

/// The same right-hand side over any scalar, from tables of rates and of reactions.
pub fn pollu_twin<S: Scalar>(y: &[S; 20]) -> [S; 20] {
    const RATES: [(f64, &[usize]); 25] = [
        (0.35, &[0]),
        (26.6, &[1, 3]),
        (12_300.0, &[4, 1]),
        (8.6e-4, &[6]),
        (8.2e-4, &[6]),
        (15_000.0, &[6, 5]),
        (1.3e-4, &[8]),
        (24_000.0, &[8, 5]),
        (16_500.0, &[10, 1]),
        (9_000.0, &[10, 0]),
        (0.022, &[12]),
        (12_000.0, &[9, 1]),
        (1.88, &[13]),
        (16_300.0, &[0, 5]),
        (4.8e6, &[2]),
        (3.5e-4, &[3]),
        (0.0175, &[3]),
        (1e8, &[15]),
        (4.44e11, &[15]),
        (1_240.0, &[16, 5]),
        (2.1, &[18]),
        (5.78, &[18]),
        (0.0474, &[0, 3]),
        (1_780.0, &[18, 0]),
        (3.12, &[19]),
    ];
    /// For each species, the reactions that make it, signed and counted from one.
    const BALANCE: [&[i32]; 20] = [
        &[-1, -10, -14, -23, -24, 2, 3, 9, 11, 12, 22, 25],
        &[-2, -3, -9, -12, 1, 21],
        &[-15, 1, 17, 19, 22],
        &[-2, -16, -17, -23, 15],
        &[-3, 4, 4, 6, 7, 13, 20],
        &[-6, -8, -14, -20, 3, 18, 18],
        &[-4, -5, -6, 13],
        &[4, 5, 6, 7],
        &[-7, -8],
        &[-12, 7, 9],
        &[-9, -10, 8, 11],
        &[9],
        &[-11, 10],
        &[-13, 12],
        &[14],
        &[-18, -19, 16],
        &[-20],
        &[20],
        &[-21, -22, -24, 23, 25],
        &[-25, 24],
    ];
    let rates = RATES.map(|(k, species)| species.iter().fold(S::from(k), |r, s| r * y[*s]));
    BALANCE.map(|reactions| {
        reactions.iter().fold(S::from(0.0), |sum, reaction| {
            let rate = rates[reaction.unsigned_abs() as usize - 1];
            if *reaction < 0 {
                sum - rate
            } else {
                sum + rate
            }
        })
    })
}

/// Concentrations in the course of the reaction, all of them positive.
fn base() -> Vec<f64> {
    let first = [0.06, 0.2, 1e-6, 0.04, 1e-5, 2e-6, 0.1, 0.3, 0.01, 1e-6];
    let second = [
        1e-7, 0.006, 1e-5, 1e-6, 0.004, 1e-9, 0.007, 0.001, 1e-5, 1e-4,
    ];
    [first, second].concat()
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "pollu",
    from: "",
    n: 20,
    m: 20,
    nnz: 82,
    colours: 10,
    base,
    further: Vec::new,
    checksums: Some([-5.768_554_839_140e3, -4.040_196_600_427e12]),
    known: &[],
    value: value!(pollu),
    twin: twin!(pollu_twin, 10),
    expansions: expansions!(
        POLLU_PATTERN,
        POLLU_TEMPLATE,
        POLLU_COST,
        pollu_with_jacobian_into,
        pollu_update_into
    ),
};
