//! Crates whose source the option `see` reads: nothing of them is known by the prelude here.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian(see(cgmath))]
mod vectors {
    use cgmath::prelude::*;
    use cgmath::{Point3, Vector3, vec3};

    #[jacobian]
    pub(super) fn reflected(x: &[f64; 6]) -> [f64; 3] {
        let (v, n) = (Vector3::new(x[0], x[1], x[2]), vec3(x[3], x[4], x[5]));
        let n = n.normalize();
        let r = v - n * 2.0 * v.dot(n);
        [r.x, r.y, r.z]
    }

    #[jacobian]
    pub(super) fn area(x: &[f64; 6]) -> [f64; 1] {
        let (a, b) = (Point3::new(x[0], x[1], x[2]), Point3::new(x[3], x[4], x[5]));
        let c = Point3::origin();
        [0.5 * (b - a).cross(c - a).magnitude()
            + a.distance(b) * b.to_vec().normalize_to(2.0).sum()]
    }

    #[jacobian]
    pub(super) fn scaled(v: Vector3<f64>, k: f64) -> Vector3<f64> {
        v * k + v
    }
}

#[jacobian(see(geo_types))]
mod lines {
    use geo_types::{Coord, Line, Point, Rect};

    #[jacobian]
    pub(super) fn measures(x: &[f64; 4]) -> [f64; 3] {
        let (a, b) = (Coord { x: x[0], y: x[1] }, Coord { x: x[2], y: x[3] });
        let line = Line::new(a, b);
        let rect = Rect::new(a, b);
        let moved = Point::from(a - b) * 2.0;
        [
            line.slope() * line.determinant(),
            rect.width() * rect.height(),
            moved.dot(Point::new(x[3], x[0])),
        ]
    }
}

#[test]
fn crates_are_followed_by_their_source() {
    for at in [
        [0.3, -1.2, 0.7, 1.1, 0.4, 2.0],
        [2.0, 0.1, -0.4, 0.2, 3.0, -0.7],
    ] {
        compare("reflected", at, vectors::reflected, |x| {
            let (value, jacobian) = vectors::reflected_with_jacobian(x);
            (value, jacobian.to_dense())
        });
        compare("area", at, vectors::area, |x| {
            let (value, jacobian) = vectors::area_with_jacobian(x);
            (value, jacobian.to_dense())
        });
        let [a, b, c, d, ..] = at;
        compare("measures", [a, b, c, d], lines::measures, |x| {
            let (value, jacobian) = lines::measures_with_jacobian(x);
            (value, jacobian.to_dense())
        });
        let vector = |x: &[f64; 4]| cgmath::Vector3::new(x[0], x[1], x[2]);
        let scaled = |x: &[f64; 4]| vectors::scaled(vector(x), x[3]).into();
        compare("scaled", [a, b, c, d], scaled, |x| {
            let (value, jacobian) = vectors::scaled_with_jacobian(vector(x), x[3]);
            (value.into(), jacobian.to_dense())
        });
    }
}
