//! Zeros of loops win over infinity and NaN: no iteration, and states that start as numbers.

use jacobian_runtime::jacobian;

/// `dr/dx` is 0/0 at zero, and matters only if an iteration adds `r`.
#[jacobian(wrt(x))]
fn lengths(x: f64, n: usize) -> f64 {
    let r = (x * x).sqrt();
    let mut sum = 1.0;
    for _ in 0..n {
        sum += r;
    }
    sum
}

/// The root has an infinite partial at the number that `y` starts as, which does not depend on `x`.
#[jacobian(wrt(x))]
fn roots(x: f64, n: usize) -> f64 {
    let mut y = 0.0_f64;
    for _ in 0..n {
        y = y.sqrt() + x;
    }
    y
}

/// A partial that the body keeps is a number of the template.
#[jacobian(wrt(x, v))]
fn moved(x: f64, v: f64, n: usize) -> f64 {
    let mut y = x;
    for _ in 0..n {
        y += v;
    }
    y
}

/// An iteration may forget the initial value, whose partial is NaN below two.
#[jacobian(wrt(q, x))]
fn forgotten(q: f64, x: f64, n: usize) -> f64 {
    let mut s = (q - 2.0).sqrt();
    for _ in 0..n {
        if x > 0.0 {
            s = 1.0;
        } else {
            s *= x;
        }
    }
    s
}

/// The same where the loop carries the partial of a nested loop.
#[jacobian(wrt(q, x))]
fn forgotten_inside(q: f64, x: f64, n: usize) -> f64 {
    let mut s = (q - 2.0).sqrt();
    for _ in 0..n {
        for k in 0..n {
            s = if x > k as f64 { 1.0 } else { s * x };
        }
    }
    s
}

#[test]
fn an_initial_value_that_the_body_forgets_has_no_derivative() {
    assert_eq!(forgotten_jacobian(1.0, 0.5, 2).values(), &[0.0, 0.0]);
    assert!(forgotten_jacobian(1.0, -0.5, 2).values()[0].is_nan());
    assert_eq!(forgotten_jacobian(6.0, -0.5, 2).values(), &[0.0625, -2.0]);
    assert_eq!(forgotten_inside_jacobian(1.0, 1.5, 2).values(), &[0.0, 0.0]);
    assert!(forgotten_inside_jacobian(1.0, 1.5, 0).values()[0].is_nan());
}

#[test]
fn a_loop_that_does_not_run_has_no_part_in_the_derivative() {
    assert_eq!(lengths_jacobian(0.0, 0).values(), &[0.0]);
    assert!(lengths_jacobian(0.0, 1).values()[0].is_nan());
    assert_eq!(lengths_jacobian(2.0, 3).values(), &[3.0]);
}

#[test]
fn a_state_that_starts_as_a_number_has_no_derivative_there() {
    assert_eq!(roots_jacobian(0.25, 0).values(), &[0.0]);
    assert_eq!(roots_jacobian(0.25, 1).values(), &[1.0]);
    assert_eq!(roots_jacobian(0.25, 2).values(), &[2.0]);
}

#[test]
fn an_entry_that_no_iteration_changes_is_in_the_template() {
    assert_eq!(MOVED_TEMPLATE, [1.0, 0.0]);
    assert_eq!(moved_jacobian(3.0, 0.5, 4).values(), &[1.0, 4.0]);
    assert_eq!(MOVED_COST.loops.len(), 1);
}
