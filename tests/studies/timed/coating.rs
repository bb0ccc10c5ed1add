//! Coating thickness standardization over any scalar, and its Jacobian as an expert writes it; the
//! data follow.
//!
//! ```text
//! s = THICKNESS[i] + x[8 + i], t = DENSITY[i] + x[71 + i]
//! row i:  1 s t st   and  x1 + x3 t,  x2 + x3 s
//! ```

use crate::corpus::problem::{Problem, array, array_mut, twin, value};
use crate::corpus::scalar::Scalar;

pub fn coating(x: &[f64; 134]) -> [f64; 252] {
    let mut f = [0.0; 252];
    for i in 0..63 {
        f[i] = x[0]
            + x[1] * (THICKNESS[i] + x[8 + i])
            + x[2] * (DENSITY[i] + x[71 + i])
            + x[3] * (THICKNESS[i] + x[8 + i]) * (DENSITY[i] + x[71 + i])
            - RESPONSES[0][i];
        f[63 + i] = x[4]
            + x[5] * (THICKNESS[i] + x[8 + i])
            + x[6] * (DENSITY[i] + x[71 + i])
            + x[7] * (THICKNESS[i] + x[8 + i]) * (DENSITY[i] + x[71 + i])
            - RESPONSES[1][i];
        f[126 + i] = 4.08 * x[8 + i];
        f[189 + i] = 0.417 * x[71 + i];
    }
    f
}

fn coating_twin<S: Scalar>(x: &[S; 134]) -> [S; 252] {
    std::array::from_fn(|row| {
        let i = row % 63;
        let (s, t) = (x[8 + i] + THICKNESS[i], x[71 + i] + DENSITY[i]);
        match row / 63 {
            0 => x[0] + x[1] * s + x[2] * t + x[3] * s * t - RESPONSES[0][i],
            1 => x[4] + x[5] * s + x[6] * t + x[7] * s * t - RESPONSES[1][i],
            2 => x[8 + i] * 4.08,
            _ => x[71 + i] * 0.417,
        }
    })
}

/// Column by column: eight dense ones of 63 rows, then two rows of the model and one weight for
/// each sample.
pub fn by_hand(x: &[f64; 134], value: &mut [f64; 252], entries: &mut [f64; 882]) {
    for i in 0..63 {
        let (s, t) = (THICKNESS[i] + x[8 + i], DENSITY[i] + x[71 + i]);
        let st = s * t;
        value[i] = x[0] + x[1] * s + x[2] * t + x[3] * st - RESPONSES[0][i];
        value[63 + i] = x[4] + x[5] * s + x[6] * t + x[7] * st - RESPONSES[1][i];
        value[126 + i] = 4.08 * x[8 + i];
        value[189 + i] = 0.417 * x[71 + i];
        for first in 0..2 {
            entries[252 * first + i] = 1.0;
            entries[252 * first + 63 + i] = s;
            entries[252 * first + 126 + i] = t;
            entries[252 * first + 189 + i] = st;
        }
        entries[504 + 3 * i] = x[1] + x[3] * t;
        entries[505 + 3 * i] = x[5] + x[7] * t;
        entries[506 + 3 * i] = 4.08;
        entries[693 + 3 * i] = x[2] + x[3] * s;
        entries[694 + 3 * i] = x[6] + x[7] * s;
        entries[695 + 3 * i] = 0.417;
    }
}

fn base() -> Vec<f64> {
    let model = [-8.0, 13.0, 1.2, 0.2, 0.1, 6.0, 5.5, -5.2];
    let error = |i: u32| 0.01 + f64::from(i % 7) / 64.0;
    model.into_iter().chain((0..126).map(error)).collect()
}

pub const PROBLEM: Problem = Problem {
    name: "coating",
    from: "",
    n: 134,
    m: 252,
    nnz: 882,
    colours: 6,
    base,
    further: Vec::new,
    checksums: None,
    known: &[],
    value: value!(coating),
    twin: twin!(coating_twin, 6),
    expansions: &[],
};

