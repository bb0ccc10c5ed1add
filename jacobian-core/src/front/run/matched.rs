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

use proc_macro2::TokenStream;
use quote::quote;
use syn::Pat;

use crate::front::syntax::patterns::binds_mutably;
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

/// Whether an opaque value fits a pattern.
pub(crate) fn fits_inside(pattern: &Pat, inside: &Value) -> TokenStream {
    let inside = match inside {
        Value::Inactive(inside) => inside.tokens.clone(),
        _ => TokenStream::new(),
    };
    quote!(::core::matches!(#inside, #pattern))
}
