//! Parts of a result that are opaque code, taken apart as the definitions of the user's types say.
//!
//! ```text
//! struct Unit { value: f64, kind: Kind }     struct Units { list: [Unit; 2], alpha: Alpha }
//! Units { list: [Unit { value: x, kind }, Unit::default()], alpha: Alpha::default() }
//! list[1] is Unit { value: part.value, kind: part.kind }, and `alpha` is no number
//! ```
//!
//! Only the definition of a struct says that such a part is more than a number.

use std::rc::Rc;

use quote::quote;
use syn::Expr;

use crate::front::names::state::Lowering;
use crate::front::names::variants::DEEPEST;
use crate::front::read::definitions::{Body, Written};
use crate::front::syntax::types::{behind_reference, type_arguments};
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

/// Whether a path names a variant by its type, `Split::Negative`.
fn names_variant(path: &syn::Path) -> bool {
    let mut names = path
        .segments
        .iter()
        .rev()
        .map(|part| part.ident.to_string());
    let is_upper = |name: Option<String>| {
        name.is_some_and(|name| {
            name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
        })
    };
    is_upper(names.next()) && is_upper(names.next())
}

fn is_variant(callee: &Expr) -> bool {
    matches!(callee, Expr::Path(path) if path.qself.is_none() && names_variant(&path.path))
}

impl<M> Lowering<M> {
    /// A result with its opaque structs opened, and the other parts that are no numbers noted.
    pub(crate) fn with_typed_parts(&mut self, value: Value) -> Value {
        match &value {
            Value::Struct(layout, _) => match &layout.own {
                Some(key) => self.typed(value.clone(), &Written::of(key), 0),
                None => value,
            },
            _ => value,
        }
    }

    /// A variant that opaque code writes, `Split::Pair(x, y)`, with its fields evaluated now. The
    /// variant is not put into a variable, which would not show which variant it is. `None` for
    /// other code.
    pub(crate) fn written_variant(&mut self, value: &Value) -> Found<Option<Value>> {
        let Value::Inactive(code) = value else {
            return Ok(None);
        };
        match syn::parse2::<Expr>(code.tokens.clone()) {
            Ok(Expr::Path(path)) if names_variant(&path.path) => Ok(Some(value.clone())),
            Ok(Expr::Call(mut call)) if is_variant(&call.func) => {
                let mut mentions = Vec::new();
                for field in &mut call.args {
                    let inside = Value::Inactive(Inactive {
                        tokens: quote!(#field),
                        mentions: code.mentions.clone(),
                    });
                    if !matches!(field, Expr::Lit(_))
                        && let Value::Inactive(settled) = self.writer.settle_part(inside)?
                    {
                        *field = syn::parse2(settled.tokens).map_err(|_| Stop)?;
                        mentions.extend(settled.mentions);
                    }
                }
                let tokens = quote!(#call);
                Ok(Some(Value::Inactive(Inactive { tokens, mentions })))
            }
            _ => Ok(None),
        }
    }

    fn typed(&mut self, value: Value, written: &Written, depth: usize) -> Value {
        if depth > DEEPEST {
            return value;
        }
        let types = Rc::clone(&self.given.types);
        match value {
            Value::Struct(layout, parts) => {
                let members = layout.members.iter().zip(parts.iter());
                let parts = members.map(|(member, part)| match types.field(written, member) {
                    Some(field) => self.typed(part.clone(), &field, depth + 1),
                    None => part.clone(),
                });
                let parts = Rc::new(parts.collect());
                Value::Struct(layout, parts)
            }
            Value::Array(parts) => match written.element() {
                Some(element) => {
                    let parts = parts.iter();
                    let parts = parts.map(|part| self.typed(part.clone(), &element, depth + 1));
                    Value::array(parts.collect())
                }
                None => Value::Array(parts),
            },
            Value::Inactive(part) => self.typed_part(part, written, depth),
            value => value,
        }
    }

    fn typed_part(&mut self, part: Inactive, written: &Written, depth: usize) -> Value {
        let types = Rc::clone(&self.given.types);
        let name = type_arguments(behind_reference(&written.ty)).map(|(name, _)| name.to_string());
        let is_maybe = matches!(name.as_deref(), Some("Option" | "Result"));
        let definition = types
            .key_of(&written.ty, &written.at)
            .and_then(|key| Some((types.definition(&key)?, key)));
        if definition.is_none() && !is_maybe {
            return Value::Inactive(part);
        }
        let Ok(Value::Inactive(part)) = self.writer.settle_part(Value::Inactive(part.clone()))
        else {
            return Value::Inactive(part);
        };
        if let Some((definition, key)) = definition
            && let Body::Struct(fields) = &definition.body
            && self.has_numbers(written, depth)
            && let Some(layout) = self.layout_of(&key).filter(|layout| layout.made.is_none())
        {
            let place = &part.tokens;
            let parts = fields.iter().map(|field| {
                let member = &field.member;
                Value::Inactive(Inactive {
                    tokens: quote!(#place.#member),
                    mentions: part.mentions.clone(),
                })
            });
            let opened = Value::Struct(layout, Rc::new(parts.collect()));
            return self.typed(opened, written, depth + 1);
        }
        self.writer.no_numbers.insert(part.tokens.to_string());
        Value::Inactive(part)
    }

    /// Whether a struct has a field that is a number, at any depth.
    fn has_numbers(&self, written: &Written, depth: usize) -> bool {
        let types = &self.given.types;
        if depth > DEEPEST {
            return false;
        }
        if let Some(element) = written.element() {
            return self.has_numbers(&element, depth + 1);
        }
        if self.is_scalar_type(&written.ty) {
            return true;
        }
        let definition = types.key_of(&written.ty, &written.at);
        let definition = definition.and_then(|key| types.definition(&key));
        let Some(Body::Struct(fields)) = definition.map(|definition| &definition.body) else {
            return false;
        };
        fields.iter().any(|field| {
            let field = types.field(written, &field.member);
            field.is_some_and(|field| self.has_numbers(&field, depth + 1))
        })
    }
}
