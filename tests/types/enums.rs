//! Enums of the user's own: matched where they are inactive, and built with active data.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod laws {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy, Debug)]
    pub(super) enum Law {
        Linear,
        Power(f64),
        Spring { stiffness: f64, rest: f64 },
    }

    impl Law {
        fn force(&self, x: f64) -> f64 {
            match self {
                Law::Linear => 2.0 * x,
                Self::Power(p) => x.powf(*p),
                Law::Spring { stiffness, rest } => -stiffness * (x - rest),
            }
        }

        fn slope(self, x: f64) -> f64 {
            match self {
                Self::Linear => 2.0,
                Self::Power(p) => p * x.powf(p - 1.0),
                Self::Spring { stiffness, .. } => -stiffness,
            }
        }
    }

    pub(super) struct Model {
        pub(super) law: Law,
        pub(super) scale: f64,
    }

    #[jacobian(wrt(x))]
    pub(super) fn applied(x: f64, law: &Law, model: &Model, own: Law) -> [f64; 4] {
        [
            law.force(x * x),
            model.law.force(x) * model.scale,
            own.slope(x),
            law.slope(x) + own.force(x),
        ]
    }

    #[derive(Clone, Copy)]
    enum Shape {
        Square(f64),
        Circle(f64),
        Rect { w: f64, h: f64 },
        Point,
    }

    impl Shape {
        fn area(&self) -> f64 {
            match *self {
                Shape::Square(a) => a * a,
                Shape::Circle(r) if r > 1.0 => 3.0 * r * r,
                Shape::Circle(r) => 3.5 * r * r,
                Shape::Rect { w, h: 2.0 } => 7.0 * w,
                Shape::Rect { w, h } => w * h,
                Shape::Point => 0.0,
            }
        }

        fn grown(self, k: f64) -> Self {
            match self {
                Self::Square(a) | Self::Circle(a) if k < 0.0 => Self::Square(a),
                Self::Square(a) => Self::Square(a * k),
                Self::Circle(r) => Self::Circle(r * k),
                Self::Rect { w, h } => Self::Rect { h: h * k, w },
                other => other,
            }
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn areas(x: &[f64; 2], k: f64) -> [f64; 6] {
        let circle = Shape::Circle(x[0]);
        let rect = Shape::Rect { h: x[1], w: x[0] };
        let fixed = Shape::Rect { w: 3.0, h: 5.0 };
        let known = match fixed {
            Shape::Square(a) | Shape::Circle(a) => a,
            Shape::Rect { w, h } => w - h,
            Shape::Point => 1.0,
        };
        let radius = if let Shape::Circle(r) = circle {
            r
        } else {
            9.0
        };
        let is_square = matches!(rect, Shape::Square(_));
        [
            circle.area(),
            rect.area() * known,
            Shape::Square(x[0] * x[1]).grown(k).area(),
            circle.grown(2.0).area() + radius,
            if is_square { 1.0 } else { x[1] },
            Shape::Point.area() + fixed.grown(x[0]).area(),
        ]
    }
}

#[test]
fn inactive_enums_are_matched_where_they_are() {
    use laws::{Law, Model};
    let all = [
        Law::Linear,
        Law::Power(1.7),
        Law::Spring {
            stiffness: 3.0,
            rest: 0.2,
        },
    ];
    for (law, own) in all.into_iter().zip([all[1], all[2], all[0]]) {
        let model = Model {
            law: own,
            scale: 0.7,
        };
        compare(
            "applied",
            [1.3],
            |x| laws::applied(x[0], &law, &model, own),
            |x| {
                let (value, jacobian) = laws::applied_with_jacobian(x[0], &law, &model, own);
                (value, jacobian.to_dense())
            },
        );
    }
}

#[test]
fn variants_with_active_data_are_taken_apart() {
    for at in [[0.7, 1.3], [1.2, 0.4], [0.3, 0.2]] {
        compare(
            "areas",
            at,
            |x| laws::areas(x, 1.7),
            |x| {
                let (value, jacobian) = laws::areas_with_jacobian(x, 1.7);
                (value, jacobian.to_dense())
            },
        );
    }
}

/// Patterns bind references to parts that are not active, and the code takes them by `*`.
#[jacobian]
mod references_to_parts {
    use jacobian_runtime::jacobian;

    pub(super) enum Shape<'a> {
        Line(f64),
        Frame { w: f64, h: f64, n: &'a i32 },
    }

    impl Shape<'_> {
        fn size(&self) -> f64 {
            match self {
                Shape::Line(length) => *length * 0.5,
                Shape::Frame { w, h, n } => {
                    let c = *h * 2.0 + h.abs();
                    *w * *h + c * f64::from(**n)
                }
            }
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn sizes(x: f64, k: f64, n: &i32) -> [f64; 3] {
        let frame = Shape::Frame {
            w: x,
            h: k.sin(),
            n,
        };
        let by_value = match frame {
            Shape::Frame { w, n, .. } => w * f64::from(*n),
            Shape::Line(length) => length,
        };
        let line = Shape::Line(k);
        let again = Shape::Frame { w: x * x, h: k, n };
        [again.size(), line.size() * x, by_value]
    }
}

#[test]
fn parts_that_are_not_active_may_be_behind_references() {
    use references_to_parts::{sizes, sizes_with_jacobian};

    let (x, k, n) = (0.7, -1.3, 3);
    let (value, jacobian) = sizes_with_jacobian(x, k, &n);
    assert_eq!(value.map(f64::to_bits), sizes(x, k, &n).map(f64::to_bits));
    assert_eq!(jacobian.to_dense(), [[2.0 * x * k], [k * 0.5], [3.0]]);
}
