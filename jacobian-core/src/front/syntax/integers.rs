//! Integer arithmetic at expansion: indices, bounds, exponents.

use std::cmp::Ordering;

use syn::BinOp;

/// Whether this is the name of an integer type.
pub(crate) fn is_integer_type(name: &str) -> bool {
    fits(0, name)
}

/// `left op right`; `None` for overflow, division by zero, or an operator that integers lack.
pub(crate) fn combine(op: &BinOp, left: i128, right: i128) -> Option<i128> {
    match op {
        BinOp::Add(_) | BinOp::AddAssign(_) => left.checked_add(right),
        BinOp::Sub(_) | BinOp::SubAssign(_) => left.checked_sub(right),
        BinOp::Mul(_) | BinOp::MulAssign(_) => left.checked_mul(right),
        BinOp::Div(_) | BinOp::DivAssign(_) => left.checked_div(right),
        BinOp::Rem(_) | BinOp::RemAssign(_) => left.checked_rem(right),
        BinOp::Shl(_) | BinOp::ShlAssign(_) => {
            // A product, because `checked_shl` would drop bits silently.
            left.checked_mul(1_i128.checked_shl(u32::try_from(right).ok()?)?)
        }
        BinOp::Shr(_) | BinOp::ShrAssign(_) => left.checked_shr(u32::try_from(right).ok()?),
        BinOp::BitAnd(_) | BinOp::BitAndAssign(_) => Some(left & right),
        BinOp::BitOr(_) | BinOp::BitOrAssign(_) => Some(left | right),
        BinOp::BitXor(_) | BinOp::BitXorAssign(_) => Some(left ^ right),
        _ => None,
    }
}

/// The answer of a comparison operator. For an unordered pair only `!=` is true.
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

/// Whether a shift to the left drops bits in the type.
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

/// The least and the largest value of a type, if they are the same on every machine.
pub(crate) fn limits(name: &str) -> Option<(i128, i128)> {
    Some(match name {
        "u8" => (0, u8::MAX.into()),
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "u64" => (0, u64::MAX.into()),
        "i64" => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{combine, compare, fits};

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
    fn casts_keep_what_fits() {
        assert!(fits(255, "u8") && !fits(256, "u8") && !fits(-1, "usize"));
    }
}
