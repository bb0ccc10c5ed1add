//! Superconductors after Ginzburg and Landau: the free energy of MINPACK-2 in one and in two
//! dimensions.
//!
//! ```text
//! one     -d ── tin ── -t ── lead ── t ── tin ── d
//!         alpha v^2 + 1/2 beta v^4 + gamma v'^2, periodic
//! two     psi[i][j] ── a[i][j] ── psi[i+1][j]
//!         -|psi|^2 + 1/2 |psi|^4 + |(grad - i a) psi|^2 + kappa^2 |curl a|^2
//! ```
//!
//! In two dimensions the order parameter `psi = x + i y` sits at the vertices of a grid and the
//! vector potential on its edges, where it turns the phase; across the cell both repeat up to the
//! gauge that the vortices ask for. Grids are small, and the material's constants in units of our
//! own, so that no energy is published for them.
//!
//! Source: B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue, The MINPACK-2 test problem
//! collection, Argonne 1992, chapter 4; J. Garner, M. Spanbauer, R. Benedek, K. J. Strandburg, S.
//! Wright, P. Plassmann, Phys. Rev. B 45 (1992).

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 2] = [GINZBURG_LANDAU_1D, GINZBURG_LANDAU_2D];

/// Lead between layers of tin: piecewise linear, integrated exactly.
#[row(
    from = "MINPACK-2: inhomogeneous superconductors, Ginzburg-Landau in one dimension",
    at = [[0.3, 0.4, 0.7, 0.9, 1.0, 0.85, 0.6, 0.35]]
)]
#[jacobian]
pub fn ginzburg_landau_1d(v: &[f64; 8]) -> f64 {
    const TIN: f64 = 2.2;
    const LEAD: f64 = 1.0;
    const GAMMA: f64 = 0.35;
    let mut energy = 0.0;
    for i in 0..8 {
        let in_lead = (2..6).contains(&i);
        let (h, alpha, beta) = if in_lead {
            (LEAD / 2.0, -1.6, 0.9)
        } else {
            (TIN / 2.0, 0.4, 1.3)
        };
        let (a, b) = (v[i], v[(i + 1) % 8]);
        let second = (a * a + a * b + b * b) / 3.0;
        let fourth = (a.powi(4) + a.powi(3) * b + a * a * b * b + a * b.powi(3) + b.powi(4)) / 5.0;
        energy += h * (alpha * second + 0.5 * beta * fourth) + GAMMA * (b - a) * (b - a) / h;
    }
    energy / (2.0 * (LEAD + TIN))
}

/// A cell with vortices: real and imaginary part of the order parameter, and both components of the
/// potential.
#[row(
    from = "MINPACK-2: homogeneous superconductors, Ginzburg-Landau in two dimensions",
    at = [[
        0.9, 0.7, 0.8, 0.6, 0.5, 0.75, 0.85, 0.65, 0.95,
        0.1, -0.2, 0.15, 0.3, -0.1, 0.05, -0.25, 0.2, 0.12,
        0.02, 0.05, -0.04, 0.07, 0.03, -0.06, 0.01, -0.02, 0.08,
        0.1, 0.3, 0.6, 0.15, 0.35, 0.7, 0.05, 0.4, 0.65
    ]],
    with(kappa = 5.0, n_vortices = 2.0)
)]
#[jacobian(wrt(x, y, ax, ay))]
pub fn ginzburg_landau_2d(
    x: &[[f64; 3]; 3],
    y: &[[f64; 3]; 3],
    ax: &[[f64; 3]; 3],
    ay: &[[f64; 3]; 3],
    kappa: f64,
    n_vortices: f64,
) -> f64 {
    const N: usize = 3;
    let hx = (n_vortices / 2.0).sqrt() * 3.0 / N as f64;
    let hy = hx * 3.0_f64.sqrt();
    let flux = 2.0 * std::f64::consts::PI * n_vortices;
    // Up, the cell repeats; to the right it repeats turned by a phase.
    let psi = |i: usize, j: usize| {
        let (re, im) = (x[i % N][j % N], y[i % N][j % N]);
        if i < N {
            (re, im)
        } else {
            let (sin, cos) = (flux * j as f64 / N as f64).sin_cos();
            (re * cos - im * sin, re * sin + im * cos)
        }
    };
    let up = |i: usize, j: usize| {
        if i < N {
            ay[i][j]
        } else {
            ay[0][j] + flux / (N as f64 * hy)
        }
    };
    let mut condensation = 0.0;
    let mut kinetic = 0.0;
    let mut field = 0.0;
    for i in 0..N {
        for j in 0..N {
            let (re, im) = psi(i, j);
            let density = re * re + im * im;
            condensation += density * (0.5 * density - 1.0);
            for (step, (re_next, im_next), h) in [
                (hx * ax[i][j], psi(i + 1, j), hx),
                (hy * ay[i][j], psi(i, j + 1), hy),
            ] {
                let (sin, cos) = step.sin_cos();
                let real = (re_next - (re * cos - im * sin)) / h;
                let imaginary = (im_next - (im * cos + re * sin)) / h;
                kinetic += real * real + imaginary * imaginary;
            }
            let curl = (up(i + 1, j) - ay[i][j]) / hx - (ax[i][(j + 1) % N] - ax[i][j]) / hy;
            field += kappa * kappa * curl * curl;
        }
    }
    (condensation + kinetic + field) / (N * N) as f64
}
