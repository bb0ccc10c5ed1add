//! The Jacobians that experts wrote, counted like the generated ones.
//!
//! ```text
//! benches/support/hand/ --syn--> fn hhd(x, value, entries) --front--> code list
//!     its value path is the code that the hand-written function executes
//! ```
//!
//! Where the front cannot read one (lanes, tables that are computed), there are lines but no count.

use quote::{ToTokens, quote};

use super::coating;
use super::eliad::value_flops;
use super::sources::Attributed;
use super::subject::compiled;

/// The files with the Jacobians written by hand, and their functions.
const BY_HAND: [(&str, &str, &[&str]); 4] = [
    ("hhd", "benches/support/hand/hhd.rs", &["hhd"]),
    ("cpf", "benches/support/hand/cpf.rs", &["cpf"]),
    ("fic", "benches/support/hand/fic.rs", &["fic", "collocate"]),
    ("coating", "tests/studies/timed/coating.rs", &["by_hand"]),
];

/// The functions of a Jacobian written by hand.
fn functions(name: &str) -> Option<Vec<syn::ItemFn>> {
    let (_, path, functions) = BY_HAND.iter().find(|known| known.0 == name)?;
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let source = std::fs::read_to_string(path).expect("it is there");
    let items = syn::parse_file(&source).expect("it is Rust").items;
    let found = items.into_iter().filter_map(|item| match item {
        syn::Item::Fn(item) if functions.iter().any(|name| item.sig.ident == name) => Some(item),
        _ => None,
    });
    Some(found.collect())
}

/// The operations of a Jacobian written by hand, value included. The front must be able to read it;
/// we count the value path of its code list.
pub(crate) fn flops(name: &str) -> Option<usize> {
    let mut items = functions(name)?;
    let mut item = items.pop().filter(|_| items.is_empty())?;
    let fused = quote!(let fma = |a: f64, b: f64, c: f64| a * b + c;);
    let data = coating::data();
    let statements = item.block.stmts;
    item.block = syn::parse_quote!({ #data #fused #(#statements)* });
    let function = Attributed {
        name: name.to_owned(),
        arguments: quote!(wrt(x)),
        item: item.into_token_stream(),
        from: None,
    };
    Some(value_flops(&compiled(&function, "order = forward").code))
}

/// Its lines, without the tables of constants.
pub(crate) fn lines(name: &str) -> Option<usize> {
    let items = functions(name)?.into_iter().map(syn::Item::Fn);
    Some(printed(items.collect()))
}

/// The number of lines of functions in printed form, without attributes and comments.
fn printed(mut items: Vec<syn::Item>) -> usize {
    for item in &mut items {
        if let syn::Item::Fn(item) = item {
            item.attrs.clear();
        }
    }
    let file: syn::File = syn::parse_quote!(#(#items)*);
    prettyplease::unparse(&file).lines().count()
}
