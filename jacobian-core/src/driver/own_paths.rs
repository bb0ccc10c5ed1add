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
use syn::{Item, ItemMod, UseTree};

use crate::front::hidden;
use crate::ordered::Set;

/// The type that tells this module from others of the same name.
const MARK: &str = "ThisModuleIsWhereThePathLeads";

/// The most globs that lead from one to the next.
const MOST_GLOBS: usize = 8;

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
        module: Some(module.ident.to_string()),
        names: names_of(items, MOST_GLOBS),
        found: None,
        known: None,
    };
    let inside: Vec<TokenTree> = tokens.into_iter().collect();
    let split = inside.len().saturating_sub(1);
    let mut written: TokenStream = inside[..split].iter().cloned().collect();
    let Some(TokenTree::Group(body)) = inside.get(split) else {
        return module;
    };
    paths.within(body, 0);
    let Some(prefix) = paths.found.take() else {
        return module;
    };
    // rustc checks where this path leads, so whatever is behind it is of this module: also a name
    // that a glob brings from another crate.
    paths.known = Some(prefix.to_string());
    let body = paths.within(body, 0);
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

/// The items of a crate, with paths from its root written from inside. Such are also those of `use`
/// that begin with one of these names.
pub(super) fn from_root(items: TokenStream, root_names: &[String]) -> TokenStream {
    let mut paths = OwnPaths {
        module: None,
        names: root_names.iter().cloned().collect(),
        found: None,
        known: None,
    };
    let whole = Group::new(proc_macro2::Delimiter::None, items);
    paths.within(&whole, 0).stream()
}

/// The names of the items in a module, with those that `pub use inner::*` brings from modules
/// inside.
fn names_of(items: &[Item], depth: usize) -> Set<String> {
    let mut names: Set<String> = items.iter().flat_map(hidden::names).collect();
    if depth == 0 {
        return names;
    }
    let uses = items.iter().filter_map(|item| match item {
        Item::Use(item) => Some(&item.tree),
        _ => None,
    });
    for tree in uses {
        let mut globs = Vec::new();
        add_globs(tree, &mut Vec::new(), &mut globs);
        for path in globs {
            // `pub use self::*` brings nothing new.
            let inner = inner_module(items, &path).filter(|inner| !std::ptr::eq(*inner, items));
            if let Some(inner) = inner {
                names.extend(names_of(inner, depth - 1));
            }
        }
    }
    names
}

/// The segments before each `*`.
fn add_globs(tree: &UseTree, before: &mut Vec<String>, globs: &mut Vec<Vec<String>>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            add_globs(&path.tree, before, globs);
            before.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                add_globs(tree, before, globs);
            }
        }
        UseTree::Glob(_) => globs.push(before.clone()),
        _ => {}
    }
}

/// The items of a module inside.
fn inner_module<'a>(items: &'a [Item], path: &[String]) -> Option<&'a [Item]> {
    let [first, rest @ ..] = path else {
        return Some(items);
    };
    if first == "self" {
        return inner_module(items, rest);
    }
    let inner = items.iter().find_map(|item| match item {
        Item::Mod(inner) if inner.ident == *first => inner.content.as_ref(),
        _ => None,
    });
    inner_module(&inner?.1, rest)
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
    /// `None` for the root of the crate.
    module: Option<String>,
    names: Set<String>,
    found: Option<TokenStream>,
    /// The path that is known to lead here.
    known: Option<String>,
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
            if is_after("use", 1) && self.begins_at_root(token) {
                written.extend(from_inside(depth, token.span()));
                written.extend(quote!(::));
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

    /// Whether a path that begins so begins at the root, in the edition 2015.
    fn begins_at_root(&self, first: &TokenTree) -> bool {
        self.module.is_none()
            && matches!(first, TokenTree::Ident(name) if self.names.contains(&name.to_string()))
    }

    /// The number of tokens of `crate::..::module`, if tokens begin with it and go on with `::` and
    /// a name of the module.
    fn path_to_here(&self, tokens: &[TokenTree], before: Option<&TokenTree>) -> Option<usize> {
        let is_of_macro = before.is_some_and(|token| token.to_string() == "$");
        if is_of_macro || !is_word(tokens.first()?, "crate") {
            return None;
        }
        let mut position = 1;
        let Some(module) = &self.module else {
            return is_colons(&tokens[position..]).then_some(position);
        };
        loop {
            let segment = segment(&tokens[position..])?;
            position += 3;
            let goes_on = match tokens.get(position + 2)? {
                TokenTree::Ident(name) => self.names.contains(&name.to_string()),
                TokenTree::Punct(star) => star.as_char() == '*',
                _ => true,
            };
            let is_here = segment == *module && is_colons(&tokens[position..]);
            let is_known = || {
                let path: TokenStream = tokens[..position].iter().cloned().collect();
                self.known
                    .as_ref()
                    .is_some_and(|known| *known == path.to_string())
            };
            if is_here && (goes_on || is_known()) {
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
