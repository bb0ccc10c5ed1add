//! Bratu's problem by Newton's method with Krylov methods of kryst inside.

use std::sync::Arc;

use jacobian_runtime::jacobian;
use jacobian_runtime::solvers::kryst::Linearized;
use kryst::matrix::op::LinOp;
use kryst::prelude::{ConvergedReason, KspContext, PcType, SolverType};

pub(crate) const N: usize = 31;

/// `u'' + lambda e^u = 0` with `u(0) = u(1) = 0`, by Numerov's differences of fourth order.
#[jacobian(wrt(u), linearize, as = Bratu)]
pub(crate) fn bratu(u: &[f64; N], lambda: f64) -> [f64; N] {
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

/// `u(1/2) = 2 ln cosh(theta / 4)` with `theta = sqrt(2 lambda) cosh(theta / 4)`.
///
/// Source: U. Ascher, R. Mattheij, R. Russell, Numerical Solution of Boundary Value Problems for
/// Ordinary Differential Equations, 1995.
pub(crate) fn in_the_middle(lambda: f64) -> f64 {
    let mut theta = 1.0_f64;
    for _ in 0..200 {
        theta = (2.0 * lambda).sqrt() * (theta / 4.0).cosh();
    }
    2.0 * (theta / 4.0).cosh().ln()
}

/// Newton's method. Returns the solution and the iterations of the Krylov method in all.
fn solve(lambda: f64, method: SolverType) -> ([f64; N], usize) {
    let (mut u, mut value, mut iterations) = ([0.0; N], [0.0; N], 0);
    for _ in 0..8 {
        let operator = Linearized::at(Bratu { lambda }, &u, &mut value).expect("an operator");
        let mut krylov = KspContext::new();
        krylov.set_type(method).expect("a method");
        krylov.set_pc_type(PcType::None, None).expect("none");
        krylov.set_tolerances(1e-10, 1e-14, 1e6, 200);
        krylov
            .try_set_operators(Arc::new(operator), None)
            .expect("a square operator");
        let mut step = [0.0; N];
        let solved = krylov.solve(&value, &mut step).expect("a step");
        assert!(
            matches!(
                solved.reason,
                ConvergedReason::ConvergedRtol
                    | ConvergedReason::ConvergedAtol
                    | ConvergedReason::ConvergedHappyBreakdown
            ),
            "{:?}",
            solved.reason
        );
        iterations += solved.iterations;
        for (u, step) in u.iter_mut().zip(step) {
            *u -= step;
        }
    }
    (u, iterations)
}

#[test]
fn kryst_solves_bratus_problem_without_a_matrix() {
    for lambda in [1.0, 3.0] {
        for method in [SolverType::Gmres, SolverType::BiCgStab] {
            let (u, iterations) = solve(lambda, method);
            let (found, known) = (u[N / 2], in_the_middle(lambda));
            assert!((found - known).abs() < 2e-6, "{found}, known {known}");
            assert!(iterations > 8, "{iterations}");
        }
    }
}

#[test]
fn the_operator_multiplies_with_the_jacobian_and_its_transpose() {
    let (u, mut value) = ([0.3; N], [0.0; N]);
    let operator = Linearized::at(Bratu { lambda: 2.0 }, &u, &mut value).expect("an operator");
    let (known, jacobian) = bratu_with_jacobian(&u, 2.0);
    super::assert_close(&value, &known, 0.0);
    let vector: [f64; N] = core::array::from_fn(|i| if i % 3 == 0 { 1.0 } else { -0.25 });
    let mut product = [0.0; N];
    operator
        .try_matvec(&vector, &mut product)
        .expect("a product");
    super::assert_close(&product, &jacobian.mul_vec(&vector), 1e-10);
    operator.t_matvec(&vector, &mut product);
    super::assert_close(&product, &jacobian.tr_mul_vec(&vector), 1e-10);
    assert!(operator.supports_transpose());
    assert!(operator.try_matvec(&vector[1..], &mut product).is_err());
    let again = Linearized::at(Bratu { lambda: 2.0 }, &u, &mut value).expect("an operator");
    assert_eq!(operator.structure_id(), again.structure_id());
    assert_ne!(operator.values_id(), again.values_id());
}

#[test]
fn a_point_that_cannot_be_evaluated_is_an_error() {
    let mut value = [0.0; N];
    let far = Linearized::at(Bratu { lambda: 1.0 }, &[800.0; N], &mut value);
    assert!(far.is_err_and(|error| error.to_string().contains("not finite")));
    let short = Linearized::at(Bratu { lambda: 1.0 }, &[0.0; 3], &mut value);
    assert!(short.is_err_and(|error| error.to_string().contains("x is 3 long")));
}
