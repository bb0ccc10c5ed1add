//! A trait of the user's own with the name of another: the attribute on a function does not see it, so rustc is asked.

use jacobian_runtime::jacobian;

trait Float: Copy {
    fn sin(self) -> Self;
}

impl Float for f64 {
    fn sin(self) -> f64 {
        2.0 * self
    }
}

#[jacobian]
fn doubled<T: Float>(x: T) -> T {
    x.sin()
}

fn main() {}
