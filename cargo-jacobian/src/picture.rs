//! Draws a linearized computational graph as SVG, inputs left and outputs right.
//!
//! ```text
//! layer of a vertex = longest path from an input; dependents in the last layer
//! new edges bold and coloured; the vertex to be eliminated filled
//! ```

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use jacobian_core::graph::{Adjacency, Kind, LinearGraph, Vertex};
use jacobian_core::ir::ValueId;
use jacobian_core::ir::code_list::Role;
use jacobian_core::pipeline::Compiled;

const COLUMN: usize = 130;
const ROW: usize = 80;
const RADIUS: usize = 21;
const MARGIN: usize = 46;
/// The height of a line of text.
const LINE: usize = 18;
/// Statements on a line below one graph, and below two.
const NARROW: usize = 4;
const WIDE: usize = 8;
const ACCENT: &str = "#c0392b";
/// Colours for readers who prefer dark pages. Rules win over attributes, and programs that know no
/// rules draw the light picture.
pub(crate) const DARK: &str = "<style>@media (prefers-color-scheme: dark) {\
    [fill='white'] { fill: #16191d } text { fill: #d8dde3 } [fill='#555'] { fill: #aab2ba } \
    [stroke='#444'] { stroke: #9aa3ad } [fill='#444'] { fill: #9aa3ad } \
    [stroke='#222'] { stroke: #c5ccd3 } [stroke='#c0392b'] { stroke: #ff8a7a } \
    [fill='#c0392b'] { fill: #ff8a7a } [fill='#f6c9c3'] { fill: #7a3229 } \
    [stroke='#0072b2'] { stroke: #56b4e9 } \
    [fill='#0072b2'] { fill: #56b4e9 } [fill='#b8d4e6'] { fill: #2c4a5e } }</style>\n";

/// The layout of a graph, which stays the same while vertices go.
pub(crate) struct Picture<'a> {
    graph: &'a LinearGraph,
    places: Vec<(usize, usize)>,
    /// The statements that the labels name, as formulas.
    statements: Vec<String>,
    width: usize,
    height: usize,
}

impl<'a> Picture<'a> {
    /// Places the vertices of the function's graph.
    pub(crate) fn of(compiled: &'a Compiled) -> Self {
        let graph = &compiled.graph;
        let layers = layers(graph);
        let mut rows: BTreeMap<usize, Vec<Vertex>> = BTreeMap::new();
        for vertex in graph.vertices() {
            rows.entry(layers[vertex.index()]).or_default().push(vertex);
        }
        let tallest = rows.values().map(Vec::len).max().unwrap_or(1);
        let mut places = vec![(0, 0); graph.n_vertices()];
        for (layer, vertices) in &rows {
            // Every layer is centred on the tallest one.
            let above = (tallest - vertices.len()) * ROW / 2;
            for (row, vertex) in vertices.iter().enumerate() {
                places[vertex.index()] = (MARGIN + layer * COLUMN, MARGIN + above + row * ROW);
            }
        }
        Self {
            graph,
            places,
            statements: statements(compiled),
            width: 2 * MARGIN + (rows.len() - 1) * COLUMN,
            height: 2 * MARGIN + (tallest - 1) * ROW,
        }
    }

    /// The graph as it is, with the edges that differ from an earlier one in colour.
    pub(crate) fn single<L: Display + PartialEq>(
        &mut self,
        now: &Adjacency<L>,
        before: Option<&Adjacency<L>>,
    ) -> String {
        let body = self.body(now, before, None);
        let height = self.total_height(NARROW);
        framed(self.width, height, &(body + &self.caption(NARROW)))
    }

    /// A graph before and after the elimination of one vertex, side by side.
    pub(crate) fn double<L: Display + PartialEq>(
        &mut self,
        before: &Adjacency<L>,
        after: &Adjacency<L>,
        vertex: Vertex,
    ) -> String {
        let shift = self.width + 40;
        let left = self.body(before, None, Some(vertex));
        let right = self.body(after, Some(before), None);
        let middle = self.height / 2;
        let body = format!(
            "{left}<g transform=\"translate({shift} 0)\">\n{right}</g>\n\
             <text x=\"{}\" y=\"{middle}\" font-size=\"26\" text-anchor=\"middle\">⟶</text>\n{}",
            self.width + 20,
            self.caption(WIDE)
        );
        framed(shift + self.width, self.total_height(WIDE), &body)
    }

    /// The statements below a picture, with this number on a line.
    fn caption(&self, per_line: usize) -> String {
        let lines = self.statements.chunks(per_line).enumerate();
        let texts = lines.map(|(line, statements)| {
            let y = self.height + 8 + line * LINE;
            let text = statements.join(" &#160; ");
            format!("<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"12\" fill=\"#555\">{text}</text>\n")
        });
        texts.collect::<Vec<_>>().concat()
    }

    /// The height of a picture with its caption.
    fn total_height(&self, per_line: usize) -> usize {
        self.height + LINE * (self.statements.len().div_ceil(per_line) + 1)
    }

    /// Edges first, so that vertices lie above them.
    fn body<L: Display + PartialEq>(
        &self,
        working: &Adjacency<L>,
        before: Option<&Adjacency<L>>,
        marked: Option<Vertex>,
    ) -> String {
        let mut text = String::new();
        for source in self.graph.vertices() {
            for target in working.successors(source) {
                let label = working.get(source, target).expect("an edge has a label");
                let is_new = before.is_some_and(|old| old.get(source, target) != Some(label));
                text += &self.edge(source, target, &label.to_string(), is_new);
            }
        }
        for vertex in self.graph.vertices() {
            let is_gone = working.markowitz_degree(vertex) == 0
                && self.graph.kind(vertex) == Kind::Intermediate;
            if !is_gone {
                text += &self.vertex(vertex, marked == Some(vertex));
            }
        }
        text
    }

    fn edge(&self, source: Vertex, target: Vertex, label: &str, is_new: bool) -> String {
        let ((x1, y1), (x2, y2)) = (self.places[source.index()], self.places[target.index()]);
        let along = |from: usize, to: usize, part: f64| {
            #[expect(clippy::cast_precision_loss, reason = "pixels")]
            let (from, to) = (from as f64, to as f64);
            from + (to - from) * part
        };
        #[expect(clippy::cast_precision_loss, reason = "pixels")]
        let length = (x2 as f64 - x1 as f64).hypot(y2 as f64 - y1 as f64);
        let edge_of_circle = 22.0 / length;
        let (from, to) = (edge_of_circle, 1.0 - 1.25 * edge_of_circle);
        let (colour, width) = if is_new { (ACCENT, 2.2) } else { ("#444", 1.2) };
        let marker = if is_new { "new" } else { "old" };
        let mut text = String::new();
        let _ = writeln!(
            text,
            "<line x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{:.0}\" y2=\"{:.0}\" stroke=\"{colour}\" \
             stroke-width=\"{width}\" marker-end=\"url(#{marker})\"/>",
            along(x1, x2, from),
            along(y1, y2, from),
            along(x1, x2, to),
            along(y1, y2, to),
        );
        // Labels are near the source, because edges that cross come from different sources.
        let (x, y) = (along(x1, x2, 0.34), along(y1, y2, 0.34));
        let label = label.replace(" * ", "·");
        let half = 3.7 * f64::from(u32::try_from(label.chars().count()).expect("a short label"));
        let _ = writeln!(
            text,
            "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"14\" fill=\"white\"/>\
             <text x=\"{x:.0}\" y=\"{:.0}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{colour}\">{label}</text>",
            x - half,
            y - 7.0,
            2.0 * half,
            y + 4.0,
        );
        text
    }

    fn vertex(&self, vertex: Vertex, is_marked: bool) -> String {
        let (x, y) = self.places[vertex.index()];
        let name = self.graph.value(vertex).map(|value| value.to_string());
        let name = name.unwrap_or_else(|| vertex.to_string());
        let fill = if is_marked { "#f6c9c3" } else { "white" };
        let mut text = String::new();
        let shape = match self.graph.kind(vertex) {
            Kind::Independent => format!(
                "<rect x=\"{}\" y=\"{}\" width=\"42\" height=\"34\" fill=\"{fill}\" stroke=\"#222\"/>",
                x - RADIUS,
                y - 17
            ),
            Kind::Intermediate => {
                format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" fill=\"{fill}\" stroke=\"#222\"/>")
            }
            Kind::Dependent => format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" fill=\"{fill}\" stroke=\"#222\"/>\
                 <circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"none\" stroke=\"#222\"/>"
            ),
        };
        let _ = writeln!(
            text,
            "{shape}<text x=\"{x}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\">{name}</text>",
            y + 5
        );
        text
    }
}

/// The longest path from an input; dependents share the last layer.
pub(crate) fn layers(graph: &LinearGraph) -> Vec<usize> {
    let mut layers = vec![0; graph.n_vertices()];
    // Vertices are numbered topologically, so sources come first.
    let mut edges: Vec<(Vertex, Vertex)> = graph.edges().map(|(from, to, _)| (from, to)).collect();
    edges.sort_unstable();
    for (source, target) in edges {
        layers[target.index()] = layers[target.index()].max(layers[source.index()] + 1);
    }
    let last = layers.iter().copied().max().unwrap_or(0);
    for vertex in graph.vertices() {
        if graph.kind(vertex) == Kind::Dependent {
            layers[vertex.index()] = last;
        }
    }
    layers
}

/// The statements of the code list as formulas, except for inputs.
fn statements(compiled: &Compiled) -> Vec<String> {
    let code = &compiled.code;
    let shown = code.ids().filter_map(|id| {
        let statement = code.statement(id);
        let is_input = code.independents().contains(&id);
        let is_derivative = statement.role() == Role::Derivative;
        let is_shown = !is_input && (statement.is_active() || is_derivative);
        is_shown.then(|| {
            format!(
                "{id} = {}",
                formula(&statement.elemental().to_string(), statement.operands())
            )
        })
    });
    shown.collect()
}

/// `mul v0 v3` as `v0·v3`.
fn formula(elemental: &str, operands: &[ValueId]) -> String {
    match (elemental, operands) {
        ("mul", [a, b]) => format!("{a}·{b}"),
        ("add", [a, b]) => format!("{a} + {b}"),
        ("sub", [a, b]) => format!("{a} - {b}"),
        ("div", [a, b]) => format!("{a} / {b}"),
        ("recip", [a]) => format!("1 / {a}"),
        (name, operands) => {
            let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
            format!("{name} {}", operands.join(" "))
        }
    }
}

fn framed(width: usize, height: usize, body: &str) -> String {
    let marker = |name: &str, colour: &str| {
        format!(
            "<marker id=\"{name}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"9\" markerHeight=\"9\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"{colour}\"/></marker>"
        )
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">\n\
         {DARK}<defs>{}{}</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n",
        marker("old", "#444"),
        marker("new", ACCENT)
    )
}
