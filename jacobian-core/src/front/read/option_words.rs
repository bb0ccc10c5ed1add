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

/// Each option, where it may stand, and how it is written.
const WORDS: &[(&str, Holds, &str)] = &[
    ("wrt", Holds::Alone, "wrt(x, p.mass)"),
    ("of", Holds::Alone, "of(y, p.speed)"),
    ("order", Holds::Everywhere, "order = reverse"),
    ("search", Holds::Everywhere, "search = 5000"),
    ("objective", Holds::Everywhere, "objective = all"),
    ("level", Holds::Everywhere, "level = statement"),
    ("schedule", Holds::Everywhere, "schedule = elimination"),
    ("fold", Holds::Everywhere, "fold = full"),
    ("layout", Holds::Everywhere, "layout = csr"),
    ("value", Holds::Everywhere, "value = fused"),
    ("fma", Holds::Everywhere, "fma = never"),
    ("dim", Holds::Alone, "dim(x = 6)"),
    ("const", Holds::Everywhere, "const(N = 6)"),
    ("scalar", Holds::Everywhere, "scalar(T = f64)"),
    ("unroll", Holds::Everywhere, "unroll = 5000"),
    ("recursion", Holds::Everywhere, "recursion = 20"),
    ("prefix", Holds::Alone, "prefix = fast"),
    ("as", Holds::Alone, "as = Residual"),
    ("use", Holds::Alone, "use(square, Pose)"),
    ("see", Holds::Everywhere, "see(cgmath)"),
    (
        "rule",
        Holds::Everywhere,
        "rule(erf(x) => 1.128 * (-x * x).exp())",
    ),
    (
        "implicit",
        Holds::Everywhere,
        "implicit(root(p) => |y| y * y - p)",
    ),
    ("export", Holds::Alone, "export"),
    ("jvp", Holds::Everywhere, "jvp"),
    ("vjp", Holds::Everywhere, "vjp"),
    ("linearize", Holds::Everywhere, "linearize"),
    ("batch", Holds::Alone, "batch(per_point(t, y))"),
    ("assemble", Holds::Alone, "assemble"),
    ("gradient", Holds::Alone, "gradient"),
    ("hessian", Holds::Everywhere, "hessian"),
    ("normal", Holds::Alone, "normal(loss = huber(1.5))"),
    ("hvp", Holds::Everywhere, "hvp"),
    ("dispatch", Holds::Everywhere, "dispatch"),
    ("verify", Holds::Everywhere, "verify"),
    ("crate", Holds::Everywhere, "crate = my::jacobian_runtime"),
];

/// The option with the sources of the crates that `see` names. Users do not write it.
pub(crate) const SEEN: &str = "__seen";

/// The names of all options.
pub(super) fn known() -> Vec<&'static str> {
    WORDS.iter().map(|(name, ..)| *name).collect()
}

/// The names of those that a module or `impl` takes.
pub(crate) fn shared() -> Vec<&'static str> {
    let shared = WORDS
        .iter()
        .filter(|(_, holds, _)| *holds == Holds::Everywhere);
    shared.map(|(name, ..)| *name).collect()
}

/// How an option is written.
pub(super) fn form(option: &str) -> Option<&'static str> {
    let found = WORDS.iter().find(|(name, ..)| *name == option);
    found.map(|(.., form)| *form)
}

/// Words that stand inside of an option, and how that is written.
const INSIDE: &[(&str, &str)] = &[
    ("per_point", "batch(per_point(t, y))"),
    ("loss", "normal(loss = huber(1.5))"),
    ("diagonal", "normal(diagonal)"),
    ("sqrt_information", "normal(sqrt_information)"),
    ("list", "order = list(..)"),
];

/// How a word is written that is not an option but stands inside of one.
pub(super) fn inside(word: &str) -> Option<&'static str> {
    let found = INSIDE.iter().find(|(name, _)| *name == word);
    found.map(|(_, form)| *form)
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
