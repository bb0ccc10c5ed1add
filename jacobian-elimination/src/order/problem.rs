//! The ordering problem: the graph that is left after a prefix of steps, and its intermediates.

use crate::elim::{Step, cost};
use crate::graph::{Adjacency, LinearGraph, Vertex};

/// The vertices to order, and the graph at this point.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The structure after the steps so far.
    pub working: Adjacency<()>,
    /// The intermediates that remain, in topological order.
    pub intermediates: Vec<Vertex>,
}

impl Problem {
    /// The problem of a whole graph.
    pub fn of(graph: &LinearGraph) -> Self {
        Self::after(graph, &[])
    }

    /// The problem that remains after these steps.
    pub fn after(graph: &LinearGraph, prefix: &[Step]) -> Self {
        let mut working = Adjacency::structure(graph);
        let mut is_gone = vec![false; graph.n_vertices()];
        for step in prefix {
            cost::perform(&mut working, *step);
            if let Some(vertex) = step.over() {
                let n_edges = working.in_degree(vertex) + working.out_degree(vertex);
                is_gone[vertex.index()] = n_edges == 0;
            }
        }
        let intermediates = graph
            .intermediates()
            .filter(|vertex| !is_gone[vertex.index()])
            .collect();
        Self {
            working,
            intermediates,
        }
    }

    /// Removes eliminated vertices from the list of intermediates.
    pub(super) fn drop_eliminated(&mut self, eliminated: &[Vertex]) {
        let mut is_gone = vec![false; self.working.n_vertices()];
        for vertex in eliminated {
            is_gone[vertex.index()] = true;
        }
        self.intermediates.retain(|vertex| !is_gone[vertex.index()]);
    }
}

/// The steps before a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// Steps that are final.
    Decided(&'a [Step]),
    /// Steps that a long search may undo, such as those of folding.
    Proposed(&'a [Step]),
}

impl<'a> Start<'a> {
    /// The steps themselves.
    pub fn steps(self) -> &'a [Step] {
        match self {
            Self::Decided(steps) | Self::Proposed(steps) => steps,
        }
    }

    /// The order from the beginning, if the steps are proposed and vertex eliminations only.
    pub(super) fn undone(self, then: &[Vertex]) -> Option<Vec<Vertex>> {
        let Self::Proposed(steps) = self else {
            return None;
        };
        let vertex = |step: &Step| match step {
            Step::Vertex(vertex) => Some(*vertex),
            Step::Front(..) | Step::Back(..) | Step::Face(..) => None,
        };
        let before: Option<Vec<Vertex>> = steps.iter().map(vertex).collect();
        let mut whole = before?;
        whole.extend(then);
        Some(whole)
    }
}
