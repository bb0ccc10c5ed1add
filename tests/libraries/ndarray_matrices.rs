//! Matrices of ndarray whose shape `dim` gives, or the constructor.

use jacobian_runtime::jacobian;
use ndarray::{Array1, Array2, ArrayView2, arr1, arr2, array};

use crate::support::{check, compare};

const AT: [f64; 6] = [0.7, -1.3, 0.4, 2.1, 0.9, -0.5];

fn matrix(x: &[f64; 6]) -> Array2<f64> {
    Array2::from_shape_vec((2, 3), x.to_vec()).unwrap()
}

fn rows(a: &Array2<f64>) -> [f64; 6] {
    <[f64; 6]>::try_from(a.iter().copied().collect::<Vec<f64>>()).unwrap()
}

/// Elements by both kinds of indices, rows, and iterators.
#[jacobian(dim(a = [2, 3]))]
fn elements(a: &Array2<f64>) -> [f64; 5] {
    let mut sum = 0.0;
    for i in 0..a.nrows() {
        for j in 0..a.ncols() {
            sum += a[[i, j]] * a[(i, j)] * (i + 2 * j) as f64;
        }
    }
    let (r, c) = a.dim();
    let row = a.row(1);
    [
        sum,
        a.iter().map(|v| v.sin()).sum::<f64>() * (r * c) as f64,
        row.dot(&a.row(0)) + row.sum(),
        row[2] * a.len() as f64,
        a.diag()[1],
    ]
}

/// What is done element by element, and a result that is a matrix.
#[jacobian(dim(a = [2, 3]))]
fn whole(a: ArrayView2<'_, f64>) -> Array2<f64> {
    let b = a.mapv(f64::exp) * 2.0 - &a / 3.0;
    let k = arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let mut c = -(b * &a) + &k;
    c += 1.0;
    c *= &a;
    c[[0, 1]] = a[[1, 2]] * a[[0, 0]];
    c[(1, 1)] /= a[[1, 0]];
    c.mapv_inplace(|v| v * 0.5);
    c
}

/// Matrices that are made inside, and products with vectors.
#[jacobian]
fn made(x: &[f64; 6]) -> [f64; 4] {
    let a = array![[x[0], x[1]], [x[2], 1.0]];
    let mut b: Array2<f64> = Array2::zeros((2, 2));
    b[[0, 1]] = x[3];
    b[[1, 0]] = x[4] * x[5];
    let c = Array2::from_shape_fn((2, 2), |(i, j)| x[i] * x[j + 2]);
    let v: Array1<f64> = arr1(&[x[5], x[0]]);
    let w = (&a + &b).dot(&v) + c.dot(&v);
    let e: Array2<f64> = Array2::eye(2);
    [w[0], w[1], e.dot(&v)[1], c[[1, 0]] - b[[1, 1]]]
}

/// A matrix that is not active lends its elements.
#[jacobian(wrt(x), dim(x = 3))]
fn model(k: &Array2<f64>, x: &Array1<f64>) -> Array1<f64> {
    let k = Array2::from_shape_fn((2, 3), |(i, j)| k[[i, j]]);
    k.dot(x) * x[0]
}

/// Outputs are written at pairs of indices.
#[jacobian(wrt(x), dim(a = [2, 3]))]
fn written(x: &[f64; 6], a: &mut Array2<f64>) {
    for i in 0..2 {
        for j in 0..3 {
            a[[i, j]] = x[i + j] * x[j];
        }
    }
}

#[test]
fn another_shape_than_that_of_dim_panics() {
    let panics =
        |of: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(of)).is_err();
    assert!(panics(&|| {
        elements_jacobian(&Array2::zeros((3, 2)));
    }));
    assert!(panics(&|| {
        let (k, x) = (matrix(&AT), arr1(&[1.0; 4]));
        model_jacobian(&k, &x);
    }));
}

#[test]
fn matrices_are_their_elements() {
    check!(made with made_with_jacobian at AT);
    compare(
        "elements",
        AT,
        |x| elements(&matrix(x)),
        |x| {
            let (value, jacobian) = elements_with_jacobian(&matrix(x));
            (value, jacobian.to_dense())
        },
    );
    compare(
        "whole",
        AT,
        |x| rows(&whole(matrix(x).view())),
        |x| {
            let (value, jacobian) = whole_with_jacobian(matrix(x).view());
            (rows(&value), jacobian.to_dense())
        },
    );
    let output = |x: &[f64; 6]| {
        let mut a = Array2::zeros((2, 3));
        written(x, &mut a);
        rows(&a)
    };
    compare("written", AT, output, |x| {
        let mut a = Array2::zeros((2, 3));
        let jacobian = written_with_jacobian(x, &mut a);
        (rows(&a), jacobian.to_dense())
    });
    let k = matrix(&AT);
    let flat = |v: Array1<f64>| <[f64; 2]>::try_from(v.to_vec()).unwrap();
    compare(
        "model",
        [0.3, -0.2, 1.1],
        |x| flat(model(&k, &arr1(x))),
        |x| {
            let (value, jacobian) = model_with_jacobian(&k, &arr1(x));
            (flat(value), jacobian.to_dense())
        },
    );
}
