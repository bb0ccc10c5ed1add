//! Live ranges across the chunks of a long function, and values that are not passed like scalars.
//!
//! ```text
//! chunk 0: v6 = v3 * v4    chunk 1: v7 = sin v6    chunk 2: entries[0] = v7
//! live in chunk 1: v6      live in chunk 2: v7
//! ```
//!
//! Independents are read from the parameters of the function. Integers have another type than
//! scalars, so they have an array of their own. Cost: linear in the operands.

use crate::ordered::Map;

use proc_macro2::TokenStream;

use crate::interface::Opaque;
use crate::ir::{Elemental, ValueId};
use crate::plan::Atom;
use crate::schedule::Step;

use super::body::Body;

/// The last chunk that needs each atom. The caller stores values of the user's after the call, so
/// they count as needed by the next chunk.
pub(super) fn last_uses(body: &Body<'_>, chunks: &[&[Step]]) -> Map<Atom, usize> {
    let mut last = Map::new();
    for (index, chunk) in chunks.iter().enumerate() {
        for step in *chunk {
            let index = if body.is_returned(*step) {
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

/// The expression of an independent in the function. Inside an arm it is a variable instead.
pub(super) fn independent<'a>(body: &'a Body<'_>, id: ValueId) -> Option<&'a TokenStream> {
    match body.view.code.statement(id).elemental() {
        Elemental::Independent(index) | Elemental::Seed(index) if !body.view.is_arm() => {
            Some(&body.interface.independents[index as usize])
        }
        _ => None,
    }
}

/// Whether a value is an integer from the user's code, for example the exponent of `powi`.
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
