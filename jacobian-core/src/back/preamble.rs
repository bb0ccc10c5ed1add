//! The beginning of a generated body: checks of lengths and types, the user's items, and the
//! helpers that statements call.
//!
//! ```text
//! assert!(k.len() == 6, ..);         what `dim` and `const` say of parameters
//! const G: f64 = 9.81;               items of the user's body
//! use jacobian_runtime::__private as __elemental;
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::interface::{Expected, Interface, ParameterCheck, Shape};
use crate::options::Fma;
use crate::spelling;

use super::{constants, versions};

pub(crate) fn preamble(interface: &Interface, fma: Fma) -> TokenStream {
    let checks = interface.parameter_checks.iter().map(assertion);
    let constants = interface
        .is_method
        .then(|| constants::constant_checks(interface, |check| quote!(const { #check };)));
    // Who only calls the Jacobian of a method still uses the method.
    let (name, turbofish) = (&interface.name, &interface.turbofish);
    let used = match (interface.is_method, turbofish) {
        // rustc does not ask who calls the methods of a trait.
        (true, _) if interface.is_of_trait => TokenStream::new(),
        _ if !interface.can_be_named => TokenStream::new(),
        (true, _) => quote!(let _ = Self::#name #turbofish;),
        (false, Some(_)) => quote!(let _ = #name #turbofish;),
        (false, None) => TokenStream::new(),
    };
    let (items, types) = (&interface.items, &interface.type_checks);
    let helpers = helpers_inside(interface, fma);
    quote! {
        #used
        #constants
        #(#checks)*
        #(#types)*
        #(#items)*
        #helpers
    }
}

/// The assertion of what an option says of a parameter.
fn assertion(check: &ParameterCheck) -> TokenStream {
    let (place, said) = (&check.place, check.said());
    let must_have = |length| format!("`{said}` must have length {length}");
    let (fits, message) = match &check.expected {
        Expected::Length(length) => {
            let number = Literal::usize_unsuffixed(*length);
            (quote!(#place.len() == #number), must_have(*length))
        }
        Expected::LengthsInside(lengths) => (
            spelling::have_lengths(place, lengths),
            format!(
                "the lists in `{said}` must have length {}",
                spelling::spoken(lengths)
            ),
        ),
        Expected::Inside(shape) => (
            fits(place, shape).unwrap_or_else(|| quote!(true)),
            format!("the lists in `{said}` must have the lengths of `dim`"),
        ),
        Expected::Shape(rows, cols) => {
            let [n_rows, n_cols] = [*rows, *cols].map(Literal::usize_unsuffixed);
            (
                quote!(#place.dim() == (#n_rows, #n_cols)),
                format!("`{said}` must have shape ({rows}, {cols})"),
            )
        }
        Expected::LengthIfPresent(length) => {
            let (number, list) = (Literal::usize_unsuffixed(*length), spelling::local("list"));
            let fits = quote!(#place.as_ref().map_or(true, |#list| #list.len() == #number));
            (fits, must_have(*length))
        }
        Expected::Value(value) => {
            let number = Literal::i128_unsuffixed(*value);
            (
                quote!(#place == #number),
                format!("`{said}` must be {value}"),
            )
        }
    };
    quote!(::core::assert!(#fits, #message);)
}

/// Whether the lists in a list have the lengths of a shape. `None` if it asks for none.
fn fits(place: &TokenStream, shape: &Shape) -> Option<TokenStream> {
    let has_length = |length: usize| {
        let length = Literal::usize_unsuffixed(length);
        quote!(#place.len() == #length)
    };
    match shape {
        Shape::Array(length, element) => {
            let (fits_length, inner) = (has_length(*length), spelling::local("list"));
            let inside = fits(&quote!(#inner), element).into_iter();
            Some(
                quote!(#fits_length #(&& ::core::iter::Iterator::all(&mut #place.iter(), |#inner| #inside))*),
            )
        }
        Shape::List(elements) => {
            let fits_length = has_length(elements.len());
            let inside = elements.iter().enumerate().filter_map(|(index, element)| {
                let index = Literal::usize_unsuffixed(index);
                fits(&quote!(#place[#index]), element)
            });
            Some(quote!(#fits_length #(&& #inside)*))
        }
        Shape::Fields(members, shapes) => {
            let fields = members.iter().zip(shapes);
            let mut fields =
                fields.filter_map(|(member, shape)| fits(&quote!(#place.#member), shape));
            let first = fields.next()?;
            Some(quote!(#first #(&& #fields)*))
        }
        _ => None,
    }
}

/// Items by which rustc checks something in other modules, with the numbers of those.
pub(crate) fn checks_elsewhere(interface: &Interface) -> Vec<(usize, TokenStream)> {
    let (runtime, library) = (&interface.runtime, spelling::library());
    let item = |statements: &[TokenStream]| {
        quote! {
            #[allow(unused, clippy::all, clippy::pedantic)]
            const _: fn() = || {
                use #runtime::__private as #library;
                #(#statements)*
            };
        }
    };
    let checks = interface.checks_elsewhere.iter();
    checks
        .map(|(module, statements)| (*module, item(statements)))
        .collect()
}

/// The functions that the statements of a body call by short names.
pub(crate) fn helpers_inside(interface: &Interface, fma: Fma) -> TokenStream {
    let (items, of_version) = (helpers(interface, fma), versions::fma(interface, fma));
    quote!(#items #of_version)
}

/// The same without what is a variable.
pub(crate) fn helpers(interface: &Interface, fma: Fma) -> TokenStream {
    let runtime = &interface.runtime;
    let (helper, mode) = (
        spelling::fma(),
        proc_macro2::Ident::new(fma.name(), proc_macro2::Span::call_site()),
    );
    let scalar = match &interface.scalar {
        None => Some(spelling::scalar_type(interface.precision)),
        Some(_) => None,
    };
    let scalar = scalar.iter();
    let library = spelling::library();
    quote! {
        use #runtime::__private as #library;
        #runtime::__fma_fn!(#mode, #helper #(, #scalar)*);
    }
}
