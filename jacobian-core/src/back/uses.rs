//! Live ranges across the chunks of a long function, and variables with a place of their own.
//!
//! ```text
//! chunk 0: v6 = v3 * v4    chunk 1: v7 = sin v6    chunk 2: entries[0] = v7    v6 ends with chunk 1
//! ```
//!
//! Independents are read from the parameters. Integers are handed over apart from the scalars.
//! Cost: linear in the operands.

use crate::ordered::Map;

use proc_macro2::TokenStream;

use crate::interface::Opaque;
use crate::ir::{Elemental, ValueId};
use crate::plan::Atom;
use crate::schedule::Step;

use super::body::Body;

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
            for atom in body.view.uses(*step) {
                let last = last.entry(atom).or_insert(index);
                *last = index.max(*last);
            }
        }
    }
    last
}

/// Where an independent of the function is read. Inside of an arm it has a name instead.
pub(super) fn independent<'a>(body: &'a Body<'_>, id: ValueId) -> Option<&'a TokenStream> {
    match body.view.code.statement(id).elemental() {
        Elemental::Independent(index) if !body.view.is_arm() => {
            Some(&body.interface.independents[index as usize])
        }
        _ => None,
    }
}

/// Whether a value is an integer of the user's: an exponent of `powi`, which travels apart from the
/// scalars.
pub(super) fn is_integer(body: &Body<'_>, atom: Atom) -> bool {
    let Atom::Value(id) = atom else { return false };
    match body.view.code.statement(id).elemental() {
        Elemental::Opaque(opaque) => matches!(
            body.interface.opaques[opaque.0 as usize],
            Opaque::Integer(_)
        ),
        _ => false,
    }
}
