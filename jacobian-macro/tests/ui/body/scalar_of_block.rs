//! The derivatives of a method are for `f64`, and so belong into another `impl`.

use std::ops::{Add, Mul, Sub};

use jacobian_runtime::jacobian;

struct Turn<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> {
    x: T,
    y: T,
}

impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Turn<T> {
    #[jacobian]
    fn then(&self, by: &Self) -> Self {
        Turn {
            x: self.x * by.x - self.y * by.y,
            y: self.x * by.y + self.y * by.x,
        }
    }
}

fn main() {}
