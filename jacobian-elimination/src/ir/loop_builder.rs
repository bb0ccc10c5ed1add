//! Builds loops of a code list: states, the values at the end of an iteration, exits.
//!
//! The front calls these methods as it lowers a loop whose number of iterations it does not know.
//!
//! ```text
//! let id = builder.begin_loop();
//! let outside = builder.enter(builder.loop_body(id));
//! let state = builder.state(id, v1, Category::Variable);     the statements of the body use it
//! builder.end_loop(id, vec![v5], None);
//! builder.enter(outside);
//! builder.exit(id, 0)                                        the value behind the loop
//! ```
//!
//! Invariant: a value that a body defines is used inside the body only, and an inactive state has
//! an inactive initial and next value.
//!
//! Cost: constant per statement.

use super::code_list::{CodeList, CodeListBuilder, Origin, Role, number};
use super::ids::{LoopId, OpaqueId, RegionId, ValueId, Width};
use super::loop_region::{CarriedPartial, Loop, LoopSlot, Stop};
use super::region::Region;
use super::{Category, Elemental};

impl CodeList {
    /// The loops. Each comes after the loops around it.
    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// Their ids.
    pub fn loop_ids(&self) -> impl DoubleEndedIterator<Item = LoopId> + ExactSizeIterator + use<> {
        (0..self.loops.len()).map(|position| LoopId(number(position)))
    }

    /// One loop.
    pub fn run_time_loop(&self, id: LoopId) -> &Loop {
        &self.loops[id.index()]
    }
}

impl CodeListBuilder {
    /// Adds a loop to the current region. Its body is a region of its own.
    pub fn begin_loop(&mut self) -> LoopId {
        let id = LoopId(number(self.code.loops.len()));
        let body = RegionId(number(self.code.regions.len()));
        let depth = self.code.regions[self.region.index()].depth + 1;
        self.code.regions.push(Region {
            parent: self.region,
            depth,
        });
        self.code.loops.push(Loop {
            region: self.region,
            first: ValueId(number(self.code.statements.len())),
            body,
            slots: Vec::new(),
            stop: None,
            partials: Vec::new(),
            has_ended: false,
            is_differentiated: false,
        });
        id
    }

    /// The region that runs again and again.
    pub fn loop_body(&self, id: LoopId) -> RegionId {
        self.code.run_time_loop(id).body
    }

    /// Adds a variable that the loop changes: the value as an iteration starts, `Inactive` or
    /// `Variable`.
    pub fn state(&mut self, id: LoopId, initial: ValueId, category: Category) -> ValueId {
        let slot = number(self.code.run_time_loop(id).slots.len());
        let outside = self.enter(self.loop_body(id));
        let width = self.width(initial);
        let state = self.push_as(Elemental::State(id, slot), &[], Origin::default(), width);
        self.enter(outside);
        self.code.statements[state.index()].category = category.max(Category::Inactive);
        self.code.loops[id.index()].slots.push(LoopSlot {
            initial,
            state,
            next: state,
            exit: None,
        });
        state
    }

    /// Ends a loop: the value of each slot at the end of an iteration, and the condition that is
    /// evaluated there, with the values that it uses. If it holds, the loop ends.
    pub fn end_loop(
        &mut self,
        id: LoopId,
        nexts: Vec<ValueId>,
        stop: Option<(OpaqueId, Vec<ValueId>)>,
    ) {
        let body = self.loop_body(id);
        let nexts = self.nexts_in_one_width(id, nexts);
        let code = &mut self.code;
        // The slots behind them hold rows of other slots.
        let slots = code.loops[id.index()].slots.iter();
        let is_value = |slot: &&LoopSlot| code.statements[slot.state.index()].role() == Role::Value;
        assert_eq!(
            nexts.len(),
            slots.filter(is_value).count(),
            "invariant: each slot has a value at the end of the iteration"
        );
        for (index, next) in nexts.into_iter().enumerate() {
            let slot = &mut code.loops[id.index()].slots[index];
            slot.next = next;
            let (initial, state) = (slot.initial, slot.state);
            // The front finds by its own fixpoint which slots are active.
            let is_active = |id: ValueId| code.statements[id.index()].is_active();
            assert!(
                is_active(state) || !is_active(initial) && !is_active(next),
                "invariant: what becomes active is an active slot"
            );
            let region = code.statements[next.index()].region;
            debug_assert!(code.is_visible(region, body), "invariant: next is visible");
        }
        let stop = stop.map(|(condition, mentions)| Stop {
            condition,
            mentions,
        });
        code.loops[id.index()].stop = stop;
        code.loops[id.index()].has_ended = true;
    }

    /// The value at the end of an iteration of a slot that was added later.
    pub(crate) fn set_next(&mut self, id: LoopId, slot: usize, next: ValueId) {
        self.code.loops[id.index()].slots[slot].next = next;
    }

    /// The value behind the loop of one of its states.
    pub(super) fn exit_of(&mut self, id: LoopId, state: ValueId) -> ValueId {
        match self.code.statement(state).elemental() {
            Elemental::State(_, slot) => self.exit(id, slot as usize),
            _ => state,
        }
    }

    /// The values at the end of an iteration in the widths of the states.
    fn nexts_in_one_width(&mut self, id: LoopId, nexts: Vec<ValueId>) -> Vec<ValueId> {
        if !self.code.is_mixed {
            return nexts;
        }
        let pairs = nexts.into_iter().enumerate().map(|(index, next)| {
            let state = self.code.run_time_loop(id).slots[index].state;
            match self.width(state) {
                _ if next == state => next,
                Width::Single => self.as_single(next),
                Width::Double => {
                    self.as_double(next);
                    next
                }
                Width::Unknown => {
                    self.is_torn |= self.width(next) == Width::Single;
                    next
                }
            }
        });
        pairs.collect()
    }

    /// The value of a slot behind the loop. The current region is the one around the loop.
    pub fn exit(&mut self, id: LoopId, slot: usize) -> ValueId {
        let LoopSlot { state, exit, .. } = self.code.run_time_loop(id).slots[slot];
        if let Some(exit) = exit {
            return exit;
        }
        let outside = self.enter(self.code.run_time_loop(id).region);
        let (elemental, width) = (Elemental::Exit(id, number(slot)), self.width(state));
        let exit = self.push_as(elemental, &[], Origin::default(), width);
        self.enter(outside);
        self.code.statements[exit.index()].category = self.code.statement(state).category();
        self.code.loops[id.index()].slots[slot].exit = Some(exit);
        exit
    }

    /// Adds the variable for an entry of `S`: its values in and behind the loop.
    pub(super) fn carried(&mut self, id: LoopId) -> (ValueId, ValueId) {
        let index = number(self.code.run_time_loop(id).partials.len());
        let variable = |builder: &mut Self, region: RegionId, elemental: Elemental| {
            let outside = builder.enter(region);
            let value = builder.push(elemental, &[], Origin::default());
            builder.code.statements[value.index()].category = Category::Variable;
            builder.enter(outside);
            value
        };
        let (region, body) = {
            let of_loop = self.code.run_time_loop(id);
            (of_loop.region, of_loop.body)
        };
        let carried = variable(self, body, Elemental::Carried(id, index));
        let exit = variable(self, region, Elemental::ExitPartial(id, index));
        (carried, exit)
    }

    /// Records the entries of `S`.
    pub(super) fn note_carried(&mut self, id: LoopId, partial: CarriedPartial) {
        self.code.loops[id.index()].partials.push(partial);
    }

    /// Whether the body has been differentiated.
    pub(super) fn is_differentiated(&self, id: LoopId) -> bool {
        self.code.run_time_loop(id).is_differentiated
    }

    /// Records that the body has been differentiated.
    pub(super) fn note_differentiated(&mut self, id: LoopId) {
        self.code.loops[id.index()].is_differentiated = true;
    }
}

#[cfg(test)]
mod tests {
    use super::{CodeListBuilder, OpaqueId, Origin, ValueId};
    use crate::ir::elemental::Operation::{Mul, Sin};
    use crate::ir::{Category, Precision};

    #[test]
    fn a_loop_is_a_region_with_states_and_exits() {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let zero = builder.literal(0.0);
        let id = builder.begin_loop();
        let outside = builder.enter(builder.loop_body(id));
        let (x, sum) = (
            builder.state(id, ValueId(0), Category::Variable),
            builder.state(id, zero, Category::Variable),
        );
        let test = builder.opaque(OpaqueId(0), &[x], Origin(0));
        let sine = builder.apply(Sin, &[x], Origin(0));
        let product = builder.apply(Mul, &[sum, ValueId(1)], Origin(0));
        builder.end_loop(id, vec![sine, product], Some((OpaqueId(1), vec![sine])));
        assert_eq!((builder.depth(), test), (1, ValueId(5)));
        builder.enter(outside);
        let exit = builder.exit(id, 1);
        assert_eq!(builder.exit(id, 1), exit);
        assert_eq!(
            builder.finish(vec![exit]).to_string(),
            "v0 = independent 0\nv1 = independent 1\nv2 = 0\n\
             \x20 region 1: v3 = state 0.0\n  region 1: v4 = state 0.1\n\
             \x20 region 1: v5 = opaque 0 v3\n  region 1: v6 = sin v3\n\
             \x20 region 1: v7 = mul v4 v1\nv8 = exit 0.1\ndependents: v8"
        );
    }

    /// Two loops with the same body: nothing of one is used in the other.
    #[test]
    fn equal_values_of_two_bodies_are_two_values() {
        let mut builder = CodeListBuilder::new(1, Precision::Double);
        let mut body = || {
            let id = builder.begin_loop();
            let outside = builder.enter(builder.loop_body(id));
            let state = builder.state(id, ValueId(0), Category::Variable);
            let product = builder.apply(Mul, &[ValueId(0), ValueId(0)], Origin(0));
            builder.end_loop(id, vec![state], None);
            builder.enter(outside);
            product
        };
        assert_ne!(body(), body());
    }
}
