//! Definitions of macros in a function that nothing calls any more, since all calls are expanded.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Item, Stmt};

/// Removes macros that nothing calls any more.
pub(crate) struct Unneeded(pub(crate) Vec<String>);

impl VisitMut for Unneeded {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let is_needed = |statement: &Stmt| match statement {
            Stmt::Item(Item::Macro(found)) => {
                let name = found.ident.to_token_stream().to_string();
                self.0.contains(&name)
            }
            _ => true,
        };
        block.stmts.retain(is_needed);
        visit_mut::visit_block_mut(self, block);
    }
}
