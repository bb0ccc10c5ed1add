//! Eigenvalues of matrices that are not symmetric, the polar decomposition, Givens rotations and
//! convolutions of nalgebra.

use jacobian_runtime::jacobian;
use nalgebra::{DMatrix, Matrix2, Matrix3, Matrix4, Vector2, Vector4};

use crate::support::{check, compare};

/// Real eigenvalues: a triangular matrix, disturbed a little.
const REAL: [f64; 9] = [1.0, 0.1, -0.2, 0.4, 2.5, 0.15, 0.3, -0.6, -1.5];

#[jacobian]
fn real(x: &[f64; 9]) -> Option<[f64; 3]> {
    let a = Matrix3::from_row_slice(x);
    let values = a.eigenvalues()?;
    Some([values[0] * values[1], values.z, values.sum()])
}

#[jacobian]
fn complex(x: &[f64; 16]) -> [f64; 5] {
    let a = Matrix4::from_row_slice(x);
    let values = a.complex_eigenvalues();
    let radius = values.iter().map(|e| e.norm()).fold(0.0, f64::max);
    let abscissa = values.iter().map(|e| e.re).fold(f64::MIN, f64::max);
    [
        radius,
        abscissa,
        values[0].re,
        values[0].im,
        (values[2] * values[3]).re,
    ]
}

#[jacobian]
fn plane(x: &[f64; 4]) -> [f64; 2] {
    let values = Matrix2::from_row_slice(x).complex_eigenvalues();
    [values[0].im, values[1].re]
}

#[jacobian(dim(a = [2, 2]))]
fn dynamic(a: &DMatrix<f64>) -> f64 {
    match a.eigenvalues() {
        Some(values) => values[0] - values[1],
        None => a[(0, 0)],
    }
}

#[test]
fn eigenvalues_have_partials_by_their_vectors() {
    compare(
        "real",
        REAL,
        |x| real(x).unwrap(),
        |x| {
            let (value, jacobian) = real_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    let mut at = [0.0; 16];
    for (k, element) in at.iter_mut().enumerate() {
        let k = f64::from(u32::try_from(k).unwrap());
        *element = (1.3 * k + 0.2).sin() + 0.4 * (0.7 * k * k).cos();
    }
    check!(complex with complex_with_jacobian at at);
    check!(plane with plane_with_jacobian at [0.3, -1.2, 0.9, 0.1]);
    check!(plane with plane_with_jacobian at [0.3, 1.2, 0.9, 0.1]);
    // A pair of complex ones is missing, and nothing is not a number.
    let turned = [0.3, -1.2, 0.0, 0.9, 0.1, 0.0, 0.0, 0.0, 1.0];
    assert!(real(&turned).is_none() && real_with_jacobian(&turned).is_none());
    for at in [[0.3, 1.2, 0.9, 0.1], [0.3, -1.2, 0.9, 0.1]] {
        compare(
            "dynamic",
            at,
            |x| [dynamic(&DMatrix::from_column_slice(2, 2, x))],
            |x| {
                let (value, jacobian) = dynamic_with_jacobian(&DMatrix::from_column_slice(2, 2, x));
                ([value], jacobian.to_dense())
            },
        );
    }
}

#[test]
fn an_eigenvalue_that_occurs_twice_has_no_partials() {
    let twice = [2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 1.0];
    let (value, jacobian) = real_with_jacobian(&twice).unwrap();
    assert_eq!(value[2], 5.0);
    assert!(jacobian.to_dense()[2].iter().all(|entry| entry.is_nan()));
}

#[jacobian]
fn polar(x: &[f64; 9]) -> [f64; 4] {
    let (p, u) = Matrix3::from_column_slice(x).polar();
    [p[(0, 1)], u[(1, 2)], (u * p).trace(), u[(0, 0)]]
}

#[test]
fn the_polar_factor_of_a_rotation_has_a_derivative() {
    check!(polar with polar_with_jacobian at REAL);
    let (sin, cos) = 0.4_f64.sin_cos();
    let rotation = [cos, sin, 0.0, -sin, cos, 0.0, 0.0, 0.0, 1.0];
    check!(polar with polar_with_jacobian at rotation);
}

#[jacobian]
mod givens {
    use nalgebra::linalg::givens::GivensRotation;
    use nalgebra::{Matrix2, Vector2};

    #[jacobian]
    pub(super) fn turned(x: &[f64; 6]) -> Option<[f64; 6]> {
        let (first, norm) = GivensRotation::new(x[0], x[1]);
        let mut a = Matrix2::new(x[2], x[3], x[4], x[5]);
        first.rotate(&mut a);
        let (second, r) = GivensRotation::cancel_y(&a.column(0).clone_owned())?;
        second.inverse().rotate_rows(&mut a);
        let (third, _) = GivensRotation::cancel_x(&Vector2::new(x[4], x[5]))?;
        Some([
            norm,
            r,
            a[(0, 0)],
            a[(1, 1)],
            second.c() * first.s(),
            third.s(),
        ])
    }
}

#[jacobian]
fn convolved(x: &[f64; 6]) -> [f64; 4] {
    let v = Vector4::new(x[0], x[1], x[2], x[3]);
    let kernel = Vector2::new(x[4], x[5]);
    let full = v.convolve_full(kernel);
    let valid = v.convolve_valid(kernel);
    let same = v.convolve_same(kernel);
    [
        full[0] * full[4] + full.sum(),
        valid.norm(),
        same[0] + same[3] * v.data.0[0][1],
        v.simd_cap_magnitude(0.5).sum() * Matrix2::new(x[0], x[1], x[2], x[3]).data.0[1][0],
    ]
}

#[test]
fn rotations_and_convolutions_repeat_the_operations_of_nalgebra() {
    use givens::{turned, turned_with_jacobian};
    for at in [
        [0.4, -0.9, 1.2, 0.3, -0.7, 0.8],
        [-0.4, 0.9, 0.0, 0.3, 0.7, -0.8],
    ] {
        compare(
            "turned",
            at,
            |x| turned(x).unwrap(),
            |x| {
                let (value, jacobian) = turned_with_jacobian(x).unwrap();
                (value, jacobian.to_dense())
            },
        );
        check!(convolved with convolved_with_jacobian at at);
    }
}
