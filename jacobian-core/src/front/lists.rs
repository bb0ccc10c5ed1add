//! Lists that grow and shrink: at expansion a `Vec` is an array whose length may change.
//!
//! ```text
//! let mut l = vec![x[0]];      [x0]
//! l.push(x[1]);                [x0, x1]
//! let last = l.pop();          [x0], and Some(x1)
//! ```
//!
//! How many elements there are must be known. Where only run time knows and no element is active, the list stays
//! the user's own variable.

use syn::Expr;

use super::arrays::is_place;
use super::expression::strip;
use super::maybe::Maybe;
use super::value::Value;
use super::{Lowering, messages};

/// Methods that change how many elements there are; `pop`, which has a value, is met elsewhere.
pub(super) const METHODS: &[&str] = &[
    "push",
    "extend",
    "extend_from_slice",
    "insert",
    "truncate",
    "clear",
];

impl Lowering {
    /// What one of [`METHODS`] makes of the elements.
    pub(super) fn resized(
        &mut self,
        name: &str,
        mut elements: Vec<Value>,
        call: &syn::ExprMethodCall,
    ) -> Option<Vec<Value>> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (name, arguments.as_slice()) {
            ("push", [value]) => {
                let value = self.eval(value);
                elements.push(self.settle_part(value));
            }
            ("extend" | "extend_from_slice", [source]) => {
                for item in self.items_of(source)? {
                    elements.push(self.settle_part(item));
                }
            }
            ("insert", [position, value]) => {
                let position = self.index_below(position, elements.len() + 1)?;
                let value = self.eval(value);
                elements.insert(position, self.settle_part(value));
            }
            ("truncate", [length]) => {
                let length = self.eval_position(length)?;
                elements.truncate(usize::try_from(length).unwrap_or(usize::MAX));
            }
            ("clear", []) => elements.clear(),
            _ => {
                self.refuse(call, &messages::wrong_arity(name, 1, arguments.len()));
                return None;
            }
        }
        Some(elements)
    }

    /// Whether a list without active elements gets a length that only run time knows.
    pub(super) fn stays_opaque(&mut self, name: &str, call: &syn::ExprMethodCall) -> bool {
        let Some(first) = call.args.first() else {
            return false;
        };
        let is_active = |lowering: &mut Self, part: &Expr| lowering.names.is_active(part);
        if is_active(self, &call.receiver) || call.args.iter().any(|part| is_active(self, part)) {
            return false;
        }
        match name {
            "extend" | "extend_from_slice" => !self.is_known_iterable(first),
            "insert" | "truncate" => self.try_known(first).is_none(),
            _ => false,
        }
    }

    /// `list.pop()`
    pub(super) fn pop(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        if call.method != "pop" || !call.args.is_empty() || !is_place(&call.receiver) {
            return None;
        }
        if self.writer.trial.is_some() {
            return Some(self.refuse(call, ""));
        }
        let (place, mut elements) = self.array_at(&call.receiver)?;
        let last = elements.pop();
        self.store(&place, Value::array(elements), &call.receiver);
        Some(Maybe::of(last).into_value())
    }

    /// `vec![a, b]` or `vec![a; n]`: at expansion an array like any other.
    pub(crate) fn eval_vec(&mut self, list: &syn::Macro) -> Value {
        let tokens = &list.tokens;
        let value = match syn::parse2::<Expr>(quote::quote!([#tokens])) {
            Ok(array @ (Expr::Array(_) | Expr::Repeat(_))) => {
                let array = self.trees.keep(array);
                self.eval(&array)
            }
            _ => self.refuse(list, messages::NOT_DIFFERENTIATED),
        };
        value
    }

    /// Notes that a variable is a `Vec`, in case the user's own code must have it.
    pub(crate) fn note_list(&mut self, pattern: &syn::Pat, init: &Expr) {
        let name = match pattern {
            syn::Pat::Type(typed) => &*typed.pat,
            pattern => pattern,
        };
        let is_list = match strip(init) {
            Expr::Macro(list) => is_vec(&list.mac),
            Expr::Call(call) => is_new_list(call),
            Expr::MethodCall(call) => call.method == "collect" || call.method == "to_vec",
            _ => false,
        };
        if let (syn::Pat::Ident(name), true) = (name, is_list) {
            let id = self.names.scopes.id(&name.ident.to_string());
            if let Some(id) = id {
                self.names.scopes.note(id, |binding| binding.list = true);
            }
        }
    }
}

/// `vec![..]`
pub(crate) fn is_vec(call: &syn::Macro) -> bool {
    call.path
        .segments
        .last()
        .is_some_and(|last| last.ident == "vec")
}

/// `Vec::new()`, or `Vec::with_capacity(n)` of a number that has no effects.
pub(crate) fn is_new_list(call: &syn::ExprCall) -> bool {
    let Expr::Path(callee) = &*call.func else {
        return false;
    };
    let mut segments = callee.path.segments.iter().rev();
    let (Some(name), Some(ty)) = (segments.next(), segments.next()) else {
        return false;
    };
    let has_no_effects = |argument: &Expr| match strip(argument) {
        Expr::MethodCall(call) => call.method == "len" && is_place(&call.receiver),
        argument => matches!(argument, Expr::Lit(_)) || is_place(argument),
    };
    ty.ident == "Vec"
        && match name.ident.to_string().as_str() {
            "new" => call.args.is_empty(),
            "with_capacity" => call.args.len() == 1 && call.args.iter().all(has_no_effects),
            _ => false,
        }
}
