//! Closures and nested functions: their bodies are run where they are called.
//!
//! ```text
//! let f = |t| a * t;      f = Function { t, `a * t`, captured: a }
//! let a = 2.0;
//! f(x) + f(y)             a barrier hides both names `a`; the captured one and `t` come into sight
//! ```
//!
//! A closure sees the names where it was written, whatever they mean where it is called; a nested function sees
//! items only. What a closure changes in its surroundings it changes in the variables themselves.
//! A closure that names nothing active is spelled out where opaque code mentions it; every other call is inlined.
//!
//! Cost: a call costs what its body costs, and counts against the limit on operations.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Pat, Stmt};

use crate::interface::Wrapper;
use crate::ir::ValueId;

use super::activity;
use super::captures::mentioned;
use super::exits::Exit;
use super::scope::BindingId;
use super::value::{Integer, Value};
use super::{Lowering, TrialState, inspect, messages};

/// A closure or a function of the user's.
#[derive(Debug)]
pub(crate) struct Function {
    name: String,
    parameters: Vec<Pat>,
    /// The names of const parameters.
    lengths: Vec<syn::Ident>,
    /// An expression, or a block.
    body: Expr,
    captured: Vec<(String, Captured)>,
    /// The type of the value, without a wrapper.
    result: Option<syn::Type>,
    /// How opaque code can mention it.
    spelling: Spelling,
    /// How the result is wrapped, and the type of errors, as far as the source says.
    fallible: (Wrapper, Option<syn::Type>),
    /// Whether `self` in the body is that of the caller.
    is_method: bool,
    /// Whether names in the body mean nothing where the generated function stands.
    is_foreign: bool,
    /// What running the body can take.
    stack: usize,
}

/// A name that the body mentions.
#[derive(Debug)]
enum Captured {
    Shared(BindingId),
    Moved(Value),
}

/// What stands for a function in opaque code.
#[derive(Debug)]
enum Spelling {
    /// Its name, which generated code can see.
    Name,
    /// The closure itself.
    Literal(TokenStream, Vec<ValueId>),
    /// Nothing: every call is inlined.
    Inlined,
}

impl Function {
    /// Whether opaque code must not mention the function.
    pub(crate) fn is_inlined(&self) -> bool {
        matches!(self.spelling, Spelling::Inlined)
    }

    /// The tokens for opaque code, where they differ from the name.
    pub(crate) fn spell(&self, mentions: &mut Vec<ValueId>) -> Option<TokenStream> {
        match &self.spelling {
            Spelling::Literal(tokens, mentioned) => {
                mentions.extend(mentioned);
                Some(tokens.clone())
            }
            Spelling::Name | Spelling::Inlined => None,
        }
    }

    pub(crate) fn describe(&self) -> String {
        format!("a {}", self.name)
    }

    /// Whether a call may give nothing, as the type says.
    pub(crate) fn may_fail(&self) -> bool {
        self.fallible.0 != Wrapper::Plain
    }

    /// The body of a closure whose type is nowhere spelled.
    pub(crate) fn untyped_body(&self) -> Option<&Expr> {
        (self.name == "closure" && self.result.is_none()).then_some(&self.body)
    }

    /// A function that is an item. What it captures is known once all items around it are bound.
    pub(crate) fn of_item(item: &syn::ItemFn, is_emitted: bool) -> Self {
        let inputs = item.sig.inputs.iter();
        let parameters = inputs.filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(Pat::Type(typed.clone())),
            syn::FnArg::Receiver(_) => None,
        });
        let (fallible, result) = super::types::declared(&item.sig.output);
        Self {
            name: format!("function `{}`", item.sig.ident),
            parameters: parameters.collect(),
            lengths: item
                .sig
                .generics
                .const_params()
                .map(|parameter| parameter.ident.clone())
                .collect(),
            body: Expr::Block(syn::ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: (*item.block).clone(),
            }),
            captured: Vec::new(),
            spelling: if is_emitted {
                Spelling::Name
            } else {
                Spelling::Inlined
            },
            fallible,
            result,
            is_method: item.sig.receiver().is_some(),
            is_foreign: false,
            stack: crate::limits::stack_of(item.to_token_stream()),
        }
    }

    /// The function where opaque code cannot be moved to the generated function, or can.
    pub(crate) fn where_foreign(mut self, is_foreign: bool) -> Self {
        self.is_foreign = is_foreign;
        if is_foreign {
            self.spelling = Spelling::Inlined;
        }
        self
    }

    /// The function, seeing these items.
    pub(crate) fn seeing(mut self, items: Vec<(String, BindingId)>) -> Self {
        let shared = |(name, id)| (name, Captured::Shared(id));
        self.captured = items.into_iter().map(shared).collect();
        self
    }
}

impl Lowering {
    /// A closure where it is written.
    pub(crate) fn closure(&mut self, closure: &syn::ExprClosure) -> Value {
        if closure.asyncness.is_some() || closure.lifetimes.is_some() {
            return self.refuse(closure, messages::NOT_DIFFERENTIATED);
        }
        let names = mentioned(closure.to_token_stream());
        let bound = |name: &String| Some((name.clone(), self.names.scopes.id(name)?));
        let captured: Vec<(String, BindingId)> = names.iter().filter_map(bound).collect();
        let assigned = inspect::assigned_names(&closure.body);
        let changes = captured.iter().any(|(name, _)| assigned.contains(name));
        if changes && closure.capture.is_some() {
            return self.refuse(closure, messages::CLOSURE_KEEPS_STATE);
        }
        let is_active = activity::mentions_active(&self.names.scopes, |walk| {
            syn::visit::Visit::visit_expr_closure(walk, closure);
        });
        let spelling = if is_active || changes {
            Spelling::Inlined
        } else {
            let mut literal = Expr::Closure(closure.clone());
            let mentions = self.substitute_expression(&mut literal);
            Spelling::Literal(quote!((#literal)), mentions)
        };
        let moves = closure.capture.is_some();
        let captured = captured
            .into_iter()
            .map(|(name, id)| {
                let captured = if moves {
                    self.moved_value(id)
                } else {
                    Captured::Shared(id)
                };
                (name, captured)
            })
            .collect();
        let (fallible, result) = super::types::declared(&closure.output);
        Value::Function(Rc::new(Function {
            name: "closure".to_owned(),
            parameters: closure.inputs.iter().cloned().collect(),
            lengths: Vec::new(),
            body: (*closure.body).clone(),
            captured,
            spelling,
            fallible,
            result,
            is_method: false,
            is_foreign: self.frames.foreign > 0,
            stack: crate::limits::stack_of(closure.to_token_stream()),
        }))
    }

    /// What a `move` closure takes with it: the value of now. A variable of the user's own code must not change
    /// from here on.
    fn moved_value(&mut self, id: BindingId) -> Captured {
        match self
            .names
            .scopes
            .by_id(id)
            .map(|binding| binding.value.clone())
        {
            Some(value) => {
                if matches!(value, Value::Inactive(_)) {
                    self.names.scopes.note(id, |binding| binding.moved = true);
                }
                Captured::Moved(value)
            }
            None => Captured::Shared(id),
        }
    }

    /// Calls a function with values. `at` is the call.
    pub(crate) fn call_function(
        &mut self,
        function: &Rc<Function>,
        arguments: Vec<Value>,
        at: &impl ToTokens,
    ) -> Value {
        let expected = function.parameters.len();
        if expected != arguments.len() {
            let message = messages::wrong_arguments(&function.name, expected, arguments.len());
            return self.refuse(at, &message);
        }
        if self
            .frames
            .calls
            .iter()
            .any(|caller| Rc::ptr_eq(caller, function))
        {
            return self.refuse(at, messages::RECURSION);
        }
        if !self.spend(1, at) {
            return Value::Poison;
        }
        self.frames.calls.push(Rc::clone(function));
        let value = crate::limits::on_stack(function.stack, || {
            if function.is_foreign {
                self.run_apart(|lowering| lowering.run_call(function, arguments))
            } else {
                self.run_call(function, arguments)
            }
        });
        self.frames.calls.pop();
        value
    }

    fn run_call(&mut self, function: &Function, arguments: Vec<Value>) -> Value {
        let wrapper = std::mem::replace(&mut self.frames.wrapper, Wrapper::Plain);
        let (own_wrapper, error) = function.fallible.clone();
        let error = error.filter(|_| !function.is_foreign && self.frames.foreign == 0);
        self.frames.fallible.push((own_wrapper, error));
        let flow = self.control.flow.take();
        let receiver = self.names.scopes.id("self").filter(|_| function.is_method);
        self.frames.foreign += usize::from(function.is_foreign);
        let mark = self.names.scopes.enter_function();
        let targets = self.frames.targets.enter_function();
        if let Some(receiver) = receiver {
            self.names.scopes.alias("self".to_owned(), receiver);
        }
        for (name, captured) in &function.captured {
            match captured {
                Captured::Shared(id) if self.names.scopes.by_id(*id).is_some() => {
                    self.names.scopes.alias(name.clone(), *id);
                }
                Captured::Shared(_) => {
                    self.refuse(&function.body, messages::REFERENCE_LOST);
                    self.names.scopes.bind(name.clone(), Value::Poison, false);
                }
                Captured::Moved(value) => {
                    let active = self.is_active_value(value);
                    self.names.scopes.bind(name.clone(), value.clone(), active);
                }
            }
        }
        self.bind_const_parameters(&function.lengths, &function.parameters, &arguments);
        for (pattern, value) in function.parameters.iter().zip(arguments) {
            self.bind_argument(pattern, value);
        }
        let expected = self.frames.expected_of_call.take();
        let result = function.result.clone().or(expected);
        let is_plain = own_wrapper == Wrapper::Plain;
        self.frames.returns.push(result.filter(|_| is_plain));
        let value = self.run_function_body(&function.body);
        self.frames.returns.pop();
        self.frames.targets.leave_function(targets);
        self.names.scopes.leave(mark);
        self.frames.foreign -= usize::from(function.is_foreign);
        // A function that never comes back ends its caller.
        self.control.flow = self.control.flow.take().or(flow);
        self.frames.wrapper = wrapper;
        self.frames.fallible.pop();
        value
    }

    fn run_function_body(&mut self, body: &Expr) -> Value {
        match body {
            Expr::Block(block) if self.writer.trial.is_some() => self.try_block(&block.block),
            Expr::Block(block) if block.label.is_none() => self.run_body(&block.block),
            body if super::body::is_control(body) => {
                self.run_expression(body);
                Value::unit()
            }
            body => {
                let want = self.frames.returns.last().cloned().flatten();
                let mark = self.control.pending.len();
                let value = self.eval_as(body, want.as_ref());
                self.absorb_exits(mark, Exit::Return, value)
            }
        }
    }

    /// A body in a trial: declarations and a value, which leave no traces.
    fn try_block(&mut self, block: &syn::Block) -> Value {
        for statement in &block.stmts {
            match statement {
                Stmt::Expr(value, None) => {
                    let want = self.frames.returns.last().cloned().flatten();
                    return self.eval_as(value, want.as_ref());
                }
                Stmt::Local(local) => match &local.init {
                    Some(init) if init.diverge.is_none() => {
                        let value = self.eval(&init.expr);
                        self.bind_pattern(&local.pat, value);
                    }
                    _ => break,
                },
                _ => break,
            }
            if self.writer.trial == Some(TrialState::Failed) {
                return Value::Poison;
            }
        }
        self.refuse(block, "")
    }

    /// Binds a parameter. Opaque arguments are evaluated here, in order.
    fn bind_argument(&mut self, pattern: &Pat, value: Value) {
        let ty = match pattern {
            Pat::Type(typed) => primitive(&typed.ty),
            _ => None,
        };
        let value = match (value, ty) {
            (Value::Inactive(inactive), Some((name, is_reference)))
                if self.writer.trial.is_none() && name == self.given.scalar_name =>
            {
                Value::Scalar(self.materialize(inactive, is_reference))
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
            Value::Inactive(inactive) if self.writer.trial.is_none() => {
                self.keep_let(&without_foreign_type(pattern), inactive);
            }
            value => self.bind_pattern(pattern, value),
        }
    }
}

/// The primitive type of a parameter, and whether it is behind a reference.
fn primitive(ty: &syn::Type) -> Option<(String, bool)> {
    match ty {
        syn::Type::Reference(reference) if reference.mutability.is_none() => {
            Some((primitive(&reference.elem)?.0, true))
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
            is_number.then_some((name, false))
        }
        _ => None,
    }
}

/// The pattern of a parameter; its type stays only where it means the same in the caller.
fn without_foreign_type(pattern: &Pat) -> Pat {
    match pattern {
        Pat::Type(typed) if primitive(&typed.ty).is_none() => (*typed.pat).clone(),
        pattern => pattern.clone(),
    }
}
