//! The arithmetic of labels under elimination: constants fold at expansion, and all else becomes
//! terms of sums.
//!
//! ```text
//! 2 * 3            = 6                  folds
//! -1 * (a*b + c)   = -a*b - c           only the sign moves
//! 2 * (3 * a)      = 6 * a              scalings compose
//! (a*b) + c        = a*b + c            sums stay open, so that they become one chain
//! ```
//!
//! A label is a number, a signed value, or an open sum: a sum of terms that no statement computes
//! yet. Sums stay open as long as possible, because a chain of multiply-adds in one statement is
//! cheaper than several statements. The [ledger](super) decides when an open sum becomes a value.
//!
//! Cost: constant for a product, and constant for each term of a sum (amortized).

use std::fmt;

use crate::ir::{Constant, Partial};
use crate::plan::sum::{merge, scaled};
use crate::plan::term::write_sum;
use crate::plan::{Atom, Product, Signed, Term};

/// The label of an edge under elimination.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// A number known at expansion.
    Literal(Constant),
    /// Plus or minus a value.
    Atom(Signed<Atom>),
    /// A sum that is not computed yet.
    Open(Vec<Term>),
}

impl Label {
    /// The label of an edge before any elimination.
    pub fn of(partial: Partial) -> Self {
        match partial {
            Partial::Literal(constant) => Self::Literal(constant),
            Partial::Value { id, negative, .. } => Self::Atom(Signed {
                negative,
                value: Atom::Value(id),
            }),
        }
    }

    /// Whether the label is known to be zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Literal(constant) if constant.is_zero())
    }

    /// The label as a sum, with like terms merged. The sum is empty if the label is zero.
    pub fn into_terms(self) -> Vec<Term> {
        match self {
            Self::Open(terms) => merge(terms),
            Self::Literal(constant) if constant.is_zero() => Vec::new(),
            Self::Literal(_) | Self::Atom(_) => self.into_open(),
        }
    }

    fn into_open(self) -> Vec<Term> {
        match self {
            Self::Literal(constant) => {
                vec![Term {
                    negative: false,
                    product: Product::Literal(constant),
                }]
            }
            Self::Atom(atom) => {
                vec![Term {
                    negative: atom.negative,
                    product: Product::Atom(atom.value),
                }]
            }
            Self::Open(terms) => terms,
        }
    }

    pub(super) fn negate(self) -> Self {
        match self {
            Self::Literal(constant) => Self::Literal(constant.negate()),
            Self::Atom(atom) => Self::Atom(Signed {
                negative: !atom.negative,
                ..atom
            }),
            Self::Open(terms) => Self::Open(terms.into_iter().map(Term::negate).collect()),
        }
    }

    /// The sum of two labels. The shorter sum is appended to the longer one.
    pub(super) fn add(self, other: Self) -> Self {
        if let (Self::Literal(first), Self::Literal(second)) = (&self, &other) {
            return Self::Literal(first.add(*second));
        }
        // The shorter sum is the one that moves, so that adding many labels to one costs a
        // logarithm for each term. Like terms are merged only when the sum is closed, because a
        // merge takes a sort.
        let (mut long, mut short) = (self.into_open(), other.into_open());
        if short.len() > long.len() {
            std::mem::swap(&mut long, &mut short);
        }
        long.extend(short);
        Self::Open(long)
    }

    /// Whether the label is an open sum of one term, a number times a value.
    pub(super) fn is_scaled(&self) -> bool {
        matches!(self, Self::Open(terms)
            if matches!(terms[..], [Term { product: Product::Scaled(..), .. }]))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sum(&self.clone().into_open(), formatter)
    }
}

/// A nontrivial number times a value, or times a value that has a factor already. The two factors
/// become one, so a path with several literals costs one multiplication.
pub(super) fn scale(factor: Constant, label: Label) -> Label {
    let (factor, atom) = match label {
        Label::Atom(atom) => (factor, atom),
        Label::Open(terms) => match terms[..] {
            [
                Term {
                    negative,
                    product: Product::Scaled(inner, value),
                },
            ] => (factor.multiply(inner), Signed { negative, value }),
            _ => unreachable!("invariant: a prepared sum is only passed on"),
        },
        Label::Literal(_) => unreachable!("invariant: literals fold"),
    };
    scaled(factor, atom).map_or(Label::Literal(Constant::ZERO), |term| match term.product {
        Product::Atom(value) => Label::Atom(Signed {
            negative: term.negative,
            value,
        }),
        _ => Label::Open(vec![term]),
    })
}

/// The product of two values, with the lesser one first, so that equal products look equal.
pub(super) fn pair(first: Label, second: Label) -> Label {
    match (first, second) {
        (Label::Atom(first), Label::Atom(second)) => {
            let (a, b) = (first.value, second.value);
            Label::Open(vec![Term {
                negative: first.negative != second.negative,
                product: Product::Pair(a.min(b), a.max(b)),
            }])
        }
        _ => unreachable!("invariant: factors are prepared"),
    }
}
