//! `use` in a body that is inlined, or in a block.
//!
//! ```text
//! use distribution::gaussian;     items of the library: bound when the function is, by their names
//! use core::f64::NEG_INFINITY;    a constant: bound here
//! use chrono::Utc;                an item of another crate: imported by the generated function,
//!                                 unless the name means something there
//! ```

use std::rc::Rc;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{ItemConst, ItemUse, UseTree};

use crate::ordered::Set;

use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::read::imports::{
    full_paths, imports, items_of_imported_modules, standard_constants,
};
use crate::front::read::names_at::NamesAt;
use crate::front::syntax::constants::mathematical;
use crate::front::syntax::form::is_of_std;
use crate::front::value::{Inactive, Value};

/// The names in view inside a body with imports: those that these bring, and those of its module
/// that no import hides. `None` for a body that imports nothing.
pub(crate) fn view_inside(function: &syn::ItemFn, view: &NamesAt) -> Option<NamesAt> {
    let is_import = |statement: &syn::Stmt| matches!(statement, syn::Stmt::Item(syn::Item::Use(_)));
    if !function.block.stmts.iter().any(is_import) {
        return None;
    }
    let view: Vec<(String, String)> = view.iter().cloned().collect();
    let (mut brought, mut hidden) = (Vec::new(), Set::new());
    for statement in &function.block.stmts {
        if let syn::Stmt::Item(syn::Item::Use(item)) = statement {
            brought.extend(imports(&item.tree, "", &view, &Set::new()));
            brought.extend(items_of_imported_modules(&item.tree, &view));
            full_paths(&item.tree, "", &mut |name, _| {
                hidden.insert(name);
            });
        }
    }
    if hidden.is_empty() && brought.is_empty() {
        return None;
    }
    let is_hidden = |name: &str| {
        let first = name.split("::").next().unwrap_or(name);
        hidden.contains(first) || brought.iter().any(|(inside, _)| inside == name)
    };
    let around = view.iter().filter(|(name, _)| !is_hidden(name));
    let inside = around.cloned().chain(brought.iter().cloned());
    Some(NamesAt::new(None, inside.collect()))
}

impl<M> Lowering<M> {
    /// The constants of the library that a `use` at the top of the function brings, where the
    /// module around has items of these names.
    pub(crate) fn hide_by_constants(&mut self, item: &ItemUse) {
        let mut tree = item.tree.clone();
        let view = Rc::clone(&self.names.view);
        let names = view.iter().map(|(name, _)| name.as_str());
        let names: Vec<&str> = names.filter(|name| mathematical(name).is_some()).collect();
        spread_globs(&mut tree, &names);
        for constant in standard_constants(&tree, "") {
            if self.is_item(&constant.ident.to_string()) {
                self.bind_constant(&constant);
            }
        }
    }

    /// Binds a constant of the library to its path.
    fn bind_constant(&mut self, constant: &ItemConst) {
        let place = Inactive {
            tokens: constant.expr.to_token_stream(),
            mentions: Vec::new(),
        };
        self.bind_item(&constant.ident, Value::Inactive(place));
    }

    /// `use library::Trait as _;` in a partial, for its methods: no name changes its meaning.
    pub(crate) fn import_into_partial(&mut self, item: &ItemUse) -> bool {
        let mut tree = &item.tree;
        while let UseTree::Path(path) = tree {
            tree = &path.tree;
        }
        let is_unnamed = matches!(tree, UseTree::Rename(renamed) if renamed.rename == "_");
        if self.frames.partials == 0 || !self.frames.calls.is_empty() || !is_unnamed {
            return false;
        }
        self.writer.add_item(item.to_token_stream());
        true
    }

    /// Follows an import of a body that is inlined, or of a block. False if it cannot be kept.
    pub(crate) fn run_import(&mut self, item: &ItemUse, is_body: bool) -> bool {
        let constants = standard_constants(&item.tree, "");
        for constant in &constants {
            self.bind_constant(constant);
        }
        let mut brought = Vec::new();
        full_paths(&item.tree, "", &mut |name, path| brought.push((name, path)));
        brought.retain(|(name, _)| !constants.iter().any(|constant| constant.ident == name));
        // The items of the library that a body brings were bound with the function.
        brought.retain(|(name, _)| !(is_body && self.is_item(name)));
        if brought.is_empty() && !has_glob(&item.tree) {
            return true;
        }
        let is_free = |(name, path): &(String, String)| {
            let inside = format!("{name}::");
            let mut view = self.names.view.iter();
            let is_seen = view.any(|(seen, _)| seen == name || seen.starts_with(&inside));
            let single = syn::parse_str::<syn::Path>(name);
            let known = single.map(|single| self.names.imports.full_path(&single, None));
            !is_seen && known.is_ok_and(|known| known.starts_with('#') || known == *path)
        };
        let is_seen = |(name, _): &(String, String)| self.is_item(name);
        if (is_of_std(item) && !brought.iter().any(is_seen))
            || (!has_glob(&item.tree) && brought.iter().all(is_free))
        {
            self.import(item);
            self.names.imports.add_in_body(&item.tree);
            return true;
        }
        false
    }

    /// Whether a name means an item here, or a module with such items.
    fn is_item(&self, name: &str) -> bool {
        let scopes = &self.names.scopes;
        let named = scopes.get(name);
        named.is_some_and(|binding| binding.role == Role::Item)
            || scopes.has_item_inside(&format!("{name}::"))
    }
}

/// Writes out the names that a `*` brings.
fn spread_globs(tree: &mut UseTree, names: &[&str]) {
    match tree {
        UseTree::Path(path) => spread_globs(&mut path.tree, names),
        UseTree::Group(group) => {
            let trees = group.items.iter_mut();
            trees.for_each(|tree| spread_globs(tree, names));
        }
        UseTree::Glob(_) => {
            let names = names.iter().map(|name| Ident::new(name, Span::call_site()));
            *tree = syn::parse_quote!({ #(#names),* });
        }
        UseTree::Name(_) | UseTree::Rename(_) => {}
    }
}

fn has_glob(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => has_glob(&path.tree),
        UseTree::Group(group) => group.items.iter().any(has_glob),
        UseTree::Glob(_) => true,
        UseTree::Name(_) | UseTree::Rename(_) => false,
    }
}
