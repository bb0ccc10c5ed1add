//! The items of a library, bound before the parameters.
//!
//! ```text
//! 0::G   9.81         each item under its own name, once
//! 0::sq  function     captures `G` by the name that its own module uses
//! G, self::G, sq ..   aliases: the names that the attributed function uses
//! ```
//!
//! Constants may depend on each other in any order, so they are tried again until no more of them
//! become known. A function of another module, or of another type, is always inlined, because its
//! name and the names in it mean nothing beside the generated function.

use crate::ordered::Map;

use crate::front::names::functions::Function;
use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::read::library::{Home, Library};
use crate::front::read::resolve::Imports;
use crate::front::run::Run;
use crate::front::value::Value;
use crate::front::value::integer::typed;

/// Names as a place spells them, with the items' own names.
type View = Vec<(String, String)>;

impl Lowering<Run> {
    /// Binds the items of the library, and those in view by their names.
    pub(crate) fn bind_library(&mut self, library: &Library, home: &Home) {
        for (number, module) in library.modules.iter().enumerate() {
            for known in &module.functions {
                self.declare(&format!("{number}::{}", known.item.sig.ident));
            }
            for (ty, known) in &module.methods {
                self.declare(&format!("{number}::{ty}.{}", known.item.sig.ident));
            }
        }
        self.bind_constants(library);
        for (number, _) in library.modules.iter().enumerate() {
            self.bind_module_functions(library, number, home);
        }
        for (name, own) in library.view(home) {
            if let Some(id) = self.names.scopes.id(&own) {
                self.names.scopes.alias(name, id);
            }
        }
        self.names.imports = Imports::of(library, home);
        self.bind_rules();
    }

    fn declare(&mut self, own: &str) {
        self.names
            .scopes
            .bind(own.to_owned(), Value::Unassigned, false);
        if let Some(binding) = self.names.scopes.get_mut(own) {
            binding.role = Role::Item;
        }
    }

    /// Binds the constants that are known, in any order.
    fn bind_constants(&mut self, library: &Library) {
        let mut pending: Vec<(String, &syn::ItemConst, Home)> = Vec::new();
        for (module, known) in library.modules.iter().enumerate() {
            let constants = known.constants(module);
            pending.extend(
                constants.map(|(own, item, of_type)| (own, item, Home { module, of_type })),
            );
        }
        let mut views: Map<(usize, Option<String>), View> = Map::new();
        loop {
            let before = pending.len();
            pending.retain(|(own, item, home)| {
                let key = (home.module, home.of_type.clone());
                let view = views.entry(key).or_insert_with(|| library.view(home));
                let value = self.known_constant(item, view);
                let is_known = value.is_some();
                if let Some(value) = value {
                    self.declare(own);
                    if let Some(binding) = self.names.scopes.get_mut(own) {
                        binding.value = value;
                    }
                }
                !is_known
            });
            if pending.is_empty() || pending.len() == before {
                return;
            }
        }
    }

    fn known_constant(
        &mut self,
        item: &syn::ItemConst,
        view: &[(String, String)],
    ) -> Option<Value> {
        if self.is_foreign_scalar(&item.ty) || self.writer.has_stopped() {
            return None;
        }
        let seen: Vec<_> = view
            .iter()
            .filter_map(|(name, own)| Some((name.clone(), self.names.scopes.id(own)?)))
            .collect();
        let mark = self.names.scopes.enter_function();
        for (name, id) in seen {
            self.names.scopes.alias(name, id);
        }
        let value = self.try_known(&item.expr);
        self.names.scopes.leave(mark);
        Some(typed(value?, &item.ty))
    }

    fn bind_module_functions(&mut self, library: &Library, number: usize, home: &Home) {
        let module = &library.modules[number];
        let functions = module.functions.iter().map(|known| (None, known));
        let methods = module.methods.iter().map(|(ty, known)| (Some(ty), known));
        for (ty, known) in functions.chain(methods) {
            let name = &known.item.sig.ident;
            let (own, at) = (
                match ty {
                    None => format!("{number}::{name}"),
                    Some(ty) => format!("{number}::{ty}.{name}"),
                },
                Home {
                    module: number,
                    of_type: ty.cloned(),
                },
            );
            let seen = library.view(&at).into_iter();
            let seen = seen.filter(|(name, _)| known.mentions.contains(name));
            let seen = seen.filter_map(|(name, own)| Some((name, self.names.scopes.id(&own)?)));
            // In another type `Self` means something else, so such a method is foreign too.
            let is_here = number == home.module && (ty.is_none() || ty == home.of_type.as_ref());
            let seen = seen.collect();
            let item = self.with_own_scalar(&known.item);
            let function = Function::of_item(&item, is_here).seeing(seen);
            let function = function
                .where_foreign(!is_here)
                .in_module((!is_here).then_some(number));
            let active = function.is_inlined();
            let id = self.names.functions.add(function);
            if let Some(binding) = self.names.scopes.get_mut(&own) {
                binding.value = Value::Function(id);
                binding.active = active;
            }
        }
    }
}
