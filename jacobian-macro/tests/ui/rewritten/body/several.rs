//! All errors of a function are reported together; callers of its stubs add none.

use jacobian_runtime::{SparsityPattern, jacobian};

trait Squash {
    fn squash(self) -> f64;
}

impl Squash for f64 {
    fn squash(self) -> f64 {
        self / (1.0 + self.abs())
    }
}

#[jacobian(rule(Squash::squash(self) => squash_prime(self)))]
pub fn refused(x: &[f64; 2], y: &mut [f64; 2]) -> f64 {
    let a = x[0].squash();
    let b = x[1];
    y[0] = a;
    if a > b { a } else { b }
}

fn squash_prime(x: f64) -> f64 {
    x
}

fn caller() -> f64 {
    let mut y = [0.0; 2];
    let (value, jacobian): (f64, RefusedJacobian) = refused_with_jacobian(&[1.0, 2.0], &mut y);
    let dense: [[f64; 2]; 3] = jacobian.to_dense();
    let mut entries = [0.0; REFUSED_NNZ];
    refused_update_into(&[1.0, 2.0], &mut y, &mut 0.0, &mut entries);
    let _: (&SparsityPattern, usize) = (&REFUSED_PATTERN, REFUSED_COST.additions);
    value + refused(&[1.0, 2.0], &mut y) + dense[0][0]
}

fn main() {
    caller();
}
