//! Errors that hold active values: which of them are followed.
//!
//! ```text
//! Err(x * x)                            an answer `Err(v1)`, which carries v1
//! match step(x) { Err(e) => e * e, .. } the arm computes v1 * v1
//! Err(Bad { x, text })                  passed on, but active values are not read out of it
//! ```
//!
//! The answer has the error as code, so that it can be passed on. Beside it we follow the error as
//! a value, as we follow what `Ok` holds. This is a copy, so each part must be one that can be
//! copied.

use proc_macro2::TokenStream;
use syn::Member;

use crate::interface::Layout;
use crate::ir::Width;

use crate::front::names::state::Lowering;
use crate::front::syntax::types::is_other_primitive;
use crate::front::syntax::variants::is_quiet;
use crate::front::value::maybe::{Carried, Maybe};
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// An error without active values, to be joined with others: a literal or a variant, where the
    /// type of errors holds numbers.
    pub(crate) fn constant_error(&self, error: &TokenStream) -> Carried {
        let declared = self.frames.fallible.last();
        let declared = declared.and_then(|(_, error)| error.as_ref());
        let holds_numbers =
            declared.is_some_and(|ty| self.is_scalar_type(ty) || self.is_enum_of_numbers(ty));
        if !holds_numbers || !is_quiet(error.clone()) {
            return Carried::Nothing;
        }
        Carried::Constant(Value::Inactive(Inactive {
            tokens: error.clone(),
            mentions: Vec::new(),
        }))
    }

    /// Whether a type is an enum in view with a field that is a number.
    fn is_enum_of_numbers(&self, ty: &syn::Type) -> bool {
        let syn::Type::Path(path) = ty else {
            return false;
        };
        let key = self.given.types.key(&path.path, &self.within());
        let variants = key.and_then(|key| self.given.types.variants(&key, self.given.home.module));
        let is_number = |layout: &Layout, member: &Member| {
            let field = self.given.types.field_in(layout, member);
            field.is_some_and(|of| self.is_scalar_type(&of.ty))
        };
        variants.is_some_and(|variants| {
            let mut fields = variants.iter();
            fields.any(|of| of.members.iter().any(|member| is_number(of, member)))
        })
    }

    /// Whether a value can be read beside the error that it was moved into: it is made of numbers
    /// that we follow and of other primitive values.
    pub(crate) fn can_carry(&self, value: &Value) -> bool {
        match value {
            Value::Scalar(_) | Value::Integer(_) | Value::Boolean(_) => true,
            Value::Inactive(code) => self.type_of(code).is_some_and(|ty| is_other_primitive(&ty)),
            Value::Array(parts) | Value::Tuple(parts) => {
                parts.iter().all(|part| self.can_carry(part))
            }
            Value::Struct(layout, fields) => {
                let is_primitive = |member: &Member| {
                    let declared = self.given.types.field_in(layout, member);
                    declared.is_some_and(|of| is_other_primitive(&of.ty))
                };
                let mut parts = layout.members.iter().zip(fields.iter());
                layout.own.is_some()
                    && parts.all(|(member, part)| self.can_carry(part) || is_primitive(member))
            }
            Value::Choice(variants, parts) => {
                let primitive = |at: usize| {
                    let declared = self.type_of_other_field(variants, at);
                    declared.is_some_and(|of| is_other_primitive(&of.ty))
                };
                let mut parts = parts.iter().enumerate();
                // The first part is the tag.
                parts.all(|(at, part)| {
                    at == 0
                        || matches!(part, Value::Unassigned)
                        || self.can_carry(part)
                        || primitive(at)
                })
            }
            _ => false,
        }
    }

    /// The active values of an error that `From` converts to this type. They are followed if the
    /// type stays the same.
    pub(crate) fn carried_into(&self, maybe: &Maybe, ty: &syn::Type) -> Carried {
        match &maybe.carried {
            Carried::Followed(error) if !self.is_of_type(error, ty) => Carried::Lost,
            carried => carried.clone(),
        }
    }

    fn is_of_type(&self, value: &Value, ty: &syn::Type) -> bool {
        match (value, ty) {
            (Value::Scalar(id), _) => {
                let is_narrow = self.writer.builder.width(*id) == Width::Single;
                self.is_scalar_type(ty) && !matches!(ty, syn::Type::Reference(_)) && !is_narrow
            }
            (Value::Tuple(parts), syn::Type::Tuple(types)) => parts.len() == types.elems.len(),
            (Value::Array(_), syn::Type::Array(_)) => true,
            (Value::Struct(..) | Value::Choice(..), syn::Type::Path(path)) => {
                let plain = |part: &syn::PathSegment| part.arguments.is_none();
                let key = self.given.types.key(&path.path, &self.within());
                path.path.segments.iter().all(plain)
                    && key.is_some()
                    && key == self.key_of_value(value)
            }
            _ => false,
        }
    }
}
