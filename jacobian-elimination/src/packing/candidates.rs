//! Candidates: the pairs of entries with which the search for packs begins.
//!
//! ```text
//!        a    b    c
//!   0  [ *    *      ]      (0, a) with (0, b), the same row
//!   1  [ *         * ]      (0, a) with (1, a), the same column
//! ```
//!
//! Entries of one row or of one column tend to be sums of one shape. Cost: [`MAX_DISTANCE`] times
//! the entries.

use crate::ordered::Map;
use crate::plan::{Atom, Signed, single};
use crate::schedule::Step;

use super::view::View;

/// An entry is tried with this many entries after it in its row, and in its column. All pairs of a
/// dense row would be quadratic in number, and entries of one shape tend to be near.
const MAX_DISTANCE: usize = 16;

/// Two entries to begin a search with.
pub(super) struct Candidate {
    /// The positions of the steps that compute them.
    pub(super) steps: [usize; 2],
    /// Whether they are stored next to each other.
    pub(super) are_neighbours: bool,
}

/// An entry, its slot, and the position of the step that computes it.
pub(super) struct Computed {
    row: usize,
    col: usize,
    /// Its number.
    pub(super) entry: usize,
    pub(super) slot: usize,
    pub(super) step: usize,
}

/// A row or a column of the Jacobian.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Row,
    Column,
}

impl Line {
    fn of(self, entry: &Computed) -> usize {
        match self {
            Self::Row => entry.row,
            Self::Column => entry.col,
        }
    }
}

/// The entries that these steps store; `positions` says where atoms are computed.
pub(super) fn stored(
    view: &View<'_>,
    steps: &[Step],
    positions: &Map<Atom, usize>,
) -> Vec<Computed> {
    let computed = |(position, step): (usize, &Step)| {
        let Step::StoreEntry(index) = *step else {
            return None;
        };
        let entry = view.entry(index);
        let step = match single(entry.terms()) {
            Some(Signed {
                negative: false,
                value: atom,
            }) => *positions.get(&atom)?,
            _ => position,
        };
        Some(Computed {
            row: entry.row(),
            col: entry.col(),
            entry: index,
            slot: view.slots[index],
            step,
        })
    };
    steps.iter().enumerate().filter_map(computed).collect()
}

/// The candidates among these steps.
pub(super) fn candidates(
    view: &View<'_>,
    steps: &[Step],
    positions: &Map<Atom, usize>,
) -> Vec<Candidate> {
    let mut entries = stored(view, steps, positions);
    let mut candidates = Vec::new();
    for line in [Line::Row, Line::Column] {
        entries.sort_by_key(|entry| (line.of(entry), entry.row, entry.col, entry.step));
        for (index, first) in entries.iter().enumerate() {
            let near = entries[index + 1..].iter().take(MAX_DISTANCE);
            let same = near.take_while(|second| line.of(second) == line.of(first));
            candidates.extend(same.map(|second| Candidate {
                steps: [first.step, second.step],
                are_neighbours: first.slot.abs_diff(second.slot) == 1,
            }));
        }
    }
    candidates
}
