//! Functions of std that wrap a value: boxes, counted references, cells.
//!
//! ```text
//! let b = Box::new(x * x);  let c = Rc::clone(&b);      both are v3
//! let m = Cell::new(x);  m.get() * *m.borrow()          a cell that nothing changes is its value
//! ```

use syn::{Ident, Path};

use crate::front::names::standard_functions::is_standard;
use crate::front::names::state::Lowering;
use crate::front::value::Value;

/// Types of std around a value. A `Cow` or a cell is read as the value, and a map is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    Cow,
    Cell,
    Map,
}

/// Whether a function of the library gives its argument: `Box::new(v)`, `Rc::clone(&v)` and
/// `hint::black_box(v)` are `v`, or the closure, which a call then calls.
pub(crate) fn gives_argument(holder: &Ident, name: &Ident) -> bool {
    let (holder, name) = (holder.to_string(), name.to_string());
    matches!(
        (holder.as_str(), name.as_str()),
        ("Box" | "Rc" | "Arc", "new" | "clone") | ("hint", "black_box") | ("convert", "identity")
    )
}

impl<M> Lowering<M> {
    /// The holder of the standard library that a function makes, if an import or a path says so.
    pub(crate) fn holder_made(&self, callee: &Path) -> Option<Holder> {
        let mut names = callee.segments.iter().rev().map(|part| &part.ident);
        let (name, holder) = (names.next()?.to_string(), names.next()?.to_string());
        let made = match (holder.as_str(), name.as_str()) {
            ("Cow", "Owned" | "Borrowed") => Holder::Cow,
            ("Cell" | "RefCell", "new") => Holder::Cell,
            ("HashMap" | "BTreeMap", "from" | "from_iter") => Holder::Map,
            _ => return None,
        };
        // An import may give a type the name of another one.
        let full = self.names.imports.full_path(callee, self.module());
        let (root, _) = full.split_once("::")?;
        let is_of_std = is_standard(root) && full.ends_with(&format!("::{holder}::{name}"));
        is_of_std.then_some(made)
    }
}

/// Whether a cell of a value is read as the value. Numbers have no methods that change them, so a
/// change of the cell is refused: `cell.set(y)`. An `Option` has some of the same names, `take` and
/// `replace`, so a cell of one would be confused with it.
pub(crate) fn fits_cell(value: &Value) -> bool {
    let mut is_of_numbers = !matches!(value, Value::Maybe(_) | Value::Choice(..));
    value.for_each_leaf(&mut |leaf| is_of_numbers &= matches!(leaf, Value::Scalar(_)));
    is_of_numbers
}
