//! Conditions: known at expansion, or asked at run time of values that are computed before.
//!
//! ```text
//! i > 0 && x[i - 1] > tol       i = 0: false, and the right side is not even looked at
//!                               i = 1: `v0 > tol`
//! ```
//!
//! Arithmetic inside a condition belongs to the value path; what is left to ask names its results. A
//! condition has no derivative: bound to a name it is an inactive value.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{BinOp, Expr};

use crate::ir::ValueId;
use crate::spelling;

use super::expression::strip;
use super::value::{Inactive, Value};
use super::{Lowering, arithmetic};

/// Methods that ask something of a floating-point number.
const PREDICATES: &[&str] = &[
    "is_nan",
    "is_finite",
    "is_infinite",
    "is_normal",
    "is_subnormal",
    "is_sign_negative",
    "is_sign_positive",
    "partial_cmp",
    "total_cmp",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
];

impl Lowering {
    /// A condition: a known one, the user's own, or one about values of the code list.
    pub(crate) fn eval_condition(&mut self, condition: &Expr) -> Value {
        let inner = strip(condition);
        if let Some(known) = self.try_known(inner) {
            return known;
        }
        match inner {
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.eval_both(binary)
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
                match self.eval_condition(&unary.expr) {
                    Value::Boolean(value) => Value::Boolean(!value),
                    Value::Inactive(Inactive { tokens, mentions }) => Value::Inactive(Inactive {
                        tokens: quote!(!(#tokens)),
                        mentions,
                    }),
                    other => other,
                }
            }
            inner if !self.names.is_active(inner) => self.keep(inner),
            inner if self.asks_presence(inner) => self.eval(inner),
            Expr::MethodCall(call) if is_quantifier(call) && !self.is_spelled(call) => {
                self.eval_method(call, None)
            }
            inner => {
                let mut mentions = Vec::new();
                let errors = self.writer.diagnostics.len();
                let tokens = self.observe(inner, &mut mentions);
                if self.writer.diagnostics.len() > errors {
                    return Value::Poison;
                }
                Value::Inactive(Inactive { tokens, mentions })
            }
        }
    }

    /// `left && right`, `left || right`: a known left side may decide alone.
    fn eval_both(&mut self, binary: &syn::ExprBinary) -> Value {
        let decisive = matches!(binary.op, BinOp::Or(_));
        let left = match self.eval_condition(&binary.left) {
            Value::Boolean(left) if left == decisive => return Value::Boolean(decisive),
            Value::Boolean(_) => return self.eval_condition(&binary.right),
            Value::Inactive(left) => left,
            other => return other,
        };
        let right = match self.eval_condition(&binary.right) {
            // Whatever it is, the left side is asked for its effects.
            Value::Boolean(right) => Inactive {
                tokens: quote!(#right),
                mentions: Vec::new(),
            },
            Value::Inactive(right) => right,
            other => return other,
        };
        let (op, a, b) = (&binary.op, left.tokens, right.tokens);
        let mentions = left.mentions.into_iter().chain(right.mentions);
        Value::Inactive(Inactive {
            tokens: quote!((#a) #op (#b)),
            mentions: mentions.collect(),
        })
    }

    /// Whether an expression asks rather than computes.
    pub(crate) fn is_question(expression: &Expr) -> bool {
        match strip(expression) {
            Expr::Binary(binary) => {
                arithmetic::operation(&binary.op).is_none() && !arithmetic::is_compound(&binary.op)
            }
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Not(_)),
            Expr::MethodCall(call) => {
                is_predicate(&call.method) || is_quantifier(call) || compares(&call.receiver)
            }
            _ => false,
        }
    }
}

/// Whether a method asks something of a number, or of two.
pub(super) fn is_predicate(method: &syn::Ident) -> bool {
    PREDICATES.iter().any(|name| method == name)
}

/// `any` and `all` of an iterator.
pub(super) fn is_quantifier(call: &syn::ExprMethodCall) -> bool {
    (call.method == "any" || call.method == "all") && call.args.len() == 1
}

/// Whether an expression is an ordering, or something asked of one: `a.partial_cmp(&b).unwrap().reverse()`.
fn compares(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::MethodCall(call) => {
            let is_comparison = call.method == "partial_cmp" || call.method == "total_cmp";
            is_comparison || compares(&call.receiver)
        }
        _ => false,
    }
}

/// Whether tokens name nothing but values of the code list, so that they may stand anywhere.
pub(crate) fn is_pure(tokens: &TokenStream, mentions: &[ValueId]) -> bool {
    let named: Vec<String> = mentions
        .iter()
        .map(|id| spelling::value(*id).to_string())
        .collect();
    names_only(tokens, &named)
}

fn names_only(tokens: &TokenStream, named: &[String]) -> bool {
    let mut after_dot = false;
    tokens.to_token_stream().into_iter().all(|token| {
        let allowed = match &token {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                let predicate = after_dot && PREDICATES.contains(&name.as_str());
                predicate || name == "true" || name == "false" || named.contains(&name)
            }
            TokenTree::Group(group) => names_only(&group.stream(), named),
            TokenTree::Literal(_) | TokenTree::Punct(_) => true,
        };
        after_dot = matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.');
        allowed
    })
}
