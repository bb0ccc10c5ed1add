//! Interval arithmetic of integers, as far as it cannot wrap.
//!
//! ```text
//! 0..=1 + 2      2..=3
//! n % 3          0..=2, or -2..=2 if the type may be signed
//! ```
//!
//! Invariant: an integer that is in a list is within the bounds. Arithmetic may wrap where overflow
//! is not checked, so bounds that leave `0..=127` count only for types of at least 32 bits, in
//! which a value cannot wrap back into a list.

use crate::front::syntax::types::behind_reference;
use crate::front::value::integer::Bounds;

/// The largest size of an integer for which arithmetic of 32 bits is exact.
pub(crate) const LARGEST: i128 = 1 << 30;

/// What is known of an integer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) bounds: Bounds,
    pub(crate) kind: IntegerKind,
}

/// What is known of its type.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IntegerKind {
    /// It is a primitive integer.
    pub(crate) is_integer: bool,
    /// It has at least 32 bits.
    pub(crate) is_wide: bool,
    pub(crate) is_unsigned: bool,
}

pub(crate) const UNKNOWN: Bounds = Bounds {
    least: i128::MIN,
    most: i128::MAX,
};

pub(crate) const USIZE: IntegerKind = IntegerKind {
    is_integer: true,
    is_wide: true,
    is_unsigned: true,
};

impl IntegerKind {
    /// What either says. Both are of one type.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            is_integer: self.is_integer || other.is_integer,
            is_wide: self.is_wide || other.is_wide,
            is_unsigned: self.is_unsigned || other.is_unsigned,
        }
    }
}

pub(crate) fn union(one: Option<Interval>, other: Option<Interval>) -> Option<Interval> {
    match (one, other) {
        (Some(a), Some(b)) => Some(Interval {
            bounds: a.bounds.union(b.bounds),
            kind: a.kind.or(b.kind),
        }),
        (one, other) => one.or(other),
    }
}

/// Bounds of arithmetic, if it cannot wrap back.
pub(crate) fn checked(kind: IntegerKind, least: Option<i128>, most: Option<i128>) -> Interval {
    let (lowest, highest) = if kind.is_wide {
        (-LARGEST, LARGEST)
    } else {
        (0, 127)
    };
    let bounds = match (least, most) {
        (Some(least), Some(most)) if least >= lowest && most <= highest => Bounds { least, most },
        _ => of_kind(kind),
    };
    Interval { bounds, kind }
}

pub(crate) fn remainder(a: Bounds, b: Bounds, kind: IntegerKind) -> Bounds {
    let most = b.most - 1;
    if a.least >= 0 && a.most < b.least {
        return a;
    }
    let least = if a.least >= 0 || kind.is_unsigned {
        0
    } else {
        -most
    };
    Bounds { least, most }
}

pub(crate) fn least_of(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        least: a.least.min(b.least),
        most: a.most.min(b.most),
    }
}

pub(crate) fn most_of(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        least: a.least.max(b.least),
        most: a.most.max(b.most),
    }
}

/// The bounds of a type.
pub(crate) fn of_kind(kind: IntegerKind) -> Bounds {
    if kind.is_unsigned {
        Bounds {
            least: 0,
            ..UNKNOWN
        }
    } else {
        UNKNOWN
    }
}

pub(crate) fn kind_named(name: &str) -> IntegerKind {
    let bits = name.strip_prefix(['i', 'u']);
    let is_wide = bits.is_some_and(|bits| matches!(bits, "size" | "32" | "64" | "128"));
    let is_integer = is_wide || bits.is_some_and(|bits| matches!(bits, "8" | "16"));
    IntegerKind {
        is_integer,
        is_wide,
        is_unsigned: is_integer && name.starts_with('u'),
    }
}

pub(crate) fn kind_of(ty: &syn::Type) -> IntegerKind {
    match behind_reference(ty) {
        syn::Type::Path(path) => {
            let name = path.path.get_ident().map(ToString::to_string);
            name.map_or(IntegerKind::default(), |name| kind_named(&name))
        }
        _ => IntegerKind::default(),
    }
}
