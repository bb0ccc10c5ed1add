//! Resolution of paths: the one name of an item, whichever way a place spells it.
//!
//! ```text
//! mod m { use statrs::function::erf; erf::erf(x) }      statrs::function::erf::erf
//! mod m { use super::table; mod inner { super::table::flow(p) } }      ^1::table::flow
//! ```
//!
//! `^1` is the module around the attributed one, of which we see nothing. A name that no import
//! brings has the number of its module: it may be an item of the module, or come by a glob.

use syn::UseTree;

use crate::ordered::{Map, Set};

use crate::front::read::imports::full_paths;

/// The most imports that are followed for one name. Imports may name each other in a circle.
const MOST_STEPS: usize = 32;

/// The imports of all modules of a library.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    modules: Vec<Module>,
    /// The number of the module of the attributed function.
    home: usize,
    /// What the body that is being inlined imports.
    body: Module,
}

/// What a module says of its imports.
type Imported<'a> = (Option<usize>, &'a [(Option<String>, usize)], &'a [UseTree]);

/// What the body around one that is being inlined imports.
#[derive(Debug)]
pub(crate) struct Body(Module);

#[derive(Debug, Default)]
struct Module {
    parent: Option<usize>,
    children: Map<String, usize>,
    /// The full path of each imported name.
    paths: Map<String, String>,
    /// The same paths, also of imports without a name: `use special::Error as _`.
    brought: Set<String>,
    /// The paths of which everything is imported, `statrs::distribution`.
    globs: Vec<String>,
}

impl Module {
    fn add(&mut self, tree: &UseTree) {
        let add = &mut |alias: String, path: String| {
            self.brought.insert(path.clone());
            self.paths.insert(alias, path);
        };
        full_paths(tree, "", add);
        globs(tree, "", &mut self.globs);
    }
}

/// The whole path of one whose first name is imported by one of these paths. The first name of an
/// import must not be that of something else in the module.
fn whole(
    path: &syn::Path,
    paths: &Map<String, String>,
    is_here: &dyn Fn(&str) -> bool,
) -> Option<syn::Path> {
    let first = path.segments.first()?;
    let whole = paths.get(&first.ident.to_string())?;
    let root = whole.split("::").next()?;
    if ["self", "super"].contains(&root) || is_here(root) {
        return None;
    }
    let start = if root == "crate" { "" } else { "::" };
    let mut whole: syn::Path = syn::parse_str(&format!("{start}{whole}")).ok()?;
    whole.segments.last_mut()?.arguments = first.arguments.clone();
    whole.segments.extend(path.segments.iter().skip(1).cloned());
    Some(whole)
}

/// The paths of which a `use` brings everything.
fn globs(tree: &UseTree, prefix: &str, found: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => globs(&path.tree, &format!("{prefix}{}::", path.ident), found),
        UseTree::Group(group) => {
            for tree in &group.items {
                globs(tree, prefix, found);
            }
        }
        UseTree::Glob(_) => found.extend(prefix.strip_suffix("::").map(str::to_owned)),
        UseTree::Name(_) | UseTree::Rename(_) => {}
    }
}

impl Imports {
    /// The imports of modules: the number of the module around each, the named ones inside, and
    /// what it imports.
    pub(crate) fn of<'a>(modules: impl Iterator<Item = Imported<'a>>, home: usize) -> Self {
        let modules = modules.map(|(parent, children, trees)| {
            let named = children.iter();
            let named = named.filter_map(|(name, number)| Some((name.clone()?, *number)));
            let mut imports = Module {
                parent,
                children: named.collect(),
                ..Module::default()
            };
            for tree in trees {
                imports.add(tree);
            }
            imports
        });
        Self {
            modules: modules.collect(),
            home,
            body: Module::default(),
        }
    }

    /// Adds an import in the body of the attributed function.
    pub(crate) fn add(&mut self, tree: &UseTree) {
        while self.modules.len() <= self.home {
            self.modules.push(Module::default());
        }
        self.modules[self.home].add(tree);
    }

    /// Adds an import in the body that is being inlined.
    pub(crate) fn add_in_body(&mut self, tree: &UseTree) {
        self.body.add(tree);
    }

    /// Begins a body that imports nothing yet, and gives what the body around imports.
    pub(crate) fn enter_body(&mut self) -> Body {
        Body(std::mem::take(&mut self.body))
    }

    /// Goes back to the body around.
    pub(crate) fn leave_body(&mut self, around: Body) {
        self.body = around.0;
    }

    /// Whether an import brings a trait into scope, under any name.
    pub(crate) fn brings(&self, of_trait: &str, module: Option<usize>) -> bool {
        let around = of_trait.rsplit_once("::").map_or("", |(around, _)| around);
        let brings = |module: &Module| {
            module.brought.contains(of_trait) || module.globs.iter().any(|glob| glob == around)
        };
        let module = module.unwrap_or(self.home);
        brings(&self.body) || self.reached_by_globs(module).any(brings)
    }

    /// A module, and the modules around it that it imports with `use super::*`.
    fn reached_by_globs(&self, module: usize) -> impl Iterator<Item = &Module> {
        let parent = |module: &&Module| {
            let imports_all = module.globs.iter().any(|glob| glob == "super");
            self.modules.get(module.parent.filter(|_| imports_all)?)
        };
        std::iter::successors(self.modules.get(module), parent)
    }

    /// The paths that a path may mean by imports of everything: `Normal::new` is perhaps
    /// `statrs::distribution::Normal::new` below `use statrs::distribution::*`. `full` is its
    /// [`Self::full_path`]. There are none if an import brings the first name itself.
    pub(crate) fn by_globs(&self, full: &str, module: Option<usize>) -> Vec<String> {
        let Some((_, rest)) = full.strip_prefix('#').and_then(|own| own.split_once("::")) else {
            return Vec::new();
        };
        let reached = self.reached_by_globs(module.unwrap_or(self.home));
        let globs = reached.chain([&self.body]).flat_map(|module| &module.globs);
        globs.map(|glob| format!("{glob}::{rest}")).collect()
    }

    /// Whether a path leads to a crate that is surely not nalgebra, and that does not pass on the
    /// types of nalgebra. Such crates have types of the same names, `cgmath::Vector3`.
    pub(crate) fn is_of_others(&self, path: &syn::Path, module: Option<usize>) -> bool {
        self.is_of_other_crate(path, module) && !is_path_of_nalgebra(&self.full_path(path, module))
    }

    /// Whether a module imports something from this crate, or the crate itself.
    pub(crate) fn is_imported(&self, root: &str) -> bool {
        let begins = |path: &String| path.split("::").next() == Some(root);
        let mut modules = self.modules.iter();
        modules.any(|module| module.brought.iter().any(begins) || module.globs.iter().any(begins))
    }

    /// Whether a path leads to another crate.
    pub(crate) fn is_of_other_crate(&self, path: &syn::Path, module: Option<usize>) -> bool {
        let full = self.full_path(path, module);
        let Some((root, _)) = full.split_once("::") else {
            return false;
        };
        !root.starts_with(['#', '^']) && !["crate", "self", "super"].contains(&root)
    }

    /// A path whose first name a module imports from another crate, as any module can write it.
    pub(crate) fn whole_import(&self, path: &syn::Path, module: usize) -> Option<syn::Path> {
        let module = self.modules.get(module)?;
        whole(path, &module.paths, &|root| {
            module.children.contains_key(root)
        })
    }

    /// The same for a path whose first name the body that is being inlined imports.
    pub(crate) fn whole_import_of_body(
        &self,
        path: &syn::Path,
        module: usize,
    ) -> Option<syn::Path> {
        let module = self.modules.get(module)?;
        let is_here =
            |root: &str| module.children.contains_key(root) || module.paths.contains_key(root);
        whole(path, &self.body.paths, &is_here)
    }

    /// The one name of what a path means in a module of the library. `None` is the module of the
    /// attributed function.
    pub(crate) fn full_path(&self, path: &syn::Path, module: Option<usize>) -> String {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        let mut rest: Vec<String> = names.collect();
        rest.reverse();
        let joined = |rest: &[String]| {
            let names: Vec<&str> = rest.iter().rev().map(String::as_str).collect();
            names.join("::")
        };
        if path.leading_colon.is_some() {
            return joined(&rest);
        }
        if let Some(path) = rest.last().and_then(|name| self.body.paths.get(name)) {
            rest.pop();
            rest.extend(path.rsplit("::").map(str::to_owned));
        }
        let (mut place, mut ups) = (module.unwrap_or(self.home), 0);
        for _ in 0..MOST_STEPS {
            let module = self.modules.get(place);
            let Some(first) = rest.last().cloned() else {
                break;
            };
            match (first.as_str(), module) {
                ("crate", _) => return joined(&rest),
                ("self", _) => {
                    rest.pop();
                }
                ("super", module) => {
                    match module.and_then(|module| module.parent) {
                        Some(parent) if ups == 0 => place = parent,
                        _ => ups += 1,
                    }
                    rest.pop();
                }
                (name, Some(module)) if ups == 0 => {
                    if let Some(path) = module.paths.get(name) {
                        let imported = path.rsplit("::").map(str::to_owned);
                        rest.pop();
                        rest.extend(imported);
                        // `use libm;` imports a crate under its own name.
                        if path == name {
                            return joined(&rest);
                        }
                    } else if let Some(child) = module.children.get(name) {
                        place = *child;
                        rest.pop();
                    } else {
                        break;
                    }
                }
                _ => break,
            }
        }
        match (ups, rest.len()) {
            (0, 1) => format!("#{place}::{}", joined(&rest)),
            (0, _) => joined(&rest),
            (ups, _) => format!("^{ups}::{}", joined(&rest)),
        }
    }
}

/// Crates that pass on the matrices of nalgebra, by the beginnings of their names.
const PASS_ON: [&str; 7] = [
    "rapier",
    "parry",
    "ncollide",
    "nphysics",
    "anise",
    "nyx_space",
    "kiss3d",
];

/// Whether a path with a name of nalgebra's leads to nalgebra, `rapier3d::na::Vector3`.
pub(crate) fn is_path_of_nalgebra(path: &str) -> bool {
    let mut names = path.split("::");
    let is_named = names.any(|name| name == "nalgebra" || name == "na");
    is_named || PASS_ON.iter().any(|root| path.starts_with(root))
}

#[cfg(test)]
mod tests {
    use crate::front::read::library::{Home, Library};

    fn full(path: &str, module: usize) -> String {
        let items: syn::File = syn::parse_quote! {
            use statrs::function::{erf, gamma::{self, ln_gamma as lg}};
            use super::table;
            use a as b;
            use b as a;
            mod inner {
                use super::super::far::away;
                mod last {}
            }
        };
        let library = Library::of(&items.items);
        let imports = library.imports(&Home::default());
        imports.full_path(&syn::parse_str(path).unwrap(), Some(module))
    }

    #[test]
    fn each_way_to_spell_an_item_leads_to_one_name() {
        for (path, module, expected) in [
            ("erf::erf", 0, "statrs::function::erf::erf"),
            ("lg", 0, "statrs::function::gamma::ln_gamma"),
            ("gamma::digamma", 0, "statrs::function::gamma::digamma"),
            ("super::lg", 1, "statrs::function::gamma::ln_gamma"),
            ("super::super::erf::erf", 2, "statrs::function::erf::erf"),
            ("libm::sin", 1, "libm::sin"),
            ("::libm::sin", 0, "libm::sin"),
            ("table::flow", 0, "^1::table::flow"),
            ("super::table::flow", 1, "^1::table::flow"),
            ("self::inner::away", 0, "^1::far::away"),
            ("flow", 1, "#1::flow"),
            ("inner::flow", 0, "#1::flow"),
            ("super::inner::flow", 1, "#1::flow"),
            ("crate::x::y", 1, "crate::x::y"),
        ] {
            assert_eq!(full(path, module), expected, "{path} in {module}");
        }
        // Imports in a circle have no meaning, but an end.
        let _: String = full("a::c", 0);
    }
}
