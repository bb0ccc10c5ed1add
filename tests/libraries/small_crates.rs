//! Conversions by `as_` of num-traits, and comparisons by the macros of approx.

use approx::{abs_diff_eq, assert_abs_diff_eq, relative_eq, ulps_ne};
use jacobian_runtime::jacobian;
use num_traits::{AsPrimitive, Float};

use crate::support::compare;

/// The target is that of the `let`, of the path or of the bound.
#[jacobian]
fn converted<T: Float + AsPrimitive<f64>>(x: &[T; 3]) -> f64 {
    let y: f64 = x[0].as_();
    let i: usize = (y * 2.0).as_();
    let n: f64 = x.len().as_();
    let z = x[1].as_().sqrt() * x[2].as_() + <T as AsPrimitive<f64>>::as_(x[2]);
    let w: f64 = i.as_();
    y * w + n * z
}

#[jacobian]
fn result<T>(x: T, n: i32) -> T
where
    T: Float + 'static,
    i32: AsPrimitive<T>,
{
    let k: T = n.as_();
    (x * k + n.as_()).sin()
}

#[jacobian]
fn single(x: f32) -> f64 {
    let y: f64 = x.as_();
    y * y
}

#[jacobian]
fn compared(x: &[f64; 2]) -> f64 {
    assert_abs_diff_eq!(x[0], x[0] + 1e-12, epsilon = 1e-9);
    if relative_eq!(x[0], x[1], max_relative = 0.1) {
        return x[0] * x[1];
    }
    let y = if abs_diff_eq!(x[0] * 2.0, x[1], epsilon = 0.1) {
        x[0].sin()
    } else {
        x[1]
    };
    if ulps_ne!(y, x[1]) && x[0] > 0.0 {
        y * y
    } else {
        y
    }
}

#[test]
fn conversions_have_the_target_that_inference_finds() {
    compare(
        "converted",
        [1.3, 0.7, 0.4],
        |x| [converted(x)],
        |x| {
            let (value, jacobian) = converted_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "result",
        [0.3],
        |[x]| [result(*x, 4)],
        |[x]| {
            let (value, jacobian) = result_with_jacobian(*x, 4);
            ([value], jacobian.to_dense())
        },
    );
    assert_eq!(single_jacobian(1.5).to_dense(), [[3.0]]);
}

#[test]
fn comparisons_with_a_tolerance_choose_an_arm() {
    for at in [
        [0.5, 0.5],
        [0.5, 1.02],
        [0.5, 3.0],
        [-0.5, 2.0],
        [-0.5, -1.0],
    ] {
        compare(
            "compared",
            at,
            |x| [compared(x)],
            |x| {
                let (value, jacobian) = compared_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
    }
}
