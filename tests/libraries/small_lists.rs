//! Lists of arrayvec and smallvec.

use arrayvec::ArrayVec;
use jacobian_runtime::jacobian;
use smallvec::{SmallVec, smallvec};

use crate::support::compare;

#[jacobian]
fn roots(at: &[f64; 3]) -> ArrayVec<f64, 4> {
    let [a, b, c] = *at;
    let root = (b * b - 4.0 * a * c).sqrt();
    let mut roots = ArrayVec::<_, 4>::new();
    roots.push((-b - root) / (2.0 * a));
    roots.push((-b + root) / (2.0 * a));
    roots
}

#[jacobian]
fn moments(x: &[f64; 3]) -> f64 {
    let mut list: SmallVec<[f64; 4]> = smallvec![x[0], x[1]];
    list.push(x[2] * x[0]);
    let squares: SmallVec<[f64; 8]> = list.iter().map(|v| v * v).collect();
    let more = SmallVec::<[f64; 2]>::from_elem(x[1], 2);
    squares.iter().sum::<f64>() * list[2] + more.iter().product::<f64>()
}

#[test]
fn small_lists_are_lists() {
    let at = [0.7, 3.1, -0.4];
    let pair = |list: ArrayVec<f64, 4>| [list[0], list[1]];
    compare(
        "roots",
        at,
        |at| pair(roots(at)),
        |at| {
            let (value, jacobian) = roots_with_jacobian(at);
            (pair(value), jacobian.to_dense())
        },
    );
    compare(
        "moments",
        at,
        |x| [moments(x)],
        |x| {
            let (value, jacobian) = moments_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
}
