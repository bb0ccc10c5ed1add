//! Methods, constants and conversions of other people's traits, against the crates themselves.
//!
//! The functions are generic, so that their values are computed by the traits of num-traits, simba
//! and num-dual. What is generated is of `f64`, and its value must be the same bit for bit.

use std::ops::{Add, Mul};

use jacobian_runtime::jacobian;
use nalgebra::{ComplexField, RealField, SimdRealField, Vector3};
use num_dual::DualNum;
use num_traits::{Float, FloatConst, FromPrimitive, NumCast, One, Signed, ToPrimitive, Zero};

use crate::support::check;

const AT: [[f64; 2]; 3] = [[0.7, 1.3], [-0.4, 0.6], [2.5, -1.5]];

#[jacobian]
fn conversions<T: Float + FromPrimitive>(x: &[T; 2]) -> [T; 3] {
    let two: T = NumCast::from(2.0).unwrap();
    let half: T = num_traits::cast(0.5).unwrap();
    let zero: T = Zero::zero();
    let three = <T as NumCast>::from(3).expect("fits");
    let many = T::from_usize(x.len()).unwrap_or(zero);
    let quarter = T::from_f32(0.25).unwrap_or_else(T::one);
    [
        two * x[0] * half + zero - three * x[1] * num_traits::one(),
        x[0] * x[1] * many * T::from_i32(-3).unwrap() + T::from_u8(7).unwrap(),
        x[1] * quarter * T::from(1e-3_f32).unwrap() + T::neg_zero() + x[0] * One::one(),
    ]
}

#[jacobian]
fn from_doubles<T>(x: &[T; 2]) -> [T; 2]
where
    T: Copy + From<f64> + Into<f64> + Add<Output = T> + Mul<Output = T>,
{
    let two: T = 2.0.into();
    let half = <T as From<f64>>::from(0.5);
    [
        two * x[0] * x[1] + T::from(0.25),
        half * x[1] * (-1.5).into(),
    ]
}

#[jacobian]
fn by_paths<T: Float + FloatConst + Signed>(x: &[T; 2]) -> [T; 4] {
    let biggest = x.iter().copied().fold(T::neg_infinity(), Float::max);
    [
        Float::max(x[0], x[1]) * Float::exp(x[0]) + <T as Float>::cos(x[1]),
        T::sin(x[0]) * FloatConst::PI() + Float::powi(x[1], 3) - Float::epsilon(),
        Signed::abs(&x[0]) + Signed::signum(&x[1]) * x[1] + biggest * T::TAU(),
        Float::mul_add(x[0], x[1], T::SQRT_2()) - Float::hypot(x[0], x[1]),
    ]
}

#[jacobian]
fn free_functions<T: Float + Signed>(x: &[T; 2]) -> [T; 3] {
    let (zero, one) = (T::zero(), T::one());
    [
        num_traits::clamp(x[0], zero, one) * num_traits::pow(x[1], 3)
            + num_traits::pow(x[0], 6) * x[1],
        num_traits::abs(x[0]) * num_traits::signum(x[1]) + num_traits::clamp_min(x[1], zero) * x[0],
        nalgebra::clamp(x[0], zero, one) * x[1] + num_traits::abs_sub(x[0], x[1]),
    ]
}

/// Questions about values, active ones and others.
#[jacobian(wrt(x))]
fn questions<T: Float>(x: &[T; 2], k: T, steps: &[T; 2]) -> T {
    let is_flat = x[0].is_zero() || x[1].is_one();
    let n = k.to_f64().unwrap();
    if is_flat || k.is_zero() || steps.iter().any(|step| step.is_zero()) {
        x[0] + x[1]
    } else if x[1].is_sign_negative() {
        x[0] * x[1] * k
    } else {
        x[0] * T::from(n).unwrap() - x[1] * x[1]
    }
}

#[jacobian]
fn of_fields<T: RealField>(x: &[T; 2]) -> [T; 5] {
    let [a, b] = x.clone();
    let (modulus, argument) = b.clone().to_polar();
    let (sinh, cosh) = a.clone().sinh_cosh();
    [
        a.clone().modulus() * b.clone().norm1() + a.clone().modulus_squared(),
        a.clone().scale(b.clone()) + b.clone().unscale(T::from_f64(3.0).unwrap()) + argument,
        a.clone().sinc() + b.clone().sinhc() * modulus + a.clone().cosc() - b.clone().real(),
        sinh * b.clone().conjugate()
            + cosh * a.clone().imaginary()
            + a.clone().abs().powc(b.clone()),
        a.clone().clamp(T::zero(), T::one()) * b.clone().signum()
            + b.clone().to_exp().0 * a.clone()
            + a.clone().select(a.clone() > b, a.sin()),
    ]
}

#[jacobian]
fn of_complex_fields<T: ComplexField>(x: &[T; 2]) -> [T; 2] {
    let length: T::RealField = x[0].clone().modulus();
    let one = T::RealField::one();
    let half = <T as ComplexField>::RealField::from_f64(0.5).unwrap();
    let shifted = T::from_real(length * half + one);
    [
        shifted * x[1].clone().sqrt() + ComplexField::powi(x[0].clone(), 2),
        nalgebra::convert::<f64, T>(1.5)
            * ComplexField::conjugate(x[0].clone())
            * x[1].clone().exp(),
    ]
}

#[jacobian]
fn roots<T: RealField + Copy>(x: &[T; 2]) -> Option<[T; 1]> {
    let root = x[0].try_sqrt()?;
    let limit = T::max_value().unwrap();
    Some([root * x[1].min(limit) * T::from_subset(&2.0) + T::frac_pi_2() * T::two_pi()])
}

#[jacobian]
fn of_simd<T: SimdRealField + Copy>(x: &[T; 2]) -> [T; 2] {
    let two = T::one() + T::one();
    [
        x[0].simd_sin() * x[1].simd_abs() + T::simd_pi() * x[0] * two,
        x[0].simd_max(x[1]).simd_powi(2) + x[1].simd_modulus_squared(),
    ]
}

#[jacobian]
fn of_duals<D: DualNum<Primitive = f64> + Copy>(x: &[D; 2]) -> [D; 3] {
    let half = D::from(0.5);
    [
        x[0].powi(2) * 2.0 + x[1].sin() * half + D::one() - x[0].recip() * 3.0,
        x[0].abs().powd(x[1]) + (x[1] - x[0].re()).exp() * D::from(0.1),
        x[0].inv() * x[1].sph_j0() + x[1].mul_add(x[0], half) + x[0].abs_sub(&x[1]),
    ]
}

/// The same functions in other words: by value and by reference.
#[jacobian]
fn of_references<T>(x: &[T; 2]) -> [T; 2]
where
    T: Clone + num_traits::Num,
    for<'a> &'a T: Mul<&'a T, Output = T> + Add<T, Output = T>,
{
    let product = &x[0] * &x[1];
    [&x[0] + product.clone(), &product * &x[1]]
}

#[jacobian]
fn with_vectors<T: RealField + Copy>(x: &Vector3<T>) -> [T; 2] {
    let axis = Vector3::new(T::zero(), T::one(), nalgebra::convert(2.0));
    let unit = x.scale(T::one() / x.norm());
    [
        unit.dot(&axis),
        x.cross(&axis).norm_squared() + x.x.modulus(),
    ]
}

#[jacobian]
fn of_reals<T: num_traits::real::Real + ToPrimitive>(x: &[T; 2]) -> T {
    x[0].sin() * x[1].powi(2) + T::from(0.5).unwrap() * T::one() - T::epsilon()
}

#[test]
fn numbers_of_traits_are_those_of_the_crates() {
    for at in AT {
        check!(conversions with conversions_with_jacobian at at);
        check!(from_doubles with from_doubles_with_jacobian at at);
        check!(by_paths with by_paths_with_jacobian at at);
        check!(free_functions with free_functions_with_jacobian at at);
    }
}

#[test]
fn questions_are_asked_of_plain_numbers() {
    for at in [[0.0, 2.0], [3.0, 1.0]] {
        // The function jumps here, so there is nothing to compare entries with.
        let (value, jacobian) = questions_with_jacobian(&at, 1.5, &[1.0, 2.0]);
        assert_eq!(value, at[0] + at[1]);
        assert_eq!(jacobian.to_dense(), [[1.0, 1.0]]);
    }
    for at in AT {
        for (k, steps) in [(0.0, [1.0, 2.0]), (1.5, [1.0, 0.0]), (1.5, [1.0, 2.0])] {
            crate::support::compare(
                "questions",
                at,
                |x| [questions(x, k, &steps)],
                |x| {
                    let (value, jacobian) = questions_with_jacobian(x, k, &steps);
                    ([value], jacobian.to_dense())
                },
            );
        }
    }
}

#[test]
fn methods_of_fields_and_duals_are_those_of_the_crates() {
    for at in AT {
        check!(of_fields with of_fields_with_jacobian at at);
        check!(of_simd with of_simd_with_jacobian at at);
        check!(of_duals with of_duals_with_jacobian at at);
        crate::support::compare(
            "of_references",
            at,
            // Where sparse matrices of nalgebra are built as well, rustc cannot infer the type.
            of_references::<f64>,
            |x| {
                let (value, jacobian) = of_references_with_jacobian(x);
                (value, jacobian.to_dense())
            },
        );
        crate::support::compare(
            "of_reals",
            at,
            |x| [of_reals(x)],
            |x| {
                let (value, jacobian) = of_reals_with_jacobian(x);
                ([value], jacobian.to_dense())
            },
        );
    }
    let at = [0.7, 1.3];
    check!(of_complex_fields with of_complex_fields_with_jacobian at at);
    crate::support::compare(
        "roots",
        at,
        |x| roots(x).expect("positive"),
        |x| {
            let (value, jacobian) = roots_with_jacobian(x).expect("positive");
            (value, jacobian.to_dense())
        },
    );
    assert!(roots_jacobian(&[-1.0, 1.0]).is_none());
    crate::support::compare(
        "with_vectors",
        [0.7, 1.3, -0.4],
        |x| with_vectors(&Vector3::from_row_slice(x)),
        |x| {
            let (value, jacobian) = with_vectors_with_jacobian(&Vector3::from_row_slice(x));
            (value, jacobian.to_dense())
        },
    );
}

/// Values at which the methods of traits and those of `f64` might differ.
#[test]
fn special_points_have_the_values_of_the_crates() {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MIN_POSITIVE / 2.0,
    ];
    let same = |name: &str, at: [f64; 2], found: &[f64], expected: &[f64]| {
        for (found, expected) in found.iter().zip(expected) {
            let are_nan = found.is_nan() && expected.is_nan();
            assert!(
                are_nan || found.to_bits() == expected.to_bits(),
                "{name} at {at:?}: {found} is not {expected}"
            );
        }
    };
    for a in special {
        for b in special {
            let at = [a, b];
            same(
                "by_paths",
                at,
                &by_paths_with_jacobian(&at).0,
                &by_paths(&at),
            );
            same(
                "free_functions",
                at,
                &free_functions_with_jacobian(&at).0,
                &free_functions(&at),
            );
            same(
                "of_fields",
                at,
                &of_fields_with_jacobian(&at).0,
                &of_fields(&at),
            );
            same("of_simd", at, &of_simd_with_jacobian(&at).0, &of_simd(&at));
            same(
                "of_duals",
                at,
                &of_duals_with_jacobian(&at).0,
                &of_duals(&at),
            );
        }
    }
}
