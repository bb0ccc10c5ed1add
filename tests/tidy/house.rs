//! The import graph of the compiler crates: which file names something that another file defines.
//!
//! ```text
//! use crate::ir::ValueId;   order/greedy.rs --> ir/code_list.rs      by the re-export in ir/mod.rs
//! super::names::fresh(..)   write/opaque.rs --> write/names.rs
//! self.materialize(value)   run/expression.rs --> write/opaque.rs    the method of that type
//! plan.without_unused()     rewrite/scale.rs --> plan/plan.rs        the only method of that name
//! ```
//!
//! Calls of methods count, because a type whose `impl` is spread over many files ties these files
//! together without a single `use`. A `pub use` is no arrow, because it only passes a name on: a
//! file that imports the name depends on the file that defines it. Code under `#[cfg(test)]` is
//! left out.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

/// A path of names, crate first.
type Path = Vec<String>;

/// The items that one file defines, re-exports and names.
#[derive(Debug, Default)]
struct File {
    /// Items that others can name.
    items: BTreeSet<String>,
    /// Names that a `pub use` re-exports, and the paths behind them.
    exports: BTreeMap<String, Path>,
    /// Modules whose names are all handed on.
    globs: Vec<Path>,
    /// Methods of inherent `impl` blocks and of traits, with the type or trait.
    methods: BTreeSet<(String, String)>,
    /// Paths that the code names.
    named: BTreeSet<Path>,
    /// Methods that are called on `self`, with the type of the `impl` block.
    called_on_self: BTreeSet<(String, String)>,
    /// Methods that are called on other receivers.
    called: BTreeSet<String>,
}

/// All files of some crates by their module path, `["jacobian_core", "front", "value"]`.
#[derive(Debug, Default)]
pub(crate) struct House {
    files: BTreeMap<Path, File>,
    /// By the name of a method the files that have it, with its types and traits.
    methods: BTreeMap<String, BTreeMap<Path, BTreeSet<String>>>,
    shown: BTreeMap<Path, String>,
    /// The crates, each of which sees those before it.
    crates: Vec<String>,
}

/// A file that uses another one, and one of the names that tie them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrow {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) name: String,
}

impl House {
    /// Adds a file: its crate, its path below `src`, and its text. A crate comes after those that
    /// it depends on.
    pub(crate) fn add(&mut self, package: &str, below_src: &str, text: &str) {
        let module = module_path(package, below_src);
        if !self.crates.contains(&module[0]) {
            self.crates.push(module[0].clone());
        }
        let tree = syn::parse_file(text).expect("the sources are Rust");
        let mut reader = Reader {
            module: module.clone(),
            file: File::default(),
            types: Vec::new(),
            children: tree.items.iter().filter_map(child).collect(),
        };
        reader.visit_file(&tree);
        self.shown
            .insert(module.clone(), format!("{package}/src/{below_src}"));
        for (of, name) in &reader.file.methods {
            let files = self.methods.entry(name.clone()).or_default();
            let types = files.entry(module.clone()).or_default();
            types.insert(of.clone());
        }
        self.files.insert(module, reader.file);
    }

    /// Every arrow between two files, with the first name that causes it.
    pub(crate) fn arrows(&self) -> Vec<Arrow> {
        let mut arrows: BTreeMap<(&Path, &Path), String> = BTreeMap::new();
        for (from, file) in &self.files {
            let by_path = file
                .named
                .iter()
                .filter_map(|path| Some((self.definer(path)?, path.last()?)));
            let on_self = file
                .called_on_self
                .iter()
                .flat_map(|(of, name)| self.methods(Some(of), name).map(move |to| (to, name)));
            let on_others = file.called.iter().filter_map(|name| {
                // Two files with a method of this name: only types could tell which one is called.
                let is_visible = |to: &&Path| self.rank(to) <= self.rank(from);
                let mut candidates = self.methods(None, name).filter(is_visible);
                let only = candidates.next()?;
                let is_foreign = FOREIGN.split(' ').any(|foreign| foreign == name);
                (candidates.next().is_none() && !is_foreign).then_some((only, name))
            });
            for (to, name) in by_path.chain(on_self).chain(on_others) {
                if to != from {
                    arrows.entry((from, to)).or_insert_with(|| name.clone());
                }
            }
        }
        let shown = |path: &Path| self.shown[path].clone();
        arrows
            .into_iter()
            .map(|((from, to), name)| Arrow {
                from: shown(from),
                to: shown(to),
                name,
            })
            .collect()
    }

    /// The position of the crate of a file.
    fn rank(&self, module: &Path) -> Option<usize> {
        self.crates.iter().position(|name| *name == module[0])
    }

    /// The files with a method of this name, of one type or of any.
    fn methods<'a>(&'a self, of: Option<&'a str>, name: &'a str) -> impl Iterator<Item = &'a Path> {
        let files = self.methods.get(name).into_iter().flatten();
        files
            .filter_map(move |(path, types)| of.is_none_or(|of| types.contains(of)).then_some(path))
    }

    /// The file that defines the item of a path. `None` for names of other crates.
    fn definer(&self, path: &[String]) -> Option<&Path> {
        let mut pending = vec![path.to_vec()];
        // A name that is handed on in a circle is handed on to nobody.
        let mut seen: BTreeSet<Path> = BTreeSet::new();
        while let Some(path) = pending.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let depth = (1..=path.len())
                .rev()
                .find(|depth| self.files.contains_key(&path[..*depth]))?;
            let (module, file) = self.files.get_key_value(&path[..depth])?;
            let Some(name) = path.get(depth) else {
                return Some(module);
            };
            if file.items.contains(name) {
                return Some(module);
            }
            let handed_on = |to: &Path| [to, &path[depth + 1..]].concat();
            pending.extend(file.exports.get(name).map(handed_on));
            let all_of = |to: &Path| [to, &path[depth..]].concat();
            pending.extend(file.globs.iter().map(all_of));
        }
        None
    }
}

/// Methods of the standard library: a call of one says nothing, although the front has functions of
/// the same names.
const FOREIGN: &str = "\
    abs abs_diff add all and and_then any append as_bytes as_deref as_mut as_ref as_slice \
    as_str binary_search binary_search_by borrow borrow_mut by_ref capacity ceil chain chars \
    checked_add checked_mul checked_neg checked_sub chunks chunks_exact clamp clear clone \
    cloned cmp collect concat contains contains_key copied count dedup default delimiter deref \
    div drain end ends_with entry enumerate eq expect extend extend_from_slice fill filter \
    filter_map find find_map first first_mut flat_map flatten floor fmt fold for_each from \
    from_str ge get get_ident get_mut get_or_insert_with gt insert insert_str into into_iter \
    into_keys into_values is_empty is_err is_ident is_none is_none_or is_ok is_some \
    is_some_and is_sorted iter iter_mut join keys last last_key_value last_mut le len lines lt \
    map map_err map_or map_or_else map_while max max_by max_by_key min min_by min_by_key mul \
    ne neg new next next_back not nth ok ok_or ok_or_else or or_default or_else or_insert \
    or_insert_with parse partial_cmp partition peek pop pop_first pop_last position pow powi \
    product push push_str range reduce rem remove repeat replace reserve resize retain rev \
    reverse rfind rotate_left round rsplit saturating_add saturating_mul saturating_sub scan \
    set shl shr skip skip_while sort sort_by sort_by_key sort_unstable span splice split \
    split_at split_first split_last split_off split_once split_whitespace starts_with step_by \
    stream strip_prefix strip_suffix sub sum swap swap_remove take take_while then then_some \
    to_bits to_owned to_string to_token_stream to_tokens to_vec trim trim_end trim_start \
    truncate unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else unzip update upgrade \
    values values_mut windows with with_capacity wrapping_add write write_fmt write_str xor \
    zeroize zip";

/// `front/value/mod.rs` of `jacobian-core` is `jacobian_core::front::value`.
fn module_path(package: &str, below_src: &str) -> Path {
    let stem = below_src.strip_suffix(".rs").unwrap_or(below_src);
    let names = stem.split('/').filter(|name| *name != "lib");
    let mut path: Path = vec![package.replace('-', "_")];
    path.extend(names.map(str::to_owned));
    if path.last().is_some_and(|name| name == "mod") {
        path.pop();
    }
    path
}

/// Reads one file.
struct Reader {
    module: Path,
    file: File,
    /// The types of the `impl` blocks and traits around.
    types: Vec<String>,
    /// The modules that this file declares; paths may begin with their names.
    children: BTreeSet<String>,
}

/// The name of a module that is in its own file.
fn child(item: &syn::Item) -> Option<String> {
    match item {
        syn::Item::Mod(item) if item.content.is_none() => Some(item.ident.to_string()),
        _ => None,
    }
}

impl Reader {
    /// A path as it is written, with the crate in front; `None` where it begins with a local name.
    fn absolute(&self, written: &[String]) -> Option<Path> {
        let mut base = self.module.clone();
        let mut rest = written;
        match rest.first()?.as_str() {
            "crate" => base.truncate(1),
            "self" => {}
            "super" => {
                while let [first, others @ ..] = rest
                    && first == "super"
                {
                    base.pop();
                    rest = others;
                }
                return Some([&base, rest].concat());
            }
            name if name.starts_with("jacobian_") => return Some(written.to_vec()),
            name if self.children.contains(name) => return Some([&base, rest].concat()),
            _ => return None,
        }
        Some([&base, &rest[1..]].concat())
    }

    /// Every name of a `use`, with the name that it gets here.
    fn leaves(tree: &syn::UseTree, before: &[String], leaves: &mut Vec<(Path, String)>) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => Self::leaves(&path.tree, &with(&path.ident), leaves),
            syn::UseTree::Name(name) if name.ident == "self" => {
                let local = before.last().cloned().unwrap_or_default();
                leaves.push((before.to_vec(), local));
            }
            syn::UseTree::Name(name) => leaves.push((with(&name.ident), name.ident.to_string())),
            syn::UseTree::Rename(name) => leaves.push((with(&name.ident), name.rename.to_string())),
            syn::UseTree::Glob(_) => leaves.push((before.to_vec(), "*".into())),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    Self::leaves(tree, before, leaves);
                }
            }
        }
    }

    fn define(&mut self, name: &syn::Ident) {
        if self.types.is_empty() {
            self.file.items.insert(name.to_string());
        }
    }

    fn method(&mut self, name: &syn::Ident) {
        if let Some(of) = self.types.last() {
            self.file.methods.insert((of.clone(), name.to_string()));
        }
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && quote::ToTokens::to_token_stream(&attribute.meta)
                .to_string()
                .contains("test")
    })
}

/// The name of the type that an `impl` block is for.
fn type_name(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last();
            last.map_or_else(String::new, |last| last.ident.to_string())
        }
        syn::Type::Reference(reference) => type_name(&reference.elem),
        _ => String::new(),
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if is_test(attributes) {
            return;
        }
        match item {
            syn::Item::Fn(item) => self.define(&item.sig.ident),
            syn::Item::Struct(item) => self.define(&item.ident),
            syn::Item::Enum(item) => self.define(&item.ident),
            syn::Item::Trait(item) => self.define(&item.ident),
            syn::Item::Type(item) => self.define(&item.ident),
            syn::Item::Const(item) => self.define(&item.ident),
            syn::Item::Static(item) => self.define(&item.ident),
            syn::Item::Macro(item) => item.ident.iter().for_each(|name| self.define(name)),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut leaves = Vec::new();
        Self::leaves(&item.tree, &[], &mut leaves);
        let is_handed_on = !matches!(item.vis, syn::Visibility::Inherited);
        for (path, local) in leaves {
            let Some(path) = self.absolute(&path) else {
                continue;
            };
            match (is_handed_on, local.as_str()) {
                (true, "*") => self.file.globs.push(path),
                (true, _) => {
                    self.file.exports.insert(local, path);
                }
                (false, _) => {
                    self.file.named.insert(path);
                }
            }
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.types.push(type_name(&item.self_ty));
        if item.trait_.is_none() {
            for part in &item.items {
                if let syn::ImplItem::Fn(method) = part {
                    self.method(&method.sig.ident);
                }
            }
        }
        visit::visit_item_impl(self, item);
        self.types.pop();
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.types.push(item.ident.to_string());
        for part in &item.items {
            if let syn::TraitItem::Fn(method) = part {
                self.method(&method.sig.ident);
            }
        }
        visit::visit_item_trait(self, item);
        self.types.pop();
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let name = call.method.to_string();
        let receiver = quote::ToTokens::to_token_stream(&call.receiver).to_string();
        match self.types.last() {
            Some(of) if receiver == "self" => {
                self.file.called_on_self.insert((of.clone(), name));
            }
            _ => {
                self.file.called.insert(name);
            }
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Path = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        if let Some(path) = self.absolute(&names) {
            self.file.named.insert(path);
        }
        visit::visit_path(self, path);
    }

    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {
        // The path of `pub(super)` uses nothing.
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        // Arguments such as those of `assert!` and `matches!` are expressions; templates are not.
        type Arguments = syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>;
        if let Ok(arguments) = call.parse_body_with(Arguments::parse_terminated) {
            // The tree lives as long as this call: read it by itself.
            let mut inner = Reader {
                module: self.module.clone(),
                file: std::mem::take(&mut self.file),
                types: self.types.clone(),
                children: self.children.clone(),
            };
            for argument in &arguments {
                inner.visit_expr(argument);
            }
            self.file = inner.file;
        }
        visit::visit_macro(self, call);
    }
}
