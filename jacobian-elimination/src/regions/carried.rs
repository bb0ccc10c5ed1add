//! The entries of `S` that a loop carries, and those that keep their numbers: a fixpoint.
//!
//! ```text
//! x += v * dt;  v += a(x) * dt;        entering: x0, v0, dt        before the first iteration
//!                                         x0  v0  dt                   x0  v0  dt
//!                                      x   *   *   *                x   1   0   0
//!                                      v   *   *   *                v   0   1   0
//! total += w;  k = 2.0 * w;            total by total0 stays 1, so nothing is carried for it
//! ```
//!
//! `S` starts as the identity on the initial values. An entry is a number if the body maps the
//! number to itself. We assume this for all entries, and give it up where the body says otherwise:
//! where its Jacobian, by the states and by the values from around, has a variable, or where
//! another entry that it multiplies is given up. An entry is given up once, so this ends.
//!
//! Invariant: an entry that is not listed is zero in every iteration. Cost: the
//! entries of the body's Jacobian by its states, times the values that enter.

use crate::ir::{CodeList, Constant, LoopId, RegionEntry, ValueId};
use crate::ordered::{Map, Set};

/// An entry of `S`: the slot, and the value that enters.
pub(super) type Position = (usize, ValueId);

/// A sum of products: its number, if all factors are numbers.
type Sum = Option<Constant>;

/// The active slots of a loop by their states.
pub(super) fn states(code: &CodeList, id: LoopId) -> Map<ValueId, usize> {
    let slots = code.run_time_loop(id).slots().iter().enumerate();
    slots
        .filter(|(_, slot)| code.statement(slot.state).is_active())
        .map(|(index, slot)| (slot.state, index))
        .collect()
}

/// The entries that a loop carries, by slot, then by value. `body` has the entries of the body's
/// Jacobian: the slot, the state or value from around, and the number if it is one.
pub(super) fn entries(
    code: &CodeList,
    id: LoopId,
    body: impl Iterator<Item = (Position, Option<Constant>)>,
) -> Vec<RegionEntry> {
    let slots = code.run_time_loop(id).slots();
    let is_active = |id: ValueId| code.statement(id).is_active();
    let states = states(code, id);
    let start: Set<Position> = states
        .values()
        .map(|slot| (*slot, slots[*slot].initial))
        .filter(|(_, initial)| is_active(*initial))
        .collect();
    let mut next: Map<Position, Sum> = start
        .iter()
        .map(|position| (*position, Some(Constant::ZERO)))
        .collect();
    let mut users: Map<usize, Vec<usize>> = Map::new();
    for ((slot, column), factor) in body {
        let source = match states.get(&column) {
            // The entry by a state meets the one of the initial value, which is one.
            Some(state) => {
                users.entry(*state).or_default().push(slot);
                Some(slots[*state].initial).filter(|initial| is_active(*initial))
            }
            None => Some(column),
        };
        if let Some(source) = source {
            let sum = next.entry((slot, source)).or_insert(Some(Constant::ZERO));
            *sum = sum.and_then(|sum| Some(sum.add(factor?)));
        }
    }
    let changes = |(position, sum): (&Position, &Sum)| {
        let start = if start.contains(position) {
            Constant::ONE
        } else {
            Constant::ZERO
        };
        sum.is_none_or(|sum| !sum.add(start.negate()).is_zero())
    };
    let changing = next.iter().filter(|entry| changes(*entry));
    let variables = spread(changing.map(|(position, _)| *position).collect(), &users);
    let mut entries: Map<Position, Option<Constant>> = start
        .iter()
        .map(|position| (*position, Some(Constant::ONE)))
        .collect();
    entries.extend(variables.iter().map(|position| (*position, None)));
    let entry = |((slot, source), constant)| (slot, source, constant);
    entries.into_iter().map(entry).collect()
}

/// These entries, and all that are computed from them in the same or a later iteration. `users` has
/// for each slot the slots that are computed from it.
fn spread(changing: Set<Position>, users: &Map<usize, Vec<usize>>) -> Set<Position> {
    let mut pending: Vec<Position> = changing.iter().copied().collect();
    let mut variables = changing;
    while let Some((slot, source)) = pending.pop() {
        for user in users.get(&slot).into_iter().flatten() {
            if variables.insert((*user, source)) {
                pending.push((*user, source));
            }
        }
    }
    variables
}
