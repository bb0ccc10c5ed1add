//! The kinetics of a stirred tank: `a + b <-> c`, `c + b -> d`, rates after Arrhenius.

use jacobian_runtime::jacobian;

/// The balances of four species and of the heat; concentrations and temperature have no units.
#[jacobian(hessian, prefix = ours)]
#[jacobian(hessian, value = fused, prefix = ours_fused)]
#[jacobian(hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn reactor(x: &[f64; 5]) -> [f64; 5] {
    let [a, b, c, d, t] = *x;
    let hot = 1.0 / t;
    let first = 2.0e3 * (-8.0 * hot).exp() * a * b;
    let second = 5.0e2 * (-9.5 * hot).exp() * c;
    let third = 8.0e2 * (-11.0 * hot).exp() * c * b;
    [
        0.5 * (1.0 - a) - first + second,
        0.5 * (0.8 - b) - first + second - third,
        -0.5 * c + first - second - third,
        -0.5 * d + third,
        0.5 * (1.0 - t) + 0.4 * (first - second) + 0.7 * third - 0.2 * (t - 0.9),
    ]
}

/// In the middle of the reaction.
pub fn base() -> Vec<f64> {
    vec![0.6, 0.4, 0.3, 0.1, 1.1]
}
