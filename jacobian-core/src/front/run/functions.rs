//! Closures and nested functions: their bodies are run at each call.
//!
//! ```text
//! let f = |t| a * t;      f = Function { t, `a * t`, captured: a }
//! let a = 2.0;
//! f(x) + f(y)             a barrier hides both names `a`; the captured one and `t` come into sight
//! ```
//!
//! A closure sees the names where it was written, even if they mean something else where it is
//! called. A nested function sees items only. If a closure assigns to a captured variable, it
//! changes that variable itself. A closure that names nothing active is copied into opaque code
//! that mentions it. Every other call is inlined.
//!
//! Cost: a call costs what its body costs, and counts against the limit on operations.

use std::rc::Rc;

use quote::ToTokens;
use syn::{Expr, Pat};

use crate::interface::Wrapper;

use crate::front::messages;
use crate::front::names::activity;
use crate::front::names::control::Exit;
use crate::front::names::functions::{Captured, Function, Origin, Spelling, TakesSelf};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::captures::mentioned;
use crate::front::syntax::patterns::binds_variables_of_its_own;
use crate::front::syntax::tokens::{
    behind_references, is_place, is_place_behind, place_referred_to,
};
use crate::front::syntax::{declared, form, inspect, types};
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::FunctionId;
use crate::front::value::integer::Integer;
use crate::front::value::place::BindingId;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// Registers a closure where it is written. Its body is run at each call.
    pub(crate) fn closure(&mut self, closure: &syn::ExprClosure) -> Found<FunctionId> {
        if closure.asyncness.is_some() {
            return self.writer.refuse(closure, messages::NOT_DIFFERENTIATED);
        }
        let names = mentioned(closure.to_token_stream());
        let bound = |name: &String| Some((name.clone(), self.names.scopes.id(name)?));
        let captured: Vec<(String, BindingId)> = names.iter().filter_map(bound).collect();
        let assigned = inspect::assigned_names(&closure.body);
        // A `move` closure changes its own copy, which lives from call to call.
        let own = declared::declared_first(&closure.body);
        let changes = captured
            .iter()
            .any(|(name, _)| assigned.contains(name) && !own.contains(name));
        let state = self.state_of(closure, &captured, &own);
        let is_active = activity::mentions_active(&self.names.scopes, |walk| {
            syn::visit::Visit::visit_expr_closure(walk, closure);
        });
        let spelling = match (is_active, changes) {
            (_, true) => Spelling::Inlined,
            (true, false) => self.spelling_of_active(closure),
            (false, false) => self.spelling_of(closure),
        };
        let captured = captured
            .into_iter()
            .map(|(name, id)| {
                let captured = match closure.capture {
                    Some(_) if state.contains(&name) => self.own_state(id, closure)?,
                    Some(_) => self.moved_value(id, closure)?,
                    None => Captured::Shared(id),
                };
                Ok((name, captured))
            })
            .collect::<Found<_>>()?;
        let (fallible, result) = types::declared(&closure.output);
        let id = self.names.functions.add(Function {
            name: "closure".to_owned(),
            parameters: closure.inputs.iter().cloned().collect(),
            lengths: Vec::new(),
            around_closure: Some(self.object()),
            type_parameters: Vec::new(),
            generics: syn::Generics::default(),
            scalars: Vec::new(),
            known_types: self.frames.known_types.clone(),
            body: (*closure.body).clone(),
            captured,
            spelling,
            fallible,
            result,
            is_method: false,
            this: None,
            takes_self: TakesSelf::ByValue,
            within: self.within(),
            is_foreign: self.frames.foreign > 0,
            module: self.module(),
            supplied: None,
            keeps_state: !state.is_empty(),
            origin: Origin::Plain,
            stack: crate::limits::stack_of(closure.to_token_stream()),
            unclear: Vec::new(),
        });
        Ok(id)
    }

    /// Calls a function with values. `at` is the call.
    pub(crate) fn call_function(
        &mut self,
        id: &FunctionId,
        arguments: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let id = &self.with_scalars_of_call(id, &arguments);
        let function = Rc::clone(self.names.functions.get(id));
        let expected = function.parameters.len();
        let mut arguments = arguments;
        // Without a receiver, `self` in the body is that of the caller.
        let has_receiver = function.is_method && arguments.len() == expected + 1;
        let receiver = has_receiver.then(|| arguments.remove(0));
        if expected != arguments.len() {
            let message = messages::wrong_arguments(&function.name, expected, arguments.len());
            return self.writer.refuse(at, &message);
        }
        for argument in &arguments {
            self.refuse_hidden_state(argument, at)?;
        }
        self.check_recursion(id, &function.name, at)?;
        if !function.unclear.is_empty() {
            return self.writer.refuse_all(&function.unclear);
        }
        if !self.writer.spend(1, at) {
            return Err(Stop);
        }
        if let Some(supplied) = &function.supplied {
            let called = function.spell(&mut Vec::new()).unwrap_or_default();
            return self.call_supplied(supplied, (&called, None), arguments, at);
        }
        self.refuse_unequal_lengths(&function, receiver.as_ref(), &arguments, at)?;
        let object = self.object_of_call(&function, receiver.is_some());
        self.frames.calls.push(id.clone());
        self.frames.objects.push(object);
        self.frames.depths.push(self.writer.builder.depth());
        // A closure sees the imports around it.
        let around = function.around_closure.is_none();
        let around = around.then(|| self.names.imports.enter_body());
        let value = crate::limits::on_stack(function.stack, || {
            if function.is_foreign {
                self.run_apart(|lowering| lowering.run_call(&function, receiver, arguments))
            } else {
                self.run_call(&function, receiver, arguments)
            }
        });
        if let Some(around) = around {
            self.names.imports.leave_body(around);
        }
        self.frames.calls.pop();
        self.frames.objects.pop();
        self.frames.depths.pop();
        value
    }

    pub(crate) fn run_call(
        &mut self,
        function: &Function,
        receiver: Option<Value>,
        arguments: Vec<Value>,
    ) -> Found<Value> {
        // An opaque receiver is evaluated before the body, in the scope of the caller.
        let receiver = receiver.map(|value| self.receiver_value(function, value));
        let receiver = receiver.transpose()?;
        let wrapper = std::mem::replace(&mut self.frames.wrapper, Wrapper::Plain);
        let (own_wrapper, error) = function.fallible.clone();
        // A type from another module cannot be named in the generated function.
        let error = error.filter(|_| !function.is_foreign && self.frames.foreign == 0);
        self.frames.fallible.push((own_wrapper, error));
        // The flow of the caller waits, so that a `return` in the body ends only the body.
        let flow = self.control.flow.take();
        let alias = self.names.scopes.id("self");
        let alias = alias.filter(|_| function.is_method && receiver.is_none());
        let mut lengths = self.lengths_of_call(function, receiver.is_some());
        lengths.extend(self.lengths_by_values(function, receiver.as_ref(), &arguments));
        self.frames.foreign += usize::from(function.is_foreign);
        let mark = self.names.scopes.enter_function();
        let targets = self.frames.targets.enter_function();
        if let Some(alias) = alias {
            self.names.scopes.alias("self".to_owned(), alias);
        }
        for (name, captured) in &function.captured {
            match captured {
                Captured::Shared(id) if self.names.scopes.by_id(*id).is_some() => {
                    self.names.scopes.alias(name.clone(), *id);
                }
                Captured::Shared(_) => {
                    self.writer.report(&function.body, messages::REFERENCE_LOST);
                    self.names.scopes.bind(name.clone(), Value::Poison, false);
                }
                Captured::Moved(value) => self.bind_moved(name, value),
            }
        }
        self.bind_lengths(function, lengths);
        let types = self.bind_items_of_parameters(function, receiver.as_ref(), &arguments);
        if let Some(receiver) = receiver {
            self.bind_receiver(function, receiver);
        }
        for (pattern, value) in function.parameters.iter().zip(arguments) {
            self.bind_argument(pattern, value);
        }
        let expected = self.frames.expected_of_call.take();
        let result = function.result.clone().or(expected);
        let is_plain = own_wrapper == Wrapper::Plain;
        let inside = function.result.as_ref().filter(|_| !is_plain);
        let inside = inside.map(|ty| self.written(ty));
        self.frames.insides.push(inside);
        self.frames.returns.push(result.filter(|_| is_plain));
        let value = self.run_function_body(&function.body);
        let value = self.returned_in_width(value, function);
        self.frames.targets.leave_function(targets);
        self.frames.known_types = types;
        self.names.scopes.leave(mark);
        let value = self.outlived(value);
        self.frames.foreign -= usize::from(function.is_foreign);
        // A function that does not return ends its caller.
        self.control.flow = self.control.flow.take().or(flow);
        self.frames.wrapper = wrapper;
        self.frames.fallible.pop();
        self.frames.insides.pop();
        value
    }

    pub(crate) fn run_function_body(&mut self, body: &Expr) -> Found<Value> {
        match body {
            Expr::Block(block) if self.writer.is_trial() => {
                let want = self.frames.returns.last().cloned().flatten();
                self.try_block(&block.block, want.as_ref())
            }
            Expr::Block(block) if block.label.is_none() => self.run_body(&block.block),
            body if form::is_control(body) && !matches!(body, Expr::Loop(_)) => {
                // A mistake has been reported already, and `break` has set `control.flow`.
                let _: Found<()> = self.run_expression(body);
                Ok(Value::unit())
            }
            body => {
                let want = self.frames.returns.last().cloned().flatten();
                let mark = self.control.pending.len();
                let value = self.eval_as(body, want.as_ref());
                self.absorb_exits(mark, Exit::Return, value)
            }
        }
    }

    /// Binds a parameter. Opaque arguments are evaluated here, in order.
    pub(crate) fn bind_argument(&mut self, pattern: &Pat, value: Value) {
        let value = self.as_supplied_object(value);
        let value = match pattern {
            Pat::Type(typed) => {
                let value = self.as_declared_matrix(value, &typed.ty);
                self.with_lengths_of(value, &typed.ty)
            }
            _ => value,
        };
        let value = match self
            .own_argument(pattern, value)
            .and_then(|value| self.argument_in_width(pattern, value))
            .and_then(|value| self.in_parts_for_prelude(pattern, value))
        {
            Ok(value) => value,
            Err(Stop) => return self.poison_names(pattern),
        };
        let ty = match pattern {
            Pat::Type(typed) => primitive(&typed.ty),
            _ => None,
        };
        let value = match (value, ty) {
            (Value::Inactive(inactive), Some((name, behind))) if name == self.given.scalar_name => {
                let tokens = behind_references(inactive.tokens);
                let inactive = Inactive { tokens, ..inactive };
                match self.number(inactive, behind, pattern) {
                    Ok(id) => Value::Scalar(id),
                    Err(Stop) => return self.poison_names(pattern),
                }
            }
            (Value::Integer(integer), Some((name, _))) if !name.starts_with('f') => {
                Value::Integer(Integer {
                    suffix: Some(name),
                    ..integer
                })
            }
            (value, _) => value,
        };
        match value {
            Value::Inactive(inactive) if !self.is_element(pattern, &inactive) => {
                let passed = self.type_of_tokens(&inactive.tokens);
                let inactive = self.coerced(pattern, inactive);
                match (pattern, passed) {
                    (Pat::Type(typed), Some(passed)) if self.is_any_type(&typed.ty) => {
                        self.keep_let(&typed.pat, inactive);
                        self.note_type_of(&typed.pat, &passed);
                    }
                    (_, passed) => {
                        self.keep_let(&without_foreign_type(pattern), inactive);
                        match (pattern, passed) {
                            (Pat::Type(typed), _) => self.note_declared(&typed.pat, &typed.ty),
                            // A closure need not declare the types of its parameters.
                            (pattern, Some(passed)) => self.note_type_of(pattern, &passed),
                            _ => {}
                        }
                    }
                }
            }
            value => self.bind_pattern(pattern, value),
        }
    }

    /// The result of a function that is declared `f32`.
    fn returned_in_width(&mut self, value: Found<Value>, function: &Function) -> Found<Value> {
        match self.frames.returns.pop().flatten() {
            Some(declared) => {
                let value = self.with_lengths_of(value?, &declared);
                self.refuse_other_lengths(&declared, &value, &function.body)?;
                self.in_declared_width(value, &self.written(&declared), &function.body)
            }
            None => value,
        }
    }

    /// The argument of a parameter that is declared `f32`.
    fn argument_in_width(&mut self, pattern: &Pat, value: Value) -> Found<Value> {
        let Pat::Type(typed) = pattern else {
            return Ok(value);
        };
        let declared = self.written(&typed.ty);
        self.in_declared_width(value, &declared, pattern)
    }

    /// Whether a parameter can be bound to an opaque element as an alias. An iterator gives
    /// references to elements, but we may spell an element as a place, for example `k[0]`, and `let
    /// &(a, b) = k[0];` does not compile.
    fn is_element(&self, pattern: &Pat, inactive: &Inactive) -> bool {
        let is_object = self.is_supplied_object(&inactive.tokens);
        let is_known = is_object || self.type_of(inactive).is_some();
        // A trial makes no variables, and it changes nothing.
        let is_tried = self.writer.is_trial() && is_place(&inactive.tokens);
        (is_place_behind(&inactive.tokens)
            || is_tried
            || is_object
            || place_referred_to(&inactive.tokens).is_some())
            && is_known
            && !binds_variables_of_its_own(pattern)
    }
}

/// The primitive type of a parameter, and whether it is behind a reference.
pub(crate) fn primitive(ty: &syn::Type) -> Option<(String, Behind)> {
    match ty {
        syn::Type::Reference(reference) if reference.mutability.is_none() => {
            Some((primitive(&reference.elem)?.0, Behind::Reference))
        }
        syn::Type::Path(path) => {
            let name = path.path.get_ident()?.to_string();
            let is_number = name == "f64"
                || name == "f32"
                || name == "usize"
                || name == "isize"
                || name
                    .strip_prefix(['i', 'u'])
                    .is_some_and(|bits| bits.parse::<u8>().is_ok());
            is_number.then_some((name, Behind::Nothing))
        }
        _ => None,
    }
}

/// The pattern of a parameter. Only a primitive type stays, because another type may mean something
/// else in the caller.
pub(crate) fn without_foreign_type(pattern: &Pat) -> Pat {
    match pattern {
        Pat::Type(typed) if primitive(&typed.ty).is_none() => (*typed.pat).clone(),
        pattern => pattern.clone(),
    }
}
