//! A method whose derivatives go into another `impl`.

use std::ops::{Add, Mul, Sub};

use jacobian_runtime::jacobian;

struct Turn<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> {
    x: T,
    y: T,
}

/// Instead of `impl Turn < T >::then`.
#[jacobian]
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
