//! Search budget: the moves that a search may try, and the count that it minimizes.

use std::fmt;
use std::str::FromStr;

use crate::order::unknown::UnknownOrder;
use crate::plan::Counts;

/// The count that a search minimizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// Instructions: multiplications, fused or not, and additions that are not fused.
    #[default]
    Operations,
    /// Every product of two labels, as the literature counts.
    All,
    /// Products without a factor of plus or minus one.
    Multiplications,
}

impl Objective {
    const NAMES: [(&'static str, Self); 3] = [
        ("ops", Self::Operations),
        ("all", Self::All),
        ("multiplications", Self::Multiplications),
    ];

    /// The count that is minimized.
    pub fn of(self, counts: Counts) -> usize {
        match self {
            Self::Operations => counts.operations,
            Self::All => counts.all,
            Self::Multiplications => counts.nontrivial,
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(_, objective)| objective == self);
        formatter.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for Objective {
    type Err = UnknownOrder;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let entry = Self::NAMES.iter().find(|(known, _)| *known == name);
        entry
            .map(|(_, objective)| *objective)
            .ok_or_else(|| UnknownOrder(name.to_owned()))
    }
}

/// The effort and the aim of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of moves to try.
    pub moves: usize,
    /// The count to minimize.
    pub objective: Objective,
    /// Another seed makes other moves. Attributes always use zero.
    pub seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            moves: 5_000,
            objective: Objective::default(),
            seed: 0,
        }
    }
}
