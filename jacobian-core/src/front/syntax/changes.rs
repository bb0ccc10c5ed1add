//! Variables that an expression changes while it is evaluated.
//!
//! ```text
//! println!("{}", tank.add(x));          may change `tank`
//! |v| { n += 1; v * v }                 changes `n`
//! format!("{x} {u}", u = tank.level)    changes nothing
//! ```

use syn::Expr;
use syn::visit::{self, Visit};

use crate::front::syntax::form::root_name;
use crate::front::syntax::macro_arguments::MacroArguments;
use crate::front::syntax::operators;

/// The variables that may change, each with the code that changes it. `changes` says whether a
/// call may change its receiver, or the function that it calls.
pub(crate) fn changed_variables(
    expression: &Expr,
    changes: &dyn Fn(&Expr) -> bool,
) -> Vec<(syn::Ident, Expr)> {
    let mut found = Changes {
        changes,
        found: Vec::new(),
    };
    found.visit_expr(expression);
    found.found
}

struct Changes<'a> {
    changes: &'a dyn Fn(&Expr) -> bool,
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
            Expr::MethodCall(call) if (self.changes)(expression) => {
                self.note(&call.receiver, expression);
            }
            Expr::Call(call) if (self.changes)(expression) => self.note(&call.func, expression),
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
            let inside = changed_variables(argument, self.changes);
            self.found.extend(inside);
        }
    }

    // A nested function sees none of the outer names.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
