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

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::{is_new_list, is_place, is_vec, strip};
use crate::front::value::Value;
use crate::front::value::maybe::Maybe;

/// Methods that change how many elements there are; `pop`, which has a value, is met elsewhere.
pub(crate) const METHODS: &[&str] = &[
    "push",
    "extend",
    "extend_from_slice",
    "insert",
    "truncate",
    "clear",
];

impl Lowering<Run> {
    /// What one of [`METHODS`] makes of the elements.
    pub(crate) fn resized(
        &mut self,
        name: &str,
        mut elements: Vec<Value>,
        call: &syn::ExprMethodCall,
    ) -> Option<Vec<Value>> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (name, arguments.as_slice()) {
            ("push", [value]) => {
                let value = self.eval(value);
                elements.push(self.writer.settle_part(value));
            }
            ("extend" | "extend_from_slice", [source]) => {
                for item in self.items_of(source)? {
                    elements.push(self.writer.settle_part(item));
                }
            }
            ("insert", [position, value]) => {
                let position = self.index_below(position, elements.len() + 1)?;
                let value = self.eval(value);
                elements.insert(position, self.writer.settle_part(value));
            }
            ("truncate", [length]) => {
                let length = self.eval_position(length)?;
                elements.truncate(usize::try_from(length).unwrap_or(usize::MAX));
            }
            ("clear", []) => elements.clear(),
            _ => {
                self.writer
                    .refuse(call, &messages::wrong_arity(name, 1, arguments.len()));
                return None;
            }
        }
        Some(elements)
    }

    /// Whether a list without active elements gets a length that only run time knows.
    pub(crate) fn stays_opaque(&mut self, name: &str, call: &syn::ExprMethodCall) -> bool {
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
    pub(crate) fn pop(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        if call.method != "pop" || !call.args.is_empty() || !is_place(&call.receiver) {
            return None;
        }
        if self.writer.trial.is_some() {
            return Some(self.writer.refuse(call, ""));
        }
        let (place, mut elements) = self.array_at(&call.receiver)?;
        let last = elements.pop();
        self.store(&place, Value::array(elements), &call.receiver);
        Some(Maybe::of(last).into_value())
    }

    /// `vec![a, b]` or `vec![a; n]`: at expansion an array like any other.
    pub(crate) fn eval_vec(&mut self, list: &syn::Macro) -> Value {
        let tokens = &list.tokens;
        match syn::parse2::<Expr>(quote::quote!([#tokens])) {
            Ok(array @ (Expr::Array(_) | Expr::Repeat(_))) => {
                let array = self.trees.keep(array);
                self.eval(&array)
            }
            _ => self.writer.refuse(list, messages::NOT_DIFFERENTIATED),
        }
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
