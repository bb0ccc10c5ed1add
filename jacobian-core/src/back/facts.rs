//! Facts about a matrix for the documentation of functions: an editor shows them at each call.
//!
//! ```text
//! Jacobian: 2 × 3, 5 entries by columns. Beyond the value: 9 operations, order markowitz;
//! 6 multiplications with those by ±1, no vertex order under 5. See [`F_PATTERN`] and [`F_COST`].
//! ```
//!
//! It is one line, because each function has it. The constants say what the words mean, and the
//! pattern is drawn where you look for it: at the constant, the type, and the function that
//! computes nothing else.

use std::fmt::Write as _;

use crate::graph::spy;
use crate::options::Layout;
use crate::pipeline::Compiled;

use super::names::Names;

/// The largest pattern that is plotted.
const MOST_ROWS: usize = 12;
const MOST_COLUMNS: usize = 40;

/// The facts about a matrix; none about that of a refused function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    line: String,
    plot: String,
}

impl Facts {
    pub(crate) fn of(
        size: (usize, usize),
        positions: &[(usize, usize)],
        layout: Layout,
        compiled: &Compiled,
    ) -> Self {
        let by = match layout {
            Layout::Csc => "columns",
            Layout::Csr => "rows",
        };
        let entries = counted(positions.len(), "entry", "entries");
        let (rows, cols) = size;
        Self {
            line: format!(
                "{rows} × {cols}, {entries} by {by}. Beyond the value: {}",
                work(compiled)
            ),
            plot: plot(size, positions),
        }
    }

    /// Behind a sentence of the documentation. `matrix` says which matrix it is, and `names` are
    /// those of its constants.
    pub(crate) fn line(&self, matrix: &str, names: &Names) -> String {
        if self.line.is_empty() {
            return String::new();
        }
        let Names { pattern, cost, .. } = names;
        let path = names.prefix();
        format!(
            "\n\n{matrix}: {}. See [`{path}{pattern}`] and [`{path}{cost}`].",
            self.line
        )
    }

    /// The same without links, for the constants.
    pub(crate) fn unlinked(&self, matrix: &str) -> String {
        format!("\n\n{matrix}: {}.", self.line)
    }

    /// The pattern in characters, where it is small enough to be taken in at a glance.
    pub(crate) fn plot(&self) -> &str {
        &self.plot
    }
}

/// What a computation takes, its order, and the bound of all orders.
pub(crate) fn work(compiled: &Compiled) -> String {
    let mut said = operations(compiled.cost.work.operations());
    for (number, one) in (1..).zip(&compiled.cost.loops) {
        let each = operations(one.work.operations());
        let _ = write!(said, ", {each} in each iteration of loop {number}");
    }
    // The vertices of a list are in the attribute, and `_COST` has the moves of a search.
    let choice = compiled.choice.to_string();
    let choice = choice.split(['(', ',']).next().unwrap_or(&choice);
    let _ = write!(said, ", order {choice}");
    if let Some(report) = &compiled.report {
        let all = compiled.plan.counts().all;
        let _ = write!(
            said,
            "; {} with those by ±1, no vertex order under {}",
            counted(all, "multiplication", "multiplications"),
            report.lower_bound
        );
    }
    if let Some(report) = compiled.report_of_regions() {
        let regions = match compiled.code.loops() {
            [] => "arms of branches",
            _ => "arms and bodies of loops",
        };
        let _ = write!(
            said,
            "; in {regions} {}, no vertex order under {}",
            counted(report.multiplications, "multiplication", "multiplications"),
            report.lower_bound
        );
    }
    said
}

fn operations(count: usize) -> String {
    counted(count, "operation", "operations")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn plot((rows, cols): (usize, usize), positions: &[(usize, usize)]) -> String {
    if rows > MOST_ROWS || cols > MOST_COLUMNS {
        return String::new();
    }
    let lines = spy::plot((rows, cols), positions);
    format!("\n\n```text\n{}\n```", lines.join("\n"))
}
