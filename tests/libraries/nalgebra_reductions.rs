//! Decompositions of nalgebra by Householder reflections, Schur's, and updates in place.

use jacobian_runtime::jacobian;
use nalgebra::{
    Matrix1, Matrix2, Matrix3, Matrix3x4, Matrix4, Matrix4x3, Rotation2, Rotation3, SMatrix, Unit,
    UnitComplex, UnitQuaternion, Vector2, Vector3, stack,
};

use crate::support::check;

/// Numbers without structure.
fn spread<const N: usize>(shift: f64) -> [f64; N] {
    let mut at = [0.0; N];
    for (k, element) in at.iter_mut().enumerate() {
        let k = f64::from(u32::try_from(k).unwrap());
        *element = (1.7 * k + shift).sin() + 0.3 * (0.37 * k * k + shift).cos();
    }
    at
}

/// Variables in all rows and columns, but not in all elements: seven columns for twenty-five.
#[jacobian(wrt(x))]
fn hessenberg(x: &[f64; 7], base: &[f64; 25]) -> [f64; 6] {
    let mut elements = *base;
    for k in 0..7 {
        elements[(k * 4 + 1) % 25] += x[k];
    }
    let a = SMatrix::<f64, 5, 5>::from_column_slice(&elements);
    let (q, h) = a.hessenberg().unpack();
    [
        q[(1, 1)],
        q[(4, 3)],
        h[(0, 4)],
        h[(1, 0)],
        h[(3, 2)],
        h[(4, 4)],
    ]
}

#[jacobian]
fn tridiagonal(x: &[f64; 16]) -> [f64; 9] {
    let a = Matrix4::from_column_slice(x);
    let found = (a + a.transpose()).symmetric_tridiagonalize();
    let (diagonal, off) = found.unpack_tridiagonal();
    let q = found.q();
    let whole = found.recompose();
    [
        diagonal[0],
        diagonal[2],
        diagonal[3],
        off[0],
        off[2],
        q[(1, 1)],
        q[(3, 2)],
        whole[(0, 1)],
        whole[(3, 2)],
    ]
}

#[jacobian]
fn bidiagonal(x: &[f64; 12]) -> [f64; 10] {
    let tall = Matrix4x3::from_column_slice(x).bidiagonalize();
    let (u, d, v_t) = Matrix3x4::from_column_slice(x).bidiagonalize().unpack();
    [
        tall.diagonal()[1],
        tall.off_diagonal()[1],
        tall.u()[(3, 1)],
        tall.d()[(0, 1)],
        tall.v_t()[(1, 2)],
        u[(2, 1)],
        d[(0, 0)],
        d[(1, 0)],
        d[(2, 2)],
        v_t[(1, 3)],
    ]
}

#[jacobian]
fn upper_factors(x: &[f64; 9]) -> Option<[f64; 5]> {
    let a = Matrix3::from_column_slice(x);
    let found = (a * a.transpose()).udu()?;
    let d = found.d_matrix();
    let (u, e) = (found.u, found.d);
    Some([u[(0, 1)], u[(0, 2)], d[(0, 0)], e[1], u[(1, 2)] * e[2]])
}

#[test]
fn reductions_repeat_the_operations_of_nalgebra() {
    for shift in [0.2, 1.3] {
        check!(hessenberg with hessenberg_with_jacobian at spread::<7>(shift + 0.9); &spread::<25>(shift));
        check!(tridiagonal with tridiagonal_with_jacobian at spread::<16>(shift));
        check!(bidiagonal with bidiagonal_with_jacobian at spread::<12>(shift));
        crate::support::compare(
            "upper_factors",
            spread::<9>(shift),
            |x| upper_factors(x).unwrap(),
            |x| {
                let (value, jacobian) = upper_factors_with_jacobian(x).unwrap();
                (value, jacobian.to_dense())
            },
        );
    }
    assert!(upper_factors_with_jacobian(&[0.0; 9]).is_none());
    // Nothing is below the first column, so the axis of its reflection is not unique.
    let mut base = spread::<25>(0.2);
    base[1..5].fill(0.0);
    let at_it = hessenberg_jacobian(&[0.0; 7], &base);
    assert!(at_it.to_dense()[0][0].is_nan());
}

#[jacobian]
fn schur(x: &[f64; 9]) -> [f64; 7] {
    let a = Matrix3::from_column_slice(x);
    let found = a.schur();
    let e = found.complex_eigenvalues();
    let (q, t) = found.unpack();
    [
        q[(1, 0)],
        q[(2, 2)],
        t[(0, 0)],
        t[(0, 2)],
        t[(2, 2)],
        e[0].re * e[1].im,
        t[(2, 1)],
    ]
}

#[jacobian]
fn schur_of_two(x: &[f64; 4]) -> [f64; 6] {
    let found = Matrix2::new(x[0], x[1], x[2], x[3])
        .try_schur(1e-14, 100)
        .unwrap();
    let real = if let Some(e) = found.eigenvalues() {
        e[1]
    } else {
        x[3]
    };
    let (q, t) = found.unpack();
    [q[(0, 1)], q[(1, 1)], t[(0, 0)], t[(0, 1)], t[(1, 0)], real]
}

#[test]
fn the_factors_of_schur_have_partials_where_all_eigenvalues_are_real() {
    let at = [4.0, 0.1, 0.2, 0.3, 1.0, 0.4, 0.5, -0.2, -3.0];
    check!(schur with schur_with_jacobian at at);
    check!(schur_of_two with schur_of_two_with_jacobian at [1.0, 2.0, 0.5, -0.3]);
    // nalgebra leaves a matrix of order two as it is if its eigenvalues are complex.
    check!(schur_of_two with schur_of_two_with_jacobian at [1.0, 2.0, -1.5, 0.4]);
    let turning = [0.0, 1.0, 0.2, -1.0, 0.1, 0.3, 0.4, 0.0, 2.0];
    let (value, jacobian) = schur_with_jacobian(&turning);
    assert_eq!(value, schur(&turning));
    assert!(jacobian.to_dense()[0][0].is_nan());
    assert!(
        jacobian.to_dense()[5][0].is_finite(),
        "eigenvalues are smooth"
    );
}

#[jacobian]
fn in_place(x: &[f64; 15]) -> [f64; 9] {
    let a = Matrix3::from_column_slice(&x[..9]);
    let (b, c) = (
        Vector3::new(x[9], x[10], x[11]),
        Vector3::new(x[12], x[13], x[14]),
    );
    let s = a + a.transpose();
    let y = s.lblt().solve(&b).unwrap();
    let mut updated = (a * a.transpose()).cholesky().unwrap();
    updated.rank_one_update(&c, x[9] * x[9]);
    updated.rank_one_update(&b, 0.5);
    let mut turned = b;
    a.qr().q_tr_mul(&mut turned);
    let (p, u) = a.svd(true, true).to_polar().unwrap();
    let kept = a.try_polar(1e-14, 100).unwrap();
    let eigen = s.try_symmetric_eigen(1e-14, 100).unwrap();
    let mut lower = c;
    s.solve_lower_triangular_unchecked_mut(&mut lower);
    [
        y[0],
        s.lblt().determinant(),
        updated.l()[(2, 1)],
        updated.solve(&b).z,
        turned[1],
        p[(0, 1)] * u[(1, 2)],
        kept.1[(2, 0)] + a.qr().unpack_r()[(0, 2)],
        eigen.eigenvalues[1],
        lower[2],
    ]
}

#[jacobian]
fn nearest(x: &[f64; 9]) -> [f64; 8] {
    let m = Matrix3::from_column_slice(x);
    let r = Rotation3::from_matrix(&m);
    let q = UnitQuaternion::from_matrix(&m);
    let flat = Matrix2::new(1.0 + 0.1 * x[0], -0.3, 0.3 + 0.1 * x[1], 1.0 + 0.1 * x[2]);
    let mut again = Rotation3::from_matrix_unchecked(m * 0.01 + r.matrix());
    again.renormalize();
    let mean = UnitQuaternion::mean_of([
        q,
        UnitQuaternion::from_scaled_axis(Vector3::new(x[0], 0.1, x[1])),
    ]);
    [
        r[(0, 1)],
        r[(2, 2)],
        q.i,
        q.w * q.k,
        Rotation2::from_matrix(&flat).angle(),
        UnitComplex::from_matrix(&flat).re,
        again[(1, 2)],
        mean.angle(),
    ]
}

#[test]
fn updates_in_place_and_nearest_rotations_have_partials() {
    for shift in [0.2, 1.9] {
        check!(in_place with in_place_with_jacobian at spread::<15>(shift));
        check!(nearest with nearest_with_jacobian at spread::<9>(shift));
    }
}

#[jacobian]
#[expect(
    clippy::toplevel_ref_arg,
    reason = "the macro of nalgebra is written so"
)]
fn blocks(x: &[f64; 6]) -> [f64; 9] {
    let n = Unit::new_normalize(Vector3::new(x[0], x[1], x[2]));
    let mirror = nalgebra::Reflection3::new(n, x[3]);
    let mut v = Vector3::new(x[3], x[4], x[5]);
    mirror.reflect(&mut v);
    let skew = n.cross_matrix();
    let mut rows = skew;
    let mut work = v;
    mirror.reflect_rows(&mut rows, &mut work);
    let whole: Matrix4<f64> = stack![skew, v; v.transpose(), Matrix1::new(x[2])];
    let apart: Matrix4<f64> =
        stack![Matrix2::identity() * x[4], 0; 0, Matrix2::new(x[0], x[1], x[2], x[3])];
    let (angles, is_observable) = Rotation3::new(v).euler_angles_ordered(
        [Vector3::z_axis(), Vector3::x_axis(), Vector3::ith_axis(1)],
        is_outer(),
    );
    let step = whole.view_with_steps((0, 1), (2, 2), (1, 1));
    [
        v[0],
        work[1] * mirror.bias(),
        rows[(2, 0)],
        whole[(3, 1)],
        whole.determinant(),
        apart[(1, 1)] * apart[(3, 2)] + apart[(0, 3)],
        if is_observable {
            angles[0] * angles[1]
        } else {
            angles[2]
        },
        step[(1, 1)] + Vector2::ith(1, x[5]).sum(),
        Rotation3::new(v).cast::<f64>().angle(),
    ]
}

fn is_outer() -> bool {
    true
}

#[test]
fn blocks_and_reflections_repeat_the_operations_of_nalgebra() {
    for shift in [0.2, 1.9] {
        check!(blocks with blocks_with_jacobian at spread::<6>(shift));
    }
}
