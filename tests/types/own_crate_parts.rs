//! The items that the functions in `own_crate` name.

use std::ops::{Mul, Sub};

pub(crate) const WIND: Vec3 = Vec3 {
    x: 0.2,
    y: 0.1,
    z: -0.3,
};
const PULL: f64 = 3.98;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Vec3 {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) z: f64,
}

impl Vec3 {
    pub(crate) const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    pub(crate) fn norm(self) -> f64 {
        (self.x * self.x + self.y * self.y + self.z * self.z).sqrt()
    }
}

impl Mul<f64> for Vec3 {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Self::new(self.x * k, self.y * k, self.z * k)
    }
}

impl Sub for Vec3 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

pub(crate) fn attraction(at: Vec3) -> Vec3 {
    at * (-PULL / at.norm().powi(3))
}

pub(crate) fn scaled(x: f64, k: f64) -> f64 {
    if x > 1.0 { k * x } else { k * x * x }
}

/// What the only type with it gives of its private fields.
pub(crate) trait Polar<T> {
    fn distance(&self) -> T;
    fn height(&self) -> T;
}

pub(crate) struct Place<T> {
    /// The module has another struct with such a field.
    height: T,
    distance: T,
}

impl<T> Place<T> {
    pub(crate) fn new(distance: T, height: T) -> Self {
        Self { height, distance }
    }
}

impl<T: num_traits::Float> Polar<T> for Place<T> {
    fn distance(&self) -> T {
        self.distance
    }

    fn height(&self) -> T {
        self.height
    }
}

pub(crate) struct Tower {
    height: f64,
}

impl Tower {
    pub(crate) fn new(height: f64) -> Self {
        Self { height }
    }

    pub(crate) fn height(&self) -> f64 {
        self.height
    }
}
