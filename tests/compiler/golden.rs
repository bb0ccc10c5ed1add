//! Whole expansions, reviewed as code. `BLESS=1` rewrites them.
//!
//! ```text
//! golden/name.rs  --compile_function-->  name.graph   the linearized computational graph
//!                                        name.plan    the accumulations, in order
//!                 --expand------------>  name.out.rs  the code for the user's crate, formatted
//! ```
//!
//! A difference here is not yet a mistake, but somebody has to look at it. Other tests check the
//! results of the code.

use crate::{page, sources};
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The function of a golden file, and the arguments of its attribute.
fn read(path: &Path) -> (TokenStream, TokenStream) {
    let source = std::fs::read_to_string(path).expect("a readable source");
    let file = syn::parse_file(&source).expect("the input is Rust");
    let [syn::Item::Fn(function)] = file.items.as_slice() else {
        panic!("{} is not one function", path.display())
    };
    let mut function = function.clone();
    let attribute = function.attrs.remove(0);
    assert!(attribute.path().is_ident("jacobian"), "{}", path.display());
    let arguments = match attribute.meta {
        syn::Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    };
    (arguments, function.into_token_stream())
}

fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = std::fs::read_dir(folder).expect("the goldens are a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_input = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".rs") && !name.ends_with(".out.rs")
    };
    let mut inputs: Vec<PathBuf> = paths.filter(is_input).collect();
    inputs.sort();
    inputs
}

/// The expansion as a reader wants it; methods are shown inside an `impl`.
fn formatted(expanded: &TokenStream) -> String {
    let file = syn::parse2(expanded.clone()).unwrap_or_else(|_| {
        syn::parse2(quote::quote!(impl Model { #expanded })).expect("the expansion is Rust")
    });
    prettyplease::unparse(&file)
}

/// The texts that belong to an input, by the ending of their files.
fn texts(path: &Path) -> Vec<(&'static str, String)> {
    let (arguments, item) = read(path);
    let expanded = jacobian_core::expand(arguments.clone(), item.clone());
    let mut texts = vec![("out.rs", formatted(&expanded))];
    if let Ok(compiled) = jacobian_core::compile_function(arguments, &item) {
        texts.push(("graph", compiled.graph.to_string()));
        texts.push(("plan", compiled.plan.to_string()));
    }
    texts
}

#[test]
fn expansions_are_as_reviewed() {
    let bless = std::env::var_os("BLESS").is_some();
    let inputs = inputs();
    assert!(inputs.len() >= 10, "goldens are missing: {inputs:?}");
    let mut changed = Vec::new();
    for input in &inputs {
        for (ending, text) in texts(input) {
            let path = input.with_extension(ending);
            if bless {
                std::fs::write(&path, &text).expect("a golden to write");
            }
            let golden = std::fs::read_to_string(&path).unwrap_or_default();
            changed.extend(difference(&path, &golden, &text));
        }
    }
    assert!(
        changed.is_empty(),
        "{}\nreview, then run with BLESS=1",
        changed.join("\n")
    );
}

/// The first line that differs.
fn difference(path: &Path, golden: &str, text: &str) -> Option<String> {
    let missing = std::iter::repeat("(end)");
    let mut lines = golden
        .lines()
        .chain(missing.clone())
        .zip(text.lines().chain(missing));
    let count = golden.lines().count().max(text.lines().count());
    let (number, (old, new)) = (1..=count)
        .zip(&mut lines)
        .find(|(_, (old, new))| old != new)?;
    Some(format!("{}:{number}\n  - {old}\n  + {new}", path.display()))
}

#[test]
fn a_second_expansion_has_the_same_tokens() {
    for input in inputs() {
        let (arguments, item) = read(&input);
        let expand = || jacobian_core::expand(arguments.clone(), item.clone()).to_string();
        assert_eq!(expand(), expand(), "{}", input.display());
    }
}

/// An editor shows the documentation at each call.
#[test]
fn every_public_item_says_what_its_matrix_is_and_takes() {
    let arguments = quote!(
        wrt(x), gradient, hessian, jvp, vjp, hvp, linearize, batch, as = Model
    );
    let item = quote! {
        pub fn model(x: &[f64; 3], k: f64) -> f64 { x[0] * x[1].sin() * k + x[2] / x[0] }
    };
    let expanded = syn::parse2(jacobian_core::expand(arguments, item));
    let expanded: syn::File = expanded.expect("items");
    let (mut count, mut silent) = (0, Vec::new());
    for item in &expanded.items[1..] {
        let (attributes, visibility, name) = match item {
            syn::Item::Fn(item) => (&item.attrs, &item.vis, &item.sig.ident),
            syn::Item::Const(item) => (&item.attrs, &item.vis, &item.ident),
            syn::Item::Type(item) => (&item.attrs, &item.vis, &item.ident),
            syn::Item::Struct(item) => (&item.attrs, &item.vis, &item.ident),
            _ => continue,
        };
        if !matches!(visibility, syn::Visibility::Public(_)) {
            continue;
        }
        count += 1;
        let said: String = attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("doc"))
            .map(|attribute| attribute.to_token_stream().to_string())
            .collect();
        // The range of a variable is in its value, and that of a cost is the pattern beside it.
        let has_facts = said.contains(" × ") || said.contains("operations");
        if !has_facts && !name.to_string().contains("_COLUMNS_") {
            silent.push(name.to_string());
        }
    }
    assert!(count > 40, "{count} items");
    // It says how many entries the Jacobian has.
    assert_eq!(silent, ["MODEL_LABELS"]);
}

#[test]
fn the_page_of_branches_shows_what_is_generated() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let read = |name: &str| std::fs::read_to_string(golden.join(name)).expect("a readable golden");
    // Examples of other tests, which compile there.
    let block = |code: &str| format!("```rust,ignore\n{code}```\n");
    let generated = |name: &str, function: &str| {
        let expansion = read(name);
        let from = expansion
            .find(function)
            .expect("the function that computes");
        let length = expansion[from..].find("\n}\n").expect("its end") + 3;
        block(&expansion[from..from + length])
    };
    let parts = [
        ("source", block(&read("branches.rs"))),
        (
            "expansion",
            generated("branches.out.rs", "fn friction_update_into"),
        ),
        ("loop", block(&read("kepler.rs"))),
        (
            "repeated",
            generated("kepler.out.rs", "fn kepler_update_into"),
        ),
    ];
    page::check("docs/book/src/control-flow.md", &parts);
}

/// A page that shows an attributed function must not show one that is refused.
#[test]
fn functions_on_the_page_of_control_flow_are_accepted() {
    let page =
        std::fs::read_to_string(page::path("docs/book/src/control-flow.md")).expect("the page");
    let blocks = page.split("```rust\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let mut accepted = 0;
    for block in blocks.filter(|block| block.contains("#[jacobian")) {
        for item in syn::parse_file(block).expect("the block is Rust").items {
            let mut function = match item {
                syn::Item::Use(_) => continue,
                syn::Item::Fn(function) => function,
                _ => panic!("a block of the page holds only functions"),
            };
            let is_ours = |attribute: &syn::Attribute| attribute.path().is_ident("jacobian");
            let Some(at) = function.attrs.iter().position(is_ours) else {
                continue;
            };
            let arguments = match function.attrs.remove(at).meta {
                syn::Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            };
            let expanded = jacobian_core::expand(arguments, function.to_token_stream());
            assert!(!expanded.to_string().contains("compile_error"), "{block}");
            accepted += 1;
        }
    }
    assert_eq!(accepted, 5, "functions with the attribute");
}

/// LLVM is kept from mixing rows of long bodies, and of those alone.
#[test]
fn fences_stand_after_every_eighth_row_of_long_bodies() {
    let functions = sources::corpus();
    let fences = |name: &str| {
        let found = functions.iter().find(|function| function.name == name);
        let function = found.expect("a function of the corpus");
        let expanded = jacobian_core::expand(TokenStream::new(), function.item.clone());
        formatted(&expanded).matches("__elemental::fence()").count()
    };
    assert_eq!((fences("bruss"), fences("fic")), (7, 3));
    assert_eq!((fences("pollu"), fences("cpf")), (0, 0));
}

/// In long bodies the values of eight rows come before their entries; not in lanes, which are
/// packed already.
#[test]
fn values_of_eight_rows_come_first_but_not_in_lanes() {
    let functions = sources::corpus();
    let found = functions.iter().find(|function| function.name == "fdc");
    let function = found.expect("a function of the corpus");
    let expanded = jacobian_core::expand(quote::quote!(batch), function.item.clone());
    let text = formatted(&expanded);
    let values_before_entries = |from: &str, entry: &str| {
        let (_, body) = text.split_once(from).expect("a function of this name");
        let (values, _) = body.split_once(entry).expect("an entry that is stored");
        values.matches("value_out[").count()
    };
    assert_eq!(
        values_before_entries("fn fdc_update_into", " entries_out["),
        8
    );
    // Constant entries are stored first there.
    let (_, kernel) = text.split_once("fn lanes<").expect("a computation");
    let (first_row, _) = kernel.split_once("value_out[1]").expect("a second row");
    assert!(first_row.contains("entries_out[6]"), "{first_row}");
}
