//! The reference of the attribute, in `jacobian-macro/src/lib.rs`, names the options that there are.
//!
//! ```text
//! | `fold = none`, `trees`, `full` | ..  | `none` |       against   #[jacobian(fold = ?)]
//!                                                          "known choices, nearest first: .."
//! ```
//!
//! What the macro knows is read from what it says about a word that it does not know.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use jacobian_core::options::Options;

/// A word that is near nothing.
const UNKNOWN: &str = "zzzz";

/// One row of the table of options.
struct Row {
    /// The words between backticks of the first cell.
    words: Vec<String>,
    default: String,
}

fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("jacobian-macro/src/lib.rs");
    let text = fs::read_to_string(path).expect("the macro");
    let (_, table) = text
        .split_once("/// | option | meaning | default |\n/// |---|---|---|\n")
        .expect("a table of options");
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
            default: last.trim_end_matches(" |").trim_matches('`').to_owned(),
        })
    };
    table.lines().map_while(row).collect()
}

/// The word before `=` or `(`.
fn name(word: &str) -> &str {
    word.split([' ', '=', '(']).next().unwrap_or_default()
}

/// What the macro lists after this phrase when it is given the options.
fn listed(options: &str, phrase: &str) -> BTreeSet<String> {
    let tokens = options.parse().expect("tokens");
    let item = "fn f(x: f64) -> f64 { x }".parse().expect("tokens");
    let said = jacobian_core::expand(tokens, item).to_string();
    let (_, list) = said.split_once(phrase).expect("a list of what is known");
    let (list, _) = list.split_once('"').expect("the message ends");
    list.split(", ").map(String::from).collect()
}

#[test]
fn every_option_is_documented() {
    let documented: BTreeSet<String> = rows()
        .iter()
        .flat_map(|row| &row.words)
        .filter(|word| word.contains(['=', '(']) || matches!(word.as_str(), "jvp" | "vjp"))
        .map(|word| name(word).to_owned())
        .filter(|word| word != "list")
        .collect();
    let known = listed(UNKNOWN, "known options, nearest first: ");
    assert_eq!(documented, known);
}

#[test]
fn every_choice_is_documented() {
    for option in ["order", "fold", "layout", "fma", "value"] {
        let rows = rows();
        let row = rows
            .iter()
            .find(|row| row.words.first().is_some_and(|word| name(word) == option))
            .expect("a row");
        let documented: BTreeSet<String> = row
            .words
            .iter()
            .map(|word| word.rsplit("= ").next().map(name).unwrap_or_default())
            .map(String::from)
            .collect();
        let known = listed(
            &format!("{option} = {UNKNOWN}"),
            "known choices, nearest first: ",
        );
        assert_eq!(documented, known, "{option}");
    }
}

#[test]
fn defaults_are_documented() {
    let rows = rows();
    let documented = |option: &str| {
        let row = rows
            .iter()
            .find(|row| row.words.first().is_some_and(|word| name(word) == option))
            .expect("a row");
        row.default.replace([',', '_'], "").to_lowercase()
    };
    let options = Options::default();
    for (option, default) in [
        ("order", format!("{:?}", options.order)),
        ("fold", format!("{:?}", options.fold)),
        ("layout", format!("{:?}", options.layout)),
        ("fma", format!("{:?}", options.fma)),
        ("unroll", options.unroll.to_string()),
    ] {
        assert_eq!(documented(option), default.to_lowercase(), "{option}");
    }
}
