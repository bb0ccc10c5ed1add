//! `DVector` and `DMatrix` of nalgebra, whose dimensions `dim` or the code gives.

use jacobian_runtime::jacobian;
use nalgebra::{
    Const, DMatrix, DMatrixView, DVector, DVectorView, Dyn, Matrix3, OMatrix, OVector, U3, Vector3,
    dmatrix, dvector,
};

use crate::support::compare;

fn spread<const N: usize>(shift: f64) -> [f64; N] {
    let mut at = [0.0; N];
    for (k, element) in at.iter_mut().enumerate() {
        let k = f64::from(u32::try_from(k).unwrap());
        *element = (1.7 * k + shift).sin() + 0.3 * (0.37 * k * k + shift).cos();
    }
    at
}

/// Residuals as least squares solvers take them.
#[jacobian(dim(p = 3))]
fn residuals(p: &DVector<f64>) -> DVector<f64> {
    let times = [0.0, 0.5, 1.0, 1.5];
    let data = dvector![1.0, 0.7, 0.4, 0.2];
    DVector::from_fn(times.len(), |i, _| p[0] * (-p[1] * times[i]).exp() + p[2]) - data
}

#[test]
fn a_vector_by_dim_and_a_vector_as_the_result() {
    compare(
        "residuals",
        [1.0, 0.8, 0.1],
        |x| {
            let value = residuals(&DVector::from_column_slice(x));
            <[f64; 4]>::try_from(value.as_slice()).unwrap()
        },
        |x| {
            let (value, jacobian) = residuals_with_jacobian(&DVector::from_column_slice(x));
            let value = <[f64; 4]>::try_from(value.as_slice()).unwrap();
            (value, jacobian.to_dense())
        },
    );
    let short = std::panic::catch_unwind(|| residuals_jacobian(&DVector::zeros(2)));
    let message = *short.unwrap_err().downcast::<String>().unwrap();
    assert_eq!(message, "`p` must have 3 rows and 1 columns");
}

#[jacobian(dim(a = [4, 4], b = 4))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a vector by value is a parameter as well"
)]
fn solve(a: &DMatrix<f64>, b: DVector<f64>) -> Option<DVector<f64>> {
    let x = a.clone().lu().solve(&b)?;
    let n = a.nrows();
    let mut sum = DVector::zeros(n);
    sum += &x * 2.0;
    sum.axpy(0.5, &b, 1.0);
    sum[1] += x.dot(&b) + a.determinant();
    Some(sum + a.column(2))
}

#[test]
fn systems_of_dynamic_matrices() {
    let parts = |x: &[f64; 20]| {
        (
            DMatrix::from_column_slice(4, 4, &x[..16]),
            DVector::from_column_slice(&x[16..]),
        )
    };
    compare(
        "solve",
        spread::<20>(0.2),
        |x| {
            let (a, b) = parts(x);
            <[f64; 4]>::try_from(solve(&a, b).unwrap().as_slice()).unwrap()
        },
        |x| {
            let (a, b) = parts(x);
            let (value, jacobian) = solve_with_jacobian(&a, b).unwrap();
            let value = <[f64; 4]>::try_from(value.as_slice()).unwrap();
            (value, jacobian.to_dense())
        },
    );
}

/// Sums of short vectors have another order if their types say the length, and large products
/// are those of matrixmultiply.
#[jacobian]
fn orders_of_sums(x: &[f64; 36]) -> [f64; 9] {
    let m = DMatrix::from_row_slice(6, 6, x);
    let v = DVector::from_vec(vec![x[0], x[7], x[14], x[21]]);
    let w = DVector::from_iterator(4, x.iter().take(4).map(|e| e * e));
    let square = &m * &m.transpose();
    let part = m.fixed_view::<4, 1>(1, 2);
    let long = DVector::from_column_slice(&x[..11]);
    let block = m.view((1, 1), (4, 3));
    [
        v.dot(&w),
        v.dot(&part),
        part.dot(&part),
        long.norm(),
        square[(2, 3)],
        square.trace(),
        (m.clone() * &v.clone().resize(6, 1, x[3])).sum(),
        block.column(1).dot(&v),
        m.rows(0, 2).row(1).norm() + block.tr_mul(&block).sum(),
    ]
}

#[test]
fn values_are_those_of_the_dynamic_types() {
    crate::support::check!(orders_of_sums with orders_of_sums_with_jacobian at spread::<36>(0.4));
}

#[jacobian(dim(v = 3, m = [2, 3]))]
fn views(v: DVectorView<'_, f64>, m: DMatrixView<'_, f64>) -> f64 {
    (m * v).norm() + m.columns(1, 2).sum()
}

#[jacobian]
fn other_spellings(a: &OMatrix<f64, U3, Const<3>>, b: &OVector<f64, U3>) -> OVector<f64, U3> {
    a * b
}

#[jacobian(dim(b = 3))]
fn with_dyn(a: &Matrix3<f64>, b: &OVector<f64, Dyn>) -> f64 {
    (a * b).dot(b)
}

#[jacobian(wrt(x), dim(k = [2, 2], x = 2))]
fn inactive(k: &DMatrix<f64>, x: &DVector<f64>) -> DVector<f64> {
    k * x + k.clone().lu().solve(x).unwrap_or_else(|| DVector::zeros(2))
}

#[jacobian(dim(x = 3, out = 3))]
fn into_output(x: &DVector<f64>, out: &mut DVector<f64>) {
    let skew = dmatrix![0.0, -1.0, 0.5; 1.0, 0.0, -2.0; -0.5, 2.0, 0.0];
    out.copy_from(&(&skew * x));
    out[0] *= x.norm_squared();
}

#[test]
fn views_and_other_spellings() {
    let x = spread::<9>(0.7);
    compare(
        "views",
        x,
        |x| {
            let v = DVectorView::from_slice(&x[..3], 3);
            [views(v, DMatrixView::from_slice(&x[3..], 2, 3))]
        },
        |x| {
            let v = DVectorView::from_slice(&x[..3], 3);
            let (value, jacobian) = views_with_jacobian(v, DMatrixView::from_slice(&x[3..], 2, 3));
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "other_spellings",
        spread::<12>(0.1),
        |x| {
            let (a, b) = (
                Matrix3::from_column_slice(&x[..9]),
                Vector3::from_column_slice(&x[9..]),
            );
            other_spellings(&a, &b).into()
        },
        |x| {
            let (a, b) = (
                Matrix3::from_column_slice(&x[..9]),
                Vector3::from_column_slice(&x[9..]),
            );
            let (value, jacobian) = other_spellings_with_jacobian(&a, &b);
            (value.into(), jacobian.to_dense())
        },
    );
    compare(
        "with_dyn",
        spread::<12>(0.3),
        |x| {
            let (a, b) = (
                Matrix3::from_column_slice(&x[..9]),
                DVector::from_column_slice(&x[9..]),
            );
            [with_dyn(&a, &b)]
        },
        |x| {
            let (a, b) = (
                Matrix3::from_column_slice(&x[..9]),
                DVector::from_column_slice(&x[9..]),
            );
            let (value, jacobian) = with_dyn_with_jacobian(&a, &b);
            ([value], jacobian.to_dense())
        },
    );
}

#[test]
fn inactive_matrices_and_outputs() {
    let k = dmatrix![2.0, 1.0; 0.5, 3.0];
    let array = |v: &DVector<f64>| [v[0], v[1]];
    compare(
        "inactive",
        [0.3, -0.7],
        |x| array(&inactive(&k, &DVector::from_column_slice(x))),
        |x| {
            let (value, jacobian) = inactive_with_jacobian(&k, &DVector::from_column_slice(x));
            (array(&value), jacobian.to_dense())
        },
    );
    let array = |v: &DVector<f64>| [v[0], v[1], v[2]];
    compare(
        "into_output",
        [0.3, -0.7, 1.2],
        |x| {
            let mut out = DVector::zeros(3);
            into_output(&DVector::from_column_slice(x), &mut out);
            array(&out)
        },
        |x| {
            let mut out = DVector::zeros(3);
            let jacobian = into_output_jacobian(&DVector::from_column_slice(x), &mut out);
            (array(&out), jacobian.to_dense())
        },
    );
}

/// Numbers of single precision.
#[jacobian(dim(b = 4))]
fn single(a: &nalgebra::Matrix4<f32>, b: &DVector<f32>) -> Option<f32> {
    let y = a.lu().solve(b)?;
    Some(y.mean() + a.determinant() * b.variance() + y.norm())
}

#[test]
fn matrices_of_single_precision() {
    let at = spread::<20>(0.5).map(|e| e as f32);
    let a = nalgebra::Matrix4::from_column_slice(&at[..16]);
    let b = DVector::from_column_slice(&at[16..]);
    let (value, jacobian) = single_with_jacobian(&a, &b).unwrap();
    assert_eq!(value.to_bits(), single(&a, &b).unwrap().to_bits());
    let along = |step: f32| {
        let mut b = b.clone();
        b[2] += step;
        single(&a, &b).unwrap()
    };
    let expected = (along(0.01) - along(-0.01)) / 0.02;
    let found = jacobian.to_dense()[0][18];
    assert!((found - expected).abs() < 1e-2 * (1.0 + expected.abs()));
}
