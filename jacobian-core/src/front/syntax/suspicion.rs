//! Uses of a parameter of unknown type that only numbers allow.
//!
//! ```text
//! x[0]   x * 2.0   x.sin()   x.iter()      of any parameter
//! x as f64  x.as_()  x.to_f64()            of any parameter: it may be a number of another type
//! x.sum()                                  of a list or matrix without lengths
//! k.rate(t)   x.nrows()                    no such uses
//! ```
//!
//! Such a parameter may be a variable, so it is never silently inactive.

use syn::visit::{self, Visit};

use crate::front::syntax::elementals;
use crate::front::syntax::inspect::names_scalar;
use crate::front::syntax::operators;
use crate::front::syntax::strip::strip;
use crate::ordered::Map;

/// Methods that ask how long a list is.
const LENGTHS: &[&str] = &[
    "dim",
    "is_empty",
    "is_square",
    "len",
    "ncols",
    "ndim",
    "nrows",
    "raw_dim",
    "shape",
];

/// Methods of num-traits and simba that make a number of a number of any type.
const CONVERSIONS: &[&str] = &["as_", "to_f32", "to_f64", "to_superset", "to_subset"];

/// Parameters that may be variables.
pub(crate) struct Suspects<'a> {
    /// Each name in the body that means such a parameter, or a part of it, with the parameter.
    pub(crate) names: &'a Map<String, String>,
    /// Whether a parameter is a list or matrix, whose methods are those of numbers.
    pub(crate) is_list: &'a dyn Fn(&str) -> bool,
}

/// The first such use in an expression, with the name of the parameter.
pub(crate) fn suspicious_use(
    suspects: Suspects<'_>,
    expression: &syn::Expr,
) -> Option<(syn::Expr, String)> {
    if suspects.names.is_empty() {
        return None;
    }
    let mut search = Search {
        suspects,
        found: None,
    };
    search.visit_expr(expression);
    search.found
}

struct Search<'a> {
    suspects: Suspects<'a>,
    found: Option<(syn::Expr, String)>,
}

impl Search<'_> {
    fn look(&mut self, operand: &syn::Expr, whole: &syn::Expr) {
        if let Some(name) = self.named(operand) {
            self.found.get_or_insert_with(|| (whole.clone(), name));
        }
    }

    /// The parameter that an expression names.
    fn named(&self, operand: &syn::Expr) -> Option<String> {
        let operand = match strip(operand) {
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => &unary.expr,
            other => other,
        };
        let syn::Expr::Path(path) = strip(operand) else {
            return None;
        };
        let name = path.path.get_ident()?.to_string();
        self.suspects.names.get(&name).cloned()
    }

    fn is_of_list(&self, call: &syn::ExprMethodCall) -> bool {
        let asks_length = LENGTHS.iter().any(|name| call.method == name);
        let list = || self.named(&call.receiver);
        !asks_length && list().is_some_and(|name| (self.suspects.is_list)(&name))
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        match expression {
            syn::Expr::Index(index) => self.look(&index.expr, expression),
            syn::Expr::Binary(binary) if operators::operation(&binary.op).is_some() => {
                self.look(&binary.left, expression);
                self.look(&binary.right, expression);
            }
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                self.look(&unary.expr, expression);
            }
            syn::Expr::MethodCall(call)
                if elementals::of_method(&call.method.to_string()).is_some()
                    || CONVERSIONS.iter().any(|name| call.method == name) =>
            {
                self.look(&call.receiver, expression);
            }
            syn::Expr::MethodCall(call)
                if call.method == "iter" || call.method == "into_iter" || self.is_of_list(call) =>
            {
                self.look(&call.receiver, expression);
            }
            syn::Expr::Call(call) if names_scalar(&call.func) => {
                for argument in &call.args {
                    self.look(argument, expression);
                }
            }
            syn::Expr::Cast(cast) if scalar_name(&cast.ty) => self.look(&cast.expr, expression),
            syn::Expr::ForLoop(each) => self.look(&each.expr, &each.expr),
            _ => {}
        }
        visit::visit_expr(self, expression);
    }
}

fn scalar_name(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}
