//! The function that users call: it records the elements of all terms, and gives them to a builder.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::diag::Diagnostics;
use crate::front::messages;

use super::parameters::Parameters;
use super::state::Walk;
use super::terms::Term;

/// A recorded function.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) terms: Vec<Term>,
    /// The function itself, which counts as used where its system is.
    original: Ident,
    head: TokenStream,
    body: TokenStream,
    rows: TokenStream,
    columns: TokenStream,
}

/// Takes a function apart. `None` if something was reported.
pub(crate) fn recorded(
    function: &syn::ItemFn,
    wrt: Option<&[Ident]>,
    diagnostics: &mut Diagnostics,
) -> Option<Recorded> {
    let n_errors = diagnostics.len();
    let parameters = Parameters::read(function, wrt, diagnostics)?;
    let (name, written) = (
        format_ident!("{}_system", function.sig.ident),
        &parameters.written,
    );
    let vis = &function.vis;
    let doc = format!(
        "The elements of [`{}`], recorded: a builder of their system. Lists of unknowns and rows are given by their lengths.\n\n\
         # Errors\nIf a row is assigned twice, or after something was added to it, or if the system is too large.\n\n\
         # Panics\nWhere the function does, for example at an index that a list does not have.",
        function.sig.ident
    );
    let head = quote! {
        #[doc = #doc]
        #[allow(unused, clippy::all, clippy::pedantic, reason = "the loops of the function, where elements are recorded")]
        #vis fn #name(#(#written),*) -> ::core::result::Result<
            ::jacobian_assembly::Builder<::jacobian_assembly::Jacobian>,
            ::jacobian_assembly::AssemblyError,
        >
    };
    let mut walk = Walk::new(parameters, diagnostics);
    let body = walk.body(&function.block);
    let has_rows = walk.parameters.lists.iter().any(|list| list.is_rows);
    let (rows, columns) = (walk.parameters.count(true), walk.parameters.count(false));
    let terms = walk.terms;
    if !has_rows || (terms.is_empty() && diagnostics.len() == n_errors) {
        diagnostics.error_at(&function.sig.ident, messages::ASSEMBLE_NO_ROWS);
    }
    (diagnostics.len() == n_errors).then_some(Recorded {
        terms,
        original: function.sig.ident.clone(),
        head,
        body,
        rows,
        columns,
    })
}

impl Recorded {
    /// The function, with the functions of the terms inside.
    pub(crate) fn function(&self, items: &TokenStream) -> TokenStream {
        let Self {
            terms,
            original,
            head,
            body,
            rows,
            columns,
        } = self;
        let elements: Vec<&Ident> = terms.iter().map(|term| &term.elements).collect();
        let instances = terms.iter().map(Term::instance);
        quote! {
            #head {
                let _ = #original;
                #items
                #(let mut #elements = ::jacobian_assembly::Elements::new();)*
                let mut __jacobian_rows = ::jacobian_assembly::recording::Rows::new();
                #body
                __jacobian_rows.finish()?;
                let mut __jacobian_system = ::jacobian_assembly::System::jacobian(#rows, #columns);
                #(__jacobian_system.term(#instances, #elements)?;)*
                ::core::result::Result::Ok(__jacobian_system)
            }
        }
    }
}
