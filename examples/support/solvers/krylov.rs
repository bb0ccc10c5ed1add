//! kryst on Bratu's problem: Newton's method with GMRES inside, by our labels or by differences of
//! residuals.

use std::error::Error;
use std::sync::Arc;

use jacobian_runtime::jacobian;
use jacobian_runtime::solvers::kryst::Linearized;
use kryst::matrix::op::LinOp;
use kryst::matrix::op_shell::MatShell;
use kryst::prelude::{KspContext, PcType, SolverType};

use crate::{Rivals, check};

const N: usize = 63;

/// `u'' + e^u = 0` with `u(0) = u(1) = 0`, by Numerov's differences of fourth order.
#[jacobian(linearize, as = Bratu)]
fn bratu(u: &[f64; N]) -> [f64; N] {
    let step = 1.0 / 64.0;
    let mut r = [0.0; N];
    for i in 0..N {
        let left = if i == 0 { 0.0 } else { u[i - 1] };
        let right = if i == N - 1 { 0.0 } else { u[i + 1] };
        let load = (left.exp() + 10.0 * u[i].exp() + right.exp()) / 12.0;
        r[i] = 2.0 * u[i] - left - right - step * step * load;
    }
    r
}

/// `u(1/2) = 2 ln cosh(theta / 4)` with `theta = sqrt(2) cosh(theta / 4)`.
///
/// Source: U. Ascher, R. Mattheij, R. Russell, Numerical Solution of Boundary Value Problems for
/// Ordinary Differential Equations, 1995.
const IN_THE_MIDDLE: f64 = 0.140_539_214_400_5;

type Operator = Arc<dyn LinOp<S = f64>>;

/// Newton's method with the operator that is made at a point, where it also writes the value.
fn newton(
    operator: impl Fn(&[f64; N], &mut [f64; N]) -> Result<Operator, Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    let (mut u, mut value, mut iterations) = ([0.0; N], [0.0; N], 0);
    for _ in 0..5 {
        let operator = operator(&u, &mut value)?;
        let mut krylov = KspContext::new();
        krylov.set_type(SolverType::Gmres)?;
        krylov.set_pc_type(PcType::None, None)?;
        krylov.set_tolerances(1e-8, 1e-14, 1e6, 200);
        krylov.set_restart(N);
        krylov.try_set_operators(operator, None)?;
        let mut step = [0.0; N];
        iterations += krylov.solve(&value, &mut step)?.iterations;
        u.iter_mut().zip(step).for_each(|(u, step)| *u -= step);
    }
    check(&[u[N / 2]], &[IN_THE_MIDDLE], 1e-6)?;
    Ok(format!("{iterations} products"))
}

fn labels(u: &[f64; N], value: &mut [f64; N]) -> Result<Operator, Box<dyn Error>> {
    Ok(Arc::new(Linearized::at(Bratu, u, value)?))
}

fn differences(u: &[f64; N], value: &mut [f64; N]) -> Operator {
    *value = bratu(u);
    let (u, value) = (*u, *value);
    let multiply = move |dx: &[f64], product: &mut [f64]| {
        let length = dx.iter().map(|dx| dx * dx).sum::<f64>().sqrt();
        let step = 1e-7 / length.max(f64::MIN_POSITIVE);
        let beside = bratu(&core::array::from_fn(|i| u[i] + step * dx[i]));
        for (product, (beside, value)) in product.iter_mut().zip(beside.iter().zip(value)) {
            *product = (beside - value) / step;
        }
    };
    Arc::new(MatShell::new(N, N, multiply))
}

pub(crate) fn run(rivals: &Rivals) -> Result<(), Box<dyn Error>> {
    rivals.compare(
        "kryst",
        ("our labels", &|| newton(labels)),
        ("differences", &|| {
            newton(|u, value| Ok(differences(u, value)))
        }),
    )
}
