//! Right-hand sides of ordinary differential equations, and the equation of Kepler.
//!
//! ```text
//! x' = f(x, parameters)      implicit integrators want df/dx, sensitivity analysis df/dp
//! ```
//!
//! They have the usual signatures of such functions: states as arrays, parameters as scalars or as
//! an inactive struct, rates returned or written through `&mut`.

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, array, array_mut, small, twin};
use super::scalar::Scalar;

/// A body in orbit, with the flattening of the earth (the zonal term J2): position, then velocity.
#[jacobian]
pub fn orbit(s: &[f64; 6]) -> [f64; 6] {
    const MU: f64 = 398_600.441_8;
    const RADIUS: f64 = 6_378.137;
    const J2: f64 = 1.082_626_68e-3;
    let [x, y, z, vx, vy, vz] = *s;
    let r2 = x * x + y * y + z * z;
    let r = r2.sqrt();
    let r3 = r2 * r;
    let flattening = 1.5 * J2 * (RADIUS / r).powi(2);
    let ratio = 5.0 * z * z / r2;
    let planar = -MU / r3 * (1.0 + flattening * (1.0 - ratio));
    let polar = -MU / r3 * (1.0 + flattening * (3.0 - ratio));
    [vx, vy, vz, planar * x, planar * y, polar * z]
}

/// The same over any scalar.
pub fn orbit_twin<S: Scalar>(s: &[S; 6]) -> [S; 6] {
    let [x, y, z, vx, vy, vz] = *s;
    let r2 = x * x + y * y + z * z;
    let r = r2.sqrt();
    let pull = S::from(-398_600.441_8) / (r2 * r);
    let flattening = S::from(6_378.137 * 6_378.137) / r2 * (1.5 * 1.082_626_68e-3);
    let ratio = z * z * 5.0 / r2;
    let planar = pull * (flattening * (-ratio + 1.0) + 1.0);
    let polar = pull * (flattening * (-ratio + 3.0) + 1.0);
    [vx, vy, vz, planar * x, planar * y, polar * z]
}

small! {
    /// The row of the corpus.
    ORBIT = orbit(6) -> 6, nnz 12, twin orbit_twin,
    base [5000.0, 4000.0, 2500.0, -3.0, 5.5, 2.0],
    items ORBIT_PATTERN ORBIT_TEMPLATE ORBIT_COST orbit_with_jacobian_into orbit_update_into
}

/// Robertson's kinetics: three species, rates nine decades apart.
#[jacobian]
pub fn robertson(y: &[f64; 3]) -> [f64; 3] {
    let first = 0.04 * y[0];
    let second = 1e4 * y[1] * y[2];
    let third = 3e7 * y[1] * y[1];
    [second - first, first - second - third, third]
}

/// The same over any scalar.
pub fn robertson_twin<S: Scalar>(y: &[S; 3]) -> [S; 3] {
    let [first, second, third] = [y[0] * 0.04, y[1] * y[2] * 1e4, y[1] * y[1] * 3e7];
    [second - first, first - second - third, third]
}

small! {
    /// The row of the corpus.
    ROBERTSON = robertson(3) -> 3, nnz 7, twin robertson_twin, base [0.98, 3.5e-5, 0.02],
    items ROBERTSON_PATTERN ROBERTSON_TEMPLATE ROBERTSON_COST
        robertson_with_jacobian_into robertson_update_into
}

/// Two pendulums, the second hanging from the first: angles, then angular velocities.
#[jacobian]
pub fn double_pendulum(s: &[f64; 4]) -> [f64; 4] {
    const G: f64 = 9.81;
    let [a, b, u, v] = *s;
    let delta = a - b;
    let (sin, cos) = delta.sin_cos();
    let divisor = 3.0 - (2.0 * delta).cos();
    let first = -3.0 * G * a.sin() - G * (a - 2.0 * b).sin() - 2.0 * sin * (v * v + u * u * cos);
    let second = 2.0 * sin * (2.0 * u * u + 2.0 * G * a.cos() + v * v * cos);
    [u, v, first / divisor, second / divisor]
}

/// The same over any scalar.
pub fn double_pendulum_twin<S: Scalar>(s: &[S; 4]) -> [S; 4] {
    let [a, b, u, v] = *s;
    let delta = a - b;
    let [sin, cos] = [delta.sin(), delta.cos()];
    let divisor = -(delta * 2.0).cos() + 3.0;
    let first = a.sin() * -29.43 - (a - b * 2.0).sin() * 9.81 - sin * (v * v + u * u * cos) * 2.0;
    let second = sin * (u * u * 2.0 + a.cos() * 19.62 + v * v * cos) * 2.0;
    [u, v, first / divisor, second / divisor]
}

small! {
    /// The row of the corpus.
    DOUBLE_PENDULUM = double_pendulum(4) -> 4, nnz 10, twin double_pendulum_twin,
    base [0.7, -0.4, 0.3, 1.1],
    items DOUBLE_PENDULUM_PATTERN DOUBLE_PENDULUM_TEMPLATE DOUBLE_PENDULUM_COST
        double_pendulum_with_jacobian_into double_pendulum_update_into
}

/// Van der Pol's oscillator: scalars in, a tuple out, all three active.
#[jacobian]
pub fn van_der_pol(x: f64, v: f64, mu: f64) -> (f64, f64) {
    (v, mu * (1.0 - x * x) * v - x)
}

/// The same over any scalar.
pub fn van_der_pol_twin<S: Scalar>(s: &[S; 3]) -> [S; 2] {
    let [x, v, mu] = *s;
    [v, mu * (-(x * x) + 1.0) * v - x]
}

/// The row of the corpus.
pub const VAN_DER_POL: Problem = Problem {
    name: "van_der_pol",
    from: "",
    n: 3,
    m: 2,
    nnz: 4,
    colours: 3,
    base: || vec![1.2, -0.7, 2.0],
    further: Vec::new,
    checksums: None,
    known: &[],
    value: |x, value| value.copy_from_slice(&<[f64; 2]>::from(van_der_pol(x[0], x[1], x[2]))),
    twin: twin!(van_der_pol_twin, 3),
    expansions: &[Expansion {
        label: "default",
        pattern: &VAN_DER_POL_PATTERN,
        template: &VAN_DER_POL_TEMPLATE,
        cost: VAN_DER_POL_COST,
        with_jacobian: |x, value, entries| {
            let mut pair = (0.0, 0.0);
            let [x, v, mu] = *array(x);
            van_der_pol_with_jacobian_into(x, v, mu, &mut pair, array_mut(entries));
            value.copy_from_slice(&<[f64; 2]>::from(pair));
        },
        update: |x, value, entries| {
            let mut pair = (0.0, 0.0);
            let [x, v, mu] = *array(x);
            van_der_pol_update_into(x, v, mu, &mut pair, array_mut(entries));
            value.copy_from_slice(&<[f64; 2]>::from(pair));
        },
    }],
};

/// Kepler's equation for the eccentric anomaly: a scalar residual, one row.
#[jacobian]
pub fn kepler(anomaly: f64, eccentricity: f64, mean: f64) -> f64 {
    anomaly - eccentricity * f64::sin(anomaly) - mean
}

/// The same over any scalar.
pub fn kepler_twin<S: Scalar>(x: &[S; 3]) -> [S; 1] {
    [x[0] - x[1] * x[0].sin() - x[2]]
}

/// The row of the corpus.
pub const KEPLER: Problem = Problem {
    name: "kepler",
    from: "",
    n: 3,
    m: 1,
    nnz: 3,
    colours: 3,
    base: || vec![0.9, 0.3, 0.6],
    further: Vec::new,
    checksums: None,
    known: &[],
    value: |x, value| value[0] = kepler(x[0], x[1], x[2]),
    twin: twin!(kepler_twin, 3),
    expansions: &[Expansion {
        label: "default",
        pattern: &KEPLER_PATTERN,
        template: &KEPLER_TEMPLATE,
        cost: KEPLER_COST,
        with_jacobian: |x, value, entries| {
            kepler_with_jacobian_into(x[0], x[1], x[2], &mut value[0], array_mut(entries));
        },
        update: |x, value, entries| {
            kepler_update_into(x[0], x[1], x[2], &mut value[0], array_mut(entries));
        },
    }],
};

/// The Lorenz attractor, its rates written through a reference; the parameters are inactive.
#[jacobian(wrt(state))]
pub fn lorenz(state: &[f64; 3], parameters: &Lorenz, rate: &mut [f64; 3]) {
    let [x, y, z] = *state;
    rate[0] = parameters.sigma * (y - x);
    rate[1] = x * (parameters.rho - z) - y;
    rate[2] = x * y;
    rate[2] -= parameters.beta * z;
}

/// The parameters of the attractor.
#[derive(Clone, Copy, Debug)]
pub struct Lorenz {
    sigma: f64,
    rho: f64,
    beta: f64,
}

const CLASSIC: Lorenz = Lorenz {
    sigma: 10.0,
    rho: 28.0,
    beta: 8.0 / 3.0,
};

/// The same over any scalar.
pub fn lorenz_twin<S: Scalar>(state: &[S; 3]) -> [S; 3] {
    let [x, y, z] = *state;
    [
        (y - x) * CLASSIC.sigma,
        x * (-z + CLASSIC.rho) - y,
        x * y - z * CLASSIC.beta,
    ]
}

/// The row of the corpus.
pub const LORENZ: Problem = Problem {
    name: "lorenz",
    from: "",
    n: 3,
    m: 3,
    nnz: 8,
    colours: 3,
    base: || vec![-5.0, -7.0, 20.0],
    further: Vec::new,
    checksums: None,
    known: &[],
    value: |x, value| lorenz(array(x), &CLASSIC, array_mut(value)),
    twin: twin!(lorenz_twin, 3),
    expansions: &[Expansion {
        label: "default",
        pattern: &LORENZ_PATTERN,
        template: &LORENZ_TEMPLATE,
        cost: LORENZ_COST,
        with_jacobian: |x, value, entries| {
            lorenz_with_jacobian_into(array(x), &CLASSIC, array_mut(value), array_mut(entries));
        },
        update: |x, value, entries| {
            lorenz_update_into(array(x), &CLASSIC, array_mut(value), array_mut(entries));
        },
    }],
};
