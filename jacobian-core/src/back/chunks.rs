//! Long computations, cut into functions that rustc can digest.
//!
//! ```text
//! #[inline(never)]
//! fn __chunk_1(live: &[f64; 3], entries: &mut [f64; 90]) -> [f64; 2] {
//!     let [v4, v9, a2] = *live;        what earlier chunks computed and this one uses
//!     ...
//!     [v30, a7]                        what later chunks use
//! }
//! let live_1 = __chunk_1(&[x[4], live_0[1], live_0[7]], entries);
//! value[6] = live_1[0];
//! ```
//!
//! One `let` per operation overflows rustc's stack near 3,000 of them under debug info, and LLVM's
//! vectorizer is far from linear in the length of a function; chunks of a few hundred statements cure
//! both, for one call and some loads and stores each. Values and outputs are stored by the caller,
//! whose types a nested function may not name. A branch is never cut, but a long arm is, within.
//!
//! Invariant: a chunk uses what earlier chunks define. Cost: linear in the uses.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::elim::Atom;
use crate::interface::Opaque;
use crate::ir::{Elemental, ValueId};
use crate::schedule::{Schedule, Step};
use crate::spelling;

use super::body::Body;
use super::{branch, statement};

/// Statements in one function before they are cut into chunks.
const LONGEST: usize = 1_500;

/// Statements in a chunk.
const CHUNK: usize = 500;

/// The statements of a body, cut where they are many; the last atoms are variables at the end.
pub(crate) fn statements(body: &Body<'_>, last: &[Atom]) -> TokenStream {
    if body.schedule.weight() <= LONGEST {
        body.steps(body.schedule.steps())
    } else {
        emit(body, last)
    }
}

/// The schedule as a sequence of calls.
fn emit(body: &Body<'_>, last: &[Atom]) -> TokenStream {
    let schedule = body.schedule;
    let (pinned, rest) = schedule.steps().split_at(schedule.n_pinned());
    let chunks = cut(schedule, rest);
    let mut last_use = last_uses(body, &chunks);
    last_use.extend(last.iter().map(|atom| (*atom, chunks.len())));
    let mut caller = Caller {
        body,
        places: BTreeMap::new(),
        last_use,
    };
    let pinned = caller.pinned(pinned);
    let calls: TokenStream = chunks
        .iter()
        .enumerate()
        .map(|(index, chunk)| caller.call(index, chunk))
        .collect();
    let last: BTreeSet<Atom> = last.iter().copied().collect();
    let named = last.iter().filter_map(|atom| {
        let (name, place) = (body.chains.atom(*atom), caller.places.get(atom)?);
        Some(quote!(let #name = #place;))
    });
    quote!(#pinned #calls #(#named)*)
}

/// The steps in pieces of about equal weight.
fn cut<'a>(schedule: &Schedule, steps: &'a [Step]) -> Vec<&'a [Step]> {
    let weight = |step: &Step| match step {
        Step::Branch(id) => schedule.branch(*id).weight(),
        _ => 1,
    };
    let (mut chunks, mut first, mut sum) = (Vec::new(), 0, 0);
    for (position, step) in steps.iter().enumerate() {
        sum += weight(step);
        if sum >= CHUNK || position + 1 == steps.len() {
            chunks.push(&steps[first..=position]);
            (first, sum) = (position + 1, 0);
        }
    }
    chunks
}

/// The chunk after which each atom is no longer needed; stores by the caller count as later.
fn last_uses(body: &Body<'_>, chunks: &[&[Step]]) -> BTreeMap<Atom, usize> {
    let mut last = BTreeMap::new();
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
fn uses(body: &Body<'_>, step: Step) -> Vec<Atom> {
    let plan = || {
        body.plan
            .expect("invariant: accumulations belong to a plan")
    };
    let atoms: Vec<Atom> = match step {
        Step::Value(id) if body.sum(id).is_some() => {
            let terms = body.sum(id).unwrap_or_default().iter();
            terms.flat_map(|term| term.atoms()).collect()
        }
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
fn defines(body: &Body<'_>, step: Step) -> Vec<Atom> {
    match step {
        Step::Value(id) if independent(body, id).is_some() => Vec::new(),
        Step::Value(id) => vec![Atom::Value(id)],
        Step::Accumulation(id) => vec![Atom::Accumulation(id)],
        Step::StoreValue(_) | Step::StoreEntry(_) => Vec::new(),
        Step::Branch(id) => {
            let joins = branch::defines(body.code.branch(id), body.schedule.branch(id));
            joins.into_iter().map(Atom::Value).collect()
        }
    }
}

fn independent<'a>(body: &'a Body<'_>, id: ValueId) -> Option<&'a TokenStream> {
    match body.code.statement(id).elemental() {
        Elemental::Independent(index) if !body.is_arm => {
            Some(&body.interface.independents[index as usize])
        }
        _ => None,
    }
}

/// Whether a value is an integer of the user's, which travels among scalars as one.
fn is_integer(body: &Body<'_>, atom: Atom) -> bool {
    let Atom::Value(id) = atom else { return false };
    match body.code.statement(id).elemental() {
        Elemental::Opaque(opaque) => matches!(
            body.interface.opaques[opaque.0 as usize],
            Opaque::Integer(_)
        ),
        _ => false,
    }
}

/// The generated function itself, which calls the chunks.
struct Caller<'a> {
    body: &'a Body<'a>,
    /// Where values stand that are not variables of the caller.
    places: BTreeMap<Atom, TokenStream>,
    last_use: BTreeMap<Atom, usize>,
}

impl Caller<'_> {
    /// The user's own code. Scalars that no other code of the user's mentions go into arrays, so that
    /// they are not a `let` each.
    fn pinned(&mut self, steps: &[Step]) -> TokenStream {
        let mentioned: BTreeSet<Atom> = steps
            .iter()
            .flat_map(|step| uses(self.body, *step))
            .collect();
        let mut tokens = TokenStream::new();
        let mut collected: Vec<(Atom, TokenStream)> = Vec::new();
        let mut n_arrays = 0;
        for step in steps {
            let scalar = match step {
                Step::Value(id) if !mentioned.contains(&Atom::Value(*id)) => {
                    self.opaque_scalar(*id)
                }
                _ => None,
            };
            if let Some(collectable) = scalar {
                collected.push(collectable);
            } else {
                tokens.extend(self.flush(&mut collected, &mut n_arrays));
                tokens.extend(self.body.step(*step));
            }
            if collected.len() == CHUNK {
                tokens.extend(self.flush(&mut collected, &mut n_arrays));
            }
        }
        tokens.extend(self.flush(&mut collected, &mut n_arrays));
        tokens
    }

    fn opaque_scalar(&self, id: ValueId) -> Option<(Atom, TokenStream)> {
        let Elemental::Opaque(opaque) = self.body.code.statement(id).elemental() else {
            return None;
        };
        let Opaque::Scalar {
            expression,
            reference,
        } = &self.body.interface.opaques[opaque.0 as usize]
        else {
            return None;
        };
        let library = spelling::library();
        let expression = if *reference {
            quote!(#library::scalar(#expression))
        } else {
            expression.clone()
        };
        Some((Atom::Value(id), expression))
    }

    fn flush(
        &mut self,
        collected: &mut Vec<(Atom, TokenStream)>,
        n_arrays: &mut usize,
    ) -> TokenStream {
        if collected.is_empty() {
            return TokenStream::new();
        }
        let array = spelling::local(&format!("inactive_{n_arrays}"));
        *n_arrays += 1;
        let scalar = spelling::scalar_type(self.body.interface.precision);
        let length = Literal::usize_unsuffixed(collected.len());
        let mut expressions = Vec::new();
        for (position, (atom, expression)) in collected.drain(..).enumerate() {
            let position = Literal::usize_unsuffixed(position);
            self.places.insert(atom, quote!(#array[#position]));
            expressions.push(expression);
        }
        quote!(let #array: [#scalar; #length] = [#(#expressions),*];)
    }

    /// One chunk: its function, the call, and the stores of values.
    fn call(&mut self, index: usize, chunk: &[Step]) -> TokenStream {
        let defined: BTreeSet<Atom> = chunk
            .iter()
            .flat_map(|step| defines(self.body, *step))
            .collect();
        let inside = |step: &&Step| !matches!(step, Step::StoreValue(_));
        let used: BTreeSet<Atom> = chunk
            .iter()
            .filter(inside)
            .flat_map(|step| uses(self.body, *step))
            .collect();
        let live_in: Vec<Atom> = used.difference(&defined).copied().collect();
        let outlives = |atom: &&Atom| self.last_use.get(atom).is_some_and(|last| *last > index);
        let live_out: Vec<Atom> = defined.iter().filter(outlives).copied().collect();
        let function = format_ident!("__chunk_{index}", span = proc_macro2::Span::mixed_site());
        let definition = self.definition(&function, chunk, &live_in, &live_out);
        let arguments: Vec<TokenStream> = live_in.iter().map(|atom| self.argument(*atom)).collect();
        let (result, target) = (
            spelling::local(&format!("live_{index}")),
            spelling::local("entries"),
        );
        for (position, atom) in live_out.iter().enumerate() {
            let position = Literal::usize_unsuffixed(position);
            self.places.insert(*atom, quote!(#result[#position]));
        }
        let stores: TokenStream = chunk.iter().filter_map(|step| self.store(*step)).collect();
        quote! {
            #definition
            let #result = #function(&[#(#arguments),*], #target);
            #stores
        }
    }

    fn definition(
        &self,
        function: &proc_macro2::Ident,
        chunk: &[Step],
        live_in: &[Atom],
        live_out: &[Atom],
    ) -> TokenStream {
        let scalar = spelling::scalar_type(self.body.interface.precision);
        let nnz = self.body.entries.map_or(0, super::constants::Entries::nnz);
        let [n_in, n_out, nnz] =
            [live_in.len(), live_out.len(), nnz].map(Literal::usize_unsuffixed);
        let (live, target) = (spelling::local("live"), spelling::local("entries"));
        let name = |atom: &Atom| self.body.chains.atom(*atom);
        let inputs = live_in.iter().map(name);
        let outputs = live_out.iter().map(name);
        let integers = live_in
            .iter()
            .filter(|atom| is_integer(self.body, **atom))
            .map(|atom| {
                let name = name(atom);
                quote!(let #name = #name as ::core::primitive::i32;)
            });
        let inside = |step: &&Step| match step {
            Step::StoreValue(_) => false,
            Step::Value(id) => independent(self.body, *id).is_none(),
            _ => true,
        };
        let statements = chunk
            .iter()
            .filter(inside)
            .map(|step| self.body.step(*step));
        let scalar_parameter = self.body.interface.scalar.as_ref().map(|generic| {
            let bounds = &generic.bounds;
            quote!(<#scalar: #bounds>)
        });
        quote! {
            #[inline(never)]
            fn #function #scalar_parameter(#live: &[#scalar; #n_in], #target: &mut [#scalar; #nnz]) -> [#scalar; #n_out] {
                let [#(#inputs),*] = *#live;
                #(#integers)*
                #(#statements)*
                [#(#outputs),*]
            }
        }
    }

    /// Where the caller finds a value.
    fn place(&self, atom: Atom) -> TokenStream {
        if let Some(place) = self.places.get(&atom) {
            return place.clone();
        }
        match atom {
            Atom::Value(id) => match independent(self.body, id) {
                Some(place) => place.clone(),
                None => statement::operand(self.body.code, id),
            },
            Atom::Accumulation(_) => self.body.chains.atom(atom),
        }
    }

    fn argument(&self, atom: Atom) -> TokenStream {
        let place = self.place(atom);
        if is_integer(self.body, atom) {
            let scalar = spelling::scalar_type(self.body.interface.precision);
            return quote!(#place as #scalar);
        }
        place
    }

    fn store(&self, step: Step) -> Option<TokenStream> {
        let Step::StoreValue(row) = step else {
            return None;
        };
        Some(
            self.body
                .store_value(row, &self.place(Atom::Value(self.body.dependent(row)))),
        )
    }
}
