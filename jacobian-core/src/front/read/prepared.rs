//! Items and the attributed function before anything else reads them: items in blocks have unique names.
//!
//! The user's text stays as it is. Only what we read changes, and what is generated from it. Cost: one
//! walk over the tokens, if there are items in blocks.

use std::borrow::Cow;
use std::rc::Rc;

use quote::ToTokens;
use syn::Item;

use crate::front::read::block_items::{
    Occurrences, function_with_unique_names, has_items, with_unique_names,
};
use crate::front::read::library::Library;

/// Items as they are read.
pub(crate) struct Prepared<'a> {
    pub(crate) items: Cow<'a, [Item]>,
    /// How often words occur in them, if there are items in blocks.
    pub(crate) words: Option<Rc<Occurrences>>,
}

impl<'a> Prepared<'a> {
    pub(crate) fn of(items: &'a [Item]) -> Self {
        let (renamed, words) = with_unique_names(items);
        Self {
            items: renamed.map_or(Cow::Borrowed(items), Cow::Owned),
            words,
        }
    }
}

impl Library {
    /// The attributed function as it is read.
    pub(crate) fn prepared(&self, function: &syn::ItemFn) -> syn::ItemFn {
        if !has_items(&function.block) {
            return function.clone();
        }
        let words = self.words.as_deref().cloned();
        let words = words.unwrap_or_else(|| Occurrences::of(function.to_token_stream()));
        function_with_unique_names(function, words)
    }
}
