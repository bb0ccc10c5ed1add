//! The last summands of values, as sums by themselves.
//!
//! ```text
//! v9 = a * s - 2 c t + b * w - 2 d u        two dipoles, added from left to right
//!
//! a * s - 2 c t      a value: v5, which v9 goes on from
//! b * w - 2 d u      a tail: v9 - v5, which nobody computes
//! ```
//!
//! A sum that the source adds from left to right has its beginnings for values, and its other parts not. Where it consists
//! of alike parts, partials are made of all of them: what a beginning does for those of the first part, a tail does for the rest.
//!
//! A tail is the difference of two values for its [fingerprint](super::fingerprint), and its own summands for all else. Where
//! the value path fuses products into sums, a tail multiplies by itself.
//!
//! Cost: [`LONGEST`] lookups per sum of the value path.

use std::collections::BTreeMap;

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Elemental, Role, ValueId};

use super::fingerprint::{Fingerprint, Fingerprints};
use super::plan::{Atom, Product, Term};
use super::sum::product_of;

/// The most summands of a tail.
const LONGEST: usize = 4;

/// What the summands of a value are to the partials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summands {
    /// Numbers that the value path computes.
    Computed,
    /// Products that are fused into their sum, and have to be formed anew.
    Fused,
}

/// The last summands of a value.
#[derive(Clone, Debug)]
pub(super) struct Tail {
    pub(super) value: ValueId,
    pub(super) terms: Vec<Term>,
}

/// The tails of all values, by fingerprint.
pub(super) fn of_values(
    code: &CodeList,
    numbers: &Fingerprints,
    summands: Summands,
) -> BTreeMap<Fingerprint, Vec<Tail>> {
    let mut tails: BTreeMap<Fingerprint, Vec<Tail>> = BTreeMap::new();
    for value in code.ids() {
        let mut terms = Vec::new();
        let mut before = value;
        while terms.len() < LONGEST
            && let Some((rest, negative, summand)) = summed(code, before)
        {
            before = rest;
            terms.insert(0, term(code, negative, summand, summands));
            let number = numbers.get(value).add(numbers.get(before).negate());
            if let (true, Some(residues)) = (terms.len() > 1, number.residues()) {
                let terms = terms.clone();
                tails
                    .entry(residues)
                    .or_default()
                    .push(Tail { value, terms });
            }
        }
    }
    tails
}

/// What a sum of the value path goes on from, and the sign and the summand that it adds.
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

/// A summand; one that is fused as the product that it is.
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
