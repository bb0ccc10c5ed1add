//! The interpreter: a code list and the plans of its regions, evaluated along one path.
//!
//! ```text
//! values    v4 = v0 * v3        with the slope along one column: dual numbers, forward
//! branch    the arm of the path; its joins are the values that it hands out
//! loop      states, body, states, body, ..; before each iteration the body is forgotten
//! plan      partials, sums and entries where somebody asks for them; those of an arm are the
//!           partials of its joins, those of a body are the next `S`
//! ```
//!
//! Dual numbers use nothing but the values and [`slopes`](super::slopes), so they are independent
//! of partials, graphs and plans.
//!
//! Invariant: values are computed in the order of the code list, in which operands come first.
//! Partials come later in it than the joins that their arms hand out, so they are computed when
//! asked for. Cost: that of the path, for each run.

use std::collections::BTreeSet;

use jacobian_core::ir::evaluate::evaluate;
use jacobian_core::ir::loop_region::{CarriedEntry, CarriedPartial};
use jacobian_core::ir::region::JoinEntry;
use jacobian_core::ir::{BranchId, Elemental, LoopId, Precision, RegionId, Role, ValueId};

use super::condition;
use super::path::{Path, Random};
use super::slopes::slopes;
use super::subject::Subject;

/// A value, and how it moves.
#[derive(Clone, Copy, Default)]
pub(super) struct Number {
    pub(super) value: f64,
    /// By the independent of the run.
    pub(super) tangent: f64,
    /// The same with all slopes without their signs: the sum over all paths of the graph.
    pub(super) paths: f64,
}

/// What a run is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Values, and how they move with this column.
    Along(usize),
    /// Values and the plan.
    Plan,
}

/// One run.
pub(super) struct Machine<'a> {
    pub(super) subject: &'a Subject<'a>,
    purpose: Purpose,
    x: &'a [f64],
    /// By value of the code list.
    numbers: Vec<Option<Number>>,
    /// By region: the accumulations of its plan.
    pub(super) sums: Vec<Option<Vec<f64>>>,
    /// By branch: the arm that was taken, in a loop in this iteration.
    pub(super) taken: Vec<Option<usize>>,
    /// All arms that were taken, with their branches, without those of preaccumulations.
    pub(super) entered: BTreeSet<(usize, usize)>,
    path: Path,
    random: Random,
    /// The largest summand of an accumulation, and the largest partial or entry.
    pub(super) label: f64,
    pub(super) largest: f64,
}

impl<'a> Machine<'a> {
    /// Computes all values of the function.
    pub(super) fn run(
        subject: &'a Subject<'a>,
        purpose: Purpose,
        x: &'a [f64],
        (path, random): (Path, Random),
    ) -> Self {
        let code = &subject.compiled.code;
        let mut machine = Self {
            subject,
            purpose,
            x,
            numbers: vec![None; code.statements().len()],
            sums: vec![None; subject.n_regions()],
            taken: vec![None; code.branches().len()],
            entered: BTreeSet::new(),
            path,
            random,
            label: 0.0,
            largest: 0.0,
        };
        machine.region(RegionId::FUNCTION);
        machine
    }

    /// The path that it went.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The number of a value.
    pub(super) fn number(&mut self, id: ValueId) -> Number {
        self.number_and_new(id).0
    }

    /// The values of a region in order.
    fn region(&mut self, region: RegionId) {
        let subject = self.subject;
        for id in subject.statements(region) {
            let statement = subject.compiled.code.statement(*id);
            let is_drawn = matches!(
                statement.elemental(),
                Elemental::Opaque(_) | Elemental::Seed(_)
            );
            // Random numbers are drawn in one order, whatever is asked for later.
            if is_drawn || statement.role() == Role::Value {
                self.number(*id);
            }
        }
    }

    /// The number of a value, and which others had to be computed for it.
    fn number_and_new(&mut self, id: ValueId) -> (Number, Vec<ValueId>) {
        let (mut waiting, mut new) = (vec![id], Vec::new());
        // Without recursion, since chains of partials may be long.
        while let Some(next) = waiting.last().copied() {
            let before = waiting.len();
            if self.numbers[next.index()].is_none() {
                let operands = self.operands_of(next).iter();
                waiting.extend(operands.filter(|id| self.numbers[id.index()].is_none()));
            }
            if waiting.len() == before {
                waiting.pop();
                if self.numbers[next.index()].is_none() {
                    let number = self.computed(next);
                    self.numbers[next.index()] = Some(number);
                    new.push(next);
                }
            }
        }
        (self.known(id), new)
    }

    fn operands_of(&self, id: ValueId) -> &'a [ValueId] {
        let statement = self.subject.compiled.code.statement(id);
        match statement.elemental() {
            Elemental::Operation(_) | Elemental::Selected(_) => statement.operands(),
            Elemental::Ruled(count) => &statement.operands()[..=count as usize],
            _ => &[],
        }
    }

    fn known(&self, id: ValueId) -> Number {
        self.numbers[id.index()].unwrap_or_default()
    }

    fn computed(&mut self, id: ValueId) -> Number {
        let still = |value| Number {
            value,
            ..Number::default()
        };
        let code = &self.subject.compiled.code;
        let statement = code.statement(id);
        match statement.elemental() {
            Elemental::Independent(column) => {
                let moves = self.purpose == Purpose::Along(column as usize);
                let slope = f64::from(u8::from(moves));
                Number {
                    value: self.x[column as usize],
                    tangent: slope,
                    paths: slope,
                }
            }
            Elemental::Literal(bits) => still(f64::from_bits(bits)),
            Elemental::Opaque(_) | Elemental::Seed(_) => still(self.random.next()),
            Elemental::Operation(operation) => {
                let of: Vec<Number> = self
                    .operands_of(id)
                    .iter()
                    .map(|id| self.known(*id))
                    .collect();
                let values: Vec<f64> = of.iter().map(|operand| operand.value).collect();
                let value = evaluate(operation, &values, Precision::Double);
                moved(value, of.into_iter().zip(slopes(operation, &values, value)))
            }
            Elemental::Ruled(_) => self.ruled(id),
            Elemental::Selected(_) => self.selected(id),
            Elemental::Join(branch, slot) => self.join(branch, slot as usize),
            Elemental::JoinPartial(branch, index) => {
                still(self.join_partial(branch, index as usize))
            }
            Elemental::Exit(of, _) => {
                self.run_loop(of);
                self.known(id)
            }
            // A loop sets them. Dual numbers do without those that are partials.
            Elemental::State(..) | Elemental::Carried(..) | Elemental::ExitPartial(..) => {
                Number::default()
            }
        }
    }

    /// The result of a call whose partials are the caller's.
    fn ruled(&mut self, id: ValueId) -> Number {
        let operands = self.operands_of(id);
        let value = self.known(operands[0]).value;
        // The partials may use the result, which does not move them here.
        self.numbers[id.index()] = Some(Number {
            value,
            ..Number::default()
        });
        let mut arguments = Vec::new();
        let partials = self.subject.compiled.code.partials_of_call(id);
        for (argument, partial) in operands[1..].iter().zip(partials) {
            let (partial, new) = self.number_and_new(*partial);
            // How they move is not known yet.
            for id in new {
                let drawn = self.subject.compiled.code.statement(id).elemental();
                if !matches!(drawn, Elemental::Opaque(_) | Elemental::Seed(_)) {
                    self.numbers[id.index()] = None;
                }
            }
            arguments.push((self.known(*argument), partial.value));
        }
        moved(value, arguments.into_iter())
    }

    /// The value whose position is the index.
    fn selected(&self, id: ValueId) -> Number {
        let operands = self.operands_of(id);
        let index = self.known(operands[0]).value;
        let positions = (0..).zip(&operands[1..]);
        let mut values =
            positions.filter(|(position, _)| (index - f64::from(*position)).abs() < 0.5);
        let chosen = values.next().map(|(_, id)| self.known(*id));
        chosen.unwrap_or_default()
    }

    fn join(&mut self, id: BranchId, slot: usize) -> Number {
        let branch = self.subject.compiled.code.branch(id);
        let arm = match self.taken[id.index()] {
            Some(arm) => arm,
            None => self.enter(id),
        };
        let result = branch.slots()[slot].results[arm];
        result.map(|id| self.number(id)).unwrap_or_default()
    }

    /// Runs an arm of a branch.
    fn enter(&mut self, id: BranchId) -> usize {
        let (subject, numbers) = (self.subject, &self.numbers);
        let branch = subject.compiled.code.branch(id);
        let asked = || {
            let value = |id: u32| Some((*numbers.get(id as usize)?)?.value);
            let holds = condition::holds(subject.condition(branch.head())?, &value)?;
            // The first arm is that of a condition that holds.
            Some(usize::from(!holds))
        };
        let arm = self.path.arm(subject.open_arms(id), asked);
        self.taken[id.index()] = Some(arm);
        if !branch.is_preaccumulation() {
            self.entered.insert((id.index(), arm));
        }
        self.region(branch.arms()[arm]);
        arm
    }

    /// Runs a loop, and sets what is used behind it.
    fn run_loop(&mut self, id: LoopId) {
        let of_loop = self.subject.compiled.code.run_time_loop(id);
        let iterations = self.path.iterations();
        let slots = of_loop.slots();
        let mut states: Vec<Number> = slots.iter().map(|slot| self.number(slot.initial)).collect();
        let partials: &[CarriedPartial] = match self.purpose {
            Purpose::Plan => of_loop.partials(),
            Purpose::Along(_) => &[],
        };
        let mut carried: Vec<f64> = partials
            .iter()
            .map(|partial| self.factor(partial.initial))
            .collect();
        for _ in 0..iterations {
            self.forget(of_loop.body());
            for (slot, state) in slots.iter().zip(&states) {
                self.numbers[slot.state.index()] = Some(*state);
            }
            for (partial, number) in partials.iter().zip(&carried) {
                if let CarriedEntry::Value { carried, .. } = partial.entry {
                    self.set(carried, *number);
                }
            }
            self.region(of_loop.body());
            states = slots.iter().map(|slot| self.number(slot.next)).collect();
            carried = partials
                .iter()
                .map(|partial| match partial.entry {
                    CarriedEntry::Literal(constant) => constant.value(),
                    CarriedEntry::Value { .. } => {
                        self.entry_of(of_loop.body(), partial.slot, partial.source)
                    }
                })
                .collect();
        }
        for (slot, state) in slots.iter().zip(states) {
            if let Some(exit) = slot.exit {
                self.numbers[exit.index()] = Some(state);
            }
        }
        for (partial, number) in partials.iter().zip(carried) {
            if let CarriedEntry::Value { exit, .. } = partial.entry {
                self.set(exit, number);
            }
        }
    }

    fn set(&mut self, id: ValueId, value: f64) {
        self.numbers[id.index()] = Some(Number {
            value,
            ..Number::default()
        });
    }

    fn factor(&mut self, entry: JoinEntry) -> f64 {
        match entry {
            JoinEntry::Literal(constant) => constant.value(),
            JoinEntry::Value(id) => self.number(id).value,
        }
    }

    /// Forgets all values and sums inside of a region, before it runs again.
    fn forget(&mut self, region: RegionId) {
        let subject = self.subject;
        for inner in subject.inside(region) {
            self.sums[inner.index()] = None;
            for id in subject.statements(inner) {
                self.numbers[id.index()] = None;
            }
        }
        for (id, branch) in subject.compiled.code.branches().iter().enumerate() {
            if subject.compiled.code.is_visible(region, branch.region()) {
                self.taken[id] = None;
            }
        }
    }
}

/// A value that depends on others with these slopes.
fn moved(value: f64, of: impl Iterator<Item = (Number, f64)>) -> Number {
    let mut number = Number {
        value,
        ..Number::default()
    };
    for (operand, slope) in of {
        // What does not move adds nothing, whatever the slope.
        if operand.paths != 0.0 {
            number.tangent += operand.tangent * slope;
            number.paths += operand.paths * slope.abs();
        }
    }
    number
}
