//! The test set of Moré, Garbow and Hillstrom, first half: small systems and fits to data.
//!
//! ```text
//! residuals f_1 .. f_m, starting point, sum of squares at the minimum: all as published
//! ```
//!
//! Problems 1, 2, 5, 13 and 31 are in tests/corpus/classics.rs.
//! Source: J. J. Moré, B. S. Garbow, K. E. Hillstrom, Testing unconstrained optimization software,
//! ACM Trans. Math. Softw. 7 (1981).

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, squares};

/// Every row of this file.
pub const ALL: [Problem; 15] = [
    POWELL_BADLY_SCALED,
    BROWN_BADLY_SCALED,
    JENNRICH_SAMPSON,
    HELICAL_VALLEY,
    BARD,
    GAUSSIAN,
    MEYER,
    GULF,
    BOX_3D,
    WOOD,
    KOWALIK_OSBORNE,
    BROWN_DENNIS,
    OSBORNE_1,
    BIGGS_EXP6,
    OSBORNE_2,
];

/// Powell's badly scaled function.
#[row(
    from = "problem 3",
    at = [[0.0, 1.0]],
    known = [squares(&[1.098e-5, 9.106], 0.0, 1e-6)]
)]
#[jacobian]
pub fn powell_badly_scaled(x: &[f64; 2]) -> [f64; 2] {
    [
        1e4 * x[0] * x[1] - 1.0,
        (-x[0]).exp() + (-x[1]).exp() - 1.0001,
    ]
}

/// Brown's badly scaled function.
#[row(
    from = "problem 4",
    at = [[1.0, 1.0]],
    known = [squares(&[1e6, 2e-6], 0.0, 1e-20)]
)]
#[jacobian]
pub fn brown_badly_scaled(x: &[f64; 2]) -> [f64; 3] {
    [x[0] - 1e6, x[1] - 2e-6, x[0] * x[1] - 2.0]
}

/// The function of Jennrich and Sampson.
#[row(
    from = "problem 6",
    at = [[0.3, 0.4]],
    known = [squares(&[0.2578, 0.2578], 124.362, 2e-3)]
)]
#[jacobian]
pub fn jennrich_sampson(x: &[f64; 2]) -> [f64; 10] {
    std::array::from_fn(|i| {
        let i = (i + 1) as f64;
        2.0 + 2.0 * i - ((i * x[0]).exp() + (i * x[1]).exp())
    })
}

/// The helical valley, its angle by quadrants.
#[row(
    from = "problem 7",
    at = [[-1.0, 0.1, 0.2], [1.0, 0.5, 0.0], [-0.5, -0.7, 1.0], [0.0, 1.0, 0.5]],
    known = [squares(&[1.0, 0.0, 0.0], 0.0, 1e-30)]
)]
#[jacobian]
pub fn helical_valley(x: &[f64; 3]) -> [f64; 3] {
    let two_pi = 2.0 * std::f64::consts::PI;
    let theta = if x[0] > 0.0 {
        (x[1] / x[0]).atan() / two_pi
    } else if x[0] < 0.0 {
        (x[1] / x[0]).atan() / two_pi + 0.5
    } else {
        0.25
    };
    let radius = (x[0].powi(2) + x[1].powi(2)).sqrt();
    [10.0 * (x[2] - 10.0 * theta), 10.0 * (radius - 1.0), x[2]]
}

/// Bard's rational fit.
#[row(
    from = "problem 8",
    at = [[1.0, 1.0, 1.0]],
    known = [squares(&[0.08241056, 1.133036, 2.343695], 8.21487e-3, 1e-7)]
)]
#[jacobian]
pub fn bard(x: &[f64; 3]) -> [f64; 15] {
    const Y: [f64; 15] = [
        0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.10, 4.39,
    ];
    let mut f = [0.0; 15];
    for (i, y) in Y.iter().enumerate() {
        let u = (i + 1) as f64;
        let v = (15 - i) as f64;
        let w = u.min(v);
        f[i] = y - (x[0] + u / (v * x[1] + w * x[2]));
    }
    f
}

/// A Gaussian through fifteen points.
#[row(
    from = "problem 9",
    at = [[0.4, 1.0, 0.0]],
    known = [squares(&[0.3989561, 1.000019, 0.0], 1.12793e-8, 1e-12)]
)]
#[jacobian]
pub fn gaussian(x: &[f64; 3]) -> [f64; 15] {
    const HALF: [f64; 8] = [
        0.0009, 0.0044, 0.0175, 0.0540, 0.1295, 0.2420, 0.3521, 0.3989,
    ];
    let mut f = [0.0; 15];
    for i in 0..15 {
        let t = (7.0 - i as f64) / 2.0;
        let y = if i < 8 { HALF[i] } else { HALF[14 - i] };
        f[i] = x[0] * (-x[1] * (t - x[2]).powi(2) / 2.0).exp() - y;
    }
    f
}

/// Meyer's thermistor.
#[row(
    from = "problem 10",
    at = [[0.02, 4000.0, 250.0]],
    known = [squares(&[0.00560963647, 6181.34635, 345.223635], 87.9458, 1e-2)]
)]
#[jacobian]
pub fn meyer(x: &[f64; 3]) -> [f64; 16] {
    const Y: [f64; 16] = [
        34780.0, 28610.0, 23650.0, 19630.0, 16370.0, 13720.0, 11540.0, 9744.0, 8261.0, 7030.0,
        6005.0, 5147.0, 4427.0, 3820.0, 3307.0, 2872.0,
    ];
    let model = |t: f64| x[0] * (x[1] / (t + x[2])).exp();
    std::array::from_fn(|i| model(45.0 + 5.0 * (i + 1) as f64) - Y[i])
}

/// The Gulf research function, with ten data.
#[row(
    from = "problem 11, with the difference that its printed formula garbles",
    at = [[5.0, 2.5, 0.15], [5.0, 40.0, 1.15]],
    known = [squares(&[50.0, 25.0, 1.5], 0.0, 1e-28)]
)]
#[jacobian]
pub fn gulf(x: &[f64; 3]) -> [f64; 10] {
    let mut f = [0.0; 10];
    for i in 1..=10 {
        let t = f64::from(i) / 100.0;
        let y = 25.0 + (-50.0 * t.ln()).powf(2.0 / 3.0);
        f[i as usize - 1] = (-(y - x[1]).abs().powf(x[2]) / x[0]).exp() - t;
    }
    f
}

/// Box's function in three dimensions.
#[row(
    from = "problem 12",
    at = [[0.0, 10.0, 20.0]],
    known = [squares(&[1.0, 10.0, 1.0], 0.0, 1e-30)]
)]
#[jacobian]
pub fn box_3d(x: &[f64; 3]) -> [f64; 10] {
    let mut f = [0.0; 10];
    for i in 0..10 {
        let t = 0.1 * (i + 1) as f64;
        let target = (-t).exp() - (-10.0 * t).exp();
        f[i] = (-t * x[0]).exp() - (-t * x[1]).exp() - x[2] * target;
    }
    f
}

/// Wood's function.
#[row(
    from = "problem 14",
    at = [[-3.0, -1.0, -3.0, -1.0]],
    known = [
        squares(&[1.0, 1.0, 1.0, 1.0], 0.0, 1e-30),
        squares(&[-3.0, -1.0, -3.0, -1.0], 19192.0, 1e-9)
    ]
)]
#[jacobian]
pub fn wood(x: &[f64; 4]) -> [f64; 6] {
    let [x1, x2, x3, x4] = *x;
    [
        10.0 * (x2 - x1.powi(2)),
        1.0 - x1,
        90.0_f64.sqrt() * (x4 - x3.powi(2)),
        1.0 - x3,
        10.0_f64.sqrt() * (x2 + x4 - 2.0),
        (x2 - x4) / 10.0_f64.sqrt(),
    ]
}

/// The rational fit of Kowalik and Osborne.
#[row(
    from = "problem 15",
    at = [[0.25, 0.39, 0.415, 0.39]],
    known = [squares(&[0.192807, 0.191282, 0.123057, 0.136062], 3.07505e-4, 1e-8)]
)]
#[jacobian]
pub fn kowalik_osborne(x: &[f64; 4]) -> [f64; 11] {
    const DATA: [(f64, f64); 11] = [
        (4.0, 0.1957),
        (2.0, 0.1947),
        (1.0, 0.1735),
        (0.5, 0.1600),
        (0.25, 0.0844),
        (0.167, 0.0627),
        (0.125, 0.0456),
        (0.1, 0.0342),
        (0.0833, 0.0323),
        (0.0714, 0.0235),
        (0.0625, 0.0246),
    ];
    DATA.map(|(u, y)| y - x[0] * (u * u + u * x[1]) / (u * u + u * x[2] + x[3]))
}

/// The function of Brown and Dennis.
#[row(
    from = "problem 16",
    at = [[25.0, 5.0, -5.0, -1.0]],
    known = [squares(&[-11.59444, 13.20363, -0.403439, 0.236779], 85822.2, 0.1)]
)]
#[jacobian]
pub fn brown_dennis(x: &[f64; 4]) -> [f64; 20] {
    let mut f = [0.0; 20];
    for (i, residual) in f.iter_mut().enumerate() {
        let t = (i as f64 + 1.0) / 5.0;
        let line = x[0] + t * x[1] - t.exp();
        let wave = x[2] + x[3] * t.sin() - t.cos();
        *residual = line * line + wave * wave;
    }
    f
}

/// Osborne's first fit: two exponentials.
#[row(
    from = "problem 17",
    at = [[0.5, 1.5, -1.0, 0.01, 0.02]],
    known = [squares(&[0.37541, 1.93585, -1.46469, 0.0128675, 0.0221227], 5.46489e-5, 1e-8)]
)]
#[jacobian]
pub fn osborne_1(x: &[f64; 5]) -> [f64; 33] {
    const Y: [f64; 33] = [
        0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.850, 0.818, 0.784, 0.751, 0.718, 0.685,
        0.658, 0.628, 0.603, 0.580, 0.558, 0.538, 0.522, 0.506, 0.490, 0.478, 0.467, 0.457, 0.448,
        0.438, 0.431, 0.424, 0.420, 0.414, 0.411, 0.406,
    ];
    let mut f = [0.0; 33];
    for i in 0..33 {
        let t = 10.0 * i as f64;
        f[i] = Y[i] - (x[0] + x[1] * (-t * x[3]).exp() + x[2] * (-t * x[4]).exp());
    }
    f
}

/// Biggs' sum of three exponentials.
#[row(
    from = "problem 18",
    at = [[1.0, 2.0, 1.0, 1.0, 1.0, 1.0]],
    known = [squares(&[1.0, 10.0, 1.0, 5.0, 4.0, 3.0], 0.0, 1e-28)]
)]
#[jacobian]
pub fn biggs_exp6(x: &[f64; 6]) -> [f64; 13] {
    let decay = |t: f64, rate: f64| (-t * rate).exp();
    let mut f = [0.0; 13];
    for i in 0..13 {
        let t = 0.1 * (i + 1) as f64;
        let y = decay(t, 1.0) - 5.0 * decay(t, 10.0) + 3.0 * decay(t, 4.0);
        f[i] = x[2] * decay(t, x[0]) - x[3] * decay(t, x[1]) + x[5] * decay(t, x[4]) - y;
    }
    f
}

/// Osborne's second fit: an exponential and three Gaussians.
#[row(
    from = "problem 19",
    at = [[1.3, 0.65, 0.65, 0.7, 0.6, 3.0, 5.0, 7.0, 2.0, 4.5, 5.5]],
    known = [squares(
        &[
            1.30998, 0.431553, 0.633662, 0.599431, 0.754183, 0.904289, 1.36581, 4.82370, 2.39868,
            4.56887, 5.67534
        ],
        4.01377e-2,
        1e-6
    )]
)]
#[jacobian]
pub fn osborne_2(x: &[f64; 11]) -> [f64; 65] {
    const Y: [f64; 65] = [
        1.366, 1.191, 1.112, 1.013, 0.991, 0.885, 0.831, 0.847, 0.786, 0.725, 0.746, 0.679, 0.608,
        0.655, 0.616, 0.606, 0.602, 0.626, 0.651, 0.724, 0.649, 0.649, 0.694, 0.644, 0.624, 0.661,
        0.612, 0.558, 0.533, 0.495, 0.500, 0.423, 0.395, 0.375, 0.372, 0.391, 0.396, 0.405, 0.428,
        0.429, 0.523, 0.562, 0.607, 0.653, 0.672, 0.708, 0.633, 0.668, 0.645, 0.632, 0.591, 0.559,
        0.597, 0.625, 0.739, 0.710, 0.729, 0.720, 0.636, 0.581, 0.428, 0.292, 0.162, 0.098, 0.054,
    ];
    let mut f = [0.0; 65];
    for i in 0..65 {
        let t = i as f64 / 10.0;
        let mut model = x[0] * (-t * x[4]).exp();
        for k in 1..4 {
            model += x[k] * (-(t - x[7 + k]).powi(2) * x[4 + k]).exp();
        }
        f[i] = Y[i] - model;
    }
    f
}
