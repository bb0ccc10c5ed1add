//! Elimination orders: sequences of steps, checked against a graph.
//!
//! ```text
//! 4, 2 => 3, 3      vertex 4, then the edge from 2 to 3 towards the successors of 3, then vertex 3
//! ```
//!
//! An order may come from a heuristic, a search, a paper, or from you.
//! [`eliminate`](super::eliminate) treats all of them the same way, because an [`EliminationOrder`]
//! is valid and complete for the structure of its graph: every step finds its vertex or edge, and
//! at the end no intermediate vertex is left.
//!
//! Cost of the check: linear for vertex orders. If edges occur, it is the cost of an elimination
//! without labels.

use std::fmt;

use crate::graph::dual::{Dual, DualVertex};
use crate::graph::{Adjacency, Kind, LinearGraph, Vertex};

use super::cost;
use super::step::Step;

/// The reason why a sequence of steps is not an elimination order for a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderError {
    /// The vertex is not an intermediate of the graph.
    NotIntermediate(Vertex),
    /// The vertex was eliminated before.
    Repeated(Vertex),
    /// The edge is not there at its turn.
    NoEdge(Vertex, Vertex),
    /// The face is not there at its turn, or follows steps that are not about faces.
    NoFace(DualVertex, DualVertex),
    /// The number of intermediates that are left, and the first of them.
    Incomplete(usize, Vertex),
    /// Faces are left, the first of them named.
    FacesLeft(DualVertex, DualVertex),
    /// The number of intermediates, and the largest number for which we can find an exact order.
    TooLarge(usize, usize),
    /// The order was made for another graph.
    Fingerprint {
        /// Of the graph the order was made for.
        expected: String,
        /// Of this graph.
        found: String,
    },
}

impl fmt::Display for OrderError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotIntermediate(vertex) => {
                write!(
                    formatter,
                    "{vertex} is not an intermediate vertex of this function's graph"
                )
            }
            Self::Repeated(vertex) => write!(formatter, "{vertex} is eliminated twice"),
            Self::NoEdge(source, target) => {
                write!(
                    formatter,
                    "there is no edge from {source} to {target} when its turn comes"
                )
            }
            Self::NoFace(first, second) => {
                write!(
                    formatter,
                    "there is no face of edges {first} and {second} when its turn comes"
                )
            }
            Self::Incomplete(n_left, vertex) => {
                write!(
                    formatter,
                    "{n_left} intermediate vertices are left, the first is {vertex}"
                )
            }
            Self::FacesLeft(first, second) => {
                write!(
                    formatter,
                    "faces are left, the first is that of edges {first} and {second}"
                )
            }
            Self::TooLarge(n_left, limit) => write!(
                formatter,
                "an exact order is found for up to {limit} intermediate vertices, this graph has {n_left}"
            ),
            Self::Fingerprint { expected, found } => write!(
                formatter,
                "the order was made for a graph with fingerprint {expected}, this one has {found}"
            ),
        }
    }
}

impl std::error::Error for OrderError {}

/// A valid and complete sequence of steps for one graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EliminationOrder {
    steps: Vec<Step>,
}

impl EliminationOrder {
    /// Checks the steps against the structure of the graph.
    ///
    /// # Errors
    /// When a step does not find its vertex or edge, or something intermediate is left.
    pub fn try_new(graph: &LinearGraph, steps: Vec<Step>) -> Result<Self, OrderError> {
        if steps.iter().all(|step| matches!(step, Step::Vertex(_))) {
            check_vertices(graph, &steps)?;
        } else if matches!(steps.first(), Some(Step::Face(..))) {
            check_faces(graph, &steps)?;
        } else {
            check_by_elimination(graph, &steps)?;
        }
        Ok(Self { steps })
    }

    /// An order from our own heuristics, which is not checked again.
    pub(crate) fn of_steps(steps: Vec<Step>) -> Self {
        Self { steps }
    }

    /// The steps in sequence.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl fmt::Display for EliminationOrder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            write!(formatter, "{}{step}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

fn check_vertices(graph: &LinearGraph, steps: &[Step]) -> Result<(), OrderError> {
    let mut is_gone = vec![false; graph.n_vertices()];
    for step in steps {
        if let Step::Vertex(vertex) = step {
            check_intermediate(graph, *vertex)?;
            if std::mem::replace(&mut is_gone[vertex.index()], true) {
                return Err(OrderError::Repeated(*vertex));
            }
        }
    }
    let mut left = graph
        .intermediates()
        .filter(|vertex| !is_gone[vertex.index()]);
    match left.next() {
        Some(first) => Err(OrderError::Incomplete(1 + left.count(), first)),
        None => Ok(()),
    }
}

fn check_intermediate(graph: &LinearGraph, vertex: Vertex) -> Result<(), OrderError> {
    if vertex.index() < graph.n_vertices() && graph.kind(vertex) == Kind::Intermediate {
        Ok(())
    } else {
        Err(OrderError::NotIntermediate(vertex))
    }
}

fn check_by_elimination(graph: &LinearGraph, steps: &[Step]) -> Result<(), OrderError> {
    let mut working = Adjacency::structure(graph);
    let mut is_gone = vec![false; graph.n_vertices()];
    for step in steps {
        let Some(vertex) = step.over() else {
            return Err(no_face(*step));
        };
        check_intermediate(graph, vertex)?;
        if std::mem::take(&mut is_gone[vertex.index()]) {
            return Err(OrderError::Repeated(vertex));
        }
        if let Step::Front(source, target) | Step::Back(source, target) = *step {
            let exists = source.index() < graph.n_vertices() && working.contains(source, target);
            if !exists {
                return Err(OrderError::NoEdge(source, target));
            }
        }
        cost::perform(&mut working, *step);
        // The last edge into or out of a vertex takes the vertex with it. A later step at this
        // vertex is an error then, also if the order eliminates it as a vertex.
        is_gone[vertex.index()] = working.in_degree(vertex) + working.out_degree(vertex) == 0;
    }
    let mut left = graph
        .intermediates()
        .filter(|vertex| working.markowitz_degree(*vertex) > 0);
    match left.next() {
        Some(first) => Err(OrderError::Incomplete(1 + left.count(), first)),
        None => Ok(()),
    }
}

fn no_face(step: Step) -> OrderError {
    match step {
        Step::Face(first, second) => OrderError::NoFace(first, second),
        Step::Vertex(vertex) => OrderError::NotIntermediate(vertex),
        Step::Front(source, target) | Step::Back(source, target) => {
            OrderError::NoEdge(source, target)
        }
    }
}

fn check_faces(graph: &LinearGraph, steps: &[Step]) -> Result<(), OrderError> {
    let mut dual = Dual::structure(graph);
    for step in steps {
        match *step {
            Step::Face(first, second) if dual.has_face(first, second) => {
                dual.eliminate_structure((first, second));
            }
            other => return Err(no_face(other)),
        }
    }
    let first_left = dual.faces().next();
    first_left.map_or(Ok(()), |(first, second)| {
        Err(OrderError::FacesLeft(first, second))
    })
}

#[cfg(test)]
mod tests {
    use super::{EliminationOrder, OrderError, Step};
    use crate::graph::Vertex;
    use crate::graph::testing::graph;

    fn check(steps: &[Step]) -> Result<(), OrderError> {
        let graph = graph("x-[a]->u u-[b]->w w-[c]->y u-[d]->z");
        EliminationOrder::try_new(&graph, steps.to_vec()).map(|_| ())
    }

    const U: Vertex = Vertex(1);
    const W: Vertex = Vertex(2);

    #[test]
    fn an_order_that_does_not_fit_says_why() {
        let far = Vertex(99);
        assert_eq!(check(&[Step::Vertex(U)]), Err(OrderError::Incomplete(1, W)));
        assert_eq!(check(&[Step::Vertex(U); 2]), Err(OrderError::Repeated(U)));
        assert_eq!(
            check(&[Step::Vertex(Vertex(0))]),
            Err(OrderError::NotIntermediate(Vertex(0)))
        );
        assert_eq!(
            check(&[Step::Vertex(far)]),
            Err(OrderError::NotIntermediate(far))
        );
        assert_eq!(check(&[Step::Front(W, U)]), Err(OrderError::NoEdge(W, U)));
        assert_eq!(
            check(&[Step::Back(U, W)]),
            Err(OrderError::Incomplete(2, U))
        );
        assert_eq!(check(&[Step::Vertex(U), Step::Vertex(W)]), Ok(()));
    }

    #[test]
    fn edges_and_vertices_mix() {
        assert_eq!(
            check(&[Step::Front(U, W), Step::Vertex(U)]),
            Ok(()),
            "(u, w) was w's only edge"
        );
        let twice = [Step::Front(U, W), Step::Vertex(W), Step::Vertex(U)];
        assert_eq!(check(&twice), Err(OrderError::Repeated(W)));
    }
}
