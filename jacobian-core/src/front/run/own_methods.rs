//! Methods of the user's own types: found by the type of the receiver, run like any function.
//!
//! ```text
//! a.dot(b)              `a` is a `Vec3`: its method `dot`, with `self` for the value of `a`
//! p.advance(dt)         `&mut self`: `self` is a reference to the place `p`, so `p` changes
//! v.norm2().sqrt()      the user's method first, then std's on its result
//! 2.0.squared()         a method of the user's trait on a number, unless std has one of that name
//! ```
//!
//! Of several methods of one name (`Mul<f64>` and `Mul<Vec3>`) the types of the arguments choose.
//! Invariant: a receiver is evaluated once.

use std::rc::Rc;

use quote::ToTokens;
use syn::{Expr, ExprMethodCall};

use crate::ir::ValueId;

use crate::front::messages;
use crate::front::methods::table::{Parameter, find};
use crate::front::names::fits::Fits;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Head, Key, is_primitive};
use crate::front::run::Run;
use crate::front::syntax::elementals::{is_of_number, is_operator};
use crate::front::syntax::form::{has_calls, is_place};
use crate::front::syntax::same_bodies::{Written, common_body};
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::{behind_reference, list_element};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::FunctionId;
use crate::front::write::opaque::Behind;

/// What became of a method call.
pub(crate) enum OwnMethod {
    Answer(Value),
    /// It is no method of the user's. The receiver has been evaluated.
    NotOf(Value),
    /// It is none, and nothing has been evaluated.
    Unknown,
}

impl Lowering<Run> {
    /// The methods of a type that have a receiver.
    fn heads_with_receiver(&self, key: &Key, name: &str, count: usize) -> Vec<Rc<Head>> {
        let heads = self.given.types.methods(key, name, count).into_iter();
        heads.filter(has_receiver).collect()
    }

    /// Those that a call means. `None` if it means none of them.
    fn heads_meant(
        &mut self,
        key: Option<Key>,
        receiver: Option<&Value>,
        call: &ExprMethodCall,
    ) -> Found<Option<Vec<Rc<Head>>>> {
        let Some(key) = key else { return Ok(None) };
        let (name, count) = (call.method.to_string(), call.args.len() + 1);
        let all = self.heads_with_receiver(&key, &name, count);
        self.refuse_methods_of_lists(&all, (&key, receiver), call)?;
        let heads = self.given.types.meant_by_call(&all);
        if heads.is_empty() || is_of_std(&key, call) {
            return Ok(None);
        }
        self.refuse_hidden((&all, &heads), Some(&call.receiver), call)?;
        Ok(Some(heads))
    }

    /// A method of a type of the user's.
    pub(crate) fn eval_own_method(&mut self, call: &ExprMethodCall) -> Found<OwnMethod> {
        let (name, count) = (call.method.to_string(), call.args.len() + 1);
        let is_own = self.given.types.has_method_of_values(&name, count);
        if !is_own || self.consumes_at_run_time(call) {
            return Ok(OwnMethod::Unknown);
        }
        let is_place = is_place(&call.receiver);
        let known = self.peek(&call.receiver).filter(|_| is_place);
        // An element is found by its index, which may be evaluated twice if it has no effects.
        let (known, evaluated) = if known.is_some() || (is_place && has_calls(&call.receiver)) {
            (known, None)
        } else {
            let value = self.eval_receiver(&call.receiver)?;
            let value = self.settle_own(value, &call.receiver)?;
            (Some(value.clone()), Some(value))
        };
        if let Some(value) = &known {
            self.refuse_dereferenced(value, call)?;
        }
        // Elements that a method of lists borrows are those of the place.
        let borrows = is_place && borrows_elements(call);
        let none = |evaluated: Option<Value>| {
            let evaluated = evaluated.filter(|_| !borrows);
            Ok(evaluated.map_or(OwnMethod::Unknown, OwnMethod::NotOf))
        };
        let key = known.as_ref().and_then(|value| self.key_of_value(value));
        let key = key.or_else(|| self.key_of_expression(&call.receiver));
        let key = key.or_else(|| self.key_of_part(&call.receiver));
        let Some(heads) = self.heads_meant(key, known.as_ref(), call)? else {
            return none(evaluated);
        };
        let changes = heads.iter().any(|head| head.changes_receiver());
        let receiver = match evaluated {
            _ if is_self(&call.receiver) && keeps_alias(&heads) => None,
            _ if changes && is_place => Some(self.receiver_place(&call.receiver)?),
            Some(value) if changes => Some(self.temporary(value, &call.receiver)?),
            None if self.is_only_tried(known.as_ref()) => known.clone(),
            None => Some(self.eval_base(&call.receiver)?),
            value => value,
        };
        let wants = self.wanted_by_methods(&heads, 1);
        let arguments = self.eval_arguments_as(&call.args, &wants)?;
        let known: Vec<Value> = known.into_iter().chain(arguments.iter().cloned()).collect();
        let head = self.chosen(&heads, &known, call)?;
        let values: Vec<&Value> = receiver.iter().chain(&arguments).collect();
        if let Some(value) = self.copied_generic(&head, &values, call) {
            return Ok(OwnMethod::Answer(value));
        }
        let function = self.function_of(&head).ok_or(Stop)?;
        let all = receiver.into_iter().chain(arguments).collect();
        if let Some(given) = &call.turbofish {
            let path = syn::parse_quote!(method #given);
            let own = self.lengths_in(&path);
            self.give_lengths(&function, &[], own);
            self.give_types(&function, &path);
        }
        let value = self.call_function(&function, all, call)?;
        Ok(OwnMethod::Answer(value))
    }

    /// Whether it is a method on a chain of a length of run time, which is run as a loop.
    fn consumes_at_run_time(&mut self, call: &ExprMethodCall) -> bool {
        matches!(strip(&call.receiver), Expr::MethodCall(_))
            && find(Self::ITERATORS, call).is_some()
            && self.is_at_run_time(&call.receiver)
    }

    /// Refuses a method of iterators on a struct of another crate, because no such struct is an
    /// iterator.
    pub(crate) fn refuse_of_crate(&mut self, receiver: &Value, call: &ExprMethodCall) -> Found<()> {
        let key = self.key_of_value(receiver);
        let is_of_crate = key.is_some_and(|key| self.given.types.foreign(&key).is_some());
        match receiver {
            Value::Struct(layout, _) if is_of_crate => {
                let message = messages::method_of_crate_type(&call.method, &layout.name());
                self.writer.refuse(call, &message)
            }
            _ => Ok(()),
        }
    }

    /// A method of a trait in sight on a scalar whose place says no type: `x[0].halved()`.
    pub(crate) fn own_method_of_scalar(
        &mut self,
        receiver: ValueId,
        call: &ExprMethodCall,
    ) -> Found<Option<Value>> {
        let (name, count) = (call.method.to_string(), call.args.len() + 1);
        let key = Key::from(self.given.scalar_name.as_str());
        let heads = self.heads_with_receiver(&key, &name, count);
        if is_of_std(&key, call) {
            self.refuse_hidden_of_number(&heads, call)?;
            return Ok(None);
        }
        if heads.is_empty() || heads.iter().any(|head| head.changes_receiver()) {
            return Ok(None);
        }
        let mut all = vec![Value::Scalar(receiver)];
        all.extend(self.eval_arguments(&call.args)?);
        let head = self.chosen(&heads, &all, call)?;
        let function = self.function_of(&head).ok_or(Stop)?;
        self.call_function(&function, all, call).map(Some)
    }

    /// The function that a method is bound to.
    pub(crate) fn function_of(&self, head: &Head) -> Option<FunctionId> {
        match &self.names.scopes.anywhere(&head.own)?.value {
            Value::Function(function) => Some(function.clone()),
            _ => None,
        }
    }

    /// The type of an expression that has no value yet.
    fn key_of_expression(&self, expression: &Expr) -> Option<Key> {
        self.key_of_written(&self.type_of_expression(expression)?)
    }

    /// A reference to the receiver of a method that changes it.
    pub(crate) fn receiver_place(&mut self, receiver: &Expr) -> Found<Value> {
        if let Expr::Path(path) = receiver
            && path.path.is_ident("self")
            && self.names.scopes.get("self").is_none()
        {
            return self.eval(receiver);
        }
        if let Some(unfollowed) = self.unfollowed_struct(receiver) {
            return Ok(unfollowed);
        }
        if let Expr::Path(path) = strip(receiver)
            && self.is_new_value(path)
        {
            let value = self.eval_path(path)?;
            return self.temporary(value, receiver);
        }
        let place = self.place_behind(receiver)?;
        let place = self.open(place)?;
        Ok(Value::Reference(place))
    }

    /// A variable for a receiver that has no place.
    pub(crate) fn temporary(&mut self, value: Value, at: &Expr) -> Found<Value> {
        if matches!(value, Value::Reference(_)) {
            return Ok(value);
        }
        let name = self
            .writer
            .fresh(&syn::Ident::new("of", proc_macro2::Span::call_site()));
        self.bind(&name, value);
        let Some(place) = self.variable(&name) else {
            return self.writer.refuse(at, messages::CANNOT_ASSIGN);
        };
        let place = self.open(place)?;
        Ok(Value::Reference(place))
    }

    /// Evaluates opaque code of a type of the user's now, so that its fields are places.
    pub(crate) fn settle_own(&mut self, value: Value, at: &Expr) -> Found<Value> {
        let Value::Inactive(inactive) = value else {
            return Ok(value);
        };
        if self.type_of_tokens(&inactive.tokens).is_some() {
            return Ok(Value::Inactive(inactive));
        }
        let written = self.type_of_expression(at);
        let key = written
            .as_ref()
            .and_then(|written| self.key_of_written(written));
        if key.is_some_and(|key| *key == *self.given.scalar_name) {
            return self
                .as_scalar(Value::Inactive(inactive), at, Behind::Reference)
                .map(Value::Scalar);
        }
        let is_own = |key: Key| self.given.types.definition(&key).is_some();
        let Some(written) =
            written.filter(|written| self.key_of_written(written).is_some_and(is_own))
        else {
            return Ok(Value::Inactive(inactive));
        };
        let settled = self.writer.settle_part(Value::Inactive(inactive))?;
        self.note_type(&settled, &written);
        Ok(settled)
    }

    /// Evaluates opaque code now, and remembers the type of the variable that holds it.
    pub(crate) fn settle_typed(&mut self, value: Value, at: &Expr) -> Found<Value> {
        match &value {
            Value::Inactive(found) if !self.keeps_its_code(found) => {}
            _ => return Ok(value),
        }
        let written = self.type_of_expression(at);
        let settled = self.settle_copied(value)?;
        if let Some(written) = written {
            self.note_scalar(&settled, &written.ty);
            self.note_type(&settled, &written);
        }
        Ok(settled)
    }

    /// The same for a part of a tuple, where a variant that is written out stays visible.
    pub(crate) fn settle_variant(&mut self, value: Value, at: &Expr) -> Found<Value> {
        match self.written_variant(&value)? {
            Some(variant) => Ok(variant),
            None => self.settle_typed(value, at),
        }
    }

    /// The method whose parameters the values fit.
    pub(crate) fn chosen(
        &mut self,
        heads: &[Rc<Head>],
        values: &[Value],
        at: &impl ToTokens,
    ) -> Found<Rc<Head>> {
        let fit = |head: &Rc<Head>| {
            let each = values.iter().enumerate();
            let each = each.map(|(position, value)| self.fit(head, position, value));
            each.fold(Fits::Yes, |all, one| match (all, one) {
                (Fits::No, _) | (_, Fits::No) => Fits::No,
                (Fits::Yes, Fits::Yes) => Fits::Yes,
                _ => Fits::Perhaps,
            })
        };
        let fits: Vec<(Fits, &Rc<Head>)> = heads.iter().map(|head| (fit(head), head)).collect();
        let of = |wanted: Fits| {
            let matching = fits.iter().filter(move |(fits, _)| *fits == wanted);
            matching
                .map(|(_, head)| Rc::clone(head))
                .collect::<Vec<_>>()
        };
        let (certain, possible) = (of(Fits::Yes), of(Fits::Perhaps));
        // A list of known length is an array for us, and only rustc knows whether it is one.
        let candidates: Vec<&Rc<Head>> = certain.iter().chain(&possible).collect();
        if takes_arrays_and_lists(&candidates, values) {
            return self.refuse_several(heads, at);
        }
        match (certain.as_slice(), possible.as_slice()) {
            ([only], _) => Ok(Rc::clone(only)),
            ([..], _) if !certain.is_empty() => self.with_common_body(&certain, at),
            ([], [only]) => Ok(Rc::clone(only)),
            _ => self.refuse_several(heads, at),
        }
    }

    fn refuse_several<R>(&mut self, heads: &[Rc<Head>], at: &impl ToTokens) -> Found<R> {
        let name = heads.first().map(|head| head.signature.ident.to_string());
        let message = messages::several_methods(&name.unwrap_or_default(), heads.len());
        self.writer.refuse(at, &message)
    }

    /// Of methods for references and for values, which are the same here, the one that the others
    /// call. Refused if they do not do the same.
    fn with_common_body(&mut self, heads: &[Rc<Head>], at: &impl ToTokens) -> Found<Rc<Head>> {
        let written = heads.iter().map(|head| {
            let function = self.function_of(head)?;
            let function = self.names.functions.get(&function);
            let parameters = head.signature.inputs.iter().map(|input| match input {
                syn::FnArg::Receiver(_) => "self".to_owned(),
                syn::FnArg::Typed(typed) => typed.pat.to_token_stream().to_string(),
            });
            Some(Written {
                name: head.signature.ident.to_string(),
                parameters: parameters.collect(),
                body: function.body.to_token_stream(),
            })
        });
        let written: Option<Vec<Written>> = written.collect();
        if let Some(position) = written.and_then(|written| common_body(&written)) {
            return Ok(Rc::clone(&heads[position]));
        }
        let name = heads.first().map(|head| head.signature.ident.to_string());
        let message = messages::several_bodies(&name.unwrap_or_default());
        self.writer.refuse(at, &message)
    }

    /// Whether the values may be arguments of one of these methods.
    pub(crate) fn may_fit(&self, heads: &[Rc<Head>], values: &[Value]) -> bool {
        heads.iter().any(|head| {
            let mut each = values.iter().enumerate();
            each.all(|(position, value)| self.fit(head, position, value) != Fits::No)
        })
    }
}

/// Whether some of these methods take an array, and others a `Vec` or a slice, for one value.
fn takes_arrays_and_lists(heads: &[&Rc<Head>], values: &[Value]) -> bool {
    let lists = values.iter().enumerate();
    let mut lists = lists.filter(|(_, value)| matches!(value, Value::Array(_)));
    lists.any(|(position, _)| {
        let types = || {
            let types = heads.iter().filter_map(|head| head.parameter(position));
            types.map(behind_reference)
        };
        types().any(|ty| matches!(ty, syn::Type::Array(_)))
            && types().any(|ty| list_element(ty).is_some())
    })
}

/// Whether `self` of the caller may be `self` of the called method, so that both are one place.
/// A method that takes `mut self` changes a copy.
fn keeps_alias(heads: &[Rc<Head>]) -> bool {
    let mut receivers = heads.iter().filter_map(|head| head.signature.receiver());
    receivers.all(|receiver| receiver.mutability.is_none())
}

/// Whether std comes first: numbers and lists have the methods of std before those of a trait,
/// except operators, `a.mul(b)`, which are methods of traits there too.
pub(crate) fn is_of_std(key: &Key, call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    (is_primitive(key) && is_of_number(&name) && !is_operator(&name))
        || (is_list(key) && (find(Lowering::<Run>::ITERATORS, call).is_some() || name == "len"))
}

pub(crate) fn is_list(key: &Key) -> bool {
    !key.contains("::") && !is_primitive(key)
}

/// Whether a method of lists borrows the elements of its receiver, `self.d[i].iter_mut()`.
fn borrows_elements(call: &ExprMethodCall) -> bool {
    let row = find(Lowering::<Run>::ITERATORS, call);
    row.is_some_and(|row| matches!(row.receiver, Parameter::Borrowed))
}

fn has_receiver(head: &Rc<Head>) -> bool {
    head.signature.receiver().is_some()
}

fn is_self(expression: &Expr) -> bool {
    matches!(expression, Expr::Path(path) if path.path.is_ident("self"))
}
