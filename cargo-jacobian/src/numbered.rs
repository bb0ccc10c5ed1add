//! The places of a source that values come from, numbered, for the page of `explore`.
//!
//! ```text
//! let r = x[0] * x[1].sin();      place 0: x[0]    v0 has the place 0
//!         0---   1---             place 1: x[1]    v1 has the place 1
//!                2---------       place 2          v3 = sin v1, and its partial
//!         3----------------       place 3          v4 = mul v0 v3, and where `r` is read
//! ```

use std::collections::{BTreeMap, BTreeSet};

use jacobian_core::ir::loop_region::CarriedEntry;
use jacobian_core::ir::region::JoinEntry;
use jacobian_core::ir::{CodeList, Place, Places, ValueId};
use serde_json::{Value, json};

/// The places that were asked for, in the order of their numbers.
pub(crate) struct Numbered<'a> {
    noted: &'a Places,
    numbers: BTreeMap<Place, usize>,
    places: Vec<Place>,
}

impl<'a> Numbered<'a> {
    /// None so far.
    pub(crate) fn of(noted: &'a Places) -> Self {
        Self {
            noted,
            numbers: BTreeMap::new(),
            places: Vec::new(),
        }
    }

    /// The places of each value. A value that no expression of the source has, such as the product
    /// of two partials, has those of the values that it is computed from.
    pub(crate) fn places_of(&mut self, code: &CodeList) -> Vec<BTreeSet<usize>> {
        let handed_on = handed_on(code);
        let mut all: Vec<BTreeSet<usize>> = Vec::new();
        for id in code.ids() {
            let statement = code.statement(id);
            let own = self.noted.of(statement.origin());
            let mut places: BTreeSet<usize> = own.map(|place| self.number(place)).collect();
            if places.is_empty() {
                let operands = statement.operands().iter();
                let operands = operands.chain(handed_on.get(&id).into_iter().flatten());
                places
                    .extend(operands.flat_map(|from| all.get(from.index()).into_iter().flatten()));
            }
            all.push(places);
        }
        all
    }

    fn number(&mut self, place: Place) -> usize {
        let next = self.places.len();
        let number = *self.numbers.entry(place).or_insert(next);
        if number == next {
            self.places.push(place);
        }
        number
    }

    /// The lines on which places begin and end.
    pub(crate) fn lines(&self) -> impl Iterator<Item = usize> {
        let both = |place: &Place| [place.start.0, place.end.0];
        self.places.iter().flat_map(both)
    }

    /// First line and column, last line and the column behind the last.
    pub(crate) fn to_json(&self) -> Value {
        let numbers = |place: &Place| {
            let (start, end) = (place.start, place.end);
            json!([start.0, start.1, end.0, end.1])
        };
        self.places.iter().map(numbers).collect()
    }
}

/// The values that branches and loops hand on: a join has those of the arms, and a partial of a
/// join is shown where the join is.
fn handed_on(code: &CodeList) -> BTreeMap<ValueId, Vec<ValueId>> {
    let mut from = BTreeMap::new();
    for branch in code.branches() {
        for slot in branch.slots() {
            from.insert(slot.join, slot.results.iter().copied().flatten().collect());
        }
        for partial in branch.partials() {
            if let JoinEntry::Value(id) = partial.entry {
                from.insert(id, vec![branch.slots()[partial.slot].join]);
            }
        }
    }
    for one in code.loops() {
        for slot in one.slots() {
            from.insert(slot.state, vec![slot.initial]);
            if let Some(exit) = slot.exit {
                from.insert(exit, vec![slot.initial, slot.next]);
            }
        }
        for partial in one.partials() {
            if let CarriedEntry::Value { carried, exit } = partial.entry {
                let slot = &one.slots()[partial.slot];
                from.insert(carried, vec![slot.state]);
                from.insert(exit, vec![slot.exit.unwrap_or(slot.state)]);
            }
        }
    }
    from
}
