//! Partials of rules: opaque pieces, or arithmetic where they are differentiated again.
//!
//! ```text
//! exp2(a) with a = v3    v4 = opaque `exp2(v3)`     called once, in source order
//!                        v5 = ruled v4, v3          open: the result for use in its own partial
//!                        v6 = mul 0.69 v5           not opaque: what it depends on is seen
//!                        v7 = ruled v5, v3, v6
//! ```
//!
//! Without second derivatives a partial is one opaque piece, see `run/rules`. A call inside of a
//! partial may have a rule itself, and there first partials are enough. So these are opaque, and
//! two rules that name each other come to an end.

use quote::{ToTokens, quote};
use syn::Expr;

use crate::ir::{Constant, Origin, Role, ValueId};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::rules::{OBJECT, RESULT, Rule, RuleOrigin};
use crate::front::syntax::leaves::leaves_closure;
use crate::front::syntax::tokens::as_operand;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

/// How the partials of a rule are lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Partials {
    /// As opaque pieces. The code list cannot see what these numbers depend on.
    Numbers,
    /// As arithmetic, which is differentiated again.
    Followed,
}

/// The partials of one result, which are being lowered.
pub(crate) struct Begun {
    pub(crate) partials: Partials,
    /// What the result means in them.
    pub(crate) result: ValueId,
    called: ValueId,
    active: Vec<ValueId>,
    role: Role,
    n_errors: usize,
}

impl<M> Lowering<M> {
    /// Begins the partials of one result of a call.
    pub(crate) fn begin_partials(
        &mut self,
        row: &[Expr],
        values: &[Value],
        called: ValueId,
    ) -> Found<Begun> {
        let active = values.iter().filter_map(|value| match value {
            Value::Scalar(id) if self.is_active_value(value) => Some(*id),
            _ => None,
        });
        let active: Vec<ValueId> = active.collect();
        let is_inside = self.frames.partials > 0;
        let mut begun = Begun {
            partials: Partials::Numbers,
            result: called,
            called,
            active,
            role: Role::Value,
            n_errors: self.writer.diagnostics.len(),
        };
        if !self.given.is_second_order || is_inside || begun.active.is_empty() {
            // The partials of a call in a partial: only second derivatives need them.
            self.writer.is_optional = is_inside;
            self.frames.numbers += 1;
            return Ok(begun);
        }
        if let Some(leaving) = row.iter().find_map(leaves_closure) {
            return self.writer.refuse(&leaving, messages::PARTIAL_LEAVES);
        }
        let builder = &mut self.writer.builder;
        begun.partials = Partials::Followed;
        begun.result = builder.open_ruled(called, &begun.active);
        begun.role = builder.set_role(Role::Derivative);
        self.frames.partials += 1;
        Ok(begun)
    }

    /// The result with its partials.
    pub(crate) fn end_partials(
        &mut self,
        begun: Begun,
        rule: &Rule,
        partials: Found<Vec<ValueId>>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        self.writer.is_optional = false;
        match begun.partials {
            Partials::Numbers => self.frames.numbers -= 1,
            Partials::Followed => {
                self.writer.builder.set_role(begun.role);
                self.frames.partials -= 1;
            }
        }
        let builder = &mut self.writer.builder;
        let Ok(partials) = partials else {
            if begun.partials == Partials::Numbers {
                return self.writer.refuse(at, messages::RULE_ARGUMENT);
            }
            // An open result has no partials, so it is closed in any case.
            let zero = builder.literal(0.0);
            let edges: Vec<_> = begun.active.iter().map(|id| (*id, zero)).collect();
            builder.ruled(begun.result, &edges, Origin::default());
            return self.refuse_partials(rule, begun.n_errors, at);
        };
        let edges: Vec<(ValueId, ValueId)> = begun.active.into_iter().zip(partials).collect();
        let code = builder.code();
        let is_zero = |(_, partial): &(ValueId, ValueId)| {
            let constant = code.statement(*partial).constant();
            constant.is_some_and(Constant::is_zero)
        };
        // A result that is locally constant is inactive, so it may become an index.
        let is_constant = edges.iter().all(is_zero);
        if is_constant && begun.partials == Partials::Numbers {
            return Ok(Value::Scalar(begun.called));
        }
        let ruled = builder.ruled(begun.result, &edges, Origin::default());
        Ok(Value::Scalar(if is_constant {
            begun.called
        } else {
            ruled
        }))
    }

    /// Says that second derivatives are the reason. A rule of the prelude has no place in the
    /// source.
    fn refuse_partials(
        &mut self,
        rule: &Rule,
        n_errors: usize,
        at: &impl ToTokens,
    ) -> Found<Value> {
        if self.writer.is_trial() {
            return Err(Stop);
        }
        let callee = rule.callee_shown();
        let is_reworded = self.writer.reword(n_errors, &|reason| {
            let reason = reason.replace(OBJECT, "self");
            let is_of_user = rule.origin == RuleOrigin::User;
            is_of_user.then(|| messages::partial_not_followed(&callee, &reason))
        });
        if is_reworded {
            return Err(Stop);
        }
        let message = messages::partial_not_followed(&callee, messages::PARTIAL_NOT_SEEN);
        self.writer.refuse(at, &message)
    }

    /// Binds what the names in partials mean.
    pub(crate) fn bind_in_partials(
        &mut self,
        rule: &Rule,
        object: Option<&Inactive>,
        values: &[Value],
        begun: &Begun,
    ) {
        let object = object.map(|object| Inactive {
            tokens: as_operand(object.tokens.clone()),
            mentions: object.mentions.clone(),
        });
        let object = object.map_or(Value::Poison, Value::Inactive);
        let result = match begun.partials {
            Partials::Followed => Value::Scalar(begun.result),
            Partials::Numbers => Value::Inactive(Inactive {
                tokens: crate::spelling::value(begun.result).into_token_stream(),
                mentions: vec![begun.result],
            }),
        };
        self.bind_in_partial(OBJECT.to_owned(), object);
        self.bind_in_partial(RESULT.to_owned(), result);
        for (name, value) in rule.parameters.iter().zip(values) {
            if let Some(name) = name {
                let meaning = self.meaning_in_partial(value, begun.partials);
                self.bind_in_partial(name.to_string(), meaning);
            }
        }
    }

    fn bind_in_partial(&mut self, name: String, meaning: Value) {
        let active = self.is_active_value(&meaning);
        self.names.scopes.bind(name, meaning, active);
    }

    /// What an argument means in a partial: itself, or a number.
    fn meaning_in_partial(&mut self, value: &Value, partials: Partials) -> Value {
        if partials == Partials::Followed && matches!(value, Value::Scalar(_)) {
            return value.clone();
        }
        let mut mentions = Vec::new();
        // It can be spelled, because the call has spelled it already.
        match self.spell(value, &mut mentions) {
            Some(meaning) => Value::Inactive(Inactive {
                tokens: quote!((#meaning)),
                mentions,
            }),
            None => Value::Poison,
        }
    }
}
