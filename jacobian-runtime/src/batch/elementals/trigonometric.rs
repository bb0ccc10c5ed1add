//! SIMD `sin`, `cos` and `tan`: argument reduction by Cody and Waite, then polynomials.
//!
//! The library computes one angle at a time; here all lanes share the instructions.
//!
//! ```text
//! x = k pi/2 + r,  |r| <= pi/4        sin or cos of r, and a sign, by the last two bits of k
//! ```
//!
//! `pi/2` is split in three parts. Fused operations make the first two products exact, and `r` is
//! kept as the sum of two numbers. So `r` is accurate to its last bits even if `x` is close to a
//! multiple of `pi/2`, where the subtraction cancels.
//!
//! Source: reduction by Cody and Waite; polynomials as in fdlibm (Sun Microsystems, 1993),
//! `k_sin.c`, `k_cos.c`.

use pulp::Simd;

use super::Packed;
use super::polynomial::ROUNDER;

/// The three parts of `-pi/2`, largest first. Their sum has about 160 correct bits.
const PARTS: [f64; 3] = [
    -core::f64::consts::FRAC_PI_2,
    -6.123_233_995_736_766e-17,
    1.497_384_904_859_169_8e-33,
];

/// Largest argument, `2^20`: up to here `k` and its products are exact.
const LARGEST: f64 = 1_048_576.0;

/// The reduced argument: `r = high + low`, and the quadrant in the last two bits of an integer.
struct Reduced<S: Simd> {
    high: Packed<S>,
    low: Packed<S>,
    quadrant: S::u64s,
}

impl<S: Simd> Packed<S> {
    #[inline(always)]
    pub fn sin(self) -> Self {
        if let Some(by_library) = self.beyond(-LARGEST, LARGEST, f64::sin) {
            return by_library;
        }
        let turn = self.quarter_turn();
        turn.quadrant(turn.sine(), turn.cosine(), 0).or_zero(self)
    }

    #[inline(always)]
    pub fn cos(self) -> Self {
        if let Some(by_library) = self.beyond(-LARGEST, LARGEST, f64::cos) {
            return by_library;
        }
        let turn = self.quarter_turn();
        turn.quadrant(turn.sine(), turn.cosine(), 1)
    }

    #[inline(always)]
    pub fn sin_cos(self) -> (Self, Self) {
        if !self.is_within(-LARGEST, LARGEST) {
            return (self.sin(), self.cos());
        }
        let turn = self.quarter_turn();
        let (sine, cosine) = (turn.sine(), turn.cosine());
        let sine_of_sum = turn.quadrant(sine, cosine, 0).or_zero(self);
        (sine_of_sum, turn.quadrant(sine, cosine, 1))
    }

    #[inline(always)]
    pub fn tan(self) -> Self {
        if let Some(by_library) = self.beyond(-LARGEST, LARGEST, f64::tan) {
            return by_library;
        }
        let turn = self.quarter_turn();
        let (sine, cosine) = (turn.sine(), turn.cosine());
        let (sine, cosine) = (
            turn.quadrant(sine, cosine, 0),
            turn.quadrant(sine, cosine, 1),
        );
        (sine / cosine).or_zero(self)
    }

    #[inline(always)]
    fn quarter_turn(self) -> Reduced<S> {
        let rounder = self.beside(ROUNDER);
        let rounded = self.mul_add(self.beside(core::f64::consts::FRAC_2_PI), rounder);
        let k = rounded - rounder;
        let first = k.mul_add(self.beside(PARTS[0]), self);
        let product = k * self.beside(PARTS[1]);
        let lost = k.mul_add(self.beside(PARTS[1]), -product);
        let high = first + product;
        // Two-sum (Knuth): the sum may be smaller than either term, so the fast version does not
        // apply.
        let back = high - first;
        let rounded_off = (first - (high - back)) + (product - back);
        let low = rounded_off + (lost + k * self.beside(PARTS[2]));
        Reduced {
            high,
            low,
            quadrant: self.simd.transmute_u64s_f64s(rounded.lanes),
        }
    }
}

impl<S: Simd> Reduced<S> {
    #[inline(always)]
    fn sine(&self) -> Packed<S> {
        let (x, y) = (self.high, self.low);
        let z = x * x;
        let v = z * x;
        let series = Packed::polynomial(
            z,
            &[
                1.589_690_995_211_55e-10,
                -2.505_076_025_340_686_3e-8,
                2.755_731_370_707_006_8e-6,
                -1.984_126_982_985_795e-4,
                8.333_333_333_322_49e-3,
            ],
        );
        let inner = z * (x.beside(0.5) * y - v * series) - y;
        x - (inner + v * x.beside(1.666_666_666_666_663_2e-1))
    }

    #[inline(always)]
    fn cosine(&self) -> Packed<S> {
        let (x, y) = (self.high, self.low);
        let z = x * x;
        let series = z * Packed::polynomial(
            z,
            &[
                -1.135_964_755_778_819_5e-11,
                2.087_572_321_298_175e-9,
                -2.755_731_435_139_066_3e-7,
                2.480_158_728_947_673e-5,
                -1.388_888_888_887_411e-3,
                4.166_666_666_666_66e-2,
            ],
        );
        let (one, half) = (x.beside(1.0), x.beside(0.5) * z);
        let rest = one - half;
        rest + (((one - rest) - half) + (z * series - x * y))
    }

    /// The sine of the whole angle plus a number of quarter turns. For example, one quarter turn
    /// gives the cosine.
    #[inline(always)]
    fn quadrant(&self, sine: Packed<S>, cosine: Packed<S>, quarter_turns: u64) -> Packed<S> {
        let simd = sine.simd;
        let quadrant = simd.add_u64s(self.quadrant, simd.splat_u64s(quarter_turns));
        let has = |bit| {
            let bit = simd.splat_u64s(bit);
            simd.equal_u64s(simd.and_u64s(quadrant, bit), bit)
        };
        // Odd quadrants swap sine and cosine, the upper two negate.
        let unsigned = sine.replaced(has(1), cosine);
        unsigned.replaced(has(2), -unsigned)
    }
}
