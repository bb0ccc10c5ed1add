//! Random code lists through the whole middle, checked in exact arithmetic.
//!
//! The elementals here are those of a field, so everything can be computed modulo a prime:
//! derivatives by dual numbers on one side, partials, elimination, sharing and schedule on the
//! other. Equality is exact; a wrong sign or a missing path cannot hide in rounding. Branches and
//! loops nest up to three deep. Branches take arms at random, and loops run zero to three times.

use std::cell::{Cell, RefCell};

use crate::campaign;
use jacobian_elimination::graph::Side;
use jacobian_elimination::ir::elemental::Operation;
use jacobian_elimination::ir::instructions::Work;
use jacobian_elimination::ir::region::JoinEntry;
use jacobian_elimination::ir::{
    Branch, BranchId, Category, CodeList, CodeListBuilder, Elemental, LoopId, OpaqueId, Origin,
    Precision, Role, ValueId,
};
use jacobian_elimination::options::{Fold, Level, Options, Order, Sequence, ValuePath};
use jacobian_elimination::order::OrderChoice;
use jacobian_elimination::pipeline::{self, Compiled, compile};
use jacobian_elimination::plan::{Atom, Plan, Product, Term};
use jacobian_elimination::products::{self, Labels, Way};
use jacobian_elimination::schedule::run_time_loop::{self, Initial, Next};
use jacobian_elimination::schedule::{Output, Schedule, Step, constant_of};

const PRIME: u64 = (1 << 61) - 1;

/// A number modulo the prime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Residue(u64);

thread_local! {
    /// Whether a number was divided by zero.
    static DIVIDES_BY_ZERO: Cell<bool> = const { Cell::new(false) };
}

/// Whether the value is divided by zero on this path, for example by `x - x`. Then it is not in the
/// field, and identities such as `a / b * b = a` do not hold.
pub(crate) fn divides_by_zero(sample: &Sample, path: &Path) -> bool {
    DIVIDES_BY_ZERO.set(false);
    evaluate(&sample.code, sample.point.clone(), path);
    DIVIDES_BY_ZERO.get()
}

/// The operations of a field.
trait Number: Copy {
    fn of(value: f64) -> Self;
    fn add(self, other: Self) -> Self;
    fn negate(self) -> Self;
    fn multiply(self, other: Self) -> Self;
    fn reciprocal(self) -> Self;
}

impl Number for Residue {
    /// A number that a double holds exactly: an integer, or one over a power of two, by which
    /// rewrites take literal factors out of sums.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small integers"
    )]
    fn of(value: f64) -> Self {
        assert!(value.abs() < 9e15, "{value} is not a small number");
        if value.fract() != 0.0 {
            return Self::of(2.0 * value).multiply(Self(2).reciprocal());
        }
        let magnitude = Self(value.abs() as u64 % PRIME);
        if value < 0.0 {
            magnitude.negate()
        } else {
            magnitude
        }
    }

    fn add(self, other: Self) -> Self {
        Self((self.0 + other.0) % PRIME)
    }

    fn negate(self) -> Self {
        Self((PRIME - self.0) % PRIME)
    }

    fn multiply(self, other: Self) -> Self {
        Self(u64::try_from(u128::from(self.0) * u128::from(other.0) % u128::from(PRIME)).unwrap())
    }

    fn reciprocal(self) -> Self {
        if self.0 == 0 {
            DIVIDES_BY_ZERO.set(true);
        }
        let (mut power, mut base, mut exponent) = (Self(1), self, PRIME - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power.multiply(base);
            }
            base = base.multiply(base);
            exponent >>= 1;
        }
        power
    }
}

/// A number with its derivative in one direction. Its parts may be dual numbers again.
#[derive(Clone, Copy, Debug)]
struct Dual<N> {
    value: N,
    tangent: N,
}

impl<N: Number> Number for Dual<N> {
    fn of(value: f64) -> Self {
        Self {
            value: N::of(value),
            tangent: N::of(0.0),
        }
    }

    fn add(self, other: Self) -> Self {
        Self {
            value: self.value.add(other.value),
            tangent: self.tangent.add(other.tangent),
        }
    }

    fn negate(self) -> Self {
        Self {
            value: self.value.negate(),
            tangent: self.tangent.negate(),
        }
    }

    fn multiply(self, other: Self) -> Self {
        let (left, right) = (
            self.tangent.multiply(other.value),
            self.value.multiply(other.tangent),
        );
        Self {
            value: self.value.multiply(other.value),
            tangent: left.add(right),
        }
    }

    fn reciprocal(self) -> Self {
        let value = self.value.reciprocal();
        Self {
            value,
            tangent: self.tangent.multiply(value.multiply(value)).negate(),
        }
    }
}

fn operate<N: Number>(operation: Operation, operands: &[N]) -> N {
    match (operation, operands) {
        (Operation::Add, [a, b]) => a.add(*b),
        (Operation::Sub, [a, b]) => a.add(b.negate()),
        // A masked product is another one at infinities only.
        (Operation::Mul | Operation::Masked, [a, b]) => a.multiply(*b),
        (Operation::Div, [a, b]) => a.multiply(b.reciprocal()),
        (Operation::MulAdd, [a, b, c]) => a.multiply(*b).add(*c),
        (Operation::Neg, [a]) => a.negate(),
        (Operation::Recip, [a]) => a.reciprocal(),
        _ => panic!("{operation} is not an operation of a field"),
    }
}

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % u64::try_from(bound).unwrap()).unwrap()
    }
}

const OPERATIONS: &[Operation] = &[
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
    Operation::Mul,
    Operation::Div,
    Operation::Neg,
    Operation::Recip,
    Operation::MulAdd,
];

fn random_code_list(random: &mut Random) -> CodeList {
    let mut builder = CodeListBuilder::new(1 + random.below(4), Precision::Double);
    let mut values: Vec<ValueId> = builder.code().independents().to_vec();
    let length = random.below(24);
    write(&mut builder, random, &mut values, length);
    let dependents =
        (0..=random.below(4)).map(|_| values[values.len() - 1 - random.below(values.len().min(6))]);
    builder.finish(dependents.collect())
}

/// Appends statements and branches on the latest values.
fn write(
    builder: &mut CodeListBuilder,
    random: &mut Random,
    values: &mut Vec<ValueId>,
    length: usize,
) {
    for _ in 0..length {
        if random.below(4) == 0 {
            values.push(builder.literal([-2.0, -1.0, 1.0, 2.0, 3.0][random.below(5)]));
        }
        if random.below(5) == 0 && builder.depth() < 3 {
            write_branch(builder, random, values);
            continue;
        }
        if random.below(7) == 0 && builder.depth() < 3 {
            write_loop(builder, random, values);
            continue;
        }
        let operation = OPERATIONS[random.below(OPERATIONS.len())];
        let recent = values.len().min(8);
        let mut pick = || values[values.len() - 1 - random.below(recent)];
        let operands: Vec<ValueId> = (0..operation.arity()).map(|_| pick()).collect();
        // Numbers known at expansion remain integers, so that a double represents them exactly.
        let is_known = |id: &ValueId| builder.code().statement(*id).constant().is_some();
        let divides = matches!(operation, Operation::Div | Operation::Recip);
        if operands.iter().all(is_known) || (divides && operands.last().is_some_and(is_known)) {
            continue;
        }
        let id = builder.apply(operation, &operands, Origin::default());
        if random.below(3) == 0 {
            builder.name(id);
        }
        values.push(id);
    }
}

/// Two or three arms that use the latest values, and some joins of their last values.
fn write_branch(builder: &mut CodeListBuilder, random: &mut Random, values: &mut Vec<ValueId>) {
    let asked = values[values.len() - 1];
    let outside = builder.region();
    // By its head we know a branch again in derived code.
    let head = OpaqueId(u32::try_from(builder.code().branches().len()).unwrap());
    let branch = builder.branch(head, vec![asked], true);
    let mut ends: Vec<Vec<ValueId>> = Vec::new();
    for _ in 0..2 + random.below(2) {
        let arm = builder.arm(branch);
        builder.enter(arm);
        let mut inside = values.clone();
        let length = random.below(6);
        write(builder, random, &mut inside, length);
        builder.enter(outside);
        ends.push(inside);
    }
    for _ in 0..=random.below(3) {
        let mut pick =
            |end: &Vec<ValueId>| Some(end[end.len() - 1 - random.below(end.len().min(4))]);
        let results: Vec<Option<ValueId>> = ends.iter().map(&mut pick).collect();
        // Where all agree there is nothing to join.
        if results.iter().any(|result| *result != results[0]) {
            values.push(builder.join(branch, results));
        }
    }
}

/// A loop that changes up to three variables from the latest values.
fn write_loop(builder: &mut CodeListBuilder, random: &mut Random, values: &mut Vec<ValueId>) {
    let id = builder.begin_loop();
    let outside = builder.enter(builder.loop_body(id));
    let mut inside = values.clone();
    for _ in 0..=random.below(3) {
        let initial = values[values.len() - 1 - random.below(values.len().min(6))];
        inside.push(builder.state(id, initial, Category::Variable));
    }
    let states = inside.len() - values.len();
    let length = random.below(8);
    write(builder, random, &mut inside, length);
    let mut pick = |_| inside[inside.len() - 1 - random.below(inside.len().min(6))];
    let nexts = (0..states).map(&mut pick).collect();
    builder.end_loop(id, nexts, None);
    builder.enter(outside);
    values.extend((0..states).map(|slot| builder.exit(id, slot)));
}

/// What run time decides: the arm that each branch takes, by its head, and how often each loop
/// runs.
#[derive(Debug)]
pub(crate) struct Path {
    taken: Vec<usize>,
    iterations: Vec<usize>,
}

impl Path {
    /// The arm that a branch takes. A preaccumulation has one.
    fn arm(&self, branch: &Branch) -> usize {
        self.taken[branch.head().0 as usize] % branch.arms().len()
    }
}

/// Values, where each branch takes a given arm.
struct Oracle<'a, N> {
    code: &'a CodeList,
    point: Vec<N>,
    path: &'a Path,
    values: Vec<Option<N>>,
}

fn evaluate<N: Number>(code: &CodeList, point: Vec<N>, path: &Path) -> Vec<N> {
    let n = code.statements().len();
    let mut oracle = Oracle {
        code,
        point,
        path,
        values: vec![None; n],
    };
    oracle.run(0, n, 0);
    let dependents = code.dependents().iter();
    dependents.map(|id| oracle.get(*id)).collect()
}

/// The point, moving along one column.
fn along<N: Number>(point: &[N], column: usize) -> Vec<Dual<N>> {
    let tangent = |index: usize| N::of(if index == column { 1.0 } else { 0.0 });
    let numbers = point.iter().enumerate();
    numbers
        .map(|(index, value)| Dual {
            value: *value,
            tangent: tangent(index),
        })
        .collect()
}

/// The Jacobian by dual numbers.
pub(crate) fn jacobian(code: &CodeList, point: &[Residue], path: &Path) -> Vec<Vec<Residue>> {
    let mut rows = vec![Vec::new(); code.dependents().len()];
    for column in 0..point.len() {
        let values = evaluate(code, along(point, column), path);
        for (row, value) in rows.iter_mut().zip(values) {
            row.push(value.tangent);
        }
    }
    rows
}

/// The Hessian of the sum of the dependents, by dual numbers of dual numbers.
fn hessian(code: &CodeList, point: &[Residue], path: &Path) -> Vec<Vec<Residue>> {
    let entry = |row: usize, column: usize| {
        let values = evaluate(code, along(&along(point, column), row), path);
        let second = values.iter().map(|value| value.tangent.tangent);
        second.fold(Residue(0), Number::add)
    };
    let columns = 0..point.len();
    let row = |row: usize| columns.clone().map(|column| entry(row, column)).collect();
    columns.clone().map(row).collect()
}

impl<N: Number> Oracle<'_, N> {
    fn get(&self, id: ValueId) -> N {
        self.values[id.index()].expect("operands are first")
    }

    /// The statements from one to another. Loops before the number `next` are running.
    fn run(&mut self, first: usize, end: usize, next: usize) {
        let (mut position, mut next) = (first, next);
        while position < end {
            let loops = self.code.loops();
            if next < loops.len() && loops[next].first().index() == position {
                let id = self.code.loop_ids().nth(next).unwrap();
                position = self.run_loop(id, next);
                while next < loops.len() && loops[next].first().index() < position {
                    next += 1;
                }
            } else {
                let id = self.code.ids().nth(position).unwrap();
                if let Some(value) = self.evaluate(id) {
                    self.values[position] = Some(value);
                }
                position += 1;
            }
        }
    }

    /// Runs a loop, and returns the position behind its body.
    fn run_loop(&mut self, id: LoopId, number: usize) -> usize {
        let one = self.code.run_time_loop(id);
        let first = one.first().index();
        let is_inside = |position: &usize| {
            let region = self.code.statements()[*position].region();
            self.code.is_visible(one.body(), region)
        };
        let end = (first..self.code.statements().len())
            .find(|position| !is_inside(position))
            .unwrap_or(self.code.statements().len());
        for slot in one.slots() {
            self.values[slot.state.index()] = Some(self.get(slot.initial));
        }
        for _ in 0..self.path.iterations[id.index()] {
            self.run(first, end, number + 1);
            let nexts: Vec<N> = one.slots().iter().map(|slot| self.get(slot.next)).collect();
            for (slot, next) in one.slots().iter().zip(nexts) {
                self.values[slot.state.index()] = Some(next);
            }
        }
        end
    }

    /// The value of a statement. `None` for states, which loops assign.
    fn evaluate(&self, id: ValueId) -> Option<N> {
        let statement = self.code.statement(id);
        Some(match statement.elemental() {
            Elemental::Independent(index) => self.point[index as usize],
            Elemental::Literal(bits) => N::of(f64::from_bits(bits)),
            Elemental::Operation(operation) => {
                let operands = statement.operands().iter();
                let operands: Vec<N> = operands.map(|id| self.get(*id)).collect();
                operate(operation, &operands)
            }
            Elemental::Join(branch, slot) => {
                let arm = self.path.arm(self.code.branch(branch));
                let result = self.code.branch(branch).slots()[slot as usize].results[arm];
                self.get(result.expect("every arm has results"))
            }
            Elemental::Exit(id, slot) => {
                self.get(self.code.run_time_loop(id).slots()[slot as usize].state)
            }
            Elemental::State(..) => return None,
            Elemental::Opaque(_)
            | Elemental::Seed(_)
            | Elemental::Ruled(_)
            | Elemental::JoinPartial(..)
            | Elemental::Carried(..)
            | Elemental::ExitPartial(..)
            | Elemental::Selected(_) => unreachable!(),
        })
    }
}

/// What a schedule executed: the operations of derivative statements, and the iterations of each
/// loop.
#[derive(Debug, Default)]
struct Executed {
    work: Work,
    iterations: Vec<usize>,
}

/// Runs a schedule statement by statement; every value must be there before it is used.
struct Machine<'a> {
    compiled: &'a Compiled,
    executed: &'a RefCell<Executed>,
    point: &'a [Residue],
    path: &'a Path,
    plan: Option<&'a Plan>,
    values: Vec<Option<Residue>>,
    accumulations: Vec<Option<Residue>>,
    entries: Vec<Option<Residue>>,
}

impl<'a> Machine<'a> {
    fn value(&self, id: ValueId) -> Residue {
        match self.compiled.code.statement(id).elemental() {
            Elemental::Literal(bits) => Residue::of(f64::from_bits(bits)),
            _ => self.values[id.index()].expect("defined before use"),
        }
    }

    fn atom(&self, atom: Atom) -> Residue {
        match atom {
            Atom::Value(id) => self.value(id),
            Atom::Accumulation(id) => self.accumulations[id.index()].expect("defined before use"),
        }
    }

    /// The sum of a derivative statement: each product with a factor that is not known, and each
    /// addition, is executed.
    fn accumulated(&self, terms: &[Term]) -> Residue {
        let is_product =
            |term: &&Term| matches!(term.product, Product::Pair(..) | Product::Scaled(..));
        self.count(Work {
            multiplications: terms.iter().filter(is_product).count(),
            additions: terms.len().saturating_sub(1),
            ..Work::default()
        });
        self.sum(terms)
    }

    fn count(&self, work: Work) {
        self.executed.borrow_mut().work += work;
    }

    fn sum(&self, terms: &[Term]) -> Residue {
        terms.iter().fold(Residue(0), |sum, term| {
            let product = match term.product {
                Product::Literal(constant) => Residue::of(constant.value()),
                Product::Atom(atom) => self.atom(atom),
                Product::Scaled(constant, atom) => {
                    Residue::of(constant.value()).multiply(self.atom(atom))
                }
                Product::Pair(a, b) => self.atom(a).multiply(self.atom(b)),
            };
            sum.add(if term.negative {
                product.negate()
            } else {
                product
            })
        })
    }

    fn run(&mut self, schedule: &'a Schedule) {
        for step in schedule.steps() {
            self.step(*step, schedule);
        }
    }

    /// Runs the arm that is taken, and assigns the joins and their partials.
    fn branch(&mut self, id: BranchId, schedule: &'a Schedule) {
        let (branch, scheduled) = (self.compiled.code.branch(id), schedule.branch(id));
        for need in scheduled.needs() {
            self.value(*need);
        }
        let taken = self.path.arm(branch);
        let arm = self.compiled.arms.get(branch.arms()[taken]);
        let plan = arm.and_then(|arm| arm.plan.as_ref());
        let mut inside = Machine {
            plan,
            values: self.values.clone(),
            accumulations: vec![None; plan.map_or(0, |plan| plan.accumulations().len())],
            entries: Vec::new(),
            ..*self
        };
        inside.run(&scheduled.arms()[taken]);
        for output in scheduled.outputs() {
            let (id, value) = match output {
                Output::Slot(slot) => {
                    let slot = &branch.slots()[*slot];
                    (
                        slot.join,
                        inside.value(slot.results[taken].expect("a result")),
                    )
                }
                Output::Partial(index) => {
                    let partial = &branch.partials()[*index];
                    let entry = arm.and_then(|arm| arm.entry(partial.slot, partial.source));
                    let JoinEntry::Value(id) = partial.entry else {
                        panic!("a number is not handed out")
                    };
                    (
                        id,
                        inside.accumulated(entry.map_or(&[], |entry| entry.terms())),
                    )
                }
            };
            let before = self.values[id.index()].replace(value);
            assert!(before.is_none(), "{id} is assigned twice");
        }
    }

    /// Runs the body of a loop, and assigns what is used behind it.
    fn run_loop(&mut self, id: LoopId, schedule: &'a Schedule) {
        let (one, scheduled) = (
            self.compiled.code.run_time_loop(id),
            schedule.run_time_loop(id),
        );
        for need in scheduled.needs() {
            self.value(*need);
        }
        let body = self.compiled.arms.get(one.body());
        let plan = body.and_then(|body| body.plan.as_ref());
        let initial = |variable: &Output| match run_time_loop::initial(one, *variable) {
            Initial::Value(id) => self.value(id),
            Initial::Number(number) => Residue::of(number.value()),
        };
        let variables = scheduled.variables();
        let mut present: Vec<Residue> = variables.iter().map(initial).collect();
        for _ in 0..self.path.iterations[id.index()] {
            self.executed.borrow_mut().iterations[id.index()] += 1;
            let mut inside = Machine {
                plan,
                values: self.values.clone(),
                accumulations: vec![None; plan.map_or(0, |plan| plan.accumulations().len())],
                entries: Vec::new(),
                ..*self
            };
            for (variable, value) in variables.iter().zip(&present) {
                let name = run_time_loop::inside(one, *variable);
                assert!(inside.values[name.index()].replace(*value).is_none());
            }
            inside.run(scheduled.body());
            let next = |variable: &Output| match run_time_loop::next(one, body, *variable) {
                Next::Value(id) => inside.value(id),
                Next::Entry(entry) => inside.accumulated(entry.map_or(&[], |entry| entry.terms())),
            };
            present = variables.iter().map(next).collect();
        }
        for (exit, id) in scheduled.exits().iter().zip(scheduled.defines(one)) {
            let variable = variables.iter().position(|variable| variable == exit);
            let value = present[variable.expect("an exit is a variable")];
            let before = self.values[id.index()].replace(value);
            assert!(before.is_none(), "{id} is assigned twice");
        }
    }

    fn step(&mut self, step: Step, schedule: &'a Schedule) {
        match step {
            Step::Branch(id) => self.branch(id, schedule),
            Step::Loop(id) => self.run_loop(id, schedule),
            Step::Call(id) => panic!("{id}: the value path is exact"),
            Step::Value(id) => {
                let statement = self.compiled.code.statement(id);
                let is_derivative = statement.role() == Role::Derivative;
                let value = match (statement.elemental(), self.compiled.rewrites.sum(id)) {
                    (_, Some(terms)) if is_derivative => self.accumulated(terms),
                    (_, Some(terms)) => self.sum(terms),
                    (Elemental::Independent(index) | Elemental::Seed(index), None) => {
                        self.point[index as usize]
                    }
                    (Elemental::Operation(operation), None) => {
                        if is_derivative {
                            self.count(work_of(operation));
                        }
                        let operands: Vec<Residue> = statement
                            .operands()
                            .iter()
                            .map(|id| self.value(*id))
                            .collect();
                        operate(operation, &operands)
                    }
                    (other, None) => panic!("{other} is never assigned"),
                };
                assert!(
                    self.values[id.index()].replace(value).is_none(),
                    "{id} is assigned twice"
                );
            }
            Step::Accumulation(id) => {
                let plan = self.plan.expect("accumulations belong to a plan");
                let sum = self.accumulated(plan.accumulation(id).terms());
                assert!(
                    self.accumulations[id.index()].replace(sum).is_none(),
                    "{id} is assigned twice"
                );
            }
            Step::StoreEntry(index) => {
                let plan = self.plan.expect("entries belong to a plan");
                let sum = self.accumulated(plan.entries()[index].terms());
                assert!(
                    self.entries[index].replace(sum).is_none(),
                    "entry {index} is stored twice"
                );
            }
            Step::StoreValue(row) => {
                self.value(self.compiled.code.stored()[row]);
            }
        }
    }
}

/// The Jacobian that the schedule computes, dense; entries that are not stored are those of the
/// template.
pub(crate) fn run(compiled: &Compiled, point: &[Residue], path: &Path) -> Vec<Vec<Residue>> {
    let mut dense = vec![vec![Residue(0); point.len()]; compiled.code.dependents().len()];
    let (entries, _) = run_entries(compiled, point, path);
    for (entry, value) in compiled.plan.entries().iter().zip(entries) {
        dense[entry.row()][entry.col()] = value;
    }
    dense
}

/// The entries of the plan and the values that the schedule computes. The point has the
/// independents, and then the seeds.
fn run_entries(
    compiled: &Compiled,
    point: &[Residue],
    path: &Path,
) -> (Vec<Residue>, Vec<Residue>) {
    let executed = RefCell::new(Executed {
        iterations: vec![0; compiled.code.loops().len()],
        ..Executed::default()
    });
    let mut machine = Machine {
        compiled,
        executed: &executed,
        point,
        path,
        plan: Some(&compiled.plan),
        values: vec![None; compiled.code.statements().len()],
        accumulations: vec![None; compiled.plan.accumulations().len()],
        entries: vec![None; compiled.plan.entries().len()],
    };
    machine.run(&compiled.schedule);
    check_cost(compiled, &executed.borrow());
    assert!(
        machine.accumulations.iter().all(Option::is_some),
        "no accumulation is dead"
    );
    let entries = compiled.plan.entries().iter().zip(&machine.entries);
    let entries = entries.map(|(entry, stored)| {
        stored.unwrap_or_else(|| {
            let is_known = constant_of(entry.terms()).is_some();
            assert!(is_known, "an entry that varies is stored");
            machine.sum(entry.terms())
        })
    });
    let stored = compiled.code.stored().iter();
    (
        entries.collect(),
        stored.map(|id| machine.value(*id)).collect(),
    )
}

/// The operations of one derivative statement, by the rules of `Cost`.
fn work_of(operation: Operation) -> Work {
    let (multiplications, additions, divisions) = match operation {
        Operation::Neg => (0, 0, 0),
        Operation::Add | Operation::Sub => (0, 1, 0),
        Operation::Mul | Operation::Masked => (1, 0, 0),
        Operation::MulAdd => (1, 1, 0),
        Operation::Div | Operation::Recip => (0, 0, 1),
        _ => panic!("{operation} is not an operation of a field"),
    };
    Work {
        multiplications,
        additions,
        divisions,
        elementals: 0,
    }
}

/// What ran is what `Cost` predicts: its fixed part, and for each loop one iteration times their
/// number. Of a branch the prediction is that of the most expensive arm, kind by kind.
fn check_cost(compiled: &Compiled, executed: &Executed) {
    let kinds = |work: Work| {
        [
            work.multiplications,
            work.additions,
            work.divisions,
            work.elementals,
        ]
    };
    let mut predicted = kinds(compiled.cost.work);
    for one in &compiled.cost.loops {
        for (sum, of_one) in predicted.iter_mut().zip(kinds(one.work)) {
            *sum += of_one * executed.iterations[one.id.index()];
        }
    }
    let (found, code) = (kinds(executed.work), &compiled.code);
    if code.branches().is_empty() {
        assert_eq!(found, predicted, "{code}\n{}", compiled.plan);
    } else {
        let is_within = found
            .iter()
            .zip(predicted)
            .all(|(found, most)| *found <= most);
        assert!(is_within, "{found:?} for {predicted:?}\n{code}");
    }
}

fn variants() -> Vec<Options> {
    let mut variants = Vec::new();
    for name in OrderChoice::names().filter(|name| *name != "exact") {
        let order = Order::Named(name.to_owned());
        for fold in [Fold::None, Fold::Trees, Fold::Full] {
            variants.push(Options {
                order: order.clone(),
                fold,
                search: 50,
                ..Options::default()
            });
        }
        variants.push(Options {
            order: order.clone(),
            level: Level::Statement,
            search: 50,
            ..Options::default()
        });
        let (schedule, value) = (Sequence::Elimination, ValuePath::Fused);
        variants.push(Options {
            order,
            schedule,
            value,
            search: 50,
            ..Options::default()
        });
    }
    variants
}

#[test]
fn every_order_fold_level_and_schedule_gives_the_jacobian() {
    let mut random = Random(7);
    let samples: Vec<Sample> = (0..campaign::size(2, 24))
        .map(|_| sample(&mut random))
        .collect();
    let n_branches: usize = samples.iter().map(|one| one.code.branches().len()).sum();
    let n_loops: usize = samples.iter().map(|one| one.code.loops().len()).sum();
    // On two threads: nothing else runs beside this test.
    let (some, others) = samples.split_at(samples.len() / 2);
    let check = |samples: &[Sample]| samples.iter().map(entries_checked).sum::<usize>();
    let n_entries = std::thread::scope(|scope| {
        let some = scope.spawn(|| check(some));
        check(others) + some.join().unwrap()
    });
    assert!(
        n_entries > campaign::size(500, 10_000) && n_branches.min(n_loops) > campaign::size(2, 50),
        "the lists are not trivial: {n_entries} entries, {n_branches} branches, {n_loops} loops"
    );
}

/// A code list, where it is evaluated, and the path each time.
pub(crate) struct Sample {
    pub(crate) code: CodeList,
    pub(crate) point: Vec<Residue>,
    pub(crate) paths: Vec<Path>,
}

/// The sample of a seed.
pub(crate) fn sample_of(seed: u64) -> Sample {
    sample(&mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

fn sample(random: &mut Random) -> Sample {
    let code = random_code_list(random);
    let mut number = || 2 + u64::try_from(random.below(1 << 30)).unwrap();
    let point = code
        .independents()
        .iter()
        .map(|_| Residue(number()))
        .collect();
    let n_paths = if code.n_regions() == 1 { 1 } else { 4 };
    let path = |_| Path {
        taken: (0..=code.branches().len())
            .map(|_| random.below(6))
            .collect(),
        iterations: code.loops().iter().map(|_| random.below(4)).collect(),
    };
    let paths = (0..n_paths).map(path).collect();
    Sample { code, point, paths }
}

/// The number of entries over all variants, which all agree with the oracle and have one pattern.
fn entries_checked(sample: &Sample) -> usize {
    let Sample { code, point, paths } = sample;
    let mut n_entries = 0;
    let mut pattern: Option<Vec<(usize, usize)>> = None;
    for options in variants() {
        let compiled = compile(code.clone(), &options).unwrap();
        for path in paths {
            let expected = jacobian(code, point, path);
            let found = run(&compiled, point, path);
            assert_eq!(found, expected, "{options:?} {path:?}\n{code}");
        }
        let entries = compiled.plan.entries().iter();
        let positions = entries.map(|entry| (entry.row(), entry.col())).collect();
        let pattern = pattern.get_or_insert_with(|| Vec::clone(&positions));
        assert_eq!(*pattern, positions, "{options:?}");
        n_entries += positions.len();
    }
    n_entries
}

/// The orders that the Hessian is compared under; the gradient is formed by the same one.
const ORDERS_OF_HESSIANS: [&str; 4] =
    ["enhanced_markowitz", "forward", "reverse", "edge_markowitz"];

#[test]
fn the_compiler_on_its_own_output_gives_the_hessian() {
    let mut random = Random(11);
    let (mut n_entries, mut n_zeros, mut n_regions) = (0, 0, 0);
    for _ in 0..campaign::size(20, 200) {
        let Sample { code, point, paths } = sample(&mut random);
        let n = point.len();
        n_regions += code.n_regions() - 1;
        let mut known: Option<Vec<(usize, usize)>> = None;
        let weights = vec![Residue(1); code.dependents().len()];
        let with_weights = [&point[..], &weights].concat();
        for name in ORDERS_OF_HESSIANS {
            let options = Options {
                order: Order::Named(name.to_owned()),
                search: 50,
                ..Options::default()
            };
            let compiled = compile(code.clone(), &options).unwrap();
            let second = pipeline::hessian(&compiled, &options).unwrap().compiled;
            let positions = second.plan.entries().iter();
            let positions: Vec<_> = positions.map(|entry| (entry.row(), entry.col())).collect();
            for path in &paths {
                let expected = hessian(&code, &point, path);
                let found = run(&second, &with_weights, path);
                for (row, column) in
                    (0..n).flat_map(|row| (0..=row).map(move |column| (row, column)))
                {
                    let (entry, expected) = (found[row][column], expected[row][column]);
                    assert_eq!(entry, expected, "{name} {path:?} ({row}, {column})\n{code}");
                    n_zeros += usize::from(expected == Residue(0));
                }
            }
            assert_eq!(
                *known.get_or_insert_with(|| positions.clone()),
                positions,
                "{name}\n{code}"
            );
            n_entries += positions.len();
        }
    }
    assert!(
        n_entries > campaign::size(100, 1_000)
            && n_regions > campaign::size(10, 100)
            && n_zeros > 0,
        "the lists are not trivial: {n_entries} entries, {n_regions} regions, {n_zeros} zeros"
    );
}

fn random_residues(random: &mut Random, length: usize) -> Vec<Residue> {
    let mut number = || 2 + u64::try_from(random.below(1 << 30)).unwrap();
    (0..length).map(|_| Residue(number())).collect()
}

fn dot(first: &[Residue], second: &[Residue]) -> Residue {
    let products = first.iter().zip(second).map(|(a, b)| a.multiply(*b));
    products.fold(Residue(0), Number::add)
}

fn transposed(rows: &[Vec<Residue>], n_cols: usize) -> Vec<Vec<Residue>> {
    let column = |col: usize| rows.iter().map(|row| row[col]).collect();
    (0..n_cols).map(column).collect()
}

#[test]
fn products_with_vectors_are_those_of_the_derivatives() {
    let mut random = Random(19);
    let options = Options {
        search: 50,
        ..Options::default()
    };
    let (mut n_labels, mut n_entries, mut n_formed, mut n_hessians) = (0, 0, 0, 0);
    for _ in 0..campaign::size(30, 400) {
        let Sample { code, point, paths } = sample(&mut random);
        let (n_rows, n_cols) = (code.dependents().len(), point.len());
        let dx = random_residues(&mut random, n_cols);
        let w = random_residues(&mut random, n_rows);
        let with = |vectors: &[&[Residue]]| [&[&point[..]], vectors].concat().concat();
        let function = compile(code.clone(), &options).unwrap();
        let product = |side| {
            let found = products::product(&function, &code, side, n_cols, &options);
            n_formed += usize::from(found.way == Way::Formed);
            found.compiled
        };
        let [right, left] = [Side::Right, Side::Left].map(product);
        let of_hessian = products::hessian(&code, Labels::Wanted, &options).unwrap();
        n_hessians += usize::from(of_hessian.product.way == Way::Formed);
        let linear = products::linearize(&code, &options);
        n_labels += linear.labels.plan.entries().len();
        for path in &paths {
            let rows = jacobian(&code, &point, path);
            let columns = transposed(&rows, n_cols);
            let jvp: Vec<Residue> = rows.iter().map(|row| dot(row, &dx)).collect();
            let vjp: Vec<Residue> = columns.iter().map(|column| dot(column, &w)).collect();
            n_entries += rows.concat().iter().filter(|entry| entry.0 != 0).count();
            assert_eq!(run_entries(&right, &with(&[&dx]), path).0, jvp, "{code}");
            assert_eq!(run_entries(&left, &with(&[&w]), path).0, vjp, "{code}");
            let labels = run_entries(&linear.labels, &point, path).0;
            let at = |sweep, vector: &[Residue]| {
                run_entries(sweep, &[&labels[..], vector].concat(), path).1
            };
            assert_eq!(at(&linear.right, &dx), jvp, "{path:?}\n{code}");
            assert_eq!(at(&linear.left, &w), vjp, "{path:?}\n{code}");
            let ones = vec![Residue(1); if n_rows == 1 { 0 } else { n_rows }];
            let hvp = hessian(&code, &point, path);
            let hvp: Vec<Residue> = hvp.iter().map(|row| dot(row, &dx)).collect();
            let found = run_entries(&of_hessian.product.compiled, &with(&[&ones, &dx]), path);
            assert_eq!(found.0, hvp, "{path:?}\n{code}");
            let linear = of_hessian.linearization.as_ref().unwrap();
            let labels = run_entries(&linear.labels, &with(&[&ones]), path).0;
            let found = run_entries(&linear.right, &[&labels[..], &dx].concat(), path).1;
            assert_eq!(found, hvp, "{path:?}\n{code}");
        }
    }
    assert!(
        n_labels > campaign::size(40, 500)
            && n_entries > campaign::size(100, 1_000)
            && n_formed > 0
            && n_hessians > 0,
        "the lists are not trivial: {n_labels} labels, {n_entries} entries, {n_formed} Jacobians \
         and {n_hessians} Hessians formed"
    );
}

/// A list fits the graph of the function and not that of its gradient.
#[test]
fn a_listed_order_is_that_of_the_function_alone() {
    let mut random = Random(3);
    let searched = Options {
        order: Order::Named("search".to_owned()),
        search: 50,
        ..Options::default()
    };
    for _ in 0..5 {
        let code = random_code_list(&mut random);
        let found = compile(code.clone(), &searched).unwrap().found();
        let Some(OrderChoice::List {
            fingerprint: Some(fingerprint),
            vertices,
        }) = found
        else {
            panic!("a search finds a list")
        };
        let vertices = vertices.iter().map(|vertex| *vertex as usize).collect();
        let order = Order::List {
            fingerprint,
            vertices,
        };
        let listed = Options {
            order,
            ..Options::default()
        };
        let hessian = |options: &Options| {
            let compiled = compile(code.clone(), options).unwrap();
            let hessian = pipeline::hessian(&compiled, options).unwrap();
            let entries = hessian.compiled.plan.entries().iter();
            entries
                .map(|entry| (entry.row(), entry.col()))
                .collect::<Vec<_>>()
        };
        assert_eq!(hessian(&listed), hessian(&Options::default()));
    }
}
