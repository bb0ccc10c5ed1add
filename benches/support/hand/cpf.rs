//! Combustion of propane, twice: as the formulas read, and with its roots in lanes.
//!
//! ```text
//! sqrt(x1 x3) = sqrt(x1) sqrt(x3), so d/dx1 = sqrt(x3) / (2 sqrt(x1))
//! ```
//!
//! [`cpf`] forms every root and reciprocal once. In [`in_lanes`], the faster, one vector root and
//! one vector division serve all products under roots and their partials.

use super::fma;

/// The combustion of propane and its 53 entries, every root and reciprocal once.
pub fn cpf(x: &[f64; 11], value: &mut [f64; 11], entries: &mut [f64; 53]) {
    const P: f64 = 40.0;
    const R: f64 = 10.0;
    const K: [f64; 6] = [0.1930, 2.597e-3, 3.448e-3, 1.799e-5, 2.155e-4, 3.846e-5];
    let inverse = 1.0 / x[10];
    let p = P * inverse;
    let s = p.sqrt();
    let (r0, r2, r3) = (x[0].sqrt(), x[2].sqrt(), x[3].sqrt());
    let (q13, q01) = (K[1] * (x[1] * x[3]).sqrt(), K[2] * (x[0] * x[1]).sqrt());
    // The factors of the roots of the pressure, and of the pressure.
    let (a, b, c) = (r0 * s, r3 * s, x[3] * s);
    let (d, e) = (x[3] * p, x[3] * x[3] * p);
    let (ax, bx, cx) = (a * x[5], b * x[6], c * x[8]);
    let (dx, ex) = (d * x[7], e * x[9]);
    let moles = x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7] + x[8] + x[9];
    *value = [
        x[0] + x[3] - 3.0,
        2.0 * x[0] + x[1] + x[3] + x[6] + x[7] + x[8] + 2.0 * x[9] - R,
        2.0 * x[1] + 2.0 * x[4] + x[5] + x[6] - 8.0,
        2.0 * x[2] + x[8] - 4.0 * R,
        K[0] * x[1] * x[3] - x[0] * x[4],
        q13 - ax,
        q01 - bx,
        K[3] * x[0] - dx,
        K[4] * x[0] * r2 - cx,
        K[5] * x[0] * x[0] - ex,
        x[10] - moles,
    ];
    let (i0, i1, i3) = (0.5 / x[0], 0.5 / x[1], 0.5 / x[3]);
    let half = 0.5 * inverse;
    #[rustfmt::skip]
    let columns = [
        1.0, 2.0, -x[4], -ax * i0, q01 * i0, K[3], K[4] * r2, 2.0 * K[5] * x[0], -1.0,
        1.0, 2.0, K[0] * x[3], q13 * i1, q01 * i1, -1.0,
        2.0, 0.5 * K[4] * x[0] / r2, -1.0,
        1.0, 1.0, K[0] * x[1], q13 * i3, -bx * i3, -x[7] * p, -x[8] * s, -2.0 * d * x[9], -1.0,
        2.0, -x[0], -1.0,
        1.0, -a, -1.0,
        1.0, 1.0, -b, -1.0,
        1.0, -d, -1.0,
        1.0, 1.0, -c, -1.0,
        2.0, -e, -1.0,
        ax * half, bx * half, dx * inverse, cx * half, ex * inverse, 1.0,
    ];
    *entries = columns;
}

/// The combustion of propane and its 53 entries, roots and their reciprocals in lanes.
pub fn in_lanes(x: &[f64; 11], value: &mut [f64; 11], entries: &mut [f64; 53]) {
    const K: [f64; 6] = [0.1930, 2.597e-3, 3.448e-3, 1.799e-5, 2.155e-4, 3.846e-5];
    let roots = [x[0], x[1], x[2], x[3]].map(f64::sqrt);
    let halves = roots.map(|root| 0.5 / root);
    let [s0, s1, s2, s3] = roots;
    let [h0, h1, h2, h3] = halves;
    let inverse = 1.0 / x[10];
    let p = 40.0 * inverse;
    let sp = p.sqrt();
    let half = 0.5 * inverse;
    // The loss of each reaction.
    let (s0sp, s3sp) = (s0 * sp, s3 * sp);
    let (x3sp, x3p) = (x[3] * sp, x[3] * p);
    let x33p = x[3] * x3p;
    let lost = [
        s0sp * x[5],
        s3sp * x[6],
        x3p * x[7],
        x3sp * x[8],
        x33p * x[9],
    ];
    let sum = ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7])) + (x[8] + x[9]);
    *value = [
        x[0] + x[3] - 3.0,
        fma(2.0, x[0], x[1]) + (x[3] + x[6]) + (x[7] + x[8]) + fma(2.0, x[9], -10.0),
        fma(2.0, x[1] + x[4], x[5] + x[6]) - 8.0,
        fma(2.0, x[2], x[8]) - 40.0,
        fma(K[0] * x[1], x[3], -(x[0] * x[4])),
        fma(K[1] * s1, s3, -lost[0]),
        fma(K[2] * s0, s1, -lost[1]),
        fma(K[3], x[0], -lost[2]),
        fma(K[4] * x[0], s2, -lost[3]),
        fma(K[5] * x[0], x[0], -lost[4]),
        x[10] - sum,
    ];
    // A column to a line.
    #[rustfmt::skip]
    let columns = [
        1.0, 2.0, -x[4], -(h0 * x[5] * sp), K[2] * h0 * s1, K[3], K[4] * s2, 2.0 * K[5] * x[0], -1.0,
        1.0, 2.0, K[0] * x[3], K[1] * h1 * s3, K[2] * h1 * s0, -1.0,
        2.0, K[4] * x[0] * h2, -1.0,
        1.0, 1.0, K[0] * x[1], K[1] * h3 * s1, -(h3 * x[6] * sp), -(x[7] * p), -(x[8] * sp), -2.0 * x3p * x[9], -1.0,
        2.0, -x[0], -1.0,
        1.0, -s0sp, -1.0,
        1.0, 1.0, -s3sp, -1.0,
        1.0, -x3p, -1.0,
        1.0, 1.0, -x3sp, -1.0,
        2.0, -x33p, -1.0,
        half * lost[0], half * lost[1], inverse * lost[2], half * lost[3], inverse * lost[4], 1.0,
    ];
    *entries = columns;
}
