//! Views of nalgebra that are kept and written through, and methods that insert or remove lines.

use jacobian_runtime::jacobian;
use nalgebra::{DMatrix, DVector, Matrix3, Matrix3xX, SMatrix, SVector, Vector3};

use crate::support::compare;

const AT: [f64; 12] = [
    2.1, 0.3, -0.4, 0.5, 1.9, 0.2, -0.1, 0.6, 2.4, 0.7, -1.3, 0.9,
];

fn rows(m: &Matrix3<f64>) -> [f64; 9] {
    <[f64; 9]>::try_from(m.as_slice()).unwrap()
}

/// Each column and row, with an early end, and a view of a view.
#[jacobian]
fn kept(x: &[f64; 12]) -> Matrix3<f64> {
    let mut m = Matrix3::from_column_slice(&x[..9]);
    for (k, mut column) in m.column_iter_mut().enumerate() {
        if column[0] < 0.0 {
            continue;
        }
        let n = column.norm();
        column /= n;
        column[k] += x[9];
    }
    for (mut row, e) in m.row_iter_mut().zip([x[10], x[11], 2.0]) {
        row *= e;
    }
    let mut block = m.fixed_view_mut::<2, 2>(1, 1);
    block[(0, 1)] = x[3] * x[4];
    let mut last = block.column_mut(0);
    last *= x[5];
    last[1] += 2.0;
    m.as_mut_slice()[3] *= x[0];
    m.as_mut_slice().iter_mut().take(2).for_each(|e| *e += x[6]);
    m
}

/// A view that a loop at run time and a branch change.
#[jacobian]
fn changed(x: &[f64; 12]) -> Matrix3<f64> {
    fn scaled(mut column: nalgebra::VectorViewMut3<'_, f64>, by: f64) {
        column *= by;
    }
    let mut m = Matrix3::zeros();
    let mut column = m.column_mut(1);
    column.copy_from(&Vector3::new(x[0], x[1], x[2]));
    let mut t = x[3];
    while t > 0.1 {
        column *= x[4];
        column[2] += t;
        t *= 0.5;
    }
    if x[5] > 0.0 {
        column[0] *= x[6];
    } else {
        column.fill(x[7]);
    }
    m.row_mut(0)[2] = x[8];
    let by = x[9] + *m.get((0, 1)).unwrap() * m.get(4).copied().unwrap_or(0.0);
    scaled(m.column_mut(1), by);
    m
}

/// Lines that are inserted and removed, by types and by numbers.
#[jacobian]
fn lines(x: &[f64; 12]) -> [f64; 8] {
    let m = Matrix3::from_column_slice(&x[..9]);
    let wide: SMatrix<f64, 3, 5> = m.insert_fixed_columns::<2>(1, x[9]);
    let tall: SMatrix<f64, 5, 5> = wide.insert_fixed_rows::<2>(3, x[10]);
    let back: SMatrix<f64, 3, 5> = tall.remove_fixed_rows::<2>(1);
    let small: SMatrix<f64, 3, 2> = back.remove_fixed_columns::<3>(0);
    let d = DMatrix::from_column_slice(3, 3, &x[..9]);
    let e: DMatrix<f64> = d.clone().insert_rows(1, 2, x[11]).remove_columns(0, 1);
    let f = e.remove_rows_at(&[0, 2]).resize_horizontally(3, x[10]);
    let g = d.clone().remove_columns_at(&[1]).insert_columns(0, 1, x[9]);
    let v = DVector::from_column_slice(&x[..3]).resize_vertically(4, x[4]);
    let c: Matrix3<f64> = m.cast::<f64>();
    [
        small.norm(),
        tall.sum() * small[(1, 1)],
        f.norm() + f[(1, 0)],
        g.row_variance().sum(),
        v.dot(&v) * v[3],
        m.row_variance_tr().dot(&m.row_product_tr()),
        m.compress_rows_tr(|column| column.norm()).sum() + c[(0, 2)],
        [&v, &v].into_iter().sum::<DVector<f64>>().norm(),
    ]
}

/// Products of symmetric matrices, which read one half.
#[jacobian]
fn halves(x: &[f64; 12]) -> Matrix3<f64> {
    let m = Matrix3::from_column_slice(&x[..9]);
    let v = Vector3::new(x[9], x[10], x[11]);
    let mut w = m * v;
    w.sygemv(x[0], &m, &v, x[1]);
    w.hegemv(2.0, &m, &v, 0.0);
    let mut a = m;
    a.syger(x[2], &v, &w, x[3]);
    a.hegerc(1.0, &w, &v, 0.0);
    let mut work = v;
    a.quadform_with_workspace(&mut work, x[4], &m, &m, 0.5);
    a.quadform_tr_with_workspace(&mut work, x[5], &m, &m, 0.25);
    a.set_partial_diagonal([x[6], x[7]].into_iter());
    let mut b = a;
    b.zip_zip_apply(&m, &a, |e, k, l| *e = *e * k - l);
    a + b.map(f64::sin)
}

#[test]
fn views_are_written_through() {
    let mut other = AT;
    (other[3], other[5], other[6]) = (-0.7, -0.2, 0.4);
    for at in [AT, other] {
        compare(
            "kept",
            at,
            |x| rows(&kept(x)),
            |x| {
                let (value, jacobian) = kept_with_jacobian(x);
                (rows(&value), jacobian.to_dense())
            },
        );
        compare(
            "changed",
            at,
            |x| rows(&changed(x)),
            |x| {
                let (value, jacobian) = changed_with_jacobian(x);
                (rows(&value), jacobian.to_dense())
            },
        );
    }
}

#[test]
fn lines_and_halves_are_those_of_nalgebra() {
    compare("lines", AT, lines, |x| {
        let (value, jacobian) = lines_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    compare(
        "halves",
        AT,
        |x| rows(&halves(x)),
        |x| {
            let (value, jacobian) = halves_with_jacobian(x);
            (rows(&value), jacobian.to_dense())
        },
    );
}

mod generic {
    use jacobian_runtime::jacobian;
    use nalgebra::allocator::Allocator;
    use nalgebra::{
        DefaultAllocator, Dim, Dyn, Matrix, Matrix3xX, OMatrix, OVector, RealField, Storage, U1,
        U3, Vector, VectorView, VectorView3,
    };

    /// Any storage and any dimension.
    #[jacobian(dim(a = [7, 7], x = 7))]
    pub(super) fn followed<R, C>(a: &OMatrix<f64, R, C>, x: &OVector<f64, C>) -> OVector<f64, R>
    where
        R: Dim,
        C: Dim,
        DefaultAllocator: Allocator<R, C> + Allocator<C> + Allocator<R>,
    {
        let k = x.dot(x) + a.row(1).norm();
        a * x * k
    }

    /// Views and other storages, of dimensions by type and by `dim`.
    #[jacobian(dim(x = 9, r = 9, w = 9))]
    pub(super) fn stored<F, N, S, T>(
        x: &Vector<F, N, S>,
        r: &Matrix<F, U1, Dyn, T>,
        w: VectorView<'_, F, Dyn>,
    ) -> F
    where
        F: RealField + Copy,
        N: Dim,
        S: Storage<F, N>,
        T: Storage<F, U1, Dyn>,
    {
        x.norm() * r.norm() + w.iter().map(|e| e.sin()).fold(F::zero(), |a, b| a + b) * r[1]
    }

    #[jacobian(dim(m = [3, 4]))]
    pub(super) fn mixed<S: Storage<f64, U3>>(
        v: VectorView3<'_, f64>,
        u: &Vector<f64, U3, S>,
        m: &Matrix3xX<f64>,
    ) -> f64 {
        m.column_iter().map(|c| c.dot(&v) * c.dot(u)).sum::<f64>() * v.cross(u).norm()
    }
}

fn spread<const N: usize>() -> [f64; N] {
    std::array::from_fn(|k| (1.3 * k as f64).sin() + 0.2)
}

#[test]
fn dimensions_may_be_parameters() {
    let of_fixed = |x: &[f64; 56]| {
        let a = SMatrix::<f64, 7, 7>::from_column_slice(&x[..49]);
        (a, SVector::<f64, 7>::from_column_slice(&x[49..]))
    };
    let of_dynamic = |x: &[f64; 56]| {
        let a = DMatrix::from_column_slice(7, 7, &x[..49]);
        (a, DVector::from_column_slice(&x[49..]))
    };
    let array = |y: &[f64]| <[f64; 7]>::try_from(y).unwrap();
    compare(
        "fixed",
        spread(),
        |x| {
            let (a, x) = of_fixed(x);
            array(generic::followed(&a, &x).as_slice())
        },
        |x| {
            let (a, x) = of_fixed(x);
            let (value, jacobian) = generic::followed_with_jacobian(&a, &x);
            (array(value.as_slice()), jacobian.to_dense())
        },
    );
    compare(
        "dynamic",
        spread(),
        |x| {
            let (a, x) = of_dynamic(x);
            array(generic::followed(&a, &x).as_slice())
        },
        |x| {
            let (a, x) = of_dynamic(x);
            let (value, jacobian) = generic::followed_with_jacobian(&a, &x);
            (array(value.as_slice()), jacobian.to_dense())
        },
    );
}

#[test]
fn storages_may_be_parameters() {
    let of = |x: &[f64; 27]| {
        let part = |start: usize| DVector::from_column_slice(&x[start..start + 9]);
        (part(0), part(9).transpose(), part(18))
    };
    compare(
        "stored",
        spread(),
        |x| {
            let (x, r, w) = of(x);
            [generic::stored(&x, &r, w.as_view())]
        },
        |x| {
            let (x, r, w) = of(x);
            let (value, jacobian) = generic::stored_with_jacobian(&x, &r, w.as_view());
            ([value], jacobian.to_dense())
        },
    );
    // Columns: `v`, `u`, and the matrix in the order in which nalgebra stores it.
    let of = |x: &[f64; 18]| {
        let part = |start: usize| Vector3::from_column_slice(&x[start..start + 3]);
        (part(0), part(3), Matrix3xX::from_column_slice(&x[6..]))
    };
    compare(
        "mixed",
        spread(),
        |x| {
            let (v, u, m) = of(x);
            [generic::mixed(v.as_view(), &u, &m)]
        },
        |x| {
            let (v, u, m) = of(x);
            let (value, jacobian) = generic::mixed_with_jacobian(v.as_view(), &u, &m);
            ([value], jacobian.to_dense())
        },
    );
}
