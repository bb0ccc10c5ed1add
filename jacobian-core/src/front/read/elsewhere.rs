//! Items that other attributes export: they arrive as tokens, and get modules of their own.
//!
//! ```text
//! use(sq, geometry::Pose)   fn sq(v: f64) -> f64 { .. }      module 1, sq is 1::sq
//!                           "9f3" struct Pose { .. } ..      module 2, geometry::Pose is 2::Pose
//! use(geometry)             "04a" mod geometry { .. }        module 3, geometry::X is 3::X
//! ```
//!
//! Types come with a number of their own, because two names may mean one type: it is read once. The
//! code around an exported item is not seen, so names of it that mean something else are refused
//! where they would be emitted.

use std::rc::Rc;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Item;

use crate::ordered::Map;

use crate::front::messages;
use crate::front::prelude::types::Words;
use crate::front::read::block_items::with_unique_names;
use crate::front::read::foreign_impls::concrete_items;
use crate::front::read::foreign_scalars::Sight;
use crate::front::read::library::{Home, Library};
use crate::front::read::module_items::{Known, Module};
use crate::front::read::own_macros::OwnMacros;
use crate::front::read::own_traits::OwnTraits;
use crate::front::read::seen::Seen;
use crate::front::read::seen_items::naming;
use crate::front::syntax::form::path_key;

/// The items that one macro handed over.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    /// The path by which the attributed function names them.
    path: syn::Path,
    /// The same for the same items, under whichever path.
    id: String,
    items: Vec<Item>,
}

impl Elsewhere {
    pub(crate) fn parse(path: &syn::Path, tokens: &TokenStream) -> syn::Result<Self> {
        let mut rest = tokens.clone().into_iter().peekable();
        let id = match rest.peek() {
            Some(TokenTree::Literal(id)) => id.to_string(),
            _ => tokens.to_string(),
        };
        if let Some(TokenTree::Literal(_)) = rest.peek() {
            rest.next();
        }
        let items = syn::parse2::<syn::File>(rest.collect())?.items;
        Ok(Self {
            path: path.clone(),
            id,
            items,
        })
    }

    /// A refused function hands over nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The module whose items these are, and its name.
    fn module(&self) -> Option<(&syn::Ident, &[Item])> {
        match self.items.as_slice() {
            [Item::Mod(module)] => {
                let (_, items) = module.content.as_ref()?;
                Some((&module.ident, items))
            }
            _ => None,
        }
    }

    fn within(&self) -> &[Item] {
        self.module().map_or(&self.items, |(_, items)| items)
    }
}

/// The code of an attributed function that uses items from elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct User<'a> {
    /// The items of the attributed module or `impl`, if it is in one.
    pub(crate) items: &'a [Item],
    pub(crate) function: &'a TokenStream,
    pub(crate) home: &'a Home,
    /// The crates that it sees.
    pub(crate) seen: &'a [Seen],
}

impl Library {
    /// The items around a function, and those from elsewhere. Paths that name none of these are
    /// reported.
    pub(crate) fn of_user(
        user: User<'_>,
        elsewhere: &[Elsewhere],
        scalar: &str,
        refuse: &mut impl FnMut(&syn::Path, &str),
    ) -> Self {
        let others = elsewhere.iter().flat_map(Elsewhere::within);
        let all: Vec<Item> = user.items.iter().chain(others).cloned().collect();
        let own_traits = Rc::new(OwnTraits::with_seen(&all, user.seen));
        let sight = Sight {
            given: &[],
            own: &own_traits,
            asked: None,
        };
        let (renamed, words) = with_unique_names(user.items);
        let items = renamed.as_deref().unwrap_or(user.items);
        let macros = OwnMacros::of(user.items);
        let (concrete, mut scalar_traits) = concrete_items(items, sight, scalar, &macros);
        let mut library = Self {
            macros,
            words,
            ..Self::default()
        };
        library.push(&concrete, None);
        let mut known: Map<String, usize> = Map::new();
        for one in elsewhere {
            let number = known.get(&one.id).copied().unwrap_or_else(|| {
                let number = library.modules.len();
                let macros = OwnMacros::of(one.within());
                let (concrete, traits) = concrete_items(one.within(), sight, scalar, &macros);
                scalar_traits.extend(traits);
                library.push_with_macros(&concrete, macros);
                number
            });
            known.insert(one.id.clone(), number);
            if let Err(message) = library.name_elsewhere(user.home, one, number) {
                refuse(&one.path, &message);
            }
        }
        library.scalar_traits = scalar_traits;
        library.push_seen(user.seen, sight, scalar);
        library.own_traits = Rc::clone(&own_traits);
        let mut words: TokenStream = all.iter().map(ToTokens::to_token_stream).collect();
        if user.items.is_empty() {
            words.extend(user.function.clone());
            library.alone = Some(Words::of(user.function.clone()));
        }
        library.push_crates(&Words::of(naming(words, user.seen)), scalar);
        library.gather();
        library
    }

    /// Gives items from elsewhere the names that they have for the attributed function.
    fn name_elsewhere(
        &mut self,
        home: &Home,
        one: &Elsewhere,
        number: usize,
    ) -> Result<(), String> {
        let path = path_key(&one.path).ok_or(messages::INTERNAL)?;
        let last = path.rsplit("::").next().unwrap_or_default().to_owned();
        let mut aliases = Vec::new();
        match one.module() {
            Some((name, _)) if *name == last => self.names_within(&path, number, &mut aliases),
            Some((name, _)) => aliases.push((path.clone(), self.item_named(name, &path, number)?)),
            None => {
                let names = self.modules[number].names();
                let name = names.first().ok_or(messages::INTERNAL)?;
                aliases.push((path, format!("{number}::{name}")));
            }
        }
        if let Some(module) = self.modules.get_mut(home.module) {
            module.aliases.extend(aliases);
        }
        Ok(())
    }

    /// All items of a module and of those inside, by paths that begin with that of the module.
    fn names_within(&self, path: &str, number: usize, all: &mut Vec<(String, String)>) {
        let module = &self.modules[number];
        for name in module.names() {
            all.push((format!("{path}::{name}"), format!("{number}::{name}")));
        }
        for (name, child) in &module.children {
            if let Some(name) = name {
                self.names_within(&format!("{path}::{name}"), *child, all);
            }
        }
    }

    /// The one item of an exported module that a path names. The path may begin anywhere, because
    /// imports shorten it.
    fn item_named(&self, module: &syn::Ident, path: &str, number: usize) -> Result<String, String> {
        let mut all = Vec::new();
        self.names_within(&module.to_string(), number, &mut all);
        let last = path.rsplit("::").next().unwrap_or_default();
        let mut named: Vec<(String, String)> = all;
        named.retain(|(found, _)| found.rsplit("::").next() == Some(last));
        if named.len() > 1 {
            let ends = |found: &str| path == found || path.ends_with(&format!("::{found}"));
            let is_end = |found: &str| found.ends_with(&format!("::{path}"));
            named.retain(|(found, _)| ends(found) || is_end(found));
        }
        match named.as_slice() {
            [(_, own)] => Ok(own.clone()),
            [] => Err(messages::renamed_export(path, &module.to_string())),
            _ => Err(messages::ambiguous_export(path)),
        }
    }

    /// Adds a function from elsewhere, under the path that names it at a place.
    pub(crate) fn push_function(&mut self, home: &Home, path: &syn::Path, item: &syn::ItemFn) {
        if self.modules.is_empty() {
            self.modules.push(Module::default());
        }
        let number = self.modules.len();
        let own = format!("{number}::{}", item.sig.ident);
        let alias = path_key(path).map(|key| (key, own));
        if let Some(module) = self.modules.get_mut(home.module) {
            module.aliases.extend(alias);
        }
        self.push_with_macros(&[], OwnMacros::default());
        let known = Known::of(OwnMacros::default().expanded(item));
        self.modules[number].functions.push(known);
        self.gather();
    }
}
