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

/// Macros of the standard library whose arguments are expressions.
const OF_EXPRESSIONS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "vec",
];

/// Whether the arguments are expressions by the name of the macro.
pub(crate) fn has_expressions(call: &Macro) -> bool {
    let last = call.path.segments.last();
    last.is_some_and(|last| OF_EXPRESSIONS.iter().any(|name| last.ident == name))
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
