//! Stubs: the functions of a refused function without bodies, and its constants without entries, so
//! that its callers resolve and show no errors of their own.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::Interface;

use super::constants::{self, Entries};
use super::functions::{head, into_result, parameters, refused, targets};
use super::names::Names;

/// The constants and the computation.
pub(crate) fn of_jacobian(interface: &Interface, names: &Names) -> TokenStream {
    let entries = Entries::unknown(interface);
    let pattern = empty(interface, entries.n_rows, entries.n_cols);
    let ty = sparsity_pattern(interface);
    let constants = constants(interface, names, &ty, &pattern);
    let alias = constants::emit_alias(interface, names, &entries);
    let update = update(interface, names, &entries);
    quote!(#constants #alias #update)
}

/// The constants of a symmetric matrix of first or second derivatives.
pub(super) fn of_symmetric(interface: &Interface, names: &Names) -> TokenStream {
    let runtime = &interface.runtime;
    let n_cols = Entries::unknown(interface).n_cols;
    let lower = empty(interface, n_cols, n_cols);
    let ty = quote!(#runtime::SymmetricPattern);
    constants(interface, names, &ty, &quote!(#ty::new(#lower)))
}

/// A cost that says nothing.
pub(super) fn cost(interface: &Interface, name: &Ident) -> TokenStream {
    let runtime = &interface.runtime;
    let head = hidden(interface);
    quote! {
        #head const #name: #runtime::Cost = #runtime::Cost {
            multiplications: 0, additions: 0, divisions: 0, elementals: 0, trivial: 0, literal: 0,
            loops: &[],
        };
    }
}

fn constants(
    interface: &Interface,
    names: &Names,
    ty: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let Names { nnz, pattern, .. } = names;
    let (head, cost) = (hidden(interface), cost(interface, &names.cost));
    let template = constants::emit_template(interface, names, &quote!(doc(hidden)), &[]);
    quote! {
        #head const #nnz: ::core::primitive::usize = 0;
        #head const #pattern: #ty = #value;
        #cost
        #template
    }
}

/// The attributes and the visibility of a constant of a refused function.
fn hidden(interface: &Interface) -> TokenStream {
    let Interface {
        visibility,
        attributes,
        ..
    } = interface;
    quote!(#(#attributes)* #[doc(hidden)] #[allow(dead_code, deprecated)] #visibility)
}

fn sparsity_pattern(interface: &Interface) -> TokenStream {
    let runtime = &interface.runtime;
    quote!(#runtime::SparsityPattern)
}

/// A pattern without entries.
fn empty(interface: &Interface, n_rows: usize, n_cols: usize) -> TokenStream {
    let (runtime, ty) = (&interface.runtime, sparsity_pattern(interface));
    let zeros = |count: usize| {
        let zeros = (0..=count).map(|_| quote!(0));
        quote!(&[#(#zeros),*])
    };
    let (col_ptrs, row_ptrs) = (zeros(n_cols), zeros(n_rows));
    let [n_rows, n_cols] = [n_rows, n_cols].map(Literal::usize_unsuffixed);
    quote!(#ty::new(#n_rows, #n_cols, #runtime::Layout::Csc, #col_ptrs, &[], #row_ptrs, &[]))
}

/// The computation: callers resolve, and the error is beside it.
fn update(interface: &Interface, names: &Names, entries: &Entries) -> TokenStream {
    let update_into = &names.update_into;
    let head = head(interface, "Not generated: see the error.");
    let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
    let (parameters, targets, result) = (
        parameters(interface),
        targets(interface, names, entries),
        into_result(interface),
    );
    let body = refused();
    quote! {
        #head fn #update_into #generics (#parameters #targets) #result #where_clause {
            #body
        }
    }
}
