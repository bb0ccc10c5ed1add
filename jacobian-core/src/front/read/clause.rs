//! One option of the attribute, before it is understood: `name`, `name = value` or `name(list)`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;

use crate::front::messages;

/// One option, before it is understood.
pub(super) struct Clause {
    pub(super) name: Ident,
    /// The tokens after `=`.
    value: Option<TokenStream>,
    /// The tokens between parentheses.
    list: Option<TokenStream>,
}

impl Parse for Clause {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let mut clause = Self {
            name,
            value: None,
            list: None,
        };
        if input.peek(syn::token::Paren) {
            let inner;
            syn::parenthesized!(inner in input);
            clause.list = Some(inner.parse()?);
        } else if input.peek(syn::Token![=]) {
            input.parse::<syn::Token![=]>()?;
            let mut value = TokenStream::new();
            while !input.is_empty() && !input.peek(syn::Token![,]) {
                value.extend([input.parse::<TokenTree>()?]);
            }
            clause.value = Some(value);
        }
        Ok(clause)
    }
}

impl Clause {
    pub(super) fn value<T>(
        &self,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> syn::Result<T> {
        match &self.value {
            Some(tokens) if !tokens.is_empty() => parse.parse2(tokens.clone()),
            _ => Err(self.error(&format!(
                "expected `{} = ...`\nhelp: give the option a value",
                self.name
            ))),
        }
    }

    pub(super) fn list<T>(
        &self,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> syn::Result<T> {
        match &self.list {
            Some(tokens) => parse.parse2(tokens.clone()),
            None => Err(self.error(&format!(
                "expected `{}(...)`\nhelp: give the option a list",
                self.name
            ))),
        }
    }

    /// A list of terms with commas between them.
    pub(super) fn terms<T: Parse>(&self) -> syn::Result<Vec<T>> {
        let terms = self.list(Punctuated::<T, syn::Token![,]>::parse_terminated)?;
        Ok(terms.into_iter().collect())
    }

    /// The list, if there is one: `name` or `name(list)`.
    pub(super) fn optional_list<T>(
        &self,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> syn::Result<Option<T>> {
        if self.value.is_some() {
            return Err(self.error(&format!(
                "expected `{0}` or `{0}(...)`\nhelp: the option takes a list and no value",
                self.name
            )));
        }
        self.list
            .as_ref()
            .map(|tokens| parse.parse2(tokens.clone()))
            .transpose()
    }

    pub(super) fn count(&self) -> syn::Result<usize> {
        let value = self.value(TokenStream::parse)?;
        let count = syn::parse2::<syn::LitInt>(value.clone()).and_then(|int| int.base10_parse());
        let message = messages::not_a_count(&self.name.to_string());
        count.map_err(|_| syn::Error::new_spanned(value, message))
    }

    pub(super) fn flag(&self) -> syn::Result<bool> {
        if self.value.is_some() || self.list.is_some() {
            return Err(self.error(&format!(
                "expected plain `{}`\nhelp: the option takes no value",
                self.name
            )));
        }
        Ok(true)
    }

    pub(super) fn choice<T: Clone>(&self, choices: &[(&str, T)]) -> syn::Result<T> {
        let word = self.value(Ident::parse)?;
        choose(&self.name.to_string(), &word, choices)
    }

    pub(super) fn error(&self, message: &str) -> syn::Error {
        syn::Error::new(self.name.span(), message)
    }
}

pub(super) fn choose<T: Clone>(
    option: &str,
    word: &Ident,
    choices: &[(&str, T)],
) -> syn::Result<T> {
    let found = choices
        .iter()
        .find(|(name, _)| word == name)
        .map(|(_, choice)| choice.clone());
    let known: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    found.ok_or_else(|| {
        syn::Error::new(
            word.span(),
            messages::unknown_choice(option, &word.to_string(), &known),
        )
    })
}
