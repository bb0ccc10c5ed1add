//! `Adjacency`: the working graph of elimination, as ordered adjacency lists in both directions.
//!
//! Elimination rewrites edges all the time, so it needs fast lookup, insertion and removal.
//!
//! ```text
//! successors    0: {2: c20, 3: c30}     predecessors    2: {0, 1}
//!               1: {2: c21}                             3: {0}
//! ```
//!
//! An edge has a payload of any type. Orders need only the structure (payload `()`), elimination
//! stores labels. Both lists of a vertex are ordered (`neighbour_set`). So finding, adding and
//! dropping an edge is logarithmic in the degree, and a vertex of high degree, such as a long sum,
//! does not make elimination quadratic. Every walk is in the order of the vertices, so no result
//! depends on hashing.
//!
//! Invariant: the target is among the successors of the source exactly if the source is among the
//! predecessors of the target. Vertices keep their numbers. An eliminated vertex is one without
//! edges.

use std::fmt;

use super::neighbour_set::NeighbourSet;
use super::{LinearGraph, Vertex};

/// A directed graph with ordered neighbours and without parallel edges.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Adjacency<L> {
    predecessors: Vec<NeighbourSet<()>>,
    successors: Vec<NeighbourSet<L>>,
    n_edges: usize,
}

impl<L> Adjacency<L> {
    /// `n_vertices` vertices and no edges.
    pub fn new(n_vertices: usize) -> Self {
        let predecessors = (0..n_vertices).map(|_| NeighbourSet::new()).collect();
        let successors = (0..n_vertices).map(|_| NeighbourSet::new()).collect();
        Self {
            predecessors,
            successors,
            n_edges: 0,
        }
    }

    /// The edges of a graph, with payloads made from their labels.
    pub fn of(graph: &LinearGraph, payload: impl Fn(crate::ir::Partial) -> L) -> Self {
        let mut working = Self::new(graph.n_vertices());
        for (source, target, label) in graph.edges() {
            working.insert(source, target, payload(label));
        }
        working
    }

    /// The number of vertices, with or without edges.
    pub fn n_vertices(&self) -> usize {
        self.successors.len()
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.n_edges
    }

    /// The number of predecessors.
    pub fn in_degree(&self, vertex: Vertex) -> usize {
        self.predecessors[vertex.index()].len()
    }

    /// The number of successors.
    pub fn out_degree(&self, vertex: Vertex) -> usize {
        self.successors[vertex.index()].len()
    }

    /// Predecessors times successors: the number of multiplications to eliminate the vertex.
    pub fn markowitz_degree(&self, vertex: Vertex) -> usize {
        self.in_degree(vertex) * self.out_degree(vertex)
    }

    /// The predecessors, lowest first.
    pub fn predecessors(&self, vertex: Vertex) -> impl DoubleEndedIterator<Item = Vertex> + '_ {
        self.predecessors[vertex.index()].vertices()
    }

    /// The successors, lowest first.
    pub fn successors(&self, vertex: Vertex) -> impl DoubleEndedIterator<Item = Vertex> + '_ {
        self.successors[vertex.index()].vertices()
    }

    /// Whether there is an edge.
    pub fn contains(&self, source: Vertex, target: Vertex) -> bool {
        self.successors[source.index()].get(target).is_some()
    }

    /// The payload of an edge.
    pub fn get(&self, source: Vertex, target: Vertex) -> Option<&L> {
        self.successors[source.index()].get(target)
    }

    /// The payload of an edge, for changes.
    pub fn get_mut(&mut self, source: Vertex, target: Vertex) -> Option<&mut L> {
        self.successors[source.index()].get_mut(target)
    }

    /// Adds an edge. If it exists already, replaces its payload and returns the old one.
    pub fn insert(&mut self, source: Vertex, target: Vertex, payload: L) -> Option<L> {
        let old = self.successors[source.index()].insert(target, payload);
        if old.is_none() {
            self.predecessors[target.index()].insert(source, ());
            self.n_edges += 1;
        }
        old
    }

    /// Drops an edge and returns its payload.
    pub fn remove(&mut self, source: Vertex, target: Vertex) -> Option<L> {
        let payload = self.successors[source.index()].remove(target);
        if payload.is_some() {
            self.predecessors[target.index()].remove(source);
            self.n_edges -= 1;
        }
        payload
    }

    /// All edges, by source, then target.
    pub fn into_edges(self) -> impl Iterator<Item = (Vertex, Vertex, L)> {
        self.successors
            .into_iter()
            .enumerate()
            .flat_map(|(source, edges)| {
                let source = Vertex::at(source);
                edges
                    .into_vec()
                    .into_iter()
                    .map(move |(target, label)| (source, target, label))
            })
    }

    /// Drops all edges into the vertex and returns their sources and payloads, lowest first.
    pub fn take_predecessors(&mut self, vertex: Vertex) -> Vec<(Vertex, L)> {
        let sources = std::mem::take(&mut self.predecessors[vertex.index()]);
        self.n_edges -= sources.len();
        sources
            .into_vec()
            .into_iter()
            .map(|(source, ())| (source, self.forget(source, vertex)))
            .collect()
    }

    fn forget(&mut self, source: Vertex, target: Vertex) -> L {
        let payload = self.successors[source.index()].remove(target);
        payload.expect("invariant: both lists of an edge agree")
    }

    /// Drops all edges out of the vertex and returns their targets and payloads, lowest first.
    pub fn take_successors(&mut self, vertex: Vertex) -> Vec<(Vertex, L)> {
        let edges = std::mem::take(&mut self.successors[vertex.index()]);
        self.n_edges -= edges.len();
        for target in edges.vertices() {
            self.predecessors[target.index()].remove(vertex);
        }
        edges.into_vec()
    }
}

impl Adjacency<()> {
    /// The structure of a graph.
    pub fn structure(graph: &LinearGraph) -> Self {
        Self::of(graph, |_| ())
    }

    /// Vertex elimination: connects all predecessors with all successors and drops the vertex.
    /// Returns the predecessors, then the successors.
    pub fn eliminate(&mut self, vertex: Vertex) -> Vec<Vertex> {
        let predecessors = self.take_predecessors(vertex);
        let successors = self.take_successors(vertex);
        for (source, ()) in &predecessors {
            for (target, ()) in &successors {
                self.insert(*source, *target, ());
            }
        }
        predecessors
            .into_iter()
            .chain(successors)
            .map(|(neighbour, ())| neighbour)
            .collect()
    }
}

impl<L: fmt::Display> fmt::Display for Adjacency<L> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (source, edges) in self.successors.iter().enumerate() {
            for (target, label) in edges.iter() {
                writeln!(formatter, "{source} -[{label}]-> {target}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Adjacency;
    use crate::graph::testing::named;

    #[test]
    fn eliminating_connects_predecessors_with_successors_once() {
        let (graph, vertex) = named("i-[a]->v j-[d]->v v-[b]->k i-[c]->k");
        let mut working = Adjacency::structure(&graph);
        assert_eq!(working.markowitz_degree(vertex("v")), 2);
        working.eliminate(vertex("v"));
        crate::graph::verify::verify_working(&graph, &working).unwrap();
        assert_eq!(working.n_edges(), 2);
        assert!(working.contains(vertex("i"), vertex("k")));
        assert!(working.contains(vertex("j"), vertex("k")));
    }

    #[test]
    fn both_lists_forget_an_edge() {
        let (graph, vertex) = named("i-[a]->v v-[b]->k");
        let mut working = Adjacency::of(&graph, |label| label.to_string());
        assert_eq!(
            working.remove(vertex("i"), vertex("v")),
            Some("v0".to_owned())
        );
        assert_eq!(working.in_degree(vertex("v")), 0);
        assert_eq!(working.remove(vertex("i"), vertex("v")), None);
        assert_eq!(working.to_string(), "1 -[v1]-> 2\n");
    }
}
