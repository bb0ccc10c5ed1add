//! The exponential of a matrix of nalgebra, for each degree of its approximation, and matrices in
//! comparisons.

use jacobian_runtime::jacobian;
use nalgebra::{DMatrix, Matrix2, Matrix3, Matrix4, Vector3};

use crate::support::{check, compare};

const AT: [f64; 9] = [0.7, -0.3, 0.4, 1.1, -0.6, 0.8, 0.35, 0.9, -0.2];

/// The scale decides the degree.
#[jacobian(wrt(x))]
fn whole(x: &[f64; 9], scale: f64) -> [f64; 9] {
    let e = (Matrix3::from_column_slice(x) * scale).exp();
    [e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7], e[8]]
}

/// A rotation, and matrices of which few elements are active.
#[jacobian]
fn partly(x: &[f64; 9]) -> [f64; 4] {
    let turn = (Vector3::new(x[0], x[1], x[2]).cross_matrix() * x[3]).exp();
    let flow = Matrix2::new(0.0, 1.0, -x[4], -2.0 * x[5]).exp();
    let mut step = Matrix4::zeros();
    step.fixed_view_mut::<3, 1>(0, 3)
        .copy_from(&(turn.column(0) * x[6]));
    step[(1, 0)] = x[7];
    let step = step.exp();
    [
        turn[(0, 1)] * turn[(2, 2)],
        flow[(1, 0)] + flow[(0, 0)] * x[8],
        step[(1, 3)],
        step[(2, 3)],
    ]
}

#[jacobian(dim(a = [3, 3], out = [3, 3]))]
fn dynamic(a: &DMatrix<f64>) -> DMatrix<f64> {
    (a * 0.5).exp()
}

#[jacobian]
fn compared(a: &Vector3<f64>, b: &Vector3<f64>) -> [f64; 2] {
    let m = a * b.transpose();
    [
        if a == b { a.x } else { b.x * a.y },
        if m.row(0) == m.row(1) || m.column(2) != b.column(0) {
            m[2]
        } else {
            a.z
        },
    ]
}

#[test]
fn matrices_may_be_compared() {
    let parts = |x: &[f64; 6]| {
        (
            Vector3::from_row_slice(&x[..3]),
            Vector3::from_row_slice(&x[3..]),
        )
    };
    compare(
        "compared",
        [0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
        |x| compared(&parts(x).0, &parts(x).1),
        |x| {
            let (value, jacobian) = compared_with_jacobian(&parts(x).0, &parts(x).1);
            (value, jacobian.to_dense())
        },
    );
    let a = Vector3::new(0.3, 0.4, 0.5);
    let (value, jacobian) = compared_with_jacobian(&a, &a);
    assert_eq!(value, compared(&a, &a));
    assert_eq!(jacobian.get(0, 0), Some(1.0));
}

#[test]
fn exponentials_have_partials_at_each_degree() {
    for scale in [0.0, 1e-4, 0.05, 0.2, 0.6, 1.5, 4.0] {
        check!(whole with whole_with_jacobian at AT; scale);
    }
    check!(partly with partly_with_jacobian at AT);
    check!(partly with partly_with_jacobian at [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 1.0]);
    let rows = |e: &DMatrix<f64>| <[f64; 9]>::try_from(e.as_slice()).unwrap();
    let of = |x: &[f64; 9]| DMatrix::from_column_slice(3, 3, x);
    compare(
        "dynamic",
        AT,
        |x| rows(&dynamic(&of(x))),
        |x| {
            let (value, jacobian) = dynamic_with_jacobian(&of(x));
            (rows(&value), jacobian.to_dense())
        },
    );
}
