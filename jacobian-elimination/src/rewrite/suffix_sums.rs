//! Suffix sums: the last summands of a value, as a sum of their own.
//!
//! ```text
//! v9 = a * s - 2 c t + b * w - 2 d u        two dipoles, added from left to right
//!
//! a * s - 2 c t      a value: v5, which v9 goes on from
//! b * w - 2 d u      a suffix sum: v9 - v5, which the value path does not compute
//! ```
//!
//! The source adds a sum from left to right. So each prefix of the sum is a value, but no other
//! part is. If the sum consists of parts of one shape, partials by variables of the first part are
//! multiples of a prefix, and partials by variables of the last part are multiples of a suffix.
//!
//! The [fingerprint](super::fingerprint) of a suffix is the difference of two values. If the value
//! path fuses products into sums, a suffix multiplies these products again.
//!
//! Cost: [`MAX_SUMMANDS`] lookups for each sum of the value path.

use crate::ordered::Map;

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Elemental, Role, ValueId};
use crate::plan::{Atom, Product, Signed, Term, product_of};

use super::fingerprint::{Fingerprint, Fingerprints};

/// The most summands of a suffix. Each suffix of each sum is one more fingerprint to keep, so
/// without a bound a sum of n terms would take n of them, each with n terms. Parts of
/// one shape are short, for example the dipoles of `hhd` (docs/book/src/experiments.md).
const MAX_SUMMANDS: usize = 4;

/// How the value path adds products up. This decides the price of a summand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summands {
    /// The value path computes each product as a number, so a summand is free.
    Computed,
    /// The value path fuses products into their sum, so a summand is a product to be computed
    /// again.
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
            && let Some((rest, summand)) = summed(code, before)
        {
            before = rest;
            terms.insert(0, term(code, summand, summands));
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

/// The prefix that a sum of the value path continues, and the summand that it adds.
fn summed(code: &CodeList, id: ValueId) -> Option<(ValueId, Signed<ValueId>)> {
    let statement = code.statement(id);
    let (Elemental::Operation(operation @ (Operation::Add | Operation::Sub)), [before, summand]) =
        (statement.elemental(), statement.operands())
    else {
        return None;
    };
    let is_varying = |id: ValueId| code.statement(id).constant().is_none();
    let is_summand = statement.role() == Role::Value && is_varying(id) && is_varying(*summand);
    let signed = Signed {
        negative: operation == Operation::Sub,
        value: *summand,
    };
    is_summand.then_some((*before, signed))
}

/// A summand as a term. If the value path fuses it, the term is its product.
fn term(code: &CodeList, summand: Signed<ValueId>, summands: Summands) -> Term {
    let statement = code.statement(summand.value);
    let fused = match (statement.elemental(), statement.operands()) {
        (Elemental::Operation(Operation::Mul), [a, b]) if summands == Summands::Fused => {
            product_of(code, *a, *b)
        }
        _ => None,
    };
    let plain = Term {
        negative: false,
        product: Product::Atom(Atom::Value(summand.value)),
    };
    let term = fused.unwrap_or(plain);
    if summand.negative {
        term.negate()
    } else {
        term
    }
}
