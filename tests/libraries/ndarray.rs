//! Vectors of ndarray whose length `dim` gives: bit for bit, with derivatives by their elements.

use jacobian_runtime::jacobian;
use ndarray::{Array1, ArrayView1, Zip, arr1, array, azip};

use crate::support::compare;

const AT: [f64; 5] = [0.7, -1.3, 0.4, 2.1, 0.9];

/// Elements, loops and iterators, as of a list.
#[jacobian(dim(x = 5))]
fn elements(x: &Array1<f64>) -> [f64; 4] {
    let mut s = 0.0;
    for i in 0..x.len() - 1 {
        s += x[i] * x[i + 1];
    }
    let mut t = 1.0;
    for v in x.iter() {
        t *= v + 2.0;
    }
    let squares: f64 = x.iter().map(|v| v * v).sum();
    let steps = x.iter().zip(x.iter().skip(1)).map(|(a, b)| (b - a).powi(2));
    [s, t, squares.sqrt(), steps.fold(0.0, |a, b| a + b)]
}

/// Arithmetic and the methods of vectors.
#[jacobian(dim(x = 5))]
fn whole(x: ArrayView1<'_, f64>) -> Array1<f64> {
    let y = x.mapv(|v| v.sin());
    let k = arr1(&[1.0, 2.0, 3.0, 4.0, 5.0]);
    let z = &x * 2.0 - &y / 3.0 + 0.5 * &y * &x;
    let w = z.map(|v| v * v) + Array1::from_elem(5, y.sum());
    -(w - 1.0) * x.dot(&y) + &k * z.dot(&k)
}

/// Sums of eight elements and more are added in eight lanes.
#[jacobian(dim(x = 11, y = 11))]
fn long(x: &Array1<f64>, y: &Array1<f64>) -> [f64; 3] {
    [x.sum(), x.dot(y), (x - y).mapv(f64::exp).sum()]
}

/// Changes in place, and a vector that is not active.
#[jacobian(dim(x = 5), wrt(x))]
fn changed(x: &Array1<f64>, w: &Array1<f64>) -> Array1<f64> {
    let mut y = x.clone();
    y += x;
    y *= w;
    y[1] = x[0] * x[4];
    y.swap(0, 2);
    y.mapv_inplace(|v| v * v + 1.0);
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    (x - w) * x.dot(w) + y / sum + x.mean().unwrap()
}

/// The macro, and elements behind mutable references.
#[jacobian]
fn listed(x: &[f64; 5]) -> Array1<f64> {
    let mut y = array![x[0], x[1] * x[2], 1.0, x[3], x[4]];
    let w = array![0.5, 2.0, -1.0, 3.0, 0.25];
    y.iter_mut().zip(x).for_each(|(v, x)| *v += x.sin());
    for v in y.iter_mut() {
        *v *= *v;
    }
    let k = y.dot(&w);
    y * k
}

/// Arrays side by side.
#[jacobian(dim(x = 5))]
fn zipped(x: &Array1<f64>) -> [f64; 3] {
    let mut y = Array1::zeros(5);
    Zip::from(&mut y).and(x).for_each(|y, &v| *y = v * v);
    azip!((y in &mut y, &v in x) *y += v.sin());
    let z = Zip::from(&y).and(x).map_collect(|&y, &v| y / (v * v + 1.0));
    let sum = Zip::from(&z)
        .and(&y)
        .fold(1.0, |sum, &z, &y| sum * 0.5 + z * y);
    [y.sum(), z[3], sum]
}

#[test]
fn zipped_arrays_are_iterators() {
    compare(
        "zipped",
        AT,
        |x| zipped(&arr1(x)),
        |x| {
            let (value, jacobian) = zipped_with_jacobian(&arr1(x));
            (value, jacobian.to_dense())
        },
    );
}

#[test]
fn vectors_are_listed_and_changed_by_reference() {
    let flat = |v: Array1<f64>| <[f64; 5]>::try_from(v.to_vec()).unwrap();
    compare(
        "listed",
        AT,
        |x| flat(listed(x)),
        |x| {
            let (value, jacobian) = listed_with_jacobian(x);
            (flat(value), jacobian.to_dense())
        },
    );
}

#[test]
fn vectors_may_be_changed_in_place() {
    let w = arr1(&[0.3, -0.2, 1.1, 0.8, 2.0]);
    let flat = |v: Array1<f64>| <[f64; 5]>::try_from(v.to_vec()).unwrap();
    compare(
        "changed",
        AT,
        |x| flat(changed(&arr1(x), &w)),
        |x| {
            let (value, jacobian) = changed_with_jacobian(&arr1(x), &w);
            (flat(value), jacobian.to_dense())
        },
    );
}

#[test]
fn vectors_are_their_elements() {
    compare(
        "elements",
        AT,
        |x| elements(&arr1(x)),
        |x| {
            let (value, jacobian) = elements_with_jacobian(&arr1(x));
            (value, jacobian.to_dense())
        },
    );
    let flat = |v: Array1<f64>| <[f64; 5]>::try_from(v.to_vec()).unwrap();
    compare(
        "whole",
        AT,
        |x| flat(whole(arr1(x).view())),
        |x| {
            let (value, jacobian) = whole_with_jacobian(arr1(x).view());
            (flat(value), jacobian.to_dense())
        },
    );
    let both = |x: &[f64; 22]| (arr1(&x[..11]), arr1(&x[11..]));
    let at: [f64; 22] = std::array::from_fn(|i| (1.7 * i as f64).sin() + 0.1 * i as f64);
    let value = |x: &[f64; 22]| long(&both(x).0, &both(x).1);
    compare("long", at, value, |x| {
        let (value, jacobian) = long_with_jacobian(&both(x).0, &both(x).1);
        (value, jacobian.to_dense())
    });
}

/// A vector in a field that is not followed, as the receiver.
#[jacobian]
mod mixture {
    use ndarray::{Array1, Array2};

    pub(super) struct Model {
        pub(super) b: Array1<f64>,
        pub(super) a: Array2<f64>,
    }

    impl Model {
        fn covolume(&self, x: &Array1<f64>) -> f64 {
            self.b.dot(x)
        }

        fn attraction(&self, x: &Array1<f64>) -> f64 {
            x.dot(&self.a.dot(x))
        }

        #[jacobian(dim(x = 3), wrt(t, x))]
        pub(super) fn energy(&self, t: f64, x: &Array1<f64>) -> f64 {
            let b = self.covolume(x);
            (1.0 - b).ln() * t - self.attraction(x) / (b * t) + (&self.b * x).sum() + self.b.sum()
        }
    }
}

#[test]
fn vectors_in_fields_are_borrowed() {
    let model = mixture::Model {
        b: arr1(&[0.1, 0.2, 0.05]),
        a: array![[1.0, 0.2, 0.3], [0.2, 2.0, 0.1], [0.3, 0.1, 0.7]],
    };
    compare(
        "energy",
        [1.3, 0.5, 0.3, 0.2],
        |x| [model.energy(x[0], &arr1(&x[1..]))],
        |x| {
            let (value, jacobian) = model.energy_with_jacobian(x[0], &arr1(&x[1..]));
            ([value], jacobian.to_dense())
        },
    );
}
