//! Items inside functions: bound under their names, and seen by the functions beside them.
//!
//! ```text
//! const HALF: f64 = 0.5;       known: a value; else the user's own name, which the generated function has too
//! fn sq(v: f64) -> f64 ..      run where it is called; opaque code calls it by its name
//! use std::f64::consts::PI;    of an inlined function: emitted once with the items of the body
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Stmt;

use super::Lowering;
use super::captures::mentioned;
use super::functions::Function;
use super::scope::BindingId;
use super::value::{Inactive, Value};

impl Lowering {
    /// Emits an import of an inlined function once, with the items of the body.
    pub(crate) fn import(&mut self, item: &syn::ItemUse) {
        let tokens = item.to_token_stream();
        let text = tokens.to_string();
        if !self
            .writer
            .items
            .iter()
            .any(|item| item.to_string() == text)
        {
            self.writer.items.push(tokens);
        }
    }

    /// Binds a constant of the body whose value only rustc knows.
    pub(crate) fn bind_emitted(&mut self, item: &syn::Item) {
        let name = match item {
            syn::Item::Const(item) => &item.ident,
            syn::Item::Static(item) => &item.ident,
            _ => return,
        };
        let place = Inactive {
            tokens: name.to_token_stream(),
            mentions: Vec::new(),
        };
        self.bind_item(name, Value::Inactive(place));
        self.names.taken.insert(name.to_string());
    }

    /// Binds an item, which functions beside it see.
    pub(crate) fn bind_item(&mut self, name: &syn::Ident, value: Value) {
        self.bind(name, value);
        if let Some(binding) = self.names.scopes.get_mut(&name.to_string()) {
            binding.item = true;
        }
    }

    /// Binds the functions of a block, which see each other.
    pub(crate) fn bind_functions(&mut self, items: &[&syn::ItemFn], are_emitted: bool) {
        for item in items {
            self.bind_item(&item.sig.ident, Value::Unassigned);
        }
        for item in items {
            let seen = self.visible_items(item.to_token_stream());
            let own = self.with_own_scalar(item);
            let function = Function::of_item(&own, are_emitted).seeing(seen);
            let function = function.where_foreign(self.frames.foreign > 0);
            let active = function.is_inlined();
            if let Some(binding) = self.names.scopes.get_mut(&item.sig.ident.to_string()) {
                binding.value = Value::Function(Rc::new(function));
                binding.active = active;
            }
        }
    }

    /// The items of a block that functions beside them can see, by the names that they mention.
    pub(crate) fn visible_items(&self, tokens: TokenStream) -> Vec<(String, BindingId)> {
        let item = |name: String| {
            let is_item = self.names.scopes.get(&name)?.item;
            is_item.then_some((name.clone(), self.names.scopes.id(&name)?))
        };
        mentioned(tokens).into_iter().filter_map(item).collect()
    }
}

/// An import of the standard library's, which means the same in every function.
pub(super) fn is_of_std(item: &syn::ItemUse) -> bool {
    matches!(&item.tree, syn::UseTree::Path(path) if path.ident == "std" || path.ident == "core")
}

pub(super) fn function_of(statement: &Stmt) -> Option<&syn::ItemFn> {
    match statement {
        Stmt::Item(syn::Item::Fn(function)) => Some(function),
        _ => None,
    }
}
