//! Flow in a driven cavity: the stream function of a fluid stirred by a moving lid.
//!
//! ```text
//!    . . . .      ghosts beyond the lid: psi_6j = psi_4j + 2 h
//!  0 0 0 0 0 0    lid (i = 5)
//!  0 x x x x 0
//!  0 x x x x 0    psi_ij, i upwards, j to the right; 4 x 4 unknowns
//!  0 x x x x 0
//!  0 x x x x 0
//!  0 0 0 0 0 0    walls; ghosts one cell out mirror the cells inside
//! ```
//!
//! At each node the biharmonic operator balances the transport of vorticity at Reynolds number 100,
//! all by central differences. Written naively: every node forms the five Laplacians that it needs,
//! and sharing them is left to the compiler.
//!
//! Source: MINPACK-2, section 2.6 (data set FDC), here on a grid of 4 x 4.

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// The discrete equations of flow in a driven cavity.
#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
#[cfg_attr(test, jacobian(value = fused, fma = always, prefix = contracted))]
#[cfg_attr(test, jacobian(fma = never, prefix = unfused))]
#[cfg_attr(feature = "lanes", jacobian(value = fused, batch, prefix = lanes))]
#[cfg_attr(test, jacobian(order = reverse, layout = csr, prefix = by_reverse))]
#[cfg_attr(test, jacobian(order = forward, fold = none, prefix = by_forward))]
#[cfg_attr(test, jacobian(order = markowitz, fold = full, prefix = by_markowitz))]
pub fn fdc(x: &[f64; 16]) -> [f64; 16] {
    const H: f64 = 0.2;
    const IH2: f64 = 1.0 / (H * H);
    const I2H: f64 = 0.5 / H;
    const REYNOLDS: f64 = 100.0;
    // Node (i, j) is psi[i + 1][j + 1], so that there is room for the ghost nodes at -1 and 6.
    let mut psi = [[0.0; 8]; 8];
    for i in 1..5 {
        for j in 1..5 {
            psi[i + 1][j + 1] = x[4 * (i - 1) + (j - 1)];
        }
    }
    for k in 2..6 {
        psi[0][k] = psi[2][k];
        psi[k][0] = psi[k][2];
        psi[k][7] = psi[k][5];
        psi[7][k] = psi[5][k] + 2.0 * H;
    }
    let mut f = [0.0; 16];
    for i in 2..6 {
        for j in 2..6 {
            let here = (psi[i][j - 1] + psi[i][j + 1] + psi[i - 1][j] + psi[i + 1][j]
                - 4.0 * psi[i][j])
                * IH2;
            let east = (psi[i][j] + psi[i][j + 2] + psi[i - 1][j + 1] + psi[i + 1][j + 1]
                - 4.0 * psi[i][j + 1])
                * IH2;
            let west = (psi[i][j - 2] + psi[i][j] + psi[i - 1][j - 1] + psi[i + 1][j - 1]
                - 4.0 * psi[i][j - 1])
                * IH2;
            let north = (psi[i + 1][j - 1] + psi[i + 1][j + 1] + psi[i][j] + psi[i + 2][j]
                - 4.0 * psi[i + 1][j])
                * IH2;
            let south = (psi[i - 1][j - 1] + psi[i - 1][j + 1] + psi[i - 2][j] + psi[i][j]
                - 4.0 * psi[i - 1][j])
                * IH2;
            let diffusion = (east - 2.0 * here + west) * IH2 + (north - 2.0 * here + south) * IH2;
            let du = (psi[i + 1][j] - psi[i - 1][j]) * I2H;
            let dv = (psi[i][j + 1] - psi[i][j - 1]) * I2H;
            let transport = du * ((east - west) * I2H) - dv * ((north - south) * I2H);
            f[4 * (i - 2) + (j - 2)] = H * H * H * H * (diffusion - REYNOLDS * transport);
        }
    }
    f
}

/// The same equations over any scalar, with all powers of `h` where the definition has them.
pub fn fdc_twin<S: Scalar>(x: &[S; 16]) -> [S; 16] {
    const H: f64 = 0.2;
    let mut psi = [[S::from(0.0); 8]; 8];
    for i in 0..4 {
        for j in 0..4 {
            psi[i + 2][j + 2] = x[4 * i + j];
        }
    }
    for k in 2..6 {
        psi[0][k] = psi[2][k];
        psi[k][0] = psi[k][2];
        psi[k][7] = psi[k][5];
        psi[7][k] = psi[5][k] + 2.0 * H;
    }
    let laplacian = |i: usize, j: usize| {
        let cross = psi[i][j - 1] + psi[i][j + 1] + psi[i - 1][j] + psi[i + 1][j];
        (cross - psi[i][j] * 4.0) / (H * H)
    };
    let mut f = *x;
    for i in 2..6 {
        for j in 2..6 {
            let (east, west) = (laplacian(i, j + 1), laplacian(i, j - 1));
            let (north, south) = (laplacian(i + 1, j), laplacian(i - 1, j));
            let twice = laplacian(i, j) * 2.0;
            let diffusion = (east - twice + west) / (H * H) + (north - twice + south) / (H * H);
            let du = (psi[i + 1][j] - psi[i - 1][j]) / (2.0 * H) * ((east - west) / (2.0 * H));
            let dv = (psi[i][j + 1] - psi[i][j - 1]) / (2.0 * H) * ((north - south) / (2.0 * H));
            f[4 * i + j - 10] = (diffusion - (du - dv) * 100.0) * (H * H * H * H);
        }
    }
    f
}

/// A single vortex, tilted.
fn base() -> Vec<f64> {
    let node = |i: u8, j: u8| {
        let (a, b) = (f64::from(j) / 5.0, f64::from(i) / 5.0);
        -a * (1.0 - a) * b * (1.0 - b) - 0.01 * f64::from(i) + 0.007 * f64::from(j)
    };
    (1..5)
        .flat_map(|i| (1..5).map(move |j| node(i, j)))
        .collect()
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "fdc",
    from: "",
    n: 16,
    m: 16,
    nnz: 132,
    colours: 12,
    base,
    further: Vec::new,
    checksums: Some([7.191_200_000_000, 4.640_000_000_000e2]),
    known: &[],
    value: value!(fdc),
    twin: twin!(fdc_twin, 12),
    expansions: expansions!(
        FDC_PATTERN,
        FDC_TEMPLATE,
        FDC_COST,
        fdc_with_jacobian_into,
        fdc_update_into
    ),
};
