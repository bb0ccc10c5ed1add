//! Method calls and function calls: elementals in both call forms, conversions, `std::mem`.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::Expr;

use crate::ir::ValueId;

use crate::front::messages;
use crate::front::methods::table::At;
use crate::front::names::holders::{Holder, fits_cell, gives_argument};
use crate::front::names::own_copies::{Copied, owned_text};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::elementals::{self, is_of_number};
use crate::front::syntax::foreign_texts;
use crate::front::syntax::form::{Want, path_key};
use crate::front::syntax::integers::is_integer_type;
use crate::front::syntax::strip::{strip, with_named_callee};
use crate::front::syntax::tokens::{any_name, is_place};
use crate::front::syntax::typed_tails::takes_type;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::FunctionId;
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// A method of a value that is neither a list of items nor an `Option`.
    pub(crate) fn method_of(
        &mut self,
        receiver: Value,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (receiver, call.method.to_string().as_str()) {
            (Value::Maybe(maybe), _) => self.refuse_option_method(&maybe.describe(), call),
            (Value::Carried(_), _) => self.writer.refuse(call, messages::CARRIED),
            // Its parts that are the user's own are copied, because they may change in place.
            (
                value @ (Value::Struct(..) | Value::Tuple(_) | Value::Array(_)),
                "clone" | "to_owned" | "into_owned",
            ) if arguments.is_empty() => self.own_copy(value, Copied::Cloned),
            (Value::Inactive(text), "to_owned") if self.is_text_of_others(&text.tokens) => {
                Ok(owned_text(text))
            }
            // Values are immutable, so a copy or a shared reference is the value itself.
            (value, "clone" | "to_owned" | "as_ref" | "as_slice" | "borrow" | "into_inner")
                if arguments.is_empty()
                    && !(matches!(value, Value::Matrix(_)) && call.method == "as_slice") =>
            {
                Ok(value)
            }
            (of @ Value::Scalar(_), "get" | "into_owned") if arguments.is_empty() => Ok(of),
            // The generated function gets the numbers that these would become. An `f32` becomes an
            // `f64`.
            (value @ (Value::Scalar(_) | Value::Array(_)), "into")
                if arguments.is_empty() && (self.converts() || self.writer.builder.is_mixed()) =>
            {
                Ok(self.in_width(value, "f64"))
            }
            (Value::Matrix(matrix), _) => self.eval_matrix_method(&matrix, call),
            (Value::Fields(fields), _) => {
                let message = messages::method_of_fields(&fields.place.to_string());
                self.writer.refuse(call, &message)
            }
            (Value::Struct(layout, fields), _) => {
                let name = layout.name();
                self.refuse_of_crate(&Value::Struct(layout, fields), call)?;
                self.writer.refuse(call, &messages::method_of_fields(&name))
            }
            (Value::Array(elements), _) => self.method_of_list(elements, call),
            (Value::Integer(_), _) => self.refuse_integer_method(At { call, want: None }),
            (Value::Inactive(list), _) if Self::is_sorting(call) && is_place(&list.tokens) => {
                self.sort_opaque(&list, call)
            }
            (Value::Inactive(kept), _) if self.is_integer_method(&kept, call) => {
                self.opaque_integer_method(kept, call)
            }
            (Value::Inactive(kept), name)
                if !is_of_number(name) && self.rule_of_number(call).is_none() =>
            {
                self.refuse_method_of_opaque(&kept, call)
            }
            (value @ (Value::Scalar(_) | Value::Inactive(_)), _) => {
                let receiver = self.as_scalar(value, &call.receiver, Behind::Reference)?;
                self.method_of_scalar(receiver, &arguments, call)
            }
            (other, _) => self.writer.refuse(
                call,
                &messages::method_not_known(
                    &call.method,
                    (&other.describe(), call.args.len()),
                    &elementals::method_names(),
                ),
            ),
        }
    }

    /// Whether a scalar may be what something else turns into by `into`.
    fn converts(&self) -> bool {
        self.names.scalar_traits.iter().any(|name| name == "Into")
    }

    fn method_of_scalar(
        &mut self,
        receiver: ValueId,
        arguments: &[&Expr],
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        if call.method == "frozen" && self.is_in_prelude() {
            return self.frozen(receiver);
        }
        let is_inherent = is_of_number(&call.method.to_string());
        if !is_inherent && let Some(value) = self.eval_ruled_number(receiver, call)? {
            return Ok(value);
        }
        if let Some(value) = self.own_method_of_scalar(receiver, call)? {
            return Ok(value);
        }
        if self.is_foreign_method(call) {
            let arguments = self.eval_arguments(&call.args)?;
            return self.foreign_method(receiver, arguments, call);
        }
        if elementals::of_method(&call.method.to_string()).is_none() {
            let what = format!("method `{}`", call.method);
            self.refuse_of_unseen(&Value::Scalar(receiver), &what, &call.method)?;
        }
        self.elemental(&call.method, receiver, arguments, call)
    }

    pub(crate) fn eval_call(&mut self, call: &syn::ExprCall, want: Want<'_>) -> Found<Value> {
        if let Some(named) = with_named_callee(call).map(|named| self.trees.keep(named)) {
            return self.eval_as(&named, want);
        }
        if let Some(value) = self.eval_of_scalar(call)? {
            return Ok(value);
        }
        // A rule of the user's comes first: it replaces the function, even one whose body we have.
        if let Some(value) = self.eval_ruled_call(call)? {
            return Ok(value);
        }
        if let Some(value) = self.call_of_function(call, want)? {
            return Ok(value);
        }
        if let Some(made) = self.make_distribution(call)? {
            return Ok(made);
        }
        if let Some(list) = self.eval_list_call(call)? {
            return Ok(list);
        }
        if let Some(value) = self.eval_of_type(call, want)? {
            return Ok(value);
        }
        if let Some(value) = self.eval_matrix_call(call, want)? {
            return Ok(value);
        }
        let Expr::Path(callee) = &*call.func else {
            return self.refuse_call_of_field(call);
        };
        if let (Some(holder), Some(inner)) = (self.holder_made(&callee.path), call.args.first()) {
            return self.eval_held(holder, inner);
        }
        let segments = self.standard_path(&callee.path);
        let segments: Vec<&Ident> = segments.iter().collect();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if let ([.., ty, name], [bits]) = (segments.as_slice(), arguments.as_slice())
            && let Some(value) = self.eval_kept_bits((ty, name), bits)?
        {
            return Ok(value);
        }
        if let Some(value) = self.call_of_number((&callee.path, &segments), &arguments, call) {
            return value;
        }
        // `Add::add(a, b)`
        if let Some(operator) = self.operator_by_path(&call.func) {
            let operator = self.closure(&operator)?;
            let operands = self.eval_arguments(&call.args)?;
            return self.call_function(&operator, operands, call);
        }
        self.call_by_path((callee, &segments), &arguments, (call, want))
    }

    /// Functions that are known by their paths.
    fn call_by_path(
        &mut self,
        (callee, segments): (&syn::ExprPath, &[&Ident]),
        arguments: &[&Expr],
        (call, want): (&syn::ExprCall, Want<'_>),
    ) -> Found<Value> {
        match (segments, arguments) {
            ([.., module, name], [place]) if **module == "mem" && **name == "take" => {
                self.eval_mem_take(place)
            }
            ([.., module, name], [first, second])
                if **module == "mem" && (**name == "swap" || **name == "replace") =>
            {
                self.eval_mem(name, first, second)
            }
            ([.., holder, name], [inner]) if gives_argument(holder, name) => self.eval(inner),
            ([.., module, name], _)
                if **module == "cmp" && (**name == "min" || **name == "max") =>
            {
                self.eval_extreme(name, arguments, call)
            }
            ([library, name], _) if foreign_texts::is_free_function(library, name) => {
                let values = self.eval_arguments(&call.args)?;
                self.foreign_function((library, name), values, call)
            }
            ([ty, _], _) if is_integer_type(&ty.to_string()) => self.keep_call_of_integer(call),
            _ => self.call_of_import(callee, call, want),
        }
    }

    fn eval_held(&mut self, holder: Holder, inner: &Expr) -> Found<Value> {
        if holder == Holder::Map {
            return self.writer.refuse(inner, &messages::active_into_map("map"));
        }
        let value = self.eval(inner)?;
        if holder == Holder::Cell && !fits_cell(&value) {
            return self.writer.refuse(inner, messages::CELL_OF_OTHERS);
        }
        Ok(value)
    }

    /// A function of a number: `f64::sqrt(x)`, `f64::from(k)`, `Float::powf(x, y)`.
    fn call_of_number(
        &mut self,
        (path, segments): (&syn::Path, &[&Ident]),
        arguments: &[&Expr],
        call: &syn::ExprCall,
    ) -> Option<Found<Value>> {
        Some(match (segments, arguments) {
            ([.., scalar, name], [value]) if self.names_scalar(scalar) && **name == "from_f64" => {
                self.eval_from_f64(value, call)
            }
            ([.., ty, name], [value]) if **name == "from" && self.names_number(ty) => {
                self.eval_from(ty, value, call)
            }
            ([.., of, name], [receiver, rest @ ..])
                if self.names_scalar(of)
                    || (self.is_number_trait(path, of) && is_of_number(&name.to_string())) =>
            {
                let receiver = self.eval_scalar(receiver, Behind::Reference);
                receiver.and_then(|receiver| self.elemental(name, receiver, rest, call))
            }
            _ => return None,
        })
    }

    pub(crate) fn refuse_call(
        &mut self,
        callee: &syn::ExprPath,
        call: &syn::ExprCall,
    ) -> Found<Value> {
        if let Some(value) = self.eval_observer(&call.func, call)? {
            return Ok(value);
        }
        let name = callee.path.get_ident().map(ToString::to_string);
        if let Some(name) = name
            .as_ref()
            .filter(|name| self.names.types.contains_key(*name))
        {
            let open = match self.peek(&call.func) {
                Some(Value::Inactive(found)) => self.open_result(&found.tokens),
                _ => None,
            };
            let message = open.map_or_else(
                || messages::call_of_parameter(name),
                |open| messages::result_of_any_type(name, &open),
            );
            return self.writer.refuse(call, &message);
        }
        self.refuse_endless(&Expr::Call(call.clone()))?;
        if let Some(name) = self.iterating(&callee.path) {
            return self.writer.refuse(call, &messages::iterates(&name));
        }
        if crate::front::syntax::array_macros::has_many_dimensions(&callee.path) {
            return self.writer.refuse(call, messages::MANY_DIMENSIONS);
        }
        self.refuse_unseen_call(callee, call)
    }

    /// The user's function or closure that a callee names, or the closure that it is.
    pub(crate) fn function_called(&mut self, callee: &Expr) -> Found<Option<FunctionId>> {
        let callee = strip(callee);
        let value = match callee {
            Expr::Path(path) if path.qself.is_none() => {
                let name = path_key(&path.path);
                match name.and_then(|name| self.names.scopes.get(&name)) {
                    Some(binding) => binding.value.clone(),
                    None => return Ok(None),
                }
            }
            Expr::Closure(closure) => return self.closure(closure).map(Some),
            other => return self.function_at(other),
        };
        match self.behind(value, callee)? {
            Value::Function(function) => Ok(Some(function)),
            Value::Poison => Err(Stop),
            _ => Ok(None),
        }
    }

    /// A call of the user's function or closure. `None` for other calls.
    pub(crate) fn call_of_function(
        &mut self,
        call: &syn::ExprCall,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        if let Some(value) = self.call_in_table(call)? {
            return Ok(Some(value));
        }
        match self.function_called(&call.func)? {
            Some(function) => self.call_with(&function, call, want).map(Some),
            None => Ok(None),
        }
    }

    /// Evaluates the arguments in order and runs the body.
    pub(crate) fn call_with(
        &mut self,
        function: &FunctionId,
        call: &syn::ExprCall,
        want: Want<'_>,
    ) -> Found<Value> {
        let wants = self.wanted_by(function);
        let arguments = self.eval_arguments_as(&call.args, &wants)?;
        if let Expr::Path(callee) = strip(&call.func) {
            self.give_lengths_of_path(function, callee);
            self.frames.scalars_of_call = self.scalars_given(function, &callee.path);
            self.frames.types_of_call = self.types_given(function, &callee.path);
            self.give_lengths_of_result(function, want);
        }
        self.call_function(function, arguments, call)
    }

    /// The types of the parameters of a function, as the running code would write them. `None` for
    /// one that it may read otherwise.
    fn wanted_by(&self, function: &FunctionId) -> Vec<Option<syn::Type>> {
        let function = self.names.functions.get(function);
        let is_here = function.within.module == self.within().module;
        let names_no_own = |ty: &syn::Type| {
            let own = |name: &str| {
                let parameters = function.type_parameters.iter().chain(&function.lengths);
                name == "Self" || parameters.into_iter().any(|own| own == name)
            };
            !any_name(&ty.to_token_stream(), &own)
        };
        let wanted = |pattern: &syn::Pat| match pattern {
            syn::Pat::Type(typed) if is_here && names_no_own(&typed.ty) => {
                Some((*typed.ty).clone())
            }
            _ => None,
        };
        function.parameters.iter().map(wanted).collect()
    }

    /// The arguments of a call, evaluated in order.
    ///
    /// A mistake in one of them does not hide mistakes in the others.
    pub(crate) fn eval_arguments<P>(
        &mut self,
        list: &syn::punctuated::Punctuated<Expr, P>,
    ) -> Found<Vec<Value>> {
        self.eval_arguments_as(list, &[])
    }

    /// The same, with the types that are wanted.
    pub(crate) fn eval_arguments_as<P>(
        &mut self,
        list: &syn::punctuated::Punctuated<Expr, P>,
        wants: &[Option<syn::Type>],
    ) -> Found<Vec<Value>> {
        let mut arguments = Vec::with_capacity(list.len());
        let last = list.len().saturating_sub(1);
        for (position, argument) in list.iter().enumerate() {
            if let Some(ready) = self.ready_argument(argument) {
                arguments.push(ready);
                continue;
            }
            let want = wants.get(position).and_then(Option::as_ref);
            // Only calls, and branches and blocks that end in them, depend on what is wanted.
            let is_call = takes_type(argument);
            let is_foreign = want.is_some_and(|want| self.is_foreign_scalar(want));
            let value = match want.filter(|_| is_call || is_foreign) {
                _ if self.borrows_opaque(argument).is_some() => self.borrow_opaque(argument),
                Some(want) => self.eval_as(argument, Some(want)),
                None => self.eval(argument),
            };
            // An opaque argument is evaluated before the arguments that follow it.
            arguments.push(value.and_then(|value| match &value {
                // Code that is known is the same at any time.
                Value::Inactive(code) if self.is_known_code(&code.tokens) => Ok(value),
                _ if position == last => Ok(value),
                _ => self.settle_typed(value, argument),
            }));
        }
        arguments.into_iter().collect()
    }
}
