//! The imports of all modules, and which of them other modules see.
//!
//! ```text
//! mod m {
//!     pub use shapes::Disk;            inside of `m`, `super::Disk` is the one of `shapes`
//!     mod shapes { pub use self::round::*;  mod round { pub struct Disk { .. } } }
//! }
//! ```
//!
//! An import may name what another import brings, so they are read again until nothing is new.

use crate::front::read::imports::imports;
use crate::front::read::module_items::Module;
use crate::front::read::places::outwards;
use crate::ordered::Set;

/// The most imports that lead from one to the next.
const MOST_STEPS: usize = 8;

/// Names with the items' own names.
pub(crate) type Names = Vec<(String, String)>;

/// What a module imports.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Brought {
    /// What the module itself sees, and the modules inside of it.
    pub(crate) inside: Names,
    /// What other modules see: `pub use`.
    pub(crate) outside: Names,
}

/// The imports of all modules. `view` gives the names in view in a module, by those of the others.
pub(crate) fn brought(
    modules: &[Module],
    view: impl Fn(&[Brought], usize) -> Names,
) -> Vec<Brought> {
    let mut all = Vec::new();
    if modules.iter().all(|module| module.parent.is_none()) {
        return all;
    }
    for _ in 0..MOST_STEPS {
        let each = modules.iter().enumerate().map(|(number, module)| {
            if module.imports.is_empty() {
                Brought::default()
            } else {
                brought_to(module, &view(&all, number))
            }
        });
        let next: Vec<Brought> = each.collect();
        if next == all {
            break;
        }
        all = next;
    }
    all
}

fn brought_to(module: &Module, view: &Names) -> Brought {
    let own: Set<String> = module.names().into_iter().collect();
    let read = |trees: &[syn::UseTree]| {
        let names = trees
            .iter()
            .flat_map(|tree| imports(tree, "", view, &module.hidden));
        names.filter(|(name, _)| !own.contains(name)).collect()
    };
    Brought {
        inside: read(&module.imports),
        outside: read(&module.passed_on),
    }
}

/// The names of a module as another one sees them, without those that are private.
pub(crate) fn names_of(
    modules: &[Module],
    brought: &[Brought],
    (from, number): (usize, usize),
) -> Names {
    let of = &modules[from];
    let is_around = is_around(modules, from, number);
    let own = of.names().into_iter();
    let own = own.filter(|name| is_around || !of.private.contains(name));
    let mut names: Names = own
        .map(|name| (name.clone(), format!("{from}::{name}")))
        .collect();
    if from != number
        && let Some(imported) = brought.get(from)
    {
        let imported = if is_around {
            &imported.inside
        } else {
            &imported.outside
        };
        names.extend(imported.iter().cloned());
    }
    names
}

/// Whether a module is another one, or around it. An inner module sees all names of such a module.
fn is_around(modules: &[Module], outer: usize, inner: usize) -> bool {
    let mut around = outwards(inner, |number| modules.get(number)?.parent);
    around.any(|number| number == outer)
}
