//! Traits and generics of the user's own: defaults, paths, references, lengths, other modules.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod tower {
    use jacobian_runtime::jacobian;
    use std::ops::{Add, AddAssign, Mul, MulAssign, Sub};

    pub(super) mod vectors {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(in super::super) struct Vector<const N: usize> {
            pub(in super::super) data: [f64; N],
        }

        impl<const N: usize> Vector<N> {
            pub(super) fn zero() -> Self {
                Self { data: [0.0; N] }
            }

            pub(super) fn dot(&self, other: &Self) -> f64 {
                let mut sum = 0.0;
                for i in 0..N {
                    sum += self.data[i] * other.data[i];
                }
                sum
            }

            pub(super) fn twice(&self) -> Self {
                let mut out = Self::zero();
                for i in 0..N {
                    out.data[i] = 2.0 * self.data[i];
                }
                out
            }
        }
    }

    use vectors::Vector;

    impl<const N: usize> Sub for Vector<N> {
        type Output = Vector<N>;
        fn sub(self, other: Self) -> Self::Output {
            let mut out = self;
            for (a, b) in out.data.iter_mut().zip(other.data) {
                *a -= b;
            }
            out
        }
    }

    pub(super) trait Norm {
        const SCALE: f64;
        fn norm2(&self) -> f64;
        fn norm(&self) -> f64 {
            self.norm2().sqrt() * Self::half()
        }
        fn half() -> f64 {
            0.5
        }
    }

    impl<const N: usize> Norm for Vector<N> {
        const SCALE: f64 = 3.0;
        fn norm2(&self) -> f64 {
            self.dot(self)
        }
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Pair(f64, f64);

    impl Norm for Pair {
        const SCALE: f64 = 1.5;
        fn norm2(&self) -> f64 {
            self.0 * self.0 + self.1 * self.1
        }
        fn half() -> f64 {
            Self::SCALE
        }
    }

    impl From<[f64; 2]> for Pair {
        fn from([a, b]: [f64; 2]) -> Self {
            Self(a, b)
        }
    }

    impl<'a> Add<&'a Pair> for &'a Pair {
        type Output = Pair;
        fn add(self, other: &Pair) -> Pair {
            Pair(self.0 + other.0, self.1 + other.1)
        }
    }

    impl Mul for Pair {
        type Output = f64;
        fn mul(self, other: Pair) -> f64 {
            self.0 * other.0 - self.1 * other.1
        }
    }

    impl Mul<f64> for Pair {
        type Output = Pair;
        fn mul(self, k: f64) -> Pair {
            Pair(self.0 * k, self.1 * k)
        }
    }

    impl MulAssign<f64> for Pair {
        fn mul_assign(&mut self, k: f64) {
            *self = *self * k;
        }
    }

    impl AddAssign<&Pair> for Pair {
        fn add_assign(&mut self, other: &Pair) {
            self.0 += other.0;
            self.1 += other.1;
        }
    }

    trait Squared {
        fn squared(self) -> Self;
    }

    impl Squared for f64 {
        fn squared(self) -> f64 {
            self * self
        }
    }

    struct Counter {
        total: Pair,
        steps: usize,
    }

    impl Counter {
        fn new() -> Self {
            Counter {
                total: Pair::default(),
                steps: 0,
            }
        }

        fn with(mut self, start: Pair) -> Self {
            self.total = start;
            self
        }

        fn push(&mut self, next: Pair) -> &mut Self {
            self.total += &next;
            self.steps += 1;
            self
        }
    }

    #[jacobian]
    pub(super) fn lengths(x: &[f64; 3], y: [f64; 2]) -> [f64; 4] {
        let v = Vector { data: *x };
        let w = Vector::<3>::zero();
        let u = Vector { data: y }.twice();
        [
            (v - v.twice()).dot(&v),
            v.norm() + w.dot(&v),
            Norm::norm2(&u),
            <Vector<2> as Norm>::norm(&u),
        ]
    }

    #[jacobian(wrt(x))]
    pub(super) fn pairs(x: &[f64; 2], k: f64) -> [f64; 6] {
        let a = Pair::from(*x);
        let b = &a + &Pair(k, 1.0);
        let mut c = Pair::default();
        c += &b;
        c *= x[0];
        let mut counter = Counter::new().with(c);
        counter.push(a).push(b * k);
        for i in 0..3 {
            counter.push(Pair(x[0] * i as f64, k));
        }
        let known = if counter.steps == 5 { 1.0 } else { 0.0 };
        [
            a * b,
            c.norm() * Pair::SCALE,
            x[1].squared() + k.squared(),
            counter.total.0 * known,
            counter.total.1,
            Pair::half() + Pair::norm2(&a),
        ]
    }
}

#[test]
fn lengths_of_generic_structs_are_those_of_their_values() {
    compare(
        "lengths",
        [0.7, 1.3, -0.4, 0.9, 0.2],
        |x| tower::lengths(&[x[0], x[1], x[2]], [x[3], x[4]]),
        |x| {
            let (value, jacobian) = tower::lengths_with_jacobian(&[x[0], x[1], x[2]], [x[3], x[4]]);
            (value, jacobian.to_dense())
        },
    );
}

#[test]
fn traits_give_defaults_operators_and_conversions() {
    compare(
        "pairs",
        [0.7, 1.3],
        |x| tower::pairs(x, 0.6),
        |x| {
            let (value, jacobian) = tower::pairs_with_jacobian(x, 0.6);
            (value, jacobian.to_dense())
        },
    );
}

/// A trait beside one of nalgebra, with a function that both have, for numbers by a macro.
#[jacobian]
mod by_macro {
    pub(super) trait Kernel: Copy + nalgebra::RealField {
        fn from_f64(value: f64) -> Self;
        fn exp(self) -> Self;
        fn raised(self, n: Self) -> Self;
    }

    macro_rules! kernel {
        ($($scalar:ty),+) => {$(
            impl Kernel for $scalar {
                fn from_f64(value: f64) -> Self {
                    2.0 * (value as $scalar)
                }
                fn exp(self) -> Self {
                    3.0 * <$scalar>::exp(self)
                }
                fn raised(self, n: Self) -> Self {
                    <$scalar>::powf(self, n)
                }
            }
        )+};
    }
    kernel!(f32, f64);

    #[jacobian]
    pub(super) fn rational<T: Kernel>(r: T, alpha: T) -> T {
        let u = <T as Kernel>::from_f64(1.0) + r / (<T as Kernel>::from_f64(2.0) * alpha);
        let of_field = <T as nalgebra::ComplexField>::exp(r);
        Kernel::exp(-alpha) * u.raised(-alpha) + of_field
    }
}

#[test]
fn a_macro_may_implement_a_trait_for_numbers() {
    compare(
        "macro",
        [0.7, 1.3],
        |x| [by_macro::rational(x[0], x[1])],
        |x| {
            let (value, jacobian) = by_macro::rational_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
}

/// Items of a trait that a type has as well, without the trait.
#[jacobian]
mod twice {
    pub(super) trait Law {
        const K: f64;
        fn value(&self) -> f64;
        fn made(k: f64) -> Self;
        fn doubled(&self) -> f64 {
            Self::value(self) * 2.0 + Self::K
        }
    }

    pub(super) struct Gas {
        a: f64,
    }

    impl Gas {
        const K: f64 = 5.0;
        fn value(&self) -> f64 {
            self.a * 10.0
        }
        fn made(k: f64) -> Self {
            Self { a: k }
        }
        fn other(&self) -> f64 {
            self.value() + Self::value(self) * Self::K
        }
    }

    impl Law for Gas {
        const K: f64 = 3.0;
        fn value(&self) -> f64 {
            self.a.sin()
        }
        fn made(k: f64) -> Self {
            Self { a: k * k }
        }
    }

    fn any<T: Law>(k: f64) -> f64 {
        let gas = T::made(k);
        T::value(&gas) + Law::value(&gas) * k + gas.doubled()
    }

    pub(super) trait Total {
        fn sum(&self) -> f64;
        fn sin(&self) -> f64;
    }

    // The first does what an iterator does, the second is not the one of a number.
    impl Total for [f64; 2] {
        fn sum(&self) -> f64 {
            self.iter().sum()
        }
        fn sin(&self) -> f64 {
            self[0].sin() * 2.0
        }
    }

    #[jacobian]
    pub(super) fn told(x: &[f64; 2]) -> f64 {
        let gas = Gas::made(x[0]);
        any::<Gas>(x[1]) + gas.other() * gas.doubled() + <Gas as Law>::K * x[0] + x.sum() * x.sin()
    }
}

#[test]
fn methods_of_a_type_do_not_hide_those_of_its_traits() {
    use twice::{told, told_with_jacobian};
    crate::support::check!(told with told_with_jacobian at [0.7, -1.3]);
}

/// Two traits give `f64` a constant of the same name, one of them in a module inside.
#[jacobian]
mod constants_of_traits {
    use std::ops::Mul;

    pub(super) mod inner {
        use std::ops::Mul;

        pub(super) trait Gain {
            const K: f64;
        }

        impl Gain for f64 {
            const K: f64 = 7.0;
        }

        pub(super) fn gained<T: Gain + Mul<f64, Output = f64>>(x: T) -> f64 {
            x * T::K
        }
    }

    pub(super) trait Scale {
        const K: f64;
    }

    impl Scale for f64 {
        const K: f64 = -3.0;
    }

    fn both<T: Scale + inner::Gain + Copy + Mul<f64, Output = f64>>(x: T) -> f64 {
        x * <T as Scale>::K * <T as inner::Gain>::K
    }

    fn scaled<T: Scale + Mul<f64, Output = f64>>(x: T) -> f64 {
        let k = T::K;
        x * k
    }

    #[jacobian]
    pub(super) fn product(x: &[f64; 2]) -> f64 {
        scaled(x[0]) * inner::gained(x[1] * x[0]) + both(x[1]) * <f64 as Scale>::K
    }
}

#[test]
fn a_constant_of_several_traits_is_that_of_the_bound() {
    use constants_of_traits::{product, product_with_jacobian};
    crate::support::check!(product with product_with_jacobian at [0.7, -1.3]);
}

/// A trait with the name of the one it requires, its default by `Self::zero()`, its method as a
/// function, comparisons of approx, and errors that have no value.
#[jacobian_runtime::jacobian]
mod namesake {
    pub(super) trait Float: num_traits::Float + approx::RelativeEq {
        fn sign(self) -> Self {
            if self == Self::zero() {
                Self::zero()
            } else {
                self.signum() * Self::one()
            }
        }

        fn bump(self) -> Self;
    }

    impl Float for f64 {
        fn bump(self) -> f64 {
            self * self + 1.0
        }
    }

    fn twice<T>(law: impl Fn(T) -> T, x: T) -> T {
        law(law(x))
    }

    fn bad<T>(why: impl Into<String>) -> Result<T, String> {
        Err(why.into())
    }

    fn unit(x: &[f64]) -> Result<Vec<f64>, String> {
        let norm = x.iter().map(|v| v * v).sum::<f64>().sqrt();
        if norm > 0.1 {
            Ok(x.iter().map(|v| v / norm).collect())
        } else {
            bad("too short")
        }
    }

    #[jacobian(scalar(T = f64))]
    pub(super) fn laws<T: Float>(x: &[T; 2]) -> T {
        assert!(!approx::relative_eq!(x[0], T::zero()), "zero");
        let half = T::from(0.5).unwrap();
        let signs = x.iter().copied().map(T::sign).fold(T::zero(), |a, b| a + b);
        twice(T::bump, x[0] * half) * (signs + T::one()) * x[1]
    }

    #[jacobian]
    pub(super) fn heading(x: &[f64; 2]) -> Result<[f64; 2], String> {
        let unit = unit(x)?;
        Ok([unit[0] * x[1], unit[1]])
    }
}

#[test]
fn a_trait_may_have_the_name_of_the_one_it_requires() {
    use namesake::{laws, laws_with_jacobian};
    crate::support::check!(laws with laws_with_jacobian at [0.7, -1.3]);
    crate::support::check!(laws with laws_with_jacobian at [-0.7, 0.3]);
}

#[test]
fn an_error_without_a_value_is_followed() {
    use namesake::{heading, heading_with_jacobian};
    crate::support::compare(
        "heading",
        [0.7, -1.3],
        |x| heading(x).unwrap(),
        |x| {
            let (value, jacobian) = heading_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    let short = heading_with_jacobian(&[0.0, 0.05]);
    assert_eq!(short.map(|(value, _)| value), heading(&[0.0, 0.05]));
}
