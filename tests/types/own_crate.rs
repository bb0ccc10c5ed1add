//! Functions that have the attribute alone. They name items of other files of their crate.

mod own_crate_parts;

use jacobian_runtime::jacobian;

use self::own_crate_parts::{Place, Polar, Tower, Vec3, attraction};
use crate::support::compare;

#[jacobian]
fn pull(at: Vec3, x: f64) -> Vec3 {
    attraction(at) * x - crate::own_crate::own_crate_parts::WIND
}

/// Its fields are public, and its methods are in the other file.
#[jacobian(wrt(at.x, at.y, k))]
fn size(at: &Vec3, k: f64) -> f64 {
    own_crate_parts::scaled(at.norm(), k)
}

struct Craft {
    at: Vec3,
    area: f64,
}

#[jacobian]
impl Craft {
    fn force(&self, speed: f64) -> f64 {
        self.area * (self.at * speed).norm() * own_crate_parts::WIND.norm()
    }
}

#[test]
fn other_files_are_followed() {
    let at = Vec3::new(1.5, -0.7, 0.4);
    let parts = |v: Vec3| [v.x, v.y, v.z];
    compare(
        "pull",
        [2.0],
        |x| parts(pull(at, x[0])),
        |x| {
            let (value, jacobian) = pull_with_jacobian(at, x[0]);
            (parts(value), jacobian.to_dense())
        },
    );
    let of = |x: &[f64; 3]| (Vec3::new(x[0], x[1], 0.4), x[2]);
    compare(
        "size",
        [1.5, -0.7, 0.3],
        |x| [size(&of(x).0, of(x).1)],
        |x| {
            let (value, jacobian) = size_with_jacobian(&of(x).0, of(x).1);
            ([value], jacobian.to_dense())
        },
    );
    let craft = Craft { at, area: 3.0 };
    compare(
        "force",
        [0.8],
        |x| [craft.force(x[0])],
        |x| {
            let (value, jacobian) = craft.force_with_jacobian(x[0]);
            ([value], jacobian.to_dense())
        },
    );
}

/// Without a number among its parameters, all numbers of the structs are variables.
#[jacobian]
fn between(a: Vec3, b: Vec3) -> f64 {
    (a - b).norm()
}

#[test]
fn structs_of_other_files_can_be_variables() {
    let of = |x: &[f64; 6]| (Vec3::new(x[0], x[1], x[2]), Vec3::new(x[3], x[4], x[5]));
    compare(
        "between",
        [1.5, -0.7, 0.3, 0.2, 0.4, -0.6],
        |x| [between(of(x).0, of(x).1)],
        |x| {
            let (value, jacobian) = between_with_jacobian(of(x).0, of(x).1);
            ([value], jacobian.to_dense())
        },
    );
}

/// One type of the crate has the trait. Its fields are private, and are read by its methods.
#[jacobian]
fn potential<T: num_traits::Float>(at: &impl Polar<T>) -> T {
    at.height().powi(2) / at.distance().powi(3) + at.distance()
}

#[jacobian(wrt(x))]
fn above(tower: &Tower, x: f64) -> f64 {
    if x > tower.height() {
        x * (x - tower.height())
    } else {
        0.0
    }
}

#[test]
fn private_fields_of_other_files_are_read_by_their_getters() {
    let of = |x: &[f64; 2]| Place::new(x[1], x[0]);
    compare(
        "potential",
        [0.7, 1.3],
        |x| [potential(&of(x))],
        |x| {
            let (value, jacobian) = potential_with_jacobian(&of(x));
            ([value], jacobian.to_dense())
        },
    );
    let tower = Tower::new(1.5);
    compare(
        "above",
        [2.0],
        |x| [above(&tower, x[0])],
        |x| {
            let (value, jacobian) = above_with_jacobian(&tower, x[0]);
            ([value], jacobian.to_dense())
        },
    );
}
