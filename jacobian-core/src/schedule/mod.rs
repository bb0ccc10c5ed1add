//! The schedule: code list and plan become one sequence of statements.
//!
//! ```text
//! opaque pieces, in source order      the user's own code keeps its order and runs first
//! row 0:  its value, stored           then everything is demanded row by row, depth first,
//!         J[0, 0], stored             and each result is stored as soon as it is complete:
//!         J[0, 3], stored             values live shortly, registers spill little
//! row 1:  ...
//! ```
//!
//! Whatever no row demands is not scheduled, so nothing is dead. Entries known at expansion are left
//! out: they stand in the template.
//!
//! Invariant: define before use, each definition once. Cost: linear; the walk keeps its own stack, so
//! depth is no limit.

pub mod work;

use std::fmt;

use crate::elim::{Accumulation, AccumulationId, Atom, Entry, Plan, Product, Term};
use crate::ir::{CodeList, Elemental, ValueId};

pub use work::Cost;

/// One statement of the generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Assigns a value of the code list.
    Value(ValueId),
    /// Assigns an accumulation of the plan.
    Accumulation(AccumulationId),
    /// Writes the value of a row.
    StoreValue(usize),
    /// Writes an entry of the plan.
    StoreEntry(usize),
}

/// The statements in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    steps: Vec<Step>,
    n_pinned: usize,
}

impl Schedule {
    /// All steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps at the beginning carry the user's own code and what it mentions.
    pub fn n_pinned(&self) -> usize {
        self.n_pinned
    }
}

/// Sequences value and Jacobian.
pub fn schedule(code: &CodeList, plan: &Plan) -> Schedule {
    let mut walk = Walk::new(code, plan.accumulations());
    walk.pin_opaque();
    let n_pinned = walk.steps.len();
    let mut entries = plan.entries().iter().enumerate().peekable();
    for (row, dependent) in code.dependents().iter().enumerate() {
        walk.demand(Atom::Value(*dependent));
        walk.steps.push(Step::StoreValue(row));
        while let Some((index, entry)) = entries.next_if(|(_, entry)| entry.row() == row) {
            walk.store_entry(index, entry);
        }
    }
    Schedule {
        steps: walk.steps,
        n_pinned,
    }
}

/// Sequences value and Jacobian as they were derived: the value, the accumulations, the entries.
pub fn schedule_as_eliminated(code: &CodeList, plan: &Plan) -> Schedule {
    let mut walk = Walk::new(code, plan.accumulations());
    walk.pin_opaque();
    let n_pinned = walk.steps.len();
    for (row, dependent) in code.dependents().iter().enumerate() {
        walk.demand(Atom::Value(*dependent));
        walk.steps.push(Step::StoreValue(row));
    }
    for id in (0..).map(AccumulationId).take(plan.accumulations().len()) {
        walk.demand(Atom::Accumulation(id));
    }
    for (index, entry) in plan.entries().iter().enumerate() {
        walk.store_entry(index, entry);
    }
    Schedule {
        steps: walk.steps,
        n_pinned,
    }
}

/// Sequences the value alone: what the user's function does, statement for statement.
pub fn schedule_value(code: &CodeList) -> Schedule {
    let mut walk = Walk::new(code, &[]);
    walk.pin_opaque();
    let n_pinned = walk.steps.len();
    for (row, dependent) in code.dependents().iter().enumerate() {
        walk.demand(Atom::Value(*dependent));
        walk.steps.push(Step::StoreValue(row));
    }
    Schedule {
        steps: walk.steps,
        n_pinned,
    }
}

/// The value of an entry that is known at expansion.
pub fn constant_of(terms: &[Term]) -> Option<f64> {
    match terms {
        [] => Some(0.0),
        [term] => match term.product {
            Product::Literal(constant) if term.negative => Some(-constant.value()),
            Product::Literal(constant) => Some(constant.value()),
            _ => None,
        },
        _ => None,
    }
}

struct Walk<'a> {
    code: &'a CodeList,
    accumulations: &'a [Accumulation],
    steps: Vec<Step>,
    has_value: Vec<bool>,
    has_accumulation: Vec<bool>,
}

/// Something demanded, and whether what it needs has been demanded already.
enum Visit {
    Enter(Atom),
    Leave(Atom),
}

impl<'a> Walk<'a> {
    fn new(code: &'a CodeList, accumulations: &'a [Accumulation]) -> Self {
        let has_value = vec![false; code.statements().len()];
        let has_accumulation = vec![false; accumulations.len()];
        Self {
            code,
            accumulations,
            steps: Vec::new(),
            has_value,
            has_accumulation,
        }
    }

    fn pin_opaque(&mut self) {
        for id in self.code.ids() {
            if matches!(self.code.statement(id).elemental(), Elemental::Opaque(_)) {
                self.demand(Atom::Value(id));
            }
        }
    }

    /// An entry with what it needs; one that is known stands in the template.
    fn store_entry(&mut self, index: usize, entry: &Entry) {
        if constant_of(entry.terms()).is_some() {
            return;
        }
        for atom in entry.terms().iter().flat_map(|term| term.atoms()) {
            self.demand(atom);
        }
        self.steps.push(Step::StoreEntry(index));
    }

    fn demand(&mut self, atom: Atom) {
        let mut stack = vec![Visit::Enter(atom)];
        while let Some(visit) = stack.pop() {
            match visit {
                Visit::Leave(Atom::Value(id)) => self.steps.push(Step::Value(id)),
                Visit::Leave(Atom::Accumulation(id)) => self.steps.push(Step::Accumulation(id)),
                Visit::Enter(atom) if self.mark(atom) => {
                    stack.push(Visit::Leave(atom));
                    let first = stack.len();
                    self.for_each_operand(atom, |operand| stack.push(Visit::Enter(operand)));
                    // The stack reverses; operands are computed in the order they are written.
                    stack[first..].reverse();
                }
                Visit::Enter(_) => {}
            }
        }
    }

    /// True the first time. Literals are written where they are used and never assigned.
    fn mark(&mut self, atom: Atom) -> bool {
        match atom {
            Atom::Value(id) => {
                let is_literal =
                    matches!(self.code.statement(id).elemental(), Elemental::Literal(_));
                !is_literal && !std::mem::replace(&mut self.has_value[id.index()], true)
            }
            Atom::Accumulation(id) => {
                !std::mem::replace(&mut self.has_accumulation[id.index()], true)
            }
        }
    }

    fn for_each_operand(&self, atom: Atom, mut visit: impl FnMut(Atom)) {
        match atom {
            Atom::Value(id) => {
                let operands = self.code.statement(id).operands();
                for operand in operands {
                    visit(Atom::Value(*operand));
                }
            }
            Atom::Accumulation(id) => {
                let terms = self.accumulations[id.index()].terms();
                terms.iter().flat_map(|term| term.atoms()).for_each(visit);
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(id) => id.fmt(formatter),
            Self::Accumulation(id) => id.fmt(formatter),
            Self::StoreValue(row) => write!(formatter, "store value {row}"),
            Self::StoreEntry(index) => write!(formatter, "store entry {index}"),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps
            .iter()
            .try_for_each(|step| writeln!(formatter, "{step}"))
    }
}
