//! The label of an edge: what is known about a local partial derivative at expansion.
//!
//! Products are priced by what their factors are: a trivial factor (+1 or -1) only moves a sign, two
//! literals multiply while the macro expands, everything else is an instruction. Zero has no
//! representation here: a zero partial is no edge.

use std::fmt;

use super::Constant;
use super::ids::ValueId;

/// What is known about a label when the macro expands, from most to least.
///
/// Naumann and Utke call `Literal` and `Inactive` together constant; only a literal has a value
/// that folding can multiply.
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

    /// What is known about the label.
    pub fn category(self) -> Category {
        match self {
            Self::Literal(constant) if constant.is_trivial() => Category::Trivial,
            Self::Literal(_) => Category::Literal,
            Self::Value { category, .. } => category,
        }
    }

    /// The label with the other sign: free, since the sign goes into the fused operation.
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
