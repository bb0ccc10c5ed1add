//! Views of ndarray, products of matrices and sums along axes: bit for bit, in layouts that follow
//! from the code.

use jacobian_runtime::jacobian;
use ndarray::{Array, Array2, Axis, Ix2, arr1, arr2, array};

use crate::support::{check, compare};

fn spread<const N: usize>(shift: f64) -> [f64; N] {
    std::array::from_fn(|k| {
        let k = k as f64;
        (1.7 * k + shift).sin() + 0.3 * (0.37 * k * k + shift).cos()
    })
}

/// Nine elements are enough to see in which order they are added.
#[jacobian]
fn sums(x: &[f64; 18]) -> [f64; 15] {
    let a = Array2::from_shape_vec((2, 9), x.to_vec()).unwrap();
    let b: Array<f64, Ix2> = Array::from_shape_vec((9, 2), x.to_vec()).unwrap();
    let t = a.t();
    let v = Array::from_vec(x.to_vec());
    [
        a.sum() * b.t().sum(),
        a.mean().unwrap() + t.mean().unwrap(),
        a.var(1.0) + b.std(0.0),
        a.sum_axis(Axis(0))[8] * a.sum_axis(Axis(1))[1],
        t.sum_axis(Axis(0))[1] - t.sum_axis(Axis(1))[3],
        a.mean_axis(Axis(1)).unwrap()[0],
        b.var_axis(Axis(0), 1.0)[1] + a.std_axis(Axis(1), 0.0)[0],
        b.column(1).sum() + b.column(0).dot(&b.column(1)),
        t.row(3).sum() * t.column(1).sum(),
        v.product() * v.mean().unwrap(),
        b.diag().sum() + a.mapv(f64::exp).sum(),
        t.mapv(f64::exp).sum() * (&t * 2.0).sum(),
        a.map_axis(Axis(1), |row| row.dot(&row))[1],
        a.fold_axis(Axis(1), 0.5, |sum, v| 0.9 * sum + v)[0],
        a.rows().into_iter().map(|row| row.sum()).sum::<f64>()
            + b.outer_iter().map(|row| row[0] * row[1]).sum::<f64>()
            + a.axis_iter(Axis(1)).map(|column| column.sum()).sum::<f64>(),
    ]
}

#[jacobian]
fn products(x: &[f64; 12]) -> [f64; 11] {
    let a = Array2::from_shape_fn((3, 4), |(i, j)| x[4 * i + j]);
    let b = array![[x[0], 1.0], [x[3], x[5]], [2.0, x[7]], [x[9], x[11]]];
    let (c, g) = (a.dot(&b), a.t().dot(&a));
    let column = array![[x[0]], [x[1]], [x[2]]];
    let outer = column.dot(&column.t());
    let v = arr1(&[x[4], x[5], x[6]]);
    [
        c[[0, 0]],
        c[[2, 1]] + c.sum(),
        g[[1, 3]] * g.sum(),
        outer[[0, 2]] + outer.sum(),
        v.dot(&a)[3] + v.dot(&outer).sum(),
        b.t().dot(&b)[[0, 1]],
        a.t().dot(&v)[2],
        b.t().dot(&a.t())[[1, 2]],
        a.dot(&b.column(1))[0],
        a.dot(&arr2(&[[1.0], [2.0], [3.0], [4.0]]))[[1, 0]],
        c.t()[[1, 0]] - c.reversed_axes()[[0, 2]],
    ]
}

#[jacobian]
mod inside {
    use jacobian_runtime::jacobian;
    use ndarray::{Array1, Array2, ArrayView, ArrayView1, Axis, arr1, array, concatenate, stack};

    fn total(v: ArrayView1<'_, f64>) -> f64 {
        v.sum()
    }

    /// Joined, reshaped and broadcast.
    #[jacobian]
    pub(super) fn made(x: &[f64; 6]) -> [f64; 12] {
        let (a, b) = (
            arr1(&x[..3]),
            Array1::from_iter(x[3..].iter().map(|v| v * v)),
        );
        let joined = concatenate(Axis(0), &[a.view(), b.view()]).unwrap();
        let rows = stack![Axis(0), a, b];
        let columns = stack(Axis(1), &[a.view(), b.view()]).unwrap();
        let both = concatenate![Axis(1), rows, rows];
        let grid = Array1::linspace(x[0], x[1], 4);
        let shaped = joined.clone().into_shape_with_order((3, 2)).unwrap();
        let scaled = &rows / &rows.sum_axis(Axis(1)).insert_axis(Axis(1));
        let collected: Array1<f64> = x.iter().copied().collect();
        let view = ArrayView::from(&x[..]);
        [
            joined[4] + joined.sum(),
            columns[[2, 1]] * both[[1, 5]],
            grid[2] * (&grid + 1.0).sum(),
            shaped[[2, 1]] - shaped.row(1)[0],
            scaled[[1, 2]] + scaled.sum(),
            (&rows - &a)[[1, 0]] * (1.0 / &rows)[[0, 1]],
            total(a.view()) + total(columns.column(0)),
            (2.0 - &a * b[0])[1] + (1.0 / b.clone())[0],
            collected.select(Axis(0), &[0, 2])[1] + view.exp().sum(),
            Array2::from_diag(&a)[[1, 1]] + rows.powi(2).sum() + a.tanh()[0],
            rows.indexed_iter()
                .map(|((i, j), v)| v * (i + 2 * j) as f64)
                .sum(),
            (&rows + &columns.t())[[0, 1]]
                + collected
                    .windows(2)
                    .into_iter()
                    .map(|w| w[0] * w[1])
                    .sum::<f64>(),
        ]
    }

    /// Changed through views.
    #[jacobian]
    pub(super) fn changed(x: &[f64; 6]) -> [f64; 8] {
        let mut a = Array2::<f64>::zeros((2, 3));
        a.row_mut(0).assign(&arr1(&[x[0], x[1], x[2]]));
        a.column_mut(1).fill(x[3]);
        let mut row = a.row_mut(1);
        row += &arr1(&[x[3], 1.0, x[5]]);
        row *= x[4];
        row[0] -= 1.0;
        let mut b = a.clone();
        b += &arr1(&[x[0], 2.0, x[1]]);
        b.column_mut(1).mapv_inplace(|v| v * v);
        b.scaled_add(x[2], &a);
        b.zip_mut_with(&a, |v, w| *v *= w.cos());
        for mut row in b.rows_mut() {
            row[2] += x[4];
        }
        for v in b.iter_mut() {
            *v *= 1.5;
        }
        let mut c = Array1::zeros(6);
        c[1] = x[0];
        c.scaled_add(2.0, &Array1::from_elem(6, x[1]));
        c.accumulate_axis_inplace(Axis(0), |before, v| *v += before);
        let mut d = array![x[0], x[1]];
        d.assign(&b.column(2));
        [
            a[[0, 1]],
            a[[1, 0]],
            b[[0, 0]],
            b[[1, 2]],
            b.sum(),
            c[2],
            c[5],
            d[0] * d[1],
        ]
    }
}

mod generic {
    use jacobian_runtime::jacobian;
    use ndarray::linalg::general_mat_vec_mul;
    use ndarray::prelude::*;
    use ndarray::{ArrayBase, CowArray, Data, Zip};

    /// The storage is `impl Trait`, which is no type of a variable.
    #[jacobian(wrt(a), dim(a = [3, 2]))]
    pub(super) fn scaled<F: num_traits::Float + 'static>(
        a: &ArrayBase<impl Data<Elem = F>, Ix2>,
        by: &ArrayBase<impl Data<Elem = F>, Ix1>,
    ) -> Array1<F> {
        let mut y = Array1::zeros(3);
        for k in 0..3 {
            y[k] = a[[k, 0]] * a[[k, 1]].sin() * by[k];
        }
        y
    }

    /// Types that say the dimension alone, by the imports that most code has.
    #[jacobian(wrt(x, a), dim(x = 9, a = [9, 2]))]
    pub(super) fn followed<S: Data<Elem = f64>, T>(
        x: &ArrayBase<S, Ix1>,
        a: &ArrayBase<T, Ix2>,
    ) -> Array1<f64>
    where
        T: Data<Elem = f64>,
    {
        let mut y = Array1::zeros(9);
        general_mat_vec_mul(x[0], a, &a.row(1), 0.0, &mut y);
        general_mat_vec_mul(2.0, a, &a.row(2), x[1], &mut y);
        let y = Zip::from(&y).and(x).map_collect(|v, w| v * w.sin());
        let mut b = a.to_owned();
        for mut column in b.columns_mut() {
            let n = column.mapv(|v| v * v).sum().sqrt();
            column /= n;
        }
        for mut row in b.rows_mut() {
            let mean = row.mean().unwrap();
            row -= mean;
        }
        y * x.sum()
            + b.t().index_axis(Axis(0), 1).to_owned() * x.dot(x)
            + b.permuted_axes([1, 0]).remove_axis(Axis(1)).sum()
    }

    /// A list of nine is added in eight lanes.
    #[jacobian(dim(x = 9))]
    pub(super) fn lanes(x: CowArray<'_, f64, Ix1>) -> f64 {
        x.sum() * x.product()
    }
}

fn array<const N: usize>(y: ndarray::Array1<f64>) -> [f64; N] {
    <[f64; N]>::try_from(y.to_vec()).unwrap()
}

#[test]
fn types_with_the_dimension_as_an_argument_are_vectors_and_matrices() {
    let of = |x: &[f64; 27]| {
        let a = Array2::from_shape_vec((9, 2), x[9..].to_vec()).unwrap();
        (arr1(&x[..9]), a)
    };
    let value = |x: &[f64; 27]| -> [f64; 9] {
        let (x, a) = of(x);
        array(generic::followed(&x, &a))
    };
    compare("followed", spread::<27>(0.2), value, |x| {
        let (x, a) = of(x);
        let (value, jacobian) = generic::followed_with_jacobian(&x, &a);
        (array(value), jacobian.to_dense())
    });
    let by = arr1(&spread::<3>(0.9));
    let of = |x: &[f64; 6]| arr2(&[[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]]);
    let scaled = |x: &[f64; 6]| -> [f64; 3] { array(generic::scaled(&of(x), &by)) };
    compare("scaled", spread(0.1), scaled, |x| {
        let (value, jacobian) = generic::scaled_with_jacobian(&of(x), &by);
        (array(value), jacobian.to_dense())
    });
    let lanes = |x: &[f64; 9]| [generic::lanes(arr1(x).into())];
    compare("lanes", spread(0.6), lanes, |x| {
        let (value, jacobian) = generic::lanes_with_jacobian(arr1(x).into());
        ([value], jacobian.to_dense())
    });
}

#[test]
fn sums_and_products_are_added_in_the_order_of_the_layout() {
    check!(sums with sums_with_jacobian at spread::<18>(0.3));
    check!(products with products_with_jacobian at spread::<12>(0.8));
}

#[test]
fn views_are_parts() {
    compare("made", spread::<6>(0.4), inside::made, |x| {
        let (value, jacobian) = inside::made_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    compare("changed", spread::<6>(1.1), inside::changed, |x| {
        let (value, jacobian) = inside::changed_with_jacobian(x);
        (value, jacobian.to_dense())
    });
}
