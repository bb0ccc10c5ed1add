//! Rows: the derivatives of a value by all independents, as statements, while the code is built.
//!
//! A list whose length only run time knows has no vertices of its own. It is kept in memory: each
//! element beside the derivatives that it had when it was stored. Whoever reads an element has a
//! value whose partials by the independents are read from memory as well.
//!
//! ```text
//! loop                                 v3 = state 0.0 from v1       row of v3: v7
//!   y = y * x;                           v4 = mul v3 v0             v7 = state 0.1 from 0
//!   out.push(y);                         v8 = mul v7 v0             v9 = add v8 v3: row of v4
//!                                        v10 = opaque `out.push([v4, v9])`
//! ```
//!
//! The row of a state is a state of its own, and that of a join is a join. Both are added to the
//! loop or the branch when they are asked for, also after its end. A row does not depend on who
//! asks, so it is computed once.
//!
//! Invariant: a row is visible wherever its value is. Cost: a sum of products for each statement
//! between the independents and the value, and for each column. Source: Griewank & Walther,
//! Evaluating Derivatives, section 3.1.

use super::Category;
use super::code_list::{CodeListBuilder, Origin};
use super::elemental::Elemental;
use super::ids::{LoopId, ValueId};
use super::partial_builder::PartialBuilder;
use super::row_table::{Pending, Rows, Tangent};
use crate::ordered::Set;

impl CodeListBuilder {
    /// The derivatives of a value by each independent. `None` is zero.
    pub fn row(&mut self, value: ValueId) -> Vec<Option<ValueId>> {
        self.find_rows(&[value]);
        let zero = || vec![None; self.code().independents().len()];
        self.rows.known.get(&value).cloned().unwrap_or_else(zero)
    }

    /// Gives the derivatives of states their values at the end of an iteration. It is called after
    /// the end of each loop, because the rows of its states may have been asked for inside of it.
    pub fn end_rows(&mut self, id: LoopId) {
        let nexts = self.rows.pending.iter().filter(|one| one.of_loop == id);
        let slots = self.code.run_time_loop(id).slots();
        let nexts: Vec<ValueId> = nexts.map(|one| slots[one.slot].next).collect();
        self.find_rows(&nexts);
    }

    /// Computes the rows of values, and of the states that they need.
    fn find_rows(&mut self, values: &[ValueId]) {
        let needed = self.without_rows(values);
        let outside = self.region();
        self.as_derivative(|builder| {
            let empty = Self::new(0, builder.code().precision());
            let mut rows = std::mem::take(&mut builder.rows);
            let mut table = PartialBuilder {
                builder: std::mem::replace(builder, empty),
                origin: Origin::default(),
            };
            for target in needed {
                table.add_row(target, &mut rows);
            }
            table.end_pending(&mut rows);
            *builder = table.builder;
            builder.rows = rows;
        });
        self.enter(outside);
    }

    /// The active values without rows that lead to some values, in the order of their computation.
    fn without_rows(&self, values: &[ValueId]) -> Set<ValueId> {
        let code = self.code();
        let mut pending = values.to_vec();
        let mut needed = Set::new();
        while let Some(id) = pending.pop() {
            let statement = code.statement(id);
            let is_known = self.rows.known.contains_key(&id);
            if is_known || !statement.is_active() || !needed.insert(id) {
                continue;
            }
            match statement.elemental() {
                Elemental::Join(branch, slot) => {
                    let results = &code.branch(branch).slots()[slot as usize].results;
                    pending.extend(results.iter().flatten());
                }
                Elemental::State(id, slot) => {
                    let of_loop = code.run_time_loop(id);
                    let slot = &of_loop.slots()[slot as usize];
                    pending.push(slot.initial);
                    if of_loop.has_ended {
                        pending.push(slot.next);
                    }
                }
                Elemental::Exit(id, slot) => {
                    pending.push(code.run_time_loop(id).slots()[slot as usize].state);
                }
                // The partials of a rule are not differentiated.
                Elemental::Ruled(count) => {
                    let arguments = statement.operands().iter().skip(1);
                    pending.extend(arguments.take(count as usize));
                }
                _ => pending.extend(statement.operands()),
            }
        }
        needed
    }
}

impl PartialBuilder {
    fn add_row(&mut self, target: ValueId, rows: &mut Rows) {
        let code = self.builder.code();
        let n_columns = code.independents().len();
        let statement = code.statement(target);
        let (elemental, region) = (statement.elemental(), statement.region());
        self.builder.enter(region);
        let code = self.builder.code();
        let row = match elemental {
            Elemental::Independent(column) => {
                let one = self.builder.literal(1.0);
                let unit = (0..n_columns).map(|other| (other == column as usize).then_some(one));
                unit.collect()
            }
            Elemental::State(id, slot) => self.row_of_state(id, slot as usize, rows),
            Elemental::Exit(id, slot) => {
                let state = code.run_time_loop(id).slots()[slot as usize].state;
                let of_state = rows.known.get(&state).cloned().unwrap_or_default();
                let exit = |state: Option<ValueId>| Some(self.builder.exit_of(id, state?));
                of_state.into_iter().map(exit).collect()
            }
            _ => {
                return self.push_forward(target, n_columns, &mut rows.known);
            }
        };
        rows.known.insert(target, row);
    }

    /// The derivatives of a state as states.
    fn row_of_state(&mut self, id: LoopId, slot: usize, rows: &mut Rows) -> Tangent {
        let of_loop = self.builder.code().run_time_loop(id);
        let (region, initial) = (of_loop.region(), of_loop.slots()[slot].initial);
        let initial = rows.known.get(&initial).cloned();
        self.builder.enter(region);
        let zero = self.builder.literal(0.0);
        let n_columns = self.builder.code().independents().len();
        let mut row = Vec::with_capacity(n_columns);
        for column in 0..n_columns {
            let derivative = self.builder.code().run_time_loop(id).slots().len();
            let start = initial.as_ref().and_then(|initial| initial[column]);
            let state = self
                .builder
                .state(id, start.unwrap_or(zero), Category::Inactive);
            row.push(Some(state));
            rows.pending.push(Pending {
                of_loop: id,
                slot,
                column,
                derivative,
            });
        }
        row
    }

    /// Ends the derivatives of the states of loops that have ended.
    fn end_pending(&mut self, rows: &mut Rows) {
        let builder = &mut self.builder;
        rows.pending.retain(|one| {
            let of_loop = builder.code().run_time_loop(one.of_loop);
            let (next, body, has_ended) = (
                of_loop.slots()[one.slot].next,
                of_loop.body(),
                of_loop.has_ended,
            );
            let known = rows.known.get(&next).map(|row| row[one.column]);
            let is_active = builder.code().statement(next).is_active();
            if !has_ended || (is_active && known.is_none()) {
                return true;
            }
            let next = known.flatten().unwrap_or_else(|| {
                builder.enter(body);
                builder.literal(0.0)
            });
            builder.set_next(one.of_loop, one.derivative, next);
            false
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Category, CodeListBuilder, Origin, ValueId};
    use crate::ir::OpaqueId;
    use crate::ir::Precision;
    use crate::ir::elemental::Operation::{Mul, Sin};

    /// `loop { y *= x; out.push(y); }`, and after it the row of `y`.
    #[test]
    fn the_row_of_a_state_is_a_state() {
        let mut builder = CodeListBuilder::new(1, Precision::Double);
        let y = builder.apply(Sin, &[ValueId(0)], Origin(0));
        let id = builder.begin_loop();
        let outside = builder.enter(builder.loop_body(id));
        let state = builder.state(id, y, Category::Variable);
        let product = builder.apply(Mul, &[state, ValueId(0)], Origin(0));
        let row = builder.row(product)[0].expect("not zero");
        builder.opaque(OpaqueId(0), &[product, row], Origin(0));
        builder.end_loop(id, vec![product], None);
        builder.end_rows(id);
        builder.enter(outside);
        let exit = builder.exit(id, 0);
        let behind = builder.row(exit)[0].expect("not zero");
        assert_eq!(
            builder.finish(vec![exit, behind]).to_string(),
            "v0 = independent 0\nv1 = sin v0\n  region 1: v2 = state 0.0\n\
             \x20 region 1: v3 = mul v2 v0\nv4 = 1    (derivative)\nv5 = cos v0    (derivative)\n\
             v6 = 0    (derivative)\n  region 1: v7 = state 0.1    (derivative)\n\
             \x20 region 1: v8 = mul v0 v7    (derivative)\n\
             \x20 region 1: v9 = add v8 v2    (derivative)\n  region 1: v10 = opaque 0 v3 v9\n\
             v11 = exit 0.0\nv12 = exit 0.1    (derivative)\ndependents: v11 v12"
        );
    }

    /// The same for a loop that has ended, and a rollback before it.
    #[test]
    fn a_loop_gets_its_rows_later() {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let id = builder.begin_loop();
        let outside = builder.enter(builder.loop_body(id));
        let state = builder.state(id, ValueId(0), Category::Variable);
        let product = builder.apply(Mul, &[state, ValueId(1)], Origin(0));
        builder.end_loop(id, vec![product], None);
        builder.enter(outside);
        let exit = builder.exit(id, 0);
        let (before, text) = (builder.checkpoint(), builder.code().clone());
        let first = builder.row(exit);
        let later = builder.code().clone();
        builder.rollback(before);
        assert_eq!(builder.code(), &text);
        assert_eq!(builder.row(exit), first);
        assert_eq!(builder.code(), &later);
        let slots = later.run_time_loop(id).slots();
        assert_eq!(slots.len(), 3);
        assert!(slots[1..].iter().all(|slot| slot.next != slot.state));
    }
}
