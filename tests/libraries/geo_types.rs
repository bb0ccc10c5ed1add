//! Coordinates, points and lines of geo-types.

use geo_types::Point;
use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod plane {
    use geo_types::{Coord, Line, Point, coord, point};

    #[jacobian]
    pub(super) fn haversine(a: Point<f64>, b: Point<f64>) -> f64 {
        let (from, to) = (a.y().to_radians(), b.y().to_radians());
        let up = (b.y() - a.y()).to_radians();
        let along = (b - a).to_radians().x();
        let h = (up / 2.0).sin().powi(2) + from.cos() * to.cos() * (along / 2.0).sin().powi(2);
        2.0 * h.sqrt().asin() * 6371.0
    }

    #[jacobian]
    pub(super) fn to_segment(x: &[f64; 6]) -> f64 {
        let line = Line::new(coord! { x: x[0], y: x[1] }, coord! { x: x[2], y: x[3] });
        let p = point! { x: x[4], y: x[5] };
        let d = line.delta();
        let v: Coord<f64> = p.into();
        let w = v - line.start;
        let r = (w.x * d.x + w.y * d.y) / (d.x * d.x + d.y * d.y);
        if r <= 0.0 {
            let from = p - line.start_point();
            return from.dot(from).sqrt();
        }
        let off: (f64, f64) = (line.start + d * r - v).into();
        let area = p.cross_prod(line.start_point(), line.end_point());
        off.0.hypot(off.1) + line.slope() * area
    }
}

#[jacobian]
mod only_macros {
    use geo_types::{Point, point};

    #[jacobian]
    pub(super) fn shifted(p: Point<f64>, x: f64) -> f64 {
        let q = p + point! { x: 1.0, y: x };
        q.dot(p)
    }
}

#[test]
fn a_macro_alone_asks_for_the_type_that_it_makes() {
    use only_macros::{shifted, shifted_with_jacobian};
    let value = |x: &[f64; 3]| [shifted(Point::new(x[0], x[1]), x[2])];
    compare("shifted", [0.3, -1.2, 0.7], value, |x| {
        let (value, jacobian) = shifted_with_jacobian(Point::new(x[0], x[1]), x[2]);
        ([value], jacobian.to_dense())
    });
}

#[test]
fn coordinates_of_geo_types_are_followed() {
    for at in [
        [0.3, -1.2, 0.7, 1.1, 0.4, 2.0],
        [2.0, 0.1, -0.4, 0.2, 3.0, -0.7],
    ] {
        compare(
            "to_segment",
            at,
            |x| [plane::to_segment(x)],
            |x| {
                let (value, jacobian) = plane::to_segment_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
        let points = |x: &[f64; 4]| (Point::new(x[0], x[1]), Point::new(x[2], x[3]));
        let four = [at[0], at[1], at[2], at[3]];
        let value = |x: &[f64; 4]| [plane::haversine(points(x).0, points(x).1)];
        compare("haversine", four, value, |x| {
            let (a, b) = points(x);
            let (value, jacobian) = plane::haversine_with_jacobian(a, b);
            ([value], jacobian.to_dense())
        });
    }
}
