//! Exits of a piece of code: `return`, `?`, `break` and `continue` that leave it.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Block, Expr, Lifetime, Stmt};

use crate::front::syntax::macro_expressions::has_expressions;
use crate::interface::Wrapper;

/// The first `return` or `?` in opaque code that the generated function could not repeat.
///
/// `?`, `return Err(..)` and `return None` mean the same there. A returned value does not, because
/// the generated function writes it elsewhere.
pub(crate) fn leaves_function(expression: &Expr, wrapper: Wrapper) -> Option<Expr> {
    struct Leaves {
        wrapper: Wrapper,
        found: Option<Expr>,
    }
    impl<'ast> Visit<'ast> for Leaves {
        fn visit_expr_return(&mut self, returned: &'ast syn::ExprReturn) {
            if !is_failure(returned.expr.as_deref(), self.wrapper) {
                self.found
                    .get_or_insert_with(|| Expr::Return(returned.clone()));
            }
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut leaves = Leaves {
        wrapper,
        found: None,
    };
    leaves.visit_expr(expression);
    leaves.found
}

/// The first `?` or `return` in an inlined function that would leave its caller if it were copied.
pub(crate) fn leaves_closure(expression: &Expr) -> Option<Expr> {
    struct Leaves(Option<Expr>);
    impl<'ast> Visit<'ast> for Leaves {
        fn visit_expr(&mut self, expression: &'ast Expr) {
            match expression {
                Expr::Try(_) | Expr::Return(_) => {
                    self.0.get_or_insert_with(|| expression.clone());
                }
                // A `return` or `?` in a closure leaves only the closure.
                Expr::Closure(_) => {}
                other => visit::visit_expr(self, other),
            }
        }
        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            if leaving_macro(&call.path).is_some() {
                let (attrs, mac) = (Vec::new(), call.clone());
                let call = Expr::Macro(syn::ExprMacro { attrs, mac });
                self.0.get_or_insert(call);
            }
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut leaves = Leaves(None);
    leaves.visit_expr(expression);
    leaves.0
}

/// Whether the expression contains an exit that the lowering must follow: a `return` with a value,
/// or a `break` or `continue` of a loop around it.
pub(crate) fn leaves(expression: &Expr, wrapper: Wrapper) -> bool {
    leaves_function(expression, wrapper).is_some() || leaves_for_target(expression)
}

/// Whether a returned expression is `Err(..)` or `None`.
pub(crate) fn is_failure(returned: Option<&Expr>, wrapper: Wrapper) -> bool {
    let last = |path: &syn::Path, name: &str| {
        path.segments
            .last()
            .is_some_and(|segment| segment.ident == name)
    };
    match (returned, wrapper) {
        (Some(Expr::Call(call)), Wrapper::Result) => {
            matches!(&*call.func, Expr::Path(callee) if last(&callee.path, "Err"))
        }
        (Some(Expr::Path(path)), Wrapper::Option) => last(&path.path, "None"),
        _ => false,
    }
}

/// Whether an expression contains a `break` or `continue` of a loop or block around it.
pub(crate) fn leaves_for_target(expression: &Expr) -> bool {
    let mut leaves = Leaves::default();
    leaves.visit_expr(expression);
    leaves.found
}

/// Whether nothing in the body of a `loop` can end it. A macro whose arguments are not expressions
/// may contain anything, so it may.
pub(crate) fn is_endless(body: &Block) -> bool {
    body.stmts.iter().all(is_endless_statement)
}

/// The same for one statement.
pub(crate) fn is_endless_statement(statement: &Stmt) -> bool {
    struct Exits(bool);
    impl<'ast> Visit<'ast> for Exits {
        fn visit_expr(&mut self, expression: &'ast Expr) {
            match expression {
                Expr::Break(_) | Expr::Return(_) | Expr::Try(_) => self.0 = true,
                Expr::Closure(_) => {}
                other => visit::visit_expr(self, other),
            }
        }
        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            self.0 |= !has_expressions(call) || names_an_exit(&call.tokens);
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut exits = Exits(false);
    exits.visit_stmt(statement);
    !exits.0
}

/// Whether the arguments of a macro contain `break`, `return` or a question mark.
fn names_an_exit(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "break" || word == "return",
        TokenTree::Punct(sign) => sign.as_char() == '?',
        TokenTree::Group(group) => names_an_exit(&group.stream()),
        TokenTree::Literal(_) => false,
    })
}

/// A walk that keeps the labels and loops around the current expression.
#[derive(Default)]
pub(crate) struct Leaves {
    pub(crate) labels: Vec<String>,
    pub(crate) loops: usize,
    pub(crate) found: bool,
}

impl Leaves {
    pub(crate) fn jump(&mut self, label: Option<&Lifetime>) {
        self.found |= match label {
            Some(label) => !self.labels.contains(&label.ident.to_string()),
            None => self.loops == 0,
        };
    }
    pub(crate) fn inside(
        &mut self,
        label: Option<&syn::Label>,
        is_loop: bool,
        visit: impl FnOnce(&mut Self),
    ) {
        let depth = self.labels.len();
        self.labels
            .extend(label.map(|label| label.name.ident.to_string()));
        self.loops += usize::from(is_loop);
        visit(self);
        self.loops -= usize::from(is_loop);
        self.labels.truncate(depth);
    }
}

impl<'ast> Visit<'ast> for Leaves {
    fn visit_expr_break(&mut self, leave: &'ast syn::ExprBreak) {
        self.jump(leave.label.as_ref());
        visit::visit_expr_break(self, leave);
    }
    fn visit_expr_continue(&mut self, next: &'ast syn::ExprContinue) {
        self.jump(next.label.as_ref());
    }
    fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
        self.inside(each.label.as_ref(), true, |inner| {
            visit::visit_expr_for_loop(inner, each);
        });
    }
    fn visit_expr_while(&mut self, each: &'ast syn::ExprWhile) {
        self.inside(each.label.as_ref(), true, |inner| {
            visit::visit_expr_while(inner, each);
        });
    }
    fn visit_expr_loop(&mut self, each: &'ast syn::ExprLoop) {
        self.inside(each.label.as_ref(), true, |inner| {
            visit::visit_expr_loop(inner, each);
        });
    }
    fn visit_expr_block(&mut self, block: &'ast syn::ExprBlock) {
        self.inside(block.label.as_ref(), false, |inner| {
            visit::visit_expr_block(inner, block);
        });
    }
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// The name of `bail!` or `ensure!` of `anyhow` and `eyre`, which return an error.
pub(crate) fn leaving_macro(path: &syn::Path) -> Option<&'static str> {
    let mut names = ["bail", "ensure"].into_iter();
    let last = path.segments.last()?;
    let first = path.segments.first()?;
    let is_known = path.segments.len() == 1
        || ["anyhow", "eyre", "color_eyre"]
            .iter()
            .any(|name| first.ident == name);
    names.find(|name| is_known && last.ident == name)
}
