//! Vectors and matrices of ndarray of a length that only run time knows: bit for bit, with
//! derivatives by what their elements are made of.

use jacobian_runtime::jacobian;
use ndarray::{Array1, array};

use crate::support::compare;

const AT: [f64; 3] = [0.7, -1.3, 0.4];

#[jacobian]
mod arrays {
    use ndarray::{Array1, Array2, Axis};

    /// Elements that a loop writes, and the methods of vectors.
    #[jacobian(wrt(x))]
    pub(super) fn made(x: &[f64; 3], n: usize) -> [f64; 4] {
        let mut v = Array1::<f64>::zeros(n);
        for i in 0..n {
            v[i] = x[0] * i as f64 + x[1];
        }
        for a in v.iter_mut() {
            *a *= x[2];
        }
        // The sum does not change the vectors that it reads.
        let w = &v * 2.0 + &v;
        let mut u: Array1<f64> = v.iter().map(|a| a * a).collect();
        u.mapv_inplace(|a| a + x[1]);
        u[0] = x[0];
        let copy = u.clone();
        u -= &w;
        let largest = v.iter().fold(-9.0, |a: f64, b| a.max(*b));
        [
            v.sum() + w.dot(&v),
            u.dot(&copy) / largest,
            v.first().unwrap() + w.mapv(f64::sin).mean().unwrap(),
            v.iter().zip(&w).map(|(a, b)| a * b).sum::<f64>() * v.len() as f64,
        ]
    }

    /// A model of the caller's, whose sizes nobody says.
    pub(super) struct Model {
        pub(super) weights: Array1<f64>,
        pub(super) rows: Array2<f64>,
    }

    impl Model {
        #[jacobian(wrt(x))]
        pub(super) fn read(&self, x: &[f64; 3]) -> [f64; 4] {
            let scaled = self.weights.mapv(|a| a * x[0] + x[1]);
            let mut changed = self.weights.clone();
            for i in 0..changed.len() {
                changed[i] += x[2] * scaled[i];
            }
            changed.scaled_add(x[1], &self.weights);
            let mut rows = self.rows.mapv(|a| a * x[0]);
            rows[[1, 0]] += x[2];
            let product = self.rows.dot(&scaled);
            [
                scaled.dot(&self.weights) + changed.sum(),
                product.sum() + rows.row(1).sum() + rows.column(0).sum(),
                rows.sum_axis(Axis(0)).dot(&changed),
                (&self.weights * x[2] + &scaled)[2],
            ]
        }
    }

    /// A vector that a loop replaces.
    #[allow(clippy::assigning_clones, reason = "the copy is what is tested")]
    #[jacobian(wrt(x))]
    pub(super) fn iterated(x: &[f64; 3], n: usize) -> [f64; 2] {
        let mut v = Array1::from_elem(3, x[0]);
        let mut before = v.clone();
        for _ in 0..n {
            before = v.clone();
            v = &v * x[1] + &before * 0.5 + x[2];
        }
        [v.sum(), before.dot(&v)]
    }

    /// As a result, of which an option says the length.
    #[jacobian(wrt(x), dim(out = 4))]
    pub(super) fn returned(x: &[f64; 3], n: usize) -> Array1<f64> {
        let v = Array1::from_shape_fn(n, |i| x[0] * i as f64 + x[1]);
        v * x[2]
    }
}

use arrays::*;

#[test]
fn arrays_of_any_length_keep_their_derivatives_in_memory() {
    // Sums of eight elements and more are added in eight lanes.
    for n in [1, 5, 21] {
        compare(
            "made",
            AT,
            |x| made(x, n),
            |x| {
                let (value, jacobian) = made_with_jacobian(x, n);
                (value, jacobian.to_dense())
            },
        );
    }
    let model = Model {
        weights: array![1.0, 4.0, -2.0],
        rows: array![[1.0, 4.0, -2.0], [2.0, 3.0, 5.0]],
    };
    compare(
        "read",
        AT,
        |x| model.read(x),
        |x| {
            let (value, jacobian) = model.read_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
    for n in [0, 1, 4] {
        compare(
            "iterated",
            AT,
            |x| iterated(x, n),
            |x| {
                let (value, jacobian) = iterated_with_jacobian(x, n);
                (value, jacobian.to_dense())
            },
        );
    }
    let four = |v: Array1<f64>| [v[0], v[1], v[2], v[3]];
    compare(
        "returned",
        AT,
        |x| four(returned(x, 4)),
        |x| {
            let (value, jacobian) = returned_with_jacobian(x, 4);
            (four(value), jacobian.to_dense())
        },
    );
}
