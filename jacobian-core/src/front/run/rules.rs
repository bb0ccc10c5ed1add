//! Opaque code with partials that the user supplies: `rule(erf(x) => 1.128 * (-x * x).exp())`.
//!
//! ```text
//! erf(a) with a = v3   v4 = opaque `erf(v3)`                   called once, in source order
//!                      v5 = opaque `1.128 * (-v3 * v3).exp()`  the partial, in the user's own code
//!                      v6 = ruled v4, argument v3, partial v5
//! ```
//!
//! The object of a method, and the object that holds a closure, are evaluated before the arguments
//! and are not active. In the body of an inlined function a rule means what it means outside: its
//! partials see the rule's own parameters and the items beside the attributed function, and no
//! local names. `names/rules` finds the rule of a call.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprCall, ExprMethodCall, Ident, Member};

use crate::interface::{Access, ConstArguments, Layout};
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::followed_rules::Begun;
use crate::front::names::rule_calls::{Head, Inside, Passed};
use crate::front::names::state::Lowering;
use crate::front::read::rules::{Callee, Rows, Rule};
use crate::front::run::Run;
use crate::front::syntax::strip::{borrowed, strip};
use crate::front::syntax::tokens::is_place;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// A call of a function that has a rule.
    pub(crate) fn eval_ruled_call(&mut self, call: &ExprCall) -> Found<Option<Value>> {
        let mut arguments: Vec<&Expr> = call.args.iter().collect();
        let value = match strip(&call.func) {
            Expr::Path(path) if path.qself.is_none() => {
                let Some(rule) = self.rule_of_path(&path.path, arguments.len()) else {
                    return Ok(None);
                };
                // `Normal::cdf(&normal, x)`: the object is the first argument.
                let object = match rule.callee {
                    Callee::Method(_) => Some(self.object_of(borrowed(arguments.remove(0)))?),
                    _ => None,
                };
                let function = self.path_of_call(&rule, path);
                match object {
                    Some(object) => self.ruled_by_path(&rule, &function, &object, &arguments, call),
                    None => self.ruled(&rule, &Head::Function(function), &arguments, call),
                }
            }
            field @ Expr::Field(_) => {
                if let Some(value) = self.eval_supplied_field(field, call)? {
                    return Ok(Some(value));
                }
                let Some(rule) = self.rule_of_field(field, arguments.len()) else {
                    return Ok(None);
                };
                let head = Head::Field(self.object_of(field)?);
                self.ruled(&rule, &head, &arguments, call)
            }
            _ => return Ok(None),
        };
        value.map(Some)
    }

    /// A call of a method of an object that a rule names.
    pub(crate) fn eval_ruled_method(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        if let Some(value) = self.eval_supplied_of_self(call)? {
            return Ok(Some(value));
        }
        let Some(rule) = self.rule_of_object(call) else {
            return Ok(None);
        };
        let object = self.object_of(&call.receiver)?;
        self.ruled_method(&rule, object, call).map(Some)
    }

    /// A call of a method of opaque code, if a rule is about the method.
    pub(crate) fn eval_opaque_method(
        &mut self,
        object: &Inactive,
        call: &ExprMethodCall,
    ) -> Found<Option<Value>> {
        if let Some(value) = self.eval_supplied_method(object, call)? {
            return Ok(Some(value));
        }
        let Some(rule) = self.rule_of_method(object, call)? else {
            return Ok(None);
        };
        let object = self.settled_object(Value::Inactive(object.clone()), &call.receiver)?;
        self.ruled_method(&rule, object, call).map(Some)
    }

    /// A call of a method of numbers, if a rule is about the method.
    pub(crate) fn eval_ruled_number(
        &mut self,
        number: ValueId,
        call: &ExprMethodCall,
    ) -> Found<Option<Value>> {
        let Some(rule) = self.rule_of_number(call) else {
            return Ok(None);
        };
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let passed = self.passed(&rule, Some(number), &arguments)?;
        let head = Head::OfNumber(&call.method);
        self.confirm_call(&rule, &head, &passed);
        let called = head.call(&passed.spelled);
        self.finish_rule(&rule, called, None, &passed, call)
            .map(Some)
    }

    fn ruled_method(
        &mut self,
        rule: &Rule,
        object: Inactive,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        self.ruled(rule, &Head::Method(object, &call.method), &arguments, call)
    }

    /// `Normal::cdf(&object, x)`, a method called by its path.
    fn ruled_by_path(
        &mut self,
        rule: &Rule,
        function: &TokenStream,
        object: &Inactive,
        arguments: &[&Expr],
        call: &ExprCall,
    ) -> Found<Value> {
        let is_borrowed = matches!(strip(&call.args[0]), Expr::Reference(_));
        let (sign, tokens) = (is_borrowed.then(|| quote!(&)), &object.tokens);
        let head = Head::Path(function, quote!(#sign #tokens), object);
        self.ruled(rule, &head, arguments, call)
    }

    /// Evaluates the object of a method. It must not be active, because a rule has no partials by
    /// what is inside of the object.
    fn object_of(&mut self, expression: &Expr) -> Found<Inactive> {
        let expression = strip(expression);
        if matches!(expression, Expr::Path(path) if path.path.is_ident("self")) {
            return Ok(Inactive {
                tokens: quote!(self),
                mentions: Vec::new(),
            });
        }
        let value = self.eval_base(expression)?;
        self.settled_object(value, expression)
    }

    fn settled_object(&mut self, value: Value, at: &Expr) -> Found<Inactive> {
        let value = match value {
            Value::Inactive(place) if is_place(&place.tokens) => Value::Inactive(place),
            value => self.writer.settle_part(value)?,
        };
        if self.is_active_value(&value) {
            return self.writer.refuse(at, messages::RULE_OBJECT);
        }
        let mut mentions = Vec::new();
        let tokens = self.spell(&value, &mut mentions).ok_or(Stop)?;
        Ok(Inactive { tokens, mentions })
    }

    fn ruled(
        &mut self,
        rule: &Rule,
        head: &Head<'_>,
        arguments: &[&Expr],
        at: &impl ToTokens,
    ) -> Found<Value> {
        let typed = self.ruled_by_types(rule, head, arguments, at)?;
        if let Some(value) = typed {
            return Ok(value);
        }
        let passed = self.passed(rule, None, arguments)?;
        self.confirm_call(rule, head, &passed);
        let called = head.call(&passed.spelled);
        self.finish_rule(rule, called, head.object(), &passed, at)
    }

    /// The arguments, behind the number whose method is called.
    pub(crate) fn passed(
        &mut self,
        rule: &Rule,
        number: Option<ValueId>,
        arguments: &[&Expr],
    ) -> Found<Passed> {
        let mut passed = Passed::default();
        if let Some(number) = number.map(Value::Scalar) {
            let tokens = self.spell(&number, &mut passed.mentions);
            passed.spelled.extend(tokens);
            passed.values.push(number);
        }
        let behind = passed.values.len();
        for (position, argument) in (behind..).zip(arguments) {
            let value = self.eval_base(argument)?;
            let value = self.writer.settle_part(value)?;
            let is_active = self.is_active_value(&value);
            // A residual may take elements of arrays and fields.
            let is_plain =
                matches!(value, Value::Scalar(_)) || matches!(rule.results, Rows::Implicit(_));
            if is_active && !(rule.has_partial(position) && is_plain) {
                return self.writer.refuse(argument, messages::RULE_ARGUMENT);
            }
            let tokens = self.spell(&value, &mut passed.mentions).ok_or(Stop)?;
            let by_reference = matches!(strip(argument), Expr::Reference(_));
            passed.spelled.push(if by_reference {
                quote!(&#tokens)
            } else {
                tokens
            });
            passed.values.push(value);
        }
        Ok(passed)
    }

    /// Makes the call, and attaches the partials to its results.
    pub(crate) fn finish_rule(
        &mut self,
        rule: &Rule,
        called: TokenStream,
        object: Option<&Inactive>,
        passed: &Passed,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let mut mentions = passed.mentions.clone();
        mentions.extend(object.iter().flat_map(|object| &object.mentions));
        let called = Inactive {
            tokens: called,
            mentions,
        };
        if let Rows::Implicit(residual) = &rule.results {
            return self.implicit_result(rule, residual, called, object, passed, at);
        }
        if let Rows::One(row) = &rule.results {
            return self.one_result(rule, row, called, object, passed, at);
        }
        let name = Ident::new("called", proc_macro2::Span::call_site());
        match self.writer.settle_followed(&name, called)? {
            Value::Inactive(called) => self.result(rule, &rule.results, called, object, passed, at),
            _ => Err(Stop),
        }
    }

    /// The results at a place, with their partials.
    fn result(
        &mut self,
        rule: &Rule,
        rows: &Rows,
        place: Inactive,
        object: Option<&Inactive>,
        passed: &Passed,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let tokens = &place.tokens;
        let inside = |tokens: TokenStream| Inactive {
            tokens,
            mentions: Vec::new(),
        };
        match rows {
            Rows::One(row) => self.one_result(rule, row, place, object, passed, at),
            Rows::Inactive | Rows::Implicit(_) | Rows::Jacobian(_) => Ok(Value::Inactive(place)),
            Rows::Maybe(wrapper, inside) => self.result_if_there(
                (*wrapper, Inside::of(inside)),
                place,
                passed,
                at,
                &|run, place, passed| run.result(rule, inside, place, object, passed, at),
            ),
            Rows::Array(parts) | Rows::Tuple(parts) => {
                let mut values = Vec::with_capacity(parts.len());
                for (position, part) in parts.iter().enumerate() {
                    let position = Literal::usize_unsuffixed(position);
                    let place = match rows {
                        Rows::Array(_) => inside(quote!(#tokens[#position])),
                        _ => inside(quote!(#tokens.#position)),
                    };
                    values.push(self.result(rule, part, place, object, passed, at)?);
                }
                Ok(match rows {
                    Rows::Array(_) => Value::array(values),
                    _ => Value::tuple(values),
                })
            }
            Rows::Struct(path, fields) => {
                let mut values = Vec::with_capacity(fields.len());
                for (member, part) in fields {
                    let place = inside(quote!(#tokens.#member));
                    values.push(self.result(rule, part, place, object, passed, at)?);
                }
                let members: Vec<Member> = fields.iter().map(|(name, _)| name.clone()).collect();
                let layout = std::rc::Rc::new(Layout {
                    path: path.clone(),
                    members,
                    own: None,
                    is_variant: false,
                    made: None,
                    access: Access::default(),
                    lengths: ConstArguments::default(),
                });
                Ok(Value::Struct(layout, std::rc::Rc::new(values)))
            }
        }
    }

    fn one_result(
        &mut self,
        rule: &Rule,
        row: &[Expr],
        place: Inactive,
        object: Option<&Inactive>,
        passed: &Passed,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let result = self.writer.materialize(place, Behind::Nothing)?;
        let begun = self.begin_partials(row, &passed.values, result)?;
        let partials = self.partials(rule, row, object, &passed.values, &begun);
        self.end_partials(begun, rule, partials, at)
    }

    /// The partials of one result with respect to the active arguments.
    fn partials(
        &mut self,
        rule: &Rule,
        row: &[Expr],
        object: Option<&Inactive>,
        values: &[Value],
        begun: &Begun,
    ) -> Found<Vec<ValueId>> {
        let is_inlined = !self.frames.calls.is_empty();
        let mark = if is_inlined {
            self.names.scopes.enter_function()
        } else {
            self.names.scopes.enter()
        };
        // The partials are code beside the attributed function, also if an inlined function of
        // another module makes the call.
        let calls = std::mem::take(&mut self.frames.calls);
        let objects = std::mem::take(&mut self.frames.objects);
        let foreign = std::mem::take(&mut self.frames.foreign);
        // What a rule does not name as a parameter is inactive.
        let suspects = std::mem::take(&mut self.names.suspects);
        self.bind_in_partials(rule, object, values, begun);
        let mut partials = Vec::new();
        for (partial, value) in row.iter().zip(values) {
            if !self.is_active_value(value) {
                continue;
            }
            partials.push(self.eval_scalar(partial, Behind::Nothing));
        }
        self.frames.calls = calls;
        self.frames.objects = objects;
        self.frames.foreign = foreign;
        self.names.suspects = suspects;
        self.names.scopes.leave(mark);
        partials.into_iter().collect()
    }
}
