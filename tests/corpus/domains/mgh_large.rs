//! The test set of Moré, Garbow and Hillstrom, second half: problems of variable dimension.
//!
//! ```text
//! n and m as small as the problem allows to show its shape: bands, full rows, rank one
//! ```
//!
//! Source: J. J. Moré, B. S. Garbow, K. E. Hillstrom, Testing unconstrained optimization software,
//! ACM Trans. Math. Softw. 7 (1981).

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, squares};

/// Every row of this file.
pub const ALL: [Problem; 15] = [
    WATSON,
    EXTENDED_ROSENBROCK,
    EXTENDED_POWELL,
    PENALTY_1,
    PENALTY_2,
    VARIABLY_DIMENSIONED,
    TRIGONOMETRIC,
    BROWN_ALMOST_LINEAR,
    DISCRETE_BOUNDARY_VALUE,
    DISCRETE_INTEGRAL,
    BROYDEN_TRIDIAGONAL,
    LINEAR_FULL_RANK,
    LINEAR_RANK_1,
    LINEAR_RANK_1_ZEROS,
    CHEBYQUAD,
];

/// Watson's function in six unknowns.
#[row(
    from = "problem 20",
    at = [[0.1, 0.2, -0.1, 0.3, 0.2, -0.2]],
    known = [
        squares(&[-0.015725, 1.012435, -0.232992, 1.260430, -1.513729, 0.992996], 2.28767e-3, 1e-7),
        squares(&[0.0; 6], 30.0, 1e-12)
    ]
)]
#[jacobian]
pub fn watson(x: &[f64; 6]) -> [f64; 31] {
    let mut f = [0.0; 31];
    for i in 0..29 {
        let t = (i + 1) as f64 / 29.0;
        let mut slope = 0.0;
        let mut power = 1.0;
        for j in 1..6 {
            slope += j as f64 * x[j] * power;
            power *= t;
        }
        let mut sum = 0.0;
        let mut power = 1.0;
        for value in x {
            sum += power * value;
            power *= t;
        }
        f[i] = slope - sum * sum - 1.0;
    }
    f[29] = x[0];
    f[30] = x[1] - x[0].powi(2) - 1.0;
    f
}

/// Five valleys of Rosenbrock side by side.
#[row(
    from = "problem 21",
    at = [[-1.2, 1.0, -1.2, 1.0, -1.2, 1.0, -1.2, 1.0, -1.2, 1.0]],
    known = [
        squares(&[1.0; 10], 0.0, 1e-30),
        squares(&[-1.2, 1.0, -1.2, 1.0, -1.2, 1.0, -1.2, 1.0, -1.2, 1.0], 121.0, 1e-9)
    ]
)]
#[jacobian]
pub fn extended_rosenbrock(x: &[f64; 10]) -> [f64; 10] {
    let mut f = [0.0; 10];
    for i in (0..10).step_by(2) {
        f[i] = 10.0 * (x[i + 1] - x[i].powi(2));
        f[i + 1] = 1.0 - x[i];
    }
    f
}

/// Two singular functions of Powell side by side.
#[row(
    from = "problem 22",
    at = [[3.0, -1.0, 0.5, 1.0, 3.0, -1.0, 0.5, 1.0]],
    known = [squares(&[3.0, -1.0, 0.0, 1.0, 3.0, -1.0, 0.0, 1.0], 430.0, 1e-9)]
)]
#[jacobian]
pub fn extended_powell(x: &[f64; 8]) -> [f64; 8] {
    let mut f = [0.0; 8];
    for (f, x) in f.chunks_exact_mut(4).zip(x.chunks_exact(4)) {
        f[0] = x[0] + 10.0 * x[1];
        f[1] = 5.0_f64.sqrt() * (x[2] - x[3]);
        f[2] = (x[1] - 2.0 * x[2]).powi(2);
        f[3] = 10.0_f64.sqrt() * (x[0] - x[3]).powi(2);
    }
    f
}

/// The first penalty function.
#[row(
    from = "problem 23",
    at = [[1.0, 2.0, 3.0, 4.0]],
    known = [squares(&[0.250008, 0.250008, 0.250008, 0.250008], 2.24997e-5, 1e-8)]
)]
#[jacobian]
pub fn penalty_1(x: &[f64; 4]) -> [f64; 5] {
    let root = 1e-5_f64.sqrt();
    let mut f = [0.0; 5];
    for i in 0..4 {
        f[i] = root * (x[i] - 1.0);
    }
    f[4] = x.iter().map(|x| x * x).sum::<f64>() - 0.25;
    f
}

/// The second penalty function.
#[row(
    from = "problem 24",
    at = [[0.5, 0.5, 0.5, 0.5]],
    known = [squares(&[0.199999, 0.191353, 0.480149, 0.518824], 9.37629e-6, 2e-8)]
)]
#[jacobian]
pub fn penalty_2(x: &[f64; 4]) -> [f64; 8] {
    const N: usize = 4;
    let root = 1e-5_f64.sqrt();
    let mut f = [0.0; 2 * N];
    f[0] = x[0] - 0.2;
    for i in 1..N {
        let y = ((i + 1) as f64 / 10.0).exp() + (i as f64 / 10.0).exp();
        f[i] = root * ((x[i] / 10.0).exp() + (x[i - 1] / 10.0).exp() - y);
        f[N + i - 1] = root * ((x[i] / 10.0).exp() - (-0.1_f64).exp());
    }
    let mut sum = 0.0;
    for j in 0..N {
        sum += (N - j) as f64 * x[j].powi(2);
    }
    f[2 * N - 1] = sum - 1.0;
    f
}

/// The variably dimensioned function.
#[row(
    from = "problem 25",
    at = [[0.8333333333333334, 0.6666666666666666, 0.5, 0.3333333333333333, 0.16666666666666666, 0.0]],
    known = [squares(&[1.0; 6], 0.0, 1e-30)]
)]
#[jacobian]
pub fn variably_dimensioned(x: &[f64; 6]) -> [f64; 8] {
    let mut f = [0.0; 8];
    let mut sum = 0.0;
    for (j, value) in x.iter().enumerate() {
        f[j] = value - 1.0;
        sum += (j + 1) as f64 * (value - 1.0);
    }
    f[6] = sum;
    f[7] = sum * sum;
    f
}

/// The trigonometric function.
#[row(from = "problem 26", at = [[0.2, 0.2, 0.2, 0.2, 0.2]], known = [squares(&[0.0; 5], 0.0, 1e-30)])]
#[jacobian]
pub fn trigonometric(x: &[f64; 5]) -> [f64; 5] {
    let cosines: f64 = x.iter().map(|x| x.cos()).sum();
    std::array::from_fn(|i| 5.0 - cosines + (i + 1) as f64 * (1.0 - x[i].cos()) - x[i].sin())
}

/// Brown's almost linear function.
#[row(
    from = "problem 27",
    at = [[0.5, 0.5, 0.5, 0.5, 0.5, 0.5]],
    known = [squares(&[1.0; 6], 0.0, 1e-30)]
)]
#[jacobian]
pub fn brown_almost_linear(x: &[f64; 6]) -> [f64; 6] {
    let sum: f64 = x.iter().sum();
    let product: f64 = x.iter().product();
    let mut f = x.map(|x| x + sum - 7.0);
    f[5] = product - 1.0;
    f
}

/// The discrete boundary value problem.
#[row(from = "problem 28", at = [[
    -0.08, -0.1388888888888889, -0.1875, -0.2222222222222222, -0.24305555555555555, -0.24, -0.21, -0.12
]])]
#[jacobian]
pub fn discrete_boundary_value(x: &[f64; 8]) -> [f64; 8] {
    let h = 1.0 / 9.0;
    let mut f = [0.0; 8];
    for i in 0..8 {
        let t = (i + 1) as f64 * h;
        let left = if i == 0 { 0.0 } else { x[i - 1] };
        let right = if i == 7 { 0.0 } else { x[i + 1] };
        f[i] = 2.0 * x[i] - left - right + h * h * (x[i] + t + 1.0).powi(3) / 2.0;
    }
    f
}

/// The discrete integral equation.
#[row(from = "problem 29", at = [[-0.14, -0.2, -0.24, -0.25, -0.2, -0.14]])]
#[jacobian]
pub fn discrete_integral(x: &[f64; 6]) -> [f64; 6] {
    const N: usize = 6;
    let h = 1.0 / (N as f64 + 1.0);
    let t = |i: usize| (i as f64 + 1.0) * h;
    let cube = |j: usize| (x[j] + t(j) + 1.0).powi(3);
    let mut f = [0.0; N];
    for i in 0..N {
        let below: f64 = (0..=i).map(|j| t(j) * cube(j)).sum();
        let above: f64 = (i + 1..N).map(|j| (1.0 - t(j)) * cube(j)).sum();
        f[i] = x[i] + h * ((1.0 - t(i)) * below + t(i) * above) / 2.0;
    }
    f
}

/// Broyden's tridiagonal function.
#[row(
    from = "problem 30",
    at = [[-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0]],
    known = [squares(&[-1.0; 8], 19.0, 1e-12)]
)]
#[jacobian]
pub fn broyden_tridiagonal(x: &[f64; 8]) -> [f64; 8] {
    let mut f = [0.0; 8];
    for i in 0..8 {
        f[i] = (3.0 - 2.0 * x[i]) * x[i] + 1.0;
        if i > 0 {
            f[i] -= x[i - 1];
        }
        if i < 7 {
            f[i] -= 2.0 * x[i + 1];
        }
    }
    f
}

/// The linear function of full rank.
#[row(
    from = "problem 32",
    at = [[1.0, 1.0, 1.0, 1.0, 1.0]],
    known = [squares(&[-1.0; 5], 3.0, 1e-12)]
)]
#[jacobian]
pub fn linear_full_rank(x: &[f64; 5]) -> [f64; 8] {
    let mean = 2.0 / 8.0 * x.iter().sum::<f64>();
    let mut f = [-mean - 1.0; 8];
    for (f, x) in f.iter_mut().zip(x) {
        *f += x;
    }
    f
}

/// The linear function of rank one.
#[row(from = "problem 33", at = [[1.0, 1.0, 1.0, 1.0, 1.0]])]
#[jacobian]
pub fn linear_rank_1(x: &[f64; 5]) -> [f64; 7] {
    let mut sum = 0.0;
    for j in 0..5 {
        sum += (j + 1) as f64 * x[j];
    }
    std::array::from_fn(|i| (i + 1) as f64 * sum - 1.0)
}

/// The linear function of rank one with columns and rows of zeros.
#[row(from = "problem 34", at = [[1.0, 1.0, 1.0, 1.0, 1.0]])]
#[jacobian]
pub fn linear_rank_1_zeros(x: &[f64; 5]) -> [f64; 7] {
    let sum = x
        .iter()
        .zip(1..)
        .skip(1)
        .take(3)
        .fold(0.0, |sum, (x, j)| sum + f64::from(j) * x);
    let mut f = [-1.0; 7];
    for i in 1..6 {
        f[i] += i as f64 * sum;
    }
    f
}

/// Chebyshev quadrature with eight nodes.
#[row(
    from = "problem 35",
    at = [[
        0.1111111111111111, 0.2222222222222222, 0.3333333333333333, 0.4444444444444444, 0.5555555555555556,
        0.6666666666666666, 0.7777777777777778, 0.8888888888888888
    ]],
    known = [squares(
        &[0.043153, 0.193091, 0.266329, 0.5, 0.5, 0.733671, 0.806910, 0.956847],
        3.51687e-3,
        1e-6
    )]
)]
#[jacobian]
pub fn chebyquad(x: &[f64; 8]) -> [f64; 8] {
    let mut f = [0.0; 8];
    for x in x {
        let shifted = 2.0 * x - 1.0;
        let (mut before, mut current) = (1.0, shifted);
        for sum in &mut f {
            *sum += current / 8.0;
            let next = 2.0 * shifted * current - before;
            before = current;
            current = next;
        }
    }
    for i in (2..=8).step_by(2) {
        f[i - 1] += 1.0 / ((i * i) as f64 - 1.0);
    }
    f
}
