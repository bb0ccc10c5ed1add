//! Whether a function only adds to a number that it is given, or passes it on as it is.
//!
//! ```text
//! y += x * x;  if x > 0.0 { y = x; }      yes: additions and joins lead from `y` to the result
//! y *= x;      z = -y;                    no
//! ```

use crate::ordered::Set;

use super::elemental::Operation;
use super::{CodeList, Elemental, ValueId};

impl CodeList {
    /// Whether nothing is computed from an independent but sums in which it is one term.
    pub fn is_only_added_to(&self, independent: ValueId) -> bool {
        let mut reached = Set::from_iter([independent]);
        loop {
            let before = reached.len();
            if !self.spread_sums(&mut reached) {
                return false;
            }
            self.spread_joins(&mut reached);
            if reached.len() == before {
                return true;
            }
        }
    }

    /// Adds the sums with a term in the set. `false` if something else is computed from it.
    fn spread_sums(&self, reached: &mut Set<ValueId>) -> bool {
        for id in self.ids() {
            let statement = self.statement(id);
            let terms = statement.operands().iter();
            let is_reached: Vec<bool> = terms.map(|term| reached.contains(term)).collect();
            if !is_reached.contains(&true) {
                continue;
            }
            let is_sum = match statement.elemental() {
                Elemental::Operation(Operation::Add) => is_reached != [true, true],
                Elemental::Operation(Operation::Sub) => is_reached == [true, false],
                _ => false,
            };
            if !is_sum {
                return false;
            }
            reached.insert(id);
        }
        true
    }

    /// Adds what arms and iterations hand on.
    fn spread_joins(&self, reached: &mut Set<ValueId>) {
        for slot in self.branches.iter().flat_map(super::Branch::slots) {
            if slot
                .results
                .iter()
                .flatten()
                .any(|one| reached.contains(one))
            {
                reached.insert(slot.join);
            }
        }
        for slot in self.loops.iter().flat_map(super::Loop::slots) {
            if reached.contains(&slot.initial) || reached.contains(&slot.next) {
                reached.insert(slot.state);
                reached.extend(slot.exit);
            }
        }
    }
}
