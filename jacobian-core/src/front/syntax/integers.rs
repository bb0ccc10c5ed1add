//! Integer arithmetic at expansion: indices, bounds, exponents.

use std::cmp::Ordering;

use syn::BinOp;

/// `left op right`; `None` for overflow, division by zero, or an operator that integers lack.
pub(crate) fn combine(op: &BinOp, left: i128, right: i128) -> Option<i128> {
    match op {
        BinOp::Add(_) | BinOp::AddAssign(_) => left.checked_add(right),
        BinOp::Sub(_) | BinOp::SubAssign(_) => left.checked_sub(right),
        BinOp::Mul(_) | BinOp::MulAssign(_) => left.checked_mul(right),
        BinOp::Div(_) | BinOp::DivAssign(_) => left.checked_div(right),
        BinOp::Rem(_) | BinOp::RemAssign(_) => left.checked_rem(right),
        BinOp::Shl(_) | BinOp::ShlAssign(_) => {
            left.checked_mul(1_i128.checked_shl(u32::try_from(right).ok()?)?)
        }
        BinOp::Shr(_) | BinOp::ShrAssign(_) => left.checked_shr(u32::try_from(right).ok()?),
        BinOp::BitAnd(_) | BinOp::BitAndAssign(_) => Some(left & right),
        BinOp::BitOr(_) | BinOp::BitOrAssign(_) => Some(left | right),
        BinOp::BitXor(_) | BinOp::BitXorAssign(_) => Some(left ^ right),
        _ => None,
    }
}

/// The answer of a comparison operator; an unordered pair is only unequal.
pub(crate) fn compare(op: &BinOp, ordering: Option<Ordering>) -> Option<bool> {
    Some(match op {
        BinOp::Eq(_) => ordering == Some(Ordering::Equal),
        BinOp::Ne(_) => ordering != Some(Ordering::Equal),
        BinOp::Lt(_) => ordering == Some(Ordering::Less),
        BinOp::Le(_) => matches!(ordering, Some(Ordering::Less | Ordering::Equal)),
        BinOp::Gt(_) => ordering == Some(Ordering::Greater),
        BinOp::Ge(_) => matches!(ordering, Some(Ordering::Greater | Ordering::Equal)),
        _ => return None,
    })
}

/// `receiver.name(arguments)` on integers.
pub(crate) fn method(name: &str, receiver: i128, arguments: &[i128]) -> Option<i128> {
    match (name, arguments) {
        ("abs", []) => receiver.checked_abs(),
        ("signum", []) => Some(receiver.signum()),
        ("pow", [exponent]) => receiver.checked_pow(u32::try_from(*exponent).ok()?),
        ("min", [other]) => Some(receiver.min(*other)),
        ("max", [other]) => Some(receiver.max(*other)),
        ("clamp", [low, high]) if low <= high => Some(receiver.clamp(*low, *high)),
        ("abs_diff", [other]) => receiver.checked_sub(*other)?.checked_abs(),
        ("rem_euclid", [other]) => receiver.checked_rem_euclid(*other),
        ("div_euclid", [other]) => receiver.checked_div_euclid(*other),
        ("isqrt", []) => receiver.checked_isqrt(),
        ("clone", []) => Some(receiver),
        _ => None,
    }
}

/// The operator behind `checked_add` and its like.
pub(crate) fn checked_operator(name: &str) -> Option<BinOp> {
    Some(match name {
        "checked_add" => syn::parse_quote!(+),
        "checked_sub" => syn::parse_quote!(-),
        "checked_mul" => syn::parse_quote!(*),
        _ => return None,
    })
}

/// Whether a shift to the left drops bits that the type does not have.
pub(crate) fn drops_bits(op: &BinOp, value: i128, suffix: Option<&str>) -> bool {
    let is_shift = matches!(op, BinOp::Shl(_) | BinOp::ShlAssign(_));
    is_shift && !fits(value, suffix.unwrap_or("i32"))
}

/// Whether a cast to the type keeps the value.
pub(crate) fn fits(value: i128, name: &str) -> bool {
    match name {
        "usize" | "u64" => u64::try_from(value).is_ok(),
        "isize" | "i64" => i64::try_from(value).is_ok(),
        "u32" => u32::try_from(value).is_ok(),
        "i32" => i32::try_from(value).is_ok(),
        "u16" => u16::try_from(value).is_ok(),
        "i16" => i16::try_from(value).is_ok(),
        "u8" => u8::try_from(value).is_ok(),
        "i8" => i8::try_from(value).is_ok(),
        "u128" => value >= 0,
        "i128" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{combine, compare, fits, method};

    #[test]
    fn what_rust_would_refuse_is_refused() {
        let div = syn::parse_quote!(/);
        assert_eq!(combine(&div, 7, 2), Some(3));
        assert_eq!(combine(&div, 7, 0), None);
        assert_eq!(combine(&syn::parse_quote!(<<), 1, 200), None);
        assert_eq!(combine(&syn::parse_quote!(-), 0, 1), Some(-1));
    }

    #[test]
    fn nan_is_only_unequal() {
        assert_eq!(compare(&syn::parse_quote!(!=), None), Some(true));
        assert_eq!(compare(&syn::parse_quote!(<=), None), Some(false));
    }

    #[test]
    fn methods_and_casts() {
        assert_eq!(method("pow", 2, &[10]), Some(1024));
        assert_eq!(method("rem_euclid", -1, &[4]), Some(3));
        assert!(fits(255, "u8") && !fits(256, "u8") && !fits(-1, "usize"));
    }
}
