//! Coating thickness standardization of MINPACK-2: two responses over two errors in the variables.
//!
//! ```text
//! sheets        n     m
//!      9       26    36      the row of the corpus
//!     63      134   252      the problem of the collection: the same text with 63 in place of 9
//! ```
//!
//! Eight coefficients of two bilinear surfaces are fitted to sheets whose two variables were
//! measured with errors, and the errors are unknowns too: the four residuals of a sheet depend on
//! ten unknowns, so that the Jacobian is a border of eight columns beside diagonals. The
//! measurements are the published ones, all 63; the corpus fits the first nine. Nothing but the
//! number of sheets is written as 9, so that tools may replace it (`resized` in `tests/sources`).
//!
//! Source: B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue, The MINPACK-2 test problem
//! collection, Argonne 1992, section 3.3; data of J. Rogers, National Institute of Standards and
//! Technology.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 1] = [COATING];

/// Coefficients, then the errors of both variables; residuals of both responses, and both errors as
/// they are weighed.
#[row(
    from = "MINPACK-2: coating thickness standardization, the first nine sheets",
    at = [[
        -8.0, 13.0, 1.2, 0.2, 0.1, 6.0, 5.5, -5.2,
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    ]]
)]
#[jacobian]
#[rustfmt::skip]
pub fn coating(x: &[f64; 8], errors: &[[f64; 9]; 2]) -> [[f64; 9]; 4] {
    const THICKNESS: [f64; 63] = [
        0.7140, 0.7169, 0.7232, 0.7151, 0.6848, 0.7070, 0.7177, 0.7073, 0.6734, 0.7174, 0.7125, 0.6947, 0.7121,
        0.7166, 0.6894, 0.6897, 0.7024, 0.7026, 0.6800, 0.6957, 0.6987, 0.7111, 0.7097, 0.6809, 0.7139, 0.7046,
        0.6950, 0.7032, 0.7019, 0.6975, 0.6955, 0.7056, 0.6965, 0.6848, 0.6995, 0.6105, 0.6027, 0.6084, 0.6081,
        0.6057, 0.6116, 0.6052, 0.6136, 0.6032, 0.6081, 0.6092, 0.6122, 0.6157, 0.6191, 0.6169, 0.5483, 0.5371,
        0.5576, 0.5521, 0.5495, 0.5499, 0.4937, 0.5092, 0.5433, 0.5018, 0.5363, 0.4977, 0.5296,
    ];
    const DENSITY: [f64; 63] = [
        5.145, 5.241, 5.389, 5.211, 5.154, 5.105, 5.191, 5.013, 5.582, 5.208, 5.142, 5.284, 5.262,
        6.838, 6.215, 6.817, 6.889, 6.732, 6.717, 6.468, 6.776, 6.574, 6.465, 6.090, 6.350, 4.255,
        4.154, 4.211, 4.287, 4.104, 4.007, 4.261, 4.150, 4.040, 4.155, 5.086, 5.021, 5.040, 5.247,
        5.125, 5.136, 4.949, 5.253, 5.154, 5.227, 5.120, 5.291, 5.294, 5.304, 5.209, 5.384, 5.490,
        5.563, 5.532, 5.372, 5.423, 7.237, 6.944, 6.957, 7.138, 7.009, 7.074, 7.046,
    ];
    const RESPONSES: [[f64; 63]; 2] = [
        [
            9.3636, 9.3512, 9.4891, 9.1888, 9.3161, 9.2585, 9.2913, 9.3914, 9.4524, 9.4995, 9.4179, 9.468, 9.4799,
            11.2917, 11.5062, 11.4579, 11.3977, 11.3688, 11.3897, 11.3104, 11.3882, 11.3629, 11.3149, 11.2474,
            11.2507, 8.1678, 8.1017, 8.3506, 8.3651, 8.2994, 8.1514, 8.2229, 8.1027, 8.3785, 8.4118, 8.0955,
            8.0613, 8.0979, 8.1364, 8.1700, 8.1684, 8.0885, 8.1839, 8.1478, 8.1827, 8.029, 8.1000, 8.2579, 8.2248,
            8.2540, 6.8518, 6.8547, 6.8831, 6.9137, 6.8984, 6.8888, 8.5189, 8.5308, 8.5184, 8.5222, 8.5705,
            8.5353, 8.5213,
        ],
        [
            8.3158, 8.1995, 8.2283, 8.1857, 8.2738, 8.2131, 8.2613, 8.2315, 8.2078, 8.2996, 8.3026, 8.0995, 8.2990,
            9.6753, 9.6687, 9.5704, 9.5435, 9.6780, 9.7668, 9.7827, 9.7844, 9.7011, 9.8006, 9.7610, 9.7813, 7.3073,
            7.2572, 7.4686, 7.3659, 7.3587, 7.3132, 7.3542, 7.2339, 7.4375, 7.4022, 10.7914, 10.6554, 10.7359,
            10.7583, 10.7735, 10.7907, 10.6465, 10.6994, 10.7756, 10.7402, 10.6800, 10.7000, 10.8160, 10.6921,
            10.8677, 12.3495, 12.4424, 12.4303, 12.5086, 12.4513, 12.4625, 16.2290, 16.2781, 16.2082, 16.2715,
            16.2464, 16.1626, 16.1568,
        ],
    ];
    let mut rows = [[0.0; 9]; 4];
    for i in 0..9 {
        let (first, second) = (errors[0][i], errors[1][i]);
        let (u, v) = (THICKNESS[i] + first, DENSITY[i] + second);
        rows[0][i] = x[0] + x[1] * u + x[2] * v + x[3] * u * v - RESPONSES[0][i];
        rows[1][i] = x[4] + x[5] * u + x[6] * v + x[7] * u * v - RESPONSES[1][i];
        rows[2][i] = 4.08 * first;
        rows[3][i] = 0.417 * second;
    }
    rows
}
