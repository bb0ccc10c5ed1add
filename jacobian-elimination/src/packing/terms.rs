//! The terms of a step: accumulations, entries and statements of the value path, all seen as sums.
//!
//! ```text
//! a3 = v7 * a1 + v9       two terms: the factors v7 and a1, and v9 alone
//! v4 = v2 - v3            likewise: v2 alone, and v3 alone, which is subtracted
//! v5 = sin v4             no sum
//! ```
//!
//! A sum in which a zero must win is not seen as a sum here: the packed product has no mask. Cost:
//! a copy of the terms.

use crate::ir::elemental::Operation;
use crate::ir::{Elemental, Role, ValueId};
use crate::options::ValuePath;
use crate::ordered::Map;
use crate::plan::counts::instructions;
use crate::plan::{Atom, Product, Term};
use crate::schedule::Step;

use super::view::View;

/// Whether a step computes an operation of the user's, which must stay as it is.
pub(super) fn is_written_by_user(view: &View<'_>, step: Step) -> bool {
    let is_value = |id| view.code.statement(id).role() == Role::Value;
    view.value_path == ValuePath::Exact && matches!(step, Step::Value(id) if is_value(id))
}

/// The terms that a step sums, if it is a sum that takes operations.
pub(super) fn of_step(view: &View<'_>, step: Step) -> Option<Vec<Term>> {
    let terms = match step {
        Step::Accumulation(id) => view.accumulation(id).to_vec(),
        Step::StoreEntry(index) => view.entry(index).terms().to_vec(),
        Step::Value(id) => match view.sum(id) {
            Some(terms) => terms.to_vec(),
            None => of_statement(view, id)?,
        },
        Step::Call(_) | Step::StoreValue(_) | Step::Branch(_) | Step::Loop(_) => return None,
    };
    let is_plain = |term: &Term| !view.is_masked(*term);
    (instructions(&terms) > 0 && terms.iter().all(is_plain)).then_some(terms)
}

/// A statement of the code list as a sum: of its operands, or of their product.
fn of_statement(view: &View<'_>, id: ValueId) -> Option<Vec<Term>> {
    let statement = view.code.statement(id);
    let [a, b] = *statement.operands() else {
        return None;
    };
    let [a, b] = [a, b].map(Atom::Value);
    let added = |product| Term {
        negative: false,
        product,
    };
    let first = added(Product::Atom(a));
    let second = added(Product::Atom(b));
    Some(match statement.elemental() {
        Elemental::Operation(Operation::Add) => vec![first, second],
        Elemental::Operation(Operation::Sub) => vec![first, second.negate()],
        Elemental::Operation(Operation::Mul) => vec![added(Product::Pair(a, b))],
        _ => return None,
    })
}

/// By atom, the position of the step that computes it, or reads it if it is an independent.
pub(super) fn positions(view: &View<'_>, steps: &[Step]) -> Map<Atom, usize> {
    let positions = steps.iter().enumerate().flat_map(|(position, step)| {
        let results = match *step {
            Step::Value(id) => vec![Atom::Value(id)],
            step => view.defines(step),
        };
        results.into_iter().map(move |atom| (atom, position))
    });
    positions.collect()
}

/// A factor of a term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Factor {
    /// A literal.
    Number(f64),
    /// A variable.
    Atom(Atom),
}

/// The factors of a term without its sign.
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
