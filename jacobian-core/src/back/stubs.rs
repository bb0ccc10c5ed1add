//! Stubs: the functions of a refused function without bodies, so that its callers resolve and show
//! no errors of their own.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::interface::Interface;

use super::constants::Entries;
use super::functions::{head, into_result, parameters, refused, targets};
use super::names::Names;

/// The computation of a refused function: callers resolve, and the error is beside it.
pub(crate) fn update(interface: &Interface, names: &Names) -> TokenStream {
    let Names {
        update_into,
        pattern,
        ..
    } = names;
    let Interface {
        runtime,
        visibility,
        attributes,
        ..
    } = interface;
    let head = head(interface, "Not generated: see the error.");
    let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
    let entries = Entries::unknown(interface);
    let (parameters, targets, result) = (
        parameters(interface),
        targets(interface, names, &entries),
        into_result(interface),
    );
    let body = refused();
    let [n_rows, n_cols] = [entries.n_rows, entries.n_cols].map(Literal::usize_unsuffixed);
    let zeros = |count: usize| {
        let zeros = (0..=count).map(|_| quote!(0));
        quote!(&[#(#zeros),*])
    };
    let (col_ptrs, row_ptrs) = (zeros(entries.n_cols), zeros(entries.n_rows));
    quote! {
        #(#attributes)* #[doc(hidden)] #[allow(dead_code, deprecated)]
        #visibility const #pattern: #runtime::SparsityPattern = #runtime::SparsityPattern::new(
            #n_rows, #n_cols, #runtime::Layout::Csc, #col_ptrs, &[], #row_ptrs, &[],
        );
        #head fn #update_into #generics (#parameters #targets) #result #where_clause {
            #body
        }
    }
}
