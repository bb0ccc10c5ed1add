//! Loops whose number of iterations only run time knows.

use crate::dual::{agree, compile};

macro_rules! programs {
    ($T:ident $when:ident) => {
        /// The compensation would be folded away by algebra.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn kahan(x: &[$T; 2], data: &[f64]) -> [$T; 2] {
            let mut sum = $T::from(0.0);
            let mut lost = $T::from(0.0);
            for v in data {
                let y = x[0] * v + x[1] - lost;
                let t = sum + y;
                lost = (t - sum) - y;
                sum = t;
            }
            [sum, lost]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn fixed_point(x: &[$T; 2], tol: f64) -> [$T; 1] {
            let mut y = x[0];
            loop {
                let next = (y * x[1]).cos();
                let change = (next - y).abs();
                y = next;
                if change < tol {
                    break;
                }
            }
            [y]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn newton(x: &[$T; 2], tol: f64) -> [$T; 2] {
            let mut y = x[1];
            let mut steps = 0;
            while (y * y - x[0]).abs() > tol {
                y = 0.5 * (y + x[0] / y);
                steps += 1;
            }
            [y, y * f64::from(steps)]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn bisection(x: &[$T; 2], tol: f64) -> [$T; 2] {
            let (mut low, mut high) = (x[0] * 0.0, x[1]);
            while high - low > tol {
                let middle = 0.5 * (low + high);
                if middle * middle * middle > x[0] {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            [0.5 * (low + high), high - low]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn runge_kutta(x: &[$T; 2], steps: usize, h: f64) -> [$T; 2] {
            let rate = |y: [$T; 2]| [y[1], -1.0 * y[0].sin() - 0.1 * y[1]];
            let mut y = [x[0], x[1]];
            for _ in 0..steps {
                let k1 = rate(y);
                let k2 = rate([y[0] + 0.5 * h * k1[0], y[1] + 0.5 * h * k1[1]]);
                let k3 = rate([y[0] + 0.5 * h * k2[0], y[1] + 0.5 * h * k2[1]]);
                let k4 = rate([y[0] + h * k3[0], y[1] + h * k3[1]]);
                for i in 0..2 {
                    y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
                }
            }
            y
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn horner(x: &[$T; 2], coefficients: &[f64]) -> [$T; 1] {
            let mut y = $T::from(0.0);
            for c in coefficients.iter().rev() {
                y = y * x[0] + c * x[1];
            }
            [y]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn continued_fraction(x: &[$T; 2], terms: u32) -> [$T; 1] {
            let mut y = x[1] * 0.0;
            for k in (1..=terms).rev() {
                y = x[0] / (f64::from(k) + y);
            }
            [x[1] + y]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn series(x: &[$T; 2], tol: f64) -> [$T; 1] {
            let mut term = x[1];
            let mut sum = term;
            let mut k = 1.0;
            while term.abs() > tol {
                term = term * x[0] / k;
                sum += term;
                k += 1.0;
            }
            [sum]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn nested(x: &[$T; 2], n: usize) -> [$T; 2] {
            let mut s = [x[0], x[1]];
            let mut count = 1;
            for i in 0..n {
                let mut p = $T::from(1.0);
                for j in 0..i {
                    p *= s[0];
                    count = (count * 2 + j) % 17;
                }
                s[1] = s[1] + p;
                s.swap(0, 1);
                s[0] = s[0].sin();
            }
            [s[0], s[1] * count as f64]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn two_hundred(x: &[$T; 2], tol: f64) -> [$T; 1] {
            let mut y = x[0];
            for _ in 0..200 {
                let next = (y * x[1]).cos();
                if (next - y).abs() < tol {
                    break;
                }
                y = next;
            }
            [y]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn filter(x: &[$T; 2], data: &[(f64, f64)]) -> [$T; 2] {
            let mut state = x[0];
            let mut error = $T::from(0.0);
            for &(u, z) in data {
                let predicted = 0.9 * state + u;
                let gain = x[1] / (1.0 + x[1]);
                let residual = z - predicted;
                state = predicted + gain * residual;
                error += residual * residual;
            }
            [state, error]
        }

        /// Too long to unroll, which the first iterations tell.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn long_countdowns(x: &[$T; 2]) -> [$T; 2] {
            let (mut y, mut z) = (x[0], x[1]);
            let (mut low, mut high) = (0, 600_000);
            while low < high {
                debug_assert!(low >= 0);
                y = 0.5 * (y * x[1] + x[0]);
                low += 1;
                high -= 2;
            }
            let mut left = 300_000;
            loop {
                left -= 1;
                if left % 2 == 0 {
                    continue;
                }
                z = 0.5 * (z + x[0]);
                if left == 1 {
                    break;
                }
            }
            [y, z]
        }

        /// Too long to unroll, which the growth of the first rows tells.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn triangle(x: &[$T; 2]) -> [$T; 1] {
            let mut y = x[1];
            for n in 2..=600u32 {
                let mut p = $T::from(1.0);
                for m in 0..=n {
                    p = p * x[0] + 1e-3 * f64::from(m);
                }
                y = y * 0.5 + p;
            }
            [y]
        }

        /// It looks long in the first iteration, and has twenty.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn halved(x: &[$T; 2]) -> [$T; 1] {
            let mut y = x[0];
            let mut left = 1_000_000u64;
            while left > 0 {
                y = 0.5 * (y * x[1] + y);
                left /= 2;
            }
            [y]
        }
    };
}

compile!(programs, 2);

#[test]
fn sums_over_data_of_any_length() {
    for data in [&[][..], &[0.1], &[0.1, 1e3, -3.0, 0.25, 1e-7]] {
        agree!(kahan, kahan_with_jacobian at [0.7, 0.3]; data);
        agree!(horner, horner_with_jacobian at [0.7, 0.3]; data);
    }
    for n in [0, 1, 40] {
        let data: Vec<(f64, f64)> = (0..n).map(|k| (0.1 * f64::from(k), 1.0)).collect();
        agree!(filter, filter_with_jacobian at [0.4, 0.5]; &data);
    }
}

#[test]
fn iterations_to_convergence() {
    for tol in [1e300, 1e-3, 1e-12] {
        agree!(fixed_point, fixed_point_with_jacobian at [0.7, 0.9]; tol);
        agree!(newton, newton_with_jacobian at [2.0, 1.0]; tol);
        agree!(bisection, bisection_with_jacobian at [2.0, 3.0]; tol);
        agree!(series, series_with_jacobian at [0.8, 0.9]; tol);
        agree!(two_hundred, two_hundred_with_jacobian at [0.7, 0.9]; tol);
    }
    // Without convergence all of them run.
    agree!(two_hundred, two_hundred_with_jacobian at [0.7, 0.9]; 0.0);
}

#[test]
fn counted_iterations() {
    for n in [0, 1, 2, 25] {
        agree!(runge_kutta, runge_kutta_with_jacobian at [0.7, -0.3]; n, 0.05);
        agree!(nested, nested_with_jacobian at [0.7, -0.3]; n);
        agree!(continued_fraction, continued_fraction_with_jacobian at [0.7, 1.3]; n as u32);
    }
}

#[test]
fn countdowns() {
    agree!(long_countdowns, long_countdowns_with_jacobian at [0.7, 0.3]);
    agree!(triangle, triangle_with_jacobian at [0.7, 0.3]);
    agree!(halved, halved_with_jacobian at [0.7, 0.3]);
}

/// The patterns by hand. `low` of the bisection begins without a derivative, and comparisons have
/// none. What Kahan's sum has lost does not depend on `x[1]`: constant paths cancel exactly. Those
/// of `x[0]` cancel as well, but they are not constant, so the entry stays and is zero.
#[test]
fn patterns_are_exact() {
    let entries =
        |pattern: &jacobian_runtime::SparsityPattern| pattern.entries().collect::<Vec<_>>();
    let full = vec![(0, 0), (1, 0), (0, 1), (1, 1)];
    assert_eq!(entries(&generated::RUNGE_KUTTA_PATTERN), full);
    assert_eq!(entries(&generated::FIXED_POINT_PATTERN), [(0, 0), (0, 1)]);
    assert_eq!(entries(&generated::NEWTON_PATTERN), full);
    assert_eq!(entries(&generated::BISECTION_PATTERN), [(0, 1), (1, 1)]);
    let expected = [(0, 0), (1, 0), (0, 1)];
    assert_eq!(entries(&generated::KAHAN_PATTERN), expected);
}
