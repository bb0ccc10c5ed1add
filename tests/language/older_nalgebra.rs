//! Vectors and matrices of nalgebra 0.34, which solvers still use: the same operations in the same
//! order.

use jacobian_runtime::jacobian;
use nalgebra_0_34::{Matrix3, SMatrix, SVector, Vector3};

use crate::support::compare;

#[jacobian(wrt(x))]
fn older(x: &SVector<f64, 9>, k: &Matrix3<f64>) -> [f64; 9] {
    let a = Vector3::new(x[0], x[1], x[2]);
    let b = Vector3::new(x[3], x[4], x[5]);
    let m = SMatrix::<f64, 3, 3>::new(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]);
    let turned = k * a + m * b;
    let product = m * k;
    let unit = turned.cross(&b).normalize();
    [
        x.dot(x),
        x.norm(),
        turned.norm_squared(),
        product.trace() + product[(2, 1)],
        unit.x,
        unit.y,
        (m.transpose() * unit).z,
        m.determinant(),
        (a - b).component_mul(&turned).sum(),
    ]
}

#[test]
fn matrices_of_the_version_before_are_expanded() {
    let k = Matrix3::new(1.0, 2.0, 0.5, -1.0, 0.3, 0.7, 2.0, -0.2, 1.1);
    compare(
        "older",
        [0.7, 1.3, -0.4, 0.9, 0.2, -1.1, 0.6, -0.8, 1.7],
        |x| older(&SVector::from(*x), &k),
        |x| {
            let (value, jacobian) = older_with_jacobian(&SVector::from(*x), &k);
            (value, jacobian.to_dense())
        },
    );
}
