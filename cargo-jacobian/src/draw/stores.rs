//! The statements that store entries, and the slots that each of them writes.
//!
//! ```text
//!                    0 1 2 3 4      slots of the entries, in memory
//! store entries 0, 2 ###
//! store entries 1, 3     ###
//! store entry 4              #
//! ```

use std::fmt::Write;

use jacobian_core::Watched;
use jacobian_core::packing::{Results, Unit};
use jacobian_core::schedule::Step;

use super::{CHARACTER, code, sheet};
use crate::stored;

const LINE: usize = 20;
const CELL: usize = 26;
const MARGIN: usize = 14;
const TITLE: usize = 34;
/// The characters of a statement that are shown.
const LONGEST: usize = 60;

/// The picture of a function.
pub(super) fn of(watched: &Watched) -> String {
    let packing = stored::packing(watched);
    let (_, slots) = stored::positions(watched);
    let units = if packing.packed().is_empty() {
        packing.scalar()
    } else {
        packing.packed()
    };
    let stores = |unit: &Unit| -> Vec<(usize, usize)> {
        match unit {
            Unit::Step(Step::StoreEntry(entry)) | Unit::Sum(Step::StoreEntry(entry), _) => {
                vec![(slots[*entry], 1)]
            }
            Unit::Pair(entries) => vec![(slots[entries[0]], 2)],
            Unit::Pack(number) => match packing.packs()[*number].results {
                Results::Stored(slot) => vec![(slot, 2)],
                Results::Named(_) => Vec::new(),
            },
            Unit::CrossStore(store) => store.slots.map(|slot| (slot, 2)).to_vec(),
            Unit::Step(_) | Unit::Sum(..) | Unit::Fence => Vec::new(),
        }
    };
    let shown: Vec<(String, Vec<(usize, usize)>)> = packing
        .pinned()
        .iter()
        .chain(units)
        .map(|unit| (packing.text(unit), stores(unit)))
        .filter(|(text, stored)| !stored.is_empty() || text.starts_with('p'))
        .map(|(text, stored)| (text.chars().take(LONGEST).collect(), stored))
        .collect();
    drawn(&shown, slots.len())
}

fn drawn(shown: &[(String, Vec<(usize, usize)>)], n_slots: usize) -> String {
    let longest = shown.iter().map(|(text, _)| text.chars().count()).max();
    let left = MARGIN + (longest.unwrap_or(0) + 2) * CHARACTER;
    let mut body = String::new();
    for slot in 0..n_slots {
        let x = left + slot * CELL + CELL / 2;
        let _ = writeln!(
            body,
            "<text x=\"{x}\" y=\"24\" font-size=\"11\" text-anchor=\"middle\">{slot}</text>"
        );
    }
    for (row, (text, stored)) in shown.iter().enumerate() {
        let y = TITLE + row * LINE;
        body += &code(text, (MARGIN, y + 13));
        for (slot, count) in stored {
            let (x, width) = (left + slot * CELL + 2, count * CELL - 4);
            // A register of two numbers is wide; so is its store.
            let fill = if *count > 1 { "#0072b2" } else { "#b8d4e6" };
            let _ = writeln!(
                body,
                "<rect x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"14\" rx=\"3\" fill=\"{fill}\"/>",
                y + 2
            );
        }
    }
    let height = TITLE + shown.len() * LINE + MARGIN;
    sheet(left + n_slots * CELL + MARGIN, height, &body)
}
