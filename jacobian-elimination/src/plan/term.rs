//! Terms: the summands of accumulation code.
//!
//! ```text
//! a0 = v3 * v4 - 2 * v5 + v6       three terms: a pair, a scaled value that is subtracted, a value
//!      ^^   ^^       ^^   ^^       their atoms
//! ```
//!
//! The sign is kept apart from the product, because a target with fused multiply-adds negates for
//! free.

use std::fmt;

use crate::ir::{Constant, ValueId};

/// An accumulation of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccumulationId(pub u32);

impl AccumulationId {
    /// The position among the accumulations.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A run-time value that may be a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A value of the code list.
    Value(ValueId),
    /// An earlier accumulation.
    Accumulation(AccumulationId),
}

/// A value with a sign: plus or minus an atom, a register, a summand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signed<T> {
    /// Whether the value is subtracted, or changes its sign.
    pub negative: bool,
    /// The value without the sign.
    pub value: T,
}

impl<T> Signed<T> {
    /// The value with a plus.
    pub fn plus(value: T) -> Self {
        Self {
            negative: false,
            value,
        }
    }
}

/// A term without its sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Product {
    /// A number, with its own sign.
    Literal(Constant),
    /// A value: no multiplication.
    Atom(Atom),
    /// A positive number, not one, times a value.
    Scaled(Constant, Atom),
    /// Two values, the lesser first.
    Pair(Atom, Atom),
}

/// A summand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Whether it is subtracted.
    pub negative: bool,
    /// The product without the sign; a literal has its own sign as well.
    pub product: Product,
}

impl Term {
    /// The summand with the other sign.
    #[must_use]
    pub fn negate(self) -> Self {
        match self.product {
            Product::Literal(constant) => Self {
                product: Product::Literal(constant.negate()),
                ..self
            },
            _ => Self {
                negative: !self.negative,
                ..self
            },
        }
    }

    /// Whether a multiplication is executed.
    pub fn multiplies(self) -> bool {
        matches!(self.product, Product::Scaled(..) | Product::Pair(..))
    }

    /// The term with each atom replaced by another one. A replacement that is negative flips the
    /// sign of the term.
    pub(crate) fn over(self, meaning: impl Fn(Atom) -> Signed<Atom>) -> Self {
        let (flips, product) = match self.product {
            Product::Literal(_) => (false, self.product),
            Product::Atom(atom) => {
                let replacement = meaning(atom);
                (replacement.negative, Product::Atom(replacement.value))
            }
            Product::Scaled(factor, atom) => {
                let replacement = meaning(atom);
                let product = Product::Scaled(factor, replacement.value);
                (replacement.negative, product)
            }
            Product::Pair(a, b) => {
                let (a, b) = (meaning(a), meaning(b));
                let product = Product::Pair(a.value.min(b.value), a.value.max(b.value));
                (a.negative ^ b.negative, product)
            }
        };
        Self {
            negative: self.negative ^ flips,
            product,
        }
    }

    /// The run-time values it uses.
    pub fn atoms(self) -> impl Iterator<Item = Atom> {
        let (first, second) = match self.product {
            Product::Literal(_) => (None, None),
            Product::Atom(atom) | Product::Scaled(_, atom) => (Some(atom), None),
            Product::Pair(first, second) => (Some(first), Some(second)),
        };
        first.into_iter().chain(second)
    }
}

/// The only atom of a sum, with its sign. `None` if the sum computes something.
pub fn single(terms: &[Term]) -> Option<Signed<Atom>> {
    let [term] = terms else { return None };
    match term.product {
        Product::Atom(value) => Some(Signed {
            negative: term.negative,
            value,
        }),
        _ => None,
    }
}

impl fmt::Display for AccumulationId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a{}", self.0)
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(id) => id.fmt(formatter),
            Self::Accumulation(id) => id.fmt(formatter),
        }
    }
}

impl fmt::Display for Product {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(constant) => constant.fmt(formatter),
            Self::Atom(atom) => atom.fmt(formatter),
            Self::Scaled(constant, atom) => write!(formatter, "{constant} * {atom}"),
            Self::Pair(first, second) => write!(formatter, "{first} * {second}"),
        }
    }
}

/// Writes a sum; the empty one is zero.
pub(crate) fn write_sum(terms: &[Term], formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    if terms.is_empty() {
        return formatter.write_str("0");
    }
    for (index, term) in terms.iter().enumerate() {
        let sign = match (index, term.negative) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        write!(formatter, "{sign}{}", term.product)?;
    }
    Ok(())
}
