//! The Roe flux: waves differentiated once, then a column for each primitive variable of each side.
//!
//! ```text
//! state U ── (r, u, p) of each side ── averages, jumps ── S = w4 + w1, T = w4 - w1, w2, w3 ── flux
//!
//! S = M A + N B    M, N = |q + c| +- |q - c|    A = Dp / 2c^2
//! T = N A + M B                                 B = r Dq / 2c
//! ```
//!
//! A velocity changes only `q`, `c` and one component; a pressure only `h` and the jump. So the
//! five columns of a side are short in primitive variables, and `dP/dU` has one row that is not
//! trivial. The sides differ in the sign of a jump.

use super::{Vector, dot, fma};

const NORMAL: Vector = [0.36, 0.48, 0.8];
const G: f64 = 1.4 - 1.0;

/// One side of the face.
struct Side {
    density: f64,
    inverse: f64,
    velocity: Vector,
    pressure: f64,
    enthalpy: f64,
    normal: f64,
    /// Half the square of the velocity.
    kinetic: f64,
    root: f64,
}

#[inline(always)]
fn side(state: &[f64]) -> Side {
    let inverse = 1.0 / state[0];
    let velocity = [state[1] * inverse, state[2] * inverse, state[3] * inverse];
    let kinetic = 0.5 * dot(velocity, velocity);
    let pressure = G * fma(-state[0], kinetic, state[4]);
    Side {
        density: state[0],
        inverse,
        velocity,
        pressure,
        enthalpy: (state[4] + pressure) * inverse,
        normal: dot(velocity, NORMAL),
        kinetic,
        root: state[0].sqrt(),
    }
}

/// Averages and jumps, and the terms of the waves.
struct Middle {
    velocity: Vector,
    enthalpy: f64,
    kinetic: f64,
    q: f64,
    c: f64,
    inverse_c: f64,
    /// One over the sum of the roots.
    weight: f64,
    jump: Vector,
    jump_q: f64,
    /// `u . Du - q Dq`.
    shear: f64,
    s: f64,
    t: f64,
    d1: f64,
    w3: f64,
    slopes: Slopes,
}

/// The changes of the waves: `[S, T]` by direction, then the two that are not acoustic.
struct Slopes {
    q: [f64; 2],
    c: [f64; 2],
    pressure: [f64; 2],
    jump_q: [f64; 2],
    density: [f64; 2],
    w2_q: f64,
    w2_c: f64,
    w2_pressure: f64,
    /// `|q|`: of `w2` by the jump in density, of `w3` by the average density.
    speed: f64,
    w3_q: f64,
}

/// The sign that `abs` has for a slope.
#[inline(always)]
fn sign(x: f64) -> f64 {
    1.0_f64.copysign(x)
}

#[inline(always)]
fn middle(left: &Side, right: &Side) -> Middle {
    let weight = 1.0 / (left.root + right.root);
    let (l, r) = (left.root * weight, right.root * weight);
    let mean = |a: f64, b: f64| fma(l, a, r * b);
    let velocity = [0, 1, 2].map(|k| mean(left.velocity[k], right.velocity[k]));
    let jump = [0, 1, 2].map(|k| right.velocity[k] - left.velocity[k]);
    let (enthalpy, kinetic) = (
        mean(left.enthalpy, right.enthalpy),
        0.5 * dot(velocity, velocity),
    );
    let q = mean(left.normal, right.normal);
    let c = (G * (enthalpy - kinetic)).sqrt();
    let inverse_c = 1.0 / c;
    let half = 0.5 * inverse_c;
    let density = left.root * right.root;
    let (jump_q, jump_p) = (right.normal - left.normal, right.pressure - left.pressure);
    let jump_r = right.density - left.density;
    let (slow, fast, speed) = (q - c, q + c, q.abs());
    let (m, n) = (fast.abs() + slow.abs(), fast.abs() - slow.abs());
    let (sigma, delta) = (sign(fast) + sign(slow), sign(fast) - sign(slow));
    let half_square = half * inverse_c;
    let (a, b) = (jump_p * half_square, density * jump_q * half);
    let (s, t) = (fma(m, a, n * b), fma(n, a, m * b));
    let (e, g) = (fma(a, sigma, b * delta), fma(a, delta, b * sigma));
    // `A` falls with the square of `c`, `B` with `c`.
    let (ac, bc) = (2.0 * a * inverse_c, b * inverse_c);
    let rest = fma(-2.0, a, jump_r);
    let w3 = speed * density;
    let sound = density * half;
    let dq_half = jump_q * half;
    Middle {
        velocity,
        enthalpy,
        kinetic,
        q,
        c,
        inverse_c,
        weight,
        jump,
        jump_q,
        shear: fma(-q, jump_q, dot(velocity, jump)),
        s,
        t,
        d1: fma(speed, rest, s),
        w3,
        slopes: Slopes {
            q: [e, g],
            c: [fma(-m, ac, fma(-n, bc, g)), fma(-n, ac, fma(-m, bc, e))],
            pressure: [m * half_square, n * half_square],
            jump_q: [n * sound, m * sound],
            density: [n * dq_half, m * dq_half],
            w2_q: sign(q) * rest,
            w2_c: 2.0 * speed * ac,
            w2_pressure: -2.0 * speed * half_square,
            speed,
            w3_q: sign(q) * density,
        },
    }
}

/// By how much averages, jumps and waves move along one primitive variable of one side.
struct Move {
    velocity: Vector,
    jump: Vector,
    kinetic: f64,
    enthalpy: f64,
    q: f64,
    jump_q: f64,
    c: f64,
    s: f64,
    t: f64,
    w2: f64,
    w3: f64,
}

/// The column of the dissipation for a move. The flux gets minus half of it.
#[inline(always)]
fn dissipation(mid: &Middle, by: &Move) -> [f64; 5] {
    let d1 = by.s + by.w2;
    let ct = fma(mid.c, by.t, mid.t * by.c);
    let along = fma(-mid.w3, by.jump_q, fma(-mid.jump_q, by.w3, ct));
    let momentum = [0, 1, 2].map(|k| {
        let carried = fma(mid.velocity[k], d1, mid.d1 * by.velocity[k]);
        let sheared = fma(mid.jump[k], by.w3, mid.w3 * by.jump[k]);
        fma(NORMAL[k], along, carried + sheared)
    });
    let w2 = mid.d1 - mid.s;
    let shear = dot(by.velocity, mid.jump) + dot(mid.velocity, by.jump)
        - fma(by.q, mid.jump_q, mid.q * by.jump_q);
    let waves = fma(mid.enthalpy, by.s, mid.s * by.enthalpy);
    let entropy = fma(mid.kinetic, by.w2, w2 * by.kinetic);
    let sound = fma(mid.q, ct, mid.c * mid.t * by.q);
    let energy = waves + entropy + sound + fma(mid.shear, by.w3, mid.w3 * shear);
    [d1, momentum[0], momentum[1], momentum[2], energy]
}

/// The flux of a side through the face.
#[inline(always)]
fn flux(side: &Side) -> [f64; 5] {
    let mass = side.density * side.normal;
    let [u, v, w] = side.velocity;
    let momentum = |k: usize, u: f64| fma(mass, u, side.pressure * NORMAL[k]);
    [
        mass,
        momentum(0, u),
        momentum(1, v),
        momentum(2, w),
        mass * side.enthalpy,
    ]
}

/// Half of a column of the flux, minus half of the dissipation's.
#[inline(always)]
fn halve(flux: [f64; 5], dissipation: [f64; 5]) -> [f64; 5] {
    [0, 1, 2, 3, 4].map(|k| 0.5 * (flux[k] - dissipation[k]))
}

/// The five columns of a side; `jump` is the sign of its part in the jumps.
#[inline(always)]
fn columns(mid: &Middle, side: &Side, other: &Side, jump: f64, entries: &mut [f64]) {
    let slopes = &mid.slopes;
    let share = side.root * mid.weight;
    let to_c = 0.5 * G * mid.inverse_c;
    let (u, q, inverse) = (side.velocity, side.normal, side.inverse);
    let mass = side.density * q;

    // Pressure: the enthalpy of its side, and the jump.
    let enthalpy = share * (1.4 / G) * inverse;
    let c = to_c * enthalpy;
    let acoustic = |k: usize| fma(slopes.c[k], c, jump * slopes.pressure[k]);
    let by = Move {
        velocity: [0.0; 3],
        jump: [0.0; 3],
        kinetic: 0.0,
        enthalpy,
        q: 0.0,
        jump_q: 0.0,
        c,
        s: acoustic(0),
        t: acoustic(1),
        w2: fma(slopes.w2_c, c, jump * slopes.w2_pressure),
        w3: 0.0,
    };
    let [nx, ny, nz] = NORMAL;
    let by_pressure = halve([0.0, nx, ny, nz, q * (1.4 / G)], dissipation(mid, &by));

    // Velocities: one component each.
    let by_velocity = [0, 1, 2].map(|i| {
        let mut unit = [0.0; 3];
        unit[i] = 1.0;
        let (kinetic, enthalpy) = (share * mid.velocity[i], share * u[i]);
        let c = to_c * (enthalpy - kinetic);
        let (q_i, jump_q) = (share * NORMAL[i], jump * NORMAL[i]);
        let acoustic = |k: usize| {
            let turned = fma(slopes.q[k], q_i, slopes.jump_q[k] * jump_q);
            fma(slopes.c[k], c, turned)
        };
        let by = Move {
            velocity: unit.map(|one| share * one),
            jump: unit.map(|one| jump * one),
            kinetic,
            enthalpy,
            q: q_i,
            jump_q,
            c,
            s: acoustic(0),
            t: acoustic(1),
            w2: fma(slopes.w2_c, c, slopes.w2_q * q_i),
            w3: slopes.w3_q * q_i,
        };
        let rn = side.density * NORMAL[i];
        let momentum = [0, 1, 2].map(|k| fma(rn, u[k], mass * unit[k]));
        let energy = fma(rn, side.enthalpy, mass * u[i]);
        let flux = [rn, momentum[0], momentum[1], momentum[2], energy];
        halve(flux, dissipation(mid, &by))
    });

    // Density: the weights of all averages.
    let half_root = 0.5 * inverse * side.root;
    let slide = half_root * mid.weight;
    let velocity = [0, 1, 2].map(|k| slide * (u[k] - mid.velocity[k]));
    let thinner = -(1.4 / G) * side.pressure * inverse * inverse;
    let enthalpy = fma(slide, side.enthalpy - mid.enthalpy, share * thinner);
    let kinetic = dot(mid.velocity, velocity);
    let (c, q_r) = (to_c * (enthalpy - kinetic), slide * (q - mid.q));
    let density = half_root * other.root;
    let acoustic = |k: usize| {
        let turned = fma(slopes.q[k], q_r, slopes.density[k] * density);
        fma(slopes.c[k], c, turned)
    };
    let w2 = fma(slopes.w2_q, q_r, jump * slopes.speed);
    let by = Move {
        velocity,
        jump: [0.0; 3],
        kinetic,
        enthalpy,
        q: q_r,
        jump_q: 0.0,
        c,
        s: acoustic(0),
        t: acoustic(1),
        w2: fma(slopes.w2_c, c, w2),
        w3: fma(slopes.w3_q, q_r, slopes.speed * density),
    };
    let flux = [q, q * u[0], q * u[1], q * u[2], q * side.kinetic];
    let by_density = halve(flux, dissipation(mid, &by));

    // From primitive variables to the conserved ones.
    for k in 0..5 {
        let p = G * by_pressure[k];
        let v = [0, 1, 2].map(|i| fma(inverse, by_velocity[i][k], -(u[i] * p)));
        let along = dot(u, [0, 1, 2].map(|i| by_velocity[i][k]));
        entries[k] = fma(side.kinetic, p, fma(-inverse, along, by_density[k]));
        entries[5 + k] = v[0];
        entries[10 + k] = v[1];
        entries[15 + k] = v[2];
        entries[20 + k] = p;
    }
}

/// The Roe flux and its 50 entries.
pub fn roe(x: &[f64; 10], value: &mut [f64; 5], entries: &mut [f64; 50]) {
    let (left, right) = (side(&x[..5]), side(&x[5..]));
    let mid = middle(&left, &right);
    let (from_left, from_right) = (flux(&left), flux(&right));
    let along = fma(mid.c, mid.t, -(mid.w3 * mid.jump_q));
    let momentum = |k: usize| {
        let sheared = fma(mid.w3, mid.jump[k], NORMAL[k] * along);
        fma(mid.d1, mid.velocity[k], sheared)
    };
    let waves = fma(mid.s, mid.enthalpy, (mid.d1 - mid.s) * mid.kinetic);
    let energy = fma(mid.q * mid.c, mid.t, fma(mid.w3, mid.shear, waves));
    let lost = [mid.d1, momentum(0), momentum(1), momentum(2), energy];
    for k in 0..5 {
        value[k] = 0.5 * (from_left[k] + from_right[k] - lost[k]);
    }
    let (first, second) = entries.split_at_mut(25);
    columns(&mid, &left, &right, -1.0, first);
    columns(&mid, &right, &left, 1.0, second);
}
