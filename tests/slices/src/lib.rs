//! Slices of ndarray: bit for bit, in layouts that follow from the code.
//!
//! The macro `s!` allows unsafe code where it is used, and the lints of the workspace forbid that.
//! So these tests are a crate of their own.
#![allow(
    clippy::reversed_empty_ranges,
    reason = "in `2..-3` the end counts from the end of the axis"
)]

#[cfg(test)]
#[path = "../../language/support.rs"]
mod support;

#[cfg(test)]
mod tests {
    use jacobian_runtime::jacobian;
    use ndarray::{Array1, Array2, ArrayView1, s};

    use crate::support::{check, compare};

    fn spread<const N: usize>(shift: f64) -> [f64; N] {
        let mut k = 0.0;
        [0.0; N].map(|_| {
            k += 1.0;
            f64::sin(1.7 * k + shift) + 0.3 * f64::cos(0.37 * k * k + shift)
        })
    }

    /// Nine elements are enough to see in which order they are added.
    #[jacobian]
    fn read(x: &[f64; 18]) -> [f64; 9] {
        let v = Array1::from_vec(x.to_vec());
        let b = Array2::from_shape_vec((9, 2), x.to_vec()).unwrap();
        let a = Array2::from_shape_vec((2, 9), x.to_vec()).unwrap();
        let (tall, wide) = (b.slice(s![1.., ..1]), a.slice(s![.., ..8]));
        let column: ArrayView1<'_, f64> = b.slice(s![..8, 0]);
        let row: ArrayView1<'_, f64> = a.slice(s![1, ..=7]);
        [
            tall.sum() + tall[[2, 0]],
            wide.sum() * wide.row(1)[3],
            v.slice(s![..;2]).sum() + v.slice(s![2..-3]).sum(),
            v.slice(s![..9]).dot(&v.slice(s![9..])),
            v.slice(s![1..;2]).mapv(f64::sin).sum(),
            (&v.slice(s![1..]) - &v.slice(s![..-1]))
                .mapv(f64::abs)
                .sum(),
            row.sum() * row[7],
            b.slice(s![2..;3, 1]).sum() + b.slice(s![..3, ..]).sum(),
            wide.dot(&column)[1],
        ]
    }

    #[jacobian]
    mod inside {
        use jacobian_runtime::jacobian;
        use ndarray::{Array1, Array2, ArrayView1, s};

        fn total(v: ArrayView1<'_, f64>) -> f64 {
            v.sum()
        }

        #[jacobian]
        pub(super) fn written(x: &[f64; 6]) -> [f64; 6] {
            let mut c = Array1::zeros(6);
            c.slice_mut(s![..3])
                .assign(&Array1::from_vec(x[1..4].to_vec()));
            c.slice_mut(s![3..;2]).fill(x[0]);
            let mut a = Array2::<f64>::eye(3);
            a.slice_mut(s![.., 1..]).mapv_inplace(|v| v + x[4]);
            a.slice_mut(s![0, ..]).assign(&c.slice(s![1..4]));
            let mut part = a.slice_mut(s![1.., 0]);
            part += x[5];
            part *= 2.0;
            [
                c.sum(),
                c[2],
                total(c.slice(s![1..5])),
                a.sum(),
                a[[0, 2]],
                a[[2, 0]],
            ]
        }
    }

    #[jacobian]
    mod backwards {
        use jacobian_runtime::jacobian;
        use ndarray::linalg::general_mat_mul;
        use ndarray::{Array1, Array2, Axis, Slice, Zip, array, s};

        /// Sums of nineteen elements are added in lanes, in the order of the memory.
        #[jacobian]
        pub(super) fn sums(x: &[f64; 4]) -> [f64; 7] {
            let y: Array1<f64> = (0..19).map(|i| x[i % 4] * (0.3 * i as f64).cos()).collect();
            let z = y.slice(s![..;-1]);
            let far = y.slice(s![2..;-3]);
            let mut kept = Array1::zeros(19);
            kept.assign(&z);
            [
                z.sum() + (&z * 2.0).to_owned().sum(),
                z.dot(&y) * z.mean().unwrap(),
                (&z - &y).mapv(f64::sin).sum(),
                z.mapv(f64::exp).sum(),
                far.sum() * far[2],
                kept.sum() + kept.slice(s![3..9]).slice(s![..;-1])[1],
                z.iter().take(3).product(),
            ]
        }

        #[jacobian(dim(a = [2, 3], x = 3))]
        pub(super) fn mixed(a: &Array2<f64>, x: &Array1<f64>) -> (Array1<f64>, Array2<f64>) {
            let mut c = Array2::zeros((2, 2));
            general_mat_mul(1.0, a, &a.t(), 0.0, &mut c);
            let mut b = a.clone();
            Zip::from(&mut b).and(a).for_each(|p, &q| *p = q * q);
            let part = b.slice_axis(Axis(1), Slice::from(1..));
            let end = x.slice_axis(Axis(0), (1..3).into()).to_owned() * *a.get([1, 2]).unwrap();
            let scale = c.dot(&array![[part[[0, 1]], 1.0], [end[0], 2.0]]).sum();
            (
                x.slice(s![..;-1]).to_owned() * scale,
                b.reversed_axes() * end[1],
            )
        }

        #[jacobian]
        pub(super) fn made(x: f64) -> Array2<f64> {
            array![[x, 1.0], [2.0, x * x]]
        }
    }

    #[test]
    fn slices_backwards_and_results_of_other_layouts_are_those_of_ndarray() {
        compare("sums", spread::<4>(0.2), backwards::sums, |x| {
            let (value, jacobian) = backwards::sums_with_jacobian(x);
            (value, jacobian.to_dense())
        });
        let of = |x: &[f64; 9]| {
            let a = Array2::from_shape_vec((2, 3), x[..6].to_vec()).unwrap();
            (a, Array1::from_vec(x[6..].to_vec()))
        };
        let listed = |(y, b): (Array1<f64>, Array2<f64>)| {
            assert_eq!(b.dim(), (3, 2));
            let all: Vec<f64> = y.iter().chain(b.iter()).copied().collect();
            <[f64; 9]>::try_from(all).unwrap()
        };
        let value = |x: &[f64; 9]| {
            let (a, x) = of(x);
            listed(backwards::mixed(&a, &x))
        };
        compare("mixed", spread::<9>(0.7), value, |x| {
            let (a, x) = of(x);
            let (value, jacobian) = backwards::mixed_with_jacobian(&a, &x);
            (listed(value), jacobian.to_dense())
        });
        let (value, jacobian) = backwards::made_with_jacobian(3.0);
        assert!((value[[1, 1]] - 9.0).abs() < f64::EPSILON);
        assert!((jacobian.to_dense()[3][0] - 6.0).abs() < f64::EPSILON);
    }

    #[test]
    fn slices_are_parts() {
        check!(read with read_with_jacobian at spread::<18>(0.3));
        compare("written", spread::<6>(1.1), inside::written, |x| {
            let (value, jacobian) = inside::written_with_jacobian(x);
            (value, jacobian.to_dense())
        });
    }
}
