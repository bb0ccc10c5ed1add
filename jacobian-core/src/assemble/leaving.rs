//! What leaves a loop or the function.

use syn::visit::Visit;

use crate::diag::Diagnostics;
use crate::front::messages;

/// Refuses what leaves the function, because the terms are added at its end.
pub(super) fn refuse(expr: &syn::Expr, diagnostics: &mut Diagnostics) {
    Leaving(diagnostics).visit_expr(expr);
}

struct Leaving<'a>(&'a mut Diagnostics);

impl<'ast> Visit<'ast> for Leaving<'_> {
    fn visit_expr_return(&mut self, expr: &'ast syn::ExprReturn) {
        self.0.error_at(expr, messages::ASSEMBLE_LEAVES);
    }

    fn visit_expr_try(&mut self, expr: &'ast syn::ExprTry) {
        self.0.error_at(expr, messages::ASSEMBLE_LEAVES);
    }

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Whether the code may leave a loop or its turn.
pub(super) fn turns(expr: &syn::Expr) -> bool {
    struct Turns(bool);
    impl<'ast> Visit<'ast> for Turns {
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            // It may become such a statement.
            self.0 = true;
        }
        fn visit_expr_break(&mut self, _: &'ast syn::ExprBreak) {
            self.0 = true;
        }
        fn visit_expr_continue(&mut self, _: &'ast syn::ExprContinue) {
            self.0 = true;
        }
    }
    let mut found = Turns(false);
    found.visit_expr(expr);
    found.0
}
