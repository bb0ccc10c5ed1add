//! Checks that names of the standard library mean the standard library where they are used.
//!
//! ```text
//! std::f64::consts::PI     let _: std::primitive::bool = true;      which no other `std` has
//! f64::sin(x)              let _ = || same(f64::sin, <::core::primitive::f64>::sin);
//! f64::EPSILON             const { assert!(f64::EPSILON .. == <core::primitive::f64>::EPSILON) }
//! ```
//!
//! The attribute on a function does not see the modules around it. One of them may be called `std`
//! or `f64` and have a `PI` of its own, and then rustc says so here.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit::{self, Visit};

use crate::front::syntax::constants::{limit, mathematical};
use crate::front::syntax::elementals::{is_of_number, is_operator};
use crate::ir::Precision;
use crate::ordered::Map;

/// The checks for the names in the body of a function.
pub(crate) fn of_function(function: &syn::ItemFn) -> Vec<TokenStream> {
    let mut found = Found(Map::default());
    found.visit_block(&function.block);
    found.0.into_values().collect()
}

/// The checks by their texts, since a name may occur many times.
struct Found(Map<String, TokenStream>);

impl<'ast> Visit<'ast> for Found {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<&Ident> = path.segments.iter().map(|part| &part.ident).collect();
        if path.leading_colon.is_none()
            && let [root, rest @ ..] = names.as_slice()
            && let Some(check) = check(root, rest)
        {
            self.0.insert(check.to_string(), check);
        }
        visit::visit_path(self, path);
    }
}

fn check(root: &Ident, rest: &[&Ident]) -> Option<TokenStream> {
    let library = crate::spelling::library();
    // `core::RADIUS` is one of the user's in any case.
    if (root == "std" || root == "core") && rest.len() > 1 {
        return Some(quote!(let _: #root::primitive::bool = true;));
    }
    if root != "f64" && root != "f32" {
        return None;
    }
    let equal = |meant: TokenStream| quote!(const { ::core::assert!(#root #(::#rest)*.to_bits() == #meant.to_bits()) };);
    match rest {
        [module, name] if *module == "consts" => {
            mathematical(&name.to_string()).map(|_| equal(quote!(::core::#root::consts::#name)))
        }
        // NaN has many forms, of which rustc may take any.
        [name] if *name != "NAN" && limit(&name.to_string(), Precision::Double).is_some() => {
            Some(equal(quote!(<::core::primitive::#root>::#name)))
        }
        [name] if is_of_number(&name.to_string()) && !is_operator(&name.to_string()) => Some(
            quote!(let _ = || #library::same(#root::#name, <::core::primitive::#root>::#name);),
        ),
        _ => None,
    }
}
