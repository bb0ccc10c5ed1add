//! Numbers with a total order of ordered-float 5, as Rust code.
//!
//! Run time compares them with the methods of the crate itself, so that NaN is where it puts it.
//! Source of each text: `src/lib.rs` of ordered-float 5.

use super::definition::{Access, Type};

pub(super) const TYPES: &[Type] = &[
    Type {
        name: "OrderedFloat",
        fields: &[("0", "$S")],
        certain: &["OrderedFloat"],
        texts: &[ORDERED, BOTH],
        access: Access {
            read: &[],
            written: &[],
            behind: Some("0"),
        },
        ..Type::PLAIN
    },
    Type {
        name: "NotNan",
        fields: &[("0", "$S")],
        certain: &["NotNan"],
        texts: &[NOT_NAN, BOTH],
        access: Access {
            read: &[("0", "into_inner()")],
            written: &[],
            behind: Some("0"),
        },
        ..Type::PLAIN
    },
];

/// What both have. Operators of two `NotNan` panic where the result is no
/// number, and those with a number give a number.
const BOTH: &[&str] = &[
    "fn into_inner(self) -> $S { self.0 }",
    "impl From<$V> for $S { fn from(v: $V) -> $S { v.0 } }",
    "impl Neg for $V { fn neg(self) -> $V { $V(-self.0) } }",
];

const ORDERED: &[&str] = &[
    "impl From<$S> for $V { fn from(v: $S) -> $V { $V(v) } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V { $V(self.0 + o.0) } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V { $V(self.0 - o.0) } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V(self.0 * o.0) } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V { $V(self.0 / o.0) } }",
    "impl Rem<$V> for $V { fn rem(self, o: $V) -> $V { $V(self.0 % o.0) } }",
    "impl Add<$S> for $V { fn add(self, o: $S) -> $V { $V(self.0 + o) } }",
    "impl Sub<$S> for $V { fn sub(self, o: $S) -> $V { $V(self.0 - o) } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V(self.0 * o) } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V(self.0 / o) } }",
    "impl Rem<$S> for $V { fn rem(self, o: $S) -> $V { $V(self.0 % o) } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) { self.0 = self.0 + o.0; } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) { self.0 = self.0 - o.0; } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) { self.0 = self.0 * o.0; } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) { self.0 = self.0 / o.0; } }",
    "impl AddAssign<$S> for $V { fn add_assign(&mut self, o: $S) { self.0 = self.0 + o; } }",
    "impl SubAssign<$S> for $V { fn sub_assign(&mut self, o: $S) { self.0 = self.0 - o; } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) { self.0 = self.0 * o; } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) { self.0 = self.0 / o; } }",
    // `Ord::max` of two: the second one if they are equal.
    "fn max(self, o: $V) -> $V { if self > o { self } else { o } }",
    "fn min(self, o: $V) -> $V { if self > o { o } else { self } }",
    "fn zero() -> $V { $V(0.0) }",
    "fn one() -> $V { $V(1.0) }",
    "impl Default for $V { fn default() -> $V { $V(0.0) } }",
    "impl Sum for $V { fn sum<I>(iter: I) -> $V { $V(iter.map(|v| v.0).sum::<$S>()) } }",
];

const NOT_NAN: &[&str] = &[
    "fn new(v: $S) -> Result<$V, ::ordered_float::FloatIsNan> {
        if v.is_nan() { Err(::ordered_float::FloatIsNan) } else { Ok($V(v)) } }",
    "fn checked(v: $S) -> $V { if v.is_nan() { panic!(\"a NotNan is NaN\"); } $V(v) }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V { $V::checked(self.0 + o.0) } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V { $V::checked(self.0 - o.0) } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V::checked(self.0 * o.0) } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V { $V::checked(self.0 / o.0) } }",
    "impl Add<$S> for $V { fn add(self, o: $S) -> $S { self.0 + o } }",
    "impl Sub<$S> for $V { fn sub(self, o: $S) -> $S { self.0 - o } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $S { self.0 * o } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $S { self.0 / o } }",
    "fn max(self, o: $V) -> $V { if self.0 > o.0 { self } else { o } }",
    "fn min(self, o: $V) -> $V { if self.0 > o.0 { o } else { self } }",
];
