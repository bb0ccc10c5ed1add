//! Types, traits and constants inside functions that are inlined, and inside blocks.
//!
//! ```text
//! fn drag(v: f64) -> f64 {
//!     struct Coef { c: f64, n: i32 }            read like the items of the module around
//!     const ALL: [Coef; 2] = [..];              emitted in each function that inlines `drag`
//!     ALL.iter().map(|k| k.c * v.powi(k.n)).sum()
//! }
//! ```
//!
//! The generated function has one scope for items, and so has the module as we read it. An item
//! whose name occurs outside of its block as well therefore gets another name, in its whole
//! block. The user's function keeps its own.
//!
//! Cost: one walk over the tokens of the attributed item.

use std::rc::Rc;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Item, Stmt};

use crate::front::syntax::captures::{names_in, renamed};
use crate::front::syntax::form::type_name;
use crate::ordered::{Map, Set};

/// How often each word occurs in an attributed item.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occurrences(Map<String, usize>);

impl Occurrences {
    pub(crate) fn of(tokens: TokenStream) -> Self {
        let mut occurrences = Self::default();
        occurrences.count(tokens);
        occurrences
    }

    fn count(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(word) => *self.0.entry(word.to_string()).or_default() += 1,
                TokenTree::Group(group) => self.count(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    fn get(&self, word: &str) -> usize {
        self.0.get(word).copied().unwrap_or(0)
    }

    /// A name that does not occur.
    fn fresh(&mut self, name: &Ident) -> Ident {
        let mut number = 2;
        loop {
            let text = format!("{name}{number}");
            if self.get(&text) == 0 {
                self.0.insert(text.clone(), 1);
                return Ident::new(&text, name.span());
            }
            number += 1;
        }
    }
}

/// Items with names for the items of blocks that are unique among them, and how often words occur
/// then. `None` if no block has items.
pub(crate) fn with_unique_names(items: &[Item]) -> (Option<Vec<Item>>, Option<Rc<Occurrences>>) {
    if !items.iter().any(has_items_inside) {
        return (None, None);
    }
    let tokens = items.iter().map(ToTokens::to_token_stream).collect();
    let mut occurrences = Occurrences::of(tokens);
    let mut items = items.to_vec();
    let mut renaming = Renaming(&mut occurrences);
    for item in &mut items {
        renaming.visit_item_mut(item);
    }
    (Some(items), Some(Rc::new(occurrences)))
}

/// The same for the function that is attributed. The items of its body itself keep their names.
/// Without an item around, the words are those of the function.
pub(crate) fn function_with_unique_names(
    function: &syn::ItemFn,
    words: Option<&Occurrences>,
) -> syn::ItemFn {
    let mut function = function.clone();
    if inside(&function.block).is_empty() {
        return function;
    }
    let own = || Occurrences::of(function.to_token_stream());
    let mut occurrences = words.cloned().unwrap_or_else(own);
    let mut renaming = Renaming(&mut occurrences);
    visit_mut::visit_block_mut(&mut renaming, &mut function.block);
    function
}

/// Gives other names to items of blocks, from the inside out.
struct Renaming<'o>(&'o mut Occurrences);

impl VisitMut for Renaming<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let mut names: Vec<Ident> = named_items(block).cloned().collect();
        names.dedup();
        if names.is_empty() {
            return;
        }
        let here = Occurrences::of(block.to_token_stream());
        for name in names {
            let text = name.to_string();
            if self.0.get(&text) <= here.get(&text) {
                continue;
            }
            let fresh = self.0.fresh(&name);
            let tokens = with_name(block.to_token_stream(), &text, &fresh);
            if let Ok(changed) = syn::parse2(tokens) {
                *block = changed;
            }
        }
    }
}

/// The names of the items of a block that are emitted somewhere else.
fn named_items(block: &Block) -> impl Iterator<Item = &Ident> {
    block.stmts.iter().filter_map(|statement| match statement {
        Stmt::Item(item) => name(item),
        _ => None,
    })
}

/// Whether an item of a block is read with those of the module around. An `impl` is if its type
/// is.
pub(crate) fn is_read_from_blocks(item: &Item) -> bool {
    name(item).is_some()
}

fn name(item: &Item) -> Option<&Ident> {
    match item {
        Item::Const(item) => Some(&item.ident).filter(|name| *name != "_"),
        Item::Enum(item) => Some(&item.ident),
        Item::Static(item) => Some(&item.ident),
        Item::Struct(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        Item::Type(item) => Some(&item.ident),
        _ => None,
    }
}

/// Tokens in which a name of an item is another one. Fields, methods and parts of paths of this
/// name are something else.
fn with_name(tokens: TokenStream, name: &str, fresh: &Ident) -> TokenStream {
    let is = |token: Option<&TokenTree>, sign: char| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut written = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        let after = |on: usize| tokens.get(at + on);
        written.push(match token {
            TokenTree::Ident(word) if word == name => {
                let is_field = is(before(1), '.') && !is(before(2), '.');
                let is_inside = is(before(1), ':') && is(before(2), ':');
                let is_item = matches!(before(1), Some(TokenTree::Ident(word)) if word == "const" || word == "static");
                let names_field = is(after(1), ':') && !is(after(2), ':') && !is_item;
                if is_field || is_inside || names_field || is(before(1), '\'') {
                    token.clone()
                } else {
                    TokenTree::Ident(Ident::new(&fresh.to_string(), word.span()))
                }
            }
            TokenTree::Group(group) => {
                let mut changed =
                    Group::new(group.delimiter(), with_name(group.stream(), name, fresh));
                changed.set_span(group.span());
                TokenTree::Group(changed)
            }
            // A format string captures constants.
            TokenTree::Literal(text)
                if names_in(&text.to_string()).iter().any(|word| word == name) =>
            {
                let mut rename = |word: &str| {
                    if word == name {
                        fresh.to_string()
                    } else {
                        word.to_owned()
                    }
                };
                TokenTree::Literal(renamed(text, &mut rename).unwrap_or_else(|| text.clone()))
            }
            token => token.clone(),
        });
    }
    written.into_iter().collect()
}

/// The items of the blocks inside of a body that are read with those of the module around.
pub(crate) fn inside(block: &Block) -> Vec<Item> {
    let mut gathered = Gathered::default();
    // Not the items of this block itself.
    visit::visit_block(&mut gathered, block);
    gathered.readable()
}

/// Whether items in blocks are read with those of the module around. Those of code from elsewhere
/// are not, because it is not emitted with its own items.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Blocks {
    #[default]
    Read,
    LeftOut,
}

impl Blocks {
    /// The items in the blocks of these items.
    pub(crate) fn of(self, items: &[Item]) -> Vec<Item> {
        match self {
            Self::Read => items.iter().flat_map(of_inlined).collect(),
            Self::LeftOut => Vec::new(),
        }
    }
}

/// The same with the items of the body itself, for a function that is inlined.
fn of_inlined(item: &Item) -> Vec<Item> {
    let mut gathered = Gathered::default();
    match item {
        Item::Fn(function) => gathered.visit_block(&function.block),
        Item::Impl(block) => visit::visit_item_impl(&mut gathered, block),
        _ => {}
    }
    gathered.readable()
}

fn has_items_inside(item: &Item) -> bool {
    let mut gathered = Gathered::default();
    gathered.visit_item(item);
    !gathered.0.is_empty()
}

#[derive(Default)]
struct Gathered(Vec<Item>);

impl<'a> Visit<'a> for Gathered {
    fn visit_block(&mut self, block: &'a Block) {
        for statement in &block.stmts {
            if let Stmt::Item(item) = statement
                && (name(item).is_some() || matches!(item, Item::Impl(_)))
            {
                self.0.push(item.clone());
            }
        }
        visit::visit_block(self, block);
    }
}

impl Gathered {
    /// Without `impl`s of other types. Such an `impl` is there without the function, too, so it
    /// must not be emitted twice. In one of a trait of the block, for example for `f64`, other
    /// functions would see methods that they do not have.
    fn readable(self) -> Vec<Item> {
        let names: Set<String> = names(&self.0);
        let is_own = |item: &Item| match item {
            Item::Impl(block) => names.contains(&type_name(&block.self_ty)),
            _ => true,
        };
        self.0.iter().filter(|item| is_own(item)).cloned().collect()
    }
}

/// The names of items.
pub(crate) fn names(items: &[Item]) -> Set<String> {
    items
        .iter()
        .filter_map(name)
        .map(ToString::to_string)
        .collect()
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};

    use super::{inside, with_unique_names};

    #[test]
    fn a_name_that_occurs_outside_of_the_block_becomes_another() {
        let items: syn::File = syn::parse2(quote! {
            const K: f64 = 1.0;
            fn f() -> f64 { const K: f64 = 2.0; struct W { k: f64 } W { k: K }.k + m.K + n::K }
            fn g() -> f64 { K }
        })
        .unwrap();
        let changed = with_unique_names(&items.items).0.unwrap();
        let text = changed[1].to_token_stream().to_string();
        assert!(text.contains("const K2 : f64 = 2.0"), "{text}");
        assert!(text.contains("W { k : K2 } . k + m . K + n :: K"), "{text}");
        assert!(changed[2].to_token_stream().to_string().contains("{ K }"));
    }

    #[test]
    fn only_impls_of_own_types_are_read() {
        let block: syn::Block = syn::parse2(quote!({
            struct Outer;
            {
                struct W;
                trait Area {}
                impl W {}
                impl Area for f64 {}
                impl Clone for Outer {}
            }
        }))
        .unwrap();
        assert_eq!(inside(&block).len(), 3);
    }
}
