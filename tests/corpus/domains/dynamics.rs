//! Dynamics: oscillators, pendulums, populations, neurons, bodies that attract each other.
//!
//! ```text
//! y' = f(t, y)        an implicit integrator needs the Jacobian of f by y
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 11] = [
    ROESSLER,
    FITZHUGH_NAGUMO,
    HODGKIN_HUXLEY,
    LOTKA_VOLTERRA,
    PREDATOR_HOLLING,
    PENDULUM_ON_CART,
    SPRING_PENDULUM,
    THREE_BODY,
    PLEIADES,
    DUFFING,
    STRIBECK,
];

/// Rössler's attractor.
#[row(
    from = "Rössler, An equation for continuous chaos, Physics Letters A 57 (1976)",
    at = [[1.0, -2.0, 0.5]]
)]
#[jacobian]
pub fn roessler(y: &[f64; 3]) -> [f64; 3] {
    let (a, b, c) = (0.2, 0.2, 5.7);
    [-y[1] - y[2], y[0] + a * y[1], b + y[2] * (y[0] - c)]
}

/// The nerve of FitzHugh and Nagumo; the stimulus lasts for a while.
#[row(
    from = "FitzHugh, Impulses and physiological states in theoretical models of nerve membrane, 1961",
    at = [[0.5, -0.3, 0.5], [0.5, -0.3, 0.0], [-0.5, 0.2, 0.5]],
    with(t = if first > 0.0 { 2.0 } else { 9.0 })
)]
#[jacobian(wrt(v, w, stimulus))]
pub fn fitzhugh_nagumo(t: f64, v: f64, w: f64, stimulus: f64) -> (f64, f64) {
    let current = if t < 5.0 { stimulus } else { 0.0 };
    (
        v - v.powi(3) / 3.0 - w + current,
        0.08 * (v + 0.7 - 0.8 * w),
    )
}

/// A patch of membrane; the rates have removable singularities, which branches step over.
#[row(
    from = "Hodgkin, Huxley, J. Physiology 117 (1952), shifted to a rest of -65 mV",
    at = [
        [-62.0, 0.06, 0.6, 0.32],
        [-40.00000001, 0.06, 0.6, 0.32],
        [-55.00000001, 0.06, 0.6, 0.32]
    ],
    with(current = 10.0)
)]
#[jacobian(wrt(y))]
pub fn hodgkin_huxley(y: &[f64; 4], current: f64) -> [f64; 4] {
    const G: [f64; 3] = [120.0, 36.0, 0.3];
    const E: [f64; 3] = [50.0, -77.0, -54.387];
    // x / (1 - exp(-x)), by its series where both vanish.
    fn ratio(x: f64) -> f64 {
        if x.abs() < 1e-4 {
            1.0 + 0.5 * x
        } else {
            x / (1.0 - (-x).exp())
        }
    }
    let [v, m, h, n] = *y;
    let alpha = [
        ratio((v + 40.0) / 10.0),
        0.07 * (-(v + 65.0) / 20.0).exp(),
        0.1 * ratio((v + 55.0) / 10.0),
    ];
    let beta = [
        4.0 * (-(v + 65.0) / 18.0).exp(),
        1.0 / (1.0 + (-(v + 35.0) / 10.0).exp()),
        0.125 * (-(v + 65.0) / 80.0).exp(),
    ];
    let ionic =
        G[0] * m.powi(3) * h * (v - E[0]) + G[1] * n.powi(4) * (v - E[1]) + G[2] * (v - E[2]);
    let gate = |k: usize, x: f64| alpha[k] * (1.0 - x) - beta[k] * x;
    [current - ionic, gate(0, m), gate(1, h), gate(2, n)]
}

/// Four species that compete.
#[row(
    from = "Vano and others, Chaos in low-dimensional Lotka-Volterra models of competition, 2006",
    at = [[0.3, 0.5, 0.2, 0.4]]
)]
#[jacobian]
pub fn lotka_volterra(x: &[f64; 4]) -> [f64; 4] {
    const R: [f64; 4] = [1.0, 0.72, 1.53, 1.27];
    const A: [[f64; 4]; 4] = [
        [1.0, 1.09, 1.52, 0.0],
        [0.0, 1.0, 0.44, 1.36],
        [2.33, 0.0, 1.0, 0.47],
        [1.21, 0.51, 0.35, 1.0],
    ];
    let mut rate = [0.0; 4];
    for i in 0..4 {
        let pressure: f64 = A[i].iter().zip(x).map(|(a, x)| a * x).sum();
        rate[i] = R[i] * x[i] * (1.0 - pressure);
    }
    rate
}

/// Prey and predators that get full, with a refuge below which nothing is caught.
#[row(
    from = "Holling, The components of predation, Canadian Entomologist 91 (1959)",
    at = [[2.0, 1.0], [0.05, 1.0]]
)]
#[jacobian]
pub fn predator_holling(prey: f64, predator: f64) -> [f64; 2] {
    const REFUGE: f64 = 0.1;
    let growth = 0.8 * prey * (1.0 - prey / 10.0);
    if prey <= REFUGE {
        return [growth, -0.3 * predator];
    }
    let exposed = prey - REFUGE;
    let caught = 1.2 * exposed / (1.0 + 0.5 * exposed);
    [
        growth - caught * predator,
        0.4 * caught * predator - 0.3 * predator,
    ]
}

/// A pendulum on a cart that is pushed, the push limited.
#[row(
    from = "Barto, Sutton, Anderson, IEEE Transactions on Systems, Man and Cybernetics 13 (1983)",
    at = [[0.1, 0.5, 0.2, -0.3, 4.0], [0.1, 0.5, 0.2, -0.3, 14.0], [0.1, 0.5, 0.2, -0.3, -14.0]]
)]
#[jacobian]
pub fn pendulum_on_cart(state: &[f64; 4], push: f64) -> [f64; 4] {
    const CART: f64 = 1.0;
    const POLE: f64 = 0.1;
    const LENGTH: f64 = 0.5;
    const GRAVITY: f64 = 9.8;
    let force = if push > 10.0 {
        10.0
    } else if push < -10.0 {
        -10.0
    } else {
        push
    };
    let [_, v, angle, rate] = *state;
    let (sin, cos) = angle.sin_cos();
    let total = CART + POLE;
    let temp = (force + POLE * LENGTH * rate.powi(2) * sin) / total;
    let angular =
        (GRAVITY * sin - cos * temp) / (LENGTH * (4.0 / 3.0 - POLE * cos.powi(2) / total));
    let linear = temp - POLE * LENGTH * angular * cos / total;
    [v, linear, rate, angular]
}

/// A mass on a spring that cannot push: the string goes slack.
#[row(
    from = "textbook; the spring acts only beyond its length",
    at = [[0.8, -0.9, 0.1, 0.2], [0.3, -0.4, 0.1, 0.2]]
)]
#[jacobian]
pub fn spring_pendulum(state: &[f64; 4]) -> [f64; 4] {
    let [x, y, vx, vy] = *state;
    let mut acceleration = [0.0, -9.81];
    let length = (x * x + y * y).sqrt();
    if length > 1.0 {
        let tension = 200.0 * (length - 1.0) / length;
        acceleration[0] -= tension * x;
        acceleration[1] -= tension * y;
    }
    [vx, vy, acceleration[0], acceleration[1]]
}

/// Three bodies in the plane: positions and velocities.
#[row(
    from = "Chenciner, Montgomery, A remarkable periodic solution of the three-body problem, 2000",
    at = [[
        0.97000436, -0.24308753, -0.97000436, 0.24308753, 0.0, 0.0, 0.466203685, 0.43236573,
        0.466203685, 0.43236573, -0.93240737, -0.86473146
    ]]
)]
#[jacobian]
pub fn three_body(s: &[f64; 12]) -> [f64; 12] {
    let mut rate = [0.0; 12];
    for i in 0..6 {
        rate[i] = s[6 + i];
    }
    for i in 0..3 {
        for j in 0..3 {
            if i == j {
                continue;
            }
            let d = [s[2 * j] - s[2 * i], s[2 * j + 1] - s[2 * i + 1]];
            let r2 = d[0] * d[0] + d[1] * d[1];
            let pull = 1.0 / (r2 * r2.sqrt());
            for k in 0..2 {
                rate[6 + 2 * i + k] += pull * d[k];
            }
        }
    }
    rate
}

/// The accelerations of the Pleiades problem: seven stars whose masses are their numbers.
#[row(
    from = "Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, section II.10",
    at = [[
        3.0, 3.0, -1.0, -3.0, 2.0, -2.0, 2.0, 3.0, -3.0, 2.0, 0.1, 0.2, -4.0, 4.0
    ]]
)]
#[jacobian]
pub fn pleiades(position: &[f64; 14]) -> [f64; 14] {
    let (x, y) = position.split_at(7);
    let mut acceleration = [0.0; 14];
    for i in 0..7 {
        for j in (0..7).filter(|&j| j != i) {
            let r = ((x[i] - x[j]).powi(2) + (y[i] - y[j]).powi(2)).powf(1.5);
            acceleration[i] += (j + 1) as f64 * (x[j] - x[i]) / r;
            acceleration[i + 7] += (j + 1) as f64 * (y[j] - y[i]) / r;
        }
    }
    acceleration
}

/// Duffing's oscillator, driven.
#[row(
    from = "Guckenheimer, Holmes, Nonlinear Oscillations, section 2.2",
    at = [[0.7, -0.2]],
    with(t = 1.3)
)]
#[jacobian(wrt(x, v))]
pub fn duffing(t: f64, x: f64, v: f64) -> [f64; 2] {
    let drive = 0.3 * (1.2 * t).cos();
    [v, drive - 0.2 * v + x - x.powi(3)]
}

/// A block on a moving belt: friction that falls with speed, by its direction, smoothed in between.
#[row(
    from = "Leine, van Campen, de Kraker, van den Steen, Stick-slip vibrations, Nonlinear Dynamics 16 (1998)",
    at = [[1.0, 0.5], [1.0, -0.4], [1.0, 0.2000001]]
)]
#[jacobian]
pub fn stribeck(x: f64, v: f64) -> [f64; 2] {
    let belt = 0.2;
    let slip = v - belt;
    let falling = 1.0 / (1.0 + 3.0 * slip.abs());
    let friction = match slip {
        s if s > 1e-4 => -falling,
        s if s < -1e-4 => falling,
        s => -s / 1e-4 * falling,
    };
    [v, -x + friction]
}
