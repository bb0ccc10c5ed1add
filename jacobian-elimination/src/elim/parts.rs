//! Long sums, in parts: each continues the one before.
//!
//! ```text
//! J[0, 1] = v0 * a999 + v3 * a998 + ... + v1999 * a0         1,000 terms
//!
//! a1000 = v1999 * a0 + v1997 * a1 + ...                      100 of them
//! a1001 = a1000 + v1799 * a100 + ...                         100 more
//! J[0, 1] = a1008 + ... + v0 * a999
//! ```
//!
//! A sum is one expression, and whoever cuts a long function into short ones cannot cut inside of it: its function
//! would take everything that it adds up, and rustc's time is not linear in that. Terms are sorted by the last
//! accumulation that they use, so that a part can be summed while its operands are at hand.
//!
//! Keeps: the counts, since a part that goes on begins with a term that is not a product; accumulations use earlier
//! ones only. Cost: a sort of the long sums.

use super::plan::{Accumulation, AccumulationId, Atom, Entry, Plan, Product, Term};
use super::renaming::{Renaming, rewrite};

/// As many terms are still one sum.
const LONG: usize = 128;

/// Terms in a part, the sum of the parts before included.
const PART: usize = 64;

/// The plan with long sums in parts.
#[must_use]
pub fn in_parts(plan: Plan) -> Plan {
    let kept = plan.accumulations().iter().map(Accumulation::terms);
    let mut sums = kept.chain(plan.entries().iter().map(Entry::terms));
    if sums.all(|terms| terms.len() <= LONG) {
        return plan;
    }
    rewrite(plan, last)
}

/// The last part of a sum, those before being formed.
fn last(renaming: &mut Renaming, terms: &[Term]) -> Vec<Term> {
    let mut terms: Vec<Term> = terms.iter().map(|term| renaming.renamed(*term)).collect();
    if terms.len() <= LONG {
        return terms;
    }
    sort(&mut terms);
    let mut rest = terms.into_iter();
    let mut part: Vec<Term> = rest.by_ref().take(PART).collect();
    while rest.len() > 0 {
        let before = Term {
            negative: false,
            product: Product::Atom(Atom::Accumulation(renaming.form(part))),
        };
        let more = rest.by_ref().take(PART - 1);
        part = std::iter::once(before).chain(more).collect();
    }
    part
}

/// Earliest first, but for the term from which a chain starts: one that is no product.
fn sort(terms: &mut [Term]) {
    terms.sort_by_key(|term| term.atoms().filter_map(accumulation).max());
    let is_start = |term: &Term| !term.multiplies() && !term.negative;
    let start = terms.iter().position(is_start);
    let start = start.or_else(|| terms.iter().position(|term| !term.multiplies()));
    terms[..=start.unwrap_or(0)].rotate_right(1);
}

fn accumulation(atom: Atom) -> Option<AccumulationId> {
    match atom {
        Atom::Accumulation(id) => Some(id),
        Atom::Value(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::in_parts;
    use crate::elim::{AccumulationId, EliminationOrder, Plan, Step, Term, eliminate};
    use crate::graph::testing::graph;

    /// `x` reaches `y` by this many paths of two edges, each with labels of its own or the first of them literal.
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
        assert_eq!(in_parts(plan.clone()), plan);
    }

    #[test]
    fn parts_go_on_and_cost_nothing() {
        for literal in [false, true] {
            let plan = paths(200, literal);
            let parted = in_parts(plan.clone());
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
        let parted = in_parts(eliminate(&graph, &order));
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
