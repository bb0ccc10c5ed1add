//! Binds names to values, and renames the names in the user's patterns.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Pat;
use syn::visit_mut::VisitMut;

use crate::ordered::Set;

use crate::front::messages;
use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::read::block_items::is_read_from_blocks;
use crate::front::read::definitions::Written;
use crate::front::read::imports::{imports, items_of_imported_modules};
use crate::front::syntax::form::type_name;
use crate::front::syntax::no_numbers::is_phantom_code;
use crate::front::syntax::patterns::{
    Rename, binds_mutably, binds_variables_of_its_own, bound_names, names,
};
use crate::front::value::{Inactive, Value, maybe};

impl<M> Lowering<M> {
    /// Notes that the variable of a `let` is a reference to a place.
    pub(crate) fn note_alias_of(
        &mut self,
        pattern: &Pat,
        bindings: &[(syn::Ident, Value)],
        tokens: &TokenStream,
    ) {
        if let [(_, Value::Inactive(name))] = bindings
            && matches!(pattern, Pat::Ident(_) | Pat::Type(_))
            && !binds_variables_of_its_own(pattern)
        {
            self.writer.note_alias(&name.tokens.to_string(), tokens);
        }
    }

    /// Emits an import of an inlined function once, with the items of the body.
    pub(crate) fn import(&mut self, item: &syn::ItemUse) {
        self.emit_item(item.to_token_stream());
    }

    fn emit_item(&mut self, tokens: TokenStream) {
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

    /// Emits an item of a block, or of an inlined function, with the items of the body. False if
    /// the names in it mean something else there.
    pub(crate) fn keep_block_item(&mut self, item: &syn::Item) -> bool {
        let types = &self.given.types;
        let is_kept = match item {
            syn::Item::Impl(block) => types.names_in_blocks.contains(&type_name(&block.self_ty)),
            item => is_read_from_blocks(item),
        };
        let module = self.module().unwrap_or(self.given.module_around);
        let is_here = [self.given.module_around, self.given.home.module].contains(&module);
        let emitted = match (is_kept, is_here) {
            (true, true) => Some(item.clone()),
            (true, false) => self.constant_here(item),
            (false, _) => None,
        };
        let Some(emitted) = emitted else {
            return false;
        };
        self.emit_item(emitted.to_token_stream());
        self.bind_emitted(&emitted);
        true
    }

    /// A `use` at the top of the function: it hides the names of the module around.
    pub(crate) fn bind_imports(&mut self, item: &syn::ItemUse) {
        let view = Rc::clone(&self.names.view);
        for (name, own) in items_of_imported_modules(&item.tree, &view) {
            if let Some(id) = self.names.scopes.id(&own) {
                self.names.scopes.alias(name, id);
            }
        }
        for (name, own) in imports(&item.tree, "", &view, &Set::new()) {
            if let Some(id) = self.names.scopes.id(&own) {
                self.names.scopes.alias(name, id);
                continue;
            }
            // Types are looked up where the function stands, and not in its body.
            let mut around = view.iter().rev();
            let around = around.find(|(seen, _)| *seen == name);
            if around.is_some_and(|(_, hidden)| *hidden != own) {
                self.writer.report(item, &messages::import_hides(&name));
            }
        }
    }

    /// Binds a constant of the body that only rustc can evaluate.
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

    /// Binds an item, which is visible to the functions beside it.
    pub(crate) fn bind_item(&mut self, name: &syn::Ident, value: Value) {
        self.bind(name, value);
        if let Some(binding) = self.names.scopes.get_mut(&name.to_string()) {
            binding.role = Role::Item;
        }
    }

    /// Binds a name to the code `PhantomData` itself, and says whether it did: if nothing used a
    /// variable of it in the generated function, rustc could not infer its type.
    pub(crate) fn bind_phantom(&mut self, pattern: &Pat, value: &Inactive) -> bool {
        let is_phantom = is_phantom_code(&value.tokens);
        let plain = match pattern {
            Pat::Type(typed) => &*typed.pat,
            pattern => pattern,
        };
        let Pat::Ident(name) = plain else {
            return false;
        };
        if is_phantom {
            self.bind(&name.ident, Value::Inactive(value.clone()));
        }
        is_phantom
    }

    /// Binds every name of a declaration without a value.
    pub(crate) fn declare_names(&mut self, pattern: &Pat) {
        self.note_written(pattern);
        for name in bound_names(pattern) {
            self.bind(&name, Value::Unassigned);
        }
    }

    /// Remembers the type that a `let` writes down, unless another variable of the name has another
    /// one.
    pub(crate) fn note_written(&mut self, pattern: &Pat) {
        let written = match pattern {
            Pat::Type(typed) if matches!(&*typed.pat, Pat::Ident(_)) => {
                Some(self.written(&typed.ty))
            }
            _ => None,
        };
        for name in bound_names(pattern) {
            let name = name.to_string();
            let key = |written: &Option<Written>| self.key_of_written(written.as_ref()?);
            let before = self.names.declared.get(&name);
            let agrees = before.is_none_or(|before| key(before) == key(&written));
            let known = written.clone().filter(|_| agrees);
            self.names.declared.insert(name, known);
        }
    }

    /// Binds every name of a refused pattern, so that its uses are not reported again.
    pub(crate) fn poison_names(&mut self, pattern: &Pat) {
        for name in names(pattern) {
            self.bind(&name, Value::Poison);
        }
    }

    /// The pattern with fresh names, to be emitted with the user's own initializer, `from`. The
    /// names may be `&mut` references if that gives one.
    pub(crate) fn rename_pattern(
        &mut self,
        pattern: &Pat,
        from: &TokenStream,
    ) -> (Pat, Vec<(syn::Ident, Value)>) {
        self.rename_in_pattern(pattern, &names(pattern), from)
    }

    /// The same for a pattern that always fits.
    pub(crate) fn rename_let_pattern(
        &mut self,
        pattern: &Pat,
        from: &TokenStream,
    ) -> (Pat, Vec<(syn::Ident, Value)>) {
        self.rename_in_pattern(pattern, &bound_names(pattern), from)
    }

    fn rename_in_pattern(
        &mut self,
        pattern: &Pat,
        names: &[syn::Ident],
        from: &TokenStream,
    ) -> (Pat, Vec<(syn::Ident, Value)>) {
        let reaches = self.writer.reaches(from) || binds_mutably(pattern);
        let mut renamed = self.pattern_here(pattern);
        let mut bindings = Vec::new();
        for name in names {
            let fresh = self.writer.fresh(name);
            if reaches {
                self.writer.reaching.insert(fresh.to_string());
            }
            Rename {
                from: name,
                to: &fresh,
            }
            .visit_pat_mut(&mut renamed);
            let place = Inactive {
                tokens: fresh.into_token_stream(),
                mentions: Vec::new(),
            };
            bindings.push((name.clone(), Value::Inactive(place)));
        }
        (renamed, bindings)
    }

    /// Whether any part of the value depends on an independent, or might, so that we have to follow
    /// it.
    pub(crate) fn is_active_value(&self, value: &Value) -> bool {
        // The place of a struct with outputs is out of date, so opaque code must not see it.
        let mut active = matches!(value, Value::Fields(fields) if !fields.written.is_empty());
        value.for_each_leaf(&mut |leaf| {
            active |= match leaf {
                Value::Scalar(id) => self.writer.builder.code().statement(*id).is_active(),
                // Opaque code cannot follow these.
                Value::Reference(_) | Value::Carried(_) | Value::Stored(_) => true,
                Value::Function(function) => self.names.functions.get(function).is_inlined(),
                Value::Maybe(maybe) => {
                    matches!(maybe.presence, maybe::Presence::Asked(_)) || maybe.carries()
                }
                _ => false,
            };
        });
        active
    }

    pub(crate) fn bind(&mut self, name: &syn::Ident, value: Value) {
        // Code that is copied would call another function by this name, or none.
        let is_renamed = matches!(&value, Value::Function(function)
            if self.names.functions.get(function).has_another_name(name));
        let active = is_renamed || self.is_active_value(&value);
        self.writer.name_leaves(&value);
        self.names.scopes.bind(name.to_string(), value, active);
    }
}
