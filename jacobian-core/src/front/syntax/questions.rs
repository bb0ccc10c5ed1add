//! Questions by their form: comparisons, predicates such as `is_nan`, and the quantifiers `any` and
//! `all`.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

use crate::ir::ValueId;
use crate::spelling;

use crate::front::syntax::operators;
use crate::front::syntax::strip::strip;

/// Macros that end the program if a condition does not hold.
pub(crate) const ASSERTIONS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
];

/// Methods of floating-point numbers that give a condition or an ordering.
pub(crate) const PREDICATES: &[&str] = &[
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

/// Whether an expression gives a condition or an ordering and not a number.
pub(crate) fn is_question(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::Binary(binary) => {
            operators::operation(&binary.op).is_none() && !operators::is_compound(&binary.op)
        }
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Not(_)),
        Expr::MethodCall(call) => {
            is_predicate(&call.method) || is_quantifier(call) || compares(&call.receiver)
        }
        _ => false,
    }
}

/// `flag.then(|| ..)` and `flag.then_some(..)`, if the receiver is a `bool`.
pub(crate) fn is_then(call: &syn::ExprMethodCall) -> bool {
    (call.method == "then" && call.args.len() == 1) || call.method == "then_some"
}

/// The same of a comparison, which surely is a `bool`.
pub(crate) fn is_then_of_comparison(call: &syn::ExprMethodCall) -> bool {
    use syn::BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    let is_comparison = |op| {
        matches!(
            op,
            Lt(_) | Le(_) | Gt(_) | Ge(_) | Eq(_) | Ne(_) | And(_) | Or(_)
        )
    };
    is_then(call)
        && matches!(strip(&call.receiver), Expr::Binary(binary) if is_comparison(binary.op))
}

/// Whether a method gives a condition or an ordering of one or two numbers.
pub(crate) fn is_predicate(method: &syn::Ident) -> bool {
    PREDICATES.iter().any(|name| method == name)
}

/// `any` and `all` of an iterator.
pub(crate) fn is_quantifier(call: &syn::ExprMethodCall) -> bool {
    (call.method == "any" || call.method == "all") && call.args.len() == 1
}

/// Whether an expression is an ordering, or a method of one:
/// `a.partial_cmp(&b).unwrap().reverse()`.
pub(crate) fn compares(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::MethodCall(call) => {
            let is_comparison = call.method == "partial_cmp" || call.method == "total_cmp";
            is_comparison || compares(&call.receiver)
        }
        _ => false,
    }
}

/// Whether tokens name only values of the code list, so that they may be moved anywhere.
pub(crate) fn is_pure(tokens: &TokenStream, mentions: &[ValueId]) -> bool {
    let named: Vec<String> = mentions
        .iter()
        .map(|id| spelling::value(*id).to_string())
        .collect();
    names_only(tokens, &named)
}

pub(crate) fn names_only(tokens: &TokenStream, named: &[String]) -> bool {
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

/// Whether a place is a part of what a call gives.
pub(crate) fn is_in_result(place: &Expr) -> bool {
    match strip(place) {
        Expr::Index(index) => is_in_result(&index.expr),
        Expr::Field(field) => is_in_result(&field.base),
        Expr::Unary(unary) => is_in_result(&unary.expr),
        Expr::Call(_) | Expr::MethodCall(_) => true,
        _ => false,
    }
}
