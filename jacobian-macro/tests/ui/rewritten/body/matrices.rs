use jacobian_runtime::jacobian;
use nalgebra::{Matrix3, Vector3};

struct Body {
    inertia: Matrix3<f64>,
    offset: Vector3<f64>,
}

#[jacobian(wrt(w))]
fn untyped_factor(w: &Vector3<f64>, body: &Body) -> Vector3<f64> {
    let inertia: &Matrix3<f64> = &body.inertia;
    inertia * w
}

#[jacobian]
fn method(a: &Matrix3<f64>) -> f64 {
    a.norm()
}

#[jacobian]
fn method_of_another_decomposition(a: &Matrix3<f64>) -> f64 {
    a.hessenberg().h().trace()
}

#[jacobian]
fn flags_of_run_time(a: &Matrix3<f64>, with_u: bool) -> f64 {
    a.svd(true, true).singular_values[0]
}

#[jacobian]
fn without_factors(a: &Matrix3<f64>, b: &Vector3<f64>) -> f64 {
    let x = a.svd(true, true).solve(b, 1e-9).unwrap();
    x[0]
}

#[jacobian]
fn changed_fields(a: &Matrix3<f64>) -> f64 {
    let mut svd = a.svd(true, true);
    svd.singular_values[2] = 0.0;
    svd.recompose().unwrap().trace()
}

#[jacobian]
fn view_of_no_variable(a: &Matrix3<f64>) -> f64 {
    let mut m = a.transpose();
    let column = m.column_mut(0).clone_owned();
    column.sum()
}

#[jacobian]
fn view_without_lengths(a: &Matrix3<f64>) -> Matrix3<f64> {
    let part: Matrix3<f64> = a.fixed_view::<3, 3>(0, 0).clone_owned();
    part
}

#[jacobian]
fn view_of_one_index(a: &Matrix3<f64>) -> f64 {
    a.view((0, 1), (2, 2)).sum()
}

impl Body {
    #[jacobian(wrt(self.inertia), dim(self.inertia = Matrix3<f64>))]
    fn without_a_type(&self) -> Option<f64> {
        let inertia: Matrix3<f64> = self.inertia;
        Some(inertia.cholesky()?.determinant())
    }
}

#[jacobian]
fn constructor(a: &Vector3<f64>) -> Matrix3<f64> {
    Matrix3::from_diagonal(&Vector3::new(a.x, a.y, 0.0))
}

#[jacobian(const(n = 6))]
fn length_of_run_time(a: &Vector3<f64>, n: usize) -> f64 {
    nalgebra::DVector::from_element(n, a.x).norm()
}

#[jacobian]
fn element(a: &Matrix3<f64>) -> f64 {
    a[(1, 2)] + a[8]
}

mod elsewhere {
    use jacobian_runtime::jacobian;

    use nalgebra::Vector3;

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
        Rotation3::from_matrix(m).angle()
    }
}

mod parts {
    use jacobian_runtime::jacobian;
    use nalgebra::{Matrix3, Matrix3x4, Vector3, stack};

    #[jacobian(wrt(a))]
    pub fn blocks(a: &Matrix3<f64>, body: &super::Body) -> Matrix3x4<f64> {
        let offset: &Vector3<f64> = &body.offset;
        stack![a, offset]
    }

    #[jacobian]
    pub fn updated_in_a_branch(a: &Matrix3<f64>, v: &Vector3<f64>) -> f64 {
        let mut updated = *a;
        if v.x > 0.0 {
            updated += v * v.transpose() * 2.0;
        }
        updated.cholesky().unwrap().determinant()
    }
}

mod exponentials {
    use jacobian_runtime::jacobian;
    use nalgebra::SMatrix;

    #[jacobian]
    pub fn of_a_large_matrix(a: &SMatrix<f64, 7, 7>) -> f64 {
        let mut sum = SMatrix::<f64, 7, 7>::identity();
        let mut term = sum;
        for k in 1..30 {
            term = term * a / k as f64;
            sum += term;
        }
        sum.trace()
    }
}

fn main() {}
