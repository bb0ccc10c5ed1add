//! Code that may change the length of a list.
//!
//! A length that `dim` gives a parameter is asserted once, so it must stay what it is.

use syn::visit::Visit;
use syn::{Expr, Ident};

use crate::front::syntax::form::root_name;
use crate::front::syntax::strip::strip;

const CHANGING: &[&str] = &[
    "append",
    "clear",
    "dedup",
    "dedup_by",
    "dedup_by_key",
    "drain",
    "extend",
    "extend_from_slice",
    "extend_from_within",
    "insert",
    "pop",
    "pop_back",
    "pop_front",
    "push",
    "push_back",
    "push_front",
    "remove",
    "resize",
    "resize_with",
    "retain",
    "retain_mut",
    "splice",
    "split_off",
    "swap_remove",
    "truncate",
];

/// Whether a block may change the length of the list with this name, or of a list in it.
pub(crate) fn changes_length(block: &syn::Block, list: &Ident) -> bool {
    let mut changes = Changes { list, found: false };
    changes.visit_block(block);
    changes.found
}

struct Changes<'a> {
    list: &'a Ident,
    found: bool,
}

impl Changes<'_> {
    fn is_list(&self, expression: &Expr) -> bool {
        root_name(expression) == Some(self.list)
    }

    /// Whether an assignment to this replaces the list.
    fn is_assigned(&self, target: &Expr) -> bool {
        match strip(target) {
            Expr::Path(_) => self.is_list(target),
            Expr::Unary(unary) => self.is_assigned(&unary.expr),
            Expr::Tuple(parts) => parts.elems.iter().any(|part| self.is_assigned(part)),
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Changes<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let is_changing = CHANGING.iter().any(|name| call.method == name);
        self.found |= is_changing && self.is_list(&call.receiver);
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
        // A loop over `&mut list` changes elements only.
        match strip(&each.expr) {
            Expr::Reference(_) => {}
            list => self.visit_expr(list),
        }
        self.visit_block(&each.body);
    }

    fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
        // Elements have no length, and the length of a slice does not change.
        let is_whole = matches!(strip(&reference.expr), Expr::Path(_));
        self.found |= reference.mutability.is_some() && is_whole && self.is_list(&reference.expr);
        syn::visit::visit_expr_reference(self, reference);
    }

    fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
        self.found |= self.is_assigned(&assign.left);
        syn::visit::visit_expr_assign(self, assign);
    }
}
