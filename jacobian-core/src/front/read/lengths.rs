//! Lengths of arrays in the signature: literals, constants with a given value, and arithmetic.

use crate::front::read::arguments::Arguments;
use crate::front::syntax::integers;

/// The value of a length.
pub(crate) fn constant(arguments: &Arguments, expression: &syn::Expr) -> Option<i128> {
    match expression {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(int),
            ..
        }) => int.base10_parse().ok(),
        syn::Expr::Path(path) => arguments.constant(&path.path),
        syn::Expr::Paren(inner) => constant(arguments, &inner.expr),
        syn::Expr::Group(inner) => constant(arguments, &inner.expr),
        syn::Expr::Block(block) => match block.block.stmts.as_slice() {
            [syn::Stmt::Expr(inner, None)] => constant(arguments, inner),
            _ => None,
        },
        syn::Expr::Binary(binary) => {
            let (left, right) = (
                constant(arguments, &binary.left)?,
                constant(arguments, &binary.right)?,
            );
            integers::combine(&binary.op, left, right)
        }
        _ => None,
    }
}
