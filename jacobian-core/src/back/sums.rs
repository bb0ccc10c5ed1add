//! What steps sum, and of what.
//!
//! ```text
//! a3 = v7 * a1 + v9       two terms: the factors v7 and a1, and v9 alone
//! v4 = v2 - v3            likewise: v2 alone, and v3 alone, which is subtracted
//! v5 = sin v4             no sum
//! ```
//!
//! One view of accumulations, entries and statements of the value path, for those who compare or price them. A sum in
//! which a zero must win is none here. Cost: a copy of the terms.

use crate::ordered::Map;

use crate::ir::elemental::Operation;
use crate::ir::{Elemental, Role, ValueId};
use crate::options::ValuePath;
use crate::plan::{Atom, Product, Term};
use crate::schedule::Step;

use super::body::Body;
use super::uses::defines;

/// Whether a step stays as the user wrote it.
pub(super) fn is_written_by_user(body: &Body<'_>, step: Step) -> bool {
    let is_value = |id| body.code.statement(id).role() == Role::Value;
    body.value_path == ValuePath::Exact && matches!(step, Step::Value(id) if is_value(id))
}

/// What a step sums, where it does.
pub(super) fn sum(body: &Body<'_>, step: Step) -> Option<Vec<Term>> {
    let terms = match step {
        Step::Accumulation(id) => body.accumulation(id).to_vec(),
        Step::StoreEntry(index) => body.terms(index).to_vec(),
        Step::Value(id) => match body.sum(id) {
            Some(terms) => terms.to_vec(),
            None => of_statement(body, id)?,
        },
        Step::Call(_) | Step::StoreValue(_) | Step::Branch(_) => return None,
    };
    let is_plain = |term: &Term| !body.chains.is_masked(*term);
    (operations(&terms) > 0 && terms.iter().all(is_plain)).then_some(terms)
}

/// A statement of the code list as a sum: of its operands, or of their product.
fn of_statement(body: &Body<'_>, id: ValueId) -> Option<Vec<Term>> {
    let statement = body.code.statement(id);
    let [a, b] = *statement.operands() else {
        return None;
    };
    let [a, b] = [a, b].map(Atom::Value);
    let term = |negative, product| Term { negative, product };
    Some(match statement.elemental() {
        Elemental::Operation(Operation::Add) => {
            vec![term(false, Product::Atom(a)), term(false, Product::Atom(b))]
        }
        Elemental::Operation(Operation::Sub) => {
            vec![term(false, Product::Atom(a)), term(true, Product::Atom(b))]
        }
        Elemental::Operation(Operation::Mul) => vec![term(false, Product::Pair(a, b))],
        _ => return None,
    })
}

/// Where each atom is computed.
pub(super) fn places(body: &Body<'_>, steps: &[Step]) -> Map<Atom, usize> {
    let places = steps.iter().enumerate().flat_map(|(place, step)| {
        let results = match *step {
            // Independents as well, which others read where they stand.
            Step::Value(id) => vec![Atom::Value(id)],
            step => defines(body, step),
        };
        results.into_iter().map(move |atom| (atom, place))
    });
    places.collect()
}

/// The instructions of a sum.
pub(super) fn operations(terms: &[Term]) -> usize {
    terms.len() - usize::from(terms.iter().any(|term| !term.multiplies()))
}

/// A factor of a term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Factor {
    Number(f64),
    Atom(Atom),
}

/// The factors of a term, the sign apart.
pub(super) fn factors(term: Term) -> (Factor, Option<Factor>) {
    match term.product {
        Product::Literal(constant) => (Factor::Number(constant.value()), None),
        Product::Atom(atom) => (Factor::Atom(atom), None),
        Product::Scaled(constant, atom) => {
            (Factor::Number(constant.value()), Some(Factor::Atom(atom)))
        }
        Product::Pair(a, b) => (Factor::Atom(a), Some(Factor::Atom(b))),
    }
}
