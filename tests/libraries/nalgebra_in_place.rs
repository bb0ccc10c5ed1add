//! Methods of nalgebra that solve, invert and change in place, and functions of nalgebra.

use std::ops::{AddAssign, SubAssign};

use jacobian_runtime::jacobian;
use nalgebra::{
    Matrix3, Matrix4, Point3, SimdPartialOrd, Similarity2, Similarity3, Vector2, Vector3, Vector4,
};

use crate::support::compare;

const AT: [f64; 12] = [
    2.1, 0.3, -0.4, 0.5, 1.9, 0.2, -0.1, 0.6, 2.4, 0.7, -1.3, 0.9,
];

/// Each way to solve a system in place.
#[jacobian]
fn solved(x: &[f64; 12]) -> [f64; 9] {
    let a = Matrix3::from_column_slice(&x[..9]);
    let mut b = Vector3::new(x[9], x[10], x[11]);
    let is_solved = a.lu().solve_mut(&mut b);
    assert!(is_solved, "regular");
    let lower = a.lower_triangle();
    let mut c = b;
    if !(a * a).lu().solve_mut(&mut c) || !a.try_inverse().is_some_and(|i| i.lu().solve_mut(&mut c))
    {
        return [0.0; 9];
    }
    assert!(lower.solve_lower_triangular_mut(&mut c), "regular");
    lower.tr_solve_lower_triangular_mut(&mut c);
    a.solve_upper_triangular_mut(&mut c);
    let square = a.transpose() * a;
    let mut d = c + b;
    let of_square = square.cholesky().unwrap();
    of_square.solve_mut(&mut d);
    a.qr().solve_mut(&mut d);
    [b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z]
}

/// Inverses in place, and powers.
#[jacobian]
fn inverted(x: &[f64; 12]) -> Option<[f64; 5]> {
    let mut a = Matrix3::from_column_slice(&x[..9]);
    if !a.try_inverse_mut() {
        return None;
    }
    let mut b = Matrix4::identity() * 2.0;
    b.fixed_view_mut::<3, 3>(0, 1).add_assign(&a);
    b.view_mut((1, 0), (3, 2))
        .sub_assign(a.columns(0, 2) * x[9]);
    if !b.try_inverse_mut() {
        return None;
    }
    let mut c = a;
    c.pow_mut(4);
    Some([
        a.trace(),
        b[(0, 3)] * b[(2, 1)],
        a.pow(3)[(1, 2)],
        c.sum(),
        a.pow(0).norm() + a.pow(1)[(0, 0)],
    ])
}

/// Similarities, bounds of whole vectors, and angles.
#[jacobian]
fn others(x: &[f64; 12]) -> [f64; 8] {
    let turn = Vector3::new(x[0], x[1], x[2]);
    let s = Similarity3::new(Vector3::new(x[3], x[4], x[5]), turn, x[6] + 2.0);
    let p = s * Point3::new(x[7], x[8], x[9]);
    let m = s.to_homogeneous() * Vector4::new(x[7], x[8], x[9], 1.0);
    let flat = Similarity2::new(Vector2::new(x[0], x[1]), x[2], x[3]);
    let q = flat * Vector2::new(x[4], x[5]);
    let bound = Vector3::repeat(x[11]);
    let inside = turn.simd_clamp(-bound, bound) + (turn * 0.2).simd_clamp(bound, bound * 2.0);
    [
        p.x,
        p.z * m.y,
        q.x + flat.to_homogeneous()[(1, 0)],
        q.y,
        inside.x,
        inside.z,
        nalgebra::wrap(x[0] * 7.0, -3.0, 3.0) * x[1],
        nalgebra::wrap(-x[8] * 7.0, x[10], 3.0) + nalgebra::wrap(x[1], -3.0, 3.0),
    ]
}

/// Types spelled with their storage, sums of matrices, and fields that change through views.
#[jacobian]
mod filter {
    use nalgebra::base::storage::Owned;
    use nalgebra::{Matrix, Matrix3, SVector, U1, U3, Vector, Vector3};

    type Square = Matrix<f64, U3, U3, Owned<f64, U3, U3>>;

    pub(super) struct Filter {
        pub(super) state: Vector<f64, U3, Owned<f64, U3, U1>>,
        pub(super) covariance: Square,
    }

    impl Filter {
        #[jacobian(wrt(z), of(self.state, self.covariance))]
        pub(super) fn update(&mut self, z: &Vector<f64, U3, Owned<f64, U3>>) {
            let points = [self.state, *z, self.state + z];
            let mean = points.iter().sum::<SVector<f64, 3>>() / 3.0;
            let spread: Matrix3<f64> = points
                .iter()
                .map(|p| (p - mean) * (p - mean).transpose())
                .sum();
            self.covariance = self.covariance * 0.5 + spread;
            let mut diagonal = self.covariance.diagonal();
            diagonal
                .fixed_rows_mut::<2>(1)
                .copy_from(&z.fixed_rows::<2>(0));
            self.covariance.set_diagonal(&diagonal);
            self.covariance.fixed_view_mut::<2, 2>(0, 1).fill(z.x);
            self.covariance.column_mut(0).axpy(2.0, z, 1.0);
            self.state += self.covariance * (z - Vector3::repeat(1.0));
        }
    }
}

#[test]
fn fields_change_through_views() {
    let filter = || filter::Filter {
        state: Vector3::new(0.3, -1.0, 0.8),
        covariance: Matrix3::new(2.0, 0.1, 0.2, 0.1, 1.0, -0.3, 0.2, -0.3, 1.5),
    };
    let flat = |filter: &filter::Filter| -> [f64; 12] {
        let all = filter.state.iter().chain(filter.covariance.iter());
        let all: Vec<f64> = all.copied().collect();
        all.try_into().unwrap()
    };
    let value = |x: &[f64; 3]| {
        let mut changed = filter();
        changed.update(&Vector3::from(*x));
        flat(&changed)
    };
    compare("update", [0.7, 1.9, -0.6], value, |x| {
        let mut changed = filter();
        let jacobian = changed.update_with_jacobian(&Vector3::from(*x));
        (flat(&changed), jacobian.to_dense())
    });
}

#[test]
fn systems_and_inverses_in_place() {
    compare("solved", AT, solved, |x| {
        let (value, jacobian) = solved_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    let inverted = |x: &[f64; 12]| inverted(x).unwrap();
    compare("inverted", AT, inverted, |x| {
        let (value, jacobian) = inverted_with_jacobian(x).unwrap();
        (value, jacobian.to_dense())
    });
    assert!(inverted_with_jacobian(&[1.0; 12]).is_none());
}

#[test]
fn similarities_bounds_and_angles() {
    compare("others", AT, others, |x| {
        let (value, jacobian) = others_with_jacobian(x);
        (value, jacobian.to_dense())
    });
}
