//! num-dual as its documentation shows it: `jacobian` of a function from vector to vector.
//!
//! ```text
//! x ── one direction for each column ──> twin over dual vectors ──> values and a dense matrix
//! ```
//!
//! No colours: every number has a derivative for every column, zeros included. A user gets this in
//! one line; the coloured duals show how fast an expert can make the library.

use nalgebra::SVector;
use num_dual::DualSVec64;

use super::timing::Contestant;
use crate::corpus::problem::{Problem, array};

/// Hands the twin of a benchmark with its numbers of columns and rows to a macro.
macro_rules! for_benchmark {
    ($name:expr, $run:ident, $with:expr) => {{
        use $crate::corpus::{
            arm6::arm6_twin, bruss::bruss_twin, cpf::cpf_twin, fdc::fdc_twin, fic::fic_twin,
            hhd::hhd_twin, pollu::pollu_twin, roe::roe_twin, se3b::se3b_twin,
            snavely::snavely_twin,
        };
        match $name {
            "hhd" => $run!(hhd_twin, 8, 8, $with),
            "cpf" => $run!(cpf_twin, 11, 11, $with),
            "roe" => $run!(roe_twin, 10, 5, $with),
            "fic" => $run!(fic_twin, 32, 32, $with),
            "fdc" => $run!(fdc_twin, 16, 16, $with),
            "snavely" => $run!(snavely_twin, 12, 2, $with),
            "arm6" => $run!(arm6_twin, 6, 6, $with),
            "se3b" => $run!(se3b_twin, 14, 6, $with),
            "pollu" => $run!(pollu_twin, 20, 20, $with),
            "bruss" => $run!(bruss_twin, 64, 64, $with),
            other => unreachable!("no benchmark is called {other}"),
        }
    }};
}

#[cfg(feature = "peers")]
pub(super) use for_benchmark;

/// The library's own Jacobian, entries picked from its matrix.
pub fn num_dual(problem: &'static Problem) -> Contestant<'static> {
    macro_rules! jacobian {
        ($twin:path, $n:literal, $m:literal, $pattern:expr) => {{
            let pattern = $pattern;
            Box::new(move |x: &[f64], value: &mut [f64], entries: &mut [f64]| {
                let twin = |x: SVector<DualSVec64<$n>, $n>| -> SVector<DualSVec64<$n>, $m> {
                    SVector::from($twin(&x.into()))
                };
                let (result, matrix) =
                    num_dual::jacobian(twin, &SVector::<f64, $n>::from(*array::<_, $n>(x)));
                value.copy_from_slice(result.as_slice());
                for (entry, place) in entries.iter_mut().zip(pattern.entries()) {
                    *entry = matrix[place];
                }
            })
        }};
    }
    let pattern = problem.expansions[0].pattern;
    for_benchmark!(problem.name, jacobian, pattern)
}
