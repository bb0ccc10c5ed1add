//! Expressions without the parentheses and invisible groups around them.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, ExprCall};

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

/// The same call by the name of its function. `None` if it has one, or none can be given.
///
/// ```text
/// (f64::exp)(x)                              f64::exp(x)
/// (g as fn(f64) -> f64)(x)                   g(x)
/// (if up { f64::exp } else { f64::ln })(x)   { let callee = if up { .. } else { .. }; callee(x) }
/// ```
///
/// A macro that gives a function gives it in invisible parentheses.
pub(crate) fn with_named_callee(call: &ExprCall) -> Option<Expr> {
    match strip(&call.func) {
        path @ Expr::Path(_) if !matches!(*call.func, Expr::Path(_)) => {
            let func = Box::new(path.clone());
            Some(Expr::Call(ExprCall {
                func,
                ..call.clone()
            }))
        }
        Expr::Cast(cast) if matches!(*cast.ty, syn::Type::FnPtr(_)) => {
            let function = &cast.expr;
            let mut plain = call.clone();
            *plain.func = syn::parse_quote!((#function));
            Some(with_named_callee(&plain).unwrap_or(Expr::Call(plain)))
        }
        choice @ (Expr::If(_) | Expr::Match(_) | Expr::Block(_)) => {
            // Rust evaluates the callee first, as it does a variable.
            let callee = format_ident!("__callee");
            let mut plain = call.clone();
            *plain.func = syn::parse_quote!(#callee);
            Some(syn::parse_quote!({ let #callee = #choice; #plain }))
        }
        _ => None,
    }
}
