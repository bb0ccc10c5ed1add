//! Methods of opaque objects: carried over if nothing active goes in; else followed by a rule, or
//! refused with a message that fits the type of the object.
//!
//! ```text
//! self.days().fraction(from, to)      `self` is active, but this is the user's own call
//! n: &Normal      its type is known, so a rule can name it
//! m: &M           any type with the trait that bounds `M`, so one may be chosen
//! m: &dyn Model   the same, but run time chooses
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall, Type};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::prelude;
use crate::front::read::definitions::Head;
use crate::front::run::Run;
use crate::front::run::matrix_changes::changes_matrix;
use crate::front::syntax::form::{Want, type_name};
use crate::front::syntax::no_numbers;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::{as_operand, names_any, shown};
use crate::front::syntax::types::{behind_reference, list_element, returned, type_parameter};
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

/// Methods that put numbers into a list without making it longer, and those that set its length.
const FILLING: &[&str] = &[
    "copy_from_slice",
    "clone_from_slice",
    "fill",
    "resize",
    "truncate",
];

impl Lowering<Run> {
    /// A method of a receiver that has been evaluated.
    pub(crate) fn method_of_evaluated(
        &mut self,
        receiver: Value,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        let mut receiver = receiver;
        let is_active = call.args.iter().any(|part| self.names.is_active(part));
        if is_active && !changes_matrix(call) {
            receiver = self.as_known_matrix(receiver, &call.receiver)?;
        }
        if let Value::Inactive(found) = &receiver
            && let Some(value) = self.eval_opaque_method(found, call)?
        {
            return Ok(value);
        }
        match receiver {
            Value::Inactive(found) if self.names.is_active(&call.receiver) && !is_active => {
                self.copied_method(found, call)
            }
            receiver => self.dispatch(receiver, call, want),
        }
    }

    /// A method of an integer that active values lead to, `(x / h) as usize`, or of an opaque part
    /// of something active: the user's own call.
    fn copied_method(&mut self, found: Inactive, call: &ExprMethodCall) -> Found<Value> {
        self.writer.at_run_time()?;
        let (tokens, mut mentions) = (found.tokens, found.mentions);
        let mut arguments = Vec::with_capacity(call.args.len());
        for argument in &call.args {
            arguments.push(self.observe(argument, &mut mentions)?);
        }
        let (of, method, types) = (as_operand(tokens), &call.method, &call.turbofish);
        Ok(Value::Inactive(Inactive {
            tokens: quote!(#of.#method #types(#(#arguments),*)),
            mentions,
        }))
    }

    /// A method of the user's that only its type argument tells what it gives, as the user's own
    /// call: `dates.fraction(from, to)` of `fn fraction<T: Scalar>(..) -> T`. Nothing active goes
    /// in, so the number that comes out is inactive. `None` for another method.
    pub(crate) fn copied_generic(
        &mut self,
        head: &Head,
        values: &[&Value],
        call: &ExprMethodCall,
    ) -> Option<Value> {
        let given = head.result().and_then(type_parameter)?;
        // Methods of the prelude have no such name. `self` of the caller is not among the values.
        let is_of_crate = self.given.types.crate_of(head.module).is_some();
        if is_of_crate || values.len() != head.signature.inputs.len() {
            return None;
        }
        let generics = &head.signature.generics;
        let function = self.function_of(head)?;
        let is_open = self
            .names
            .functions
            .get(&function)
            .type_parameters
            .contains(given);
        let inputs = head.signature.inputs.to_token_stream();
        if !is_open || generics.params.len() > 1 || names_any(&inputs, &[&given.to_string()]) {
            return None;
        }
        let is_inactive = |value: &&Value| matches!(value, Value::Inactive(_) | Value::Integer(_));
        if head.changes_receiver() || !values.iter().all(is_inactive) {
            return None;
        }
        let mut mentions = Vec::new();
        let spelled = values.iter().map(|value| self.spell(value, &mut mentions));
        let spelled: Vec<TokenStream> = spelled.collect::<Option<_>>()?;
        let (of, arguments) = spelled.split_first()?;
        let (of, method) = (as_operand(of.clone()), &call.method);
        let scalar = crate::spelling::scalar_type(self.given.precision);
        let given = call.turbofish.as_ref().map(ToTokens::to_token_stream);
        let types = given.unwrap_or_else(|| quote!(::<#scalar>));
        let tokens = quote!(#of.#method #types(#(#arguments),*));
        Some(Value::Inactive(Inactive { tokens, mentions }))
    }
    /// Whether a method with the name of an elemental is one of integers: of `k` in `k.min(3)`.
    pub(crate) fn is_integer_method(&self, receiver: &Inactive, call: &ExprMethodCall) -> bool {
        let names = [
            "min",
            "max",
            "clamp",
            "pow",
            "abs",
            "rem_euclid",
            "div_euclid",
        ];
        names.iter().any(|name| call.method == name)
            && (self.is_no_number(receiver) || call.args.iter().any(no_numbers::is_no_number))
    }

    pub(crate) fn opaque_integer_method(
        &mut self,
        receiver: Inactive,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let mut mentions = receiver.mentions;
        let mut arguments = Vec::with_capacity(call.args.len());
        for argument in &call.args {
            let value = self.eval_base(argument)?;
            if matches!(value, Value::Scalar(_)) {
                let message = messages::integer_not_known("argument", &value.describe());
                return self.writer.refuse(argument, &message);
            }
            arguments.push(self.spell(&value, &mut mentions).ok_or(Stop)?);
        }
        let (tokens, method) = (as_operand(receiver.tokens), &call.method);
        let found = Inactive {
            tokens: quote!(#tokens.#method(#(#arguments),*)),
            mentions,
        };
        let found = self
            .writer
            .settle_as(&Ident::new("count", Span::call_site()), found)?;
        if let Value::Inactive(found) = &found {
            self.writer.no_numbers.insert(found.tokens.to_string());
        }
        Ok(found)
    }

    /// Refuses a method of an opaque object with an active argument.
    pub(crate) fn refuse_method_of_opaque(
        &mut self,
        kept: &Inactive,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let receiver = match strip(&call.receiver) {
            Expr::Path(path) => path.to_token_stream(),
            _ => kept.tokens.clone(),
        };
        let receiver = receiver.to_string().replace(" . ", ".").replace(" [", "[");
        if receiver == "self" && self.is_inside_trait() {
            let message = messages::required_method(&call.method);
            return self.writer.refuse(call, &message);
        }
        let ty = self.declared_type(kept);
        if call.method == "insert" && call.args.len() == 2 && self.is_map(kept, ty.as_ref()) {
            let message = messages::active_into_map(&receiver);
            return self.writer.refuse(call, &message);
        }
        if let Some(of_any) = ty.as_ref().and_then(|ty| self.bounds_of_type(ty))
            && let Some(of_trait) = of_any.traits.first()
        {
            let types = self.types_with(&of_any.traits, &call.method);
            let parameter = of_any.parameter.as_deref();
            let callee = format!("{of_trait}::{}", call.method);
            let rule = self.rule_proposed(&callee, true, call.args.iter());
            let rule = Some(rule.as_str()).filter(|_| self.gives_back(of_trait, &call.method));
            let object = (of_trait.as_str(), parameter, rule);
            let message = messages::method_of_any(&call.method, &receiver, object, &types);
            return self.writer.refuse(call, &message);
        }
        let mut filling = FILLING.iter().chain(messages::GROWING);
        if filling.any(|name| call.method == name)
            && ty.as_ref().is_some_and(|ty| list_element(ty).is_some())
            && matches!(syn::parse2(kept.tokens.clone()), Ok(Expr::Field(_)))
        {
            let lengths = self.lengths_at(&call.receiver);
            let message = messages::list_not_output(&receiver, &lengths);
            return self.writer.refuse(call, &message);
        }
        let path = ty.as_ref().and_then(path_of_type);
        let ty = ty.map(|ty| type_name(&ty)).filter(|ty| !ty.is_empty());
        let callee = format!("{}::{}", ty.as_deref().unwrap_or("Type"), call.method);
        let rule = self.rule_proposed(&callee, true, call.args.iter());
        let rule = (ty.as_deref(), rule.as_str());
        let message = messages::method_of_opaque(&call.method, &receiver, rule);
        let message = match path {
            Some(path) => self.or_see(message, &path),
            None => message,
        };
        self.writer.refuse(call, &message)
    }

    /// Refuses a call of a function whose body is not seen.
    pub(crate) fn refuse_unseen_call(
        &mut self,
        callee: &syn::ExprPath,
        call: &syn::ExprCall,
    ) -> Found<Value> {
        let name = callee.path.get_ident().map(ToString::to_string);
        let binding = name.as_ref().and_then(|name| self.names.scopes.get(name));
        if binding.is_some() {
            return self.writer.refuse(call, messages::UNKNOWN_FUNCTION);
        }
        if name.as_ref() == Some(&self.given.function) {
            return self.writer.refuse(call, messages::RECURSION);
        }
        let callee_path = callee.path.clone();
        let known = name.and_then(|name| Some((prelude::path_of(&name)?, name)));
        let message = if let Some((path, name)) = known {
            messages::call_known_by_path(&name, path)
        } else {
            let callee = shown(&callee.path.to_token_stream()).replace(" :: ", "::");
            let callee = callee.trim_start_matches(":: ").to_owned();
            let rule = self.rule_proposed(&callee, false, call.args.iter());
            match self.frames.partials {
                0 => messages::opaque_call(&rule),
                _ => messages::opaque_in_partial(&callee, &rule),
            }
        };
        let message = self.or_see(message, &callee_path);
        self.writer.refuse(call, &message)
    }

    /// Refuses a call of a closure in a field, or of what is no name.
    pub(crate) fn refuse_call_of_field(&mut self, call: &syn::ExprCall) -> Found<Value> {
        let Expr::Field(field) = strip(&call.func) else {
            return self.writer.refuse(call, messages::OPAQUE_CALL);
        };
        if let Some(value) = self.eval_observer(&call.func, call)? {
            return Ok(value);
        }
        // The message about the object is enough.
        if matches!(self.held_by(&field.base), Some(Value::Poison)) {
            return Err(Stop);
        }
        let callee = format!("({})", shown(&field.to_token_stream()));
        let rule = self.rule_proposed(&callee, false, call.args.iter());
        let message = messages::call_of_field(&callee, &rule);
        self.writer.refuse(call, &message)
    }

    /// Whether a method of a trait gives something back, as far as the trait is in view.
    fn gives_back(&self, of_trait: &str, method: &Ident) -> bool {
        let item = self.names.own_traits.item(of_trait);
        let mut methods = item.into_iter().flat_map(|item| &item.items);
        !methods.any(|item| {
            matches!(item, syn::TraitItem::Fn(found)
                if found.sig.ident == *method && returned(&found.sig.output).is_none())
        })
    }

    /// A call of a function of the caller's that gives no numbers. `None` for another function.
    pub(crate) fn eval_observer(
        &mut self,
        callee: &Expr,
        call: &syn::ExprCall,
    ) -> Found<Option<Value>> {
        let Some(Value::Inactive(found)) = self.peek(strip(callee)) else {
            return Ok(None);
        };
        let Some(observer) = self.observer(&found.tokens) else {
            return Ok(None);
        };
        let values = self.eval_arguments(&call.args)?;
        self.call_observer(&found, &observer, &values)
    }

    /// The types in view with a method of one of these traits.
    fn types_with(&self, traits: &[String], method: &Ident) -> Vec<String> {
        let heads = self.given.types.methods.values().flatten();
        let heads = heads.filter(|head| {
            let of_trait = head.of_trait.as_ref().and_then(|path| path.segments.last());
            let is_of = |last: &syn::PathSegment| traits.iter().any(|name| last.ident == name);
            head.signature.ident == *method && of_trait.is_some_and(is_of)
        });
        let mut types: Vec<String> = heads
            .filter(|head| matches!(head.self_type, Type::Path(_)))
            .map(|head| type_name(&head.self_type))
            .collect();
        types.sort();
        types.dedup();
        types
    }
}

/// The path of a type, also behind a reference.
fn path_of_type(ty: &Type) -> Option<syn::Path> {
    match behind_reference(ty) {
        Type::Path(path) => Some(path.path.clone()),
        _ => None,
    }
}
