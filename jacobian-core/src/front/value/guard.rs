//! Guards that are alive: what `m.lock().unwrap()` or `m.borrow()` gives, in variables of the
//! generated function.

use proc_macro2::Ident;

/// A guard in a variable of the generated function. It is dropped where the source drops it, since
/// the place that it guards may be borrowed or locked again behind.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) variable: Ident,
    pub(crate) until: Until,
}

impl Guard {
    pub(crate) fn temporary(variable: Ident) -> Self {
        let until = Until::Statement;
        Self { variable, until }
    }
}

/// How long the source keeps a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// A temporary: to the end of its statement.
    Statement,
    /// A variable: to the end of its block.
    Block,
}
