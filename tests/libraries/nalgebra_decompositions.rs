//! Decompositions of nalgebra: pivots, bits and missing values are those of the crate.

use jacobian_runtime::jacobian;
use nalgebra::{
    Cholesky, LU, Matrix2, Matrix3, Matrix3x2, Matrix4, Matrix4x3, QR, SMatrix, SVD, SVector,
    Vector2, Vector3, Vector4, matrix, vector,
};

use crate::support::{check, compare};

/// A matrix without structure, as the elements of an array.
fn spread<const N: usize>(shift: f64) -> [f64; N] {
    let mut at = [0.0; N];
    for (k, element) in at.iter_mut().enumerate() {
        let k = f64::from(u32::try_from(k).unwrap());
        *element = (1.7 * k + shift).sin() + 0.3 * (0.37 * k * k + shift).cos();
    }
    at
}

#[jacobian]
fn solve_by_lu(x: &[f64; 20]) -> Option<[f64; 4]> {
    let a = Matrix4::from_column_slice(&x[..16]);
    let b = Vector4::new(x[16], x[17], x[18], x[19]);
    let lu = a.lu();
    let y = lu.solve(&b)?;
    Some([y[0], y[1], y.z, y.norm()])
}

#[jacobian]
fn solve_in_one_line(x: &[f64; 12]) -> [f64; 3] {
    let m = Matrix3::from_row_slice(&x[..9]);
    let y = m
        .full_piv_lu()
        .solve(&vector![x[9], x[10], x[11]])
        .unwrap_or(Vector3::zeros());
    [y.x, y.y * y.z, y.z]
}

#[test]
fn systems_are_solved_with_the_pivots_of_nalgebra() {
    compare(
        "solve_by_lu",
        spread::<20>(0.2),
        |x| solve_by_lu(x).unwrap(),
        |x| {
            let (value, jacobian) = solve_by_lu_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    check!(solve_in_one_line with solve_in_one_line_with_jacobian at spread::<12>(1.1));
    assert!(solve_by_lu(&[0.0; 20]).is_none());
    assert!(solve_by_lu_with_jacobian(&[0.0; 20]).is_none());
    let (value, jacobian) = solve_in_one_line_with_jacobian(&[0.0; 12]);
    assert_eq!(value, [0.0; 3]);
    assert_eq!(jacobian.to_dense(), [[0.0; 12]; 3], "nothing was solved");
}

#[jacobian]
fn inverses(x: &[f64; 16]) -> Option<[f64; 5]> {
    let a = Matrix4::from_fn(|i, j| x[4 * i + j]);
    let inverse = a.try_inverse()?;
    let again = a.lu().try_inverse()?;
    let full = a.full_piv_lu().try_inverse()?;
    let orthogonal = a.qr().try_inverse()?;
    let pivoted = a.col_piv_qr().try_inverse()?;
    Some([
        inverse[(1, 2)] + inverse.trace(),
        again[(0, 3)] * again[(3, 0)],
        full[(2, 2)],
        orthogonal[(3, 1)],
        pivoted[(0, 0)],
    ])
}

#[jacobian]
fn determinants(x: &[f64; 25]) -> [f64; 5] {
    let a = SMatrix::<f64, 5, 5>::from_column_slice(x);
    let b = a.fixed_view::<4, 4>(1, 1).clone_owned();
    [
        a.determinant(),
        b.determinant(),
        a.lu().determinant(),
        a.full_piv_lu().determinant(),
        a.col_piv_qr().determinant(),
    ]
}

#[test]
fn inverses_and_determinants_of_any_order() {
    compare(
        "inverses",
        spread::<16>(0.4),
        |x| inverses(x).unwrap(),
        |x| {
            let (value, jacobian) = inverses_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    check!(determinants with determinants_with_jacobian at spread::<25>(0.9));
}

#[test]
fn a_singular_matrix_has_a_determinant_with_partials() {
    let mut at = spread::<25>(0.9);
    // The second column is the first one doubled.
    for row in 0..5 {
        at[5 + row] = 2.0 * at[row];
    }
    let (value, jacobian) = determinants_with_jacobian(&at);
    assert!(value[0].abs() < 1e-12, "{}", value[0]);
    let jacobian = jacobian.to_dense();
    for (col, entry) in jacobian[0].iter().enumerate() {
        // The determinant is linear in each element.
        let along = |step: f64| {
            let mut x = at;
            x[col] += step;
            determinants(&x)[0]
        };
        let expected = (along(0.5) - along(-0.5)).abs();
        assert!((entry.abs() - expected).abs() < 1e-9, "column {col}");
    }
}

#[jacobian]
fn cholesky(x: &[f64; 20]) -> Option<[f64; 12]> {
    let root = Matrix4::from_column_slice(&x[..16]);
    let s = root * root.transpose() + Matrix4::identity();
    let c = s.cholesky()?;
    let (l, inverse) = (c.l(), c.inverse());
    let y = c.solve(&Vector4::new(x[16], x[17], x[18], x[19]));
    Some([
        l[(0, 0)],
        l[(3, 0)],
        l[(2, 1)],
        l[(3, 3)],
        l[(0, 3)],
        inverse[(1, 2)],
        y.x,
        y.w,
        c.determinant(),
        c.ln_determinant(),
        c.unpack()[(3, 2)],
        0.5 * y.dot(&(s * y)),
    ])
}

/// Of the matrix only the lower triangle is read.
#[jacobian]
fn lower_triangle(s: &Matrix2<f64>) -> Option<[f64; 3]> {
    let l = s.cholesky()?.l();
    Some([l.m11, l.m21, l.m22])
}

#[test]
fn cholesky_factors() {
    compare(
        "cholesky",
        spread::<20>(0.1),
        |x| cholesky(x).unwrap(),
        |x| {
            let (value, jacobian) = cholesky_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    compare(
        "lower_triangle",
        [2.0, 0.5, 7.0, 3.0],
        |x| lower_triangle(&Matrix2::from_column_slice(x)).unwrap(),
        |x| {
            let (value, jacobian) =
                lower_triangle_with_jacobian(&Matrix2::from_column_slice(x)).unwrap();
            (value, jacobian.to_dense())
        },
    );
    let negative = Matrix2::new(-1.0, 0.0, 0.0, 1.0);
    assert!(lower_triangle_with_jacobian(&negative).is_none());
}

#[jacobian]
fn lu_factors(x: &[f64; 9]) -> [f64; 8] {
    let a = Matrix3::from_row_slice(x);
    let lu = a.lu();
    let (l, u) = (lu.l(), lu.u());
    let (_, full_l, full_u, _) = a.full_piv_lu().unpack();
    [
        l[(1, 0)],
        l[(2, 0)] * u[(0, 2)],
        l[(2, 1)],
        u[(1, 1)],
        u[(2, 2)],
        full_l[(2, 1)],
        full_u[(1, 2)],
        full_u[(0, 0)],
    ]
}

#[jacobian]
fn qr_factors(x: &[f64; 12]) -> [f64; 10] {
    let a = Matrix4x3::from_column_slice(x);
    let (q, r) = a.qr().unpack();
    let wide = a.transpose().qr();
    let (p_q, p_r, _) = a.col_piv_qr().unpack();
    [
        q[(0, 0)],
        q[(3, 1)],
        q[(2, 2)],
        r[(0, 2)],
        r[(2, 2)],
        wide.q()[(1, 2)],
        wide.r()[(2, 3)],
        wide.r()[(0, 1)],
        p_q[(1, 1)],
        p_r[(1, 2)],
    ]
}

#[jacobian]
fn qr_solves(x: &[f64; 12]) -> Option<[f64; 4]> {
    let a = Matrix3::from_column_slice(&x[..9]);
    let b = Vector3::new(x[9], x[10], x[11]);
    let y = a.qr().solve(&b)?;
    let z = a.col_piv_qr().solve(&b)?;
    Some([y.x, y.z, z.y, z.dot(&y)])
}

#[test]
fn factors_of_lu_and_qr() {
    check!(lu_factors with lu_factors_with_jacobian at spread::<9>(0.6));
    check!(qr_factors with qr_factors_with_jacobian at spread::<12>(0.8));
    compare(
        "qr_solves",
        spread::<12>(2.3),
        |x| qr_solves(x).unwrap(),
        |x| {
            let (value, jacobian) = qr_solves_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
}

#[jacobian]
fn eigen(x: &[f64; 6]) -> [f64; 8] {
    let s = matrix![x[0], x[1], x[2]; x[1], x[3], x[4]; x[2], x[4], x[5]];
    let found = s.symmetric_eigen();
    let values = s.symmetric_eigenvalues();
    let v = found.eigenvectors;
    let back = s.symmetric_eigen().recompose();
    [
        found.eigenvalues[0],
        found.eigenvalues[1] * found.eigenvalues[2],
        values.x,
        values.z,
        v[(0, 0)],
        v[(2, 1)],
        v[(1, 2)] * v[(0, 2)],
        back[(0, 1)],
    ]
}

#[jacobian]
fn singular(x: &[f64; 12]) -> [f64; 10] {
    let a = Matrix4x3::from_column_slice(x);
    let svd = a.svd(true, true);
    let (u, v_t) = (svd.u.unwrap(), svd.v_t.unwrap());
    let wide = a.transpose().svd(false, true);
    let values = a.singular_values();
    let back = a.svd(true, true).recompose().unwrap();
    [
        svd.singular_values[0],
        svd.singular_values.z,
        u[(3, 0)],
        u[(1, 2)],
        v_t[(0, 1)],
        v_t[(2, 2)],
        wide.v_t.unwrap()[(1, 3)],
        values[1],
        wide.singular_values[2] / values[0],
        back[(2, 1)],
    ]
}

#[test]
fn eigenvalues_and_singular_values() {
    check!(eigen with eigen_with_jacobian at [2.0, 0.5, -0.3, 1.0, 0.7, -1.5]);
    check!(singular with singular_with_jacobian at spread::<12>(0.5));
}

#[jacobian]
fn least_squares(x: &[f64; 10]) -> Result<[f64; 4], &'static str> {
    let a = Matrix3x2::new(x[0], x[1], x[2], x[3], x[4], x[5]);
    let b = Vector3::new(x[6], x[7], x[8]);
    let y = a.svd(true, true).solve(&b, 1e-12)?;
    let wide = a
        .transpose()
        .svd(true, true)
        .solve(&Vector2::new(x[9], x[6]), 1e-12)?;
    let inverse = a.pseudo_inverse(1e-10)?;
    Ok([y.x, y.y, wide.z, inverse[(1, 2)] + inverse[(0, 0)]])
}

#[test]
fn least_squares_and_the_pseudo_inverse() {
    compare(
        "least_squares",
        spread::<10>(0.7),
        |x| least_squares(x).unwrap(),
        |x| {
            let (value, jacobian) = least_squares_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    let (_, jacobian) = least_squares_with_jacobian(&[1.0; 10]).unwrap();
    assert!(jacobian.to_dense()[0][0].is_nan(), "the rank is not full");
}

#[jacobian]
fn triangles(x: &[f64; 12]) -> Option<[f64; 6]> {
    let a = Matrix3::from_column_slice(&x[..9]);
    let b = Vector3::new(x[9], x[10], x[11]);
    let lower = a.solve_lower_triangular(&b)?;
    let upper = a.solve_upper_triangular(&b)?;
    let turned = a.tr_solve_lower_triangular(&b)?;
    Some([lower.x, lower.z, upper.x, upper.y, turned.x, turned.z])
}

#[test]
fn triangular_systems() {
    compare(
        "triangles",
        spread::<12>(0.3),
        |x| triangles(x).unwrap(),
        |x| {
            let (value, jacobian) = triangles_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    let mut entries: Vec<(usize, usize)> = TRIANGLES_PATTERN.entries().collect();
    entries.retain(|(row, col)| *row == 0 && *col < 9);
    assert_eq!(entries, [(0, 0), (0, 1), (0, 2), (0, 4), (0, 5), (0, 8)]);
}

/// The largest order that we promise.
#[jacobian]
fn of_order_eight(x: &[f64; 72]) -> Option<[f64; 8]> {
    let a = SMatrix::<f64, 8, 8>::from_column_slice(&x[..64]);
    let b = SVector::<f64, 8>::from_column_slice(&x[64..]);
    let y = a.lu().solve(&b)?;
    Some([y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7]])
}

#[test]
fn a_system_of_order_eight() {
    let mut at = spread::<72>(0.3);
    for k in 0..8 {
        // Each row has a pivot, three rows below the diagonal.
        at[8 * k + (k + 3) % 8] += 4.0;
    }
    compare(
        "of_order_eight",
        at,
        |x| of_order_eight(x).unwrap(),
        |x| {
            let (value, jacobian) = of_order_eight_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
}

/// The matrix is not active, so only the right side has partials.
#[jacobian(wrt(b))]
fn inactive_matrix(a: &Matrix3<f64>, b: &Vector3<f64>) -> Option<[f64; 3]> {
    let lu = a.lu();
    let y = lu.solve(b)?;
    let z = a.cholesky()?.solve(b);
    Some([y.x, y.y, z.z])
}

#[test]
fn a_matrix_that_is_not_active() {
    let a = Matrix3::new(4.0, 1.0, 0.5, 1.0, 3.0, -0.2, 0.5, -0.2, 5.0);
    compare(
        "inactive_matrix",
        [0.3, -1.2, 0.8],
        |x| inactive_matrix(&a, &Vector3::from(*x)).unwrap(),
        |x| {
            let (value, jacobian) = inactive_matrix_with_jacobian(&a, &Vector3::from(*x)).unwrap();
            (value, jacobian.to_dense())
        },
    );
}

/// Newton's method to convergence: a system in each step of a loop that run time ends.
#[jacobian]
fn newton(p: &[f64; 2]) -> Option<[f64; 2]> {
    let mut x = Vector2::new(1.0, 2.0);
    let mut step = 1.0;
    while step > 1e-12 {
        let residual = Vector2::new(x.x * x.x + x.y - p[0], x.x - x.y * x.y + p[1]);
        let slopes = Matrix2::new(2.0 * x.x, 1.0, 1.0, -2.0 * x.y);
        let change = slopes.lu().solve(&residual)?;
        x -= change;
        step = change.norm();
    }
    Some([x.x, x.y])
}

/// The same with a number of steps that is known, and a larger matrix.
#[jacobian]
fn refined(x: &[f64; 20]) -> Result<[f64; 2], &'static str> {
    let a = Matrix4::from_row_slice(&x[..16]);
    let b = Vector4::new(x[16], x[17], x[18], x[19]);
    let mut y = Vector4::zeros();
    for _ in 0..2 {
        let residual = b - a * y;
        let Some(change) = a.full_piv_lu().solve(&residual) else {
            return Err("singular");
        };
        y += change;
    }
    let inverse = a.try_inverse().ok_or("no inverse")?;
    let other = if let Some(c) = (a * a.transpose()).cholesky() {
        c.solve(&b).x
    } else {
        0.0
    };
    let third = match (a - a.transpose()).try_inverse() {
        Some(skew) => skew[(0, 1)],
        None => x[0],
    };
    Ok([y.y + inverse[(2, 3)], other + third])
}

/// A decomposition that is chosen by a branch, and one that a helper makes.
#[jacobian]
fn chosen(x: &[f64; 9]) -> f64 {
    let m = Matrix3::from_column_slice(x);
    let lu = if x[0] > 0.0 {
        m.lu()
    } else {
        m.transpose().lu()
    };
    let norm = |a: &Matrix3<f64>| a.singular_values().max() / a.qr().r()[(0, 0)].abs();
    lu.determinant() * norm(&m)
}

#[test]
fn decompositions_in_loops_and_branches() {
    compare(
        "newton",
        [3.0, 1.5],
        |p| newton(p).unwrap(),
        |p| {
            let (value, jacobian) = newton_with_jacobian(p).unwrap();
            (value, jacobian.to_dense())
        },
    );
    compare(
        "refined",
        spread::<20>(0.6),
        |x| refined(x).unwrap(),
        |x| {
            let (value, jacobian) = refined_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    assert_eq!(refined_jacobian(&[0.0; 20]).unwrap_err(), "singular");
    for shift in [0.3, 2.9] {
        let mut at = spread::<9>(shift);
        at[0] = 1.5 - shift;
        compare(
            "chosen",
            at,
            |x| [chosen(x)],
            |x| {
                let (value, jacobian) = chosen_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
    }
}

/// A step of a Kalman filter.
#[jacobian]
fn kalman(
    x: &Vector4<f64>,
    p: &Matrix4<f64>,
    z: &Vector2<f64>,
) -> Option<(Vector4<f64>, Matrix4<f64>)> {
    let dt = 0.1;
    let mut f = Matrix4::identity();
    f[(0, 2)] = dt;
    f[(1, 3)] = dt;
    let h = SMatrix::<f64, 2, 4>::new(1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0);
    let predicted = f * x;
    let spread = f * p * f.transpose() + Matrix4::identity() * 0.01;
    let s = h * spread * h.transpose() + Matrix2::identity() * 0.25;
    let gain = spread * h.transpose() * s.cholesky()?.inverse();
    let updated = predicted + gain * (z - h * predicted);
    Some((updated, (Matrix4::identity() - gain * h) * spread))
}

#[test]
fn a_kalman_filter() {
    let flat = |(x, p): (Vector4<f64>, Matrix4<f64>)| {
        let mut all = [0.0; 20];
        all[..4].copy_from_slice(x.as_slice());
        all[4..].copy_from_slice(p.as_slice());
        all
    };
    let parts = |at: &[f64; 22]| {
        let root = Matrix4::from_column_slice(&at[4..20]);
        (
            Vector4::from_column_slice(&at[..4]),
            root,
            Vector2::new(at[20], at[21]),
        )
    };
    let mut at = spread::<22>(0.1);
    for k in 0..4 {
        at[4 + 5 * k] += 3.0;
    }
    compare(
        "kalman",
        at,
        |at| {
            let (x, p, z) = parts(at);
            flat(kalman(&x, &p, &z).unwrap())
        },
        |at| {
            let (x, p, z) = parts(at);
            let (value, jacobian) = kalman_with_jacobian(&x, &p, &z).unwrap();
            (flat(value), jacobian.to_dense())
        },
    );
}

/// The types by their names.
#[jacobian]
fn by_types(x: &[f64; 12]) -> Option<[f64; 5]> {
    let a = Matrix3::from_column_slice(&x[..9]);
    let b = Vector3::new(x[9], x[10], x[11]);
    let y = LU::new(a).solve(&b)?;
    let s = a * a.transpose();
    let z = match Cholesky::new(s) {
        Some(factor) => factor.solve(&b),
        None => return None,
    };
    let svd = SVD::new(a, true, false);
    let e = nalgebra::SymmetricEigen::new(s);
    Some([
        y.x,
        z.y,
        svd.singular_values[1],
        e.eigenvalues[0],
        QR::new(a).r()[(0, 2)],
    ])
}

#[test]
fn decompositions_by_their_types() {
    let mut at = spread::<12>(1.4);
    for k in [0, 4, 8] {
        at[k] += 3.0;
    }
    compare(
        "by_types",
        at,
        |x| by_types(x).unwrap(),
        |x| {
            let (value, jacobian) = by_types_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
}

/// A decomposition that may not converge.
#[jacobian]
fn tried(x: &[f64; 9]) -> Option<[f64; 3]> {
    let a = Matrix3::from_column_slice(x);
    let svd = SVD::try_new(a, true, true, 1e-14, 100)?;
    let values = a.try_svd_unordered(false, false, 1e-14, 100)?;
    let (u, v_t) = (svd.u?, svd.v_t?);
    Some([
        u[(0, 1)] * v_t[(0, 2)],
        svd.singular_values[2],
        values.singular_values.sum(),
    ])
}

#[test]
fn a_decomposition_may_not_converge() {
    compare(
        "tried",
        spread::<9>(0.6),
        |x| tried(x).unwrap(),
        |x| {
            let (value, jacobian) = tried_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    let not_a_number = [f64::NAN; 9];
    assert_eq!(
        tried_with_jacobian(&not_a_number).is_none(),
        tried(&not_a_number).is_none()
    );
}

#[jacobian]
fn largest(x: &[f64; 16]) -> f64 {
    Matrix4::from_row_slice(x).singular_values()[0]
}

/// The second row is the first one minus the third, and the fourth is their sum. For this matrix
/// the factors of nalgebra 0.35 are wrong in the third digit.
#[test]
fn wrong_factors_of_a_decomposition_give_no_partials() {
    let x = [
        -1.0, 8.0, 6.0, -5.0, -4.0, 14.0, 3.0, 1.0, 3.0, -6.0, 3.0, -6.0, 2.0, 2.0, 9.0, -11.0,
    ];
    let a = Matrix4::from_row_slice(&x);
    let gap = a.svd(true, true).recompose().unwrap() - a;
    assert!(
        gap.norm() > 1e-3 * a.norm(),
        "nalgebra finds the factors now"
    );
    let (value, jacobian) = largest_with_jacobian(&x);
    assert_eq!(value, largest(&x));
    assert!(jacobian.to_dense()[0].iter().all(|entry| entry.is_nan()));
}
