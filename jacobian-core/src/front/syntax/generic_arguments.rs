//! Generic arguments as they are written: `Grid<3, { N }, f64>`.

use proc_macro2::Ident;
use syn::{Expr, GenericArgument, Lit, PathArguments, Type};

use crate::front::syntax::strip::strip;

/// The generic arguments of a type without lifetimes.
pub(crate) fn arguments_of(path: &syn::Path) -> Vec<GenericArgument> {
    let last = path.segments.last().map(|last| &last.arguments);
    let Some(PathArguments::AngleBracketed(given)) = last else {
        return Vec::new();
    };
    let given = given.args.iter();
    let given = given.filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
    given.cloned().collect()
}

/// The name that an argument is.
pub(crate) fn name_of(argument: &GenericArgument) -> Option<Ident> {
    let path = match argument {
        GenericArgument::Const(length) => match behind_braces(length)? {
            Expr::Path(path) => &path.path,
            _ => return None,
        },
        GenericArgument::Type(Type::Path(path)) => &path.path,
        _ => return None,
    };
    path.get_ident().cloned()
}

/// The literal that an argument is.
pub(crate) fn literal_of(argument: &GenericArgument) -> Option<Lit> {
    let GenericArgument::Const(written) = argument else {
        return None;
    };
    match behind_braces(written)? {
        Expr::Lit(literal) => Some(literal.lit.clone()),
        _ => None,
    }
}

/// The expression of `{ N + 1 }`, or of `3`. `None` for a block of statements.
pub(crate) fn behind_braces(length: &Expr) -> Option<&Expr> {
    let Expr::Block(block) = strip(length) else {
        return Some(strip(length));
    };
    if let [syn::Stmt::Expr(inner, None)] = block.block.stmts.as_slice() {
        return Some(strip(inner));
    }
    None
}

/// An integer as code.
pub(crate) fn integer_literal(value: i128) -> Lit {
    Lit::Int(syn::LitInt::new(
        &value.to_string(),
        proc_macro2::Span::call_site(),
    ))
}
