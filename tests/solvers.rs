//! Solver crates on published problems, each with a function of ours through its adapter in
//! `jacobian_runtime::solvers`.

#[path = "solvers/kryst.rs"]
mod kryst;
#[cfg(feature = "more_solvers")]
#[path = "solvers/newton_faer.rs"]
mod newton_faer;
#[path = "solvers/pounce.rs"]
mod pounce;
#[cfg(feature = "more_solvers")]
#[path = "solvers/tiny_solver.rs"]
mod tiny_solver;

use argmin::core::{CostFunction, Executor, Gradient, Hessian, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use argmin::solver::trustregion::{Steihaug, TrustRegion};
use differential_equations::ivp::IVP;
use differential_equations::methods::ImplicitRungeKutta;
use diffsol::{
    FaerSparseLU, FaerSparseMat, NalgebraLU, NalgebraMat, OdeBuilder, OdeEquations,
    OdeSolverMethod, Op, Vector,
};
use jacobian_runtime::{jacobian, solvers};
use nalgebra_0_34::DVector;

const X: [f64; 6] = [1.0, 2.0, 3.0, 5.0, 7.0, 10.0];
const Y: [f64; 6] = [109.0, 149.0, 149.0, 191.0, 213.0, 224.0];

/// The fit `BoxBOD` of NIST.
#[jacobian(as = BoxBod)]
fn box_bod(b: &[f64; 2]) -> [f64; 6] {
    core::array::from_fn(|i| b[0] * (1.0 - (-b[1] * X[i]).exp()) - Y[i])
}

const CERTIFIED: [f64; 2] = [2.138_094_088_9e2, 5.472_374_854_2e-1];

#[track_caller]
fn assert_close(found: &[f64], known: &[f64], tolerance: f64) {
    assert_eq!(found.len(), known.len());
    for (found, known) in found.iter().zip(known) {
        assert!(
            (found - known).abs() <= tolerance * known.abs(),
            "{found:e}, known {known:e}"
        );
    }
}

#[test]
fn levenberg_marquardt_reaches_the_certified_fit() {
    let problem = solvers::levenberg_marquardt::Problem::new(BoxBod, &[100.0, 0.75]);
    let (problem, report) = levenberg_marquardt::LevenbergMarquardt::new().minimize(problem);
    assert!(report.termination.was_successful(), "{report:?}");
    assert_close(problem.x(), &CERTIFIED, 1e-7);
}

#[test]
fn argmin_reaches_the_certified_fit_by_a_trust_region() {
    let solver = TrustRegion::new(Steihaug::new());
    let start = DVector::from_column_slice(&[150.0, 0.6]);
    let result = Executor::new(solvers::argmin::LeastSquares::new(BoxBod), solver)
        .configure(|state| state.param(start).max_iters(200))
        .run()
        .expect("it runs");
    let found = result.state().get_best_param().expect("a point");
    assert_close(found.as_slice(), &CERTIFIED, 1e-5);
}

/// Rosenbrock's function.
#[jacobian(as = Valley)]
fn valley(x: &[f64; 2]) -> f64 {
    100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)
}

/// Not finite left of zero.
#[jacobian(as = Logarithm)]
fn logarithm(x: &[f64; 2]) -> f64 {
    x[0].ln() + x[1]
}

#[test]
fn argmin_minimizes_rosenbrocks_function() {
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let start = DVector::from_column_slice(&[-1.2, 1.0]);
    let result = Executor::new(solvers::argmin::Objective::new(Valley), solver)
        .configure(|state| state.param(start).max_iters(200))
        .run()
        .expect("it runs");
    let found = result.state().get_best_param().expect("a point");
    assert_close(found.as_slice(), &[1.0, 1.0], 1e-6);
}

#[test]
fn argmin_is_told_of_lengths_and_of_values_that_are_not_finite() {
    let objective = solvers::argmin::Objective::new(Logarithm);
    let bad = DVector::from_column_slice(&[-1.0, 0.0]);
    assert!(
        objective
            .cost(&bad)
            .unwrap_err()
            .to_string()
            .contains("value")
    );
    let zero = DVector::from_column_slice(&[0.0, 0.0]);
    assert!(objective.gradient(&zero).is_err());
    let short = DVector::from_column_slice(&[1.0]);
    let error = objective.gradient(&short).unwrap_err().to_string();
    assert!(error.contains("2 independents, the vector 1"), "{error}");
    assert!(
        solvers::argmin::LeastSquares::new(BoxBod)
            .hessian(&short)
            .is_err()
    );
}

/// The reactions of Robertson.
#[jacobian(wrt(y), as = Robertson)]
fn robertson(y: &[f64; 3], k: [f64; 3]) -> [f64; 3] {
    let [slow, middle, fast] = [k[0] * y[0], k[1] * y[1] * y[2], k[2] * y[1] * y[1]];
    [middle - slow, slow - middle - fast, fast]
}

/// The same with the conservation of mass in place of the last equation, stored by rows.
#[jacobian(wrt(y), as = Conserved, layout = csr)]
fn conserved(y: &[f64; 3], k: [f64; 3]) -> [f64; 3] {
    let [slow, middle, fast] = [k[0] * y[0], k[1] * y[1] * y[2], k[2] * y[1] * y[1]];
    [
        middle - slow,
        slow - middle - fast,
        y[0] + y[1] + y[2] - 1.0,
    ]
}

const RATES: [f64; 3] = [0.04, 1e4, 3e7];

/// At `t = 1e11`. Source: F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers,
/// 2008.
const ROBERTSON: [f64; 3] = [
    0.208_334_014_970_125_5e-7,
    0.833_336_077_033_471_3e-13,
    0.999_999_979_166_505,
];

#[test]
fn diffsol_integrates_robertsons_reactions_with_a_sparse_jacobian() {
    type M = FaerSparseMat<f64>;
    let at = |_| Robertson { k: RATES };
    let equations = solvers::diffsol::Equations::<_, _, M>::new(at, &[1.0, 0.0, 0.0]);
    let problem = OdeBuilder::<M>::new()
        .rtol(1e-9)
        .atol([1e-14, 1e-20, 1e-12])
        .build_from_eqn(equations)
        .expect("a problem");
    let mut solver = problem.bdf::<FaerSparseLU<f64>>().expect("a solver");
    while solver.state().t < 1e11 {
        solver.step().expect("a step");
    }
    let y = solver.interpolate(1e11).expect("inside of the step");
    assert_close(&y.clone_as_vec(), &ROBERTSON, 1e-5);
    let statistics = problem.eqn.rhs().statistics();
    assert!(statistics.number_of_matrix_evals > 0);
    assert_eq!(
        statistics.number_of_jac_muls, 0,
        "no product replaces a Jacobian"
    );
}

#[test]
fn diffsol_takes_an_algebraic_equation_and_a_dense_jacobian() {
    type M = NalgebraMat<f64>;
    let at = |_| Conserved { k: RATES };
    let equations = solvers::diffsol::Equations::<_, _, M>::new(at, &[1.0, 0.0, 0.0])
        .with_mass(&[(0, 0, 1.0), (1, 1, 1.0)]);
    let problem = OdeBuilder::<M>::new()
        .rtol(1e-9)
        .atol([1e-14, 1e-20, 1e-12])
        .build_from_eqn(equations)
        .expect("a problem");
    let mut solver = problem.bdf::<NalgebraLU<f64>>().expect("a solver");
    while solver.state().t < 1e11 {
        solver.step().expect("a step");
    }
    let y = solver.interpolate(1e11).expect("inside of the step");
    assert_close(&y.clone_as_vec(), &ROBERTSON, 1e-5);
}

/// A sparse system with a mass matrix, and a force that depends on time: `y' = cos t`, `z = y`.
#[jacobian(wrt(y), as = Driven)]
fn driven(y: &[f64; 2], t: f64) -> [f64; 2] {
    [t.cos(), y[1] - y[0]]
}

#[test]
fn time_enters_by_the_closure() {
    type M = FaerSparseMat<f64>;
    let equations = solvers::diffsol::Equations::<_, _, M>::new(|t| Driven { t }, &[0.0, 0.0])
        .with_mass(&[(0, 0, 1.0)]);
    let problem = OdeBuilder::<M>::new()
        .rtol(1e-8)
        .atol([1e-10])
        .build_from_eqn(equations)
        .expect("a problem");
    let mut solver = problem.bdf::<FaerSparseLU<f64>>().expect("a solver");
    while solver.state().t < 2.0 {
        solver.step().expect("a step");
    }
    let y = solver.interpolate(2.0).expect("inside of the step");
    assert_close(&y.clone_as_vec(), &[2.0_f64.sin(); 2], 1e-6);
}

#[test]
fn differential_equations_integrates_robertsons_reactions() {
    let at = |_| Robertson { k: RATES };
    let equations = solvers::differential_equations::Equations::new(at);
    let method = ImplicitRungeKutta::radau5().rtol(1e-8).atol(1e-14);
    let solution = IVP::ode(&equations, 0.0, 40.0, [1.0, 0.0, 0.0])
        .method(method)
        .solve()
        .expect("a solution");
    let (_, y) = solution.last().expect("a last point");
    // Four digits. Source: A. C. Hindmarsh, LSODE, the example of its documentation.
    assert_close(y, &[7.158e-1, 9.185e-6, 2.842e-1], 2e-4);
}
