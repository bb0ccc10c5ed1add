//! Methods of matrices of nalgebra, value by value against the crate.

use jacobian_runtime::jacobian;
use nalgebra::{
    Matrix2, Matrix2x3, Matrix3, Matrix3x2, Matrix4, RowVector3, SMatrix, SVector, Vector2, Vector3,
};

use crate::support::check;

fn spread<const N: usize>(shift: f64) -> [f64; N] {
    let mut at = [0.0; N];
    for (k, element) in at.iter_mut().enumerate() {
        let k = f64::from(u32::try_from(k).unwrap());
        *element = (1.7 * k + shift).sin() + 0.3 * (0.37 * k * k + shift).cos();
    }
    at
}

#[jacobian]
fn statistics(x: &[f64; 6]) -> [f64; 12] {
    let m = Matrix2x3::from_column_slice(x);
    [
        m.mean(),
        m.variance(),
        m.product(),
        m.row_sum()[1],
        m.row_sum_tr()[2],
        m.column_sum()[1],
        m.row_mean()[0],
        m.column_mean()[1],
        m.row_variance()[2],
        m.column_variance()[0],
        m.row_mean_tr().sum(),
        m.column_product().x,
    ]
}

#[jacobian]
fn norms(x: &[f64; 6]) -> [f64; 13] {
    let (a, b) = (
        Vector3::new(x[0], x[1], x[2]),
        Vector3::new(x[3], x[4], x[5]),
    );
    let m = Matrix2x3::from_row_slice(x);
    [
        m.lp_norm(3),
        m.one_norm(),
        a.metric_distance(&b),
        m.amax(),
        m.amin(),
        a.max() * b.min(),
        a.angle(&b),
        a.lerp(&b, 0.3).norm(),
        a.lerp(&b, x[0]).y,
        a.cap_magnitude(0.5).x + a.cap_magnitude(50.0).y,
        a.try_normalize(1e-9).unwrap().z,
        a.try_normalize(1e9).map_or(x[1], |v| v.x),
        m.camax() + a.inf(&b).sum() + a.sup(&b).y,
    ]
}

#[jacobian]
fn parts(x: &[f64; 16]) -> [f64; 15] {
    let m = Matrix4::from_column_slice(x);
    let n = 2;
    [
        m.rows(1, n).sum(),
        m.columns(1, 2).column(1).norm(),
        m.view((1, 0), (2, 3)).sum(),
        m.rows_range(1..3).sum(),
        m.columns_range(..2).amax(),
        m.view_range(0..2, 2..).sum(),
        m.symmetric_part()[(0, 3)],
        m.upper_triangle().sum(),
        m.lower_triangle().norm(),
        m.map_diagonal(|e| e * e).sum(),
        m.map_with_location(|i, j, e| e * (i as f64) - (j as f64))
            .sum(),
        m.remove_row(1).row(1).sum() + m.remove_column(3).column(2).sum(),
        m.insert_row(2, x[0]).row(2).sum() + m.insert_column(0, 3.0)[(1, 1)],
        m.fold(1.0, |a, e| a * 0.5 + e),
        m.adjoint()
            .conjugate()
            .row_iter()
            .map(|row| row.sum().powi(2))
            .sum(),
    ]
}

#[jacobian]
fn products(x: &[f64; 12]) -> [f64; 11] {
    let a = Matrix3x2::from_column_slice(&x[..6]);
    let b = Matrix3x2::from_row_slice(&x[6..]);
    let (u, v) = (Vector2::new(x[0], x[7]), Vector2::new(x[3], x[9]));
    let mut out = Matrix2::zeros();
    a.transpose().mul_to(&b, &mut out);
    let mut sum = Matrix3x2::zeros();
    a.add_to(&b, &mut sum);
    let big = a.kronecker(&Matrix2::new(x[0], 1.0, 2.0, x[11]));
    [
        a.tr_mul(&b)[(1, 0)],
        a.ad_mul(&b).sum(),
        a.transpose().tr_dot(&b),
        u.perp(&v),
        out.sum(),
        sum[(2, 1)],
        big[(5, 3)] + big[(0, 2)],
        u.push(x[5])[2] * u.to_homogeneous().norm(),
        a.add_scalar(x[1]).norm_squared(),
        a.zip_fold(&b, 0.0, |s, e, f| s + e * f.sin()),
        a.zip_zip_map(&b, &sum, |e, f, g| e * f + g).sum(),
    ]
}

#[jacobian]
fn in_place(x: &[f64; 12]) -> [f64; 16] {
    let m = Matrix3::from_column_slice(&x[..9]);
    let v = Vector3::new(x[9], x[10], x[11]);
    let mut y = v;
    y.axpy(2.0, &m.column(1).clone_owned(), x[0]);
    let mut z = Vector3::zeros();
    z.gemv(x[1], &m, &v, 0.0);
    z.gemv(1.0, &m, &y, 1.0);
    let mut t = v;
    t.gemv_tr(0.5, &m, &y, x[2]);
    let mut c = m;
    c.ger(x[3], &v, &y, 1.0);
    c.gemm(0.5, &m, &c.clone(), 2.0);
    c.column_mut(1).axpy(1.0, &v, 0.5);
    c.fixed_view_mut::<2, 2>(1, 1).scale_mut(x[4]);
    c.row_mut(0).neg_mut();
    c.set_column(2, &y);
    c.set_row(1, &RowVector3::new(x[0], x[5], 1.0));
    c.swap_rows(0, 2);
    c.swap_columns(1, 2);
    let mut d = m;
    d.fill_diagonal(x[6]);
    d.set_diagonal(&v);
    d.apply(|e| *e = *e * *e + 1.0);
    d.zip_apply(&m, |e, f| *e -= f);
    d.transpose_mut();
    d.component_mul_assign(&m);
    d.fill_lower_triangle(0.25, 1);
    let mut w = v;
    let norm = w.normalize_mut();
    let mut q = Matrix3::zeros();
    q.quadform(1.5, &m, &c, 0.0);
    let mut p = m;
    p.quadform_tr(0.5, &c, &m, x[7]);
    for e in p.column_mut(1).iter_mut() {
        *e *= 3.0;
    }
    for e in d.iter_mut() {
        *e += x[8];
    }
    [
        y.sum(),
        z.x,
        z.norm(),
        t.z,
        c[(0, 0)],
        c[(1, 1)],
        c[(2, 2)],
        c.sum(),
        d[(0, 1)],
        d.sum(),
        w.y,
        norm,
        q[(0, 2)],
        q.trace(),
        p[(1, 1)],
        p.sum(),
    ]
}

#[jacobian]
fn conversions(x: &[f64; 6]) -> ([f64; 3], [[f64; 2]; 3], [f64; 5]) {
    let v = Vector3::new(x[0] * x[1], x[2], x[3]);
    let m = Matrix2x3::from_row_slice(x) * 2.0;
    let flat: [f64; 3] = v.into();
    let total: f64 = v.as_slice().iter().map(|e| e * e).sum();
    let big = m.fixed_resize::<3, 3>(x[5]);
    let (rows, cols) = m.shape();
    (
        flat,
        m.into(),
        [
            total,
            big[(2, 1)] + big[(1, 1)],
            m.select_columns(&[2, 0])[(1, 0)],
            (rows * cols) as f64 * m.column_iter().map(|c| c.norm()).sum::<f64>(),
            v[v.imax()] + v[v.iamin()],
        ],
    )
}

fn flat((a, b, c): ([f64; 3], [[f64; 2]; 3], [f64; 5])) -> [f64; 14] {
    let mut all = [0.0; 14];
    all[..3].copy_from_slice(&a);
    for (col, pair) in b.iter().enumerate() {
        all[3 + 2 * col..5 + 2 * col].copy_from_slice(pair);
    }
    all[9..].copy_from_slice(&c);
    all
}

#[test]
fn statistics_and_norms() {
    check!(statistics with statistics_with_jacobian at spread::<6>(0.3));
    check!(norms with norms_with_jacobian at spread::<6>(0.8));
}

#[test]
fn parts_of_matrices() {
    check!(parts with parts_with_jacobian at spread::<16>(0.4));
}

#[test]
fn products_and_sums() {
    check!(products with products_with_jacobian at spread::<12>(1.2));
}

#[test]
fn matrices_that_change_in_place() {
    check!(in_place with in_place_with_jacobian at spread::<12>(0.9));
}

#[test]
fn conversions_to_arrays() {
    crate::support::compare(
        "conversions",
        spread::<6>(0.2),
        |x| flat(conversions(x)),
        |x| {
            let (value, jacobian) = conversions_with_jacobian(x);
            (flat(value), jacobian.to_dense())
        },
    );
}

/// A loop of run time carries matrices that methods change.
#[jacobian(wrt(x))]
fn in_a_loop(x: &[f64; 3], n: usize) -> [f64; 3] {
    let v = Vector3::new(x[0], x[1], x[2]);
    let mut y = v;
    let mut m = Matrix3::identity();
    let mut k = 0;
    while k < n {
        y.axpy(0.5, &v, 0.25);
        m.column_mut(1).axpy(0.125, &y, 1.0);
        m.scale_mut(0.75);
        y.normalize_mut();
        k += 1;
    }
    if m.trace() > 0.0 {
        y.neg_mut();
    }
    [y.x, m.sum(), m[(1, 1)] * y.z]
}

#[test]
fn changes_in_loops_and_branches() {
    for n in [0, 1, 4] {
        check!(in_a_loop with in_a_loop_with_jacobian at spread::<3>(0.6); n);
    }
}

#[jacobian]
fn through_references(x: &[f64; 3]) -> [f64; 3] {
    fn halve(v: &mut Vector3<f64>) {
        v.scale_mut(0.5);
    }
    let mut v = Vector3::new(x[0], x[1], x[2]);
    halve(&mut v);
    let r = &mut v;
    r.component_mul_assign(&Vector3::new(x[2], 1.0, x[0]));
    let doubled = |w: &mut Vector3<f64>| w.scale_mut(2.0);
    doubled(&mut v);
    v.into()
}

#[test]
fn changes_through_references() {
    check!(through_references with through_references_with_jacobian at spread::<3>(0.1));
}

/// Constructors whose dimensions the place of the value says.
#[jacobian]
fn by_the_place(x: &[f64; 3]) -> [f64; 3] {
    fn listed(list: [f64; 3]) -> Vector3<f64> {
        SVector::from(list)
    }
    type Wide = SMatrix<f64, 2, 3>;
    let a: Wide = SMatrix::from_row_slice(&[x[0], 1.0, x[1], 0.5, x[2], 2.0]);
    let b: Matrix2<f64> = SMatrix::from_fn(|row, col| x[row] * x[col + 1]);
    let v: SVector<f64, 3> = SVector::from_column_slice(x);
    let w: Vector3<f64> = [x[1], x[2], x[0]].into();
    let m: Matrix2<f64> = [[x[0], x[1]], [x[2], 1.0]].into();
    let y: SVector<f64, 2> = a * v + (b + m) * SVector::<f64, 2>::new(w.x, w.y);
    listed([y[0], y[1] * m[(0, 1)], w.dot(&v)]).into()
}

#[test]
fn places_say_the_dimensions() {
    check!(by_the_place with by_the_place_with_jacobian at spread::<3>(0.4));
}
