//! A long body in one function, in sections with a barrier behind each.
//!
//! ```text
//! let unknown = __elemental::unknown();
//! let (v3, v40, a7) = {                         what later sections use
//!     let v1 = v0 * v0;
//!     ..
//!     (v3, v40, a7)
//! };
//! __elemental::barrier(unknown, 1);             no operation moves across
//! ```
//!
//! LLVM schedules a block as a whole. In a block of thousands of operations it starts far too many
//! of them at once, and then there are more values than registers, so most of the instructions move
//! values to the stack and back. A barrier ends the block.
//!
//! The sections are scopes, because with debug information rustc nests a scope in each `let`, and
//! near 3,000 of them overflow its stack.
//!
//! Invariant: the order of the steps stays. Cost: linear in the uses.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::ordered::{Map, Set};
use crate::packing::{Packing, Unit};
use crate::plan::Atom;
use crate::proof;
use crate::schedule::Step;
use crate::spelling;

use super::body::Body;
use super::cuts::{cut, weight};
use super::packed;
use super::pinned::Pinned;
use super::proven::demand;
use super::uses::independent;

/// The number of statements in a section. With 50, two of five long bodies were 2 to 5 per cent
/// faster, and two were 5 to 8 per cent slower (docs/book/src/experiments.md).
const SECTION: usize = 100;

/// The statements of a long body. The atoms in `last` are variables afterwards.
pub(super) fn statements(body: &Body<'_>, last: &[Atom]) -> TokenStream {
    let schedule = body.view.schedule;
    let (pinned, _) = schedule.steps().split_at(schedule.n_pinned());
    // A body may be long by one branch and have few steps, so that packs could be found in it.
    let packing = Packing::without_packs(&body.view);
    demand(proof::packing(&body.view, &packing));
    let units = &packing.scalar()[pinned.len()..];
    let sections = cut(units, SECTION, |unit| {
        let steps = steps_of(unit).into_iter();
        steps.map(|step| weight(body, step)).sum()
    });
    let uses = |unit: &Unit| {
        steps_of(unit)
            .into_iter()
            .flat_map(|step| body.view.uses(step))
    };
    let mut last_use = Map::new();
    for (index, section) in sections.iter().enumerate() {
        last_use.extend(section.iter().flat_map(uses).map(|atom| (atom, index)));
    }
    last_use.extend(last.iter().map(|atom| (*atom, sections.len())));
    let pinned = Pinned::of(body, pinned, SECTION);
    // Inputs, and scalars of the user's code that are elements of arrays, are read where they are
    // used, so that they need no registers in between.
    let named = |atom: Atom| {
        let input = match atom {
            Atom::Value(id) => independent(body, id),
            Atom::Accumulation(_) => None,
        };
        let (name, place) = (body.chains.atom(atom), pinned.places.get(&atom).or(input)?);
        Some(quote!(let #name = #place;))
    };
    let (library, unknown) = (spelling::library(), spelling::local("unknown"));
    let mut written = pinned.statements.clone();
    written.extend(quote!(let #unknown = #library::unknown();));
    for (index, section) in sections.iter().enumerate() {
        let used: Set<Atom> = section.iter().flat_map(uses).collect();
        let named = used.into_iter().filter_map(named);
        let computed = section.iter().filter(|unit| !is_input(body, unit));
        let computed = computed.map(|unit| packed::unit(body, &packing, unit));
        let outlives = |atom: &Atom| last_use.get(atom).is_some_and(|last| *last > index);
        let steps = section.iter().flat_map(steps_of);
        let defined = steps.flat_map(|step| body.view.defines(step));
        let results: Set<Atom> = defined.filter(outlives).collect();
        let results = results.into_iter().map(|atom| body.chains.atom(atom));
        let results: Vec<TokenStream> = results.collect();
        let number = Literal::usize_unsuffixed(index);
        let steps = quote!(#(#named)* #(#computed)*);
        written.extend(match results.as_slice() {
            [] => quote!({ #steps }),
            results => quote!(let (#(#results,)*) = { #steps (#(#results,)*) };),
        });
        written.extend(quote!(#library::barrier(#unknown, #number);));
    }
    written.extend(last.iter().filter_map(|atom| named(*atom)));
    written
}

/// The steps that a unit computes or stores; none for a fence. There are no packs.
fn steps_of(unit: &Unit) -> Vec<Step> {
    match unit {
        Unit::Step(step) | Unit::Sum(step, _) => vec![*step],
        Unit::Pair(entries) => entries.map(Step::StoreEntry).to_vec(),
        Unit::Pack(_) | Unit::CrossStore(_) | Unit::Fence => Vec::new(),
    }
}

/// Whether a unit reads an input, which each section does for itself.
fn is_input(body: &Body<'_>, unit: &Unit) -> bool {
    matches!(unit, Unit::Step(Step::Value(id)) if independent(body, *id).is_some())
}
