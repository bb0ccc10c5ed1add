//! A struct whose derives are written out: its parts in the code of an `impl`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Field, ItemStruct, Type, parse_quote};

/// A struct whose derives are written out.
pub(crate) struct Deriving<'a> {
    pub(crate) item: &'a ItemStruct,
}

impl Deriving<'_> {
    /// Whether neither the struct nor a field has one of these attributes.
    pub(crate) fn is_plain(&self, names: &[&str]) -> bool {
        let is_free = |attributes: &[Attribute]| {
            let named =
                |attribute: &Attribute| names.iter().any(|name| attribute.path().is_ident(name));
            !attributes.iter().any(named)
        };
        is_free(&self.item.attrs) && self.item.fields.iter().all(|field| is_free(&field.attrs))
    }

    /// A term for each field, made of its name and its type.
    pub(crate) fn each(
        &self,
        term: impl Fn(&TokenStream, &Type) -> TokenStream,
    ) -> Vec<TokenStream> {
        let fields = self.item.fields.iter().enumerate();
        let each = fields.map(|(position, field)| term(&member(position, field), &field.ty));
        each.collect()
    }

    /// The struct made of these values.
    pub(crate) fn made_of(&self, values: &[TokenStream]) -> TokenStream {
        let name = &self.item.ident;
        let names = self
            .item
            .fields
            .iter()
            .filter_map(|field| field.ident.as_ref());
        if let syn::Fields::Unnamed(_) = &self.item.fields {
            quote!(#name(#(#values),*))
        } else {
            quote!(#name { #(#names: #values),* })
        }
    }

    pub(crate) fn of_trait(
        &self,
        path: &TokenStream,
        bound: Option<&syn::TypeParamBound>,
        items: &TokenStream,
    ) -> TokenStream {
        let (header, this) = self.header(bound);
        let (parameters, clause) = header;
        quote!(impl #parameters #path for #this #clause { #items })
    }

    /// The parameters of a block with its conditions, and the type with its arguments.
    pub(crate) fn header(
        &self,
        bound: Option<&syn::TypeParamBound>,
    ) -> ((TokenStream, TokenStream), TokenStream) {
        let mut generics = self.item.generics.clone();
        for parameter in generics.type_params_mut() {
            let bound = bound.map(|bound| {
                let own = [("Self".to_owned(), parameter.ident.to_token_stream())];
                crate::spelling::replaced(quote!(#bound), &own)
            });
            let bound = bound.and_then(|bound| syn::parse2::<syn::TypeParamBound>(bound).ok());
            parameter.bounds.extend(bound);
            parameter.bounds.push(parse_quote!(Copy));
        }
        let (parameters, arguments, clause) = generics.split_for_impl();
        let name = &self.item.ident;
        let header = (parameters.to_token_stream(), clause.to_token_stream());
        (header, quote!(#name #arguments))
    }
}

/// The name of a field, or its position.
pub(crate) fn member(position: usize, field: &Field) -> TokenStream {
    match &field.ident {
        Some(name) => name.to_token_stream(),
        None => syn::Index::from(position).to_token_stream(),
    }
}
