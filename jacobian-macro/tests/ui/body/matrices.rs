use jacobian_runtime::jacobian;
use nalgebra::{Matrix3, Vector3};

struct Body {
    inertia: Matrix3<f64>,
    offset: Vector3<f64>,
}

#[jacobian(wrt(w))]
fn untyped_factor(w: &Vector3<f64>, body: &Body) -> Vector3<f64> {
    body.inertia * w + body.offset
}

#[jacobian]
fn comparison(a: &Vector3<f64>, b: &Vector3<f64>) -> f64 {
    if a == b { a.x } else { b.x }
}

#[jacobian]
fn method(a: &Matrix3<f64>) -> f64 {
    a.lu().determinant()
}

#[jacobian]
fn constructor(a: &Vector3<f64>) -> Matrix3<f64> {
    Matrix3::from_vec(vec![a.x; 9])
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

fn main() {}
