//! An elimination as a strip of small graphs.
//!
//! ```text
//! at first      after v8      after v9      inputs left, outputs right
//! o-o-o-o       o-o---o       o-----o       edges that are new or changed are red
//! ```

use std::fmt::Write;

use jacobian_core::elim::{Elimination, EliminationOrder, Step};
use jacobian_core::graph::{Adjacency, Kind, LinearGraph, Vertex};
use jacobian_core::pipeline::Compiled;

use super::sheet;
use crate::picture::layers;

const COLUMN: usize = 38;
const ROW: usize = 40;
const RADIUS: usize = 11;
const MARGIN: usize = 22;
const TITLE: usize = 24;
const FRAMES_IN_A_ROW: usize = 3;

/// The strip of a function.
pub(super) fn of(compiled: &Compiled) -> String {
    let graph = &compiled.graph;
    let layout = Layout::of(graph);
    let mut elimination = Elimination::of(graph);
    let mut frames = vec![layout.frame("the graph", elimination.working(), None)];
    for step in compiled
        .orders
        .iter()
        .take(1)
        .flat_map(EliminationOrder::steps)
    {
        let before = elimination.working().clone();
        elimination.perform(*step);
        let title = match *step {
            Step::Vertex(vertex) => {
                let (before, name) = (before.markowitz_degree(vertex), layout.name(vertex));
                let plural = if before == 1 { "" } else { "s" };
                format!("without {name}: {before} product{plural}")
            }
            step => step.to_string(),
        };
        frames.push(layout.frame(&title, elimination.working(), Some(&before)));
    }
    layout.strip(&frames)
}

/// The places of the vertices, which stay while others go.
pub(super) struct Layout<'a> {
    graph: &'a LinearGraph,
    places: Vec<(usize, usize)>,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl<'a> Layout<'a> {
    pub(super) fn of(graph: &'a LinearGraph) -> Self {
        let layers = layers(graph);
        let last = layers.iter().copied().max().unwrap_or(0);
        let in_layer = |layer| layers.iter().filter(move |other| **other == layer).count();
        let tallest = (0..=last).map(in_layer).max().unwrap_or(1);
        let mut filled = vec![0; last + 1];
        let mut places = vec![(0, 0); graph.n_vertices()];
        for vertex in graph.vertices() {
            let layer = layers[vertex.index()];
            let above = (tallest - in_layer(layer)) * ROW / 2;
            let row = filled[layer];
            filled[layer] += 1;
            places[vertex.index()] = (MARGIN + layer * COLUMN, TITLE + MARGIN + above + row * ROW);
        }
        Self {
            graph,
            places,
            width: 2 * MARGIN + last * COLUMN,
            height: TITLE + 2 * MARGIN + (tallest - 1) * ROW,
        }
    }

    fn name(&self, vertex: Vertex) -> String {
        let value = self.graph.value(vertex).map(|value| value.to_string());
        value.unwrap_or_else(|| vertex.to_string())
    }

    pub(super) fn frame<L: PartialEq>(
        &self,
        title: &str,
        now: &Adjacency<L>,
        before: Option<&Adjacency<L>>,
    ) -> String {
        let mut text = format!(
            "<text x=\"{}\" y=\"16\" font-size=\"12\">{title}</text>\n",
            MARGIN - RADIUS
        );
        for source in self.graph.vertices() {
            for target in now.successors(source) {
                let label = now.get(source, target);
                let is_new = before.is_some_and(|old| old.get(source, target) != label);
                let ((x1, y1), (x2, y2)) = (self.place(source), self.place(target));
                let (colour, width) = if is_new { ("#c0392b", 2) } else { ("#444", 1) };
                // An edge past other vertices of its row goes around them.
                let is_hidden = y1 == y2 && x2 - x1 > COLUMN;
                let middle = if is_hidden {
                    y1 + ROW * 2 / 3
                } else {
                    y1.midpoint(y2)
                };
                let _ = writeln!(
                    text,
                    "<path d=\"M{x1} {y1}Q{} {middle} {x2} {y2}\" fill=\"none\" stroke=\"{colour}\" \
                     stroke-width=\"{width}\"/>",
                    x1.midpoint(x2)
                );
            }
        }
        for vertex in self.graph.vertices() {
            let kind = self.graph.kind(vertex);
            if now.markowitz_degree(vertex) > 0 || kind != Kind::Intermediate {
                text += &self.vertex(vertex, kind);
            }
        }
        text
    }

    fn place(&self, vertex: Vertex) -> (usize, usize) {
        self.places[vertex.index()]
    }

    fn vertex(&self, vertex: Vertex, kind: Kind) -> String {
        let (x, y) = self.place(vertex);
        let corner = match kind {
            Kind::Independent => 0,
            _ => RADIUS,
        };
        let (left, top, side) = (x - RADIUS, y - RADIUS, 2 * RADIUS);
        let width = if kind == Kind::Dependent { 2 } else { 1 };
        format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"{corner}\" \
             fill=\"white\" stroke=\"#222\" stroke-width=\"{width}\"/>\
             <text x=\"{x}\" y=\"{}\" font-size=\"10\" text-anchor=\"middle\">{}</text>\n",
            y + 4,
            self.name(vertex)
        )
    }

    fn strip(&self, frames: &[String]) -> String {
        let mut body = String::new();
        for (number, frame) in frames.iter().enumerate() {
            let (row, column) = (number / FRAMES_IN_A_ROW, number % FRAMES_IN_A_ROW);
            let (x, y) = (column * self.width, row * self.height);
            let _ = writeln!(body, "<g transform=\"translate({x} {y})\">\n{frame}</g>");
        }
        let rows = frames.len().div_ceil(FRAMES_IN_A_ROW);
        sheet(FRAMES_IN_A_ROW * self.width, rows * self.height, &body)
    }
}
