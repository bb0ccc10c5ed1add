//! SIMD `atan2`, and `atan`, `asin` and `acos` made of it.
//!
//! All of them share one polynomial and one division.
//!
//! ```text
//! atan2(y, x)    angle below pi/4 by min / max of the magnitudes, then mirrored into its octant
//!     atan(t), t = min / max <= tan(pi/8), else pi/4 + atan((min - max) / (min + max)): one
//!     division
//! asin(x) = atan2(x, sqrt((1 - x)(1 + x)))
//! acos(x) = atan2(sqrt((1 - x)(1 + x)), x)
//! atan(x) = atan2(x, 1)
//! ```
//!
//! Source: the polynomial as in fdlibm (Sun Microsystems, 1993), `s_atan.c`.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use pulp::Simd;

use super::Packed;

/// `tan(pi/8)`: above it the angle is computed as `pi/4` plus a small correction.
const TAN_EIGHTH: f64 = 0.414_213_562_373_095;

/// `pi` minus the nearest double. Half and a quarter of it correct `pi/2` and `pi/4`.
const PI_LOW: f64 = 1.224_646_799_147_353_2e-16;

impl<S: Simd> Packed<S> {
    #[inline(always)]
    pub fn atan2(mut self, other: Self) -> Self {
        let (y, x) = (self.abs(), other.abs());
        let is_steep = x.is_below(y);
        let (larger, smaller) = (x.replaced(is_steep, y), y.replaced(is_steep, x));
        if S::IS_SCALAR {
            return self.zip(other, f64::atan2);
        }
        // The intervals exclude NaN and infinities, and the first one excludes a pair of zeros.
        if !larger.is_within(1e-290, 1e290) || !smaller.is_within(0.0, 1e290) {
            both_beyond(self.slice_mut(), other.slice());
            return self;
        }
        let zero = self.beside(0.0);
        // Both cases share the division, because a blend is cheaper than a second quotient.
        let is_high = (larger * self.beside(TAN_EIGHTH)).is_below(smaller);
        let top = smaller.replaced(is_high, smaller - larger);
        let bottom = larger.replaced(is_high, smaller + larger);
        let (high, low) = (
            zero.replaced(is_high, self.beside(FRAC_PI_4)),
            zero.replaced(is_high, self.beside(PI_LOW / 4.0)),
        );
        let t = top / bottom;
        // The small terms are added first, so that they are not lost against `high`.
        let angle = high + (t + (low - t * t.arc_series()));
        let angle = angle.replaced(
            is_steep,
            self.beside(FRAC_PI_2) - (angle - self.beside(PI_LOW / 2.0)),
        );
        let mirrored = self.beside(PI) - (angle - self.beside(PI_LOW));
        let angle = angle.replaced(other.is_below(zero), mirrored);
        angle.signed_as(self)
    }

    #[inline(always)]
    pub fn atan(self) -> Self {
        if let Some(by_library) = self.beyond(-1e290, 1e290, f64::atan) {
            return by_library;
        }
        self.atan2(self.beside(1.0))
    }

    #[inline(always)]
    pub fn asin(self) -> Self {
        if let Some(by_library) = self.beyond(-1.0, 1.0, f64::asin) {
            return by_library;
        }
        self.atan2(self.leg())
    }

    #[inline(always)]
    pub fn acos(self) -> Self {
        if let Some(by_library) = self.beyond(-1.0, 1.0, f64::acos) {
            return by_library;
        }
        self.leg().atan2(self)
    }

    /// `sqrt(1 - self^2)`
    #[inline(always)]
    fn leg(self) -> Self {
        let one = self.beside(1.0);
        ((one - self) * (one + self)).sqrt()
    }

    /// `1 - atan(self) / self`
    #[inline(always)]
    fn arc_series(self) -> Self {
        let z = self * self;
        z * Self::polynomial(
            z,
            &[
                1.628_582_011_536_578_2e-2,
                -3.653_157_274_421_691_6e-2,
                4.976_877_994_615_932e-2,
                -5.833_570_133_790_573e-2,
                6.661_073_137_387_531e-2,
                -7.691_876_205_044_83e-2,
                9.090_887_133_436_507e-2,
                -1.111_111_040_546_235_6e-1,
                1.428_571_427_250_346_6e-1,
                -1.999_999_999_987_648_3e-1,
                3.333_333_333_333_293e-1,
            ],
        )
    }
}

#[cold]
#[inline(never)]
fn both_beyond(ys: &mut [f64], xs: &[f64]) {
    for (y, x) in ys.iter_mut().zip(xs) {
        *y = y.atan2(*x);
    }
}
