//! Values of types of other crates: opaque ones are taken apart where the prelude computes with
//! them, and names and elements are found behind their `Deref`.
//!
//! ```text
//! r: &Rotation3<f64>, not active       r * x    Rotation3 { matrix: r.matrix()[0], .. } * x
//! q[2], of UnitQuaternion              the element 2 of its quaternion's coordinates
//! ```
//!
//! The code of the prelude is never copied into the generated function, because the paths in it
//! mean nothing there. So each number that it meets is a value of the code list.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Pat};

use crate::interface::{Layout, Maker};
use crate::ir::ValueId;
use crate::shape::BY_PAIRS;

use crate::front::messages;
use crate::front::names::inactive_matrices::matrix_of;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Key, Written};
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::as_operand;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::stored::Stored;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl<M> Lowering<M> {
    /// Whether the running code is of the prelude.
    pub(crate) fn is_in_prelude(&self) -> bool {
        let module = self.module();
        module.is_some_and(|module| self.given.types.crate_of(module).is_some())
    }

    /// The name of a function that makes a rotation of any matrix, which only iterations find.
    pub(crate) fn iterating(&self, path: &syn::Path) -> Option<String> {
        let mut owner = path.clone();
        let name = owner.segments.pop()?.ident.to_string();
        owner.segments.pop_punct();
        let key = self.given.types.key(&owner, &self.within())?;
        self.given.types.foreign(&key)?;
        (name == "from_matrix_eps").then_some(name)
    }

    /// An opaque value of a type of another crate as its fields, down to numbers.
    pub(crate) fn foreign_in_fields(
        &mut self,
        key: &Key,
        place: &TokenStream,
        mentions: &[ValueId],
    ) -> Option<Value> {
        let layout = self.layout_of(key)?;
        let types = Rc::clone(&self.given.types);
        let Body::Struct(fields) = &types.definition(key)?.body else {
            return None;
        };
        let base = as_operand(place.clone());
        let of = Written::of(key);
        let parts = fields.iter().map(|field| {
            let written = types.field(&of, &field.member)?;
            let place = layout.part(&base, &field.member);
            if let Some((rows, cols)) = matrix_of(&written.ty) {
                return Some(Value::Matrix(Matrix::at(&place, rows, cols)));
            }
            match self.key_of_written(&written) {
                Some(key) if types.foreign(&key).is_some() => {
                    self.foreign_in_fields(&key, &place, mentions)
                }
                _ => Some(Value::Inactive(Inactive {
                    tokens: place,
                    mentions: mentions.to_vec(),
                })),
            }
        });
        let parts: Option<Vec<Value>> = parts.collect();
        Some(Value::Struct(layout, Rc::new(parts?)))
    }

    /// An opaque matrix of ndarray with its rows in memory, because only run time knows how many
    /// it has. Another value stays as it is.
    pub(crate) fn with_rows_in_memory(&mut self, value: Value, key: &Key) -> Found<Value> {
        let ty = self.given.types.foreign(key);
        let has_rows =
            ty.is_some_and(|ty| ty.access.read.iter().any(|(_, read)| *read == BY_PAIRS));
        let Value::Inactive(opaque) = value else {
            return Ok(value);
        };
        let Some(layout) = self.layout_of(key).filter(|_| has_rows) else {
            return Ok(Value::Inactive(opaque));
        };
        self.writer.at_run_time()?;
        let (matrix, row) = (
            as_operand(opaque.tokens),
            Ident::new("__row", Span::call_site()),
        );
        let like = Value::Scalar(self.writer.builder.literal(0.0));
        let in_row = Inactive {
            tokens: row.to_token_stream(),
            mentions: Vec::new(),
        };
        let elements = self.stored_rows(&like, &Value::Inactive(in_row), &mut Vec::new(), &row)?;
        let rows = quote!(#matrix.rows().into_iter().map(|#row| #elements).collect());
        let list = Stored {
            place: TokenStream::new(),
            like,
        };
        let rows = self.new_stored(list.into_value(), &rows, &opaque.mentions)?;
        Ok(Value::Struct(layout, Rc::new(vec![Value::Stored(rows)])))
    }

    /// Whether a struct is a vector or a matrix of ndarray around its elements.
    pub(crate) fn is_array_of_crate(&self, layout: &Layout) -> bool {
        let own = layout.own.as_ref().filter(|_| layout.members.len() == 1);
        own.is_some_and(|key| {
            let ty = self.given.types.foreign(key);
            ty.is_some_and(|ty| ty.fields.iter().any(|(_, of)| of.starts_with('[')))
        })
    }

    /// The type of the elements of such a struct, `[f64]` or `[[f64]]`.
    pub(crate) fn type_of_elements(&self, layout: &Layout) -> Option<syn::Type> {
        let of = Written::of(layout.own.as_ref()?);
        let written = self.given.types.field(&of, layout.members.first()?)?;
        Some(written.ty)
    }

    /// An opaque vector or matrix of ndarray as one whose elements are in memory.
    pub(crate) fn array_in_memory(
        &mut self,
        value: &Value,
        layout: &Rc<Layout>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let key = layout.own.clone().ok_or(Stop)?;
        if self.given.types.behind(&key).is_none() {
            return self.with_rows_in_memory(value.clone(), &key);
        }
        let like = Value::Scalar(self.writer.builder.literal(0.0));
        let list = self.stored_copy(like, value, at)?;
        Ok(Value::Struct(Rc::clone(layout), Rc::new(vec![list])))
    }

    /// An opaque argument of a function of the prelude, in parts, as the parameter says.
    pub(crate) fn in_parts_for_prelude(&mut self, pattern: &Pat, value: Value) -> Found<Value> {
        let Pat::Type(typed) = pattern else {
            return Ok(value);
        };
        if !self.is_in_prelude() {
            return Ok(value);
        }
        if self.is_unit(&value) && matrix_of(&typed.ty).is_some() {
            return Ok(self.list_behind(value));
        }
        if !matches!(value, Value::Inactive(_)) {
            return Ok(value);
        }
        let written = self.written(&typed.ty);
        if let Some((rows, cols)) = matrix_of(&written.ty) {
            return match value {
                Value::Inactive(opaque) => self.writer.matrix_of(opaque, rows, cols),
                value => Ok(value),
            };
        }
        let key = self.key_of_written(&written);
        let Some(key) = key.filter(|key| self.given.types.foreign(key).is_some()) else {
            return Ok(value);
        };
        let value = self.with_rows_in_memory(value, &key)?;
        match self.writer.settle_part(value)? {
            Value::Inactive(Inactive { tokens, mentions }) => {
                let opened = self.foreign_in_fields(&key, &tokens, &mentions);
                Ok(opened.unwrap_or(Value::Inactive(Inactive { tokens, mentions })))
            }
            value => Ok(value),
        }
    }

    /// An opaque operand as a matrix, if its type is one of nalgebra with the scalar of the
    /// function: a field, an element, or an item of a list.
    pub(crate) fn as_known_matrix(&mut self, value: Value, at: &Expr) -> Found<Value> {
        let Value::Inactive(inactive) = value else {
            return Ok(value);
        };
        let place = || self.type_of_tokens(&inactive.tokens);
        let written = self.type_of_expression(at).or_else(place);
        let found = written.and_then(|written| self.matrix_of_written(&written));
        match found {
            Some((rows, cols)) => self.writer.matrix_of(inactive, rows, cols),
            None => Ok(Value::Inactive(inactive)),
        }
    }

    /// Whether an expression is a reference, as far as its type is known.
    pub(crate) fn gives_reference(&self, expression: &Expr) -> bool {
        let written = self.type_of_expression(expression);
        matches!(strip(expression), Expr::Reference(_))
            || written.is_some_and(|written| matches!(written.ty, syn::Type::Reference(_)))
    }

    /// The value behind the `Deref` of a receiver, if it has the method. Coordinates have names and
    /// no methods, but points have some methods of lists.
    pub(crate) fn receiver_behind_deref(
        &self,
        receiver: &Value,
        call: &syn::ExprMethodCall,
    ) -> Option<Value> {
        let inner = self.behind_deref(receiver)?;
        let name = call.method.to_string();
        let is_of_list = matches!(name.as_str(), "iter" | "len" | "is_empty");
        let is_of_all = matches!(name.as_str(), "clone" | "to_owned" | "borrow");
        (is_of_list || (self.is_unit(receiver) && !is_of_all)).then_some(inner)
    }

    /// Whether the `Deref` of a value is to something with operators and methods.
    pub(crate) fn is_unit(&self, value: &Value) -> bool {
        let Value::Struct(layout, _) = value else {
            return false;
        };
        let is_made = matches!(layout.made, Some(Maker::Function(_)));
        is_made && self.behind_deref(value).is_some()
    }

    /// `point![x, y]`
    pub(crate) fn point(&mut self, call: &syn::Macro, coordinates: Vec<Value>) -> Found<Value> {
        let count = coordinates.len();
        let Some(layout) = self.layout_of_crate(&format!("Point{count}")) else {
            return self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR);
        };
        let (path, macro_path) = (&layout.path, &call.path);
        let scalar = crate::spelling::scalar_type(self.given.precision);
        let zeros = vec![crate::spelling::literal(0.0, self.given.precision); count];
        let check = quote!(let _ = || -> #path<#scalar> { #macro_path![#(#zeros),*] };);
        self.writer.macro_checks.push(check);
        let coords = Value::Matrix(Matrix::new(count, 1, coordinates));
        Ok(Value::Struct(layout, Rc::new(vec![coords])))
    }

    /// The layout of a type of another crate that has a macro.
    pub(crate) fn layout_of_crate(&mut self, name: &str) -> Option<Rc<Layout>> {
        let mut crates = self.given.types.crates.iter();
        let found = crates.find_map(|(module, of)| {
            let mut types = of.types.iter();
            let ty = types.find(|ty| ty.name == name && !ty.asked_by.is_empty())?;
            Some(Key::from(format!("{module}::{}", ty.name)))
        });
        found.and_then(|key| self.layout_of(&key))
    }

    /// A number as a constant, whose derivative is zero. Only the prelude asks for it.
    pub(crate) fn frozen(&mut self, number: ValueId) -> Found<Value> {
        self.writer.at_run_time()?;
        let mut mentions = Vec::new();
        let tokens = self
            .spell(&Value::Scalar(number), &mut mentions)
            .ok_or(Stop)?;
        let frozen = Inactive { tokens, mentions };
        let frozen = self.writer.materialize(frozen, Behind::Nothing)?;
        Ok(Value::Scalar(frozen))
    }

    /// The vector of a unit vector: a reference to one is a reference to the other.
    pub(crate) fn vector_behind(&mut self, value: Value) -> Value {
        let opened = match &value {
            Value::Inactive(Inactive { tokens, mentions }) => {
                let key = self.key_of_value(&value);
                let key = key.filter(|key| self.given.types.behind(key).is_some());
                key.and_then(|key| self.foreign_in_fields(&key, tokens, mentions))
            }
            _ => None,
        };
        let value = opened.unwrap_or(value);
        if self.is_unit(&value) {
            self.list_behind(value)
        } else {
            value
        }
    }

    /// The elements that an index of a value means.
    pub(crate) fn list_behind(&self, value: Value) -> Value {
        match self.behind_deref(&value) {
            Some(inner) => self.list_behind(inner),
            None => value,
        }
    }
}
