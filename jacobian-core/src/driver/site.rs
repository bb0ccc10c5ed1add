//! The site of an attributed function: the item around it, carried to a later expansion.
//!
//! ```text
//! #[jacobian] mod m {                     the first expansion sees all of `m`
//!     #[jacobian(use(geom::sq))]
//!     fn f(x: f64) -> f64 { .. }          a later one gets `f`, `geom::sq`, and these tokens:
//! }                                       [ [mod m { .. }] [0] [] [] [] [] [] [] ]
//! ```
//!
//! The answer of a macro is only tokens, so the whole item around is passed along and read again.
//! Modules are numbered in the order of the text, so a number means the same module both times.
//! Cost: the tokens of the item, once for each function inside that uses exported ones.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::front::library::Home;

/// The module or type that a function is in, with the parameters of its `impl`.
#[derive(Debug, Default)]
pub(super) struct Site {
    pub(super) home: Home,
    pub(super) around: Option<syn::Generics>,
    /// Whether the `impl` is one of a trait.
    pub(super) is_of_trait: bool,
}

impl Site {
    /// The site as tokens, with the item around.
    pub(super) fn carried(&self, whole: &TokenStream) -> TokenStream {
        let module = proc_macro2::Literal::usize_unsuffixed(self.home.module);
        let of_type = self.home.of_type.iter();
        let generics = self.around.iter();
        let clauses = self.around.iter().map(|generics| &generics.where_clause);
        let of_trait = self.is_of_trait.then(|| quote!(for));
        let self_type = self.home.self_type.iter();
        let settled = &self.home.settled;
        quote! {
            [#whole] [#module] [#(#of_type)*] [#(#generics)*] [#(#clauses)*] [#of_trait]
            [#(#self_type)*] [#(#settled),*]
        }
    }

    /// Reads a carried site, with the items around. No tokens mean that the function is in no
    /// module or `impl` of ours.
    pub(super) fn read(carried: TokenStream) -> Option<(Vec<syn::Item>, Self)> {
        if carried.is_empty() {
            return Some((Vec::new(), Self::default()));
        }
        let groups: Vec<TokenStream> = carried.into_iter().filter_map(inside).collect();
        let [
            whole,
            module,
            of_type,
            generics,
            clauses,
            of_trait,
            self_type,
            settled,
        ] = <[TokenStream; 8]>::try_from(groups).ok()?;
        let around_it = items(&syn::parse2(whole).ok()?)?;
        let module = syn::parse2::<syn::LitInt>(module).ok()?;
        let of_type: Option<syn::LitStr> = syn::parse2(of_type).ok();
        let mut around: syn::Generics = syn::parse2(generics).ok()?;
        around.where_clause = syn::parse2(clauses).ok()?;
        let of_type = of_type.map(|name| name.value());
        // An `impl` without parameters is around its methods as well.
        let around = of_type.is_some().then_some(around);
        let settled = Punctuated::<Ident, syn::Token![,]>::parse_terminated.parse2(settled);
        let site = Self {
            home: Home {
                module: module.base10_parse().ok()?,
                of_type,
                self_type: syn::parse2(self_type).ok(),
                settled: settled.ok()?.into_iter().collect(),
            },
            around,
            is_of_trait: !of_trait.is_empty(),
        };
        Some((around_it, site))
    }
}

/// The items of a module with a body, or the `impl` or trait itself.
pub(super) fn items(item: &syn::Item) -> Option<Vec<syn::Item>> {
    match item {
        syn::Item::Mod(module) => module.content.as_ref().map(|(_, items)| items.clone()),
        syn::Item::Impl(_) | syn::Item::Trait(_) => Some(vec![item.clone()]),
        _ => None,
    }
}

/// The part of a long item that a message underlines.
pub(super) fn head(item: &syn::Item) -> TokenStream {
    match item {
        syn::Item::Mod(module) => module.ident.to_token_stream(),
        syn::Item::Impl(block) => block.self_ty.to_token_stream(),
        syn::Item::Trait(item) => item.ident.to_token_stream(),
        other => other.to_token_stream(),
    }
}

fn inside(token: TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    }
}
