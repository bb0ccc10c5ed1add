//! Problems of Hock and Schittkowski by pounce.
//!
//! Source: W. Hock, K. Schittkowski, Test Examples for Nonlinear Programming Codes, Springer, 1981.

use jacobian_runtime::jacobian;
use jacobian_runtime::solvers::pounce::Problem;
use pounce_rs::{ApplicationReturnStatus, IpoptApplication};

use super::assert_close;

/// Problem 71: the objective, and two constraints.
#[jacobian(hessian, as = Hs71)]
fn hs71(x: &[f64; 4]) -> [f64; 3] {
    [
        x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2],
        x[0] * x[1] * x[2] * x[3],
        x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3],
    ]
}

/// Its solution with more digits than the book has, from the documentation of Ipopt.
const HS71: [f64; 4] = [1.0, 4.742_999_63, 3.821_149_98, 1.379_408_29];

/// Problem 26, with the equation behind the objective. Stored by rows.
#[jacobian(hessian, layout = csr, as = Hs26)]
fn hs26(x: &[f64; 3]) -> (f64, f64) {
    (
        (x[0] - x[1]).powi(2) + (x[1] - x[2]).powi(4),
        (1.0 + x[1] * x[1]) * x[0] + x[2].powi(4) - 3.0,
    )
}

/// Problem 3: bounds alone, so that the objective is the only dependent.
#[jacobian(hessian, as = Hs3)]
fn hs3(x: &[f64; 2]) -> f64 {
    x[1] + 1e-5 * (x[1] - x[0]).powi(2)
}

/// A constraint that has no solution, `x0^2 + 1 = 0`.
#[jacobian(as = Nowhere)]
fn nowhere(x: [f64; 1]) -> [f64; 2] {
    [x[0], x[0] * x[0] + 1.0]
}

/// Not finite left of zero, where a full step from 3 leads.
#[jacobian(hessian, as = Barrier)]
fn barrier(x: [f64; 1]) -> f64 {
    x[0] - x[0].ln()
}

fn quiet() -> IpoptApplication {
    let mut pounce = IpoptApplication::new();
    pounce
        .initialize_with_options_str("print_level 0\nsb yes\ntol 1e-10\n")
        .expect("options of pounce");
    pounce
}

fn problem71() -> Problem<Hs71> {
    Problem::new(Hs71, &[1.0, 5.0, 5.0, 1.0])
        .with_bounds(&[1.0; 4], &[5.0; 4])
        .with_constraints(&[25.0, 40.0], &[f64::INFINITY, 40.0])
}

fn with_hessian(problem: Problem<Hs71>) -> Problem<Hs71> {
    problem.with_hessian(HS71_HESSIAN_PATTERN, |x, weights, entries| {
        hs71_hessian_into(
            x.try_into().expect("four variables"),
            weights.try_into().expect("three weights"),
            entries.try_into().expect("the entries"),
        );
    })
}

#[test]
fn pounce_reaches_the_published_minimum_with_a_hessian_and_without() {
    for problem in [with_hessian(problem71()), problem71()] {
        let minimum = problem.minimize(&mut quiet()).expect("a minimum");
        assert_close(&minimum.x, &HS71, 1e-7);
        assert_close(&[minimum.objective], &[17.014_017_3], 1e-8);
        assert_close(&minimum.constraints, &[25.0, 40.0], 1e-8);
        // The documentation of Ipopt has these multipliers.
        assert_close(&minimum.multipliers, &[-0.552_293_66, 0.161_468_57], 1e-6);
        assert_close(&minimum.bound_multipliers[0][..1], &[1.087_871_2], 1e-6);
    }
}

#[test]
fn an_equation_and_entries_by_rows_reach_the_published_minimum() {
    let problem = Problem::new(Hs26, &[-2.6, 2.0, 2.0]).with_hessian(
        HS26_HESSIAN_PATTERN,
        |x, weights, entries| {
            hs26_hessian_into(
                x.try_into().expect("three variables"),
                weights.try_into().expect("two weights"),
                entries.try_into().expect("the entries"),
            );
        },
    );
    let minimum = problem.minimize(&mut quiet()).expect("a minimum");
    assert!(minimum.objective.abs() < 1e-9, "{minimum:?}");
    assert!(minimum.constraints[0].abs() < 1e-8, "{minimum:?}");
    // The function is flat there, of the fourth power.
    assert_close(&minimum.x, &[1.0; 3], 1e-2);
}

#[test]
fn one_dependent_alone_needs_no_weight() {
    let problem = Problem::new(Hs3, &[10.0, 1.0])
        .with_bounds(&[f64::NEG_INFINITY, 0.0], &[f64::INFINITY; 2])
        .with_hessian(HS3_HESSIAN_PATTERN, |x, weights, entries| {
            assert_eq!(weights, [1.0]);
            let entries = entries.try_into().expect("the entries");
            hs3_hessian_into(x.try_into().expect("two variables"), entries);
        });
    let minimum = problem.minimize(&mut quiet()).expect("a minimum");
    assert!(minimum.objective.abs() < 1e-7, "{minimum:?}");
}

#[test]
fn a_failure_has_its_reason_and_the_last_iterate() {
    let failure = Problem::new(Nowhere, &[1.0])
        .minimize(&mut quiet())
        .unwrap_err();
    assert!(failure.to_string().contains("no minimum"), "{failure}");
    let last = failure.last.expect("an iterate");
    assert!(last.constraints[0] >= 1.0, "{last:?}");
    assert_eq!(last.status, failure.status);
    let failure = Problem::new(Barrier, &[-1.0])
        .minimize(&mut quiet())
        .unwrap_err();
    assert_eq!(
        failure.status,
        ApplicationReturnStatus::InvalidNumberDetected
    );
}

#[test]
fn a_step_to_where_the_function_is_not_finite_is_shortened() {
    let problem =
        Problem::new(Barrier, &[3.0]).with_hessian(BARRIER_HESSIAN_PATTERN, |x, _, entries| {
            let entries = entries.try_into().expect("one entry");
            barrier_hessian_into(x.try_into().expect("one variable"), entries);
        });
    let minimum = problem.minimize(&mut quiet()).expect("a minimum");
    assert_close(&minimum.x, &[1.0], 1e-6);
}
