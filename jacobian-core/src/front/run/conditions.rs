//! Conditions: known at expansion, or evaluated at run time on values that are computed before.
//!
//! ```text
//! i > 0 && x[i - 1] > tol       i = 0: false, and the right side is not even looked at
//!                               i = 1: `v0 > tol`
//! ```
//!
//! Arithmetic inside a condition belongs to the value path, and the emitted condition names its
//! results. A condition has no derivative: bound to a name it is an inactive value.

use proc_macro2::TokenTree;
use quote::quote;
use syn::{BinOp, Expr};

use crate::interface::{Head, Opaque};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::questions::is_quantifier;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::is_place;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// A condition: known at expansion, opaque, or a comparison of values of the code list.
    pub(crate) fn eval_condition(&mut self, condition: &Expr) -> Found<Value> {
        let inner = strip(condition);
        if let Some(known) = self.try_known(inner) {
            return Ok(known);
        }
        self.writer.at_run_time()?;
        match inner {
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.eval_both(binary)
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
                match self.eval_condition(&unary.expr)? {
                    Value::Boolean(value) => Ok(Value::Boolean(!value)),
                    Value::Inactive(Inactive { tokens, mentions }) => {
                        Ok(Value::Inactive(Inactive {
                            tokens: quote!(!(#tokens)),
                            mentions,
                        }))
                    }
                    other => Ok(other),
                }
            }
            inner if !self.names.is_active(inner) => self.keep(inner),
            inner if self.asks_presence(inner) => self.eval(inner),
            Expr::MethodCall(call) if is_quantifier(call) && !self.is_spelled(call) => {
                self.eval_method(call, None)
            }
            inner => {
                if let Expr::MethodCall(call) = inner
                    && let Some(answer) = self.eval_written_out(call)?
                {
                    return Ok(answer);
                }
                let mut mentions = Vec::new();
                let errors = self.writer.diagnostics.len();
                let tokens = self.observe(inner, &mut mentions);
                if self.writer.diagnostics.len() > errors {
                    return Err(Stop);
                }
                Ok(Value::Inactive(Inactive {
                    tokens: tokens?,
                    mentions,
                }))
            }
        }
    }

    /// `left && right`, `left || right`. If a known left side decides, the right side is not
    /// evaluated.
    pub(crate) fn eval_both(&mut self, binary: &syn::ExprBinary) -> Found<Value> {
        let decisive = matches!(binary.op, BinOp::Or(_));
        let left = match self.eval_condition(&binary.left)? {
            Value::Boolean(left) if left == decisive => return Ok(Value::Boolean(decisive)),
            Value::Boolean(_) => return self.eval_condition(&binary.right),
            Value::Inactive(left) => left,
            other => return Ok(other),
        };
        let before = self.checkpoint();
        let n_opaques = self.writer.opaques.len();
        let right = self.eval_condition(&binary.right)?;
        // For example, `i < n && y[i] > 0.0` must not look at `y[n]`, and `c && next(&mut s) > 0.0`
        // changes `s` only if `c` holds.
        let may_panic = self.writer.opaques[n_opaques..].iter().any(may_panic);
        if may_panic || self.has_changed_names(&before) {
            self.rollback(before);
            return self.eval_lazily(left, decisive, binary);
        }
        let right = match right {
            // Even if the right side decides, the left side is emitted, because it may have
            // effects.
            Value::Boolean(right) => Inactive {
                tokens: quote!(#right),
                mentions: Vec::new(),
            },
            Value::Inactive(right) => right,
            other => return Ok(other),
        };
        let (op, a, b) = (&binary.op, left.tokens, right.tokens);
        let mentions = left.mentions.into_iter().chain(right.mentions);
        Ok(Value::Inactive(Inactive {
            tokens: quote!((#a) #op (#b)),
            mentions: mentions.collect(),
        }))
    }

    /// `left && right`, `left || right`, with what the right side computes in an arm of its own.
    fn eval_lazily(
        &mut self,
        left: Inactive,
        decisive: bool,
        binary: &syn::ExprBinary,
    ) -> Found<Value> {
        let tokens = &left.tokens;
        let head = Head::If(if decisive {
            quote!(!(#tokens))
        } else {
            tokens.clone()
        });
        let asks = |run: &mut Self| run.eval_condition(&binary.right);
        let decided = |_: &mut Self| Ok(Value::Boolean(decisive));
        self.branch(head, left, &[&asks, &decided], binary)
    }
}

impl Lowering<Run> {
    /// A guard, in the scope of the names that its pattern binds. If it has to run in an arm of its
    /// own, this is noted, and the evaluation stops.
    pub(crate) fn eval_guard(&mut self, guard: &Expr) -> Found<Value> {
        let before = self.checkpoint();
        let n_opaques = self.writer.opaques.len();
        let value = self.eval_condition(guard)?;
        let computes = !self.writer.opaques[n_opaques..].iter().all(reads_outside);
        if computes || self.has_changed_names(&before) {
            self.control.guard_computes = true;
            return Err(Stop);
        }
        Ok(value)
    }
}

/// Whether opaque code only reads a place, and none that a pattern binds. Names of patterns are
/// fresh.
fn reads_outside(opaque: &Opaque) -> bool {
    let Opaque::Scalar { expression, .. } = opaque else {
        return false;
    };
    let root = expression
        .clone()
        .into_iter()
        .find_map(|token| match token {
            TokenTree::Ident(name) => Some(name.to_string()),
            _ => None,
        });
    is_place(expression) && root.is_some_and(|root| !root.starts_with("__"))
}

/// Whether opaque code does more than to read a place.
fn may_panic(opaque: &Opaque) -> bool {
    match opaque {
        Opaque::Scalar { expression, .. } => !is_place(expression),
        Opaque::Statement(_) => true,
        _ => false,
    }
}
