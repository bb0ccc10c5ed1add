//! Packed sums: the terms of two sums side by side. Each operand is a register of two numbers.
//!
//! ```text
//! a3 = v7 * a1 - v9           [v7, v8] * p0           p0 holds a1 and a2
//! a4 = v8 * a2 - v9           - both(v9)
//! ```
//!
//! If another pack holds the two factors, its register is the operand. Otherwise the two factors
//! are brought together in a register, or a common factor is copied into both halves. Cost: linear.

use crate::ordered::{Map, Set};
use crate::plan::{Atom, Signed, Term, chain_start};
use crate::schedule::Step;

use super::search::{Match, Pack};
use super::terms::{self, Factor, factors};
use super::view::View;

/// A number or variable with a sign.
pub type Scalar = Signed<Factor>;

/// The order of the two numbers of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the pack has them.
    Straight,
    /// Exchanged.
    Swapped,
}

/// A register of two numbers, as an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    /// The register of a pack.
    Pack {
        /// Its number.
        index: usize,
        /// The order of its numbers.
        order: Order,
        /// Whether both signs are changed.
        negative: bool,
    },
    /// One number in both halves.
    Both(Scalar),
    /// Two numbers put together.
    Two([Scalar; 2]),
}

/// A term of a packed sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PackedTerm {
    /// Is added.
    Plain(Operand),
    /// Is subtracted; never the first term.
    Subtracted(Operand),
    /// A product that is added.
    Product(Operand, Operand),
}

/// Writes the sums of packs over registers.
pub(super) struct Operands<'a> {
    view: &'a View<'a>,
    steps: &'a [Step],
    packs: &'a [Pack],
    /// By position of a packed step, its pack.
    pack_of: &'a Map<usize, usize>,
    positions: &'a Map<Atom, usize>,
    /// The variables that were used outside of registers.
    pub(super) named: Set<Atom>,
}

impl<'a> Operands<'a> {
    pub(super) fn new(
        view: &'a View<'a>,
        steps: &'a [Step],
        packs: &'a [Pack],
        pack_of: &'a Map<usize, usize>,
        positions: &'a Map<Atom, usize>,
    ) -> Self {
        Self {
            view,
            steps,
            packs,
            pack_of,
            positions,
            named: Set::new(),
        }
    }

    /// Both sums of a pack, term by term in the order in which they are added.
    pub(super) fn terms(&mut self, pack: &Pack) -> Vec<PackedTerm> {
        let [first, second] = pack.steps.map(|position| {
            let sum = terms::of_step(self.view, self.steps[position]);
            sum.expect("invariant: only sums are packed")
        });
        let start = chain_start(&first);
        let others = (0..first.len()).filter(|index| *index != start);
        let terms = |index: usize| ([first[index], second[index]], pack.matches[index]);
        let mut packed = vec![self.added(terms(start))];
        for index in others {
            packed.push(self.subtracted_or_added(terms(index)));
        }
        packed
    }

    fn subtracted_or_added(&mut self, (terms, matched): ([Term; 2], Match)) -> PackedTerm {
        // If both terms are subtracted, one packed subtraction takes care of both signs.
        if !terms[0].multiplies() && terms.iter().all(|term| term.negative) {
            let operand = terms.map(|term| Signed::plus(factors(term).0));
            return PackedTerm::Subtracted(self.operand(operand));
        }
        self.added((terms, matched))
    }

    /// Two terms with the signs on one of their operands.
    fn added(&mut self, (terms, matched): ([Term; 2], Match)) -> PackedTerm {
        let [first, second] = terms.map(|term| term.negative);
        let with_sign = |negative: bool, value: Factor| Signed { negative, value };
        let signed = |[a, b]: [Factor; 2]| [with_sign(first, a), with_sign(second, b)];
        let plain = |factors: [Factor; 2]| factors.map(Signed::plus);
        match (terms.map(factors), matched) {
            ([(a, Some(b)), (c, Some(d))], matched) => {
                let (first, second) = match matched {
                    Match::Crossed => ([a, d], [b, c]),
                    Match::Straight => ([a, c], [b, d]),
                };
                // A number takes a sign at no cost, so the signs go to the second operand if that
                // is two numbers.
                let is_number = |factor: &Factor| matches!(factor, Factor::Number(_));
                let (first, second) = if second.iter().all(is_number) {
                    (plain(first), signed(second))
                } else {
                    (signed(first), plain(second))
                };
                PackedTerm::Product(self.operand(first), self.operand(second))
            }
            ([(a, _), (b, _)], _) => PackedTerm::Plain(self.operand(signed([a, b]))),
        }
    }

    /// Two factors in one register.
    fn operand(&mut self, factors: [Scalar; 2]) -> Operand {
        let [first, second] = factors;
        if let Some((index, order)) = self.register([first.value, second.value])
            && first.negative == second.negative
        {
            return Operand::Pack {
                index,
                order,
                negative: first.negative,
            };
        }
        for factor in factors {
            if let Factor::Atom(atom) = factor.value {
                self.named.insert(atom);
            }
        }
        if first == second {
            Operand::Both(first)
        } else {
            Operand::Two(factors)
        }
    }

    /// The pack that holds two factors.
    fn register(&self, factors: [Factor; 2]) -> Option<(usize, Order)> {
        let position = |factor| match factor {
            Factor::Atom(atom) => self.positions.get(&atom).copied(),
            Factor::Number(_) => None,
        };
        let (first, second) = (position(factors[0])?, position(factors[1])?);
        let index = *self.pack_of.get(&first)?;
        match self.packs[index].steps {
            steps if steps == [first, second] => Some((index, Order::Straight)),
            steps if steps == [second, first] => Some((index, Order::Swapped)),
            _ => None,
        }
    }
}
