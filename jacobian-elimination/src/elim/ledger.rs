//! Value numbering of sums: the ledger decides when an open sum becomes an accumulation (a
//! statement of its own), and it counts multiplications.
//!
//! ```text
//! (a*b + c) * d    = a0 * d             a factor must be a value, so a0 = a*b + c is a statement
//! (a*b + c) * 1    = a*b + c            one path goes on, by a trivial edge: the sum stays open
//! (a*b + c) * 1    twice: a0            two paths go on: without a0, both would compute the sum
//! ```
//!
//! Equal sums become one accumulation. They are found by a hash that does not depend on the order
//! of the terms, and then compared term by term, because hashes of different sums may agree. At the
//! end, accumulations that no entry needs are dropped.
//!
//! Cost: a logarithmic lookup for each accumulation, and linear time at the end. Source: local
//! value numbering, as in Aho, Lam, Sethi & Ullman, "Compilers", section 6.1.2.

use crate::ordered::Map;

use crate::graph::Vertex;
use crate::graph::dual::Afterwards;
use crate::ir::Constant;
use crate::plan::sum::{key, merge};
use crate::plan::unused::{drop_unused, mark, next};
use crate::plan::{Accumulation, AccumulationId, Atom, Counts, Entry, Plan, Product, Signed, Term};

use super::label::{Label, pair, scale};

/// The labels that one label is multiplied with in a step, counted by kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Partners {
    trivial: usize,
    literal: usize,
    other: usize,
}

impl Partners {
    pub(super) fn of(labels: &[(Vertex, Label)]) -> Self {
        let mut partners = Self::default();
        for (_, label) in labels {
            partners.count(label);
        }
        partners
    }

    pub(super) fn one(label: &Label) -> Self {
        let mut partners = Self::default();
        partners.count(label);
        partners
    }

    fn count(&mut self, label: &Label) {
        match label {
            Label::Literal(constant) if constant.is_trivial() => self.trivial += 1,
            Label::Literal(_) => self.literal += 1,
            Label::Atom(_) | Label::Open(_) => self.other += 1,
        }
    }

    fn total(self) -> usize {
        self.trivial + self.literal + self.other
    }
}

/// The accumulations and the counts so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    accumulations: Vec<Accumulation>,
    /// The first accumulation with a given hash.
    numbers: Map<u64, AccumulationId>,
    counts: Counts,
}

impl Ledger {
    pub(super) fn counts(&self) -> Counts {
        Counts {
            nontrivial: self.counts.all - self.counts.trivial,
            ..self.counts
        }
    }

    /// Closes an open sum, if it cannot stay open when it is multiplied with these partners.
    pub(super) fn prepare(&mut self, label: &mut Label, partners: Partners, then: Afterwards) {
        let Label::Open(_) = label else { return };
        // A sum that has two uses must be a value, because each use of an open sum computes it.
        let once = partners.total() == 1 && then == Afterwards::Dropped;
        // One exception: a number times a value, multiplied with other numbers, but not with plus
        // or minus one. Each product is again a number times the same value, so it costs one
        // multiplication whether or not the first one is a statement.
        let composes = label.is_scaled() && partners.trivial == 0;
        let passes = once && (partners.literal == 0 || label.is_scaled());
        if partners.other > 0 || !(composes || passes) {
            self.close(label);
        }
    }

    /// The product of two prepared labels.
    pub(super) fn multiply(&mut self, first: Label, second: Label) -> Label {
        self.counts.all += 1;
        match (first, second) {
            (Label::Literal(sign), label) | (label, Label::Literal(sign)) if sign.is_trivial() => {
                self.counts.trivial += 1;
                if sign.is_one() { label } else { label.negate() }
            }
            (Label::Literal(first), Label::Literal(second)) => {
                self.counts.literal += 1;
                Label::Literal(first.multiply(second))
            }
            (Label::Literal(factor), label) | (label, Label::Literal(factor)) => {
                scale(factor, label)
            }
            (first, second) => pair(first, second),
        }
    }

    /// Makes an open label a value. It becomes an accumulation, unless merging its terms leaves a
    /// number or a single value.
    fn close(&mut self, label: &mut Label) {
        let Label::Open(terms) = label else { return };
        let mut terms = merge(std::mem::take(terms));
        // A sum and its negative are one accumulation: the sign moves into the label, where it is
        // free.
        let negative = leads_with_minus(&terms);
        if negative {
            negate(&mut terms);
        }
        *label = match terms.first().map(|term| term.product) {
            None => Label::Literal(Constant::ZERO),
            Some(Product::Literal(constant)) if terms.len() == 1 => Label::Literal(constant),
            Some(Product::Atom(value)) if terms.len() == 1 => {
                Label::Atom(Signed { negative, value })
            }
            Some(_) => {
                let value = Atom::Accumulation(self.number(terms));
                Label::Atom(Signed { negative, value })
            }
        };
    }

    /// The accumulation with this sum: an earlier one, or a new one.
    fn number(&mut self, terms: Vec<Term>) -> AccumulationId {
        let fresh = next(&self.accumulations);
        let first = *self
            .numbers
            .entry(hash(Signed::plus(&terms)))
            .or_insert(fresh);
        if first != fresh && is_same(self.accumulations[first.index()].terms(), &terms) {
            return first;
        }
        // The sum is new. If only the hashes agree, which is rare, the map keeps the earlier sum,
        // and this one is never found again. That costs a repeated statement and no correctness.
        self.accumulations.push(Accumulation::new(terms));
        fresh
    }

    /// The plan that fills these entries, without accumulations that no entry needs.
    ///
    /// On large graphs, each walk over the entries is a walk through all of memory. So one walk
    /// finds marks, signs and hashes together.
    pub(super) fn finish(mut self, entries: impl Iterator<Item = Entry>) -> Plan {
        let mut is_used = vec![false; self.accumulations.len()];
        let described = entries.map(|entry| {
            mark(entry.terms(), &mut is_used);
            let negative = leads_with_minus(entry.terms());
            let value = entry.terms();
            let hash = hash(Signed { negative, value });
            let value = entry;
            (Signed { negative, value }, hash)
        });
        let described: Vec<(Signed<Entry>, u64)> = described.collect();
        for (index, accumulation) in self.accumulations.iter().enumerate().rev() {
            if is_used[index] {
                mark(accumulation.terms(), &mut is_used);
            }
        }
        let mut entries = self.share_entries(described, &is_used);
        // An accumulation that `share_entries` has made is used. It uses only atoms of entries, and
        // these are marked already.
        is_used.resize(self.accumulations.len(), true);
        if !is_used.iter().all(|is_used| *is_used) {
            drop_unused(&mut self.accumulations, &is_used, &mut entries);
        }
        let counts = self.counts();
        Plan::new(self.accumulations, entries, counts)
    }

    /// Computes an entry once if it is equal to another entry or to an accumulation, up to sign.
    fn share_entries(
        &mut self,
        entries: Vec<(Signed<Entry>, u64)>,
        is_used: &[bool],
    ) -> Vec<Entry> {
        // An entry that is only a number or a value costs nothing, so there is nothing to share.
        let is_computed =
            |entry: &Entry| entry.terms().len() > 1 || entry.terms().iter().any(|t| t.multiplies());
        let computed = entries
            .iter()
            .filter(|(signed, _)| is_computed(&signed.value));
        let mut sorted: Vec<u64> = computed.map(|(_, hash)| *hash).collect();
        sorted.sort_unstable();
        let mut repeated: Vec<u64> = sorted
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        repeated.dedup();
        let shared = entries.into_iter().map(|(signed, hash)| {
            let Signed {
                negative,
                value: mut entry,
            } = signed;
            let is_kept = |id: &AccumulationId| is_used.get(id.index()) == Some(&true);
            let is_shared = || {
                repeated.binary_search(&hash).is_ok()
                    || self.numbers.get(&hash).is_some_and(is_kept)
            };
            if is_computed(&entry) && is_shared() {
                let mut terms = std::mem::take(entry.terms_mut());
                if negative {
                    negate(&mut terms);
                }
                let product = Product::Atom(Atom::Accumulation(self.number(terms)));
                *entry.terms_mut() = vec![Term { negative, product }];
            }
            entry
        });
        shared.collect()
    }
}

/// Whether we write the negative of this sum instead. That is so if no term but a number is added,
/// because then all terms of the negative are added.
fn leads_with_minus(terms: &[Term]) -> bool {
    let is_number = |term: &Term| matches!(term.product, Product::Literal(_));
    terms.iter().all(|term| term.negative || is_number(term))
        && terms.iter().any(|term| term.negative)
}

fn negate(terms: &mut [Term]) {
    for term in terms {
        *term = term.negate();
    }
}

/// A hash that does not depend on the order of the terms. The hash of the negative of a sum is that
/// of the sum with all signs changed.
fn hash(sum: Signed<&[Term]>) -> u64 {
    let signed = |term: &Term| {
        if sum.negative { term.negate() } else { *term }
    };
    let of_term = |term: &Term| {
        let term = signed(term);
        let (first, second, number) = key(term.product);
        let half = |shift: u32| u64::try_from(number >> shift & u128::from(u64::MAX));
        let [upper, lower] = [64, 0].map(|shift| half(shift).unwrap_or_default());
        let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(MIX).rotate_left(29);
        let hash = mix(mix(0, code(first)), code(second));
        mix(mix(mix(hash, upper), lower), u64::from(term.negative))
    };
    // Addition, because it gives the same result in any order. Exclusive or would let two equal
    // terms cancel, so that `a*b + a*b + c` would have the hash of `c`.
    sum.value.iter().map(of_term).fold(0, u64::wrapping_add)
}

/// The golden ratio in 64 bits, an odd number whose bits have no pattern. Source: multiplicative
/// hashing, Knuth, "The Art of Computer Programming", volume 3, section 6.4.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

fn code(atom: Option<Atom>) -> u64 {
    match atom {
        None => 0,
        Some(Atom::Value(id)) => 1 + 2 * u64::from(id.0),
        Some(Atom::Accumulation(id)) => 2 + 2 * u64::from(id.0),
    }
}

/// Whether two sums have the same terms in any order.
fn is_same(first: &[Term], second: &[Term]) -> bool {
    let name = |terms: &[Term]| {
        let pairs = terms.iter().map(|term| (key(term.product), term.negative));
        let mut name: Vec<_> = pairs.collect();
        name.sort_unstable();
        name
    };
    first.len() == second.len() && name(first) == name(second)
}
