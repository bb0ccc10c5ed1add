//! Function arguments: closures, functions of the user's, and methods by path such as `f64::max`.

use proc_macro2::Ident;
use quote::{ToTokens, format_ident, quote};
use syn::Expr;

use crate::ir::{Origin, ValueId};

use crate::front::messages;
use crate::front::names::rule_calls::Head;
use crate::front::names::state::Lowering;
use crate::front::prelude;
use crate::front::read::rules::Rule;
use crate::front::run::Run;
use crate::front::syntax::elementals;
use crate::front::syntax::form::{Want, element_type, turbofish_element, turbofish_length};
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::is_place;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::integer::Integer;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// The function that a choice or a cast gives, `g as fn(f64) -> f64`. `None` if it is another
    /// value.
    pub(crate) fn function_made(&mut self, expression: &Expr) -> Found<Option<Value>> {
        let Expr::Cast(cast) = expression else {
            return self.chosen_function(expression);
        };
        let (function, syn::Type::FnPtr(ty)) = (&cast.expr, &*cast.ty) else {
            return Ok(None);
        };
        let names = (0..ty.inputs.len()).map(|n| format_ident!("__operand_{n}"));
        let names: Vec<Ident> = names.collect();
        let closure = syn::parse_quote!(|#(#names),*| (#function)(#(#names),*));
        let closure = self.trees.keep(closure);
        self.closure(&closure).map(|id| Some(Value::Function(id)))
    }

    /// The function that an argument is, or that it names.
    pub(crate) fn callable(&mut self, expression: &Expr) -> Found<Callable> {
        if let Some(function) = self.function_called(expression)? {
            return Ok(Callable::Function(function));
        }
        if let Some(closure) = self.method_named(expression) {
            return self.closure(&closure).map(Callable::Function);
        }
        if let Expr::Path(path) = strip(expression) {
            let segments: Vec<&Ident> = path.path.segments.iter().map(|part| &part.ident).collect();
            match segments.as_slice() {
                [.., scalar, name] if self.names_scalar(scalar) => {
                    if **name == "from" && self.writer.builder.is_mixed() {
                        let closure = syn::parse_quote!(|__a| #scalar::#name(__a));
                        return self.closure(&closure).map(Callable::Function);
                    }
                    if **name == "from" || **name == "clone" {
                        return Ok(Callable::Identity);
                    }
                    let text = name.to_string();
                    if text == "total_cmp" || text == "partial_cmp" {
                        let closure = syn::parse_quote!(|__a, __b| __a.#name(__b));
                        return self.closure(&closure).map(Callable::Function);
                    }
                    if elementals::of_method(&text).is_some() || text == "powi" || text == "sin_cos"
                    {
                        return Ok(Callable::Method((*name).clone()));
                    }
                }
                _ => {}
            }
        }
        if let Some(count) = self.count_of_ruled(expression) {
            let names: Vec<Ident> = (0..count).map(|n| format_ident!("__operand_{n}")).collect();
            let closure = syn::parse_quote!(|#(#names),*| #expression(#(#names),*));
            return self.closure(&closure).map(Callable::Function);
        }
        if self.constructor(expression).is_some() {
            // `Matrix2::identity` as a function, for example in
            // `try_inverse().unwrap_or_else(Matrix2::identity)`.
            let closure = syn::parse_quote!(|| #expression());
            return self.closure(&closure).map(Callable::Function);
        }
        if let Some(closure) = self.constructor_of_struct(expression) {
            return self.closure(&closure).map(Callable::Function);
        }
        self.writer.refuse(expression, messages::NOT_CALLABLE)
    }

    /// An argument of a call that needs no evaluation: an opaque place in a trial, or a method as a
    /// function, `twice(T::sign, x)`.
    pub(crate) fn ready_argument(&mut self, argument: &Expr) -> Option<Found<Value>> {
        if let Some(place) = self.tried_place(argument) {
            return Some(Ok(place));
        }
        let closure = self.method_named(argument)?;
        Some(self.closure(&closure).map(Value::Function))
    }

    /// An opaque place that a trial passes on. Only its lengths may be known.
    fn tried_place(&self, argument: &Expr) -> Option<Value> {
        let place = self.peek(argument).filter(|_| self.writer.is_trial())?;
        let is_place = matches!(&place, Value::Inactive(of) if is_place(&of.tokens));
        is_place.then_some(place)
    }

    /// A method that a path names, as a closure: `<f64 as Norm>::larger`, `Add::add`, `Vec3::dot`.
    pub(crate) fn method_named(&self, expression: &Expr) -> Option<syn::ExprClosure> {
        let closure = self.method_of_trait(expression);
        closure.or_else(|| self.method_by_path(expression))
    }

    /// `<f64 as Norm>::larger` as a closure, if the trait is in sight.
    fn method_of_trait(&self, expression: &Expr) -> Option<syn::ExprClosure> {
        let Expr::Path(path) = strip(expression) else {
            return None;
        };
        let of = path.qself.as_ref().filter(|of| of.position > 0)?;
        let key = self.given.types.key_of(&of.ty, &self.within())?;
        let name = path.path.segments.last()?.ident.to_string();
        let is_known = |count: &usize| !self.given.types.methods(&key, &name, *count).is_empty();
        let count = (1..=3).find(is_known)?;
        let names = (0..count).map(|position| quote::format_ident!("__operand_{position}"));
        let names: Vec<Ident> = names.collect();
        Some(syn::parse_quote!(|#(#names),*| #path(#(#names),*)))
    }

    /// `Add::add`, `f64::mul`, `<f64 as Neg>::neg` as a closure.
    pub(crate) fn operator_by_path(&self, expression: &Expr) -> Option<syn::ExprClosure> {
        let Expr::Path(path) = strip(expression) else {
            return None;
        };
        let name = path.path.segments.last()?.ident.to_string();
        let owner = owner_of(&path.path);
        let last = &owner.segments.last()?.ident;
        let is_of_type = path.qself.as_ref().is_some_and(|of| of.position == 0);
        let is_own = is_of_type || self.given.types.key(&owner, &self.within()).is_some();
        let (of_trait, closure) = operator_method(&name).filter(|_| !is_own)?;
        let is_operator = last == of_trait && self.is_of_ops(&path.path);
        (is_operator || self.names_scalar(last)).then_some(closure)
    }

    /// Whether a path is one of `std::ops`. A trait of the user's own may be called `Add` too.
    fn is_of_ops(&self, path: &syn::Path) -> bool {
        let (imports, module) = (&self.names.imports, self.module());
        let is_std = |path: &str| path.starts_with("std::ops::") || path.starts_with("core::ops::");
        let full = imports.full_path(path, module);
        let by_globs = imports.by_globs(&full, module);
        is_std(&full) || by_globs.iter().any(|path| is_std(path)) || !full.starts_with('#')
    }

    /// `Add::add`, `f64::mul`, `Vec3::dot` as a closure.
    fn method_by_path(&self, expression: &Expr) -> Option<syn::ExprClosure> {
        if let Some(operator) = self.operator_by_path(expression) {
            return Some(operator);
        }
        let Expr::Path(path) = strip(expression) else {
            return None;
        };
        let name = path.path.segments.last()?.ident.to_string();
        let key = self.given.types.key(&owner_of(&path.path), &self.within());
        let key = key.filter(|_| path.qself.is_none())?;
        let is_known = |count: &usize| !self.given.types.methods(&key, &name, *count).is_empty();
        let count = (1..=3).find(is_known)?;
        let names = (0..count).map(|position| format_ident!("__operand_{position}"));
        let names: Vec<Ident> = names.collect();
        Some(syn::parse_quote!(|#(#names),*| #path(#(#names),*)))
    }

    /// A function of an integer type, `i32::try_from(x.floor() as i64)`: the user's own call.
    pub(crate) fn keep_call_of_integer(&mut self, call: &syn::ExprCall) -> Found<Value> {
        self.writer.at_run_time()?;
        let mut mentions = Vec::new();
        let mut kept = call.clone();
        for argument in &mut kept.args {
            let observed = self.observe(argument, &mut mentions)?;
            *argument = Expr::Verbatim(observed);
        }
        Ok(Value::Inactive(Inactive {
            tokens: kept.into_token_stream(),
            mentions,
        }))
    }

    /// A function of the scalar in a partial of the prelude: `real::exp(x)`.
    pub(crate) fn eval_of_scalar(&mut self, call: &syn::ExprCall) -> Found<Option<Value>> {
        let Some(name) = function_of_scalar(&call.func) else {
            return Ok(None);
        };
        if let Some(text) = prelude::of_scalar(&name.to_string()) {
            let rule: Rule = syn::parse_str(text).expect("invariant: a test parses each entry");
            let arguments: Vec<&Expr> = call.args.iter().collect();
            let passed = self.passed(&rule, None, &arguments)?;
            let called = Head::Function(call.func.to_token_stream()).call(&passed.spelled);
            return self
                .finish_rule(&rule, called, None, &passed, call)
                .map(Some);
        }
        let mut operands = call.args.iter();
        let first = operands.next().ok_or(Stop)?;
        let first = self.eval_scalar(first, Behind::Nothing)?;
        let rest: Vec<&Expr> = operands.collect();
        let Some(operation) = elementals::partial(&name.to_string()) else {
            return self.elemental(name, first, &rest, call).map(Some);
        };
        let mut operands = vec![first];
        for operand in rest {
            operands.push(self.eval_scalar(operand, Behind::Nothing)?);
        }
        let builder = &mut self.writer.builder;
        let value = builder.apply(operation, &operands, Origin::default());
        Ok(Some(Value::Scalar(value)))
    }

    /// `receiver.name(arguments)`, an elemental.
    pub(crate) fn elemental(
        &mut self,
        name: &Ident,
        receiver: ValueId,
        arguments: &[&Expr],
        at: &impl ToTokens,
    ) -> Found<Value> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.eval(argument)?;
            // Each argument is evaluated before the next one; exponents of `powi` are integers.
            values.push(match value {
                value @ Value::Inactive(_) if name != "powi" => self
                    .as_scalar(value, argument, Behind::Nothing)
                    .map(Value::Scalar),
                value => Ok(value),
            }?);
        }
        self.elemental_of(name, receiver, values, at)
    }

    /// `cmp::min(a, b)` and `cmp::max(a, b)` of integers.
    pub(crate) fn eval_extreme(
        &mut self,
        name: &Ident,
        arguments: &[&Expr],
        call: &syn::ExprCall,
    ) -> Found<Value> {
        let (mut mentions, mut spelled, mut known) = (Vec::new(), Vec::new(), Vec::new());
        for argument in arguments {
            match self.eval_base(argument)? {
                value @ Value::Inactive(_) => spelled.extend(self.spell(&value, &mut mentions)),
                Value::Integer(integer) => {
                    spelled.extend(self.spell(&Value::Integer(integer.clone()), &mut mentions));
                    known.push(integer);
                }
                // A type of the user's that is ordered may contain numbers.
                other => {
                    let message = messages::integer_not_known("argument", &other.describe());
                    return self.writer.refuse(call, &message);
                }
            }
        }
        if let [left, right] = known.as_slice() {
            let pick = if name == "min" { i128::min } else { i128::max };
            let suffix = left.suffix.clone().or_else(|| right.suffix.clone());
            let value = pick(left.value, right.value);
            return Ok(Value::Integer(Integer { value, suffix }));
        }
        self.writer.at_run_time()?;
        let tokens = quote!(::core::cmp::#name(#(#spelled),*));
        let found = Inactive { tokens, mentions };
        let found = self.writer.settle_as(&format_ident!("count"), found)?;
        if let Value::Inactive(found) = &found {
            self.writer.no_numbers.insert(found.tokens.to_string());
        }
        Ok(found)
    }

    /// The function applied to values.
    pub(crate) fn apply_callable(
        &mut self,
        callable: &Callable,
        arguments: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        match callable {
            Callable::Function(function) => self.call_function(function, arguments, at),
            Callable::Identity => match arguments.into_iter().next() {
                Some(Value::Integer(integer)) => Ok(self.writer.literal_of(integer.value)),
                Some(value) => Ok(value.behind_references()),
                None => Err(Stop),
            },
            Callable::Seen(function) => {
                let value = arguments.first().cloned().ok_or(Stop)?;
                self.apply_callable(function, arguments, at)?;
                Ok(value)
            }
            Callable::Method(name) => {
                let mut arguments = arguments.into_iter();
                let Some(receiver) = arguments.next() else {
                    return Err(Stop);
                };
                let receiver = self.as_scalar(receiver, at, Behind::Reference)?;
                self.elemental_of(name, receiver, arguments.collect(), at)
            }
        }
    }

    /// `array::from_fn(f)`, with the length from its type. `None` if no type gives the length and
    /// `f` is not active, so that the call can stay opaque.
    pub(crate) fn eval_from_fn(
        &mut self,
        call: &syn::ExprCall,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        let (length, element) = match (turbofish_length(&call.func), want) {
            (Some(length), want) => {
                let element = turbofish_element(&call.func);
                (length, element.or_else(|| want.and_then(element_type)))
            }
            (None, Some(syn::Type::Array(array))) if !matches!(array.len, Expr::Infer(_)) => {
                let element = Some(&*array.elem);
                let is_given = |element: &&syn::Type| !matches!(element, syn::Type::Infer(_));
                (array.len.clone(), element.filter(is_given))
            }
            _ => {
                if self.names.is_active(&call.args[0]) {
                    return self.writer.refuse(call, messages::LENGTH_OF_FROM_FN);
                }
                return Ok(None);
            }
        };
        // The length is part of a type, so no local variable occurs in it.
        let length = self.trees.keep(length);
        let known = self.eval_integer(&length, "length");
        let length = known.and_then(|length| usize::try_from(length).map_err(|_| Stop))?;
        let callable = self.callable(&call.args[0])?;
        let mut elements = Vec::new();
        for index in 0..length {
            let index = Integer {
                value: i128::try_from(index).expect("invariant: lengths fit"),
                suffix: Some("usize".into()),
            };
            self.frames.expected_of_call = element.cloned();
            let value = self.apply_callable(&callable, vec![Value::Integer(index)], call)?;
            if self.writer.exhausted {
                return Err(Stop);
            }
            let value = self.writer.settle_part(value)?;
            elements.push(value);
        }
        let array = self.writer.limited(Value::array(elements), call)?;
        Ok(Some(array))
    }
}

/// What a path names before its last name.
fn owner_of(path: &syn::Path) -> syn::Path {
    let mut owner = path.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    owner
}

/// The trait of an operator by the name of its method, and what the method does.
fn operator_method(name: &str) -> Option<(&'static str, syn::ExprClosure)> {
    Some(match name {
        "add" => ("Add", syn::parse_quote!(|__a, __b| __a + __b)),
        "sub" => ("Sub", syn::parse_quote!(|__a, __b| __a - __b)),
        "mul" => ("Mul", syn::parse_quote!(|__a, __b| __a * __b)),
        "div" => ("Div", syn::parse_quote!(|__a, __b| __a / __b)),
        "rem" => ("Rem", syn::parse_quote!(|__a, __b| __a % __b)),
        "neg" => ("Neg", syn::parse_quote!(|__a| -__a)),
        _ => return None,
    })
}

/// The name of a function of the scalar, which only the prelude can call.
fn function_of_scalar(function: &Expr) -> Option<&Ident> {
    let Expr::Path(path) = strip(function) else {
        return None;
    };
    let mut names = path.path.segments.iter().map(|part| &part.ident);
    let (module, name) = (names.next()?, names.next()?);
    (module == "__elemental").then_some(name)
}
