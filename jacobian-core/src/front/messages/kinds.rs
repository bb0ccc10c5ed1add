//! Messages about an expression of a kind that is not differentiated: its name, and a replacement.

use syn::Expr;

/// An expression of a kind that is not differentiated.
pub(crate) fn expression(found: &Expr) -> String {
    let (what, help) = match found {
        Expr::ForLoop(_) | Expr::While(_) => ("a loop as a value", "write the loop as a statement"),
        Expr::Match(_) => (
            "`match` on a value that is not known at expansion",
            "split the function by case",
        ),
        Expr::Async(_) | Expr::Await(_) => {
            ("`async` code", "move the arithmetic into a plain function")
        }
        Expr::Unsafe(_) => (
            "an `unsafe` block",
            "move it into a safe function of inactive arguments",
        ),
        Expr::Macro(_) => ("the result of a macro", "write the expression out"),
        Expr::Reference(_) => (
            "a mutable borrow of an active value",
            "assign to the variable directly",
        ),
        Expr::Range(_) => ("a range as a value", "use it in a `for` or as an index"),
        Expr::Assign(_) => return super::ASSIGNMENT_AS_VALUE.to_owned(),
        Expr::Break(_) | Expr::Continue(_) => (
            "a labelled or valued `break`",
            "use plain `break` and `continue`",
        ),
        Expr::Let(_) => (
            "`if let` on an active value",
            "destructure with a plain `let`",
        ),
        _ => return super::NOT_DIFFERENTIATED.to_owned(),
    };
    format!("cannot differentiate {what}\nhelp: {help}")
}
