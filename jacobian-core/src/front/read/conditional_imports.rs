//! Imports under a `cfg` that are the only item of their names.
//!
//! ```text
//! #[cfg(not(feature = "std"))] use num_traits::Euclid;
//!
//! #[cfg(not(feature = "std"))] { Euclid::rem_euclid(&x, &y) }     Euclid is that of num_traits
//! ```
//!
//! Where the import is missing, nothing else has its name, so rustc refuses code that uses it, and
//! we may read it everywhere. A glob import may bring the same name, and so may the prelude of the
//! standard library, so a module with a glob import has none of these, and such names are left out.

use syn::{Item, UseTree};

use crate::front::read::attributes;
use crate::front::read::hidden;
use crate::front::read::imports::imported_names;
use crate::ordered::Map;

/// Names of the prelude, its macros among them, and of the language, which other crates may define
/// as well.
const PRELUDE: &str = "
    AsMut AsRef AsyncFn AsyncFnMut AsyncFnOnce Box Clone Copy Default DoubleEndedIterator Drop
    Eq Err ExactSizeIterator Extend Fn FnMut FnOnce From FromIterator Future Into IntoFuture
    IntoIterator Iterator None Ok Option Ord PartialEq PartialOrd Result Send Sized Some
    String Sync ToOwned ToString TryFrom TryInto Unpin Vec alloc assert assert_eq assert_ne
    bool char core dbg debug_assert debug_assert_eq debug_assert_ne drop eprint eprintln f32
    f64 format i128 i16 i32 i64 i8 isize matches panic print println proc_macro std str test
    todo u128 u16 u32 u64 u8 unimplemented unreachable usize vec write writeln
";

/// The names of a module, to tell which imports are the only items of theirs.
pub(crate) struct ConditionalImports {
    counts: Map<String, usize>,
    has_glob: bool,
}

impl ConditionalImports {
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut counts = Map::new();
        let mut has_glob = false;
        for item in items {
            // Two imports of one thing, each under its condition, are counted as two.
            for name in hidden::names(item) {
                *counts.entry(name).or_default() += 1;
            }
            has_glob |= matches!(item, Item::Use(item) if imports_all(&item.tree));
        }
        Self { counts, has_glob }
    }

    /// Whether an item is such an import, under nothing but conditions.
    pub(crate) fn has(&self, item: &Item) -> bool {
        let Item::Use(import) = item else {
            return false;
        };
        let mut others = import.attrs.clone();
        others.retain(|attribute| !attribute.path().is_ident("cfg"));
        let names = imported_names(&import.tree);
        let is_known = |name: &str| PRELUDE.split_whitespace().any(|known| known == name);
        let is_lone = |name: &String| self.counts.get(name) == Some(&1) && !is_known(name);
        let has_condition = others.len() < import.attrs.len();
        has_condition
            && !self.has_glob
            && attributes::are_harmless(&others)
            && names.iter().all(is_lone)
    }
}

fn imports_all(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => imports_all(&path.tree),
        UseTree::Group(group) => group.items.iter().any(imports_all),
        UseTree::Glob(_) => true,
        UseTree::Name(_) | UseTree::Rename(_) => false,
    }
}
