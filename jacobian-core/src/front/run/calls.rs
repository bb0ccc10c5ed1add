//! Method calls and function calls: elementals in both call forms, conversions, `std::mem`.

use std::rc::Rc;

use proc_macro2::Ident;
use syn::Expr;

use crate::ir::ValueId;

use crate::front::messages;
use crate::front::methods::table;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::elementals::{self, is_of_number};
use crate::front::syntax::form::{Want, is_new_list, path_key};
use crate::front::syntax::integers;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Function;
use crate::front::value::integer::Integer;
use crate::front::value::items::index;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    pub(crate) fn eval_method(&mut self, call: &syn::ExprMethodCall, want: Want<'_>) -> Value {
        if let Some(length) = self.spelled_length(call) {
            return length;
        }
        let own = self.eval_ruled_method(call);
        if let Some(value) = own.or_else(|| self.eval_own_method(call)) {
            return value;
        }
        if let Some(value) = self.pop(call).or_else(|| self.eval_maybe_method(call)) {
            return value;
        }
        if !self.writer.is_trial() && self.run_array_method(call) {
            return Value::unit();
        }
        let is_matrix = call.method != "iter" && self.dimensions_of(&call.receiver).is_some();
        if !is_matrix && let Some(value) = self.eval_chain(call, want) {
            return value;
        }
        let receiver = self.eval_base(&call.receiver);
        self.method_of(receiver, call)
    }

    /// A method of a value that is no list, and of no `Option`.
    pub(crate) fn method_of(&mut self, receiver: Value, call: &syn::ExprMethodCall) -> Value {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (receiver, call.method.to_string().as_str()) {
            (Value::Poison, _) => Value::Poison,
            (Value::Maybe(maybe), _) => self.refuse_option_method(&maybe.describe(), call),
            (Value::Carried(_), _) => self.writer.refuse(call, messages::CARRIED),
            (value, "clone" | "to_owned" | "as_ref" | "as_slice" | "borrow")
                if arguments.is_empty() =>
            {
                value
            }
            (Value::Matrix(matrix), _) => self.eval_matrix_method(&matrix, call),
            (Value::Fields(fields), _) => {
                let message = messages::method_of_fields(&fields.place.to_string());
                self.writer.refuse(call, &message)
            }
            (Value::Struct(layout, _), _) => self
                .writer
                .refuse(call, &messages::method_of_fields(&layout.name())),
            (Value::Array(elements), "len") if arguments.is_empty() => {
                Value::Integer(index(elements.len()))
            }
            (Value::Integer(integer), _) => self.eval_integer_method(&integer, call),
            (Value::Inactive(kept), name) if !is_of_number(name) => {
                let receiver = match strip(&call.receiver) {
                    Expr::Path(path) => quote::ToTokens::to_token_stream(path),
                    _ => kept.tokens,
                };
                let message = messages::method_of_opaque(&call.method, &receiver.to_string());
                self.writer.refuse(call, &message)
            }
            (value @ (Value::Scalar(_) | Value::Inactive(_)), _) => {
                match self.as_scalar(value, &call.receiver, Behind::Reference) {
                    Ok(receiver) => self.elemental(&call.method, receiver, &arguments, call),
                    Err(Stop) => Value::Poison,
                }
            }
            (Value::Array(elements), "is_empty") if arguments.is_empty() => {
                Value::Boolean(elements.is_empty())
            }
            (Value::Array(_), name) if name.starts_with("sort") => {
                self.writer.refuse(call, messages::SORTING)
            }
            (array @ Value::Array(_), _) => self.writer.refuse(
                call,
                &messages::method_of_list(
                    &call.method,
                    &array.describe(),
                    &table::names(Self::ITERATORS),
                ),
            ),
            (other, _) => self.writer.refuse(
                call,
                &messages::method_not_known(
                    &call.method,
                    &other.describe(),
                    &elementals::method_names(),
                ),
            ),
        }
    }

    fn eval_integer_method(&mut self, integer: &Integer, call: &syn::ExprMethodCall) -> Value {
        let given = call.args.iter();
        let given: Found<Vec<i128>> = given
            .map(|argument| self.eval_integer(argument, "argument"))
            .collect();
        match given {
            Ok(given) => self.integer_method(integer, &given, call),
            Err(Stop) => Value::Poison,
        }
    }

    pub(crate) fn eval_call(&mut self, call: &syn::ExprCall) -> Value {
        if let Some(value) = self.eval_ruled_call(call) {
            return value;
        }
        if is_new_list(call) {
            return Value::array(Vec::new());
        }
        match self.function_called(&call.func) {
            Some(Value::Function(function)) => return self.call_with(&function, call),
            Some(_) => return Value::Poison,
            None => {}
        }
        if self.constructor(&call.func).is_some() {
            return match self.eval_constructor(call) {
                Some(value) => value,
                None => self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR),
            };
        }
        let Expr::Path(callee) = &*call.func else {
            return self.writer.refuse(call, messages::OPAQUE_CALL);
        };
        let segments: Vec<&Ident> = callee
            .path
            .segments
            .iter()
            .map(|segment| &segment.ident)
            .collect();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (segments.as_slice(), arguments.as_slice()) {
            ([.., scalar, name], [value]) if self.names_scalar(scalar) && **name == "from_f64" => {
                self.eval_from_f64(value, call)
            }
            ([.., ty, name], [value])
                if **name == "from"
                    && (**ty == self.given.scalar_name || integers::fits(0, &ty.to_string())) =>
            {
                self.eval_from(ty, value, call)
            }
            ([.., module, name], [place]) if **module == "mem" && **name == "take" => {
                self.eval_mem_take(place)
            }
            ([.., module, name], [first, second])
                if **module == "mem" && (**name == "swap" || **name == "replace") =>
            {
                self.eval_mem(name, first, second)
            }
            ([.., scalar, name], [receiver, rest @ ..]) if self.names_scalar(scalar) => {
                match self.eval_scalar(receiver, Behind::Reference) {
                    Ok(receiver) => self.elemental(name, receiver, rest, call),
                    Err(Stop) => Value::Poison,
                }
            }
            // `Box::new(closure)` is called as the closure is.
            ([holder, new], [inner]) if **holder == "Box" && **new == "new" => self.eval(inner),
            _ => match self.eval_tuple_struct(call) {
                Some(value) => value,
                None => self.writer.refuse(call, messages::OPAQUE_CALL),
            },
        }
    }

    /// `f64::from(value)`, `usize::from(condition)`
    pub(crate) fn eval_from(&mut self, ty: &Ident, value: &Expr, call: &syn::ExprCall) -> Value {
        let value = match self.eval(value) {
            Value::Boolean(known) => Value::integer(i128::from(known)),
            Value::Inactive(Inactive { tokens, mentions }) if !self.writer.is_trial() => {
                let callee = &call.func;
                Value::Inactive(Inactive {
                    tokens: quote::quote!(#callee(#tokens)),
                    mentions,
                })
            }
            value => value,
        };
        match value {
            Value::Integer(integer) if *ty == self.given.scalar_name => {
                self.writer.literal_of(integer.value)
            }
            Value::Integer(mut integer) => {
                integer.suffix = Some(ty.to_string());
                Value::Integer(integer)
            }
            value if *ty == self.given.scalar_name => self
                .as_scalar(value, call, Behind::Nothing)
                .map_or(Value::Poison, Value::Scalar),
            value @ (Value::Inactive(_) | Value::Poison) => value,
            _ => self.writer.refuse(call, messages::OPAQUE_CALL),
        }
    }

    /// The function of the user's that a callee names or is, or poison where it was refused.
    pub(crate) fn function_called(&mut self, callee: &Expr) -> Option<Value> {
        let callee = strip(callee);
        let value = match callee {
            Expr::Path(path) if path.qself.is_none() => {
                let name = path_key(&path.path)?;
                self.names.scopes.get(&name)?.value.clone()
            }
            Expr::Closure(closure) => self.closure(closure),
            _ => return None,
        };
        match self.behind(value, callee) {
            value @ (Value::Function(_) | Value::Poison) => Some(value),
            _ => None,
        }
    }

    /// `self.method(..)`, where the method is one that is seen.
    pub(crate) fn eval_own_method(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        match strip(&call.receiver) {
            Expr::Path(receiver) if receiver.path.is_ident("self") => {}
            _ => return None,
        }
        let name = format!("self.{}", call.method);
        match self.names.scopes.get(&name)?.value.clone() {
            Value::Function(function) => {
                let arguments = self.eval_arguments(&call.args);
                Some(self.call_function(&function, arguments, call))
            }
            _ => None,
        }
    }

    /// Evaluates the arguments in order and runs the body.
    pub(crate) fn call_with(&mut self, function: &Rc<Function>, call: &syn::ExprCall) -> Value {
        let arguments = self.eval_arguments(&call.args);
        self.call_function(function, arguments, call)
    }

    pub(crate) fn eval_arguments<P>(
        &mut self,
        list: &syn::punctuated::Punctuated<Expr, P>,
    ) -> Vec<Value> {
        let mut arguments = Vec::with_capacity(list.len());
        let last = list.len().saturating_sub(1);
        for (position, argument) in list.iter().enumerate() {
            let value = self.eval(argument);
            // What stands before another argument is evaluated before it.
            arguments.push(if position == last {
                value
            } else {
                self.writer.settle_part(value)
            });
        }
        arguments
    }

    /// `receiver.name(arguments)`, an elemental.
    pub(crate) fn elemental(
        &mut self,
        name: &Ident,
        receiver: ValueId,
        arguments: &[&Expr],
        at: &impl quote::ToTokens,
    ) -> Value {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.eval(argument);
            // Each argument is evaluated before the next one; exponents of `powi` are integers.
            values.push(match value {
                value @ Value::Inactive(_) if name != "powi" => self
                    .as_scalar(value, argument, Behind::Nothing)
                    .map_or(Value::Poison, Value::Scalar),
                value => value,
            });
        }
        self.elemental_of(name, receiver, values, at)
    }
}
