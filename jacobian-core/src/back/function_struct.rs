//! `as = Residual`: a struct that implements the runtime's `Function`.
//!
//! A unit struct where every parameter is an independent or an output; otherwise a struct that
//! holds the inactive parameters, references under one lifetime.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Interface, Parameter, Shape};
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::names::Names;

pub(crate) fn emit(interface: &Interface, names: &Names, entries: &Entries) -> TokenStream {
    let Some(name) = &interface.function_struct else {
        return TokenStream::new();
    };
    let held: Vec<&Parameter> = interface
        .parameters
        .iter()
        .filter(|parameter| is_held(parameter))
        .collect();
    let definition = definition(interface, name, &held);
    let implementation = implementation(interface, name, names, entries, &held);
    quote!(#definition #implementation)
}

pub(crate) fn is_held(parameter: &Parameter) -> bool {
    parameter.independent.is_none() && parameter.output.is_none()
}

fn lifetime(held: &[&Parameter]) -> Option<TokenStream> {
    let borrows = |parameter: &&&Parameter| matches!(parameter.ty, syn::Type::Reference(_));
    held.iter()
        .any(|parameter| borrows(&parameter))
        .then(|| quote!(<'held>))
}

fn definition(interface: &Interface, name: &Ident, held: &[&Parameter]) -> TokenStream {
    let Interface {
        visibility,
        attributes,
        ..
    } = interface;
    let doc = format!(
        "[`{}`] as a function of flattened vectors, for generic solvers.",
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

fn implementation(
    interface: &Interface,
    name: &Ident,
    names: &Names,
    entries: &Entries,
    held: &[&Parameter],
) -> TokenStream {
    let Interface {
        runtime,
        attributes,
        ..
    } = interface;
    // An implementation cannot be deprecated, only what it is for.
    let configured = attributes
        .iter()
        .filter(|attribute| !attribute.path().is_ident("deprecated"));
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
    let [with_jacobian, update] = [with_jacobian_into, update_into]
        .map(|function| entries_into(interface, function, &arguments, nnz));
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
        }
    }
}

fn checks(entries: &Entries) -> TokenStream {
    let (x, value) = (
        spelling::parameter(Added::Flat),
        spelling::parameter(Added::Value),
    );
    let [n_cols, n_rows] = [entries.n_cols, entries.n_rows].map(Literal::usize_unsuffixed);
    let independents = format!("there are {n_cols} independents");
    let dependents = format!("there are {n_rows} dependents");
    quote! {
        ::core::assert!(#x.len() == #n_cols, #independents);
        ::core::assert!(#value.len() == #n_rows, #dependents);
    }
}

/// The arguments of the user's function, and the statements that prepare and unload them.
pub(crate) struct Arguments {
    pub(crate) before: TokenStream,
    pub(crate) list: TokenStream,
    pub(crate) after: TokenStream,
}

/// The arguments from flattened vectors, the inactive ones as `held` spells them.
pub(crate) fn arguments(interface: &Interface, held: impl Fn(&Ident) -> TokenStream) -> Arguments {
    let (x, value) = (
        spelling::parameter(Added::Flat),
        spelling::parameter(Added::Value),
    );
    let mut columns = columns(interface);
    let mut row = interface
        .returned
        .value
        .as_ref()
        .map_or(0, |_| interface.returned.shape.count());
    let (mut before, mut list, mut after) =
        (TokenStream::new(), TokenStream::new(), TokenStream::new());
    for parameter in &interface.parameters {
        let name = &parameter.name;
        if let Some(shape) = &parameter.independent {
            let start = columns
                .remove(&name.to_string())
                .expect("invariant: an independent has columns");
            let mut places = (start..start + shape.count())
                .map(Literal::usize_unsuffixed)
                .map(|k| quote!(#x[#k]));
            let built = build(shape, &mut places);
            let borrow = matches!(parameter.ty, syn::Type::Reference(_)).then(|| quote!(&));
            list.extend(quote!(#borrow #built,));
        } else if let Some(shape) = &parameter.output {
            let (local, zero) = (
                spelling::local(&format!("output_{name}")),
                shape.zero(interface.precision),
            );
            before.extend(quote!(let mut #local = #zero;));
            list.extend(quote!(&mut #local,));
            for place in shape.places(&quote!(#local)) {
                let index = Literal::usize_unsuffixed(row);
                after.extend(quote!(#value[#index] = #place;));
                row += 1;
            }
        } else {
            let held = held(name);
            list.extend(quote!(#held,));
        }
    }
    Arguments {
        before,
        list,
        after,
    }
}

/// Where the columns of each independent begin.
fn columns(interface: &Interface) -> crate::ordered::Map<String, usize> {
    let mut starts = crate::ordered::Map::new();
    let mut column = 0;
    for name in &interface.columns {
        let parameter = interface
            .parameters
            .iter()
            .find(|parameter| parameter.name == *name);
        let shape = parameter.and_then(|parameter| parameter.independent.as_ref());
        starts.insert(name.clone(), column);
        column += shape.map_or(0, Shape::count);
    }
    starts
}

/// An expression of a shape from its scalars.
fn build(shape: &Shape, scalars: &mut impl Iterator<Item = TokenStream>) -> TokenStream {
    match shape {
        Shape::Scalar => scalars
            .next()
            .expect("invariant: as many scalars as the shape has"),
        Shape::Array(length, element) => {
            let elements: Vec<TokenStream> =
                (0..*length).map(|_| build(element, scalars)).collect();
            quote!([#(#elements),*])
        }
        Shape::Tuple(elements) => {
            let elements: Vec<TokenStream> = elements
                .iter()
                .map(|element| build(element, scalars))
                .collect();
            quote!((#(#elements,)*))
        }
        Shape::Matrix(rows, cols) => {
            let columns = (0..*cols).map(|_| {
                let column: Vec<TokenStream> = scalars.by_ref().take(*rows).collect();
                quote!([#(#column),*])
            });
            let columns: Vec<TokenStream> = columns.collect();
            quote!(::core::convert::Into::into([#(#columns),*]))
        }
        Shape::Struct(layout, elements) => {
            let build = |element| build(element, scalars);
            layout.literal(&elements.iter().map(build).collect::<Vec<_>>())
        }
        Shape::List(_) | Shape::Fields(..) | Shape::Enum(..) => {
            unreachable!("invariant: `as` is refused for what is only read")
        }
    }
}

/// Copies a returned value into the flat slice.
pub(crate) fn unload(interface: &Interface, result: &Ident) -> TokenStream {
    let value = spelling::parameter(Added::Value);
    let places = interface
        .returned
        .value
        .as_ref()
        .map(|_| interface.returned.shape.places(&quote!(#result)));
    let stores = places
        .into_iter()
        .flatten()
        .enumerate()
        .map(|(row, place)| {
            let row = Literal::usize_unsuffixed(row);
            quote!(#value[#row] = #place;)
        });
    quote!(#(#stores)*)
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

fn entries_into(
    interface: &Interface,
    function: &Ident,
    arguments: &Arguments,
    nnz: &Ident,
) -> TokenStream {
    let Arguments {
        before,
        list,
        after,
    } = arguments;
    let (result, entries) = (
        spelling::local("result"),
        spelling::parameter(Added::Entries),
    );
    let scalar = spelling::scalar_type(interface.precision);
    let zero = interface.returned.shape.zero(interface.precision);
    let unload = unload(interface, &result);
    let declare = interface
        .returned
        .value
        .as_ref()
        .map(|ty| quote!(let mut #result: #ty = #zero;));
    let pass = interface
        .returned
        .value
        .as_ref()
        .map(|_| quote!(&mut #result,));
    quote! {
        let #entries: &mut [#scalar; #nnz] =
            ::core::convert::TryFrom::try_from(#entries).expect("there are as many entries as the pattern has");
        #before
        #declare
        #function(#list #pass #entries);
        #unload
        #after
    }
}
