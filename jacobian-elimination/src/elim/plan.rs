//! The plan: accumulation code without syntax.
//!
//! ```text
//! a0 = v3 * v4 + 2 * v5         an accumulation: a sum of products, to be kept in a variable
//! a1 = a0 * v7 - v2             uses earlier accumulations only
//! J[0, 1] = a1 * v3             an entry: a sum of products, written into the Jacobian
//! J[1, 1] = 0                   an entry whose label vanished identically
//! ```
//!
//! Every sum is one chain of fused multiply-adds. Every accumulation is used, every entry of the
//! pattern appears once, by row, then column. Equal sums are one accumulation.
//!
//! The counts: `all`, `nontrivial`, `trivial` and `literal` are those of the elimination sequence, as
//! the literature counts it (Naumann & Utke, fig. 3.1); `variable`, `additions` and `operations` are
//! read off the plan. `variable` is `nontrivial - literal`, or less where like terms merged, scalings
//! composed or a value turned out to be needed by nobody.

use std::fmt;

use crate::ir::{Constant, ValueId};

/// An accumulation of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccumulationId(pub u32);

impl AccumulationId {
    /// The position among the accumulations.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A run-time value that may be a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A value of the code list.
    Value(ValueId),
    /// An earlier accumulation.
    Accumulation(AccumulationId),
}

/// What a term consists of, but for its sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Product {
    /// A number, with its own sign.
    Literal(Constant),
    /// A value: no multiplication.
    Atom(Atom),
    /// A positive number, not one, times a value.
    Scaled(Constant, Atom),
    /// Two values, the lesser first.
    Pair(Atom, Atom),
}

/// A summand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Whether it is subtracted.
    pub negative: bool,
    /// Its magnitude, so to speak.
    pub product: Product,
}

impl Term {
    /// The summand with the other sign.
    #[must_use]
    pub fn negate(self) -> Self {
        match self.product {
            Product::Literal(constant) => Self {
                product: Product::Literal(constant.negate()),
                ..self
            },
            _ => Self {
                negative: !self.negative,
                ..self
            },
        }
    }

    /// Whether a multiplication is executed.
    pub fn multiplies(self) -> bool {
        matches!(self.product, Product::Scaled(..) | Product::Pair(..))
    }

    /// The summand with other atoms in the place of its own, each with a sign.
    pub(super) fn over(self, meaning: impl Fn(Atom) -> (bool, Atom)) -> Self {
        let (flips, product) = match self.product {
            Product::Literal(_) => (false, self.product),
            Product::Atom(atom) => {
                let (flips, atom) = meaning(atom);
                (flips, Product::Atom(atom))
            }
            Product::Scaled(factor, atom) => {
                let (flips, atom) = meaning(atom);
                (flips, Product::Scaled(factor, atom))
            }
            Product::Pair(a, b) => {
                let ((a_flips, a), (b_flips, b)) = (meaning(a), meaning(b));
                (a_flips ^ b_flips, Product::Pair(a.min(b), a.max(b)))
            }
        };
        Self {
            negative: self.negative ^ flips,
            product,
        }
    }

    /// The run-time values it uses.
    pub fn atoms(self) -> impl Iterator<Item = Atom> {
        let (first, second) = match self.product {
            Product::Literal(_) => (None, None),
            Product::Atom(atom) | Product::Scaled(_, atom) => (Some(atom), None),
            Product::Pair(first, second) => (Some(first), Some(second)),
        };
        first.into_iter().chain(second)
    }
}

/// A sum that is kept for later use as a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Accumulation {
    pub(super) terms: Vec<Term>,
}

impl Accumulation {
    /// What is summed; never empty.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}

/// An entry of the Jacobian.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    row: usize,
    col: usize,
    pub(super) terms: Vec<Term>,
}

impl Entry {
    pub(super) fn new(row: usize, col: usize, terms: Vec<Term>) -> Self {
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

    /// What is summed; nothing where the label vanished.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}

/// What an elimination costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Every product of two labels: the count of the literature.
    pub all: usize,
    /// Of these, the ones without a factor of plus or minus one.
    pub nontrivial: usize,
    /// The products that one evaluation executes.
    pub variable: usize,
    /// The additions that one evaluation executes, within fused multiply-adds or not.
    pub additions: usize,
    /// The instructions that one evaluation executes, a fused multiply-add being one.
    pub operations: usize,
    /// The products with a factor of plus or minus one: free.
    pub trivial: usize,
    /// The products of two literals, neither trivial: done at expansion.
    pub literal: usize,
}

/// The accumulation code and the entries it fills.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub(super) accumulations: Vec<Accumulation>,
    pub(super) entries: Vec<Entry>,
    pub(super) counts: Counts,
}

impl Plan {
    /// A plan that took these eliminations, the rest of the counts read off it.
    pub(super) fn new(
        accumulations: Vec<Accumulation>,
        entries: Vec<Entry>,
        eliminations: Counts,
    ) -> Self {
        let kept = accumulations.iter().map(Accumulation::terms);
        let chains = kept.chain(entries.iter().map(Entry::terms));
        let (mut variable, mut additions, mut operations) = (0, 0, 0);
        for terms in chains.filter(|terms| !terms.is_empty()) {
            variable += products(terms);
            additions += terms.len() - 1;
            operations += instructions(terms);
        }
        let counts = Counts {
            variable,
            additions,
            operations,
            ..eliminations
        };
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

    /// What it costs.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// The multiplications of a sum.
fn products(terms: &[Term]) -> usize {
    terms.iter().filter(|term| term.multiplies()).count()
}

/// The instructions of a sum, a fused multiply-add being one.
pub(super) fn instructions(terms: &[Term]) -> usize {
    // A chain starts from one of its plain terms; each further one is an addition by itself.
    let products = products(terms);
    (products + (terms.len() - products).max(1)).saturating_sub(1)
}

impl fmt::Display for AccumulationId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a{}", self.0)
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(id) => id.fmt(formatter),
            Self::Accumulation(id) => id.fmt(formatter),
        }
    }
}

impl fmt::Display for Product {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(constant) => constant.fmt(formatter),
            Self::Atom(atom) => atom.fmt(formatter),
            Self::Scaled(constant, atom) => write!(formatter, "{constant} * {atom}"),
            Self::Pair(first, second) => write!(formatter, "{first} * {second}"),
        }
    }
}

/// Writes a sum; the empty one is zero.
pub(super) fn write_sum(terms: &[Term], formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    if terms.is_empty() {
        return formatter.write_str("0");
    }
    for (index, term) in terms.iter().enumerate() {
        let sign = match (index, term.negative) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        write!(formatter, "{sign}{}", term.product)?;
    }
    Ok(())
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

impl fmt::Display for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} all, {} nontrivial, {} variable, {} additions, {} operations, {} trivial, {} literal",
            self.all,
            self.nontrivial,
            self.variable,
            self.additions,
            self.operations,
            self.trivial,
            self.literal
        )
    }
}
