//! An elimination step by step, as data for pictures.
//!
//! ```text
//! frame 0    the linearized graph
//! frame 1    after the first step: its vertex is gone, new edges are marked
//! ..
//! last       bipartite: the edges are the entries
//! ```

use jacobian_core::elim::label::Label;
use jacobian_core::elim::{Elimination, EliminationOrder, Step};
use jacobian_core::graph::{Adjacency, Kind, LinearGraph, Vertex};

use crate::failure::{Done, Failure};

/// What the label of an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Plus or minus one.
    Unit,
    /// Another number.
    Number,
    /// A value of run time.
    Varies,
}

/// An edge of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) source: Vertex,
    pub(crate) target: Vertex,
    pub(crate) label: String,
    pub(crate) known: Known,
    /// What the step did to it, if anything.
    pub(crate) change: Option<Change>,
}

/// The change of an edge by a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// There was no edge between these vertices.
    FillIn,
    /// There was one, and products were added to its label.
    Absorption,
}

/// The graph after some steps.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The step that led here.
    pub(crate) step: Option<Step>,
    /// All products so far.
    pub(crate) products: usize,
    /// The vertices that have edges, with all inputs and outputs.
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) edges: Vec<Edge>,
}

/// The frames of an elimination, or only its first one without an order.
pub(crate) fn frames(graph: &LinearGraph, order: Option<&EliminationOrder>) -> Done<Vec<Frame>> {
    let mut elimination = Elimination::of(graph);
    let mut frames = vec![frame(graph, &elimination, None, None)];
    for step in order.map_or(&[][..], |order| order.steps()) {
        if matches!(step, Step::Face(..)) {
            return Err(Failure::new(
                "a face order eliminates pairs of edges, which this picture cannot show; choose \
                 another order",
            ));
        }
        let before = elimination.working().clone();
        elimination.perform(*step);
        frames.push(frame(graph, &elimination, Some(*step), Some(&before)));
    }
    Ok(frames)
}

fn frame(
    graph: &LinearGraph,
    elimination: &Elimination<'_>,
    step: Option<Step>,
    before: Option<&Adjacency<Label>>,
) -> Frame {
    let working = elimination.working();
    let edge = |source, target| {
        let label = working.get(source, target).expect("an edge has a label");
        Edge {
            source,
            target,
            label: label.to_string(),
            known: known(label),
            change: before.and_then(|before| match before.get(source, target) {
                None => Some(Change::FillIn),
                Some(before) => (before != label).then_some(Change::Absorption),
            }),
        }
    };
    let edges = graph.vertices().flat_map(|source| {
        let targets = working
            .successors(source)
            .map(move |target| (source, target));
        targets.collect::<Vec<_>>()
    });
    let is_there = |vertex: &Vertex| {
        graph.kind(*vertex) != Kind::Intermediate
            || working.in_degree(*vertex) + working.out_degree(*vertex) > 0
    };
    Frame {
        step,
        products: elimination.counts().all,
        vertices: graph.vertices().filter(is_there).collect(),
        edges: edges.map(|(source, target)| edge(source, target)).collect(),
    }
}

fn known(label: &Label) -> Known {
    match label {
        Label::Literal(constant) if constant.is_trivial() => Known::Unit,
        Label::Literal(_) => Known::Number,
        Label::Atom(_) | Label::Open(_) => Known::Varies,
    }
}

/// The name of a vertex: that of its value.
pub(crate) fn name(graph: &LinearGraph, vertex: Vertex) -> String {
    let value = graph.value(vertex).map(|value| value.to_string());
    value.unwrap_or_else(|| vertex.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Change, frames};
    use jacobian_core::{Disk, expand_watched};
    use quote::quote;

    /// `x -> sin -> f` goes into the edge `x -> f`, and `y -> exp -> f` makes one.
    #[test]
    fn a_step_fills_in_or_absorbs() {
        let item = quote!(
            fn f(x: f64, y: f64) -> f64 {
                x.sin() * x + y.exp()
            }
        );
        let (_, watched) = expand_watched(quote!(order = forward), item, &Disk);
        let compiled = &watched[0].compiled;
        let frames = frames(&compiled.graph, compiled.orders.first()).expect("a vertex order");
        let changes = frames.iter().flat_map(|frame| &frame.edges);
        let changes: Vec<Change> = changes.filter_map(|edge| edge.change).collect();
        for change in [Change::FillIn, Change::Absorption] {
            assert!(changes.contains(&change), "{changes:?}");
        }
    }
}
