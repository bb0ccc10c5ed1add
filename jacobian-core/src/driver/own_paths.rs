//! Paths from the root of the crate to the attributed module itself, as paths from inside.
//!
//! ```text
//! mod orbit {                                    mod orbit {
//!     mod units { pub const KM: f64 = 1e3; }         mod units { pub const KM: f64 = 1e3; }
//!     mod drag {                             ->      mod drag {
//!         use crate::orbit::units::KM;                   use super::units::KM;
//!     }                                              }
//! }                                              }
//! ```
//!
//! The macro sees the module, but not its place in the crate. A path that names the module and then
//! one of its items most likely leads here. There may be a second module with the same name and an
//! item of the same name, so rustc checks it: a type that only this module has must be the same by
//! both paths.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ItemMod;

use crate::front::hidden;
use crate::ordered::Set;

/// The type that tells this module from others of the same name.
const MARK: &str = "ThisModuleIsWhereThePathLeads";

/// The module with such paths written from inside.
pub(super) fn with_own_paths(module: ItemMod) -> ItemMod {
    let tokens = module.to_token_stream();
    if !mentions_crate(tokens.clone()) {
        return module;
    }
    let Some((_, items)) = &module.content else {
        return module;
    };
    let mut paths = OwnPaths {
        module: module.ident.to_string(),
        names: items.iter().flat_map(hidden::names).collect(),
        found: None,
    };
    let inside: Vec<TokenTree> = tokens.into_iter().collect();
    let split = inside.len().saturating_sub(1);
    let mut written: TokenStream = inside[..split].iter().cloned().collect();
    let Some(TokenTree::Group(body)) = inside.get(split) else {
        return module;
    };
    let body = paths.within(body, 0);
    let Some(prefix) = paths.found else {
        return module;
    };
    let mark = Ident::new(MARK, Span::mixed_site());
    let items = body.stream();
    written.extend(quote!({
        #items
        #[allow(dead_code)]
        struct #mark;
        const _: fn(#prefix :: #mark) -> #mark = |mark| mark;
    }));
    syn::parse2(written).unwrap_or(module)
}

fn mentions_crate(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "crate",
        TokenTree::Group(group) => mentions_crate(group.stream()),
        _ => false,
    })
}

/// What a path to the module is known by, and the first one found.
struct OwnPaths {
    module: String,
    names: Set<String>,
    found: Option<TokenStream>,
}

impl OwnPaths {
    /// The tokens in a group, at a depth of modules below the attributed one.
    fn within(&mut self, group: &Group, depth: usize) -> Group {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let mut written = TokenStream::new();
        let mut position = 0;
        while let Some(token) = tokens.get(position) {
            let before = |back: usize| position.checked_sub(back).map(|at| &tokens[at]);
            let is_after =
                |word: &str, back: usize| before(back).is_some_and(|token| is_word(token, word));
            if let Some(length) = self.path_to_here(&tokens[position..], before(1)) {
                let path = &tokens[position..position + length];
                self.found
                    .get_or_insert_with(|| path.iter().cloned().collect());
                written.extend(from_inside(depth, token.span()));
                position += length;
                continue;
            }
            let is_module = is_after("mod", 2);
            // A macro is written where it is used, so its paths have no place of their own.
            let is_macro = is_after("macro_rules", 3);
            position += 1;
            let TokenTree::Group(inner) = token else {
                written.extend([token.clone()]);
                continue;
            };
            let inner = if is_macro {
                inner.clone()
            } else {
                self.within(inner, depth + usize::from(is_module))
            };
            written.extend([TokenTree::Group(inner)]);
        }
        let mut whole = Group::new(group.delimiter(), written);
        whole.set_span(group.span());
        whole
    }

    /// The number of tokens of `crate::..::module`, if tokens begin with it and go on with `::` and
    /// a name of the module.
    fn path_to_here(&self, tokens: &[TokenTree], before: Option<&TokenTree>) -> Option<usize> {
        let is_of_macro = before.is_some_and(|token| token.to_string() == "$");
        if is_of_macro || !is_word(tokens.first()?, "crate") {
            return None;
        }
        let mut position = 1;
        loop {
            let segment = segment(&tokens[position..])?;
            position += 3;
            let goes_on = match tokens.get(position + 2)? {
                TokenTree::Ident(name) => self.names.contains(&name.to_string()),
                TokenTree::Punct(star) => star.as_char() == '*',
                _ => true,
            };
            if segment == self.module && is_colons(&tokens[position..]) && goes_on {
                return Some(position);
            }
        }
    }
}

/// The name in `::name`.
fn segment(tokens: &[TokenTree]) -> Option<String> {
    match tokens.get(2)? {
        TokenTree::Ident(name) if is_colons(tokens) => Some(name.to_string()),
        _ => None,
    }
}

fn is_colons(tokens: &[TokenTree]) -> bool {
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    is_colon(0) && is_colon(1)
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

/// `self`, or `super` as often as the attributed module is around.
fn from_inside(depth: usize, span: Span) -> TokenStream {
    if depth == 0 {
        return Ident::new("self", span).into_token_stream();
    }
    let parent = Ident::new("super", span);
    let parents = std::iter::repeat_n(parent, depth);
    quote!(#(#parents)::*)
}
