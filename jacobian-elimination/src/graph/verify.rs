//! Invariant checks of graphs, for tests and debug builds.
//!
//! A violation is a bug in this crate, so the result is a sentence for a developer of the crate.
//!
//! Cost: linear for the built graph, logarithmic per edge for the working graph.

use super::{Adjacency, Kind, LinearGraph, Vertex};

/// Checks the invariant of the built graph.
///
/// # Errors
/// Says which edge or vertex breaks it.
pub fn verify(graph: &LinearGraph) -> Result<(), String> {
    let mut previous = None;
    for (source, target, label) in graph.edges() {
        if source >= target {
            return Err(format!(
                "edge {source} -> {target} goes against the topological order"
            ));
        }
        if previous == Some((source, target)) {
            return Err(format!("parallel edges {source} -> {target}"));
        }
        if graph.kind(source) == Kind::Dependent || graph.kind(target) == Kind::Independent {
            return Err(format!(
                "edge {source} -> {target} leaves a row or enters a column"
            ));
        }
        if matches!(label, crate::ir::Partial::Literal(constant) if constant.is_zero()) {
            return Err(format!("edge {source} -> {target} has the label zero"));
        }
        previous = Some((source, target));
    }
    let n_rows = graph
        .vertices()
        .filter(|v| graph.kind(*v) == Kind::Dependent)
        .count();
    if n_rows != graph.dependents().len() {
        return Err("a dependent stands in no row".to_owned());
    }
    Ok(())
}

/// Checks the working graph against its original: both lists of an edge agree, edges lead to higher
/// numbers, and rows and columns keep their kind.
///
/// # Errors
/// Says which edge breaks it.
pub fn verify_working<L>(graph: &LinearGraph, working: &Adjacency<L>) -> Result<(), String> {
    for source in graph.vertices() {
        for target in working.successors(source) {
            if source >= target {
                return Err(format!(
                    "edge {source} -> {target} goes against the topological order"
                ));
            }
            if !working.predecessors(target).any(|vertex| vertex == source) {
                return Err(format!("{target} does not know its predecessor {source}"));
            }
        }
        for origin in working.predecessors(source) {
            if !working.successors(origin).any(|vertex| vertex == source) {
                return Err(format!("{origin} does not know its successor {source}"));
            }
        }
    }
    let misplaced = |vertex: &Vertex| match graph.kind(*vertex) {
        Kind::Independent => working.in_degree(*vertex) > 0,
        Kind::Intermediate => false,
        Kind::Dependent => working.out_degree(*vertex) > 0,
    };
    match graph.vertices().find(misplaced) {
        Some(vertex) => Err(format!("{vertex} has edges on the wrong side")),
        None => Ok(()),
    }
}
