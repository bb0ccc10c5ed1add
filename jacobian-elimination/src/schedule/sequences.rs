//! The sequences that a schedule can have.
//!
//! ```text
//! by rows      value 0  J[0, 0]  J[0, 3]       value 1  J[1, 1]  J[1, 3]       few values wait
//! by columns   J[0, 0]  value 0                J[1, 1]  value 1  J[0, 3] ..    in order of memory
//! by groups    value 0  value 1  ..  value 7   J[0, 0]  J[0, 3]  J[1, 1] ..    neighbours together
//! ```
//!
//! Rows are the rule: a value that only its row needs is gone after it. By columns LLVM stores
//! neighbours together, and where [`registers`] says that no more values wait on the stack, that is
//! worth more: stencils go by rows, kinetics by columns. Where there are many statements, rows go
//! by eights: LLVM packs operations that end in neighbouring values, and an entry between two of
//! them would wait for the pack. Not in lanes, which are packed.
//!
//! Cost: linear, and `n log n` for the estimate.

use crate::ir::{CodeList, RegionId};
use crate::options::Layout;
use crate::plan::{AccumulationId, Entry, Plan};
use crate::regions::Arms;

use super::liveness::{Liveness, Partials};
use super::walk::{Demand, Walk};
use super::{MANY, ONE_FUNCTION, Rewrites, Schedule, registers};

/// Sequences value and Jacobian row by row.
pub fn schedule_by_rows(
    code: &CodeList,
    plan: &Plan,
    arms: &Arms,
    rewrites: &Rewrites,
) -> Schedule {
    schedule_by_groups(code, plan, arms, rewrites, 1)
}

/// Sequences value and Jacobian by groups of rows: the values of a group, then its entries. Sums of
/// the value path demand their last product first there, so that the one that a chain begins with
/// is at hand.
fn schedule_by_groups(
    code: &CodeList,
    plan: &Plan,
    arms: &Arms,
    rewrites: &Rewrites,
    size: usize,
) -> Schedule {
    let liveness = Liveness::of(code, Some(plan), arms);
    by_groups(code, plan, arms, &liveness, rewrites, size)
}

/// Sequences value and Jacobian row by row, with all that second derivatives need.
pub fn schedule_to_be_replayed(code: &CodeList, plan: &Plan, arms: &Arms) -> Schedule {
    let liveness = Liveness::with(code, Some(plan), arms, Partials::All);
    by_groups(code, plan, arms, &liveness, &Rewrites::default(), 1)
}

fn by_groups(
    code: &CodeList,
    plan: &Plan,
    arms: &Arms,
    liveness: &Liveness,
    rewrites: &Rewrites,
    size: usize,
) -> Schedule {
    let mut walk = Walk::of_function(code, plan, arms, liveness, rewrites);
    if size > 1 {
        walk.products = Demand::LastToFirst;
    }
    let mut entries = plan.entries().iter().enumerate().peekable();
    let mut row = 0;
    walk.store_others();
    for group in code.dependents().chunks(size) {
        let rows = row..row + group.len();
        for (row, dependent) in rows.clone().zip(group) {
            walk.store_row(row, *dependent);
        }
        while let Some((index, entry)) = entries.next_if(|(_, entry)| entry.row() < rows.end) {
            walk.store_entry(index, entry);
        }
        row = rows.end;
        walk.end_at(row);
    }
    walk.store_entries(entries);
    walk.schedule
}

/// Sequences value and Jacobian column by column: for each row its share of the columns, and
/// then its value.
fn schedule_by_columns(code: &CodeList, plan: &Plan, arms: &Arms, rewrites: &Rewrites) -> Schedule {
    let liveness = Liveness::of(code, Some(plan), arms);
    let mut walk = Walk::of_function(code, plan, arms, &liveness, rewrites);
    let mut entries: Vec<(usize, &Entry)> = plan.entries().iter().enumerate().collect();
    entries.sort_by_key(|(_, entry)| (entry.col(), entry.row()));
    let mut entries = entries.into_iter().peekable();
    let (rows, columns) = (code.dependents().len(), code.independents().len());
    walk.store_others();
    for (row, dependent) in code.dependents().iter().enumerate() {
        let share = ((row + 1) * columns).div_ceil(rows);
        while let Some((index, entry)) = entries.next_if(|(_, entry)| entry.col() < share) {
            walk.store_entry(index, entry);
        }
        walk.store_row(row, *dependent);
        walk.end_at(row + 1);
    }
    walk.store_entries(entries);
    walk.schedule
}

/// Sequences value and Jacobian by rows, or by columns where that moves fewer values between
/// registers and the stack; where it is equal, in the order of memory, so that neighbours are
/// stored together. Of [`MANY`] statements, rows go by groups of a size.
pub fn schedule_depth_first(
    code: &CodeList,
    plan: &Plan,
    arms: &Arms,
    rewrites: &Rewrites,
    layout: Layout,
    size: usize,
) -> Schedule {
    let by_rows = schedule_by_rows(code, plan, arms, rewrites);
    if by_rows.weight() > ONE_FUNCTION {
        return by_rows;
    }
    let by_columns = schedule_by_columns(code, plan, arms, rewrites);
    let traffic = |schedule: &Schedule| registers::traffic(code, plan, rewrites, schedule);
    let (of_rows, of_columns) = (traffic(&by_rows), traffic(&by_columns));
    let is_by_columns = of_columns < of_rows || of_columns == of_rows && layout == Layout::Csc;
    if is_by_columns {
        by_columns
    } else if size > 1 && by_rows.steps.len() >= MANY {
        schedule_by_groups(code, plan, arms, rewrites, size)
    } else {
        by_rows
    }
}

/// Sequences value and Jacobian as they were derived: the value, the accumulations, the entries.
pub fn schedule_as_eliminated(
    code: &CodeList,
    plan: &Plan,
    arms: &Arms,
    rewrites: &Rewrites,
) -> Schedule {
    let liveness = Liveness::of(code, Some(plan), arms);
    let mut walk = Walk::of_function(code, plan, arms, &liveness, rewrites);
    for (place, id) in code.stored().iter().enumerate() {
        walk.store_value(place, *id);
    }
    for id in (0..).map(AccumulationId).take(plan.accumulations().len()) {
        walk.accumulation(id);
    }
    for (index, entry) in plan.entries().iter().enumerate() {
        walk.store_entry(index, entry);
    }
    walk.schedule
}

/// Sequences the value alone: the user's function, statement for statement.
pub fn schedule_value(code: &CodeList) -> Schedule {
    let arms = Arms::default();
    let liveness = Liveness::of(code, None, &arms);
    let rewrites = Rewrites::default();
    let mut walk = Walk::new(RegionId::FUNCTION, code, None, &arms, &liveness, &rewrites);
    walk.pin();
    for (place, id) in code.stored().iter().enumerate() {
        walk.store_value(place, *id);
    }
    walk.schedule
}

#[cfg(test)]
mod tests {
    use super::{Rewrites, schedule_depth_first};
    use crate::elim::{EliminationOrder, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation::{Exp, Mul};
    use crate::ir::{CodeList, CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::options::Layout;
    use crate::regions::Arms;
    use crate::schedule::GROUP;

    /// The stores of a code list, eliminated in reverse.
    fn stores(code: CodeList, layout: Layout, size: usize) -> Vec<String> {
        let (code, partials) = differentiate(code);
        let graph = linearize(&code, &partials);
        let mut steps: Vec<_> = graph
            .intermediates()
            .map(crate::elim::Step::Vertex)
            .collect();
        steps.reverse();
        let order = EliminationOrder::try_new(&graph, steps).expect("all intermediates");
        let plan = eliminate(&graph, &order);
        let (arms, rewrites) = (Arms::default(), Rewrites::default());
        let schedule = schedule_depth_first(&code, &plan, &arms, &rewrites, layout, size);
        let steps = schedule.steps().iter().map(ToString::to_string);
        steps.filter(|step| step.starts_with("store")).collect()
    }

    /// `y0 = x0 x1`, `y1 = x0 x2`.
    fn products() -> CodeList {
        let mut builder = CodeListBuilder::new(3, Precision::Double);
        let rows = [[0, 1], [0, 2]]
            .map(|[a, b]| builder.apply(Mul, &[ValueId(a), ValueId(b)], Origin::default()));
        builder.finish(rows.to_vec())
    }

    #[test]
    fn entries_go_as_they_stand_in_memory_where_registers_do_not_decide() {
        let by_columns = [
            "store entry 0",
            "store entry 2",
            "store entry 1",
            "store value 0",
            "store entry 3",
            "store value 1",
        ];
        assert_eq!(stores(products(), Layout::Csc, GROUP), by_columns);
        let by_rows = [
            "store value 0",
            "store entry 0",
            "store entry 1",
            "store value 1",
            "store entry 2",
            "store entry 3",
        ];
        assert_eq!(stores(products(), Layout::Csr, GROUP), by_rows);
    }

    /// Each row is an exponential of its own, and every entry of a row needs all of it: by columns
    /// the rows would wait.
    fn exponentials(n_rows: u32) -> CodeList {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let rows: Vec<ValueId> = (0..n_rows)
            .map(|row| {
                let factor = builder.literal(f64::from(row) + 2.0);
                let inner = builder.apply(Mul, &[factor, ValueId(0)], Origin::default());
                let first = builder.apply(Exp, &[inner], Origin::default());
                let inner = builder.apply(Mul, &[first, ValueId(1)], Origin::default());
                builder.apply(Exp, &[inner], Origin::default())
            })
            .collect();
        builder.finish(rows)
    }

    #[test]
    fn rows_that_share_nothing_stay_together() {
        let stores = stores(exponentials(40), Layout::Csc, GROUP);
        assert_eq!(
            stores[..3],
            ["store value 0", "store entry 0", "store entry 1"]
        );
    }

    #[test]
    fn rows_of_many_statements_go_by_groups_but_not_in_lanes() {
        let grouped = stores(exponentials(100), Layout::Csr, GROUP);
        let is_value = |store: &String| store.starts_with("store value");
        for group in grouped.chunks_exact(3 * GROUP) {
            let (values, entries) = group.split_at(GROUP);
            assert!(values.iter().all(is_value), "{group:?}");
            assert!(!entries.iter().any(is_value), "{group:?}");
        }
        let in_lanes = stores(exponentials(100), Layout::Csr, 1);
        assert!(
            in_lanes.chunks(3).all(|row| is_value(&row[0])),
            "{in_lanes:?}"
        );
        let [mut left, mut right] = [grouped, in_lanes];
        left.sort();
        right.sort();
        assert_eq!(left, right);
    }
}
