//! Stencils of partial differential equations: a few cells, as the residual of a whole grid repeats
//! them.
//!
//! ```text
//! u[i-2] u[i-1] u[i] u[i+1] u[i+2]  --limiter, flux-->  du[i]/dt
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 10] = [
    BURGERS_UPWIND,
    BRATU,
    BRUSSELATOR_LINE,
    SHALLOW_WATER,
    EULER_FLUX,
    HLL_FLUX,
    MINMOD_SLOPES,
    VAN_LEER,
    RADIATING_ROD,
    MINIMAL_SURFACE,
];

/// Burgers' equation, upwind by the sign of the speed.
#[row(
    from = "LeVeque, Finite Volume Methods for Hyperbolic Problems, section 12",
    at = [[0.5, 0.7, 0.9, 0.4, 0.6, 0.3], [-0.5, -0.7, 0.9, -0.4, 0.6, -0.3]]
)]
#[jacobian]
pub fn burgers_upwind(u: &[f64; 6]) -> [f64; 6] {
    let (dx, viscosity) = (0.1, 0.01);
    let mut rate = [0.0; 6];
    for i in 0..6 {
        let (left, right) = (u[(i + 5) % 6], u[(i + 1) % 6]);
        let slope = if u[i] > 0.0 {
            u[i] - left
        } else {
            right - u[i]
        };
        rate[i] = -u[i] * slope / dx + viscosity * (left - 2.0 * u[i] + right) / (dx * dx);
    }
    rate
}

/// The solid fuel ignition problem of Bratu on four by four points, zero at the boundary.
#[row(
    from = "Averick, Carter, Moré, Xue, The MINPACK-2 test problem collection, 1992: solid fuel ignition",
    at = [[0.1, 0.2, 0.2, 0.1, 0.2, 0.3, 0.3, 0.2, 0.2, 0.3, 0.3, 0.2, 0.1, 0.2, 0.2, 0.1]],
    with(lambda = 5.0)
)]
#[jacobian(wrt(u))]
pub fn bratu(u: &[[f64; 4]; 4], lambda: f64) -> [[f64; 4]; 4] {
    const N: usize = 4;
    let h = 1.0 / (N as f64 + 1.0);
    let mut f = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..N {
            let mut sum = 4.0 * u[i][j];
            if i > 0 {
                sum -= u[i - 1][j];
            }
            if i + 1 < N {
                sum -= u[i + 1][j];
            }
            if j > 0 {
                sum -= u[i][j - 1];
            }
            if j + 1 < N {
                sum -= u[i][j + 1];
            }
            f[i][j] = sum - h * h * lambda * u[i][j].exp();
        }
    }
    f
}

/// The Brusselator with diffusion on a line of four cells.
#[row(
    from = "Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.10",
    at = [[1.1, 1.3, 1.2, 0.9, 2.9, 3.1, 3.0, 3.2]]
)]
#[jacobian]
pub fn brusselator_line(u: &[f64; 4], v: &[f64; 4], du: &mut [f64; 4], dv: &mut [f64; 4]) {
    let diffusion = 0.02 * 25.0;
    for i in 0..4 {
        let at = |w: &[f64; 4], boundary: f64| {
            let left = if i == 0 { boundary } else { w[i - 1] };
            let right = if i == 3 { boundary } else { w[i + 1] };
            left - 2.0 * w[i] + right
        };
        let reaction = u[i].powi(2) * v[i];
        du[i] = 1.0 + reaction - 4.0 * u[i] + diffusion * at(u, 1.0);
        dv[i] = 3.0 * u[i] - reaction + diffusion * at(v, 3.0);
    }
}

/// Shallow water between two cells: Rusanov's flux, a wall where the bed is dry.
#[row(
    from = "Toro, Shock-Capturing Methods for Free-Surface Shallow Flows, chapter 9",
    at = [[1.2, 0.4, 0.9, -0.2], [1e-5, 0.0, 0.9, -0.2], [1.2, 0.4, 1e-5, 0.0]]
)]
#[jacobian]
pub fn shallow_water(left: [f64; 2], right: [f64; 2]) -> [f64; 2] {
    const G: f64 = 9.81;
    const DRY: f64 = 1e-3;
    let flux = |[h, q]: [f64; 2]| [q, q * q / h + 0.5 * G * h * h];
    if left[0] < DRY {
        return [0.0, 0.5 * G * right[0] * right[0]];
    }
    if right[0] < DRY {
        return [0.0, 0.5 * G * left[0] * left[0]];
    }
    let speed = |[h, q]: [f64; 2]| (q / h).abs() + (G * h).sqrt();
    let fastest = speed(left).max(speed(right));
    let (fl, fr) = (flux(left), flux(right));
    std::array::from_fn(|k| 0.5 * (fl[k] + fr[k]) - 0.5 * fastest * (right[k] - left[k]))
}

/// The flux of the Euler equations in three dimensions through a face.
#[row(
    from = "Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, section 3.1",
    at = [[1.2, 0.5, -0.3, 0.2, 2.8]],
    with(normal = [0.6, 0.64, 0.48])
)]
#[jacobian(wrt(state))]
pub fn euler_flux(state: &[f64; 5], normal: [f64; 3]) -> [f64; 5] {
    let density = state[0];
    let velocity = [state[1] / density, state[2] / density, state[3] / density];
    let through: f64 = velocity.iter().zip(normal).map(|(v, n)| v * n).sum();
    let kinetic = 0.5 * density * velocity.iter().map(|v| v * v).sum::<f64>();
    let pressure = 0.4 * (state[4] - kinetic);
    let mut flux = state.map(|conserved| conserved * through);
    for k in 0..3 {
        flux[1 + k] += pressure * normal[k];
    }
    flux[4] += pressure * through;
    flux
}

/// The flux of Harten, Lax and van Leer between two states of a gas in one dimension.
#[row(
    from = "Harten, Lax, van Leer, On upstream differencing and Godunov-type schemes, SIAM Review 25 (1983)",
    at = [
        [1.0, 0.2, 2.5, 0.125, 0.05, 0.25],
        [1.0, 3.0, 7.0, 0.9, 2.8, 6.5],
        [1.0, -3.0, 7.0, 0.9, -2.8, 6.5]
    ]
)]
#[jacobian]
pub fn hll_flux(left: &[f64; 3], right: &[f64; 3]) -> [f64; 3] {
    const GAMMA: f64 = 1.4;
    let primitive = |u: &[f64; 3]| {
        let velocity = u[1] / u[0];
        let pressure = (GAMMA - 1.0) * (u[2] - 0.5 * u[1] * velocity);
        (velocity, pressure, (GAMMA * pressure / u[0]).sqrt())
    };
    let flux = |u: &[f64; 3], v: f64, p: f64| [u[1], u[1] * v + p, v * (u[2] + p)];
    let (vl, pl, cl) = primitive(left);
    let (vr, pr, cr) = primitive(right);
    let slow = (vl - cl).min(vr - cr);
    let fast = (vl + cl).max(vr + cr);
    let (fl, fr) = (flux(left, vl, pl), flux(right, vr, pr));
    if slow >= 0.0 {
        return fl;
    } else if fast <= 0.0 {
        return fr;
    }
    let mut mixed = [0.0; 3];
    for k in 0..3 {
        mixed[k] =
            (fast * fl[k] - slow * fr[k] + slow * fast * (right[k] - left[k])) / (fast - slow);
    }
    mixed
}

/// Advection with slopes by minmod: second order where smooth, first at extrema.
#[row(
    from = "Roe, Characteristic-based schemes for the Euler equations, 1986: minmod",
    at = [[0.1, 0.3, 0.4, 0.8, 0.9, 1.7],
        [0.1, 0.2, 0.6, 0.7, 1.5, 1.7], [0.5, 0.3, 0.4, 0.2, 0.9, 0.1]]
)]
#[jacobian]
pub fn minmod_slopes(u: &[f64; 6]) -> [f64; 3] {
    fn minmod(a: f64, b: f64) -> f64 {
        if a * b <= 0.0 {
            0.0
        } else if a.abs() < b.abs() {
            a
        } else {
            b
        }
    }
    let face = |i: usize| u[i] + 0.5 * minmod(u[i] - u[i - 1], u[i + 1] - u[i]);
    let mut rate = [0.0; 3];
    for i in 0..3 {
        rate[i] = -(face(i + 2) - face(i + 1)) / 0.1;
    }
    rate
}

/// Advection with van Leer's limiter on the ratio of differences.
#[row(
    from = "van Leer, Towards the ultimate conservative difference scheme II, 1974",
    at = [[0.1, 0.3, 0.4, 0.8, 0.9], [0.5, 0.3, 0.4, 0.2, 0.9], [0.1, 0.3, 0.3, 0.3, 0.9]]
)]
#[jacobian]
pub fn van_leer(u: &[f64; 5]) -> [f64; 3] {
    const EPSILON: f64 = 1e-12;
    let limited = |before: f64, after: f64| {
        if after.abs() < EPSILON {
            return 0.0;
        }
        let ratio = before / after;
        let phi = (ratio + ratio.abs()) / (1.0 + ratio.abs());
        0.5 * phi * after
    };
    let differences: [f64; 4] = std::array::from_fn(|i| u[i + 1] - u[i]);
    let mut faces = [0.0; 3];
    for i in 0..3 {
        faces[i] = u[i + 1] + limited(differences[i], differences[i + 1]);
    }
    faces
}

/// Heat in a rod that conducts better when hot and radiates from its end.
#[row(
    from = "Incropera, DeWitt, Fundamentals of Heat and Mass Transfer, chapter 2",
    at = [[400.0, 380.0, 350.0, 330.0, 320.0]],
    with(ambient = 300.0)
)]
#[jacobian(wrt(t))]
pub fn radiating_rod(t: &[f64; 5], ambient: f64) -> [f64; 5] {
    const SIGMA: f64 = 5.670374419e-8;
    let conductivity = |a: f64, b: f64| 15.0 * (1.0 + 1e-3 * (0.5 * (a + b) - 300.0));
    let mut balance = [0.0; 5];
    for (i, pair) in t.windows(2).enumerate() {
        let flow = conductivity(pair[0], pair[1]) * (pair[0] - pair[1]) / 0.02;
        balance[i] -= flow;
        balance[i + 1] += flow;
    }
    balance[0] += 2e4;
    balance[4] -= 0.8 * SIGMA * (t[4].powi(4) - ambient.powi(4));
    balance
}

/// The gradient of a minimal surface's area over the triangles of a patch.
#[row(
    from = "Averick, Carter, Moré, Xue, The MINPACK-2 test problem collection, 1992: minimal surfaces",
    at = [[0.1, 0.3, 0.2, 0.4, 0.5, 0.1, 0.2, 0.6, 0.3]]
)]
#[jacobian]
pub fn minimal_surface(v: &[[f64; 3]; 3]) -> f64 {
    let h = 0.5;
    let mut area = 0.0;
    for i in 0..2 {
        for j in 0..2 {
            let lower = [(v[i + 1][j] - v[i][j]) / h, (v[i][j + 1] - v[i][j]) / h];
            let upper = [
                (v[i + 1][j + 1] - v[i][j + 1]) / h,
                (v[i + 1][j + 1] - v[i + 1][j]) / h,
            ];
            for [dx, dy] in [lower, upper] {
                area += 0.5 * h * h * (1.0 + dx * dx + dy * dy).sqrt();
            }
        }
    }
    area
}
