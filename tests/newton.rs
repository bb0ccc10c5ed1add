//! Newton's method and Levenberg-Marquardt of the runtime: published answers, dense and sparse, and
//! every way to fail, after which `x` has the last good iterate.

#![expect(clippy::float_cmp, reason = "an iterate that is kept is kept exactly")]

#[path = "newton/published.rs"]
mod published;

use core::ops::ControlFlow;

use jacobian_runtime::newton::{
    Cause, Dense, Failure, Iteration, LevenbergMarquardt, Newton, Reason, Solved, Sparse,
};
use jacobian_runtime::{Function, jacobian};

/// The example of the README.
#[jacobian(wrt(x), as = Tank)]
fn tank(x: &[f64; 3], feed: f64, heat: f64) -> [f64; 3] {
    let [a, b, temperature] = *x;
    let rate = a * (10.0 - 5.0 / temperature).exp();
    [feed - a - rate, rate - b, 1.0 - temperature + heat * rate]
}

/// The same, stored by rows.
#[jacobian(wrt(x), as = TankByRows, layout = csr)]
fn tank_by_rows(x: &[f64; 3], feed: f64, heat: f64) -> [f64; 3] {
    let [a, b, temperature] = *x;
    let rate = a * (10.0 - 5.0 / temperature).exp();
    [feed - a - rate, rate - b, 1.0 - temperature + heat * rate]
}

/// A start at which everything has reacted.
const BURNT: [f64; 3] = [0.0, 1.0, 1.5];

fn sparse<F: Function<Scalar = f64>>(f: &F, x: &mut [f64]) -> Result<Solved, Failure> {
    Newton::default().solve_with(f, x, &mut Sparse::new())
}

#[test]
fn dense_and_sparse_take_the_same_steps_in_both_layouts() {
    let (feed, heat) = (1.0, 0.5);
    let (columns, rows) = (Tank { feed, heat }, TankByRows { feed, heat });
    let mut found = [BURNT; 4];
    let newton = Newton::default();
    let results = [
        newton.solve(&columns, &mut found[0]),
        newton.solve(&rows, &mut found[1]),
        sparse(&columns, &mut found[2]),
        sparse(&rows, &mut found[3]),
    ];
    for (result, x) in results.into_iter().zip(found) {
        let solved = result.expect("a solution");
        assert_eq!(
            (solved.reason, solved.steps),
            (Reason::Residual, results[0].unwrap().steps)
        );
        assert!(tank(&x, feed, heat).iter().all(|r| r.abs() < 1e-10));
        assert!(x.iter().zip(found[0]).all(|(x, y)| (x - y).abs() < 1e-9));
    }
}

/// Every second entry of a list that is a small permutation of the unknowns: pivots are not on the
/// diagonal, and the units of the rows differ by forty digits.
#[jacobian(as = Permuted)]
fn permuted(x: &[f64; 4]) -> [f64; 4] {
    [
        1e20 * (x[2] + 0.5 * x[3] - 2.0),
        1e-20 * (x[0] - 3.0),
        x[1] * x[1] - 4.0,
        x[2] - x[0],
    ]
}

#[test]
fn rows_of_different_units_are_not_singular() {
    for solve in [
        Newton::default().solve(&Permuted, &mut [1.0; 4]),
        sparse(&Permuted, &mut [1.0; 4]),
    ] {
        solve.expect("regular");
    }
    let mut x = [1.0; 4];
    Newton {
        tolerance: 0.0,
        ..Newton::default()
    }
    .solve(&Permuted, &mut x)
    .expect("the last digits");
    assert!(
        x.iter()
            .zip([3.0, 2.0, 3.0, -2.0])
            .all(|(x, y)| (x - y).abs() < 1e-12),
        "{x:?}"
    );
}

#[jacobian(as = Logarithm)]
fn logarithm(x: [f64; 1]) -> [f64; 1] {
    [x[0].ln()]
}

#[test]
fn a_step_into_nan_is_halved() {
    let mut x = [3.0]; // the full step is to a negative number
    let mut halved = false;
    let mut memory = [0.0; Newton::memory::<Logarithm>()];
    let observe = |iteration: &Iteration<'_>| {
        halved |= iteration.damping < 1.0;
        ControlFlow::Continue(())
    };
    let newton = Newton::default();
    newton
        .solve_observed(&Logarithm, &mut x, &mut Dense::new(&mut memory), observe)
        .expect("a root");
    assert!(halved && (x[0] - 1.0).abs() < 1e-10, "{x:?}");
}

/// The cause, and `x` afterwards.
fn newton_fails<F: Function<Scalar = f64>, const N: usize>(
    f: &F,
    start: [f64; N],
) -> (Failure, [f64; N]) {
    let mut x = start;
    let failure = Newton::default().solve(f, &mut x).expect_err("no solution");
    assert!(
        x.iter().all(|x| x.is_finite())
            || x.iter().zip(start).all(|(x, s)| x.to_bits() == s.to_bits())
    );
    (failure, x)
}

/// The derivative of the root is infinite at zero.
#[jacobian(as = Root)]
fn root(x: &[f64; 2]) -> [f64; 2] {
    [x[1], x[0].sqrt() - x[1] + 1.0]
}

#[test]
fn what_is_not_finite_is_named() {
    let (failure, x) = newton_fails(&Logarithm, [-1.0]);
    assert_eq!((failure.cause, x), (Cause::Value { row: 0 }, [-1.0]));
    assert_eq!(
        newton_fails(&Root, [1.0, f64::NAN]).0.cause,
        Cause::Value { row: 0 }
    );
    let (failure, x) = newton_fails(&Root, [0.0, 1.0]);
    assert_eq!(
        (failure.cause, x),
        (Cause::Entry { row: 1, col: 0 }, [0.0, 1.0])
    );
    let mut x = [0.0, 1.0];
    assert_eq!(
        sparse(&Root, &mut x).unwrap_err().cause,
        Cause::Entry { row: 1, col: 0 }
    );
    let fit = LevenbergMarquardt::default()
        .solve(&Root, &mut x)
        .unwrap_err();
    assert_eq!(
        (fit.cause, x),
        (Cause::Entry { row: 1, col: 0 }, [0.0, 1.0])
    );
    let fit = LevenbergMarquardt::default()
        .solve(&Logarithm, &mut [-1.0])
        .unwrap_err();
    assert_eq!(fit.cause, Cause::Value { row: 0 });
    assert!(
        fit.to_string()
            .starts_with("the residual in row 0 is not finite after 0 steps")
    );
}

/// Rows that are multiples of each other, but not in binary.
#[jacobian(as = Parallel)]
fn parallel(x: &[f64; 2]) -> [f64; 2] {
    [0.1 * x[0] + 0.3 * x[1] - 1.0, 0.2 * x[0] + 0.6 * x[1] - 3.0]
}

/// A row that vanishes at zero, and an independent that nothing reads.
#[jacobian(as = Flat)]
fn flat(x: &[f64; 2]) -> [f64; 2] {
    [x[0] * x[0] + 1.0, x[0] - 1.0]
}

#[test]
fn singular_matrices_are_named_and_the_iterate_stays() {
    let (failure, x) = newton_fails(&Parallel, [1.0, 2.0]);
    assert_eq!(
        (failure.cause, x),
        (Cause::Singular { col: Some(1) }, [1.0, 2.0])
    );
    let (failure, x) = newton_fails(&Flat, [0.0, 2.0]);
    assert!(
        matches!(failure.cause, Cause::Singular { .. }),
        "{failure:?}"
    );
    assert_eq!(x, [0.0, 2.0]);
    for start in [[1.0, 2.0], [0.0, 2.0]] {
        for failure in [
            sparse(&Parallel, &mut start.clone()),
            sparse(&Flat, &mut start.clone()),
        ] {
            let cause = failure.unwrap_err().cause;
            assert_eq!(cause, Cause::Singular { col: None }, "{start:?}");
        }
    }
    // Least squares has a solution all the same.
    let mut x = [1.0, 2.0];
    let solved = LevenbergMarquardt::default()
        .solve(&Parallel, &mut x)
        .expect("a minimum");
    assert!(
        (solved.norm - 1.0 / 5.0_f64.sqrt()).abs() < 1e-12,
        "{solved:?}"
    );
}

/// No real root; the smallest residual is at zero.
#[jacobian(as = NoRoot)]
fn no_root(x: [f64; 1]) -> [f64; 1] {
    [x[0] * x[0] + 1.0]
}

/// A derivative that is wrong on purpose.
struct Wrong;

impl Function for Wrong {
    type Scalar = f64;
    const PATTERN: &'static jacobian_runtime::SparsityPattern = Logarithm::PATTERN;
    const TEMPLATE: &'static [f64] = &[0.0];

    fn value_into(&self, x: &[f64], value: &mut [f64]) {
        value[0] = x[0] - 1.0;
    }

    fn with_jacobian_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
        self.update_into(x, value, entries);
    }

    fn update_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
        self.value_into(x, value);
        entries[0] = -1.0;
    }
}

#[test]
fn without_a_root_newton_stalls_or_reaches_its_limit() {
    // From a cold start the reaction does not ignite on the way: the Jacobian becomes singular.
    let tank = Tank {
        feed: 1.0,
        heat: 0.5,
    };
    let (failure, x) = newton_fails(&tank, [0.5; 3]);
    assert_eq!(failure.cause, Cause::Stalled);
    assert!(failure.norm < 0.7 && x != [0.5; 3], "{failure:?}");
    let (failure, x) = newton_fails(&NoRoot, [3.0]);
    assert!(
        matches!(
            failure.cause,
            Cause::Stalled | Cause::StepLimit | Cause::Singular { .. }
        ),
        "{failure:?}"
    );
    assert_eq!(failure.norm, x[0] * x[0] + 1.0);
    // The minimum of the square has a singular Jacobian, and no relative step is short at zero.
    let mut x = [3.0];
    let failure = LevenbergMarquardt::default()
        .solve(&NoRoot, &mut x)
        .unwrap_err();
    assert_eq!(failure.cause, Cause::Stalled);
    assert!((failure.norm - 1.0).abs() < 1e-12 && x[0].abs() < 1e-6);
}

#[test]
fn a_wrong_derivative_stalls() {
    let (failure, x) = newton_fails(&Wrong, [5.0]);
    assert_eq!((failure.cause, x), (Cause::Stalled, [5.0]));
    for start in [5.0, 0.0] {
        let mut x = [start];
        let failure = LevenbergMarquardt::default()
            .solve(&Wrong, &mut x)
            .unwrap_err();
        assert_eq!((failure.cause, x), (Cause::Stalled, [start]));
    }
}

#[test]
fn a_limit_of_steps_ends_the_solver() {
    let tank = Tank {
        feed: 1.0,
        heat: 0.5,
    };
    let mut x = BURNT;
    let failure = Newton {
        max_steps: 2,
        ..Newton::default()
    }
    .solve(&tank, &mut x)
    .unwrap_err();
    assert_eq!((failure.cause, failure.steps), (Cause::StepLimit, 2));
    let rest = Newton::default()
        .solve(&tank, &mut x)
        .expect("it goes on from there");
    assert!(rest.steps > 0);
}

#[test]
fn an_observer_stops_the_solver() {
    let tank = Tank {
        feed: 1.0,
        heat: 0.5,
    };
    let mut memory = [0.0; Newton::memory::<Tank>() + LevenbergMarquardt::memory::<Tank>()];
    let stop = |iteration: &Iteration<'_>| match iteration.steps {
        1 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let (newton, fit) = (Newton::default(), LevenbergMarquardt::default());
    for failure in [
        newton.solve_observed(
            &tank,
            &mut BURNT.clone(),
            &mut Dense::new(&mut memory),
            stop,
        ),
        fit.solve_observed(
            &tank,
            &mut BURNT.clone(),
            &mut Dense::new(&mut memory),
            stop,
        ),
        fit.solve_observed(&tank, &mut BURNT.clone(), &mut Sparse::new(), stop),
    ] {
        let failure = failure.unwrap_err();
        assert_eq!((failure.cause, failure.steps), (Cause::Stopped, 1));
    }
}

#[test]
fn other_lengths_are_errors() {
    let tank = Tank {
        feed: 1.0,
        heat: 0.5,
    };
    let (newton, fit) = (Newton::default(), LevenbergMarquardt::default());
    let failure = fit.solve(&tank, &mut [0.5; 2]).unwrap_err();
    assert_eq!(
        failure.cause,
        Cause::Length {
            expected: 3,
            found: 2
        }
    );
    assert_eq!(
        newton.solve(&tank, &mut [0.5; 4]).unwrap_err().cause,
        Cause::Length {
            expected: 3,
            found: 4
        }
    );
    let failure = newton
        .solve_in(&tank, &mut BURNT.clone(), &mut [0.0; 20])
        .unwrap_err();
    assert_eq!(
        failure.cause,
        Cause::Memory {
            needed: 9 + 9 + 7,
            found: 20
        }
    );
    let failure = fit
        .solve_in(&tank, &mut BURNT.clone(), &mut [])
        .unwrap_err();
    let needed = LevenbergMarquardt::memory::<Tank>();
    assert_eq!(failure.cause, Cause::Memory { needed, found: 0 });
    let failure = LevenbergMarquardt {
        max_steps: 1,
        ..fit
    }
    .solve(&tank, &mut BURNT.clone())
    .unwrap_err();
    assert_eq!(failure.cause, Cause::StepLimit);
}
