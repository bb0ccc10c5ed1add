//! Front and back edge elimination: one edge is replaced by edges that bypass its target or its
//! source.
//!
//! ```text
//! front (i, j):  i --a--> j --b--> k     =>   i --[a*b]--> k,  i --[a*c]--> l
//!                         j --c--> l          j keeps its other predecessors
//! back (i, j):   g --a--> i --c--> j     =>   g --[a*c]--> j,  h --[b*c]--> j
//!                h --b--> i                   i keeps its other successors
//! ```
//!
//! Edge elimination is finer than vertex elimination: if you eliminate all edges into a vertex, or
//! all edges out of it, you have eliminated the vertex. There are graphs on which the best edge
//! order needs fewer multiplications than the best vertex order. A vertex that has lost its last
//! predecessor or successor is dropped with all its edges, because no path leads through it.
//!
//! Invariant: the graph stays acyclic, without parallel edges. Cost: as many multiplications as j
//! has successors (front), or as i has predecessors (back). Source: Naumann, "Elimination
//! techniques for cheap Jacobians".

use crate::graph::dual::Afterwards;
use crate::graph::{Adjacency, Vertex};

use super::label::Label;
use super::ledger::{Ledger, Partners};
use super::vertex::{self, connect};

/// Connects the source with all successors of the target, and drops the edge.
pub(super) fn eliminate_front(
    working: &mut Adjacency<Label>,
    ledger: &mut Ledger,
    source: Vertex,
    target: Vertex,
) {
    if !working.contains(source, target) {
        // The labels on this edge have cancelled, so the order names an edge that no longer exists.
        // It may have been the last edge into its target.
        return drop_unreached(working, target);
    }
    // The last edge into the target takes the target with it. As a vertex elimination, the labels
    // out of the target are used for the last time, so open sums can pass on without a statement.
    if working.in_degree(target) == 1 {
        return vertex::eliminate(working, ledger, target);
    }
    let mut label = working
        .remove(source, target)
        .expect("invariant: the edge was there");
    let successors: Vec<Vertex> = working.successors(target).collect();
    let mut partners = Vec::with_capacity(successors.len());
    // The labels out of the target first: they stay in the graph for its other predecessors, so if
    // one of them becomes an accumulation, the edge must have that accumulation as its label too.
    for successor in &successors {
        let used = working
            .get_mut(target, *successor)
            .expect("invariant: it is a successor");
        ledger.prepare(used, Partners::one(&label), Afterwards::Kept);
        partners.push((*successor, used.clone()));
    }
    ledger.prepare(&mut label, Partners::of(&partners), Afterwards::Dropped);
    for (successor, used) in partners {
        connect(working, ledger, (source, successor), (label.clone(), used));
    }
    drop_useless(working, source);
}

/// Connects all predecessors of the source with the target, and drops the edge.
pub(super) fn eliminate_back(
    working: &mut Adjacency<Label>,
    ledger: &mut Ledger,
    source: Vertex,
    target: Vertex,
) {
    // The same as above, with the two ends exchanged.
    if !working.contains(source, target) {
        return drop_useless(working, source);
    }
    if working.out_degree(source) == 1 {
        return vertex::eliminate(working, ledger, source);
    }
    let mut label = working
        .remove(source, target)
        .expect("invariant: the edge was there");
    let predecessors: Vec<Vertex> = working.predecessors(source).collect();
    let mut partners = Vec::with_capacity(predecessors.len());
    for predecessor in &predecessors {
        let used = working
            .get_mut(*predecessor, source)
            .expect("invariant: it is a predecessor");
        ledger.prepare(used, Partners::one(&label), Afterwards::Kept);
        partners.push((*predecessor, used.clone()));
    }
    ledger.prepare(&mut label, Partners::of(&partners), Afterwards::Dropped);
    for (predecessor, used) in partners {
        connect(
            working,
            ledger,
            (predecessor, target),
            (used, label.clone()),
        );
    }
    drop_unreached(working, target);
}

/// Drops the edges out of a target that no path reaches any more. This happens only if labels have
/// cancelled.
fn drop_unreached(working: &mut Adjacency<Label>, target: Vertex) {
    if working.in_degree(target) == 0 {
        working.take_successors(target);
    }
}

/// Drops the edges into a source from which no path leads on.
fn drop_useless(working: &mut Adjacency<Label>, source: Vertex) {
    if working.out_degree(source) == 0 {
        working.take_predecessors(source);
    }
}

#[cfg(test)]
mod tests {
    use crate::elim::{Elimination, Step};
    use crate::graph::testing::named;
    use crate::graph::{Pattern, Vertex};

    fn check(text: &str, steps: &[(char, &str, &str)], expected: &str) {
        let (graph, vertex) = named(text);
        let mut elimination = Elimination::of(&graph);
        for (kind, source, target) in steps {
            let (source, target): (Vertex, Vertex) = (vertex(source), vertex(target));
            elimination.perform(match kind {
                'f' => Step::Front(source, target),
                _ => Step::Back(source, target),
            });
            crate::graph::verify::verify_working(&graph, elimination.working()).unwrap();
        }
        assert_eq!(
            elimination.finish(&Pattern::of(&graph)).to_string(),
            expected
        );
    }

    const DIAMOND: &str = "p-[a]->i q-[b]->i i-[c]->y i-[d]->z";

    #[test]
    fn front_eliminations_of_all_edges_into_a_vertex_eliminate_it() {
        check(
            DIAMOND,
            &[('f', "q", "i"), ('f', "p", "i")],
            "J[0, 0] = v0 * v2\nJ[0, 1] = v1 * v2\nJ[1, 0] = v0 * v3\nJ[1, 1] = v1 * v3\n",
        );
    }

    #[test]
    fn back_eliminations_of_all_edges_out_of_a_vertex_eliminate_it() {
        check(
            DIAMOND,
            &[('b', "i", "z"), ('b', "i", "y")],
            "J[0, 0] = v0 * v2\nJ[0, 1] = v1 * v2\nJ[1, 0] = v0 * v3\nJ[1, 1] = v1 * v3\n",
        );
    }

    #[test]
    fn a_sum_that_is_kept_is_computed_once() {
        // After (i, j) is gone, the open sum c*d + e on (j, y) serves both p and q.
        check(
            "p-[1]->j q-[1]->j j-[c]->k k-[d]->y j-[e]->y",
            &[('b', "k", "y"), ('f', "p", "j"), ('f', "q", "j")],
            "a0 = v2 + v0 * v1\nJ[0, 0] = a0\nJ[0, 1] = a0\n",
        );
    }
}
