//! Variables that an expression changes while it is evaluated.
//!
//! ```text
//! println!("{}", tank.add(x));          may change `tank`
//! |v| { n += 1; v * v }                 changes `n`
//! format!("{x} {u}", u = tank.level)    changes nothing
//! ```

use quote::ToTokens;
use syn::Expr;
use syn::visit::{self, Visit};

use crate::front::syntax::declared::declared_first;
use crate::front::syntax::form::root_name;
use crate::front::syntax::macro_arguments::MacroArguments;
use crate::front::syntax::operators;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;

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

/// Whether a chain of iterators has a closure that changes a variable around it.
pub(crate) fn chain_changes(chain: &Expr) -> bool {
    let mut inner = strip(chain);
    while let Expr::MethodCall(call) = inner {
        if call.args.iter().any(closure_changes) {
            return true;
        }
        inner = strip(&call.receiver);
    }
    false
}

fn closure_changes(argument: &Expr) -> bool {
    let Expr::Closure(closure) = strip(argument) else {
        return false;
    };
    let parameters = closure.inputs.to_token_stream();
    let own = declared_first(&closure.body);
    let lists = ["push", "push_back", "extend", "pop", "insert"];
    let changes = |call: &Expr| matches!(call, Expr::MethodCall(call) if lists.iter().any(|name| call.method == name));
    let changed = changed_variables(&closure.body, &changes);
    let mut changed = changed.iter().map(|(name, _)| name.to_string());
    changed.any(|name| !own.contains(&name) && !names_any(&parameters, &[&name]))
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
