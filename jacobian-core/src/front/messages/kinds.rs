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
        Expr::Range(_) => (
            "a range as a value",
            "use it in a `for`, as an index or before `contains`, keep its ends in a tuple, or give it two ends, \
             `a..b` or `a..=b`",
        ),
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

pub(crate) const NUMBER_NOT_FOLLOWED: &str = "this number is made of an active value by code that is not followed, so its derivative would be lost\n\
    help: write out what the code does, or put it into a function with a `rule(..)`; if the number is constant between jumps, make it an \
    integer first, `let k = .. as i64;`, and use `k as f64`";

/// A method of a number that is not one of `f64`, or that has no derivative.
pub(crate) fn method_not_known(
    method: &syn::Ident,
    (found, n_arguments): (&str, usize),
    known: &[&str],
) -> String {
    if method == "integer_decode" {
        return format!(
            "the mantissa of {found} is an integer with all of its bits, so derivatives would be lost\n\
             help: give the function around its derivative, `rule(f(x) => ..)`"
        );
    }
    if method == "to_bits" {
        return format!(
            "the bits of {found} have no derivative\n\
             help: ask about them in a condition, as in `x.to_bits() >> 63 == 1`; clear the low ones by a mask, \
             `f64::from_bits(x.to_bits() & !0x7ff_ffff)`; where another result is made of them, give the \
             function around its derivative, `rule(f(x) => ..)`"
        );
    }
    let near = super::nearest::misspelled(&method.to_string(), known);
    let help = match near {
        Some(near) => format!("write `{near}`, if that is meant"),
        None => format!(
            "write it as a function whose body is seen, or give its derivative as a function of yours, with the trait: \
             `{}`",
            rule_of_number(&format!("Trait::{method}"), n_arguments)
        ),
    };
    format!("cannot differentiate the method `{method}` of {found}\nhelp: {help}")
}

/// The rule of a method of numbers, with a partial for each number.
fn rule_of_number(path: &str, n_arguments: usize) -> String {
    let method = path.rsplit("::").next().unwrap_or(path);
    let others: Vec<String> = match n_arguments {
        0 => return format!("rule({path}(self) => {method}_prime(self))"),
        1 => vec!["k".to_owned()],
        n => (1..=n).map(|position| format!("k_{position}")).collect(),
    };
    let taken = others.join(", ");
    let partials = std::iter::once("self").chain(others.iter().map(String::as_str));
    let partials = partials.map(|by| format!("{method}_by_{by}(self, {taken})"));
    let partials: Vec<String> = partials.collect();
    format!("rule({path}(self, {taken}) => ({}))", partials.join(", "))
}

/// A rule of a method that an active number has, without a partial by that number.
pub(crate) fn rule_without_self(path: &str, n_arguments: usize) -> String {
    format!(
        "the rule of `{path}` has no partial by `self`, which is an active number here\n\
         help: give a partial for each number, `{}`; where an argument is never active, its partial is `0.0`",
        rule_of_number(path, n_arguments)
    )
}
