//! The expressions in the arguments of a macro, where these are expressions.
//!
//! ```text
//! dbg!(x)   assert_eq!(x, y)   vec![x; n]      one, between commas, between semicolons
//! ```

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Token};

/// Macros of the standard library and of approx whose arguments are expressions.
const OF_EXPRESSIONS: &[&str] = &[
    "assert",
    "assert_abs_diff_eq",
    "assert_eq",
    "assert_ne",
    "assert_relative_eq",
    "assert_ulps_eq",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "vec",
];

/// Macros of the crate approx that compare two values, `relative_eq!(a, b, epsilon = e)`.
const COMPARISONS: &[&str] = &[
    "abs_diff_eq",
    "abs_diff_ne",
    "relative_eq",
    "relative_ne",
    "ulps_eq",
    "ulps_ne",
];

/// Whether the arguments are expressions by the name of the macro.
pub(crate) fn has_expressions(call: &Macro) -> bool {
    is_named(call, OF_EXPRESSIONS) || is_comparison(call)
}

/// Whether a macro compares two values.
pub(crate) fn is_comparison(call: &Macro) -> bool {
    is_named(call, COMPARISONS)
}

fn is_named(call: &Macro, names: &[&str]) -> bool {
    let last = call.path.segments.last();
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Changes each expression. Arguments of another form stay.
pub(crate) fn change_each(call: &mut Macro, change: &mut dyn FnMut(&mut Expr)) {
    if let Ok(mut only) = call.parse_body::<Expr>() {
        change(&mut only);
        call.tokens = only.into_token_stream();
        return;
    }
    let commas = Punctuated::<Expr, Token![,]>::parse_terminated;
    let semicolons = Punctuated::<Expr, Token![;]>::parse_terminated;
    let changed = separated(call, commas, change);
    if let Some(tokens) = changed.or_else(|| separated(call, semicolons, change)) {
        call.tokens = tokens;
    }
}

fn separated<P: ToTokens>(
    call: &Macro,
    parser: impl Parser<Output = Punctuated<Expr, P>>,
    change: &mut dyn FnMut(&mut Expr),
) -> Option<TokenStream> {
    let mut parts = call.parse_body_with(parser).ok()?;
    parts.iter_mut().for_each(change);
    Some(parts.into_token_stream())
}
