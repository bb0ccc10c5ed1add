//! Assumptions about the names that a loop changes: the types that a search for a fixpoint widens.

use proc_macro2::Ident;

use crate::interface::Wrapper;
use crate::ir::{Category, ValueId};

use crate::front::value::Value;

/// The assumption about a name, or about a part of its value.
#[derive(Clone, Debug)]
pub(crate) enum Assumed {
    /// It has the value from before the loop.
    Unchanged,
    /// A variable of the generated function, without derivative.
    Variable,
    /// A scalar of the code list.
    State(Category),
    /// An aggregate like this one, with an assumption for each of its parts.
    Parts(Value, Vec<Assumed>),
    /// An `Option` or a `Result`: whether its answer is a variable, the value inside, and that of
    /// the error.
    Maybe(Wrapper, Answer, Box<Assumed>, AssumedError),
}

/// The assumption about the answer of an `Option`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Unchanged,
    Variable,
}

/// The assumption about the active values of an error.
#[derive(Clone, Debug)]
pub(crate) enum AssumedError {
    Unchanged,
    /// There are none.
    Nothing,
    Followed(Box<Assumed>),
    Lost,
}

/// A part that each iteration changes.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    Variable(Ident),
    State {
        initial: ValueId,
        category: Category,
    },
}

/// The kind of leaf that a walk has reached.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Variable,
    /// A variable that is a field of an enum.
    Field,
    /// The answer of an `Option`, which is a variable of type `Option<()>`.
    Answer,
    State(Category),
}
