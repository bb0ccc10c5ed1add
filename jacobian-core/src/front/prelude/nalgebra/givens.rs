//! Givens rotations of nalgebra, `src/linalg/givens.rs`.

use crate::front::prelude::definition::Access;

pub(super) const GIVENS: &[&str] = &[
    "fn identity() -> $V { $V { c: 1.0, s: 0.0 } }",
    "fn new_unchecked(c: $S, s: $S) -> $V { $V { c, s } }",
    "fn new(c: $S, s: $S) -> ($V, $S) {
        match $V::try_new(c, s, 0.0) {
            Some(found) => found,
            None => ($V { c: 1.0, s: 0.0 }, 0.0),
        } }",
    "fn try_new(c: $S, s: $S, eps: $S) -> Option<($V, $S)> {
        let (size, sign) = if c >= 0.0 { (c, 1.0) } else { (-c, -1.0) };
        let denom = (size * size + s * s).sqrt();
        if denom > eps {
            let norm = sign * denom;
            Some(($V { c: size / denom, s: s / norm }, norm))
        } else {
            None
        } }",
    "fn cancel_y(v: Vector2<$S>) -> Option<($V, $S)> {
        if v[1] != 0.0 {
            let (size, sign) = if v[0] >= 0.0 { (v[0], 1.0) } else { (-v[0], -1.0) };
            let denom = (size * size + v[1] * v[1]).sqrt();
            let norm = sign * denom;
            Some(($V { c: size / denom, s: -v[1] / norm }, norm))
        } else {
            None
        } }",
    "fn cancel_x(v: Vector2<$S>) -> Option<($V, $S)> {
        if v[0] != 0.0 {
            let (size, sign) = if v[1] >= 0.0 { (v[1], 1.0) } else { (-v[1], -1.0) };
            let denom = (size * size + v[0] * v[0]).sqrt();
            Some(($V { c: size / denom, s: v[0] * sign / denom }, sign * denom))
        } else {
            None
        } }",
    "fn c(&self) -> $S { self.c }",
    "fn s(&self) -> $S { self.s }",
    "fn inverse(&self) -> $V { $V { c: self.c, s: -self.s } }",
    "fn rotate<A>(&self, m: &mut A) {
        for j in 0..m.ncols() {
            let (a, b) = (m[(0, j)], m[(1, j)]);
            m[(0, j)] = a * self.c - self.s * b;
            m[(1, j)] = self.s * a + b * self.c;
        } }",
    "fn rotate_rows<A>(&self, m: &mut A) {
        for j in 0..m.nrows() {
            let (a, b) = (m[(j, 0)], m[(j, 1)]);
            m[(j, 0)] = a * self.c + self.s * b;
            m[(j, 1)] = -self.s * a + b * self.c;
        } }",
];

/// The fields are private.
pub(super) const ACCESS: Access = Access {
    read: &[("c", "c()"), ("s", "s()")],
    written: &[],
    behind: None,
};
