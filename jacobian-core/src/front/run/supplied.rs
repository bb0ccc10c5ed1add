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

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprCall, ExprMethodCall};

use crate::interface::Shape;
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::read::supplied::{Argument, Called, Numbers, Supplied, Way};
use crate::front::run::Run;
use crate::front::run::supplied_arguments::{Partials, Use, passed};
use crate::front::run::supplied_results::Written;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::{as_operand, behind_references, reference_to};
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

/// What stands before the arguments of a call, and the object in it.
pub(crate) type Callee<'a> = (&'a TokenStream, Option<&'a Inactive>);

/// The arguments of a call.
#[derive(Default)]
struct Taken {
    /// As the function takes them, if the derivative takes them after it.
    first: Vec<TokenStream>,
    /// As the function takes them, if it is the last to do so.
    last: Vec<TokenStream>,
    /// As the derivative takes them: without outputs.
    of_prime: Vec<TokenStream>,
    mentions: Vec<ValueId>,
    partials: Partials,
    written: Vec<Written>,
}

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
        let mut taken = self.arguments_of_supplied(supplied, values, at)?;
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
            Some(self.rows_of_call(supplied, &taken)?)
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

    /// The arguments of a call, evaluated in order.
    fn arguments_of_supplied(
        &mut self,
        supplied: &Supplied,
        values: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Taken> {
        let mut taken = Taken::default();
        let mut column = 0;
        for (argument, value) in supplied.arguments.iter().zip(values) {
            if argument.way == Way::Out {
                let written = self.output_of_supplied(argument, value, at)?;
                let local = &written.local;
                taken.first.push(quote!(&mut #local));
                taken.last.push(quote!(&mut #local));
                taken.written.push(written);
                continue;
            }
            let value = self.argument_of_supplied(argument, value, at)?;
            let tokens = self.spell(&value, &mut taken.mentions).ok_or(Stop)?;
            taken
                .first
                .push(passed(argument, &value, &tokens, Use::Before));
            let last = passed(argument, &value, &tokens, Use::Last);
            taken.last.push(last.clone());
            taken.of_prime.push(last);
            let base = if supplied.partials() == 1 {
                TokenStream::new()
            } else {
                let position = Literal::usize_unsuffixed(column);
                quote!(.#position)
            };
            column += usize::from(argument.has_partial());
            let partials = match &argument.numbers {
                _ if !self.is_active_value(&value) => Some(Partials::new()),
                Some(numbers) => self.partials_by(&value, numbers, &base),
                None => None,
            };
            let Some(partials) = partials else {
                return self.writer.refuse(at, messages::SUPPLIED_ARGUMENT);
            };
            taken.partials.extend(partials);
        }
        Ok(taken)
    }

    /// The call of the derivative.
    fn rows_of_call(&mut self, supplied: &Supplied, taken: &Taken) -> Found<TokenStream> {
        let (prime, arguments) = (&supplied.prime, &taken.of_prime);
        let derivative = Inactive {
            tokens: quote!(#prime(#(#arguments),*)),
            mentions: taken.mentions.clone(),
        };
        let name = Ident::new("partials", Span::call_site());
        match self.writer.settle_as(&name, derivative)? {
            Value::Inactive(found) => Ok(found.tokens),
            _ => Err(Stop),
        }
    }

    /// An argument as a value: a number of the code list, an aggregate, or opaque code that runs
    /// once.
    fn argument_of_supplied(
        &mut self,
        argument: &Argument,
        value: Value,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let value = match value {
            Value::Reference(place) => self.load(&self.follow(place)).ok_or(Stop)?,
            value => value,
        };
        let is_number = matches!(&argument.numbers, Some(Numbers::Known(Shape::Scalar)));
        match value {
            Value::Inactive(found) if is_number => {
                let tokens = behind_references(found.tokens.clone());
                let found = Value::Inactive(Inactive { tokens, ..found });
                self.as_scalar(found, at, Behind::Reference)
                    .map(Value::Scalar)
            }
            value => self.writer.settle_part(value),
        }
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
