//! A network with two inputs, four hidden neurons and one output learns the exclusive or.

use jacobian_runtime::jacobian;

/// Half the squared error over four samples, by 17 weights.
#[jacobian(gradient, hessian, prefix = ours)]
#[jacobian(gradient, hessian, value = fused, prefix = ours_fused)]
#[jacobian(gradient, hessian, value = fused, order = reverse, prefix = ours_reversed)]
pub fn network(w: &[f64; 17]) -> f64 {
    const SAMPLES: [[f64; 3]; 4] = [
        [-1.0, -1.0, -1.0],
        [-1.0, 1.0, 1.0],
        [1.0, -1.0, 1.0],
        [1.0, 1.0, -1.0],
    ];
    let mut loss = 0.0;
    for [a, b, target] in SAMPLES {
        let mut output = w[16];
        for k in 0..4 {
            output += w[12 + k] * (w[k] * a + w[4 + k] * b + w[8 + k]).tanh();
        }
        loss += (output - target) * (output - target);
    }
    0.5 * loss
}

/// Weights before training.
pub fn base() -> Vec<f64> {
    vec![
        0.4, -0.3, 0.2, 0.6, -0.5, 0.3, 0.7, -0.2, 0.1, -0.1, 0.05, 0.15, 0.8, -0.6, 0.5, 0.3, 0.1,
    ]
}
