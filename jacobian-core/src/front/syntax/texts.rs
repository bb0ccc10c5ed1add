//! Text that is made of values.

use syn::Expr;

use crate::front::syntax::strip::strip;

/// Text that is made of values: `format!("{x}")`, `x.to_string()`, `write!(log, "{x}").unwrap()`.
pub(crate) fn is_text(expression: &Expr) -> bool {
    const MACROS: &[&str] = &["format", "format_args", "write", "writeln"];
    const AFTER: &[&str] = &[
        "as_str", "expect", "into", "is_err", "is_ok", "ok", "unwrap",
    ];
    match strip(expression) {
        Expr::Macro(call) => {
            let last = call.mac.path.segments.last();
            last.is_some_and(|last| MACROS.iter().any(|name| last.ident == name))
        }
        Expr::Binary(binary) if matches!(binary.op, syn::BinOp::Add(_)) => is_text(&binary.left),
        Expr::MethodCall(call) if call.method == "to_string" => call.args.is_empty(),
        Expr::MethodCall(call) => {
            AFTER.iter().any(|name| call.method == name) && is_text(&call.receiver)
        }
        _ => false,
    }
}
