//! The constant table of a batch: numbers as whole registers in memory.
//!
//! ```text
//! const __NUMBERS: [Number; 2] = [Number::of(2.0_f64), Number::of(0.25_f64)];
//! let numbers = __elemental::table(&__NUMBERS);
//! let v4 = v3 * at.number(2.0_f64, &numbers[0]);
//! ```
//!
//! AVX2 multiplies by a register in memory, but not by a number that still has to be copied into
//! each lane. LLVM keeps numbers as scalars to save memory, so each use is an instruction of its
//! own, a third of all in `fic`. It does not see through the table, because the runtime hides its
//! address. With AVX-512, which copies and multiplies at once, and without vectors the table is not
//! read. Few numbers need no table: they stay in registers (`bruss`, `snavely`).
//!
//! Cost: linear.

use crate::ordered::Map;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::spelling;

use super::lanes;

/// Up to this many numbers stay in registers. From nine on the table pays: `fic` went from 81 to 64
/// ns a point, while with few numbers `bruss` went from 46 to 50.
const MAX_IN_REGISTERS: usize = 8;

/// The tokens with their numbers written for lanes.
pub(super) fn spelled(tokens: TokenStream) -> TokenStream {
    let mut numbers = Numbers::default();
    let from_table = spelling::with_lanes(tokens.clone(), &mut |number| numbers.spell(number));
    if numbers.numbers.len() > MAX_IN_REGISTERS {
        let table = numbers.table();
        return quote!(#table #from_table);
    }
    let at = lanes::at();
    spelling::with_lanes(tokens, &mut |number| quote!(#at.splat(#number)))
}

/// The numbers of a computation, each once.
#[derive(Default)]
struct Numbers {
    /// By the digits.
    places: Map<String, usize>,
    numbers: Vec<TokenStream>,
}

impl Numbers {
    /// How a number is written where it is used.
    fn spell(&mut self, number: &TokenStream) -> TokenStream {
        let next = self.numbers.len();
        let place = *self.places.entry(number.to_string()).or_insert(next);
        if place == next {
            self.numbers.push(number.clone());
        }
        let (at, table) = (lanes::at(), spelling::local("numbers"));
        let place = Literal::usize_unsuffixed(place);
        quote!(#at.number(#number, &#table[#place]))
    }

    /// The declaration of the table.
    fn table(&self) -> TokenStream {
        let (library, table) = (spelling::library(), spelling::local("numbers"));
        // Items have no hygiene, so the name is one that nobody else uses.
        let name = Ident::new("__NUMBERS", Span::mixed_site());
        let (numbers, length) = (&self.numbers, Literal::usize_unsuffixed(self.numbers.len()));
        quote! {
            const #name: [#library::Number; #length] = [#(#library::Number::of(#numbers)),*];
            let #table = #library::table(&#name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A polynomial with this number of coefficients, in lanes.
    fn polynomial(coefficients: u32) -> String {
        let terms = (0..coefficients).map(|k| {
            let coefficient = Literal::f64_unsuffixed(f64::from(k) + 0.5);
            quote!(y = y * x + #coefficient;)
        });
        let function = quote!(fn f(x: f64) -> f64 { let mut y = x; #(#terms)* y });
        let expansion = crate::expand(quote!(batch), function).to_string();
        let (_, lanes) = expansion
            .split_once("fn lanes")
            .expect("a computation in lanes");
        lanes.to_owned()
    }

    #[test]
    fn many_numbers_stand_in_a_table_each_once() {
        let lanes = polynomial(12);
        assert_eq!(lanes.matches("Number :: of (11.5").count(), 1, "{lanes}");
        assert!(
            lanes.contains(". number (11.5_f64 , & __numbers ["),
            "{lanes}"
        );
        assert!(!lanes.contains("splat"), "{lanes}");
    }

    #[test]
    fn few_numbers_stand_where_they_are_used() {
        let lanes = polynomial(3);
        assert!(lanes.contains(". splat (2.5_f64)"), "{lanes}");
        assert!(!lanes.contains("Number"), "{lanes}");
    }
}
