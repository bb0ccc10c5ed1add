//! Expressions without the parentheses and invisible groups around them.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Expr;

/// The expression inside parentheses and invisible groups.
pub(crate) fn strip(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        other => other,
    }
}

/// The call that is all of an `unsafe` block.
pub(crate) fn lone_call(found: &syn::ExprUnsafe) -> Option<&Expr> {
    match found.block.stmts.as_slice() {
        [syn::Stmt::Expr(call @ (Expr::Call(_) | Expr::MethodCall(_)), None)] => Some(call),
        _ => None,
    }
}

/// The expression behind a `&`.
pub(crate) fn borrowed(argument: &Expr) -> &Expr {
    match strip(argument) {
        Expr::Reference(reference) => &reference.expr,
        argument => argument,
    }
}

/// The expression as the operand of `as`, in parentheses if it binds less strongly.
pub(crate) fn cast_operand(expression: &Expr) -> TokenStream {
    match expression {
        Expr::Lit(_)
        | Expr::Path(_)
        | Expr::Paren(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Macro(_)
        | Expr::Unary(_)
        | Expr::Cast(_) => expression.to_token_stream(),
        loose => quote!((#loose)),
    }
}
