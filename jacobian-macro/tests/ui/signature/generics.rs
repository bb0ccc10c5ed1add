use std::ops::Mul;

use jacobian_runtime::{Real, jacobian};

trait Smooth: Copy + Mul<Output = Self> {}

#[jacobian]
fn other_trait<T: Smooth>(x: [T; 2]) -> T {
    x[0] * x[1]
}

#[jacobian(scalar(T = f16))]
fn no_scalar<T: Smooth>(x: [T; 2]) -> T {
    x[0] * x[1]
}

#[jacobian(scalar(Q = f64))]
fn another_scalar(x: f64) -> f64 {
    x * x
}

#[jacobian]
fn two_scalars<T: Real, S: Real>(x: T, _y: S) -> T {
    x
}

elsewhere! {
    struct Model<T>(T);

    impl<T: Real> Model<T> {
        #[jacobian]
        fn of_impl(&self, x: &[T; 3]) -> [T; 2] {
            [x[0] * x[1], x[2] * self.0]
        }
    }
}

#[jacobian]
impl<T: Copy + Mul<Output = T>> Model<T> {
    #[jacobian]
    fn unbounded(&self, x: &[T; 3]) -> T {
        x[0] * x[1]
    }
}

#[jacobian]
fn length_not_given<const N: usize>(x: &[f64; N]) -> f64 {
    x[0]
}

#[jacobian]
fn literal<T: Real + Mul<f64, Output = T>>(x: T) -> T {
    x * 2.0
}

fn main() {}
