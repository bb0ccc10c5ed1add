//! Functions for others to differentiate through.

use jacobian_runtime::jacobian;

/// The square of the distance between two points.
#[jacobian(export)]
pub fn distance_squared(a: &[f64; 2], b: &[f64; 2]) -> f64 {
    fn square(v: f64) -> f64 {
        v * v
    }
    a.iter().zip(b).map(|(a, b)| square(a - b)).sum()
}

/// Functions with longer paths.
pub mod solid {
    use jacobian_runtime::jacobian;

    /// The volume of a ball.
    #[jacobian(export)]
    pub fn ball(radius: f64) -> f64 {
        4.0 / 3.0 * std::f64::consts::PI * radius.powi(3)
    }
}
