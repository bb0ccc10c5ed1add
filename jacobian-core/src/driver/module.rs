//! `#[jacobian] mod m { .. }` and `#[jacobian] impl T { .. }`: functions that see each other.
//!
//! ```text
//! #[jacobian(order = reverse)]           options for every function inside
//! mod m {
//!     const G: f64 = 9.81;               known
//!     fn helper(v: f64) -> f64 { .. }    inlined where it is called
//!     #[jacobian(wrt(x))]                its own options come first; the attribute goes
//!     fn f(x: f64, k: f64) -> f64 { .. }
//! }                                      the code generated for `f` goes beside it, inside
//! ```
//!
//! Everything else in the module stays as it was. Where no function carries the attribute, every
//! free function is served that takes and gives floating-point numbers.

use std::cell::RefCell;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, ImplItem, Item};

use crate::diag::{Diagnostics, Said};
use crate::front::arguments::Arguments;
use crate::front::library::{Home, Library, method_of};
use crate::front::type_name;
use crate::front::{Signature, attributes, messages};

use super::exports::{self, exported};
use super::generate::{Generated, generate, orders, settle};
use super::site::{self, Site};

/// Options that make sense for all functions of a module.
const SHARED: &[&str] = &[
    "order",
    "search",
    "objective",
    "level",
    "schedule",
    "fold",
    "layout",
    "value",
    "fma",
    "const",
    "unroll",
    "jvp",
    "vjp",
    "crate",
];

/// What is inside, expanded; `None` where the item is neither a module nor an inherent `impl` with
/// a body.
pub(super) fn expand(arguments: &TokenStream, item: Item) -> Option<TokenStream> {
    let items = site::items(&item)?;
    let mut diagnostics = Diagnostics::default();
    refuse_options(arguments, &mut diagnostics);
    Arguments::parse(arguments.clone(), &orders(), &mut diagnostics);
    let whole = Whole {
        known: Library::of(&items),
        item: item.to_token_stream(),
        shared: arguments.clone(),
        serves_all: matches!(item, Item::Mod(_)) && !items.iter().any(has_attributed),
        said: RefCell::default(),
    };
    if let Item::Impl(block) = &item {
        let unclear = attributes::refused_inside(&block.generics);
        diagnostics.push_all(unclear);
    }
    if matches!(item, Item::Impl(_)) && !items.iter().any(has_attributed) {
        diagnostics.error_at(&head(&item), messages::NOTHING_ATTRIBUTED);
    }
    if let Err(errors) = diagnostics.finish() {
        let errors = errors.into_compile_error();
        let item = without_attributes(item);
        return Some(quote!(#item #errors));
    }
    let mut count = 0;
    let rewritten = match item.clone() {
        Item::Mod(module) => whole.module(module, 0, &mut count),
        item => whole.item(item, 0, &mut count),
    };
    if count == 0 {
        let refusal = syn::Error::new_spanned(head(&item), messages::NOTHING_SERVED);
        let refusal = refusal.into_compile_error();
        return Some(quote!(#rewritten #refusal));
    }
    Some(rewritten)
}

/// What to underline of an item that is long.
fn head(item: &Item) -> TokenStream {
    match item {
        Item::Mod(module) => module.ident.to_token_stream(),
        Item::Impl(block) => block.self_ty.to_token_stream(),
        other => other.to_token_stream(),
    }
}

/// Whether a function without an attribute of its own may get a Jacobian.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unattributed {
    /// A free function, if the module serves all of them.
    MayBeServed,
    /// A method: only those that carry the attribute.
    Stays,
}

/// The item that carries the attribute.
struct Whole {
    known: Library,
    item: TokenStream,
    shared: TokenStream,
    serves_all: bool,
    /// The errors of the functions so far.
    said: RefCell<Said>,
}

impl Whole {
    /// An item with the code generated for it; counts the functions that were served.
    fn item(&self, item: Item, module: usize, count: &mut usize) -> TokenStream {
        match item {
            Item::Fn(mut function) => {
                let home = Home {
                    module,
                    of_type: None,
                };
                let asked = take_attributes(&mut function.attrs);
                let site = Site { home, around: None };
                let generated =
                    self.function(&function, asked, &site, Unattributed::MayBeServed, count);
                quote!(#function #generated)
            }
            Item::Impl(block) => self.block(block, module, count),
            Item::Use(mut item) => {
                if mentions_attribute(&item.tree.to_token_stream()) {
                    // The attributes inside are taken away, so that the name may have no other use.
                    item.attrs.push(syn::parse_quote!(#[allow(unused_imports)]));
                }
                item.into_token_stream()
            }
            item => item.into_token_stream(),
        }
    }

    /// The module with this number, its items expanded.
    fn module(&self, mut inner: syn::ItemMod, number: usize, count: &mut usize) -> TokenStream {
        let Some((_, items)) = &mut inner.content else {
            return inner.into_token_stream();
        };
        let mut children = self.known.children(number).into_iter();
        let rewritten: TokenStream = std::mem::take(items)
            .into_iter()
            .map(|item| match item {
                Item::Mod(inner) if inner.content.is_some() => {
                    let child = children.next();
                    self.module(inner, child.unwrap_or(number), count)
                }
                item => self.item(item, number, count),
            })
            .collect();
        items.push(Item::Verbatim(rewritten));
        inner.into_token_stream()
    }

    fn block(&self, mut block: syn::ItemImpl, module: usize, count: &mut usize) -> TokenStream {
        let site = Site {
            home: Home {
                module,
                of_type: Some(type_name(&block.self_ty)),
            },
            around: Some(block.generics.clone()),
        };
        let is_trait = block.trait_.is_some();
        let mut items = Vec::new();
        for mut item in std::mem::take(&mut block.items) {
            let asked = match &mut item {
                ImplItem::Fn(method) => take_attributes(&mut method.attrs),
                _ => Vec::new(),
            };
            let generated = match (asked.first(), method_of(&item)) {
                (Some(attribute), _) if is_trait => Some(
                    syn::Error::new_spanned(attribute, messages::TRAIT_IMPL).into_compile_error(),
                ),
                (Some(_), Some(method)) => {
                    Some(self.function(&method, asked, &site, Unattributed::Stays, count))
                }
                _ => None,
            };
            items.push(item);
            items.extend(generated.map(ImplItem::Verbatim));
        }
        block.items = items;
        block.into_token_stream()
    }

    /// What is generated for a function, once for each attribute.
    fn function(
        &self,
        function: &syn::ItemFn,
        asked: Vec<Attribute>,
        site: &Site,
        unattributed: Unattributed,
        count: &mut usize,
    ) -> TokenStream {
        if asked.is_empty()
            && unattributed == Unattributed::MayBeServed
            && self.serves_all
            && self.is_numeric(function, site)
        {
            *count += 1;
            return self.generated(function, TokenStream::new(), site);
        }
        let mut all = TokenStream::new();
        for attribute in asked {
            *count += 1;
            let own = match attribute.meta {
                syn::Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            };
            all.extend(self.generated(function, own, site));
        }
        all
    }

    fn generated(&self, function: &syn::ItemFn, own: TokenStream, site: &Site) -> TokenStream {
        let mut diagnostics = Diagnostics::default();
        let arguments = self.arguments(own.clone(), site, &mut diagnostics);
        let export = exported(function, &arguments, &mut diagnostics);
        let asked = exports::ask(
            &arguments,
            [&merged(&self.shared, own), &function.to_token_stream()],
            || site.carried(&self.item),
        );
        let around = (&self.known, &site.home);
        let generated = match asked.filter(|_| diagnostics.is_empty()) {
            Some(asked) => Some(Generated::Whole(asked)),
            None => generate(function, &arguments, around, &mut diagnostics),
        };
        let generated = match generated {
            Some(Generated::Stubs(stubs)) => {
                diagnostics.say_once(&mut self.said.borrow_mut());
                let errors = settle(diagnostics, None);
                quote!(#stubs #errors)
            }
            generated => settle(diagnostics, generated),
        };
        quote!(#generated #export)
    }

    fn arguments(&self, own: TokenStream, site: &Site, diagnostics: &mut Diagnostics) -> Arguments {
        let merged = merged(&self.shared, own);
        let mut arguments = Arguments::parse(merged, &orders(), diagnostics);
        arguments.known = self.known.integers(&site.home);
        arguments.around.clone_from(&site.around);
        arguments
    }

    /// Whether a function without an attribute takes and gives floating-point numbers.
    fn is_numeric(&self, function: &syn::ItemFn, site: &Site) -> bool {
        let mut diagnostics = Diagnostics::default();
        let arguments = self.arguments(TokenStream::new(), site, &mut diagnostics);
        let signature = Signature::understand(function, &arguments, &mut diagnostics);
        diagnostics.finish().is_ok()
            && signature.is_some_and(|signature| signature.shape_is_declared)
    }
}

/// The options of the module that a function has not given itself, then its own.
fn merged(shared: &TokenStream, own: TokenStream) -> TokenStream {
    let given: Vec<String> = clauses(own.clone()).map(|(name, _)| name).collect();
    let mut merged = TokenStream::new();
    for (name, clause) in clauses(shared.clone()) {
        if name == "const" || !given.contains(&name) {
            merged.extend(quote!(#clause,));
        }
    }
    merged.extend(own);
    merged
}

/// Options with their names, cut apart at commas.
fn clauses(tokens: TokenStream) -> impl Iterator<Item = (String, TokenStream)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    let clauses: Vec<(String, TokenStream)> = tokens
        .split(is_comma)
        .filter_map(|clause| {
            Some((
                clause.first()?.to_string(),
                clause.iter().cloned().collect(),
            ))
        })
        .collect();
    clauses.into_iter()
}

fn refuse_options(arguments: &TokenStream, diagnostics: &mut Diagnostics) {
    for (name, clause) in clauses(arguments.clone()) {
        let is_of_function = ["wrt", "dim", "prefix", "as"].contains(&name.as_str());
        if is_of_function {
            diagnostics.error_at(&clause, &messages::option_of_functions(&name, SHARED));
        }
    }
}

fn is_attribute(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "jacobian")
}

fn take_attributes(attributes: &mut Vec<Attribute>) -> Vec<Attribute> {
    let (asked, others) = std::mem::take(attributes)
        .into_iter()
        .partition(is_attribute);
    *attributes = others;
    asked
}

/// The item without our attributes.
fn without_attributes(mut item: Item) -> Item {
    struct Strip;
    impl syn::visit_mut::VisitMut for Strip {
        fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
            take_attributes(&mut function.attrs);
        }
        fn visit_impl_item_fn_mut(&mut self, method: &mut syn::ImplItemFn) {
            take_attributes(&mut method.attrs);
        }
    }
    syn::visit_mut::VisitMut::visit_item_mut(&mut Strip, &mut item);
    item
}

fn has_attributed(item: &Item) -> bool {
    match item {
        Item::Fn(function) => function.attrs.iter().any(is_attribute),
        Item::Impl(block) => block.items.iter().any(|item| match item {
            ImplItem::Fn(method) => method.attrs.iter().any(is_attribute),
            _ => false,
        }),
        Item::Mod(inner) => match &inner.content {
            Some((_, items)) => items.iter().any(has_attributed),
            None => false,
        },
        _ => false,
    }
}

fn mentions_attribute(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "jacobian",
        TokenTree::Group(group) => mentions_attribute(&group.stream()),
        _ => false,
    })
}
