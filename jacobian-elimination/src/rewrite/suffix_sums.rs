//! Suffix sums: the last summands of a value, as a sum of their own.
//!
//! ```text
//! v9 = a * s - 2 c t + b * w - 2 d u        two dipoles, added from left to right
//!
//! a * s - 2 c t      a value: v5, which v9 goes on from
//! b * w - 2 d u      a suffix sum: v9 - v5, which the value path does not compute
//! ```
//!
//! A sum that the source adds from left to right has its prefixes for values, but no other parts.
//! If it consists of parts of one shape, the partials are made of all of them: partials of the
//! first part are multiples of a prefix, those of the other parts are multiples of a suffix.
//!
//! The [fingerprint](super::fingerprint) of a suffix is the difference of two values. Where the
//! value path fuses products into sums, a suffix multiplies them once more.
//!
//! Cost: [`MAX_SUMMANDS`] lookups per sum of the value path.

use crate::ordered::Map;

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Elemental, Role, ValueId};
use crate::plan::{Atom, Product, Term, product_of};

use super::fingerprint::{Fingerprint, Fingerprints};

/// The most summands of a suffix: each suffix of each sum is one more fingerprint to keep.
const MAX_SUMMANDS: usize = 4;

/// How the value path adds up products, which decides the price of a summand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summands {
    /// The value path computes each product as a number: free.
    Computed,
    /// The value path fuses products into their sum: they have to be computed once more.
    Fused,
}

/// The last summands of a value.
#[derive(Clone, Debug)]
pub(super) struct SuffixSum {
    pub(super) value: ValueId,
    pub(super) terms: Vec<Term>,
}

/// The suffix sums of all values, by fingerprint.
pub(super) fn of_values(
    code: &CodeList,
    numbers: &Fingerprints,
    summands: Summands,
) -> Map<Fingerprint, Vec<SuffixSum>> {
    let mut suffixes: Map<Fingerprint, Vec<SuffixSum>> = Map::new();
    for value in code.ids() {
        let mut terms = Vec::new();
        let mut before = value;
        while terms.len() < MAX_SUMMANDS
            && let Some((rest, negative, summand)) = summed(code, before)
        {
            before = rest;
            terms.insert(0, term(code, negative, summand, summands));
            let number = numbers.get(value).add(numbers.get(before).negate());
            if let (true, Some(residues)) = (terms.len() > 1, number.residues()) {
                let terms = terms.clone();
                suffixes
                    .entry(residues)
                    .or_default()
                    .push(SuffixSum { value, terms });
            }
        }
    }
    suffixes
}

/// The prefix that a sum of the value path continues, the sign, and the summand that it adds.
fn summed(code: &CodeList, id: ValueId) -> Option<(ValueId, bool, ValueId)> {
    let statement = code.statement(id);
    let (Elemental::Operation(operation @ (Operation::Add | Operation::Sub)), [before, summand]) =
        (statement.elemental(), statement.operands())
    else {
        return None;
    };
    let is_varying = |id: ValueId| code.statement(id).constant().is_none();
    let is_summand = statement.role() == Role::Value && is_varying(id) && is_varying(*summand);
    is_summand.then_some((*before, operation == Operation::Sub, *summand))
}

/// A summand as a term; one that the value path fuses is written as its product.
fn term(code: &CodeList, negative: bool, summand: ValueId, summands: Summands) -> Term {
    let statement = code.statement(summand);
    let fused = match (statement.elemental(), statement.operands()) {
        (Elemental::Operation(Operation::Mul), [a, b]) if summands == Summands::Fused => {
            product_of(code, *a, *b)
        }
        _ => None,
    };
    let plain = Term {
        negative: false,
        product: Product::Atom(Atom::Value(summand)),
    };
    let term = fused.unwrap_or(plain);
    if negative { term.negate() } else { term }
}
