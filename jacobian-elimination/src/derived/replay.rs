//! Replay: value and Jacobian, as they are scheduled, written as statements of a new code list.
//!
//! ```text
//! step v3            v3 = mul v0 v1            the same elemental, on the new operands
//! step a0            v7 = mul v3 v4            a sum of products becomes products and sums
//!                    v8 = add v7 v2
//! step branch 0      branch 0, join 0.0 [..]   what its arms hand out are joins, partials too
//! step loop 0        loop 0, state 0.0         and what a loop carries are states
//! ```
//!
//! The new statements have the roles of the old ones: the value path stays the user's, and all the
//! rest may be computed as the emitted code likes. Values get new numbers, because a value of an
//! arm must come before the join behind it.
//!
//! Cost: linear in the schedule.

use crate::ir::elemental::Operation;
use crate::ir::{
    BranchId, Category, CodeList, CodeListBuilder, Constant, Elemental, LoopId, Origin, RegionId,
    Role, ValueId,
};
use crate::ordered::Map;
use crate::plan::{AccumulationId, Atom, Entry, Plan, Product, Term, chain_start};
use crate::regions::{Arms, Masks};
use crate::schedule::run_time_loop::{self, Initial, Next};
use crate::schedule::{Output, Schedule, Step, schedule_to_be_replayed};

/// A function with its first derivatives, ready to be written as statements.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Value path and local partials.
    pub code: &'a CodeList,
    /// The accumulation code.
    pub plan: &'a Plan,
    /// The arms of branches and the bodies of loops, with theirs.
    pub arms: &'a Arms,
    /// The products in which a zero must win.
    pub masks: &'a Masks,
}

/// A code list that grows while the source is walked.
pub(super) struct Replay<'a> {
    source: Source<'a>,
    pub(super) builder: CodeListBuilder,
    /// The values of the source by their new numbers.
    pub(super) values: Map<ValueId, ValueId>,
    /// The accumulations of the plan of each region.
    accumulations: Map<(RegionId, AccumulationId), ValueId>,
    /// The dependents of the source.
    pub(super) rows: Vec<ValueId>,
    /// The entries of its plan.
    pub(super) entries: Vec<ValueId>,
}

/// A region of the source, with its accumulation code.
#[derive(Clone, Copy)]
struct At<'a> {
    region: RegionId,
    plan: Option<&'a Plan>,
    schedule: &'a Schedule,
}

impl<'a> Replay<'a> {
    pub(super) fn of(source: Source<'a>) -> Self {
        let code = source.code;
        let independents = code.independents();
        let mut builder = CodeListBuilder::new(independents.len(), code.precision());
        code.adjacent()
            .for_each(|column| builder.note_adjacent(column));
        let new = builder.code().independents().iter().copied();
        Self {
            values: independents.iter().copied().zip(new).collect(),
            source,
            builder,
            accumulations: Map::new(),
            rows: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// The whole function.
    pub(super) fn run(&mut self) {
        let Source {
            code, plan, arms, ..
        } = self.source;
        let schedule = schedule_to_be_replayed(code, plan, arms);
        let at = At {
            region: RegionId::FUNCTION,
            plan: Some(plan),
            schedule: &schedule,
        };
        self.steps(at);
        self.rows = code.dependents().iter().map(|id| self.value(*id)).collect();
        self.copy_origins();
        self.builder.set_role(Role::Derivative);
        let entries = plan.entries().iter();
        self.entries = entries.map(|entry| self.sum(at, entry.terms())).collect();
    }

    /// Independents, joins and states are made without an origin.
    fn copy_origins(&mut self) {
        for (old, new) in &self.values {
            if self.builder.code().statement(*new).origin() == Origin::default() {
                let origin = self.source.code.statement(*old).origin();
                self.builder.set_origin(*new, origin);
            }
        }
    }

    fn steps(&mut self, at: At<'_>) {
        for step in at.schedule.steps() {
            match *step {
                Step::Value(id) => self.statement(id),
                Step::Accumulation(id) => {
                    let plan = at.plan.expect("invariant: accumulations belong to a plan");
                    self.builder.set_role(Role::Derivative);
                    let sum = self.sum(at, plan.accumulation(id).terms());
                    self.accumulations.insert((at.region, id), sum);
                }
                Step::Branch(id) => self.branch(at, id),
                Step::Loop(id) => self.run_time_loop(at, id),
                Step::Call(_) => unreachable!("invariant: nothing is rewritten here"),
                Step::StoreValue(_) | Step::StoreEntry(_) => {}
            }
        }
    }

    fn statement(&mut self, id: ValueId) {
        if self.values.contains_key(&id) {
            return;
        }
        let statement = self.source.code.statement(id);
        let operands: Vec<ValueId> = statement
            .operands()
            .iter()
            .map(|operand| self.value(*operand))
            .collect();
        self.builder.set_role(statement.role());
        let (elemental, origin) = (statement.elemental(), statement.origin());
        let new = match elemental {
            Elemental::Opaque(piece) => self.builder.opaque(piece, &operands, origin),
            Elemental::Ruled(_) => self.builder.ruled_again(elemental, &operands),
            _ => self.builder.number(elemental, &operands, origin),
        };
        if self.source.code.is_named(id) {
            self.builder.name(new);
        }
        self.values.insert(id, new);
    }

    /// A value of the source.
    fn value(&mut self, id: ValueId) -> ValueId {
        match self.source.code.statement(id).elemental() {
            Elemental::Literal(bits) => self.builder.literal(f64::from_bits(bits)),
            _ => self.values[&id],
        }
    }

    fn atom(&mut self, at: At<'_>, atom: Atom) -> ValueId {
        match atom {
            Atom::Value(id) => self.value(id),
            Atom::Accumulation(id) => self.accumulations[&(at.region, id)],
        }
    }

    fn apply(&mut self, operation: Operation, operands: &[ValueId]) -> ValueId {
        self.builder.apply(operation, operands, Origin::default())
    }

    /// A sum of products.
    fn sum(&mut self, at: At<'_>, terms: &[Term]) -> ValueId {
        let start = chain_start(terms);
        let Some(first) = terms.get(start) else {
            return self.builder.literal(0.0);
        };
        let mut sum = self.signed_product(at, *first);
        let others = terms.iter().enumerate();
        for (_, term) in others.filter(|(position, _)| *position != start) {
            let product = self.product(at, *term);
            let operation = if term.negative {
                Operation::Sub
            } else {
                Operation::Add
            };
            sum = self.apply(operation, &[sum, product]);
        }
        sum
    }

    /// The product in a term, with its sign, which a literal factor takes.
    fn signed_product(&mut self, at: At<'_>, term: Term) -> ValueId {
        match term.product {
            Product::Scaled(constant, atom) if term.negative => {
                self.multiple(at, constant.negate(), atom)
            }
            Product::Literal(constant) if term.negative => self.builder.rounded(constant.negate()),
            _ => {
                let product = self.product(at, term);
                if term.negative {
                    self.apply(Operation::Neg, &[product])
                } else {
                    product
                }
            }
        }
    }

    /// A multiple of an atom.
    fn multiple(&mut self, at: At<'_>, constant: Constant, atom: Atom) -> ValueId {
        let factor = self.builder.rounded(constant);
        let atom = self.atom(at, atom);
        self.apply(Operation::Mul, &[factor, atom])
    }

    /// The product in a term, without the sign of the term.
    fn product(&mut self, at: At<'_>, term: Term) -> ValueId {
        match term.product {
            Product::Literal(constant) => self.builder.rounded(constant),
            Product::Atom(atom) => self.atom(at, atom),
            Product::Scaled(constant, atom) => self.multiple(at, constant, atom),
            Product::Pair(a, b) => {
                let operands = [self.atom(at, a), self.atom(at, b)];
                let operation = if self.source.masks.is_masked(at.region, term) {
                    Operation::Masked
                } else {
                    Operation::Mul
                };
                self.apply(operation, &operands)
            }
        }
    }

    /// An entry of the Jacobian of an arm or body. It is zero if the pattern does not have it.
    fn entry(&mut self, at: At<'_>, entry: Option<&Entry>) -> ValueId {
        self.builder.set_role(Role::Derivative);
        match entry {
            Some(entry) => self.sum(at, entry.terms()),
            None => self.builder.literal(0.0),
        }
    }

    fn inside<'s>(&self, region: RegionId, schedule: &'s Schedule) -> At<'s>
    where
        'a: 's,
    {
        let arm = self.source.arms.get(region);
        At {
            region,
            plan: arm.and_then(|arm| arm.plan.as_ref()),
            schedule,
        }
    }

    fn branch(&mut self, at: At<'_>, id: BranchId) {
        let (branch, scheduled) = (self.source.code.branch(id), at.schedule.branch(id));
        let is_preaccumulation = branch.is_preaccumulation();
        let mentions = self.mapped(branch.mentions());
        let outside = self.builder.region();
        let new = (!is_preaccumulation).then(|| {
            self.builder
                .branch(branch.head(), mentions, branch.is_pure())
        });
        let mut handed_out: Vec<Vec<Option<ValueId>>> = vec![Vec::new(); scheduled.outputs().len()];
        for (index, region) in branch.arms().iter().enumerate() {
            if let Some(new) = new {
                let arm = self.builder.arm(new);
                self.builder.enter(arm);
            }
            let inside = self.inside(*region, &scheduled.arms()[index]);
            self.steps(inside);
            for (output, results) in scheduled.outputs().iter().zip(&mut handed_out) {
                let result = match output {
                    Output::Slot(slot) => {
                        let result = branch.slots()[*slot].results[index];
                        result.map(|id| self.value(id))
                    }
                    Output::Partial(partial) => {
                        let partial = &branch.partials()[*partial];
                        let arm = self.source.arms.get(*region);
                        let entry = arm.and_then(|arm| arm.entry(partial.slot, partial.source));
                        // An arm that leaves the function hands nothing out.
                        let result = branch.slots()[partial.slot].results[index];
                        result.map(|_| self.entry(inside, entry))
                    }
                };
                results.push(result);
            }
            self.builder.enter(outside);
        }
        let defined = scheduled.defines(branch);
        for ((id, output), results) in defined.into_iter().zip(scheduled.outputs()).zip(handed_out)
        {
            self.builder.set_role(role(*output));
            let value = match new {
                Some(new) => self.builder.join(new, results),
                // Its one arm is a part of the code around it.
                None => results[0].expect("invariant: a preaccumulation does not leave"),
            };
            self.values.insert(id, value);
        }
    }

    fn run_time_loop(&mut self, at: At<'_>, id: LoopId) {
        let of_loop = self.source.code.run_time_loop(id);
        let scheduled = at.schedule.run_time_loop(id);
        let new = self.builder.begin_loop();
        for variable in scheduled.variables() {
            let initial = match run_time_loop::initial(of_loop, *variable) {
                Initial::Value(id) => self.value(id),
                Initial::Number(number) => self.builder.rounded(number),
            };
            let inside = run_time_loop::inside(of_loop, *variable);
            let category = match variable {
                Output::Slot(_) => self.source.code.statement(inside).category(),
                Output::Partial(_) => Category::Variable,
            };
            self.builder.set_role(role(*variable));
            let state = self.builder.state(new, initial, category);
            self.values.insert(inside, state);
        }
        let outside = self.builder.enter(self.builder.loop_body(new));
        let inside = self.inside(of_loop.body(), scheduled.body());
        self.steps(inside);
        let body = self.source.arms.get(of_loop.body());
        let mut nexts = Vec::new();
        for variable in scheduled.variables() {
            nexts.push(match run_time_loop::next(of_loop, body, *variable) {
                Next::Value(id) => self.value(id),
                Next::Entry(entry) => self.entry(inside, entry),
            });
        }
        let stop = of_loop
            .stop()
            .map(|stop| (stop.condition, self.mapped(&stop.mentions)));
        let variables = scheduled.variables().iter();
        let n_slots = variables
            .filter(|one| matches!(one, Output::Slot(_)))
            .count();
        // Slots come before partials.
        self.builder.end_loop(new, nexts[..n_slots].to_vec(), stop);
        for (index, next) in nexts.into_iter().enumerate().skip(n_slots) {
            self.builder.set_next(new, index, next);
        }
        self.builder.enter(outside);
        for (id, output) in scheduled
            .defines(of_loop)
            .into_iter()
            .zip(scheduled.exits())
        {
            let position = scheduled.variables().iter().position(|one| one == output);
            let position = position.expect("invariant: what is used behind a loop is a variable");
            self.builder.set_role(role(*output));
            let exit = self.builder.exit(new, position);
            self.values.insert(id, exit);
        }
    }

    fn mapped(&mut self, ids: &[ValueId]) -> Vec<ValueId> {
        ids.iter().map(|id| self.value(*id)).collect()
    }
}

/// What the code computes with an output of a region.
fn role(output: Output) -> Role {
    match output {
        Output::Slot(_) => Role::Value,
        Output::Partial(_) => Role::Derivative,
    }
}
