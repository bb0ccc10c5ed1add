//! Conversions of lists into arrays, whose lengths types say.
//!
//! ```text
//! <[f64; 3]>::try_from(list)                the type is in the call
//! let a: [f64; 3] = list.try_into()?;       the type is wanted, so the call is written as above
//! ```

use syn::Expr;

use crate::front::syntax::strip::strip;

/// Methods of a `Result` that give the array, or another `Option` or `Result` with it.
const OF_RESULTS: &[&str] = &[
    "unwrap",
    "expect",
    "ok",
    "map_err",
    "unwrap_or_else",
    "unwrap_or_default",
];

/// The array of `<[f64; 3]>::try_from(list)`.
pub(crate) fn array_of_call(call: &syn::ExprCall) -> Option<&syn::TypeArray> {
    let Expr::Path(callee) = strip(&call.func) else {
        return None;
    };
    let is_named = callee
        .path
        .segments
        .last()
        .is_some_and(|last| last.ident == "try_from");
    match &*callee.qself.as_ref().filter(|_| is_named)?.ty {
        syn::Type::Array(array) => Some(array),
        _ => None,
    }
}

/// An expression with `list.try_into()` inside, where an array is wanted, with a call that names
/// the array. `None` for another expression.
pub(crate) fn into_array(expression: &Expr, array: &syn::Type) -> Option<Expr> {
    let mut at = strip(expression);
    loop {
        at = match at {
            Expr::MethodCall(call) if call.method == "try_into" && call.args.is_empty() => break,
            Expr::MethodCall(call) if OF_RESULTS.iter().any(|name| call.method == name) => {
                strip(&call.receiver)
            }
            Expr::Try(question) => strip(&question.expr),
            _ => return None,
        };
    }
    let mut converted = expression.clone();
    convert(&mut converted, array);
    Some(converted)
}

fn convert(expression: &mut Expr, array: &syn::Type) {
    match expression {
        Expr::MethodCall(call) if call.method == "try_into" => {
            let list = &call.receiver;
            *expression = syn::parse_quote!(<#array>::try_from(#list));
        }
        Expr::MethodCall(call) => convert(&mut call.receiver, array),
        Expr::Try(question) => convert(&mut question.expr, array),
        Expr::Paren(inner) => convert(&mut inner.expr, array),
        Expr::Group(inner) => convert(&mut inner.expr, array),
        _ => {}
    }
}
