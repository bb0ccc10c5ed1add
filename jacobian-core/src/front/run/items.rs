//! Items inside functions: bound under their names, and visible to the functions beside them.
//!
//! ```text
//! const HALF: f64 = 0.5;       a value if known, or else the user's own name, which the generated
//!                              function has too
//! fn sq(v: f64) -> f64 ..      run at each call; opaque code calls it by its name
//! use std::f64::consts::PI;    of an inlined function: emitted once with the items of the body
//! ```

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::front::names::functions::Function;
use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::captures::mentioned;
use crate::front::value::Value;
use crate::front::value::place::BindingId;

impl Lowering<Run> {
    /// Binds the functions of a block, which see each other.
    pub(crate) fn bind_functions(&mut self, items: &[&syn::ItemFn], are_emitted: bool) {
        for item in items {
            // All names first, so that each function can see the functions below it.
            self.bind_item(&item.sig.ident, Value::Unassigned);
        }
        for item in items {
            let seen = self.visible_items(item.to_token_stream());
            let own = self.with_own_scalar(item);
            let function = Function::of_item(&own, are_emitted).seeing(seen);
            let function = function
                .where_foreign(self.frames.foreign > 0)
                .in_module(self.module())
                .read_within(self.within(), None);
            let active = function.is_inlined();
            let id = self.names.functions.add(function);
            if let Some(binding) = self.names.scopes.get_mut(&item.sig.ident.to_string()) {
                binding.value = Value::Function(id);
                binding.active = active;
            }
        }
    }

    /// The items of a block that functions beside them can see, by the names that they mention.
    pub(crate) fn visible_items(&self, tokens: TokenStream) -> Vec<(String, BindingId)> {
        let item = |name: String| {
            let is_item = self.names.scopes.get(&name)?.role == Role::Item;
            is_item.then_some((name.clone(), self.names.scopes.id(&name)?))
        };
        mentioned(tokens).into_iter().filter_map(item).collect()
    }
}
