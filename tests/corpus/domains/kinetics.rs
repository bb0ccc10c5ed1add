//! Chemical kinetics: stiff rates, as the test sets for integrators have them.
//!
//! ```text
//! species y, rates r(y)  ->  y' = S r(y), S mostly of zeros and ones
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, rows};

/// Every row of this file.
pub const ALL: [Problem; 8] = [
    HIRES,
    OREGONATOR,
    BRUSSELATOR_CELL,
    AKZO,
    ARRHENIUS,
    TROE,
    MICHAELIS_MENTEN,
    E5,
];

/// Eight reactants of plant physiology.
#[row(
    from = "Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.10",
    at = [[1.0, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.0057]]
)]
#[jacobian]
pub fn hires(y: &[f64; 8]) -> [f64; 8] {
    let bound = 280.0 * y[5] * y[7];
    [
        -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007,
        1.71 * y[0] - 8.75 * y[1],
        -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4],
        8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3],
        -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6],
        -bound + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6],
        bound - 1.81 * y[6],
        -bound + 1.81 * y[6],
    ]
}

/// The oscillating reaction of Belousov and Zhabotinskii.
#[row(
    from = "Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.10",
    at = [[1.0, 2.0, 3.0]]
)]
#[jacobian]
pub fn oregonator(y: &[f64; 3]) -> [f64; 3] {
    [
        77.27 * (y[1] + y[0] * (1.0 - 8.375e-6 * y[0] - y[1])),
        (y[2] - (1.0 + y[0]) * y[1]) / 77.27,
        0.161 * (y[0] - y[2]),
    ]
}

/// One cell of the Brusselator, with respect to its parameters too.
#[row(
    from = "Prigogine, Lefever, Symmetry breaking instabilities in dissipative systems, 1968",
    at = [[1.2, 3.1, 1.0, 3.0]],
    known = [rows(&[1.0, 3.0, 1.0, 3.0], &[0.0, 0.0], 0.0)]
)]
#[jacobian]
pub fn brusselator_cell(u: f64, v: f64, a: f64, b: f64) -> [f64; 2] {
    let reaction = u * u * v;
    [a + reaction - (b + 1.0) * u, b * u - reaction]
}

/// The chemical Akzo Nobel problem: six species, roots of concentrations, an equilibrium.
#[row(
    from = "Lioen, de Swart, Test set for IVP solvers, 1998: chemical Akzo Nobel",
    at = [[0.437, 0.00123, 0.1, 0.007, 0.2, 0.36]]
)]
#[jacobian]
pub fn akzo(y: &[f64; 6]) -> [f64; 6] {
    const K: [f64; 4] = [18.7, 0.58, 0.09, 0.42];
    const EQUILIBRIUM: f64 = 34.4;
    const KS: f64 = 115.83;
    let (root, inflow) = (y[1].sqrt(), 3.3 * (0.9 / 737.0 - y[1]));
    let rates = [
        K[0] * y[0].powi(4) * root,
        K[1] * y[2] * y[3],
        K[1] / EQUILIBRIUM * y[0] * y[4],
        K[2] * y[0] * y[3].powi(2),
        K[3] * y[5].powi(2) * root,
    ];
    let [r1, r2, r3, r4, r5] = rates;
    [
        -2.0 * r1 + r2 - r3 - r4,
        -0.5 * r1 - r4 - 0.5 * r5 + inflow,
        r1 - r2 + r3,
        -r2 + r3 - 2.0 * r4,
        r2 - r3 + r5,
        KS * y[0] * y[3] - y[5],
    ]
}

/// Concentrations and temperature of a stirred tank, through a table of reactions.
#[row(
    from = "Fogler, Elements of Chemical Reaction Engineering, chapter 12; rates of this corpus",
    at = [[1.0, 0.5, 0.2, 350.0]]
)]
#[jacobian]
pub fn arrhenius(state: &[f64; 4]) -> [f64; 4] {
    // Factor, activation energy over the gas constant, heat; then reactants and products.
    const REACTIONS: [(f64, f64, f64); 2] = [(7.0e7, 7000.0, 40.0), (2.0e6, 6500.0, 25.0)];
    const SPECIES: [(usize, usize); 2] = [(0, 1), (1, 2)];
    let mut rate = [0.0; 4];
    let temperature = state[3];
    for ((factor, activation, heat), (used, made)) in REACTIONS.into_iter().zip(SPECIES) {
        let speed = factor * (-activation / temperature).exp() * state[used];
        rate[used] -= speed;
        rate[made] += speed;
        rate[3] += heat * speed;
    }
    rate[3] -= 0.5 * (temperature - 300.0);
    rate
}

/// The falloff of a unimolecular reaction between its limits of pressure.
#[row(
    from = "Gilbert, Luther, Troe, Theory of thermal unimolecular reactions, 1983",
    at = [[1200.0, 1e-5]]
)]
#[jacobian]
pub fn troe(temperature: f64, concentration: f64) -> f64 {
    let arrhenius =
        |a: f64, n: f64, e: f64| a * temperature.powf(n) * (-e / (1.987 * temperature)).exp();
    let low = arrhenius(2.477e33, -4.76, 2440.0);
    let high = arrhenius(1.27e16, -0.63, 383.0);
    let reduced = low * concentration / high;
    let center = 0.217 * (-temperature / 74.0).exp()
        + 0.783 * (-temperature / 2941.0).exp()
        + (-6964.0 / temperature).exp();
    let log_center = center.log10();
    let c = -0.4 - 0.67 * log_center;
    let n = 0.75 - 1.27 * log_center;
    let x = reduced.log10() + c;
    let f = 10.0_f64.powf(log_center / (1.0 + (x / (n - 0.14 * x)).powi(2)));
    high * reduced / (1.0 + reduced) * f
}

/// An enzyme that an excess of its substrate inhibits.
#[row(
    from = "Haldane, Enzymes, 1930",
    at = [[2.0, 0.3], [0.0, 0.3], [-0.1, 0.3]]
)]
#[jacobian]
pub fn michaelis_menten(substrate: f64, enzyme: f64) -> f64 {
    if substrate <= 0.0 {
        return 0.0;
    }
    let (turnover, half, inhibition) = (10.0, 0.5, 4.0);
    turnover * enzyme * substrate / (half + substrate + substrate * substrate / inhibition)
}

/// Four species whose concentrations differ by many decades.
#[row(
    from = "Enright, Hull, Comparing numerical methods for the solution of stiff systems of ODEs, 1976: E5",
    at = [[1.76e-3, 1e-10, 1e-13, 2e-10]]
)]
#[jacobian]
pub fn e5(y: &[f64; 4]) -> [f64; 4] {
    const A: f64 = 7.89e-10;
    const B: f64 = 1.1e7;
    const C: f64 = 1.13e3;
    const M: f64 = 1e6;
    let slow = A * y[0];
    let exchange = B * y[0] * y[2];
    let loss = M * C * y[1] * y[2];
    let last = exchange - C * y[3];
    [-slow - exchange, slow - loss, slow - loss - last, last]
}
