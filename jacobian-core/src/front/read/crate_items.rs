//! Items of other crates for the library: their types, as the prelude describes them.
//!
//! ```text
//! a module mentions DVec3      3::DVec3, and those of its methods that the module names
//! ```
//!
//! They are in a module of their own, which the paths of the crate name.

use quote::ToTokens;
use syn::Item;

use crate::front::prelude::types::{CRATES, Crate, Words};
use crate::front::read::arguments::Arguments;
use crate::front::read::definitions::Definition;
use crate::interface::{Access, Maker};

/// The items of a crate that some code needs.
pub(crate) struct CrateItems {
    pub(crate) items: Vec<Item>,
    /// The paths that name the crate.
    pub(crate) paths: Vec<&'static str>,
    pub(crate) known: &'static Crate,
}

/// The items of all crates that some code needs. Where it is alone, its imports are not seen.
pub(crate) fn needed(words: &Words, is_alone: bool, scalar: &str) -> Vec<CrateItems> {
    let is_meant =
        |known: &&Crate| known.is_mentioned(words) && (!is_alone || known.is_certain(words));
    let parsed = |text: String| syn::parse_str(&text).expect("invariant: a test parses each text");
    let each = CRATES.iter().filter(is_meant).map(|known| CrateItems {
        items: known.items(words, scalar).into_iter().map(parsed).collect(),
        paths: known.paths_in(words),
        known,
    });
    each.collect()
}

/// Whether a function alone names types of other crates.
pub(crate) fn is_any_meant(words: &Words) -> bool {
    let mut crates = CRATES.iter();
    crates.any(|known| known.is_mentioned(words) && known.is_certain(words))
}

/// Whether a function is over `f32`: because the options choose it for a type parameter, or because
/// its types of other crates have that argument, as far as the signature names a scalar.
pub(crate) fn are_singles(
    arguments: &Arguments,
    has_generic_crates: bool,
    signature: &syn::Signature,
) -> bool {
    let is_chosen = arguments.scalars.iter().any(|(_, scalar)| scalar == "f32");
    let has_parameters = signature.generics.type_params().next().is_some();
    let is_named = || Words::of(signature.to_token_stream()).scalar() == "f32";
    is_chosen || (has_generic_crates && !has_parameters && is_named())
}

impl CrateItems {
    /// Says of the definitions how generated code makes their values.
    pub(crate) fn mark(&self, definitions: &mut [(String, Definition)]) {
        for (name, definition) in definitions {
            let mut types = self.known.types.iter();
            let ty = types.find(|ty| *ty.name == **name);
            definition.made = ty.map(|ty| match ty.made_by {
                Some(function) => Maker::Function(function),
                None => Maker::Literal,
            });
            if let Some(ty) = ty {
                definition.access = Access {
                    read: ty.access.read,
                    written: ty.access.written,
                };
            }
        }
    }
}
