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

/// A point and a direction.
#[jacobian(export(impl, std::ops::Mul<f64>))]
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    /// The point.
    pub from: [f64; 2],
    /// The direction.
    pub along: [f64; 2],
}

#[jacobian(export)]
impl Ray {
    /// The point at a distance.
    pub fn at(&self, distance: f64) -> [f64; 2] {
        std::array::from_fn(|i| self.from[i] + distance * self.along[i])
    }
}

#[jacobian(export)]
impl std::ops::Mul<f64> for Ray {
    type Output = Self;

    fn mul(self, k: f64) -> Self {
        Self {
            along: self.along.map(|a| a * k),
            ..self
        }
    }
}

mod flat;
pub use flat::{Line, half};

/// A whole module.
#[jacobian(export)]
pub mod round {
    /// A circle.
    #[derive(Debug)]
    pub struct Circle {
        /// Its radius.
        pub radius: f64,
    }

    impl Circle {
        /// Its area.
        pub fn area(&self) -> f64 {
            half(std::f64::consts::TAU * self.radius * self.radius)
        }
    }

    fn half(x: f64) -> f64 {
        0.5 * x
    }
}
