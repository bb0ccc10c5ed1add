//! What an iteration of a loop at run time may change: numbers, lists, structs, options, integers,
//! conditions, the user's own variables, and all of these through references and closures.

use crate::dual::{agree, compile};

macro_rules! programs {
    ($T:ident $when:ident) => {
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn aggregates(x: &[$T; 2], n: usize) -> [$T; 4] {
            struct Body {
                position: [$T; 2],
                speed: $T,
            }
            let mut body = Body {
                position: [x[0], x[1]],
                speed: x[0] * x[1],
            };
            let mut pair = (x[1], 0.5);
            for _ in 0..n {
                body.position[0] += 0.1 * body.speed;
                body.position.swap(0, 1);
                body.speed = body.speed - 0.1 * body.position[0].sin();
                pair = (pair.0 * pair.1 + x[0], pair.1 * 0.5 + 0.25);
            }
            [
                body.position[0],
                body.position[1],
                body.speed,
                pair.0 * pair.1,
            ]
        }

        /// A list that an iteration shifts, and a part of it that stays.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn shifted(x: &[$T; 2], data: &[f64]) -> [$T; 3] {
            let mut last = [x[0], x[1], x[0] * x[1]];
            for v in data {
                last = [last[1], last[0] * v, last[2]];
            }
            last
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn by_reference(x: &[$T; 2], n: usize) -> [$T; 2] {
            let mut y = [x[0], x[1]];
            let mut calls = 0;
            fn step(y: &mut [$T; 2], h: f64) {
                y[0] = y[0] + h * y[1];
                y[1] = y[1] - h * y[0];
            }
            let mut halve = |v: &mut $T| {
                calls += 1;
                *v = 0.5 * *v;
            };
            for k in 0..n {
                step(&mut y, 0.25);
                if k % 3 == 1 {
                    halve(&mut y[1]);
                }
            }
            [y[0], y[1] * f64::from(calls)]
        }

        /// The branch sees an integer, a condition and a float that the loop changes.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn inactive(x: &[$T; 2], n: usize) -> [$T; 2] {
            let mut k = 1_u32;
            let mut up = true;
            let mut t = 0.0;
            let mut y = x[0];
            let (mut a, mut b) = (1, 2);
            for _ in 0..n {
                y = if up { y * x[1] } else { y + t * x[1] };
                if k % 5 == 0 {
                    up = !up;
                }
                k = (k * 7 + 3) % 11;
                t += 0.25;
                (a, b) = (b, (a + b) % 13);
            }
            [y * t, y * f64::from(a) + x[1] * f64::from(b)]
        }

        /// The value from the iteration before may be missing.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn differences(x: &[$T; 2], data: &[f64]) -> [$T; 2] {
            let mut before: Option<$T> = None;
            let mut sum = x[1];
            for v in data {
                let now = (x[0] * v).sin();
                if let Some(before) = before {
                    sum += (now - before).powi(2);
                }
                before = if *v < 0.0 { None } else { Some(now) };
            }
            [sum, before.unwrap_or(x[1])]
        }

        /// Declared before the loop and assigned in each iteration.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn declared(x: &[$T; 2], n: usize) -> [$T; 1] {
            let mut y = x[0];
            let mut half;
            let mut count;
            for k in 0..n {
                half = 0.5 * y;
                count = k + 1;
                y = half + x[1] / count as f64;
            }
            [y]
        }

        /// Only some iterations assign `angle` and `twice`, in code that is copied.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn sometimes(x: &[$T; 2], n: usize) -> [$T; 1] {
            let (mut angle, mut twice);
            let mut late;
            let mut rate = 0.0;
            let mut sum = x[0];
            let mut k = 0;
            while k < n {
                if k % 3 == 0 {
                    rate = 0.5;
                } else {
                    angle = k as f64 * 0.25;
                    match k % 2 {
                        0 => twice = angle + angle,
                        _ => {
                            twice = 1.0;
                            rate = 2.0 * angle;
                        }
                    }
                    rate += twice;
                }
                while k % 7 == 3 {
                    late = k;
                    k = late + 1;
                }
                sum = sum * rate + x[1];
                k += 1;
            }
            [sum]
        }

        /// A state becomes active only in a later round, by way of two others.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn delayed(x: &[$T; 2], n: usize) -> [$T; 3] {
            let (mut a, mut b, mut c) = ($T::from(0.0), $T::from(1.0), x[0]);
            for _ in 0..n {
                a = b;
                b = c;
                c = c * x[1];
            }
            [a, b, c]
        }

        /// Names are shadowed inside, and one of them is that of a state.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn shadowed(x: &[$T; 2], n: usize) -> [$T; 1] {
            let mut y = x[0];
            for y2 in 0..n {
                let x = [y, x[1]];
                let n = y2 as f64;
                let z = {
                    let y = x[0] * x[1];
                    y + n
                };
                y = z.sin();
            }
            [y]
        }

        /// An `Option` of inactive data that is still `None` after some iterations.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn handed_on(x: &[$T; 2], data: &[f64]) -> [$T; 1] {
            let mut last: Option<f64> = None;
            let mut y = x[1];
            for v in data {
                if y > 0.9 {
                    y = y * x[0];
                    continue;
                }
                last = Some(v.sin());
                if let Some(t) = last {
                    y = y * t + x[0];
                    if t > 0.2 {
                        last = None;
                    }
                }
            }
            if let Some(t) = last {
                y = y + x[0] * t;
            }
            [y]
        }
    };
}

compile!(programs, 2);

const DATA: [f64; 5] = [0.3, -0.2, 1.5, 0.7, 0.1];

#[test]
fn aggregates_are_followed_part_by_part() {
    for n in [0, 1, 7] {
        agree!(aggregates, aggregates_with_jacobian at [0.7, 1.3]; n);
        agree!(by_reference, by_reference_with_jacobian at [0.7, 1.3]; n);
        agree!(shifted, shifted_with_jacobian at [0.7, 1.3]; &DATA[..n.min(5)]);
    }
}

#[test]
fn inactive_variables_live_beside_the_states() {
    for n in [0, 1, 2, 9] {
        agree!(inactive, inactive_with_jacobian at [0.7, 1.3]; n);
        agree!(declared, declared_with_jacobian at [0.7, 1.3]; n);
        agree!(shadowed, shadowed_with_jacobian at [0.7, 1.3]; n);
        agree!(delayed, delayed_with_jacobian at [0.7, 1.3]; n);
        agree!(sometimes, sometimes_with_jacobian at [0.7, 1.3]; n);
    }
}

#[test]
fn a_value_may_be_missing_at_first() {
    for n in 0..=5 {
        agree!(differences, differences_with_jacobian at [0.7, 1.3]; &DATA[..n]);
        agree!(handed_on, handed_on_with_jacobian at [0.7, 1.3]; &DATA[..n]);
        agree!(handed_on, handed_on_with_jacobian at [1.1, 0.2]; &DATA[..n]);
    }
}

#[test]
fn patterns_are_exact() {
    let entries =
        |pattern: &jacobian_runtime::SparsityPattern| pattern.entries().collect::<Vec<_>>();
    // The third element is not touched. The other two are exchanged, so both have both columns.
    let expected = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)];
    assert_eq!(entries(&generated::SHIFTED_PATTERN), expected);
    let expected = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)];
    assert_eq!(entries(&generated::DELAYED_PATTERN), expected);
}
