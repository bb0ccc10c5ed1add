//! Crates that the option `see(..)` shows, as the option brings them.
//!
//! ```text
//! __seen(cgmath = "pub struct Vector3<S> { .. } impl_vector!(Vector3 { x, y, z });")
//! ```
//!
//! Calls of the crate's own macros are replaced by the items that they make.

use std::rc::Rc;

use proc_macro2::Ident;
use syn::Item;
use syn::parse::{Parse, ParseStream};

use crate::front::messages;
use crate::front::read::own_macros::OwnMacros;

/// A crate with the items that some code may need.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) name: Ident,
    pub(crate) items: Rc<Vec<Item>>,
}

/// `cgmath = "pub struct Vector3 .."`
impl Parse for Seen {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        input.parse::<syn::Token![=]>()?;
        let text = input.parse::<syn::LitStr>()?.value();
        let file = syn::parse_str::<syn::File>(&text);
        let file = file.map_err(|error| {
            let message = messages::seen_not_read(&name.to_string(), &error.to_string());
            syn::Error::new(name.span(), message)
        })?;
        let macros = OwnMacros::of(&file.items);
        Ok(Self {
            name,
            items: Rc::new(without_calls(&file.items, &macros)),
        })
    }
}

/// The items with those that calls of macros make, also in the modules inside.
fn without_calls(items: &[Item], macros: &OwnMacros) -> Vec<Item> {
    let all = macros.with_items(items).into_iter();
    let mut all: Vec<Item> = all.map(|item| macros.with_parts(item)).collect();
    for item in &mut all {
        if let Item::Mod(inner) = item
            && let Some((_, items)) = &mut inner.content
        {
            *items = without_calls(items, macros);
        }
    }
    all
}

/// The items of several crates.
pub(crate) fn items_of(seen: &[Seen]) -> impl Iterator<Item = &Item> {
    seen.iter().flat_map(|one| one.items.iter())
}
