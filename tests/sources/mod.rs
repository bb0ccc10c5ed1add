//! The attributed functions of the corpus as tokens, for tests that expand them without rustc.
//!
//! ```text
//! tests/corpus/*.rs          --syn--> #[jacobian(wrt(x))] pub fn f(..)
//!                              =>     Attributed { arguments, item }
//! tests/corpus/domains/*.rs  likewise, by `domains`
//! ```
//!
//! Keeps: files in alphabetical order, functions in the order of their file; the first plain
//! attribute counts, the others (of `cfg_attr`, or with a `prefix`) are taken off, since tests
//! choose orders themselves.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

/// A function of the corpus and the arguments of its attribute.
pub(crate) struct Attributed {
    /// The name of the function.
    pub(crate) name: String,
    /// Between the parentheses of the attribute.
    #[allow(dead_code, reason = "not every test keeps them")]
    pub(crate) arguments: TokenStream,
    /// The function without the attribute.
    pub(crate) item: TokenStream,
    /// Where `#[row]` says that it comes from.
    #[allow(dead_code, reason = "not every test keeps them")]
    pub(crate) from: Option<String>,
}

/// Every attributed function of the corpus itself, without the domains.
#[allow(dead_code, reason = "not every test asks for it alone")]
pub(crate) fn corpus() -> Vec<Attributed> {
    attributed(items())
}

/// Every attributed function of the domains.
#[allow(dead_code, reason = "not every test asks for domains")]
pub(crate) fn domains() -> Vec<Attributed> {
    attributed(items_of("tests/corpus/domains"))
}

/// Every module of the domains that is a row, by the name of the function in it that has one.
#[allow(dead_code, reason = "not every test asks for modules")]
pub(crate) fn modules() -> Vec<Attributed> {
    let modules = items_of("tests/corpus/domains")
        .into_iter()
        .filter_map(|item| match item {
            syn::Item::Mod(module) => strip_module(module),
            _ => None,
        });
    modules.collect()
}

fn attributed(items: Vec<syn::Item>) -> Vec<Attributed> {
    let functions = items.into_iter().filter_map(|item| match item {
        syn::Item::Fn(function) => Some(function),
        _ => None,
    });
    functions.filter_map(strip).collect()
}

#[allow(dead_code, reason = "not every test asks for it alone")]
fn items() -> Vec<syn::Item> {
    items_of("tests/corpus")
}

fn items_of(folder: &str) -> Vec<syn::Item> {
    let parse = |path: std::path::PathBuf| {
        let source = std::fs::read_to_string(path).expect("a readable source");
        syn::parse_file(&source).expect("the corpus is Rust").items
    };
    files(folder).into_iter().flat_map(parse).collect()
}

/// The source files of a folder, in alphabetical order.
fn files(folder: &str) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the corpus is a folder");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect();
    paths.sort();
    paths
}

/// The same text with another integer in place of each of this value: another size of a problem.
#[allow(dead_code, reason = "not every test asks for other sizes")]
pub(crate) fn resized(text: TokenStream, from: usize, to: usize) -> TokenStream {
    let other = |token| match token {
        TokenTree::Literal(literal) if literal.to_string() == from.to_string() => {
            proc_macro2::Literal::usize_unsuffixed(to).into()
        }
        TokenTree::Group(group) => {
            let inside = resized(group.stream(), from, to);
            proc_macro2::Group::new(group.delimiter(), inside).into()
        }
        token => token,
    };
    text.into_iter().map(other).collect()
}

/// Removes the attribute. `None` if there is none.
fn strip(mut function: syn::ItemFn) -> Option<Attributed> {
    let position = function
        .attrs
        .iter()
        .position(|attribute| attribute.path().is_ident("jacobian"))?;
    let arguments = match &function.attrs[position].meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let from = function.attrs.iter().find_map(origin);
    let others = |attribute: &syn::Attribute| {
        let ours = ["jacobian", "cfg_attr", "row"];
        ours.iter().any(|name| attribute.path().is_ident(name))
    };
    function.attrs.retain(|attribute| !others(attribute));
    Some(Attributed {
        name: function.sig.ident.to_string(),
        arguments,
        item: function.into_token_stream(),
        from,
    })
}

/// Removes the attributes of a module. `None` if there is none, or if no function has one.
fn strip_module(mut module: syn::ItemMod) -> Option<Attributed> {
    let from = module.attrs.iter().find_map(origin);
    let ours = |attribute: &syn::Attribute| {
        attribute.path().is_ident("jacobian") || attribute.path().is_ident("row")
    };
    if !module.attrs.iter().any(ours) {
        return None;
    }
    module.attrs.retain(|attribute| !ours(attribute));
    let (_, items) = module.content.as_ref()?;
    Some(Attributed {
        name: items.iter().find_map(target)?,
        arguments: TokenStream::new(),
        item: module.into_token_stream(),
        from,
    })
}

/// The name of the function with an attribute in an item of a module.
fn target(item: &syn::Item) -> Option<String> {
    let is_ours = |attributes: &[syn::Attribute]| {
        let mut ours = attributes.iter().map(syn::Attribute::path);
        ours.any(|path| path.is_ident("jacobian"))
    };
    let method = |item: &syn::ImplItem| match item {
        syn::ImplItem::Fn(method) if is_ours(&method.attrs) => Some(method.sig.ident.to_string()),
        _ => None,
    };
    match item {
        syn::Item::Fn(function) if is_ours(&function.attrs) => Some(function.sig.ident.to_string()),
        syn::Item::Impl(item) => item.items.iter().find_map(method),
        _ => None,
    }
}

/// The text after `from =` in `#[row(..)]`.
fn origin(attribute: &syn::Attribute) -> Option<String> {
    let syn::Meta::List(list) = &attribute.meta else {
        return None;
    };
    let mut tokens = list.tokens.clone().into_iter();
    let is_from = |token: &TokenTree| token.to_string() == "from";
    tokens
        .find(is_from)
        .filter(|_| attribute.path().is_ident("row"))?;
    let text: syn::LitStr = syn::parse2(tokens.nth(1)?.into()).ok()?;
    Some(text.value())
}

/// The structs of the corpus whose fields are all `f64`, as parameters of its functions.
#[allow(dead_code, reason = "not every test builds arguments")]
pub(crate) fn structs() -> Vec<syn::ItemStruct> {
    let structs = items().into_iter().filter_map(|item| match item {
        syn::Item::Struct(item) if is_plain(&item) => Some(item),
        _ => None,
    });
    structs.collect()
}

fn is_plain(item: &syn::ItemStruct) -> bool {
    let is_number = |field: &syn::Field| field.ty.to_token_stream().to_string() == "f64";
    !item.fields.is_empty() && item.fields.iter().all(is_number)
}
