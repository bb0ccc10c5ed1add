//! Code of public crates. Options choose the types of `impl Trait` arguments and type parameters.
//! Inclusive ranges are values, and a module exports type aliases again.

use std::ops::RangeInclusive;

use crate::support::compare;

/// Which numbers an argument of any type has, its type says: `scalar(a = Lab)`.
#[jacobian_runtime::jacobian]
mod colours {
    pub(super) trait ToLab {
        fn to_lab(&self) -> (f64, f64, f64);
    }

    impl<T: ToLab> ToLab for &T {
        fn to_lab(&self) -> (f64, f64, f64) {
            (*self).to_lab()
        }
    }

    impl ToLab for (f64, f64, f64) {
        fn to_lab(&self) -> (f64, f64, f64) {
            *self
        }
    }

    pub(super) struct Grey {
        pub(super) l: f64,
    }

    impl ToLab for Grey {
        fn to_lab(&self) -> (f64, f64, f64) {
            (self.l * self.l, 0.5, self.l)
        }
    }

    #[jacobian(scalar(a = (f64, f64, f64), b = Grey), wrt(a, b))]
    pub(super) fn distance(a: impl ToLab, b: &impl ToLab) -> f64 {
        let a = a.to_lab();
        let b = b.to_lab();
        ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2) + (a.2 - b.2).powi(2)).sqrt()
    }

    #[jacobian(scalar(gain = f64), wrt(x, gain))]
    pub(super) fn scaled(x: f64, gain: impl Into<f64>) -> f64 {
        let gain: f64 = gain.into();
        x.exp() * gain
    }
}

#[test]
fn an_option_chooses_the_type_of_an_impl_trait_argument() {
    use colours::{Grey, distance, distance_with_jacobian, scaled, scaled_with_jacobian};
    compare(
        "distance",
        [0.7, 0.3, -0.2, 1.4],
        |x| [distance((x[0], x[1], x[2]), &Grey { l: x[3] })],
        |x| {
            let (value, jacobian) = distance_with_jacobian((x[0], x[1], x[2]), &Grey { l: x[3] });
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "scaled",
        [0.7, 1.3],
        |x| [scaled(x[0], x[1])],
        |x| {
            let (value, jacobian) = scaled_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
}

/// A trait with an argument, implemented for one type twice, and methods of numbers with a type
/// parameter of their own.
#[jacobian_runtime::jacobian]
mod bases {
    pub(super) trait Basis<T> {
        const STEP: usize;
        const WEIGHTS: [T; 2];
    }

    pub(super) struct Bezier;

    impl Basis<f64> for Bezier {
        const STEP: usize = 3;
        const WEIGHTS: [f64; 2] = [0.25, 0.75];
    }

    impl Basis<f32> for Bezier {
        const STEP: usize = 3;
        const WEIGHTS: [f32; 2] = [0.25, 0.75];
    }

    pub(super) trait Power {
        const N: i32;
    }

    pub(super) struct Cubic;

    impl Power for Cubic {
        const N: i32 = 3;
    }

    pub(super) trait Raised: Sized {
        fn raised<P: Power>(self) -> Self;
        fn twice<P: Power>(self, k: Self) -> Self;
    }

    impl Raised for f64 {
        fn raised<P: Power>(self) -> Self {
            self.powi(P::N) * f64::from(P::N)
        }

        #[jacobian(scalar(P = Cubic))]
        fn twice<P: Power>(self, k: Self) -> Self {
            self.raised::<P>() * k.raised::<P>()
        }
    }

    #[jacobian(scalar(B = Bezier))]
    pub(super) fn blend<B: Basis<f64>>(x: f64, y: f64) -> f64 {
        let [a, b] = B::WEIGHTS;
        (a * x + b * y.sin()) * B::STEP as f64
    }
}

#[test]
fn items_of_a_type_parameter_are_those_of_its_trait() {
    use bases::{Bezier, Cubic, Raised, blend, blend_with_jacobian, twice_with_jacobian};
    compare(
        "blend",
        [0.7, 1.3],
        |x| [blend::<Bezier>(x[0], x[1])],
        |x| {
            let (value, jacobian) = blend_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "twice",
        [0.7, 1.3],
        |x| [x[0].twice::<Cubic>(x[1])],
        |x| {
            let (value, jacobian) = twice_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
}

/// `a..=b` of active numbers.
#[jacobian_runtime::jacobian]
mod bounds {
    use std::ops::RangeInclusive;

    pub(super) struct Bounds {
        x: Option<RangeInclusive<f64>>,
    }

    impl Bounds {
        const fn new(x: Option<RangeInclusive<f64>>) -> Self {
            Self { x }
        }

        pub(super) fn x(&self) -> &Option<RangeInclusive<f64>> {
            &self.x
        }
    }

    pub(super) struct Projection {
        pub(super) scale: f64,
        pub(super) bounds: Bounds,
    }

    #[jacobian]
    pub(super) fn projection(mu: f64, gamma: f64) -> Projection {
        let edge = (mu + 1.0) / (mu * gamma.cos());
        let bounds = if mu > 1.0 {
            Bounds::new(Some(-edge..=edge))
        } else {
            Bounds::new(None)
        };
        Projection {
            scale: mu * mu,
            bounds,
        }
    }

    #[jacobian]
    pub(super) fn clamped(x: f64, y: f64) -> [f64; 2] {
        let range = -y..=y * 2.0;
        let held = if range.contains(&x) {
            x * x
        } else if x < *range.start() {
            *range.start()
        } else {
            *range.end() * x
        };
        let (low, high) = range.into_inner();
        [held, low * high]
    }
}

#[test]
fn inclusive_ranges_of_active_numbers_are_values() {
    use bounds::{clamped, clamped_with_jacobian, projection, projection_with_jacobian};
    let rows = |found: &bounds::Projection| match found.bounds.x() {
        Some(range) => [found.scale, *range.start(), *range.end()],
        None => [found.scale, 0.0, 0.0],
    };
    assert_eq!(
        projection(1.35, 0.2)
            .bounds
            .x()
            .clone()
            .map(RangeInclusive::into_inner),
        projection_with_jacobian(1.35, 0.2)
            .0
            .bounds
            .x()
            .clone()
            .map(RangeInclusive::into_inner),
    );
    for at in [[1.35, 0.2], [0.7, 0.3]] {
        compare(
            "projection",
            at,
            |x| rows(&projection(x[0], x[1])),
            |x| {
                let (value, jacobian) = projection_with_jacobian(x[0], x[1]);
                (rows(&value), jacobian.to_dense())
            },
        );
    }
    for at in [[0.5, 0.7], [-2.5, 0.7], [2.5, 0.7]] {
        compare(
            "clamped",
            at,
            |x| clamped(x[0], x[1]),
            |x| {
                let (value, jacobian) = clamped_with_jacobian(x[0], x[1]);
                (value, jacobian.to_dense())
            },
        );
    }
}

/// Aliases by `pub use` of `pub use`.
#[jacobian_runtime::jacobian]
mod passed {
    mod errors {
        #[derive(Debug)]
        pub(in crate::chosen_arguments) struct Negative;
        pub(in crate::chosen_arguments) type Outcome<T> = Result<T, Negative>;
        pub(in crate::chosen_arguments) type Number = f64;
    }

    pub(super) mod prelude {
        pub(in crate::chosen_arguments) use self::super::errors::Outcome as Found;
        pub(in crate::chosen_arguments) use super::errors::{Negative, Number};
    }

    pub(super) mod laws {
        use super::prelude::{Found, Negative, Number};

        #[jacobian]
        pub(in crate::chosen_arguments) fn root(x: Number, k: f64) -> Found<f64> {
            if x < 0.0 {
                return Err(Negative);
            }
            let root: Number = x.sqrt();
            Ok(root * k)
        }
    }
}

#[test]
fn aliases_that_a_module_passes_on_are_read() {
    use passed::laws::{root, root_with_jacobian};
    compare(
        "root",
        [0.7, 1.3],
        |x| [root(x[0], x[1]).expect("positive")],
        |x| {
            let (value, jacobian) = root_with_jacobian(x[0], x[1]).expect("positive");
            ([value], jacobian.to_dense())
        },
    );
    assert!(root_with_jacobian(-1.0, 1.0).is_err());
}
