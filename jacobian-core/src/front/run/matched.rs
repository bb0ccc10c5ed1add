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

use syn::{Expr, ExprMatch, Pat};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::patterns::binds_mutably;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::Found;

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
    /// The scrutinee of a `match`. `writes` says whether a pattern has `ref mut`.
    pub(crate) fn matched(&mut self, found: &ExprMatch, writes: bool) -> Found<Matched> {
        let at = &found.expr;
        let value = self.eval_matched(at)?;
        let (place, is_reference) = match value.clone() {
            Value::Reference(place) => (place, true),
            Value::Inactive(_) => return Ok(Matched::unchanged(value)),
            _ if writes => (self.place_behind(at)?, false),
            _ => return Ok(Matched::unchanged(value)),
        };
        Ok(Matched {
            value: self.behind(value, at)?,
            referred: Some(self.parts_of(&place, at)?),
            is_reference,
        })
    }

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
