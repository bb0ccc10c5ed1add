//! Elimination: graph and order in, plan out.
//!
//! ```text
//! x --a--> u --b--> w --1--> y        eliminate u:  x --[a*b]--> w --1--> y
//!          u -------c------> y                      x --[a*c]----------> y
//!                                     eliminate w:  x --[a*c + a*b]----> y
//! ```
//!
//! [`step`] has the steps, [`elimination_order`] checks sequences of them. [`vertex`], [`edge`] and
//! [`face`] eliminate. [`label`] is the arithmetic of labels, where constants fold and signs move
//! for free; `ledger` decides which sums become statements of their own. The result is a [`Plan`].
//! [`mod@fold`] finds eliminations of known labels that may run before an order is chosen; [`cost`]
//! counts multiplications without labels.
//!
//! Products of constants always fold as they arise; nothing needs to be folded beforehand for that.
//!
//! Cost: the multiplications of the order times a logarithm, plus the pattern.
//!
//! # The running example
//!
//! `let r = x[0] * x[1].sin(); [r - k, x[2] / r]`, in the order `v3, v4`. Eliminating `v3` takes
//! one product, eliminating `v4` takes two times two, of which two are by one and free:
//!
//! ```text
//! after v3:   x0 --v3------> v4        v4 --1-----> r - k          a0 = v0 * v8
//!             x1 --v0 * v8-> v4        v4 --(-v10)-> x[2] / r      J[0, 0] = v3
//!                                                                  J[0, 1] = a0
//! after v4:   x0 --v3--> r - k         x0 --(-v3 * v10)-> x[2] / r J[1, 0] = -v3 * v10
//!             x1 --a0--> r - k         x1 --(-v10 * a0)-> x[2] / r J[1, 1] = -v10 * a0
//!                                      x2 --v9----------> x[2] / r J[1, 2] = v9
//! ```

pub mod cost;
pub mod edge;
pub mod elimination_order;
pub mod face;
pub mod fold;
pub mod label;
mod ledger;
pub mod step;
pub mod vertex;

pub use elimination_order::{EliminationOrder, OrderError};
pub use fold::{Fold, fold};
pub use step::Step;

use crate::graph::dual::Dual;
use crate::graph::{Adjacency, LinearGraph, Pattern};
use crate::plan::{Counts, Entry, Plan};

use label::Label;
use ledger::Ledger;

/// Eliminates all intermediates in this order.
pub fn eliminate(graph: &LinearGraph, order: &EliminationOrder) -> Plan {
    eliminate_to(graph, &Pattern::of(graph), order)
}

/// The same, where the pattern of the graph is at hand.
pub fn eliminate_to(graph: &LinearGraph, pattern: &Pattern, order: &EliminationOrder) -> Plan {
    Elimination::after(graph, order.steps()).finish(pattern)
}

/// A graph on its way to the Jacobian.
#[derive(Clone, Debug)]
pub struct Elimination<'a> {
    graph: &'a LinearGraph,
    working: Adjacency<Label>,
    /// The dual graph, once a face has been eliminated.
    dual: Option<Dual<Label>>,
    ledger: Ledger,
}

impl<'a> Elimination<'a> {
    /// The state after these steps.
    pub fn after(graph: &'a LinearGraph, steps: &[Step]) -> Self {
        let mut elimination = Self::of(graph);
        for step in steps {
            elimination.perform(*step);
        }
        elimination
    }

    /// Nothing is eliminated yet.
    pub fn of(graph: &'a LinearGraph) -> Self {
        let working = Adjacency::of(graph, Label::of);
        Self {
            graph,
            working,
            dual: None,
            ledger: Ledger::default(),
        }
    }

    /// The graph under elimination; without edges once faces are eliminated.
    pub fn working(&self) -> &Adjacency<Label> {
        &self.working
    }

    /// The products that the steps so far have formed. Operations of the plan are not counted yet.
    pub fn counts(&self) -> Counts {
        self.ledger.counts()
    }

    /// One step. A step at an edge that has cancelled away does nothing.
    pub fn perform(&mut self, step: Step) {
        let (working, ledger) = (&mut self.working, &mut self.ledger);
        match step {
            Step::Vertex(vertex) => vertex::eliminate(working, ledger, vertex),
            Step::Front(source, target) => edge::eliminate_front(working, ledger, source, target),
            Step::Back(source, target) => edge::eliminate_back(working, ledger, source, target),
            Step::Face(first, second) => {
                let dual = self.dual.get_or_insert_with(|| {
                    let n_vertices = working.n_vertices();
                    Dual::of(
                        self.graph,
                        std::mem::replace(working, Adjacency::new(n_vertices)),
                    )
                });
                face::eliminate(dual, ledger, first, second);
            }
        }
    }

    /// Turns the rest of the dual graph back into a bipartite graph.
    fn leave_dual(&mut self) {
        for ((row, col), label) in self.dual.take().into_iter().flat_map(Dual::into_entries) {
            let source = self.graph.independents()[col];
            let target = self.graph.dependents()[row];
            let sum = match self.working.remove(source, target) {
                Some(present) => present.add(label),
                None => label,
            };
            self.working.insert(source, target, sum);
        }
    }

    /// Reads the Jacobian off the bipartite graph.
    pub fn finish(mut self, pattern: &Pattern) -> Plan {
        self.leave_dual();
        let mut intermediates = self.graph.intermediates();
        // Where there are no independents there are no faces, and nothing had to be eliminated.
        debug_assert!(
            self.graph.independents().is_empty()
                || intermediates.all(|vertex| self.working.markowitz_degree(vertex) == 0)
        );
        let mut labels: Vec<Option<Label>> = vec![None; pattern.entries().len()];
        for (source, target, label) in self.working.into_edges() {
            let (row, col) = (self.graph.position(target), self.graph.position(source));
            if let Some(index) = pattern.find(row, col) {
                labels[index] = Some(label);
            }
        }
        let zero = Label::Literal(crate::ir::Constant::ZERO);
        let positions = pattern.entries().iter().zip(pattern.constants());
        let entry = |(((row, col), constant), label): ((&(usize, usize), &Option<_>), _)| {
            let known = constant.map(Label::Literal);
            let label: Label = known.or(label).unwrap_or_else(|| zero.clone());
            Entry::new(*row, *col, label.into_terms())
        };
        self.ledger.finish(positions.zip(labels).map(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::{EliminationOrder, Step, eliminate};
    use crate::graph::testing::named;

    fn plan(text: &str, order: &str) -> String {
        let (graph, vertex) = named(text);
        let steps = order
            .split_whitespace()
            .map(|name| Step::Vertex(vertex(name)))
            .collect();
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        eliminate(&graph, &order).to_string()
    }

    #[test]
    fn the_example_of_the_header() {
        assert_eq!(
            plan("x-[a]->u u-[b]->w w-[1]->y u-[c]->y", "u w"),
            "J[0, 0] = v0 * v2 + v0 * v1\n"
        );
        assert_eq!(
            plan("x-[a]->u u-[b]->w w-[1]->y u-[c]->y", "w u"),
            "a0 = v2 + v1\nJ[0, 0] = v0 * a0\n"
        );
    }

    #[test]
    fn constant_paths_fold_and_signs_move() {
        assert_eq!(
            plan("x-[2]->u u-[-3]->w w-[a]->y", "u w"),
            "J[0, 0] = -6 * v0\n"
        );
        assert_eq!(
            plan("x-[a]->u u-[-3]->w w-[2]->y", "u w"),
            "J[0, 0] = -6 * v0\n"
        );
        assert_eq!(
            plan("x-[-a]->u u-[-1]->w w-[-b]->y", "u w"),
            "J[0, 0] = -v0 * v1\n"
        );
    }

    #[test]
    fn an_entry_whose_label_vanishes_stays_in_the_pattern() {
        assert_eq!(
            plan("x-[1]->a x-[1]->b a-[1]->c b-[-1]->c c-[v]->y", "a b c"),
            "J[0, 0] = 0\n"
        );
    }

    #[test]
    fn nothing_is_planned_twice() {
        let text = "p-[a]->u q-[a]->u u-[b]->y u-[c]->w w-[d]->z";
        assert_eq!(
            plan(text, "u w"),
            "a0 = v0 * v2\na1 = v0 * v1\na2 = v3 * a0\nJ[0, 0] = a1\nJ[0, 1] = a1\nJ[1, 0] = a2\nJ[1, 1] = a2\n"
        );
    }
}
