//! The library of an attributed module, `impl` or trait: its items, and those of other crates.

use std::rc::Rc;

use quote::ToTokens;
use syn::Item;

use crate::front::prelude::types::Words;
use crate::front::read::block_items::with_unique_names;
use crate::front::read::foreign_impls::concrete_items;
use crate::front::read::foreign_scalars::Sight;
use crate::front::read::imported_aliases::with_imported_aliases;
use crate::front::read::library::Library;
use crate::front::read::own_macros::OwnMacros;
use crate::front::read::own_traits::OwnTraits;
use crate::front::read::seen::Seen;
use crate::front::read::seen_items::naming;

impl Library {
    /// The library of some items. Scalars that are parameters of an `impl` are `f64`.
    #[cfg(test)]
    pub(crate) fn of(items: &[Item]) -> Self {
        Self::of_scalar(items, &[], "f64")
    }

    /// The same for functions of another scalar, with the crates that are seen.
    pub(crate) fn of_scalar(items: &[Item], seen: &[Seen], scalar: &str) -> Self {
        let (renamed, words) = with_unique_names(items);
        let items = renamed.as_deref().unwrap_or(items);
        let own_traits = Rc::new(OwnTraits::with_seen(items, seen));
        let sight = Sight {
            given: &[],
            own: &own_traits,
            asked: None,
        };
        let macros = OwnMacros::of(items);
        let (concrete, scalar_traits) = concrete_items(items, sight, scalar, &macros);
        let mut library = Self {
            macros,
            own_traits: Rc::clone(&own_traits),
            scalar_traits,
            words,
            ..Self::default()
        };
        library.push(&with_imported_aliases(concrete), None);
        library.push_seen(seen, sight, scalar);
        let words = items.iter().map(ToTokens::to_token_stream).collect();
        library.push_crates(&Words::of(naming(words, seen)), scalar);
        library.gather();
        library
    }
}
