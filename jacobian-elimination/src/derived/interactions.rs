//! The pattern of the Hessian: the pairs of independents that interact in a nonlinear statement.
//!
//! ```text
//! v3 = v0 * v1        v0 and v1 interact
//! v4 = sin v3         each independent that v3 depends on interacts with each
//! v5 = v4 + v2        nothing interacts
//! ```
//!
//! It is found on the function itself, so it is the same under every elimination order. A piecewise
//! linear operation such as `abs` or `min` is linear.
//!
//! Cost: for each nonlinear statement, the square of the number of independents that it depends on,
//! in words of 64 bits. Source: Griewank & Walther, Evaluating Derivatives, section 7.4.

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Elemental, ValueId};

/// A set of independents.
type Columns = Vec<u64>;

/// The pairs of the lower triangle, by row, then column.
pub(super) fn of(code: &CodeList) -> Vec<(usize, usize)> {
    let n_columns = code.independents().len();
    let mut found = Interactions {
        code,
        domains: vec![vec![0; n_columns.div_ceil(64)]; code.statements().len()],
        rows: vec![vec![0; n_columns.div_ceil(64)]; n_columns],
    };
    while found.grow() {}
    for id in live(code) {
        found.interact(id);
    }
    let rows = found.rows.iter().enumerate();
    let below = rows.flat_map(|(row, columns)| {
        let columns = (0..=row).filter(|column| contains(columns, *column));
        columns.map(move |column| (row, column))
    });
    below.collect()
}

struct Interactions<'a> {
    code: &'a CodeList,
    /// By value: the independents that it depends on.
    domains: Vec<Columns>,
    /// By independent: those that it interacts with.
    rows: Vec<Columns>,
}

impl Interactions<'_> {
    /// One walk over the code. Only loops need more than one. Whether anything has changed.
    fn grow(&mut self) -> bool {
        let mut has_changed = false;
        for id in self.code.ids() {
            let mut domain = self.domains[id.index()].clone();
            let statement = self.code.statement(id);
            match statement.elemental() {
                Elemental::Independent(column) => {
                    domain[column as usize / 64] |= 1 << (column % 64);
                }
                _ if !statement.is_active() => {}
                Elemental::Operation(operation) if operation.jumps() => {}
                _ => {
                    for source in sources(self.code, id) {
                        join(&mut domain, &self.domains[source.index()]);
                    }
                }
            }
            has_changed |= domain != self.domains[id.index()];
            self.domains[id.index()] = domain;
        }
        has_changed && !self.code.loops().is_empty()
    }

    /// Notes what interacts in one statement.
    fn interact(&mut self, id: ValueId) {
        use Operation as Op;
        let statement = self.code.statement(id);
        let operands = statement.operands();
        match (statement.elemental(), operands) {
            (Elemental::Operation(operation), _) if is_linear(operation) => {}
            (Elemental::Operation(Op::Mul | Op::MulAdd | Op::Masked), [a, b, ..]) => {
                self.pair(*a, *b);
            }
            (Elemental::Operation(Op::Div), [a, b]) => {
                self.pair(*a, *b);
                self.pair(*b, *b);
            }
            (Elemental::Operation(_), _) => {
                for (position, a) in operands.iter().enumerate() {
                    for b in &operands[position..] {
                        self.pair(*a, *b);
                    }
                }
            }
            // A partial may depend on more than its argument.
            (Elemental::Ruled(count), _) => {
                let (arguments, partials) = operands[1..].split_at(count as usize);
                for (argument, partial) in arguments.iter().zip(partials) {
                    self.pair(*argument, *partial);
                }
            }
            _ => {}
        }
    }

    /// Each independent of one value interacts with each of the other.
    fn pair(&mut self, a: ValueId, b: ValueId) {
        for (one, other) in [(a, b), (b, a)] {
            let (one, other) = (&self.domains[one.index()], &self.domains[other.index()]);
            for (column, row) in self.rows.iter_mut().enumerate() {
                if contains(one, column) {
                    join(row, other);
                }
            }
        }
    }
}

fn is_linear(operation: Operation) -> bool {
    use Operation as Op;
    operation.is_locally_constant()
        || matches!(
            operation,
            Op::Add
                | Op::Sub
                | Op::Neg
                | Op::Rem
                | Op::RemEuclid
                | Op::Abs
                | Op::Copysign
                | Op::Min
                | Op::Max
                | Op::Clamp
                | Op::Fract
                | Op::ToDegrees
                | Op::ToRadians
                | Op::Narrow
                | Op::Widen
                | Op::Powi(0 | 1)
        )
}

/// The values that a value depends on, through branches and loops too.
fn sources(code: &CodeList, id: ValueId) -> Vec<ValueId> {
    let statement = code.statement(id);
    match statement.elemental() {
        Elemental::Join(branch, slot) => {
            let results = &code.branch(branch).slots()[slot as usize].results;
            results.iter().flatten().copied().collect()
        }
        Elemental::State(id, slot) => {
            let slot = &code.run_time_loop(id).slots()[slot as usize];
            vec![slot.initial, slot.next]
        }
        Elemental::Exit(id, slot) => vec![code.run_time_loop(id).slots()[slot as usize].state],
        Elemental::Ruled(count) => statement.operands()[1..=count as usize].to_vec(),
        _ => statement.operands().to_vec(),
    }
}

/// The values that the dependents depend on.
pub(super) fn live(code: &CodeList) -> Vec<ValueId> {
    let mut is_live = vec![false; code.statements().len()];
    let mut pending = code.dependents().to_vec();
    while let Some(id) = pending.pop() {
        let is_known = std::mem::replace(&mut is_live[id.index()], true);
        if !is_known && code.statement(id).is_active() {
            pending.extend(sources(code, id));
        }
    }
    code.ids().filter(|id| is_live[id.index()]).collect()
}

fn contains(columns: &Columns, column: usize) -> bool {
    columns[column / 64] >> (column % 64) & 1 == 1
}

fn join(columns: &mut Columns, others: &Columns) {
    for (word, other) in columns.iter_mut().zip(others) {
        *word |= other;
    }
}
