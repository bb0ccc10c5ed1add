//! The scrutinee of a `match`, and the parts to which patterns bind names: values, or references to
//! the parts of a place that an arm may change.
//!
//! ```text
//! match s { Shape::Circle(r) => .. }               `r` is the value v0
//! match &mut s { Shape::Circle(r) => *r *= k, .. } `r` is a reference to the place `s`, [0]
//! match s { Shape::Circle(ref mut r) => .. }       the same
//! match &mut s { &mut Shape::Circle(r) => .. }     the value v0: `&mut` takes the reference away
//! ```
//!
//! Invariant: an assignment through a name of a pattern is one to the matched place.

use syn::{Expr, Pat};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::patterns::binds_mutably;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;

/// The scrutinee of a `match`.
pub(crate) struct Matched {
    /// The value itself, which conditions ask about.
    pub(crate) value: Value,
    /// The same with references to its parts, if the scrutinee is a `&mut` reference, or if a
    /// pattern has `ref mut`.
    referred: Option<Value>,
    /// Whether it is a reference.
    pub(crate) is_reference: bool,
}

impl Matched {
    /// A scrutinee of which no arm changes a part.
    pub(crate) fn unchanged(value: Value) -> Self {
        Self {
            value,
            referred: None,
            is_reference: false,
        }
    }

    /// A scrutinee of which an arm changes parts, with references to its parts.
    pub(crate) fn changed(value: Value, referred: Value, is_reference: bool) -> Self {
        Self {
            value,
            referred: Some(referred),
            is_reference,
        }
    }

    /// The value whose parts a pattern binds.
    pub(crate) fn parts_for(&self, pattern: &Pat) -> &Value {
        let referred = match pattern {
            Pat::Paren(inner) => return self.parts_for(&inner.pat),
            Pat::Reference(_) => None,
            other => self
                .referred
                .as_ref()
                .filter(|_| self.is_reference || binds_mutably(other)),
        };
        referred.unwrap_or(&self.value)
    }
}

impl Lowering<Run> {
    /// Whether an expression is a `&mut` reference to a value that is followed.
    pub(crate) fn is_written_through(&self, expression: &Expr) -> bool {
        match strip(expression) {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                let binding = self.names.scopes.get(&name.to_string());
                binding.is_some_and(|binding| matches!(binding.value, Value::Reference(_)))
            }),
            Expr::Reference(reference) => {
                let place = reference.mutability.and(self.peek(&reference.expr));
                place.is_some_and(|value| value.parts().is_some())
            }
            _ => false,
        }
    }
}
