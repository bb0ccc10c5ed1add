//! Live ranges of the values of emitted code, as bars beside its lines.
//!
//! ```text
//! let __v1 = x[1];            |
//! let __v3 = __v1.sin();      | |       a bar from the line that computes a value
//! let __v4 = __v0 * __v3;       |       to the last one that uses it
//! ```

use std::fmt::Write;

use super::{escaped, sheet};

const LINE: usize = 17;
const COLUMN: usize = 22;
const MARGIN: usize = 14;
const TITLE: usize = 22;
/// The width of a character of code.
const CHARACTER: usize = 7;
/// The characters of a line that are shown.
const LONGEST: usize = 76;

/// The picture of a function as it is printed.
pub(super) fn of(code: &str) -> String {
    let statements = statements(code);
    let lines: Vec<&str> = statements.iter().map(String::as_str).collect();
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
    let longest = lines.iter().map(|line| shown(line).chars().count()).max();
    let left = MARGIN + (longest.unwrap_or(0).min(LONGEST) + 2) * CHARACTER;
    let mut body = String::new();
    for (at, line) in lines.iter().enumerate() {
        let line = escaped(&shown(line));
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
    sheet(width, height, &body)
}

/// The lines that compute or store something. A statement of several lines is one.
fn statements(code: &str) -> Vec<String> {
    let mut statements = Vec::new();
    let mut open = String::new();
    for line in code.lines().filter(|line| line.starts_with("    ")) {
        let line = line.trim();
        if !open.is_empty() && !open.ends_with(['[', '(']) {
            open.push(' ');
        }
        open += line;
        if line.ends_with([';', '{', '}']) {
            let whole = std::mem::take(&mut open);
            if whole.ends_with(';') && names(&whole).next().is_some() {
                statements.push(whole);
            }
        }
    }
    statements
}

/// A line as far as it is shown.
fn shown(line: &str) -> String {
    let line = line.replace("::core::primitive::", "");
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars()
        .take(LONGEST - 3)
        .chain("...".chars())
        .collect()
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
