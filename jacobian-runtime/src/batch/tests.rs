//! Tests of the SIMD elementals: their distance from the standard library in ulp.
//!
//! Each test runs with the widest instruction set of the machine, with AVX2, and without vectors.
//! The arguments are a fixed sequence: the interval of the polynomial, its ends, places where the
//! argument reduction cancels, and arguments outside the interval.

use core::f64::consts::FRAC_PI_2;
use std::vec::Vec;

use pulp::{Arch, Simd, WithSimd};

use super::lanes::{LANES, Lanes};
use super::packed::{At, Packed};
use super::partials;
use super::vector_math;
use crate::__private as scalar;

/// A function of two packed numbers, generic over the instruction set.
trait Function {
    fn packed<S: Simd>(&self, a: Packed<S>, b: Packed<S>) -> Packed<S>;
}

struct Applied<'a, F>(&'a F, &'a [[f64; 2]]);

impl<F: Function> WithSimd for Applied<'_, F> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f64> {
        let mut results = Vec::new();
        for pairs in self.1.chunks(LANES) {
            let [a, b] = super::interleave(pairs);
            let mut result = Lanes::default();
            for part in 0..LANES / S::F64_LANES {
                let first = part * S::F64_LANES;
                let at = At { simd, first };
                at.store(&mut result, self.0.packed(at.load(&a), at.load(&b)));
            }
            results.extend_from_slice(&result.to_array()[..pairs.len()]);
        }
        results
    }
}

/// Declares a function by its name.
macro_rules! function {
    ($name:ident, |$a:ident, $b:ident| $body:expr) => {{
        struct Named;
        impl Function for Named {
            #[inline(always)]
            fn packed<S: Simd>(&self, $a: Packed<S>, $b: Packed<S>) -> Packed<S> {
                $body
            }
        }
        Named
    }};
}

/// Distance of two doubles in ulp: the number of steps from one to the other.
fn ulps(a: f64, b: f64) -> u64 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0;
    }
    if a.is_nan() || b.is_nan() {
        return u64::MAX;
    }
    let place = |x: f64| {
        let magnitude = i128::from(x.abs().to_bits());
        if x.is_sign_negative() {
            -magnitude
        } else {
            magnitude
        }
    };
    u64::try_from((place(a) - place(b)).unsigned_abs()).unwrap_or(u64::MAX)
}

/// Pseudorandom numbers between zero and one, the same in every run.
fn uniform(count: u32) -> impl Iterator<Item = f64> {
    let mut state = 1_u64;
    (0..count).map(move |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(state >> 32).expect("32 bits")) / 4_294_967_296.0
    })
}

/// Numbers of both signs and all magnitudes, and special ones such as NaN, infinity and subnormals.
fn strange() -> Vec<f64> {
    let magnitudes =
        (-324..309).flat_map(|power| [1.0, 3.7].map(|digit| digit * 10_f64.powi(power)));
    let special = [
        0.0,
        5e-324,
        2.3e-308,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        1.0,
        0.5,
        708.5,
        709.5,
        1_048_576.5,
    ];
    let numbers = magnitudes.chain(special);
    numbers.flat_map(|number| [number, -number]).collect()
}

/// The widest instruction set, none, and AVX2 if the machine has it.
fn architectures() -> Vec<Arch> {
    #[cfg(target_arch = "x86_64")]
    let narrower = pulp::x86::V3::try_new().map(Arch::V3);
    #[cfg(not(target_arch = "x86_64"))]
    let narrower = None;
    let ends = [Arch::new(), Arch::Scalar];
    ends.into_iter().chain(narrower).collect()
}

fn check(
    name: &str,
    most: u64,
    pairs: &[[f64; 2]],
    packed: &impl Function,
    exact: impl Fn(f64, f64) -> f64,
) {
    for arch in architectures() {
        let found = arch.dispatch(Applied(packed, pairs));
        for ([a, b], found) in pairs.iter().zip(found) {
            let expected = exact(*a, *b);
            let far = ulps(found, expected);
            assert!(
                far <= most,
                "{name}({a:e}, {b:e}) is {expected:e}, found {found:e}: {far} ulp"
            );
            if expected == 0.0 && most > 0 {
                assert_eq!(
                    found.is_sign_negative(),
                    expected.is_sign_negative(),
                    "{name}({a:e}, {b:e})"
                );
            }
        }
    }
}

/// Checks each function on an interval and on the special numbers.
macro_rules! check_unary {
    ($($name:ident: $most:literal ulp on $low:literal to $high:literal;)*) => {$(
        let inside = uniform(20_000).map(|u| $low + ($high - $low) * u);
        let numbers: Vec<[f64; 2]> = inside.chain(strange()).map(|x| [x, 1.0]).collect();
        check(stringify!($name), $most, &numbers, &function!($name, |a, _b| a.$name()), |a, _| a.$name());
    )*};
}

#[test]
fn polynomials_are_as_close_as_the_documentation_says() {
    check_unary! {
        exp: 1 ulp on -708.0 to 709.0;
        exp: 1 ulp on -1.0 to 1.0;
        exp_m1: 4 ulp on -2.0 to 2.0;
        exp_m1: 4 ulp on -700.0 to 700.0;
        sinh: 4 ulp on -3.0 to 3.0;
        cosh: 4 ulp on -30.0 to 30.0;
        tanh: 4 ulp on -3.0 to 3.0;
        ln: 1 ulp on 0.5 to 2.0;
        ln: 1 ulp on 0.0 to 1e6;
        sin: 1 ulp on -7.0 to 7.0;
        sin: 1 ulp on -1e6 to 1e6;
        cos: 1 ulp on -7.0 to 7.0;
        cos: 1 ulp on -1e6 to 1e6;
        tan: 3 ulp on -7.0 to 7.0;
        tan: 3 ulp on -1e6 to 1e6;
        atan: 3 ulp on -4.0 to 4.0;
        asin: 4 ulp on -1.0 to 1.0;
        acos: 4 ulp on -1.0 to 1.0;
    }
}

#[test]
fn reduction_is_right_where_it_cancels() {
    let near = (1..667_000).step_by(7).map(|k| f64::from(k) * FRAC_PI_2);
    let near: Vec<[f64; 2]> = near.flat_map(|x| [[x, 0.0], [x.next_up(), 0.0]]).collect();
    check("sin", 1, &near, &function!(sin, |a, _b| a.sin()), |a, _| {
        a.sin()
    });
    check("cos", 1, &near, &function!(cos, |a, _b| a.cos()), |a, _| {
        a.cos()
    });
    check("tan", 3, &near, &function!(tan, |a, _b| a.tan()), |a, _| {
        a.tan()
    });
}

/// Pairs of ordinary and of special numbers.
fn pairs() -> Vec<[f64; 2]> {
    let ordinary: Vec<f64> = uniform(8_000).map(|u| 8.0 * u - 4.0).collect();
    let pairs = ordinary.chunks(2).map(|pair| [pair[0], pair[1]]);
    let strange: Vec<f64> = strange()
        .into_iter()
        .step_by(13)
        .chain([0.0, -0.0, f64::NAN, 1.0, -1.0])
        .collect();
    let products = strange
        .iter()
        .flat_map(|a| strange.iter().map(|b| [*a, *b]));
    pairs.chain(products).collect()
}

#[test]
fn angles_are_in_their_octants() {
    check(
        "atan2",
        3,
        &pairs(),
        &function!(atan2, |a, b| a.atan2(b)),
        f64::atan2,
    );
}

/// Checks functions that must agree bit for bit, except for the sign of zero.
macro_rules! check_exact {
    ($($name:ident: |$a:ident, $b:ident| $packed:expr, $scalar:expr;)*) => {$(
        check(stringify!($name), 0, &pairs(), &function!($name, |$a, $b| $packed), |$a, $b| $scalar);
    )*};
}

#[test]
fn instructions_and_lanes_one_by_one_are_exact() {
    check_exact! {
        sqrt: |a, _b| a.sqrt(), a.sqrt();
        abs: |a, _b| a.abs(), a.abs();
        recip: |a, _b| a.recip(), a.recip();
        add: |a, b| a + b, a + b;
        sub: |a, b| a - b, a - b;
        mul: |a, b| a * b, a * b;
        div: |a, b| a / b, a / b;
        rem: |a, b| a % b, a % b;
        neg: |a, _b| -a, -a;
        mul_add: |a, b| a.mul_add(b, a), a.mul_add(b, a);
        floor: |a, _b| a.floor(), a.floor();
        round: |a, _b| a.round(), a.round();
        signum: |a, _b| a.signum(), a.signum();
        min: |a, b| a.min(b), a.min(b);
        max: |a, b| a.max(b), a.max(b);
        powf: |a, b| a.powf(b), a.powf(b);
        hypot: |a, b| a.hypot(b), a.hypot(b);
        copysign: |a, b| a.copysign(b), a.copysign(b);
        square: |a, _b| a.powi(2), a.powi(2);
        seventh: |a, _b| a.powi(7), scalar::powi(a, core::hint::black_box(7));
        inverse: |a, _b| a.powi(-3), scalar::powi(a, core::hint::black_box(-3));
    }
}

#[test]
fn factors_of_partials_are_those_of_the_scalar_code() {
    check_exact! {
        masked: |a, b| partials::masked(a, b), scalar::masked(a, b);
        abs_partial: |a, _b| partials::abs_partial(a), scalar::abs_partial(a);
        copysign_partial: |a, b| partials::copysign_partial(a, b), scalar::copysign_partial(a, b);
        min_first: |a, b| partials::min_first(a, b), scalar::min_first(a, b);
        min_second: |a, b| partials::min_second(a, b), scalar::min_second(a, b);
        max_first: |a, b| partials::max_first(a, b), scalar::max_first(a, b);
        max_second: |a, b| partials::max_second(a, b), scalar::max_second(a, b);
        clamp_inside: |a, _b| partials::clamp_inside(a, -a.beside(1.0), a.beside(1.0)), scalar::clamp_inside(a, -1.0, 1.0);
        clamp_below: |a, _b| partials::clamp_below(a, -a.beside(1.0), a.beside(1.0)), scalar::clamp_below(a, -1.0, 1.0);
        clamp_above: |a, _b| partials::clamp_above(a, -a.beside(1.0), a.beside(1.0)), scalar::clamp_above(a, -1.0, 1.0);
        rem_quotient: |a, b| partials::rem_quotient(a, b), scalar::rem_quotient(a, b);
        powi_partial: |a, _b| partials::powi_partial(a, 2), scalar::powi_partial(a, 2);
    }
}

#[test]
fn a_constant_exponent_of_zero_has_no_slope() {
    let zeros = [[0.0, 0.0], [2.0, 0.0], [f64::INFINITY, 0.0], [-1.0, 0.0]];
    check(
        "powf_exponent_partial",
        0,
        &zeros,
        &function!(powf_exponent_partial, |a, b| {
            partials::powf_exponent_partial(a, b)
        }),
        scalar::powf_exponent_partial,
    );
}

#[test]
fn partials_from_values_are_those_of_the_scalar_code() {
    let numbers: Vec<[f64; 2]> = mixed().into_iter().map(|x| [x, 2.7]).collect();
    macro_rules! check_partial {
        ($($name:ident of $value:ident: $most:literal ulp of $exact:expr;)*) => {$(
            let packed = function!($name, |a, _b| partials::$name(a, a.$value()));
            check(stringify!($name), $most, &numbers, &packed, |a, _| $exact(a));
        )*};
    }
    check_partial! {
        tanh_partial of tanh: 1_000 ulp of |x: f64| x.cosh().powi(-2);
        exp_m1_partial of exp_m1: 50 ulp of f64::exp;
        sinh_partial of sinh: 20 ulp of f64::cosh;
        cosh_partial of cosh: 20 ulp of f64::sinh;
    }
    let packed = function!(lower_power, |a, b| partials::lower_power(a, b, a.powf(b)));
    check("lower_power", 400, &numbers, &packed, |a, b| {
        a.powf(b - 1.0)
    });
}

/// Ordinary numbers with a special one now and then.
fn mixed() -> Vec<f64> {
    let ordinary = uniform(3_000).map(|u| 40.0 * u - 20.0);
    let strange = strange().into_iter().chain([0.0, -0.0]).cycle().step_by(7);
    let pairs = ordinary.zip(strange).enumerate();
    pairs
        .flat_map(|(index, (ordinary, strange))| {
            let strange = (index % 9 == 0).then_some(strange);
            [Some(ordinary), strange].into_iter().flatten()
        })
        .collect()
}

/// Checks the functions on arrays of every length against the library, number by number.
macro_rules! check_vector_math {
    ($($name:ident: $most:literal ulp;)*) => {
        $(check_vector_math!(@lengths $name, |x: f64| x.$name(), $most, 1 2 3 4 5 6 7 8);)*
    };
    (@lengths $name:ident, $library:expr, $most:literal, $($length:literal)*) => {$(
        for numbers in mixed().windows($length).step_by(3) {
            let numbers: [f64; $length] = numbers.try_into().expect("a window");
            for (x, found) in numbers.into_iter().zip(vector_math::$name(numbers)) {
                let far = ulps(found, $library(x));
                assert!(far <= $most, "{} of {numbers:?} at {x}: {far} ulp", stringify!($name));
            }
        }
    )*};
}

#[test]
fn vector_math_is_as_close_and_keeps_its_numbers_apart() {
    check_vector_math! {
        exp: 1 ulp;
        tan: 3 ulp;
        sinh: 4 ulp;
        cosh: 4 ulp;
        tanh: 4 ulp;
    }
    let sine = |numbers: [f64; 8]| vector_math::sin_cos(numbers).map(|(sine, _)| sine);
    let cosine = |numbers: [f64; 3]| vector_math::sin_cos(numbers).map(|(_, cosine)| cosine);
    for numbers in mixed().windows(8).step_by(3) {
        let numbers: [f64; 8] = numbers.try_into().expect("a window");
        let few = [numbers[0], numbers[3], numbers[6]];
        let sines = numbers.into_iter().zip(sine(numbers));
        let cosines = few.into_iter().zip(cosine(few));
        assert!(
            sines
                .into_iter()
                .all(|(x, found)| ulps(found, x.sin()) <= 1),
            "{numbers:?}"
        );
        assert!(
            cosines
                .into_iter()
                .all(|(x, found)| ulps(found, x.cos()) <= 1),
            "{few:?}"
        );
        let (ys, xs) = ([few[0], few[1], few[2]], [few[2], few[0], few[0]]);
        for ((y, x), found) in ys.into_iter().zip(xs).zip(vector_math::atan2(ys, xs)) {
            assert!(
                ulps(found, y.atan2(x)) <= 3,
                "atan2({y}, {x}) is not {found}"
            );
        }
    }
}
