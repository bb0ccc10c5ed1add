//! Values that nothing reads, of types that rustc must know.
//!
//! ```text
//! let k = if x > 0.0 { Some(Kind::A) } else { None };     (Some(()), Kind::A) or (None, Kind::A)
//! ```
//!
//! An arm that leaves a value out gives some value of its type: zero for a number, the default of a
//! type that has one, and else a literal of a struct or an enum whose definition is in view.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Member, Type};

use crate::interface::{Layout, Wrapper};

use crate::front::names::state::Lowering;
use crate::front::names::variants::DEEPEST;
use crate::front::read::definitions::{Body, Field, Key, Within, Written};
use crate::front::read::type_names::arguments_of;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::{self, is_other_primitive, list_element};
use crate::front::value::found::Found;
use crate::front::value::maybe::Maybe;
use crate::front::value::place::Place;
use crate::front::value::{Inactive, Value};

/// Types of std that certainly are no numbers.
const NO_NUMBERS: &[&str] = &[
    "BTreeMap",
    "Box",
    "HashMap",
    "HashSet",
    "Option",
    "PhantomData",
    "Rc",
    "String",
    "Vec",
    "VecDeque",
];

fn default_code() -> TokenStream {
    quote!(::core::default::Default::default())
}

impl<M> Lowering<M> {
    /// Code of some value of the type inside an opaque `Option` or `Result`.
    pub(crate) fn value_inside(&self, place: &Inactive) -> TokenStream {
        let inside = self
            .type_of(place)
            .map(|ty| self.written(&types::unwrap(&ty).1));
        let inside = inside.or_else(|| self.type_of_tokens(&place.tokens)?.inside());
        inside.map_or_else(default_code, |inside| self.stand_in(&inside, 0))
    }

    /// Whether code for some value inside of an opaque `Option` or `Result` surely compiles.
    pub(crate) fn has_value_inside(&self, place: &Inactive) -> bool {
        let inside = self
            .type_of(place)
            .map(|ty| self.written(&types::unwrap(&ty).1));
        let inside = inside.or_else(|| self.type_of_tokens(&place.tokens)?.inside());
        inside.is_some_and(|inside| self.is_certain(&inside))
    }

    /// A value that nothing reads, of the type of opaque code. `None` if it may be a number.
    pub(crate) fn unread_like(&self, code: &Inactive) -> Option<Value> {
        if let Some(path) = self.sample_of(code) {
            return Some(path);
        }
        let written = self.type_of_value_in(&code.tokens);
        let written = written.or_else(|| Some(self.written(&self.type_of(code)?)))?;
        self.is_certainly_no_number(&written)
            .then(|| self.unread_of(&written))
    }

    /// A value that nothing reads, of a type.
    pub(crate) fn unread_of(&self, written: &Written) -> Value {
        Value::Inactive(Inactive {
            tokens: self.stand_in(written, 0),
            mentions: Vec::new(),
        })
    }

    /// Splits an opaque `Option` or `Result` into an answer and the value inside.
    pub(crate) fn maybe_of(&mut self, kept: Inactive, wrapper: Wrapper) -> Found<Maybe> {
        let otherwise = self.value_inside(&kept);
        let inside = self.type_of_tokens(&kept.tokens);
        let inside = inside.and_then(|written| written.inside());
        let maybe = self.writer.maybe_or(kept, wrapper, Some(&otherwise))?;
        if let Some(inside) = inside {
            self.note_type(&maybe.inside, &inside);
        }
        Ok(maybe)
    }

    /// An opaque `Ok(kind)` of a type without a default: the answer and the value inside, whose
    /// type the function declares. The ways that have none get some value of it.
    pub(crate) fn split_without_default(&mut self, value: Value) -> Found<Value> {
        let wrapper = self.frames.fallible.last().map(|(wrapper, _)| *wrapper);
        let inside = self.frames.insides.last().cloned().flatten();
        let inside = inside.filter(|inside| self.lacks_default(inside));
        match (value, wrapper, inside) {
            (Value::Inactive(kept), Some(wrapper), Some(inside)) if wrapper != Wrapper::Plain => {
                let maybe = self.maybe_of(kept, wrapper)?;
                self.note_type(&maybe.inside, &inside);
                Ok(maybe.into_value())
            }
            (value, ..) => Ok(value),
        }
    }

    /// Notes the type of what is stored in a field, which its struct says.
    pub(crate) fn note_type_at(&mut self, place: &Place, value: &Value) {
        let mut whole = place.clone();
        let Some(position) = whole.path.pop() else {
            return;
        };
        let Some(Value::Struct(layout, _)) = self.load(&whole) else {
            return;
        };
        let member = layout.members.get(position);
        let written = member.and_then(|member| self.given.types.field_in(&layout, member));
        if let Some(written) = written {
            self.note_type(value, &written);
        }
    }

    /// Notes the type of a variable that arms assign, by that of one of their values.
    pub(crate) fn note_type_among<'a>(
        &mut self,
        variable: &Value,
        values: impl Iterator<Item = &'a Value>,
    ) {
        let values: Vec<&Value> = values.collect();
        let sample = values.iter().find_map(|value| match value {
            Value::Inactive(code) => self.sample_of(code),
            _ => None,
        });
        if let (Value::Inactive(variable), Some(Value::Inactive(sample))) = (variable, sample) {
            let samples = &mut self.writer.samples;
            samples.insert(variable.tokens.to_string(), sample.tokens);
        }
        let written = values.into_iter().find_map(|value| match value {
            Value::Inactive(code) => self
                .type_of_variant(&code.tokens)
                .or_else(|| self.type_of_value_in(&code.tokens)),
            value => self.type_of_value(value),
        });
        if let Some(written) = written {
            self.note_type(variable, &written);
        }
    }

    /// A constant of the type of opaque code: the code itself, `Region::Hot`, or what a variable
    /// was given first.
    fn sample_of(&self, code: &Inactive) -> Option<Value> {
        let given = self.writer.samples.get(&code.tokens.to_string());
        let tokens = given.unwrap_or(&code.tokens);
        let is_variant = self.type_of_variant(tokens).is_some()
            || given.is_some_and(|given| self.writer.is_no_number(given));
        is_variant.then(|| {
            Value::Inactive(Inactive {
                tokens: tokens.clone(),
                mentions: Vec::new(),
            })
        })
    }

    /// The type of opaque code that is no reference: of `&self.v` only the type behind is known.
    fn type_of_value_in(&self, tokens: &TokenStream) -> Option<Written> {
        let first = tokens.to_string();
        let refers = first.trim_start_matches('(').starts_with('&');
        self.type_of_tokens(tokens).filter(|_| !refers)
    }

    fn type_of_variant(&self, tokens: &TokenStream) -> Option<Written> {
        self.type_of_unit_variant(&syn::parse2(tokens.clone()).ok()?)
    }

    /// Whether a type is none of floating-point numbers. It may hold some, as a `Vec<f64>` does:
    /// `holds_no_float` asks about that.
    fn is_certainly_no_number(&self, written: &Written) -> bool {
        if is_other_primitive(&written.ty) {
            return true;
        }
        let key = self.key_of_written(written);
        let definition = key.and_then(|key| self.given.types.definition(&key));
        if let Some(definition) = definition {
            return !matches!(definition.body, Body::Alias(_));
        }
        let path = match &written.ty {
            Type::Path(path) => path,
            other => return matches!(other, Type::Tuple(_)),
        };
        let last = path.path.segments.last();
        last.is_some_and(|last| NO_NUMBERS.iter().any(|name| last.ident == name))
    }

    /// The type of a field, if everything in it is in view. `of` is the type of the whole, which
    /// says those of its parameters.
    pub(crate) fn certain_type(
        &self,
        layout: &Layout,
        member: &Member,
        of: Option<&Type>,
    ) -> Option<Type> {
        let types = &self.given.types;
        let key = layout.own.as_ref()?;
        let definition = types.definition(key)?;
        let mut written = types.field_in(layout, member)?;
        let tokens = written.ty.to_token_stream();
        let is_named = |own: &syn::Ident| names_any(&tokens, &[&own.to_string()]);
        let mut open = definition.generics.type_params();
        let open = open.find(|parameter| is_named(&parameter.ident));
        if let Some(open) = open {
            let of = of.filter(|of| types.key_of(of, &self.given.home).as_ref() == Some(key))?;
            let given = arguments_of(definition, of);
            let is_whole =
                matches!(&written.ty, Type::Path(path) if path.path.is_ident(&open.ident));
            let (_, argument) = given.iter().find(|(name, _)| open.ident == name)?;
            written = Written {
                ty: syn::parse2(argument.clone()).ok().filter(|_| is_whole)?,
                at: self.given.home.clone(),
            };
        } else if definition.generics.const_params().next().is_some() {
            return None;
        }
        self.is_certain(&written).then_some(written.ty)
    }

    fn is_certain(&self, written: &Written) -> bool {
        let inside = match written.inside() {
            Some(inside) => Some(inside),
            None => list_element(&written.ty).map(|element| written.with(element)),
        };
        match inside {
            Some(inside) => self.is_certain(&inside),
            None => self.is_scalar_type(&written.ty) || self.is_certainly_no_number(written),
        }
    }

    /// The code of some value of a type: its default, or a literal if the definition is in view and
    /// has no default.
    fn stand_in(&self, written: &Written, depth: usize) -> TokenStream {
        let literal = match &written.ty {
            Type::Tuple(tuple) => {
                let part = |ty: &Type| self.stand_in(&written.with(ty), depth + 1);
                let parts = tuple.elems.iter().map(part);
                Some(quote!((#(#parts,)*)))
            }
            _ => self.literal_without_default(written, depth),
        };
        literal.unwrap_or_else(default_code)
    }

    /// Whether a type has a part that is a type of the user's without a default.
    pub(crate) fn lacks_default(&self, written: &Written) -> bool {
        match &written.ty {
            Type::Tuple(tuple) => {
                let mut parts = tuple.elems.iter();
                parts.any(|part| self.lacks_default(&written.with(part)))
            }
            _ => self.literal_without_default(written, 0).is_some(),
        }
    }

    fn literal_without_default(&self, written: &Written, depth: usize) -> Option<TokenStream> {
        let key = self.key_of_written(written)?;
        let definition = self.given.types.definition(&key)?;
        let has_default = definition.derives.contains("Default")
            || !self.given.types.methods(&key, "default", 0).is_empty();
        if has_default || definition.made.is_some() || depth > DEEPEST {
            return None;
        }
        let path = self
            .given
            .types
            .path_in_view(&key, self.given.home.module)?;
        match &definition.body {
            // Its fields may be private in another module.
            Body::Struct(fields) if definition.module == self.given.home.module => {
                let values = self.fields_that_nothing_reads(&key, fields, depth);
                Some(quote!(#path { #values }))
            }
            Body::Enum(variants) => {
                let fewest = variants.iter().min_by_key(|variant| variant.fields.len())?;
                let (name, fields) = (&fewest.name, &fewest.fields);
                if fields.is_empty() {
                    return Some(quote!(#path::#name));
                }
                let at = Within {
                    module: definition.module,
                    this: Some(key.clone()),
                };
                let types = fields.iter().map(|field| Written {
                    ty: field.ty.clone(),
                    at: at.clone(),
                });
                let values = types.map(|ty| self.stand_in(&ty, depth + 1));
                let members = fields.iter().map(|field| &field.member);
                Some(quote!(#path::#name { #(#members: #values),* }))
            }
            _ => None,
        }
    }

    fn fields_that_nothing_reads(&self, key: &Key, fields: &[Field], depth: usize) -> TokenStream {
        let of = Written::of(key);
        let values = fields.iter().map(|field| {
            let field_type = self.given.types.field(&of, &field.member);
            let value = field_type.map_or_else(default_code, |ty| self.stand_in(&ty, depth + 1));
            let member: &Member = &field.member;
            quote!(#member: #value)
        });
        quote!(#(#values),*)
    }
}
