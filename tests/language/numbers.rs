//! Literals, integers, elementals and their edges: values by bits, entries where they are known.

use jacobian_runtime::jacobian;

use crate::support::check;

const POINTS: [[f64; 2]; 3] = [[0.7, 1.3], [0.5, 2.1], [0.8, 1.6]];
const SPECIAL: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    3.0,
    5e-324,
    1e300,
    -1e308,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

#[jacobian]
fn elementals(x: &[f64; 2]) -> [f64; 28] {
    let (a, b) = (x[0], x[1]);
    let (s, c) = f64::sin_cos(b);
    [
        a.sin(),
        s * a.cos(),
        c / a.tan(),
        a.asin(),
        a.acos(),
        a.atan(),
        a.sinh(),
        a.cosh(),
        a.tanh(),
        a.asinh(),
        b.acosh(),
        a.atanh(),
        a.exp(),
        a.exp2(),
        a.exp_m1(),
        a.ln() + a.log2() + a.log10(),
        a.ln_1p(),
        a.sqrt(),
        a.cbrt(),
        f64::recip(a),
        a.to_radians() + a.to_degrees(),
        a.hypot(b),
        a.atan2(b),
        a.mul_add(b, a),
        a.powf(b),
        a.log(b),
        f64::log(b, 3.0),
        a.fract() * b.trunc() + a.signum(),
    ]
}

#[jacobian]
fn powers(x: &[f64; 2]) -> [f64; 8] {
    let n = 3;
    [
        x[0].powi(0),
        x[0].powi(1),
        x[0].powi(-1),
        x[0].powi(-3),
        x[1].powi(n),
        x[1].powi(2),
        f64::powi(x[0], n - 5),
        x[1].powf(2.0),
    ]
}

#[jacobian(wrt(x))]
fn powers_at_run_time(x: &[f64; 2], n: i32, p: f64) -> [f64; 4] {
    [
        x[0].powi(n),
        x[0].powi(-n),
        x[1].powi(n + 1),
        p.powf(x[0]) + x[1].powf(p),
    ]
}

#[jacobian]
fn kinks(x: &[f64; 2]) -> [f64; 8] {
    [
        x[0].min(x[1]),
        x[0].max(x[1]),
        x[0].clamp(0.0, 1.0),
        x[0].abs(),
        x[0].signum() * x[1],
        x[0].copysign(x[1]),
        x[0].max(0.0),
        x[0].rem_euclid(0.3) + x[1] % 0.4,
    ]
}

#[jacobian]
fn nothing_is_simplified(x: &[f64; 2]) -> [f64; 12] {
    let (a, b) = (x[0], x[1]);
    [
        a * 0.0,
        a + 0.0,
        a - 0.0,
        0.0 - a,
        -a,
        -(-a),
        a * 1.0,
        a / 1.0,
        a * -1.0,
        0.0 / a,
        a - a,
        a / a * b,
    ]
}

#[jacobian]
fn constants(x: &[f64; 2]) -> [f64; 6] {
    use std::f64::consts::{self, PI};
    const TURN: f64 = PI * 2.0;
    let big = 1e300 * 1e10;
    let zero = -0.0;
    [
        x[0] * PI,
        x[0] + TURN * x[1],
        x[0] * consts::E,
        x[0] * zero,
        x[0] / big,
        x[1] * f64::EPSILON + 0.1 + 0.2 + 1e-3_f64 * 2f64.sqrt(),
    ]
}

#[jacobian]
fn integers(x: &[f64; 3]) -> [f64; 8] {
    let n: i32 = -7;
    let (half, rest) = (n / 2, n % 3);
    let u = 5_usize;
    [
        f64::from(half) * x[0],
        f64::from(rest) * x[0],
        f64::from(n >> 1) * x[0],
        (u / 2) as f64 * x[0],
        f64::from(n.rem_euclid(3)) * x[0],
        (u.pow(2) - 3) as f64 * x[1],
        (u as i32 - 8) as f64 * x[2],
        (7 & 3 | 8 ^ 1) as f64 * x[0],
    ]
}

#[jacobian]
fn shared(x: &[f64; 2]) -> [f64; 4] {
    let (a, b) = (x[0], x[1]);
    let (c, d) = (a * b, b * a);
    let (e, f) = ((a + b) / c, (b + a) / d);
    [c + d, e * f, a - b, b - a]
}

#[jacobian]
fn almost_the_same(x: &[f64; 2]) -> [f64; 24] {
    let (a, b) = (x[0], x[1]);
    [
        a + 0.0,
        a + (-0.0),
        a - (-0.0),
        a.min(b),
        b.min(a),
        a.max(b),
        b.max(a),
        a.hypot(b),
        b.hypot(a),
        a * 0.5,
        a / 2.0,
        0.0 * a,
        -0.0 * a,
        -(a - b),
        b - a,
        a.copysign(b),
        a.abs().copysign(b),
        a / b,
        a * (1.0 / b),
        a.recip() * b,
        a.powf(0.5),
        a.sqrt(),
        a.powf(b),
        (b * a.ln()).exp(),
    ]
}

#[test]
fn elementals_and_their_partials() {
    for x in POINTS {
        check!(elementals with elementals_with_jacobian at x);
        check!(powers with powers_with_jacobian at x);
        check!(constants with constants_with_jacobian at x);
        check!(nothing_is_simplified with nothing_is_simplified_with_jacobian at x);
        check!(shared with shared_with_jacobian at x);
        check!(integers with integers_with_jacobian at [x[0], x[1], 3.0]);
        for n in [-3, -1, 0, 1, 2, 5] {
            check!(powers_at_run_time with powers_at_run_time_with_jacobian at x; n, 1.5);
        }
    }
    for x in [[0.7, 1.31], [-0.73, 1.31], [1.37, -0.7], [-1.1, 0.55]] {
        check!(kinks with kinks_with_jacobian at x);
    }
}

/// Calls both at every pair of special numbers; NaN for NaN, everything else by bits.
macro_rules! check_special_values {
    ($($function:ident with $generated:ident)*) => {$(
        for x in SPECIAL.into_iter().flat_map(|a| SPECIAL.map(|b| [a, b])) {
            let (own, generated) = ($function(&x), $generated(&x).0);
            for (own, generated) in own.into_iter().zip(generated) {
                let same = own.to_bits() == generated.to_bits() || (own.is_nan() && generated.is_nan());
                assert!(same, "{} at {x:?}: {generated}, not {own}", stringify!($function));
            }
        }
    )*};
}

#[test]
fn values_at_zeros_infinities_and_nan() {
    check_special_values! {
        elementals with elementals_with_jacobian
        powers with powers_with_jacobian
        kinks with kinks_with_jacobian
        constants with constants_with_jacobian
        nothing_is_simplified with nothing_is_simplified_with_jacobian
        shared with shared_with_jacobian
        almost_the_same with almost_the_same_with_jacobian
    }
}

#[test]
fn ties_take_the_documented_side() {
    let first = [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0]];
    assert_eq!(kinks_jacobian(&[0.0, 0.0]).to_dense()[..4], first);
    assert_eq!(kinks_jacobian(&[1.0, 1.0]).to_dense()[..4], first);
    let at_nan = kinks_jacobian(&[f64::NAN, 1.0]).to_dense();
    assert_eq!(at_nan[..2], [[0.0, 1.0], [0.0, 1.0]]);
}

#[test]
fn powers_at_zero_are_finite_where_the_function_is_smooth() {
    let dense = powers_jacobian(&[0.0, 0.0]).to_dense();
    assert_eq!(
        [dense[0][0], dense[1][0], dense[4][1], dense[7][1]],
        [0.0, 1.0, 0.0, 0.0]
    );
    for n in [0, 1, 2] {
        let dense = powers_at_run_time_jacobian(&[0.0, 0.0], n, 1.5).to_dense();
        assert_eq!(dense[0][0], f64::from(u8::from(n == 1)));
    }
}

#[jacobian]
fn cancelling(x: &[f64; 2]) -> [f64; 5] {
    let third = x[0] / 3.0;
    [
        third + third + third - x[0],
        x[0] * 0.0,
        x[1] - x[1],
        x[0] + x[1] - x[0],
        x[0].floor() * x[1],
    ]
}

#[jacobian]
fn repeated(x: &[f64; 2]) -> [f64; 4] {
    [x[0], x[0], 3.0, x[1]]
}

#[test]
fn entries_are_structural() {
    assert_eq!(
        CANCELLING_PATTERN.entries().collect::<Vec<_>>(),
        [(3, 1), (4, 1)]
    );
    assert_eq!(
        REPEATED_PATTERN.entries().collect::<Vec<_>>(),
        [(0, 0), (1, 0), (3, 1)]
    );
    assert_eq!(REPEATED_TEMPLATE, [1.0; 3]);
}

#[jacobian]
mod low_bits {
    const LOW_27: u64 = 0x7ff_ffff;

    fn with_low_word(x: f64, low: u32) -> f64 {
        f64::from_bits(x.to_bits() & 0xffff_ffff_0000_0000 | u64::from(low))
    }

    /// `exp(-x * x)` as ports of the error function of FreeBSD compute it: what one factor cuts
    /// off, the other one has.
    #[jacobian]
    pub(super) fn split_squares(x: &[f64; 2]) -> [f64; 4] {
        let split = |x: f64, z: f64| (-z * z - 0.5625).exp() * ((z - x) * (z + x) + 1.0 / x).exp();
        [
            split(x[0], with_low_word(x[0], 0)),
            split(x[1], f64::from_bits(x[1].to_bits() & !LOW_27)),
            split(x[0], f64::from_bits((x[0].to_bits() >> 32) << 32)),
            f64::from_bits(0xfff0_0000_0000_0000 & x[1].to_bits()) * x[0],
        ]
    }
}

#[test]
fn numbers_without_their_low_bits_are_locally_constant() {
    use low_bits::{SPLIT_SQUARES_PATTERN, split_squares, split_squares_with_jacobian};
    for at in POINTS {
        check!(split_squares with split_squares_with_jacobian at at);
    }
    assert_eq!(SPLIT_SQUARES_PATTERN.entries().count(), 4);
}

/// The method of the standard library, as a method and by its path.
#[jacobian(wrt(x))]
fn midpoints(x: &[f64; 2], k: f64) -> [f64; 3] {
    let half = f64::midpoint(x[0], k) * x[1];
    [x[0].midpoint(x[1] * x[0]), half, k.midpoint(x[1]).sin()]
}

#[test]
fn midpoints_do_not_overflow() {
    check!(midpoints with midpoints_with_jacobian at [0.7, -1.3]; 0.3);
    for x in [
        [1.5e308, 1.0],
        [-1.7e308, 1e-320],
        [f64::NAN, f64::MAX],
        [5e-324, 1.0],
    ] {
        for k in [1.6e308, -1.6e308, 0.0, f64::INFINITY] {
            let (value, jacobian) = midpoints_with_jacobian(&x, k);
            assert_eq!(
                value.map(f64::to_bits),
                midpoints(&x, k).map(f64::to_bits),
                "{x:?}"
            );
            assert_eq!(jacobian.get(1, 0), Some(0.5 * x[1]), "{x:?}");
        }
    }
}
