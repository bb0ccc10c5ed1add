//! Vectors and matrices of nalgebra that are inactive: fields of structs, elements and items of
//! lists. Their types are known from the definitions in view.

use jacobian_runtime::jacobian;
use nalgebra::{Matrix3, Vector3};

use crate::support::compare;

#[jacobian]
mod camera {
    use nalgebra::{Matrix3, Point3, Vector3};

    pub(super) struct Camera {
        pub(super) turn: Matrix3<f64>,
        pub(super) shift: Vector3<f64>,
        pub(super) scale: [f64; 2],
        pub(super) origin: Point3<f64>,
        pub(super) marks: Vec<Vector3<f64>>,
    }

    impl Camera {
        fn shift_mut(&mut self) -> &mut Vector3<f64> {
            &mut self.shift
        }

        /// What is written through a reference reaches the field, and a copy is a copy.
        #[jacobian(wrt(k))]
        pub(super) fn moved(&mut self, k: f64) -> f64 {
            let mut copy = self.shift;
            let first = &mut self.shift;
            *first *= k;
            copy *= k;
            let second = self.shift_mut();
            second.x += k;
            self.shift.x + copy.y
        }

        #[jacobian(wrt(p))]
        pub(super) fn project(&self, p: &Vector3<f64>) -> [f64; 2] {
            let seen = self.turn * p + self.shift;
            [
                self.scale[0] * seen.x / seen.z,
                self.scale[1] * seen.y / seen.z,
            ]
        }

        #[jacobian(wrt(p))]
        pub(super) fn products(&self, p: &Vector3<f64>) -> [f64; 3] {
            let moved = self.origin + self.shift * p.x;
            let turned = self.turn * self.shift * p.y;
            [
                self.shift.dot(p) + self.shift.cross(p).norm(),
                moved.z - turned.x,
                (-self.shift * p.z + self.turn.transpose() * self.shift * p.x).norm(),
            ]
        }

        #[jacobian(wrt(p))]
        pub(super) fn nearest(&self, p: &Vector3<f64>) -> [f64; 3] {
            let marks = &self.marks;
            let along = (self.marks[1] - self.marks[0]).normalize();
            let mut sum = 0.0;
            for mark in &self.marks {
                sum += (p - mark).norm_squared() + mark.dot(p);
            }
            [
                marks
                    .iter()
                    .map(|mark| (mark - p).norm())
                    .fold(f64::INFINITY, f64::min),
                (along * p.x + self.shift).norm(),
                sum,
            ]
        }
    }
}

fn camera() -> camera::Camera {
    camera::Camera {
        turn: Matrix3::new(0.8, -0.6, 0.1, 0.6, 0.8, 0.0, 0.0, 0.2, 1.1),
        shift: Vector3::new(0.3, -0.4, 2.0),
        scale: [500.0, 480.0],
        origin: nalgebra::Point3::new(1.0, 2.0, 3.0),
        marks: vec![Vector3::new(0.2, 0.1, 0.9), Vector3::new(-1.0, 0.5, 0.3)],
    }
}

#[test]
fn inactive_matrices_in_fields_and_lists_are_factors() {
    let camera = camera();
    let at = [0.7, -1.3, 0.4];
    let p = |x: &[f64; 3]| Vector3::from(*x);
    compare(
        "project",
        at,
        |x| camera.project(&p(x)),
        |x| {
            let (value, jacobian) = camera.project_with_jacobian(&p(x));
            (value, jacobian.to_dense())
        },
    );
    compare(
        "products",
        at,
        |x| camera.products(&p(x)),
        |x| {
            let (value, jacobian) = camera.products_with_jacobian(&p(x));
            (value, jacobian.to_dense())
        },
    );
    compare(
        "nearest",
        at,
        |x| camera.nearest(&p(x)),
        |x| {
            let (value, jacobian) = camera.nearest_with_jacobian(&p(x));
            (value, jacobian.to_dense())
        },
    );
}

#[test]
fn what_is_written_through_a_reference_reaches_the_field() {
    let k = 0.7;
    let mut plain = camera();
    let value = plain.moved(k);
    let mut changed = camera();
    let (found, jacobian) = changed.moved_with_jacobian(k);
    assert_eq!(value.to_bits(), found.to_bits());
    assert_eq!(plain.shift, changed.shift);
    let [x, y, z] = <[f64; 3]>::from(camera().shift);
    // The value, and then the field, which is an output.
    assert_eq!(jacobian.to_dense(), [[x + 1.0 + y], [x + 1.0], [y], [z]]);
}
