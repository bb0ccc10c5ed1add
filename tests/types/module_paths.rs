//! Modules inside of an attributed one that name each other.

use crate::support::check;

#[jacobian_runtime::jacobian]
mod survey {
    pub(super) mod units {
        pub(in super::super) const KM: f64 = 1e3;
        pub(in super::super) const STEPS: usize = 3;

        pub(in super::super) mod angles {
            pub(in super::super::super) fn turned(x: f64) -> f64 {
                x.sin() * super::KM
            }
        }
    }

    pub(super) mod shapes {
        use super::units;

        #[derive(Clone, Copy)]
        pub(in super::super) struct Point {
            pub(in super::super) x: f64,
        }

        impl Point {
            pub(in super::super) fn new(x: f64) -> Self {
                Self { x }
            }

            pub(in super::super) fn far(&self) -> f64 {
                self.x * units::KM
            }
        }

        pub(in super::super) fn square(x: f64, out: &mut [f64; 2]) {
            out[0] = x * x;
            out[1] = units::angles::turned(x);
        }
    }

    pub(super) mod measures {
        use super::shapes::{self, Point as Corner};
        use super::units as u;
        use super::*;

        /// Constants, functions, types and methods of the modules around.
        #[jacobian]
        pub(in super::super) fn measured(x: &[f64; 2], from: &shapes::Point, is_far: bool) -> f64 {
            let mut both = [0.0; 2];
            let mut sum = 0.0;
            if is_far {
                shapes::square(x[0], &mut both);
                sum = u::angles::turned(x[1]) + units::angles::turned(x[0]);
            }
            for _ in 0..u::STEPS {
                sum += shapes::Point::new(x[0] * x[1]).far() * from.far();
            }
            let corner = Corner { x: x[1] };
            sum + both[0] * both[1] + corner.far() / units::KM
        }
    }
}

#[jacobian_runtime::jacobian]
mod imported {
    mod gains {
        pub(super) const K: f64 = 2.0;
        pub(super) fn squash(x: f64) -> f64 {
            x.tanh()
        }
    }

    const K: f64 = 5.0;

    fn squash(x: f64) -> f64 {
        x * K
    }

    mod normal {
        #[expect(clippy::legacy_numeric_constants, reason = "as old code writes them")]
        pub mod inverse {
            pub fn tail(x: f64) -> f64 {
                use core::f64::{INFINITY, NEG_INFINITY};
                const SCALE: f64 = 0.5;
                if x > 9.0 {
                    return INFINITY;
                }
                if x < -9.0 {
                    return NEG_INFINITY;
                }
                SCALE * x.cosh()
            }
        }

        pub fn both(x: f64) -> f64 {
            use inverse::tail;
            tail(x) + tail(-2.0 * x)
        }
    }

    /// A module that the function imports, and imports of functions that are inlined.
    pub(super) fn through_modules(x: &[f64; 2]) -> f64 {
        use normal::inverse;
        inverse::tail(x[0]) * normal::both(x[1])
    }

    const E: f64 = 1.0;

    pub(super) fn with_constants(x: &[f64; 2]) -> f64 {
        use std::f64::consts::{self, E};
        E * x[0] + consts::PI * x[1] + super::imported::E * x[0] * x[1]
    }

    /// The imports of a function hide the names of the module around.
    pub(super) fn damped(x: &[f64; 2]) -> f64 {
        use gains::{K, squash as damp};
        damp(x[0] * x[1]) * K + squash(x[1])
    }
}

#[jacobian_runtime::jacobian]
mod kept_private {
    #[expect(unreachable_pub, reason = "as in a library")]
    mod grids {
        pub struct Cell {
            east: f64,
        }

        impl Cell {
            const MARGIN: f64 = 3.0;

            pub fn at(east: f64) -> Self {
                Self { east }
            }

            fn doubled(&self) -> f64 {
                2.0 * self.east
            }

            pub fn size(&self) -> f64 {
                self.doubled() + Self::MARGIN
            }
        }

        pub mod inner {
            pub struct Pair(f64, f64);

            impl Pair {
                pub fn of(a: f64) -> Self {
                    Self(a, 2.0)
                }

                pub fn product(&self) -> f64 {
                    self.0 * self.1
                }
            }
        }
    }

    /// Private fields, methods and constants are read where a method is inlined.
    #[jacobian(wrt(x))]
    fn placed(x: &[f64; 2], cell: &grids::Cell, pair: &grids::inner::Pair) -> f64 {
        x[0] * cell.size() * pair.product() + grids::inner::Pair::of(x[1]).product()
    }

    pub(super) fn agrees() {
        use crate::support::check;
        let (cell, pair) = (grids::Cell::at(0.6), grids::inner::Pair::of(1.4));
        check!(placed with placed_with_jacobian at [0.7, 1.3]; &cell, &pair);
    }
}

#[test]
fn private_parts_of_modules_inside_can_be_read() {
    kept_private::agrees();
}

#[test]
fn imports_of_a_function_hide_the_names_around() {
    use imported::{damped, damped_with_jacobian};
    use imported::{with_constants, with_constants_with_jacobian};
    check!(with_constants with with_constants_with_jacobian at [0.7, 1.3]);
    use imported::{through_modules, through_modules_with_jacobian};
    check!(through_modules with through_modules_with_jacobian at [0.7, 1.3]);
    check!(damped with damped_with_jacobian at [0.7, 1.3]);
}

#[test]
fn modules_name_each_other_by_paths_and_imports() {
    use survey::measures::{measured, measured_with_jacobian};
    use survey::shapes::Point;
    let from = Point { x: 0.3 };
    for is_far in [true, false] {
        check!(measured with measured_with_jacobian at [0.7, 1.3]; &from, is_far);
    }
}

/// Aliases of another module, whose names mean something there alone.
#[jacobian_runtime::jacobian]
mod priced {
    pub(super) mod types {
        use std::fmt::Error as Formatting;

        #[derive(Debug, PartialEq)]
        pub(crate) enum Failed {
            Negative(i32),
            Text(Formatting),
        }
        pub(crate) type Priced<T> = Result<T, Failed>;
        pub(crate) type Curve = [f64; 3];
        pub(crate) type Written<T> = Result<T, Formatting>;

        pub(crate) mod deeper {
            use super::*;

            pub(crate) fn first(curve: &Curve) -> Priced<f64> {
                if curve[0] < 0.0 {
                    return Err(Failed::Negative(-1));
                }
                Ok(curve[0].sqrt())
            }
        }
    }

    use jacobian_runtime::jacobian;
    use types::deeper::first;
    use types::{Curve as Line, Written as Shown, *};

    #[jacobian]
    pub(super) fn price(curve: &Line, k: f64) -> Priced<Curve> {
        let root = first(curve)?;
        Ok([root * k, curve[1] * curve[2], k])
    }

    #[jacobian]
    pub(super) fn shown(x: f64) -> Shown<f64> {
        if x > 1.0 {
            Err(std::fmt::Error)
        } else {
            Ok(x * x)
        }
    }
}

#[test]
fn aliases_of_other_modules_are_imported() {
    use priced::types::Failed;
    let line = |x: &[f64; 4]| [x[0], x[1], x[2]];
    crate::support::compare(
        "price",
        [0.7, 1.3, -0.4, 0.9],
        |x| priced::price(&line(x), x[3]).unwrap(),
        |x| {
            let (value, jacobian) = priced::price_with_jacobian(&line(x), x[3]).unwrap();
            (value, jacobian.to_dense())
        },
    );
    let failed = priced::price_jacobian(&[-1.0, 0.0, 0.0], 1.0);
    assert_eq!(failed.err(), Some(Failed::Negative(-1)));
    assert_eq!(priced::shown_jacobian(0.5).unwrap().values(), &[1.0]);
    assert!(priced::shown_jacobian(2.0).is_err());
}

#[jacobian_runtime::jacobian]
mod rooted {
    pub(super) mod scales {
        pub(in super::super) const KM: f64 = 3.0;
        pub(in super::super) fn scaled(x: f64) -> f64 {
            x * x * KM
        }
        pub(in super::super) struct Far {
            pub(in super::super) x: f64,
        }
        impl Far {
            pub(in super::super) fn twice() -> Self {
                const UNIT: Far = Far { x: 2.0 };
                UNIT
            }
            pub(in super::super) fn far(&self) -> f64 {
                self.x.sin() * crate::module_paths::rooted::half(self.x)
            }
        }
    }

    pub(super) mod rules {
        use std::collections::BTreeMap;
        use std::f64::consts::TAU;
        use std::time::Duration;

        static NODES: [f64; 3] = [0.1, 0.5, 0.9];
        static WEIGHTS: &[(f64, i32)] = &[(0.3, 1), (0.4, 2), (0.3, 3)];

        const LIMIT: u64 = 1000;
        const LENGTH: usize = 2;

        fn made<const N: usize>(of: u64) -> [u64; N] {
            [of; N]
        }

        #[derive(Clone, Copy)]
        enum Pace {
            Slow(u64),
            Fast,
        }

        mod paces {
            pub(super) fn of(is_slow: bool) -> super::Pace {
                if is_slow {
                    super::Pace::Slow(1500)
                } else {
                    super::Pace::Fast
                }
            }
        }

        fn millis(pace: Pace) -> u64 {
            let last: BTreeMap<u64, u64> = BTreeMap::from([(LIMIT, 700)]);
            match pace {
                Pace::Slow(LIMIT) => 1,
                Pace::Slow(millis) => millis,
                Pace::Fast => last[&LIMIT].max(made::<LENGTH>(LIMIT - 400)[1]),
            }
        }

        pub(in super::super) fn integrated(x: f64, is_slow: bool) -> f64 {
            let length = Duration::from_millis(millis(paces::of(is_slow))).as_secs_f64();
            let terms = NODES.iter().zip(WEIGHTS);
            let sum: f64 = terms.map(|(node, (w, k))| w * (x * node).powi(*k)).sum();
            sum * length + TAU * x
        }
    }

    pub(super) mod uses {
        use super::rules::integrated;
        use crate::module_paths::rooted::scales::*;
        use crate::module_paths::rooted::{DVec2, bent};
        use crate::module_paths::rooted::{half, scales as s};

        #[jacobian]
        pub(in super::super) fn by_paths(x: &[f64; 1], is_slow: bool) -> f64 {
            let x = x[0];
            let far = Far { x };
            let direct = crate::module_paths::rooted::scales::scaled(x) * s::KM * Far::twice().x;
            let bent = bent(x) * DVec2::new(x, 2.0).dot(DVec2::ONE);
            let whole = scaled(x) * KM + far.far() + direct + half(x).exp();
            whole + integrated(x, is_slow) + bent
        }
    }

    mod bends {
        pub(in super::super) mod inner {
            pub(crate) fn bent(x: f64) -> f64 {
                x.cos()
            }
        }
    }

    pub(super) use bends::inner::*;
    pub(super) use glam::*;

    fn half(x: f64) -> f64 {
        0.5 * x * x
    }
}

#[test]
fn paths_from_the_root_of_the_crate_lead_back_inside() {
    use rooted::uses::{by_paths, by_paths_with_jacobian};
    check!(by_paths with by_paths_with_jacobian at [0.7]; true);
    check!(by_paths with by_paths_with_jacobian at [0.7]; false);
}

#[jacobian_runtime::jacobian]
mod alias_around {
    type Float = f32;

    pub(super) mod control {
        use super::Float;

        pub(in super::super) struct Pd {
            pub(in super::super) last: Float,
            pub(in super::super) sum: Float,
        }

        impl Pd {
            #[jacobian]
            pub(in super::super) fn update(&mut self, error: Float, dt: Float) -> Float {
                let slope = if self.last.is_nan() {
                    0.1
                } else {
                    (error - self.last) / dt
                };
                self.sum += error * dt;
                self.last = error;
                self.sum * 0.3 + slope
            }
        }
    }
}

#[test]
fn an_alias_of_the_module_around_gives_the_width() {
    let start = || alias_around::control::Pd {
        last: 0.2,
        sum: 1.0,
    };
    let (mut plain, mut followed) = (start(), start());
    let value: f32 = plain.update(0.7, 0.1);
    let (found, jacobian) = followed.update_with_jacobian(0.7, 0.1);
    assert_eq!(value.to_bits(), found.to_bits());
    assert_eq!(plain.sum.to_bits(), followed.sum.to_bits());
    let slope = 0.1 * 0.3 + 1.0 / 0.1_f32;
    let by_step = 0.7 * 0.3 - (0.7 - 0.2) / (0.1_f32 * 0.1);
    let expected = [slope, by_step];
    for (entry, expected) in jacobian.to_dense()[0].iter().zip(expected) {
        assert!(
            (entry - expected).abs() <= 1e-4 * expected.abs(),
            "{entry} {expected}"
        );
    }
}

#[jacobian_runtime::jacobian]
mod passed_on {
    pub(super) use self::shapes::*;
    pub(super) use uses::total;
    use waves::wave as ripple;

    mod shapes {
        pub(in super::super) use self::round::Disk as Plate;
        pub(in super::super) use scale::scale;

        mod round {
            pub(in super::super::super) struct Disk {
                pub(in super::super::super) r: f64,
            }
            impl Disk {
                pub(in super::super::super) fn area(&self) -> f64 {
                    scale(self.r) * self.r
                }
            }
            // It has the name of another function, and nobody outside sees it.
            fn scale(x: f64) -> f64 {
                x.cos() * std::f64::consts::PI
            }
        }

        /// A module with the name of the function that it gives.
        mod scale {
            pub(in super::super::super) fn scale(x: f64) -> f64 {
                x * x * 3.0
            }
        }

        // Private, so a glob does not bring it.
        fn wave(x: f64) -> f64 {
            x
        }

        pub(in super::super) fn flat(x: f64) -> f64 {
            wave(x) * 0.5
        }
    }

    mod waves {
        pub(super) fn wave(x: f64) -> f64 {
            x.sin()
        }
    }

    pub(super) mod uses {
        use super::shapes;
        use super::shapes::*;
        use super::waves::*;
        use super::{ripple, scale};

        #[jacobian]
        pub(in super::super) fn total(x: &[f64; 2]) -> f64 {
            let plate = Plate { r: x[0] };
            let by_path = shapes::Plate { r: x[1] };
            plate.area() * by_path.area() + wave(x[0]) * ripple(x[1]) + scale(x[0]) + flat(x[1])
        }
    }
}

#[test]
fn imports_are_passed_on_from_module_to_module() {
    use passed_on::total;
    use passed_on::uses::total_with_jacobian;
    check!(total with total_with_jacobian at [0.7, 1.3]);
}

/// An inactive `self` in a method of another module, and an active closure that makes an error.
#[jacobian_runtime::jacobian]
mod elsewhere {
    pub(super) struct Chain {
        pub(in super::super) offsets: Vec<Option<f64>>,
        pub(in super::super) rate: f64,
    }

    mod steps {
        #[derive(Debug, PartialEq)]
        pub(in super::super) enum Failure {
            Outside { east: f64, north: f64 },
        }

        fn level(east: i32, north: i32) -> Option<(f64, f64)> {
            let sum = east + 3 * north;
            let found = (sum < 40).then(|| f64::from(sum))?;
            Some((found, found * 0.5))
        }

        pub(in super::super) fn shift(x: f64, y: f64) -> Result<f64, Failure> {
            let (east, north) = (x as i32, y as i32);
            let outside = || Failure::Outside {
                east: x * 2.0,
                north: y,
            };
            let low: (f64, f64) = level(east, north).ok_or_else(outside)?;
            let high: (f64, f64) = level(east + 1, north).ok_or_else(outside)?;
            Ok(low.0 * x * y + high.1 * (x - f64::from(east)))
        }

        impl super::Chain {
            pub(in super::super) fn along(&self, x: f64, index: usize) -> f64 {
                let offset = self.offsets[index].map_or(0.0, |offset| offset * self.rate);
                (x * offset + self.rate).sin()
            }
        }
    }

    use steps::{Failure, shift};

    impl Chain {
        #[jacobian(wrt(x))]
        pub(super) fn total(&self, x: &[f64; 2], index: usize) -> Result<f64, Failure> {
            let first = shift(x[0], x[1])? * self.along(x[0], index);
            if x.is_sorted_by(|a, b| a * x[1] < b * x[0] * 2.0) {
                return Ok(first * x[1]);
            }
            Ok(first + self.along(x[1], index + 1))
        }
    }
}

#[test]
fn code_of_other_modules_keeps_self_and_closures_of_errors() {
    let chain = elsewhere::Chain {
        offsets: vec![Some(0.7), None, Some(-0.2)],
        rate: 1.3,
    };
    for index in [0, 1] {
        let plain = |x: &[f64; 2]| [chain.total(x, index).expect("inside")];
        let generated = |x: &[f64; 2]| {
            let (value, jacobian) = chain.total_with_jacobian(x, index).expect("inside");
            ([value], jacobian.to_dense())
        };
        crate::support::compare("total", [2.4, 3.3], plain, generated);
        crate::support::compare("total", [-2.4, 3.3], plain, generated);
    }
    for far in [[2.4, 13.3], [39.5, 0.4]] {
        let found = chain.total_with_jacobian(&far, 0).map(|(value, _)| value);
        assert_eq!(found, chain.total(&far, 0));
        assert!(found.is_err(), "{far:?}");
    }
}
