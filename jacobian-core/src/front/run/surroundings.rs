//! The items of a library, bound before the parameters.
//!
//! ```text
//! 0::G   9.81         each item under its own name, once
//! 0::sq  function     captures `G` by the name that its own module uses
//! G, self::G, sq ..   aliases: the names that the attributed function uses
//! ```
//!
//! Constants may depend on each other in any order, so they are tried again until no more of them
//! become known. Those that hold or call functions are evaluated last, `const LN: f64 = ln(2)` of a
//! crate that is seen among them, because generated code cannot name what is private there. A
//! function of another module, or of another type, is always inlined, because its name and the
//! names in it mean nothing beside the generated function.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::ordered::Set;

use crate::front::names::block_imports::view_inside;
use crate::front::names::functions::{Function, Origin};
use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Definition, Within, Written};
use crate::front::read::library::{Home, Library};
use crate::front::read::module_items::Known;
use crate::front::read::names_at::NamesAt;
use crate::front::run::Run;
use crate::front::syntax::captures::mentioned;
use crate::front::syntax::types::behind_reference;
use crate::front::value::integer::typed;
use crate::front::value::place::BindingId;
use crate::front::value::{Inactive, Value};

/// A constant under its own name, and where it is read.
type Constant<'a> = (String, &'a syn::ItemConst, Within);

/// Names that code mentions, with the items that they mean.
type Seen = Vec<(String, BindingId)>;

impl Lowering<Run> {
    /// Binds the items of the library, and those in view by their names.
    pub(crate) fn bind_library(&mut self, library: &Library, place: &Home, around: &Home) {
        let home = library.within(place);
        self.given.types = Rc::clone(&library.types);
        self.given.home = home.clone();
        self.given.module_around = around.module;
        let traits = library.scalar_traits.iter().cloned();
        self.names.scalar_traits.extend(traits);
        for (number, module) in library.modules.iter().enumerate() {
            for known in &module.functions {
                self.declare(&format!("{number}::{}", known.item.sig.ident));
            }
        }
        for method in &library.methods {
            self.declare(&method.head.own);
        }
        let unknown = self.bind_constants(library);
        self.names.view = Rc::new(library.view(&home).iter().cloned().collect());
        let tables = self.bind_places(unknown);
        self.bind_functions_of_modules(library, &home);
        self.bind_tables(library, &tables);
        for (name, own) in self.names.view.iter() {
            if let Some(id) = self.names.scopes.id(own) {
                self.names.scopes.alias(name.clone(), id);
            }
        }
        self.names.imports = library.imports(around);
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

    /// Binds the constants that are known, in any order, and returns the others.
    fn bind_constants<'a>(&mut self, library: &'a Library) -> Vec<Constant<'a>> {
        let mut pending: Vec<Constant<'a>> = Vec::new();
        for (module, known) in library.modules.iter().enumerate() {
            let constants = known.constants(module);
            pending.extend(constants.map(|(own, item, of_type)| {
                (
                    own,
                    item,
                    library.within(&Home {
                        module,
                        of_type,
                        ..Home::default()
                    }),
                )
            }));
        }
        loop {
            let before = pending.len();
            pending.retain(|(own, item, within)| {
                let value = self.known_constant(item, library, within);
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
                return pending;
            }
        }
    }

    /// Binds constants of the user's own types whose values are not known, `const WGS84: Ellipsoid
    /// = Ellipsoid::new(..)`, to their paths here, and remembers the types. Returns those that hold
    /// functions, and those that generated code cannot read.
    fn bind_places<'a>(&mut self, unknown: Vec<Constant<'a>>) -> Vec<Constant<'a>> {
        let view = Rc::clone(&self.names.view);
        let (tables, others): (Vec<_>, Vec<_>) =
            unknown.into_iter().partition(|(own, item, within)| {
                self.holds_function_types(&item.ty, within, 0)
                    || self.is_closed_constant(own, item, within)
            });
        for (own, item, within) in others {
            let at = within.clone();
            let written = Written {
                ty: (*item.ty).clone(),
                at,
            };
            if !self.names_own_type(&written) {
                continue;
            }
            let names = view.iter().filter(|(_, known)| *known == own);
            let names = names.map(|(name, _)| name);
            let path = names.min_by_key(|path| (path.matches("::").count(), path.len()));
            let Some(tokens) = path.and_then(|path| path.parse::<TokenStream>().ok()) else {
                continue;
            };
            let words = tokens.to_string().replace(' ', "");
            self.names.constant_types.insert(words, written);
            self.declare(&own);
            if let Some(binding) = self.names.scopes.get_mut(&own) {
                binding.value = Value::Inactive(Inactive {
                    tokens,
                    mentions: Vec::new(),
                });
            }
        }
        for (own, ..) in &tables {
            self.declare(own);
        }
        tables
    }

    /// Whether a type is one of the user's, or a list of such.
    fn names_own_type(&self, written: &Written) -> bool {
        if let Some(element) = written.element() {
            return self.names_own_type(&element);
        }
        let key = self.key_of_written(written);
        key.is_some_and(|key| self.given.types.definition(&key).is_some())
    }

    /// Whether a type holds pointers to functions, in a list or in a struct.
    fn holds_function_types(&self, ty: &syn::Type, within: &Within, depth: usize) -> bool {
        let written = Written {
            ty: ty.clone(),
            at: within.clone(),
        };
        if let Some(element) = written.element() {
            return self.holds_function_types(&element.ty, &element.at, depth);
        }
        if let syn::Type::Tuple(parts) = behind_reference(ty) {
            let mut parts = parts.elems.iter();
            return parts.any(|part| self.holds_function_types(part, within, depth));
        }
        if matches!(behind_reference(ty), syn::Type::FnPtr(_)) {
            return true;
        }
        let types = &self.given.types;
        let key = types.key_of(ty, within);
        let definition = key.and_then(|key| Some((types.definition(&key)?, key)));
        let Some((
            Definition {
                body: Body::Struct(fields),
                ..
            },
            key,
        )) = definition
        else {
            return false;
        };
        let at = Written::of(&key).at;
        let mut fields = fields.iter();
        depth < 4 && fields.any(|field| self.holds_function_types(&field.ty, &at, depth + 1))
    }

    /// Whether a constant of a crate that is seen is private, or has a private field.
    fn is_closed_constant(&self, own: &str, item: &syn::ItemConst, within: &Within) -> bool {
        let types = &self.given.types;
        let has_closed_field = || {
            let written = Written {
                ty: behind_reference(&item.ty).clone(),
                at: within.clone(),
            };
            let written = written.element().unwrap_or(written);
            let key = self.key_of_written(&written);
            key.is_some_and(|key| types.closed_field(&key).is_some())
        };
        // A public path of an associated constant is that of its type.
        let is_free = within.this.is_none();
        types.is_seen(within.module)
            && ((is_free && types.places.public_path(own).is_none()) || has_closed_field())
    }

    /// Evaluates the constants that hold functions or call them, once these are bound.
    fn bind_tables(&mut self, library: &Library, tables: &[Constant<'_>]) {
        let mut pending: Vec<&Constant<'_>> = tables.iter().collect();
        loop {
            let before = pending.len();
            pending.retain(|(own, item, within)| {
                let value = self.value_of_table(library, item, within);
                if let (Some(value), Some(binding)) = (&value, self.names.scopes.get_mut(own)) {
                    binding.value = value.clone();
                }
                value.is_none()
            });
            if pending.is_empty() || pending.len() == before {
                break;
            }
        }
        for (own, item, within) in pending {
            let types = &self.given.types;
            let tokens = match types.places.path_of(self.given.home.module, own) {
                Some(path) if types.is_seen(within.module) => path.into_token_stream(),
                // It has no name here, and reading it is refused.
                None if types.is_seen(within.module) => continue,
                _ => item.ident.to_token_stream(),
            };
            if let Some(binding) = self.names.scopes.get_mut(own) {
                binding.value = Value::Inactive(Inactive {
                    tokens,
                    mentions: Vec::new(),
                });
            }
        }
    }

    fn value_of_table(
        &mut self,
        library: &Library,
        item: &syn::ItemConst,
        within: &Within,
    ) -> Option<Value> {
        let seen = self.seen_by(
            &mentioned(item.expr.to_token_stream()),
            &library.view(within),
        );
        let table = self.trees.keep((*item.expr).clone());
        let evaluate = |run: &mut Self| run.quietly(|run| run.eval(&table));
        let value = self.where_defined((seen, within), evaluate).ok()?;
        Some(typed(value, &item.ty))
    }

    fn known_constant(
        &mut self,
        item: &syn::ItemConst,
        library: &Library,
        within: &Within,
    ) -> Option<Value> {
        if self.is_foreign_scalar(&item.ty) || self.writer.has_stopped() {
            return None;
        }
        let seen = self.seen_by(
            &mentioned(item.expr.to_token_stream()),
            &library.view(within),
        );
        let value = self.where_defined((seen, within), |run| run.try_known(&item.expr));
        Some(typed(value?, &item.ty))
    }

    /// The names that some code mentions, with the items that they mean in a view.
    fn seen_by(&self, mentions: &Set<String>, view: &NamesAt) -> Seen {
        let scopes = &self.names.scopes;
        let of_name = |name: &String| {
            let own = view.named(name).into_iter();
            let items: Vec<_> = own.filter_map(|own| scopes.id(own)).collect();
            let name = name.clone();
            items.into_iter().map(move |id| (name.clone(), id))
        };
        mentions.iter().flat_map(of_name).collect()
    }

    /// Evaluates the value of a constant with the names in view where it is defined. It may name a
    /// type by its path there, for example by `Self`.
    fn where_defined<T>(
        &mut self,
        (seen, within): (Seen, &Within),
        evaluate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mark = self.names.scopes.enter_function();
        for (name, id) in seen {
            self.names.scopes.alias(name, id);
        }
        // Types are still spelled as the attributed function names them.
        let around = self.given.constant_at.replace(within.clone());
        let value = evaluate(self);
        self.given.constant_at = around;
        self.names.scopes.leave(mark);
        value
    }

    fn bind_functions_of_modules(&mut self, library: &Library, home: &Within) {
        for (number, module) in library.modules.iter().enumerate() {
            let within = Within {
                module: number,
                this: None,
            };
            let is_here = library.is_within(number, home.module);
            for known in &module.functions {
                let own = format!("{number}::{}", known.item.sig.ident);
                let view = library.view(&within);
                self.bind_known_function(&own, known, (&within, None, false), (&view, is_here));
            }
        }
        for method in &library.methods {
            let within = &method.within;
            let view = library.view(within);
            // `Self` means something else in another type, so such a method is foreign, too.
            let is_here =
                within.module == home.module && (!method.keeps_self || within.this == home.this);
            let this = Some(method.head.self_type.clone());
            self.bind_known_function(
                &method.head.own,
                &method.known,
                (within, this, method.head.is_default),
                (&view, is_here),
            );
        }
    }

    fn bind_known_function(
        &mut self,
        own: &str,
        known: &Known,
        (within, this, is_default): (&Within, Option<syn::Type>, bool),
        (view, is_here): (&NamesAt, bool),
    ) {
        let seen = match view_inside(&known.item, view) {
            Some(inside) => self.seen_by(&known.mentions, &inside),
            None => self.seen_by(&known.mentions, view),
        };
        let item = self.with_own_scalar(&known.item);
        let mut function = Function::of_item(&item, is_here);
        if is_default {
            function.origin = Origin::DefaultOfTrait;
        }
        let function = function
            .seeing(seen)
            .where_foreign(!is_here)
            .in_module((!is_here).then_some(within.module))
            .read_within(within.clone(), this);
        let function = match self.path_of_foreign(own, &function) {
            Some(path) => function.spelled(path),
            None => function,
        };
        let active = function.is_inlined();
        let id = self.names.functions.add(function);
        if let Some(binding) = self.names.scopes.get_mut(own) {
            binding.value = Value::Function(id);
            binding.active = active;
        }
    }

    /// The path by which opaque code can call a free function of another module.
    fn path_of_foreign(&self, own: &str, function: &Function) -> Option<syn::Path> {
        let is_free = function.is_foreign && function.this.is_none();
        let places = is_free.then_some(&self.given.types.places)?;
        places.path_of(self.given.home.module, own)
    }
}
