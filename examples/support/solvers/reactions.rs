//! Robertson's reactions: diffsol by our entries or by closures, whose pattern it finds by itself,
//! and differential-equations by our Jacobian or by differences.

use std::error::Error;

use differential_equations::ivp::IVP;
use differential_equations::methods::ImplicitRungeKutta;
use differential_equations::ode::ODE;
use diffsol::{
    FaerContext, FaerSparseLU, FaerSparseMat, FaerVec, OdeBuilder, OdeEquationsImplicit,
    OdeSolverMethod, OdeSolverProblem, Op, Vector,
};
use jacobian_runtime::{jacobian, solvers};

use crate::{Rivals, check};

type M = FaerSparseMat<f64>;

#[jacobian(wrt(y), as = Robertson)]
fn robertson(y: &[f64; 3], k: [f64; 3]) -> [f64; 3] {
    let [slow, middle, fast] = [k[0] * y[0], k[1] * y[1] * y[2], k[2] * y[1] * y[1]];
    [middle - slow, slow - middle - fast, fast]
}

const RATES: [f64; 3] = [0.04, 1e4, 3e7];

/// Source: F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers, 2008.
const AT_1E11: [f64; 3] = [
    0.208_334_014_970_125_5e-7,
    0.833_336_077_033_471_3e-13,
    0.999_999_979_166_505,
];

/// Four digits. Source: A. C. Hindmarsh, LSODE, the example of its documentation.
const AT_40: [f64; 3] = [7.158e-1, 9.185e-6, 2.842e-1];

fn builder() -> OdeBuilder<M> {
    OdeBuilder::new().rtol(1e-9).atol([1e-14, 1e-20, 1e-12])
}

fn integrate<E>(problem: &OdeSolverProblem<E>) -> Result<String, Box<dyn Error>>
where
    E: OdeEquationsImplicit<M = M, V = FaerVec<f64>, T = f64, C = FaerContext>,
{
    let mut solver = problem.bdf::<FaerSparseLU<f64>>()?;
    while solver.state().t < 1e11 {
        solver.step()?;
    }
    check(&solver.interpolate(1e11)?.clone_as_vec(), &AT_1E11, 1e-5)?;
    let work = problem.eqn.rhs().statistics();
    Ok(format!(
        "{} values, {} Jacobians, {} products with vectors",
        work.number_of_calls, work.number_of_matrix_evals, work.number_of_jac_muls
    ))
}

fn by_entries() -> Result<String, Box<dyn Error>> {
    let at = |_| Robertson { k: RATES };
    let equations = solvers::diffsol::Equations::<_, _, M>::new(at, &[1.0, 0.0, 0.0]);
    integrate(&builder().build_from_eqn(equations)?)
}

fn by_closures() -> Result<String, Box<dyn Error>> {
    let product = |y: &[f64], v: &[f64], product: &mut [f64]| {
        let middle = 1e4 * (v[1] * y[2] + y[1] * v[2]);
        product[2] = 6e7 * y[1] * v[1];
        product[0] = -0.04 * v[0] + middle;
        product[1] = 0.04 * v[0] - middle - product[2];
    };
    let closures = builder()
        .rhs_implicit(
            |y, _, _, dy| {
                let y: &[f64; 3] = y.try_into().expect("three species");
                dy.copy_from_slice(&robertson(y, RATES));
            },
            move |y, _, _, v, dy| product(y, v, dy),
        )
        .init(|_, _, y| y.copy_from_slice(&[1.0, 0.0, 0.0]), 3)
        .build()?;
    integrate(&closures)
}

/// The reactions without a Jacobian, so that the crate makes one of differences.
struct Differences;

impl ODE<f64, [f64; 3]> for Differences {
    fn diff(&self, _: f64, y: &[f64; 3], slopes: &mut [f64; 3]) {
        *slopes = robertson(y, RATES);
    }
}

fn radau(equations: &impl ODE<f64, [f64; 3]>) -> Result<String, Box<dyn Error>> {
    let method = ImplicitRungeKutta::radau5().rtol(1e-8).atol(1e-14);
    let solution = IVP::ode(equations, 0.0, 40.0, [1.0, 0.0, 0.0])
        .method(method)
        .solve()
        .map_err(|error| format!("{error:?}"))?;
    check(solution.last()?.1, &AT_40, 2e-4)?;
    let evaluations = &solution.evals;
    Ok(format!(
        "{} values, {} Jacobians",
        evaluations.function, evaluations.jacobian
    ))
}

pub(crate) fn run(rivals: &Rivals) -> Result<(), Box<dyn Error>> {
    rivals.compare(
        "diffsol",
        ("our entries", &by_entries),
        ("closures by hand", &by_closures),
    )?;
    let at = |_| Robertson { k: RATES };
    let ours = solvers::differential_equations::Equations::new(at);
    rivals.compare(
        "differential-equations",
        ("our Jacobian", &|| radau(&ours)),
        ("differences", &|| radau(&Differences)),
    )
}
