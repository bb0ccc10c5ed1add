//! Claims: the equations that a proof consists of, and what is said where one does not hold.
//!
//! ```text
//! row 2       the entries of row 2, times the direction, are the tangent of row 2
//! v7          the sum that is computed for v7 is v7
//! ```
//!
//! The claims about one function are the same ones in the same order at every point, so a claim is
//! known by its number.

use std::fmt;

use crate::ir::{RegionId, ValueId};
use crate::plan::AccumulationId;
use crate::schedule::Step;

use super::field::Residue;

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A row of the Jacobian or Hessian.
    Row(usize),
    /// All rows, multiplied from the left.
    Product,
    /// A value of the function, by its row.
    Value(usize),
    /// An entry of the first derivatives that are stored beside second ones.
    First(usize),
    /// The normal matrix.
    Normal,
    /// The gradient beside it.
    Gradient,
    /// The squared norm of the residuals.
    Norm,
    /// A statement that is computed in another way.
    Statement(ValueId),
    /// What an arm or body hands out, by its slot.
    Slot(RegionId, usize),
    /// What a variable of a loop starts with.
    Initial(RegionId, usize),
    /// A product in a pack, or a sum, of a region.
    Packed(RegionId, Step),
}

/// What is wrong with the sequence of the statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disorder {
    /// A value is used before it is computed.
    ValueTooLate(ValueId),
    /// A sum is used before it is computed.
    SumTooLate(AccumulationId),
    /// A step comes twice.
    Twice(Step),
    /// A row or an entry is not stored.
    Missing(Step),
    /// Two entries have one place.
    OnePlace(usize, usize),
    /// A register is used before it is computed.
    RegisterTooLate(usize),
}

/// A proof that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All claims hold.
    Proved,
    /// Some could not be checked.
    Unchecked(Reason),
}

/// Why a claim could not be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The function computes with a number that is infinite or NaN, and has no place in a field.
    Infinities,
    /// A constant was rounded at expansion, and only doubles were compared.
    Rounding,
    /// The function has so many roots that some were untrue at every point.
    Roots,
}

impl Verdict {
    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match self {
            Self::Proved => other,
            Self::Unchecked(_) => self,
        }
    }
}

/// A proof that failed. The compiler made a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Two ways to compute a number gave two numbers.
    Different(Place),
    /// The statements cannot run in this order.
    Disorder(Disorder),
}

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Exactly,
    /// But for rounding.
    Nearly,
    Not,
}

/// The claims at one point.
#[derive(Debug, Default)]
pub(super) struct Claims {
    held: Vec<(Place, Held)>,
    pub(super) disorder: Option<Disorder>,
}

impl Claims {
    pub(super) fn equal(&mut self, place: Place, found: Residue, expected: Residue) {
        let held = if found == expected {
            Held::Exactly
        } else if found.is_near(expected) {
            Held::Nearly
        } else {
            Held::Not
        };
        self.held.push((place, held));
    }

    /// The first disorder is enough.
    pub(super) fn broken(&mut self, disorder: Disorder) {
        self.disorder = self.disorder.or(Some(disorder));
    }

    /// The numbers of the claims that do not hold exactly.
    pub(super) fn failed(&self) -> impl Iterator<Item = usize> + '_ {
        let held = self.held.iter().enumerate();
        let failed = held.filter(|(_, (_, held))| *held != Held::Exactly);
        failed.map(|(claim, _)| claim)
    }

    pub(super) fn held(&self, claim: usize) -> Held {
        self.held.get(claim).map_or(Held::Not, |(_, held)| *held)
    }

    pub(super) fn place(&self, claim: usize) -> Place {
        self.held[claim].0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(formatter, "row {row}"),
            Self::Product => formatter.write_str("the product from the left"),
            Self::Value(row) => write!(formatter, "value {row}"),
            Self::First(entry) => write!(formatter, "first derivative {entry}"),
            Self::Normal => formatter.write_str("the normal matrix"),
            Self::Gradient => formatter.write_str("the gradient"),
            Self::Norm => formatter.write_str("the squared norm"),
            Self::Statement(id) => write!(formatter, "statement {id}"),
            Self::Slot(region, slot) => write!(formatter, "slot {slot} of region {}", region.0),
            Self::Initial(region, slot) => {
                write!(formatter, "the start of slot {slot} of region {}", region.0)
            }
            Self::Packed(region, step) => {
                write!(formatter, "{step} of region {}, packed", region.0)
            }
        }
    }
}

impl fmt::Display for Disorder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ValueTooLate(id) => write!(formatter, "{id} is used before it is computed"),
            Self::SumTooLate(id) => write!(formatter, "{id} is used before it is computed"),
            Self::Twice(step) => write!(formatter, "{step} comes twice"),
            Self::Missing(step) => write!(formatter, "{step} is missing"),
            Self::OnePlace(row, col) => write!(formatter, "two entries at ({row}, {col})"),
            Self::RegisterTooLate(index) => {
                write!(formatter, "p{index} is used before it is computed")
            }
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Different(place) => place.fmt(formatter),
            Self::Disorder(disorder) => disorder.fmt(formatter),
        }
    }
}
