//! Constants and statics with lower-case names, which rustc takes for constants in every pattern.

#![allow(
    dead_code,
    non_upper_case_globals,
    reason = "constants with the names of variables are what is tested"
)]

use jacobian_runtime::jacobian;

use crate::support::compare;

const AT: [f64; 2] = [0.7, 1.3];

/// Names that generated functions might use for their parameters and variables.
mod taken {
    pub(super) const value: f64 = 1.5;
    pub(super) static entries: f64 = 2.0;
    pub(super) const points: u8 = 3;
    pub(super) static point: u8 = 4;
    pub(super) const dx: i32 = 5;
    pub(super) static w: i32 = 6;
    pub(super) const error: &str = "error";
    pub(super) static inside: u8 = 7;
    pub(super) const part_1: f64 = 1.0;
    pub(super) const answer_1: f64 = 1.0;
    pub(super) const met_1: f64 = 1.0;
    pub(super) static k_1: f64 = 1.0;
    pub(super) const n_1: f64 = 1.0;
    pub(super) const scaled_1: f64 = 1.0;
    pub(super) static numbers: f64 = 1.0;
    pub(super) const at: f64 = 1.0;
    pub(super) static result: f64 = 1.0;
    pub(super) const output_y: f64 = 1.0;
    pub(super) const v0: f64 = 1.0;
    pub(super) static a0: f64 = 1.0;
    pub(super) const live: f64 = 1.0;
    pub(super) const data: f64 = 1.0;
    pub(super) const a: f64 = 1.0;
    pub(super) static b: f64 = 1.0;
    pub(super) const operand_0: f64 = 1.0;
}
use taken::*;

#[jacobian(wrt(x), jvp, vjp, batch, as = Taken)]
fn functions(x: &[f64; 2], k: f64) -> [f64; 2] {
    let scaled = k * value;
    let shift = if k > 1.0 { scaled + 1.0 } else { scaled };
    if x[0] > shift {
        [x[0] * x[1], shift * x[0].sin()]
    } else {
        [x[0].atan2(x[1]), x[0] * shift + entries]
    }
}

#[jacobian(as = Outputs)]
fn outputs(x: &[f64; 2], y: &mut [f64; 2]) {
    y[0] = x[0] * x[1];
    y[1] = x.iter().map(|v| v * v).sum::<f64>();
}

#[jacobian(wrt(x))]
fn fallible(x: &[f64; 2], k: Option<f64>) -> Option<[f64; 2]> {
    let n = k?;
    let largest = x.iter().copied().max_by(f64::total_cmp)?;
    Some([x[0] * n * largest, x[1].powi(3) + n])
}

struct Body {
    k: f64,
}

impl Body {
    #[jacobian]
    fn method(&self, x: &[f64; 2]) -> [f64; 2] {
        [x[0] * x[1] * self.k, x[0] * value]
    }
}

#[test]
fn generated_functions_bind_no_name_of_a_constant() {
    let body = Body { k: 2.0 };
    compare(
        "functions",
        AT,
        |x| functions(x, 0.5),
        |x| {
            let (v, jacobian) = functions_with_jacobian(x, 0.5);
            (v, jacobian.to_dense())
        },
    );
    compare(
        "method",
        AT,
        |x| body.method(x),
        |x| {
            let (v, jacobian) = body.method_with_jacobian(x);
            (v, jacobian.to_dense())
        },
    );
    compare(
        "fallible",
        AT,
        |x| fallible(x, Some(2.0)).expect("there"),
        |x| {
            let (v, jacobian) = fallible_with_jacobian(x, Some(2.0)).expect("there");
            (v, jacobian.to_dense())
        },
    );
    let jacobian = functions_jacobian(&AT, 0.5);
    assert_eq!(
        functions_jvp(&AT, 0.5, &[1.0, 0.0]),
        jacobian.mul_vec(&[1.0, 0.0])
    );
    let (x, mut rows, mut nonzeros) = ([AT], [[0.0; 2]], [[0.0; FUNCTIONS_NNZ]]);
    functions_with_jacobian_points(&x, 0.5, &mut rows, &mut nonzeros).expect("equally long");
    assert_eq!(nonzeros[0], *jacobian.values());
    let mut y = [0.0; 2];
    jacobian_runtime::Function::value_into(&Outputs, &AT, &mut y);
    assert_eq!(y[0], AT[0] * AT[1]);
}

/// Patterns that the attribute does not interpret have the meaning of rustc, and names that are
/// variables stay variables.
#[jacobian(wrt(x))]
fn matched(x: &[f64; 2], n: i32) -> [f64; 2] {
    const ONE: i32 = 1;
    let factor = match n {
        0 => 1.0,
        points_of => f64::from(points_of),
    };
    let inactive = match n + 1 {
        dx => 2.0,
        _ => 3.0,
    };
    let y = match n {
        ONE => x[0],
        other if other == dx => x[1] * f64::from(other),
        other => x[0] * f64::from(other),
    };
    [y * factor * inactive, x[0] * x[1]]
}

#[test]
fn patterns_mean_what_rustc_says() {
    for n in [1, 4, 5] {
        compare(
            "matched",
            AT,
            |x| matched(x, n),
            |x| {
                let (v, jacobian) = matched_with_jacobian(x, n);
                (v, jacobian.to_dense())
            },
        );
    }
}

/// A name in a pattern has its meaning in the module of the function, and not where the function is
/// inlined.
#[jacobian]
mod nested {
    const limit: i32 = 3;

    #[jacobian(wrt(x))]
    pub(super) fn scaled(x: &[f64; 2], n: i32) -> [f64; 2] {
        let here = match n {
            n if n == limit => x[0].sin(),
            _ => x[0],
        };
        [
            here * helpers::by_match(x[1], n),
            helpers::by_option(x[0], Some(n)),
        ]
    }

    mod helpers {
        #[allow(unused_imports, reason = "a constant that no pattern names")]
        use super::super::taken::*;

        pub(super) fn by_match(x: f64, n: i32) -> f64 {
            match n {
                0 => x,
                limit => x * f64::from(limit),
            }
        }

        pub(super) fn by_option(x: f64, n: Option<i32>) -> f64 {
            if let Some(found) = n {
                x.powi(2) * f64::from(found)
            } else {
                x
            }
        }
    }
}

#[test]
fn names_in_helpers_mean_what_they_mean_there() {
    for n in [0, 3, 5] {
        compare(
            "scaled",
            AT,
            |x| nested::scaled(x, n),
            |x| {
                let (v, jacobian) = nested::scaled_with_jacobian(x, n);
                (v, jacobian.to_dense())
            },
        );
    }
}
