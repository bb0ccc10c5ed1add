//! The arguments of a macro in copied code, so that names in it can be replaced by their values.
//!
//! ```text
//! println!("{} {b}", a + 1, b = t)      expressions; `b` is a name of the macro's own
//! vec![t; n]                            an expression, and how often
//! matches!(k, Some(t) if t > 1)         a pattern: this `t` is another one than that outside
//! ```
//!
//! A macro may mean anything by its tokens. We replace names in others only if no token can begin
//! a pattern.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Pat};

/// The name of a macro of the function's own that was not expanded. It may name any variable.
pub(crate) const UNCLEAR: &str = "__macro_that_may_name_variables";

/// The arguments as far as they are understood.
pub(crate) enum MacroArguments {
    /// Expressions, some as `name = expression`.
    List(Vec<Expr>),
    /// The element and the length.
    Repeated(Box<Expr>, Box<Expr>),
    /// The value, the pattern and the guard.
    Matched(Box<Expr>, Box<Pat>, Option<Box<Expr>>),
    /// Tokens among which there are no patterns.
    Plain,
    /// Tokens among which there may be patterns.
    Unseen,
    /// A macro that may name variables which its tokens do not show.
    Unclear,
}

impl MacroArguments {
    pub(crate) fn of(call: &syn::Macro) -> Self {
        let name = call.path.segments.last();
        let name = name.map(|last| last.ident.to_string()).unwrap_or_default();
        if name == UNCLEAR {
            return Self::Unclear;
        }
        if name.contains("match") {
            return matched.parse2(call.tokens.clone()).unwrap_or(Self::Unseen);
        }
        let list = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(list) = list.parse2(call.tokens.clone()) {
            return Self::List(list.into_iter().collect());
        }
        if let Ok(repeated) = repeated.parse2(call.tokens.clone()) {
            return repeated;
        }
        if may_bind(&call.tokens) {
            Self::Unseen
        } else {
            Self::Plain
        }
    }
}

impl ToTokens for MacroArguments {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::List(list) => quote!(#(#list),*),
            Self::Repeated(element, length) => quote!(#element; #length),
            Self::Matched(value, pattern, None) => quote!(#value, #pattern),
            Self::Matched(value, pattern, Some(guard)) => quote!(#value, #pattern if #guard),
            Self::Plain | Self::Unseen | Self::Unclear => TokenStream::new(),
        });
    }
}

fn repeated(input: ParseStream<'_>) -> syn::Result<MacroArguments> {
    let element = input.parse()?;
    input.parse::<syn::Token![;]>()?;
    Ok(MacroArguments::Repeated(element, input.parse()?))
}

fn matched(input: ParseStream<'_>) -> syn::Result<MacroArguments> {
    let value = input.parse()?;
    input.parse::<syn::Token![,]>()?;
    let pattern = Box::new(Pat::parse_multi_with_leading_vert(input)?);
    let mut guard = None;
    if input.parse::<Option<syn::Token![if]>>()?.is_some() {
        guard = Some(input.parse()?);
    }
    input.parse::<Option<syn::Token![,]>>()?;
    Ok(MacroArguments::Matched(value, pattern, guard))
}

/// Whether any token could begin a pattern, or end one.
fn may_bind(tokens: &TokenStream) -> bool {
    const WORDS: &[&str] = &[
        "let", "match", "for", "if", "while", "fn", "ref", "mut", "move",
    ];
    let mut previous = None;
    tokens.clone().into_iter().any(|token| {
        let before = previous.replace(token.clone());
        match token {
            TokenTree::Ident(word) => WORDS.iter().any(|known| word == known),
            TokenTree::Punct(sign) => {
                let is_equals =
                    matches!(&before, Some(TokenTree::Punct(before)) if before.as_char() == '=');
                sign.as_char() == '|' || (sign.as_char() == '>' && is_equals)
            }
            TokenTree::Group(group) => may_bind(&group.stream()),
            TokenTree::Literal(_) => false,
        }
    })
}
