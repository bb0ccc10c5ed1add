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

/// The friction factor of a pipe: another equation for each regime.
fn friction(reynolds: f64, roughness: f64) -> f64 {
    if reynolds < 2300.0 {
        return 64.0 / reynolds;
    }
    let mut root = 8.0;
    for _ in 0..80 {
        root = -2.0 * (roughness / 3.7 + 2.51 * root / reynolds).log10();
    }
    (1.0 / root).powi(2)
}

#[jacobian(wrt(x), implicit(friction(re, k) => |f| if re < 2300.0 {
    f * re - 64.0
} else {
    let root = 1.0 / f.sqrt();
    root + 2.0 * (k / 3.7 + 2.51 * root / re).log10()
}))]
fn pressure_drop(x: &[f64; 2], speed: f64) -> [f64; 2] {
    let factor = friction(1000.0 * x[0] * speed, 0.01 * x[1]);
    [factor * x[0].powi(2), factor]
}

/// Six unknowns: concentrations of a chain, coupled to their neighbours.
fn chain(p: &[f64; 2]) -> [f64; 6] {
    let mut y = [0.5; 6];
    for _ in 0..400 {
        for i in 0..6 {
            let before = if i == 0 { p[0] } else { y[i - 1] };
            let after = if i == 5 { p[1] } else { y[i + 1] };
            y[i] = (before + after - 0.3 * y[i] * y[i]) / 2.5;
        }
    }
    y
}

#[jacobian(wrt(x), implicit(chain(p) => |y: [f64; 6]| {
    let mut rows = [0.0; 6];
    for i in 0..6 {
        let before = if i == 0 { p[0] } else { y[i - 1] };
        let after = if i == 5 { p[1] } else { y[i + 1] };
        rows[i] = 2.5 * y[i] + 0.3 * y[i] * y[i] - before - after;
    }
    rows
}))]
fn profile(x: &[f64; 2]) -> [f64; 6] {
    chain(&[x[0] * x[1], x[1]])
}

/// Five unknowns in two blocks that know nothing of each other, and a pivot that is zero.
fn blocks(p: f64, q: f64) -> [f64; 5] {
    let z = p / q;
    [q / p, p, z, 2.0 * z, z * z]
}

#[jacobian(wrt(x), implicit(blocks(p, q) => |[a, b, c, d, e]| {
    [b - p, a * b - q, c * q - p, d - 2.0 * c, e - c * c]
}))]
fn two_blocks(x: &[f64; 3]) -> [f64; 5] {
    let [a, b, c, d, e] = blocks(x[0], x[1]);
    [a, b, c * x[2], d, e]
}

#[test]
fn solutions_have_the_derivatives_of_their_residuals() {
    check!(with_root with with_root_with_jacobian at [0.7, 1.3]);
    check!(orbit with orbit_with_jacobian at [0.9, 0.3]; 0.2);
    check!(crossing with crossing_with_jacobian at [1.7, 0.6]);
    check!(three with three_with_jacobian at [0.7, 1.3]);
    check!(pressure_drop with pressure_drop_with_jacobian at [1.1, 0.3]; 1.5);
    check!(pressure_drop with pressure_drop_with_jacobian at [1.1, 0.3]; 90.0);
    check!(profile with profile_with_jacobian at [0.7, 1.3]);
    check!(two_blocks with two_blocks_with_jacobian at [0.7, 1.3, 2.0]);
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
    // The first unknown depends on both parameters, and the second on one of them only.
    let entries: Vec<_> = TWO_BLOCKS_PATTERN.entries().collect();
    let first = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)];
    let second = [(0, 1), (2, 1), (3, 1), (4, 1), (2, 2)];
    assert_eq!(entries, [first, second].concat());
}
