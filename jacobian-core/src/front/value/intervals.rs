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

use syn::BinOp;

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
    pub(crate) sign: Option<Sign>,
}

pub(crate) const UNKNOWN: Bounds = Bounds {
    least: i128::MIN,
    most: i128::MAX,
};

pub(crate) const USIZE: IntegerKind = IntegerKind {
    is_integer: true,
    is_wide: true,
    sign: Some(Sign::Unsigned),
};

/// Whether a type has negative numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Unsigned,
    Signed,
}

impl IntegerKind {
    fn is_unsigned(self) -> bool {
        self.sign == Some(Sign::Unsigned)
    }

    /// What either says. Both are of one type.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            is_integer: self.is_integer || other.is_integer,
            is_wide: self.is_wide || other.is_wide,
            sign: self.sign.or(other.sign),
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
    let least = if a.least >= 0 || kind.is_unsigned() {
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
    if kind.is_unsigned() {
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
        sign: is_integer.then(|| {
            if name.starts_with('u') {
                Sign::Unsigned
            } else {
                Sign::Signed
            }
        }),
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

/// `left op right` of integers.
pub(crate) fn of_operator(op: &BinOp, left: Interval, right: Interval) -> Interval {
    let kind = left.kind.or(right.kind);
    let (a, b) = (left.bounds, right.bounds);
    let is_counted = a.least >= 0 && b.least >= 1;
    match op {
        BinOp::Add(_) => checked(
            kind,
            a.least.checked_add(b.least),
            a.most.checked_add(b.most),
        ),
        BinOp::Sub(_) => checked(
            kind,
            a.least.checked_sub(b.most),
            a.most.checked_sub(b.least),
        ),
        BinOp::Mul(_) => {
            let products = [
                (a.least, b.least),
                (a.least, b.most),
                (a.most, b.least),
                (a.most, b.most),
            ];
            let products = products.map(|(a, b)| a.checked_mul(b));
            let all: Option<Vec<i128>> = products.into_iter().collect();
            let all = all.unwrap_or_default().into_iter();
            checked(kind, all.clone().min(), all.max())
        }
        BinOp::Div(_) if is_counted => Interval {
            bounds: Bounds {
                least: a.least / b.most,
                most: a.most / b.least,
            },
            kind,
        },
        BinOp::Rem(_) if b.least >= 1 && b.most < LARGEST => Interval {
            bounds: remainder(a, b, kind),
            kind,
        },
        BinOp::BitAnd(_) => Interval {
            bounds: [a, b]
                .into_iter()
                .filter(|mask| mask.least >= 0 && mask.most < LARGEST)
                .map(|mask| Bounds {
                    least: 0,
                    most: mask.most,
                })
                .min_by_key(|mask| mask.most)
                .unwrap_or_else(|| of_kind(kind)),
            kind,
        },
        _ => Interval {
            bounds: of_kind(kind),
            kind,
        },
    }
}

/// Whether a comparison holds for all values, or for none.
pub(crate) fn compare(op: &BinOp, left: Interval, right: Interval) -> Option<bool> {
    let (a, b) = (unwrapped(left), unwrapped(right));
    match op {
        BinOp::Lt(_) => a.is_before(b, 0),
        BinOp::Ge(_) => a.is_before(b, 0).map(|before| !before),
        BinOp::Le(_) => a.is_before(b, 1),
        BinOp::Gt(_) => a.is_before(b, 1).map(|before| !before),
        BinOp::Eq(_) => a.is_equal(b),
        BinOp::Ne(_) => a.is_equal(b).map(|equal| !equal),
        _ => None,
    }
}

/// A method of an integer.
pub(crate) fn of_method(name: &str, of: Interval, arguments: &[Interval]) -> Interval {
    let kind = arguments
        .iter()
        .fold(of.kind, |kind, one| kind.or(one.kind));
    let a = unwrapped(Interval { kind, ..of });
    let arguments = arguments
        .iter()
        .map(|one| unwrapped(Interval { kind, ..*one }));
    let arguments: Vec<Bounds> = arguments.collect();
    let bounds = match (name, arguments.as_slice()) {
        ("min", [b]) => least_of(a, *b),
        ("max", [b]) => most_of(a, *b),
        ("clamp", [low, high]) => least_of(most_of(a, *low), *high),
        ("rem_euclid", [b]) if b.least >= 1 => Bounds {
            least: 0,
            most: b.most - 1,
        },
        ("saturating_sub", [b]) if kind.is_unsigned() && a.most < LARGEST && b.least >= 0 => {
            Bounds {
                least: a.least.saturating_sub(b.most).max(0),
                most: (a.most - b.least).max(0),
            }
        }
        ("clone", []) => a,
        _ => of_kind(kind),
    };
    Interval { bounds, kind }
}

/// The bounds of a value that may have wrapped if they contain negative numbers of a type that is
/// not known to have such.
fn unwrapped(of: Interval) -> Bounds {
    if of.bounds.least < 0 && of.kind.sign != Some(Sign::Signed) {
        of_kind(of.kind)
    } else {
        of.bounds
    }
}
