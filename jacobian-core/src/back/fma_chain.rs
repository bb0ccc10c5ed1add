//! Chains of fused multiply-adds: sums of signed products as nested calls.
//!
//! ```text
//! v3 * v4 - 2 * v5 + v6      =>      fma(v3, v4, fma(-2, v5, v6))
//! ```
//!
//! If a term needs no multiplication, the chain starts from it, because otherwise the first product
//! takes an instruction of its own. Signs are on factors, because targets with fused multiply-adds
//! negate a factor for free. A [masked](crate::regions::Masks) product is added without fusing.
//! Long chains are cut into several statements, because rustc recurses into nested calls.
//!
//! Many terms without a product are added up in groups, since each addition of a chain waits for
//! the one before, and so are very many products:
//!
//! ```text
//! v0 + .. + v16 + v17 * v18     =>     fma(v17, v18, (v0 + .. + v7) + (v8 + .. + v15) + (v16))
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use crate::ir::{CodeList, Constant, Precision, RegionId};
use crate::plan::{Atom, Product, Term, chain_start};
use crate::regions::Masks;
use crate::spelling;

use super::statement;

/// The depth of nested calls after which a chain goes on in a new statement. A sum may have
/// a hundred terms, and rustc recurses into each level.
const DEEPEST: usize = 8;

/// The products of a chain, where there are twice as many. Each further chain takes an addition.
const LONGEST: usize = 16;

/// Spells atoms, and sums of their products.
#[derive(Clone, Copy)]
pub(crate) struct Chains<'a> {
    pub(crate) code: &'a CodeList,
    pub(crate) precision: Precision,
    /// The products in which a zero must win, and the region whose sums these are.
    pub(crate) masks: Option<(&'a Masks, RegionId)>,
}

impl Chains<'_> {
    /// The sum, with the statements it needs before it.
    pub(crate) fn sum(&self, terms: &[Term]) -> TokenStream {
        let is_atom = |term: &Term| matches!(term.product, Product::Atom(_));
        let (atoms, others): (Vec<Term>, Vec<Term>) = terms.iter().partition(|term| is_atom(term));
        if atoms.len() >= 2 * DEEPEST {
            let group = |group: &[Term]| self.sum(group);
            let groups = atoms.chunks(DEEPEST).map(group).collect();
            return self.continued(in_groups(groups), others.iter());
        }
        if terms.len() >= 2 * LONGEST {
            let group = |group: &[Term]| self.sum(group);
            let length = terms.len().div_ceil(terms.len() / LONGEST);
            return in_groups(terms.chunks(length).map(group).collect());
        }
        let start = chain_start(terms);
        let Some(first) = terms.get(start) else {
            return spelling::literal(0.0, self.precision);
        };
        let others = terms.iter().enumerate();
        let others = others.filter(|(position, _)| *position != start);
        self.continued(self.first(*first), others.map(|(_, term)| term))
    }

    /// A sum and further terms.
    fn continued<'t>(
        &self,
        mut sum: TokenStream,
        others: impl Iterator<Item = &'t Term>,
    ) -> TokenStream {
        // The statements before the sum share one name: each `let` shadows the one before.
        let mut broken = TokenStream::new();
        let partial = spelling::local("sum");
        for (depth, term) in others.enumerate() {
            if depth % DEEPEST == DEEPEST - 1 {
                broken.extend(quote!(let #partial = #sum;));
                sum = quote!(#partial);
            }
            sum = self.add(&sum, *term);
        }
        if broken.is_empty() {
            sum
        } else {
            quote!({ #broken #sum })
        }
    }

    /// Whether a zero must win in a term.
    pub(crate) fn is_masked(&self, term: Term) -> bool {
        self.masks
            .is_some_and(|(masks, region)| masks.is_masked(region, term))
    }

    /// The product in a term where a zero must win.
    fn masked(&self, term: Term) -> Option<TokenStream> {
        match term.product {
            Product::Pair(a, b) if self.is_masked(term) => {
                let (library, a, b) = (spelling::library(), self.atom(a), self.atom(b));
                Some(quote!(#library::masked(#a, #b)))
            }
            _ => None,
        }
    }

    fn first(&self, term: Term) -> TokenStream {
        let sign = sign(term);
        if let Some(product) = self.masked(term) {
            return quote!(#sign #product);
        }
        match term.product {
            Product::Literal(constant) => {
                // The sign becomes a part of the literal.
                self.factor(constant, term)
            }
            Product::Atom(atom) => {
                let atom = self.atom(atom);
                quote!(#sign #atom)
            }
            Product::Scaled(constant, atom) => {
                let (constant, atom) = (self.factor(constant, term), self.atom(atom));
                quote!(#constant * #atom)
            }
            Product::Pair(a, b) => {
                let (a, b) = (self.atom(a), self.atom(b));
                quote!(#sign #a * #b)
            }
        }
    }

    /// A sum and one more term. No parentheses are needed, because the sum is the left operand of
    /// an addition, or an argument.
    fn add(&self, sum: &TokenStream, term: Term) -> TokenStream {
        let fma = spelling::fma();
        let sign = sign(term);
        // A masked product is not fused, because a fused multiply-add with a zero and an infinite
        // factor is NaN.
        match (self.masked(term), term.negative) {
            (Some(product), false) => return quote!(#sum + #product),
            (Some(product), true) => return quote!(#sum - #product),
            (None, _) => {}
        }
        match term.product {
            Product::Literal(constant) => {
                let value = spelling::literal(constant.value(), self.precision);
                if term.negative {
                    quote!(#sum - #value)
                } else {
                    quote!(#sum + #value)
                }
            }
            Product::Atom(atom) => {
                let atom = self.atom(atom);
                if term.negative {
                    quote!(#sum - #atom)
                } else {
                    quote!(#sum + #atom)
                }
            }
            Product::Scaled(constant, atom) => {
                let (constant, atom) = (self.factor(constant, term), self.atom(atom));
                quote!(#fma(#constant, #atom, #sum))
            }
            Product::Pair(a, b) => {
                let (a, b) = (self.atom(a), self.atom(b));
                quote!(#fma(#sign #a, #b, #sum))
            }
        }
    }

    /// The factor of a term, with the sign of the term.
    fn factor(&self, constant: Constant, term: Term) -> TokenStream {
        let value = constant.value();
        spelling::literal(if term.negative { -value } else { value }, self.precision)
    }

    /// A value or an accumulation by name; a literal by its digits.
    pub(crate) fn atom(&self, atom: Atom) -> TokenStream {
        match atom {
            Atom::Value(id) => statement::operand(self.code, id),
            Atom::Accumulation(id) => {
                let name = spelling::local(&id.to_string());
                quote!(#name)
            }
        }
    }
}

/// Sums of neighbours, their sums, and so on.
fn in_groups(mut sums: Vec<TokenStream>) -> TokenStream {
    while sums.len() > DEEPEST {
        let group = |group: &[TokenStream]| quote!(#((#group))+*);
        sums = sums.chunks(DEEPEST).map(group).collect();
    }
    quote!(#((#sums))+*)
}

/// The minus of a term that is subtracted.
fn sign(term: Term) -> TokenStream {
    if term.negative {
        quote!(-)
    } else {
        TokenStream::new()
    }
}
