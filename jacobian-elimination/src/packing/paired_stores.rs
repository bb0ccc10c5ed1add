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
//! does it, except on processors that finish two stores in a cycle. If the last operation is the
//! same for both entries, LLVM packs that too, and more if it is left alone: with these pairs `cpf`
//! took 31 ns instead of 27 (docs/experiments.md).
//!
//! Invariant: an entry waits for few statements, because it holds a register until then, and for
//! none that may leave the function. Cost: linear.

use crate::ir::elemental::Operation;
use crate::ir::{Elemental, Precision, ValueId};
use crate::ordered::{Map, Set};
use crate::plan::{Atom, Product, Term};
use crate::schedule::Step;

use super::unit::Unit;
use super::view::View;

/// The most statements between the two entries of a pair. The first entry holds a register until
/// the second one is known, and there are sixteen.
const MAX_DISTANCE: usize = 8;

/// The units with neighbouring entries stored in pairs.
pub(super) fn paired(view: &View<'_>, units: Vec<Unit>) -> Vec<Unit> {
    let partners = partners(view, &units);
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
fn partners(view: &View<'_>, units: &[Unit]) -> Map<usize, usize> {
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
                && !is_packed_by_llvm(view, [*other, entry])
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

/// The last operation of an entry.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// None: it is an independent, or comes from a branch or the user's code.
    Given,
    Negation,
    Product,
    Sum,
    Operation(Operation),
}

/// Whether LLVM packs the last operations of two entries, and the two stores with them. It does if
/// the operation is the same and its results are not both used elsewhere, where they would have to
/// be taken out of the register again.
fn is_packed_by_llvm(view: &View<'_>, entries: [usize; 2]) -> bool {
    let terms = entries.map(|entry| view.entry(entry).terms());
    let [first, second] = terms.map(|terms| last_operation(view, terms));
    let are_named = terms.map(|terms| matches!(terms, [term] if is_name(*term)));
    first == second && first != Last::Given && are_named != [true, true]
}

fn is_name(term: Term) -> bool {
    matches!(term.product, Product::Atom(_)) && !term.negative
}

fn last_operation(view: &View<'_>, terms: &[Term]) -> Last {
    match terms {
        [term] if is_name(*term) => match term.atoms().next() {
            Some(Atom::Accumulation(id)) => of_sum(view.accumulation(id)),
            Some(Atom::Value(id)) => of_value(view, id),
            None => Last::Given,
        },
        terms => of_sum(terms),
    }
}

fn of_sum(terms: &[Term]) -> Last {
    match terms {
        [term] if term.multiplies() => Last::Product,
        [term] if term.negative => Last::Negation,
        [_] => Last::Given,
        _ => Last::Sum,
    }
}

fn of_value(view: &View<'_>, id: ValueId) -> Last {
    match view.code.statement(id).elemental() {
        Elemental::Operation(Operation::Add | Operation::Sub | Operation::MulAdd) => Last::Sum,
        Elemental::Operation(Operation::Mul) => Last::Product,
        Elemental::Operation(Operation::Neg) => Last::Negation,
        Elemental::Operation(operation) => Last::Operation(operation),
        _ => Last::Given,
    }
}
