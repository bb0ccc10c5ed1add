//! The inherent `impl` beside the `impl` of a trait, which contains the generated items.
//!
//! ```text
//! impl<T: Real> Ode<T> for Body {            stays as it is
//!     type State = [T; 2];
//!     fn rate(&self, y: &Self::State) -> T { .. }
//! }
//! impl Body {                                `T` is no parameter of `Body`: the methods have it
//!     pub fn rate_jacobian<T: Real>(&self, y: &[T; 2]) -> .. { .. }
//! }
//! ```

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{GenericParam, WherePredicate};

use crate::front::associated::Associated;

/// The header of the inherent `impl`: the same type, with the generic parameters that occur in it.
pub(super) fn inherent_impl(block: &syn::ItemImpl) -> syn::ItemImpl {
    let mut inherent = block.clone();
    if inherent.trait_.take().is_none() {
        return inherent;
    }
    inherent.items.clear();
    let is_of_type = |name: &str| mentions(block.self_ty.to_token_stream(), name);
    let (own, _) = parted(&block.generics, is_of_type);
    inherent.generics = own;
    inherent
}

/// Makes methods of a trait methods of the inherent `impl`.
pub(super) struct Inherited<'a> {
    block: &'a syn::ItemImpl,
    inherent: &'a syn::ItemImpl,
    associated: Associated,
}

impl<'a> Inherited<'a> {
    pub(super) fn new(block: &'a syn::ItemImpl, inherent: &'a syn::ItemImpl) -> Self {
        Self {
            block,
            inherent,
            associated: Associated::of(block),
        }
    }

    /// The method for the inherent `impl`: visible, with associated types replaced by their
    /// definitions, and with the parameters of the `impl` that do not occur in the type.
    pub(super) fn method(&self, mut method: syn::ItemFn) -> syn::ItemFn {
        // Methods of traits have no visibility of their own.
        method.vis = syn::parse_quote!(pub);
        self.associated.clone().visit_item_fn_mut(&mut method);
        // A parameter that the method does not name could not be inferred.
        let named = method.to_token_stream();
        let stays = |name: &str| {
            has_parameter(&self.inherent.generics, name) || !mentions(named.clone(), name)
        };
        let (_, moved) = parted(&self.block.generics, stays);
        let generics = &mut method.sig.generics;
        generics.params.extend(moved.params);
        if let Some(clauses) = moved.where_clause {
            let own = generics.make_where_clause();
            own.predicates.extend(clauses.predicates);
        }
        method
    }
}

/// The parameters for which the condition is true, and the others, both with their bounds.
fn parted(
    generics: &syn::Generics,
    is_first: impl Fn(&str) -> bool,
) -> (syn::Generics, syn::Generics) {
    let name = |parameter: &GenericParam| match parameter {
        GenericParam::Type(found) => found.ident.to_string(),
        GenericParam::Const(found) => found.ident.to_string(),
        GenericParam::Lifetime(found) => found.lifetime.ident.to_string(),
    };
    let (mut first, mut second) = (syn::Generics::default(), syn::Generics::default());
    for parameter in &generics.params {
        let generics = if is_first(&name(parameter)) {
            &mut first
        } else {
            &mut second
        };
        generics.params.push(parameter.clone());
    }
    let predicates = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    for predicate in predicates {
        let is_of_second = second
            .params
            .iter()
            .any(|parameter| mentions(predicate.to_token_stream(), &name(parameter)));
        let generics = if is_of_second {
            &mut second
        } else {
            &mut first
        };
        let predicate: WherePredicate = predicate.clone();
        generics.make_where_clause().predicates.push(predicate);
    }
    (first, second)
}

fn has_parameter(generics: &syn::Generics, name: &str) -> bool {
    generics
        .params
        .iter()
        .any(|parameter| mentions(parameter.to_token_stream(), name))
}

fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(found) => found == name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
