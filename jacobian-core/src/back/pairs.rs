//! Entries that are neighbours, stored together.
//!
//! ```text
//! let v4 = x[4];  entries[1] = v4;            let v4 = x[4];  let v6 = x[6];
//! let v6 = x[6];  entries[2] = v6;    --->    __elemental::store(entries, 1, [v4, v6]);
//! ```
//!
//! A core that starts four to six operations a cycle may finish one store of floating-point numbers, be it of two numbers
//! or of one: a function with many short results waits for its stores. With AVX, LLVM expects no gain from putting two
//! numbers into a register for the sake of one store, so that the runtime does it, but on processors that finish two stores
//! a cycle; without, LLVM does. Where what is done last is the same for both, LLVM packs that too, and more if nobody
//! interferes (ARCHITECTURE.md has the times).
//!
//! Kept: an entry waits for a few statements at most, since it holds a register so long, and for nothing that may leave
//! the function.
//!
//! Cost: linear.

use crate::ordered::{Map, Set};

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::ir::elemental::Operation;
use crate::ir::{Elemental, Precision, ValueId};
use crate::plan::{Atom, Product, Term};
use crate::schedule::Step;
use crate::spelling;

use super::body::Body;
use super::packs::Unit;

/// How many statements one of a pair waits for the other.
const NEAR: usize = 8;

/// The statements of these steps.
pub(super) fn statements(body: &Body<'_>, units: &[Unit]) -> TokenStream {
    let pairs = pairs(body, units);
    let waiting: Set<usize> = pairs.values().copied().collect();
    let emit = |(at, unit): (usize, &Unit)| match (pairs.get(&at), unit) {
        (Some(other), unit) => together(body, [unit, &units[*other]]),
        (None, _) if waiting.contains(&at) => TokenStream::new(),
        (None, Unit::Alone(step)) => body.step(*step),
        (None, Unit::Together(statement)) => statement.clone(),
    };
    units.iter().enumerate().map(emit).collect()
}

/// Two entries of neighbouring places.
fn together(body: &Body<'_>, units: [&Unit; 2]) -> TokenStream {
    let mut entries = units.map(|unit| match unit {
        Unit::Alone(Step::StoreEntry(index)) => (body.slot(*index), body.entry(*index)),
        _ => unreachable!("invariant: only entries are paired"),
    });
    entries.sort_by_key(|(slot, _)| *slot);
    let [(first, one), (_, other)] = entries;
    store(first, &quote!([#one, #other]))
}

/// Stores two numbers from a place on.
pub(super) fn store(first: usize, numbers: &TokenStream) -> TokenStream {
    let (library, target) = (spelling::library(), spelling::local("entries"));
    let first = Literal::usize_unsuffixed(first);
    quote!(#library::store(#target, #first, #numbers);)
}

/// Where a pair is stored, and where the one of the two stood that waits.
fn pairs(body: &Body<'_>, units: &[Unit]) -> Map<usize, usize> {
    let mut pairs = Map::new();
    if body.code.precision() != Precision::Double {
        return pairs;
    }
    // By place, the entries that have no other beside them yet: which, and where they stood.
    let mut single: Map<usize, (usize, usize)> = Map::new();
    let mut wall = 0;
    for (at, unit) in units.iter().enumerate() {
        let entry = match unit {
            Unit::Alone(Step::StoreEntry(entry)) => *entry,
            Unit::Alone(step) if is_wall(body, *step) => {
                wall = at;
                continue;
            }
            Unit::Alone(_) | Unit::Together(_) => continue,
        };
        let fits = |(other, stood): &(usize, usize)| {
            *stood >= wall && at - stood <= NEAR + 1 && !is_packed(body, [*other, entry])
        };
        let slot = body.slot(entry);
        let neighbours = [slot.checked_sub(1), slot.checked_add(1)]
            .into_iter()
            .flatten();
        let mut near = neighbours.filter(|neighbour| single.get(neighbour).is_some_and(fits));
        match near.next().and_then(|neighbour| single.remove(&neighbour)) {
            Some((_, stood)) => {
                pairs.insert(at, stood);
            }
            None => {
                single.insert(slot, (entry, at));
            }
        }
    }
    pairs
}

/// Whether no store may be moved over a step.
fn is_wall(body: &Body<'_>, step: Step) -> bool {
    match step {
        Step::Value(id) => matches!(body.code.statement(id).elemental(), Elemental::Opaque(_)),
        Step::Branch(_) => true,
        Step::Call(_) | Step::Accumulation(_) | Step::StoreValue(_) | Step::StoreEntry(_) => false,
    }
}

/// What is done last to compute an entry.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// Nothing: it is one of the independents, or comes from a branch or the user's code.
    Given,
    Negation,
    Product,
    Sum,
    Operation(Operation),
}

/// Whether LLVM packs what is done last, and the two stores with it: if it is the same, and not used elsewhere as well,
/// where it would have to be taken out of the register again.
fn is_packed(body: &Body<'_>, entries: [usize; 2]) -> bool {
    let [one, other] = entries.map(|entry| shape(body, entry));
    let named = entries.map(|entry| matches!(body.terms(entry), [term] if is_name(*term)));
    one == other && one != Shape::Given && named != [true, true]
}

fn is_name(term: Term) -> bool {
    matches!(term.product, Product::Atom(_)) && !term.negative
}

fn shape(body: &Body<'_>, entry: usize) -> Shape {
    match body.terms(entry) {
        [term] if is_name(*term) => match term.atoms().next() {
            Some(Atom::Accumulation(id)) => of_sum(body.accumulation(id)),
            Some(Atom::Value(id)) => of_value(body, id),
            None => Shape::Given,
        },
        terms => of_sum(terms),
    }
}

fn of_sum(terms: &[Term]) -> Shape {
    match terms {
        [term] if term.multiplies() => Shape::Product,
        [term] if term.negative => Shape::Negation,
        [_] => Shape::Given,
        _ => Shape::Sum,
    }
}

fn of_value(body: &Body<'_>, id: ValueId) -> Shape {
    match body.code.statement(id).elemental() {
        Elemental::Operation(Operation::Add | Operation::Sub | Operation::MulAdd) => Shape::Sum,
        Elemental::Operation(Operation::Mul) => Shape::Product,
        Elemental::Operation(Operation::Neg) => Shape::Negation,
        Elemental::Operation(operation) => Shape::Operation(operation),
        _ => Shape::Given,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written into the entries, each store as its places.
    fn stores(function: TokenStream) -> Vec<String> {
        let expansion = crate::expand(quote!(wrt(x)), function).to_string();
        let update = expansion
            .split("fn f_update_into")
            .nth(1)
            .expect("the computation");
        let update = update.split("fn f_").next().unwrap_or_default();
        let together = update
            .split("store (entries , ")
            .skip(1)
            .map(|rest| (rest, "together"));
        let alone = update
            .split("entries [")
            .skip(1)
            .map(|rest| (rest, "alone"));
        let mut stores: Vec<String> = together
            .chain(alone)
            .map(|(rest, how)| {
                let place: String = rest.chars().take_while(char::is_ascii_digit).collect();
                format!("{place} {how}")
            })
            .collect();
        stores.sort();
        stores
    }

    #[test]
    fn unlike_neighbours_are_stored_together() {
        let function = quote! {
            fn f(x: &[f64; 2]) -> f64 { x[0] * x[1].sin() }
        };
        assert_eq!(stores(function), ["0 together"]);
    }

    #[test]
    fn what_is_alike_is_left_to_llvm() {
        let function = quote! {
            fn f(x: &[f64; 2], a: f64, b: f64) -> f64 { a * x[0].sin() + b * x[1].sin() }
        };
        assert_eq!(stores(function), ["0 alone", "1 alone"]);
    }

    #[test]
    fn nothing_waits_across_a_branch() {
        let function = quote! {
            fn f(x: &[f64; 2]) -> [f64; 2] {
                let b = if x[1] > 0.0 { x[1] * x[1] } else { x[1] };
                [x[0].sin(), b]
            }
        };
        assert_eq!(stores(function), ["0 alone", "1 alone"]);
    }
}
