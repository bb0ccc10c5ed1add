//! The library: the items around an attributed function, which `#[jacobian] mod m { .. }` lets it
//! see.
//!
//! ```text
//! #[jacobian] mod m {                 0::N    the integer 6
//!     const N: usize = 6;             0::sq   a function
//!     fn sq(v: f64) -> f64 { v * v }
//!     impl P { fn f(&self) .. }       0::P.f  a method
//!     mod inner { fn h() .. }         1::h
//! }
//! ```
//!
//! Every item is bound once, under its own name with the number of its module. A *view* lists the
//! names of the items at one place: `N`, `self::N`, `super::N`, `inner::h`, `self.f`, `Self::f`. A
//! function captures the items that it mentions from the view of its own module.
//!
//! Items under `cfg` are left out, because we do not know whether they exist; see [`hidden`].

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use proc_macro2::TokenStream;
use syn::Item;

use crate::ordered::{Map, Set};

use crate::front::prelude::types::{Crate, Words};
use crate::front::read::block_items::{Blocks, Occurrences, inside, names};
use crate::front::read::brought::{Brought, Names};
use crate::front::read::conditional_imports::ConditionalImports;
use crate::front::read::definitions::{Definition, Head, Key, Types, Within};
use crate::front::read::derived_impls::with_derived;
use crate::front::read::methods_of_types::Method;
use crate::front::read::module_items::{Known, Module, constant_of};
use crate::front::read::names_at::{NamesAt, Places};
use crate::front::read::own_macros::OwnMacros;
use crate::front::read::own_traits::OwnTraits;
use crate::front::read::places::outwards;
use crate::front::read::resolve::Imports;
use crate::front::read::statics::as_constants;
use crate::front::read::type_aliases::TypeAliases;
use crate::front::read::variant_imports::VariantImports;
use crate::front::read::views::{Crates, names_seen_in};
use crate::front::read::{crate_items, hidden, leaving_macros};
use crate::front::syntax::form::type_name;

/// The items of a module and of the modules inside it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Library {
    pub(crate) modules: Vec<Module>,
    /// What each of them imports.
    pub(crate) brought: Vec<Brought>,
    /// The names of the items in view in each of them.
    pub(crate) views: Vec<Rc<Names>>,
    /// The names of everything, at the places that were asked for.
    pub(crate) places: Places,
    /// The constants that are integers by literals alone, by their own names.
    pub(crate) integers: OnceCell<Map<String, i128>>,
    /// The methods of all types.
    pub(crate) methods: Vec<Method>,
    pub(crate) types: Rc<Types>,
    /// The macros that code in these modules may call.
    pub(crate) macros: OwnMacros,
    /// The same for modules with exported items, by their numbers.
    pub(crate) macros_elsewhere: Vec<(Range<usize>, OwnMacros)>,
    pub(crate) own_traits: Rc<OwnTraits>,
    /// The traits of other people's that bound a scalar of an `impl`.
    pub(crate) scalar_traits: Vec<String>,
    /// Modules with the items of other crates, by the paths of the crates.
    pub(crate) crates: Vec<(&'static str, usize)>,
    /// The same modules with the crates.
    pub(crate) known_crates: Vec<(usize, &'static Crate)>,
    /// Crates that are seen, with the numbers of their root modules.
    pub(crate) seen: Vec<(String, usize)>,
    /// The names of their items that only the crate itself sees, by the numbers of its modules.
    pub(crate) restricted: Vec<(Range<usize>, Set<String>)>,
    /// Whether types of other crates have the scalar as their argument.
    pub(crate) has_generic_crates: bool,
    /// The names in the function, if the items around it are not seen. Types of other crates are
    /// then known by their names alone.
    pub(crate) alone: Option<Words>,
    /// How often words occur in the attributed item, if it has items in blocks.
    pub(crate) words: Option<Rc<Occurrences>>,
    pub(crate) sees_blocks: Blocks,
    /// The items in blocks.
    pub(crate) names_in_blocks: Set<String>,
}

/// The home of a function: the number of its module, and the type of its `impl`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Home {
    pub(crate) module: usize,
    pub(crate) of_type: Option<String>,
    /// The type that `self` has, with its arguments.
    pub(crate) self_type: Option<syn::Type>,
    /// The parameters of the `impl` that have values in what is generated.
    pub(crate) settled: Vec<syn::Ident>,
}

impl Library {
    /// The library of a function alone: the types of other crates that it names.
    pub(crate) fn of_function(function: &TokenStream) -> Self {
        let words = Words::of(function.clone());
        let mut library = Self {
            alone: Some(words.clone()),
            ..Self::default()
        };
        if crate_items::is_any_meant(&words) {
            library.modules.push(Module::default());
            library.push_crates(&words, words.scalar());
            library.gather();
        }
        library
    }

    /// The paths at a place that name types of other crates, with the names of the types.
    pub(crate) fn crate_types(&self, home: &Home) -> Map<String, String> {
        let is_of_crate = |key: &Key| {
            let number = key
                .split("::")
                .next()
                .and_then(|number| number.parse().ok());
            self.crates.iter().any(|(_, from)| Some(*from) == number)
        };
        let seen = self.types.seen.get(home.module).into_iter().flatten();
        let seen = seen.filter(|(_, key)| is_of_crate(key));
        let name = |key: &Key| key.rsplit("::").next().map(str::to_owned);
        seen.filter_map(|(path, key)| Some((path.clone(), name(key)?)))
            .collect()
    }

    /// Adds the items of other crates that some code needs.
    pub(crate) fn push_crates(&mut self, words: &Words, scalar: &str) {
        for of_crate in crate_items::needed(words, self.alone.is_some(), scalar) {
            // The source says more than the prelude. One that only passes the types on, as geo does
            // with those of geo_types, names them by the other paths.
            let is_seen = |path: &str| self.seen.iter().any(|(name, _)| name == path);
            let all = of_crate.known.paths;
            if is_seen(all[0]) {
                continue;
            }
            let passed_on = all.iter().any(|path| is_seen(path));
            let named = if passed_on { all } else { &of_crate.paths };
            let paths: Vec<&str> = named
                .iter()
                .copied()
                .filter(|path| !is_seen(path))
                .collect();
            self.has_generic_crates |= of_crate.known.is_generic;
            let number = self.modules.len();
            self.crates
                .extend(paths.into_iter().map(|path| (path, number)));
            self.known_crates.push((number, of_crate.known));
            self.push(&of_crate.items, None);
            of_crate.mark(&mut self.modules[number].types);
        }
    }

    /// What all modules import.
    pub(crate) fn imports(&self, home: &Home) -> Imports {
        let modules = self.modules.iter();
        let each = modules.map(|of| (of.parent, &*of.children, &*of.imports));
        Imports::of(each, home.module)
    }

    /// Modules are numbered in the order of the walk, so that a second walk finds the same numbers.
    pub(crate) fn push(&mut self, items: &[Item], parent: Option<usize>) {
        let number = self.modules.len();
        self.modules.push(Module {
            parent,
            ..Module::default()
        });
        let depth = self.depth(number);
        let items = self.macros.with_items(items).into_iter();
        let items = items.map(|item| self.macros.with_parts(item));
        let items = as_constants(items.collect());
        let variants = VariantImports::of(&items);
        let mut items = variants.in_items(items);
        self.modules[number].variants = variants;
        let in_blocks = self.sees_blocks.of(&items);
        self.names_in_blocks.extend(names(&in_blocks));
        items.extend(in_blocks);
        let conditional = ConditionalImports::of(&items);
        let aliases = TypeAliases::of(&items);
        self.modules[number].type_aliases = aliases.clone();
        for item in &aliases.in_items(items) {
            self.modules[number].note_visibility(item, depth);
            let is_clear = hidden::is_clear(item) || conditional.has(item);
            let definition = Definition::of(item, number);
            let is_seen = matches!(item, Item::Const(_) | Item::Fn(_) | Item::Trait(_))
                || definition.is_some();
            if !is_clear || !is_seen {
                let names = hidden::names(item);
                self.modules[number].hidden.extend(names);
            }
            self.modules[number].types.extend(definition);
            match item {
                Item::Mod(inner) => {
                    if let Some((_, items)) = &inner.content {
                        let child = self.modules.len();
                        let name = is_clear.then(|| inner.ident.to_string());
                        self.modules[number].children.push((name, child));
                        self.push(items, Some(number));
                    }
                }
                _ if !is_clear => {}
                Item::Const(item) => self.modules[number].consts.push(item.clone()),
                Item::Fn(item) => {
                    let known = leaving_macros::written(self.expanded(item, number));
                    self.modules[number].functions.push(Known::of(known));
                }
                Item::Impl(block) => {
                    let name = type_name(&block.self_ty);
                    let constants = block.items.iter().filter_map(constant_of);
                    let constants = constants.map(|constant| (name.clone(), constant));
                    self.modules[number].associated.extend(constants);
                    self.modules[number].blocks.push(block.clone());
                }
                Item::Trait(item) => self.modules[number].traits.push(item.clone()),
                Item::Use(item) => self.modules[number].read_use(item),
                Item::ExternCrate(item) => self.modules[number].read_crate(item),
                _ => {}
            }
        }
        self.modules[number].forget_doubles();
    }

    /// The macros that code in a module may call.
    pub(crate) fn macros_in(&self, module: usize) -> &OwnMacros {
        let mut others = self.macros_elsewhere.iter();
        let found = others.find(|(modules, _)| modules.contains(&module));
        found.map_or(&self.macros, |(_, macros)| macros)
    }

    /// A function of a module with its macros expanded, and without aliases of types.
    pub(crate) fn expanded(&self, function: &syn::ItemFn, module: usize) -> syn::ItemFn {
        let expanded = self.macros_in(module).expanded(function);
        let none = TypeAliases::default();
        let module = self.modules.get(module);
        let aliases = module.map_or(&none, |module| &module.type_aliases);
        let variants =
            module.map_or_else(VariantImports::default, |module| module.variants.clone());
        variants.in_function(aliases.in_function(expanded))
    }

    /// The library with the types that the body of a function defines, and the place in it. `None`
    /// if the body defines none.
    pub(crate) fn with_body(&self, block: &syn::Block, home: &Home) -> Option<(Self, Home)> {
        let items = block.stmts.iter().filter_map(|statement| match statement {
            syn::Stmt::Item(item) => Some(item.clone()),
            _ => None,
        });
        let mut items: Vec<Item> = items.collect();
        let in_blocks = inside(block);
        items.extend(in_blocks.iter().cloned());
        let defines = |item: &Item| matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Impl(_));
        if !items.iter().any(defines) {
            return None;
        }
        let mut library = self.clone();
        library.names_in_blocks.extend(names(&in_blocks));
        if library.modules.is_empty() {
            library.modules.push(Module::default());
        }
        let number = library.modules.len();
        // They are all here already.
        library.sees_blocks = Blocks::LeftOut;
        library.push(&with_derived(&items), Some(home.module));
        library.modules[number].is_body = true;
        library.gather();
        let home = Home {
            module: number,
            ..home.clone()
        };
        Some((library, home))
    }

    /// Whether code of a module means the same in another: in itself, and in a body inside of it.
    pub(crate) fn is_within(&self, outer: usize, inner: usize) -> bool {
        let module = self.modules.get(inner);
        let is_around = module.is_some_and(|module| module.is_body && module.parent == Some(outer));
        outer == inner || is_around
    }

    /// The number of modules around a module.
    fn depth(&self, module: usize) -> usize {
        outwards(module, |number| self.modules.get(number)?.parent).count() - 1
    }

    /// The numbers of the modules inside a module, in the order of the text. (Names would not do,
    /// because two modules under opposite `cfg` have the same.)
    pub(crate) fn children(&self, module: usize) -> Vec<usize> {
        let children = self.modules.get(module).map(|module| &module.children);
        let children = children.into_iter().flatten();
        children.map(|(_, number)| *number).collect()
    }

    fn is_elsewhere(&self, module: usize) -> bool {
        let mut others = self.macros_elsewhere.iter();
        others.any(|(modules, _)| modules.contains(&module))
    }

    /// The names of the items in a module, with the items' own names.
    pub(crate) fn view_of_items(&self, number: usize) -> Rc<Names> {
        let known = self.views.get(number).cloned();
        known.unwrap_or_else(|| Rc::new(self.view_by(&self.brought, number)))
    }

    /// The same, by what the other modules import.
    pub(crate) fn view_by(&self, brought: &[Brought], number: usize) -> Names {
        let crates = Crates {
            modules: &self.crates,
            seen: &self.seen,
            // An exported item sees the imports around it, or none.
            alone: self.alone.as_ref().filter(|_| !self.is_elsewhere(number)),
        };
        names_seen_in(&self.modules, crates, brought, number)
    }

    /// The names of everything at a place: items, and by their types the associated constants and
    /// the methods.
    pub(crate) fn view(&self, at: &Within) -> Rc<NamesAt> {
        self.places.at(at, || {
            let mut inside = Vec::new();
            if let Some(key) = &at.this {
                let around = Within {
                    module: at.module,
                    this: None,
                };
                self.add_of_type(("Self", "self"), key, &mut inside);
                return NamesAt::new(Some(self.view(&around)), inside);
            }
            for (path, key) in self.types.seen.get(at.module).into_iter().flatten() {
                let key = self.types.behind_aliases(key.clone());
                if let Some(key) = &key {
                    self.add_of_type((path, ""), key, &mut inside);
                }
            }
            let mut all = (*self.view_of_items(at.module)).clone();
            all.extend(inside);
            NamesAt::new(None, all)
        })
    }

    /// The associated constants and methods of a type. Of several methods of one name only a call
    /// can tell which is meant.
    fn add_of_type(&self, (prefix, methods): (&str, &str), key: &Key, inside: &mut Names) {
        for (name, own) in self.types.constants.get(key).into_iter().flatten() {
            inside.push((format!("{prefix}::{name}"), own.clone()));
        }
        let heads = self.types.methods.get(key).map_or(&[][..], Vec::as_slice);
        let mut names: Map<&syn::Ident, Vec<Rc<Head>>> = Map::new();
        for head in heads {
            let of_name = names.entry(&head.signature.ident).or_default();
            of_name.push(Rc::clone(head));
        }
        for (name, heads) in &names {
            // Inside of the type, a call may mean what an inherent method hides elsewhere.
            let hides = heads.len() > 1 && heads.iter().any(|head| head.of_trait.is_none());
            if hides && !methods.is_empty() {
                continue;
            }
            if let [only] = self.types.meant_by_path(heads).as_slice() {
                inside.push((format!("{prefix}::{name}"), only.own.clone()));
            }
            if let ([only], false) = (
                self.types.meant_by_call(heads).as_slice(),
                methods.is_empty(),
            ) {
                inside.push((format!("{methods}.{name}"), only.own.clone()));
            }
        }
    }

    /// Where the paths of a function are read.
    pub(crate) fn within(&self, home: &Home) -> Within {
        let seen = self.types.seen.get(home.module);
        let named = home.of_type.as_ref().zip(seen);
        let this = named.and_then(|(name, seen)| seen.get(name));
        Within {
            module: home.module,
            this: this.cloned(),
        }
    }
}
