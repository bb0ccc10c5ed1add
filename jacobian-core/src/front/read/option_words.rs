//! The words of the options, and what each choice means.

use crate::interface::Weights;
use crate::options::{Fma, Fold, Layout, Level, Objective, Sequence, ValuePath};

/// Where an option may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// At one function.
    Alone,
    /// Also at a module or `impl`, for all functions inside.
    Everywhere,
}

const WORDS: &[(&str, Holds)] = &[
    ("wrt", Holds::Alone),
    ("of", Holds::Alone),
    ("order", Holds::Everywhere),
    ("search", Holds::Everywhere),
    ("objective", Holds::Everywhere),
    ("level", Holds::Everywhere),
    ("schedule", Holds::Everywhere),
    ("fold", Holds::Everywhere),
    ("layout", Holds::Everywhere),
    ("value", Holds::Everywhere),
    ("fma", Holds::Everywhere),
    ("dim", Holds::Alone),
    ("const", Holds::Everywhere),
    ("scalar", Holds::Everywhere),
    ("unroll", Holds::Everywhere),
    ("recursion", Holds::Everywhere),
    ("prefix", Holds::Alone),
    ("as", Holds::Alone),
    ("use", Holds::Alone),
    ("rule", Holds::Everywhere),
    ("implicit", Holds::Everywhere),
    ("export", Holds::Alone),
    ("jvp", Holds::Everywhere),
    ("vjp", Holds::Everywhere),
    ("linearize", Holds::Everywhere),
    ("batch", Holds::Alone),
    ("gradient", Holds::Alone),
    ("hessian", Holds::Everywhere),
    ("normal", Holds::Alone),
    ("hvp", Holds::Everywhere),
    ("crate", Holds::Everywhere),
];

/// The names of all options.
pub(super) fn known() -> Vec<&'static str> {
    WORDS.iter().map(|(name, _)| *name).collect()
}

/// The names of those that a module or `impl` takes.
pub(crate) fn shared() -> Vec<&'static str> {
    let shared = WORDS
        .iter()
        .filter(|(_, holds)| *holds == Holds::Everywhere);
    shared.map(|(name, _)| *name).collect()
}

pub(super) const WEIGHTS: &[(&str, Weights)] = &[
    ("diagonal", Weights::Diagonal),
    ("sqrt_information", Weights::SqrtInformation),
];
pub(super) const VALUES: &[(&str, ValuePath)] =
    &[("exact", ValuePath::Exact), ("fused", ValuePath::Fused)];
pub(super) const FOLDS: &[(&str, Fold)] = &[
    ("none", Fold::None),
    ("trees", Fold::Trees),
    ("full", Fold::Full),
];
pub(super) const OBJECTIVES: &[(&str, Objective)] = &[
    ("ops", Objective::Operations),
    ("all", Objective::All),
    ("multiplications", Objective::Multiplications),
];
pub(super) const LEVELS: &[(&str, Level)] = &[
    ("code_list", Level::CodeList),
    ("statement", Level::Statement),
];
pub(super) const SEQUENCES: &[(&str, Sequence)] = &[
    ("depth_first", Sequence::DepthFirst),
    ("elimination", Sequence::Elimination),
];
pub(super) const LAYOUTS: &[(&str, Layout)] = &[("csc", Layout::Csc), ("csr", Layout::Csr)];
pub(super) const FMAS: &[(&str, Fma)] = &[
    ("auto", Fma::Auto),
    ("always", Fma::Always),
    ("never", Fma::Never),
];
