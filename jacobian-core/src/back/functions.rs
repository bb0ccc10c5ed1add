//! The generated functions around the computation.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Expected, Interface, Parameter, Shape, Wrapper};
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::names::Names;
use super::versions::{self, Signature};

pub(crate) use super::siblings::{lints, sibling};
use crate::spelling::spoken;

/// `with_jacobian_into`, `with_jacobian` and `jacobian`.
pub(crate) fn emit(interface: &Interface, names: &Names, entries: &Entries) -> TokenStream {
    let into = with_jacobian_into(interface, names, entries);
    let with = by_value(interface, names, entries, &names.with_jacobian, Kept::Both);
    let jacobian = by_value(interface, names, entries, &names.jacobian, Kept::Jacobian);
    quote!(#into #with #jacobian)
}

/// The attributes and the visibility of every generated function.
pub(crate) fn head(interface: &Interface, doc: &str) -> TokenStream {
    let Interface {
        attributes,
        inline,
        visibility,
        ..
    } = interface;
    let expected = interface.parameter_checks.iter().map(|check| {
        let name = check.said();
        match &check.expected {
            Expected::Length(length) => format!("`{name}` has length {length}"),
            Expected::LengthsInside(lengths) => {
                format!("the lists in `{name}` have length {}", spoken(lengths))
            }
            Expected::Inside(_) => format!("the lists in `{name}` have the lengths of `dim`"),
            Expected::Shape(rows, cols) => format!("`{name}` has shape ({rows}, {cols})"),
            Expected::LengthIfPresent(length) => {
                format!("`{name}` is missing or has length {length}")
            }
            Expected::Value(value) => format!("`{name}` is {value}"),
        }
    });
    let expected = expected.collect::<Vec<_>>().join(" and ");
    let panics = if expected.is_empty() {
        String::new()
    } else {
        format!("\n\n# Panics\nPanics unless {expected}.")
    };
    let supplied = interface.supplied.iter();
    let doc = supplied.fold(doc.to_owned(), |doc, said| format!("{doc}\n\n{said}"));
    let doc = format!("{doc}{panics}");
    let lints = lints();
    quote! {
        #(#attributes)*
        #(#inline)*
        #[doc = #doc]
        #lints
        #visibility
    }
}

/// The parameters as the user declared them, patterns replaced by names.
pub(crate) fn parameters(interface: &Interface) -> TokenStream {
    let (receiver, parameters) = (receiver(interface), spelled(&interface.parameters));
    quote!(#receiver #parameters)
}

/// `&self,` where there is one.
pub(crate) fn receiver(interface: &Interface) -> TokenStream {
    let receiver = interface.receiver.iter();
    receiver.map(|receiver| quote!(#receiver,)).collect()
}

/// `name: Type,` for each parameter.
pub(crate) fn spelled<'a>(parameters: impl IntoIterator<Item = &'a Parameter>) -> TokenStream {
    let spelled = parameters.into_iter().map(|parameter| {
        let Parameter {
            name,
            mutability,
            ty,
            ..
        } = parameter;
        quote!(#mutability #name: #ty,)
    });
    spelled.collect()
}

/// The arguments of a call to a sibling; outputs are borrowed again.
pub(crate) fn arguments(interface: &Interface) -> TokenStream {
    let names = interface.parameters.iter().map(|parameter| &parameter.name);
    quote!(#(#names,)*)
}

/// The places that `_into` functions write to.
pub(crate) fn targets(interface: &Interface, names: &Names, counts: &Entries) -> TokenStream {
    let value = spelling::parameter(Added::Value);
    let value = interface
        .returned
        .value
        .as_ref()
        .map(|ty| quote!(#value: &mut #ty,));
    let entries = target_of_entries(interface, names, counts);
    quote!(#value #entries)
}

/// The place for the entries.
pub(crate) fn target_of_entries(
    interface: &Interface,
    names: &Names,
    counts: &Entries,
) -> TokenStream {
    let entries = spelling::parameter(Added::Entries);
    let scalar = spelling::scalar_type(interface.precision);
    let nnz = names.length(counts.nnz());
    quote!(#entries: &mut [#scalar; #nnz],)
}

/// The result of an `_into` function: nothing, in the wrapper of the user's.
pub(crate) fn into_result(interface: &Interface) -> TokenStream {
    match interface.returned.wrapper {
        Wrapper::Plain => TokenStream::new(),
        Wrapper::Result | Wrapper::Option => rewrapped(interface, &quote!(())),
    }
}

/// The end of an `_into` function.
pub(crate) fn done(interface: &Interface) -> TokenStream {
    match interface.returned.wrapper {
        Wrapper::Plain => TokenStream::new(),
        Wrapper::Result | Wrapper::Option => success(interface, &quote!(())),
    }
}

/// `-> inner`, in the user's `Result` or `Option`.
pub(crate) fn rewrapped(interface: &Interface, inner: &TokenStream) -> TokenStream {
    let declared = interface.returned.declared.as_ref();
    match (interface.returned.wrapper, declared) {
        (Wrapper::Plain, _) | (_, None) => quote!(-> #inner),
        (_, Some(syn::Type::Path(path))) => {
            let mut path = path.clone();
            let last = path
                .path
                .segments
                .last_mut()
                .expect("invariant: a path has segments");
            if let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
                && let Some(first) = arguments.args.first_mut()
            {
                *first = syn::GenericArgument::Type(syn::Type::Verbatim(inner.clone()));
            }
            quote!(-> #path)
        }
        (_, Some(_)) => unreachable!("invariant: only paths are taken apart"),
    }
}

/// The variant of success around an expression.
pub(crate) fn success(interface: &Interface, inner: &TokenStream) -> TokenStream {
    match interface.returned.wrapper {
        Wrapper::Plain => inner.clone(),
        Wrapper::Result => quote!(::core::result::Result::Ok(#inner)),
        Wrapper::Option => quote!(::core::option::Option::Some(#inner)),
    }
}

pub(crate) fn propagate(interface: &Interface) -> TokenStream {
    match interface.returned.wrapper {
        Wrapper::Plain => TokenStream::new(),
        Wrapper::Result | Wrapper::Option => quote!(?),
    }
}

fn with_jacobian_into(interface: &Interface, names: &Names, entries: &Entries) -> TokenStream {
    let Names {
        with_jacobian_into,
        update_into,
        ..
    } = names;
    let template = names.template_value(interface);
    let doc = format!(
        "Writes the value of `{}` and every entry of its Jacobian, in the order of the pattern.{}",
        interface.name,
        entries.facts.line("Jacobian", names)
    );
    let head = head(interface, &doc);
    let (parameters, targets, result) = (
        parameters(interface),
        targets(interface, names, entries),
        into_result(interface),
    );
    let target = spelling::parameter(Added::Entries);
    let constants = constant_stores(interface, entries, &template);
    let arguments = arguments(interface);
    let value = interface.returned.value.as_ref();
    let value = value.map(|_| spelling::parameter(Added::Value));
    let value = value.iter();
    let parameters = quote!(#parameters #targets);
    let signature = Signature::of(interface, with_jacobian_into, (head, parameters, result));
    let arguments = quote!(#arguments #(#value,)* #target);
    // With the version of the caller, stores of constants and of others can be one.
    let is_computed = !entries.refused && interface.returned.assembly.is_none();
    if is_computed && !constants.is_empty() {
        let (call, version) = versions::call(interface, update_into);
        return signature.computing(&quote!(#constants #call(#version #arguments)));
    }
    let call = sibling(interface, update_into);
    signature.with(&quote!(#constants #call(#arguments)))
}

/// The statements that store the entries known at expansion.
pub(crate) fn constant_stores(
    interface: &Interface,
    entries: &Entries,
    template: &TokenStream,
) -> TokenStream {
    let target = spelling::parameter(Added::Entries);
    let known = entries
        .slots
        .iter()
        .zip(&entries.constants)
        .filter_map(|(slot, known)| Some((slot, (*known)?)));
    let known: Vec<TokenStream> = known
        .map(|(slot, constant)| {
            let slot = Literal::usize_unsuffixed(*slot);
            let constant = spelling::literal(constant, interface.precision);
            quote!(#target[#slot] = #constant;)
        })
        .collect();
    if is_copied(known.len(), entries.nnz()) {
        quote!(*#target = #template;)
    } else {
        quote!(#(#known)*)
    }
}

/// Whether known entries are copied from the template. A copy of many numbers is a call, which
/// spills registers; single stores of a number are cheap.
pub(super) fn is_copied(n_known: usize, nnz: usize) -> bool {
    n_known > 192 && 4 * n_known >= 3 * nnz
}

/// The result type of a function that returns by value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Both,
    Jacobian,
}

fn by_value(
    interface: &Interface,
    names: &Names,
    entries: &Entries,
    name: &Ident,
    kept: Kept,
) -> TokenStream {
    let Names {
        with_jacobian_into,
        pattern,
        path,
        ..
    } = names;
    let nnz = names.length(entries.nnz());
    let Interface { runtime, .. } = interface;
    let jacobian = jacobian_type(interface, names, entries);
    let value_type = interface.returned.value.as_ref();
    let with_value = value_type.filter(|_| kept == Kept::Both);
    let doc = match with_value {
        Some(_) => format!("The value of `{}` and its sparse Jacobian.", interface.name),
        None => format!("The sparse Jacobian of `{}`.", interface.name),
    };
    let plot = match kept {
        Kept::Both => "",
        Kept::Jacobian => entries.facts.plot(),
    };
    let doc = format!("{doc}{}{plot}", entries.facts.line("Jacobian", names));
    let head = head(interface, &doc);
    let result = match with_value {
        Some(value) => rewrapped(interface, &quote!((#value, #jacobian))),
        None => rewrapped(interface, &jacobian),
    };
    let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
    let (parameters, arguments) = (parameters(interface), arguments(interface));
    let call = sibling(interface, with_jacobian_into);
    let [value, target] = spelling::targets();
    let zero = interface.returned.shape.zero(interface.precision);
    let none = Shape::Scalar.zero(interface.precision);
    let declare = value_type.map(|ty| quote!(let mut #value: #ty = #zero;));
    let pass = value_type.map(|_| quote!(&mut #value,));
    let wrapped = quote!(#runtime::SparseJacobian::new(#target, &#path #pattern));
    let returned = match with_value {
        Some(_) => success(interface, &quote!((#value, #wrapped))),
        None => success(interface, &wrapped),
    };
    let propagate = propagate(interface);
    let body = if entries.refused {
        refused()
    } else if interface.returned.assembly.is_some() {
        let assembled = sibling(interface, &names.assembled);
        let template = names.template_value(interface);
        quote! {
            let mut #target = #template;
            let #value = #assembled(#arguments &mut #target) #propagate;
            #returned
        }
    } else {
        quote! {
            #declare
            let mut #target = [#none; #nnz];
            #call(#arguments #pass &mut #target) #propagate;
            #returned
        }
    };
    quote! {
        #head fn #name #generics (#parameters) #result #where_clause { #body }
    }
}

/// The alias, or the type in full where there can be no alias.
fn jacobian_type(interface: &Interface, names: &Names, entries: &Entries) -> TokenStream {
    if !interface.is_method {
        let alias = &names.alias;
        let name = interface.scalar.iter().map(|scalar| &scalar.name);
        return quote!(#alias #(<#name>)*);
    }
    let nnz = names.length(entries.nnz());
    let runtime = &interface.runtime;
    let scalar = spelling::scalar_type(interface.precision);
    let [n_rows, n_cols] = [entries.n_rows, entries.n_cols].map(Literal::usize_unsuffixed);
    quote!(#runtime::SparseJacobian<#scalar, #n_rows, #n_cols, #nnz>)
}

/// The body of a stub: never run, since the refusal is a compile error.
pub(crate) fn refused() -> TokenStream {
    quote!(::core::panic!("this function was refused by #[jacobian]"))
}
