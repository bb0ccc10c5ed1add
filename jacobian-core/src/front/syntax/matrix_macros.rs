//! The macros `vector!` and `matrix!` of nalgebra: the elements that they list, and their
//! dimensions.

use syn::Expr;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

/// The dimensions of a macro that lists elements.
pub(crate) fn macro_dimensions(call: &syn::Macro) -> Option<(usize, usize)> {
    let rows = listed_rows(call).filter(|_| is_matrix_macro(call))?;
    Some(listed_dimensions(call, &rows))
}

pub(crate) fn is_vector(call: &syn::Macro) -> bool {
    let last = call.path.segments.last();
    last.is_some_and(|last| last.ident == "vector")
}

/// Whether a macro lists the elements of a vector or matrix.
pub(crate) fn is_matrix_macro(call: &syn::Macro) -> bool {
    let last = call.path.segments.last();
    is_vector(call) || last.is_some_and(|last| last.ident == "matrix")
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
    let row = |input: syn::parse::ParseStream<'_>| {
        let row = Punctuated::<Expr, syn::Token![,]>::parse_separated_nonempty(input)?;
        Ok::<Vec<Expr>, syn::Error>(row.into_iter().collect())
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
