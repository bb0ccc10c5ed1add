//! The ledger: when an open sum becomes an accumulation, and the counts so far.
//!
//! ```text
//! (a*b + c) * d    = a0 * d             a0 = a*b + c is kept the first time it is a factor
//! (a*b + c) * 1    = a*b + c            passed on along a single trivial edge, it stays open
//! (a*b + c) * 1    twice: a0            passed on twice, it is computed once
//! ```
//!
//! Equal sums are one accumulation. They are found by a hash that does not depend on the order of
//! terms, and then compared. At the end, accumulations that no entry needs are dropped.
//!
//! Cost: a logarithmic lookup per accumulation, linear at the end.

use crate::ordered::Map;

use crate::graph::Vertex;
use crate::ir::Constant;
use crate::plan::sum::{key, merge};
use crate::plan::unused::{drop_unused, mark, next};
use crate::plan::{Accumulation, AccumulationId, Atom, Counts, Entry, Plan, Product, Term};

use super::label::{Label, pair, scale};

/// How many labels of each sort something is multiplied with.
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
            Label::Atom { .. } | Label::Open(_) => self.other += 1,
        }
    }

    fn total(self) -> usize {
        self.trivial + self.literal + self.other
    }
}

/// Whether a label is needed after the step that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Afterwards {
    Dropped,
    Kept,
}

/// The accumulations and the counts so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    accumulations: Vec<Accumulation>,
    /// By the hash of a sum, the first accumulation that has it.
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

    /// Closes a label if multiplying it with these partners would otherwise compute it twice.
    pub(super) fn prepare(&mut self, label: &mut Label, partners: Partners, then: Afterwards) {
        let Label::Open(_) = label else { return };
        let once = partners.total() == 1 && then == Afterwards::Dropped;
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

    /// Makes an open label a value: an accumulation, unless its terms merge to less.
    fn close(&mut self, label: &mut Label) {
        let Label::Open(terms) = label else { return };
        let mut terms = merge(std::mem::take(terms));
        let negative = leads_with_minus(&terms);
        if negative {
            negate(&mut terms);
        }
        *label = match terms.first().map(|term| term.product) {
            None => Label::Literal(Constant::ZERO),
            Some(Product::Literal(constant)) if terms.len() == 1 => Label::Literal(constant),
            Some(Product::Atom(atom)) if terms.len() == 1 => Label::Atom { negative, atom },
            Some(_) => {
                let atom = Atom::Accumulation(self.number(terms));
                Label::Atom { negative, atom }
            }
        };
    }

    fn number(&mut self, terms: Vec<Term>) -> AccumulationId {
        let fresh = next(&self.accumulations);
        let first = *self.numbers.entry(hash(&terms, false)).or_insert(fresh);
        if first != fresh && is_same(self.accumulations[first.index()].terms(), &terms) {
            return first;
        }
        // New, or in the rare case that only the hashes agree, without a number by which to find
        // it.
        self.accumulations.push(Accumulation::new(terms));
        fresh
    }

    /// The plan that fills these entries, without accumulations that no entry needs.
    ///
    /// On large graphs every walk over the entries is a walk through all of memory, so there are
    /// few.
    pub(super) fn finish(mut self, entries: impl Iterator<Item = Entry>) -> Plan {
        let mut is_used = vec![false; self.accumulations.len()];
        let described = entries.map(|entry| {
            mark(entry.terms(), &mut is_used);
            let negative = leads_with_minus(entry.terms());
            let hash = hash(entry.terms(), negative);
            (entry, negative, hash)
        });
        let described: Vec<(Entry, bool, u64)> = described.collect();
        for (index, accumulation) in self.accumulations.iter().enumerate().rev() {
            if is_used[index] {
                mark(accumulation.terms(), &mut is_used);
            }
        }
        let mut entries = self.share_entries(described, &is_used);
        // What became an accumulation just now is used, and needs nothing that was not.
        is_used.resize(self.accumulations.len(), true);
        if !is_used.iter().all(|is_used| *is_used) {
            drop_unused(&mut self.accumulations, &is_used, &mut entries);
        }
        let counts = self.counts();
        Plan::new(self.accumulations, entries, counts)
    }

    /// Entries that are equal but for the sign, or equal to a sum that is kept anyway, are computed
    /// once.
    fn share_entries(&mut self, entries: Vec<(Entry, bool, u64)>, is_used: &[bool]) -> Vec<Entry> {
        let mut sorted: Vec<u64> = entries.iter().map(|(_, _, hash)| *hash).collect();
        sorted.sort_unstable();
        let mut repeated: Vec<u64> = sorted
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        repeated.dedup();
        let shared = entries.into_iter().map(|(mut entry, negative, hash)| {
            let is_computed =
                entry.terms().len() > 1 || entry.terms().iter().any(|t| t.multiplies());
            let is_kept = |id: &AccumulationId| is_used.get(id.index()) == Some(&true);
            let is_shared = || {
                repeated.binary_search(&hash).is_ok()
                    || self.numbers.get(&hash).is_some_and(is_kept)
            };
            if is_computed && is_shared() {
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

/// Whether a sum is the negative of one that has a term to be added.
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

/// A number that equal sums have in common, whatever the order of their terms; of the sum with the
/// other sign if it is to be negated.
fn hash(terms: &[Term], is_negated: bool) -> u64 {
    let signed = |term: &Term| if is_negated { term.negate() } else { *term };
    let of_term = |term: &Term| {
        let term = signed(term);
        let (first, second, bits) = key(term.product);
        let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(MIX).rotate_left(29);
        let hash = mix(mix(0, code(first)), code(second));
        mix(mix(hash, bits), u64::from(term.negative))
    };
    terms.iter().map(of_term).fold(0, u64::wrapping_add)
}

/// An odd number with bits all over (the golden ratio in 64 bits).
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
