/// Twice a number.
#[must_use]
pub fn doubled(x: f64) -> f64 {
    2.0 * x
}
