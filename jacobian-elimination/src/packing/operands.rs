//! Packed sums: the terms of two sums side by side, each operand a register of two numbers.
//!
//! ```text
//! a3 = v7 * a1 - v9           [v7, v8] * p0           p0 holds a1 and a2
//! a4 = v8 * a2 - v9           - both(v9)
//! ```
//!
//! An operand is the register of another pack if it holds the two factors. Otherwise the two are
//! put together, or one is copied into both halves. Cost: linear.

use crate::ordered::{Map, Set};
use crate::plan::{Atom, Term, chain_start};
use crate::schedule::Step;

use super::search::{Match, Pack};
use super::terms::{self, Factor, factors};
use super::view::View;

/// A number or variable with a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scalar {
    /// Whether minus.
    pub negative: bool,
    /// The number or variable.
    pub factor: Factor,
}

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
    /// That of a pack.
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
        // Two signs cost nothing where both terms are subtracted.
        if !terms[0].multiplies() && terms.iter().all(|term| term.negative) {
            let operand = terms.map(|term| (factors(term).0, false));
            return PackedTerm::Subtracted(self.operand(operand));
        }
        self.added((terms, matched))
    }

    /// Two terms with the signs on one of their operands.
    fn added(&mut self, (terms, matched): ([Term; 2], Match)) -> PackedTerm {
        let signs = terms.map(|term| term.negative);
        let signed = |factors: [Factor; 2]| [(factors[0], signs[0]), (factors[1], signs[1])];
        let plain = |factors: [Factor; 2]| factors.map(|factor| (factor, false));
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
    fn operand(&mut self, signed: [(Factor, bool); 2]) -> Operand {
        let [(first, first_negative), (second, second_negative)] = signed;
        if let Some((index, order)) = self.register([first, second])
            && first_negative == second_negative
        {
            return Operand::Pack {
                index,
                order,
                negative: first_negative,
            };
        }
        let scalars = signed.map(|(factor, negative)| {
            if let Factor::Atom(atom) = factor {
                self.named.insert(atom);
            }
            Scalar { negative, factor }
        });
        if scalars[0] == scalars[1] {
            Operand::Both(scalars[0])
        } else {
            Operand::Two(scalars)
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
