//! Enums as independents: the columns are the fields of all variants, in the order of the
//! definition, and entries of variants that the value is not are zero.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod shapes {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy)]
    pub(super) enum Corner {
        Sharp,
        Round(f64),
    }

    #[derive(Clone, Copy)]
    pub(super) enum Shape {
        Circle(f64),
        Rect { w: f64, h: f64, corner: Corner },
        Fan([f64; 2], (u32, f64)),
        Empty,
    }

    impl Shape {
        fn scale(&mut self, k: f64) {
            match self {
                Self::Circle(r) => *r *= k,
                Self::Rect { w, .. } => *w += k,
                Self::Fan(sides, (n, _)) => {
                    sides[1] *= k;
                    *n += 1;
                }
                Self::Empty => {}
            }
        }

        #[jacobian(wrt(self, k))]
        pub(super) fn area(&self, k: f64) -> f64 {
            match self {
                Shape::Circle(r) => 3.0 * r * r,
                Shape::Rect { w, h, corner } if w > h => match corner {
                    Corner::Sharp => k * w * h,
                    Corner::Round(r) => w * h - r * r,
                },
                Shape::Rect { w, h, .. } => w + h,
                Shape::Fan([a, b], (n, c)) => a * b.sin() * c.powi(*n as i32),
                Shape::Empty => k,
            }
        }
    }

    #[jacobian]
    pub(super) fn grown(shape: Shape) -> Option<f64> {
        let mut shape = shape;
        shape.scale(1.5);
        if let Shape::Empty = shape {
            return None;
        }
        let mut sum = 0.0;
        for i in 0..3 {
            sum += match &shape {
                Shape::Circle(r) => r.powi(i),
                other => other.area(f64::from(i)),
            };
        }
        Some(sum)
    }

    pub(super) struct Spring {
        pub(super) law: Law,
        pub(super) length: f64,
    }

    #[derive(Clone, Copy)]
    pub(super) enum Law {
        Linear(f64),
        Power { k: f64, n: f64 },
    }

    #[jacobian(wrt(s.law, s.length, x))]
    pub(super) fn force(s: &Spring, x: f64) -> f64 {
        let d = x - s.length;
        match s.law {
            Law::Linear(k) => k * d,
            Law::Power { k, n } => k * d.powf(n),
        }
    }
}

use shapes::{Corner, Law, Shape, Spring};

/// The shape of a variant, from the columns.
fn shape(variant: usize, x: &[f64]) -> Shape {
    match variant {
        0 => Shape::Circle(x[0]),
        1 => Shape::Rect {
            w: x[1],
            h: x[2],
            corner: Corner::Round(x[3]),
        },
        2 => Shape::Rect {
            w: x[1],
            h: x[2],
            corner: Corner::Sharp,
        },
        3 => Shape::Fan([x[4], x[5]], (2, x[6])),
        _ => Shape::Empty,
    }
}

#[test]
fn the_columns_of_an_enum_are_the_fields_of_all_variants() {
    for variant in 0..5 {
        for w in [0.9, 0.3] {
            let x = [1.2, w, 0.5, 0.2, 0.8, -0.6, 1.1, 0.7];
            compare(
                "area",
                x,
                |x| [shape(variant, x).area(x[7])],
                |x| {
                    let (value, jacobian) = shape(variant, x).area_with_jacobian(x[7]);
                    ([value], jacobian.to_dense())
                },
            );
            let x = [1.2, w, 0.5, 0.2, 0.8, -0.6, 1.1];
            if variant == 4 {
                assert!(shapes::grown_jacobian(shape(variant, &x)).is_none());
                continue;
            }
            compare(
                "grown",
                x,
                |x| [shapes::grown(shape(variant, x)).unwrap()],
                |x| {
                    let found = shapes::grown_with_jacobian(shape(variant, x)).unwrap();
                    ([found.0], found.1.to_dense())
                },
            );
        }
    }
}

#[test]
fn an_enum_in_a_field_is_a_variable() {
    for is_linear in [true, false] {
        let spring = |x: &[f64; 5]| Spring {
            law: if is_linear {
                Law::Linear(x[0])
            } else {
                Law::Power { k: x[1], n: x[2] }
            },
            length: x[3],
        };
        compare(
            "force",
            [1.3, 0.7, 1.4, 0.3, 2.0],
            |x| [shapes::force(&spring(x), x[4])],
            |x| {
                let (value, jacobian) = shapes::force_with_jacobian(&spring(x), x[4]);
                ([value], jacobian.to_dense())
            },
        );
    }
}

#[jacobian]
mod loads {
    use jacobian_runtime::jacobian;

    pub(super) enum Load {
        Point { name: String, p: f64, at: f64 },
        Uniform(f64),
    }

    #[jacobian(wrt(load, l))]
    pub(super) fn moment(load: &Load, l: f64) -> f64 {
        match load {
            Load::Point { p, at, name } => p * at * (l - at) / l + name.len() as f64,
            Load::Uniform(w) => w * l * l / 8.0,
        }
    }
}

// The value was wrong: the columns of the enum were left out, and `l` had the first of them.
#[test]
fn text_in_a_variant_is_no_column() {
    use loads::{Load, moment, moment_with_jacobian};
    let point = |x: &[f64; 4]| Load::Point {
        name: "pier".to_owned(),
        p: x[0],
        at: x[1],
    };
    let uniform = |x: &[f64; 4]| Load::Uniform(x[2]);
    let at = [0.3, 0.8, 0.4, 2.0];
    for load in [&point as &dyn Fn(&[f64; 4]) -> Load, &uniform] {
        compare(
            "moment",
            at,
            |x| [moment(&load(x), x[3])],
            |x| {
                let (value, jacobian) = moment_with_jacobian(&load(x), x[3]);
                ([value], jacobian.to_dense())
            },
        );
    }
}
