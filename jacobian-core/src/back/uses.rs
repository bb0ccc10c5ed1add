//! What steps read and define, for whoever cuts a schedule into pieces.
//!
//! ```text
//! v6 = v3 * v4 + a2      reads v3, v4, a2      defines v6
//! entries[4] = a0 * v6   reads a0, v6
//! ```
//!
//! Literals are no variables, and independents are read where they stand. Cost: linear in the operands.

use crate::ordered::Map;

use proc_macro2::TokenStream;

use crate::interface::Opaque;
use crate::ir::{Elemental, ValueId};
use crate::plan::Atom;
use crate::schedule::Step;

use super::body::Body;
use super::branch;

/// The chunk after which each atom is no longer needed; stores by the caller count as later.
pub(super) fn last_uses(body: &Body<'_>, chunks: &[&[Step]]) -> Map<Atom, usize> {
    let mut last = Map::new();
    for (index, chunk) in chunks.iter().enumerate() {
        for step in *chunk {
            let index = if matches!(step, Step::StoreValue(_)) {
                index + 1
            } else {
                index
            };
            for atom in uses(body, *step) {
                let last = last.entry(atom).or_insert(index);
                *last = index.max(*last);
            }
        }
    }
    last
}

/// What a step reads, literals aside.
pub(super) fn uses(body: &Body<'_>, step: Step) -> Vec<Atom> {
    let plan = || {
        body.plan
            .expect("invariant: accumulations belong to a plan")
    };
    let atoms: Vec<Atom> = match step {
        Step::Value(id) if body.sum(id).is_some() => {
            let terms = body.sum(id).unwrap_or_default().iter();
            terms.flat_map(|term| term.atoms()).collect()
        }
        Step::Call(id) => body.call(id).operands().map(Atom::Value).collect(),
        Step::Value(id) => body
            .code
            .statement(id)
            .operands()
            .iter()
            .map(|id| Atom::Value(*id))
            .collect(),
        Step::StoreValue(row) => vec![Atom::Value(body.dependent(row))],
        Step::Accumulation(id) => plan()
            .accumulation(id)
            .terms()
            .iter()
            .flat_map(|term| term.atoms())
            .collect(),
        Step::StoreEntry(index) => plan().entries()[index]
            .terms()
            .iter()
            .flat_map(|term| term.atoms())
            .collect(),
        Step::Branch(id) => {
            let needs = body.schedule.branch(id).needs().iter();
            needs.map(|id| Atom::Value(*id)).collect()
        }
    };
    atoms
        .into_iter()
        .filter(|atom| !is_literal(body, *atom))
        .collect()
}

fn is_literal(body: &Body<'_>, atom: Atom) -> bool {
    matches!(atom, Atom::Value(id) if matches!(body.code.statement(id).elemental(), Elemental::Literal(_)))
}

/// What a step defines; independents are read where they stand.
pub(super) fn defines(body: &Body<'_>, step: Step) -> Vec<Atom> {
    match step {
        Step::Value(id) if independent(body, id).is_some() => Vec::new(),
        Step::Value(id) => vec![Atom::Value(id)],
        Step::Call(id) => body.call(id).results().map(Atom::Value).collect(),
        Step::Accumulation(id) => vec![Atom::Accumulation(id)],
        Step::StoreValue(_) | Step::StoreEntry(_) => Vec::new(),
        Step::Branch(id) => {
            let joins = branch::defines(body.code.branch(id), body.schedule.branch(id));
            joins.into_iter().map(Atom::Value).collect()
        }
    }
}

pub(super) fn independent<'a>(body: &'a Body<'_>, id: ValueId) -> Option<&'a TokenStream> {
    match body.code.statement(id).elemental() {
        Elemental::Independent(index) if !body.is_arm => {
            Some(&body.interface.independents[index as usize])
        }
        _ => None,
    }
}

/// Whether a value is an integer of the user's: an exponent of `powi`, which travels apart from the scalars.
pub(super) fn is_integer(body: &Body<'_>, atom: Atom) -> bool {
    let Atom::Value(id) = atom else { return false };
    match body.code.statement(id).elemental() {
        Elemental::Opaque(opaque) => matches!(
            body.interface.opaques[opaque.0 as usize],
            Opaque::Integer(_)
        ),
        _ => false,
    }
}
