//! The extended Jacobian of a function before elimination, and what is left of it afterwards.
//!
//! ```text
//!               independents   intermediates                 independents
//! intermediates [    #  #    |  #           ]                                 one square for
//! dependents    [    #       |  #  #        ]   -->   [        #  #  ]        each entry
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

use jacobian_core::graph::{Kind, LinearGraph, Pattern, Vertex};

use super::sheet;

/// The width of an entry.
const CELL: usize = 5;
const MARGIN: usize = 16;
const TITLE: usize = 40;

/// Both matrices of a graph.
pub(super) fn of(graph: &LinearGraph) -> String {
    let of = |kinds: &[Kind]| -> Vec<Vertex> {
        // Group by group, each in the order of the function.
        let group = |kind: &Kind| {
            let kind = *kind;
            graph
                .vertices()
                .filter(move |vertex| graph.kind(*vertex) == kind)
        };
        kinds.iter().flat_map(group).collect()
    };
    let rows = of(&[Kind::Intermediate, Kind::Dependent]);
    let columns = of(&[Kind::Independent, Kind::Intermediate]);
    let places =
        |of: &[Vertex]| -> BTreeMap<Vertex, usize> { of.iter().copied().zip(0..).collect() };
    let (row_of, column_of) = (places(&rows), places(&columns));
    let entries = graph
        .edges()
        .filter_map(|(source, target, _)| Some((*row_of.get(&target)?, *column_of.get(&source)?)));
    let entries: Vec<(usize, usize)> = entries.collect();
    let n_dependents = of(&[Kind::Dependent]).len();
    let n_independents = of(&[Kind::Independent]).len();
    let left = Matrix {
        title: "extended Jacobian",
        rows: rows.len(),
        columns: columns.len(),
        entries,
        borders: Some((rows.len() - n_dependents, n_independents)),
    };
    let right = Matrix {
        title: "Jacobian",
        rows: n_dependents,
        columns: n_independents,
        entries: Pattern::of(graph).entries().to_vec(),
        borders: None,
    };
    beside_each_other(&left, &right)
}

struct Matrix {
    title: &'static str,
    rows: usize,
    columns: usize,
    entries: Vec<(usize, usize)>,
    /// Above the dependents, and behind the independents.
    borders: Option<(usize, usize)>,
}

impl Matrix {
    fn svg(&self) -> String {
        let (width, height) = (self.columns * CELL, self.rows * CELL);
        let mut text = format!(
            "<text y=\"-22\" font-size=\"13\">{}</text>\n\
             <text y=\"-7\" font-size=\"11\">{} x {}, {} entries</text>\n",
            self.title,
            self.rows,
            self.columns,
            self.entries.len()
        );
        let mut squares = String::new();
        let side = CELL - 1;
        for (row, column) in &self.entries {
            let (x, y) = (column * CELL, row * CELL);
            let _ = write!(squares, "M{x} {y}h{side}v{side}h-{side}z");
        }
        let _ = writeln!(text, "<path d=\"{squares}\" fill=\"#0072b2\"/>");
        let mut lines = format!("M-2 -2h{0}v{1}h-{0}z", width + 3, height + 3);
        if let Some((row, column)) = self.borders {
            let (x, y) = (column * CELL - 1, row * CELL - 1);
            let _ = write!(lines, "M{x} 0v{height}M0 {y}h{width}");
        }
        let _ = writeln!(text, "<path d=\"{lines}\" fill=\"none\" stroke=\"#999\"/>");
        text
    }
}

fn beside_each_other(left: &Matrix, right: &Matrix) -> String {
    let second = 2 * MARGIN + left.columns * CELL + 60;
    let width = second + right.columns.max(20) * CELL + MARGIN;
    let height = TITLE + left.rows * CELL + MARGIN;
    // All dependents are rows of both.
    let middle = TITLE + (left.rows - right.rows) * CELL / 2;
    let body = format!(
        "<g transform=\"translate({MARGIN} {TITLE})\">\n{}</g>\n\
         <text x=\"{}\" y=\"{}\" font-size=\"26\" text-anchor=\"middle\">⟶</text>\n\
         <g transform=\"translate({second} {middle})\">\n{}</g>\n",
        left.svg(),
        second - 38,
        middle + 10,
        right.svg()
    );
    sheet(width, height, &body)
}
