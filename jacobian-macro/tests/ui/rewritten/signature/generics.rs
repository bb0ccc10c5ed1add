use std::ops::Mul;

use jacobian_runtime::{Real, jacobian};

trait Smooth: Copy + Mul<Output = Self> {}

impl Smooth for f64 {}

#[jacobian]
fn other_trait<T: Smooth>(x: [T; 2]) -> T {
    x[0] * x[1]
}

#[jacobian(scalar(T = f64))]
fn no_scalar<T: Smooth>(x: [T; 2]) -> T {
    x[0] * x[1]
}

#[jacobian]
fn another_scalar(x: f64) -> f64 {
    x * x
}

#[jacobian]
fn two_scalars<T: Real>(x: T, _y: T) -> T {
    x
}

struct Model<T>(T);

impl<T: Real> Model<T> {
    #[jacobian]
    fn of_impl(&self, x: &[T; 3]) -> [T; 2]
    where
        T: Real,
    {
        [x[0] * x[1], x[2] * self.0]
    }
}

#[jacobian]
impl<T: Copy + Mul<Output = T>> Model<T> {
    #[jacobian]
    fn unbounded(&self, x: &[T; 3]) -> T {
        x[0] * x[1]
    }
}

#[jacobian(const(N = 6))]
fn length_not_given<const N: usize>(x: &[f64; N]) -> f64 {
    x[0]
}

#[jacobian]
fn literal<T: Real + Mul<f64, Output = T>>(x: T) -> T {
    x * T::from_f64(2.0)
}

fn main() {}
