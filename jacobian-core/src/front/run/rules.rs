//! Opaque functions with partials that the user supplies: `rule(erf(x) => 1.128 * (-x * x).exp())`.
//!
//! ```text
//! erf(a) with a = v3   v4 = opaque `erf(v3)`                   called once, in source order
//!                      v5 = opaque `1.128 * (-v3 * v3).exp()`  the partial, in the user's own code
//!                      v6 = ruled v4, argument v3, partial v5
//! ```
//!
//! Several arguments have a tuple of partials. If the result is an array, the rule has a list with
//! the partials of each element. An argument without a partial is written `_` and must not be
//! active.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Expr;

use crate::ir::{Origin, ValueId};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::rules::{Rule, callee_key, method_key};
use crate::front::run::Run;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// A call of a function that has a rule.
    pub(crate) fn eval_ruled_call(&mut self, call: &syn::ExprCall) -> Found<Option<Value>> {
        let key = callee_key(&call.func);
        let Some(rule) = key.and_then(|key| self.rule(&key, call.args.len())) else {
            return Ok(None);
        };
        let callee = &call.func;
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let value = self.ruled(&rule, &quote!(#callee), &arguments, call)?;
        Ok(Some(value))
    }

    /// The same for a method of `self`.
    pub(crate) fn eval_ruled_method(&mut self, call: &syn::ExprMethodCall) -> Found<Option<Value>> {
        let key = method_key(call);
        let Some(rule) = key.and_then(|key| self.rule(&key, call.args.len())) else {
            return Ok(None);
        };
        let (receiver, method) = (&call.receiver, &call.method);
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let value = self.ruled(&rule, &quote!(#receiver.#method), &arguments, call)?;
        Ok(Some(value))
    }

    pub(crate) fn rule(&self, key: &str, count: usize) -> Option<Rule> {
        let mut rules = self.given.rules.iter();
        let found = rules.find(|rule| rule.key == key && rule.parameters.len() == count);
        found.filter(|_| self.frames.foreign == 0).cloned()
    }

    pub(crate) fn ruled(
        &mut self,
        rule: &Rule,
        callee: &TokenStream,
        arguments: &[&Expr],
        at: &impl ToTokens,
    ) -> Found<Value> {
        let mut mentions = Vec::new();
        let mut spelled = Vec::with_capacity(arguments.len());
        let mut values: Vec<Value> = Vec::with_capacity(arguments.len());
        for (argument, name) in arguments.iter().zip(&rule.parameters) {
            let value = self.eval_base(argument)?;
            let value = self.writer.settle_part(value)?;
            let is_active = self.is_active_value(&value);
            if is_active && (name.is_none() || !matches!(value, Value::Scalar(_))) {
                return self.writer.refuse(argument, messages::RULE_ARGUMENT);
            }
            let Some(tokens) = self.spell(&value, &mut mentions) else {
                return Err(Stop);
            };
            let by_reference = matches!(strip(argument), Expr::Reference(_));
            spelled.push(if by_reference {
                quote!(&#tokens)
            } else {
                tokens
            });
            values.push(value);
        }
        let call = quote!(#callee(#(#spelled),*));
        let results = self.results(rule, call, mentions)?;
        let partials: Found<Vec<Vec<ValueId>>> = rule
            .rows
            .iter()
            .map(|row| self.partials(rule, row, &values))
            .collect();
        let Ok(partials) = partials else {
            return self.writer.refuse(at, messages::RULE_ARGUMENT);
        };
        let active = values.iter().filter_map(|value| match value {
            Value::Scalar(id) if self.is_active_value(value) => Some(*id),
            _ => None,
        });
        let active: Vec<ValueId> = active.collect();
        let mut outcomes = Vec::with_capacity(results.len());
        for (result, row) in results.into_iter().zip(partials) {
            let edges: Vec<(ValueId, ValueId)> = active.iter().copied().zip(row).collect();
            outcomes.push(Value::Scalar(self.writer.builder.ruled(
                result,
                &edges,
                Origin::default(),
            )));
        }
        match (rule.is_array, outcomes.len()) {
            (false, 1) => outcomes.pop().ok_or(Stop),
            _ => Ok(Value::array(outcomes)),
        }
    }

    /// Makes the call, and gives its results.
    pub(crate) fn results(
        &mut self,
        rule: &Rule,
        call: TokenStream,
        mentions: Vec<ValueId>,
    ) -> Found<Vec<ValueId>> {
        let called = Inactive {
            tokens: call,
            mentions,
        };
        if !rule.is_array {
            let result = self.writer.materialize(called, Behind::Nothing)?;
            return Ok(vec![result]);
        }
        let name = syn::Ident::new("called", proc_macro2::Span::call_site());
        let Value::Inactive(called) = self.writer.settle_as(&name, called)? else {
            return Err(Stop);
        };
        let tokens = &called.tokens;
        let element = |index| {
            let index = proc_macro2::Literal::usize_unsuffixed(index);
            Inactive {
                tokens: quote!(#tokens[#index]),
                mentions: Vec::new(),
            }
        };
        let elements: Vec<Inactive> = (0..rule.rows.len()).map(element).collect();
        elements
            .into_iter()
            .map(|element| self.writer.materialize(element, Behind::Nothing))
            .collect()
    }

    /// The partials of one result with respect to the active arguments.
    pub(crate) fn partials(
        &mut self,
        rule: &Rule,
        row: &[Expr],
        values: &[Value],
    ) -> Found<Vec<ValueId>> {
        let mark = self.names.scopes.enter();
        for (name, value) in rule.parameters.iter().zip(values) {
            let Some(name) = name else { continue };
            let mut mentions = Vec::new();
            // In the partial the argument is an inactive number, because nothing is differentiated
            // twice. It can be spelled, because the call has spelled it already.
            let meaning = match self.spell(value, &mut mentions) {
                Some(meaning) => Value::Inactive(Inactive {
                    tokens: quote!((#meaning)),
                    mentions,
                }),
                None => Value::Poison,
            };
            self.names.scopes.bind(name.to_string(), meaning, false);
        }
        let mut partials = Vec::new();
        for (partial, value) in row.iter().zip(values) {
            if !self.is_active_value(value) {
                continue;
            }
            partials.push(self.eval_scalar(partial, Behind::Nothing));
        }
        self.names.scopes.leave(mark);
        partials.into_iter().collect()
    }
}
