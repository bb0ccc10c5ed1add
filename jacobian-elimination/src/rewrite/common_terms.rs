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
//! two vertices. The pair that saves most operations is taken first, with equal or opposite signs.
//! Then the sums that it leaves are looked at again, so longer common parts grow from pairs. Two
//! products that only two longer sums share stay where they are: fused into these sums, they cost
//! no more than in a sum of their own.
//!
//! Invariant: a sum keeps its terms, and only their order changes, so its error stays as small in
//! proportion to the terms. Cost: the pairs of terms, times a logarithm. Sums of more than
//! [`MAX_TERMS`] terms are left alone. Compare Hosangadi, Fallah & Kastner, "Optimizing polynomial
//! expressions by algebraic factorization and common subexpression elimination" (2006), who also
//! start from pairs of terms.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ir::{CodeList, Constant, RegionId};
use crate::ordered::{Map, Set};
use crate::plan::counts::chain;
use crate::plan::unused::next;
use crate::plan::{Accumulation, AccumulationId, Atom, Plan, Product, Signed, Term, single};

use super::pass::Pass;

/// The most terms of a sum that is looked at. A sum of n terms has n (n - 1) / 2 pairs, so without
/// a bound a dense row would take quadratic time; with this one it has 66.
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
    let mut pairs: Vec<Pair> = sums.users.keys().copied().collect();
    let mut candidates: BinaryHeap<(usize, Reverse<Pair>)> = BinaryHeap::new();
    loop {
        for pair in pairs {
            if let Some(saved) = sums.saved(pair) {
                candidates.push((saved, Reverse(pair)));
            }
        }
        let Some((expected, Reverse(pair))) = candidates.pop() else {
            return sums.plan(plan);
        };
        // Taking one pair changes the gain of others, so a popped gain may be out of date. It is
        // computed again, and pushed back if it fell. (Lazy greedy, as in `order/greedy`.) Of equal
        // gains the smaller pair is first, so that the result does not depend on the heap.
        pairs = match sums.saved(pair) {
            Some(saved) if saved >= expected => sums.take(pair),
            Some(_) => vec![pair],
            None => Vec::new(),
        };
    }
}

/// A product, by its rank among those of the plan.
type Rank = u32;

/// Two products and whether their signs differ, as one number: without optimization, that is
/// compared in a tenth of the instructions that two products take. From the upper bits: the lesser
/// rank, the other rank, a bit for the signs.
type Pair = u64;

/// A term whose product has a rank.
#[derive(Clone, Copy)]
struct Ranked {
    rank: Rank,
    term: Term,
}

/// The pair of two terms.
fn pair(one: Ranked, other: Ranked) -> Pair {
    let (first, second) = if one.rank <= other.rank {
        (one.rank, other.rank)
    } else {
        (other.rank, one.rank)
    };
    let signs_differ = one.term.negative != other.term.negative;
    u64::from(first) << 33 | u64::from(second) << 1 | u64::from(signs_differ)
}

/// The ranks of a pair.
fn ranks(pair: Pair) -> [usize; 2] {
    let lower_half = (1 << 32) - 1;
    [pair >> 33, pair >> 1 & lower_half]
        .map(|rank| usize::try_from(rank).expect("invariant: a rank is an index"))
}

/// A number for each product, ordered by its first atom, then its second one, then its factor.
fn code(product: Product) -> u128 {
    let atom = |atom: Atom| match atom {
        Atom::Value(id) => u128::from(id.0) + 1,
        Atom::Accumulation(id) => u128::from(id.0) + (1 << 30),
    };
    // The double, and as much of the exact number as there is place for.
    let bits = |constant: Constant| {
        let key = constant.key();
        key >> 64 << 30 | key & ((1 << 30) - 1)
    };
    match product {
        Product::Literal(constant) => bits(constant) << 1,
        Product::Atom(first) => atom(first) << 96 | bits(Constant::ONE) << 1,
        // A factor that only rounds to one is still a factor: the last bit says so.
        Product::Scaled(constant, first) => atom(first) << 96 | bits(constant) << 1 | 1,
        Product::Pair(first, second) => atom(first) << 96 | atom(second) << 65,
    }
}

/// Every pair of a sum, with its places.
fn pairs(terms: &[Ranked]) -> Vec<(Pair, [usize; 2])> {
    let mut pairs = Vec::new();
    let mut high = 1;
    while high < terms.len() {
        let mut low = 0;
        while low < high {
            pairs.push((pair(terms[low], terms[high]), [low, high]));
            low += 1;
        }
        high += 1;
    }
    pairs
}

/// The pair as a sum of its own, with its first product added. The sign is that of the pair in
/// these terms.
fn part(terms: &[Ranked], [low, high]: [usize; 2]) -> Signed<Vec<Term>> {
    let (low, high) = (terms[low], terms[high]);
    let first = if low.rank <= high.rank { low } else { high };
    let negative = first.term.negative;
    let signed = |ranked: Ranked| {
        if negative {
            ranked.term.negate()
        } else {
            ranked.term
        }
    };
    Signed {
        negative,
        value: vec![signed(low), signed(high)],
    }
}

/// The place of a sum in the new plan, by a sum of the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The place of the old sum.
    At(usize),
    /// Right before it.
    Before(usize),
}

impl Place {
    /// A key that is in the order of places.
    fn key(self) -> usize {
        match self {
            Self::At(number) => 2 * number + 1,
            Self::Before(number) => 2 * number,
        }
    }
}

/// The sums of a plan, and the pairs that have been taken out of them.
struct Sums {
    /// Of the accumulations, then of the entries.
    terms: Vec<Vec<Ranked>>,
    n_accumulations: usize,
    /// By rank, the number of multiplications that the product executes: none or one.
    n_multiplications: Vec<usize>,
    /// By pair that several sums have or had, the sums that have it.
    users: Map<Pair, Vec<usize>>,
    /// Of each pair taken, the first sum that had it, and its terms. The accumulation is numbered
    /// behind those of the plan.
    taken: Vec<(usize, Vec<Term>)>,
}

impl Sums {
    fn of(plan: &Plan) -> Self {
        let mut products: Vec<(u128, usize)> = Vec::new();
        for term in plan.sums().flatten() {
            products.push((code(term.product), usize::from(term.multiplies())));
        }
        products.sort_unstable_by_key(|(code, _)| *code);
        products.dedup();
        let ranked = |term: &Term| {
            let code = code(term.product);
            let rank = products.binary_search_by(|(product, _)| product.cmp(&code));
            let rank = rank.expect("invariant: all products of the plan are ranked");
            Ranked {
                rank: rank_of(rank),
                term: *term,
            }
        };
        let terms = plan.sums().map(|terms| terms.iter().map(ranked).collect());
        let mut sums = Self {
            terms: terms.collect(),
            n_accumulations: plan.accumulations().len(),
            n_multiplications: products.iter().map(|(_, n)| *n).collect(),
            users: Map::new(),
            taken: Vec::new(),
        };
        sums.find_users();
        sums
    }

    /// Finds the pairs that several sums have. No other pair of these products ever comes to be in
    /// several.
    fn find_users(&mut self) {
        let mut all: Vec<(Pair, usize)> = Vec::new();
        for (user, terms) in self.terms.iter().enumerate() {
            for (pair, _) in pairs(looked_at(terms)) {
                all.push((pair, user));
            }
        }
        all.sort_unstable_by(|(one, first), (other, second)| {
            one.cmp(other).then(first.cmp(second))
        });
        // A sum may have a pair twice, but it is one user.
        all.dedup();
        for same in all.chunk_by(|(one, _), (other, _)| one == other) {
            if same.len() > 1 {
                let users = same.iter().map(|(_, user)| *user).collect();
                self.users.insert(same[0].0, users);
            }
        }
    }

    /// The accumulation of the next pair.
    fn next(&self) -> Atom {
        let number = self.n_accumulations + self.taken.len();
        let number = u32::try_from(number).expect("invariant: ids are 32 bits");
        Atom::Accumulation(AccumulationId(number))
    }

    /// The operations that a pair saves as a sum of its own, if any.
    fn saved(&self, pair: Pair) -> Option<usize> {
        let users = self.users.get(&pair).filter(|users| users.len() > 1)?;
        let [first, second] = ranks(pair).map(|rank| self.n_multiplications[rank]);
        let n_products = first + second;
        let mut saved = 0;
        for user in users {
            let terms = &self.terms[*user];
            let products = terms
                .iter()
                .filter(|ranked| ranked.term.multiplies())
                .count();
            let plain = terms.len() - products;
            // In the rest of the sum, one plain term takes the place of the pair. We compare prices
            // of chains, not numbers of terms, because a product that is fused into an addition is
            // free.
            let rest = chain(products - n_products, plain + n_products - 1);
            saved += chain(products, plain) - rest;
        }
        let own = chain(n_products, 2 - n_products);
        saved.checked_sub(own).filter(|saved| *saved > 0)
    }

    /// Takes a pair out of its sums, and returns the pairs whose gain this changes.
    fn take(&mut self, taken: Pair) -> Vec<Pair> {
        let atom = self.next();
        // The atom is the latest accumulation, so its code is greater than all others.
        let rank = rank_of(self.n_multiplications.len());
        self.n_multiplications.push(0);
        let users = self.users.remove(&taken).unwrap_or_default();
        let mut changed = Set::new();
        let mut new: Map<Pair, Vec<usize>> = Map::new();
        for user in &users {
            let mut terms = std::mem::take(&mut self.terms[*user]);
            let before = pairs(&terms);
            let places = before.iter().find(|(pair, _)| *pair == taken);
            let places = places.expect("invariant: users have the pair").1;
            let part = part(&terms, places);
            if users.first() == Some(user) {
                self.taken.push((*user, part.value));
            }
            terms[places[0]] = Ranked {
                rank,
                term: Term {
                    negative: part.negative,
                    product: Product::Atom(atom),
                },
            };
            terms.remove(places[1]);
            self.leave(*user, &before);
            for (pair, _) in pairs(&terms) {
                if ranks(pair)[1] == rank as usize {
                    // A sum that has a term twice also has its pair with the atom twice.
                    let users: &mut Vec<usize> = new.entry(pair).or_default();
                    if users.last() != Some(user) {
                        users.push(*user);
                    }
                } else if let Some(users) = self.users.get_mut(&pair) {
                    if let Err(place) = users.binary_search(user) {
                        users.insert(place, *user);
                    }
                    changed.insert(pair);
                }
            }
            self.terms[*user] = terms;
        }
        changed.extend(new.keys().copied());
        self.users.extend(new);
        changed.into_iter().collect()
    }

    /// Removes a sum from the users of these pairs.
    fn leave(&mut self, user: usize, pairs: &[(Pair, [usize; 2])]) {
        for (pair, _) in pairs {
            if let Some(users) = self.users.get_mut(pair)
                && let Ok(place) = users.binary_search(&user)
            {
                users.remove(place);
            }
        }
    }

    /// The plan with these sums. A part comes right before the first sum that has it, and so after
    /// all that it uses.
    fn plan(self, plan: Plan) -> Plan {
        if self.taken.is_empty() {
            return plan;
        }
        let (_, mut entries, counts) = plan.into_parts();
        let n = self.n_accumulations;
        let terms_of =
            |terms: &Vec<Ranked>| -> Vec<Term> { terms.iter().map(|ranked| ranked.term).collect() };
        let (accumulations, rows) = self.terms.split_at(n);
        let own = accumulations.iter().map(terms_of).enumerate();
        let own = own.map(|(number, terms)| (Place::At(number), number, terms));
        let parts = self.taken.into_iter().enumerate();
        let parts =
            parts.map(|(number, (user, terms))| (Place::Before(user.min(n)), n + number, terms));
        let mut sums: Vec<_> = own.chain(parts).collect();
        sums.sort_by_key(|(place, number, _)| (place.key(), *number));
        let mut kept: Vec<Accumulation> = Vec::new();
        let mut replacements: Vec<Option<Signed<Atom>>> = vec![None; sums.len()];
        let over_kept = |terms: &[Term], replacements: &[Option<Signed<Atom>>]| -> Vec<Term> {
            let meaning = |atom| match atom {
                Atom::Accumulation(id) => replacements[id.index()]
                    .expect("invariant: accumulations use earlier ones only"),
                Atom::Value(_) => Signed::plus(atom),
            };
            terms.iter().map(|term| term.over(meaning)).collect()
        };
        for (_, number, terms) in sums {
            let terms = over_kept(&terms, &replacements);
            let own = single(&terms).unwrap_or_else(|| {
                let id = next(&kept);
                kept.push(Accumulation::new(terms));
                Signed::plus(Atom::Accumulation(id))
            });
            replacements[number] = Some(own);
        }
        for (entry, terms) in entries.iter_mut().zip(rows) {
            *entry.terms_mut() = over_kept(&terms_of(terms), &replacements);
        }
        Plan::new(kept, entries, counts)
    }
}

fn rank_of(number: usize) -> Rank {
    Rank::try_from(number).expect("invariant: terms are counted in 32 bits")
}

/// The terms of a sum that is short enough to be looked at.
fn looked_at(terms: &[Ranked]) -> &[Ranked] {
    if terms.len() > MAX_TERMS { &[] } else { terms }
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

    /// Equal products are not added up, so a sum may have one twice.
    #[test]
    fn a_product_may_be_twice_in_a_sum() {
        let twice = |[from, second, to]: [&str; 3]| {
            format!(
                "x-[{from}]->{from} {from}-[{to}]->y {from}-[{to}]->z \
                 x-[{from}]->{second} {second}-[{to}]->y {second}-[{to}]->z "
            )
        };
        let products = [["a", "b", "c"], ["d", "e", "f"]].map(twice).concat();
        let before = plan(&(products + "x-[g]->k k-[1]->y k-[1]->z x-[p]->y x-[q]->z"));
        let after = share_pairs(before.clone());
        assert_eq!(entries(&before), entries(&after), "{before}\n{after}");
        assert_ne!(before, after);
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
