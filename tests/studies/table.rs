//! Tables: rows of texts, as Markdown for the page and in columns for the terminal.
//!
//! ```text
//! | order   | ops |        order    ops
//! |---|---:|               forward  370
//! | forward | 370 |
//! ```
//!
//! The first column is flushed left, the others right. Keeps: every row has as many cells as the
//! head.

use std::fmt::Write;

/// A head and rows.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Without rows yet.
    pub(crate) fn new<T: Into<String>>(head: impl IntoIterator<Item = T>) -> Self {
        let head = head.into_iter().map(Into::into).collect();
        Self {
            head,
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub(crate) fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.head.len(), "a row of {:?}", self.head);
        self.rows.push(cells);
    }

    /// As Markdown, with an empty line behind.
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!("| {} |\n", self.head.join(" | "));
        let _ = writeln!(text, "|---|{}", "---:|".repeat(self.head.len() - 1));
        for row in &self.rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        text.push('\n');
        text
    }

    /// In columns, with an empty line behind.
    pub(crate) fn plain(&self) -> String {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| {
            let widths = lines().map(|line| line[column].chars().count());
            widths.max().unwrap_or(0)
        };
        let mut text = String::new();
        for line in lines() {
            let _ = write!(text, "{:<width$}", line[0], width = width(0));
            for (column, cell) in line.iter().enumerate().skip(1) {
                let _ = write!(text, "  {cell:>width$}", width = width(column));
            }
            text.push('\n');
        }
        text.push('\n');
        text
    }
}

/// `12 of 40`, and how much that is.
pub(crate) fn share(part: usize, whole: usize) -> String {
    let percent = (100 * part + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{part} of {whole} ({percent} %)")
}
