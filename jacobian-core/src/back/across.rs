//! Entries of two columns, stored across two registers.
//!
//! ```text
//!              p0 = [a3, a7]     p1 = [a4, a8]          one register for either of two alike parts of the function
//!                     |   \__ /    |
//! entries  5, 6    [a3,    a4]     |                    a column of the first part
//! entries 12, 13   [a7,    a8]  <--'                    a column of the second
//! ```
//!
//! Where a function consists of two alike parts, a pack holds a number of either, and they go to different columns. Two
//! packs whose results are neighbours in both columns are stored with two exchanges and two stores, where numbers by
//! themselves take as many exchanges and twice the stores. Independents that are neighbours are a pack as they are loaded.
//!
//! Invariant: every entry is stored once. Cost: linear, but for numbers that are stored at several places.

use crate::ordered::{Map, Set};

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::plan::{Atom, single};
use crate::schedule::Step;
use crate::spelling;

use super::body::Body;
use super::neighbours::{Neighbours, independent};
use super::superwords::Pack;
use super::{packs, sums};

/// A register of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Register {
    Pack(usize),
    /// Independents that are neighbours, by the places where they are read.
    Independents([usize; 2]),
}

/// A register, or what it is with both signs changed.
type Held = (Register, bool);

/// Four entries that two registers hold.
#[derive(Clone, Debug)]
pub(super) struct Across {
    /// Where the first numbers of both go, and where the second.
    slots: [usize; 2],
    held: [Held; 2],
    /// What is stored.
    pub(super) entries: [usize; 4],
    /// The steps that it waits for.
    pub(super) waits: Set<usize>,
}

/// The entries that are stored across registers.
pub(super) fn across(body: &Body<'_>, steps: &[Step], packs: &[Pack]) -> Vec<Across> {
    let holders = Holders::of(body, steps, packs);
    let mut found = Vec::new();
    let mut stored: Set<usize> = Set::new();
    for (slot, first) in &holders.by_slot {
        let Some(second) = holders.by_slot.get(&(slot + 1)) else {
            continue;
        };
        let is_free = |entry: &usize| !stored.contains(entry);
        if let Some(across) = holders.across([*first, *second], is_free) {
            stored.extend(across.entries);
            found.push(across);
        }
    }
    found
}

/// Which registers hold which entries.
struct Holders<'a> {
    body: &'a Body<'a>,
    packs: &'a [Pack],
    by_slot: Map<usize, usize>,
    /// Of each entry, the registers that it is the first or the second number of.
    of: Map<usize, Vec<(Held, usize)>>,
    /// Entries that are second numbers.
    seconds: Map<Held, Vec<usize>>,
}

impl<'a> Holders<'a> {
    fn of(body: &'a Body<'a>, steps: &[Step], packs: &'a [Pack]) -> Self {
        let mut lanes: Map<usize, Vec<(Register, usize)>> = Map::new();
        for (index, pack) in packs.iter().enumerate() {
            for (lane, place) in pack.steps.into_iter().enumerate() {
                lanes.insert(place, vec![(Register::Pack(index), lane)]);
            }
        }
        let places = sums::places(body, steps);
        let reads =
            (0..steps.len()).filter_map(|place| Some((independent(body, steps[place])?, place)));
        let reads: Map<u32, usize> = reads.collect();
        let neighbours = Neighbours::of(body, steps);
        for (column, place) in &reads {
            let Some(next) = reads.get(&(column + 1)) else {
                continue;
            };
            if neighbours.follows(*column, column + 1) {
                let register = Register::Independents([*place, *next]);
                lanes.entry(*place).or_default().push((register, 0));
                lanes.entry(*next).or_default().push((register, 1));
            }
        }
        let mut holders = Self {
            body,
            packs,
            by_slot: Map::new(),
            of: Map::new(),
            seconds: Map::new(),
        };
        for (place, step) in steps.iter().enumerate() {
            let Step::StoreEntry(entry) = *step else {
                continue;
            };
            let (place, negative) = match single(body.terms(entry)) {
                Some((negative, atom)) => (places.get(&atom).copied().unwrap_or(place), negative),
                None => (place, false),
            };
            holders.by_slot.insert(body.slot(entry), entry);
            for (register, lane) in lanes.get(&place).into_iter().flatten() {
                let held = (*register, negative);
                holders.of.entry(entry).or_default().push((held, *lane));
                if *lane == 1 {
                    holders.seconds.entry(held).or_default().push(entry);
                }
            }
        }
        holders
    }

    /// Two neighbouring entries, and what their registers hold beside them, if that goes to neighbours as well.
    fn across(&self, firsts: [usize; 2], is_free: impl Fn(&usize) -> bool) -> Option<Across> {
        let held = |entry: usize, wanted: usize| {
            let of = self.of.get(&entry).into_iter().flatten();
            of.filter(move |(_, lane)| *lane == wanted)
                .map(|(held, _)| *held)
        };
        for one in held(firsts[0], 0) {
            for other in held(firsts[1], 0).filter(|other| *other != one) {
                for second in self.seconds.get(&one).into_iter().flatten() {
                    let slot = self.body.slot(*second);
                    let Some(beside) = self.by_slot.get(&(slot + 1)) else {
                        continue;
                    };
                    let entries = [firsts[0], firsts[1], *second, *beside];
                    let are_apart = entries[..2]
                        .iter()
                        .all(|entry| !entries[2..].contains(entry));
                    let mut fits = held(*beside, 1);
                    if are_apart && fits.any(|held| held == other) && entries.iter().all(&is_free) {
                        return Some(Across {
                            slots: [self.body.slot(firsts[0]), slot],
                            held: [one, other],
                            entries,
                            waits: [one, other]
                                .iter()
                                .flat_map(|held| self.places(held.0))
                                .collect(),
                        });
                    }
                }
            }
        }
        None
    }

    /// The steps that compute or read what a register holds.
    fn places(&self, register: Register) -> [usize; 2] {
        match register {
            Register::Pack(index) => self.packs[index].steps,
            Register::Independents(places) => places,
        }
    }
}

impl Across {
    /// Both stores.
    pub(super) fn statement(&self, body: &Body<'_>, steps: &[Step]) -> TokenStream {
        let (library, target) = (spelling::library(), spelling::local("entries"));
        let registers = self.held.map(|(register, negative)| {
            let register = match register {
                Register::Pack(index) => {
                    let name = packs::name(index);
                    quote!(#name)
                }
                Register::Independents(places) => {
                    let [first, second] = places.map(|place| match steps[place] {
                        Step::Value(id) => body.chains.atom(Atom::Value(id)),
                        _ => unreachable!("invariant: independents are values"),
                    });
                    quote!(#library::two(#first, #second))
                }
            };
            if negative {
                quote!(-#register)
            } else {
                register
            }
        });
        let slots = self.slots.map(Literal::usize_unsuffixed);
        quote!(#library::store_across(#target, [#(#slots),*], [#(#registers),*]);)
    }
}
