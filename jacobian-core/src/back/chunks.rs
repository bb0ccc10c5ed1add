//! Long computations, cut into functions that rustc can digest.
//!
//! ```text
//! mod __f_update_into_1 {
//!     pub(super) fn chunk(live: &[f64; 1], live_0: &[f64; 9], entries: &mut [f64; 90]) -> [f64; 2] {
//!         let [v4] = *live;                         variables of the caller that this chunk uses
//!         let [_, v9, .., a2, _] = *live_0;         results of earlier chunks
//!         ...
//!         [v30, a7]                                 results that later chunks use
//!     }
//! }
//!
//! let live_1 = __f_update_into_1::chunk(&[x[4]], &live_0, entries);
//! value[6] = live_1[0];
//! ```
//!
//! One `let` per operation overflows rustc's stack near 3,000 of them under debug info, and LLVM's
//! vectorizer is far from linear in the length of a function; chunks of a few hundred statements
//! cure both, for one call and some loads and stores each. Chunks take the results of others by
//! reference, because a caller that copied it would be a long body itself. Values and outputs are
//! stored by the caller, whose types a chunk may not name. A branch is never cut, but a long arm
//! is, within.
//!
//! rustc optimizes the modules of a crate side by side, so chunks of a free function are in modules
//! beside it; those of methods, of generic functions and of arms, and those with the user's own
//! code, are in the function itself.
//!
//! Invariant: a chunk uses what earlier chunks define. Cost: linear in the uses.

use crate::ordered::{Map, Set};

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::plan::Atom;
use crate::schedule::{ONE_PIECE, Step};
use crate::spelling;

use super::body::Body;
use super::pinned::Pinned;
use super::statement;
use super::uses::{independent, is_integer, last_uses};
use super::{functions, packed};

/// Statements in a chunk. What a chunk hands out are stores side by side, and LLVM looks at them in
/// pairs. Of 3,220 statements that keep hundreds of values alive, while callers still copied the
/// results of chunks, chunks of 500 took 3.5 seconds of release build, of 250 and of 125 less than
/// 2.1; with references it is 0.8 (`random 1000` of `benches/compile.rs`). Of 32,150 such
/// statements chunks of 125 take 15 seconds instead of 19, but code that computes `stencil 10000`
/// takes six per cent more time then.
const CHUNK: usize = 250;

/// Places that a pattern may skip for each that it names.
const SKIPPED: usize = 32;

/// What a statement reads, where it reads much.
const OPERANDS: usize = 4;

/// The statements of a body, cut where they are many; the last atoms are variables at the end.
pub(crate) fn statements(body: &Body<'_>, last: &[Atom]) -> TokenStream {
    if body.view.schedule.weight() <= ONE_PIECE {
        packed::statements(body)
    } else {
        emit(body, last, None).0
    }
}

/// The same for a free function, and the modules beside it in which its chunks are.
pub(crate) fn statements_and_modules(
    body: &Body<'_>,
    modules: &Modules,
) -> (TokenStream, TokenStream) {
    if body.view.schedule.weight() <= ONE_PIECE {
        (packed::statements(body), TokenStream::new())
    } else {
        emit(body, &[], may_move(body).then_some(modules))
    }
}

/// Modules for chunks. rustc optimizes different modules on different cores, but not if these are
/// inside of a function.
pub(crate) struct Modules {
    /// What their names begin with.
    pub(crate) prefix: Ident,
    /// What each of them needs to have in scope.
    pub(crate) helpers: TokenStream,
}

/// Whether a chunk means the same in a module of its own: there only absolute paths reach the
/// runtime, and the bounds of a generic scalar are the user's.
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
    let chunks = cut(body, rest);
    let mut last_use = last_uses(body, &chunks);
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

/// The steps in pieces of about equal weight. A long sum weighs as much as the statements that it
/// would be.
fn cut<'a>(body: &Body<'_>, steps: &'a [Step]) -> Vec<&'a [Step]> {
    let weight = |step: &Step| match step {
        Step::Branch(id) => body.view.schedule.branch(*id).weight(),
        _ => body.view.uses(*step).len().div_ceil(OPERANDS).max(1),
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

/// The inside of a pattern that names these places of an array; the places after the last are left
/// out.
fn pattern(places: &[(usize, TokenStream)], length: usize) -> TokenStream {
    let (mut pattern, mut next) = (TokenStream::new(), 0);
    for (position, name) in places {
        pattern.extend((next..*position).map(|_| quote!(_,)));
        pattern.extend(quote!(#name,));
        next = position + 1;
    }
    if next < length {
        pattern.extend(quote!(..));
    }
    pattern
}

/// The array that a chunk hands out.
fn result_of(chunk: usize) -> Ident {
    spelling::local(&format!("live_{chunk}"))
}

/// The generated function itself, which calls the chunks.
struct Caller<'a> {
    body: &'a Body<'a>,
    /// Nothing where chunks must stay.
    modules: Option<&'a Modules>,
    /// The modules so far.
    moved: TokenStream,
    /// Where the caller finds values that are not variables.
    places: Map<Atom, TokenStream>,
    /// The chunk that handed a value out, and where in its array.
    handed: Map<Atom, (usize, usize)>,
    /// How many values each chunk handed out.
    lengths: Vec<usize>,
    last_use: Map<Atom, usize>,
}

impl Caller<'_> {
    /// One chunk: its function, the call, and the stores of values.
    fn call(&mut self, index: usize, chunk: &[Step]) -> TokenStream {
        let defined: Set<Atom> = chunk
            .iter()
            .flat_map(|step| self.body.view.defines(*step))
            .collect();
        let inside = |step: &&Step| !matches!(step, Step::StoreValue(_));
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
        let outlives = |atom: &&Atom| self.last_use.get(atom).is_some_and(|last| *last > index);
        let live_out: Vec<Atom> = defined.iter().filter(outlives).copied().collect();
        let live = [&live_in, &integers, &handed, &live_out].map(Vec::as_slice);
        let (definition, function) = self.placed(index, chunk, live);
        let arguments: Vec<TokenStream> = live_in.iter().map(|atom| self.place(*atom)).collect();
        let exponents = integers.iter().map(|atom| self.place(*atom));
        let exponents = (!integers.is_empty()).then(|| quote!(&[#(#exponents),*],));
        let sources = self.sources(&handed).into_iter().map(result_of);
        let (result, target) = (result_of(index), spelling::parameter("entries"));
        for (position, atom) in live_out.iter().enumerate() {
            self.handed.insert(*atom, (index, position));
            let position = Literal::usize_unsuffixed(position);
            self.places.insert(*atom, quote!(#result[#position]));
        }
        self.lengths.push(live_out.len());
        let stores: TokenStream = chunk.iter().filter_map(|step| self.store(*step)).collect();
        quote! {
            #definition
            let #result = #function(&[#(#arguments),*], #exponents #(&#sources,)* #target);
            #stores
        }
    }

    /// The function of a chunk, unless it went into a module, and the path to it. A chunk with code of the
    /// user's (in branches) is not moved into a module, because names mean something else there.
    fn placed(
        &mut self,
        index: usize,
        chunk: &[Step],
        live: [&[Atom]; 4],
    ) -> (TokenStream, TokenStream) {
        let is_own = |step: &Step| matches!(step, Step::Branch(_));
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

    /// The chunks that handed these out.
    fn sources(&self, handed: &[Atom]) -> Set<usize> {
        handed.iter().map(|atom| self.handed[atom].0).collect()
    }

    /// The function of a chunk: what the caller passes, what other chunks handed out, what this one
    /// does.
    fn definition(
        &self,
        function: &Ident,
        chunk: &[Step],
        [live_in, integers, handed, live_out]: [&[Atom]; 4],
    ) -> TokenStream {
        let scalar = spelling::scalar_type(self.body.interface.precision);
        let nnz = self.body.entries.map_or(0, super::constants::Entries::nnz);
        let [n_in, n_out, nnz] =
            [live_in.len(), live_out.len(), nnz].map(Literal::usize_unsuffixed);
        let (live, target) = (spelling::local("live"), spelling::parameter("entries"));
        let name = |atom: &Atom| self.body.chains.atom(*atom);
        let inputs = live_in.iter().map(name);
        let sources = self.sources(handed).into_iter().map(|source| {
            let (array, length) = (
                result_of(source),
                Literal::usize_unsuffixed(self.lengths[source]),
            );
            quote!(#array: &[#scalar; #length],)
        });
        let loads = self.loads(handed);
        let outputs = live_out.iter().map(name);
        let (exponents, bound) = self.exponents(integers);
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
            fn #function #scalar_parameter(#live: &[#scalar; #n_in], #exponents #(#sources)* #target: &mut [#scalar; #nnz]) -> [#scalar; #n_out] {
                let [#(#inputs),*] = *#live;
                #loads
                #bound
                #(#statements)*
                [#(#outputs),*]
            }
        }
    }

    /// What earlier chunks handed out, by name. An index takes rustc thirty times as long to type
    /// as a place in a pattern, so that patterns name what is used and skip what is not, unless
    /// that is nearly all. What is indexed shares one `let`, since rustc nests a scope in each.
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

    /// The parameter for integers, and the names that they have inside; nothing where there are
    /// none.
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

    /// Where the caller finds a value.
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

    fn store(&self, step: Step) -> Option<TokenStream> {
        let Step::StoreValue(row) = step else {
            return None;
        };
        Some(
            self.body
                .store_value(row, &self.place(Atom::Value(self.body.view.dependent(row)))),
        )
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
        let few = longest(chain(600));
        assert!(few > 1_000, "{few}");
        assert!(longest(chain(2_400)) <= few + few / 8);
    }
}
