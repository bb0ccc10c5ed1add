//! Where the search for packs begins.
//!
//! ```text
//!        a    b    c
//!   0  [ *    *      ]      (0, a) with (0, b), the same row
//!   1  [ *         * ]      (0, a) with (1, a), the same column
//! ```
//!
//! Every two entries of a row, or of a column, that are near each other. Cost: [`NEAR`] times the entries.

use crate::ordered::Map;

use crate::plan::{Atom, single};
use crate::schedule::Step;

use super::body::Body;

/// Entries of a row, or of a column, that are tried with one.
const NEAR: usize = 16;

/// Two entries, to begin a search with.
pub(super) struct Seed {
    /// The steps that compute them.
    pub(super) steps: [usize; 2],
    /// Whether they are stored beside each other.
    pub(super) are_neighbours: bool,
}

/// An entry, where it is stored, and the step that computes it.
struct Entry {
    row: usize,
    col: usize,
    slot: usize,
    step: usize,
}

/// The seeds of these steps; `places` says where atoms are computed.
pub(super) fn seeds(body: &Body<'_>, steps: &[Step], places: &Map<Atom, usize>) -> Vec<Seed> {
    let entry = |(place, step): (usize, &Step)| {
        let Step::StoreEntry(index) = *step else {
            return None;
        };
        let step = match single(body.terms(index)) {
            Some((false, atom)) => *places.get(&atom)?,
            _ => place,
        };
        let (row, col) = body.place(index);
        let slot = body.slot(index);
        Some(Entry {
            row,
            col,
            slot,
            step,
        })
    };
    let mut entries: Vec<Entry> = steps.iter().enumerate().filter_map(entry).collect();
    let mut seeds = Vec::new();
    for is_row in [true, false] {
        let line = |entry: &Entry| if is_row { entry.row } else { entry.col };
        entries.sort_by_key(|entry| (line(entry), entry.row, entry.col, entry.step));
        for (at, first) in entries.iter().enumerate() {
            let near = entries[at + 1..].iter().take(NEAR);
            let same = near.take_while(|second| line(second) == line(first));
            seeds.extend(same.map(|second| Seed {
                steps: [first.step, second.step],
                are_neighbours: first.slot.abs_diff(second.slot) == 1,
            }));
        }
    }
    seeds
}
