//! The words of the options, and what each choice means.

use crate::options::{Fma, Fold, Layout, Level, Objective, Sequence, ValuePath};

pub(super) const KNOWN: &[&str] = &[
    "wrt",
    "of",
    "order",
    "search",
    "objective",
    "level",
    "schedule",
    "fold",
    "layout",
    "value",
    "fma",
    "dim",
    "const",
    "scalar",
    "unroll",
    "recursion",
    "prefix",
    "as",
    "use",
    "rule",
    "implicit",
    "export",
    "jvp",
    "vjp",
    "batch",
    "gradient",
    "hessian",
    "crate",
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
