//! Masked products: a zero that comes from a side that is not taken wins over infinity and NaN.
//!
//! ```text
//! let n = (x * x).sqrt();              dn/dx is 0/0 at zero
//! if n < 0.1 { return 1.0; }           dy/dn is a zero of the arm taken
//! x / n                                dy/dx = dy/dn * dn/dx must be zero there
//! ```
//!
//! Two properties of factors tell where that can happen. A factor is *hollow* if it may be zero
//! because a side is not taken: the partial of a join that not all arms have, or that is hollow in
//! one, those of `min`, `max`, `clamp` and of values at run-time indices, and products and sums of
//! such factors. A
//! factor is *singular* if it may be infinite or NaN at finite arguments: quotients, roots,
//! logarithms, operations that may overflow at once, code that only the user's compiler knows, and
//! all values computed from such factors.
//! The product of a hollow and a singular factor is masked: zero if either is zero. Every other
//! product stays plain.
//!
//! A loop may run zero times, so the partials of its exits are hollow, except by the initial value
//! itself. In the body, the partials of a state that starts as a number are hollow, because they
//! are zero in the first iteration. If the initial value is active, a singular factor is in its own
//! column anyway, so we save the masks there. Any partial is hollow that the body itself may make
//! zero, for example in an arm that assigns a number.
//!
//! Cost: a few walks over code and plans, and none where no factor is hollow.

use crate::ordered::Set;

use crate::ir::elemental::Operation;
use crate::ir::loop_region::CarriedEntry;
use crate::ir::region::JoinEntry;
use crate::ir::{CodeList, Elemental, RegionId, Role, ValueId};
use crate::plan::{AccumulationId, Atom, Plan, Product, Term};

use super::Arms;

/// A factor; accumulations belong to the plan of a region.
type Factor = (RegionId, Atom);

/// Which products must be masked.
#[derive(Clone, Debug, Default)]
pub struct Masks {
    hollow: Set<Factor>,
    singular: Set<Factor>,
}

impl Masks {
    /// Looks at the whole function.
    pub fn of(code: &CodeList, plan: &Plan, arms: &Arms) -> Self {
        let mut masks = Self::default();
        for id in code.ids() {
            if is_hollow(code, arms, id) {
                masks.hollow.insert(value(id));
            }
        }
        if masks.hollow.is_empty() {
            return masks;
        }
        // A partial of a join is singular if an entry of an arm is, and that entry may use earlier
        // joins. So the walks repeat until neither set grows.
        loop {
            let known = masks.hollow.len() + masks.singular.len();
            for id in code.ids() {
                if masks.is_singular_value(code, arms, id) {
                    masks.singular.insert(value(id));
                }
                if masks.is_hollow_inside(code, arms, id) {
                    masks.hollow.insert(value(id));
                }
            }
            masks.walk(RegionId::FUNCTION, plan);
            for (region, plan) in arms.plans() {
                masks.walk(region, plan);
            }
            if masks.hollow.len() + masks.singular.len() == known {
                return masks;
            }
        }
    }

    /// Whether the product in a term must be zero as soon as one of its factors is.
    pub fn is_masked(&self, region: RegionId, term: Term) -> bool {
        let Product::Pair(a, b) = term.product else {
            return false;
        };
        let [a, b] = [a, b].map(|atom| factor(region, atom));
        let (hollow, singular) = (&self.hollow, &self.singular);
        (hollow.contains(&a) && singular.contains(&b))
            || (hollow.contains(&b) && singular.contains(&a))
    }

    fn walk(&mut self, region: RegionId, plan: &Plan) {
        for (index, accumulation) in (0..).zip(plan.accumulations()) {
            let own = (region, Atom::Accumulation(AccumulationId(index)));
            let factors = |set: &Set<Factor>| {
                let mut atoms = accumulation.terms().iter().flat_map(|term| term.atoms());
                atoms.any(|atom| set.contains(&factor(region, atom)))
            };
            let (hollow, singular) = (factors(&self.hollow), factors(&self.singular));
            if hollow {
                self.hollow.insert(own);
            }
            if singular {
                self.singular.insert(own);
            }
        }
    }

    fn is_singular_value(&self, code: &CodeList, arms: &Arms, id: ValueId) -> bool {
        let statement = code.statement(id);
        let of_operands = || {
            let mut operands = statement.operands().iter();
            operands.any(|operand| self.singular.contains(&value(*operand)))
        };
        match statement.elemental() {
            Elemental::Selected(_) => {
                // The index is code of the user's, but only a position.
                let mut values = statement.operands()[1..].iter();
                values.any(|operand| self.singular.contains(&value(*operand)))
            }
            Elemental::Join(branch, slot) => {
                let results = code.branch(branch).slots()[slot as usize].results.iter();
                let mut results = results.flatten();
                results.any(|result| self.singular.contains(&value(*result)))
            }
            Elemental::JoinPartial(branch, index) => {
                let partial = &code.branch(branch).partials()[index as usize];
                let mut regions = code.branch(branch).arms().iter();
                regions.any(|region| {
                    self.has_singular_entry(arms, *region, partial.slot, partial.source)
                })
            }
            // The value of the user's own code is unknown here, that of the partials of a rule
            // included.
            Elemental::Opaque(_) | Elemental::Ruled(_) => true,
            Elemental::State(id, slot) => {
                let slot = &code.run_time_loop(id).slots()[slot as usize];
                let mut values = [slot.initial, slot.next].into_iter();
                values.any(|id| self.singular.contains(&value(id)))
            }
            Elemental::Exit(id, slot) => {
                let slot = &code.run_time_loop(id).slots()[slot as usize];
                self.singular.contains(&value(slot.state))
            }
            Elemental::Carried(id, index) => {
                let of_loop = code.run_time_loop(id);
                let partial = &of_loop.partials()[index as usize];
                let starts_singular = match partial.initial {
                    JoinEntry::Value(id) => self.singular.contains(&value(id)),
                    JoinEntry::Literal(_) => false,
                };
                starts_singular
                    || self.has_singular_entry(arms, of_loop.body(), partial.slot, partial.source)
            }
            Elemental::ExitPartial(id, index) => {
                match code.run_time_loop(id).partials()[index as usize].entry {
                    CarriedEntry::Value { carried, .. } => self.singular.contains(&value(carried)),
                    CarriedEntry::Literal(_) => false,
                }
            }
            // The partial of a selected value is a number, whatever the index is.
            Elemental::Operation(Operation::IsIndex(_))
            | Elemental::Independent(_)
            | Elemental::Seed(_)
            | Elemental::Literal(_) => false,
            Elemental::Operation(operation) => !is_bounded(operation) || of_operands(),
        }
    }

    /// Whether a partial is hollow because of a branch or loop inside: that of a join in one of its
    /// arms, that of a loop in its body.
    fn is_hollow_inside(&self, code: &CodeList, arms: &Arms, id: ValueId) -> bool {
        let has_entry = |region, place| has_entry_in(&self.hollow, arms, region, place);
        match code.statement(id).elemental() {
            Elemental::JoinPartial(branch, index) => {
                let partial = &code.branch(branch).partials()[index as usize];
                let mut regions = code.branch(branch).arms().iter();
                regions.any(|region| has_entry(*region, (partial.slot, partial.source)))
            }
            Elemental::Carried(id, index) => {
                let of_loop = code.run_time_loop(id);
                let partial = &of_loop.partials()[index as usize];
                has_entry(of_loop.body(), (partial.slot, partial.source))
            }
            Elemental::ExitPartial(id, index) => {
                match code.run_time_loop(id).partials()[index as usize].entry {
                    CarriedEntry::Value { carried, .. } => self.hollow.contains(&value(carried)),
                    CarriedEntry::Literal(_) => false,
                }
            }
            _ => is_derivative(code, id) && self.is_hollow_derivative(code, id),
        }
    }

    /// The same for a derivative that is a value: in derived code, those of the code before.
    fn is_hollow_derivative(&self, code: &CodeList, id: ValueId) -> bool {
        use Operation as Op;
        let statement = code.statement(id);
        let is_hollow = |id: &ValueId| self.hollow.contains(&value(*id));
        match statement.elemental() {
            Elemental::Operation(
                Op::Add | Op::Sub | Op::Mul | Op::Neg | Op::MulAdd | Op::Masked,
            ) => statement.operands().iter().any(is_hollow),
            Elemental::Join(branch, slot) => {
                let results = &code.branch(branch).slots()[slot as usize].results;
                results.iter().flatten().any(is_hollow)
            }
            Elemental::State(id, slot) => {
                is_hollow(&code.run_time_loop(id).slots()[slot as usize].next)
            }
            Elemental::Exit(id, slot) => {
                is_hollow(&code.run_time_loop(id).slots()[slot as usize].state)
            }
            _ => false,
        }
    }

    fn has_singular_entry(
        &self,
        arms: &Arms,
        region: RegionId,
        slot: usize,
        source: ValueId,
    ) -> bool {
        has_entry_in(&self.singular, arms, region, (slot, source))
    }
}

/// Whether a factor in an entry of an arm belongs to a set.
fn has_entry_in(
    set: &Set<Factor>,
    arms: &Arms,
    region: RegionId,
    (slot, source): (usize, ValueId),
) -> bool {
    let arm = arms.get(region);
    let entry = arm.and_then(|arm| arm.entry(slot, source));
    let terms = entry.map_or(&[][..], |entry| entry.terms()).iter();
    let mut atoms = terms.flat_map(|term| term.atoms());
    atoms.any(|atom| set.contains(&factor(region, atom)))
}

fn value(id: ValueId) -> Factor {
    (RegionId::FUNCTION, Atom::Value(id))
}

fn factor(region: RegionId, atom: Atom) -> Factor {
    match atom {
        Atom::Value(id) => value(id),
        Atom::Accumulation(_) => (region, atom),
    }
}

fn is_hollow(code: &CodeList, arms: &Arms, id: ValueId) -> bool {
    use Operation as Op;
    match code.statement(id).elemental() {
        Elemental::Operation(
            Op::MinFirst
            | Op::MinSecond
            | Op::MaxFirst
            | Op::MaxSecond
            | Op::ClampInside
            | Op::ClampBelow
            | Op::ClampAbove
            | Op::IsIndex(_),
        ) => true,
        // In derived code, what was the partial of a join or of a loop is a value.
        Elemental::Join(branch, slot) if is_derivative(code, id) => {
            let results = &code.branch(branch).slots()[slot as usize].results;
            results.iter().flatten().any(|id| is_zero(code, *id))
        }
        Elemental::State(id_of_loop, slot) | Elemental::Exit(id_of_loop, slot) => {
            let slot = &code.run_time_loop(id_of_loop).slots()[slot as usize];
            is_derivative(code, slot.state) && is_zero(code, slot.initial)
        }
        Elemental::JoinPartial(branch, index) => {
            let branch = code.branch(branch);
            let partial = &branch.partials()[index as usize];
            let results = &branch.slots()[partial.slot].results;
            let mut hands_out = branch.arms().iter().zip(results);
            hands_out.any(|(region, result)| {
                let arm = arms.get(*region);
                let entry = arm.and_then(|arm| arm.entry(partial.slot, partial.source));
                result.is_some() && entry.is_none()
            })
        }
        Elemental::Carried(id, index) => {
            let of_loop = code.run_time_loop(id);
            let partial = &of_loop.partials()[index as usize];
            !code
                .statement(of_loop.slots()[partial.slot].initial)
                .is_active()
        }
        Elemental::ExitPartial(id, index) => {
            let of_loop = code.run_time_loop(id);
            let partial = &of_loop.partials()[index as usize];
            matches!(partial.initial, JoinEntry::Literal(constant) if constant.is_zero())
        }
        _ => false,
    }
}

fn is_derivative(code: &CodeList, id: ValueId) -> bool {
    code.statement(id).role() == Role::Derivative
}

fn is_zero(code: &CodeList, id: ValueId) -> bool {
    let constant = code.statement(id).constant();
    constant.is_some_and(crate::ir::Constant::is_zero)
}

/// Whether an operation is finite at finite operands, short of a sum or product that overflows.
fn is_bounded(operation: Operation) -> bool {
    use Operation as Op;
    matches!(
        operation,
        Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Neg
            | Op::MulAdd
            | Op::Sin
            | Op::Cos
            | Op::Tanh
            | Op::Atan
            | Op::Abs
            | Op::Signum
            | Op::Copysign
            | Op::Min
            | Op::Max
            | Op::Clamp
            | Op::Floor
            | Op::Ceil
            | Op::Round
            | Op::RoundTiesEven
            | Op::Trunc
            | Op::Fract
            | Op::Hypot
            | Op::Cbrt
            | Op::ToDegrees
            | Op::ToRadians
            | Op::AbsPartial
            | Op::CopysignPartial
            | Op::MinFirst
            | Op::MinSecond
            | Op::MaxFirst
            | Op::MaxSecond
            | Op::ClampInside
            | Op::ClampBelow
            | Op::ClampAbove
            | Op::Masked
            | Op::Powi(0..)
    )
}
