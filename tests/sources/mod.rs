//! The attributed functions of the corpus as tokens, for tests that expand them without rustc.
//!
//! ```text
//! tests/corpus/*.rs --syn--> #[jacobian(wrt(x))] pub fn f(..)  =>  Attributed { arguments, item }
//! ```
//!
//! Keeps: files in alphabetical order, functions in the order of their file; the first plain attribute
//! counts, the others (of `cfg_attr`, or with a `prefix`) are taken off, since tests choose orders
//! themselves.

use std::path::Path;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// A function of the corpus and what its attribute asks for.
pub(crate) struct Attributed {
    /// The name of the function.
    pub(crate) name: String,
    /// Between the parentheses of the attribute.
    #[allow(dead_code, reason = "not every test keeps them")]
    pub(crate) arguments: TokenStream,
    /// The function without the attribute.
    pub(crate) item: TokenStream,
}

/// Every attributed function of the corpus.
pub(crate) fn corpus() -> Vec<Attributed> {
    let functions = items().into_iter().filter_map(|item| match item {
        syn::Item::Fn(function) => Some(function),
        _ => None,
    });
    functions.filter_map(strip).collect()
}

fn items() -> Vec<syn::Item> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let entries = std::fs::read_dir(folder).expect("the corpus is a folder");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let parse = |path: &std::path::PathBuf| {
        let source = std::fs::read_to_string(path).expect("a readable source");
        syn::parse_file(&source).expect("the corpus is Rust").items
    };
    paths.iter().flat_map(parse).collect()
}

/// Takes the attribute off; nothing where there is none.
fn strip(mut function: syn::ItemFn) -> Option<Attributed> {
    let position = function
        .attrs
        .iter()
        .position(|attribute| attribute.path().is_ident("jacobian"))?;
    let arguments = match &function.attrs[position].meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let others = |attribute: &syn::Attribute| {
        attribute.path().is_ident("jacobian") || attribute.path().is_ident("cfg_attr")
    };
    function.attrs.retain(|attribute| !others(attribute));
    Some(Attributed {
        name: function.sig.ident.to_string(),
        arguments,
        item: function.into_token_stream(),
    })
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
