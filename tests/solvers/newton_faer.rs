//! Bratu's problem by newton-faer, in both layouts.

use jacobian_runtime::solvers::newton_faer::System;
use jacobian_runtime::{Function, jacobian};
use newton_faer::{NewtonCfg, NonlinearSystem};

use super::kryst::{Bratu, N, bratu, in_the_middle};

/// The same by rows.
#[jacobian(wrt(u), layout = csr, as = BratuByRows)]
fn bratu_by_rows(u: &[f64; N], lambda: f64) -> [f64; N] {
    let step = 1.0 / 32.0;
    let mut r = [0.0; N];
    for i in 0..N {
        let left = if i == 0 { 0.0 } else { u[i - 1] };
        let right = if i == N - 1 { 0.0 } else { u[i + 1] };
        let load = (left.exp() + 10.0 * u[i].exp() + right.exp()) / 12.0;
        r[i] = 2.0 * u[i] - left - right - step * step * lambda * load;
    }
    r
}

/// Not finite left of zero, and without a root.
#[jacobian(as = Nowhere)]
fn nowhere(x: &[f64; 2]) -> [f64; 2] {
    [x[0].sqrt() + 1.0, x[1]]
}

fn reaches_the_known_solution<F: Function<Scalar = f64>>(f: F) {
    // The dense solver of the crate gives NaN for this matrix, with faer 0.22.6.
    let mut u = [0.0; N];
    let mut system = System::new(f);
    let steps = newton_faer::solve(&mut system, &mut u, NewtonCfg::sparse()).expect("a solution");
    assert!(steps < 10, "{steps}");
    let (found, known) = (u[N / 2], in_the_middle(2.0));
    assert!((found - known).abs() < 2e-6, "{found}, known {known}");
    assert!(bratu(&u, 2.0).iter().all(|r| r.abs() < 1e-8));
}

#[test]
fn newton_faer_solves_bratus_problem() {
    reaches_the_known_solution(Bratu { lambda: 2.0 });
    reaches_the_known_solution(BratuByRows { lambda: 2.0 });
}

#[test]
fn a_parameter_changes_and_the_analysis_stays() {
    let mut system = System::new(Bratu { lambda: 1.0 });
    let (mut u, mut lu) = ([0.0; N], newton_faer::FaerLu::default());
    for lambda in [1.0, 2.0, 3.0] {
        system.function_mut().lambda = lambda;
        let go_on = |_: &newton_faer::IterationStats<f64>| newton_faer::Control::Continue;
        newton_faer::solve_sparse_cb(&mut system, &mut u, &mut lu, NewtonCfg::sparse(), go_on)
            .expect("a solution");
        assert!((u[N / 2] - in_the_middle(lambda)).abs() < 5e-6);
    }
    assert_eq!(system.jacobian().values().len(), Bratu::NNZ);
}

#[test]
fn nan_is_no_solution() {
    // From 0.01 the first step leads to a negative number, whose root is no number, and the other
    // residual, which is zero, comes last.
    let mut x = [0.01, 0.0];
    let solved = newton_faer::solve(&mut System::new(Nowhere), &mut x, NewtonCfg::sparse());
    assert!(solved.is_err());
}
