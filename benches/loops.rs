//! Loops that run time ends, against forward chaining by hand and dual numbers:
//! `cargo bench --bench loops`.
//!
//! ```text
//! generated    value and Jacobian by the attribute, with its default options
//! by hand      the states and their partials in one loop, as an expert writes it
//! dual         the same source over dual numbers, all directions at once
//! ```
//!
//! The three take turns in one process, and the shortest time of each is compared, because the
//! machine may be busy. All three must agree before anything is timed.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    unreachable_pub,
    reason = "the dual numbers are those of the tests"
)]
#![expect(clippy::print_stdout, reason = "a bench prints its table")]
#![allow(
    clippy::suboptimal_flops,
    clippy::needless_range_loop,
    clippy::assign_op_pattern,
    clippy::neg_multiply,
    reason = "the functions are written as their users write them"
)]

#[path = "../tests/language/dual.rs"]
pub(crate) mod dual;

use std::hint::black_box;
use std::time::Instant;

macro_rules! programs {
    ($T:ident $when:ident) => {
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn two_body(x: &[$T; 4], steps: usize, h: f64) -> [$T; 4] {
            let rate = |s: [$T; 4]| {
                let square = s[0] * s[0] + s[1] * s[1];
                let cube = square * square.sqrt();
                [s[2], s[3], -1.0 * s[0] / cube, -1.0 * s[1] / cube]
            };
            let mut s = [x[0], x[1], x[2], x[3]];
            for _ in 0..steps {
                let k1 = rate(s);
                let (mut a, mut b, mut c) = (s, s, s);
                for i in 0..4 {
                    a[i] = s[i] + 0.5 * h * k1[i];
                }
                let k2 = rate(a);
                for i in 0..4 {
                    b[i] = s[i] + 0.5 * h * k2[i];
                }
                let k3 = rate(b);
                for i in 0..4 {
                    c[i] = s[i] + h * k3[i];
                }
                let k4 = rate(c);
                for i in 0..4 {
                    s[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
                }
            }
            s
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn kepler(x: &[$T; 4], tol: f64) -> [$T; 1] {
            let mut angle = x[0];
            loop {
                let step = (angle - x[1] * angle.sin() - x[0]) / (1.0 - x[1] * angle.cos());
                angle = angle - step;
                if step.abs() < tol {
                    break;
                }
            }
            [angle]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn horner(x: &[$T; 4], coefficients: &[f64]) -> [$T; 1] {
            let mut y = $T::from(0.0);
            for c in coefficients.iter().rev() {
                y = y * x[0] + c;
            }
            [y]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn fixed_point(x: &[$T; 4], tol: f64) -> [$T; 3] {
            let mut s = [x[0], x[1], x[2]];
            loop {
                let next = [
                    0.3 * (s[1] * x[3]).cos() + 0.2 * s[2],
                    0.3 * (s[0] + s[2]).sin() - 0.1 * s[1],
                    0.2 * s[0] * s[1] + 0.1 * x[3],
                ];
                let change = (next[0] - s[0]).abs();
                s = next;
                if change < tol {
                    break;
                }
            }
            s
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn filter(x: &[$T; 4], data: &[f64]) -> [$T; 2] {
            let (mut state, mut variance) = (x[0], x[1]);
            for z in data {
                let ahead = 0.99 * state;
                let spread = 0.98 * variance + x[2];
                let gain = spread / (spread + x[3]);
                state = ahead + gain * (z - ahead);
                variance = (1.0 - gain) * spread;
            }
            [state, variance]
        }
    };
}

/// The programs for `f64`, with their Jacobians.
pub(crate) mod generated {
    programs!(f64 all);
}

/// The programs over dual numbers.
pub(crate) mod over_duals {
    type Dual = super::dual::Dual<4>;
    programs!(Dual any);
}

/// The same five by hand: the partials are carried beside the states.
pub(crate) mod by_hand {
    type Rows<const M: usize> = ([f64; M], [[f64; 4]; M]);

    pub(crate) fn two_body(x: &[f64; 4], steps: usize, h: f64) -> Rows<4> {
        // The rate, and its partials times those of the states.
        let rate = |s: &[f64; 4], d: &[[f64; 4]; 4]| {
            let square = s[0] * s[0] + s[1] * s[1];
            let cube = 1.0 / (square * square.sqrt());
            let slope = 3.0 * cube / square;
            let (xx, xy) = (slope * s[0] * s[0] - cube, slope * s[0] * s[1]);
            let yy = slope * s[1] * s[1] - cube;
            let value = [s[2], s[3], -s[0] * cube, -s[1] * cube];
            let mut rows = [d[2], d[3], [0.0; 4], [0.0; 4]];
            for j in 0..4 {
                rows[2][j] = xx * d[0][j] + xy * d[1][j];
                rows[3][j] = xy * d[0][j] + yy * d[1][j];
            }
            (value, rows)
        };
        let ahead = |s: &Rows<4>, k: &Rows<4>, h: f64| {
            let mut next = *s;
            for i in 0..4 {
                next.0[i] += h * k.0[i];
                for j in 0..4 {
                    next.1[i][j] += h * k.1[i][j];
                }
            }
            next
        };
        let mut s = (*x, [[0.0; 4]; 4]);
        for i in 0..4 {
            s.1[i][i] = 1.0;
        }
        for _ in 0..steps {
            let k1 = rate(&s.0, &s.1);
            let a = ahead(&s, &k1, 0.5 * h);
            let k2 = rate(&a.0, &a.1);
            let b = ahead(&s, &k2, 0.5 * h);
            let k3 = rate(&b.0, &b.1);
            let c = ahead(&s, &k3, h);
            let k4 = rate(&c.0, &c.1);
            for (k, weight) in [(&k1, 1.0), (&k2, 2.0), (&k3, 2.0), (&k4, 1.0)] {
                s = ahead(&s, k, h / 6.0 * weight);
            }
        }
        s
    }

    pub(crate) fn kepler(x: &[f64; 4], tol: f64) -> Rows<1> {
        let (mut angle, mut by_mean, mut by_e) = (x[0], 1.0, 0.0);
        loop {
            let (sin, cos) = (angle.sin(), angle.cos());
            let slope = 1.0 / (1.0 - x[1] * cos);
            let step = (angle - x[1] * sin - x[0]) * slope;
            // The partial of an iteration by the angle.
            let by_angle = step * x[1] * sin * slope;
            by_mean = by_angle * by_mean + slope;
            by_e = by_angle * by_e + (sin - step * cos) * slope;
            angle -= step;
            if step.abs() < tol {
                break;
            }
        }
        ([angle], [[by_mean, by_e, 0.0, 0.0]])
    }

    pub(crate) fn horner(x: &[f64; 4], coefficients: &[f64]) -> Rows<1> {
        let (mut y, mut slope) = (0.0, 0.0);
        for c in coefficients.iter().rev() {
            slope = slope * x[0] + y;
            y = y * x[0] + c;
        }
        ([y], [[slope, 0.0, 0.0, 0.0]])
    }

    pub(crate) fn fixed_point(x: &[f64; 4], tol: f64) -> Rows<3> {
        let mut s = [x[0], x[1], x[2]];
        let mut d = [[0.0; 4]; 3];
        for i in 0..3 {
            d[i][i] = 1.0;
        }
        loop {
            let (angle, sum) = (s[1] * x[3], s[0] + s[2]);
            let next = [
                0.3 * angle.cos() + 0.2 * s[2],
                0.3 * sum.sin() - 0.1 * s[1],
                0.2 * s[0] * s[1] + 0.1 * x[3],
            ];
            let (down, cos) = (-0.3 * angle.sin(), 0.3 * sum.cos());
            let mut rows = [[0.0; 4]; 3];
            for j in 0..4 {
                rows[0][j] = down * x[3] * d[1][j] + 0.2 * d[2][j];
                rows[1][j] = cos * (d[0][j] + d[2][j]) - 0.1 * d[1][j];
                rows[2][j] = 0.2 * (s[1] * d[0][j] + s[0] * d[1][j]);
            }
            rows[0][3] += down * s[1];
            rows[2][3] += 0.1;
            let change = (next[0] - s[0]).abs();
            (s, d) = (next, rows);
            if change < tol {
                return (s, d);
            }
        }
    }

    pub(crate) fn filter(x: &[f64; 4], data: &[f64]) -> Rows<2> {
        let (mut state, mut variance) = (x[0], x[1]);
        let (mut of_state, mut of_variance) = ([1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]);
        for z in data {
            let ahead = 0.99 * state;
            let spread = 0.98 * variance + x[2];
            let inverse = 1.0 / (spread + x[3]);
            let gain = spread * inverse;
            let (by_spread, by_noise) = ((1.0 - gain) * inverse, -gain * inverse);
            let left = z - ahead;
            for j in 0..4 {
                let of_spread = 0.98 * of_variance[j] + f64::from(u8::from(j == 2));
                let of_gain = by_spread * of_spread + by_noise * f64::from(u8::from(j == 3));
                of_state[j] = 0.99 * (1.0 - gain) * of_state[j] + left * of_gain;
                of_variance[j] = (1.0 - gain) * of_spread - spread * of_gain;
            }
            state = ahead + gain * left;
            variance = (1.0 - gain) * spread;
        }
        ([state, variance], [of_state, of_variance])
    }
}

/// The shortest time of one call in nanoseconds, for each contestant; they take turns.
pub(crate) fn times(calls: u32, each: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; each.len()];
    for _ in 0..40 {
        for (run, best) in each.iter_mut().zip(&mut best) {
            let start = Instant::now();
            for _ in 0..calls {
                run();
            }
            *best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(calls));
        }
    }
    best
}

/// Every loop by name, with how often to call it in a turn, and where: variables; other inputs.
macro_rules! every {
    ($row:ident) => {
        let data: Vec<f64> = (0..1000_u32).map(|k| (0.01 * f64::from(k)).sin()).collect();
        let data = &data[..];
        let coefficients = &data[..40];
        $row!(two_body, two_body_with_jacobian, 100; [1.0, 0.0, 0.0, 1.1], 100, 0.01);
        $row!(kepler, kepler_with_jacobian, 10_000; [0.8, 0.3, 0.0, 0.0], 1e-12);
        $row!(horner, horner_with_jacobian, 10_000; [0.9, 0.0, 0.0, 0.0], coefficients);
        $row!(fixed_point, fixed_point_with_jacobian, 2_000; [0.5, 0.4, 0.3, 0.8], 1e-12);
        $row!(filter, filter_with_jacobian, 100; [0.1, 1.0, 0.01, 0.1], data);
    };
}
pub(crate) use every;

/// Compares and times one program.
macro_rules! row {
    ($name:ident, $with_jacobian:ident, $calls:expr; $x:expr, $($input:expr),+) => {{
        let (x, duals) = ($x, dual::Dual::<4>::independents($x));
        let (value, jacobian) = generated::$with_jacobian(&x, $($input),+);
        let (hand, rows) = by_hand::$name(&x, $($input),+);
        let (_, by_duals) = dual::Dual::rows(over_duals::$name(&duals, $($input),+));
        for (row, entries) in jacobian.to_dense().iter().enumerate() {
            assert!((value[row] - hand[row]).abs() <= 1e-9 * hand[row].abs().max(1.0));
            for others in [&rows[row], &by_duals[row]] {
                for (found, other) in entries.iter().zip(others) {
                    assert!((found - other).abs() <= 1e-8 * other.abs().max(1.0), "{found} {other}");
                }
            }
        }
        let found = times($calls, &mut [
            &mut || { black_box(generated::$with_jacobian(black_box(&x), $(black_box($input)),+)); },
            &mut || { black_box(by_hand::$name(black_box(&x), $(black_box($input)),+)); },
            &mut || { black_box(over_duals::$name(black_box(&duals), $(black_box($input)),+)); },
        ]);
        let (ours, hand, dual) = (found[0], found[1], found[2]);
        println!(
            "{:12} {ours:10.1} {hand:10.1} {dual:10.1} {:10.2} {:10.2}",
            stringify!($name), ours / hand, ours / dual,
        );
    }};
}

fn main() {
    println!("ns per value and Jacobian\n");
    println!(
        "{:12} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "", "generated", "by hand", "dual", "/ by hand", "/ dual"
    );
    every!(row);
}
