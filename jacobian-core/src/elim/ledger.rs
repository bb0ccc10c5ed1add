//! The ledger: when a label becomes an accumulation, and what was counted.
//!
//! ```text
//! (a*b + c) * d    = a0 * d             a0 = a*b + c is kept the first time it is a factor
//! (a*b + c) * 1    = a*b + c            passed on along a single trivial edge, it stays open
//! (a*b + c) * 1    twice: a0            passed on twice, it is computed once
//! ```
//!
//! Equal sums are one accumulation. At the end, what no entry needs is dropped.
//!
//! Cost: a logarithmic lookup per accumulation, linear at the end.

use std::collections::BTreeMap;

use crate::graph::Vertex;
use crate::ir::Constant;

use super::label::{Label, pair, scale};
use super::plan::{Accumulation, AccumulationId, Atom, Counts, Entry, Plan, Product, Term};
use super::sum::{Key, key, merge};

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

/// The accumulations so far, and what was counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    accumulations: Vec<Accumulation>,
    numbers: BTreeMap<Name, AccumulationId>,
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
        let (negative, terms) = with_leading_plus(merge(std::mem::take(terms)));
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
        let fresh = u32::try_from(self.accumulations.len()).map(AccumulationId);
        let fresh = fresh.expect("invariant: accumulations are numbered with 32 bits");
        let id = *self.numbers.entry(name(&terms)).or_insert(fresh);
        if id == fresh {
            self.accumulations.push(Accumulation { terms });
        }
        id
    }

    /// The plan that fills these entries: without what no entry needs.
    pub(super) fn finish(mut self, mut entries: Vec<Entry>) -> Plan {
        self.share_entries(&mut entries);
        let is_used = self.used_by(&entries);
        let mut renumbered = Vec::with_capacity(is_used.len());
        let mut n_used = 0;
        for is_used in &is_used {
            renumbered.push(AccumulationId(n_used));
            n_used += u32::from(*is_used);
        }
        let mut marks = is_used.iter();
        self.accumulations.retain(|_| marks.next() == Some(&true));
        let kept = self.accumulations.iter_mut().map(|kept| &mut kept.terms);
        for terms in kept.chain(entries.iter_mut().map(|entry| &mut entry.terms)) {
            for term in terms {
                rename(term, &renumbered);
            }
        }
        let counts = self.counts();
        Plan::new(self.accumulations, entries, counts)
    }

    /// Entries that are equal but for the sign, or equal to a sum that is kept anyway, are computed once.
    fn share_entries(&mut self, entries: &mut [Entry]) {
        let is_used = self.used_by(entries);
        let mut n_equal: BTreeMap<Name, usize> = BTreeMap::new();
        for entry in entries.iter() {
            *n_equal
                .entry(name(&with_leading_plus(entry.terms.clone()).1))
                .or_default() += 1;
        }
        for entry in entries {
            let is_computed = entry.terms.len() > 1 || entry.terms.iter().any(|t| t.multiplies());
            let (negative, terms) = with_leading_plus(entry.terms.clone());
            let name = name(&terms);
            let is_kept = self
                .numbers
                .get(&name)
                .is_some_and(|id| is_used.get(id.index()) == Some(&true));
            if is_computed && (is_kept || n_equal[&name] > 1) {
                let product = Product::Atom(Atom::Accumulation(self.number(terms)));
                entry.terms = vec![Term { negative, product }];
            }
        }
    }

    fn used_by(&self, entries: &[Entry]) -> Vec<bool> {
        let mut is_used = vec![false; self.accumulations.len()];
        let mark = |terms: &[Term], is_used: &mut Vec<bool>| {
            for atom in terms.iter().flat_map(|term| term.atoms()) {
                if let Atom::Accumulation(id) = atom {
                    is_used[id.index()] = true;
                }
            }
        };
        for entry in entries {
            mark(&entry.terms, &mut is_used);
        }
        for (index, accumulation) in self.accumulations.iter().enumerate().rev() {
            if is_used[index] {
                mark(&accumulation.terms, &mut is_used);
            }
        }
        is_used
    }
}

/// The sum or its negative, whichever has a term that is added, and whether it is the negative.
fn with_leading_plus(mut terms: Vec<Term>) -> (bool, Vec<Term>) {
    let is_number = |term: &Term| matches!(term.product, Product::Literal(_));
    let negative = terms.iter().all(|term| term.negative || is_number(term))
        && terms.iter().any(|term| term.negative);
    if negative {
        for term in &mut terms {
            *term = term.negate();
        }
    }
    (negative, terms)
}

/// A sum in a form that can be compared, whatever the order of its terms.
type Name = Vec<(Key, bool)>;

fn name(terms: &[Term]) -> Name {
    let mut name: Name = terms
        .iter()
        .map(|term| (key(term.product), term.negative))
        .collect();
    name.sort_unstable();
    name
}

fn rename(term: &mut Term, renumbered: &[AccumulationId]) {
    let rename = |atom: &mut Atom| {
        if let Atom::Accumulation(id) = atom {
            *id = renumbered[id.index()];
        }
    };
    match &mut term.product {
        Product::Literal(_) => {}
        Product::Atom(atom) | Product::Scaled(_, atom) => rename(atom),
        Product::Pair(first, second) => {
            rename(first);
            rename(second);
        }
    }
}
