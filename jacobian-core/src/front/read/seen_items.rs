//! The items of crates that are seen, as those of a module with the name of the crate.
//!
//! ```text
//! see(cgmath)     cgmath::Vector3 is 4::Vector3, which other code names by `cgmath::Vector3`,
//!                 `::cgmath::Vector3`, or what an import makes of it
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::visit::Visit;
use syn::{Item, Visibility};

use crate::ordered::Set;

use crate::front::prelude::types::CRATES;
use crate::front::read::block_items::Blocks;
use crate::front::read::foreign_impls::concrete_items;
use crate::front::read::foreign_scalars::Sight;
use crate::front::read::library::Library;
use crate::front::read::own_macros::OwnMacros;
use crate::front::read::seen::Seen;

/// Code that names types of other crates: the user's own, and that of crates that pass such types
/// on.
pub(crate) fn naming(own: TokenStream, seen: &[Seen]) -> TokenStream {
    let passes_on = |one: &&Seen| {
        let mut others = CRATES.iter().flat_map(|known| known.paths.iter().skip(1));
        others.any(|path| one.name == path)
    };
    let items = seen
        .iter()
        .filter(passes_on)
        .flat_map(|one| one.items.iter());
    own.into_iter()
        .chain(items.flat_map(ToTokens::to_token_stream))
        .collect()
}

impl Library {
    /// Adds the items of crates that are seen.
    pub(crate) fn push_seen(&mut self, seen: &[Seen], sight: Sight<'_>, scalar: &str) {
        for one in seen {
            let number = self.modules.len();
            let macros = OwnMacros::of(&one.items);
            let (concrete, traits) = concrete_items(&one.items, sight, scalar, &macros);
            self.scalar_traits.extend(traits);
            self.push_with_macros(&concrete, macros);
            // The root of the user's code is around what is generated, but this root is not.
            for item in &concrete {
                self.modules[number].note_visibility(item, 1);
            }
            self.seen.push((one.name.to_string(), number));
            let mut inner = Restricted::default();
            for item in one.items.iter() {
                inner.visit_item(item);
            }
            self.restricted
                .push((number..self.modules.len(), inner.names));
        }
    }

    /// Adds items that see the macros among them, and no others.
    pub(crate) fn push_with_macros(&mut self, items: &[Item], macros: OwnMacros) {
        let home = std::mem::replace(&mut self.macros, macros);
        let first = self.modules.len();
        self.sees_blocks = Blocks::LeftOut;
        self.push(items, None);
        self.sees_blocks = Blocks::Read;
        let macros = std::mem::replace(&mut self.macros, home);
        self.macros_elsewhere
            .push((first..self.modules.len(), macros));
    }
}

/// The names of items with `pub(crate)` and the like.
#[derive(Default)]
struct Restricted {
    names: Set<String>,
}

impl Restricted {
    fn note(&mut self, visibility: &Visibility, name: &Ident) {
        if matches!(visibility, Visibility::Restricted(_)) {
            self.names.insert(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Restricted {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Const(item) => self.note(&item.vis, &item.ident),
            Item::Enum(item) => self.note(&item.vis, &item.ident),
            Item::Fn(item) => self.note(&item.vis, &item.sig.ident),
            Item::Mod(item) => {
                self.note(&item.vis, &item.ident);
                let items = item.content.iter();
                for item in items.flat_map(|(_, items)| items) {
                    self.visit_item(item);
                }
            }
            Item::Static(item) => self.note(&item.vis, &item.ident),
            Item::Struct(item) => self.note(&item.vis, &item.ident),
            Item::Trait(item) => self.note(&item.vis, &item.ident),
            Item::Type(item) => self.note(&item.vis, &item.ident),
            _ => {}
        }
    }
}
