//! The extended Jacobian of a function before elimination, and what is left of it afterwards.
//!
//! ```text
//!               independents   intermediates                 independents
//! intermediates [    #  #    |  #           ]                                 one square for
//! dependents    [    #       |  #  #        ]   -->   [        #  #  ]        each entry
//! ```

use std::fmt::Write;

use jacobian_core::graph::{Kind, Pattern, Vertex};

use super::picture::DARK;

/// The width of an entry.
const CELL: usize = 5;
const MARGIN: usize = 16;
const TITLE: usize = 40;

/// The matrices of `tests/corpus/snavely.rs`.
pub(crate) fn matrices() -> String {
    let path = crate::page::path("tests/corpus/snavely.rs");
    let file = std::fs::read_to_string(path).expect("the problem");
    let file = syn::parse_file(&file).expect("it is Rust");
    let function = file.items.iter().find_map(|item| match item {
        syn::Item::Fn(function) if function.sig.ident == "snavely" => Some(function.clone()),
        _ => None,
    });
    let mut function = function.expect("the function");
    function.attrs.clear();
    let item = quote::quote!(#function);
    let none = proc_macro2::TokenStream::new();
    let compiled = jacobian_core::compile_function(none, &item).expect("it is accepted");
    let graph = &compiled.graph;
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
    let place = |of: &[Vertex], vertex| of.iter().position(|other| *other == vertex);
    let entries = graph
        .edges()
        .filter_map(|(source, target, _)| Some((place(&rows, target)?, place(&columns, source)?)));
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
    let middle = TITLE + (left.rows - right.rows) * CELL / 2;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\">\n{DARK}<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <g transform=\"translate({MARGIN} {TITLE})\">\n{}</g>\n\
         <text x=\"{}\" y=\"{}\" font-size=\"26\" text-anchor=\"middle\">⟶</text>\n\
         <g transform=\"translate({second} {middle})\">\n{}</g>\n</svg>\n",
        left.svg(),
        second - 38,
        middle + 10,
        right.svg()
    )
}
