//! Paired stores: two entries that are neighbours in memory, stored as one register.
//!
//! ```text
//! let v4 = x[4];  entries[1] = v4;            let v4 = x[4];  let v6 = x[6];
//! let v6 = x[6];  entries[2] = v6;    --->    store(entries, 1, [v4, v6]);
//! ```
//!
//! A core starts four to six operations in a cycle, but some processors finish only one store in a
//! cycle, whether it has one number or two. A function with many short results then waits for its
//! stores. Without AVX, LLVM pairs such stores itself. With AVX it expects no gain, so the runtime
//! does it, except on processors that finish two stores in a cycle. [Wide runs](super::wide_runs)
//! and long sums are left to LLVM, which computes several of them in one register: with pairs,
//! `fic` took 78 ns instead of 41 (docs/book/src/experiments.md).
//!
//! Invariant: an entry waits for few statements, because it holds a register until then, and for
//! none that may leave the function. Cost: linear.

use crate::ir::{Elemental, Precision};
use crate::ordered::{Map, Set};
use crate::plan::{Atom, Product, Term};
use crate::schedule::Step;

use super::unit::Unit;
use super::view::View;

/// The most statements between the two entries of a pair. The first entry holds a register until
/// the second one is known.
const MAX_DISTANCE: usize = 24;

/// The terms of a long sum.
const LONG: usize = 3;

/// The units with neighbouring entries stored in pairs.
pub(super) fn paired(view: &View<'_>, units: Vec<Unit>, wide: &Set<usize>) -> Vec<Unit> {
    let partners = partners(view, &units, wide);
    if partners.is_empty() {
        return units;
    }
    let waiting: Set<usize> = partners.values().copied().collect();
    let entry = |position: usize| match &units[position] {
        Unit::Step(Step::StoreEntry(entry)) => *entry,
        _ => unreachable!("invariant: only entries are paired"),
    };
    let unit = |position: usize| match partners.get(&position) {
        Some(partner) => {
            let mut pair = [entry(position), entry(*partner)];
            pair.sort_by_key(|entry| view.slots[*entry]);
            Some(Unit::Pair(pair))
        }
        None if waiting.contains(&position) => None,
        None => Some(units[position].clone()),
    };
    (0..units.len()).filter_map(unit).collect()
}

/// By position of the later entry of a pair, where both are stored, the position of the earlier
/// one.
fn partners(view: &View<'_>, units: &[Unit], wide: &Set<usize>) -> Map<usize, usize> {
    let mut partners = Map::new();
    if view.code.precision() != Precision::Double || view.code.is_mixed() {
        return partners;
    }
    // By slot, the entries that have no partner yet: which, and their positions.
    let mut single: Map<usize, (usize, usize)> = Map::new();
    let mut barrier = 0;
    for (position, unit) in units.iter().enumerate() {
        let entry = match unit {
            Unit::Step(Step::StoreEntry(entry)) => *entry,
            Unit::Step(step) if is_barrier(view, *step) => {
                barrier = position;
                continue;
            }
            _ => continue,
        };
        let fits = |(other, earlier): &(usize, usize)| {
            *earlier >= barrier
                && position - earlier <= MAX_DISTANCE + 1
                && !is_packed_by_llvm(view, [*other, entry], wide)
        };
        let slot = view.slots[entry];
        let neighbours = [slot.checked_sub(1), slot.checked_add(1)];
        let mut neighbours = neighbours.into_iter().flatten();
        let fitting = neighbours.find(|neighbour| single.get(neighbour).is_some_and(fits));
        match fitting.and_then(|neighbour| single.remove(&neighbour)) {
            Some((_, earlier)) => {
                partners.insert(position, earlier);
            }
            None => {
                single.insert(slot, (entry, position));
            }
        }
    }
    partners
}

/// Whether no store may be moved over a step: the user's own code and branches may leave the
/// function.
fn is_barrier(view: &View<'_>, step: Step) -> bool {
    match step {
        Step::Value(id) => matches!(view.code.statement(id).elemental(), Elemental::Opaque(_)),
        Step::Branch(_) | Step::Loop(_) => true,
        Step::Call(_) | Step::Accumulation(_) | Step::StoreValue(_) | Step::StoreEntry(_) => false,
    }
}

/// Whether LLVM packs the last operations of two entries, and the two stores with them. It does in
/// wide runs, and if both are long sums.
fn is_packed_by_llvm(view: &View<'_>, entries: [usize; 2], wide: &Set<usize>) -> bool {
    let n_terms = |entry: usize| match view.entry(entry).terms() {
        [term] if is_name(*term) => match term.atoms().next() {
            Some(Atom::Accumulation(id)) => view.accumulation(id).len(),
            _ => 1,
        },
        terms => terms.len(),
    };
    entries.iter().all(|entry| wide.contains(entry))
        || entries.iter().all(|entry| n_terms(*entry) >= LONG)
}

fn is_name(term: Term) -> bool {
    matches!(term.product, Product::Atom(_)) && !term.negative
}
