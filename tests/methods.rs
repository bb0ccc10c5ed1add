//! Generates the book's `methods.md`, the comparison of elimination methods, and compares it.
//!
//! `BLESS=1 cargo test --test methods` accepts changes, as for the goldens. The example that
//! generates the page does so too.

#[path = "methods/accuracy.rs"]
mod accuracy;
mod campaign;
mod comparison;

use comparison::{markers, page};
use jacobian_core::order::OrderChoice;

#[test]
fn the_page_is_what_is_generated() {
    // All orders on all graphs take an unoptimized compiler a minute. By default the page that is
    // there must have a row and a section for each method; in the full form (tests/campaign) it
    // must be the generated one.
    let is_generated = campaign::is_full() || std::env::var_os("BLESS").is_some();
    let text = if is_generated {
        page::text().expect("data and sources are there")
    } else {
        std::fs::read_to_string(page::path()).expect("the page is there")
    };
    for method in OrderChoice::names() {
        assert!(
            text.contains(&format!("| {method} |")),
            "{method} has a row"
        );
        let is_explained = text
            .lines()
            .filter_map(|line| line.strip_prefix("### "))
            .any(|names| names.split(", ").any(|name| name == method));
        assert!(is_explained, "{method} has a section");
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(page::path(), &text).expect("the page can be written");
    }
    let page = std::fs::read_to_string(page::path()).expect("the page is there");
    let different = text.lines().zip(page.lines()).find(|(new, old)| new != old);
    assert_eq!(
        different, None,
        "left: generated, right: docs/book/src/methods.md"
    );
    assert_eq!(text.lines().count(), page.lines().count());
}

/// The last digits of the elementals differ between machines, so the table is written and not
/// compared. All orders are judged in the full form, some always.
#[test]
fn orders_are_accurate() {
    if std::env::var_os("BLESS").is_some() {
        markers::check(
            "docs/book/src/numerics.md",
            &[("errors", accuracy::table())],
        );
    }
    let page = std::fs::read_to_string(markers::path("docs/book/src/numerics.md"));
    let page = page.expect("the page is there");
    for method in OrderChoice::names() {
        assert!(
            page.contains(&format!("| {method} |")),
            "{method} has a row"
        );
    }
    let few = ["forward", "reverse", "enhanced_markowitz", "search"];
    let functions = accuracy::functions(campaign::is_full());
    let is_judged = |method: &&str| campaign::is_full() || few.contains(method);
    for method in OrderChoice::names().filter(is_judged) {
        let [median, of_paths] = accuracy::judged(&functions, method);
        assert!(
            median <= 1.0 && of_paths <= 8.0,
            "{method}: {median} {of_paths}"
        );
    }
}
