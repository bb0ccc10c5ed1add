//! Integers known at expansion, with their type if the source says it, because the type decides
//! about overflow.

use syn::BinOp;

use crate::front::syntax::integers::{combine, fits, limits};
use crate::front::value::Value;

/// Saturating arithmetic, for example `saturating_sub`. `None` if the limit depends on the machine.
pub(crate) fn saturating(
    op: &BinOp,
    left: &Integer,
    right: i128,
) -> Option<Result<Integer, UnseenType>> {
    bounded(op, left, right, |value, (least, most)| {
        value.clamp(least, most)
    })
}

/// Wrapping arithmetic, for example `wrapping_add`.
pub(crate) fn wrapping(
    op: &BinOp,
    left: &Integer,
    right: i128,
) -> Option<Result<Integer, UnseenType>> {
    bounded(op, left, right, |value, (least, most)| {
        (value - least).rem_euclid(most - least + 1) + least
    })
}

/// The value itself where it fits the type, else what is made of it by the limits of the type.
fn bounded(
    op: &BinOp,
    left: &Integer,
    right: i128,
    within: fn(i128, (i128, i128)) -> i128,
) -> Option<Result<Integer, UnseenType>> {
    match checked(op, left, right) {
        Ok(Some(found)) => Some(Ok(found)),
        Ok(None) => {
            let name = left.suffix.as_deref()?;
            let value = combine(op, left.value, right)?;
            let limits = match (limits(name), name) {
                (Some(limits), _) => limits,
                // An index stays at zero on every machine.
                (None, "usize") if value < 0 && within(value, (0, i128::MAX - 1)) == 0 => {
                    (0, i128::MAX - 1)
                }
                _ => return None,
            };
            Some(Ok(Integer {
                value: within(value, limits),
                suffix: left.suffix.clone(),
            }))
        }
        Err(unseen) => Some(Err(unseen)),
    }
}

/// Checked arithmetic. `None` if the value does not fit the type. An error if that depends on the
/// type and the type is unknown.
pub(crate) fn checked(
    op: &BinOp,
    left: &Integer,
    right: i128,
) -> Result<Option<Integer>, UnseenType> {
    let value = combine(op, left.value, right);
    let exists = match (value, left.suffix.as_deref()) {
        (None, _) => false,
        (Some(value), Some(suffix)) => fits(value, suffix),
        // Every integer type has these values.
        (Some(0..=127), None) => true,
        (Some(_), None) => return Err(UnseenType),
    };
    Ok(value.filter(|_| exists).map(|value| Integer {
        value,
        suffix: left.suffix.clone(),
    }))
}

/// The source does not give the type of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnseenType;

/// The value with the type that the source gives it.
pub(crate) fn typed(value: Value, ty: &syn::Type) -> Value {
    match (value, ty) {
        (Value::Integer(integer), syn::Type::Path(path)) => {
            let name = path.path.get_ident().map(ToString::to_string);
            let name = name.filter(|name| fits(0, name));
            Value::Integer(Integer {
                suffix: name.or(integer.suffix),
                ..integer
            })
        }
        (Value::Array(elements), syn::Type::Array(array)) => {
            let elements = elements.iter();
            Value::array(
                elements
                    .map(|element| typed(element.clone(), &array.elem))
                    .collect(),
            )
        }
        (Value::Array(elements), syn::Type::Slice(slice)) => {
            let elements = elements.iter();
            Value::array(
                elements
                    .map(|element| typed(element.clone(), &slice.elem))
                    .collect(),
            )
        }
        (Value::Tuple(parts), syn::Type::Tuple(types)) if parts.len() == types.elems.len() => {
            let parts = parts.iter().zip(&types.elems);
            Value::tuple(parts.map(|(part, ty)| typed(part.clone(), ty)).collect())
        }
        (value, syn::Type::Reference(reference)) => typed(value, &reference.elem),
        (value, syn::Type::Paren(inner)) => typed(value, &inner.elem),
        (value, syn::Type::Group(inner)) => typed(value, &inner.elem),
        (value, _) => value,
    }
}

/// An integer known at expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    pub(crate) value: i128,
    /// The type, if the source says it.
    pub(crate) suffix: Option<String>,
}

impl Integer {
    pub(crate) fn new(value: i128) -> Self {
        Self {
            value,
            suffix: None,
        }
    }
}

/// The least and the largest value that an integer of run time can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) least: i128,
    pub(crate) most: i128,
}

impl Bounds {
    pub(crate) fn of(value: i128) -> Self {
        Self {
            least: value,
            most: value,
        }
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    /// Whether each value is less than each of the others, after these have grown by `by`. `None`
    /// if that depends on the values.
    pub(crate) fn is_before(self, other: Self, by: i128) -> Option<bool> {
        if self.most < other.least.saturating_add(by) {
            return Some(true);
        }
        (self.least >= other.most.saturating_add(by)).then_some(false)
    }

    /// Whether the values are one. `None` if that depends on them.
    pub(crate) fn is_equal(self, other: Self) -> Option<bool> {
        if self.most < other.least || other.most < self.least {
            return Some(false);
        }
        let is_one = self.least == self.most && self == other;
        is_one.then_some(true)
    }

    /// Whether all are positions below a length.
    pub(crate) fn are_below(self, length: usize) -> bool {
        let most = usize::try_from(self.most);
        self.least >= 0 && most.is_ok_and(|most| most < length)
    }

    /// The positions of a list of this length that are within the bounds: the first one, and how
    /// many. `None` if there are none.
    pub(crate) fn within(self, length: usize) -> Option<(usize, usize)> {
        let first = usize::try_from(self.least.max(0)).ok()?;
        let end = i128::try_from(length)
            .ok()?
            .min(self.most.saturating_add(1));
        let end = usize::try_from(end).ok()?;
        (first < end).then(|| (first, end - first))
    }
}

#[cfg(test)]
mod tests {
    use super::{Integer, UnseenType, checked, saturating, wrapping};

    #[test]
    fn checked_arithmetic_knows_the_type() {
        let of = |value, suffix: Option<&str>| Integer {
            value,
            suffix: suffix.map(str::to_owned),
        };
        let (add, sub): (syn::BinOp, syn::BinOp) = (syn::parse_quote!(+), syn::parse_quote!(-));
        assert_eq!(checked(&sub, &of(0, None), 1), Err(UnseenType));
        assert_eq!(checked(&sub, &of(1, None), 1), Ok(Some(of(0, None))));
        assert_eq!(
            checked(&sub, &of(0, Some("usize")), 1),
            Ok(None),
            "an index"
        );
        assert_eq!(
            checked(&sub, &of(0, Some("i32")), 1),
            Ok(Some(of(-1, Some("i32"))))
        );
        assert_eq!(checked(&add, &of(255, Some("u8")), 1), Ok(None));
    }

    #[test]
    fn limits_of_the_type_hold() {
        let of = |value, suffix: &str| Integer {
            value,
            suffix: Some(suffix.to_owned()),
        };
        let (add, sub): (syn::BinOp, syn::BinOp) = (syn::parse_quote!(+), syn::parse_quote!(-));
        assert_eq!(wrapping(&add, &of(250, "u8"), 10), Some(Ok(of(4, "u8"))));
        assert_eq!(wrapping(&sub, &of(-128, "i8"), 1), Some(Ok(of(127, "i8"))));
        assert_eq!(
            saturating(&add, &of(250, "u8"), 10),
            Some(Ok(of(255, "u8")))
        );
        assert_eq!(
            saturating(&sub, &of(2, "usize"), 3),
            Some(Ok(of(0, "usize")))
        );
        assert_eq!(wrapping(&sub, &of(2, "usize"), 3), None, "32 or 64 bits");
    }
}
