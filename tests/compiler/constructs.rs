//! Generates and checks the book's `language.md`: each construct is expanded, and its row says
//! accepted or refused.
//!
//! ```text
//! ("`while`", "", "fn f(x: f64) -> f64 { while .. }")  --expand-->
//!     docs/book/src/language.md: | `while` | refused: .. | advice |
//! ```
//!
//! `BLESS=1 cargo test --test compiler constructs::` accepts changes, as for the goldens. Review
//! the difference of the page, because it shows a row that turns from accepted to refused.
//! tests/language tests the results of the code in a row.

use crate::page;
mod rewrites;
mod table;

use proc_macro2::{TokenStream, TokenTree};
use table::{Construct, SECTIONS};

fn expand(construct: &Construct) -> TokenStream {
    let tokens = |text: &str| text.parse().expect("tokens");
    jacobian_core::expand(tokens(construct.options), tokens(construct.code))
}

/// The first error that an expansion reports.
fn error(expanded: TokenStream) -> Option<String> {
    let mut tokens = expanded.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if name == "compile_error" => {
                let group = tokens.find_map(|token| match token {
                    TokenTree::Group(group) => Some(group.stream()),
                    _ => None,
                });
                let text: syn::LitStr = syn::parse2(group?).ok()?;
                return Some(text.value());
            }
            TokenTree::Group(group) => {
                if let Some(found) = error(group.stream()) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}

/// Code in a cell of a table.
fn cell(code: &str) -> String {
    let code = code.replace('|', "\\|");
    if code.is_empty() {
        code
    } else {
        format!("`{code}`")
    }
}

fn row(construct: &Construct) -> String {
    let answer = match error(expand(construct)) {
        None => "accepted".to_owned(),
        Some(message) => {
            let (found, help) = message.split_once("help:").unwrap_or((&message, ""));
            let sentence = format!("**refused**: {}; {}", found.trim(), help.trim());
            sentence.replace('\n', " ").replace('|', "\\|")
        }
    };
    let Construct {
        name,
        options,
        code,
    } = construct;
    format!(
        "| {name} | {} | {} | {answer} |\n",
        cell(options),
        cell(code)
    )
}

/// The methods that are followed, as the compiler's own tables list them.
fn methods() -> String {
    let row = |(kind, names): (&str, Vec<&str>)| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("| {kind} | {} |\n", names.join(", "))
    };
    let rows = jacobian_core::followed_methods().into_iter().map(row);
    format!(
        "\n| of | methods |\n|---|---|\n{}\n",
        rows.collect::<String>()
    )
}

const HEAD: &str = "| construct | options | for example | |\n|---|---|---|---|\n";

#[test]
fn the_page_is_what_the_macro_says() {
    let mut text = String::new();
    for (title, constructs) in SECTIONS {
        text.extend(["\n## ", title, "\n\n", HEAD]);
        text.extend(constructs.iter().map(row));
    }
    text.push('\n');
    page::check(
        "docs/book/src/language.md",
        &[("tables", text), ("methods", methods())],
    );
}

#[test]
fn what_is_accepted_expands_to_rust() {
    let constructs = SECTIONS
        .iter()
        .flat_map(|(_, constructs)| constructs.iter());
    let (mut accepted, mut refused) = (0, 0);
    for construct in constructs {
        let expanded = expand(construct);
        if error(expanded.clone()).is_some() {
            refused += 1;
        } else {
            let file = syn::parse2::<syn::File>(expanded);
            assert!(file.is_ok(), "{}: {:?}", construct.name, file.err());
            accepted += 1;
        }
    }
    assert!(accepted > 60, "only {accepted} rows are accepted");
    assert!(refused > 15, "only {refused} rows are refused");
}
