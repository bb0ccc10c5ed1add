//! The chain rule, applied to a code list at a random point of the field: each value, and the
//! tangent of each value as the independents move in a random direction.
//!
//! ```text
//! v3 = v0 * v1          dv3 = dv0 * v1 + v0 * dv1
//! v4 = sin v3           dv4 = cos(v3) dv3
//! v9 = join 0.0         dv9 = v20 dv3 + v21 dv5       by the partials that the branch hands out
//! ```
//!
//! This is forward accumulation, statement by statement, and knows nothing of graphs, orders and
//! plans. The values and partials that a branch or loop hands out are any numbers here, and the
//! code around is right for all of them. That an arm hands out its own partials is a claim about
//! the arm.
//!
//! Cost: linear in the statements.

use crate::ir::elemental::Operation;
use crate::ir::loop_region::{CarriedEntry, CarriedPartial};
use crate::ir::region::{JoinEntry, JoinPartial};
use crate::ir::{CodeList, Elemental, Statement, ValueId, evaluate};

use super::field::Residue;
use super::model::{Key, Model};
use super::paths;
use super::slopes::{self, Folded};

/// A code list at a point.
#[derive(Clone)]
pub(super) struct Point<'a> {
    pub(super) code: &'a CodeList,
    pub(super) model: Model,
    /// By value of the code list.
    pub(super) values: Vec<Residue>,
    pub(super) tangents: Vec<Residue>,
}

/// What is given instead of random numbers.
#[derive(Default)]
pub(super) struct Given<'a> {
    /// The seed that is the tangent of the first independent, if the others follow it.
    pub(super) direction: Option<usize>,
    /// Seeds that have these values, those from the first on.
    pub(super) seeds: &'a [Residue],
    /// The path on which joins, states and exits are the values that they are there, and not any
    /// numbers.
    pub(super) path: Option<usize>,
}

impl<'a> Point<'a> {
    /// The values and tangents. `handed` evaluates the partials of a branch without conditions.
    pub(super) fn of(
        code: &'a CodeList,
        model: Model,
        given: &Given<'_>,
        mut handed: impl FnMut(&Self, &JoinPartial, ValueId) -> Residue,
    ) -> Self {
        let mut point = Self {
            code,
            model,
            values: Vec::with_capacity(code.statements().len()),
            tangents: Vec::with_capacity(code.statements().len()),
        };
        let same = |id| {
            given
                .path
                .and_then(|path| paths::same_as(code, model, path, id))
        };
        for id in code.ids() {
            let same = same(id);
            let value = match code.statement(id).elemental() {
                _ if same.is_some() => same.map_or(Residue::ZERO, |same| point.value(same)),
                Elemental::Literal(_) if given.path.is_some() && code.exact(id).is_some() => code
                    .exact(id)
                    .map_or(Residue::ZERO, |exact| model.constant(exact)),
                Elemental::Independent(index) => model.random(Key::Input, index),
                Elemental::Seed(index) => {
                    let known = given.seeds.get(index as usize).copied();
                    known.unwrap_or_else(|| model.random(Key::Input, index))
                }
                Elemental::JoinPartial(branch, index)
                    if code.branch(branch).is_preaccumulation() =>
                {
                    handed(&point, &code.branch(branch).partials()[index as usize], id)
                }
                _ => point.value_of(id),
            };
            point.values.push(value);
        }
        // The partials of an open result come after it, so all values are first.
        point.move_along(given, |column| match given.direction {
            Some(first) => model.random(Key::Input, number(first) + column),
            None => model.random(Key::Direction, column),
        });
        point
    }

    /// Moves the independents in a direction.
    pub(super) fn move_along(&mut self, given: &Given<'_>, direction: impl Fn(u32) -> Residue) {
        self.tangents.clear();
        for id in self.code.ids() {
            let path = given.path;
            let same = path.and_then(|path| paths::same_as(self.code, self.model, path, id));
            let tangent = match (same, self.code.statement(id).elemental()) {
                (Some(same), _) => self.tangent(same),
                (None, Elemental::Independent(index)) => direction(index),
                _ => self.tangent_of(id),
            };
            self.tangents.push(tangent);
        }
    }

    pub(super) fn value(&self, id: ValueId) -> Residue {
        self.values[id.index()]
    }

    pub(super) fn tangent(&self, id: ValueId) -> Residue {
        self.tangents[id.index()]
    }

    /// The value of a statement whose operands have values.
    fn value_of(&self, id: ValueId) -> Residue {
        let statement = self.code.statement(id);
        if let Some(constant) = statement.constant() {
            return self.model.constant(constant);
        }
        match statement.elemental() {
            Elemental::Literal(bits) => self.model.double(f64::from_bits(bits)),
            Elemental::Opaque(piece) => self.model.random(Key::Opaque, piece.0),
            Elemental::Operation(operation) => {
                let mut numbers = [Residue::ZERO; 3];
                let operands = operands(&self.values, statement.operands(), &mut numbers);
                self.model.value(operation, operands)
            }
            Elemental::Ruled(_) => self.value(statement.operands()[0]),
            Elemental::Selected(_) => self.selected(&self.values, statement.operands()),
            _ => self.model.random(Key::Handed, id.0),
        }
    }

    /// The tangent of a statement whose operands have tangents.
    fn tangent_of(&self, id: ValueId) -> Residue {
        let statement = self.code.statement(id);
        match statement.elemental() {
            Elemental::Operation(operation) => {
                let (mut values, mut tangents) = ([Residue::ZERO; 3], [Residue::ZERO; 3]);
                let tangents = operands(&self.tangents, statement.operands(), &mut tangents);
                let values = operands(&self.values, statement.operands(), &mut values);
                if tangents.iter().all(|tangent| *tangent == Residue::ZERO) {
                    return Residue::ZERO;
                }
                let moved = (values, tangents);
                let folded = self.folded(statement.operands());
                slopes::tangent(self.model, operation, moved, folded, self.value(id))
            }
            Elemental::Ruled(count) => {
                let arguments = statement.operands()[1..=count as usize].iter();
                let partials = self.code.partials_of_call(id);
                let products = arguments.zip(partials);
                total(
                    products
                        .map(|(argument, partial)| self.value(*partial) * self.tangent(*argument)),
                )
            }
            Elemental::Selected(_) => self.selected(&self.tangents, statement.operands()),
            Elemental::Join(branch, slot) => {
                let partials = self.code.branch(branch).partials();
                let of_slot = of_slot(partials, slot as usize, |partial| partial.slot).iter();
                total(
                    of_slot
                        .map(|partial| self.factor(partial.entry) * self.tangent(partial.source)),
                )
            }
            Elemental::State(id, slot) => self.carried(
                self.code.run_time_loop(id).partials(),
                slot as usize,
                |inside, _| inside,
            ),
            Elemental::Exit(id, slot) => self.carried(
                self.code.run_time_loop(id).partials(),
                slot as usize,
                |_, exit| exit,
            ),
            _ => Residue::ZERO,
        }
    }

    /// The tangent of a variable of a loop, by the partials inside or behind it.
    fn carried(
        &self,
        partials: &[CarriedPartial],
        slot: usize,
        side: impl Fn(ValueId, ValueId) -> ValueId,
    ) -> Residue {
        let of_slot = of_slot(partials, slot, |partial| partial.slot).iter();
        total(of_slot.map(|partial| {
            let factor = match partial.entry {
                CarriedEntry::Literal(constant) => self.model.constant(constant),
                CarriedEntry::Value { carried, exit } => self.value(side(carried, exit)),
            };
            factor * self.tangent(partial.source)
        }))
    }

    /// What the compiler knows of the second operand. It rounds as the function does.
    fn folded(&self, operands: &[ValueId]) -> Folded {
        let second = operands.get(1).map(|id| self.code.statement(*id));
        let Some(number) = second.and_then(Statement::constant) else {
            return Folded::default();
        };
        let (number, precision) = (number.value(), self.code.precision());
        let folded = |operation, operands: &[f64]| {
            let known = evaluate::known(operation, operands, precision);
            known.filter(|number| evaluate::is_known(*number, precision))
        };
        Folded {
            square: folded(Operation::Mul, &[number, number]),
            ln: folded(Operation::Ln, &[number]),
            lower: folded(Operation::Sub, &[number, 1.0]),
        }
    }

    /// A partial that is a number or a value.
    pub(super) fn factor(&self, entry: JoinEntry) -> Residue {
        match entry {
            JoinEntry::Literal(constant) => self.model.constant(constant),
            JoinEntry::Value(id) => self.value(id),
        }
    }

    /// The sum of values, each times the number that says whether its position is the index.
    fn selected(&self, of: &[Residue], operands: &[ValueId]) -> Residue {
        let index = operands[0];
        let chooses = self.code.statement(index).elemental();
        let is_choice = matches!(chooses, Elemental::Operation(Operation::IsIndex(_)));
        let values = (0..).zip(&operands[1..]);
        total(values.map(|(position, id)| {
            let chosen = if position == 1 && is_choice {
                self.value(index)
            } else {
                let is_index = Operation::IsIndex(position);
                self.model.value(is_index, &[self.value(index)])
            };
            chosen * of[id.index()]
        }))
    }
}

/// The sum of numbers.
pub(super) fn total(terms: impl Iterator<Item = Residue>) -> Residue {
    terms.fold(Residue::ZERO, |sum, term| sum + term)
}

/// The numbers of up to three operands.
fn operands<'n>(
    of: &[Residue],
    operands: &[ValueId],
    numbers: &'n mut [Residue; 3],
) -> &'n [Residue] {
    for (number, operand) in numbers.iter_mut().zip(operands) {
        *number = of[operand.index()];
    }
    &numbers[..operands.len().min(3)]
}

/// The elements of one slot, of a list that is sorted by slots.
pub(super) fn of_slot<T>(list: &[T], slot: usize, key: impl Fn(&T) -> usize) -> &[T] {
    let first = list.partition_point(|element| key(element) < slot);
    let end = list.partition_point(|element| key(element) <= slot);
    &list[first..end]
}

/// A position as the 32 bits of an id.
pub(super) fn number(position: usize) -> u32 {
    u32::try_from(position).expect("invariant: ids are 32 bits")
}
