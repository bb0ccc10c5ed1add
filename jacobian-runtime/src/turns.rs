//! Sine and cosine of an angle by what the angle was made of: what generated code calls under `value = fused`.
//!
//! ```text
//!   y |    / r                 a = atan2(y, x)        sin a   = y / r           cos a   = x / r
//!     |   /                                           sin 2 a = 2 x y / (r r)   cos 2 a = (x x - y y) / (r r)
//!     |  / a
//!     +--------- x
//! ```
//!
//! The quotients are within 4 ulp of the sine and the cosine of the exact angle. The library is asked for those of the
//! angle as rounded. So the two differ by what an ulp of the angle is worth. That is all of a sine near a half or a
//! whole turn, and of a cosine near a quarter: they pass through zero there, the rounded angle does not pass its zero, and
//! what is divided by them would be finite one way and infinite the other. There the library is called, and where
//! squares leave the range of `f64`. Small angles are no such case: zero is its own rounding.
//!
//! Cost: a division, and a root for the single angle; the library takes three times as long for its two.

#![allow(
    clippy::inline_always,
    reason = "as in `private.rs`, from where these are called"
)]

use crate::Real;

/// Whether the quotients serve: at least the twentieth of a degree away from zeros that are no small angles, and where
/// neither the square of the distance nor its reciprocal loses digits.
#[inline(always)]
fn serves(sine: f64, cosine: f64, x: f64, square: f64) -> bool {
    let is_small_angle = x > 0.0 && cosine > 0.0;
    let is_away = Real::abs(sine) > 1e-3 || is_small_angle;
    is_away && Real::abs(cosine) > 1e-3 && (1e-300..=1e300).contains(&square)
}

/// Sine and cosine of `atan2(y, x)` for each pair
#[inline(always)]
pub fn sin_cos_of_atan2<const N: usize>(ys: [f64; N], xs: [f64; N]) -> [(f64, f64); N] {
    core::array::from_fn(|index| {
        let (y, x) = (ys[index], xs[index]);
        let square = x * x + y * y;
        let inverse = 1.0 / Real::sqrt(square);
        let (sine, cosine) = (y * inverse, x * inverse);
        if serves(sine, cosine, x, square) {
            (sine, cosine)
        } else {
            by_the_library(1.0, y, x)
        }
    })
}

/// Sine and cosine of `2 * atan2(y, x)` for each pair
#[inline(always)]
pub fn sin_cos_of_twice_atan2<const N: usize>(ys: [f64; N], xs: [f64; N]) -> [(f64, f64); N] {
    core::array::from_fn(|index| {
        let (y, x) = (ys[index], xs[index]);
        let square = x * x + y * y;
        let inverse = 1.0 / square;
        // `x / square` first: it is large where `y` is tiny.
        let (sine, cosine) = (2.0 * (x * inverse) * y, (x - y) * (x + y) * inverse);
        if serves(sine, cosine, x, square) {
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
        // What an ulp of the angle is worth, and four of the result.
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
    fn within_what_an_ulp_of_the_angle_is_worth() {
        for [y, x] in directions() {
            let [once] = sin_cos_of_atan2([y], [x]);
            assert_near(once, y.atan2(x));
            let [twice] = sin_cos_of_twice_atan2([y], [x]);
            assert_near(twice, 2.0 * y.atan2(x));
        }
    }

    #[test]
    fn axes_diagonals_and_what_is_not_finite_are_as_in_the_library() {
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
