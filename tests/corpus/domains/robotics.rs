//! Robotics: arms by Denavit and Hartenberg, mobile robots, quadrotors.
//!
//! ```text
//! joint angles -> pose of the tool        state, input -> rate of the state
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, rows};

/// Every row of this file.
pub const ALL: [Problem; 10] = [
    PLANAR_ARM,
    SCARA,
    ANTHROPOMORPHIC_ARM,
    PUMA,
    INVERSE_PLANAR,
    UNICYCLE_STEP,
    BICYCLE,
    TIRE_FORCE,
    QUADROTOR,
    POTENTIAL_FIELD,
];

/// Position and heading of the tool of an arm with two links in the plane.
#[row(
    from = "Spong, Hutchinson, Vidyasagar, Robot Modeling and Control, section 1.3",
    at = [[0.3, 0.8], [0.0, std::f64::consts::FRAC_PI_2]],
    known = [rows(&[0.0, std::f64::consts::FRAC_PI_2], &[0.5, 0.4, std::f64::consts::FRAC_PI_2], 1e-15)]
)]
#[jacobian]
pub fn planar_arm(q: &[f64; 2]) -> (f64, f64, f64) {
    const LINKS: [f64; 2] = [0.5, 0.4];
    let mut angle = 0.0;
    let (mut x, mut y) = (0.0, 0.0);
    for (link, joint) in LINKS.iter().zip(q) {
        angle += joint;
        x += link * angle.cos();
        y += link * angle.sin();
    }
    (x, y, angle)
}

/// A SCARA arm: two revolute joints, a prismatic one, a wrist.
#[row(
    from = "Spong, Hutchinson, Vidyasagar, Robot Modeling and Control, section 3.2",
    at = [[0.4, -0.9, 0.12, 0.5]]
)]
#[jacobian]
pub fn scara(q: &[f64; 4]) -> [f64; 4] {
    const A1: f64 = 0.325;
    const A2: f64 = 0.225;
    let [q1, q2, depth, wrist] = *q;
    let elbow = q1 + q2;
    [
        A1 * q1.cos() + A2 * elbow.cos(),
        A1 * q1.sin() + A2 * elbow.sin(),
        -depth,
        elbow - wrist,
    ]
}

/// Three joints, as homogeneous transformations multiplied in a loop.
#[row(
    from = "Siciliano and others, Robotics: Modelling, Planning and Control, section 2.9.4",
    at = [[0.2, 0.5, -0.7]]
)]
#[jacobian]
pub fn anthropomorphic_arm(q: &[f64; 3]) -> [f64; 3] {
    // Link length, twist, offset of each joint.
    const LINKS: [[f64; 3]; 3] = [
        [0.0, std::f64::consts::FRAC_PI_2, 0.3],
        [0.45, 0.0, 0.0],
        [0.40, 0.0, 0.0],
    ];
    let mut pose = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ];
    for i in 0..3 {
        let [a, alpha, d] = LINKS[i];
        let (st, ct) = q[i].sin_cos();
        let (sa, ca) = alpha.sin_cos();
        let link = [
            [ct, -st * ca, st * sa, a * ct],
            [st, ct * ca, -ct * sa, a * st],
            [0.0, sa, ca, d],
        ];
        let mut next = [[0.0; 4]; 3];
        for row in 0..3 {
            for col in 0..4 {
                for k in 0..3 {
                    next[row][col] += pose[row][k] * link[k][col];
                }
            }
            next[row][3] += pose[row][3];
        }
        pose = next;
    }
    [pose[0][3], pose[1][3], pose[2][3]]
}

/// Position of the wrist and the approach vector of a PUMA 560.
#[row(
    from = "Craig, Introduction to Robotics: Mechanics and Control, section 3.7",
    at = [[0.1, -0.6, 0.9, 0.3, 0.7, -0.2]]
)]
#[jacobian]
pub fn puma(theta: &[f64; 6]) -> [f64; 6] {
    const A2: f64 = 0.4318;
    const A3: f64 = 0.0203;
    const D3: f64 = 0.1244;
    const D4: f64 = 0.4318;
    let s = theta.map(f64::sin);
    let c = theta.map(f64::cos);
    let (s23, c23) = (theta[1] + theta[2]).sin_cos();
    let reach = A2 * c[1] + A3 * c23 - D4 * s23;
    [
        c[0] * reach - D3 * s[0],
        s[0] * reach + D3 * c[0],
        -A3 * s23 - A2 * s[1] - D4 * c23,
        -c[0] * (c23 * c[3] * s[4] + s23 * c[4]) - s[0] * s[3] * s[4],
        -s[0] * (c23 * c[3] * s[4] + s23 * c[4]) + c[0] * s[3] * s[4],
        s23 * c[3] * s[4] - c23 * c[4],
    ]
}

/// Joint angles of an arm with two links: elbow up or down, stretched out where the target is too
/// far.
#[row(
    from = "Lynch, Park, Modern Robotics, section 6.1",
    at = [[0.5, 0.3], [0.9, 0.7], [-0.4, 0.5], [0.02, 0.01]],
    with(elbow_up = first > 0.0)
)]
#[jacobian]
pub fn inverse_planar(target: [f64; 2], elbow_up: bool) -> [f64; 2] {
    let (l1, l2) = (0.5, 0.4);
    let [x, y] = target;
    let square = x * x + y * y;
    let cosine = (square - l1 * l1 - l2 * l2) / (2.0 * l1 * l2);
    if cosine >= 1.0 {
        return [y.atan2(x), 0.0];
    }
    if cosine <= -1.0 {
        return [y.atan2(x), std::f64::consts::PI];
    }
    let sine = (1.0 - cosine * cosine).sqrt();
    let elbow = if elbow_up {
        (-sine).atan2(cosine)
    } else {
        sine.atan2(cosine)
    };
    let shoulder = y.atan2(x) - (l2 * elbow.sin()).atan2(l1 + l2 * elbow.cos());
    [shoulder, elbow]
}

/// The next pose of a unicycle that drives an arc, or straight on where it hardly turns.
#[row(
    from = "Thrun, Burgard, Fox, Probabilistic Robotics, section 5.3",
    at = [[1.0, 2.0, 0.4, 0.8, 0.3], [1.0, 2.0, 0.4, 0.8, 1e-9], [0.0, 0.0, -2.0, 1.5, -0.6]],
    with(dt = 0.1)
)]
#[jacobian(wrt(pose, v, omega))]
pub fn unicycle_step(pose: &[f64; 3], v: f64, omega: f64, dt: f64) -> [f64; 3] {
    let [x, y, heading] = *pose;
    if omega.abs() < 1e-6 {
        return [
            x + v * dt * heading.cos(),
            y + v * dt * heading.sin(),
            heading + omega * dt,
        ];
    }
    let radius = v / omega;
    let turned = heading + omega * dt;
    [
        x - radius * heading.sin() + radius * turned.sin(),
        y + radius * heading.cos() - radius * turned.cos(),
        turned,
    ]
}

/// A bicycle whose tyres slip: the kinematic model below a speed, the dynamic one above.
#[row(
    from = "Kong, Pfeiffer, Schildbach, Borrelli, IEEE Intelligent Vehicles Symposium 2015",
    at = [
        [0.0, 0.0, 0.2, 12.0, 0.3, 0.1, 0.05, 0.5],
        [1.0, -1.0, 0.2, 1.5, 0.1, 0.0, 0.2, 0.3],
    ]
)]
#[jacobian]
pub fn bicycle(state: &[f64; 6], input: &[f64; 2]) -> [f64; 6] {
    const MASS: f64 = 1500.0;
    const INERTIA: f64 = 2500.0;
    const LF: f64 = 1.2;
    const LR: f64 = 1.4;
    const STIFFNESS: f64 = 8.0e4;
    let [_, _, yaw, vx, vy, rate] = *state;
    let [steer, acceleration] = *input;
    let mut derivative = [0.0; 6];
    if vx < 3.0 {
        let slip = (LR / (LF + LR) * steer.tan()).atan();
        derivative[0] = vx * (yaw + slip).cos();
        derivative[1] = vx * (yaw + slip).sin();
        derivative[2] = vx / LR * slip.sin();
        derivative[3] = acceleration;
    } else {
        let front = -STIFFNESS * ((vy + LF * rate).atan2(vx) - steer);
        let rear = -STIFFNESS * (vy - LR * rate).atan2(vx);
        derivative[0] = vx * yaw.cos() - vy * yaw.sin();
        derivative[1] = vx * yaw.sin() + vy * yaw.cos();
        derivative[2] = rate;
        derivative[3] = acceleration - front * steer.sin() / MASS + vy * rate;
        derivative[4] = (front * steer.cos() + rear) / MASS - vx * rate;
        derivative[5] = (LF * front * steer.cos() - LR * rear) / INERTIA;
    }
    derivative
}

/// Longitudinal and lateral force of a tyre, scaled back to the friction circle.
#[row(
    from = "Pacejka, Tire and Vehicle Dynamics, chapter 4",
    at = [[0.02, 0.03, 4000.0], [0.15, -0.2, 4000.0], [0.1, 0.1, -5.0]]
)]
#[jacobian]
pub fn tire_force(slip: f64, angle: f64, load: f64) -> [f64; 2] {
    if load <= 0.0 {
        return [0.0, 0.0];
    }
    let magic = |stiffness: f64, shape: f64, curvature: f64, input: f64| {
        let bx = stiffness * input;
        (shape * (bx - curvature * (bx - bx.atan())).atan()).sin()
    };
    let mut force = [
        load * magic(10.0, 1.65, 0.6, slip),
        load * magic(8.0, 1.3, -1.0, angle.tan()),
    ];
    let limit = 0.9 * load;
    let total = force[0].hypot(force[1]);
    if total > limit {
        for component in &mut force {
            *component *= limit / total;
        }
    }
    force
}

/// A quadrotor: position, velocity, quaternion, body rates; thrusts of four rotors.
#[row(
    from = "Mellinger, Kumar, Minimum snap trajectory generation and control for quadrotors, ICRA 2011",
    at = [[
        0.1, -0.2, 1.5, 0.3, 0.1, -0.4, 0.9, 0.1, -0.2, 0.3, 0.2, -0.1, 0.05, 1.3, 1.2, 1.1, 1.4
    ]]
)]
#[jacobian]
pub fn quadrotor(x: &[f64; 13], thrust: &[f64; 4]) -> [f64; 13] {
    const MASS: f64 = 0.5;
    const ARM: f64 = 0.17;
    const DRAG: f64 = 0.016;
    const INERTIA: [f64; 3] = [2.3e-3, 2.4e-3, 4.0e-3];
    const GRAVITY: f64 = 9.81;
    let [qw, qx, qy, qz] = [x[6], x[7], x[8], x[9]];
    let w = [x[10], x[11], x[12]];
    let lift: f64 = thrust.iter().sum::<f64>() / MASS;
    let torque = [
        ARM * (thrust[1] - thrust[3]),
        ARM * (thrust[2] - thrust[0]),
        DRAG * (thrust[0] - thrust[1] + thrust[2] - thrust[3]),
    ];
    let mut rate = [0.0; 13];
    for i in 0..3 {
        rate[i] = x[3 + i];
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        rate[10 + i] = (torque[i] - (INERTIA[k] - INERTIA[j]) * w[j] * w[k]) / INERTIA[i];
    }
    rate[3] = 2.0 * (qx * qz + qw * qy) * lift;
    rate[4] = 2.0 * (qy * qz - qw * qx) * lift;
    rate[5] = (1.0 - 2.0 * (qx * qx + qy * qy)) * lift - GRAVITY;
    rate[6] = 0.5 * (-qx * w[0] - qy * w[1] - qz * w[2]);
    rate[7] = 0.5 * (qw * w[0] + qy * w[2] - qz * w[1]);
    rate[8] = 0.5 * (qw * w[1] - qx * w[2] + qz * w[0]);
    rate[9] = 0.5 * (qw * w[2] + qx * w[1] - qy * w[0]);
    rate
}

/// The force of a potential field: towards the goal, away from each obstacle that is near.
#[row(
    from = "Khatib, Real-time obstacle avoidance for manipulators and mobile robots, IJRR 5 (1986)",
    at = [[0.4, 0.3], [1.6, 1.1], [5.0, 5.0]]
)]
#[jacobian]
pub fn potential_field(position: &[f64; 2]) -> [f64; 2] {
    const OBSTACLES: [[f64; 3]; 3] = [[1.0, 1.0, 0.3], [0.0, 1.0, 0.2], [2.0, 0.5, 0.4]];
    let goal = [3.0, 2.0];
    let mut force = [goal[0] - position[0], goal[1] - position[1]];
    let distance = force[0].hypot(force[1]);
    if distance > 2.0 {
        force = force.map(|component| component * 2.0 / distance);
    }
    for [x, y, radius] in OBSTACLES {
        let away = [position[0] - x, position[1] - y];
        let gap = away[0].hypot(away[1]) - radius;
        if gap > 1.0 {
            continue;
        }
        let push = 0.1 * (1.0 / gap - 1.0) / (gap * gap) / (gap + radius);
        for k in 0..2 {
            force[k] += push * away[k];
        }
    }
    force
}
