//! Common-subexpression elimination on pairs of terms: a pair that occurs in several sums is
//! computed once.
//!
//! ```text
//! J[0, 0] = 22 - a0 + a1               a2 = a0 - a1              J[0, 0] = 22 - a2
//! J[4, 0] =  2 + a0 - a1         =>                              J[4, 0] =  2 + a2
//! J[1, 3] = -8 + a3 * v4 + a5          a6 = a3 * v4 + a5         J[1, 3] = -8 + a6
//! J[3, 1] =  4 - a3 * v4 - a5                                    J[3, 1] =  4 - a6
//! ```
//!
//! No elimination order finds these pairs, because an order only forms products that lie between
//! two vertices. The pair that saves most operations is taken first, with equal or opposite signs,
//! and the sums that it leaves are looked at again. So longer common parts grow from pairs. Two
//! products in two sums with other terms stay where they are: fused, they cost no more than taken
//! out.
//!
//! The sums are the old ones with their terms in another order, and as accurate in proportion to
//! their terms.
//!
//! Cost: the pairs of terms, times a logarithm; sums of more than [`MAX_TERMS`] terms are left
//! alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ir::{CodeList, RegionId};
use crate::ordered::{Map, Set};
use crate::plan::counts::instructions;
use crate::plan::sum::{Key, key};
use crate::plan::unused::next;
use crate::plan::{Accumulation, AccumulationId, Atom, Plan, Product, Term, single};

use super::pass::Pass;

/// The most terms of a sum that is looked at, because its pairs are quadratic in number.
const MAX_TERMS: usize = 12;

/// The pass.
#[derive(Debug)]
pub(super) struct CommonTerms;

impl Pass for CommonTerms {
    fn apply(&self, plan: Plan, _: &CodeList, _: RegionId) -> Plan {
        share_pairs(plan)
    }
}

/// The plan in which a pair of terms that occurs in several sums is an accumulation, if that saves
/// operations.
fn share_pairs(plan: Plan) -> Plan {
    let mut sums = Sums::of(&plan);
    let mut pairs: Set<Pair> = sums.users.keys().copied().collect();
    let mut candidates: BinaryHeap<(usize, Reverse<Pair>)> = BinaryHeap::new();
    loop {
        let saving = pairs.into_iter().map(|pair| (sums.saved(&pair), pair));
        candidates.extend(saving.filter_map(|(saved, pair)| Some((saved?, Reverse(pair)))));
        let Some((expected, Reverse(pair))) = candidates.pop() else {
            return sums.plan(plan);
        };
        // Taking one pair changes the gain of others, so a popped gain may be out of date. It is
        // computed again, and pushed back if it fell. (Lazy greedy, as in `order/greedy`.)
        pairs = match sums.saved(&pair) {
            Some(saved) if saved >= expected => sums.take(pair),
            Some(_) => Set::from([pair]),
            None => Set::new(),
        };
    }
}

/// Two products, the lesser first, and whether their signs differ.
type Pair = (Key, Key, bool);

/// The pair of two terms, and which of them is its first.
fn pair(one: Term, other: Term) -> (Pair, bool) {
    let (one_key, other_key) = (key(one.product), key(other.product));
    let is_first = one_key <= other_key;
    let (first, second) = if is_first {
        (one_key, other_key)
    } else {
        (other_key, one_key)
    };
    ((first, second, one.negative != other.negative), is_first)
}

/// Every pair of a sum, with its places.
fn pairs(terms: &[Term]) -> impl Iterator<Item = (Pair, [usize; 2])> {
    let terms = if terms.len() > MAX_TERMS { &[] } else { terms };
    (1..terms.len()).flat_map(move |high| {
        (0..high).map(move |low| (pair(terms[low], terms[high]).0, [low, high]))
    })
}

/// Where a sum has this pair.
fn places(terms: &[Term], wanted: &Pair) -> [usize; 2] {
    let found = pairs(terms).find(|(pair, _)| pair == wanted);
    found.expect("invariant: users have the pair").1
}

/// The pair as a sum of its own, with its first product added, and the sign of the pair in these
/// terms.
fn part(terms: &[Term], [low, high]: [usize; 2]) -> (Vec<Term>, bool) {
    let (_, is_first) = pair(terms[low], terms[high]);
    let negative = terms[if is_first { low } else { high }].negative;
    let signed = |term: Term| if negative { term.negate() } else { term };
    let part = [terms[low], terms[high]].map(signed);
    (part.to_vec(), negative)
}

/// The sum with an atom in the place of a pair.
fn with_part(terms: &[Term], [low, high]: [usize; 2], negative: bool, atom: Atom) -> Vec<Term> {
    let mut terms = terms.to_vec();
    terms[low] = Term {
        negative,
        product: Product::Atom(atom),
    };
    terms.remove(high);
    terms
}

/// The sums of a plan, and the pairs that have been taken out of them.
struct Sums {
    /// Of the accumulations, then of the entries.
    terms: Vec<Vec<Term>>,
    n_accumulations: usize,
    /// By pair, the sums that have it.
    users: Map<Pair, Set<usize>>,
    /// Of each pair taken, the first sum that had it, and its terms. The accumulation is numbered
    /// behind those of the plan.
    taken: Vec<(usize, Vec<Term>)>,
}

impl Sums {
    fn of(plan: &Plan) -> Self {
        let terms: Vec<Vec<Term>> = plan.sums().map(<[Term]>::to_vec).collect();
        let mut users: Map<Pair, Set<usize>> = Map::new();
        for (user, terms) in terms.iter().enumerate() {
            for (pair, _) in pairs(terms) {
                users.entry(pair).or_default().insert(user);
            }
        }
        Self {
            terms,
            n_accumulations: plan.accumulations().len(),
            users,
            taken: Vec::new(),
        }
    }

    /// The accumulation of the next pair.
    fn next(&self) -> Atom {
        let number = self.n_accumulations + self.taken.len();
        let number = u32::try_from(number).expect("invariant: ids are 32 bits");
        Atom::Accumulation(AccumulationId(number))
    }

    /// The operations that a pair saves as a sum of its own, if any.
    fn saved(&self, pair: &Pair) -> Option<usize> {
        let users = self.users.get(pair).filter(|users| users.len() > 1)?;
        let (mut own, mut saved) = (0, 0);
        for user in users {
            let terms = &self.terms[*user];
            let places = places(terms, pair);
            let (part, negative) = part(terms, places);
            let rest = with_part(terms, places, negative, self.next());
            saved += instructions(terms) - instructions(&rest);
            own = instructions(&part);
        }
        saved.checked_sub(own).filter(|saved| *saved > 0)
    }

    /// Takes a pair out of its sums; the pairs that this makes.
    fn take(&mut self, pair: Pair) -> Set<Pair> {
        let atom = self.next();
        let users = self.users.remove(&pair).unwrap_or_default();
        let mut found = Set::new();
        for user in &users {
            let terms = std::mem::take(&mut self.terms[*user]);
            for (other, _) in pairs(&terms) {
                if let Some(users) = self.users.get_mut(&other) {
                    users.remove(user);
                }
            }
            let places = places(&terms, &pair);
            let (part, negative) = part(&terms, places);
            if users.first() == Some(user) {
                self.taken.push((*user, part));
            }
            let rest = with_part(&terms, places, negative, atom);
            for (other, _) in pairs(&rest) {
                self.users.entry(other).or_default().insert(*user);
                found.insert(other);
            }
            self.terms[*user] = rest;
        }
        found
    }

    /// The plan with these sums. A part comes right before the first sum that has it, and so after
    /// all that it uses.
    fn plan(self, plan: Plan) -> Plan {
        if self.taken.is_empty() {
            return plan;
        }
        let (_, mut entries, counts) = plan.into_parts();
        let n = self.n_accumulations;
        let (accumulations, rows) = self.terms.split_at(n);
        let own = accumulations.iter().enumerate();
        let own = own.map(|(number, terms)| ((number, true), number, terms));
        let parts = self.taken.iter().enumerate();
        let parts =
            parts.map(|(number, (user, terms))| ((*user.min(&n), false), n + number, terms));
        let mut sums: Vec<_> = own.chain(parts).collect();
        sums.sort_by_key(|(place, number, _)| (*place, *number));
        let mut kept: Vec<Accumulation> = Vec::new();
        let mut stands_for: Vec<Option<(bool, Atom)>> = vec![None; sums.len()];
        let over_kept = |terms: &[Term], stands_for: &[Option<(bool, Atom)>]| -> Vec<Term> {
            let meaning = |atom| match atom {
                Atom::Accumulation(id) => {
                    stands_for[id.index()].expect("invariant: accumulations use earlier ones only")
                }
                Atom::Value(_) => (false, atom),
            };
            terms.iter().map(|term| term.over(meaning)).collect()
        };
        for (_, number, terms) in sums {
            let terms = over_kept(terms, &stands_for);
            let own = single(&terms).unwrap_or_else(|| {
                let id = next(&kept);
                kept.push(Accumulation::new(terms));
                (false, Atom::Accumulation(id))
            });
            stands_for[number] = Some(own);
        }
        for (entry, terms) in entries.iter_mut().zip(rows) {
            *entry.terms_mut() = over_kept(terms, &stands_for);
        }
        Plan::new(kept, entries, counts)
    }
}

#[cfg(test)]
mod tests {
    use super::share_pairs;
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::testing::graph;
    use crate::plan::{Atom, Plan, Product, Term};

    /// The plan of a graph, from its sources to its sinks.
    fn plan(edges: &str) -> Plan {
        let graph = graph(edges);
        let steps = graph.intermediates().map(Step::Vertex).collect();
        eliminate(&graph, &EliminationOrder::try_new(&graph, steps).unwrap())
    }

    #[test]
    fn what_two_sums_have_in_common_is_added_up_once() {
        // u and v go into both rows, with opposite signs.
        let both = "x-[a]->u u-[1]->y u-[-1]->z x-[b]->v v-[1]->y v-[-1]->z x-[c]->y x-[d]->z";
        let after = share_pairs(plan(both));
        assert_eq!(
            after.to_string(),
            "a0 = v0 + v1\nJ[0, 0] = v2 + a0\nJ[1, 0] = v3 - a0\n"
        );
    }

    #[test]
    fn longer_parts_grow_from_pairs() {
        let path = |name: &str| format!("x-[{name}]->{name} {name}-[1]->y {name}-[1]->z ");
        let three = ["a", "b", "c"].map(path).concat() + "x-[d]->y x-[e]->z";
        let after = share_pairs(plan(&three));
        assert_eq!(after.counts().operations, 2 + 1 + 1, "{after}");
    }

    #[test]
    fn what_saves_nothing_stays() {
        // Two fused operations a row; taken out, two products and an addition a row.
        let fused = "x-[a]->u u-[b]->y u-[b]->z x-[c]->v v-[d]->y v-[d]->z x-[e]->y x-[f]->z";
        assert_eq!(share_pairs(plan(fused)), plan(fused));
    }

    /// The entries with whole numbers for values, which are exact.
    fn entries(plan: &Plan) -> Vec<f64> {
        let mut accumulations: Vec<f64> = Vec::new();
        let sum = |terms: &[Term], accumulations: &[f64]| -> f64 {
            let value = |atom| match atom {
                Atom::Value(id) => f64::from(3 * id.0 + 2),
                Atom::Accumulation(id) => accumulations[id.index()],
            };
            let term = |term: &Term| {
                let product = match term.product {
                    Product::Literal(constant) => constant.value(),
                    Product::Atom(atom) => value(atom),
                    Product::Scaled(constant, atom) => constant.value() * value(atom),
                    Product::Pair(a, b) => value(a) * value(b),
                };
                if term.negative { -product } else { product }
            };
            terms.iter().map(term).sum()
        };
        for accumulation in plan.accumulations() {
            accumulations.push(sum(accumulation.terms(), &accumulations));
        }
        let entries = plan.entries().iter();
        entries
            .map(|entry| sum(entry.terms(), &accumulations))
            .collect()
    }

    #[test]
    fn entries_are_the_same_numbers() {
        let labels = ["1", "-1", "a", "b", "3", "c", "-1", "a"];
        let mut n_better = 0;
        for seed in 0..200_usize {
            // Three layers, all joined, with few names and a sequence of labels that hardly
            // repeats.
            let mut random = seed * 7919 + 1;
            let mut edges = Vec::new();
            for (sources, targets) in [
                (["x", "y", "z"], ["p", "q", "r"]),
                (["p", "q", "r"], ["f", "g", "h"]),
            ] {
                for (source, target) in sources.iter().flat_map(|s| targets.map(|t| (s, t))) {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    let label = labels[random >> 40 & 7];
                    edges.push(format!("{source}-[{label}]->{target}"));
                }
            }
            let text = edges.join(" ");
            let (before, after) = (plan(&text), share_pairs(plan(&text)));
            assert_eq!(entries(&before), entries(&after), "{before}\n{after}");
            assert!(after.counts().operations <= before.counts().operations);
            n_better += usize::from(after.counts().operations < before.counts().operations);
        }
        assert!(n_better > 20, "only {n_better}");
    }
}
