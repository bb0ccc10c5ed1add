//! A module that is named like a crate of the prelude is not that crate.

use jacobian_runtime::jacobian;

mod libm {
    pub fn sin(x: f64) -> f64 {
        x * x
    }
}

#[jacobian]
fn of_a_module_named_like_a_library(x: f64) -> f64 {
    libm::sin(x)
}

fn main() {}
