//! The texts around random programs: what each program may use, and the crate that compares them.
//!
//! ```text
//! {f64}     the number: `f64`, or `Dual`            {=1.5}   a constant of it
//! ```
//!
//! Keeps: the dual numbers are written here, so that they share nothing with the macro; `sums` are
//! the absolute path products, by which an entry under cancellation is judged.

/// Items of each program's module: a struct with operators, an enum and a struct with a method of
/// the same name, a generic helper, a recursion.
pub(crate) const ITEMS: &str = "
    use std::ops::{Add, AddAssign, Mul, Neg, Sub};

    #[derive(Clone, Copy, Debug)]
    pub struct Pair { pub u: {f64}, pub v: {f64} }

    impl Pair {
        pub fn new(u: {f64}, v: {f64}) -> Self { Self { u, v } }
        pub fn norm(&self) -> {f64} { (self.u * self.u + self.v * self.v + {=0.5}).sqrt() }
        pub fn turned(self) -> Self { Pair { u: self.v, v: -self.u } }
        pub fn damp(&mut self, by: {f64}) { self.u = self.u * by.tanh(); self.v += by; }
    }

    impl Add for Pair { type Output = Pair; fn add(self, o: Pair) -> Pair { Pair { u: self.u + o.u, v: self.v + o.v } } }
    impl Sub for Pair { type Output = Pair; fn sub(self, o: Pair) -> Pair { Pair { u: self.u - o.u, v: self.v - o.v } } }
    impl Neg for Pair { type Output = Pair; fn neg(self) -> Pair { Pair { u: -self.u, v: -self.v } } }
    impl Mul<{f64}> for Pair { type Output = Pair; fn mul(self, s: {f64}) -> Pair { Pair { u: self.u * s, v: self.v * s } } }
    impl AddAssign for Pair { fn add_assign(&mut self, o: Pair) { self.u += o.u; self.v += o.v; } }

    #[derive(Clone, Copy, Debug)]
    pub enum Shape { Dot, Line({f64}), Frame { w: {f64}, h: {f64} } }

    impl Shape {
        pub fn grow(&mut self, by: {f64}) {
            *self = match *self {
                Shape::Dot => Shape::Line(by),
                Shape::Line(length) => Shape::Frame { w: length, h: by.tanh() },
                Shape::Frame { w, .. } if w > by => Shape::Dot,
                Shape::Frame { w, h } => Shape::Line(w * {=0.5} + h),
            };
        }
        pub fn stretch(&mut self, by: {f64}) {
            match self {
                Shape::Dot => {}
                Shape::Line(length) => *length += by,
                Shape::Frame { w, h } => { *w = w.sin() * by; *h -= *w; }
            }
        }
    }

    pub trait Measure {
        fn size(&self) -> {f64};
        fn double(&self) -> {f64} { self.size() + self.size() }
    }

    impl Measure for Shape {
        fn size(&self) -> {f64} {
            match self {
                Shape::Dot => {=0.25},
                Shape::Line(length) => (*length).tanh() * {=0.5},
                Shape::Frame { w, h } => w.sin() * h.tanh(),
            }
        }
    }

    impl Measure for Pair {
        fn size(&self) -> {f64} { self.norm() - self.u }
    }

    fn total<A: Measure, B: Measure>(a: &A, b: &B) -> {f64} { a.size() - b.double() * {=0.5} }

    fn mix<T: Copy + Add<Output = T> + Mul<Output = T>>(a: T, b: T) -> T { a * b + a }

    fn power(x: {f64}, n: u32) -> {f64} { if n == 0 { {=1.0} } else { x * power(x, n - 1) } }

    fn lift(x: {f64}, f: impl Fn({f64}) -> {f64}) -> {f64} { f(x) + f(x * {=0.5}) }

    fn made(k: {f64}) -> impl Fn({f64}) -> {f64} { move |t| (t * k).tanh() + k }

    fn guarded_or_zero(x: {f64}) -> {f64} { guarded(x).unwrap_or({=0.0}) }

    fn length<const N: usize>(v: &[{f64}; N]) -> {f64} {
        let mut sum = {=0.1};
        for k in 0..N { sum += v[k] * v[N - 1 - k].sin(); }
        (sum * sum + {=0.3}).sqrt()
    }

    fn weighted<const N: usize>(v: &[{f64}; N], w: &[{f64}; N]) -> {f64} {
        v.iter().zip(w).fold({=0.0}, |s, (a, b)| s + *a * b.tanh())
    }

    fn checked(x: {f64}, most: {f64}) -> Result<{f64}, {f64}> {
        let y = guarded(x).ok_or(x)?;
        if y > most { return Err(y - most); }
        Ok(y * {=0.5})
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Chain({f64});
    fn chained(x: {f64}) -> Chain { Chain(x) }
    impl Chain {
        pub fn plus(self, o: {f64}) -> Self { Self(self.0 + o) }
        pub fn scaled(mut self, k: {f64}) -> Self { self.0 *= k; self }
        pub fn get(&self) -> {f64} { self.0 }
    }

    fn guarded(x: {f64}) -> Option<{f64}> { if x > {=-0.7} { Some((x + {=1.5}).ln()) } else { None } }
";

/// The start of the crate: dual numbers, and the comparison.
pub(crate) const CRATE: &str = r#"
#![allow(warnings)]
use std::ops::*;
use jacobian_runtime::SparseJacobian;

#[derive(Clone, Copy, Debug)]
pub struct Dual { pub x: f64, pub d: [f64; 3], pub sums: [f64; 3] }

fn times(a: f64, p: f64) -> f64 { if a == 0.0 { 0.0 } else { a * p } }

impl Dual {
    pub fn of(x: f64) -> Dual { Dual { x, d: [0.0; 3], sums: [0.0; 3] } }
    fn unary(self, x: f64, p: f64) -> Dual {
        Dual { x, d: self.d.map(|d| times(d, p)), sums: self.sums.map(|s| times(s, p.abs())) }
    }
    fn binary(self, o: Dual, x: f64, p: f64, q: f64) -> Dual {
        let (a, b) = (self.unary(x, p), o.unary(x, q));
        Dual {
            x,
            d: std::array::from_fn(|k| a.d[k] + b.d[k]),
            sums: std::array::from_fn(|k| a.sums[k] + b.sums[k]),
        }
    }
    pub fn sin(self) -> Dual { self.unary(self.x.sin(), self.x.cos()) }
    pub fn cos(self) -> Dual { self.unary(self.x.cos(), -self.x.sin()) }
    pub fn tanh(self) -> Dual { let c = self.x.cosh(); self.unary(self.x.tanh(), 1.0 / (c * c)) }
    pub fn atan(self) -> Dual { self.unary(self.x.atan(), 1.0 / (1.0 + self.x * self.x)) }
    pub fn exp(self) -> Dual { self.unary(self.x.exp(), self.x.exp()) }
    pub fn ln(self) -> Dual { self.unary(self.x.ln(), 1.0 / self.x) }
    pub fn sqrt(self) -> Dual { let r = self.x.sqrt(); self.unary(r, 0.5 / r) }
    pub fn abs(self) -> Dual { self.unary(self.x.abs(), if self.x < 0.0 { -1.0 } else { 1.0 }) }
    pub fn floor(self) -> Dual { Dual::of(self.x.floor()) }
    pub fn recip(self) -> Dual { self.unary(1.0 / self.x, -1.0 / (self.x * self.x)) }
    pub fn powi(self, n: i32) -> Dual { self.unary(self.x.powi(n), f64::from(n) * self.x.powi(n - 1)) }
    pub fn sinh(self) -> Dual { self.unary(self.x.sinh(), self.x.cosh()) }
    pub fn cosh(self) -> Dual { self.unary(self.x.cosh(), self.x.sinh()) }
    pub fn cbrt(self) -> Dual { let r = self.x.cbrt(); self.unary(r, 1.0 / (3.0 * r * r)) }
    pub fn exp_m1(self) -> Dual { self.unary(self.x.exp_m1(), self.x.exp()) }
    pub fn ln_1p(self) -> Dual { self.unary(self.x.ln_1p(), 1.0 / (1.0 + self.x)) }
    pub fn hypot(self, o: Dual) -> Dual { let r = self.x.hypot(o.x); self.binary(o, r, self.x / r, o.x / r) }
    pub fn atan2(self, o: Dual) -> Dual {
        let s = self.x * self.x + o.x * o.x;
        self.binary(o, self.x.atan2(o.x), o.x / s, -self.x / s)
    }
    pub fn mul_add(self, o: Dual, c: Dual) -> Dual {
        let both = self.binary(o, self.x * o.x, o.x, self.x);
        both.binary(c, self.x.mul_add(o.x, c.x), 1.0, 1.0)
    }
    pub fn max(self, o: Dual) -> Dual { if self.x < o.x { o } else { self } }
    pub fn min(self, o: Dual) -> Dual { if o.x < self.x { o } else { self } }
}

impl PartialEq for Dual { fn eq(&self, o: &Dual) -> bool { self.x == o.x } }
impl PartialOrd for Dual { fn partial_cmp(&self, o: &Dual) -> Option<std::cmp::Ordering> { self.x.partial_cmp(&o.x) } }
impl Neg for Dual { type Output = Dual; fn neg(self) -> Dual { self.unary(-self.x, -1.0) } }

macro_rules! operator {
    ($($t:ident $f:ident $a:ident $g:ident |$x:ident, $y:ident| $v:expr, $p:expr, $q:expr;)*) => {$(
        impl $t for Dual { type Output = Dual; fn $f(self, o: Dual) -> Dual { let ($x, $y) = (self.x, o.x); self.binary(o, $v, $p, $q) } }
        impl $t<&Dual> for Dual { type Output = Dual; fn $f(self, o: &Dual) -> Dual { $t::$f(self, *o) } }
        impl $t<Dual> for &Dual { type Output = Dual; fn $f(self, o: Dual) -> Dual { $t::$f(*self, o) } }
        impl $t<&Dual> for &Dual { type Output = Dual; fn $f(self, o: &Dual) -> Dual { $t::$f(*self, *o) } }
        impl $a for Dual { fn $g(&mut self, o: Dual) { *self = $t::$f(*self, o); } }
    )*};
}
operator! {
    Add add AddAssign add_assign |x, y| x + y, 1.0, 1.0;
    Sub sub SubAssign sub_assign |x, y| x - y, 1.0, -1.0;
    Mul mul MulAssign mul_assign |x, y| x * y, y, x;
    Div div DivAssign div_assign |x, y| x / y, 1.0 / y, -x / (y * y);
}
impl std::iter::Sum for Dual {
    fn sum<I: Iterator<Item = Dual>>(items: I) -> Dual { items.fold(Dual::of(-0.0), |a, b| a + b) }
}

const POINTS: [[f64; 3]; 7] = [
    [0.3, -0.7, 1.2], [-1.1, 0.4, 0.6], [2.3, 1.7, -0.9], [0.05, 3.1, -2.2], [-0.6, -1.9, -0.35],
    [1e-3, 0.0, -1e-3], [4.7, -3.3, 0.81],
];
const DATA: [(f64, f64); 4] = [(0.5, 1.5), (-1.0, 0.3), (2.0, -0.8), (0.1, 0.9)];

fn same(a: f64, b: f64) -> bool { a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()) }

type Plain = fn(&[f64; 3], usize, &[(f64, f64)]) -> [f64; 2];
type Twin = fn(&[Dual; 3], usize, &[(Dual, Dual)]) -> [Dual; 2];

fn check<const NNZ: usize>(
    index: usize,
    plain: Plain,
    generated: fn(&[f64; 3], usize, &[(f64, f64)]) -> ([f64; 2], SparseJacobian<f64, 2, 3, NNZ>),
    twin: Twin,
) {
    for x in POINTS {
        for n in [0, 1, 3, 6] {
            let data = &DATA[..n.min(4)];
            let expected = plain(&x, n, data);
            let (value, jacobian) = generated(&x, n, data);
            let seeded = std::array::from_fn(|k| {
                let mut dual = Dual::of(x[k]);
                (dual.d[k], dual.sums[k]) = (1.0, 1.0);
                dual
            });
            let lifted: Vec<_> = data.iter().map(|(a, b)| (Dual::of(*a), Dual::of(*b))).collect();
            let dual = twin(&seeded, n, &lifted);
            for row in 0..2 {
                if !same(value[row], expected[row]) {
                    println!("{index}\tvalue {row} at {x:?}, {n}: {} is not {}", value[row], expected[row]);
                    return;
                }
                if !same(dual[row].x, expected[row]) {
                    println!("{index}\tthe twin {row} at {x:?}, {n}: {} is not {}", dual[row].x, expected[row]);
                    return;
                }
                for col in 0..3 {
                    let (exact, scale) = (dual[row].d[col], dual[row].sums[col]);
                    if !exact.is_finite() || !scale.is_finite() { continue; }
                    let entry = jacobian.get(row, col);
                    if entry.is_none() && exact != 0.0 {
                        println!("{index}\tthe pattern lacks ({row}, {col}) at {x:?}, {n}: {exact}");
                        return;
                    }
                    let entry = entry.unwrap_or(0.0);
                    if !((entry - exact).abs() <= 1e-11 * scale) {
                        println!("{index}\tentry ({row}, {col}) at {x:?}, {n}: {entry} is not {exact}, scale {scale}");
                        return;
                    }
                }
            }
        }
    }
}
"#;
