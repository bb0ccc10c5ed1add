//! `implicit(..)`: the derivative of a solver by the implicit function theorem.

use jacobian_runtime::jacobian;

use crate::support::check;

/// A cube root by Newton's method. One iteration is enough of a start, and the derivative of the
/// iterates would be one step behind.
fn root(p: f64, q: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..60 {
        y -= (y * y * y - p * q) / (3.0 * y * y);
    }
    y
}

#[jacobian(wrt(x), implicit(root(p, q) => |y| y * y * y - p * q))]
fn with_root(x: &[f64; 2]) -> [f64; 2] {
    let y = root(x[0] * x[1], 2.0);
    [y.sin() * x[0], root(3.0, x[1] + y)]
}

/// Kepler's equation; the eccentricity is inactive in one call.
fn kepler(mean: f64, eccentricity: f64) -> f64 {
    let mut anomaly = mean;
    for _ in 0..100 {
        anomaly = mean + eccentricity * anomaly.sin();
    }
    anomaly
}

#[jacobian(wrt(x), implicit(kepler(m, e) => |a| a - e * a.sin() - m))]
fn orbit(x: &[f64; 2], fixed: f64) -> [f64; 3] {
    let a = kepler(x[0], x[1]);
    let b = kepler(x[0] * x[1], fixed);
    [a.cos() - x[1], a.sin(), a * b]
}

/// Two unknowns, and an array as argument.
fn circle_and_line(c: &[f64; 2]) -> [f64; 2] {
    let (mut a, mut b) = (1.0, 0.5);
    for _ in 0..50 {
        let (f, g) = (a * a + b * b - c[0], a - c[1] * b);
        let det = 2.0 * a * -c[1] - 2.0 * b;
        a -= (f * -c[1] - 2.0 * b * g) / det;
        b -= (2.0 * a * g - f) / det;
    }
    [a, b]
}

#[jacobian(
    wrt(x),
    implicit(circle_and_line(c) => |[a, b]| [a * a + b * b - c[0], a - c[1] * b])
)]
fn crossing(x: &[f64; 2]) -> [f64; 2] {
    let c = [x[0] * x[0], x[1] + 1.0];
    let [a, b] = circle_and_line(&c);
    [a * x[1], a - b]
}

/// In each iteration of a loop at run time.
#[jacobian(wrt(x), implicit(root(p, q) => |y| y * y * y - p * q))]
fn repeated(x: &[f64; 2], n: usize) -> [f64; 1] {
    let mut y = x[0];
    for _ in 0..n {
        y = root(y + x[1], 1.5);
    }
    [y]
}

/// Three unknowns of a linear system, by the cofactors.
fn solve(a: f64, b: f64) -> (f64, f64, f64) {
    let z = (b - a) / 2.0;
    (a - z, b * z, z)
}

#[jacobian(
    wrt(x),
    implicit(solve(a, b) => |(u, v, w)| (u + w - a, v - b * w, 2.0 * w + a - b))
)]
fn three(x: &[f64; 2]) -> [f64; 3] {
    let (u, v, w) = solve(x[0], x[1]);
    [u, v, w * u]
}

#[test]
fn solutions_have_the_derivatives_of_their_residuals() {
    check!(with_root with with_root_with_jacobian at [0.7, 1.3]);
    check!(orbit with orbit_with_jacobian at [0.9, 0.3]; 0.2);
    check!(crossing with crossing_with_jacobian at [1.7, 0.6]);
    check!(three with three_with_jacobian at [0.7, 1.3]);
    for n in [0, 1, 3] {
        check!(repeated with repeated_with_jacobian at [0.7, 1.3]; n);
    }
}

#[test]
fn patterns_are_those_of_the_residuals() {
    let entries: Vec<_> = THREE_PATTERN.entries().collect();
    assert_eq!(entries, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
    let entries: Vec<_> = ORBIT_PATTERN.entries().collect();
    assert_eq!(entries, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
}
