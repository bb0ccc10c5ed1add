//! The path by which code in one module can name an item of another one.
//!
//! ```text
//! mod m {
//!     mod steam { const TABLE: [f64; 3] = ..; fn at(x: f64) -> f64 { lookup(&TABLE, x) } }
//!     mod plant { fn f(x: f64) -> f64 { super::steam::at(x) } }
//! }                 `TABLE`, copied into what is generated for `f`, is `super::steam::TABLE`
//! ```
//!
//! The driver widens the visibility of what is private. What it leaves private has no name outside.

use syn::{Item, Visibility};

use crate::ordered::{Map, Set};

/// The modules of a library by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) modules: Vec<Place>,
    /// The names of the crates that are seen.
    pub(crate) seen: Vec<String>,
}

/// A module, and what it sees.
#[derive(Debug, Default)]
pub(crate) struct Place {
    pub(crate) parent: Option<usize>,
    /// Its name in the module around it.
    pub(crate) name: Option<String>,
    /// Whether it is in a crate that is seen, and the paths of its items outside of the crate.
    pub(crate) is_seen: bool,
    pub(crate) public: Map<String, syn::Path>,
    /// Names of items that the attributed module does not see.
    pub(crate) narrow: Set<String>,
    /// The names of its constants.
    pub(crate) constants: Set<String>,
    /// The names in view, with the items' own names.
    pub(crate) view: Map<String, String>,
}

impl Places {
    /// A path of one module, as another can write it. `None` if it leads to no item in view, or to
    /// one that is private there.
    pub(crate) fn path_from(
        &self,
        home: usize,
        path: &syn::Path,
        module: usize,
    ) -> Option<syn::Path> {
        let view = &self.modules.get(module)?.view;
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        let found = (1..=names.len()).rev().find_map(|length| {
            let own = view.get(&names[..length].join("::"))?;
            Some((length, own))
        });
        let (length, own) = found?;
        let mut whole = self.path_of(home, own)?;
        if let Some(last) = whole.segments.last_mut() {
            last.arguments
                .clone_from(&path.segments[length - 1].arguments);
        }
        whole
            .segments
            .extend(path.segments.iter().skip(length).cloned());
        Some(whole)
    }

    /// Whether a name in view of a module is that of a constant.
    pub(crate) fn is_constant(&self, name: &syn::Ident, module: usize) -> bool {
        let own = self
            .modules
            .get(module)
            .and_then(|place| place.view.get(&name.to_string()));
        let found = own
            .and_then(|own| own.split_once("::"))
            .and_then(|(number, name)| {
                let of = self.modules.get(number.parse::<usize>().ok()?)?;
                of.constants.contains(name).then_some(())
            });
        found.is_some()
    }

    /// The path of an item by its own name, as a module can write it. `None` if it is private.
    pub(crate) fn path_of(&self, home: usize, own: &str) -> Option<syn::Path> {
        let (number, name) = own.split_once("::")?;
        let to: usize = number.parse().ok()?;
        let place = self.modules.get(to)?;
        if place.is_seen {
            return place.public.get(name).cloned();
        }
        if !self.is_around(to, home) && self.modules.get(to)?.narrow.contains(name) {
            return None;
        }
        let mut whole = self.way(home, to)?;
        let name = syn::Ident::new(name, proc_macro2::Span::call_site());
        whole.segments.push(name.into());
        Some(whole)
    }

    /// Whether a path begins with a crate that is seen.
    pub(crate) fn is_of_seen(&self, path: &syn::Path) -> bool {
        let first = path.segments.first();
        first.is_some_and(|first| self.seen.iter().any(|name| first.ident == name))
    }

    /// The path of an item of a crate that is seen.
    pub(crate) fn public_path(&self, own: &str) -> Option<syn::Path> {
        let (number, name) = own.split_once("::")?;
        let place = self.modules.get(number.parse::<usize>().ok()?)?;
        place.public.get(name).cloned()
    }

    /// The path from one module to another.
    fn way(&self, home: usize, to: usize) -> Option<syn::Path> {
        let mut down = Vec::new();
        let mut at = to;
        while !self.is_around(at, home) {
            let (name, parent) = (self.modules[at].name.clone()?, self.modules[at].parent?);
            let is_seen =
                self.is_around(parent, home) || !self.modules[parent].narrow.contains(&name);
            if !is_seen {
                return None;
            }
            down.push(name);
            at = parent;
        }
        let mut way = "self".to_owned();
        let mut from = home;
        while from != at {
            way = if from == home {
                "super".to_owned()
            } else {
                format!("{way}::super")
            };
            from = self.modules[from].parent?;
        }
        for name in down.iter().rev() {
            way = format!("{way}::{name}");
        }
        syn::parse_str(&way).ok()
    }

    /// Whether a module is another one, or around it.
    fn is_around(&self, outer: usize, inner: usize) -> bool {
        outwards(inner, |number| self.modules[number].parent).any(|number| number == outer)
    }
}

/// A module and the modules around it, from the inside out. `parent` gives the module around one.
pub(crate) fn outwards(
    module: usize,
    parent: impl Fn(usize) -> Option<usize>,
) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(module), move |number| parent(*number))
}

/// Whether an item is hidden from the module that is `steps` levels further out than its own.
pub(crate) fn is_private(item: &Item, steps: usize) -> bool {
    let visibility = match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Mod(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        _ => return false,
    };
    is_narrow(visibility, steps)
}

/// Whether a visibility does not reach the module that is `steps` levels further out.
pub(crate) fn is_narrow(visibility: &Visibility, steps: usize) -> bool {
    match visibility {
        Visibility::Public(_) => false,
        Visibility::Inherited => steps > 0,
        Visibility::Restricted(within) => {
            let mut names = within.path.segments.iter().map(|part| &part.ident);
            let is_relative = within.path.leading_colon.is_none()
                && names.all(|name| name == "self" || name == "super");
            let names = within.path.segments.iter().map(|part| &part.ident);
            is_relative && names.filter(|name| *name == "super").count() < steps
        }
    }
}
