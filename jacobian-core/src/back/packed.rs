//! Prints the units of a [packing](crate::packing): packs, cross stores, paired stores, fences.
//!
//! ```text
//! let p3 = __fma_two(__elemental::two(v7, v8), p1, __elemental::both(v2) * p2);
//! let a12 = p3.first();
//! let a13 = p3.second();
//! ```
//!
//! The body is written twice, and a `cfg` chooses in the user's crate, because a macro does not
//! know the target. Without AVX and FMA, the sums are computed one by one.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::packing::{
    CrossStore, Factor, Operand, Order, PackedSum, PackedTerm, Packing, Register, Results, Scalar,
    Unit,
};
use crate::plan::{Atom, Signed};
use crate::proof;
use crate::spelling;

use super::body::Body;
use super::proven::demand;
use super::versions;

/// The statements of a region in one piece.
pub(super) fn statements(body: &Body<'_>) -> TokenStream {
    let packing = Packing::of(&body.view);
    demand(proof::packing(&body.view, &packing));
    let printer = Printer {
        body,
        packing: &packing,
    };
    let print =
        |units: &[Unit]| -> TokenStream { units.iter().map(|unit| printer.unit(unit)).collect() };
    let scalar = print(packing.scalar());
    // Without packs both bodies would be the same.
    if packing.packs().is_empty() {
        return scalar;
    }
    let (pinned, packed) = (print(packing.pinned()), print(packing.packed()));
    if body.interface.extras.dispatch.is_some() {
        let of_version = versions::packs(body.fma, &helper());
        let has_fma = versions::has_fma();
        return quote!(#pinned if #has_fma { #of_version #packed } else { #scalar });
    }
    let (runtime, helper) = (&body.interface.runtime, helper());
    let mode = Ident::new(body.fma.name(), Span::call_site());
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
            #scalar
        }
    }
}

/// One unit of a body without packs.
pub(super) fn unit(body: &Body<'_>, packing: &Packing, unit: &Unit) -> TokenStream {
    Printer { body, packing }.unit(unit)
}

fn helper() -> Ident {
    Ident::new("__fma_two", Span::mixed_site())
}

/// The variable that holds the register of a pack.
fn name(index: usize) -> Ident {
    spelling::local(&format!("p{index}"))
}

struct Printer<'a> {
    body: &'a Body<'a>,
    packing: &'a Packing,
}

impl Printer<'_> {
    fn unit(&self, unit: &Unit) -> TokenStream {
        match unit {
            Unit::Step(step) => self.body.step(*step),
            Unit::Sum(step, terms) => self.body.result(*step, &self.body.chains.sum(terms)),
            Unit::Pack(index) => self.pack(*index, &self.packing.packs()[*index]),
            Unit::CrossStore(store) => self.cross_store(store),
            Unit::Pair(entries) => self.pair(*entries),
            Unit::Fence => {
                let library = spelling::library();
                quote!(#library::fence();)
            }
        }
    }

    fn pair(&self, entries: [usize; 2]) -> TokenStream {
        let [first, second] = entries.map(|entry| self.body.entry(entry));
        self.store(self.body.view.slots[entries[0]], &quote!([#first, #second]))
    }

    /// Stores two numbers from a slot on.
    fn store(&self, first: usize, numbers: &TokenStream) -> TokenStream {
        let (target, first) = self.body.target(first);
        self.stored(target, &first, numbers)
    }

    fn stored(&self, target: &Ident, first: &Literal, numbers: &TokenStream) -> TokenStream {
        let (library, version) = (spelling::library(), versions::version());
        if self.has_versions() {
            return quote!(#library::Version::store(#version, #target, #first, #numbers););
        }
        quote!(#library::store(#target, #first, #numbers);)
    }

    /// What makes pairs.
    fn maker(&self, name: &str) -> TokenStream {
        let name = Ident::new(name, Span::call_site());
        if self.has_versions() {
            let packs = versions::packs_of_version();
            return quote!(#packs.#name);
        }
        let library = spelling::library();
        quote!(#library::#name)
    }

    fn has_versions(&self) -> bool {
        self.body.interface.extras.dispatch.is_some()
    }

    fn cross_store(&self, store: &CrossStore) -> TokenStream {
        let library = spelling::library();
        let [left, right] = store.registers.map(|register| self.register(register));
        let [(target, first), (other, second)] = store.slots.map(|slot| self.body.target(slot));
        if target == other {
            return quote!(#library::store_across(#target, [#first, #second], [#left, #right]););
        }
        let [one, two] = ["left", "right"].map(spelling::local);
        let firsts = self.stored(target, &first, &quote!([#one.first(), #two.first()]));
        let seconds = self.stored(other, &second, &quote!([#one.second(), #two.second()]));
        quote!(let (#one, #two) = (#left, #right); #firsts #seconds)
    }

    fn register(&self, signed: Signed<Register>) -> TokenStream {
        let register = match signed.value {
            Register::Pack(index) => {
                let name = name(index);
                quote!(#name)
            }
            Register::Inputs(ids) => {
                let two = self.maker("two");
                let [first, second] = ids.map(|id| self.body.chains.atom(Atom::Value(id)));
                quote!(#two(#first, #second))
            }
        };
        if signed.negative {
            quote!(-#register)
        } else {
            register
        }
    }

    /// A pack, and its results.
    fn pack(&self, index: usize, pack: &PackedSum) -> TokenStream {
        let (name, sum) = (name(index), self.sum(&pack.terms));
        let results = match pack.results {
            Results::Stored(slot) => self.store(slot, &quote!(#name.numbers())),
            Results::Named(steps) => {
                let numbers = [quote!(#name.first()), quote!(#name.second())];
                let named = steps.into_iter().zip(numbers);
                let named = named.filter_map(|(step, number)| Some((step?, number)));
                named
                    .map(|(step, number)| self.body.result(step, &number))
                    .collect()
            }
        };
        quote!(let #name = #sum; #results)
    }

    fn sum(&self, terms: &[PackedTerm]) -> TokenStream {
        let mut sum = None;
        for term in terms {
            sum = Some(match sum {
                None => self.first(*term),
                Some(sum) => self.add(&sum, *term),
            });
        }
        sum.expect("invariant: only sums are packed")
    }

    fn first(&self, term: PackedTerm) -> TokenStream {
        match term {
            PackedTerm::Plain(operand) => self.operand(operand),
            PackedTerm::Product(a, b) => {
                let [a, b] = [a, b].map(|operand| self.operand(operand));
                quote!(#a * #b)
            }
            PackedTerm::Subtracted(_) => {
                unreachable!("invariant: the first term has its sign on an operand")
            }
        }
    }

    /// A sum and one more term. The parentheses are needed, because the result may become the
    /// receiver of a method call.
    fn add(&self, sum: &TokenStream, term: PackedTerm) -> TokenStream {
        match term {
            PackedTerm::Plain(operand) => {
                let operand = self.operand(operand);
                quote!((#sum + #operand))
            }
            PackedTerm::Subtracted(operand) => {
                let operand = self.operand(operand);
                quote!((#sum - #operand))
            }
            PackedTerm::Product(a, b) => {
                let (helper, a, b) = (helper(), self.operand(a), self.operand(b));
                quote!(#helper(#a, #b, #sum))
            }
        }
    }

    fn operand(&self, operand: Operand) -> TokenStream {
        match operand {
            Operand::Pack {
                index,
                order,
                negative,
            } => {
                let name = name(index);
                let pack = match order {
                    Order::Straight => quote!(#name),
                    Order::Swapped => quote!(#name.swapped()),
                };
                if negative { quote!(-#pack) } else { pack }
            }
            Operand::Both(scalar) => {
                let (both, scalar) = (self.maker("both"), self.scalar(scalar));
                quote!(#both(#scalar))
            }
            Operand::Two(scalars) => {
                let two = self.maker("two");
                let [first, second] = scalars.map(|scalar| self.scalar(scalar));
                quote!(#two(#first, #second))
            }
        }
    }

    fn scalar(&self, Scalar { negative, value }: Scalar) -> TokenStream {
        match value {
            Factor::Number(value) => {
                let value = if negative { -value } else { value };
                spelling::literal(value, self.body.view.code.precision())
            }
            Factor::Atom(atom) => {
                let atom = self.body.chains.atom(atom);
                if negative { quote!(-#atom) } else { atom }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that is written into the entries, each store as its slot.
    fn stores(function: TokenStream) -> Vec<String> {
        let expansion = crate::expand(quote!(wrt(x)), function).to_string();
        let update = expansion
            .split("fn f_update_into")
            .nth(1)
            .expect("the computation");
        let update = update.split("fn f_").next().unwrap_or_default();
        let together = update
            .split("store (entries_out , ")
            .skip(1)
            .map(|rest| (rest, "together"));
        let alone = update
            .split("entries_out [")
            .skip(1)
            .map(|rest| (rest, "alone"));
        let mut stores: Vec<String> = together
            .chain(alone)
            .map(|(rest, how)| {
                let slot: String = rest.chars().take_while(char::is_ascii_digit).collect();
                format!("{slot} {how}")
            })
            .collect();
        stores.sort();
        stores
    }

    #[test]
    fn neighbours_are_stored_together() {
        let unlike = quote! {
            fn f(x: &[f64; 2]) -> f64 { x[0] * x[1].sin() }
        };
        assert_eq!(stores(unlike), ["0 together"]);
        let alike = quote! {
            fn f(x: &[f64; 2], a: f64, b: f64) -> f64 { a * x[0].sin() + b * x[1].sin() }
        };
        assert_eq!(stores(alike), ["0 together"]);
    }

    #[test]
    fn wide_runs_are_left_to_llvm() {
        let function = quote! {
            fn f(x: &[f64; 8]) -> f64 {
                let products = |i: usize| x[i] * x[i + 4] * x[i + 4];
                products(0) + products(1) + products(2) + products(3)
            }
        };
        let alone: Vec<String> = (0..8).map(|slot| format!("{slot} alone")).collect();
        assert_eq!(stores(function), alone);
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
