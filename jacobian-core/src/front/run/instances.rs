//! Generic functions that are inlined: their type and const parameters at each call.
//!
//! ```text
//! fn sq<T: Real>(x: T) -> T { x * x * T::from_f64(0.5) }      `T` is the scalar of the attributed
//!                                                             function
//! fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64   `N` is the length of the argument
//! let g: fn(f64) -> f64 = f64::sin;                           the closure `|v| v.sin()`
//! ```
//!
//! A function has one scalar type, so a scalar type parameter is replaced before the body is run. A
//! const parameter is known by the lengths of the arguments.

use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};
use syn::{Expr, GenericArgument, Pat, PathArguments, Type};

use crate::interface::Layout;
use crate::ir::Precision;

use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Body;
use crate::front::read::foreign_scalars::{self, Sight};
use crate::front::read::generics;
use crate::front::run::Run;
use crate::front::syntax::elementals;
use crate::front::syntax::foreign_traits::Chosen;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::function::FunctionId;
use crate::front::value::items::index;

impl Lowering<Run> {
    /// The function with the scalar of the attributed function in place of its own scalar.
    pub(crate) fn with_own_scalar(&mut self, item: &syn::ItemFn) -> syn::ItemFn {
        let is_real = |parameter: &&syn::TypeParam| {
            let bounds = generics::bounds_of(parameter, &item.sig.generics);
            let mut tokens = bounds.into_iter();
            tokens.any(|token| token.to_string() == "Real")
        };
        let mut scalars = item.sig.generics.type_params().filter(is_real);
        let (Some(scalar), None) = (scalars.next(), scalars.next()) else {
            return self.with_foreign_scalars(item);
        };
        let name = syn::Ident::new(&self.given.scalar_name, proc_macro2::Span::call_site());
        let values = [(scalar.ident.to_string(), name.into_token_stream())];
        // The bound `T: Real` brings the methods of the trait into scope. The scalar itself needs
        // an import.
        let runtime = &self.given.runtime;
        let import = quote!(use #runtime::Arithmetic as _;);
        if !self
            .writer
            .items
            .iter()
            .any(|item| item.to_string() == import.to_string())
        {
            self.writer.items.push(import);
        }
        let mut own = item.clone();
        let generics = std::mem::take(&mut own.sig.generics);
        let tokens = crate::spelling::replaced(own.into_token_stream(), &values);
        match syn::parse2::<syn::ItemFn>(tokens) {
            Ok(mut own) => {
                own.sig.generics.params = generics.params;
                own
            }
            Err(_) => item.clone(),
        }
    }

    /// The same where the scalar has a trait of other people's, which `f64` and `f32` implement.
    fn with_foreign_scalars(&mut self, item: &syn::ItemFn) -> syn::ItemFn {
        let name = syn::Ident::new(&self.given.scalar_name, proc_macro2::Span::call_site());
        let (inputs, output) = (&item.sig.inputs, &item.sig.output);
        let own = std::rc::Rc::clone(&self.names.own_traits);
        let sight = Sight {
            given: &[],
            own: &own,
            asked: None,
        };
        let chosen = foreign_scalars::chosen(&item.sig.generics, &quote!(#inputs #output), sight);
        let chosen = foreign_scalars::certain(chosen, sight);
        if chosen.is_empty() || self.given.precision == Precision::Generic {
            return item.clone();
        }
        let chosen: Vec<_> = chosen
            .into_iter()
            .map(|one| Chosen {
                scalar: name.clone(),
                ..one
            })
            .collect();
        let traits = chosen.iter().flat_map(|one| &one.traits).cloned();
        self.names.scalar_traits.extend(traits);
        let mut own = item.clone();
        foreign_scalars::without(&mut own, &chosen);
        let values: Vec<_> = chosen
            .iter()
            .map(|one| (one.parameter.to_string(), one.scalar.to_token_stream()))
            .collect();
        let tokens = crate::spelling::replaced(own.into_token_stream(), &values);
        syn::parse2(tokens).unwrap_or_else(|_| item.clone())
    }

    /// Binds the const parameters of a function to the lengths of its arguments.
    pub(crate) fn bind_const_parameters(
        &mut self,
        function: &Function,
        receiver: Option<&Value>,
        arguments: &[Value],
    ) {
        // A method of the caller's own `self` gets no receiver.
        let own = function.is_method.then(|| self.own_receiver());
        let receiver = receiver.or(own.as_ref());
        for name in &function.lengths {
            let of_receiver = function.this.iter().zip(receiver);
            let mut passed = function.parameters.iter().zip(arguments);
            let found = of_receiver
                .into_iter()
                .find_map(|(ty, value)| self.length_named(name, ty, value))
                .or_else(|| {
                    passed.find_map(|(pattern, value)| match (pattern, &function.this) {
                        (Pat::Type(typed), Some(this)) if is_self_type(&typed.ty) => {
                            self.length_named(name, this, value)
                        }
                        (Pat::Type(typed), _) => self.length_named(name, &typed.ty, value),
                        _ => None,
                    })
                });
            let this = function.this.iter().zip(receiver);
            let flag = this
                .into_iter()
                .find_map(|(ty, value)| self.flag_named(name, ty, value));
            if let Some(length) = found {
                self.bind_item(name, Value::Integer(index(length)));
            } else if let Some(flag) = flag {
                self.bind_item(name, Value::Boolean(flag));
            }
        }
    }

    /// Const parameters that the call gives: `Vector::<3>::zero()`, or those of the caller for
    /// `Self::zero()`.
    pub(crate) fn lengths_of_call(&mut self, function: &Function) -> Vec<(syn::Ident, Value)> {
        let given = std::mem::take(&mut self.frames.lengths_of_call);
        let mut lengths = Vec::new();
        for (position, name) in function.lengths.iter().enumerate() {
            let own = given.get(position).cloned().flatten();
            let of_caller = || {
                let caller = self.frames.calls.iter().rev().nth(1);
                let is_same = self.within_of_caller().this == function.within.this
                    && !caller.is_some_and(|caller| self.names_other_instance(caller));
                let binding = self.names.scopes.get(&name.to_string());
                let value = binding.map(|binding| binding.value.clone());
                value.filter(|value| {
                    is_same && matches!(value, Value::Integer(_) | Value::Boolean(_))
                })
            };
            if let Some(value) = own.or_else(of_caller) {
                lengths.push((name.clone(), value));
            }
        }
        lengths
    }

    /// Whether a method of `V<N>` names a `V` with other arguments, for example `V<2>`. Then a `V`
    /// without arguments may be that one.
    pub(crate) fn names_other_instance(&self, method: &FunctionId) -> bool {
        let method = self.names.functions.get(method);
        let Some(Type::Path(this)) = method.this.as_ref().map(behind_reference) else {
            return false;
        };
        let Some(last) = this.path.segments.last() else {
            return false;
        };
        let mut others = Others {
            name: &last.ident,
            arguments: last.arguments.to_token_stream().to_string(),
            found: false,
        };
        others.visit_expr(&method.body);
        method.result.iter().for_each(|ty| others.visit_type(ty));
        others.found
    }

    /// Whether the type of a field is known here: it names no const parameter of its struct, or the
    /// running method is one of that struct with the same arguments.
    pub(crate) fn knows_lengths(&self, layout: &Layout, field: &Type) -> bool {
        let own = layout.own.as_ref();
        let Some(definition) = own.and_then(|own| self.given.types.definition(own)) else {
            return true;
        };
        let mut parameters = definition.generics.const_params();
        let names = |name: &syn::Ident| names_any(&field.to_token_stream(), &[&name.to_string()]);
        if !parameters.any(|parameter| names(&parameter.ident)) {
            return true;
        }
        let is_own = self.within().this.as_ref() == own;
        let running = self.frames.calls.last();
        is_own && !running.is_some_and(|running| self.names_other_instance(running))
    }

    /// The length that a name denotes in a type, found from a value of that type.
    fn length_named(&self, name: &syn::Ident, ty: &Type, value: &Value) -> Option<usize> {
        let value = match value {
            Value::Reference(place) => &self.load(&self.follow(place.clone()))?,
            value => value,
        };
        match (ty, value) {
            (Type::Reference(inner), value) => self.length_named(name, &inner.elem, value),
            (Type::Array(array), Value::Array(elements)) => {
                if is_named(&array.len, name) {
                    return Some(elements.len());
                }
                self.length_named(name, &array.elem, elements.first()?)
            }
            (Type::Tuple(tuple), Value::Tuple(parts)) => tuple
                .elems
                .iter()
                .zip(parts.iter())
                .find_map(|(ty, part)| self.length_named(name, ty, part)),
            (Type::Path(path), Value::Matrix(matrix)) => {
                let lengths = [matrix.rows, matrix.cols];
                let mut named = arguments_of(&path.path)?.skip(1).zip(lengths);
                named.find_map(|(argument, length)| is_argument(argument, name).then_some(length))
            }
            (Type::Path(path), Value::Struct(layout, fields)) => {
                let definition = self.given.types.definition(layout.own.as_ref()?)?;
                let Body::Struct(declared) = &definition.body else {
                    return None;
                };
                let parameters = definition.generics.params.iter();
                let mut named = parameters.zip(arguments_of(&path.path)?);
                // The name in this type, and then the parameter of the definition in its place.
                let own = named.find_map(|(parameter, argument)| match parameter {
                    syn::GenericParam::Const(parameter) => {
                        is_argument(argument, name).then_some(&parameter.ident)
                    }
                    _ => None,
                })?;
                let mut fields = declared.iter().zip(fields.iter());
                fields.find_map(|(field, value)| self.length_named(own, &field.ty, value))
            }
            (Type::Path(path), Value::Inactive(_) | Value::Fields(_)) => {
                let place = match value {
                    Value::Inactive(inactive) => &inactive.tokens,
                    Value::Fields(fields) => &fields.place,
                    _ => return None,
                };
                let written = self.type_of_tokens(place)?.ty;
                let Type::Path(written) = behind_reference(&written) else {
                    return None;
                };
                let mut pairs = arguments_of(&path.path)?.zip(arguments_of(&written.path)?);
                let length = pairs.find_map(|(argument, written)| match written {
                    GenericArgument::Const(length) => {
                        is_argument(argument, name).then(|| self.known_length(length))
                    }
                    _ => None,
                })??;
                usize::try_from(length).ok()
            }
            _ => None,
        }
    }

    /// The flag that a name denotes in the type of a struct of the user's.
    fn flag_named(&self, name: &syn::Ident, ty: &Type, value: &Value) -> Option<bool> {
        let place = match value {
            Value::Inactive(inactive) => &inactive.tokens,
            Value::Fields(fields) => &fields.place,
            _ => return None,
        };
        let written = self.type_of_tokens(place)?.ty;
        let (Type::Path(ty), Type::Path(written)) = (ty, behind_reference(&written)) else {
            return None;
        };
        let mut pairs = arguments_of(&ty.path)?.zip(arguments_of(&written.path)?);
        pairs.find_map(|(argument, written)| match written {
            GenericArgument::Const(Expr::Lit(flag)) if is_argument(argument, name) => {
                match &flag.lit {
                    syn::Lit::Bool(flag) => Some(flag.value),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// `f64::sin` used as a value: a closure that calls it.
    pub(crate) fn method_as_function(&mut self, path: &syn::Path) -> Found<Option<Value>> {
        let mut segments = path.segments.iter().rev();
        let (Some(name), Some(scalar)) = (segments.next(), segments.next()) else {
            return Ok(None);
        };
        if !self.names_scalar(&scalar.ident) {
            return Ok(None);
        }
        let Some(operation) = elementals::of_method(&name.ident.to_string()) else {
            return Ok(None);
        };
        let names = (0..operation.arity()).map(|position| format_ident!("__operand_{position}"));
        let names: Vec<syn::Ident> = names.collect();
        let scalar = &scalar.ident;
        let closure: syn::ExprClosure =
            syn::parse_quote!(|#(#names: #scalar),*| #path(#(#names),*));
        self.closure(&closure).map(|id| Some(Value::Function(id)))
    }
}

/// A search for a type with other arguments than these.
struct Others<'a> {
    name: &'a syn::Ident,
    arguments: String,
    found: bool,
}

impl<'ast> Visit<'ast> for Others<'_> {
    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        let given = segment.arguments.to_token_stream().to_string();
        let given = given.trim_start_matches(":: ");
        self.found |= segment.ident == *self.name
            && !given.is_empty()
            && given != self.arguments.trim_start_matches(":: ");
        visit::visit_path_segment(self, segment);
    }
}

fn arguments_of(path: &syn::Path) -> Option<impl Iterator<Item = &GenericArgument>> {
    match &path.segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => Some(arguments.args.iter()),
        _ => None,
    }
}

/// Whether a type is `Self`, behind references or not.
fn is_self_type(ty: &Type) -> bool {
    matches!(behind_reference(ty), Type::Path(path) if path.path.is_ident("Self"))
}

fn is_named(length: &Expr, name: &syn::Ident) -> bool {
    matches!(strip(length), Expr::Path(path) if path.path.is_ident(name))
}

fn is_argument(argument: &GenericArgument, name: &syn::Ident) -> bool {
    match argument {
        GenericArgument::Const(length) => is_named(length, name),
        GenericArgument::Type(Type::Path(path)) => path.path.is_ident(name),
        _ => false,
    }
}
