//! Vertex elimination: every path of length two through `v` becomes an edge.
//!
//! ```text
//! i --a--> v --b--> k           i --[c + a*b]--> k    absorption
//! j --d--> v             =>     j --[d*b]------> k    fill-in
//! i -------c------> k
//! ```
//!
//! Cost: |predecessors| * |successors| = 2 multiplications, and 1 addition per absorption.
//! Keeps: acyclic, no parallel edges. Source: Griewank & Walther, section 9.1.

use crate::graph::{Adjacency, Vertex};
use crate::ir::Constant;

use super::label::Label;
use super::ledger::{Afterwards, Ledger, Partners};

/// Connects all predecessors with all successors and drops the vertex.
pub(super) fn eliminate(working: &mut Adjacency<Label>, ledger: &mut Ledger, vertex: Vertex) {
    let mut incoming = working.take_predecessors(vertex);
    let mut outgoing = working.take_successors(vertex);
    if incoming.is_empty() || outgoing.is_empty() {
        return;
    }
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
            let first = last_or_copy(first, n_outgoing == 1);
            let second = last_or_copy(second, n_incoming == 1);
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
    // Taken out and put back, so that a long sum grows in place.
    *present = take(present).add(product);
    if present.is_zero() {
        working.remove(source, target);
    }
}

/// A long sum that is used once moves instead of being copied.
fn last_or_copy(label: &mut Label, is_last: bool) -> Label {
    if is_last { take(label) } else { label.clone() }
}

fn take(label: &mut Label) -> Label {
    std::mem::replace(label, Label::Literal(Constant::ZERO))
}
