//! Conversions by `as_` of num-traits, comparisons by the macros of approx, and the attributes of
//! `numeric_literals`.

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

#[jacobian]
#[allow(
    clippy::assertions_on_constants,
    clippy::unnecessary_cast,
    clippy::useless_conversion,
    clippy::useless_vec,
    reason = "what counts is how literals are rewritten"
)]
mod rewritten {
    use num_traits::Float;
    use numeric_literals::{replace_float_literals, replace_numeric_literals};

    pub(super) struct Wave<T>(pub(super) T);

    impl<T: Float> Wave<T> {
        #[jacobian]
        #[replace_float_literals(T::from(literal).unwrap())]
        pub(super) fn scaled(&self, x: T) -> T {
            self.0 * x * 3.0
        }

        #[replace_float_literals(T::from(literal).unwrap())]
        fn at(&self, x: T) -> T {
            0.5 * x + [1.5 * self.0; 2][1]
        }
    }

    /// The crate rewrites literals inside of a macro as well.
    #[jacobian]
    #[replace_float_literals(T::from(literal).unwrap())]
    pub(super) fn generic<T: Float>(x: &[T; 2]) -> T {
        let y = vec![0.25; 3];
        if x[0] > 1.0 {
            Wave(x[0]).at(x[1]).sin()
        } else {
            x[0] * x[1].powi(2) + y[2]
        }
    }

    #[jacobian]
    #[numeric_literals::replace_numeric_literals(f64::from(literal) / 3.0)]
    pub(super) fn scaled(x: f64) -> f64 {
        2 * x * x + 1.5
    }

    #[replace_numeric_literals(literal as f64, visit_macros = false)]
    fn nine(x: f64) -> f64 {
        assert!(3 > 2);
        9 * x
    }

    #[jacobian]
    pub(super) fn followed(x: f64) -> f64 {
        nine(x * x)
    }
}

#[test]
fn literals_are_those_that_the_attribute_writes() {
    for at in [[0.5, 0.7], [1.5, 0.7]] {
        compare(
            "generic",
            at,
            |x| [rewritten::generic(x)],
            |x| {
                let (value, jacobian) = rewritten::generic_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
    }
    compare(
        "scaled",
        [0.7],
        |[x]| [rewritten::scaled(*x)],
        |[x]| {
            let (value, jacobian) = rewritten::scaled_with_jacobian(*x);
            ([value], jacobian.to_dense())
        },
    );
    let jacobian = rewritten::Wave(2.0).scaled_jacobian(5.0).to_dense();
    assert_eq!(jacobian, [[6.0]]);
    let jacobian = rewritten::followed_jacobian(1.5).to_dense();
    assert_eq!(jacobian, [[27.0]]);
}
