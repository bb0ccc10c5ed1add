//! Vertex elimination: every path of length two through `v` becomes an edge.
//!
//! ```text
//! i --a--> v --b--> k           i --[c + a*b]--> k    absorption
//! j --d--> v             =>     j --[d*b]------> k    fill-in
//! i -------c------> k
//! ```
//!
//! The number of multiplications, |predecessors| * |successors|, is the Markowitz degree of the
//! vertex. Here it is 2, and there is one addition for each absorption.
//!
//! Invariant: the graph stays acyclic, without parallel edges. Cost: the Markowitz degree, times a
//! logarithm. Source: Griewank & Walther, "Evaluating Derivatives", section 9.1.

use crate::graph::dual::Afterwards;
use crate::graph::{Adjacency, Vertex};
use crate::ir::Constant;

use super::label::Label;
use super::ledger::{Ledger, Partners};

/// Connects all predecessors with all successors and drops the vertex.
pub(super) fn eliminate(working: &mut Adjacency<Label>, ledger: &mut Ledger, vertex: Vertex) {
    let mut incoming = working.take_predecessors(vertex);
    let mut outgoing = working.take_successors(vertex);
    // If labels have cancelled, no path may lead through the vertex any more. Its edges are dropped
    // all the same.
    if incoming.is_empty() || outgoing.is_empty() {
        return;
    }
    // All labels are prepared before the first product. A sum that is multiplied with several
    // labels becomes one accumulation here; otherwise each product would compute it again.
    let partners = Partners::of(&outgoing);
    for (_, label) in &mut incoming {
        ledger.prepare(label, partners, Afterwards::Dropped);
    }
    let partners = Partners::of(&incoming);
    for (_, label) in &mut outgoing {
        ledger.prepare(label, partners, Afterwards::Dropped);
    }
    let (n_incoming, n_outgoing) = (incoming.len(), outgoing.len());
    for (source, first) in &mut incoming {
        for (target, second) in &mut outgoing {
            let first = used(first, n_outgoing);
            let second = used(second, n_incoming);
            connect(working, ledger, (*source, *target), (first, second));
        }
    }
}

/// Adds the product of two labels to an edge, and drops the edge if that makes it zero.
pub(super) fn connect(
    working: &mut Adjacency<Label>,
    ledger: &mut Ledger,
    (source, target): (Vertex, Vertex),
    (first, second): (Label, Label),
) {
    let product = ledger.multiply(first, second);
    let Some(present) = working.get_mut(source, target) else {
        if !product.is_zero() {
            working.insert(source, target, product);
        }
        return;
    };
    // The label is taken out and put back, so that a long sum grows in place. A copy for each
    // absorption would make a sum of many terms quadratic.
    *present = take(present).add(product);
    if present.is_zero() {
        working.remove(source, target);
    }
}

/// The label for one of `n_uses` products. A label with a single use is moved, so that a long sum
/// is never copied for it.
fn used(label: &mut Label, n_uses: usize) -> Label {
    if n_uses == 1 {
        take(label)
    } else {
        label.clone()
    }
}

fn take(label: &mut Label) -> Label {
    std::mem::replace(label, Label::Literal(Constant::ZERO))
}
