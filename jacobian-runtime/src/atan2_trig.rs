//! Trigonometric functions of `atan2`: sine and cosine of the angle of `(x, y)` as quotients of `x`
//! and `y`.
//!
//! Generated code calls them under `value = fused`, because they replace a call of `atan2` and one
//! of `sin_cos` by a root and a division.
//!
//! ```text
//!   y |    / r         a = atan2(y, x)     sin a   = y / r           cos a   = x / r
//!     |   /                                sin 2 a = 2 x y / (r r)   cos 2 a = (x x - y y) / (r r)
//!     |  / a
//!     +--------- x
//! ```
//!
//! The quotients are within 4 ulp of the sine and the cosine of the exact angle. The library
//! computes those of the rounded angle, so the two differ by the effect of one ulp of the angle.
//! Near a zero of the sine at a half or a whole turn, and near a zero of the cosine at a quarter
//! turn, that effect is as large as the result itself: the exact angle reaches the zero and the
//! rounded angle does not, so a division by the result would be infinite one way and finite the
//! other. There we call the library, and also where squares leave the range of `f64`. Angles near
//! zero need no such care, because zero is rounded exactly.
//!
//! Cost: a division, and a root for the single angle. The two library calls take three times as
//! long.

#![allow(
    clippy::inline_always,
    reason = "as in `private.rs`, from where these are called"
)]

use crate::Real;

/// Whether the quotients are accurate enough to replace the library.
#[inline(always)]
fn is_accurate(sine: f64, cosine: f64, x: f64, squared_distance: f64) -> bool {
    // 1e-3 is about a twentieth of a degree away from a zero of the sine or the cosine.
    let is_small_angle = x > 0.0 && cosine > 0.0;
    let sine_is_away_from_zero = Real::abs(sine) > 1e-3 || is_small_angle;
    let cosine_is_away_from_zero = Real::abs(cosine) > 1e-3;
    // In this range neither the squared distance nor its reciprocal loses digits to underflow.
    let is_in_range = (1e-300..=1e300).contains(&squared_distance);
    sine_is_away_from_zero && cosine_is_away_from_zero && is_in_range
}

/// Sine and cosine of `atan2(y, x)` for each pair.
#[inline(always)]
pub fn sin_cos_of_atan2<const N: usize>(ys: [f64; N], xs: [f64; N]) -> [(f64, f64); N] {
    core::array::from_fn(|index| {
        let (y, x) = (ys[index], xs[index]);
        let square = x * x + y * y;
        let inverse = 1.0 / Real::sqrt(square);
        let (sine, cosine) = (y * inverse, x * inverse);
        if is_accurate(sine, cosine, x, square) {
            (sine, cosine)
        } else {
            by_the_library(1.0, y, x)
        }
    })
}

/// Sine and cosine of `2 * atan2(y, x)` for each pair.
#[inline(always)]
pub fn sin_cos_of_twice_atan2<const N: usize>(ys: [f64; N], xs: [f64; N]) -> [(f64, f64); N] {
    core::array::from_fn(|index| {
        let (y, x) = (ys[index], xs[index]);
        let square = x * x + y * y;
        let inverse = 1.0 / square;
        // `x / square` comes first: it is large where `y` is tiny, so `x * y` could underflow
        // instead.
        let (sine, cosine) = (2.0 * (x * inverse) * y, (x - y) * (x + y) * inverse);
        if is_accurate(sine, cosine, x, square) {
            (sine, cosine)
        } else {
            by_the_library(2.0, y, x)
        }
    })
}

#[cold]
#[inline(never)]
fn by_the_library(times: f64, y: f64, x: f64) -> (f64, f64) {
    Real::sin_cos(times * Real::atan2(y, x))
}

#[cfg(test)]
mod tests {
    use super::{sin_cos_of_atan2, sin_cos_of_twice_atan2};

    /// Directions all around, at distances from tiny to huge.
    fn directions() -> impl Iterator<Item = [f64; 2]> {
        let distances = [1.0, 3e-7, 1e140, 1e-140, 1e-160, 1e200, 1e-310];
        distances.into_iter().flat_map(|distance| {
            (-4000..=4000).map(move |step| {
                let angle = f64::from(step) * core::f64::consts::PI / 4000.0;
                [distance * angle.sin(), distance * angle.cos()]
            })
        })
    }

    #[track_caller]
    fn assert_near(found: (f64, f64), angle: f64) {
        let (sine, cosine) = angle.sin_cos();
        // The effect of one ulp of the angle, and four ulp of the result.
        let slack = |own: f64, slope: f64| (4.0 * own.abs() + (angle * slope).abs()) * f64::EPSILON;
        assert!(
            (found.0 - sine).abs() <= slack(sine, cosine),
            "sine of {angle}"
        );
        assert!(
            (found.1 - cosine).abs() <= slack(cosine, sine),
            "cosine of {angle}"
        );
        assert_eq!(found.0 == 0.0, sine == 0.0, "{angle}");
        assert_ne!(found.1, 0.0, "{angle}");
    }

    #[test]
    fn quotients_are_within_the_effect_of_one_ulp_of_the_angle() {
        for [y, x] in directions() {
            let [once] = sin_cos_of_atan2([y], [x]);
            assert_near(once, y.atan2(x));
            let [twice] = sin_cos_of_twice_atan2([y], [x]);
            assert_near(twice, 2.0 * y.atan2(x));
        }
    }

    #[test]
    fn axes_diagonals_and_infinities_are_as_in_the_library() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            1e-200,
            -1e-200,
            1e200,
            5e-324,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        for y in numbers {
            for x in numbers {
                let angle = y.atan2(x);
                for (found, angle) in [
                    (sin_cos_of_atan2([y], [x]), angle),
                    (sin_cos_of_twice_atan2([y], [x]), 2.0 * angle),
                ] {
                    let [found] = found;
                    if angle.is_nan() {
                        assert!(found.0.is_nan() && found.1.is_nan(), "({y}, {x})");
                    } else {
                        assert_near(found, angle);
                        assert_eq!(
                            found.0.is_sign_negative(),
                            angle.sin().is_sign_negative(),
                            "({y}, {x})"
                        );
                    }
                }
            }
        }
    }
}
