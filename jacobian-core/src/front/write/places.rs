//! Places and expressions of the user's own that are scalars of the code list already.
//!
//! ```text
//! self.mu     known until other code may have changed it
//! 1.0 / h     known everywhere, because nothing can change the parameter h
//! ```

use quote::ToTokens;

use crate::interface::{Interface, Parameter};
use crate::ir::ValueId;
use crate::ordered::{Map, Set};

use crate::front::syntax::cells::names_cell;
use crate::front::syntax::fixed;

/// What has been read, by its code.
pub(crate) type Places = Map<String, Known>;

/// A scalar of the code list that has been read from opaque code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) id: ValueId,
    /// Whether no code can change it.
    pub(crate) is_fixed: bool,
}

/// The parameters that hold cells.
pub(crate) fn cell_parameters(interface: &Interface) -> Set<String> {
    let holds_cell = |parameter: &&Parameter| names_cell(&parameter.ty.to_token_stream());
    let parameters = interface.parameters.iter().filter(holds_cell);
    parameters
        .map(|parameter| parameter.name.to_string())
        .collect()
}

/// The parameters that are numbers, or lists of them, which nothing can change.
pub(crate) fn fixed_parameters(interface: &Interface) -> Set<String> {
    let is_fixed = |parameter: &&Parameter| {
        let is_data = parameter.independent.is_none() && parameter.output.is_none();
        is_data && parameter.mutability.is_none() && fixed::is_of_numbers(&parameter.ty)
    };
    let parameters = interface.parameters.iter().filter(is_fixed);
    parameters
        .map(|parameter| parameter.name.to_string())
        .collect()
}
