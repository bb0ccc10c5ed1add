//! Vectors of ndarray 0.17 of a length that `dim` gives, and matrices: the same operations in the
//! same order.
//!
//! The elements are the field `d`, which is read as the vector itself: `x[0]`, `x.iter()` and
//! `x.len()` are those of a list. Sums and products of eight elements and more are added in eight
//! lanes, as ndarray does for contiguous vectors.
//!
//! Lengths must agree. ndarray also broadcasts vectors of one element, and other lengths panic.
//!
//! The receiver gives the length, so a vector that is not active stands on the right: `x.dot(&w)`.
//!
//! Source of each formula: `src/numeric_util.rs` and `src/impl_ops.rs` of ndarray 0.17.

mod matrices;

use super::definition::{Access, Type};

/// The methods that texts call on numbers and lists only.
pub(super) const OF_NUMBERS: &[&str] = &["len", "collect", "iter", "zip"];

pub(super) const TYPES: &[Type] = &[VECTOR, MATRIX];

const VECTOR: Type = Type {
    name: "Array1",
    fields: &[("d", "[$S]")],
    inner: &[],
    aliases: &[("ArrayView1", "f64"), ("ArrayView1", "f32")],
    certain: &["Array1<", "ArrayView1<", "array!"],
    scalar: None,
    made_by: Some("from_iter"),
    prefix: "",
    texts: &[METHODS],
    access: Access {
        read: &[("d", "")],
        written: &[("d", "")],
        behind: Some("d"),
    },
    asked_by: &["array!"],
    names: &[],
};

/// Its rows are the field `d`, and its elements are read as `a[[i, j]]`.
const MATRIX: Type = Type {
    name: "Array2",
    fields: &[("d", "[[$S]]")],
    aliases: &[("ArrayView2", "f64"), ("ArrayView2", "f32")],
    certain: &["Array2<", "ArrayView2<"],
    made_by: Some("from"),
    texts: &[matrices::METHODS],
    // `BY_PAIRS` of shapes.
    access: Access {
        read: &[("d", "[[]]")],
        written: &[("d", "[[]]")],
        behind: None,
    },
    ..VECTOR
};

const METHODS: &[&str] = &[
    "fn zeros(n: usize) -> $V { $V { d: vec![0.0; n] } }",
    "fn ones(n: usize) -> $V { $V { d: vec![1.0; n] } }",
    "fn from_elem(n: usize, v: $S) -> $V { $V { d: vec![v; n] } }",
    "fn from_vec(d: Vec<$S>) -> $V { $V { d } }",
    "pub fn arr1(a: &[$S]) -> $V { $V { d: a.to_vec() } }",
    "fn view(&self) -> $V { $V { d: self.d } }",
    "fn to_owned(&self) -> $V { $V { d: self.d } }",
    "fn mapv(&self, f: impl Fn($S) -> $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = f(d[i]); }
        $V { d } }",
    "fn map(&self, f: impl Fn(&$S) -> $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = f(&d[i]); }
        $V { d } }",
    "fn sum(&self) -> $S {
        let x = self.d;
        let (n, mut i, mut sum) = (x.len(), 0, 0.0);
        if n >= 8 {
            let mut p = [0.0; 8];
            while i + 8 <= n {
                for j in 0..8 { p[j] = p[j] + x[i + j]; }
                i += 8;
            }
            for j in 0..4 { sum = sum + (p[j] + p[j + 4]); }
        }
        while i < n { sum = sum + x[i]; i += 1; }
        sum }",
    "fn mean(&self) -> Option<$S> {
        let n = self.d.len();
        if n == 0 { None } else { Some(self.sum() / n as $S) } }",
    "fn dot(&self, o: &$V) -> $S { self.mul(*o).sum() }",
    "fn fill(&mut self, v: $S) { for i in 0..self.d.len() { self.d[i] = v; } }",
    "fn swap(&mut self, i: usize, j: usize) {
        let v = self.d[i];
        self.d[i] = self.d[j];
        self.d[j] = v; }",
    "fn mapv_inplace(&mut self, f: impl Fn($S) -> $S) {
        for i in 0..self.d.len() { self.d[i] = f(self.d[i]); } }",
    "impl Neg for $V { fn neg(self) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = -d[i]; }
        $V { d } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V {
        let (mut d, e) = (self.d, o.d);
        if d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..d.len() { d[i] = d[i] + e[i]; }
        $V { d } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V {
        let (mut d, e) = (self.d, o.d);
        if d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..d.len() { d[i] = d[i] - e[i]; }
        $V { d } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        let (mut d, e) = (self.d, o.d);
        if d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..d.len() { d[i] = d[i] * e[i]; }
        $V { d } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V {
        let (mut d, e) = (self.d, o.d);
        if d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..d.len() { d[i] = d[i] / e[i]; }
        $V { d } } }",
    "impl Add<$S> for $V { fn add(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = d[i] + o; }
        $V { d } } }",
    "impl Sub<$S> for $V { fn sub(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = d[i] - o; }
        $V { d } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = d[i] * o; }
        $V { d } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = d[i] / o; }
        $V { d } } }",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { d[i] = self * d[i]; }
        $V { d } } }",
    "impl Add<$V> for $S { fn add(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { d[i] = self + d[i]; }
        $V { d } } }",
    "impl Sub<$V> for $S { fn sub(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { d[i] = self - d[i]; }
        $V { d } } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) {
        let e = o.d;
        if self.d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { self.d[i] += e[i]; } } }",
    "impl AddAssign<$S> for $V { fn add_assign(&mut self, o: $S) {
        for i in 0..self.d.len() { self.d[i] += o; } } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) {
        let e = o.d;
        if self.d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { self.d[i] -= e[i]; } } }",
    "impl SubAssign<$S> for $V { fn sub_assign(&mut self, o: $S) {
        for i in 0..self.d.len() { self.d[i] -= o; } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let e = o.d;
        if self.d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { self.d[i] *= e[i]; } } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) {
        for i in 0..self.d.len() { self.d[i] *= o; } } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) {
        let e = o.d;
        if self.d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { self.d[i] /= e[i]; } } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) {
        for i in 0..self.d.len() { self.d[i] /= o; } } }",
];
