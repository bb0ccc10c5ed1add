//! Complex numbers of num-complex 0.4, as Rust code: the same operations in the same order.
//!
//! Operators of structs are written as methods, `a.mul(b)`, because signs do not say what they
//! need.
//! Source of each formula: `src/lib.rs` and `src/pow.rs` of num-complex 0.4.6.

use super::definition::{Access, Type};

pub(super) const TYPES: &[Type] = &[Type {
    name: "Complex",
    fields: &[("re", "f64"), ("im", "f64")],
    inner: &[],
    aliases: &["Complex64"],
    certain: &["Complex<", "Complex64"],
    scalar: None,
    made_by: None,
    prefix: "",
    texts: &[METHODS],
    access: Access::PUBLIC,
    macros: &[],
    names: &[],
}];

const METHODS: &[&str] = &[
    "impl Complex { fn new(re: f64, im: f64) -> Complex { Complex { re, im } } }",
    "impl Complex { fn i() -> Complex { Complex { re: 0.0, im: 1.0 } } }",
    "impl Complex { fn zero() -> Complex { Complex { re: 0.0, im: 0.0 } } }",
    "impl Complex { fn one() -> Complex { Complex { re: 1.0, im: 0.0 } } }",
    "impl Complex { fn cis(phase: f64) -> Complex { Complex { re: phase.cos(), im: phase.sin() } } }",
    "impl Complex { fn from_polar(r: f64, theta: f64) -> Complex {
        Complex { re: r * theta.cos(), im: r * theta.sin() } } }",
    "impl Complex { fn norm_sqr(self) -> f64 { self.re * self.re + self.im * self.im } }",
    "impl Complex { fn l1_norm(self) -> f64 { self.re.abs() + self.im.abs() } }",
    "impl Complex { fn norm(self) -> f64 { self.re.hypot(self.im) } }",
    "impl Complex { fn abs(self) -> f64 { self.re.hypot(self.im) } }",
    "impl Complex { fn arg(self) -> f64 { self.im.atan2(self.re) } }",
    "impl Complex { fn to_polar(self) -> (f64, f64) { (self.norm(), self.arg()) } }",
    "impl Complex { fn scale(self, t: f64) -> Complex { Complex { re: self.re * t, im: self.im * t } } }",
    "impl Complex { fn unscale(self, t: f64) -> Complex { Complex { re: self.re / t, im: self.im / t } } }",
    "impl Complex { fn conj(self) -> Complex { Complex { re: self.re, im: -self.im } } }",
    "impl Complex { fn inv(self) -> Complex {
        let norm_sqr = self.norm_sqr();
        Complex { re: self.re / norm_sqr, im: -self.im / norm_sqr } } }",
    "impl Complex { fn exp(self) -> Complex {
        if self.re.is_finite() { return Complex::from_polar(self.re.exp(), self.im); }
        if self.re.is_nan() {
            if self.im == 0.0 { return self; }
            return Complex::from_polar(self.re.exp(), self.im);
        }
        if self.re < 0.0 {
            if !self.im.is_finite() { return Complex { re: 0.0, im: 0.0 }; }
        } else if self.im == 0.0 {
            return Complex { re: self.re, im: self.im };
        } else if !self.im.is_finite() {
            return Complex { re: self.re, im: f64::NAN };
        }
        Complex::from_polar(self.re.exp(), self.im) } }",
    "impl Complex { fn ln(self) -> Complex {
        let (r, theta) = self.to_polar();
        Complex { re: r.ln(), im: theta } } }",
    "impl Complex { fn sqrt(self) -> Complex {
        if self.im == 0.0 {
            if self.re.is_sign_positive() {
                Complex { re: self.re.sqrt(), im: self.im }
            } else {
                let im = (-self.re).sqrt();
                if self.im.is_sign_positive() { Complex { re: 0.0, im } } else { Complex { re: 0.0, im: -im } }
            }
        } else if self.re == 0.0 {
            let x = (self.im.abs() / 2.0).sqrt();
            if self.im.is_sign_positive() { Complex { re: x, im: x } } else { Complex { re: x, im: -x } }
        } else {
            let (r, theta) = self.to_polar();
            Complex::from_polar(r.sqrt(), theta / 2.0)
        } } }",
    "impl Complex { fn powf(self, exp: f64) -> Complex {
        if exp == 0.0 { return Complex { re: 1.0, im: 0.0 }; }
        let (r, theta) = self.to_polar();
        Complex::from_polar(r.powf(exp), theta * exp) } }",
    "impl Complex { fn powc(self, exp: Complex) -> Complex {
        if exp.re == 0.0 && exp.im == 0.0 { return Complex { re: 1.0, im: 0.0 }; }
        exp.mul(self.ln()).exp() } }",
    "impl Complex { fn powu(self, exp: u32) -> Complex {
        if exp == 0 {
            Complex { re: 1.0, im: 0.0 }
        } else if exp % 2 == 0 {
            self.mul(self).powu(exp / 2)
        } else {
            self.power_onward(self, exp)
        } } }",
    // `self` is the product so far, and `base` its next factor.
    "impl Complex { fn power_onward(self, base: Complex, exp: u32) -> Complex {
        if exp <= 1 { return self; }
        let square = base.mul(base);
        if exp / 2 % 2 == 1 {
            self.mul(square).power_onward(square, exp / 2)
        } else {
            self.power_onward(square, exp / 2)
        } } }",
    "impl Complex { fn powi(self, exp: i32) -> Complex {
        if exp < 0 { self.inv().powu((-exp) as u32) } else { self.powu(exp as u32) } } }",
    "impl Complex { fn log(self, base: f64) -> Complex {
        let (r, theta) = self.to_polar();
        Complex { re: r.log(base), im: theta / base.ln() } } }",
    "impl Complex { fn sin(self) -> Complex {
        Complex { re: self.re.sin() * self.im.cosh(), im: self.re.cos() * self.im.sinh() } } }",
    "impl Complex { fn cos(self) -> Complex {
        Complex { re: self.re.cos() * self.im.cosh(), im: -self.re.sin() * self.im.sinh() } } }",
    "impl Complex { fn tan(self) -> Complex {
        let (two_re, two_im) = (self.re + self.re, self.im + self.im);
        Complex { re: two_re.sin(), im: two_im.sinh() }.unscale(two_re.cos() + two_im.cosh()) } }",
    "impl Complex { fn sinh(self) -> Complex {
        Complex { re: self.re.sinh() * self.im.cos(), im: self.re.cosh() * self.im.sin() } } }",
    "impl Complex { fn cosh(self) -> Complex {
        Complex { re: self.re.cosh() * self.im.cos(), im: self.re.sinh() * self.im.sin() } } }",
    "impl Complex { fn tanh(self) -> Complex {
        let (two_re, two_im) = (self.re + self.re, self.im + self.im);
        Complex { re: two_re.sinh(), im: two_im.sin() }.unscale(two_re.cosh() + two_im.cos()) } }",
    "impl Neg for Complex { fn neg(self) -> Complex { Complex { re: -self.re, im: -self.im } } }",
    "impl Add<Complex> for Complex { fn add(self, o: Complex) -> Complex {
        Complex { re: self.re + o.re, im: self.im + o.im } } }",
    "impl Sub<Complex> for Complex { fn sub(self, o: Complex) -> Complex {
        Complex { re: self.re - o.re, im: self.im - o.im } } }",
    "impl Mul<Complex> for Complex { fn mul(self, o: Complex) -> Complex {
        let re = self.re * o.re - self.im * o.im;
        let im = self.re * o.im + self.im * o.re;
        Complex { re, im } } }",
    "impl Div<Complex> for Complex { fn div(self, o: Complex) -> Complex {
        let norm_sqr = o.re * o.re + o.im * o.im;
        let re = self.re * o.re + self.im * o.im;
        let im = self.im * o.re - self.re * o.im;
        Complex { re: re / norm_sqr, im: im / norm_sqr } } }",
    "impl Add<f64> for Complex { fn add(self, o: f64) -> Complex { Complex { re: self.re + o, im: self.im } } }",
    "impl Sub<f64> for Complex { fn sub(self, o: f64) -> Complex { Complex { re: self.re - o, im: self.im } } }",
    "impl Mul<f64> for Complex { fn mul(self, o: f64) -> Complex { Complex { re: self.re * o, im: self.im * o } } }",
    "impl Div<f64> for Complex { fn div(self, o: f64) -> Complex { Complex { re: self.re / o, im: self.im / o } } }",
    "impl Add<Complex> for f64 { fn add(self, o: Complex) -> Complex { Complex { re: self + o.re, im: o.im } } }",
    "impl Sub<Complex> for f64 { fn sub(self, o: Complex) -> Complex { Complex { re: self - o.re, im: 0.0 - o.im } } }",
    "impl Mul<Complex> for f64 { fn mul(self, o: Complex) -> Complex { Complex { re: self * o.re, im: self * o.im } } }",
    "impl Div<Complex> for f64 { fn div(self, o: Complex) -> Complex {
        let norm_sqr = o.re * o.re + o.im * o.im;
        Complex { re: self * o.re / norm_sqr, im: 0.0 - self * o.im / norm_sqr } } }",
    "impl AddAssign<Complex> for Complex { fn add_assign(&mut self, o: Complex) {
        self.re = self.re + o.re; self.im = self.im + o.im; } }",
    "impl SubAssign<Complex> for Complex { fn sub_assign(&mut self, o: Complex) {
        self.re = self.re - o.re; self.im = self.im - o.im; } }",
    "impl MulAssign<Complex> for Complex { fn mul_assign(&mut self, o: Complex) {
        let a = self.re;
        self.re = self.re * o.re - self.im * o.im;
        self.im = a * o.im + self.im * o.re; } }",
    "impl MulAssign<f64> for Complex { fn mul_assign(&mut self, o: f64) {
        self.re = self.re * o; self.im = self.im * o; } }",
];
