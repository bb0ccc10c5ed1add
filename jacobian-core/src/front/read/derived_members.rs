//! Members that derives of other crates write: constructors, getters, and what `Deref` gives.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Field, Meta, Token};

use crate::front::read::derived_struct::{Deriving, member};

impl Deriving<'_> {
    /// An `impl` of the struct itself.
    fn inherent(&self, items: &TokenStream) -> TokenStream {
        let ((parameters, clause), this) = self.header(None);
        quote!(impl #parameters #this #clause { #items })
    }

    pub(crate) fn constructor(&self) -> TokenStream {
        let names = self.arguments();
        let types = self.each(|_, ty| ty.to_token_stream());
        let values: Vec<TokenStream> = names.iter().map(ToTokens::to_token_stream).collect();
        let body = self.made_of(&values);
        self.inherent(&quote!(fn new(#(#names: #types),*) -> Self { #body }))
    }

    /// The names of the arguments of a constructor.
    fn arguments(&self) -> Vec<Ident> {
        let fields = self.item.fields.iter().enumerate();
        let name = |(position, field): (usize, &Field)| {
            field
                .ident
                .clone()
                .unwrap_or_else(|| format_ident!("__{position}"))
        };
        fields.map(name).collect()
    }

    /// The constructor of derive-new.
    pub(crate) fn constructor_of_given(&self) -> Option<TokenStream> {
        let mut parameters = Vec::new();
        let mut values = Vec::new();
        for (field, name) in self.item.fields.iter().zip(self.arguments()) {
            let ty = &field.ty;
            let given = field
                .attrs
                .iter()
                .find(|attribute| attribute.path().is_ident("new"));
            match given.map(Attribute::parse_args::<Meta>) {
                None => {
                    parameters.push(quote!(#name: #ty));
                    values.push(name.to_token_stream());
                }
                Some(Ok(Meta::Path(path))) if path.is_ident("default") => {
                    values.push(quote!(<#ty as Default>::default()));
                }
                Some(Ok(Meta::NameValue(value))) if value.path.is_ident("value") => {
                    let syn::Expr::Lit(syn::ExprLit {
                        lit: syn::Lit::Str(text),
                        ..
                    }) = &value.value
                    else {
                        return None;
                    };
                    let value: syn::Expr = text.parse().ok()?;
                    values.push(value.to_token_stream());
                }
                Some(_) => return None,
            }
        }
        let body = self.made_of(&values);
        self.is_plain_struct("new")
            .then(|| self.inherent(&quote!(fn new(#(#parameters),*) -> Self { #body })))
    }

    /// Whether the struct itself has no attribute of this name.
    fn is_plain_struct(&self, name: &str) -> bool {
        let mut attributes = self.item.attrs.iter();
        !attributes.any(|attribute| attribute.path().is_ident(name))
    }

    pub(crate) fn deref(&self) -> Option<TokenStream> {
        if !self.is_plain(&["deref"]) || self.item.fields.len() != 1 {
            return None;
        }
        let (field, ty) = (
            member(0, self.item.fields.iter().next()?),
            self.each(|_, ty| quote!(#ty)),
        );
        let ty = &ty[0];
        let items = quote!(type Target = #ty; fn deref(&self) -> &#ty { &self.#field });
        Some(self.of_trait(&quote!(::core::ops::Deref), None, &items))
    }

    /// Methods with the names of the fields: of derive-getters, which gives references to all
    /// fields, or of getset, which says what it gives.
    pub(crate) fn getters(&self, derive: &str) -> Option<TokenStream> {
        let word = if derive == "Getters" {
            "get"
        } else {
            "get_copy"
        };
        let of_all = said_by_getset(&self.item.attrs);
        let any_field = self
            .item
            .fields
            .iter()
            .any(|field| said_by_getset(&field.attrs).is_some());
        let is_getset = derive == "CopyGetters" || of_all.is_some() || any_field;
        if !self.is_plain(&["getter", "get", "get_copy"]) {
            return None;
        }
        let mut methods = TokenStream::new();
        for field in &self.item.fields {
            let (name, ty) = (field.ident.as_ref()?, &field.ty);
            let said = said_by_getset(&field.attrs).or_else(|| of_all.clone());
            let said = said.unwrap_or_default();
            // Other words, such as `with_prefix`, change names.
            let is_given = said.iter().any(|(known, _)| known == word);
            if said
                .iter()
                .any(|(known, value)| known == "skip" || value.contains("with_prefix"))
            {
                continue;
            }
            if is_getset && !is_given {
                continue;
            }
            methods.extend(if word == "get" {
                quote!(fn #name(&self) -> &#ty { &self.#name })
            } else {
                quote!(fn #name(&self) -> #ty { self.#name })
            });
        }
        Some(self.inherent(&methods))
    }
}

/// The words of `#[getset(get = "pub", skip)]`, with their values.
fn said_by_getset(attributes: &[Attribute]) -> Option<Vec<(String, String)>> {
    let found = attributes
        .iter()
        .find(|attribute| attribute.path().is_ident("getset"))?;
    let words = found.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let each = words.into_iter().flatten().map(|word| {
        let name = word
            .path()
            .get_ident()
            .map(ToString::to_string)
            .unwrap_or_default();
        let value = match &word {
            Meta::NameValue(value) => value.value.to_token_stream().to_string(),
            _ => String::new(),
        };
        (name, value)
    });
    Some(each.collect())
}
