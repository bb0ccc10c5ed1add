//! The table of passes in `jacobian-elimination/src/rewrite/mod.rs`: the operations that each pass
//! saves on the ten problems.
//!
//! ```text
//! source --default order--> graph, order --eliminate--> plan
//!
//! plan --all passes but one--> operations without the pass
//! plan --all passes----------> operations with it; the difference is what the pass saves
//! ```
//!
//! `BLESS=1 cargo test -p jacobian-core --test passes` rewrites the table.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use jacobian_core::elim::eliminate;
use jacobian_core::ir::RegionId;
use jacobian_core::pipeline::Compiled;
use jacobian_core::pricing;
use jacobian_core::rewrite::{Passes, Summands};
use proc_macro2::TokenStream;
use quote::ToTokens;

const PROBLEMS: [&str; 10] = [
    "arm6", "bruss", "cpf", "fdc", "fic", "hhd", "pollu", "roe", "se3b", "snavely",
];

/// A file of the repository.
fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(relative)
}

/// The attributed function of a problem, by default order.
fn compiled(problem: &str) -> Compiled {
    let source = std::fs::read_to_string(path(&format!("tests/corpus/{problem}.rs")));
    let file = syn::parse_file(&source.expect("a readable source")).expect("the corpus is Rust");
    let is_ours = |attribute: &syn::Attribute| {
        let path = attribute.path();
        path.is_ident("jacobian") || path.is_ident("cfg_attr")
    };
    let function = file.items.into_iter().find_map(|item| match item {
        syn::Item::Fn(function) if function.attrs.iter().any(is_ours) => Some(function),
        _ => None,
    });
    let mut function = function.expect("each file has its problem");
    function.attrs.retain(|attribute| !is_ours(attribute));
    jacobian_core::compile_function(TokenStream::new(), &function.to_token_stream())
        .expect("the problems compile")
}

/// The operations of the function's plan without one pass; with all of them for a name that none
/// has.
fn operations(compiled: &Compiled, passes: &Passes<'_>, skipped: &str) -> usize {
    let plan = eliminate(&compiled.graph, &compiled.orders[0]);
    let plan = passes.rewrite_without(skipped, plan, RegionId::FUNCTION);
    pricing::operations(&plan, &compiled.code)
}

/// The table as lines of a header.
fn table() -> String {
    let compiled = PROBLEMS.map(compiled);
    let passes = compiled
        .each_ref()
        .map(|compiled| Passes::of(&compiled.code, Summands::Computed));
    let row = |name: &str, numbers: [String; 10]| {
        let cells = numbers.iter().fold(String::new(), |mut cells, number| {
            write!(cells, " {number:>7}").expect("a string takes all");
            cells
        });
        format!("//! {name:<16}{cells}\n")
    };
    let count =
        |problem: usize, skipped: &str| operations(&compiled[problem], &passes[problem], skipped);
    let mut table = row("saved by", PROBLEMS.map(str::to_owned));
    for name in passes[0].names() {
        let saved = std::array::from_fn(|problem| {
            let (without, with) = (count(problem, name), count(problem, ""));
            match without.cmp(&with) {
                Ordering::Equal => "0".to_owned(),
                Ordering::Greater => (without - with).to_string(),
                // The pass costs operations, and saves something else.
                Ordering::Less => format!("-{}", with - without),
            }
        });
        table.push_str(&row(name, saved));
    }
    let left = std::array::from_fn(|problem| count(problem, "").to_string());
    table.push_str(&row("operations left", left));
    table
}

#[test]
fn the_table_of_passes_says_what_each_saves() {
    let file = path("jacobian-elimination/src/rewrite/mod.rs");
    let source = std::fs::read_to_string(&file).expect("the room");
    let first = source.find("//! saved by").expect("a table");
    let length = source[first..].find("//! ```").expect("the table ends");
    let (found, expected) = (&source[first..first + length], table());
    if std::env::var_os("BLESS").is_some() {
        let blessed = [&source[..first], &expected, &source[first + length..]].concat();
        std::fs::write(&file, blessed).expect("a writable file");
        return;
    }
    assert_eq!(found, expected, "run with BLESS=1 to rewrite the table");
}
