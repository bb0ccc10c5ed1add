//! Indices that only run time knows, and the variables that hold what a reference to such an
//! element means.
//!
//! ```text
//! let r = &mut y[i];      a hidden variable holds the value of y[i], and `r` refers to it
//! *r *= 2.0;              the hidden variable changes, and then each y[k] that it may be
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;

use crate::ir::ValueId;

use crate::front::value::Inactive;
use crate::front::value::matrix::Block;
use crate::front::value::place::{BindingId, Place};
use crate::front::value::stored::Stored;

/// An index that only run time knows, evaluated and below the number of candidates.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    /// As a scalar of the code list.
    pub(crate) id: ValueId,
    /// As a `usize` in opaque code.
    pub(crate) tokens: Inactive,
    /// The position that the index zero means.
    pub(crate) first: usize,
    /// The number of positions that it can mean.
    pub(crate) count: usize,
}

/// The places of which run time says which one a hidden variable means. No place occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct Selected {
    /// The number of the place that is meant, counted from zero.
    pub(crate) number: Inactive,
    /// Each with an index into two values, the second for the place that is meant.
    pub(crate) places: Vec<(Place, Index)>,
    /// The element of a list in memory that is meant, in place of places: the list, and the index.
    pub(crate) element: Option<(Rc<Stored>, TokenStream)>,
    /// The block of a matrix that the variable is a copy of, in place of places.
    pub(crate) block: Option<(Place, Rc<Block>)>,
    /// The reference in the source, for messages.
    pub(crate) at: syn::Expr,
}

impl Selected {
    /// The same with other ids of bindings.
    pub(crate) fn renamed(&self, renamed: &impl Fn(BindingId) -> BindingId) -> Self {
        let mut selected = self.clone();
        for (place, _) in &mut selected.places {
            place.root = renamed(place.root);
        }
        if let Some((place, _)) = &mut selected.block {
            place.root = renamed(place.root);
        }
        selected
    }
}
