//! Robust losses: functions of the squared norm of residuals, each with its slope.
//!
//! ```text
//! with q = s / scale²    loss                        slope
//! huber, q <= 1          s                           1
//! huber beyond           scale² (2 √q - 1)           1 / √q
//! soft_l1                scale² (2 √(1 + q) - 2)     1 / √(1 + q)
//! cauchy                 scale² ln(1 + q)            1 / (1 + q)
//! tukey, q <= 1          scale² (1 - (1 - q)³) / 3   (1 - q)²
//! tukey beyond           scale² / 3                  0
//! ```
//!
//! For small `s` each is about `s`, with a slope of about 1. The option `normal(loss = huber(1.5))`
//! of the attribute takes these functions, or one of your own. Definitions are those of the loss
//! functions of Ceres, with its `a` as the scale.
//!
//! ```
//! # #[cfg(any(feature = "std", feature = "libm"))] {
//! use jacobian_runtime::jacobian;
//! use jacobian_runtime::loss::cauchy;
//!
//! #[jacobian(normal(loss = cauchy(0.5)))]
//! fn residual(x: &[f64; 2]) -> [f64; 2] {
//!     [x[0] - 3.0, x[1]]
//! }
//!
//! let (mut value, mut gradient) = ([0.0; 2], [0.0; 2]);
//! let mut normal = RESIDUAL_NORMAL_TEMPLATE;
//! residual_normal_into(&[4.0, 0.0], &mut value, &mut gradient, &mut normal);
//! assert_eq!((value, gradient, normal), ([1.0, 0.0], [0.2, 0.0], [0.2, 0.2]));
//! # }
//! ```

use crate::Real;

/// Huber's loss and its slope: linear in the norm beyond `scale`.
///
/// ```
/// # #[cfg(any(feature = "std", feature = "libm"))] {
/// use jacobian_runtime::loss::huber;
///
/// assert_eq!(huber(0.25, 1.0), (0.25, 1.0));
/// assert_eq!(huber(4.0, 1.0), (3.0, 0.5));
/// # }
/// ```
pub fn huber<T: Real>(squared_norm: T, scale: T) -> (T, T) {
    let (square, norm) = (scale * scale, squared_norm.sqrt());
    let linear = T::from_f64(2.0) * scale * norm - square;
    (
        squared_norm.if_at_most(square, squared_norm, linear),
        squared_norm.if_at_most(square, T::from_f64(1.0), scale / norm),
    )
}

/// A smooth form of Huber's loss, and its slope.
pub fn soft_l1<T: Real>(squared_norm: T, scale: T) -> (T, T) {
    let one = T::from_f64(1.0);
    let root = (one + squared_norm / (scale * scale)).sqrt();
    // The same as `2 scale² (root - 1)`, without cancellation.
    let loss = T::from_f64(2.0) * squared_norm / (root + one);
    (loss, one / root)
}

/// Cauchy's loss and its slope: it grows like the logarithm of the norm.
pub fn cauchy<T: Real>(squared_norm: T, scale: T) -> (T, T) {
    let square = scale * scale;
    let ratio = squared_norm / square;
    let one = T::from_f64(1.0);
    (square * ratio.ln_1p(), one / (one + ratio))
}

/// Tukey's loss and its slope: residuals beyond `scale` have no influence.
pub fn tukey<T: Real>(squared_norm: T, scale: T) -> (T, T) {
    let (one, square) = (T::from_f64(1.0), scale * scale);
    let left = one - squared_norm / square;
    let most = square / T::from_f64(3.0);
    (
        squared_norm.if_at_most(square, most * (one - left * left * left), most),
        squared_norm.if_at_most(square, left * left, T::from_f64(0.0)),
    )
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::{cauchy, huber, soft_l1, tukey};

    #[test]
    fn slopes_are_the_derivatives_of_losses() {
        for loss in [huber::<f64>, soft_l1, cauchy, tukey] {
            for s in [0.1, 1.9, 2.4, 7.0] {
                let step = 1e-5;
                let (up, down) = (loss(s + step, 1.5).0, loss(s - step, 1.5).0);
                let (expected, slope) = ((up - down) / (2.0 * step), loss(s, 1.5).1);
                assert!((slope - expected).abs() < 1e-9, "{slope} is not {expected}");
            }
            assert_eq!(loss(0.0, 1.5), (0.0, 1.0));
        }
        assert_eq!(tukey(4.0, 1.5), (0.75, 0.0));
    }
}
