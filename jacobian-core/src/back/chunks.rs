//! Function splitting (outlining): a long computation becomes several functions, called chunks.
//!
//! ```text
//! mod __f_update_into_1 {
//!     pub(super) fn chunk(
//!         x: &[f64; 40], live: &[f64; 1], live_0: &[f64; 9], entries: &mut [f64; 90],
//!     ) -> [f64; 2] {
//!         let [v7] = *live;                         variables of the caller that this chunk uses
//!         let [_, v9, .., a2, _] = *live_0;         results of earlier chunks
//!         let v4 = x[4];                            inputs
//!         ...
//!         [v30, a7]                                 results that later chunks use
//!     }
//! }
//!
//! let live_1 = __f_update_into_1::chunk(x, &[v7], &live_0, entries);
//! value[6] = live_1[0];
//! ```
//!
//! With debug information, near 3,000 `let`s in one body overflow the stack of rustc. And the time
//! of LLVM's vectorizer is far from linear in the length of a function. Chunks of a few hundred
//! statements cure both, at the price of a call and some loads and stores for each.
//!
//! Chunks take the results of other chunks by reference, because a caller that copied them would be
//! a long body itself. The caller stores values and outputs of the user's, because a chunk may not
//! be able to name their types. Branches and loops are never cut; long arms and bodies are, inside.
//!
//! rustc optimizes the modules of a crate in parallel, so chunks of a free function go into modules
//! next to it. Chunks of methods, generic functions and arms, and chunks with the user's own code,
//! stay in the function.
//!
//! Invariant: a chunk uses values of earlier chunks only. Cost: linear in the uses.

use crate::ordered::{Map, Set};

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::plan::Atom;
use crate::schedule::{ONE_BLOCK, ONE_FUNCTION, Step};
use crate::spelling;

use super::body::Body;
use super::cuts::{CHUNK, cut, weight};
use super::inputs::{Inputs, pattern, reads};
use super::pinned::Pinned;
use super::statement;
use super::uses::{independent, is_integer, last_uses};
use super::{functions, packed, sections, versions};

/// The number of places that a pattern may skip for each place that it names. An index takes rustc
/// thirty times as long to check as a place in a pattern, so at about this ratio both cost the
/// same.
const SKIPPED: usize = 32;

/// The statements of a body, in sections or chunks if there are many. The atoms in `last` are
/// variables afterwards.
pub(crate) fn statements(body: &Body<'_>, last: &[Atom]) -> TokenStream {
    in_one_function(body, last).unwrap_or_else(|| emit(body, last, None).0)
}

/// The statements of a body that needs no chunks.
fn in_one_function(body: &Body<'_>, last: &[Atom]) -> Option<TokenStream> {
    let weight = body.view.schedule.weight();
    if weight <= ONE_BLOCK {
        Some(packed::statements(body))
    } else if weight <= ONE_FUNCTION {
        Some(sections::statements(body, last))
    } else {
        None
    }
}

/// The same for a free function, with the modules for its chunks.
pub(crate) fn statements_and_modules(
    body: &Body<'_>,
    modules: &Modules,
) -> (TokenStream, TokenStream) {
    match in_one_function(body, &[]) {
        Some(statements) => (statements, TokenStream::new()),
        None => emit(body, &[], may_move(body).then_some(modules)),
    }
}

/// Modules for chunks. rustc optimizes different modules on different cores, but not if they are
/// inside a function.
pub(crate) struct Modules {
    /// The beginning of their names.
    pub(crate) prefix: Ident,
    /// The imports and helpers that each of them needs.
    pub(crate) helpers: TokenStream,
}

/// Whether a chunk means the same in a module of its own. A relative path to the runtime would not
/// resolve there, and neither would the bounds of a generic scalar, which are the user's code.
fn may_move(body: &Body<'_>) -> bool {
    let interface = body.interface;
    let mut segments = interface.runtime.segments.iter();
    let is_absolute = interface.runtime.leading_colon.is_some()
        || segments.next().is_some_and(|first| first.ident == "crate");
    is_absolute && interface.scalar.is_none() && !interface.is_method
}

/// The schedule as a sequence of calls.
fn emit(body: &Body<'_>, last: &[Atom], modules: Option<&Modules>) -> (TokenStream, TokenStream) {
    let schedule = body.view.schedule;
    let (pinned, rest) = schedule.steps().split_at(schedule.n_pinned());
    let chunks = cut(rest, CHUNK, |step| weight(body, *step));
    let mut last_use = last_uses(body, &chunks);
    // Atoms that the caller needs as variables outlive all chunks.
    last_use.extend(last.iter().map(|atom| (*atom, chunks.len())));
    let Pinned {
        statements: pinned,
        places,
    } = Pinned::of(body, pinned, CHUNK);
    let mut caller = Caller {
        body,
        modules,
        moved: TokenStream::new(),
        places,
        handed: Map::new(),
        lengths: Vec::new(),
        last_use,
        inputs: Inputs::of(body),
    };
    let calls: TokenStream = chunks
        .iter()
        .enumerate()
        .map(|(index, chunk)| caller.call(index, chunk))
        .collect();
    let last: Set<Atom> = last.iter().copied().collect();
    let named = last.iter().filter_map(|atom| {
        let (name, place) = (body.chains.atom(*atom), caller.places.get(atom)?);
        Some(quote!(let #name = #place;))
    });
    (quote!(#pinned #calls #(#named)*), caller.moved)
}

/// The array that a chunk hands out.
fn result_of(chunk: usize) -> Ident {
    spelling::local(&format!("live_{chunk}"))
}

/// The generated function itself, which calls the chunks.
struct Caller<'a> {
    body: &'a Body<'a>,
    /// `None` if chunks must stay in the function.
    modules: Option<&'a Modules>,
    /// The modules so far.
    moved: TokenStream,
    /// The expressions in the caller of values that are not variables there.
    places: Map<Atom, TokenStream>,
    /// For each result of a chunk, the chunk and the position in its array.
    handed: Map<Atom, (usize, usize)>,
    /// The number of results of each chunk.
    lengths: Vec<usize>,
    last_use: Map<Atom, usize>,
    inputs: Inputs,
}

/// What a chunk uses and hands out.
struct Live<'a> {
    /// Variables of the caller, and integers.
    inputs: &'a [Atom],
    integers: &'a [Atom],
    /// Numbers of arrays that it reads itself, and the numbers of these.
    read: &'a [Atom],
    arrays: &'a Set<usize>,
    /// Results of earlier chunks.
    handed: &'a [Atom],
    /// What later ones use.
    outputs: &'a [Atom],
}

impl Caller<'_> {
    /// One chunk: its function, the call, and the stores of values.
    fn call(&mut self, index: usize, chunk: &[Step]) -> TokenStream {
        let defined: Set<Atom> = chunk
            .iter()
            .flat_map(|step| self.body.view.defines(*step))
            .collect();
        // Values are stored by the caller, so these steps need no parameter.
        let inside = |step: &&Step| !self.body.is_returned(**step);
        let used: Set<Atom> = chunk
            .iter()
            .filter(inside)
            .flat_map(|step| self.body.view.uses(*step))
            .collect();
        let (handed, live_in): (Vec<Atom>, Vec<Atom>) = used
            .difference(&defined)
            .copied()
            .partition(|atom| self.handed.contains_key(atom));
        let (integers, live_in): (Vec<Atom>, Vec<Atom>) = live_in
            .into_iter()
            .partition(|atom| is_integer(self.body, *atom));
        let array_of = |atom: &Atom| self.inputs.array_of(self.body, *atom);
        let (read, live_in): (Vec<Atom>, Vec<Atom>) = live_in
            .into_iter()
            .partition(|atom| array_of(atom).is_some());
        let arrays: Set<usize> = read.iter().filter_map(array_of).collect();
        // Only results that a later chunk needs leave this one. Handing all out would cost a store
        // for each statement.
        let outlives = |atom: &&Atom| self.last_use.get(atom).is_some_and(|last| *last > index);
        let live_out: Vec<Atom> = defined.iter().filter(outlives).copied().collect();
        let live = Live {
            inputs: &live_in,
            integers: &integers,
            read: &read,
            arrays: &arrays,
            handed: &handed,
            outputs: &live_out,
        };
        let (definition, function) = self.placed(index, chunk, &live);
        let arrays = arrays.iter().map(|array| self.inputs.argument(*array));
        let arrays: Vec<TokenStream> = arrays.collect();
        let arguments = live_in.iter().map(|atom| self.place(*atom));
        let arguments = (!live_in.is_empty()).then(|| quote!(&[#(#arguments),*],));
        let exponents = integers.iter().map(|atom| self.place(*atom));
        let exponents = (!integers.is_empty()).then(|| quote!(&[#(#exponents),*],));
        let sources = self.sources(&handed).into_iter().map(result_of);
        let result = result_of(index);
        let targets = self.body.targets.iter().map(|target| &target.name);
        for (position, atom) in live_out.iter().enumerate() {
            self.handed.insert(*atom, (index, position));
            let position = Literal::usize_unsuffixed(position);
            self.places.insert(*atom, quote!(#result[#position]));
        }
        self.lengths.push(live_out.len());
        let version = versions::passed(self.body.interface);
        let stores: TokenStream = chunk.iter().filter_map(|step| self.store(*step)).collect();
        quote! {
            #definition
            let #result = #function(#version #(#arrays,)* #arguments #exponents #(&#sources,)* #(#targets),*);
            #stores
        }
    }

    /// The function of a chunk, unless it went into a module, and the path to it. A chunk with a
    /// branch stays, because conditions are the user's own code, and in a module its names would
    /// mean something else.
    fn placed(
        &mut self,
        index: usize,
        chunk: &[Step],
        live: &Live<'_>,
    ) -> (TokenStream, TokenStream) {
        let is_own = |step: &Step| matches!(step, Step::Branch(_) | Step::Loop(_));
        let modules = self.modules.filter(|_| !chunk.iter().any(is_own));
        if let Some(Modules { prefix, helpers }) = modules {
            let module = format_ident!("__{prefix}_{index}");
            let chunk = self.definition(&format_ident!("chunk"), chunk, live);
            let lints = functions::lints();
            self.moved.extend(quote! {
                #[doc(hidden)]
                #lints
                mod #module {
                    #helpers
                    // Inlined, the chunks would be one long function again.
                    #[inline(never)]
                    pub(super) #chunk
                }
            });
            return (TokenStream::new(), quote!(#module::chunk));
        }
        let name = format_ident!("__chunk_{index}", span = Span::mixed_site());
        let chunk = self.definition(&name, chunk, live);
        (quote!(#[inline(never)] #chunk), quote!(#name))
    }

    /// The chunks that computed these atoms.
    fn sources(&self, handed: &[Atom]) -> Set<usize> {
        handed.iter().map(|atom| self.handed[atom].0).collect()
    }

    /// The function of a chunk. Its parameters are variables of the caller and results of other
    /// chunks, its body are the steps.
    fn definition(&self, function: &Ident, chunk: &[Step], live: &Live<'_>) -> TokenStream {
        let Live {
            integers, handed, ..
        } = *live;
        let scalar = spelling::scalar_type(self.body.interface.precision);
        let [n_in, n_out] = [live.inputs.len(), live.outputs.len()].map(Literal::usize_unsuffixed);
        let targets = self.body.target_parameters(&scalar);
        let arrays = live.arrays.iter();
        let arrays = arrays.map(|array| self.inputs.parameter(*array, &scalar));
        let given = spelling::local("live");
        let name = |atom: &Atom| self.body.chains.atom(*atom);
        let inputs = live.inputs.iter().map(name);
        let has_inputs = !live.inputs.is_empty();
        let taken = has_inputs.then(|| quote!(let [#(#inputs),*] = *#given;));
        let given = has_inputs.then(|| quote!(#given: &[#scalar; #n_in],));
        let sources = self.sources(handed).into_iter().map(|source| {
            let (array, length) = (
                result_of(source),
                Literal::usize_unsuffixed(self.lengths[source]),
            );
            quote!(#array: &[#scalar; #length],)
        });
        let loads = self.loads(handed);
        let outputs = live.outputs.iter().map(name);
        let (exponents, bound) = self.exponents(integers);
        let inside = |step: &&Step| match step {
            Step::StoreValue(_) => !self.body.is_returned(**step),
            // An independent is an argument, so the chunk does not read it again.
            Step::Value(id) => independent(self.body, *id).is_none(),
            _ => true,
        };
        let mut reads = reads(self.body, chunk, live.read);
        let statements = chunk.iter().enumerate().map(|(position, step)| {
            let mut statement = reads.remove(&position).unwrap_or_default();
            statement.extend(inside(&step).then(|| self.body.step(*step)));
            statement
        });
        let interface = self.body.interface;
        let parameters = versions::type_parameters(interface, &scalar);
        let version = versions::declared(interface);
        let body = quote!(#taken #loads #bound #(#statements)* [#(#outputs),*]);
        let body = versions::running(interface, self.body.fma, body);
        quote! {
            fn #function #parameters(
                #version #(#arrays,)* #given #exponents #(#sources)* #(#targets),*
            ) -> [#scalar; #n_out] { #body }
        }
    }

    /// Binds the results of earlier chunks to their names. An index takes rustc thirty times as
    /// long to type as a place in a pattern. So a pattern names the results that are used and skips
    /// the others, unless it would skip nearly all. Indices share one `let`, because rustc nests a
    /// scope in each.
    fn loads(&self, handed: &[Atom]) -> TokenStream {
        let mut by_source: Map<usize, Vec<(usize, TokenStream)>> = Map::new();
        for atom in handed {
            let (source, position) = self.handed[atom];
            let name = self.body.chains.atom(*atom);
            by_source.entry(source).or_default().push((position, name));
        }
        let (mut loads, mut names, mut indexed) = (TokenStream::new(), Vec::new(), Vec::new());
        for (source, mut places) in by_source {
            places.sort_by_key(|(position, _)| *position);
            let (array, length) = (result_of(source), self.lengths[source]);
            if length <= places.len() * SKIPPED {
                let pattern = pattern(&places, length);
                loads.extend(quote!(let [#pattern] = *#array;));
                continue;
            }
            for (position, name) in places {
                let position = Literal::usize_unsuffixed(position);
                names.push(name);
                indexed.push(quote!(#array[#position]));
            }
        }
        if !names.is_empty() {
            loads.extend(quote!(let [#(#names),*] = [#(#indexed),*];));
        }
        loads
    }

    /// The parameter for integers, and the statement that binds their names. Both are empty if
    /// there are no integers.
    fn exponents(&self, integers: &[Atom]) -> (TokenStream, TokenStream) {
        if integers.is_empty() {
            return (TokenStream::new(), TokenStream::new());
        }
        let array = spelling::local("exponents");
        let length = Literal::usize_unsuffixed(integers.len());
        let names = integers.iter().map(|atom| self.body.chains.atom(*atom));
        (
            quote!(#array: &[::core::primitive::i32; #length],),
            quote!(let [#(#names),*] = *#array;),
        )
    }

    /// The expression of a value in the caller.
    fn place(&self, atom: Atom) -> TokenStream {
        if let Some(place) = self.places.get(&atom) {
            return place.clone();
        }
        match atom {
            Atom::Value(id) => match independent(self.body, id) {
                Some(place) => place.clone(),
                None => statement::operand(self.body.view.code, id),
            },
            Atom::Accumulation(_) => self.body.chains.atom(atom),
        }
    }

    /// What the caller stores at a step.
    fn store(&self, step: Step) -> Option<TokenStream> {
        let Step::StoreValue(row) = step else {
            return None;
        };
        let stored = || self.place(Atom::Value(self.body.view.dependent(row)));
        let is_own = self.body.is_returned(step);
        is_own.then(|| self.body.store_value(row, &stored()))
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::{TokenStream, TokenTree};
    use quote::quote;

    /// All tokens, those inside of groups too.
    fn count(tokens: TokenStream) -> usize {
        let inside = |token| match token {
            TokenTree::Group(group) => 1 + count(group.stream()),
            _ => 1,
        };
        tokens.into_iter().map(inside).sum()
    }

    /// The tokens of the longest chunk, parameters included.
    fn longest(tokens: TokenStream) -> usize {
        let mut longest = 0;
        let mut sums = None;
        for token in tokens {
            match (&token, &mut sums) {
                (TokenTree::Ident(name), _) if name == "chunk" => {
                    sums = Some(0);
                }
                (TokenTree::Punct(punct), Some(sum)) if punct.as_char() == ';' && *sum > 0 => {
                    sums = None;
                }
                _ => {}
            }
            if let TokenTree::Group(group) = token {
                longest = longest.max(self::longest(group.stream()));
                if let Some(sum) = &mut sums {
                    *sum += count(group.stream());
                    longest = longest.max(*sum);
                }
            }
        }
        longest
    }

    /// `dy/da` sums a product for each round.
    fn chain(rounds: usize) -> TokenStream {
        crate::expand(
            TokenStream::new(),
            quote!(
                fn chain(x: f64, a: f64) -> f64 {
                    let mut y = x;
                    for _ in 0..#rounds {
                        y = (y * a).sin();
                    }
                    y
                }
            ),
        )
    }

    #[test]
    fn a_sum_of_thousands_makes_no_chunk_longer() {
        let few = longest(chain(6_000));
        assert!(few > 1_000, "{few}");
        assert!(longest(chain(12_000)) <= few + few / 8);
    }
}
