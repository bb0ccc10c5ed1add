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
}

/// What a module says of its imports.
type Imported<'a> = (Option<usize>, &'a [(Option<String>, usize)], &'a [UseTree]);

#[derive(Debug, Default)]
struct Module {
    parent: Option<usize>,
    children: Map<String, usize>,
    /// The full path of each imported name.
    paths: Map<String, String>,
    /// The same paths, also of imports without a name: `use special::Error as _`.
    brought: Set<String>,
}

impl Module {
    fn add(&mut self, tree: &UseTree) {
        let add = &mut |alias: String, path: String| {
            self.brought.insert(path.clone());
            self.paths.insert(alias, path);
        };
        full_paths(tree, "", add);
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
        }
    }

    /// Adds an import in the body of the attributed function.
    pub(crate) fn add(&mut self, tree: &UseTree) {
        while self.modules.len() <= self.home {
            self.modules.push(Module::default());
        }
        self.modules[self.home].add(tree);
    }

    /// Whether an import brings a trait into scope, under any name.
    pub(crate) fn brings(&self, of_trait: &str, module: Option<usize>) -> bool {
        let module = self.modules.get(module.unwrap_or(self.home));
        module.is_some_and(|module| module.brought.contains(of_trait))
    }

    /// Whether a path leads to a crate that is surely not nalgebra, and that does not pass on the
    /// types of nalgebra. Such crates have types of the same names, `cgmath::Vector3`.
    pub(crate) fn is_of_others(&self, path: &syn::Path, module: Option<usize>) -> bool {
        self.is_of_other_crate(path, module) && !is_path_of_nalgebra(&self.full_path(path, module))
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
        let first = path.segments.first()?;
        let whole = module.paths.get(&first.ident.to_string())?;
        let root = whole.split("::").next()?;
        if ["self", "super"].contains(&root) || module.children.contains_key(root) {
            return None;
        }
        let start = if root == "crate" { "" } else { "::" };
        let mut whole: syn::Path = syn::parse_str(&format!("{start}{whole}")).ok()?;
        whole.segments.last_mut()?.arguments = first.arguments.clone();
        whole.segments.extend(path.segments.iter().skip(1).cloned());
        Some(whole)
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
