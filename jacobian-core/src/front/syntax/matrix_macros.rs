//! The macros `vector!` and `matrix!` of nalgebra: their elements and dimensions.

use syn::Expr;
use syn::parse::Parser;

use crate::front::syntax::matrix_types::{Extent, Extents};

/// The dimensions of a macro that lists elements.
pub(crate) fn macro_dimensions(call: &syn::Macro) -> Option<(usize, usize)> {
    let rows = listed_rows(call).filter(|_| is_matrix_macro(call) && !is_point(call))?;
    Some(listed_dimensions(call, &rows))
}

pub(crate) fn is_vector(call: &syn::Macro) -> bool {
    let last = call.path.segments.last();
    let names = ["vector", "dvector", "point"];
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// The dimensions in the type of a macro.
pub(crate) fn macro_extents(call: &syn::Macro) -> Extents {
    let last = call.path.segments.last().map(|last| last.ident.to_string());
    match last.as_deref() {
        Some("dvector") => Extents::new(Extent::RunTime, Extent::Fixed),
        Some("dmatrix") => Extents::new(Extent::RunTime, Extent::RunTime),
        _ => Extents::default(),
    }
}

/// Whether a macro lists the coordinates of a point.
pub(crate) fn is_point(call: &syn::Macro) -> bool {
    let last = call.path.segments.last();
    last.is_some_and(|last| last.ident == "point")
}

/// Whether a macro lists the elements of a vector or matrix. Other crates have macros of these
/// names, so if a path names the crate, it has to be nalgebra.
pub(crate) fn is_matrix_macro(call: &syn::Macro) -> bool {
    let names = call.path.segments.iter().map(|part| part.ident.to_string());
    let names: Vec<String> = names.collect();
    let (library, name) = match names.as_slice() {
        [name] => (None, name),
        [.., library, name] => (Some(library), name),
        [] => return false,
    };
    let is_of_nalgebra =
        library.is_none_or(|library| library.starts_with("nalgebra") || library == "na");
    is_of_nalgebra && ["vector", "matrix", "dvector", "dmatrix", "point"].contains(&name.as_str())
}

pub(crate) fn listed_dimensions(call: &syn::Macro, rows: &[Vec<Expr>]) -> (usize, usize) {
    let cols = rows.first().map_or(0, Vec::len);
    if is_vector(call) {
        (cols, 1)
    } else {
        (rows.len(), cols)
    }
}

/// The rows of `a, b; c, d`.
pub(crate) fn listed_rows(call: &syn::Macro) -> Option<Vec<Vec<Expr>>> {
    // A comma may follow the last element.
    let row = |input: syn::parse::ParseStream<'_>| {
        let mut row: Vec<Expr> = vec![input.parse()?];
        while input.peek(syn::Token![,]) {
            input.parse::<syn::Token![,]>()?;
            if !input.is_empty() && !input.peek(syn::Token![;]) {
                row.push(input.parse()?);
            }
        }
        Ok::<Vec<Expr>, syn::Error>(row)
    };
    let rows = |input: syn::parse::ParseStream<'_>| {
        let mut rows = vec![row(input)?];
        while input.peek(syn::Token![;]) {
            input.parse::<syn::Token![;]>()?;
            rows.push(row(input)?);
        }
        Ok(rows)
    };
    rows.parse2(call.tokens.clone()).ok()
}

/// Whether a macro stacks blocks, `stack![a, b; 0, d]`. A path has to name nalgebra. The macro of
/// ndarray begins with an axis.
pub(crate) fn is_stack(call: &syn::Macro) -> bool {
    let mut first = call.tokens.clone().into_iter().take_while(
        |token| !matches!(token, proc_macro2::TokenTree::Punct(sign) if sign.as_char() == ','),
    );
    if first.any(|token| matches!(token, proc_macro2::TokenTree::Ident(name) if name == "Axis")) {
        return false;
    }
    let mut names = call.path.segments.iter().map(|part| part.ident.to_string());
    let (first, last) = (names.next(), names.next_back());
    match (first.as_deref(), last.as_deref()) {
        (Some("stack"), None) => true,
        (Some(library), Some("stack")) => library.starts_with("nalgebra") || library == "na",
        _ => false,
    }
}
