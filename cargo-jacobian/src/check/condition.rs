//! Conditions of branches, as far as they are arithmetic on values of the code list.
//!
//! ```text
//! __v3 < 1.0_f64 && !(__v1 <= __v2)      a truth value
//! __v3 < limit                           unknown: `limit` is the user's
//! ```

use syn::{BinOp, Expr, Lit, UnOp};

/// Whether a condition holds, where that is known. `value` gives the values by their numbers.
pub(super) fn holds(condition: &Expr, value: &impl Fn(u32) -> Option<f64>) -> Option<bool> {
    match condition {
        Expr::Paren(inner) => holds(&inner.expr, value),
        Expr::Group(inner) => holds(&inner.expr, value),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            holds(&unary.expr, value).map(|holds| !holds)
        }
        Expr::Binary(binary) => match binary.op {
            BinOp::And(_) => Some(holds(&binary.left, value)? && holds(&binary.right, value)?),
            BinOp::Or(_) => Some(holds(&binary.left, value)? || holds(&binary.right, value)?),
            _ => {
                let left = number(&binary.left, value)?;
                let right = number(&binary.right, value)?;
                compared(&binary.op, left, right)
            }
        },
        _ => None,
    }
}

#[expect(clippy::float_cmp, reason = "the user compares them like this")]
fn compared(operator: &BinOp, left: f64, right: f64) -> Option<bool> {
    match operator {
        BinOp::Lt(_) => Some(left < right),
        BinOp::Le(_) => Some(left <= right),
        BinOp::Gt(_) => Some(left > right),
        BinOp::Ge(_) => Some(left >= right),
        BinOp::Eq(_) => Some(left == right),
        BinOp::Ne(_) => Some(left != right),
        _ => None,
    }
}

fn number(expression: &Expr, value: &impl Fn(u32) -> Option<f64>) -> Option<f64> {
    match expression {
        Expr::Paren(inner) => number(&inner.expr, value),
        Expr::Group(inner) => number(&inner.expr, value),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            number(&unary.expr, value).map(|number| -number)
        }
        Expr::Lit(literal) => match &literal.lit {
            Lit::Float(number) => number.base10_parse().ok(),
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Path(path) => {
            let name = path.path.get_ident()?.to_string();
            value(name.strip_prefix("__v")?.parse().ok()?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::holds;
    use syn::parse_quote;

    #[test]
    fn conditions_on_values_are_known_and_others_are_not() {
        let value = |id: u32| (id < 3).then(|| f64::from(id));
        assert_eq!(
            holds(&parse_quote!(__v1 < 1.5_f64 && !(__v2 <= -__v1)), &value),
            Some(true)
        );
        assert_eq!(
            holds(&parse_quote!((__v0 != 0.0) || __v2 < __v1), &value),
            Some(false)
        );
        assert_eq!(holds(&parse_quote!(__v1 < limit), &value), None);
        assert_eq!(holds(&parse_quote!(__v7 < 1.0), &value), None);
        assert_eq!(holds(&parse_quote!(is_open), &value), None);
    }
}
