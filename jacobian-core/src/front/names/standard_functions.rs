//! Functions of the standard library by imported names.
//!
//! ```text
//! use core::mem::swap;
//! swap(&mut x, &mut y)        core::mem::swap(&mut x, &mut y)
//! ```
//!
//! Only an import in sight says so. A name that a glob may bring, or that a file imports around the
//! attributed function, can mean a function of the user's.

use proc_macro2::{Ident, Span};

use crate::front::names::state::Lowering;

/// Whether the first name of a path is that of the standard library.
pub(crate) fn is_standard(root: &str) -> bool {
    ["std", "core", "alloc"].contains(&root)
}

impl<M> Lowering<M> {
    /// The names of a path. A single name that is imported from the standard library is written in
    /// full.
    pub(crate) fn standard_path(&self, path: &syn::Path) -> Vec<Ident> {
        let as_written = || {
            path.segments
                .iter()
                .map(|part| part.ident.clone())
                .collect()
        };
        let Some(name) = path.get_ident() else {
            return as_written();
        };
        if self.names.scopes.get(&name.to_string()).is_some() {
            return as_written();
        }
        let full = self.names.imports.full_path(path, self.module());
        match full.split_once("::") {
            Some((root, _)) if is_standard(root) => {
                let names = full.split("::");
                names
                    .map(|name| Ident::new(name, Span::call_site()))
                    .collect()
            }
            _ => as_written(),
        }
    }
}
