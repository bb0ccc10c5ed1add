//! Variables that text changes while it is made.
//!
//! ```text
//! println!("{}", tank.add(x));          may change `tank`
//! tank.add(x).to_string()               the same
//! format!("{x} {u}", u = tank.level)    changes nothing
//! ```
//!
//! Text is the user's own code with copies of the values in it, so a change would be lost.

use syn::Expr;
use syn::visit::{self, Visit};

use crate::front::syntax::form::root_name;
use crate::front::syntax::macro_arguments::MacroArguments;
use crate::front::syntax::operators;

/// The variables that may change, each with the code that changes it. `changes` says whether a
/// method may change its receiver.
pub(crate) fn changed_by_text(
    text: &Expr,
    changes: &dyn Fn(&syn::ExprMethodCall) -> bool,
) -> Vec<(syn::Ident, Expr)> {
    let mut found = Changes {
        changes,
        found: Vec::new(),
    };
    found.visit_expr(text);
    found.found
}

struct Changes<'a> {
    changes: &'a dyn Fn(&syn::ExprMethodCall) -> bool,
    found: Vec<(syn::Ident, Expr)>,
}

impl Changes<'_> {
    fn note(&mut self, place: &Expr, at: &Expr) {
        // The receiver of a chain of calls is at its beginning.
        let mut base = place;
        while let Expr::MethodCall(call) = base {
            base = &call.receiver;
        }
        if let Some(root) = root_name(base) {
            self.found.push((root.clone(), at.clone()));
        }
    }
}

impl<'ast> Visit<'ast> for Changes<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::MethodCall(call) if (self.changes)(call) => self.note(&call.receiver, expression),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.note(&reference.expr, expression);
            }
            Expr::Assign(assign) => self.note(&assign.left, expression),
            Expr::Binary(binary) if operators::is_compound(&binary.op) => {
                self.note(&binary.left, expression);
            }
            _ => {}
        }
        visit::visit_expr(self, expression);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let MacroArguments::List(arguments) = MacroArguments::of(call) else {
            return;
        };
        for argument in &arguments {
            let argument = match argument {
                // `name = value` gives the value a name.
                Expr::Assign(named) => &*named.right,
                other => other,
            };
            let inside = changed_by_text(argument, self.changes);
            self.found.extend(inside);
        }
    }

    // A nested function sees none of the outer names.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
