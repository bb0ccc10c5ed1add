//! `dispatch`: one function for all processors, in a version for each instruction set.
//!
//! ```text
//! fn f_update_into(x: &[f64; 3], value: &mut f64, entries: &mut [f64; 3]) {
//!     match Machine::new() {
//!         Machine::Avx512(v) => v.run(#[inline(always)] move || __f_update_into_version(v, x, value, entries)),
//!         Machine::Avx2(v) => ..
//!         Machine::Target(v) => ..
//!     }
//! }
//! #[inline(always)]
//! fn __f_update_into_version<V: Version>(v: V, x: .., value: .., entries: ..) {
//!     let __fma = ..;                       one instruction where the version has it
//!     the computation
//! }
//! ```
//!
//! The second function is inlined into one that is compiled for the instruction set. Chunks are not
//! inlined, so each of them runs its body in the same way.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::interface::Interface;
use crate::options::Fma;
use crate::spelling;

use super::functions::{lints, sibling};

/// A generated function without its body.
pub(super) struct Signature<'a> {
    pub(super) interface: &'a Interface,
    /// Attributes and visibility.
    pub(super) head: TokenStream,
    pub(super) name: &'a Ident,
    pub(super) generics: TokenStream,
    pub(super) parameters: TokenStream,
    /// `-> T`, or nothing.
    pub(super) result: TokenStream,
    pub(super) where_clause: TokenStream,
}

impl<'a> Signature<'a> {
    /// With the type parameters of the user's function.
    pub(super) fn of(
        interface: &'a Interface,
        name: &'a Ident,
        (head, parameters, result): (TokenStream, TokenStream, TokenStream),
    ) -> Self {
        let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
        Self {
            interface,
            head,
            name,
            generics: quote!(#generics),
            parameters,
            result,
            where_clause: quote!(#where_clause),
        }
    }

    /// The function with this body.
    pub(super) fn with(&self, body: &TokenStream) -> TokenStream {
        let Self {
            head,
            name,
            generics,
            parameters,
            result,
            where_clause,
            ..
        } = self;
        quote!(#head fn #name #generics (#parameters) #result #where_clause { #body })
    }

    /// The function in versions, if they are wanted, whose body computes.
    pub(super) fn computing(&self, body: &TokenStream) -> TokenStream {
        let interface = self.interface;
        if interface.extras.dispatch.is_none() {
            return self.with(body);
        }
        let name = format_ident!("__{}_version", self.name, span = self.name.span());
        let (receiver, parameters) = self.taken_apart();
        let (called, library) = (sibling(interface, &name), spelling::library());
        let version = version();
        let arguments = parameters.iter().map(|(name, _)| name);
        let call = quote!(#called(#version, #(#arguments),*));
        let runtime = &interface.runtime;
        let chosen = self.with(&quote! {
            use #runtime::__private as #library;
            match #library::Machine::new() {
                #library::Machine::Avx512(#version) => {
                    #library::Version::run(#version, #[inline(always)] move || #call)
                }
                #library::Machine::Avx2(#version) => {
                    #library::Version::run(#version, #[inline(always)] move || #call)
                }
                #library::Machine::Target(#version) => #call,
            }
        });
        let (attributes, lints) = (&interface.attributes, lints());
        let (result, where_clause) = (&self.result, &self.where_clause);
        let generics = self.generics_with_version();
        let ty = type_of_version();
        let declared = parameters.iter().map(|(_, declared)| declared);
        quote! {
            #chosen
            #(#attributes)* #[doc(hidden)] #lints #[inline(always)]
            fn #name #generics (#receiver #version: #ty, #(#declared),*) #result #where_clause {
                #body
            }
        }
    }

    /// The receiver, and the other parameters, each by its name and as it is declared.
    fn taken_apart(&self) -> (TokenStream, Vec<(TokenStream, syn::PatType)>) {
        let parser = Punctuated::<syn::FnArg, syn::Token![,]>::parse_terminated;
        let parsed = parser.parse2(self.parameters.clone());
        let parsed = parsed.expect("invariant: parameters are written as Rust");
        let (mut receiver, mut parameters) = (TokenStream::new(), Vec::new());
        for parameter in parsed {
            match parameter {
                syn::FnArg::Receiver(own) => receiver = quote!(#own,),
                syn::FnArg::Typed(typed) => {
                    let name = match &*typed.pat {
                        syn::Pat::Ident(found) => found.ident.clone(),
                        _ => unreachable!("invariant: parameters have names"),
                    };
                    parameters.push((quote!(#name), typed));
                }
            }
        }
        (receiver, parameters)
    }

    fn generics_with_version(&self) -> syn::Generics {
        let generics = syn::parse2::<syn::Generics>(self.generics.clone());
        let mut generics = generics.expect("invariant: generics are written as Rust");
        let parameter = parameter_of_version(self.interface);
        generics.params.push(syn::parse_quote!(#parameter));
        generics
    }
}

/// The version that runs, in generated code.
pub(super) fn version() -> Ident {
    spelling::local("version")
}

/// Its type. Nobody else has a type parameter of this name.
pub(super) fn type_of_version() -> Ident {
    Ident::new("__Version", Span::mixed_site())
}

/// The type parameter of functions that are compiled in versions.
pub(super) fn parameter_of_version(interface: &Interface) -> TokenStream {
    let (ty, runtime) = (type_of_version(), &interface.runtime);
    quote!(#ty: #runtime::__private::Version)
}

/// The statement that makes `a * b + c` what the version does best.
pub(super) fn fma(interface: &Interface, fma: Fma) -> TokenStream {
    if interface.extras.dispatch.is_none() || fma != Fma::Auto {
        return TokenStream::new();
    }
    let (runtime, library, ty) = (&interface.runtime, spelling::library(), type_of_version());
    let scalar = spelling::scalar_type(interface.precision);
    let helper = spelling::fma();
    let [a, b, c] = ["a", "b", "c"].map(spelling::local);
    quote! {
        let #helper = #library::inlined(
            #[inline(always)] |#a: #scalar, #b: #scalar, #c: #scalar| -> #scalar {
                if <#ty as #library::Version>::HAS_FMA {
                    #library::fused(#a, #b, #c)
                } else {
                    #runtime::__fma!(auto, #a, #b, #c)
                }
            },
        );
    }
}

/// The body of a chunk, which runs in the version of its caller.
pub(super) fn running(interface: &Interface, mode: Fma, body: TokenStream) -> TokenStream {
    if interface.extras.dispatch.is_none() {
        return body;
    }
    let (library, version, helper) = (spelling::library(), version(), fma(interface, mode));
    quote! {
        #library::Version::run(#version, #[inline(always)] move || { #helper #body })
    }
}

/// That rustc refuses the option where nothing can ask the processor.
pub(super) fn check(interface: &Interface) -> TokenStream {
    let check = interface.extras.dispatch.map(|option| {
        let runtime = &interface.runtime;
        quote::quote_spanned!(option=> #runtime::__dispatch_works!();)
    });
    check.unwrap_or_default()
}

/// The parameter of a chunk for the version.
pub(super) fn declared(interface: &Interface) -> TokenStream {
    let (version, ty) = (version(), type_of_version());
    let dispatch = interface.extras.dispatch;
    dispatch.map(|_| quote!(#version: #ty,)).unwrap_or_default()
}

/// The version that is passed to a chunk.
pub(super) fn passed(interface: &Interface) -> TokenStream {
    let version = version();
    let dispatch = interface.extras.dispatch;
    dispatch.map(|_| quote!(#version,)).unwrap_or_default()
}
