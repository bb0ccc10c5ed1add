//! Nothing here is exported: callers see the source.

use std::ops::Mul;

/// A line in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// A point of the line.
    pub through: [f64; 2],
    slope: f64,
}

impl Line {
    /// The line through a point with a slope.
    #[cfg(not(feature = "steep"))]
    pub fn new(through: [f64; 2], slope: f64) -> Self {
        Self { through, slope }
    }

    /// The height over a place.
    pub fn at(&self, x: f64) -> f64 {
        self.through[1] + self.slope * (x - self.through[0]) + crate::flat::shift(1.0)
    }
}

impl Mul<f64> for Line {
    type Output = Self;

    fn mul(self, k: f64) -> Self {
        Self {
            slope: self.slope * k,
            ..self
        }
    }
}

pub(crate) fn shift(k: f64) -> f64 {
    k * OFFSET
}

const OFFSET: f64 = 0.5;

/// Half of a number.
pub fn half(x: f64) -> f64 {
    0.5 * x
}
