//! SIMD `exp`, `ln` and hyperbolic functions: reduction to an interval around zero, then a
//! polynomial.
//!
//! The library computes one number at a time; here all lanes share the instructions.
//!
//! ```text
//! exp(x) = 2^k exp(r)         k = round(x / ln 2),  |r| <= ln 2 / 2,  a polynomial for exp(r) - 1
//! ln(x)  = k ln 2 + ln(1+f)   x = 2^k (1+f),  sqrt(1/2) <= 1+f < sqrt 2
//! ```
//!
//! `ln 2` is split in two parts, the first so short that its product with `k` is exact. Powers of
//! two are made in the upper halves of the doubles: `1.5 * 2^20 + k` has the integer `k` in its
//! upper half, and a shift by 20 bits moves it to the exponent. (AVX2 has no conversion from `f64`
//! to a 64-bit integer.)
//!
//! Source: the reductions and the coefficients of the logarithm are those of fdlibm (Sun
//! Microsystems, 1993), `e_exp.c`, `e_log.c`. The polynomial of the exponential is Taylor's to
//! degree 13, whose remainder is below 2^-57 on the interval.

use pulp::{Simd, bytemuck};

use super::Packed;
use super::polynomial::ROUNDER;

/// `ln 2` in two parts. The first has trailing zeros, so that its product with `k` is exact.
const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// `1.5 * 2^20`: the sum with a small integer has that integer in the low bits of its upper half.
const UPPER: f64 = 1_572_864.0;

/// The bits of 1.0, and of the square root of one half to 32 bits.
const ONE: u64 = 0x3ff0_0000_0000_0000;
const ROOT_HALF: u64 = 0x3fe6_a09e_0000_0000;

impl<S: Simd> Packed<S> {
    #[inline(always)]
    pub fn exp(self) -> Self {
        if let Some(by_library) = self.beyond(-708.0, 709.0, f64::exp) {
            return by_library;
        }
        let (power, k) = self.reduced();
        (power + self.beside(1.0)).scaled(k)
    }

    #[inline(always)]
    pub fn exp_m1(self) -> Self {
        if let Some(by_library) = self.beyond(-700.0, 700.0, f64::exp_m1) {
            return by_library;
        }
        self.power_minus_one().or_zero(self)
    }

    #[inline(always)]
    pub fn sinh(self) -> Self {
        if let Some(by_library) = self.beyond(-700.0, 700.0, f64::sinh) {
            return by_library;
        }
        // With p = exp(|x|) - 1, because exp(x) - exp(-x) would cancel near zero.
        let power = self.abs().power_minus_one();
        let half = self.beside(0.5) * (power + power / (power + self.beside(1.0)));
        half.signed_as(self)
    }

    #[inline(always)]
    pub fn cosh(self) -> Self {
        if let Some(by_library) = self.beyond(-700.0, 700.0, f64::cosh) {
            return by_library;
        }
        let power = self.abs().exp();
        self.beside(0.5) * power + self.beside(0.5) / power
    }

    #[inline(always)]
    pub fn tanh(self) -> Self {
        if let Some(by_library) = self.beyond(-700.0, 700.0, f64::tanh) {
            return by_library;
        }
        // Beyond 20 the result rounds to one, so a smaller argument gives the same and cannot
        // overflow.
        let magnitude = self.abs();
        let bound = self.beside(20.0);
        let magnitude = magnitude.replaced(bound.is_below(magnitude), bound);
        let power = (magnitude + magnitude).power_minus_one();
        (power / (power + self.beside(2.0))).signed_as(self)
    }

    /// `1 / cosh(self)^2`, which neither cancels nor overflows.
    #[inline(always)]
    pub fn sech_squared(self) -> Self {
        let power = (self.beside(-2.0) * self.abs()).exp();
        let sum = power + self.beside(1.0);
        self.beside(4.0) * power / (sum * sum)
    }

    #[inline(always)]
    pub fn ln(self) -> Self {
        if let Some(by_library) = self.beyond(f64::MIN_POSITIVE, f64::MAX, f64::ln) {
            return by_library;
        }
        let (k, f) = self.split();
        let s = f / (self.beside(2.0) + f);
        let z = s * s;
        let series = z * Self::polynomial(
            z,
            &[
                1.479_819_860_511_658_6e-1,
                1.531_383_769_920_937_3e-1,
                1.818_357_216_161_805e-1,
                2.222_219_843_214_978_4e-1,
                2.857_142_874_366_239e-1,
                3.999_999_999_940_942e-1,
                6.666_666_666_666_735e-1,
            ],
        );
        let half = self.beside(0.5) * f * f;
        let low = s * (half + series) + k * self.beside(LN2_LOW);
        k * self.beside(LN2_HIGH) - ((half - low) - f)
    }
}

impl<S: Simd> Packed<S> {
    /// `exp(r) - 1` and `k`, where `self = k ln 2 + r`.
    #[inline(always)]
    fn reduced(self) -> (Self, Self) {
        let rounder = self.beside(ROUNDER);
        let k = self.mul_add(self.beside(core::f64::consts::LOG2_E), rounder) - rounder;
        let r = k.mul_add(self.beside(-LN2_HIGH), self);
        let r = k.mul_add(self.beside(-LN2_LOW), r);
        let tail = Self::polynomial(
            r,
            &[
                1.0 / 6_227_020_800.0,
                1.0 / 479_001_600.0,
                1.0 / 39_916_800.0,
                1.0 / 3_628_800.0,
                1.0 / 362_880.0,
                1.0 / 40_320.0,
                1.0 / 5_040.0,
                1.0 / 720.0,
                1.0 / 120.0,
                1.0 / 24.0,
                1.0 / 6.0,
                0.5,
            ],
        );
        ((r * r).mul_add(tail, r), k)
    }

    /// `exp(self) - 1`, for arguments that neither overflow nor underflow.
    #[inline(always)]
    fn power_minus_one(self) -> Self {
        let (power, k) = self.reduced();
        let scale = self.beside(1.0).scaled(k);
        scale.mul_add(power, scale - self.beside(1.0))
    }

    /// `self * 2^k`, by adding `k` to the exponent. The result must neither overflow nor underflow.
    #[inline(always)]
    fn scaled(self, k: Self) -> Self {
        let simd = self.simd;
        let upper: S::u32s = bytemuck::cast((k + self.beside(UPPER)).lanes);
        let exponent = simd.wrapping_dyn_shl_u32s(upper, simd.splat_u32s(20));
        let bits = simd.add_u64s(
            bytemuck::cast(exponent),
            simd.transmute_u64s_f64s(self.lanes),
        );
        self.with(simd.transmute_f64s_u64s(bits))
    }

    /// `k` and `f` of `self = 2^k (1 + f)`, for positive normal numbers.
    #[inline(always)]
    fn split(self) -> (Self, Self) {
        let simd = self.simd;
        let bits = simd.transmute_u64s_f64s(self.lanes);
        // If 1 + f is above the root of two, we use the next power of two, so that f stays small.
        // This addition carries into the exponent exactly then.
        let shifted = simd.add_u64s(bits, simd.splat_u64s(ONE - ROOT_HALF));
        let exponent = simd.and_u64s(shifted, simd.splat_u64s(0x7ff0_0000_0000_0000));
        let fraction = simd.sub_u64s(bits, simd.sub_u64s(exponent, simd.splat_u64s(ONE)));
        let upper = simd.wrapping_dyn_shr_u32s(bytemuck::cast(exponent), simd.splat_u32s(20));
        let biased = simd.or_u64s(bytemuck::cast(upper), simd.splat_u64s(UPPER.to_bits()));
        let k = self.with(simd.transmute_f64s_u64s(biased)) - self.beside(UPPER + 1023.0);
        let f = self.with(simd.transmute_f64s_u64s(fraction)) - self.beside(1.0);
        (k, f)
    }
}
