//! Programs that a new user tried and that were refused, or read as something else.

use jacobian_runtime::jacobian;

use crate::support::check;

const AT: [f64; 2] = [0.7, 1.3];

/// The help of a refused `#[cfg]` inside a function says to write this.
#[jacobian]
fn asked_by_cfg(x: &[f64; 2]) -> [f64; 2] {
    let mut y = x[0] * x[1];
    if cfg!(target_pointer_width = "16") {
        y *= 100.0;
    }
    if cfg!(not(target_pointer_width = "16")) {
        y += x[0].sin();
    }
    [
        y,
        if cfg!(target_os = "none") {
            x[0]
        } else {
            x[1] * x[1]
        },
    ]
}

#[jacobian]
#[allow(non_snake_case, clippy::needless_late_init, reason = "what is tried")]
fn capitals(x: &[f64; 2]) -> [f64; 2] {
    let mut A;
    let B;
    A = x[0] * x[1];
    A += 1.0;
    B = A * x[0];
    let F = |T: f64| T * B;
    [A, F(A)]
}

#[jacobian]
#[allow(non_snake_case, reason = "what is tried")]
fn capital_closure_at_the_end(x: &[f64; 2]) -> [f64; 2] {
    let F = |t: f64| [t * x[0], t - x[1]];
    F(2.0)
}

/// The second `A` has nothing active; it once kept the value of the first.
#[jacobian(wrt(x))]
#[allow(non_snake_case, reason = "what is tried")]
fn capitals_shadow(x: &[f64; 2], k: f64) -> [f64; 2] {
    let A = x[0] * 2.0;
    let B = A * x[1];
    let A = k;
    let (C, D) = (k + 1.0, k - 1.0);
    [A * x[0] + B * C, B - D * x[1]]
}

#[jacobian(wrt(x))]
fn arrays_in_arms(x: &[f64; 2], c: i32) -> [f64; 2] {
    let y: [f64; 3] = if c > 1 {
        std::array::from_fn(|i| x[0] * i as f64)
    } else {
        [x[0], x[1], 2.0]
    };
    let z: [[f64; 2]; 3] = match c {
        1 => {
            let t = x[1] * x[1];
            core::array::from_fn(|i| core::array::from_fn(|j| t * (i + 2 * j) as f64))
        }
        _ => [[x[0], 1.0]; 3],
    };
    let w: [f64; 3] = {
        let t = y[1] + z[2][1];
        std::array::from_fn(|i| t.powi(i as i32))
    };
    [y[2] + w[2], z[1][0] * w[1]]
}

#[jacobian(wrt(x), dim(k = 3, n = 2))]
fn slices_of_tuples(x: &[f64; 2], k: &[(f64, f64)], n: &[(f64, [f64; 2])]) -> [f64; 2] {
    let mut sum = 0.0;
    for (a, b) in k {
        sum += a * x[0] * b;
    }
    for &(a, b) in k {
        sum += a * x[1].powf(b);
    }
    for (i, (a, [b, c])) in n.iter().enumerate() {
        sum += *a * x[0] * b * c * i as f64;
    }
    [sum, x[1] * k.len() as f64]
}

#[test]
fn what_new_users_tried_is_understood() {
    check!(asked_by_cfg with asked_by_cfg_with_jacobian at AT);
    check!(capitals with capitals_with_jacobian at AT);
    check!(capital_closure_at_the_end with capital_closure_at_the_end_with_jacobian at AT);
    check!(capitals_shadow with capitals_shadow_with_jacobian at AT; 0.3);
    for c in 0..3 {
        check!(arrays_in_arms with arrays_in_arms_with_jacobian at AT; c);
    }
    let k = [(0.5, 1.5), (2.0, 0.25), (-1.0, 3.0)];
    let n = [(1.5, [0.5, -2.0]), (0.25, [3.0, 1.0])];
    check!(slices_of_tuples with slices_of_tuples_with_jacobian at AT; &k, &n);
}

/// An inactive slice is unrolled by the length that `dim` says, so another length must not pass.
#[test]
fn another_length_than_dim_says_is_a_panic() {
    let n = [(0.0, [0.0; 2]); 2];
    let call = || slices_of_tuples_jacobian(&AT, &[(1.0, 1.0); 4], &n);
    let panic = std::panic::catch_unwind(call).expect_err("four for three");
    let message = panic.downcast_ref::<&str>().expect("a text");
    assert!(message.contains("`k` must have length 3"), "{message}");
}

/// Of two modules of one name only one is there, and each has its own constants and helpers.
#[jacobian]
#[allow(
    unreachable_pub,
    unused_imports,
    dead_code,
    reason = "items that others hide"
)]
mod twins {
    #[cfg(target_os = "none")]
    pub mod gravity {
        pub const G: f64 = 1.62;
        #[jacobian]
        pub fn weight(x: &[f64; 2]) -> [f64; 2] {
            [G * x[0] * x[1], helper(x[1])]
        }
        fn helper(v: f64) -> f64 {
            v * 100.0
        }
    }
    #[cfg(not(target_os = "none"))]
    pub mod gravity {
        pub const G: f64 = 9.81;
        #[jacobian]
        pub fn weight(x: &[f64; 2]) -> [f64; 2] {
            [G * x[0] * x[1], helper(x[1])]
        }
        fn helper(v: f64) -> f64 {
            v * v
        }
    }
    pub mod base {
        pub const SCALE: f64 = 3.0;
    }
    pub mod local {
        use super::base::*;
        #[cfg(not(target_os = "none"))]
        const SCALE: f64 = 5.0;
        #[jacobian]
        pub fn scaled(x: &[f64; 2]) -> [f64; 2] {
            [SCALE * x[0], x[1]]
        }
    }
}

#[test]
fn items_under_cfg_are_not_mixed_up() {
    use twins::gravity::{weight, weight_with_jacobian};
    use twins::local::{scaled, scaled_with_jacobian};
    check!(weight with weight_with_jacobian at AT);
    check!(scaled with scaled_with_jacobian at AT);
}

/// Constants in lower case, as physicists write them. Patterns of generated code must not mean
/// them.
mod lower_case_constants {
    #![allow(
        non_upper_case_globals,
        unreachable_pub,
        reason = "as physicists write"
    )]

    use jacobian_runtime::jacobian;

    const a: f64 = 1.5;
    static b: f64 = 2.5;
    const c: f64 = 0.5;

    #[jacobian]
    pub fn wave(x: &[f64; 2]) -> [f64; 2] {
        let y = (a * x[0] * x[1] + c).sin();
        [y * b + x[0] * x[1], x[1].exp() / (y + c) + a * y]
    }
}

#[test]
fn constants_in_lower_case_are_no_patterns() {
    use lower_case_constants::{wave, wave_with_jacobian};
    check!(wave with wave_with_jacobian at AT);
}

/// Constants and statics have no hygiene, so they must not share the names of generated variables.
mod constants_named_as_generated_variables {
    #![allow(non_upper_case_globals, reason = "the names are the point")]

    use jacobian_runtime::jacobian;

    const a: f64 = 3.0;
    const b: f64 = 2.0;
    static c: f64 = 1.5;
    const v0: f64 = 7.0;
    static v3: f64 = 9.0;
    const a0: f64 = 0.5;
    const p0: f64 = 0.25;
    const sum: f64 = 4.0;
    const result: f64 = 5.0;

    #[jacobian(as = Named)]
    fn named(x: &[f64; 2]) -> [f64; 2] {
        let y = x[0] * x[1].sin();
        [
            y * a + b * c * sum,
            y / x[1] - v0 * v3 * y + a0 * x[0].exp() * y * p0 + result,
        ]
    }

    #[jacobian(value = fused, batch)]
    fn named_fused(x: &[f64; 2]) -> [f64; 2] {
        let y = x[0] * x[1].sin();
        [
            y * a + b * c * sum,
            y / x[1] - v0 * v3 * y + a0 * x[0].exp() * y * p0 + result,
        ]
    }

    #[test]
    fn generated_variables_do_not_meet_them() {
        let x = [0.7, 1.3];
        let (value, jacobian) = named_with_jacobian(&x);
        assert_eq!(value, named(&x));
        let (_, fused) = named_fused_with_jacobian(&x);
        let step = 1e-6;
        for column in 0..2 {
            let (mut before, mut after) = (x, x);
            before[column] -= step;
            after[column] += step;
            let (before, after) = (named(&before), named(&after));
            for row in 0..2 {
                let difference = (after[row] - before[row]) / (2.0 * step);
                let entry = jacobian.get(row, column).expect("an entry");
                assert!((entry - difference).abs() < 1e-6 * difference.abs().max(1.0));
                let fused = fused.get(row, column).expect("an entry");
                assert!((entry - fused).abs() < 1e-12 * entry.abs());
            }
        }
    }
}
