//! `dispatch`: one function for all processors, in a version for each instruction set.
//!
//! ```text
//! fn f_update_into(x: &[f64; 3], value: &mut f64, entries: &mut [f64; 3]) {
//!     match Machine::detected() {
//!         Machine::Avx512(v) => __f_update_into_version(v, x, value, entries),
//!         ..
//!     }
//! }
//! fn __f_update_into_version<V: Version>(v: V, x: .., value: .., entries: ..) {
//!     v.run(#[inline(always)] move || __f_update_into_body(v, x, value, entries))
//! }
//! #[inline(always)]
//! fn __f_update_into_body<V: Version>(v: V, x: .., value: .., entries: ..) {
//!     let __fma = ..;                       one instruction where the version has it
//!     the computation
//! }
//! ```
//!
//! The body is inlined into a function that is compiled for the instruction set. Chunks are not
//! inlined, so each of them runs its own body in the same way.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::interface::Interface;
use crate::options::Fma;
use crate::spelling;

use super::siblings::{lints, sibling};

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
        let (receiver, parameters) = self.taken_apart();
        let (library, runtime, version) = (spelling::library(), &interface.runtime, version());
        let arguments = parameters.iter().map(|(name, _)| name);
        let arguments = quote!(#(#arguments),*);
        let [running, computing] = ["version", "body"].map(|part| named(self.name, part));
        let run = sibling(interface, &running);
        let chosen = self.with(&quote! {
            use #runtime::__private as #library;
            match #library::Machine::detected() {
                #library::Machine::Avx512(#version) => #run(#version, #arguments),
                #library::Machine::Avx2(#version) => #run(#version, #arguments),
                #library::Machine::Target(#version) => #run(#version, #arguments),
            }
        });
        let (attributes, lints) = (&interface.attributes, lints());
        let (result, where_clause) = (&self.result, &self.where_clause);
        let (generics, ty) = (self.generics_with_version(), type_of_version());
        let declared = parameters.iter().map(|(_, declared)| declared);
        let declared = quote!(#receiver #version: #ty, #(#declared),*);
        let compute = sibling(interface, &computing);
        quote! {
            #chosen
            #(#attributes)* #[doc(hidden)] #lints #[inline]
            fn #running #generics (#declared) #result #where_clause {
                use #runtime::__private as #library;
                #library::Version::run(
                    #version,
                    #[inline(always)] move || #compute(#version, #arguments),
                )
            }
            #(#attributes)* #[doc(hidden)] #lints #[inline(always)]
            fn #computing #generics (#declared) #result #where_clause { #body }
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

/// A function beside the one that chooses: `__f_update_into_version`, which runs the body with the
/// instructions of a version.
fn named(function: &Ident, part: &str) -> Ident {
    format_ident!("__{function}_{part}", span = function.span())
}

/// The call of a computing function from a body that runs in a version.
pub(super) fn call(interface: &Interface, function: &Ident) -> (TokenStream, TokenStream) {
    match interface.extras.dispatch {
        None => (sibling(interface, function), TokenStream::new()),
        Some(_) => (
            sibling(interface, &named(function, "version")),
            passed(interface),
        ),
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

/// Whether the version has fma.
pub(super) fn has_fma() -> TokenStream {
    let (ty, library) = (type_of_version(), spelling::library());
    quote!(<#ty as #library::Version>::HAS_FMA)
}

/// What makes pairs of numbers in registers of the version.
pub(super) fn packs_of_version() -> Ident {
    spelling::local("packs")
}

/// The statements that define this, and `a * b + c` of pairs under the name of the helper.
pub(super) fn packs(fma: Fma, helper: &Ident) -> TokenStream {
    let (library, packs, version) = (spelling::library(), packs_of_version(), version());
    let [a, b, c] = ["a", "b", "c"].map(spelling::local);
    let pair = quote!(#library::PairOfVersion);
    let scalar = match fma {
        Fma::Always => quote!(mul_add),
        Fma::Auto | Fma::Never => quote!(fused),
    };
    let computed = match fma {
        Fma::Never => quote!(#a * #b + #c),
        Fma::Auto | Fma::Always => {
            quote!(#library::Pair::fused(#a, #b, #c, #library::#scalar))
        }
    };
    quote! {
        let #packs = #library::Version::packs(#version);
        let #helper = #library::inlined(
            #[inline(always)] |#a: #pair, #b: #pair, #c: #pair| #computed,
        );
    }
}

/// The statement that makes `a * b + c` what the version does best.
pub(super) fn fma(interface: &Interface, fma: Fma) -> TokenStream {
    if interface.extras.dispatch.is_none() || fma != Fma::Auto {
        return TokenStream::new();
    }
    let (runtime, library, has_fma) = (&interface.runtime, spelling::library(), has_fma());
    let scalar = spelling::scalar_type(interface.precision);
    let helper = spelling::fma();
    let [a, b, c] = ["a", "b", "c"].map(spelling::local);
    quote! {
        let #helper = #library::inlined(
            #[inline(always)] |#a: #scalar, #b: #scalar, #c: #scalar| -> #scalar {
                if #has_fma {
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
    let Some(option) = interface.extras.dispatch else {
        return TokenStream::new();
    };
    let runtime = &interface.runtime;
    let check = quote!(#runtime::__dispatch_works!(););
    let at_option = check.into_iter().map(|mut token| {
        token.set_span(option);
        token
    });
    at_option.collect()
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

/// What a chunk is generic over.
pub(super) fn type_parameters(interface: &Interface, scalar: &TokenStream) -> TokenStream {
    let own = interface.scalar.as_ref().map(|generic| {
        let bounds = &generic.bounds;
        quote!(#scalar: #bounds,)
    });
    let version = interface.extras.dispatch;
    let version = version.map(|_| parameter_of_version(interface));
    if own.is_none() && version.is_none() {
        return TokenStream::new();
    }
    quote!(<#own #version>)
}
