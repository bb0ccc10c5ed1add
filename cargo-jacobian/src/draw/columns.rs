//! Columns of boxes with lines between them.
//!
//! ```text
//! [ v0 ]---[ a0 = v0 * v8 ]---[ J[0, 1] = a0 ]
//! [ v8 ]--/
//! ```

use std::fmt::Write;

use super::{CHARACTER, code, curve, sheet};

const ROW: usize = 30;
const BOX: usize = 20;
const MARGIN: usize = 14;
const BETWEEN: usize = 70;
const TITLE: usize = 20;

/// A box: its column, and its number in it.
pub(super) type At = (usize, usize);

/// A picture of these columns, each with a title.
pub(super) fn of(columns: &[(String, Vec<String>)], links: &[(At, At)]) -> String {
    let tallest = columns
        .iter()
        .map(|(_, boxes)| boxes.len())
        .max()
        .unwrap_or(0);
    let length = |text: &String| text.chars().count();
    let mut lefts = Vec::new();
    let mut widths = Vec::new();
    let mut x = MARGIN;
    for (title, boxes) in columns {
        let longest = boxes.iter().map(length).max().unwrap_or(0);
        let width = (longest * CHARACTER + 14).max(length(title) * 6 + 4);
        lefts.push(x);
        widths.push(width);
        x += width + BETWEEN;
    }
    let y = |(column, row): At| {
        let above = (tallest - columns[column].1.len()) * ROW / 2;
        MARGIN + TITLE + above + row * ROW
    };
    let mut body = String::new();
    for (from, to) in links {
        let start = (lefts[from.0] + widths[from.0], y(*from) + BOX / 2);
        body += &curve(start, (lefts[to.0], y(*to) + BOX / 2), "#444");
    }
    for (number, (title, boxes)) in columns.iter().enumerate() {
        let (x, width) = (lefts[number], widths[number]);
        let _ = writeln!(
            body,
            "<text x=\"{x}\" y=\"22\" font-size=\"12\">{title}</text>"
        );
        for (row, text) in boxes.iter().enumerate() {
            let y = y((number, row));
            let _ = writeln!(
                body,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{BOX}\" rx=\"4\" \
                 fill=\"white\" stroke=\"#222\"/>"
            );
            body += &code(text, (x + 7, y + 14));
        }
    }
    let width = x - BETWEEN + MARGIN;
    sheet(width, 2 * MARGIN + TITLE + tallest * ROW, &body)
}
