//! Checks the reference of the attribute, in `jacobian-macro/src/lib.rs`: it names every option and
//! default.
//!
//! ```text
//! | `fold = none`, `trees`, `full` | ..  | `none` |       against   #[jacobian(fold = ?)]
//!                                                          "known choices, nearest first: .."
//! ```
//!
//! The message about an unknown word lists all words that the macro knows. A default is a value
//! that does not change the expansion when you write it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A word that is near nothing.
const UNKNOWN: &str = "zzzz";

/// Large enough for the orders to differ, with products that fold.
const FUNCTION: &str = "fn f(x: &[f64; 3], k: f64) -> [f64; 3] {
    let r = (x[0] * x[1] + 2.0 * (3.0 * x[2])).sin();
    let s = (r * x[2] - k * r.exp()).sqrt();
    [r * s, s * s * x[1] - r, (r + s) * k + x[0]]
}";

/// One row of a table: the words between backticks of the first cell, and the last cell.
struct Row {
    words: Vec<String>,
    last: String,
}

/// The rows of all tables with this head.
fn tables(head: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("jacobian-macro/src/lib.rs");
    let text = fs::read_to_string(path).expect("the macro");
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("/// | ")?.split(" | ").collect();
        let (first, last) = (cells.first()?, cells.last()?);
        Some(Row {
            words: first
                .split('`')
                .skip(1)
                .step_by(2)
                .map(String::from)
                .collect(),
            last: last.trim_end_matches(" |").trim_matches('`').to_owned(),
        })
    };
    let tables = text.split(head).skip(1);
    let rows: Vec<Row> = tables
        .flat_map(|table| table.lines().skip(2).map_while(row))
        .collect();
    assert!(!rows.is_empty(), "no table has the head {head}");
    rows
}

fn options() -> Vec<Row> {
    tables("/// | option | meaning | default |")
}

fn orders() -> Vec<Row> {
    tables("/// | order | what goes next |")
}

/// The row of an option.
fn option(name: &str) -> Row {
    let is_named = |row: &Row| row.words.first().is_some_and(|word| word_of(word) == name);
    options().into_iter().find(is_named).expect("a row")
}

/// The word before `=` or `(`.
fn word_of(text: &str) -> &str {
    text.split([' ', '=', '(']).next().unwrap_or_default()
}

fn expand(options: &str, item: &str) -> String {
    let tokens = |text: &str| text.parse().expect("tokens");
    jacobian_core::expand(tokens(options), tokens(item)).to_string()
}

/// The words that the macro lists after this phrase, for these options.
fn listed(options: &str, phrase: &str) -> BTreeSet<String> {
    let said = expand(options, FUNCTION);
    let (_, list) = said.split_once(phrase).expect("a list of what is known");
    let (list, _) = list.split_once('"').expect("the message ends");
    list.split(", ").map(String::from).collect()
}

fn choices(option: &str) -> BTreeSet<String> {
    listed(
        &format!("{option} = {UNKNOWN}"),
        "known choices, nearest first: ",
    )
}

#[test]
fn every_option_is_documented() {
    let documented: BTreeSet<String> = options()
        .iter()
        .flat_map(|row| &row.words)
        .filter(|word| {
            word.contains(['=', '('])
                || matches!(
                    word.as_str(),
                    "assemble"
                        | "gradient"
                        | "hessian"
                        | "hvp"
                        | "normal"
                        | "verify"
                        | "jvp"
                        | "vjp"
                        | "linearize"
                        | "batch"
                        | "dispatch"
                        | "export"
                )
        })
        .map(|word| word_of(word).to_owned())
        .collect();
    assert_eq!(
        documented,
        listed(UNKNOWN, "known options, nearest first: ")
    );
}

#[test]
fn every_choice_is_documented() {
    for name in [
        "fold",
        "layout",
        "fma",
        "value",
        "objective",
        "level",
        "schedule",
    ] {
        let documented: BTreeSet<String> = option(name)
            .words
            .iter()
            .filter_map(|word| word.rsplit("= ").next())
            .map(String::from)
            .collect();
        assert_eq!(documented, choices(name), "{name}");
    }
}

#[test]
fn every_order_is_documented() {
    let documented: BTreeSet<String> = orders()
        .iter()
        .flat_map(|row| &row.words)
        .map(|word| word_of(word).to_owned())
        .collect();
    assert_eq!(documented, choices("order"));
}

#[test]
fn defaults_are_documented() {
    let silent = expand("", FUNCTION);
    for (name, other) in [
        ("order", "forward"),
        ("layout", "csr"),
        ("fma", "never"),
        ("fold", "full"),
        ("value", "exact"),
    ] {
        let default = option(name).last;
        assert_eq!(
            expand(&format!("{name} = {default}"), FUNCTION),
            silent,
            "{name}"
        );
        let differs = expand(&format!("{name} = {other}"), FUNCTION) != silent;
        assert_eq!(differs, other != default, "{name} = {other}");
    }
    // A loop would be repeated at run time, but a list is always unrolled.
    let endless = "fn f(x: f64) -> f64 { let y: Vec<f64> = (0..1_000_000).map(|k| k as f64 * x).collect(); y[7] }";
    let limit = option("unroll").last.replace(',', "");
    assert!(expand("", endless).contains(&format!("more than {limit} operations")));
}
