//! The option `verify`: functions that compare themselves with the user's in debug builds.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use jacobian_runtime::{Function, jacobian};

/// What a call panics with.
fn said(call: impl FnOnce()) -> String {
    let ended = catch_unwind(AssertUnwindSafe(call));
    let said = ended.expect_err("it ends");
    *said.downcast::<String>().expect("a text")
}

#[derive(Clone)]
struct Rates {
    fast: f64,
    names: Vec<String>,
}

#[jacobian(verify, wrt(x, y), as = OfAll, layout = csr)]
fn of_all_forms(
    x: &[f64; 2],
    y: f64,
    scale: &f64,
    n: usize,
    out: &mut [f64; 2],
) -> (f64, [f64; 1]) {
    out[0] = x[0] * y * *scale;
    out[1] = 2.0 * x[1];
    (x[0].sin() + n as f64, [x[1].powi(3) / y])
}

#[jacobian(verify, wrt(x), dim(x = 3, rows = 2))]
fn of_slices(x: &[f64], rates: Rates, rows: &mut [f64]) {
    rows[0] = x[0] * rates.fast + rates.names.len() as f64;
    rows[1] = if x[1] > 0.0 { x[1] * x[2] } else { x[2] };
}

#[jacobian(verify, dim(x = 2))]
fn of_a_vector(x: Vec<f64>) -> f64 {
    x[0] * x[1]
}

#[jacobian(verify)]
fn in_single_precision(x: [f32; 2]) -> f32 {
    x[0] * x[1].exp()
}

#[jacobian(verify)]
fn that_fails(x: &[f64; 2]) -> Result<f64, String> {
    if x[0] < 0.0 {
        return Err("negative".to_owned());
    }
    Ok(x[0].sqrt() * x[1])
}

#[jacobian(verify)]
fn that_is_missing(x: f64) -> Option<[f64; 1]> {
    (x > 1.0).then(|| [x * x])
}

#[jacobian(verify, scalar(T = f64))]
fn of_a_chosen_scalar<T: jacobian_runtime::Real>(x: [T; 2]) -> T {
    x[0] * x[1].sin()
}

#[jacobian(verify, dim(x = 2))]
fn of_nalgebra(x: &nalgebra::Vector2<f64>) -> nalgebra::Vector2<f64> {
    nalgebra::Vector2::new(x.x * x.y, x.x.exp())
}

struct Spring {
    stiffness: f64,
}

impl Spring {
    #[jacobian(verify, wrt(x))]
    fn force(&self, x: &[f64; 2]) -> [f64; 1] {
        [self.stiffness * (x[0] - x[1]).powi(3)]
    }
}

#[jacobian(verify)]
mod inside {
    fn square(x: f64) -> f64 {
        x * x
    }

    #[jacobian(gradient)]
    pub(super) fn of_a_helper(x: &[f64; 2]) -> f64 {
        square(x[0]) + square(x[1])
    }
}

#[test]
fn functions_of_all_forms_agree_with_themselves() {
    let mut out = [0.0; 2];
    let (value, jacobian) = of_all_forms_with_jacobian(&[1.0, 2.0], 3.0, &0.5, 4, &mut out);
    assert_eq!(value, of_all_forms(&[1.0, 2.0], 3.0, &0.5, 4, &mut out));
    assert_eq!(jacobian.get(1, 1), Some(4.0));
    let held = OfAll { scale: &0.5, n: 4 };
    held.with_jacobian_into(
        &[1.0, 2.0, 3.0],
        &mut [0.0; 4],
        &mut [0.0; OF_ALL_FORMS_NNZ],
    );
    let rates = Rates {
        fast: 2.0,
        names: vec!["a".to_owned()],
    };
    let mut rows = [0.0; 2];
    let jacobian = of_slices_jacobian(&[1.0, 2.0, 3.0], rates, &mut rows);
    assert_eq!((jacobian.get(1, 1), rows), (Some(3.0), [3.0, 6.0]));
    assert_eq!(
        in_single_precision_jacobian([2.0, 0.0]).get(0, 1),
        Some(2.0)
    );
    assert_eq!(of_a_chosen_scalar_jacobian([2.0, 0.0]).get(0, 1), Some(2.0));
    let spring = Spring { stiffness: 2.0 };
    assert_eq!(spring.force_jacobian(&[2.0, 1.0]).get(0, 1), Some(-6.0));
    assert_eq!(inside::of_a_helper_gradient(&[2.0, 1.0]), [4.0, 2.0]);
    let at = nalgebra::Vector2::new(0.0, 2.0);
    assert_eq!(of_nalgebra_jacobian(&at).get(0, 0), Some(2.0));
}

#[test]
fn failures_are_compared_and_passed_on() {
    assert_eq!(that_fails_jacobian(&[-1.0, 1.0]).unwrap_err(), "negative");
    // The function fails on the left.
    assert_eq!(
        that_fails_jacobian(&[0.0, 1.0]).unwrap().get(0, 1),
        Some(0.0)
    );
    assert_eq!(
        that_fails_jacobian(&[4.0, 1.0]).unwrap().get(0, 0),
        Some(0.25)
    );
    assert!(that_is_missing_jacobian(0.5).is_none());
    assert_eq!(that_is_missing_jacobian(3.0).unwrap().get(0, 0), Some(6.0));
}

thread_local! {
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

fn calls() -> f64 {
    CALLS.set(CALLS.get() + 1);
    f64::from(CALLS.get())
}

#[jacobian(verify)]
fn of_its_calls(x: f64) -> f64 {
    x * calls()
}

#[jacobian(verify, rule(cube(x) => 3.0 * x))]
fn of_a_wrong_rule(x: &[f64; 2]) -> [f64; 2] {
    [x[0], cube(x[1])]
}

fn cube(x: f64) -> f64 {
    x * x * x
}

#[test]
fn a_wrong_value_and_a_wrong_entry_end_the_program_in_debug_builds() {
    if !cfg!(debug_assertions) {
        return;
    }
    let value = said(|| {
        let _entries = of_its_calls_jacobian(1.0);
    });
    assert!(value.contains("`of_its_calls`"), "{value}");
    assert!(value.contains("/* 2e0 */ by the function"), "{value}");
    let entry = said(|| {
        let _entries = of_a_wrong_rule_jacobian(&[1.0, 2.0]);
    });
    assert!(
        entry.contains("entry (1, 1): generated 6, differences say 12"),
        "{entry}"
    );
    assert!(
        entry.contains("f64::from_bits(0x4000000000000000) /* 2e0 */"),
        "{entry}"
    );
}
