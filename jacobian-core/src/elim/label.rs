//! The arithmetic of labels under elimination: what is computed at expansion, what at run time, and when.
//!
//! ```text
//! 2 * 3            = 6                  folds
//! -1 * (a*b + c)   = -a*b - c           only the sign moves
//! 2 * (3 * a)      = 6 * a              scalings compose
//! (a*b + c) * d    = a0 * d             a0 = a*b + c is kept the first time it is a factor
//! (a*b) + c        = a*b + c            sums stay open, so that they become one chain
//! ```
//!
//! A label is a number, a signed value, or a sum of terms that nobody has computed yet. Such a sum
//! stays open as long as it is only added to, or passed on along a single trivial edge; the
//! first time it is a factor, or would be passed on twice, it becomes an accumulation. Equal
//! accumulations are one.
//!
//! Cost: constant per product; a sum is sorted once, when it is closed.

use std::collections::BTreeMap;
use std::fmt;

use crate::graph::Vertex;
use crate::ir::{Constant, Partial};

use super::plan::{
    Accumulation, AccumulationId, Atom, Counts, Entry, Plan, Product, Term, write_sum,
};

/// The label of an edge under elimination.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// A number known at expansion.
    Literal(Constant),
    /// Plus or minus a value.
    Atom {
        /// Whether minus.
        negative: bool,
        /// The value.
        atom: Atom,
    },
    /// A sum that is not computed yet.
    Open(Vec<Term>),
}

impl Label {
    /// The label that a local partial begins as.
    pub fn of(partial: Partial) -> Self {
        match partial {
            Partial::Literal(constant) => Self::Literal(constant),
            Partial::Value { id, negative, .. } => Self::Atom {
                negative,
                atom: Atom::Value(id),
            },
        }
    }

    /// Whether the label is known to be zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Literal(constant) if constant.is_zero())
    }

    /// The terms of the sum that the label is; equal ones merged, none if it is zero.
    pub fn into_terms(self) -> Vec<Term> {
        match self {
            Self::Open(terms) => merge(terms),
            Self::Literal(constant) if constant.is_zero() => Vec::new(),
            Self::Literal(_) | Self::Atom { .. } => self.into_open(),
        }
    }

    fn into_open(self) -> Vec<Term> {
        match self {
            Self::Literal(constant) => {
                vec![Term {
                    negative: false,
                    product: Product::Literal(constant),
                }]
            }
            Self::Atom { negative, atom } => {
                vec![Term {
                    negative,
                    product: Product::Atom(atom),
                }]
            }
            Self::Open(terms) => terms,
        }
    }

    fn negate(self) -> Self {
        match self {
            Self::Literal(constant) => Self::Literal(constant.negate()),
            Self::Atom { negative, atom } => Self::Atom {
                negative: !negative,
                atom,
            },
            Self::Open(terms) => Self::Open(terms.into_iter().map(Term::negate).collect()),
        }
    }

    /// The sum of two labels; the shorter sum is appended to the longer.
    pub(super) fn add(self, other: Self) -> Self {
        if let (Self::Literal(first), Self::Literal(second)) = (&self, &other) {
            return Self::Literal(first.add(*second));
        }
        let (mut long, mut short) = (self.into_open(), other.into_open());
        if short.len() > long.len() {
            std::mem::swap(&mut long, &mut short);
        }
        long.extend(short);
        Self::Open(long)
    }

    /// Whether the label is an open number times a value.
    fn is_scaled(&self) -> bool {
        matches!(self, Self::Open(terms)
            if matches!(terms[..], [Term { product: Product::Scaled(..), .. }]))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sum(&self.clone().into_open(), formatter)
    }
}

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

/// A term in a form that can be compared: its sign apart, a constant by its bits.
type Key = (Option<Atom>, Option<Atom>, u64);

/// The accumulations so far, and what was counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    accumulations: Vec<Accumulation>,
    numbers: BTreeMap<Vec<(Key, bool)>, AccumulationId>,
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
        let is_plain = |term: &Term| matches!(term.product, Product::Literal(_));
        let negative = terms.iter().all(|term| term.negative || is_plain(term))
            && terms.iter().any(|term| term.negative);
        if negative {
            for term in &mut terms {
                *term = term.negate();
            }
        }
        *label = match terms[..] {
            [] => Label::Literal(Constant::ZERO),
            [
                Term {
                    product: Product::Literal(constant),
                    ..
                },
            ] => Label::Literal(constant),
            [
                Term {
                    product: Product::Atom(atom),
                    ..
                },
            ] => Label::Atom { negative, atom },
            _ => Label::Atom {
                negative,
                atom: Atom::Accumulation(self.number(terms)),
            },
        };
    }

    fn number(&mut self, terms: Vec<Term>) -> AccumulationId {
        let mut name: Vec<(Key, bool)> = terms
            .iter()
            .map(|term| (key(term.product), term.negative))
            .collect();
        name.sort_unstable();
        let fresh = u32::try_from(self.accumulations.len()).map(AccumulationId);
        let fresh = fresh.expect("invariant: accumulations are numbered with 32 bits");
        let id = *self.numbers.entry(name).or_insert(fresh);
        if id == fresh {
            self.accumulations.push(Accumulation { terms });
        }
        id
    }

    /// The plan that fills these entries: without what no entry needs.
    pub(super) fn finish(self, mut entries: Vec<Entry>) -> Plan {
        let counts = self.counts();
        let mut is_used = vec![false; self.accumulations.len()];
        let mark = |terms: &[Term], is_used: &mut Vec<bool>| {
            for atom in terms.iter().flat_map(|term| term.atoms()) {
                if let Atom::Accumulation(id) = atom {
                    is_used[id.index()] = true;
                }
            }
        };
        for entry in &entries {
            mark(&entry.terms, &mut is_used);
        }
        for (index, accumulation) in self.accumulations.iter().enumerate().rev() {
            if is_used[index] {
                mark(&accumulation.terms, &mut is_used);
            }
        }
        let mut renumbered = Vec::with_capacity(is_used.len());
        let mut n_used = 0;
        for is_used in &is_used {
            renumbered.push(AccumulationId(n_used));
            n_used += u32::from(*is_used);
        }
        let mut accumulations: Vec<Accumulation> = self.accumulations;
        let mut keep = is_used.iter();
        accumulations.retain(|_| *keep.next().expect("invariant: one mark per accumulation"));
        let chains = accumulations
            .iter_mut()
            .map(|accumulation| &mut accumulation.terms);
        for terms in chains.chain(entries.iter_mut().map(|entry| &mut entry.terms)) {
            for term in terms {
                rename(term, &renumbered);
            }
        }
        let mut plan = Plan {
            accumulations,
            entries,
            counts,
        };
        plan.count();
        plan
    }
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

/// A nontrivial number times a value or an open scaled value.
fn scale(factor: Constant, label: Label) -> Label {
    let (negative, factor, atom) = match label {
        Label::Atom { negative, atom } => (negative, factor, atom),
        Label::Open(terms) => match terms[..] {
            [
                Term {
                    negative,
                    product: Product::Scaled(inner, atom),
                },
            ] => (negative, factor.multiply(inner), atom),
            _ => unreachable!("invariant: a prepared sum is only passed on"),
        },
        Label::Literal(_) => unreachable!("invariant: literals fold"),
    };
    scaled_term(negative, factor, atom).map_or(Label::Literal(Constant::ZERO), |term| {
        match term.product {
            Product::Atom(atom) => Label::Atom {
                negative: term.negative,
                atom,
            },
            _ => Label::Open(vec![term]),
        }
    })
}

fn pair(first: Label, second: Label) -> Label {
    match (first, second) {
        (
            Label::Atom {
                negative,
                atom: first,
            },
            Label::Atom {
                negative: flips,
                atom: second,
            },
        ) => {
            let product = Product::Pair(first.min(second), first.max(second));
            Label::Open(vec![Term {
                negative: negative != flips,
                product,
            }])
        }
        _ => unreachable!("invariant: factors are prepared"),
    }
}

/// `factor * atom` with the sign in the term; nothing if the factor is zero.
fn scaled_term(negative: bool, factor: Constant, atom: Atom) -> Option<Term> {
    if factor.is_zero() {
        return None;
    }
    let flips = factor.value().is_sign_negative();
    let magnitude = if flips { factor.negate() } else { factor };
    let negative = negative != flips;
    let product = if magnitude.is_one() {
        Product::Atom(atom)
    } else {
        Product::Scaled(magnitude, atom)
    };
    Some(Term { negative, product })
}

fn key(product: Product) -> Key {
    match product {
        Product::Literal(constant) => (None, None, constant.value().to_bits()),
        Product::Atom(atom) => (Some(atom), None, 1.0_f64.to_bits()),
        Product::Scaled(constant, atom) => (Some(atom), None, constant.value().to_bits()),
        Product::Pair(first, second) => (Some(first), Some(second), 0),
    }
}

/// Adds up terms in the same value, and cancels equal products of opposite sign.
fn merge(terms: Vec<Term>) -> Vec<Term> {
    let mut order: Vec<usize> = (0..terms.len()).collect();
    let group = |index: &usize| {
        let (first, second, _) = key(terms[*index].product);
        (first, second)
    };
    order.sort_by_key(group);
    if order
        .windows(2)
        .all(|pair| group(&pair[0]) != group(&pair[1]))
    {
        return terms;
    }
    let mut merged: Vec<(usize, Term)> = Vec::new();
    for members in order.chunk_by(|first, second| group(first) == group(second)) {
        let sum = merge_group(members.iter().map(|index| terms[*index]));
        merged.extend(sum.into_iter().map(|term| (members[0], term)));
    }
    merged.sort_by_key(|(first, _)| *first);
    merged.into_iter().map(|(_, term)| term).collect()
}

fn merge_group(members: impl Iterator<Item = Term> + Clone) -> Vec<Term> {
    let signed = |term: Term, constant: Constant| {
        if term.negative {
            constant.negate()
        } else {
            constant
        }
    };
    let coefficient = |sum: Constant, term: Term| match term.product {
        Product::Literal(constant) | Product::Scaled(constant, _) => {
            sum.add(signed(term, constant))
        }
        Product::Atom(_) | Product::Pair(..) => sum.add(signed(term, Constant::ONE)),
    };
    let first = members
        .clone()
        .next()
        .expect("invariant: a group has members");
    let sum = members.clone().fold(Constant::ZERO, coefficient);
    match first.product {
        _ if sum.is_zero() => Vec::new(),
        Product::Literal(_) => vec![Term {
            negative: false,
            product: Product::Literal(sum),
        }],
        Product::Atom(atom) | Product::Scaled(_, atom) => {
            scaled_term(false, sum, atom).into_iter().collect()
        }
        // No term scales a product, so what does not cancel is added as often as it remains.
        Product::Pair(..) => {
            let n_negative = members.clone().filter(|term| term.negative).count();
            let n_positive = members.count() - n_negative;
            let remaining = Term {
                negative: n_negative > n_positive,
                ..first
            };
            vec![remaining; n_positive.abs_diff(n_negative)]
        }
    }
}
