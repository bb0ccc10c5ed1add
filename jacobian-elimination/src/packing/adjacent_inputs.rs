//! Adjacent inputs: independents that one load brings into a register.
//!
//! ```text
//! x[4], x[5]          one load of two numbers
//! x[3], y[0]          two loads
//! ```
//!
//! The front notes in the code list which columns follow each other in memory. Only the price of a
//! load depends on it. Cost: linear in the steps.

use crate::ordered::Set;
use crate::schedule::Step;

use super::view::View;

/// The independents among some steps that are followed by the next one in memory: their columns.
pub(super) struct AdjacentInputs(Set<u32>);

impl AdjacentInputs {
    pub(super) fn of(view: &View<'_>, steps: &[Step]) -> Self {
        let columns = steps.iter().filter_map(|step| view.independent(*step));
        let read: Set<u32> = columns.collect();
        let is_followed =
            |column: &u32| read.contains(&(column + 1)) && view.code.is_adjacent(*column);
        Self(read.iter().copied().filter(is_followed).collect())
    }

    /// Whether the second of two columns follows the first one in memory.
    pub(super) fn follows(&self, first: u32, second: u32) -> bool {
        second.checked_sub(1) == Some(first) && self.0.contains(&first)
    }
}
