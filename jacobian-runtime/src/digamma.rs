//! The digamma function and its first two derivatives, for the partials of gamma functions.
//!
//! ```text
//! x < 0        reflection: digamma(1 - x) - pi / tan(pi x)
//! 0 < x < 10   recurrence: digamma(x + 1) - 1 / x, until the argument is large enough
//! 10 <= x      asymptotic series: ln x - 1/(2x) - 1/(12x^2) + 1/(120x^4) - ..
//! ```
//!
//! At ten, the first term that the series leaves out is below 1e-16 of the result. Source:
//! Abramowitz & Stegun, 6.3 and 6.4.

use crate::Real;

/// From here on the series is used.
const LARGE: f64 = 10.0;

/// Coefficients of `x^-2`, `x^-4`, .. in `ln x - 1/(2x) - digamma(x)`: `B(2k) / (2k)`.
const DIGAMMA: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 120.0,
    1.0 / 252.0,
    -1.0 / 240.0,
    1.0 / 132.0,
    -691.0 / 32760.0,
    1.0 / 12.0,
    -3617.0 / 8160.0,
];

/// Coefficients of `x^-3`, `x^-5`, .. in the series of the derivative: the Bernoulli numbers
/// `B(2k)`.
const TRIGAMMA: [f64; 8] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
];

/// Coefficients of `x^-4`, `x^-6`, .. in the negative second derivative: `(2k + 1) B(2k)`.
const TETRAGAMMA: [f64; 8] = [
    1.0 / 2.0,
    -1.0 / 6.0,
    1.0 / 6.0,
    -3.0 / 10.0,
    5.0 / 6.0,
    -691.0 / 210.0,
    35.0 / 2.0,
    -3617.0 / 30.0,
];

/// The logarithmic derivative of the gamma function.
#[must_use]
pub fn digamma<T: Real + PartialOrd>(x: T) -> T {
    let number = T::from_f64;
    if x < number(0.0) {
        let pi = number(core::f64::consts::PI);
        // The tangent has the period one in `x`, and a small angle is exact.
        let angle = pi * (x - x.round());
        return digamma(number(1.0) - x) - pi / angle.tan();
    }
    let (mut x, mut sum) = (x, number(0.0));
    while x < number(LARGE) {
        sum -= number(1.0) / x;
        x += number(1.0);
    }
    let square = number(1.0) / (x * x);
    sum + x.ln() - number(0.5) / x - square * series(&DIGAMMA, square)
}

/// The derivative of [`digamma`].
#[must_use]
pub fn trigamma<T: Real + PartialOrd>(x: T) -> T {
    let number = T::from_f64;
    if x < number(0.0) {
        let pi = number(core::f64::consts::PI);
        let sine = (pi * (x - x.round())).sin();
        return pi * pi / (sine * sine) - trigamma(number(1.0) - x);
    }
    let (mut x, mut sum) = (x, number(0.0));
    while x < number(LARGE) {
        sum += number(1.0) / (x * x);
        x += number(1.0);
    }
    let square = number(1.0) / (x * x);
    sum + number(1.0) / x + number(0.5) * square + square / x * series(&TRIGAMMA, square)
}

/// The derivative of [`trigamma`].
#[must_use]
pub fn tetragamma<T: Real + PartialOrd>(x: T) -> T {
    let number = T::from_f64;
    if x < number(0.0) {
        let pi = number(core::f64::consts::PI);
        let angle = pi * (x - x.round());
        let sine = angle.sin();
        let cube = sine * sine * sine;
        return tetragamma(number(1.0) - x) - number(2.0) * pi * pi * pi * angle.cos() / cube;
    }
    let (mut x, mut sum) = (x, number(0.0));
    while x < number(LARGE) {
        sum -= number(2.0) / (x * x * x);
        x += number(1.0);
    }
    let square = number(1.0) / (x * x);
    sum - square - square / x - square * square * series(&TETRAGAMMA, square)
}

/// The polynomial with these coefficients, by Horner's rule.
fn series<T: Real>(coefficients: &[f64], x: T) -> T {
    let coefficients = coefficients.iter().rev();
    coefficients.fold(T::from_f64(0.0), |sum, coefficient| {
        sum * x + T::from_f64(*coefficient)
    })
}

#[cfg(all(test, any(feature = "std", feature = "libm")))]
mod tests {
    use super::{digamma, tetragamma, trigamma};

    fn is_near(found: f64, expected: f64) {
        let error = (found - expected).abs() / (1.0 + expected.abs());
        assert!(error < 4e-15, "{found} is not {expected}");
    }

    #[test]
    fn published_values_are_met() {
        // Abramowitz & Stegun, tables 6.1 and 6.2; Euler's constant; pi^2 / 6.
        is_near(digamma(1.0), -0.577_215_664_901_532_9);
        is_near(digamma(0.5), -1.963_510_026_021_423_5);
        is_near(digamma(2.0), 0.422_784_335_098_467_1);
        is_near(digamma(-0.5), 0.036_489_973_978_576_52);
        is_near(digamma(1e6), 13.815_510_057_964_19);
        is_near(trigamma(1.0), 1.644_934_066_848_226_4);
        is_near(trigamma(0.5), 4.934_802_200_544_679);
        is_near(trigamma(-0.5), 8.934_802_200_544_68);
        // -2 zeta(3), -14 zeta(3), and by reflection.
        is_near(tetragamma(1.0), -2.404_113_806_319_188_6);
        is_near(tetragamma(0.5), -16.828_796_644_234_32);
        is_near(tetragamma(-0.5), -0.828_796_644_234_319_9);
        is_near(tetragamma(12.0), -0.007_547_205_368_998_9);
        assert!(digamma(f64::NAN).is_nan() && digamma(0.0_f64).is_infinite());
        assert!((digamma(1.0_f32) + 0.577_215_7).abs() < 1e-6);
    }
}
