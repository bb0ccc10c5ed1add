//! `Partial`: a local partial derivative, the label of an edge of the graph.
//!
//! The categories of two labels decide the price of their product. A trivial factor (+1 or -1) only
//! moves a sign, two literals are multiplied while the macro expands, and every other product is an
//! instruction. Zero has no representation here, because a zero partial gives no edge.

use std::fmt;

use super::Constant;
use super::ids::ValueId;

/// How much of a label is known when the macro expands, in descending order.
///
/// Naumann and Utke call `Literal` and `Inactive` together *constant*. We separate them, because
/// only a literal has a value that folding can multiply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Plus or minus one.
    Trivial,
    /// Any other number known at expansion.
    Literal,
    /// Independent of the independents, but known only at run time.
    Inactive,
    /// Depends on an independent.
    Variable,
}

/// A local partial derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Partial {
    /// A number known at expansion, not zero.
    Literal(Constant),
    /// Plus or minus a value of the code list.
    Value {
        /// The statement that computes the magnitude.
        id: ValueId,
        /// Whether the label is the negative of that value.
        negative: bool,
        /// `Inactive` or `Variable`.
        category: Category,
    },
}

impl Partial {
    /// The label of a copy.
    pub const ONE: Self = Self::Literal(Constant::ONE);

    /// How much is known about the label.
    pub fn category(self) -> Category {
        match self {
            Self::Literal(constant) if constant.is_trivial() => Category::Trivial,
            Self::Literal(_) => Category::Literal,
            Self::Value { category, .. } => category,
        }
    }

    /// The label with the other sign. This is free, because the sign goes into the fused operation.
    #[must_use]
    pub fn negate(self) -> Self {
        match self {
            Self::Literal(constant) => Self::Literal(constant.negate()),
            Self::Value {
                id,
                negative,
                category,
            } => Self::Value {
                id,
                negative: !negative,
                category,
            },
        }
    }
}

impl fmt::Display for Partial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(constant) => write!(formatter, "{constant}"),
            Self::Value { id, negative, .. } => {
                write!(formatter, "{}{id}", if *negative { "-" } else { "" })
            }
        }
    }
}
