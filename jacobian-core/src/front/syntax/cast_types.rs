//! The types of numbers that casts tell: an inactive divisor is a number although nothing else
//! says what it is.
//!
//! ```text
//! sum /= points.len() as f64           `DivAssign<f64>`, not `DivAssign<DVec3>`
//! sum / (points.len() as f64 - 1.0)    the same: both sides are numbers
//! v * n as f64                         unknown, because `v` may be a vector
//! ```

use proc_macro2::{TokenStream, TokenTree};
use syn::{BinOp, Expr, Lit};

use crate::front::syntax::strip::strip;

/// The primitive type of code that is a cast, or arithmetic of casts and literals.
pub(crate) fn type_of_casts(code: &TokenStream) -> Option<String> {
    if !has_cast(code) {
        return None;
    }
    let expression: Expr = syn::parse2(code.clone()).ok()?;
    match number(&expression)? {
        Number::Typed(name) => Some(name),
        Number::Literal => None,
    }
}

const NUMBERS: &[&str] = &[
    "f64", "f32", "usize", "isize", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64",
];

enum Number {
    Typed(String),
    /// A literal without a suffix, which takes the type of the other side.
    Literal,
}

/// Whether a cast may be the type of the whole. Parsing costs more than looking for one.
fn has_cast(code: &TokenStream) -> bool {
    code.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "as",
        TokenTree::Group(inner) => has_cast(&inner.stream()),
        _ => false,
    })
}

fn number(expression: &Expr) -> Option<Number> {
    match strip(expression) {
        Expr::Cast(cast) => match &*cast.ty {
            syn::Type::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                NUMBERS.contains(&&*name).then_some(Number::Typed(name))
            }
            _ => None,
        },
        Expr::Lit(literal) => match &literal.lit {
            Lit::Float(number) if number.suffix().is_empty() => Some(Number::Literal),
            Lit::Int(number) if number.suffix().is_empty() => Some(Number::Literal),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => number(&unary.expr),
        Expr::Binary(binary) if is_arithmetic(&binary.op) => {
            match (number(&binary.left)?, number(&binary.right)?) {
                (Number::Literal, known) | (known, _) => Some(known),
            }
        }
        _ => None,
    }
}

/// The type of code whose arms are literals, `if up { 1.0 } else { -1.0 }`. `scalar` is that of
/// literals without a suffix.
pub(crate) fn type_of_literal_arms(code: &TokenStream, scalar: &str) -> Option<String> {
    let first = code.clone().into_iter().next()?.to_string();
    if first != "if" && first != "match" {
        return None;
    }
    let expression: Expr = syn::parse2(code.clone()).ok()?;
    let suffix = suffix_of_arms(&expression)?;
    Some(if suffix.is_empty() {
        scalar.to_owned()
    } else {
        suffix
    })
}

/// The suffix of the literals at the ends of all arms, empty if none has one.
fn suffix_of_arms(expression: &Expr) -> Option<String> {
    let of_block = |block: &syn::Block| match block.stmts.as_slice() {
        [syn::Stmt::Expr(tail, None)] => suffix_of_arms(tail),
        _ => None,
    };
    let of_all = |arms: Vec<Option<String>>| {
        let arms: Option<Vec<String>> = arms.into_iter().collect();
        arms?.into_iter().max()
    };
    match strip(expression) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Float(number) => Some(number.suffix().to_owned()),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => suffix_of_arms(&unary.expr),
        Expr::If(branch) => {
            let (_, other) = branch.else_branch.as_ref()?;
            of_all(vec![of_block(&branch.then_branch), suffix_of_arms(other)])
        }
        Expr::Block(block) => of_block(&block.block),
        Expr::Match(found) => {
            let arms = found.arms.iter();
            of_all(arms.map(|arm| suffix_of_arms(&arm.body)).collect())
        }
        _ => None,
    }
}

fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn casts_and_literals_are_numbers_and_other_things_may_be_vectors() {
        let of = |code: &str| type_of_casts(&code.parse().unwrap());
        assert_eq!(of("v.len() as f64").as_deref(), Some("f64"));
        assert_eq!(of("(2.0 * (n as f32 - 1.0))").as_deref(), Some("f32"));
        assert_eq!(of("-(n as f64)").as_deref(), Some("f64"));
        assert_eq!(of("v * n as f64"), None);
        assert_eq!(of("f(n as f64)"), None);
        assert_eq!(of("n as Alias"), None);
        assert_eq!(of("n as f64 == 1.0"), None);
    }

    #[test]
    fn arms_that_are_literals_are_numbers() {
        let of = |code: &str| type_of_literal_arms(&code.parse().unwrap(), "f64");
        assert_eq!(of("if up { 1.0 } else { -1.0 }").as_deref(), Some("f64"));
        assert_eq!(
            of("if up { 1.0 } else if left { 2.0f32 } else { 3.0 }").as_deref(),
            Some("f32")
        );
        assert_eq!(
            of("match k { 0 => 1.0, _ => { -(2.0) } }").as_deref(),
            Some("f64")
        );
        assert_eq!(of("if up { 1.0 } else { v }"), None);
        assert_eq!(of("if up { 1 } else { 2 }"), None);
        assert_eq!(of("1.0"), None);
    }
}
