//! Constants and functions of the types that type parameters have in a call: `S::N`, `S::new`.
//!
//! ```text
//! fn total<S: Shape>(s: &S) -> f64 { S::SIDES * s.area() }     `s` is a `Square`
//! impl<P: Point> Line<P> { fn f(&self) -> f64 { P::W } }       `self` is a `Line<Plane>`
//! ```
//!
//! A value shows its type, and with it that of the parameter.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{GenericArgument, Pat, PathArguments, Type};

use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Definition, Key};
use crate::front::read::type_names::arguments_of;
use crate::front::syntax::types::behind_reference;
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// Binds the constants and functions of the types that the call gives, or that the arguments
    /// have. Returns the types that the parameters of the caller have.
    pub(crate) fn bind_items_of_parameters(
        &mut self,
        function: &Function,
        receiver: Option<&Value>,
        arguments: &[Value],
    ) -> Vec<(Ident, Key)> {
        let given = std::mem::take(&mut self.frames.types_of_call);
        if function.type_parameters.is_empty() {
            let known = function.known_types.clone();
            return std::mem::replace(&mut self.frames.known_types, known);
        }
        let is_same = function.is_method && receiver.is_none();
        let inherited = is_same.then(|| {
            let caller = self.frames.calls.iter().rev().nth(1);
            self.types_of_same_type(function, caller)
        });
        let inherited = inherited.unwrap_or_default();
        // A method of the caller's own `self` gets no receiver.
        let own = function.is_method.then(|| self.own_receiver());
        let receiver = receiver.cloned().or(own);
        let passed = function.parameters.iter().zip(arguments);
        let passed = passed.filter_map(|(pattern, value)| match pattern {
            Pat::Type(typed) => Some((&*typed.ty, value)),
            _ => None,
        });
        let all: Vec<(&Type, &Value)> = function.this.iter().zip(&receiver).chain(passed).collect();
        let mut found: Vec<(Ident, Key)> = Vec::new();
        for name in &function.type_parameters {
            let mut said = given.iter().filter(|(known, _)| known == name);
            let mut keys = all
                .iter()
                .filter_map(|(ty, value)| self.key_of_parameter(name, ty, value));
            let mut inherited = inherited.iter().filter(|(known, _)| known == name);
            let key = said.next().map(|(_, key)| key.clone());
            let key = key.or_else(|| keys.next());
            let key = key.or_else(|| inherited.next().map(|(_, key)| key.clone()));
            found.extend(key.map(|key| (name.clone(), key)));
        }
        let types = std::rc::Rc::clone(&self.given.types);
        for (parameter, key) in &found {
            let constants = types.constants.get(key).into_iter().flatten();
            for (name, own) in constants.chain(&types.functions_of(key)) {
                let name = format!("{parameter}::{name}");
                self.names.scopes.alias_item(name, own);
            }
        }
        std::mem::replace(&mut self.frames.known_types, found)
    }

    /// What `self` is where a method of the same object is called.
    pub(crate) fn own_receiver(&self) -> Value {
        let opaque = || {
            Value::Inactive(Inactive {
                tokens: quote::quote!(self),
                mentions: Vec::new(),
            })
        };
        let binding = self.names.scopes.get("self");
        binding.map_or_else(opaque, |binding| binding.value.clone())
    }

    /// The type that a parameter has, if a value of a type shows it.
    fn key_of_parameter(&self, name: &Ident, ty: &Type, value: &Value) -> Option<Key> {
        let Type::Path(path) = behind_reference(ty) else {
            return None;
        };
        if path.path.is_ident(name) {
            return self.key_of_value(value);
        }
        let definition = self.given.types.definition(&self.key_of_value(value)?)?;
        let own = parameter_named(definition, &path.path, name)?;
        if let Value::Struct(_, fields) = value
            && let Body::Struct(declared) = &definition.body
        {
            let mut fields = declared.iter().zip(fields.iter());
            return fields.find_map(|(field, value)| self.key_of_parameter(&own, &field.ty, value));
        }
        let written = match value {
            Value::Inactive(inactive) => self.type_of_tokens(&inactive.tokens)?,
            Value::Fields(fields) => self.type_of_tokens(&fields.place)?,
            _ => return None,
        };
        let given = arguments_of(definition, &written.ty);
        let (_, argument) = given.iter().find(|(known, _)| own == known)?;
        let ty: Type = syn::parse2(argument.clone()).ok()?;
        self.given.types.key_of(&ty, &written.at)
    }
}

/// The parameter of a definition for which a type gives this name.
fn parameter_named(definition: &Definition, path: &syn::Path, name: &Ident) -> Option<Ident> {
    let PathArguments::AngleBracketed(given) = &path.segments.last()?.arguments else {
        return None;
    };
    let types = given.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty.to_token_stream().to_string()),
        _ => None,
    });
    let parameters = definition.generics.type_params();
    let mut pairs = parameters.zip(types);
    let found = pairs.find(|(_, given)| name == given);
    found.map(|(own, _)| own.ident.clone())
}
