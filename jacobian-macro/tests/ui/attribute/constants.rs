//! What `const(..)` says is checked by the compiler.

use jacobian_runtime::jacobian;

const N: usize = 3;

#[jacobian(const(N = 4))]
fn wrong_constant(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..N {
        y *= x;
    }
    y
}

struct Model;

impl Model {
    const N: usize = 3;

    #[jacobian(const(Self::N = 4))]
    fn power(&self, x: f64) -> f64 {
        let mut y = x;
        for _ in 0..Self::N {
            y *= x;
        }
        y
    }
}

fn main() {}
