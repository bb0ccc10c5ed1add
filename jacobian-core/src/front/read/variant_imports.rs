//! Variants of enums that a `use` brings into view: their names are written out before anything is
//! read.
//!
//! ```text
//! use Kind::{Fast, Slow as Calm};       in a module, a body or a block
//! match kind { Fast => x, Calm => y }   match kind { Kind::Fast => x, Kind::Slow => y }
//! ```
//!
//! A name that begins with a capital, such as `Kind`, is taken for an enum, so what is imported
//! from it are variants. `use Kind::*` does not name them: there the definition of `Kind` must be
//! in view.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, Pat, Path, Stmt, UseTree};

use crate::front::read::imports::full_paths;
use crate::front::syntax::questions::ASSERTIONS;
use crate::ordered::Map;

/// Macros whose arguments are code of the place where they are called, as those of assertions are.
const MACROS: &[&str] = &["matches", "vec"];

/// The variants in view by a name alone, and the enums whose variants are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct VariantImports {
    paths: Map<String, Path>,
    enums: Map<String, Vec<Ident>>,
}

impl VariantImports {
    /// The imports of a module.
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut imports = Self::default();
        for item in items {
            if let Item::Enum(item) = item {
                let variants = item.variants.iter().map(|variant| variant.ident.clone());
                imports
                    .enums
                    .insert(item.ident.to_string(), variants.collect());
            }
        }
        for item in items {
            if let Item::Use(item) = item {
                imports.add(&item.tree);
            }
        }
        // An item of the module hides what a `*` brings.
        for item in items {
            let name = match item {
                Item::Const(item) => &item.ident,
                Item::Static(item) => &item.ident,
                Item::Struct(item) => &item.ident,
                _ => continue,
            };
            imports.paths.remove(&name.to_string());
        }
        imports
    }

    /// The function with the names of variants written out.
    pub(crate) fn in_function(&self, mut function: syn::ItemFn) -> syn::ItemFn {
        Walk(self.clone()).visit_item_fn_mut(&mut function);
        function
    }

    /// The items of the module with the names of variants written out.
    pub(crate) fn in_items(&self, mut items: Vec<Item>) -> Vec<Item> {
        let mut walk = Walk(self.clone());
        for item in &mut items {
            if matches!(
                item,
                Item::Fn(_) | Item::Impl(_) | Item::Trait(_) | Item::Const(_)
            ) {
                walk.visit_item_mut(item);
            }
        }
        items
    }

    /// Notes the variants that an import brings.
    fn add(&mut self, tree: &UseTree) {
        for (name, path) in self.brought(tree) {
            self.paths.insert(name, path);
        }
    }

    fn brought(&self, tree: &UseTree) -> Vec<(String, Path)> {
        let mut named = Vec::new();
        full_paths(tree, "", &mut |name, path| named.push((name, path)));
        for owner in globs(tree, "") {
            let of = owner.rsplit("::").next().and_then(|of| self.enums.get(of));
            let variants = of.into_iter().flatten();
            named.extend(variants.map(|name| (name.to_string(), format!("{owner}::{name}"))));
        }
        let known = named.into_iter().filter(|(_, path)| is_of_enum(path));
        known
            .filter_map(|(name, path)| Some((name, syn::parse_str(&path).ok()?)))
            .collect()
    }

    /// The import without variants. `None` if nothing remains.
    fn without_variants(&self, tree: &UseTree, prefix: &str) -> Option<UseTree> {
        match tree {
            UseTree::Path(path) => {
                let prefix = format!("{prefix}{}::", path.ident);
                let inner = self.without_variants(&path.tree, &prefix)?;
                Some(UseTree::Path(syn::UsePath {
                    tree: Box::new(inner),
                    ..path.clone()
                }))
            }
            UseTree::Group(group) => {
                let items = group.items.iter();
                let kept = items.filter_map(|tree| self.without_variants(tree, prefix));
                let mut group = group.clone();
                group.items = kept.collect();
                (!group.items.is_empty()).then_some(UseTree::Group(group))
            }
            UseTree::Glob(_) => {
                let owner = prefix.trim_end_matches("::");
                let of = owner.rsplit("::").next().unwrap_or_default();
                let is_known = is_of_enum(&format!("{prefix}A")) && self.enums.contains_key(of);
                (!is_known).then(|| tree.clone())
            }
            UseTree::Name(_) | UseTree::Rename(_) => {
                (!is_of_enum(&format!("{prefix}A"))).then(|| tree.clone())
            }
        }
    }
}

/// The paths before each `*`.
fn globs(tree: &UseTree, prefix: &str) -> Vec<String> {
    match tree {
        UseTree::Path(path) => globs(&path.tree, &format!("{prefix}{}::", path.ident)),
        UseTree::Group(group) => {
            let trees = group.items.iter();
            trees.flat_map(|tree| globs(tree, prefix)).collect()
        }
        UseTree::Glob(_) => vec![prefix.trim_end_matches("::").to_owned()],
        UseTree::Name(_) | UseTree::Rename(_) => Vec::new(),
    }
}

/// Whether a full path is that of a variant: it is in a type. Those of the library are known by
/// their names.
fn is_of_enum(path: &str) -> bool {
    let mut parts = path.rsplit("::").skip(1);
    let is_type = parts
        .next()
        .is_some_and(|of| of.starts_with(char::is_uppercase) && of != "Self");
    let first = path.split("::").next().unwrap_or_default();
    is_type && !matches!(first, "std" | "core" | "alloc")
}

struct Walk(VariantImports);

impl Walk {
    fn meaning(&self, path: &Path) -> Option<&Path> {
        let name = path.get_ident()?;
        self.0.paths.get(&name.to_string())
    }

    /// Imports are in view in the whole block, and only there.
    fn in_block(&mut self, block: &mut Block) -> Option<VariantImports> {
        let imports = |statement: &Stmt| match statement {
            Stmt::Item(Item::Use(item)) => Some(item.tree.clone()),
            _ => None,
        };
        let trees: Vec<UseTree> = block.stmts.iter().filter_map(imports).collect();
        let enums: Vec<Item> = block
            .stmts
            .iter()
            .filter_map(|statement| match statement {
                Stmt::Item(item @ Item::Enum(_)) => Some(item.clone()),
                _ => None,
            })
            .collect();
        if trees.is_empty() {
            return None;
        }
        let outer = self.0.clone();
        self.0.enums.extend(VariantImports::of(&enums).enums);
        for tree in &trees {
            self.0.add(tree);
        }
        block.stmts.retain_mut(|statement| {
            let Stmt::Item(Item::Use(item)) = statement else {
                return true;
            };
            let kept = self.0.without_variants(&item.tree, "");
            kept.map(|tree| item.tree = tree).is_some()
        });
        Some(outer)
    }
}

impl VisitMut for Walk {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outer = self.in_block(block);
        visit_mut::visit_block_mut(self, block);
        if let Some(outer) = outer {
            self.0 = outer;
        }
    }

    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        if let Pat::Ident(name) = pattern
            && name.by_ref.is_none()
            && name.mutability.is_none()
            && name.subpat.is_none()
            && let Some(path) = self.0.paths.get(&name.ident.to_string())
        {
            *pattern = syn::parse_quote!(#path);
            return;
        }
        visit_mut::visit_pat_mut(self, pattern);
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Path(path) = expression
            && path.qself.is_none()
            && let Some(meaning) = self.meaning(&path.path)
        {
            path.path = meaning.clone();
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        match self.meaning(path) {
            Some(meaning) => *path = meaning.clone(),
            None => visit_mut::visit_path_mut(self, path),
        }
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        let is_known = MACROS
            .iter()
            .chain(ASSERTIONS)
            .any(|name| call.path.is_ident(name));
        if is_known && !self.0.paths.is_empty() {
            call.tokens = self.written_out(std::mem::take(&mut call.tokens));
        }
    }

    /// Modules and types inside a function see no names of it.
    fn visit_item_mut(&mut self, item: &mut Item) {
        if !matches!(
            item,
            Item::Mod(_) | Item::Struct(_) | Item::Enum(_) | Item::Use(_)
        ) {
            visit_mut::visit_item_mut(self, item);
        }
    }
}

impl Walk {
    /// The names of variants in the arguments of a macro.
    fn written_out(&self, tokens: TokenStream) -> TokenStream {
        let mut after = ' ';
        let mut found = TokenStream::new();
        for token in tokens {
            let sign = match &token {
                TokenTree::Punct(sign) => sign.as_char(),
                _ => ' ',
            };
            match token {
                TokenTree::Group(group) => {
                    let inner = self.written_out(group.stream());
                    found.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
                }
                TokenTree::Ident(name) if !matches!(after, ':' | '.') => {
                    match self.0.paths.get(&name.to_string()) {
                        Some(path) => path.to_tokens(&mut found),
                        None => found.extend([TokenTree::Ident(name)]),
                    }
                }
                other => found.extend([other]),
            }
            after = sign;
        }
        found
    }
}
