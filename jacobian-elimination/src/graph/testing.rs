//! Text graphs for unit tests: parses `i-[a]->v` into a linearized graph.
//!
//! A test that fits on a line is written more often, and read.
//!
//! ```text
//! i-[a]->v j-[d]->v v-[b]->k i-[c]->k
//! ```
//!
//! Vertices are numbered topologically, in the order of appearance where that leaves a choice. A
//! vertex without incoming edges is independent, one without outgoing edges dependent. A number is
//! a literal label and a name a variable one. Equal names are equal values, numbered in the order
//! of appearance from `v0` on.

use crate::graph::{Kind, LinearGraph, Node, Vertex};
use crate::ir::{Category, Constant, Partial, ValueId};

/// The graph that the text describes.
pub(crate) fn graph(text: &str) -> LinearGraph {
    named(text).0
}

/// The graph, and the number of each vertex by its name.
pub(crate) fn named(text: &str) -> (LinearGraph, impl Fn(&str) -> Vertex + use<>) {
    let edges: Vec<(&str, &str, &str)> = text.split_whitespace().map(edge).collect();
    let names = topological(&edges);
    let order = names.clone();
    let number = move |name: &str| {
        Vertex::at(
            order
                .iter()
                .position(|other| other == name)
                .expect("a vertex of the graph"),
        )
    };
    let node = |name: &String| {
        let has_predecessors = edges.iter().any(|edge| edge.2 == name);
        let has_successors = edges.iter().any(|edge| edge.0 == name);
        Node::bare(match (has_predecessors, has_successors) {
            (false, _) => Kind::Independent,
            (true, true) => Kind::Intermediate,
            (true, false) => Kind::Dependent,
        })
    };
    let mut labels = Vec::new();
    let labelled = |(source, label, target): &(&str, &str, &str)| {
        (number(source), number(target), partial(label, &mut labels))
    };
    let nodes = names.iter().map(node).collect();
    let graph = LinearGraph::try_new(nodes, edges.iter().map(labelled).collect()).unwrap();
    (graph, number)
}

fn edge(text: &str) -> (&str, &str, &str) {
    let (source, rest) = text.split_once("-[").expect("source-[label]->target");
    let (label, target) = rest.split_once("]->").expect("source-[label]->target");
    (source, label, target)
}

fn partial(label: &str, labels: &mut Vec<String>) -> Partial {
    if let Ok(number) = label.parse() {
        return Partial::Literal(Constant::new(number));
    }
    let (negative, name) = label
        .strip_prefix('-')
        .map_or((false, label), |name| (true, name));
    let earlier = labels.iter().position(|label| label == name);
    let index = earlier.unwrap_or_else(|| {
        labels.push(name.to_owned());
        labels.len() - 1
    });
    let id = ValueId(u32::try_from(index).unwrap());
    Partial::Value {
        id,
        negative,
        category: Category::Variable,
    }
}

fn topological(edges: &[(&str, &str, &str)]) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for name in edges.iter().flat_map(|edge| [edge.0, edge.2]) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut order: Vec<String> = Vec::new();
    while order.len() < names.len() {
        let placed = |name: &str| order.iter().any(|other| other == name);
        let ready = |name: &&&str| {
            !placed(name) && edges.iter().all(|edge| edge.2 != **name || placed(edge.0))
        };
        let next = names.iter().find(ready).expect("an acyclic graph");
        order.push((*next).to_owned());
    }
    order
}
