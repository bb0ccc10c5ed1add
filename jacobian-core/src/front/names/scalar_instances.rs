//! Generic functions that are inlined for a scalar that only the call shows.
//!
//! ```text
//! fn twice<R: Number>(x: R) -> R { x * (R::one() + R::one()) }      Number is not seen
//! twice(v3)                   `x: R` is a number, so `R` is f64
//! V { x: v3, y: v4 }.dot(..)  `self: V<R>`, and the field `x: R` is a number
//! V::<f64>::unit()            the call says it
//! Self::unit()                what it is for the running method of the same type
//! ```
//!
//! A scalar with a known bound, such as `Float`, is replaced once, where the function is declared.
//! A value shows what it is for sure: an active value is of the scalar of the attributed function.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::{Expr, GenericArgument, GenericParam, Pat, PathArguments, Type};

use crate::ir::Precision;

use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Body;
use crate::front::read::foreign_numbers;
use crate::front::read::foreign_scalars::as_scalar;
use crate::front::read::generics::bounds_of;
use crate::front::read::type_names::arguments_of;
use crate::front::syntax::foreign_traits::Chosen;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;
use crate::front::value::Value;
use crate::front::value::function::FunctionId;

/// Traits of other people that only floating-point numbers have.
const FLOATS: &[&str] = &["Float", "FloatCore", "NdFloat", "RealField"];

impl<M> Lowering<M> {
    /// The function with the scalar in place of its type parameters that are surely it, or itself.
    pub(crate) fn with_scalars_of_call(
        &mut self,
        id: &FunctionId,
        arguments: &[Value],
    ) -> FunctionId {
        let given = std::mem::take(&mut self.frames.scalars_of_call);
        let function = std::rc::Rc::clone(self.names.functions.get(id));
        if function.type_parameters.is_empty() || self.given.precision == Precision::Generic {
            return id.clone();
        }
        let parameters = function.type_parameters.iter();
        let found = parameters.enumerate().filter(|(position, name)| {
            given.get(*position).copied().unwrap_or_default()
                || (self.is_scalar_of_caller(name, &function)
                    && !self.is_other_by(name, &function, arguments))
                || self.is_scalar_by(name, &function, arguments)
                || self.is_float_alone(name, &function)
        });
        let found: Vec<Ident> = found.map(|(_, name)| name.clone()).collect();
        if found.is_empty() {
            return id.clone();
        }
        if let Some(known) = self.names.functions.instance(id, &found) {
            return known;
        }
        let Some(instance) = self.instance(&function, &found) else {
            return id.clone();
        };
        self.names.functions.add_instance(id, found, instance)
    }

    /// Notes the types that the path of the next call gives.
    pub(crate) fn give_types(&mut self, function: &FunctionId, path: &syn::Path) {
        self.frames.types_of_call = self.types_given(function, path);
        self.frames.scalars_of_call = self.scalars_given(function, path);
    }

    /// For each type parameter of a function, whether the path of its call gives the scalar:
    /// `V::<f64>::unit`, `unit::<f64>`.
    pub(crate) fn scalars_given(&self, function: &FunctionId, path: &syn::Path) -> Vec<bool> {
        let n_all = self.names.functions.get(function).type_parameters.len();
        let mut segments = path.segments.iter().rev();
        let mut types_of = || {
            let types = segments.next().map(|segment| &segment.arguments);
            let given = match types {
                Some(PathArguments::AngleBracketed(given)) => given.args.iter().collect(),
                _ => Vec::new(),
            };
            let types = given.into_iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(self.is_scalar_type(ty)),
                _ => None,
            });
            types.collect::<Vec<bool>>()
        };
        // The parameters of the function follow those of the `impl`.
        let (own, mut all) = (types_of(), types_of());
        all.resize(n_all.saturating_sub(own.len()), false);
        all.extend(own);
        all
    }

    /// Whether the running method is one of the same type, for which the parameter is the scalar.
    fn is_scalar_of_caller(&self, name: &Ident, function: &Function) -> bool {
        let Some(running) = self.frames.calls.last() else {
            // The attributed method itself, perhaps of a `Line<f64>`.
            let home = &self.given.home.this;
            return match function.this.as_ref().map(behind_reference) {
                Some(Type::Path(path)) if home.is_some() && *home == function.within.this => {
                    self.is_scalar_in_place(name, path, &quote!(self))
                }
                _ => false,
            };
        };
        let running = self.names.functions.get(running);
        let is_same = running.within.this.is_some() && running.within.this == function.within.this;
        is_same && running.scalars.contains(name)
    }

    /// Whether a function that takes nothing of its parameter, such as `Quaternion::one()`, can
    /// only be about floating-point numbers. All numbers of the attributed function have one type.
    fn is_float_alone(&self, name: &Ident, function: &Function) -> bool {
        let mut types = function.parameters.iter().map(ToTokens::to_token_stream);
        let name_of = name.to_string();
        if function.is_method
            || self.writer.builder.is_mixed()
            || types.any(|ty| names_any(&ty, &[&name_of]))
        {
            return false;
        }
        let mut parameters = function.generics.type_params();
        let parameter = parameters.find(|parameter| parameter.ident == *name);
        let bounds = parameter.map(|parameter| bounds_of(parameter, &function.generics));
        let is_known = |bound: &&&str| self.names.own_traits.item(bound).is_none();
        let floats: Vec<&str> = FLOATS.iter().filter(is_known).copied().collect();
        bounds.is_some_and(|bounds| names_any(&bounds, &floats))
    }

    /// Whether an argument is no number, though its type is the parameter: `V::new(a, b)` makes a
    /// `V<Complex>` in a method of `V<f64>`.
    fn is_other_by(&self, name: &Ident, function: &Function, arguments: &[Value]) -> bool {
        let skipped = arguments.len().saturating_sub(function.parameters.len());
        let mut typed = function.parameters.iter().zip(&arguments[skipped..]);
        typed.any(|(pattern, value)| {
            let is_of_parameter = match pattern {
                Pat::Type(typed) => {
                    matches!(behind_reference(&typed.ty), Type::Path(ty) if ty.path.is_ident(name))
                }
                _ => false,
            };
            let value = match value {
                Value::Reference(place) => self.load(&self.follow(place.clone())),
                value => Some(value.clone()),
            };
            is_of_parameter && !matches!(value, Some(Value::Scalar(_) | Value::Inactive(_)))
        })
    }

    /// Whether an argument shows that the parameter is the scalar.
    fn is_scalar_by(&self, name: &Ident, function: &Function, arguments: &[Value]) -> bool {
        let has_receiver = function.is_method && arguments.len() == function.parameters.len() + 1;
        let (receiver, rest) = arguments.split_at(usize::from(has_receiver));
        let of_receiver = function.this.iter().zip(receiver);
        let typed = function.parameters.iter().zip(rest);
        let typed = typed.filter_map(|(pattern, value)| match pattern {
            Pat::Type(typed) => Some((&*typed.ty, value)),
            _ => None,
        });
        let mut all = of_receiver.chain(typed);
        all.any(|(ty, value)| self.is_scalar_in(name, ty, value))
    }

    /// Whether a value of a type shows what a name in this type is.
    fn is_scalar_in(&self, name: &Ident, ty: &Type, value: &Value) -> bool {
        let value = match value {
            Value::Reference(place) => match self.load(&self.follow(place.clone())) {
                Some(value) => &value.clone(),
                None => return false,
            },
            value => value,
        };
        match (behind_reference(ty), value) {
            (Type::Path(path), Value::Scalar(_)) => path.path.is_ident(name),
            (Type::Array(array), Value::Array(elements)) => {
                let mut elements = elements.iter();
                elements.any(|element| self.is_scalar_in(name, &array.elem, element))
            }
            (Type::Slice(slice), Value::Array(elements)) => {
                let mut elements = elements.iter();
                elements.any(|element| self.is_scalar_in(name, &slice.elem, element))
            }
            (Type::Tuple(tuple), Value::Tuple(parts)) => {
                let mut parts = tuple.elems.iter().zip(parts.iter());
                parts.any(|(ty, part)| self.is_scalar_in(name, ty, part))
            }
            (Type::Path(path), Value::Matrix(_)) => {
                let mut types = types_of(path);
                matches!(types.next(), Some(Type::Path(first)) if first.path.is_ident(name))
            }
            (Type::Path(path), Value::Array(elements)) => {
                let Some(element) = types_of(path).next() else {
                    return false;
                };
                let mut elements = elements.iter();
                elements.any(|value| self.is_scalar_in(name, element, value))
            }
            (Type::Path(path), Value::Struct(layout, fields)) => {
                let own = layout.own.as_ref();
                let definition = own.and_then(|own| self.given.types.definition(own));
                let Some(definition) = definition else {
                    return false;
                };
                let Body::Struct(declared) = &definition.body else {
                    return false;
                };
                let Some(own) = parameter_of(&definition.generics, path, name) else {
                    return false;
                };
                let mut fields = declared.iter().zip(fields.iter());
                fields.any(|(field, value)| self.is_scalar_in(&own, &field.ty, value))
            }
            (Type::Path(path), Value::Fields(fields)) => {
                self.is_scalar_in_place(name, path, &fields.place)
            }
            (Type::Path(path), Value::Inactive(inactive)) => {
                self.is_scalar_in_place(name, path, &inactive.tokens)
            }
            _ => false,
        }
    }

    /// The same for a place of the user's whose declared type is known.
    fn is_scalar_in_place(
        &self,
        name: &Ident,
        path: &syn::TypePath,
        place: &proc_macro2::TokenStream,
    ) -> bool {
        let Some(written) = self.type_of_tokens(place) else {
            return false;
        };
        if path.path.is_ident(name) {
            return self.is_scalar_type(&written.ty);
        }
        let key = self.key_of_written(&written);
        let definition = key.and_then(|key| self.given.types.definition(&key));
        let Some(definition) = definition else {
            return false;
        };
        let Some(own) = parameter_of(&definition.generics, path, name) else {
            return false;
        };
        let given = arguments_of(definition, &written.ty);
        let scalar = self.given.scalar_name.as_str();
        given
            .iter()
            .any(|(known, given)| own == known && given.to_string() == scalar)
    }

    /// The function with the scalar in place of these parameters.
    fn instance(&self, function: &Function, found: &[Ident]) -> Option<Function> {
        let Expr::Block(body) = &function.body else {
            return None;
        };
        let scalar = Ident::new(&self.given.scalar_name, Span::call_site());
        let own = &self.names.own_traits;
        let parameters = function.generics.type_params();
        let chosen = parameters.filter(|parameter| found.contains(&parameter.ident));
        let chosen =
            chosen.map(|parameter| as_scalar(parameter, &function.generics, scalar.clone(), own));
        let chosen: Vec<Chosen> = chosen.collect();
        let (parameters, block) = (&function.parameters, &body.block);
        let result = function.result.as_ref().map(|ty| quote!(-> #ty));
        let mut item: syn::ItemFn =
            syn::parse2(quote!(fn instance(#(#parameters),*) #result #block)).ok()?;
        foreign_numbers::write(&mut item, &chosen);
        let values: Vec<_> = found
            .iter()
            .map(|name| (name.to_string(), scalar.to_token_stream()))
            .collect();
        let replaced = |tokens| crate::spelling::replaced(tokens, &values);
        let item: syn::ItemFn = syn::parse2(replaced(item.into_token_stream())).ok()?;
        let this = function.this.as_ref();
        let this = this.map(|ty| syn::parse2(replaced(ty.to_token_stream())).ok());
        let instance = Function::of_item(&item, true);
        let kept = function.type_parameters.iter();
        Some(Function {
            parameters: instance.parameters,
            body: instance.body,
            result: instance.result,
            this: this.flatten(),
            type_parameters: kept.filter(|name| !found.contains(name)).cloned().collect(),
            scalars: found.to_vec(),
            ..function.clone()
        })
    }
}

/// The types among the arguments of a path.
fn types_of(path: &syn::TypePath) -> impl Iterator<Item = &Type> {
    let last = path.path.segments.last().map(|last| &last.arguments);
    let arguments = match last {
        Some(PathArguments::AngleBracketed(arguments)) => Some(arguments.args.iter()),
        _ => None,
    };
    arguments
        .into_iter()
        .flatten()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
}

/// The parameter of a definition for which a type gives this name.
fn parameter_of(generics: &syn::Generics, path: &syn::TypePath, name: &Ident) -> Option<Ident> {
    let parameters = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(&parameter.ident),
            _ => None,
        });
    let mut pairs = parameters.zip(types_of(path));
    let found = pairs.find(|(_, ty)| matches!(ty, Type::Path(ty) if ty.path.is_ident(name)));
    found.map(|(own, _)| own.clone())
}
