//! The patterns of the Jacobian, of its normal matrix, and of the Hessian if the function has one.
//!
//! ```text
//! Jacobian      normal matrix    Hessian
//! ##..#         #....            #....       one square for each entry, and a pale one for its
//! .##..         ##...            ##...       mirror image, which is not stored
//! ```

use std::collections::BTreeSet;
use std::fmt::Write;

use jacobian_core::Watched;
use jacobian_core::graph::Pattern;

use super::sheet;

/// The width of an entry.
const CELL: usize = 8;
/// The space around a matrix.
const MARGIN: usize = 16;
/// The height of the titles.
const TITLE: usize = 36;
/// The width that a title takes.
const NARROWEST: usize = 150;

/// The patterns side by side.
pub(super) fn of(watched: &Watched) -> String {
    let pattern = Pattern::of(&watched.compiled.graph);
    let columns = pattern.n_cols();
    let mut borders = Vec::new();
    let mut column = 0;
    for count in &watched.column_counts {
        column += count;
        borders.push(column);
    }
    borders.retain(|border| *border < columns);
    let panel = |title: &str, rows, stored, is_symmetric| Panel {
        title: title.to_owned(),
        rows,
        cols: columns,
        stored,
        is_symmetric,
        borders: borders.clone(),
    };
    let jacobian = pattern.entries().to_vec();
    let normal = normal(&jacobian);
    let mut panels = vec![
        panel("Jacobian", pattern.n_rows(), jacobian, false),
        panel("normal matrix", columns, normal, true),
    ];
    if let Some(hessian) = &watched.hessian {
        let entries = hessian.compiled.plan.entries().iter();
        let stored = entries.map(|one| (one.row(), one.col())).collect();
        panels.push(panel("Hessian", columns, stored, true));
    }
    let tallest = panels.iter().map(|panel| panel.rows).max().unwrap_or(0);
    let mut width = MARGIN;
    let mut body = String::new();
    for panel in &panels {
        let _ = writeln!(
            body,
            "<g transform=\"translate({width} {TITLE})\">\n{}</g>",
            panel.svg()
        );
        width += (panel.cols * CELL).max(NARROWEST) + MARGIN;
    }
    sheet(width, TITLE + tallest * CELL + MARGIN, &body)
}

/// The lower triangle of `JᵀJ`: columns that share a row meet.
fn normal(jacobian: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (row, column) in jacobian {
        if rows.len() <= *row {
            rows.resize(row + 1, Vec::new());
        }
        rows[*row].push(*column);
    }
    let pairs = rows.iter().flat_map(|columns| {
        let with = |one: usize| columns.iter().map(move |other| (one, *other));
        columns.iter().copied().flat_map(with)
    });
    // By columns, as they are stored.
    let lower: BTreeSet<(usize, usize)> = pairs
        .filter(|(row, column)| row >= column)
        .map(|(row, column)| (column, row))
        .collect();
    lower
        .into_iter()
        .map(|(column, row)| (row, column))
        .collect()
}

/// A matrix to draw.
struct Panel {
    title: String,
    rows: usize,
    cols: usize,
    /// The places of stored entries.
    stored: Vec<(usize, usize)>,
    is_symmetric: bool,
    /// The columns at which parameters begin.
    borders: Vec<usize>,
}

impl Panel {
    fn svg(&self) -> String {
        let (width, height) = (self.cols * CELL, self.rows * CELL);
        let mut text = format!(
            "<text y=\"-12\" font-size=\"13\">{}, {} entries</text>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#999\"/>\n",
            self.title,
            self.stored.len()
        );
        text += &squares(&self.stored, "#0072b2");
        let places = self.stored.iter();
        if self.is_symmetric {
            let mirrored: Vec<_> = places
                .filter(|(row, col)| row != col)
                .map(|&(row, col)| (col, row))
                .collect();
            text += &squares(&mirrored, "#b8d4e6");
        }
        // Lines between the columns of different parameters.
        let mut lines = String::new();
        for border in &self.borders {
            let border = border * CELL;
            let _ = write!(lines, "M{border} 0v{height}");
            if self.is_symmetric {
                let _ = write!(lines, "M0 {border}h{width}");
            }
        }
        let _ = writeln!(
            text,
            "<path d=\"{lines}\" stroke=\"#999\" stroke-dasharray=\"3 3\"/>"
        );
        text
    }
}

/// One path with a square for each place.
fn squares(places: &[(usize, usize)], fill: &str) -> String {
    let side = CELL - 1;
    let mut path = String::new();
    for (row, col) in places {
        let _ = write!(
            path,
            "M{} {}h{side}v{side}h-{side}z",
            col * CELL + 1,
            row * CELL + 1
        );
    }
    format!("<path d=\"{path}\" fill=\"{fill}\"/>\n")
}
