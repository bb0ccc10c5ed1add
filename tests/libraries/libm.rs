//! Every function of libm.

use jacobian_runtime::jacobian;

use crate::support::check;

const AT: [f64; 3] = [0.7, 1.3, 2.1];

#[jacobian]
fn elementary(x: &[f64; 3]) -> [f64; 27] {
    let (s, c) = libm::sincos(x[0] * x[1]);
    [
        libm::sqrt(x[0]),
        libm::cbrt(x[1]),
        libm::hypot(x[0], x[1]),
        libm::pow(x[0], x[1]),
        libm::exp(x[2]),
        libm::exp2(x[2]),
        libm::exp10(x[0]),
        libm::expm1(x[0]),
        libm::log(x[0]),
        libm::log2(x[1]),
        libm::log10(x[2]),
        libm::log1p(x[0]),
        libm::sin(x[0]) * libm::cos(x[1]) * libm::tan(x[2]),
        s,
        c,
        libm::asin(x[0]),
        libm::acos(x[0]),
        libm::atan(x[2]),
        libm::atan2(x[0], -x[1]),
        libm::sinh(x[0]) * libm::cosh(x[1]),
        libm::tanh(x[0]),
        libm::asinh(x[2]),
        libm::acosh(x[2]),
        libm::atanh(x[0]),
        libm::fma(x[0], x[1], x[2]),
        libm::pow(2.0, x[0]) + libm::pow(x[0], 2.0),
        [x[0], x[1]].map(libm::cbrt).iter().sum(),
    ]
}

#[jacobian]
fn of_pieces(x: &[f64; 3]) -> [f64; 17] {
    let (fraction, whole) = libm::modf(x[2]);
    let (mantissa, exponent) = libm::frexp(x[1]);
    let (rest, _) = libm::remquo(x[2], x[0]);
    [
        libm::fmod(x[2], x[0] * 0.9),
        libm::remainder(x[2], x[0] * 0.8),
        rest,
        libm::ldexp(x[0], 3),
        libm::scalbn(x[0], -3),
        mantissa * f64::from(exponent),
        fraction * x[0] + whole,
        x[0] * f64::from(libm::ilogb(x[2])),
        libm::fabs(-x[0]),
        libm::copysign(x[0], -x[1]),
        libm::fmin(x[0], x[1]),
        libm::fmax(x[0], x[1]),
        libm::fdim(x[1], x[0]) + libm::fdim(x[0], x[1]),
        x[0] * libm::floor(x[2]) + libm::ceil(x[1]),
        x[0] * libm::round(x[2]) + libm::rint(x[1]) + libm::roundeven(x[0]),
        libm::trunc(x[2]) * x[1],
        [3.0, 5.0, 7.0][libm::floor(x[2] * 0.9) as usize] * x[0],
    ]
}

#[jacobian]
fn special(x: &[f64; 3]) -> [f64; 13] {
    let (value, sign) = libm::lgamma_r(-x[0]);
    [
        libm::erf(x[0]),
        libm::erfc(x[1]),
        libm::tgamma(x[2]),
        libm::lgamma(x[0]),
        value * f64::from(sign),
        libm::j0(x[0]),
        libm::j1(x[1]),
        libm::jn(2, x[2]),
        libm::jn(0, x[2]),
        libm::y0(x[0]),
        libm::y1(x[1]),
        libm::yn(3, x[2]),
        libm::tgamma(-x[1]),
    ]
}

#[jacobian]
fn single(x: f32, y: f32) -> [f32; 6] {
    [
        libm::sinf(x) * libm::expf(y),
        libm::powf(x, y),
        libm::erff(x),
        libm::hypotf(x, y),
        libm::lgammaf(x),
        libm::fmaf(x, y, x),
    ]
}

/// Imported names, in a module, a helper and a body.
#[jacobian]
mod imported {
    use libm::{erf as error, sqrt};

    mod deep {
        use libm as m;

        pub(super) fn helper(v: f64) -> f64 {
            m::sin(v) * ::libm::cos(v) + super::sqrt(v)
        }
    }

    #[jacobian]
    pub(super) fn of_names(x: &[f64; 3]) -> [f64; 3] {
        use libm::{cos, sin as s};
        [
            error(x[0]) * deep::helper(x[1]),
            s(x[1]) * cos(x[2]),
            x.iter().map(|v| sqrt(*v)).sum(),
        ]
    }
}

/// A module of this name is not the crate: its functions are inlined.
#[jacobian]
mod of_own {
    mod libm {
        pub(super) fn sin(v: f64) -> f64 {
            v * v
        }
    }

    #[jacobian]
    pub(super) fn shadowed(x: &[f64; 3]) -> [f64; 1] {
        [libm::sin(x[0]) * x[1] + x[2]]
    }
}

#[test]
fn functions_of_libm_are_known_by_their_paths() {
    use imported::{of_names, of_names_with_jacobian};
    use of_own::{shadowed, shadowed_with_jacobian};
    check!(elementary with elementary_with_jacobian at AT);
    check!(elementary with elementary_with_jacobian at [0.2, 3.4, 1.1]);
    check!(of_pieces with of_pieces_with_jacobian at AT);
    check!(special with special_with_jacobian at AT);
    check!(special with special_with_jacobian at [0.3, 0.8, 5.5]);
    check!(of_names with of_names_with_jacobian at AT);
    check!(shadowed with shadowed_with_jacobian at AT);
}

#[test]
fn functions_of_single_precision_are_known_too() {
    let (x, y) = (0.7_f32, 1.3_f32);
    let (value, jacobian) = single_with_jacobian(x, y);
    assert_eq!(value, single(x, y));
    let h = 1e-3_f64;
    let double = |x: f64, y: f64| {
        [
            x.sin() * y.exp(),
            x.powf(y),
            libm::erf(x),
            x.hypot(y),
            libm::lgamma(x),
            x * y + x,
        ]
    };
    let (x, y) = (f64::from(x), f64::from(y));
    for row in 0..value.len() {
        let by = [
            double(x + h, y)[row] - double(x - h, y)[row],
            double(x, y + h)[row] - double(x, y - h)[row],
        ];
        for (col, by) in by.into_iter().enumerate() {
            let found = f64::from(jacobian.get(row, col).unwrap_or(0.0));
            assert!(
                (found - by / (2.0 * h)).abs() < 2e-5,
                "{row} {col}: {found}"
            );
        }
    }
}

#[test]
fn kinks_and_steps_have_the_documented_sides_and_no_entries() {
    #[jacobian]
    fn sides(x: f64, y: f64) -> [f64; 4] {
        [libm::fabs(x), libm::fmax(x, y), libm::floor(x), libm::j1(x)]
    }
    assert_eq!(SIDES_PATTERN.nnz(), 4);
    let dense = sides_jacobian(0.0, 0.0).to_dense();
    assert_eq!(dense, [[1.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.5, 0.0]]);
}

#[test]
fn functions_of_the_struct_are_those_of_the_crate() {
    use libm::Libm;

    #[jacobian]
    fn of_doubles(x: &[f64; 3]) -> [f64; 3] {
        [
            Libm::<f64>::pow(x[0], x[1]) - Libm::<f64>::floor(x[2]),
            Libm::<f64>::lgamma_r(x[1]).0 * Libm::<f64>::fabs(x[0]),
            Libm::<f64>::sincos(x[2]).1 * [x[0]].map(Libm::<f64>::sin)[0],
        ]
    }
    #[jacobian]
    fn of_singles(x: f32) -> [f32; 3] {
        [
            Libm::<f32>::sin(x),
            Libm::<f32>::lgamma_r(x).0,
            Libm::<f32>::trunc(x),
        ]
    }
    check!(of_doubles with of_doubles_with_jacobian at AT);
    assert_eq!(
        of_singles(1.5).map(f32::to_bits),
        of_singles_with_jacobian(1.5).0.map(f32::to_bits)
    );
    let dense = of_singles_jacobian(1.5).to_dense();
    assert_eq!(dense[0], [libm::cosf(1.5)]);
    assert!((dense[1][0] - 0.036_49).abs() < 1e-4 && dense[2] == [0.0]);
}
