//! The own names of the matrix types of nalgebra: `Vector3<f64>` is `[3x1]`, whatever its path.

use std::rc::Rc;

use syn::Expr;

use crate::front::syntax::matrix_types;
use crate::front::syntax::strip::strip;

/// The own name of the matrices of a shape.
pub(crate) fn matrix_key(rows: usize, cols: usize) -> Rc<str> {
    Rc::from(format!("[{rows}x{cols}]"))
}

/// The own name of a matrix type with literal dimensions.
pub(crate) fn matrix(path: &syn::Path) -> Option<Rc<str>> {
    let last = path.segments.last()?;
    let (rows, cols) = matrix_types::dimensions(last, &literal)?;
    Some(matrix_key(rows, cols))
}

/// Whether this is the own name of matrices of a shape.
pub(crate) fn is_matrix_key(key: &str) -> bool {
    let shape = key
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    shape.is_some_and(|shape| shape.contains('x'))
}

/// Whether a type is a matrix with literal dimensions.
pub(crate) fn is_matrix(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(named) if named.qself.is_none() && matrix(&named.path).is_some())
}

/// A length that is a literal.
pub(crate) fn literal(length: &Expr) -> Option<i128> {
    match strip(length) {
        Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(length),
            ..
        }) => length.base10_parse().ok(),
        _ => None,
    }
}
