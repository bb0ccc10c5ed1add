//! Calls that contradict what a const parameter was taken for.
//!
//! ```text
//! Vector::ones()     in a method of Vector<3>, without its type: taken for a Vector<3>
//! first_two(v)       declares v: Vector<2>, so that was wrong, and the call is refused
//! ```

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{GenericArgument, GenericParam, Lit, Pat, Type};

use crate::front::messages;
use crate::front::names::const_parameters::is_self_type;
use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Within};
use crate::front::syntax::generic_arguments::{arguments_of, literal_of, name_of};
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::items::index;

impl<M> Lowering<M> {
    /// Refuses a call whose values have other lengths than its parameters declare.
    pub(crate) fn refuse_unequal_lengths(
        &mut self,
        function: &Function,
        receiver: Option<&Value>,
        arguments: &[Value],
        at: &impl ToTokens,
    ) -> Found<()> {
        if !self.frames.has_taken_lengths {
            return Ok(());
        }
        let mut found = Vec::new();
        let this = function.this.as_ref();
        if let (Some(this), Some(receiver)) = (this, receiver) {
            self.lengths_shown(this, &function.within, receiver, &mut found);
        }
        for (pattern, value) in function.parameters.iter().zip(arguments) {
            let ty = match pattern {
                Pat::Type(typed) if is_self_type(&typed.ty) => this,
                Pat::Type(typed) => Some(&*typed.ty),
                _ => None,
            };
            if let Some(ty) = ty {
                self.lengths_shown(ty, &function.within, value, &mut found);
            }
        }
        let mut known: Vec<(Ident, i128)> = Vec::new();
        for (argument, actual) in found {
            let name = name_of(&argument).filter(|name| function.lengths.contains(name));
            let earlier = known.iter().find(|(known, _)| Some(known) == name.as_ref());
            let declared = match literal_of(&argument) {
                Some(Lit::Int(literal)) => literal.base10_parse().ok(),
                _ => earlier.map(|(_, earlier)| *earlier),
            };
            if declared.is_some_and(|declared: i128| declared != actual) {
                return self.writer.refuse(at, messages::UNEQUAL_LENGTHS);
            }
            known.extend(name.map(|name| (name, actual)));
        }
        Ok(())
    }

    /// Refuses a value whose lengths are not those of a type that the running code declares for it,
    /// in a `let` or as its result.
    pub(crate) fn refuse_other_lengths(
        &mut self,
        declared: &Type,
        value: &Value,
        at: &impl ToTokens,
    ) -> Found<()> {
        if !self.frames.has_taken_lengths {
            return Ok(());
        }
        let mut found = Vec::new();
        let within = self.within();
        self.lengths_shown(declared, &within, value, &mut found);
        let meant = |argument: &GenericArgument| match (literal_of(argument), name_of(argument)) {
            (Some(Lit::Int(literal)), _) => literal.base10_parse().ok(),
            (_, Some(name)) => self.known_length(&syn::parse_quote!(#name)),
            _ => None,
        };
        let is_other = |(argument, actual): &(GenericArgument, i128)| {
            meant(argument).is_some_and(|declared| declared != *actual)
        };
        if found.iter().any(is_other) {
            return self.writer.refuse(at, messages::UNEQUAL_LENGTHS);
        }
        Ok(())
    }

    /// The const arguments and lengths that a type declares, with those that a value has.
    fn lengths_shown(
        &self,
        ty: &Type,
        within: &Within,
        value: &Value,
        found: &mut Vec<(GenericArgument, i128)>,
    ) {
        let value = match value {
            Value::Reference(place) => match self.load(&self.follow(place.clone())) {
                Some(value) => value,
                None => return,
            },
            value => value.clone(),
        };
        match (ty, &value) {
            (Type::Reference(inner), value) => {
                self.lengths_shown(&inner.elem, within, value, found);
            }
            (Type::Array(array), Value::Array(elements)) => {
                let length = GenericArgument::Const(array.len.clone());
                found.push((length, index(elements.len()).value));
                if let Some(first) = elements.first() {
                    self.lengths_shown(&array.elem, within, first, found);
                }
            }
            (Type::Tuple(tuple), Value::Tuple(parts)) => {
                for (ty, part) in tuple.elems.iter().zip(parts.iter()) {
                    self.lengths_shown(ty, within, part, found);
                }
            }
            (Type::Path(path), Value::Struct(layout, fields)) => {
                let own = layout.own.as_ref();
                let own =
                    own.filter(|own| self.given.types.key_of(ty, within).as_ref() == Some(own));
                let Some(definition) = own.and_then(|own| self.given.types.definition(own)) else {
                    return;
                };
                let Body::Struct(declared) = &definition.body else {
                    return;
                };
                let parameters = definition.generics.params.iter();
                let parameters = parameters.filter(|one| !matches!(one, GenericParam::Lifetime(_)));
                for (parameter, argument) in parameters.zip(arguments_of(&path.path)) {
                    let GenericParam::Const(parameter) = parameter else {
                        continue;
                    };
                    let mut fields = declared.iter().zip(fields.iter());
                    let by_field = fields.find_map(|(field, part)| {
                        self.const_named(&parameter.ident, &field.ty, part)
                    });
                    if let Some(Value::Integer(actual)) = by_field {
                        found.push((argument, actual.value));
                    }
                }
            }
            _ => {}
        }
    }
}
