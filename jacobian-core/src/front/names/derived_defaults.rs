//! `Vec3::default()` of a type that derives it: zeros, empty lists, `None`.
//!
//! ```text
//! #[derive(Default)] struct State { x: [f64; 3], log: Vec<f64>, last: Option<f64>, law: Law }
//! State::default()     State { x: [0.0; 3], log: [], last: None, law: Law::default() }
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Field, Head, Key, Written, is_primitive};
use crate::front::syntax::types::type_arguments;
use crate::front::value::found::Found;
use crate::front::value::integer::Integer;
use crate::front::value::maybe::Maybe;
use crate::front::value::{Inactive, Value};

/// How a function of the user's that gives the default of a type is called.
type Call<'a, M> = &'a dyn Fn(&mut Lowering<M>, &Rc<Head>, &Written) -> Found<Value>;

impl<M> Lowering<M> {
    /// The default of a type. `None` if it derives none, or if a field has a type whose default is
    /// not seen.
    pub(crate) fn default_of(
        &mut self,
        wanted: &Written,
        call: Call<'_, M>,
    ) -> Found<Option<Value>> {
        match &wanted.ty {
            Type::Array(array) => {
                let Some(element) = self.default_of(&wanted.with(&array.elem), call)? else {
                    return Ok(None);
                };
                let length = self.known_length(&array.len);
                let length = length.and_then(|length| usize::try_from(length).ok());
                let length = length.filter(|length| *length <= self.given.unroll);
                Ok(length.map(|length| Value::array(vec![element; length])))
            }
            Type::Tuple(tuple) => {
                let parts: Vec<Written> =
                    tuple.elems.iter().map(|part| wanted.with(part)).collect();
                Ok(self.defaults(&parts, call)?.map(Value::tuple))
            }
            Type::Paren(inner) => self.default_of(&wanted.with(&inner.elem), call),
            _ => match self.given.types.key_of(&wanted.ty, &wanted.at) {
                Some(key) => self.default_of_own(&key, wanted, call),
                None => Ok(default_of_standard(&wanted.ty)),
            },
        }
    }

    fn defaults(&mut self, types: &[Written], call: Call<'_, M>) -> Found<Option<Vec<Value>>> {
        let mut values = Vec::with_capacity(types.len());
        for ty in types {
            match self.default_of(ty, call)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    /// The default of a number, or of a type of the user's: derived, or by a function of theirs.
    fn default_of_own(
        &mut self,
        key: &Key,
        wanted: &Written,
        call: Call<'_, M>,
    ) -> Found<Option<Value>> {
        if let Some(value) = self.zero_of(key) {
            return Ok(Some(value));
        }
        let types = Rc::clone(&self.given.types);
        if let [head] = types.methods(key, "default", 0).as_slice() {
            return call(self, head, wanted).map(Some);
        }
        let Some(definition) = types.definition(key) else {
            return Ok(default_of_standard(&wanted.ty));
        };
        let (Body::Struct(fields), true) =
            (&definition.body, definition.derives.contains("Default"))
        else {
            return Ok(None);
        };
        let Some(layout) = self.layout_of(key) else {
            return Ok(None);
        };
        let written = |field: &Field| types.field(wanted, &field.member);
        let Some(fields) = fields.iter().map(written).collect::<Option<Vec<Written>>>() else {
            return Ok(None);
        };
        let values = self.defaults(&fields, call)?;
        Ok(values.map(|values| Value::Struct(layout, Rc::new(values))))
    }

    fn zero_of(&mut self, key: &Key) -> Option<Value> {
        let name: &str = key;
        match name {
            name if name == self.given.scalar_name => {
                Some(Value::Scalar(self.writer.builder.literal(0.0)))
            }
            "bool" => Some(Value::Boolean(false)),
            "f64" | "f32" => None,
            name if is_primitive(name) => Some(Value::Integer(Integer {
                value: 0,
                suffix: Some(name.to_owned()),
            })),
            _ => None,
        }
    }
}

/// The default of a type of the standard library: an empty list, `None`, an empty text.
fn default_of_standard(ty: &Type) -> Option<Value> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    match (name.as_str(), type_arguments(ty)) {
        ("Vec" | "VecDeque", Some(_)) => Some(Value::array(Vec::new())),
        ("Option", Some(_)) => Some(Value::Maybe(Rc::new(Maybe::nothing()))),
        ("String", _) => Some(opaque(quote!(String::new()))),
        ("PhantomData", Some(_)) => Some(opaque(quote!(::core::marker::PhantomData))),
        _ => None,
    }
}

fn opaque(tokens: TokenStream) -> Value {
    Value::Inactive(Inactive {
        tokens,
        mentions: Vec::new(),
    })
}
