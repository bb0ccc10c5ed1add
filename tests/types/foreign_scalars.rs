//! Generic scalars with bounds of other crates, or of the user's own: what is generated is of
//! `f64`.

use std::ops::{Add, Mul, Sub};

use jacobian_runtime::jacobian;
use nalgebra::{RealField, Vector3};
use num_traits::{Float, FloatConst, FromPrimitive, One, Zero};

use crate::support::{check, compare};

const AT: [f64; 2] = [0.7, 1.3];

#[jacobian]
fn of_float<T: Float + FloatConst>(x: &[T; 2]) -> [T; 2] {
    let two = T::from(2.0).unwrap();
    let half = T::from(1).expect("a number") / two;
    let start = T::zero().max(T::epsilon());
    [
        (x[0].powi(3) * half + T::one()).sqrt() * T::PI() - start,
        <T as Float>::max_value().recip() + x[0].atan2(x[1] * T::FRAC_PI_4()),
    ]
}

#[jacobian(wrt(x))]
fn inactive_numbers<T>(x: &[T; 2], k: T, n: usize) -> [T; 2]
where
    T: Float + FromPrimitive,
{
    let scale = T::from_usize(n).unwrap() * k + T::one();
    let limit = if k > T::zero() {
        T::infinity()
    } else {
        T::from_f64(1.5).unwrap()
    };
    [x[0] * scale, (x[1] * x[0]).min(limit)]
}

#[jacobian]
fn operators_only<T>(x: [T; 2]) -> [T; 1]
where
    T: Copy + Add<Output = T> + Mul<Output = T> + Sub<Output = T>,
{
    [x[0] * x[1] - x[0] * (x[0] + x[1])]
}

#[jacobian]
fn zeros_and_ones<T: Copy + Zero + One + Sub<Output = T>>(x: &[T; 2]) -> [T; 1] {
    let mut product = T::one();
    let mut sum = T::zero();
    for v in x {
        product = product * *v;
        sum = sum + *v;
    }
    [product - sum]
}

#[jacobian(prefix = of_field)]
fn of_real_field<T: RealField + Copy>(x: &[T; 2]) -> [T; 2] {
    let r = Vector3::new(x[0], x[1], T::one());
    [
        r.norm() * nalgebra::convert::<f64, T>(0.25),
        T::two_pi() * x[0].sin() + x[1].exp() / T::pi(),
    ]
}

trait Mine: Copy + Mul<Output = Self> {}
impl Mine for f32 {}

#[jacobian(scalar(S = f32))]
fn of_mine<S: Mine>(x: [S; 2]) -> S {
    x[0] * x[1] * x[1]
}

#[jacobian]
mod helpers {
    use jacobian_runtime::jacobian;
    use num_traits::Float;

    fn smooth<T: Float>(v: T) -> T {
        let tiny = T::from(1e-3).unwrap();
        (v * v + tiny).sqrt() + T::zero()
    }

    fn lerp<T>(a: T, b: T, t: T) -> T
    where
        T: Copy + std::ops::Sub<Output = T> + std::ops::Add<Output = T> + std::ops::Mul<Output = T>,
    {
        a + (b - a) * t
    }

    #[jacobian]
    pub(super) fn used(x: &[f64; 2]) -> [f64; 1] {
        [smooth(x[0]) * lerp(x[0], x[1], 0.3)]
    }
}

#[test]
fn scalars_of_other_traits_are_doubles() {
    for at in [AT, [-0.3, 2.0]] {
        crate::support::compare(
            "operators",
            at,
            |x| operators_only(*x),
            |x| {
                let (value, jacobian) = operators_only_with_jacobian(*x);
                (value, jacobian.to_dense())
            },
        );
        check!(zeros_and_ones with zeros_and_ones_with_jacobian at at);
        check!(of_real_field with of_field_with_jacobian at at);
        for k in [0.8, -2.0] {
            check!(inactive_numbers with inactive_numbers_with_jacobian at at; k, 3);
        }
    }
    check!(of_float with of_float_with_jacobian at AT);
    let (value, jacobian) = of_mine_with_jacobian([2.0_f32, 3.0]);
    assert_eq!((value, jacobian.to_dense()), (18.0, [[9.0, 12.0]]));
    let (value, jacobian) = helpers::used_with_jacobian(&AT);
    let [x, y] = AT;
    let root = (x * x + 1e-3).sqrt();
    assert_eq!(value, [root * (x + (y - x) * 0.3)]);
    let [by_x, by_y] = jacobian.to_dense()[0];
    approx::assert_relative_eq!(by_x, x / root * (x + (y - x) * 0.3) + root * 0.7);
    approx::assert_relative_eq!(by_y, root * 0.3);
}

/// A trait whose functions have the names of those of num-traits, which it requires.
#[jacobian]
mod of_their_own {
    use jacobian_runtime::jacobian;
    use num_traits::Float;

    pub(super) trait Number: Float {
        const TWO: Self;
        fn from_f64(value: f64) -> Self;
        fn to_f64(self) -> f64;
        fn from_half(value: f64) -> Self;
    }

    impl Number for f64 {
        const TWO: f64 = 2.0;
        fn from_f64(value: f64) -> f64 {
            3.0 * value
        }
        fn to_f64(self) -> f64 {
            self * self
        }
        fn from_half(value: f64) -> f64 {
            value / Self::TWO
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn by_path<S: Number>(x: &[S; 2], k: S) -> [S; 2] {
        let opaque = S::from_f64((k.to_f64() * 0.5).sin());
        [
            x[0] * opaque * S::TWO + S::from_f64(x[1].to_f64()) * S::from_f64(0.5),
            <S as Number>::from_half(x[0].to_f64().cos()) + S::from_half(0.25),
        ]
    }

    #[jacobian]
    pub(super) fn of_the_scalar(x: &[f64; 2]) -> [f64; 2] {
        [f64::from_half(x[0] * x[1]), f64::to_f64(x[1]).max(x[0])]
    }
}

#[test]
fn functions_of_a_trait_in_sight_come_before_those_of_num_traits() {
    use of_their_own::*;
    for at in [AT, [-1.5, 0.4]] {
        check!(by_path with by_path_with_jacobian at at; 0.8);
        check!(of_the_scalar with of_the_scalar_with_jacobian at at);
    }
}

/// Crates under other names, one of which the module does not see.
#[jacobian]
mod renamed {
    use jacobian_runtime::jacobian;
    use libnum::FromPrimitive;
    use num_traits as nt;

    #[jacobian]
    pub(super) fn of_other_names<T: nt::Float + FromPrimitive>(x: &[T; 2]) -> T {
        let scale = nt::cast::<f64, T>(2.5).unwrap() + T::one();
        x[0].sin() * scale + x[1] * FromPrimitive::from_usize(3).unwrap()
    }
}

/// Conversions of active numbers to other types, which decide and choose.
#[jacobian]
mod converted {
    use jacobian_runtime::jacobian;
    use num_traits::{Float, ToPrimitive};

    #[jacobian]
    pub(super) fn count<T: Float>(x: &[T; 2]) -> T {
        let n = x[0].sqrt().floor().to_usize().unwrap();
        let mut sum = T::zero();
        for k in 1..=n {
            let k = T::from(k).unwrap();
            sum = sum + (x[1] * k.ln()).cos() / k.sqrt();
        }
        sum * x[0].to_f64().map_or(x[0], |v| T::from(v).unwrap())
    }

    #[jacobian(dim(x = 2))]
    pub(super) fn chosen<T: Float>(x: &[T]) -> Option<T> {
        let i = num_traits::cast::<T, i32>(x[0] - T::one())?;
        let j = ToPrimitive::to_u8(&x[1]).unwrap_or(1);
        Some(x[i as usize] * x[j as usize] * x[0])
    }

    /// The operand of a conversion stays one operand.
    #[jacobian(wrt(x))]
    pub(super) fn of_sums<T: Float>(x: &[T; 2], n: usize) -> T {
        let weight = T::from(n - 1).unwrap() / T::from(2 * n + 1).unwrap();
        let shifted = num_traits::cast::<usize, T>(n / 2 - 1).unwrap();
        x[0] * weight - x[1] / T::from(if n > 3 { n } else { n + 1 }).unwrap() * shifted
    }

    #[jacobian]
    pub(super) fn of_doubles(x: &[f64; 2]) -> f64 {
        let mut product = x[1];
        for _ in 0..x[0].to_u32().unwrap_or(0) {
            product *= x[1];
        }
        product + x[0].to_i64().map_or(0.0, |k| k as f64 * x[1])
    }
}

#[test]
fn numbers_become_integers_as_in_num_traits() {
    use converted::*;
    use renamed::*;
    for at in [[4.5, 0.7], [30.2, 1.3]] {
        check!(count with count_with_jacobian at at);
        check!(of_doubles with of_doubles_with_jacobian at at);
        check!(of_sums with of_sums_with_jacobian at at; 5);
        let x = at.map(|v| v.min(1.9));
        compare(
            "chosen",
            x,
            |x| [chosen(x).unwrap()],
            |x| {
                let (value, jacobian) = chosen_with_jacobian(x).unwrap();
                ([value], jacobian.to_dense())
            },
        );
        check!(of_other_names with of_other_names_with_jacobian at at);
    }
    for none in [f64::NAN, 2_147_483_649.0, -2_147_483_648.0] {
        assert!(chosen(&[none, 0.0]).is_none() && chosen_with_jacobian(&[none, 0.0]).is_none());
    }
}

/// `Real` of num-traits is a trait of numbers, and so is one by the path of a renamed crate.
#[jacobian]
mod two_parameters {
    extern crate nalgebra as na;
    use na::{Translation3, Vector3};
    use num_traits::real::Real;
    use std::ops::{Add, Mul};

    #[jacobian]
    #[jacobian(wrt(first, second), prefix = by_ends)]
    #[jacobian(wrt(factor), scalar(T = f64, R = f64), prefix = by_factor)]
    pub(super) fn lerp<T, R>(first: T, second: T, factor: R) -> T
    where
        T: Add<Output = T> + Mul<R, Output = T>,
        R: Real,
    {
        first * (R::one() - factor) + second * factor
    }

    #[jacobian]
    pub(super) fn moved(x: &[f64; 3]) -> [f64; 3] {
        let by = Translation3::new(x[1], 2.0, x[2] * x[0]);
        (by.vector + Vector3::from(*x)).into()
    }
}

/// The type of the variables is `f64`, and the other stays a parameter.
#[jacobian(wrt(x))]
fn beside_another<R: jacobian_runtime::Real>(x: f64, k: &[R]) -> f64 {
    x * x * k.len() as f64
}

#[test]
fn a_function_may_have_two_parameters_of_numbers() {
    use two_parameters::*;
    for at in [[0.7, 1.3, 0.4], [-2.0, 0.5, 1.2]] {
        let [first, second, factor] = at;
        let rows = [[1.0 - factor, factor, second - first]];
        let (value, jacobian) = lerp_with_jacobian(first, second, factor);
        assert_eq!(value, lerp(first, second, factor));
        assert_eq!(jacobian.to_dense(), rows);
        let jacobian = by_ends_jacobian(first, second, factor);
        assert_eq!(jacobian.to_dense(), [[rows[0][0], rows[0][1]]]);
        let jacobian = by_factor_jacobian(first, second, factor);
        assert_eq!(jacobian.to_dense(), [[rows[0][2]]]);
        check!(moved with moved_with_jacobian at at);
    }
    let jacobian = beside_another_jacobian(1.5, &[1.0_f32; 2]);
    assert_eq!(jacobian.to_dense(), [[6.0]]);
}
