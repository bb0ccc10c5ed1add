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
//! This is for the user's own code. It uses the user's variables, so it cannot move to a function
//! of its own, as [chunks](super::chunks) do. A statement that binds names of the user stays
//! outside, because later code needs these names. Invariant: the order stays. Cost: linear.

use proc_macro2::TokenStream;
use quote::quote;

use crate::schedule::Step;

/// Up to this many statements follow each other without blocks. The number is that of a chunk,
/// far below the 3,000 `let`s at which the stack overflows.
const FEW: usize = 250;

/// The number of statements in a block. The depth is the number of blocks plus this
/// number, so ten thousand statements nest two hundred levels.
const BLOCK: usize = 100;

/// Whether statements are put into blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nesting {
    Flat,
    InBlocks,
}

/// The statements that were written, and the block that is open.
#[derive(Debug)]
pub(super) struct Blocks {
    nesting: Nesting,
    written: TokenStream,
    names: Vec<TokenStream>,
    open: TokenStream,
}

impl Blocks {
    pub(super) fn of(steps: &[Step]) -> Self {
        Self {
            nesting: if steps.len() > FEW {
                Nesting::InBlocks
            } else {
                Nesting::Flat
            },
            written: TokenStream::new(),
            names: Vec::new(),
            open: TokenStream::new(),
        }
    }

    /// Adds a statement with the name that it binds. Without a name, it stays outside blocks.
    pub(super) fn push(&mut self, name: Option<TokenStream>, statement: &TokenStream) {
        match name {
            None if statement.is_empty() => {}
            Some(name) if self.nesting == Nesting::InBlocks => {
                self.names.push(name);
                self.open.extend(statement.clone());
                if self.names.len() == BLOCK {
                    self.close();
                }
            }
            _ => {
                // The open block comes first, because the order of the user's code must stay.
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
        // A block around a single statement would nest one scope more and save none.
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
