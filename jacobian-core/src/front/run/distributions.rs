//! Calls that make distributions of statrs with active parameters, and calls of their methods.
//!
//! ```text
//! Normal::new(m, s)    answer = Normal::new(v0, v1).map(|_| ())      an error is the user's
//! n.cdf(x)             v4 = opaque `Normal::new(v0, v1).unwrap().cdf(v2)`
//!                      v5 = ruled v4, with a partial by v0, v1 and v2
//! ```

use syn::{ExprCall, ExprMethodCall};

use crate::interface::Wrapper;

use crate::front::messages;
use crate::front::names::distributions::Distribution;
use crate::front::names::rule_calls::Passed;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::Maybe;

impl Lowering<Run> {
    /// Whether a call makes a distribution with active parameters.
    pub(crate) fn makes_distribution(&mut self, call: &ExprCall) -> bool {
        self.distribution_made(call).is_some()
            && call.args.iter().any(|given| self.names.is_active(given))
    }

    /// `Normal::new(m, s)` with active parameters.
    pub(crate) fn make_distribution(&mut self, call: &ExprCall) -> Found<Option<Value>> {
        let Some(mut of) = self.distribution_made(call) else {
            return Ok(None);
        };
        if !self.makes_distribution(call) {
            return Ok(None);
        }
        self.writer.at_run_time()?;
        for parameter in &call.args {
            let value = self.eval_base(parameter)?;
            let value = self.writer.settle_part(value)?;
            if self.is_active_value(&value) && !matches!(value, Value::Scalar(_)) {
                return self.writer.refuse(parameter, messages::RULE_ARGUMENT);
            }
            of.parameters.push(value);
        }
        let mut mentions = Vec::new();
        let parameters = self.spell_all(&of.parameters, &mut mentions).ok_or(Stop)?;
        let made = of.made(&parameters);
        let answer = quote::quote!(#made.map(|_| ()));
        let answer = self.writer.settle_answer(&answer, &mentions)?;
        let made = Maybe::asked(Wrapper::Result, answer, of.into_value());
        Ok(Some(made.into_value()))
    }

    /// A method of a distribution with active parameters.
    pub(crate) fn eval_distribution_method(
        &mut self,
        of: &Value,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let of = Distribution::of(of).ok_or(Stop)?;
        let Some(rule) = of.rule(&call.method, call.args.len()) else {
            let message = messages::distribution_method(&call.method, of.name, &of.methods());
            return self.writer.refuse(call, &message);
        };
        let mut passed = Passed::default();
        for (position, value) in of.parameters.iter().enumerate() {
            if self.is_active_value(value) && !rule.has_partial(position) {
                let message = messages::no_closed_form(&call.method, of.name);
                return self.writer.refuse(call, &message);
            }
            let spelled = self.spell(value, &mut passed.mentions).ok_or(Stop)?;
            passed.spelled.push(spelled);
            passed.values.push(value.clone());
        }
        let count = of.parameters.len();
        for (position, argument) in (count..).zip(&call.args) {
            let value = self.eval_base(argument)?;
            let value = self.writer.settle_part(value)?;
            let fits = rule.has_partial(position) && matches!(value, Value::Scalar(_));
            if self.is_active_value(&value) && !fits {
                return self.writer.refuse(argument, messages::RULE_ARGUMENT);
            }
            let spelled = self.spell(&value, &mut passed.mentions).ok_or(Stop)?;
            passed.spelled.push(spelled);
            passed.values.push(value);
        }
        let (parameters, arguments) = passed.spelled.split_at(count);
        let called = of.method(&call.method, parameters, arguments);
        self.finish_rule(&rule, called, None, &passed, call)
    }
}
