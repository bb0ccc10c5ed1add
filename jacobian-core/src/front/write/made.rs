//! Structs with lists that copied code makes: what is known of their parts.
//!
//! ```text
//! let h = Mat::from_rows([[1.0, 0.0]]);    `__h_1.data` has two elements, `__h_1.rows` is 1
//! &p * &h.t()                              so have the code `__h_1.t()` and its `__part_2`
//! ```
//!
//! The struct stays a variable of the user's own, so code outside sees it as it is. Code that is
//! followed reads its parts at their places, and knows the lengths of its lists.
//!
//! Invariant: what is known of a variable is forgotten before copied code can change it.

use std::rc::Rc;

use proc_macro2::TokenStream;

use crate::ordered::Map;

use crate::front::syntax::tokens::{any_name, behind_references, is_place, root_of};
use crate::front::value::Value;

/// What is known of a part of a struct.
#[derive(Clone, Debug)]
pub(crate) enum Known {
    /// The type of a list, `[_; 2]`.
    List(Rc<syn::Type>),
    /// An integer or a flag.
    Value(Value),
}

/// The parts of which something is known, by their paths: `.rows`, `.blocks[0].data`.
pub(crate) type KnownParts = Vec<(String, Known)>;

/// Whether a variable may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changes {
    Never,
    Perhaps,
}

/// What is known of the parts of structs.
#[derive(Default)]
pub(crate) struct Made {
    /// By the code that makes the struct.
    by_code: Map<String, Rc<KnownParts>>,
    /// By the variable that holds it.
    by_variable: Map<String, (Rc<KnownParts>, Changes)>,
    /// By places.
    lists: Map<String, syn::Type>,
    values: Map<String, Value>,
    /// The number of statements that were run to learn this.
    pub(crate) n_run: usize,
}

impl Made {
    /// The types of lists, by their places.
    pub(crate) fn lists(&self) -> &Map<String, syn::Type> {
        &self.lists
    }

    /// Notes what is known of the struct that this code makes.
    pub(crate) fn note_code(&mut self, code: &TokenStream, parts: KnownParts) {
        self.by_code.insert(code.to_string(), Rc::new(parts));
    }

    /// Notes that a new variable holds what this code gives.
    pub(crate) fn give(&mut self, variable: &str, code: &TokenStream, changes: Changes) {
        let parts = match self.by_code.get(&code.to_string()) {
            Some(parts) => Rc::clone(parts),
            // `let g = h;`
            None if is_place(code) => Rc::new(self.parts_of(code)),
            None => return,
        };
        if parts.is_empty() {
            return;
        }
        for (path, known) in parts.iter() {
            let place = format!("{variable}{path}");
            match known {
                Known::List(ty) => drop(self.lists.insert(place, (**ty).clone())),
                Known::Value(value) => drop(self.values.insert(place, value.clone())),
            }
        }
        self.by_variable
            .insert(variable.to_owned(), (parts, changes));
    }

    /// Forgets what is known of a variable, if it may change.
    pub(crate) fn forget(&mut self, variable: &str) {
        let found = self.by_variable.get(variable);
        if found.is_some_and(|(_, changes)| *changes == Changes::Never) {
            return;
        }
        let Some((parts, _)) = self.by_variable.remove(variable) else {
            return;
        };
        for (path, _) in parts.iter() {
            let place = format!("{variable}{path}");
            self.lists.remove(&place);
            self.values.remove(&place);
        }
    }

    /// The variables of which something is known, and that may change.
    fn changeable(&self) -> impl Iterator<Item = &String> {
        let variables = self.by_variable.iter();
        let changeable = variables.filter(|(_, (_, changes))| *changes == Changes::Perhaps);
        changeable.map(|(variable, _)| variable)
    }

    /// Forgets what is known of variables that may change, because a loop begins.
    pub(crate) fn forget_before_loop(&mut self) {
        let changeable: Vec<String> = self.changeable().cloned().collect();
        for variable in &changeable {
            self.forget(variable);
        }
    }

    /// Forgets what is known of variables that a statement may change. A `let` changes them only by
    /// calls, which are forgotten as they are copied.
    pub(crate) fn forget_in(&mut self, statement: &TokenStream) {
        let mut changeable = self.changeable().peekable();
        let first = statement.clone().into_iter().next();
        let is_let = first.is_some_and(|first| first.to_string() == "let");
        if is_let || changeable.peek().is_none() {
            return;
        }
        let named = changeable.filter(|variable| any_name(statement, &|name| name == *variable));
        let named: Vec<String> = named.cloned().collect();
        for variable in &named {
            self.forget(variable);
        }
    }

    /// Whether a place is a list of known length.
    pub(crate) fn has_list(&self, place: &TokenStream) -> bool {
        self.lists.contains_key(&key_of(place))
    }

    /// An integer or a flag at a place.
    pub(crate) fn value(&self, place: &TokenStream) -> Option<Value> {
        self.values.get(&key_of(place)).cloned()
    }

    /// What is known of a variable, or of a part of one.
    pub(crate) fn parts_of(&self, place: &TokenStream) -> KnownParts {
        let spelled = key_of(place);
        let root = root_of(place).unwrap_or_default();
        let parts = self.by_variable.get(&root);
        let parts = parts.into_iter().flat_map(|(parts, _)| parts.iter());
        let inside = parts.filter_map(|(path, known)| {
            let whole = format!("{root}{path}");
            let rest = whole.strip_prefix(&spelled)?;
            let is_part = rest.is_empty() || rest.starts_with(['.', '[']);
            is_part.then(|| (rest.to_owned(), known.clone()))
        });
        inside.collect()
    }
}

/// A place without references around it and without spaces.
fn key_of(place: &TokenStream) -> String {
    let place = behind_references(place.clone());
    place.to_string().replace(' ', "")
}
