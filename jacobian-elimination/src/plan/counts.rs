//! The counts of a plan: multiplications, additions, instructions.
//!
//! ```text
//! a0 = v3 * v4 + 2 * v5      2 products, 1 addition, 2 instructions, one of them fused
//! J[0, 0] = a0 + v1 - v2     0 products, 2 additions, 2 instructions
//! ```
//!
//! `all`, `nontrivial`, `trivial` and `literal` are those of the elimination sequence, as the
//! literature counts it (Naumann & Utke, fig. 3.1). `variable`, `additions` and `operations` are
//! read off the plan. `variable` is `nontrivial - literal`, or less where like terms merged,
//! scalings composed or a value turned out to be unused.

use std::fmt;

use super::Term;

/// The cost of an elimination.
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

impl Counts {
    /// The counts of the same eliminations, with those of these sums.
    pub(crate) fn with_sums<'a>(self, sums: impl Iterator<Item = &'a [Term]>) -> Self {
        let (mut variable, mut additions, mut operations) = (0, 0, 0);
        for terms in sums.filter(|terms| !terms.is_empty()) {
            variable += products(terms);
            additions += terms.len() - 1;
            operations += instructions(terms);
        }
        Self {
            variable,
            additions,
            operations,
            ..self
        }
    }
}

/// The multiplications of a sum.
fn products(terms: &[Term]) -> usize {
    terms.iter().filter(|term| term.multiplies()).count()
}

/// The instructions of a sum, a fused multiply-add being one.
pub(crate) fn instructions(terms: &[Term]) -> usize {
    let products = products(terms);
    chain(products, terms.len() - products)
}

/// The instructions of a sum of this many products and plain terms.
pub(crate) fn chain(products: usize, plain: usize) -> usize {
    // A chain starts from one of its plain terms; each further one is an addition by itself.
    (products + plain.max(1)).saturating_sub(1)
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
