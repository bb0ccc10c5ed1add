//! Functions as values: the number of a closure or of a function, and methods passed by path.

use std::rc::Rc;

use proc_macro2::Ident;

/// The number of a function of the user's, and its name in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FunctionId {
    index: usize,
    name: Rc<str>,
}

impl FunctionId {
    pub(crate) fn new(index: usize, name: &str) -> Self {
        Self {
            index,
            name: name.into(),
        }
    }

    pub(crate) fn index(&self) -> usize {
        self.index
    }

    pub(crate) fn describe(&self) -> String {
        format!("a {}", self.name)
    }
}

/// A function to apply to values.
#[derive(Clone, Debug)]
pub(crate) enum Callable {
    Function(FunctionId),
    /// A method by path, for example `f64::sqrt`.
    Method(Ident),
    /// `f64::from`, `f64::clone`: the number itself.
    Identity,
    /// The value itself, once a function has seen it: `inspect(f)`.
    Seen(Box<Callable>),
}
