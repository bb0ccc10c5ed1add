//! Aliases with `dim` in a generic function: their elements have to be of its scalar.

use jacobian_runtime::{Real, jacobian};

type Of<T> = [T; 2];
type Pair = [f64; 2];

#[jacobian(dim(x = 2))]
fn of_the_scalar<T: Real>(x: &Of<T>) -> T {
    x[0] * x[1]
}

#[jacobian(wrt(x), dim(k = 2))]
fn inactive<T: Real>(x: [T; 2], k: Pair) -> T {
    x[0] * x[1] * T::from_f64(k[0])
}

#[jacobian(dim(k = 2))]
fn of_doubles<T: Real>(x: [T; 2], k: Pair) -> T {
    if k[0] > 1.0 { x[0] * x[1] } else { x[0] }
}

fn main() {
    let _ = (of_the_scalar_jacobian(&[2.0, 3.0]), inactive_jacobian([2.0, 3.0], [1.0, 2.0]));
}
