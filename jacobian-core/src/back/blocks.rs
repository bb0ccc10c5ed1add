//! Blocks of `let` statements, so that rustc's debug information does not overflow its stack.
//!
//! ```text
//! let (v3, v4, v5) = {            rustc nests a scope of debug information in each `let`:
//!     let v3 = erf(v2);           ten thousand of them overflow its stack, a hundred blocks of
//!     let v4 = v3 * 0.5;          a hundred do not
//!     let v5 = erf(v4);
//!     (v3, v4, v5)
//! };
//! ```
//!
//! This is for the user's own code, which names the user's variables and so cannot move to a
//! function of its own. A statement that binds names of the user's stays outside. Invariant: the
//! order stays. Cost: linear.

use proc_macro2::TokenStream;
use quote::quote;

use crate::schedule::Step;

/// Up to this many statements follow each other without blocks.
const FEW: usize = 250;

/// Statements in a block.
const BLOCK: usize = 100;

/// What was written, and the block that is open.
#[derive(Debug)]
pub(super) struct Blocks {
    are_needed: bool,
    written: TokenStream,
    names: Vec<TokenStream>,
    open: TokenStream,
}

impl Blocks {
    pub(super) fn of(steps: &[Step]) -> Self {
        Self {
            are_needed: steps.len() > FEW,
            written: TokenStream::new(),
            names: Vec::new(),
            open: TokenStream::new(),
        }
    }

    /// A statement with the one name that it binds; without one it stays outside.
    pub(super) fn push(&mut self, name: Option<TokenStream>, statement: &TokenStream) {
        match name {
            None if statement.is_empty() => {}
            Some(name) if self.are_needed => {
                self.names.push(name);
                self.open.extend(statement.clone());
                if self.names.len() == BLOCK {
                    self.close();
                }
            }
            _ => {
                self.close();
                self.written.extend(statement.clone());
            }
        }
    }

    fn close(&mut self) {
        let (names, open) = (
            std::mem::take(&mut self.names),
            std::mem::take(&mut self.open),
        );
        self.written.extend(match names.len() {
            0 | 1 => open,
            _ => quote!(let (#(#names),*) = { #open (#(#names),*) };),
        });
    }

    pub(super) fn finish(mut self) -> TokenStream {
        self.close();
        self.written
    }
}
