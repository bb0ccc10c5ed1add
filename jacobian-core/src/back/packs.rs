//! Packs, written down: two sums in one register.
//!
//! ```text
//! let p3 = __fma_two(__elemental::two(v7, v8), p1, __elemental::both(v2) * p2);
//! let a12 = p3.first();
//! let a13 = p3.second();
//! ```
//!
//! [`superwords`](super::superwords) says which; here the steps are put into an order in which both of a pack are computed
//! at once, where the first of them stood. Whoever uses one of the two knows it by its own name; whoever uses both in
//! one register, by that of the pack. What goes from two packs to two columns is stored [`across`] them; what would have to
//! be exchanged to be added is multiplied [`anew`].
//!
//! The body stands twice, and the `cfg` of the user's crate takes one: a target without such registers gets the sums one by
//! one, as if there were no packs. In their order it would not be faster (ARCHITECTURE.md has the times).
//!
//! Cost: linear.

use crate::ordered::{Map, Set};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::plan::{Atom, Term};
use crate::schedule::Step;
use crate::spelling;

use super::across::{self, Across};
use super::anew;
use super::body::Body;
use super::sums::{self, Factor, factors};
use super::superwords::{self, Pack};
use super::uses::uses;
use super::{chain, pairs};

/// What is written at once.
#[derive(Clone, Debug)]
pub(super) enum Unit {
    /// One step.
    Alone(Step),
    /// A pack.
    Together(TokenStream),
}

/// The steps without any packs.
pub(super) fn alone(steps: &[Step]) -> Vec<Unit> {
    steps.iter().copied().map(Unit::Alone).collect()
}

/// The statements of a body; where the target has the registers, sums of one shape in packs.
pub(super) fn statements(body: &Body<'_>, steps: &[Step]) -> TokenStream {
    let alone = alone(steps);
    let packs = superwords::packs(body, steps);
    if packs.is_empty() {
        return pairs::statements(body, &alone);
    }
    let (runtime, helper) = (&body.interface.runtime, helper());
    let mode = Ident::new(body.fma.name(), Span::call_site());
    let anew = anew::sums(body, steps, &packs);
    // Rounded alike with and without packs.
    let alone: Vec<Unit> = (0..steps.len())
        .map(|place| by_itself(body, steps, place, &anew))
        .collect();
    let units = Writer::new(body, steps, &packs, &anew).units();
    // The user's own code comes first in both, and stands once.
    let n_pinned = body.schedule.n_pinned();
    let pinned = pairs::statements(body, &alone[..n_pinned]);
    let [packed, alone] = [units, alone].map(|units| pairs::statements(body, &units[n_pinned..]));
    let target = quote!(all(
        target_arch = "x86_64",
        target_feature = "avx",
        target_feature = "fma"
    ));
    quote! {
        #pinned
        #[cfg(#target)]
        {
            #runtime::__fma_two!(#mode, #helper);
            #packed
        }
        #[cfg(not(#target))]
        {
            #alone
        }
    }
}

/// One step.
fn by_itself(body: &Body<'_>, steps: &[Step], place: usize, anew: &Map<usize, Vec<Term>>) -> Unit {
    let step = steps[place];
    anew.get(&place).map_or(Unit::Alone(step), |terms| {
        Unit::Together(body.result(step, &body.chains.sum(terms)))
    })
}

fn helper() -> Ident {
    Ident::new("__fma_two", Span::mixed_site())
}

struct Writer<'a> {
    body: &'a Body<'a>,
    steps: &'a [Step],
    packs: &'a [Pack],
    /// Of each step in a pack, which pack.
    pack_of: Map<usize, usize>,
    /// Where an atom is computed.
    places: Map<Atom, usize>,
    /// What is stored across packs.
    across: Vec<Across>,
    /// The entries among it.
    stored: Set<usize>,
    /// What sums outside of packs add up, where that is not what it was.
    anew: &'a Map<usize, Vec<Term>>,
    /// What has been read by its own name.
    named: Set<Atom>,
}

impl<'a> Writer<'a> {
    fn new(
        body: &'a Body<'a>,
        steps: &'a [Step],
        packs: &'a [Pack],
        anew: &'a Map<usize, Vec<Term>>,
    ) -> Self {
        let of_steps = packs.iter().enumerate();
        let pack_of = of_steps.flat_map(|(index, pack)| pack.steps.map(|place| (place, index)));
        let pack_of: Map<usize, usize> = pack_of.collect();
        let across = across::across(body, steps, packs);
        let stored: Set<usize> = across.iter().flat_map(|across| across.entries).collect();
        let mut named = Set::new();
        for (place, step) in steps.iter().enumerate() {
            let is_stored = matches!(step, Step::StoreEntry(entry) if stored.contains(entry));
            match anew.get(&place) {
                Some(terms) => named.extend(terms.iter().flat_map(|term| term.atoms())),
                None if is_stored || pack_of.contains_key(&place) => {}
                None => named.extend(uses(body, *step)),
            }
        }
        Self {
            body,
            steps,
            packs,
            named,
            anew,
            places: sums::places(body, steps),
            pack_of,
            across,
            stored,
        }
    }

    /// The steps in their order, but for what a pack needs earlier.
    fn units(&mut self) -> Vec<Unit> {
        let packs = self.packs;
        let sums: Vec<TokenStream> = packs.iter().map(|pack| self.sum(pack)).collect();
        let mut units = Vec::with_capacity(self.steps.len());
        let (mut begun, mut done) = (Set::new(), Set::new());
        for place in 0..self.steps.len() {
            let mut stack = vec![(place, false)];
            while let Some((place, is_ready)) = stack.pop() {
                let members = self.members(place);
                if done.contains(&members[0]) {
                    continue;
                }
                if is_ready {
                    done.extend(members.iter().copied());
                    units.extend(match self.pack_of.get(&place) {
                        Some(index) => Some(Unit::Together(self.pack(*index, &sums[*index]))),
                        None => self.alone(place),
                    });
                    units.extend(self.stored_across(&members));
                    continue;
                }
                let is_new = begun.insert(members[0]);
                assert!(is_new, "invariant: no pack waits for itself");
                stack.push((place, true));
                let reads = members
                    .iter()
                    .flat_map(|place| uses(self.body, self.steps[*place]));
                let needed = reads.filter_map(|atom| self.places.get(&atom).copied());
                let first = stack.len();
                stack.extend(needed.map(|place| (place, false)));
                stack[first..].reverse();
            }
        }
        units
    }

    /// A step by itself, unless it is an entry that is stored with others.
    fn alone(&self, place: usize) -> Option<Unit> {
        let step = self.steps[place];
        let is_stored = matches!(step, Step::StoreEntry(entry) if self.stored.contains(&entry));
        (!is_stored).then(|| by_itself(self.body, self.steps, place, self.anew))
    }

    /// What can be stored across packs now that these steps are done; after the user's own code.
    fn stored_across(&mut self, done: &[usize]) -> Vec<Unit> {
        for across in &mut self.across {
            across.waits.retain(|place| !done.contains(place));
        }
        if done[0] < self.body.schedule.n_pinned() {
            return Vec::new();
        }
        let ready = self.across.extract_if(.., |across| across.waits.is_empty());
        let statements = ready.map(|across| across.statement(self.body, self.steps));
        statements.map(Unit::Together).collect()
    }

    /// The steps that are computed with one.
    fn members(&self, place: usize) -> Vec<usize> {
        let pack = self.pack_of.get(&place);
        pack.map_or_else(|| vec![place], |index| self.packs[*index].steps.to_vec())
    }

    /// A pack, and where both results go, if they are used apart.
    fn pack(&self, index: usize, sum: &TokenStream) -> TokenStream {
        let name = name(index);
        let steps = self.packs[index].steps.map(|place| self.steps[place]);
        if let [Step::StoreEntry(first), Step::StoreEntry(second)] = steps
            && !self.stored.contains(&first)
        {
            let [first, second] = [first, second].map(|index| self.body.slot(index));
            if first + 1 == second {
                let store = pairs::store(first, &quote!(#name.numbers()));
                return quote!(let #name = #sum; #store);
            }
        }
        let is_used = |step| match step {
            Step::StoreEntry(entry) => !self.stored.contains(&entry),
            Step::Value(id) => self.named.contains(&Atom::Value(id)),
            Step::Accumulation(id) => self.named.contains(&Atom::Accumulation(id)),
            _ => true,
        };
        let numbers = [quote!(#name.first()), quote!(#name.second())];
        let results = steps.into_iter().zip(numbers);
        let results = results
            .filter(|(step, _)| is_used(*step))
            .map(|(step, number)| self.body.result(step, &number));
        quote!(let #name = #sum; #(#results)*)
    }

    /// Both sums, term by term in the order of the first.
    fn sum(&mut self, pack: &Pack) -> TokenStream {
        let sums = pack.steps.map(|place| {
            let sum = sums::sum(self.body, self.steps[place]);
            sum.expect("invariant: only sums are packed")
        });
        let start = chain::start(&sums[0]);
        let terms = |at: usize| ([sums[0][at], sums[1][at]], pack.crossed[at]);
        let mut sum = self.first(terms(start));
        for at in (0..sums[0].len()).filter(|at| *at != start) {
            sum = self.add(&sum, terms(at));
        }
        sum
    }

    fn first(&mut self, terms: ([Term; 2], bool)) -> TokenStream {
        match self.product(terms) {
            (a, Some(b)) => quote!(#a * #b),
            (a, None) => a,
        }
    }

    fn add(&mut self, sum: &TokenStream, (terms, crossed): ([Term; 2], bool)) -> TokenStream {
        let helper = helper();
        if !terms[0].multiplies() && terms.iter().all(|term| term.negative) {
            let added = terms.map(|term| Term {
                negative: false,
                ..term
            });
            let (a, _) = self.product((added, crossed));
            return quote!((#sum - #a));
        }
        match self.product((terms, crossed)) {
            (a, Some(b)) => quote!(#helper(#a, #b, #sum)),
            (a, None) => quote!((#sum + #a)),
        }
    }

    /// The factors of two terms, the signs on the first.
    fn product(
        &mut self,
        (terms, crossed): ([Term; 2], bool),
    ) -> (TokenStream, Option<TokenStream>) {
        let signs = terms.map(|term| term.negative);
        match terms.map(factors) {
            [(a, Some(b)), (c, Some(d))] => {
                let (first, second) = if crossed {
                    ([a, d], [b, c])
                } else {
                    ([a, c], [b, d])
                };
                // A number takes a sign at no cost.
                let is_number = |factor: &Factor| matches!(factor, Factor::Number(_));
                if second.iter().all(is_number) {
                    let [first, second] = [
                        self.together(first, [false; 2]),
                        self.together(second, signs),
                    ];
                    return (first, Some(second));
                }
                let second = self.together(second, [false; 2]);
                (self.together(first, signs), Some(second))
            }
            [(a, _), (b, _)] => (self.together([a, b], signs), None),
        }
    }

    /// Two factors in one register.
    fn together(&mut self, factors: [Factor; 2], negative: [bool; 2]) -> TokenStream {
        let library = spelling::library();
        if let Some(pack) = self.packed(factors)
            && negative[0] == negative[1]
        {
            return if negative[0] { quote!(-#pack) } else { pack };
        }
        let [a, b] = [0, 1].map(|lane| self.factor(factors[lane], negative[lane]));
        if factors[0] == factors[1] && negative[0] == negative[1] {
            quote!(#library::both(#a))
        } else {
            quote!(#library::two(#a, #b))
        }
    }

    /// The pack that two factors are.
    fn packed(&self, factors: [Factor; 2]) -> Option<TokenStream> {
        let place = |factor| match factor {
            Factor::Atom(atom) => self.places.get(&atom).copied(),
            Factor::Number(_) => None,
        };
        let (first, second) = (place(factors[0])?, place(factors[1])?);
        let index = self.pack_of.get(&first)?;
        let name = name(*index);
        match self.packs[*index].steps {
            steps if steps == [first, second] => Some(quote!(#name)),
            steps if steps == [second, first] => Some(quote!(#name.swapped())),
            _ => None,
        }
    }

    fn factor(&mut self, factor: Factor, negative: bool) -> TokenStream {
        match factor {
            Factor::Number(value) => {
                let value = if negative { -value } else { value };
                spelling::literal(value, self.body.code.precision())
            }
            Factor::Atom(atom) => {
                self.named.insert(atom);
                let atom = self.body.chains.atom(atom);
                if negative { quote!(-#atom) } else { atom }
            }
        }
    }
}

/// The name of a pack.
pub(super) fn name(index: usize) -> Ident {
    spelling::local(&format!("p{index}"))
}
