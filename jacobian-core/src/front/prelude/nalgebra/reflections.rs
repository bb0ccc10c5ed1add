//! Reflections at a plane, `src/geometry/reflection.rs` of nalgebra.

use crate::front::prelude::definition::Access;

pub(super) const ALL: &[&str] = &[
    "fn new(axis: $Unit, bias: $S) -> $V { $V { axis: axis.value, bias } }",
    "fn new_containing_point(axis: $Unit, pt: $Point) -> $V {
        $V { axis: axis.value, bias: axis.value.dot(&pt.coords) } }",
    "fn axis(&self) -> $Vec { self.axis }",
    "fn bias(&self) -> $S { self.bias }",
    "fn reflect<A>(&self, m: &mut A) {
        for j in 0..m.ncols() {
            let mut column = m.column(j);
            let factor = (self.axis.dot(&column) - self.bias) * -2.0;
            for i in 0..m.nrows() { m[(i, j)] = factor * self.axis[i] + column[i]; }
        } }",
    "fn reflect_with_sign<A>(&self, m: &mut A, sign: $S) {
        for j in 0..m.ncols() {
            let mut column = m.column(j);
            let factor = (self.axis.dot(&column) - self.bias) * (sign * -2.0);
            for i in 0..m.nrows() { m[(i, j)] = factor * self.axis[i] + sign * column[i]; }
        } }",
    "fn reflect_rows<A, B>(&self, m: &mut A, work: &mut B) { self.reflect_rows_with_sign(m, work, 1.0); }",
    "fn reflect_rows_with_sign<A, B>(&self, m: &mut A, work: &mut B, sign: $S) {
        for i in 0..m.nrows() {
            let mut sum = m[(i, 0)] * self.axis[0];
            for j in 1..m.ncols() { sum = m[(i, j)] * self.axis[j] + sum; }
            work[i] = if self.bias != 0.0 { sum - self.bias } else { sum };
        }
        for j in 0..m.ncols() {
            let factor = sign * -2.0 * self.axis[j];
            for i in 0..m.nrows() { m[(i, j)] = factor * work[i] + sign * m[(i, j)]; }
        } }",
];

/// The fields are private.
pub(super) const ACCESS: Access = Access {
    read: &[("axis", "axis()"), ("bias", "bias()")],
    written: &[],
    behind: None,
};
