//! Factors of the products that are added to a plan, and value numbering of their sums.
//!
//! ```text
//! 2 * v3             a term; as a factor it is an accumulation, a0
//! -v4, 3             values with a sign and numbers are factors as they are
//! a0 * -v4           -a0 * v4
//! 3 * -1             -3
//! ```
//!
//! Equal sums become one accumulation, and so do a sum and its negative.

use crate::ir::{CodeList, Constant, ValueId};
use crate::ordered::Map;
use crate::plan::sum::{Key, key, merge, scaled};
use crate::plan::unused::next;
use crate::plan::{Accumulation, AccumulationId, Atom, Plan, Product, Signed, Term};

/// A number that is multiplied: known, or a value with a sign.
#[derive(Clone, Copy, Debug)]
pub(super) enum Factor {
    Number(Constant),
    Value(Signed<Atom>),
}

impl Factor {
    pub(super) fn of_value(id: ValueId) -> Self {
        Self::Value(Signed::plus(Atom::Value(id)))
    }

    /// The factor as a summand; `None` if it is zero.
    pub(super) fn term(self) -> Option<Term> {
        match self {
            Self::Number(number) if number.is_zero() => None,
            Self::Number(number) => Some(Term {
                negative: false,
                product: Product::Literal(number),
            }),
            Self::Value(Signed { negative, value }) => Some(Term {
                negative,
                product: Product::Atom(value),
            }),
        }
    }

    /// The product as a summand; `None` if it is zero.
    pub(super) fn times(self, other: Self) -> Option<Term> {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => Self::Number(a.multiply(b)).term(),
            (Self::Number(factor), Self::Value(atom))
            | (Self::Value(atom), Self::Number(factor)) => scaled(factor, atom),
            (Self::Value(a), Self::Value(b)) => Some(Term {
                negative: a.negative != b.negative,
                product: Product::Pair(a.value.min(b.value), a.value.max(b.value)),
            }),
        }
    }
}

/// The value of a statement. Products hold no number that is not finite.
pub(super) fn factor_of(code: &CodeList, id: ValueId) -> Factor {
    match code.statement(id).constant() {
        Some(constant) if constant.value().is_finite() => Factor::Number(constant),
        _ => Factor::of_value(id),
    }
}

/// A sum that can be looked up.
type Sum = Vec<(bool, Key)>;

/// The accumulations of a plan that grows.
pub(super) struct Sums {
    pub(super) accumulations: Vec<Accumulation>,
    /// The accumulation with a given sum.
    numbers: Map<Sum, AccumulationId>,
}

impl Sums {
    /// Those of a plan.
    pub(super) fn of(plan: &Plan) -> Self {
        let numbers = (0..).zip(plan.accumulations());
        let numbers = numbers.map(|(index, one)| (looked_up(one.terms()), AccumulationId(index)));
        Self {
            numbers: numbers.collect(),
            accumulations: plan.accumulations().to_vec(),
        }
    }

    /// A sum as a factor: a number, a value, or an accumulation.
    pub(super) fn value(&mut self, terms: &[Term]) -> Factor {
        let mut terms = merge(terms.iter().copied().map(with_own_sign).collect());
        // A sum and its negative are one accumulation.
        let negative = !terms.is_empty() && terms.iter().all(|term| term.negative);
        if negative {
            terms = terms.into_iter().map(Term::negate).collect();
        }
        match terms[..] {
            [] => return Factor::Number(Constant::ZERO),
            [term] => match term.product {
                Product::Literal(number) => return Factor::Number(number),
                Product::Atom(value) => {
                    let negative = negative != term.negative;
                    return Factor::Value(Signed { negative, value });
                }
                _ => {}
            },
            _ => {}
        }
        let fresh = next(&self.accumulations);
        let id = *self.numbers.entry(looked_up(&terms)).or_insert(fresh);
        if id == fresh {
            self.accumulations.push(Accumulation::new(terms));
        }
        let value = Atom::Accumulation(id);
        Factor::Value(Signed { negative, value })
    }

    /// The product of two factors as one.
    pub(super) fn product(&mut self, a: Factor, b: Factor) -> Factor {
        let terms: Vec<Term> = a.times(b).into_iter().collect();
        self.value(&terms)
    }
}

/// A sum in a form that can be compared.
fn looked_up(terms: &[Term]) -> Sum {
    let mut sum: Sum = terms
        .iter()
        .map(|term| (term.negative, key(term.product)))
        .collect();
    sum.sort_unstable();
    sum
}

/// The term with the sign of a number inside of the number.
fn with_own_sign(term: Term) -> Term {
    match term.product {
        Product::Literal(number) if term.negative => Term {
            negative: false,
            product: Product::Literal(number.negate()),
        },
        _ => term,
    }
}
