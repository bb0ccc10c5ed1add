//! The places that an expression names, as paths of fields.
//!
//! ```text
//! b.p.abs() + x[2]        b.p, x
//! scaled!(k)              scaled, k       every name in a macro
//! ```

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, Member};

use crate::front::syntax::strip::strip;

/// The places in order.
pub(crate) fn places_named(expression: &Expr) -> Vec<String> {
    let mut walk = Walk(Vec::new());
    walk.visit_expr(expression);
    walk.0
}

struct Walk(Vec<String>);

impl Walk {
    fn add_all(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => self.0.push(name.to_string()),
                TokenTree::Group(group) => self.add_all(group.stream()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Walk {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match path_of(expression) {
            Some(path) => self.0.push(path),
            None => visit::visit_expr(self, expression),
        }
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.add_all(called.tokens.clone());
    }
}

/// `b.p` of fields of a variable.
fn path_of(expression: &Expr) -> Option<String> {
    match strip(expression) {
        Expr::Path(path) => Some(path.path.get_ident()?.to_string()),
        Expr::Field(field) => {
            let base = path_of(&field.base)?;
            Some(match &field.member {
                Member::Named(name) => format!("{base}.{name}"),
                Member::Unnamed(index) => format!("{base}.{}", index.index),
            })
        }
        _ => None,
    }
}
