//! Contraction: sums of products as fused multiply-adds, and multiplications by a reciprocal
//! instead of divisions.
//!
//! ```text
//! v5 = v3 * v4     used once      v6 = v3 * v4 + v2      one instruction, rounded once
//! v6 = v5 + v2
//! v8 = v1 / v7                    v9 = 1 / v7            which the partials of v8 need anyway
//! v9 = 1 / v7                     v8 = v1 * v9       but 40 / v7, if nothing else is divided by v7
//! v3 = v1 + 0.0                   v4 = v1 + v2           a ghost cell beyond the wall
//! v4 = v3 + v2
//! v5 = v4 / 9.0                   v5 = v4 * (1 / 9.0)
//! ```
//!
//! The forming of partials always shares reciprocals: a quotient becomes a product within 2 ulp of
//! it. The value path does none of these unless `value = fused` allows it. A value that is added to
//! zero, or to a product with zero, replaces the sum: it is the same but for the sign of a zero and
//! for infinities, and LLVM may not do that itself. Sums whose rows would lose their common
//! [shape](super::shapes) by it are left alone.
//! Sums are not reassociated.
//!
//! Invariant: a sum uses values that are visible where it is computed. Cost: linear in the
//! schedule.

use crate::ordered::Map;

use crate::ir::elemental::Operation;
use crate::ir::{BranchId, CodeList, Elemental, LoopId, RegionId, Role, ValueId};
use crate::options::ValuePath;
use crate::plan::sum::scaled;
use crate::plan::{Atom, Plan, Product, Signed, Term, product_of};
use crate::regions::Arms;

use super::run_time_loop::{self, Initial, Next};
use super::{Output, Schedule, Step, shapes};

/// The number of nested sums with zero that are looked through, so that the walk stays linear.
const MAX_ZEROS: usize = 8;

/// The statements of a schedule that are better computed as sums of products, with the sums.
pub(super) fn sums(
    code: &CodeList,
    plan: &Plan,
    arms: &Arms,
    schedule: &Schedule,
    path: ValuePath,
) -> Map<ValueId, Vec<Term>> {
    let mut uses = Uses {
        code,
        arms,
        drops_zeros: path == ValuePath::Fused && rows_stay_alike(code),
        counts: vec![0; code.statements().len()],
        divides: vec![0; code.statements().len()],
        value_counts: vec![0; code.statements().len()],
        users: vec![None; code.statements().len()],
        assigned: Vec::new(),
    };
    uses.count(schedule, Some(plan));
    let reciprocals = Reciprocals::of(code, &uses.assigned);
    let is_exact = |id| path == ValuePath::Exact && code.statement(id).role() == Role::Value;
    let may_change = uses.assigned.iter().filter(|id| !is_exact(**id));
    let may_change = may_change.filter(|id| !uses.is_swallowed(**id));
    may_change
        .filter_map(|id| Some((*id, uses.terms(*id, &reciprocals)?)))
        .collect()
}

/// The reciprocals that a schedule computes, by divisor.
struct Reciprocals<'a> {
    code: &'a CodeList,
    of: Map<ValueId, Vec<ValueId>>,
}

impl<'a> Reciprocals<'a> {
    fn of(code: &'a CodeList, assigned: &[ValueId]) -> Self {
        let mut of: Map<ValueId, Vec<ValueId>> = Map::new();
        for id in assigned {
            let statement = code.statement(*id);
            if let (Elemental::Operation(Operation::Recip), [a]) =
                (statement.elemental(), statement.operands())
            {
                of.entry(*a).or_default().push(*id);
            }
        }
        Self { code, of }
    }

    fn visible(&self, divisor: ValueId, region: RegionId) -> Option<ValueId> {
        let found = self.of.get(&divisor)?.iter();
        let sees = |id: &&ValueId| {
            self.code
                .is_visible(self.code.statement(**id).region(), region)
        };
        found.copied().find(|id| sees(&id))
    }
}

/// Whether a sum has other summands than its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    None,
    Some,
}

/// Whether a value is used anywhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OtherUses {
    None,
    Some,
}

struct Uses<'a> {
    code: &'a CodeList,
    arms: &'a Arms,
    /// Whether `a + 0` is replaced by `a`.
    drops_zeros: bool,
    counts: Vec<usize>,
    /// The number of quotients of the value path with this divisor.
    divides: Vec<usize>,
    /// The number of uses by statements of the value path.
    value_counts: Vec<usize>,
    /// A statement that uses the value; the only one, if there is one.
    users: Vec<Option<ValueId>>,
    assigned: Vec<ValueId>,
}

impl Uses<'_> {
    fn add(&mut self, atom: Atom) {
        if let Atom::Value(id) = atom {
            self.counts[id.index()] += 1;
        }
    }

    fn add_terms(&mut self, terms: &[Term]) {
        for atom in terms.iter().flat_map(|term| term.atoms()) {
            self.add(atom);
        }
    }

    fn count(&mut self, schedule: &Schedule, plan: Option<&Plan>) {
        for step in schedule.steps() {
            match (step, plan) {
                (Step::Value(id), _) => {
                    self.assigned.push(*id);
                    let statement = self.code.statement(*id);
                    let is_value = usize::from(statement.role() == Role::Value);
                    if let (Elemental::Operation(Operation::Div), [_, divisor]) =
                        (statement.elemental(), statement.operands())
                    {
                        self.divides[divisor.index()] += is_value;
                    }
                    for operand in statement.operands() {
                        self.add(Atom::Value(*operand));
                        self.value_counts[operand.index()] += is_value;
                        self.users[operand.index()] = Some(*id);
                    }
                }
                (Step::StoreValue(row), _) => self.add(Atom::Value(self.code.stored()[*row])),
                (Step::Accumulation(id), Some(plan)) => {
                    self.add_terms(plan.accumulation(*id).terms());
                }
                (Step::StoreEntry(index), Some(plan)) => {
                    self.add_terms(plan.entries()[*index].terms());
                }
                (Step::Branch(id), _) => self.count_branch(*id, schedule),
                (Step::Loop(id), _) => self.count_loop(*id, schedule),
                // Calls are formed of a schedule that has none yet.
                (Step::Accumulation(_) | Step::StoreEntry(_), None) | (Step::Call(_), _) => {}
            }
        }
    }

    fn count_branch(&mut self, id: BranchId, schedule: &Schedule) {
        let (code, arms) = (self.code, self.arms);
        let (branch, scheduled) = (code.branch(id), schedule.branch(id));
        for mentioned in branch.mentions() {
            self.add(Atom::Value(*mentioned));
        }
        for (index, region) in branch.arms().iter().enumerate() {
            let arm = arms.get(*region);
            self.count(
                &scheduled.arms()[index],
                arm.and_then(|arm| arm.plan.as_ref()),
            );
            for output in scheduled.outputs() {
                match output {
                    Output::Slot(slot) => {
                        let result = branch.slots()[*slot].results[index];
                        if let Some(id) = result {
                            self.add(Atom::Value(id));
                        }
                    }
                    Output::Partial(partial) => {
                        let partial = &branch.partials()[*partial];
                        let entry = arm.and_then(|arm| arm.entry(partial.slot, partial.source));
                        self.add_terms(entry.map_or(&[], |entry| entry.terms()));
                    }
                }
            }
        }
    }

    fn count_loop(&mut self, id: LoopId, schedule: &Schedule) {
        let (of_loop, scheduled) = (self.code.run_time_loop(id), schedule.run_time_loop(id));
        let body = self.arms.get(of_loop.body());
        self.count(scheduled.body(), body.and_then(|body| body.plan.as_ref()));
        for mentioned in of_loop.stop().iter().flat_map(|stop| &stop.mentions) {
            self.add(Atom::Value(*mentioned));
        }
        for variable in scheduled.variables() {
            if let Initial::Value(id) = run_time_loop::initial(of_loop, *variable) {
                self.add(Atom::Value(id));
            }
            match run_time_loop::next(of_loop, body, *variable) {
                Next::Value(id) => self.add(Atom::Value(id)),
                Next::Entry(entry) => self.add_terms(entry.map_or(&[], |entry| entry.terms())),
            }
        }
    }

    /// Whether a quotient stays a division: one of a literal, which LLVM computes together with the
    /// reciprocal, and which is known that much earlier. A second quotient would be one division
    /// too many.
    fn stays(&self, id: ValueId, a: ValueId, b: ValueId) -> bool {
        let numerator = self.code.statement(a).constant();
        let is_value = self.code.statement(id).role() == Role::Value;
        let is_alone = self.divides[b.index()] == 1;
        is_value && is_alone && numerator.is_some_and(|numerator| !numerator.is_trivial())
    }

    /// Whether a value becomes a product in the only statement that uses it.
    fn is_swallowed(&self, id: ValueId) -> bool {
        let Some(user) = self.users[id.index()].filter(|_| self.counts[id.index()] == 1) else {
            return false;
        };
        let elemental = self.code.statement(user).elemental();
        let is_sum = matches!(
            elemental,
            Elemental::Operation(Operation::Add | Operation::Sub)
        );
        is_sum && self.inlined(user, id).is_some()
    }

    /// The sum that a statement is, if that is better than the statement.
    fn terms(&self, id: ValueId, reciprocals: &Reciprocals<'_>) -> Option<Vec<Term>> {
        let statement = self.code.statement(id);
        let Elemental::Operation(operation) = statement.elemental() else {
            return None;
        };
        match (operation, statement.operands()) {
            (Operation::Div, [a, b]) if self.code.statement(*b).constant().is_some() => {
                Some(vec![self.quotient(*a, *b)?])
            }
            (Operation::Div, [a, b]) if !self.stays(id, *a, *b) => {
                let reciprocal = reciprocals.visible(*b, statement.region())?;
                Some(vec![product_of(self.code, *a, reciprocal)?])
            }
            (Operation::Add | Operation::Sub, [a, b]) => {
                let ([first, second], change) = self.summands(id, [*a, *b]);
                let second = match operation {
                    Operation::Sub => second.negate(),
                    _ => second,
                };
                let mut terms = vec![first, second];
                if self.drops_zeros {
                    terms.retain(|term| !self.is_zero(term));
                }
                let is_better = change == Change::Some || terms.len() == 1;
                (is_better && !terms.is_empty()).then_some(terms)
            }
            _ => None,
        }
    }

    /// The summands of a sum, and whether they are other than its operands.
    fn summands(&self, user: ValueId, operands: [ValueId; 2]) -> ([Term; 2], Change) {
        let mut change = Change::None;
        let summands = operands.map(|operand| {
            let (seen, other_uses) = self.through_zeros(operand);
            // A product whose sum with zero is used elsewhere is computed in any case, so fusing it
            // here would compute it twice.
            let product = match other_uses {
                OtherUses::None => self.inlined(user, seen),
                OtherUses::Some => None,
            };
            if product.is_some() || seen != operand {
                change = Change::Some;
            }
            product.unwrap_or_else(|| self.plain(seen))
        });
        (summands, change)
    }

    /// The value without the zeros that are added to it, and whether the sums between have other
    /// uses.
    fn through_zeros(&self, id: ValueId) -> (ValueId, OtherUses) {
        let (mut seen, mut other_uses) = (id, OtherUses::None);
        for _ in 0..MAX_ZEROS {
            let Some(summand) = self.beside_zero(seen) else {
                break;
            };
            if self.counts[seen.index()] != 1 {
                other_uses = OtherUses::Some;
            }
            seen = summand;
        }
        (seen, other_uses)
    }

    /// The other summand of a sum with zero, where it may replace the sum.
    fn beside_zero(&self, id: ValueId) -> Option<ValueId> {
        let found = self.drops_zeros.then(|| beside_zero(self.code, id));
        found.flatten()
    }

    /// The product that an operand is, if nobody else uses it. A multiple by a number only has to
    /// be alone on the value path: fused there, it is like its neighbours that no partial uses, and
    /// vectorizes with them.
    fn inlined(&self, user: ValueId, operand: ValueId) -> Option<Term> {
        let (statement, user) = (self.code.statement(operand), self.code.statement(user));
        if statement.region() != user.region() {
            return None;
        }
        let product = match (statement.elemental(), statement.operands()) {
            (Elemental::Operation(Operation::Mul), [a, b]) => product_of(self.code, *a, *b)?,
            (Elemental::Operation(Operation::Div), [a, b]) => self.quotient(*a, *b)?,
            _ => return None,
        };
        let is_multiple = matches!(product.product, Product::Scaled(..));
        let is_alone = self.counts[operand.index()] == 1
            || is_multiple && user.role() == Role::Value && self.value_counts[operand.index()] == 1;
        is_alone.then_some(product)
    }

    /// A quotient by a number, as a product.
    fn quotient(&self, a: ValueId, b: ValueId) -> Option<Term> {
        let reciprocal = self.code.statement(b).constant()?.reciprocal();
        let is_active = self.code.statement(a).constant().is_none();
        // Far from the ends of what an `f32` holds.
        let is_safe = (1e-30..1e30).contains(&reciprocal.value().abs());
        (is_active && is_safe).then(|| scaled(reciprocal, Signed::plus(Atom::Value(a))))?
    }

    /// Whether a summand is zero wherever it is a number.
    fn is_zero(&self, term: &Term) -> bool {
        if let Product::Literal(constant) = term.product {
            return constant.is_zero();
        }
        let is_null = |atom| matches!(atom, Atom::Value(id) if self.code.is_null(id));
        term.atoms().any(is_null)
    }

    fn plain(&self, id: ValueId) -> Term {
        let product = match self.code.statement(id).constant() {
            Some(constant) => Product::Literal(constant),
            None => Product::Atom(Atom::Value(id)),
        };
        Term {
            negative: false,
            product,
        }
    }
}

/// Whether rows that have one shape still have one shape without additions of zero.
fn rows_stay_alike(code: &CodeList) -> bool {
    let dropped = shapes::of_rows(code, |id| beside_zero(code, id).unwrap_or(id));
    dropped <= shapes::of_rows(code, |id| id)
}

/// The other summand of a sum with zero.
fn beside_zero(code: &CodeList, id: ValueId) -> Option<ValueId> {
    let statement = code.statement(id);
    let zero = |id: &ValueId| code.is_null(*id);
    if statement.constant().is_some() {
        return None;
    }
    match (statement.elemental(), statement.operands()) {
        (Elemental::Operation(Operation::Add | Operation::Sub), [a, b]) if zero(b) => Some(*a),
        (Elemental::Operation(Operation::Add), [a, b]) if zero(a) => Some(*b),
        _ => None,
    }
}
