//! The sequence of the statements: everything is computed before it is used, and once, and what the
//! plan needs is stored.
//!
//! ```text
//! v3, v4, a0 = v3 * v4, store entry 0        in order
//! a0 = v3 * v4, v3, v4                       v3 is used before it is computed
//! ```
//!
//! A statement that is computed in another way than the code list says, as a sum of products or in
//! a call, must have the same number. Arms and bodies see what is computed around them, and the
//! code around sees only what they hand out.
//!
//! Cost: linear in the schedule.

use crate::ir::elemental::Operation;
use crate::ir::loop_region::CarriedEntry;
use crate::ir::region::JoinEntry;
use crate::ir::{BranchId, CodeList, Elemental, LoopId, ValueId};
use crate::plan::{Atom, Plan, Term};
use crate::regions::Arms;
use crate::schedule::run_time_loop::{self, Initial, Next};
use crate::schedule::{Angle, Call, Function, Output, Rewrites, Schedule, Step, constant_of};

use super::chain_rule::Point;
use super::claims::{Claims, Disorder, Place};
use super::field::Residue;
use super::sums::Sums;

/// The way through a schedule, with what is computed so far.
pub(super) struct Course<'a> {
    point: &'a Point<'a>,
    arms: &'a Arms,
    rewrites: &'a Rewrites,
    is_known: Vec<bool>,
    /// What became known, to be forgotten behind the region.
    known: Vec<ValueId>,
    claims: &'a mut Claims,
}

/// A region with its plan.
struct Inside<'a> {
    plan: Option<&'a Plan>,
    schedule: &'a Schedule,
    is_summed: Vec<bool>,
}

impl<'a> Inside<'a> {
    fn of(plan: Option<&'a Plan>, schedule: &'a Schedule) -> Self {
        Self {
            plan,
            schedule,
            is_summed: vec![false; plan.map_or(0, |plan| plan.accumulations().len())],
        }
    }
}

/// Claims that the statements of a function can run in their order, and store all that they should.
pub(super) fn claim(
    point: &Point<'_>,
    (plan, schedule): (&Plan, &Schedule),
    arms: &Arms,
    rewrites: &Rewrites,
    claims: &mut Claims,
) {
    let mut course = Course {
        point,
        arms,
        rewrites,
        is_known: vec![false; point.code.statements().len()],
        known: Vec::new(),
        claims,
    };
    let mut inside = Inside::of(Some(plan), schedule);
    course.steps(&mut inside);
    course.stored(plan, schedule);
}

impl<'a> Course<'a> {
    fn code(&self) -> &'a CodeList {
        self.point.code
    }

    fn steps(&mut self, inside: &mut Inside<'a>) {
        for step in inside.schedule.steps() {
            match *step {
                Step::Value(id) => {
                    match self.rewrites.sum(id) {
                        Some(terms) => self.rewritten(inside, id, terms),
                        None => self.operands(id),
                    }
                    self.define(id, *step);
                }
                Step::Call(id) => {
                    let call = self.rewrites.call(id);
                    self.call(call);
                    call.results().for_each(|result| self.define(result, *step));
                }
                Step::Accumulation(id) => {
                    let plan = inside
                        .plan
                        .expect("invariant: accumulations belong to a plan");
                    self.terms(inside, plan.accumulation(id).terms());
                    if std::mem::replace(&mut inside.is_summed[id.index()], true) {
                        self.claims.broken(Disorder::Twice(*step));
                    }
                }
                Step::StoreEntry(index) => {
                    let plan = inside.plan.expect("invariant: entries belong to a plan");
                    self.terms(inside, plan.entries()[index].terms());
                }
                Step::StoreValue(row) => self.value(self.code().stored()[row]),
                Step::Branch(id) => self.branch(inside, id),
                Step::Loop(id) => self.run_time_loop(inside, id),
            }
        }
    }

    fn define(&mut self, id: ValueId, step: Step) {
        if std::mem::replace(&mut self.is_known[id.index()], true) {
            self.claims.broken(Disorder::Twice(step));
        }
        self.known.push(id);
    }

    /// Forgets what a region computed.
    fn forget(&mut self, n_known: usize) {
        for id in self.known.split_off(n_known) {
            self.is_known[id.index()] = false;
        }
    }

    fn value(&mut self, id: ValueId) {
        let is_literal = || matches!(self.code().statement(id).elemental(), Elemental::Literal(_));
        if !self.is_known[id.index()] && !is_literal() {
            self.claims.broken(Disorder::ValueTooLate(id));
        }
    }

    fn operands(&mut self, id: ValueId) {
        let statement = self.code().statement(id);
        let operands = match statement.elemental() {
            // The partials of a call are used by the plan alone.
            Elemental::Ruled(_) => &statement.operands()[..1],
            _ => statement.operands(),
        };
        for operand in operands {
            self.value(*operand);
        }
    }

    fn terms(&mut self, inside: &Inside<'_>, terms: &[Term]) {
        for atom in terms.iter().flat_map(|term| term.atoms()) {
            match atom {
                Atom::Value(id) => self.value(id),
                Atom::Accumulation(id) if !inside.is_summed[id.index()] => {
                    self.claims.broken(Disorder::SumTooLate(id));
                }
                Atom::Accumulation(_) => {}
            }
        }
    }

    fn rewritten(&mut self, inside: &Inside<'_>, id: ValueId, terms: &[Term]) {
        self.terms(inside, terms);
        // The sums of statements have values alone as atoms.
        let sum = Sums::default().sum(self.point, terms);
        self.claims
            .equal(Place::Statement(id), sum, self.point.value(id));
    }

    fn call(&mut self, call: &Call) {
        call.operands().for_each(|operand| self.value(operand));
        let model = self.point.model;
        for lane in &call.lanes {
            let operands: Vec<Residue> = lane
                .operands
                .iter()
                .map(|id| self.point.value(*id))
                .collect();
            let angle = match call.function {
                Function::SinCos => operands[0],
                Function::Turn(angle) => {
                    let once = model.value(Operation::Atan2, &operands);
                    match angle {
                        Angle::Once => once,
                        Angle::Twice => once + once,
                    }
                }
                Function::Quotient if operands.len() == 1 => {
                    model.value(Operation::Recip, &operands)
                }
                Function::Quotient => model.value(Operation::Div, &operands),
                Function::Of(operation) => model.value(operation, &operands),
            };
            let computed = match call.function {
                Function::Of(_) | Function::Quotient => vec![angle],
                _ => [Operation::Sin, Operation::Cos]
                    .map(|operation| model.value(operation, &[angle]))
                    .to_vec(),
            };
            for (result, number) in lane.results.iter().zip(computed) {
                if let Some(id) = result {
                    self.claims
                        .equal(Place::Statement(*id), number, self.point.value(*id));
                }
            }
        }
    }

    fn branch(&mut self, around: &Inside<'a>, id: BranchId) {
        let (branch, scheduled) = (self.code().branch(id), around.schedule.branch(id));
        branch
            .mentions()
            .iter()
            .for_each(|mentioned| self.value(*mentioned));
        for (index, region) in branch.arms().iter().enumerate() {
            let n_known = self.known.len();
            let arm = self.arms.get(*region);
            let plan = arm.and_then(|arm| arm.plan.as_ref());
            let mut inside = Inside::of(plan, &scheduled.arms()[index]);
            self.steps(&mut inside);
            for output in scheduled.outputs() {
                let slot = match output {
                    Output::Slot(slot) => *slot,
                    Output::Partial(partial) => branch.partials()[*partial].slot,
                };
                // An arm that leaves the function hands nothing out.
                let Some(result) = branch.slots()[slot].results[index] else {
                    break;
                };
                match output {
                    Output::Slot(_) => self.value(result),
                    Output::Partial(partial) => {
                        let partial = &branch.partials()[*partial];
                        let entry = arm.and_then(|arm| arm.entry(slot, partial.source));
                        self.terms(&inside, entry.map_or(&[], |entry| entry.terms()));
                    }
                }
            }
            self.forget(n_known);
        }
        for output in scheduled.outputs() {
            match *output {
                Output::Slot(slot) => self.define(branch.slots()[slot].join, Step::Branch(id)),
                Output::Partial(index) => {
                    if let JoinEntry::Value(partial) = branch.partials()[index].entry {
                        self.define(partial, Step::Branch(id));
                    }
                }
            }
        }
    }

    fn run_time_loop(&mut self, around: &Inside<'a>, id: LoopId) {
        let of_loop = self.code().run_time_loop(id);
        let scheduled = around.schedule.run_time_loop(id);
        for variable in scheduled.variables() {
            if let Initial::Value(initial) = run_time_loop::initial(of_loop, *variable) {
                self.value(initial);
            }
        }
        let n_known = self.known.len();
        for variable in scheduled.variables() {
            self.define(run_time_loop::inside(of_loop, *variable), Step::Loop(id));
        }
        let body = self.arms.get(of_loop.body());
        let plan = body.and_then(|body| body.plan.as_ref());
        let mut inside = Inside::of(plan, scheduled.body());
        self.steps(&mut inside);
        let stop = of_loop.stop().into_iter();
        stop.flat_map(|stop| &stop.mentions)
            .for_each(|mentioned| self.value(*mentioned));
        for variable in scheduled.variables() {
            match run_time_loop::next(of_loop, body, *variable) {
                Next::Value(next) => self.value(next),
                Next::Entry(entry) => {
                    self.terms(&inside, entry.map_or(&[], |entry| entry.terms()));
                }
            }
        }
        self.forget(n_known);
        for output in scheduled.exits() {
            let exit = match *output {
                Output::Slot(slot) => of_loop.slots()[slot].exit,
                Output::Partial(index) => match of_loop.partials()[index].entry {
                    CarriedEntry::Value { exit, .. } => Some(exit),
                    CarriedEntry::Literal(_) => None,
                },
            };
            // What is used behind a loop is one of its variables.
            match exit.filter(|_| scheduled.variables().contains(output)) {
                Some(exit) => self.define(exit, Step::Loop(id)),
                None => self.claims.broken(Disorder::Missing(Step::Loop(id))),
            }
        }
    }

    /// Each row is stored, and each entry that is no number.
    fn stored(&mut self, plan: &Plan, schedule: &Schedule) {
        let mut n_of_rows = vec![0; self.code().stored().len()];
        let mut n_of_entries = vec![0; plan.entries().len()];
        for step in schedule.steps() {
            match *step {
                Step::StoreValue(row) => n_of_rows[row] += 1,
                Step::StoreEntry(entry) => n_of_entries[entry] += 1,
                _ => {}
            }
        }
        let rows = n_of_rows.into_iter().enumerate();
        let rows = rows.map(|(row, count)| (Step::StoreValue(row), 1, count));
        let entries = plan.entries().iter().zip(n_of_entries).enumerate();
        let entries = entries.map(|(index, (entry, count))| {
            let is_number = constant_of(entry.terms()).is_some();
            (Step::StoreEntry(index), usize::from(!is_number), count)
        });
        for (step, expected, count) in rows.chain(entries).collect::<Vec<_>>() {
            match count {
                0 if expected > 0 => self.claims.broken(Disorder::Missing(step)),
                count if count > 1 => self.claims.broken(Disorder::Twice(step)),
                _ => {}
            }
        }
    }
}
