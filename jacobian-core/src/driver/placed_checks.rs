//! Checks by rustc that functions want in other modules of the expansion.
//!
//! A check may come from a function in any module, so all are placed last, each once.

use std::cell::RefCell;

use proc_macro2::TokenStream;
use syn::Item;

use crate::front::library::Library;
use crate::ordered::Map;

/// The checks in each module, by their text.
#[derive(Default)]
pub(super) struct PlacedChecks(RefCell<Map<usize, Map<String, TokenStream>>>);

impl PlacedChecks {
    /// The checks so far, which this no longer has.
    pub(super) fn taken(&self) -> Self {
        Self(RefCell::new(self.0.take()))
    }

    /// Puts them in place of what is here.
    pub(super) fn put_back(&self, checks: &Self) {
        self.0.replace(checks.0.take());
    }

    /// Whether no function asked for any.
    pub(super) fn are_none(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// Keeps the checks for other modules until all functions are expanded.
    pub(super) fn note(&self, elsewhere: &[(usize, TokenStream)]) {
        let mut noted = self.0.borrow_mut();
        for (module, check) in elsewhere {
            let of_module = noted.entry(*module).or_default();
            of_module.insert(check.to_string(), check.clone());
        }
    }

    /// Adds the checks to the module with this number, and to the modules inside.
    pub(super) fn place(&self, module: &mut syn::ItemMod, number: usize, known: &Library) {
        let Some((_, items)) = &mut module.content else {
            return;
        };
        let modules = items.iter_mut().filter_map(|item| match item {
            Item::Mod(inner) if inner.content.is_some() => Some(inner),
            _ => None,
        });
        for (inner, child) in modules.zip(known.children(number)) {
            self.place(inner, child, known);
        }
        let checks = self.0.borrow();
        let checks = checks.get(&number).into_iter();
        items.extend(checks.flat_map(Map::values).cloned().map(Item::Verbatim));
    }
}
