//! Live ranges of the values of emitted code, as bars beside its lines.
//!
//! ```text
//! let __v1 = x[1];            |
//! let __v3 = __v1.sin();      | |       a bar from the line that computes a value
//! let __v4 = __v0 * __v3;       |       to the last one that uses it
//! ```

use std::fmt::Write;

use super::picture::DARK;

const LINE: usize = 17;
const COLUMN: usize = 22;
const MARGIN: usize = 14;
const TITLE: usize = 22;
/// The width of a character of code.
const CHARACTER: usize = 7;
/// The characters that a line may have.
const LONGEST: usize = 58;

/// The picture of a function as it is printed.
pub(crate) fn of(code: &str) -> String {
    let lines: Vec<&str> = code.lines().filter(|line| is_statement(line)).collect();
    let bars: Vec<(&str, usize, usize)> = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| {
            let name = defined(line)?;
            let last = lines
                .iter()
                .rposition(|line| names(line).any(|other| other == name));
            Some((name, at, last.expect("the line that defines it")))
        })
        .collect();
    let left = MARGIN + LONGEST * CHARACTER;
    let mut body = String::new();
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim().replace("::core::primitive::", "");
        let y = TITLE + at * LINE + 12;
        let _ = writeln!(
            body,
            "<text x=\"{MARGIN}\" y=\"{y}\" font-family=\"monospace\" font-size=\"11\">{line}</text>"
        );
    }
    for (column, (name, from, to)) in bars.iter().enumerate() {
        let x = left + column * COLUMN;
        let (top, bottom) = (TITLE + from * LINE + 4, TITLE + to * LINE + 12);
        let _ = writeln!(
            body,
            "<path d=\"M{x} {top}V{bottom}\" stroke=\"#c0392b\" stroke-width=\"5\"/>\
             <text x=\"{x}\" y=\"14\" font-size=\"11\" text-anchor=\"middle\">{}</text>",
            name.trim_start_matches('_')
        );
    }
    let (width, height) = (
        left + bars.len() * COLUMN,
        TITLE + lines.len() * LINE + MARGIN,
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\">\n{DARK}<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// Whether a line of the body computes or stores something.
fn is_statement(line: &str) -> bool {
    line.starts_with("    ") && line.ends_with(';') && names(line).next().is_some()
}

/// The name that a line assigns.
fn defined(line: &str) -> Option<&str> {
    names(line.trim().strip_prefix("let ")?).next()
}

/// The names of values in a line: `__v3`, `__a0`.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| {
        let number = ["__v", "__a"]
            .iter()
            .find_map(|start| word.strip_prefix(start));
        number.is_some_and(|number| number.parse::<usize>().is_ok())
    })
}
