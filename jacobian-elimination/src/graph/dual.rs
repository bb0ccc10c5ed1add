//! The dual graph (directed line graph): its vertices are the edges of the linearized graph, its
//! edges faces.
//!
//! Face elimination, the finest kind, is defined on it.
//!
//! ```text
//! x --a--> z --b--> y                 (+,x) --- a --- b --- (y,-)
//!          z --c--> w                            \
//!                                                 c --- (w,-)
//! ```
//!
//! A *face* joins two consecutive edges and is one multiplication. Each independent gets an edge
//! from a common source, and each dependent gets one to a common sink. To eliminate the face (i,
//! j), we add the product to an edge k with the predecessors of i and the successors of j
//! (absorption), or make such an edge. Then (i, j) is dropped. An edge without faces on one side is
//! dropped too, and an edge with the same neighbours as another one is merged with it.
//!
//! Vertex and edge eliminations are groups of face eliminations. The reverse is not true, so a face
//! order cannot come before them. When no face joins two inner edges, the Jacobian can be read off.
//! The numbers are: sources, sinks, edges by source and target, then the edges that eliminations
//! make.
//!
//! Cost of an elimination: the neighbours of i and j, and of the candidates for k.
//! Source: Naumann, "Optimal accumulation of Jacobian matrices by elimination methods on the dual
//! computational graph"; Naumann & Utke, section 2.2.

mod signature;

use crate::ordered::Set;

use super::{Adjacency, LinearGraph, Vertex};

/// A vertex of the dual graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DualVertex(pub u32);

impl DualVertex {
    /// The position in order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn at(index: usize) -> Self {
        Self(u32::try_from(index).expect("invariant: edges are numbered with 32 bits"))
    }
}

/// An edge of the linearized graph, with its faces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node<L> {
    predecessors: Set<DualVertex>,
    successors: Set<DualVertex>,
    /// `None` for the edges from the source and to the sink.
    label: Option<L>,
}

/// The dual graph; labels of type `L` sit on its inner vertices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dual<L> {
    n_sources: usize,
    n_sinks: usize,
    /// By number. `None` if the vertex was dropped.
    nodes: Vec<Option<Node<L>>>,
}

/// The fate of an edge after an elimination that uses its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// The edge is dropped, so this was the last use of its label.
    Dropped,
    /// The edge stays, so its label will be used again.
    Kept,
}

/// The two labels of a face to be multiplied, and the fate of their edges.
pub struct Factors<'a, L> {
    /// The label of the first edge.
    pub first: &'a mut L,
    /// The fate of the first edge.
    pub after_first: Afterwards,
    /// The label of the second edge.
    pub second: &'a mut L,
    /// The fate of the second edge.
    pub after_second: Afterwards,
}

impl<L> Dual<L> {
    /// The dual of a graph under elimination.
    pub fn of(graph: &LinearGraph, working: Adjacency<L>) -> Self {
        let (n_sources, n_sinks) = (graph.independents().len(), graph.dependents().len());
        let empty = || Node {
            predecessors: Set::new(),
            successors: Set::new(),
            label: None,
        };
        let mut nodes: Vec<Node<L>> = (0..n_sources + n_sinks).map(|_| empty()).collect();
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); graph.n_vertices()];
        let mut out_of: Vec<Vec<usize>> = vec![Vec::new(); graph.n_vertices()];
        for (number, vertex) in graph.independents().iter().enumerate() {
            into[vertex.index()].push(number);
        }
        for (number, vertex) in graph.dependents().iter().enumerate() {
            out_of[vertex.index()].push(n_sources + number);
        }
        for (source, target, label) in working.into_edges() {
            out_of[source.index()].push(nodes.len());
            into[target.index()].push(nodes.len());
            nodes.push(Node {
                label: Some(label),
                ..empty()
            });
        }
        for (into, out_of) in into.iter().zip(&out_of) {
            for (first, second) in into
                .iter()
                .flat_map(|f| out_of.iter().map(move |s| (*f, *s)))
            {
                nodes[first].successors.insert(DualVertex::at(second));
                nodes[second].predecessors.insert(DualVertex::at(first));
            }
        }
        let mut dual = Self {
            n_sources,
            n_sinks,
            nodes: nodes.into_iter().map(Some).collect(),
        };
        // An edge that no independent reaches, or that reaches no dependent, lies on no path.
        dual.drop_isolated((0..dual.nodes.len()).map(DualVertex::at).collect());
        dual
    }

    /// The faces that can be eliminated: those between two inner vertices.
    pub fn faces(&self) -> impl Iterator<Item = (DualVertex, DualVertex)> + '_ {
        self.inner().flat_map(|first| {
            let successors = self
                .successors(first)
                .filter(|second| self.is_inner(*second));
            successors.map(move |second| (first, second))
        })
    }

    /// The inner vertices: the edges of the graph.
    pub fn inner(&self) -> impl Iterator<Item = DualVertex> + '_ {
        let first = self.n_sources + self.n_sinks;
        let all = (first..self.nodes.len()).map(DualVertex::at);
        all.filter(|vertex| self.nodes[vertex.index()].is_some())
    }

    /// Whether the vertex exists and has a label.
    pub fn is_inner(&self, vertex: DualVertex) -> bool {
        vertex.index() >= self.n_sources + self.n_sinks && self.node(vertex).is_some()
    }

    /// The edges that end where this one starts.
    pub fn predecessors(&self, vertex: DualVertex) -> impl Iterator<Item = DualVertex> + '_ {
        self.node(vertex)
            .into_iter()
            .flat_map(|node| node.predecessors.iter().copied())
    }

    /// The edges that start where this one ends.
    pub fn successors(&self, vertex: DualVertex) -> impl Iterator<Item = DualVertex> + '_ {
        self.node(vertex)
            .into_iter()
            .flat_map(|node| node.successors.iter().copied())
    }

    /// The predecessors of the first times the successors of the second.
    pub fn markowitz_degree(&self, first: DualVertex, second: DualVertex) -> usize {
        let n_before = self.node(first).map_or(0, |node| node.predecessors.len());
        n_before * self.node(second).map_or(0, |node| node.successors.len())
    }

    /// Whether this is a face between two inner vertices.
    pub fn has_face(&self, first: DualVertex, second: DualVertex) -> bool {
        let is_successor = |node: &Node<L>| node.successors.contains(&second);
        self.is_inner(first) && self.is_inner(second) && self.node(first).is_some_and(is_successor)
    }

    /// The edge that would absorb the product of the face.
    pub fn absorbing(&self, first: DualVertex, second: DualVertex) -> Option<DualVertex> {
        let (first, second) = (self.node(first)?, self.node(second)?);
        self.with_neighbours(&first.predecessors, &second.successors)
    }

    /// Eliminates a face. The closures multiply and add labels.
    pub fn eliminate(
        &mut self,
        (first, second): (DualVertex, DualVertex),
        multiply: impl FnOnce(Factors<'_, L>) -> L,
        add: impl Fn(L, L) -> L,
    ) {
        let absorbing = self.absorbing(first, second);
        // Both nodes are taken out, because their labels are borrowed mutably at the same time.
        let (Some(mut first_node), Some(mut second_node)) = (self.take(first), self.take(second))
        else {
            return;
        };
        first_node.successors.remove(&second);
        second_node.predecessors.remove(&first);
        let fate = |faces: &Set<DualVertex>| {
            if faces.is_empty() {
                Afterwards::Dropped
            } else {
                Afterwards::Kept
            }
        };
        let after_first = fate(&first_node.successors);
        let after_second = fate(&second_node.predecessors);
        let (Some(first_label), Some(second_label)) =
            (&mut first_node.label, &mut second_node.label)
        else {
            return;
        };
        let product = multiply(Factors {
            first: first_label,
            after_first,
            second: second_label,
            after_second,
        });
        let ends = (
            first_node.predecessors.clone(),
            second_node.successors.clone(),
        );
        self.nodes[first.index()] = Some(first_node);
        self.nodes[second.index()] = Some(second_node);
        match absorbing.and_then(|vertex| self.nodes[vertex.index()].as_mut()) {
            Some(node) => node.label = node.label.take().map(|present| add(present, product)),
            None => self.insert(ends, product),
        }
        self.drop_isolated(vec![first, second]);
        self.merge(first, &add);
        self.merge(second, &add);
    }

    /// The labels of the bipartite graph that remains, by (row, column).
    pub fn into_entries(self) -> impl Iterator<Item = ((usize, usize), L)> {
        let n_sources = self.n_sources;
        self.nodes.into_iter().flatten().filter_map(move |node| {
            let col = node.predecessors.first()?.index();
            let row = node.successors.first()?.index().checked_sub(n_sources)?;
            Some(((row, col), node.label?))
        })
    }

    fn node(&self, vertex: DualVertex) -> Option<&Node<L>> {
        self.nodes.get(vertex.index())?.as_ref()
    }

    fn take(&mut self, vertex: DualVertex) -> Option<Node<L>> {
        self.nodes.get_mut(vertex.index())?.take()
    }

    /// An inner vertex with exactly these neighbours.
    fn with_neighbours(
        &self,
        predecessors: &Set<DualVertex>,
        successors: &Set<DualVertex>,
    ) -> Option<DualVertex> {
        let after = &self.node(*predecessors.first()?)?.successors;
        let before = &self.node(*successors.first()?)?.predecessors;
        let has_these = |node: &Node<L>| {
            node.label.is_some()
                && node.predecessors == *predecessors
                && node.successors == *successors
        };
        let mut common = after.intersection(before).copied();
        common.find(|vertex| self.node(*vertex).is_some_and(has_these))
    }

    fn insert(&mut self, (predecessors, successors): (Set<DualVertex>, Set<DualVertex>), label: L) {
        let new = DualVertex::at(self.nodes.len());
        for vertex in &predecessors {
            if let Some(node) = &mut self.nodes[vertex.index()] {
                node.successors.insert(new);
            }
        }
        for vertex in &successors {
            if let Some(node) = &mut self.nodes[vertex.index()] {
                node.predecessors.insert(new);
            }
        }
        self.nodes.push(Some(Node {
            predecessors,
            successors,
            label: Some(label),
        }));
    }

    /// Drops inner vertices without faces on one side, and repeats for their neighbours.
    fn drop_isolated(&mut self, mut suspects: Vec<DualVertex>) {
        while let Some(vertex) = suspects.pop() {
            let is_isolated = self.is_inner(vertex)
                && self
                    .node(vertex)
                    .is_some_and(|node| node.predecessors.is_empty() || node.successors.is_empty());
            if is_isolated {
                suspects.extend(self.drop(vertex).iter().flat_map(|node| {
                    node.predecessors
                        .iter()
                        .chain(&node.successors)
                        .copied()
                        .collect::<Vec<_>>()
                }));
            }
        }
    }

    fn drop(&mut self, vertex: DualVertex) -> Option<Node<L>> {
        let node = self.take(vertex)?;
        for predecessor in &node.predecessors {
            if let Some(neighbour) = &mut self.nodes[predecessor.index()] {
                neighbour.successors.remove(&vertex);
            }
        }
        for successor in &node.successors {
            if let Some(neighbour) = &mut self.nodes[successor.index()] {
                neighbour.predecessors.remove(&vertex);
            }
        }
        Some(node)
    }

    /// Merges a vertex into another one with the same neighbours, if there is one.
    fn merge(&mut self, vertex: DualVertex, add: &impl Fn(L, L) -> L) {
        let Some(node) = self.take(vertex) else {
            return;
        };
        let twin = self.with_neighbours(&node.predecessors, &node.successors);
        self.nodes[vertex.index()] = Some(node);
        let Some(twin) = twin else { return };
        let dropped = self.drop(vertex).and_then(|node| node.label);
        if let (Some(twin), Some(label)) = (self.nodes[twin.index()].as_mut(), dropped) {
            twin.label = twin.label.take().map(|present| add(present, label));
        }
    }
}

impl Dual<()> {
    /// The dual of a graph without labels.
    pub fn structure(graph: &LinearGraph) -> Self {
        Self::of(graph, Adjacency::structure(graph))
    }

    /// Eliminates a face of a graph without labels.
    pub fn eliminate_structure(&mut self, face: (DualVertex, DualVertex)) {
        self.eliminate(face, |_| (), |(), ()| ());
    }
}

impl<L> std::fmt::Debug for Factors<'_, L> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fates = (self.after_first, self.after_second);
        write!(formatter, "factors, afterwards: {fates:?}")
    }
}

/// A vertex pair as text, for the numbers of faces in tests and orders.
impl std::fmt::Display for DualVertex {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.0)
    }
}

/// The number of the dual vertex of each edge of a graph from which nothing was eliminated.
pub fn number_of(graph: &LinearGraph, source: Vertex, target: Vertex) -> Option<DualVertex> {
    let first = graph.independents().len() + graph.dependents().len();
    let position = graph
        .edges()
        .position(|(from, to, _)| (from, to) == (source, target))?;
    Some(DualVertex::at(first + position))
}

#[cfg(test)]
mod tests {
    use super::{Dual, number_of};
    use crate::graph::testing::named;

    #[test]
    fn a_chain_has_one_face() {
        let (graph, vertex) = named("x-[a]->z z-[b]->y");
        let mut dual = Dual::structure(&graph);
        let faces: Vec<_> = dual.faces().collect();
        let a = number_of(&graph, vertex("x"), vertex("z")).unwrap();
        let b = number_of(&graph, vertex("z"), vertex("y")).unwrap();
        assert_eq!(faces, [(a, b)]);
        dual.eliminate_structure((a, b));
        assert_eq!(dual.faces().count(), 0);
        assert_eq!(
            dual.into_entries().map(|(at, ())| at).collect::<Vec<_>>(),
            [(0, 0)]
        );
    }

    #[test]
    fn parallel_paths_are_absorbed() {
        let (graph, vertex) = named("x-[a]->z z-[b]->y x-[c]->y");
        let mut dual = Dual::structure(&graph);
        let face = dual.faces().next().unwrap();
        let direct = number_of(&graph, vertex("x"), vertex("y"));
        assert_eq!(dual.absorbing(face.0, face.1), direct);
        dual.eliminate_structure(face);
        assert_eq!(dual.inner().count(), 1);
    }

    #[test]
    fn edges_that_become_alike_are_merged() {
        // Once the path over u is gone, (x, v) and the new edge from x to v are one.
        let (graph, _) = named("x-[a]->u u-[b]->v x-[c]->v v-[d]->y u-[e]->y");
        let mut dual = Dual::structure(&graph);
        let mut n_steps = 0;
        while dual.faces().next().is_some() {
            let face = dual.faces().next().unwrap();
            dual.eliminate_structure(face);
            n_steps += 1;
        }
        assert_eq!(n_steps, 3);
        assert_eq!(dual.into_entries().count(), 1);
    }
}
