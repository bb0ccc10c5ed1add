//! Whether a function computes with the numbers that it finds in a parameter.
//!
//! ```text
//! y[0] = x;  y[1] += x * x;            no: assigned, or added to
//! y[0] = y[1] * x;  bump(&mut y);      perhaps
//! ```

use proc_macro2::{Ident, TokenStream};
use syn::visit::{self, Visit};
use syn::{BinOp, Expr};

use crate::front::syntax::form::root_name;
use crate::front::syntax::tokens::names_any;

/// Whether code may do more with a name than assign to it, add to it, and ask for its length.
pub(crate) fn computes_with(block: &syn::Block, name: &Ident) -> bool {
    let mut uses = Uses {
        name,
        computes: false,
    };
    uses.visit_block(block);
    uses.computes
}

struct Uses<'a> {
    name: &'a Ident,
    computes: bool,
}

impl Uses<'_> {
    fn is_place(&self, place: &Expr) -> bool {
        root_name(place).is_some_and(|root| root == self.name)
    }

    /// The indices of a place that is written.
    fn indices(&mut self, place: &Expr) {
        match place {
            Expr::Index(index) => {
                self.visit_expr(&index.index);
                self.indices(&index.expr);
            }
            Expr::Field(field) => self.indices(&field.base),
            Expr::Unary(unary) => self.indices(&unary.expr),
            Expr::Paren(inner) => self.indices(&inner.expr),
            Expr::Group(inner) => self.indices(&inner.expr),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Assign(assign) if self.is_place(&assign.left) => {
                self.indices(&assign.left);
                self.visit_expr(&assign.right);
            }
            Expr::Binary(binary)
                if matches!(binary.op, BinOp::AddAssign(_) | BinOp::SubAssign(_))
                    && self.is_place(&binary.left) =>
            {
                self.indices(&binary.left);
                self.visit_expr(&binary.right);
            }
            Expr::MethodCall(call)
                if call.args.is_empty()
                    && ["len", "is_empty"].iter().any(|known| call.method == known)
                    && self.is_place(&call.receiver) =>
            {
                self.indices(&call.receiver);
            }
            Expr::Path(path) if path.path.is_ident(self.name) => self.computes = true,
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(&call.tokens);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl Uses<'_> {
    fn tokens(&mut self, tokens: &TokenStream) {
        self.computes |= names_any(tokens, &[&self.name.to_string()]);
    }
}
