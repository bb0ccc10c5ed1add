//! A module with types, traits and helpers as a row: its text compiled once for each number.
//!
//! ```text
//! #[row(at = [..], rows(result.l, result.a))]    mod oklab_real   f64 => Forward<f64>
//! #[jacobian] pub mod oklab { .. }         ──>   mod oklab_dual   f64 => Forward<Dual64>
//!                                                mod oklab_paths  f64 => Forward<Paths>
//! ```
//!
//! A function alone is made generic over its number. A module has structs, traits and `impl`s,
//! which would all need the parameter, so each of its copies names one number instead: `impl Real
//! for f64` becomes `impl Real for Forward<f64>`, and nothing else changes.
//!
//! One function of the module has an attribute of its own; the row calls it. `next()` in `with` is
//! the next coordinate of the point, `self` there is the receiver, `on = Type` is the type of a
//! method, and `rows(..)` says how `result` falls apart, if it is no array or tuple.
//!
//! Keeps: constants made of plain numbers stay `f64`, and are lifted where they are used; constants
//! of the module's own types are built from numbers of the twin.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse_quote;
use syn::visit_mut::{self, VisitMut};

use crate::asked::Asked;
use crate::{arms, row, twin};

/// The endings of the copies' names, and the number of each.
const COPIES: [(&str, &str); 3] = [
    ("real", "f64"),
    ("dual", "num_dual::Dual64"),
    ("paths", "crate::corpus::scalar::Paths"),
];

/// The only copy where second derivatives are compared.
const SECOND: [(&str, &str); 1] = [("second", "num_dual::HyperDual64")];

/// The copies of the module and its row.
pub(crate) fn module(module: &syn::ItemMod, asked: &Asked) -> syn::Result<TokenStream> {
    let target = target(module)?;
    let mut bare = module.clone();
    Bare.visit_item_mod_mut(&mut bare);
    let arms = arms::note_module(&mut bare, &target.sig.ident);
    let constants = twin::constants(&bare);
    let mut copies = Vec::new();
    let mut calls = Vec::new();
    let wanted: &[_] = if asked.second.is_some() {
        &SECOND
    } else {
        &COPIES
    };
    for (ending, scalar) in wanted {
        let mut lift = twin::Lift::over(syn::parse_str(scalar)?, constants.clone());
        let mut copy = bare.clone();
        copy.ident = format_ident!("{}_{ending}", copy.ident);
        copy.attrs = vec![
            parse_quote!(#[allow(warnings, clippy::all, clippy::pedantic, reason = "another module's text")]),
            parse_quote!(#[doc = "The same text over another number."]),
        ];
        lift.visit_item_mod_mut(&mut copy);
        calls.push((copy.ident.clone(), lift));
        copies.push(copy);
    }
    let row = row::module_row(module, &target, asked, &arms, calls)?;
    Ok(quote!(#(#copies)* #row))
}

/// The function with an attribute of its own.
fn target(module: &syn::ItemMod) -> syn::Result<syn::ItemFn> {
    let mut found = Targets(Vec::new());
    found.visit_item_mod_mut(&mut module.clone());
    match <[syn::ItemFn; 1]>::try_from(found.0) {
        Ok([target]) => Ok(target),
        Err(_) => Err(syn::Error::new(
            module.ident.span(),
            "one function of the module needs `#[jacobian]`",
        )),
    }
}

fn is_jacobian(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("jacobian")
}

struct Targets(Vec<syn::ItemFn>);

impl VisitMut for Targets {
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        if function.attrs.iter().any(is_jacobian) {
            self.0.push(function.clone());
        }
    }

    fn visit_impl_item_fn_mut(&mut self, method: &mut syn::ImplItemFn) {
        if method.attrs.iter().any(is_jacobian) {
            self.0.push(syn::ItemFn {
                attrs: method.attrs.clone(),
                vis: method.vis.clone(),
                modifiers: method.modifiers.clone(),
                sig: method.sig.clone(),
                block: Box::new(method.block.clone()),
            });
        }
    }
}

/// Takes the attributes off, and `const` from functions, because notes are taken at run time.
struct Bare;

impl VisitMut for Bare {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
        attributes.retain(|attribute| !is_jacobian(attribute));
    }

    fn visit_signature_mut(&mut self, signature: &mut syn::Signature) {
        signature.constness = None;
        visit_mut::visit_signature_mut(self, signature);
    }
}
