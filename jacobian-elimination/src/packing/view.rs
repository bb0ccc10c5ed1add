//! A view of one region: the sums, uses and definitions of its scheduled steps.
//!
//! ```text
//! v6 = v3 * v4 + a2      reads v3, v4, a2      defines v6
//! entries[4] = a0 * v6   reads a0, v6
//! ```
//!
//! A step only names a value, an accumulation or an entry; what it computes is in the code list, in
//! the plan or in the rewrites of the schedule. The view looks it up. Cost: linear in the operands.

use crate::ir::{CodeList, Elemental, RegionId, ValueId};
use crate::options::ValuePath;
use crate::plan::{AccumulationId, Atom, Entry, Plan, Term};
use crate::regions::Masks;
use crate::schedule::{Call, CallId, Rewrites, Schedule, Step};

/// One region with all that its steps refer to.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Value path and local partials.
    pub code: &'a CodeList,
    /// The accumulation code of the region; nothing where only the value is computed.
    pub plan: Option<&'a Plan>,
    /// The steps of the region.
    pub schedule: &'a Schedule,
    /// The statements that are computed as other sums, or in calls.
    pub rewrites: Option<&'a Rewrites>,
    /// The products in which a zero must win.
    pub masks: Option<&'a Masks>,
    /// The function, the arm of a branch or the body of a loop.
    pub region: RegionId,
    /// By entry of the plan, its slot in the array of entries.
    pub slots: &'a [usize],
    /// Whether the value path has to stay as the user wrote it.
    pub value_path: ValuePath,
}

impl<'a> View<'a> {
    /// Whether the region is the arm of a branch or the body of a loop: every value of the code
    /// around it has a name there.
    pub fn is_arm(&self) -> bool {
        self.region != RegionId::FUNCTION
    }

    /// The terms of an accumulation.
    ///
    /// # Panics
    /// Without a plan.
    pub fn accumulation(&self, id: AccumulationId) -> &'a [Term] {
        self.some_plan().accumulation(id).terms()
    }

    /// An entry of the plan.
    ///
    /// # Panics
    /// Without a plan.
    pub fn entry(&self, index: usize) -> &'a Entry {
        &self.some_plan().entries()[index]
    }

    fn some_plan(&self) -> &'a Plan {
        let plan = self.plan;
        plan.expect("invariant: accumulations and entries belong to a plan")
    }

    /// The terms that a statement sums, if it is computed as a sum.
    pub fn sum(&self, id: ValueId) -> Option<&'a [Term]> {
        self.rewrites?.sum(id)
    }

    /// A call of the schedule.
    ///
    /// # Panics
    /// Without rewrites.
    pub fn call(&self, id: CallId) -> &'a Call {
        let rewrites = self.rewrites;
        rewrites.expect("invariant: calls are rewrites").call(id)
    }

    /// The value of a row.
    pub fn dependent(&self, row: usize) -> ValueId {
        self.code.stored()[row]
    }

    /// Whether a zero must win in the product of a term.
    pub fn is_masked(&self, term: Term) -> bool {
        self.masks
            .is_some_and(|masks| masks.is_masked(self.region, term))
    }

    /// The column of the independent that a step reads, if it reads one.
    pub fn independent(&self, step: Step) -> Option<u32> {
        let Step::Value(id) = step else { return None };
        match self.code.statement(id).elemental() {
            Elemental::Independent(column) | Elemental::Seed(column) => Some(column),
            _ => None,
        }
    }

    /// The variables that a step reads. Literals are none.
    pub fn uses(&self, step: Step) -> Vec<Atom> {
        let of_sum = |terms: &[Term]| terms.iter().flat_map(|term| term.atoms()).collect();
        let of_values = |ids: &[ValueId]| ids.iter().map(|id| Atom::Value(*id)).collect();
        let mut atoms: Vec<Atom> = match step {
            Step::Value(id) => match self.sum(id) {
                Some(terms) => of_sum(terms),
                None => of_values(self.operands(id)),
            },
            Step::Call(id) => self.call(id).operands().map(Atom::Value).collect(),
            Step::StoreValue(row) => vec![Atom::Value(self.dependent(row))],
            Step::Accumulation(id) => of_sum(self.accumulation(id)),
            Step::StoreEntry(index) => of_sum(self.entry(index).terms()),
            Step::Branch(id) => of_values(self.schedule.branch(id).needs()),
            Step::Loop(id) => of_values(self.schedule.run_time_loop(id).needs()),
        };
        atoms.retain(|atom| !self.is_literal(*atom));
        atoms
    }

    /// The operands that the statement of a value reads. The partials of a rule are operands too,
    /// but only the plan reads them, and what no plan needs is not computed.
    fn operands(&self, id: ValueId) -> &'a [ValueId] {
        let statement = self.code.statement(id);
        match statement.elemental() {
            Elemental::Ruled(_) => &statement.operands()[..1],
            _ => statement.operands(),
        }
    }

    fn is_literal(&self, atom: Atom) -> bool {
        let Atom::Value(id) = atom else { return false };
        matches!(self.code.statement(id).elemental(), Elemental::Literal(_))
    }

    /// The variables that a step defines. An independent of the function is none, because it is
    /// read from its parameter.
    pub fn defines(&self, step: Step) -> Vec<Atom> {
        match step {
            Step::Value(_) if !self.is_arm() && self.independent(step).is_some() => Vec::new(),
            Step::Value(id) => vec![Atom::Value(id)],
            Step::Call(id) => self.call(id).results().map(Atom::Value).collect(),
            Step::Accumulation(id) => vec![Atom::Accumulation(id)],
            Step::StoreValue(_) | Step::StoreEntry(_) => Vec::new(),
            Step::Branch(id) => {
                let joins = self.schedule.branch(id).defines(self.code.branch(id));
                joins.into_iter().map(Atom::Value).collect()
            }
            Step::Loop(id) => {
                let scheduled = self.schedule.run_time_loop(id);
                let exits = scheduled.defines(self.code.run_time_loop(id));
                exits.into_iter().map(Atom::Value).collect()
            }
        }
    }
}
