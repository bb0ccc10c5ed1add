//! Types of other crates with the names of types of nalgebra, which their `use` tells apart, and
//! calls of the user's own that nothing active goes into.

use jacobian_runtime::jacobian;

use crate::support::compare;

/// What another crate would give.
pub(crate) mod other {
    #[derive(Clone, Copy)]
    pub(crate) struct Vector3<T> {
        pub(crate) x: T,
        pub(crate) y: T,
        pub(crate) z: T,
    }

    impl Vector3<f64> {
        pub(crate) const fn new(x: f64, y: f64, z: f64) -> Self {
            Self { x, y, z }
        }

        pub(crate) fn length(&self) -> f64 {
            (self.x * self.x + self.y * self.y + self.z * self.z).sqrt()
        }
    }

    /// A number.
    pub(crate) trait Number {
        fn from_days(days: f64) -> Self;
    }

    impl Number for f64 {
        fn from_days(days: f64) -> Self {
            days
        }
    }

    impl Number for f32 {
        fn from_days(_: f64) -> Self {
            0.0
        }
    }
}

#[jacobian]
mod mixed {
    use another_crate::names_alike::other::Vector3;
    use nalgebra::{Matrix2 as M2, Vector2 as V2};

    #[jacobian(wrt(a.x, a.y, a.z))]
    pub(super) fn pitch(a: Vector3<f64>) -> f64 {
        let up = Vector3::new(1.0, 2.0, 2.0);
        (-a.x).atan2((a.y * a.y + a.z * a.z).sqrt()) * up.length()
    }

    #[jacobian]
    pub(super) fn turned(m: &M2<f64>, v: V2<f64>) -> f64 {
        (m * v).norm() + V2::new(v.y, v.x * v.x).dot(&v)
    }
}

#[test]
fn the_use_of_a_name_says_whose_it_is() {
    compare(
        "pitch",
        [0.3, 0.8, -0.4],
        |x| [mixed::pitch(other::Vector3::new(x[0], x[1], x[2]))],
        |x| {
            let of = other::Vector3::new(x[0], x[1], x[2]);
            let (value, jacobian) = mixed::pitch_with_jacobian(of);
            ([value], jacobian.to_dense())
        },
    );
    let parts = |x: &[f64; 6]| {
        let v = nalgebra::Vector2::new(x[4], x[5]);
        (nalgebra::Matrix2::new(x[0], x[2], x[1], x[3]), v)
    };
    compare(
        "turned",
        [0.3, 0.8, -0.4, 1.2, 0.7, -0.6],
        |x| [mixed::turned(&parts(x).0, parts(x).1)],
        |x| {
            let (m, v) = parts(x);
            let (value, jacobian) = mixed::turned_with_jacobian(&m, v);
            ([value], jacobian.to_dense())
        },
    );
}

#[jacobian]
mod dated {
    use super::other::Number;

    #[derive(Clone, Copy)]
    pub(super) enum Convention {
        Actual,
        Thirty,
    }

    impl Convention {
        fn fraction<T: Number>(&self, from: i64, to: i64) -> T {
            let days = (to - from) as f64;
            match self {
                Self::Actual => T::from_days(days / 365.0),
                Self::Thirty => T::from_days(days / 360.0),
            }
        }
    }

    pub(super) struct Bond {
        pub(super) spot: f64,
        pub(super) rate: f64,
        pub(super) from: Option<i64>,
        pub(super) to: Option<i64>,
        pub(super) convention: Option<Convention>,
    }

    impl Bond {
        fn convention(&self) -> Option<Convention> {
            self.convention
        }

        fn time(&self) -> f64 {
            match (self.from, self.to) {
                (Some(from), Some(to)) => self
                    .convention()
                    .unwrap_or(Convention::Actual)
                    .fraction(from, to),
                _ => f64::NAN,
            }
        }

        #[jacobian(wrt(self.spot, self.rate))]
        pub(super) fn forward(&self) -> f64 {
            let time = self.time();
            self.spot * (self.rate * time).exp() + time
        }
    }

    /// The scalar of a trait in sight, with constants that only its methods make.
    pub(super) trait Scalar: Copy {
        fn zero() -> Self;
        fn lifted(v: f64) -> Self;
        fn added(self, other: Self) -> Self;
        fn scaled(self, other: Self) -> Self;
    }

    impl Scalar for f64 {
        fn zero() -> Self {
            0.0
        }
        fn lifted(v: f64) -> Self {
            v
        }
        fn added(self, other: Self) -> Self {
            self + other
        }
        fn scaled(self, other: Self) -> Self {
            self * other
        }
    }

    #[jacobian(wrt(rate, x), scalar(T = f64), dim(x = 2))]
    pub(super) fn summed<T: Scalar>(
        mut discount: impl FnMut(f64) -> Result<T, String>,
        rate: f64,
        step: f64,
        x: &[T],
    ) -> Result<Vec<T>, String> {
        let mut state = T::zero();
        let mut total = T::zero();
        let mut all = Vec::new();
        for (k, &each) in x.iter().enumerate() {
            total = total
                .added(state.scaled(T::lifted(step)))
                .scaled(T::lifted(rate));
            state = state.scaled(T::lifted(rate * rate)).added(each);
            let factor = discount(k as f64)?;
            all.push(factor.scaled(T::lifted(-1.0)).added(total.added(state)));
        }
        Ok(all)
    }
}

#[test]
fn calls_without_active_values_are_the_users_own() {
    use dated::{Bond, Convention};
    for (to, convention) in [
        (Some(500), None),
        (Some(500), Some(Convention::Thirty)),
        (Some(90), Some(Convention::Actual)),
    ] {
        let bond = |x: &[f64; 2]| Bond {
            spot: x[0],
            rate: x[1],
            from: Some(10),
            to,
            convention,
        };
        compare(
            "forward",
            [1.2, 0.3],
            |x| [bond(x).forward()],
            |x| {
                let (value, jacobian) = bond(x).forward_with_jacobian();
                ([value], jacobian.to_dense())
            },
        );
    }
    let discount = |t: f64| Ok(1.0 / (1.0 + t));
    compare(
        "summed",
        [0.4, 0.7, -0.3],
        |x| {
            let all = dated::summed(discount, x[0], 0.5, &x[1..]).unwrap();
            [all[0], all[1]]
        },
        |x| {
            let (all, jacobian) =
                dated::summed_with_jacobian(discount, x[0], 0.5, &x[1..]).unwrap();
            ([all[0], all[1]], jacobian.to_dense())
        },
    );
}

#[jacobian]
mod filters {
    use num_complex::Complex64;
    use num_traits::Pow;

    pub(super) struct Filter {
        pub(super) zeros: Vec<f64>,
        pub(super) poles: Vec<f64>,
    }

    fn degree(of: &Filter) -> Result<usize, String> {
        let degree = of.poles.len() as i64 - of.zeros.len() as i64;
        if degree < 0 {
            return Err("more zeros than poles".to_owned());
        }
        Ok(degree as usize)
    }

    #[jacobian(wrt(w), dim(of.zeros = 1, of.poles = 3))]
    pub(super) fn moved(of: &Filter, w: f64) -> Result<Vec<f64>, String> {
        let degree = degree(of)?;
        let z = Complex64::new(w, 0.5);
        let mut all = vec![
            z.pow(2.0_f64).re,
            (&z).pow(3_i32).im,
            z.pow(z).re,
            w.pow(1.5_f64),
            w.pow(2_i32),
        ];
        all.append(&mut vec![w * of.poles[0]; degree]);
        Ok(all)
    }
}

#[test]
fn powers_by_a_trait_and_lists_of_a_known_degree() {
    let of = filters::Filter {
        zeros: vec![0.2],
        poles: vec![0.1, 0.3, 0.5],
    };
    let seven = |all: Vec<f64>| <[f64; 7]>::try_from(all).unwrap();
    compare(
        "moved",
        [0.8],
        |x| seven(filters::moved(&of, x[0]).unwrap()),
        |x| {
            let (all, jacobian) = filters::moved_with_jacobian(&of, x[0]).unwrap();
            (seven(all), jacobian.to_dense())
        },
    );
}

/// A parameter that is a function has the name of another function of the module.
#[jacobian]
mod handed_on {
    fn g(x: f64) -> f64 {
        x + 100.0
    }

    fn guarded(x: f64) -> Option<f64> {
        (x > -0.7).then(|| (x + 1.5).ln())
    }

    fn guarded_or_zero(x: f64) -> f64 {
        guarded(x).unwrap_or(0.0)
    }

    fn lift(x: f64, g: impl Fn(f64) -> f64) -> f64 {
        g(x) + g(x * 0.5)
    }

    #[jacobian(wrt(x))]
    pub(super) fn lifted(x: &[f64; 2], data: &[f64]) -> f64 {
        let mut sum = x[1];
        for p in data {
            sum += lift(*p, guarded_or_zero) * sum.sin();
        }
        sum * g(x[0])
    }
}

#[test]
fn a_function_that_is_handed_on_keeps_its_meaning() {
    let data = [0.3, -0.9, 1.2];
    compare(
        "lifted",
        [0.7, 1.3],
        |x| [handed_on::lifted(x, &data)],
        |x| {
            let (value, jacobian) = handed_on::lifted_with_jacobian(x, &data);
            ([value], jacobian.to_dense())
        },
    );
}
