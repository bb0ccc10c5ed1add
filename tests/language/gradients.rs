//! The option `gradient`: the one row of a Jacobian, dense, in the order of the columns.

use jacobian_runtime::{Real, jacobian};

use crate::support::compare;

/// Neither the second component nor `_m` has an influence.
#[jacobian(gradient)]
fn sparse(x: &[f64; 3], _m: f64, k: f64) -> f64 {
    x[0].sin() * x[2] * k + 2.0 * x[2]
}

#[jacobian(gradient, wrt(b, a))]
fn dense(a: [f64; 2], b: f64, n: i32) -> f64 {
    (a[0] * b).powi(n) - a[1] / b
}

#[test]
fn each_column_has_a_number_and_parameters_follow_each_other() {
    let at = [0.7, 1.3, -0.4, 0.2, 1.9];
    let split = |x: &[f64; 5]| ([x[0], x[1], x[2]], x[3], x[4]);
    compare(
        "sparse",
        at,
        |x| {
            let (x, m, k) = split(x);
            [sparse(&x, m, k)]
        },
        |x| {
            let (x, m, k) = split(x);
            let (value, gradient) = sparse_with_gradient(&x, m, k);
            assert_eq!(gradient, sparse_gradient(&x, m, k));
            let (mut again, mut written) = (0.0, [f64::NAN; 5]);
            sparse_with_gradient_into(&x, m, k, &mut again, &mut written);
            assert_eq!((again, written), (value, gradient));
            assert_eq!([gradient[1], gradient[3]], [0.0; 2]);
            ([value], [gradient])
        },
    );
    compare(
        "dense",
        [1.3, 0.7, 0.4],
        |x| [dense([x[1], x[2]], x[0], 3)],
        |x| {
            let (a, b) = ([x[1], x[2]], x[0]);
            let (mut value, mut gradient) = (0.0, [f64::NAN; 3]);
            dense_with_gradient_into(a, b, 3, &mut value, &mut gradient);
            assert_eq!((value, gradient), dense_with_gradient(a, b, 3));
            assert_eq!(gradient, dense_gradient(a, b, 3));
            ([value], [gradient])
        },
    );
}

#[jacobian(gradient)]
fn fallible(x: &[f64; 2], lowest: f64) -> Result<f64, String> {
    if x[0] < lowest {
        return Err(format!("{} is below {lowest}", x[0]));
    }
    Ok((x[0] - lowest).sqrt() * 2.0)
}

#[jacobian(gradient, wrt(x))]
fn written(x: &[f64; 2], y: &mut f64) {
    *y = x[0] * x[1] + *y;
}

#[jacobian(gradient, wrt(x))]
fn flagged(x: f64, n: usize) -> (f64, bool) {
    let mut sum = 0.0;
    for k in 0..n {
        sum += x.powi(k as i32);
    }
    (sum, sum > 2.0)
}

#[test]
fn failures_outputs_and_results_that_hold_more_are_passed_on() {
    let (value, gradient) = fallible_with_gradient(&[2.0, 5.0], 1.0).unwrap();
    assert_eq!((value, gradient), (2.0, [1.0, 0.0, -1.0]));
    assert_eq!(fallible_gradient(&[2.0, 5.0], 1.0), Ok(gradient));
    assert_eq!(
        fallible_gradient(&[0.5, 5.0], 1.0),
        Err("0.5 is below 1".to_owned())
    );
    let mut y = 1.0;
    assert_eq!(written_with_gradient(&[2.0, 3.0], &mut y), [3.0, 2.0]);
    assert_eq!(y, 7.0);
    assert_eq!(written_gradient(&[2.0, 3.0], &mut y), [3.0, 2.0]);
    assert_eq!(y, 13.0);
    assert_eq!(flagged_with_gradient(2.0, 3), ((7.0, true), [5.0]));
    assert_eq!(flagged_gradient(2.0, 0), [0.0]);
}

struct Spring {
    stiffness: f64,
    rest: f64,
}

#[jacobian]
impl Spring {
    #[jacobian(gradient, wrt(self.stiffness, at))]
    fn energy(&self, at: [f64; 2]) -> f64 {
        let stretch = at[0].hypot(at[1]) - self.rest;
        0.5 * self.stiffness * stretch * stretch
    }
}

#[jacobian(gradient, prefix = own)]
fn squares<T: Real>(x: [T; 2], _unused: T) -> T {
    x[0] * x[0] - x[1] * x[1] * x[1]
}

#[jacobian(gradient)]
fn single(x: f32, _y: f32) -> f32 {
    x * x.sqrt()
}

#[test]
fn methods_and_other_scalars_have_gradients() {
    let spring = Spring {
        stiffness: 2.0,
        rest: 1.0,
    };
    let (energy, gradient) = spring.energy_with_gradient([3.0, 4.0]);
    assert_eq!(energy, 16.0);
    assert_eq!(gradient[0], 8.0);
    assert!((gradient[1] - 4.8).abs() < 1e-14 && (gradient[2] - 6.4).abs() < 1e-14);
    assert_eq!(own_gradient([3.0_f32, 2.0], 1.0), [6.0, -12.0, 0.0]);
    assert_eq!(own_gradient([3.0_f64, 2.0], 1.0), [6.0, -12.0, 0.0]);
    assert_eq!(single_gradient(4.0, 1.0), [3.0, 0.0]);
}
