//! Small systems that every solver of nonlinear equations is tried on.
//!
//! ```text
//! rosenbrock  a curved valley              beale       three data, two parameters
//! powell      singular at its solution     freudenstein  a false minimum
//! helical     a helix around an axis       broyden     a band, in a loop
//! ```
//!
//! Source: J. J. Moré, B. S. Garbow, K. E. Hillstrom, Testing unconstrained optimization software,
//! ACM Trans. Math. Softw. 7 (1981).

use jacobian_runtime::jacobian;

use super::problem::small;
use super::scalar::Scalar;

/// Rosenbrock's function as two residuals: problem 1.
#[jacobian]
pub fn rosenbrock(x: &[f64; 2]) -> [f64; 2] {
    [10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]]
}

/// The same over any scalar.
pub fn rosenbrock_twin<S: Scalar>(x: &[S; 2]) -> [S; 2] {
    [(x[1] - x[0] * x[0]) * 10.0, -x[0] + 1.0]
}

small! {
    /// The row of the corpus.
    ROSENBROCK = rosenbrock(2) -> 2, nnz 3, twin rosenbrock_twin, base [-1.2, 1.0],
    items ROSENBROCK_PATTERN ROSENBROCK_TEMPLATE ROSENBROCK_COST
        rosenbrock_with_jacobian_into rosenbrock_update_into
}

/// Powell's singular function: problem 13.
#[jacobian]
pub fn powell(x: &[f64; 4]) -> [f64; 4] {
    let [x1, x2, x3, x4] = *x;
    [
        x1 + 10.0 * x2,
        5.0_f64.sqrt() * (x3 - x4),
        (x2 - 2.0 * x3).powi(2),
        10.0_f64.sqrt() * (x1 - x4).powi(2),
    ]
}

/// The same over any scalar.
pub fn powell_twin<S: Scalar>(x: &[S; 4]) -> [S; 4] {
    let [x1, x2, x3, x4] = *x;
    let middle = x2 - x3 * 2.0;
    let outer = x1 - x4;
    [
        x1 + x2 * 10.0,
        (x3 - x4) * 5.0_f64.sqrt(),
        middle * middle,
        outer * outer * 10.0_f64.sqrt(),
    ]
}

small! {
    /// The row of the corpus.
    POWELL = powell(4) -> 4, nnz 8, twin powell_twin, base [3.0, -1.0, 0.5, 1.0],
    items POWELL_PATTERN POWELL_TEMPLATE POWELL_COST powell_with_jacobian_into powell_update_into
}

/// Beale's function: problem 5.
#[jacobian]
pub fn beale(x: &[f64; 2]) -> [f64; 3] {
    const Y: [f64; 3] = [1.5, 2.25, 2.625];
    let mut f = [0.0; 3];
    let mut power = x[1];
    for i in 0..3 {
        f[i] = Y[i] - x[0] * (1.0 - power);
        power *= x[1];
    }
    f
}

/// The same over any scalar.
pub fn beale_twin<S: Scalar>(x: &[S; 2]) -> [S; 3] {
    let powers = [x[1], x[1] * x[1], x[1] * x[1] * x[1]];
    let row = |i: usize| -(x[0] * (-powers[i] + 1.0)) + [1.5, 2.25, 2.625][i];
    [row(0), row(1), row(2)]
}

small! {
    /// The row of the corpus.
    BEALE = beale(2) -> 3, nnz 6, twin beale_twin, base [1.0, 0.8],
    items BEALE_PATTERN BEALE_TEMPLATE BEALE_COST beale_with_jacobian_into beale_update_into
}

/// The function of Freudenstein and Roth: problem 2.
#[jacobian]
pub fn freudenstein(x: &[f64; 2]) -> [f64; 2] {
    let (a, b) = (x[0], x[1]);
    [
        -13.0 + a + ((5.0 - b) * b - 2.0) * b,
        -29.0 + a + ((b + 1.0) * b - 14.0) * b,
    ]
}

/// The same over any scalar.
pub fn freudenstein_twin<S: Scalar>(x: &[S; 2]) -> [S; 2] {
    let [a, b] = *x;
    [
        a + ((-b + 5.0) * b - 2.0) * b - 13.0,
        a + ((b + 1.0) * b - 14.0) * b - 29.0,
    ]
}

small! {
    /// The row of the corpus.
    FREUDENSTEIN = freudenstein(2) -> 2, nnz 4, twin freudenstein_twin, base [0.5, -2.0],
    items FREUDENSTEIN_PATTERN FREUDENSTEIN_TEMPLATE FREUDENSTEIN_COST
        freudenstein_with_jacobian_into freudenstein_update_into
}

/// The helical valley, with the angle from `atan2`: problem 7.
#[jacobian]
pub fn helical(x: &[f64; 3]) -> [f64; 3] {
    let theta = x[1].atan2(x[0]) / (2.0 * std::f64::consts::PI);
    [
        10.0 * (x[2] - 10.0 * theta),
        10.0 * (x[0].hypot(x[1]) - 1.0),
        x[2],
    ]
}

/// The same over any scalar.
pub fn helical_twin<S: Scalar>(x: &[S; 3]) -> [S; 3] {
    let theta = x[1].atan2(x[0]) / (2.0 * std::f64::consts::PI);
    let radius = (x[0] * x[0] + x[1] * x[1]).sqrt();
    [(x[2] - theta * 10.0) * 10.0, (radius - 1.0) * 10.0, x[2]]
}

small! {
    /// The row of the corpus.
    HELICAL = helical(3) -> 3, nnz 6, twin helical_twin, base [-1.0, 0.4, 0.2],
    items HELICAL_PATTERN HELICAL_TEMPLATE HELICAL_COST helical_with_jacobian_into helical_update_into
}

/// Broyden's banded function in ten unknowns: problem 31.
#[jacobian]
pub fn broyden(x: &[f64; 10]) -> [f64; 10] {
    let mut f = [0.0; 10];
    for i in 0..10 {
        f[i] = x[i] * (2.0 + 5.0 * x[i].powi(2)) + 1.0;
        // Up to five neighbours below and one above.
        for k in 0..7 {
            if i + k >= 5 && i + k < 15 && k != 5 {
                f[i] -= x[i + k - 5] * (1.0 + x[i + k - 5]);
            }
        }
    }
    f
}

/// The same over any scalar.
pub fn broyden_twin<S: Scalar>(x: &[S; 10]) -> [S; 10] {
    std::array::from_fn(|i| {
        let band = i.saturating_sub(5)..(i + 2).min(10);
        let own = x[i] * (x[i] * x[i] * 5.0 + 2.0) + 1.0;
        band.filter(|j| *j != i)
            .fold(own, |sum, j| sum - x[j] * (x[j] + 1.0))
    })
}

small! {
    /// The row of the corpus.
    BROYDEN = broyden(10) -> 10, nnz 54, twin broyden_twin,
    base [-1.0, -0.9, -0.8, -0.7, -0.6, 0.5, 0.4, 0.3, 0.2, 0.1],
    items BROYDEN_PATTERN BROYDEN_TEMPLATE BROYDEN_COST broyden_with_jacobian_into broyden_update_into
}
