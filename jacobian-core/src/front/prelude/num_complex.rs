//! Complex numbers of num-complex 0.4, as Rust code: the same operations in the same order.
//!
//! Operators of structs are written as methods, `a.mul(b)`, because signs do not say what they
//! need.
//! Source of each formula: `src/lib.rs` and `src/pow.rs` of num-complex 0.4.6.

use super::definition::{Access, Type};

pub(super) const TYPES: &[Type] = &[Type {
    name: "Complex",
    fields: &[("re", "$S"), ("im", "$S")],
    inner: &[],
    aliases: &[("Complex64", "f64"), ("Complex32", "f32")],
    certain: &["Complex<", "Complex64", "Complex32", "complex_eigenvalues"],
    scalar: None,
    made_by: None,
    prefix: "",
    texts: &[METHODS],
    access: Access::PUBLIC,
    asked_by: &["c64", "c32", "complex_eigenvalues"],
    names: &[],
}];

const METHODS: &[&str] = &[
    "pub fn c64(re: $S, im: $S) -> Complex { Complex { re, im } }",
    "pub fn c32(re: $S, im: $S) -> Complex { Complex { re, im } }",
    "fn new(re: $S, im: $S) -> Complex { Complex { re, im } }",
    "fn i() -> Complex { Complex { re: 0.0, im: 1.0 } }",
    "fn zero() -> Complex { Complex { re: 0.0, im: 0.0 } }",
    "fn one() -> Complex { Complex { re: 1.0, im: 0.0 } }",
    "fn cis(phase: $S) -> Complex { Complex { re: phase.cos(), im: phase.sin() } }",
    "fn from_polar(r: $S, theta: $S) -> Complex {
        Complex { re: r * theta.cos(), im: r * theta.sin() } }",
    "fn norm_sqr(self) -> $S { self.re * self.re + self.im * self.im }",
    "fn l1_norm(self) -> $S { self.re.abs() + self.im.abs() }",
    "fn norm(self) -> $S { self.re.hypot(self.im) }",
    "fn abs(self) -> $S { self.re.hypot(self.im) }",
    "fn arg(self) -> $S { self.im.atan2(self.re) }",
    "fn to_polar(self) -> ($S, $S) { (self.norm(), self.arg()) }",
    "fn scale(self, t: $S) -> Complex { Complex { re: self.re * t, im: self.im * t } }",
    "fn unscale(self, t: $S) -> Complex { Complex { re: self.re / t, im: self.im / t } }",
    "fn conj(self) -> Complex { Complex { re: self.re, im: -self.im } }",
    "fn inv(self) -> Complex {
        let norm_sqr = self.norm_sqr();
        Complex { re: self.re / norm_sqr, im: -self.im / norm_sqr } }",
    "fn exp(self) -> Complex {
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
            return Complex { re: self.re, im: $S::NAN };
        }
        Complex::from_polar(self.re.exp(), self.im) }",
    "fn ln(self) -> Complex {
        let (r, theta) = self.to_polar();
        Complex { re: r.ln(), im: theta } }",
    "fn sqrt(self) -> Complex {
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
        } }",
    "fn powf(self, exp: $S) -> Complex {
        if exp == 0.0 { return Complex { re: 1.0, im: 0.0 }; }
        let (r, theta) = self.to_polar();
        Complex::from_polar(r.powf(exp), theta * exp) }",
    "fn powc(self, exp: Complex) -> Complex {
        if exp.re == 0.0 && exp.im == 0.0 { return Complex { re: 1.0, im: 0.0 }; }
        exp.mul(self.ln()).exp() }",
    "fn powu(self, exp: u32) -> Complex {
        if exp == 0 {
            Complex { re: 1.0, im: 0.0 }
        } else if exp % 2 == 0 {
            self.mul(self).powu(exp / 2)
        } else {
            self.power_onward(self, exp)
        } }",
    // `self` is the product so far, and `base` its next factor.
    "fn power_onward(self, base: Complex, exp: u32) -> Complex {
        if exp <= 1 { return self; }
        let square = base.mul(base);
        if exp / 2 % 2 == 1 {
            self.mul(square).power_onward(square, exp / 2)
        } else {
            self.power_onward(square, exp / 2)
        } }",
    "fn powi(self, exp: i32) -> Complex {
        if exp < 0 { self.inv().powu((-exp) as u32) } else { self.powu(exp as u32) } }",
    "impl Pow<i32> for Complex { fn pow(self, exp: i32) -> Complex { self.powi(exp) } }",
    "impl Pow<$S> for Complex { fn pow(self, exp: $S) -> Complex { self.powf(exp) } }",
    "impl Pow<Complex> for Complex { fn pow(self, exp: Complex) -> Complex { self.powc(exp) } }",
    "fn log(self, base: $S) -> Complex {
        let (r, theta) = self.to_polar();
        Complex { re: r.log(base), im: theta / base.ln() } }",
    "fn sin(self) -> Complex {
        Complex { re: self.re.sin() * self.im.cosh(), im: self.re.cos() * self.im.sinh() } }",
    "fn cos(self) -> Complex {
        Complex { re: self.re.cos() * self.im.cosh(), im: -self.re.sin() * self.im.sinh() } }",
    "fn tan(self) -> Complex {
        let (two_re, two_im) = (self.re + self.re, self.im + self.im);
        Complex { re: two_re.sin(), im: two_im.sinh() }.unscale(two_re.cos() + two_im.cosh()) }",
    "fn sinh(self) -> Complex {
        Complex { re: self.re.sinh() * self.im.cos(), im: self.re.cosh() * self.im.sin() } }",
    "fn cosh(self) -> Complex {
        Complex { re: self.re.cosh() * self.im.cos(), im: self.re.sinh() * self.im.sin() } }",
    "fn tanh(self) -> Complex {
        let (two_re, two_im) = (self.re + self.re, self.im + self.im);
        Complex { re: two_re.sinh(), im: two_im.sin() }.unscale(two_re.cosh() + two_im.cos()) }",
    "const I: Complex = Complex { re: 0.0, im: 1.0 };",
    "const ZERO: Complex = Complex { re: 0.0, im: 0.0 };",
    "const ONE: Complex = Complex { re: 1.0, im: 0.0 };",
    "impl Default for Complex { fn default() -> Complex { Complex { re: 0.0, im: 0.0 } } }",
    "impl From<$S> for Complex { fn from(re: $S) -> Complex { Complex { re, im: 0.0 } } }",
    "fn exp2(self) -> Complex {
        Complex::from_polar(self.re.exp2(), self.im * core::$S::consts::LN_2) }",
    "fn log2(self) -> Complex { self.ln().unscale(core::$S::consts::LN_2) }",
    "fn log10(self) -> Complex { self.ln().unscale(core::$S::consts::LN_10) }",
    "fn recip(self) -> Complex { self.finv() }",
    "fn re(self) -> $S { self.re }",
    "fn im(self) -> $S { self.im }",
    "fn is_nan(self) -> bool { self.re.is_nan() || self.im.is_nan() }",
    "fn is_finite(self) -> bool { self.re.is_finite() && self.im.is_finite() }",
    "fn finv(self) -> Complex {
        let norm = self.norm();
        Complex { re: self.re / norm / norm, im: -self.im / norm / norm } }",
    "fn fdiv(self, o: Complex) -> Complex { self.mul(o.finv()) }",
    "fn expf(self, base: $S) -> Complex {
        Complex::from_polar(base.powf(self.re), self.im * base.ln()) }",
    "fn cbrt(self) -> Complex {
        if self.im == 0.0 {
            if self.re.is_sign_positive() {
                Complex { re: self.re.cbrt(), im: self.im }
            } else {
                let re = (-self.re).cbrt() / 2.0;
                let im = $S::sqrt(3.0) * re;
                if self.im.is_sign_positive() { Complex { re, im } } else { Complex { re, im: -im } }
            }
        } else if self.re == 0.0 {
            let im = self.im.abs().cbrt() / 2.0;
            let re = $S::sqrt(3.0) * im;
            if self.im.is_sign_positive() { Complex { re, im } } else { Complex { re, im: -im } }
        } else {
            let (r, theta) = self.to_polar();
            Complex::from_polar(r.cbrt(), theta / 3.0)
        } }",
    // Sums with the number one and products with the unit are those of complex numbers in the
    // source, so that the signs of zeros are theirs.
    "fn asin(self) -> Complex {
        let i = Complex { re: 0.0, im: 1.0 };
        let root = Complex { re: 1.0, im: 0.0 }.sub(self.mul(self)).sqrt();
        i.neg().mul(root.add(i.mul(self)).ln()) }",
    "fn acos(self) -> Complex {
        let i = Complex { re: 0.0, im: 1.0 };
        let root = Complex { re: 1.0, im: 0.0 }.sub(self.mul(self)).sqrt();
        i.neg().mul(i.mul(root).add(self).ln()) }",
    "fn atan(self) -> Complex {
        let i = Complex { re: 0.0, im: 1.0 };
        let one = Complex { re: 1.0, im: 0.0 };
        if self.re == 0.0 && self.im == 1.0 {
            return Complex { re: 0.0, im: $S::INFINITY };
        } else if self.re == 0.0 && self.im == -1.0 {
            return Complex { re: 0.0, im: -$S::INFINITY };
        }
        let turned = i.mul(self);
        one.add(turned).ln().sub(one.sub(turned).ln()).div(one.add(one).mul(i)) }",
    "fn asinh(self) -> Complex {
        let one = Complex { re: 1.0, im: 0.0 };
        self.add(one.add(self.mul(self)).sqrt()).ln() }",
    "fn acosh(self) -> Complex {
        let one = Complex { re: 1.0, im: 0.0 };
        let two = Complex { re: 2.0, im: 0.0 };
        let sum = self.add(one).div(two).sqrt().add(self.sub(one).div(two).sqrt());
        two.mul(sum.ln()) }",
    "fn atanh(self) -> Complex {
        let one = Complex { re: 1.0, im: 0.0 };
        if self.re == 1.0 && self.im == 0.0 {
            return Complex { re: $S::INFINITY, im: 0.0 };
        } else if self.re == -1.0 && self.im == 0.0 {
            return Complex { re: -$S::INFINITY, im: 0.0 };
        }
        one.add(self).ln().sub(one.sub(self).ln()).div(one.add(one)) }",
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
    "impl Add<$S> for Complex { fn add(self, o: $S) -> Complex { Complex { re: self.re + o, im: self.im } } }",
    "impl Sub<$S> for Complex { fn sub(self, o: $S) -> Complex { Complex { re: self.re - o, im: self.im } } }",
    "impl Mul<$S> for Complex { fn mul(self, o: $S) -> Complex { Complex { re: self.re * o, im: self.im * o } } }",
    "impl Div<$S> for Complex { fn div(self, o: $S) -> Complex { Complex { re: self.re / o, im: self.im / o } } }",
    "impl Add<Complex> for $S { fn add(self, o: Complex) -> Complex { Complex { re: self + o.re, im: o.im } } }",
    "impl Sub<Complex> for $S { fn sub(self, o: Complex) -> Complex { Complex { re: self - o.re, im: 0.0 - o.im } } }",
    "impl Mul<Complex> for $S { fn mul(self, o: Complex) -> Complex { Complex { re: self * o.re, im: self * o.im } } }",
    "impl Div<Complex> for $S { fn div(self, o: Complex) -> Complex {
        let norm_sqr = o.re * o.re + o.im * o.im;
        Complex { re: self * o.re / norm_sqr, im: 0.0 - self * o.im / norm_sqr } } }",
    "impl AddAssign<Complex> for Complex { fn add_assign(&mut self, o: Complex) {
        self.re = self.re + o.re; self.im = self.im + o.im; } }",
    "impl SubAssign<Complex> for Complex { fn sub_assign(&mut self, o: Complex) {
        self.re = self.re - o.re; self.im = self.im - o.im; } }",
    "impl MulAssign<Complex> for Complex { fn mul_assign(&mut self, o: Complex) {
        let a = self.re;
        self.re = self.re * o.re - self.im * o.im;
        self.im = self.im * o.re + a * o.im; } }",
    "impl MulAssign<$S> for Complex { fn mul_assign(&mut self, o: $S) {
        self.re = self.re * o; self.im = self.im * o; } }",
    "impl DivAssign<Complex> for Complex { fn div_assign(&mut self, o: Complex) {
        let a = self.re;
        let norm_sqr = o.re * o.re + o.im * o.im;
        self.re = (self.re * o.re + self.im * o.im) / norm_sqr;
        self.im = (self.im * o.re - a * o.im) / norm_sqr; } }",
    "impl DivAssign<$S> for Complex { fn div_assign(&mut self, o: $S) {
        self.re = self.re / o; self.im = self.im / o; } }",
    "impl AddAssign<$S> for Complex { fn add_assign(&mut self, o: $S) { self.re = self.re + o; } }",
    "impl SubAssign<$S> for Complex { fn sub_assign(&mut self, o: $S) { self.re = self.re - o; } }",
    "impl Rem<Complex> for Complex { fn rem(self, o: Complex) -> Complex {
        let ratio = self.div(o);
        let whole = Complex { re: ratio.re - ratio.re % 1.0, im: ratio.im - ratio.im % 1.0 };
        self.sub(o.mul(whole)) } }",
    "impl Rem<$S> for Complex { fn rem(self, o: $S) -> Complex { Complex { re: self.re % o, im: self.im % o } } }",
    "impl Sum for Complex { fn sum<I>(iter: I) -> Complex {
        iter.fold(Complex { re: 0.0, im: 0.0 }, |all, z| all.add(z)) } }",
    "impl Product for Complex { fn product<I>(iter: I) -> Complex {
        iter.fold(Complex { re: 1.0, im: 0.0 }, |all, z| all.mul(z)) } }",
    "fn mul_add(self, o: Complex, add: Complex) -> Complex {
        let re = self.re.mul_add(o.re, add.re) - self.im * o.im;
        Complex { re, im: self.re.mul_add(o.im, self.im.mul_add(o.re, add.im)) } }",
    "fn mul_add_assign(&mut self, o: Complex, add: Complex) {
        let a = self.re;
        self.re = self.re.mul_add(o.re, add.re) - self.im * o.im;
        self.im = self.im.mul_add(o.re, a.mul_add(o.im, add.im)); }",
    "fn pow(self, e: Complex) -> Complex { self.powc(e) }",
    "fn pow(self, e: $S) -> Complex { self.powf(e) }",
    "fn pow(self, e: i32) -> Complex { self.powi(e) }",
    "fn pow(self, e: u32) -> Complex { self.powu(e) }",
];
