//! Two texts beside each other, with lines between what belongs together: the source, and the code
//! list or the generated code.
//!
//! ```text
//! let r = x[0] * x[1].sin();       v3 = sin v1
//!                -----------------/
//!         -----------------------\ v4 = v0 * v3
//! ```

use std::collections::BTreeSet;
use std::fmt::Write;

use jacobian_core::Watched;
use jacobian_core::ir::{Place, Role, ValueId};

use super::{CHARACTER, code as code_text, curve, sheet};
use crate::explore::formula;
use crate::generated::{main_function, value_number};

const LINE: usize = 18;
/// The space between two underlines of a line.
const UNDERLINE: usize = 4;
const MARGIN: usize = 14;
/// The space between both texts.
const BETWEEN: usize = 110;

/// A line of the right text, and the expression that it comes from.
struct Link {
    place: Place,
    right: usize,
    role: Role,
}

/// The source and its operations.
pub(super) fn code(watched: &Watched, source: &str) -> String {
    let code = &watched.compiled.code;
    let values = code
        .ids()
        .filter(|id| code.statement(*id).role() == Role::Value);
    let (mut right, mut links) = (Vec::new(), Vec::new());
    for id in values {
        links.extend(link(watched, id, right.len()));
        right.push(formula(code, id));
    }
    joined(watched, source, &right, &links)
}

/// The source and the generated code.
pub(super) fn lines(watched: &Watched, source: &str) -> String {
    let text = main_function(watched).replace("::core::primitive::", "");
    let right: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut links = Vec::new();
    for (at, line) in right.iter().enumerate() {
        let number = line.trim().strip_prefix("let ").and_then(value_number);
        links.extend(number.and_then(|number| link(watched, ValueId(number), at)));
    }
    joined(watched, source, &right, &links)
}

/// The expression that computes a value. Others read it, and these are names, which are shorter.
fn link(watched: &Watched, id: ValueId, right: usize) -> Option<Link> {
    let statement = watched.compiled.code.statement(id);
    let places = watched.places.of(statement.origin());
    let in_a_line = places.filter(|place| place.start.0 == place.end.0);
    let longest = in_a_line.max_by_key(|place| place.end.1 - place.start.1)?;
    Some(Link {
        place: longest,
        right,
        role: statement.role(),
    })
}

fn joined(watched: &Watched, source: &str, right: &[String], links: &[Link]) -> String {
    let at = || {
        links
            .iter()
            .map(|link| link.place.start.0)
            .chain([watched.line])
    };
    let first = at().min().unwrap_or(1);
    let last = at().max().unwrap_or(1) + 1;
    let left: Vec<&str> = source
        .lines()
        .skip(first - 1)
        .take(last + 1 - first)
        .collect();
    let places: BTreeSet<Place> = links.iter().map(|link| link.place).collect();
    let depth = |place: &Place| {
        let inside = |other: &&Place| {
            let (start, end) = (place.start, place.end);
            **other != *place
                && start <= other.start
                && other.end <= end
                && start.0 == other.start.0
        };
        places.iter().filter(inside).count()
    };
    let deepest = places.iter().map(depth).max().unwrap_or(0);
    let left_line = LINE + UNDERLINE * (deepest + 1);
    let heights = (left.len() * left_line, right.len() * LINE);
    let height = heights.0.max(heights.1);
    let top = (
        MARGIN + (height - heights.0) / 2,
        MARGIN + (height - heights.1) / 2,
    );
    let widest = |lines: &mut dyn Iterator<Item = usize>| lines.max().unwrap_or(0) * CHARACTER;
    let second = MARGIN + widest(&mut left.iter().map(|line| line.chars().count())) + BETWEEN;
    let width = second + widest(&mut right.iter().map(|line| line.chars().count())) + MARGIN;
    let mut body = String::new();
    for (number, line) in left.iter().enumerate() {
        body += &code_text(line, (MARGIN, top.0 + number * left_line + 12));
    }
    for (number, line) in right.iter().enumerate() {
        body += &code_text(line, (second, top.1 + number * LINE + 12));
    }
    for link in links {
        let Place { start, end } = link.place;
        let y = top.0 + (start.0 - first) * left_line + 16 + UNDERLINE * depth(&link.place);
        let (from, to) = (MARGIN + start.1 * CHARACTER, MARGIN + end.1 * CHARACTER);
        let colour = match link.role {
            Role::Value => "#0072b2",
            Role::Derivative => "#c0392b",
        };
        let _ = writeln!(
            body,
            "<path d=\"M{from} {y}H{to}\" fill=\"none\" stroke=\"{colour}\"/>"
        );
        body += &curve((to, y), (second - 6, top.1 + link.right * LINE + 8), colour);
    }
    sheet(width, height + 2 * MARGIN, &body)
}
