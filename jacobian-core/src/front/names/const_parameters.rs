//! Const parameters of inlined functions: what `N` of the `impl`, or of the function, is in a call.
//!
//! ```text
//! fn dot<const N: usize>(a: &[f64; N], b: &[f64; N])    `N` is the length of the argument
//! b.rows()                 of `b: &Grid<3, 2>` in an `impl<R, C> Grid<R, C>`: `R` is 3
//! self.rows()              what it is for the running method of the same object
//! Grid::<3, 2>::zero()     the call says it
//! ```
//!
//! Invariant: a name means the parameter of the generated function only where the running method is
//! one of the same object. Elsewhere a parameter that nothing gives has no value, and code that
//! names it is refused, because the generated function may have a parameter of that name.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Expr, GenericArgument, Lit, Pat, Type};

use crate::interface::{ConstArguments, Layout};

use crate::front::names::functions::{Function, Object};
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Within};
use crate::front::syntax::generic_arguments::{arguments_of, integer_literal, literal_of, name_of};
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;
use crate::front::value::Value;
use crate::front::value::function::FunctionId;
use crate::front::value::items::index;

impl<M> Lowering<M> {
    /// What they will be in a call of a function, by the receiver and the path of the call.
    pub(crate) fn object_of_call(&mut self, function: &Function, has_receiver: bool) -> Object {
        let of_self = std::mem::take(&mut self.frames.is_call_of_self);
        if let Some(object) = function.around_closure {
            return object;
        }
        let is_of_self = of_self || (function.is_method && !has_receiver);
        let home = &self.given.home.this;
        let is_type = home.is_some() && *home == function.within.this;
        if self.object() == Object::Other || !is_of_self || !is_type {
            return Object::Other;
        }
        let spelled = |ty: &Type| behind_reference(ty).to_token_stream().to_string();
        let own_type = self.given.self_type.as_ref().map(spelled);
        if own_type == function.this.as_ref().map(spelled) {
            Object::Home
        } else {
            Object::Same
        }
    }

    /// The const parameters of a function that the values of a call show.
    pub(crate) fn lengths_by_values(
        &self,
        function: &Function,
        receiver: Option<&Value>,
        arguments: &[Value],
    ) -> Vec<(Ident, Value)> {
        // A method of the caller's own `self` gets no receiver.
        let own = (function.is_method && !function.lengths.is_empty()).then(|| self.own_receiver());
        let receiver = receiver.or(own.as_ref());
        let value_of = |name: &Ident| {
            let of_receiver = function.this.iter().zip(receiver);
            let passed = function.parameters.iter().zip(arguments);
            let passed = passed.filter_map(|(pattern, value)| match (pattern, &function.this) {
                (Pat::Type(typed), Some(this)) if is_self_type(&typed.ty) => Some((this, value)),
                (Pat::Type(typed), _) => Some((&*typed.ty, value)),
                _ => None,
            });
            let mut all = of_receiver.chain(passed);
            all.find_map(|(ty, value)| self.const_named(name, ty, value))
        };
        let each = function.lengths.iter();
        each.filter_map(|name| Some((name.clone(), value_of(name)?)))
            .collect()
    }

    /// Binds the const parameters of a function that has been entered. One that nothing gives gets
    /// no value.
    pub(crate) fn bind_lengths(&mut self, function: &Function, lengths: Vec<(Ident, Value)>) {
        for (name, value) in lengths {
            self.bind_item(&name, value);
        }
        let of_type = function.this.as_ref().map(ToTokens::to_token_stream);
        for name in &function.lengths {
            let is_bound = self.names.scopes.get(&name.to_string()).is_some();
            let is_of_type = of_type
                .as_ref()
                .is_some_and(|ty| names_any(ty, &[&name.to_string()]));
            let is_of_home = is_of_type && self.object() == Object::Home;
            if !is_bound && !is_of_home {
                self.bind_item(name, Value::Unassigned);
            }
        }
    }

    /// Const parameters that the call gives: `Vector::<3>::zero()`, or those of the caller for
    /// `Self::zero()`.
    pub(crate) fn lengths_of_call(
        &mut self,
        function: &Function,
        has_receiver: bool,
    ) -> Vec<(Ident, Value)> {
        let given = std::mem::take(&mut self.frames.lengths_of_call);
        let caller = self.frames.calls.iter().rev().nth(1).cloned();
        let of_caller = |name: &Ident| {
            let caller = caller.as_ref().filter(|_| !has_receiver)?;
            let is_same = self.within_of_caller().this == function.within.this
                && !self.names_other_instance(caller);
            let caller = self.names.functions.get(caller);
            // The blocks of the two methods may give the parameter different names.
            let name = match (&function.this, &caller.this) {
                (Some(called), Some(calling)) => &name_in(called, calling, name)?,
                _ => name,
            };
            let is_known = is_same && caller.lengths.contains(name);
            let binding = self.names.scopes.get(&name.to_string());
            let value = binding.map(|binding| binding.value.clone());
            value.filter(|value| is_known && matches!(value, Value::Integer(_) | Value::Boolean(_)))
        };
        let each = function.lengths.iter().enumerate();
        let (mut known, mut has_taken) = (Vec::new(), false);
        for (position, name) in each {
            let own = given.get(position).cloned().flatten();
            let taken = if own.is_none() { of_caller(name) } else { None };
            has_taken |= taken.is_some();
            known.extend(own.or(taken).map(|value| (name.clone(), value)));
        }
        self.frames.has_taken_lengths |= has_taken;
        known
    }

    /// Gives the next call its const arguments, those of the type in its path and those of the
    /// function. The former are in the order of the type, and the `impl` may have another one.
    pub(crate) fn give_lengths(
        &mut self,
        function: &FunctionId,
        of_type: &[Option<Value>],
        own: Vec<Option<Value>>,
    ) {
        let function = self.names.functions.get(function);
        let this = function.this.as_ref().map(behind_reference);
        let declared = match this {
            Some(Type::Path(path)) => arguments_of(&path.path),
            _ => Vec::new(),
        };
        let is_const = |argument: &&GenericArgument| {
            let mut lengths = function.lengths.iter();
            matches!(argument, GenericArgument::Const(_))
                || lengths.any(|name| is_argument(argument, name))
        };
        let declared: Vec<GenericArgument> = declared.iter().filter(is_const).cloned().collect();
        let pairs = || declared.iter().zip(of_type);
        let meant = |name: &Ident| {
            let found = pairs().find(|(argument, _)| is_argument(argument, name));
            found.and_then(|(_, value)| value.clone())
        };
        let mut all: Vec<Option<Value>> = function.lengths.iter().map(meant).collect();
        all.truncate(all.len().saturating_sub(own.len()));
        all.extend(own);
        self.frames.lengths_of_call = all;
    }

    /// Whether the type of a field is known here: it names no const parameter of its struct, or the
    /// running method is one of that struct with the same arguments.
    pub(crate) fn knows_lengths(&self, layout: &Layout, field: &Type) -> bool {
        let own = layout.own.as_ref();
        let Some(definition) = own.and_then(|own| self.given.types.definition(own)) else {
            return true;
        };
        let mut parameters = definition.generics.const_params();
        let names = |name: &Ident| names_any(&field.to_token_stream(), &[&name.to_string()]);
        if !parameters.any(|parameter| names(&parameter.ident)) {
            return true;
        }
        let is_own = self.within().this.as_ref() == own;
        let running = self.frames.calls.last();
        is_own && !running.is_some_and(|running| self.names_other_instance(running))
    }

    /// The value that the const parameter of this name has in a type, found from a value of that
    /// type.
    pub(super) fn const_named(&self, name: &Ident, ty: &Type, value: &Value) -> Option<Value> {
        let value = match value {
            Value::Reference(place) => &self.load(&self.follow(place.clone()))?,
            value => value,
        };
        match (ty, value) {
            (Type::Reference(inner), value) => self.const_named(name, &inner.elem, value),
            (Type::Array(array), Value::Array(elements)) => {
                if is_named(&array.len, name) {
                    return Some(Value::Integer(index(elements.len())));
                }
                self.const_named(name, &array.elem, elements.first()?)
            }
            (Type::Tuple(tuple), Value::Tuple(parts)) => tuple
                .elems
                .iter()
                .zip(parts.iter())
                .find_map(|(ty, part)| self.const_named(name, ty, part)),
            (Type::Path(path), Value::Matrix(matrix)) => {
                let lengths = [matrix.rows, matrix.cols];
                let arguments = arguments_of(&path.path);
                let mut named = arguments.iter().skip(1).zip(lengths);
                let length = named.find(|(argument, _)| is_argument(argument, name));
                length.map(|(_, length)| Value::Integer(index(length)))
            }
            (Type::Path(path), Value::Struct(layout, fields)) => {
                let noted = arguments_of(&path.path);
                let mut noted = noted.iter().zip(layout.lengths.0.iter());
                let noted = noted.find(|(argument, _)| is_argument(argument, name));
                if let Some((_, Some(literal))) = noted {
                    return value_of(literal);
                }
                self.const_by_fields(name, path, (layout, fields))
            }
            (Type::Path(path), Value::Inactive(_) | Value::Fields(_)) => {
                let place = match value {
                    Value::Inactive(inactive) => &inactive.tokens,
                    Value::Fields(fields) => &fields.place,
                    _ => return None,
                };
                self.const_at(name, path, place)
            }
            _ => None,
        }
    }

    /// The same by the fields of a struct.
    fn const_by_fields(
        &self,
        name: &Ident,
        path: &syn::TypePath,
        (layout, fields): (&Layout, &[Value]),
    ) -> Option<Value> {
        let definition = self.given.types.definition(layout.own.as_ref()?)?;
        let Body::Struct(declared) = &definition.body else {
            return None;
        };
        let parameters = definition.generics.params.iter();
        let parameters =
            parameters.filter(|found| !matches!(found, syn::GenericParam::Lifetime(_)));
        let arguments = arguments_of(&path.path);
        let mut named = parameters.zip(&arguments);
        // The name in this type, and then the parameter of the definition in its place.
        let own = named.find_map(|(parameter, argument)| match parameter {
            syn::GenericParam::Const(parameter) => {
                is_argument(argument, name).then_some(&parameter.ident)
            }
            _ => None,
        })?;
        let mut fields = declared.iter().zip(fields.iter());
        fields.find_map(|(field, value)| self.const_named(own, &field.ty, value))
    }

    /// The same by the declared type of a place of the user's.
    fn const_at(&self, name: &Ident, path: &syn::TypePath, place: &TokenStream) -> Option<Value> {
        let written = self.type_of_tokens(place)?;
        let written = self.given.types.behind_names(&written);
        let Type::Path(known) = behind_reference(&written.ty) else {
            return None;
        };
        let (declared, known) = (arguments_of(&path.path), arguments_of(&known.path));
        let mut pairs = declared.iter().zip(&known);
        let (_, known) = pairs.find(|(argument, _)| is_argument(argument, name))?;
        value_of(&self.literal_at_home(known, &written.at)?)
    }

    /// A const argument that is written where the names are those of the attributed function.
    fn literal_at_home(&self, argument: &GenericArgument, at: &Within) -> Option<Lit> {
        literal_of(argument).or_else(|| {
            let name = name_of(argument).filter(|_| *at == self.given.home)?;
            let value = self.given.constant(&name.into())?;
            Some(integer_literal(value))
        })
    }

    /// A struct whose declared type is known, with the const arguments of that type.
    pub(crate) fn with_lengths_of(&self, value: Value, declared: &Type) -> Value {
        let Value::Struct(layout, fields) = &value else {
            return value;
        };
        let ty = behind_reference(declared);
        let running = self.frames.calls.last();
        let running = running.map(|running| self.names.functions.get(running));
        let this = running.and_then(|running| running.this.as_ref());
        let ty = this.filter(|_| is_self_type(ty)).unwrap_or(ty);
        let written = self.given.types.behind_names(&self.written(ty));
        if layout.own.is_none() || self.key_of_written(&written) != layout.own {
            return value;
        }
        let Type::Path(path) = behind_reference(&written.ty) else {
            return value;
        };
        let arguments = arguments_of(&path.path);
        let literal = |argument: &GenericArgument| {
            literal_of(argument).or_else(|| {
                let is_root = self.frames.calls.is_empty();
                self.literal_at_home(argument, &written.at)
                    .filter(|_| is_root)
            })
        };
        let literals: Vec<Option<Lit>> = arguments.iter().map(literal).collect();
        if literals.iter().all(Option::is_none) {
            return value;
        }
        let layout = Layout {
            lengths: ConstArguments(Rc::new(literals)),
            ..(**layout).clone()
        };
        Value::Struct(Rc::new(layout), Rc::clone(fields))
    }

    /// Binds what a `move` closure has captured. A parameter without a value stays one.
    pub(crate) fn bind_moved(&mut self, name: &str, value: &Value) {
        if matches!(value, Value::Unassigned) {
            let name = Ident::new(name, proc_macro2::Span::call_site());
            return self.bind_item(&name, Value::Unassigned);
        }
        let active = self.is_active_value(value);
        self.names
            .scopes
            .bind(name.to_owned(), value.clone(), active);
    }
}

/// The name that a parameter of one type has in another instance of it.
fn name_in(called: &Type, calling: &Type, name: &Ident) -> Option<Ident> {
    let (Type::Path(called), Type::Path(calling)) =
        (behind_reference(called), behind_reference(calling))
    else {
        return None;
    };
    let called = arguments_of(&called.path);
    let position = called.iter().position(|found| is_argument(found, name));
    match position {
        Some(position) => name_of(arguments_of(&calling.path).get(position)?),
        None => Some(name.clone()),
    }
}

/// Whether a type is `Self`, behind references or not.
pub(super) fn is_self_type(ty: &Type) -> bool {
    matches!(behind_reference(ty), Type::Path(path) if path.path.is_ident("Self"))
}

fn is_named(length: &Expr, name: &Ident) -> bool {
    matches!(strip(length), Expr::Path(path) if path.path.is_ident(name))
}

fn is_argument(argument: &GenericArgument, name: &Ident) -> bool {
    name_of(argument).is_some_and(|found| found == *name)
}

fn value_of(literal: &Lit) -> Option<Value> {
    match literal {
        Lit::Int(integer) => {
            let length: usize = integer.base10_parse().ok()?;
            Some(Value::Integer(index(length)))
        }
        Lit::Bool(flag) => Some(Value::Boolean(flag.value)),
        _ => None,
    }
}
