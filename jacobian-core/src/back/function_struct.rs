//! `as = Residual`: a struct that implements the runtime's `Function`.
//!
//! A unit struct where every parameter is an independent or an output; otherwise a struct that
//! holds the inactive parameters, references under one lifetime.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::interface::{Interface, Parameter};
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::flattened::{Arguments, Target, arguments, call, checks, unload};
use super::names::Names;
use super::trait_products::{self, Own};

pub(super) fn emit(
    interface: &Interface,
    names: &Names,
    entries: &Entries,
    own: &Own,
) -> TokenStream {
    let Some(name) = &interface.function_struct else {
        return TokenStream::new();
    };
    let held: Vec<&Parameter> = interface
        .parameters
        .iter()
        .filter(|parameter| is_held(parameter))
        .collect();
    let definition = definition(
        interface,
        name,
        &held,
        &entries.facts.line("Jacobian", names),
    );
    let implementation = implementation(interface, name, names, entries, (&held, own));
    quote!(#definition #implementation)
}

pub(crate) fn is_held(parameter: &Parameter) -> bool {
    parameter.independent.is_none() && parameter.output.is_none()
}

/// The lifetime of the references that the struct holds.
pub(super) fn lifetime(held: &[&Parameter]) -> Option<TokenStream> {
    let borrows = |parameter: &&&Parameter| matches!(parameter.ty, syn::Type::Reference(_));
    held.iter()
        .any(|parameter| borrows(&parameter))
        .then(|| quote!(<'held>))
}

fn definition(
    interface: &Interface,
    name: &Ident,
    held: &[&Parameter],
    facts: &str,
) -> TokenStream {
    let Interface {
        visibility,
        attributes,
        ..
    } = interface;
    let doc = format!(
        "[`{}`] as a function of flattened vectors, for generic solvers.{facts}",
        interface.name
    );
    let head = quote!(#(#attributes)* #[doc = #doc] #[derive(Clone, Copy, Debug)] #[allow(dead_code, deprecated)]);
    if held.is_empty() {
        return quote!(#head #visibility struct #name;);
    }
    let lifetime = lifetime(held);
    let fields = held.iter().map(|parameter| {
        let (name, ty) = (&parameter.name, held_type(&parameter.ty));
        let doc = format!("The inactive parameter `{name}`.");
        quote!(#[doc = #doc] #visibility #name: #ty)
    });
    quote!(#head #visibility struct #name #lifetime { #(#fields,)* })
}

/// A reference lives as long as the struct says.
fn held_type(ty: &syn::Type) -> TokenStream {
    match ty {
        syn::Type::Reference(reference) => {
            let inner = &reference.elem;
            quote!(&'held #inner)
        }
        other => quote!(#other),
    }
}

/// The attributes of an implementation, which cannot be deprecated: only what it is for can.
pub(super) fn configured(interface: &Interface) -> impl Iterator<Item = &syn::Attribute> {
    let attributes = interface.attributes.iter();
    attributes.filter(|attribute| !attribute.path().is_ident("deprecated"))
}

fn implementation(
    interface: &Interface,
    name: &Ident,
    names: &Names,
    entries: &Entries,
    (held, own): (&[&Parameter], &Own),
) -> TokenStream {
    let runtime = &interface.runtime;
    let configured = configured(interface);
    let Names {
        pattern,
        template,
        with_jacobian_into,
        update_into,
        nnz,
        ..
    } = names;
    let scalar = spelling::scalar_type(interface.precision);
    let lifetime = lifetime(held);
    let checks = checks(entries);
    let arguments = arguments(interface, |name| quote!(self.#name));
    let value = value_into(interface, &arguments);
    let target = Target {
        name: spelling::parameter(Added::Entries),
        length: quote!(#nnz),
        message: "there are as many entries as the pattern has".to_owned(),
    };
    let [with_jacobian, update] = [with_jacobian_into, update_into]
        .map(|function| call(interface, function, &arguments, (None, &target)));
    let products = trait_products::emit(interface, names, entries, (&arguments, own));
    let (x, v, e) = (
        spelling::parameter(Added::Flat),
        spelling::parameter(Added::Value),
        spelling::parameter(Added::Entries),
    );
    quote! {
        #(#configured)*
        #[allow(unused, deprecated, clippy::all, clippy::pedantic)]
        impl #lifetime #runtime::Function for #name #lifetime {
            type Scalar = #scalar;
            const PATTERN: &'static #runtime::SparsityPattern = &#pattern;
            const TEMPLATE: &'static [#scalar] = &#template;

            fn value_into(&self, #x: &[#scalar], #v: &mut [#scalar]) {
                #checks
                #value
            }

            fn with_jacobian_into(&self, #x: &[#scalar], #v: &mut [#scalar], #e: &mut [#scalar]) {
                #checks
                #with_jacobian
            }

            fn update_into(&self, #x: &[#scalar], #v: &mut [#scalar], #e: &mut [#scalar]) {
                #checks
                #update
            }

            #products
        }
    }
}

fn value_into(interface: &Interface, arguments: &Arguments) -> TokenStream {
    let Arguments {
        before,
        list,
        after,
    } = arguments;
    let (function, result) = (&interface.name, spelling::local("result"));
    let unload = unload(interface, &result);
    quote! {
        #before
        let #result = #function(#list);
        #unload
        #after
    }
}
