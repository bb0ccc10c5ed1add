//! The corpus: the functions that tests, benches and examples differentiate.
//!
//! ```text
//! benchmarks   hhd cpf roe fic fdc snavely arm6 se3b pollu bruss     published figures, checksums
//! small        literature  classics  dynamics  geometry  kinks  language
//! domains      see domains/mod.rs
//! ```
//!
//! Every function is written as its author would write it, carries `#[jacobian]`, and has a twin
//! over other numbers beside it. [`benchmarks`] and [`everything`] hand them out as a table.
//!
//! Keeps: no function of the corpus allocates, branches at run time or calls another function of
//! it.

#![allow(
    dead_code,
    reason = "each test, bench and example uses a part of the corpus"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "loops over indices are what the corpus is there to differentiate"
)]

pub mod arm6;
pub mod bruss;
pub mod classics;
pub mod cpf;
pub mod dynamics;
pub mod fdc;
pub mod fic;
pub mod geometry;
pub mod hhd;
pub mod kinks;
pub mod language;
pub mod literature;
pub mod pollu;
pub mod problem;
pub mod roe;
pub mod sample;
pub mod scalar;
pub mod se3b;
pub mod snavely;

use problem::{Expansion, Problem};

/// The ten problems with published figures.
pub const BENCHMARKS: [Problem; 10] = [
    hhd::PROBLEM,
    cpf::PROBLEM,
    roe::PROBLEM,
    fic::PROBLEM,
    fdc::PROBLEM,
    snavely::PROBLEM,
    arm6::PROBLEM,
    se3b::PROBLEM,
    pollu::PROBLEM,
    bruss::PROBLEM,
];

/// The same problems, expanded to be fast.
pub const FAST: [&[Expansion]; 10] = [
    hhd::FAST,
    cpf::FAST,
    roe::FAST,
    fic::FAST,
    fdc::FAST,
    snavely::FAST,
    arm6::FAST,
    se3b::FAST,
    pollu::FAST,
    bruss::FAST,
];

/// The small functions.
pub const SMALL: [Problem; 27] = [
    literature::ELIAD,
    literature::ROE_FLUX_1D,
    literature::ROBOT_ARM,
    classics::ROSENBROCK,
    classics::POWELL,
    classics::BEALE,
    classics::FREUDENSTEIN,
    classics::HELICAL,
    classics::BROYDEN,
    dynamics::ORBIT,
    dynamics::ROBERTSON,
    dynamics::DOUBLE_PENDULUM,
    dynamics::VAN_DER_POL,
    dynamics::KEPLER,
    dynamics::LORENZ,
    geometry::PINHOLE,
    geometry::BEARING,
    geometry::GEODETIC,
    geometry::ROTATE,
    kinks::KINKS,
    kinks::STEPS,
    language::ELEMENTARY,
    language::POWERS,
    language::RENAMING,
    language::CHOLESKY,
    language::DEGENERATE,
    language::SHAPES,
];

/// All of them.
pub fn everything() -> impl Iterator<Item = &'static Problem> {
    BENCHMARKS_AND_SMALL
        .iter()
        .flat_map(|problems| problems.iter())
}

static BENCHMARKS_AND_SMALL: [&[Problem]; 2] = [&BENCHMARKS, &SMALL];
