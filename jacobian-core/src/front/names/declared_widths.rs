//! Numbers that only a declared type makes an `f32`, in a function of `f64` or of both.
//!
//! ```text
//! fn gain(k: f32, x: f64) -> f64 { x * k as f64 }
//! let k = 0.1; gain(k, x)                0.1_f64 becomes `0.1_f32`, which is the user's to round
//! ```
//!
//! A literal without a suffix is read as a number of the function's scalar. Where it meets a type,
//! it is read again. An `f32` that would be taken for an `f64` would have another value.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Type;

use crate::ir::{Elemental, Precision};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// The value as its declared type reads it.
    pub(crate) fn in_declared_width(
        &mut self,
        value: Value,
        declared: &Written,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let is_generic = self.given.precision == Precision::Generic;
        if is_generic || !self.names_foreign_scalar(declared) {
            return Ok(value);
        }
        match &value {
            Value::Scalar(_) => self.number_in_width(value, declared, at),
            Value::Array(_) | Value::Tuple(_) | Value::Struct(..) => {
                let types = self.types_of_parts(&value, declared);
                let parts = value.parts().unwrap_or_default().iter().zip(types);
                let parts = parts.map(|(part, declared)| match declared {
                    Some(declared) => self.in_declared_width(part.clone(), &declared, at),
                    None => Ok(part.clone()),
                });
                let parts = parts.collect::<Found<Vec<Value>>>()?;
                Ok(value.rebuilt(parts))
            }
            _ => Ok(value),
        }
    }

    /// The declared types of the parts of an aggregate.
    fn types_of_parts(&self, value: &Value, declared: &Written) -> Vec<Option<Written>> {
        let count = value.parts().unwrap_or_default().len();
        match value {
            Value::Array(_) => vec![declared.element(); count],
            Value::Struct(layout, _) => {
                let members = layout.members.iter();
                members
                    .map(|member| self.given.types.field(declared, member))
                    .collect()
            }
            _ => {
                let members = (0..count).map(|position| syn::Index::from(position).into());
                members
                    .map(|member| self.given.types.field(declared, &member))
                    .collect()
            }
        }
    }

    fn number_in_width(
        &mut self,
        value: Value,
        declared: &Written,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let key = self.key_of_written(declared);
        let (Value::Scalar(id), Some(key)) = (&value, key) else {
            return Ok(value);
        };
        if self.writer.builder.is_mixed() {
            return Ok(match &*key {
                "f32" => {
                    // A sum of literals is computed again, and a literal alone is narrowed.
                    let single = self.writer.builder.as_single(*id);
                    self.in_width(Value::Scalar(single), "f32")
                }
                _ => value,
            });
        }
        if !matches!(&*key, "f32" | "f64") || *key == *self.given.scalar_name {
            return Ok(value);
        }
        let statement = self.writer.builder.code().statement(*id);
        // Digits of an `f64` are lost in a function of `f32`. After this message the function is
        // read as one that mixes both.
        match statement.elemental() {
            Elemental::Literal(bits) if &*key == "f32" => {
                let number = f64::from_bits(bits);
                Ok(Value::Inactive(Inactive {
                    tokens: single(number),
                    mentions: Vec::new(),
                }))
            }
            _ => self.writer.refuse(at, messages::TORN_WIDTHS),
        }
    }

    /// Whether a type names the other floating-point type, or is another name of it.
    fn names_foreign_scalar(&self, declared: &Written) -> bool {
        let is_foreign = |name: &str| {
            matches!(name, "f32" | "f64")
                && (name != self.given.scalar_name || self.writer.builder.is_mixed())
        };
        let key = self.key_of_written(declared);
        self.is_foreign_scalar(&declared.ty) || key.is_some_and(|key| is_foreign(&key))
    }

    /// The other floating-point type, if a type is it or another name of it: `type Real = f32`.
    pub(crate) fn foreign_behind(&self, ty: &Type) -> Option<Type> {
        let key = self.key_of_written(&self.written(ty))?;
        let named = syn::parse_str::<Type>(&key).ok()?;
        self.is_foreign_scalar(&named).then_some(named)
    }
}

/// A literal with the digits of a number, as an `f32`.
fn single(number: f64) -> TokenStream {
    let untyped = crate::spelling::untyped(number);
    quote::quote!((#untyped as ::core::primitive::f32))
}
