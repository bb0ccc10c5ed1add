//! The plan: accumulation code without syntax.
//!
//! ```text
//! a0 = v3 * v4 + 2 * v5         an accumulation: a sum of products, kept in a variable
//! a1 = a0 * v7 - v2             uses earlier accumulations only
//! J[0, 1] = a1 * v3             an entry: a sum of products, written into the Jacobian
//! J[1, 1] = 0                   an entry whose label vanished identically
//! ```
//!
//! `term` has the parts of a sum, `sum` adds up like terms, `counts` has the cost of a plan.
//! `renaming` and `unused` serve all code that turns one plan into another: the passes of
//! [`rewrite`](crate::rewrite).
//!
//! Invariants: every sum is one chain of fused multiply-adds. Every accumulation is used, and every
//! entry of the pattern appears once, by row, then column. Equal sums are one accumulation.
//!
//! # The running example
//!
//! The plan of `let r = x[0] * x[1].sin(); [r - k, x[2] / r]`, where `v3` is the sine, `v8` the
//! cosine, `v9` is `1 / r` and `v10` is `x[2] / r / r`:
//!
//! ```text
//! a0 = v0 * v8               one product, used by two entries
//! J[0, 0] = v3               free: a value of the value path
//! J[0, 1] = a0
//! J[1, 0] = -v3 * v10        one product; the sign is free
//! J[1, 1] = -v10 * a0        one product
//! J[1, 2] = v9               5 all, 2 trivial, 3 nontrivial, 3 variable, 0 additions, 3 operations
//! ```

pub(crate) mod counts;
pub(crate) mod renaming;
pub(crate) mod sum;
pub(crate) mod term;
pub(crate) mod unused;

use std::fmt;

pub use counts::Counts;
pub use sum::{chain_start, product_of};
pub use term::{AccumulationId, Atom, Product, Signed, Term, single};

use term::write_sum;

/// A sum that is kept for later use as a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Accumulation {
    terms: Vec<Term>,
}

impl Accumulation {
    pub(crate) fn new(terms: Vec<Term>) -> Self {
        Self { terms }
    }

    /// The terms of the sum; never empty.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}

/// An entry of the Jacobian.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    row: usize,
    col: usize,
    terms: Vec<Term>,
}

impl Entry {
    pub(crate) fn new(row: usize, col: usize, terms: Vec<Term>) -> Self {
        Self { row, col, terms }
    }

    /// Its row.
    pub fn row(&self) -> usize {
        self.row
    }

    /// Its column.
    pub fn col(&self) -> usize {
        self.col
    }

    /// The terms of the sum; empty where the label vanished.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    pub(crate) fn terms_mut(&mut self) -> &mut Vec<Term> {
        &mut self.terms
    }
}

/// The accumulation code and the entries it fills.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    accumulations: Vec<Accumulation>,
    entries: Vec<Entry>,
    counts: Counts,
}

impl Plan {
    /// A plan that took these eliminations; the other counts are read off it.
    pub(crate) fn new(
        accumulations: Vec<Accumulation>,
        entries: Vec<Entry>,
        eliminations: Counts,
    ) -> Self {
        let kept = accumulations.iter().map(Accumulation::terms);
        let counts = eliminations.with_sums(kept.chain(entries.iter().map(Entry::terms)));
        Self {
            accumulations,
            entries,
            counts,
        }
    }

    /// The sums to keep, operands before uses.
    pub fn accumulations(&self) -> &[Accumulation] {
        &self.accumulations
    }

    /// One of them.
    pub fn accumulation(&self, id: AccumulationId) -> &Accumulation {
        &self.accumulations[id.index()]
    }

    /// The entries of the pattern, by row, then column.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// All sums: those of the accumulations, then those of the entries.
    pub fn sums(&self) -> impl Iterator<Item = &[Term]> {
        let kept = self.accumulations.iter().map(Accumulation::terms);
        kept.chain(self.entries.iter().map(Entry::terms))
    }

    /// The cost of the plan.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Accumulations, entries and counts, for code that writes another plan from them.
    pub(crate) fn into_parts(self) -> (Vec<Accumulation>, Vec<Entry>, Counts) {
        (self.accumulations, self.entries, self.counts)
    }
}

/// The place of each entry, `(row, col)`, among all of them in the order of the columns.
pub fn places_by_columns(positions: &[(usize, usize)]) -> Vec<usize> {
    let mut by_columns: Vec<usize> = (0..positions.len()).collect();
    by_columns.sort_by_key(|entry| (positions[*entry].1, positions[*entry].0));
    let mut places = vec![0; positions.len()];
    for (place, entry) in by_columns.into_iter().enumerate() {
        places[entry] = place;
    }
    places
}

impl fmt::Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, accumulation) in self.accumulations.iter().enumerate() {
            write!(formatter, "a{index} = ")?;
            write_sum(&accumulation.terms, formatter)?;
            writeln!(formatter)?;
        }
        for entry in &self.entries {
            write!(formatter, "J[{}, {}] = ", entry.row, entry.col)?;
            write_sum(&entry.terms, formatter)?;
            writeln!(formatter)?;
        }
        Ok(())
    }
}
