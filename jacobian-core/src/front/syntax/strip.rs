//! Expressions without the parentheses and invisible groups around them.

use syn::Expr;

/// The expression inside parentheses and invisible groups.
pub(crate) fn strip(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        other => other,
    }
}

/// The expression behind a `&`.
pub(crate) fn borrowed(argument: &Expr) -> &Expr {
    match strip(argument) {
        Expr::Reference(reference) => &reference.expr,
        argument => argument,
    }
}
