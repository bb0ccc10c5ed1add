//! The arithmetic of labels under elimination: constants fold at expansion, the rest becomes terms.
//!
//! ```text
//! 2 * 3            = 6                  folds
//! -1 * (a*b + c)   = -a*b - c           only the sign moves
//! 2 * (3 * a)      = 6 * a              scalings compose
//! (a*b) + c        = a*b + c            sums stay open, so that they become one chain
//! ```
//!
//! A label is a number, a signed value, or a sum of terms that is not computed yet.
//! When such a sum must become a value is for the ledger to decide.
//!
//! Cost: constant per product and, amortized, per term of a sum.

use std::fmt;

use crate::ir::{Constant, Partial};
use crate::plan::sum::{merge, scaled};
use crate::plan::term::write_sum;
use crate::plan::{Atom, Product, Term};

/// The label of an edge under elimination.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// A number known at expansion.
    Literal(Constant),
    /// Plus or minus a value.
    Atom {
        /// Whether minus.
        negative: bool,
        /// The value.
        atom: Atom,
    },
    /// A sum that is not computed yet.
    Open(Vec<Term>),
}

impl Label {
    /// The label that a local partial begins as.
    pub fn of(partial: Partial) -> Self {
        match partial {
            Partial::Literal(constant) => Self::Literal(constant),
            Partial::Value { id, negative, .. } => Self::Atom {
                negative,
                atom: Atom::Value(id),
            },
        }
    }

    /// Whether the label is known to be zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Literal(constant) if constant.is_zero())
    }

    /// The terms of the sum that the label is; equal ones merged, none if it is zero.
    pub fn into_terms(self) -> Vec<Term> {
        match self {
            Self::Open(terms) => merge(terms),
            Self::Literal(constant) if constant.is_zero() => Vec::new(),
            Self::Literal(_) | Self::Atom { .. } => self.into_open(),
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
            Self::Atom { negative, atom } => {
                vec![Term {
                    negative,
                    product: Product::Atom(atom),
                }]
            }
            Self::Open(terms) => terms,
        }
    }

    pub(super) fn negate(self) -> Self {
        match self {
            Self::Literal(constant) => Self::Literal(constant.negate()),
            Self::Atom { negative, atom } => Self::Atom {
                negative: !negative,
                atom,
            },
            Self::Open(terms) => Self::Open(terms.into_iter().map(Term::negate).collect()),
        }
    }

    /// The sum of two labels; the shorter sum is appended to the longer.
    pub(super) fn add(self, other: Self) -> Self {
        if let (Self::Literal(first), Self::Literal(second)) = (&self, &other) {
            return Self::Literal(first.add(*second));
        }
        let (mut long, mut short) = (self.into_open(), other.into_open());
        if short.len() > long.len() {
            std::mem::swap(&mut long, &mut short);
        }
        long.extend(short);
        Self::Open(long)
    }

    /// Whether the label is an open number times a value.
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

/// A nontrivial number times a value or an open scaled value.
pub(super) fn scale(factor: Constant, label: Label) -> Label {
    let (negative, factor, atom) = match label {
        Label::Atom { negative, atom } => (negative, factor, atom),
        Label::Open(terms) => match terms[..] {
            [
                Term {
                    negative,
                    product: Product::Scaled(inner, atom),
                },
            ] => (negative, factor.multiply(inner), atom),
            _ => unreachable!("invariant: a prepared sum is only passed on"),
        },
        Label::Literal(_) => unreachable!("invariant: literals fold"),
    };
    scaled(negative, factor, atom).map_or(Label::Literal(Constant::ZERO), |term| {
        match term.product {
            Product::Atom(atom) => Label::Atom {
                negative: term.negative,
                atom,
            },
            _ => Label::Open(vec![term]),
        }
    })
}

/// The product of two values.
pub(super) fn pair(first: Label, second: Label) -> Label {
    match (first, second) {
        (
            Label::Atom {
                negative,
                atom: first,
            },
            Label::Atom {
                negative: flips,
                atom: second,
            },
        ) => {
            let product = Product::Pair(first.min(second), first.max(second));
            Label::Open(vec![Term {
                negative: negative != flips,
                product,
            }])
        }
        _ => unreachable!("invariant: factors are prepared"),
    }
}
