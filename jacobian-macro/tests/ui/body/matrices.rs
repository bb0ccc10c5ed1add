use jacobian_runtime::jacobian;
use nalgebra::{Matrix3, Vector3};

elsewhere! {
    struct Body {
        inertia: Matrix3<f64>,
        offset: Vector3<f64>,
    }
}

#[jacobian(wrt(w))]
fn untyped_factor(w: &Vector3<f64>, body: &Body) -> Vector3<f64> {
    body.inertia * w + body.offset
}

#[jacobian]
fn method(a: &Matrix3<f64>) -> f64 {
    a.try_cast::<f32>().unwrap().trace() as f64
}

#[jacobian]
fn method_of_another_decomposition(a: &Matrix3<f64>) -> f64 {
    a.lblt().d().trace()
}

#[jacobian]
fn flags_of_run_time(a: &Matrix3<f64>, with_u: bool) -> f64 {
    a.svd(with_u, true).singular_values[0]
}

#[jacobian]
fn without_factors(a: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
    let x = a.svd(false, true).solve(b, 1e-9).unwrap();
    x[0]
}

#[jacobian]
fn changed_fields(a: &Matrix3<f64>) -> f64 {
    let mut svd = a.svd(true, true);
    svd.singular_values[2] = 0.0;
    svd.pseudo_inverse(1e-9).unwrap().trace()
}

#[jacobian]
fn view_of_no_variable(a: &Matrix3<f64>) -> f64 {
    let column = a.transpose().column_mut(0).clone_owned();
    column.sum()
}

#[jacobian]
fn view_without_lengths(a: &Matrix3<f64>) -> Matrix3<f64> {
    let part: Matrix3<f64> = a.fixed_view(0, 0).clone_owned();
    part
}

#[jacobian]
fn view_of_one_index(a: &Matrix3<f64>) -> f64 {
    a.view((0, 1), (2, 3)).sum()
}

elsewhere! {
    impl Body {
        #[jacobian(wrt(self.inertia), dim(self.inertia = Matrix3<f64>))]
        fn without_a_type(&self) -> Option<f64> {
            Some(self.inertia.cholesky()?.determinant())
        }
    }
}

#[jacobian]
fn constructor(a: &Vector3<f64>) -> Matrix3<f64> {
    Matrix3::from_element_generic(nalgebra::Const::<3>, nalgebra::Const::<3>, a.x)
}

#[jacobian]
fn length_of_run_time(a: &Vector3<f64>, n: usize) -> f64 {
    nalgebra::DVector::from_element(n, a.x).norm()
}

#[jacobian]
fn element(a: &Matrix3<f64>) -> f64 {
    a[(1, 3)] + a[9]
}

mod elsewhere {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy)]
    pub struct Vector3<T> {
        pub x: T,
    }

    #[jacobian]
    pub fn not_of_nalgebra(a: Vector3<f64>) -> f64 {
        a.x
    }
}

mod rotations {
    use jacobian_runtime::jacobian;
    use nalgebra::{Matrix3, Rotation3};

    #[jacobian]
    pub fn nearest_rotation(m: &Matrix3<f64>) -> f64 {
        Rotation3::from_matrix_eps(m, 1e-9, 10, Rotation3::identity()).angle()
    }
}

mod parts {
    use jacobian_runtime::jacobian;
    use nalgebra::{Matrix3, Matrix3x4, Vector3, stack};

    #[jacobian(wrt(a))]
    pub fn blocks(a: &Matrix3<f64>, body: &super::Body) -> Matrix3x4<f64> {
        stack![a, body.offset]
    }

    #[jacobian]
    pub fn updated_in_a_branch(a: &Matrix3<f64>, v: &Vector3<f64>) -> f64 {
        let mut found = a.cholesky().unwrap();
        if v.x > 0.0 {
            found.rank_one_update(v, 2.0);
        }
        found.determinant()
    }
}

mod exponentials {
    use jacobian_runtime::jacobian;
    use nalgebra::SMatrix;

    #[jacobian]
    pub fn of_a_large_matrix(a: &SMatrix<f64, 7, 7>) -> f64 {
        a.exp().trace()
    }
}

fn main() {}
