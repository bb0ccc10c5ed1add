//! Splitting: a long sum becomes several accumulations, each of which continues the one before.
//!
//! ```text
//! J[0, 1] = v0 * a999 + v3 * a998 + ... + v1999 * a0         1,000 terms
//!
//! a1000 = v1999 * a0 + v1997 * a1 + ...                      100 of them
//! a1001 = a1000 + v1799 * a100 + ...                         100 more
//! J[0, 1] = a1008 + ... + v0 * a999
//! ```
//!
//! A sum is one expression, so a long function cannot be cut inside it. A chunk with the sum would
//! have all its operands as parameters, and the time of rustc is not linear in their number. Terms
//! are sorted by the last accumulation that they use, so that a part can be added up while its
//! operands are in registers.
//!
//! Invariant: the counts stay the same, because a part begins with the sum of the earlier parts,
//! which is not a product. Cost: a sort of the long sums.

use crate::plan::renaming::{Renaming, rewrite_sums};
use crate::plan::{AccumulationId, Atom, Plan, Product, Term, chain_start};

/// A sum with more terms is split. Without the limit, the time to build chains grew with an
/// exponent of 1.3 (benches/README.md).
const MAX_TERMS: usize = 128;

/// The number of terms in a part, including the sum of the earlier parts.
const PART_TERMS: usize = 64;

/// The plan with long sums in parts.
#[must_use]
pub fn split_sums(plan: Plan) -> Plan {
    if plan.sums().all(|terms| terms.len() <= MAX_TERMS) {
        return plan;
    }
    rewrite_sums(plan, last)
}

/// Makes all parts of a sum but the last into accumulations, and returns the last part.
fn last(renaming: &mut Renaming, terms: &[Term]) -> Vec<Term> {
    let mut terms = renaming.renamed_sum(terms);
    if terms.len() <= MAX_TERMS {
        return terms;
    }
    sort(&mut terms);
    let mut rest = terms.into_iter();
    let mut part: Vec<Term> = rest.by_ref().take(PART_TERMS).collect();
    while rest.len() > 0 {
        let before = Term {
            negative: false,
            product: Product::Atom(Atom::Accumulation(renaming.form(part))),
        };
        let more = rest.by_ref().take(PART_TERMS - 1);
        part = std::iter::once(before).chain(more).collect();
    }
    part
}

/// Sorts terms by the last accumulation that they use. The term from which a chain of multiply-adds
/// starts goes to the front, because it should not be a product.
fn sort(terms: &mut [Term]) {
    terms.sort_by_key(|term| term.atoms().filter_map(accumulation).max());
    let start = chain_start(terms);
    terms[..=start].rotate_right(1);
}

fn accumulation(atom: Atom) -> Option<AccumulationId> {
    match atom {
        Atom::Accumulation(id) => Some(id),
        Atom::Value(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::split_sums;
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::testing::graph;
    use crate::plan::{AccumulationId, Plan, Term};

    /// `x` reaches `y` by this many paths of two edges, each with labels of its own or the first of
    /// them literal.
    fn paths(n: usize, literal: bool) -> Plan {
        let path = |k: usize| match (k, literal) {
            (0, true) => "x-[1]->u0 u0-[b0]->y ".to_owned(),
            _ => format!("x-[a{k}]->u{k} u{k}-[b{k}]->y "),
        };
        let graph = graph(&(0..n).map(path).collect::<String>());
        let steps = graph.intermediates().map(Step::Vertex).collect();
        eliminate(&graph, &EliminationOrder::try_new(&graph, steps).unwrap())
    }

    #[test]
    fn a_short_sum_stays() {
        let plan = paths(128, false);
        assert_eq!(split_sums(plan.clone()), plan);
    }

    #[test]
    fn parts_go_on_and_cost_nothing() {
        for literal in [false, true] {
            let plan = paths(200, literal);
            let parted = split_sums(plan.clone());
            let lengths: Vec<usize> = parted
                .accumulations()
                .iter()
                .map(|sum| sum.terms().len())
                .collect();
            assert_eq!(lengths, [64, 64, 64]);
            assert_eq!(parted.entries()[0].terms().len(), 11);
            assert_eq!(parted.counts(), plan.counts());
            let text = parted.to_string();
            assert!(text.contains("\na1 = a0 + "), "{text}");
            assert!(text.contains("J[0, 0] = a2 + "), "{text}");
        }
    }

    #[test]
    fn a_part_adds_what_came_first() {
        let path =
            |k: usize| format!("x-[a{k}]->u{k} x-[d{k}]->w{k} u{k}-[b{k}]->w{k} w{k}-[c{k}]->y ");
        let graph = graph(&(0..200).map(path).collect::<String>());
        let steps = graph.intermediates().map(Step::Vertex).collect();
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        let parted = split_sums(eliminate(&graph, &order));
        let last = |terms: &[Term]| {
            let atoms = terms.iter().flat_map(|term| term.atoms());
            atoms.filter_map(super::accumulation).max()
        };
        let last = parted.accumulations()[200..]
            .iter()
            .map(|sum| last(sum.terms()));
        let expected = [63, 200, 201].map(|id| Some(AccumulationId(id)));
        assert!(last.eq(expected), "{parted}");
    }
}
