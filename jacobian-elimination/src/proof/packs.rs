//! The claims about the units of a packed region: they compute and store what its steps do.
//!
//! ```text
//! p0 = [v4, v5] * [v0, v1]; v6 | v7        v6 is v4 * v0, and v7 is v5 * v1
//! store entries 3, 4                       the slots of both are neighbours
//! ```
//!
//! What comes from around the region is any number. Cost: a few lookups for each step.

use crate::ir::{Elemental, ValueId};
use crate::ordered::Map;
use crate::packing::{
    CrossStore, Factor, Operand, Order, PackedTerm, Packing, Register, Results, Scalar, Unit, View,
};
use crate::plan::{Atom, Product, Signed, Term};
use crate::schedule::Step;

use super::claims::{Claims, Disorder, Place};
use super::field::Residue;
use super::model::{Key, Model};

/// Claims that each sequence of units computes what the steps do.
pub(super) fn claim(view: &View<'_>, packing: &Packing, model: Model, claims: &mut Claims) {
    let mut steps = Region::new(view, model, None);
    for step in view.schedule.steps() {
        steps.step(*step, claims);
    }
    let mut before = Region::new(view, model, Some(&steps));
    before.units(packing, packing.pinned(), claims);
    for sequence in [packing.packed(), packing.scalar()] {
        if !sequence.is_empty() {
            let mut region = before.clone();
            region.units(packing, sequence, claims);
            region.stored(claims);
        }
    }
}

/// The numbers of a region so far.
#[derive(Clone)]
struct Region<'a> {
    view: &'a View<'a>,
    model: Model,
    /// The same region step by step.
    expected: Option<&'a Region<'a>>,
    atoms: Map<Atom, Residue>,
    registers: Map<usize, [Residue; 2]>,
    /// By slot.
    entries: Map<usize, Residue>,
    rows: Vec<usize>,
}

impl<'a> Region<'a> {
    fn new(view: &'a View<'a>, model: Model, expected: Option<&'a Region<'a>>) -> Self {
        Self {
            view,
            model,
            expected,
            atoms: Map::new(),
            registers: Map::new(),
            entries: Map::new(),
            rows: Vec::new(),
        }
    }

    /// The number of an atom, which is any number where it comes from around the region.
    fn atom(&self, atom: Atom, claims: &mut Claims) -> Residue {
        if let Some(number) = self.atoms.get(&atom) {
            return *number;
        }
        let is_own = self
            .expected
            .is_some_and(|expected| expected.atoms.contains_key(&atom));
        match atom {
            Atom::Value(id) => {
                if is_own {
                    claims.broken(Disorder::ValueTooLate(id));
                }
                match self.view.code.statement(id).elemental() {
                    Elemental::Literal(bits) => self.model.double(f64::from_bits(bits)),
                    _ => self.model.random(Key::Handed, id.0),
                }
            }
            Atom::Accumulation(id) => {
                claims.broken(Disorder::SumTooLate(id));
                Residue::ZERO
            }
        }
    }

    /// The numbers here are those that are printed, so that a pack may have them as well.
    fn sum(&self, terms: &[Term], claims: &mut Claims) -> Residue {
        let mut sum = Residue::ZERO;
        for term in terms {
            let product = match term.product {
                Product::Literal(constant) => self.model.double(constant.value()),
                Product::Atom(atom) => self.atom(atom, claims),
                Product::Scaled(constant, atom) => {
                    self.model.double(constant.value()) * self.atom(atom, claims)
                }
                Product::Pair(a, b) => self.atom(a, claims) * self.atom(b, claims),
            };
            sum = if term.negative {
                sum - product
            } else {
                sum + product
            };
        }
        sum
    }

    fn define(&mut self, atom: Atom, number: Residue, step: Step, claims: &mut Claims) {
        if let Some(expected) = self.expected.and_then(|expected| expected.atoms.get(&atom)) {
            claims.equal(Place::Packed(self.view.region, step), number, *expected);
        }
        if self.atoms.insert(atom, number).is_some() {
            claims.broken(Disorder::Twice(step));
        }
    }

    fn store(&mut self, slot: usize, number: Residue, step: Step, claims: &mut Claims) {
        if let Some(expected) = self.expected {
            let expected = expected.entries.get(&slot).copied();
            let place = Place::Packed(self.view.region, step);
            claims.equal(place, number, expected.unwrap_or(number + Residue::ONE));
        }
        if self.entries.insert(slot, number).is_some() {
            claims.broken(Disorder::Twice(step));
        }
    }

    fn statement(&self, id: ValueId, claims: &mut Claims) -> Residue {
        if let Some(terms) = self.view.sum(id) {
            return self.sum(terms, claims);
        }
        let statement = self.view.code.statement(id);
        match statement.elemental() {
            Elemental::Operation(operation) => {
                let mut operands = [Residue::ZERO; 3];
                for (number, operand) in operands.iter_mut().zip(statement.operands()) {
                    *number = self.atom(Atom::Value(*operand), claims);
                }
                self.model
                    .value(operation, &operands[..statement.operands().len()])
            }
            _ => self.model.random(Key::Handed, id.0),
        }
    }

    fn step(&mut self, step: Step, claims: &mut Claims) {
        match step {
            Step::Value(id) => {
                let number = self.statement(id, claims);
                self.define(Atom::Value(id), number, step, claims);
            }
            Step::Accumulation(id) => {
                let number = self.sum(self.view.accumulation(id), claims);
                self.define(Atom::Accumulation(id), number, step, claims);
            }
            Step::StoreEntry(index) => {
                let number = self.sum(self.view.entry(index).terms(), claims);
                self.store(self.view.slots[index], number, step, claims);
            }
            Step::StoreValue(row) => {
                self.atom(Atom::Value(self.view.dependent(row)), claims);
                self.rows.push(row);
            }
            Step::Call(_) | Step::Branch(_) | Step::Loop(_) => {
                for atom in self.view.uses(step) {
                    self.atom(atom, claims);
                }
                for atom in self.view.defines(step) {
                    let Atom::Value(id) = atom else { continue };
                    let number = self.model.random(Key::Handed, id.0);
                    self.define(atom, number, step, claims);
                }
            }
        }
    }

    fn units(&mut self, packing: &Packing, units: &[Unit], claims: &mut Claims) {
        for unit in units {
            match unit {
                Unit::Step(step) => self.step(*step, claims),
                Unit::Sum(step, terms) => {
                    let number = self.sum(terms, claims);
                    self.result(*step, number, claims);
                }
                Unit::Pack(index) => self.pack(packing, *index, claims),
                Unit::CrossStore(store) => self.cross_store(store, claims),
                Unit::Pair(entries) => {
                    let first = self.view.slots[entries[0]];
                    for (slot, entry) in (first..).zip(entries) {
                        let number = self.sum(self.view.entry(*entry).terms(), claims);
                        self.store(slot, number, Step::StoreEntry(*entry), claims);
                    }
                }
                Unit::Fence => {}
            }
        }
    }

    fn result(&mut self, step: Step, number: Residue, claims: &mut Claims) {
        match step {
            Step::Value(id) => self.define(Atom::Value(id), number, step, claims),
            Step::Accumulation(id) => self.define(Atom::Accumulation(id), number, step, claims),
            Step::StoreEntry(index) => self.store(self.view.slots[index], number, step, claims),
            _ => claims.broken(Disorder::Missing(step)),
        }
    }

    fn pack(&mut self, packing: &Packing, index: usize, claims: &mut Claims) {
        let pack = &packing.packs()[index];
        let mut sum = [Residue::ZERO; 2];
        for term in &pack.terms {
            let added = match *term {
                PackedTerm::Plain(operand) => self.operand(operand, claims),
                PackedTerm::Subtracted(operand) => self.operand(operand, claims).map(|one| -one),
                PackedTerm::Product(a, b) => {
                    let [a, b] = [a, b].map(|operand| self.operand(operand, claims));
                    [a[0] * b[0], a[1] * b[1]]
                }
            };
            sum = [sum[0] + added[0], sum[1] + added[1]];
        }
        if self.registers.insert(index, sum).is_some() {
            claims.broken(Disorder::RegisterTooLate(index));
        }
        match pack.results {
            Results::Stored(slot) => {
                for (half, step) in pack.steps.into_iter().enumerate() {
                    self.store(slot + half, sum[half], step, claims);
                }
            }
            Results::Named(steps) => {
                for (step, number) in steps.into_iter().zip(sum) {
                    if let Some(step) = step {
                        self.result(step, number, claims);
                    }
                }
            }
        }
    }

    fn cross_store(&mut self, store: &CrossStore, claims: &mut Claims) {
        let registers = store.registers.map(|Signed { negative, value }| {
            let numbers = match value {
                Register::Pack(index) => self.register(index, claims),
                Register::Inputs(ids) => ids.map(|id| self.atom(Atom::Value(id), claims)),
            };
            if negative {
                numbers.map(|number| -number)
            } else {
                numbers
            }
        });
        for (half, slot) in store.slots.into_iter().enumerate() {
            for (next, register) in registers.iter().enumerate() {
                self.store(
                    slot + next,
                    register[half],
                    Step::StoreEntry(slot + next),
                    claims,
                );
            }
        }
    }

    fn register(&self, index: usize, claims: &mut Claims) -> [Residue; 2] {
        self.registers.get(&index).copied().unwrap_or_else(|| {
            claims.broken(Disorder::RegisterTooLate(index));
            [Residue::ZERO; 2]
        })
    }

    fn operand(&self, operand: Operand, claims: &mut Claims) -> [Residue; 2] {
        match operand {
            Operand::Pack {
                index,
                order,
                negative,
            } => {
                let [first, second] = self.register(index, claims);
                let pack = match order {
                    Order::Straight => [first, second],
                    Order::Swapped => [second, first],
                };
                if negative {
                    pack.map(|number| -number)
                } else {
                    pack
                }
            }
            Operand::Both(scalar) => [self.scalar(scalar, claims); 2],
            Operand::Two(scalars) => scalars.map(|scalar| self.scalar(scalar, claims)),
        }
    }

    fn scalar(&self, Scalar { negative, value }: Scalar, claims: &mut Claims) -> Residue {
        let number = match value {
            Factor::Number(number) => self.model.double(number),
            Factor::Atom(atom) => self.atom(atom, claims),
        };
        if negative { -number } else { number }
    }

    /// Everything that the steps store is stored.
    fn stored(&self, claims: &mut Claims) {
        let Some(expected) = self.expected else {
            return;
        };
        for (slot, _) in &expected.entries {
            if !self.entries.contains_key(slot) {
                claims.broken(Disorder::Missing(Step::StoreEntry(*slot)));
            }
        }
        let sorted = |rows: &[usize]| {
            let mut rows = rows.to_vec();
            rows.sort_unstable();
            rows
        };
        if sorted(&self.rows) != sorted(&expected.rows) {
            claims.broken(Disorder::Missing(Step::StoreValue(0)));
        }
    }
}
