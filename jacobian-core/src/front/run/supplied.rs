//! Calls of functions whose derivatives the caller supplies, `rule(f)`.
//!
//! ```text
//! y = f(t, &[a, b])      let called = f(v0, &[v1, v2]);
//!                        let partials = f_prime(v0, &[v1, v2]);      rows as in `read/supplied`
//! y[0]                   v3 = opaque `called[0]`,  v4 = opaque `partials[0].0`, ..
//!                        v7 = ruled v3, arguments v0, v1, v2, partials v4, v5, v6
//! ```
//!
//! A parameter is bound to a function without a body, so it may be passed on and captured. An
//! object is known by its place in the generated function.

use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprCall, ExprMethodCall};

use crate::front::messages;
use crate::front::names::functions::Function;
use crate::front::names::rule_calls::{Head, Passed};
use crate::front::names::state::Lowering;
use crate::front::read::rules::{Rows, Rule};
use crate::front::read::supplied::{Argument, Called, Supplied};
use crate::front::run::Run;
use crate::front::run::supplied_calls::Columns;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::{as_operand, behind_references, reference_to};
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

/// What stands before the arguments of a call, and the object in it.
pub(crate) type Callee<'a> = (&'a TokenStream, Option<&'a Inactive>);

impl Lowering<Run> {
    /// Binds the parameters that are such functions.
    pub(crate) fn bind_supplied(&mut self) {
        for supplied in self.given.supplied.clone() {
            if let Called::Parameter(name) = &supplied.called {
                let function = Function::of_parameter(name, Rc::clone(&supplied));
                let function = self.names.functions.add(function);
                self.bind(name, Value::Function(function));
            }
        }
    }

    /// The function of this object, if its place is that of an option.
    fn supplied_at(&self, fits: impl Fn(&Called) -> bool) -> Option<Rc<Supplied>> {
        let mut supplied = self.given.supplied.iter();
        supplied.find(|found| fits(&found.called)).cloned()
    }

    /// An object of such a function in a form that a method may follow. Other values stay.
    pub(crate) fn as_supplied_object(&self, value: Value) -> Value {
        match value {
            Value::Inactive(found) if self.is_supplied_object(&found.tokens) => {
                let tokens = in_parentheses(&found.tokens);
                Value::Inactive(Inactive { tokens, ..found })
            }
            value => value,
        }
    }

    /// Whether code is not put into a variable: an object with a supplied method keeps its place as
    /// its name, and in a trial known code is its own value.
    pub(crate) fn keeps_its_code(&self, code: &Inactive) -> bool {
        self.is_supplied_object(&code.tokens) || self.is_tried_code(code)
    }

    /// Whether opaque code is the object of such a function, so that it keeps its place as its name
    /// when it is passed on.
    pub(crate) fn is_supplied_object(&self, tokens: &TokenStream) -> bool {
        if self.given.supplied.is_empty() {
            return false;
        }
        let is_object = |called: &Called| match called {
            Called::Method(object, _) => is_place_of(object, tokens),
            Called::Field(place) => match strip(place) {
                Expr::Field(field) => {
                    is_place_of(place, tokens) || is_place_of(&field.base, tokens)
                }
                _ => false,
            },
            Called::Parameter(_) => false,
        };
        self.supplied_at(is_object).is_some()
    }

    /// A call of a method of such an object.
    pub(crate) fn eval_supplied_method(
        &mut self,
        object: &Inactive,
        call: &ExprMethodCall,
    ) -> Found<Option<Value>> {
        let supplied = self.supplied_at(|called| match called {
            Called::Method(place, method) => {
                *method == call.method && is_place_of(place, &object.tokens)
            }
            _ => false,
        });
        let Some(supplied) = supplied else {
            return Ok(None);
        };
        let arguments = self.eval_arguments(&call.args)?;
        let (of, method) = (as_operand(object.tokens.clone()), &call.method);
        let called = quote!(#of.#method);
        self.call_supplied(&supplied, (&called, Some(object)), arguments, call)
            .map(Some)
    }

    /// A call of such a method of `self`. That is the object of the attributed function, unless
    /// code of another type runs.
    pub(crate) fn eval_supplied_of_self(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        let is_self =
            matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self"));
        if !is_self || self.frames.foreign > 0 {
            return Ok(None);
        }
        let this = Inactive {
            tokens: quote!(self),
            mentions: Vec::new(),
        };
        self.eval_supplied_method(&this, call)
    }

    /// A call of such a closure in a field.
    pub(crate) fn eval_supplied_field(
        &mut self,
        field: &Expr,
        call: &ExprCall,
    ) -> Found<Option<Value>> {
        let is_field = |called: &Called| matches!(called, Called::Field(_));
        if self.supplied_at(is_field).is_none() {
            return Ok(None);
        }
        let Value::Inactive(found) = self.eval_base(field)? else {
            return Ok(None);
        };
        let supplied = self.supplied_at(|called| match called {
            Called::Field(place) => is_place_of(place, &found.tokens),
            _ => false,
        });
        let Some(supplied) = supplied else {
            return Ok(None);
        };
        let arguments = self.eval_arguments(&call.args)?;
        let tokens = &found.tokens;
        let called = quote!((#tokens));
        self.call_supplied(&supplied, (&called, Some(&found)), arguments, call)
            .map(Some)
    }

    /// Calls the function, and its derivative if an argument is active.
    pub(crate) fn call_supplied(
        &mut self,
        supplied: &Supplied,
        (called, object): Callee<'_>,
        values: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        if values.len() != supplied.arguments.len() {
            let (expected, found) = (supplied.arguments.len(), values.len());
            let message = messages::wrong_arguments("function", expected, found);
            return self.writer.refuse(at, &message);
        }
        let mut taken = self.arguments_of_supplied(supplied, values, Columns::AsArguments, at)?;
        taken
            .mentions
            .extend(object.iter().flat_map(|object| &object.mentions));
        let is_active = !taken.partials.is_empty();
        let arguments = if is_active { &taken.first } else { &taken.last };
        let called = Inactive {
            tokens: quote!(#called(#(#arguments),*)),
            mentions: taken.mentions.clone(),
        };
        let returned = if let Some(shape) = &supplied.returned {
            self.results_at(called, supplied, shape)?
        } else {
            let tokens = called.tokens;
            self.writer
                .keep_statement(quote!(#tokens;), &called.mentions)?;
            Vec::new()
        };
        let rows = if is_active {
            let (prime, arguments) = (&supplied.prime, &taken.of_prime);
            Some(self.rows_of_call(quote!(#prime(#(#arguments),*)), &taken)?)
        } else {
            None
        };
        let part_of = |part: usize| {
            let rows = rows.as_ref()?;
            let position = Literal::usize_unsuffixed(part);
            let is_one = supplied.results() == 1;
            Some(if is_one {
                rows.clone()
            } else {
                quote!(#rows.#position)
            })
        };
        let value = match &supplied.returned {
            Some(shape) => self.with_rows(returned, shape, part_of(0), &taken.partials)?,
            None => Value::unit(),
        };
        let first = usize::from(supplied.returned.is_some());
        for (part, written) in (first..).zip(&taken.written) {
            let place = Inactive {
                tokens: written.local.clone(),
                mentions: Vec::new(),
            };
            let numbers = self.numbers_in(&place.tokens, &written.shape)?;
            let value = self.with_rows(numbers, &written.shape, part_of(part), &taken.partials)?;
            self.store_at(&written.place, value, &Expr::Verbatim(at.to_token_stream()));
        }
        Ok(value)
    }

    /// Calls a function by a rule with types. `None` for other rules.
    pub(crate) fn ruled_by_types(
        &mut self,
        rule: &Rule,
        head: &Head<'_>,
        arguments: &[&Expr],
        at: &impl ToTokens,
    ) -> Found<Option<Value>> {
        let Rows::Jacobian(typed) = &rule.results else {
            return Ok(None);
        };
        self.confirm_call(rule, head, &Passed::of_any(arguments.len()));
        let supplied = self.given.typed_rules.iter();
        let mut supplied = supplied.filter(|(number, _)| *number == typed.number);
        let supplied = Rc::clone(&supplied.next().ok_or(Stop)?.1);
        let values = self.values_for(&supplied, arguments)?;
        self.call_by_types((rule, typed), head, (&supplied, values), at)
            .map(Some)
    }

    /// The arguments, evaluated in order.
    fn values_for(&mut self, supplied: &Supplied, arguments: &[&Expr]) -> Found<Vec<Value>> {
        let mut values = Vec::with_capacity(arguments.len());
        let are_read = supplied.arguments.iter().map(Argument::is_read);
        for (argument, is_read) in arguments.iter().zip(are_read) {
            values.push(if is_read {
                let value = self.eval_base(argument)?;
                self.writer.settle_part(value)?
            } else {
                self.eval(argument)?
            });
        }
        Ok(values)
    }
}

/// Whether opaque code is this place of the generated function, or a reference to it.
fn is_place_of(place: &Expr, tokens: &TokenStream) -> bool {
    let words = behind_references(in_parentheses(tokens)).to_string();
    strip(place).to_token_stream().to_string() == words
}

/// `&self.system` as `(&self.system)`, so that a method may follow.
fn in_parentheses(tokens: &TokenStream) -> TokenStream {
    match syn::parse2(tokens.clone()) {
        Ok(Expr::Reference(reference)) if reference.mutability.is_none() => {
            reference_to(&in_parentheses(&reference.expr.to_token_stream()))
        }
        _ => tokens.clone(),
    }
}
