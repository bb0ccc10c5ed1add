//! Special points: the entries of every elemental at zeros, ones, the smallest and the largest
//! number, infinities, NaN, ends of domains, poles, ties and branch cuts.
//!
//! ```text
//! sqrt  |x| x.sqrt()  =>  [N  N  N  N  -I  I  ..]          its slope at each of the points `AT`
//! atan2 |y, x| ..     =>  ([0, -1]: [-1, 0]) ..            points of its own
//! ```
//!
//! The table is written from the functions, not from the calculus of the compiler: a slope is the
//! limit of the function's slope from the side that the value takes. Where an entry departs from
//! that on purpose, a comment says so, and so does the chapter on numerics.
//!
//! A test fails if an elemental has no row.

use jacobian_core::ir::elemental::Operation;

use std::f64::consts::{E, LN_2, LOG2_E, LOG10_E};

const N: f64 = f64::NAN;
const I: f64 = f64::INFINITY;
const MAX: f64 = f64::MAX;
/// The smallest positive number.
const S: f64 = 5e-324;

/// The points of functions of one number.
const AT: [f64; 11] = [-I, -MAX, -1.0, -S, -0.0, 0.0, S, 1.0, MAX, I, N];

/// The slope by each operand at a point. It is zero where the Jacobian has no entry.
type Entries = fn(&[f64]) -> Vec<f64>;

struct Row {
    name: &'static str,
    entries: Entries,
    /// Points, and the entries there.
    slopes: Vec<(Vec<f64>, Vec<f64>)>,
}

/// The rows of functions of one number: slopes at `AT`, and points of its own behind these.
macro_rules! of_one {
    ($($name:ident |$x:ident| $body:expr => $slopes:tt $(($at:expr, $own:expr))*;)*) => {
        $(mod $name {
            #[jacobian_runtime::jacobian]
            pub(super) fn function($x: f64) -> f64 {
                $body
            }
        })*

        fn rows_of_one() -> Vec<Row> {
            vec![$(Row {
                name: stringify!($name),
                entries: |x| vec![$name::function_jacobian(x[0]).get(0, 0).unwrap_or(0.0)],
                slopes: {
                    let slopes: [f64; AT.len()] = $slopes;
                    let own: &[(f64, f64)] = &[$(($at, $own)),*];
                    let all = AT.into_iter().zip(slopes).chain(own.iter().copied());
                    all.map(|(at, slope)| (vec![at], vec![slope])).collect()
                },
            }),*]
        }
    };
}

/// The rows of functions of several numbers, each with points of its own.
macro_rules! of_several {
    ($($name:ident |$($x:ident),*| $body:expr => $(($at:expr, $slopes:expr))*;)*) => {
        $(mod $name {
            #[jacobian_runtime::jacobian]
            pub(super) fn function($($x: f64),*) -> f64 {
                $body
            }
        })*

        fn rows_of_several() -> Vec<Row> {
            vec![$(Row {
                name: stringify!($name),
                entries: |x| {
                    let mut operands = x.iter().copied();
                    $(let $x = operands.next().expect("a number for each operand");)*
                    let jacobian = $name::function_jacobian($($x),*);
                    (0..x.len()).map(|col| jacobian.get(0, col).unwrap_or(0.0)).collect()
                },
                slopes: vec![$(($at.to_vec(), $slopes.to_vec())),*],
            }),*]
        }
    };
}

/// 180 / pi.
const DEGREES: f64 = 57.295_779_513_082_32;
/// pi / 180.
const RADIANS: f64 = 0.017_453_292_519_943_295;
/// Sine and cosine of the largest number.
const SIN_MAX: f64 = 0.004_961_954_789_184_062;
const COS_MAX: f64 = -0.999_987_689_426_559_9;
const SIN_1: f64 = 0.841_470_984_807_896_5;
const COS_1: f64 = 0.540_302_305_868_139_7;
const SINH_1: f64 = 1.175_201_193_643_801_4;
const COSH_1: f64 = 1.543_080_634_815_243_7;
/// The number before one, and twice its distance from one.
const BELOW_1: f64 = 1.0 - f64::EPSILON / 2.0;
const ROOT_EPS: f64 = 1.490_116_119_384_765_6e-8;
/// Slopes of `tan` and `tanh` there.
const SEC2_1: f64 = 3.425_518_820_814_759_6;
const SEC2_MAX: f64 = 1.000_024_621_601_538_3;
const SECH2_1: f64 = 0.419_974_341_614_026_14;
/// Slopes of the root at the smallest and at the largest number.
const ROOT_S: f64 = 2.249_456_897_271_598_2e161;
const ROOT_MAX: f64 = 3.729_170_365_600_104e-155;
const TWICE: f64 = 2.0 * LN_2;
const HALF: f64 = LN_2 / 2.0;
const RSQRT_2: f64 = std::f64::consts::FRAC_1_SQRT_2;
const LN_10: f64 = std::f64::consts::LN_10;

of_one! {
    // AT: -I, -MAX, -1, -S, -0, 0, S, 1, MAX, I, N
    neg |x| -x => [-1.0; 11];
    recip |x| x.recip() =>
        [0.0, 0.0, -1.0, -I, -I, -I, -I, -1.0, 0.0, 0.0, N]
        (1e-200, -I) (4.0, -0.0625);
    // Outside of its domain there is no slope; the sign of a zero decides that of the infinity.
    sqrt |x| x.sqrt() =>
        [N, N, N, N, -I, I, ROOT_S, 0.5, ROOT_MAX, 0.0, N]
        (1e-200, 5e99);
    cbrt |x| x.cbrt() =>
        [0.0, LAST, 1.0 / 3.0, FIRST, I, I, FIRST, 1.0 / 3.0, LAST, 0.0, N];
    exp |x| x.exp() =>
        [0.0, 0.0, 1.0 / E, 1.0, 1.0, 1.0, 1.0, E, I, I, N]
        (710.0, I) (-745.0, S);
    exp2 |x| x.exp2() =>
        [0.0, 0.0, HALF, LN_2, LN_2, LN_2, LN_2, TWICE, I, I, N];
    exp_m1 |x| x.exp_m1() =>
        [0.0, 0.0, 1.0 / E, 1.0, 1.0, 1.0, 1.0, E, I, I, N]
        (-40.0, 4.248_354_255_291_589e-18);
    // Below zero the value is NaN, and the entry is what the formula says.
    ln |x| x.ln() =>
        [0.0, -1.0 / MAX, -1.0, -I, -I, I, I, 1.0, 1.0 / MAX, 0.0, N];
    log2 |x| x.log2() =>
        [0.0, -LOG2_E / MAX, -LOG2_E, -I, -I, I, I, LOG2_E, LOG2_E / MAX, 0.0, N];
    log10 |x| x.log10() =>
        [0.0, -LOG10_E / MAX, -LOG10_E, -I, -I, I, I, LOG10_E, LOG10_E / MAX, 0.0, N];
    ln_1p |x| x.ln_1p() =>
        [0.0, -1.0 / MAX, I, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0 / MAX, 0.0, N]
        (-BELOW_1, 2.0 / f64::EPSILON) (-2.0, -1.0);
    sin |x| x.sin() =>
        [N, COS_MAX, COS_1, 1.0, 1.0, 1.0, 1.0, COS_1, COS_MAX, N, N];
    cos |x| x.cos() =>
        [N, SIN_MAX, SIN_1, S, 0.0, 0.0, -S, -SIN_1, -SIN_MAX, N, N];
    tan |x| x.tan() =>
        [N, SEC2_MAX, SEC2_1, 1.0, 1.0, 1.0, 1.0, SEC2_1, SEC2_MAX, N, N]
        (std::f64::consts::FRAC_PI_2, 2.667_093_788_113_571_3e32);
    asin |x| x.asin() =>
        [N, N, I, 1.0, 1.0, 1.0, 1.0, I, N, N, N]
        (BELOW_1, 1.0 / ROOT_EPS) (-BELOW_1, 1.0 / ROOT_EPS) (1.5, N);
    acos |x| x.acos() =>
        [N, N, -I, -1.0, -1.0, -1.0, -1.0, -I, N, N, N]
        (BELOW_1, -1.0 / ROOT_EPS) (-BELOW_1, -1.0 / ROOT_EPS) (-1.5, N);
    atan |x| x.atan() =>
        [0.0, 0.0, 0.5, 1.0, 1.0, 1.0, 1.0, 0.5, 0.0, 0.0, N];
    sinh |x| x.sinh() =>
        [I, I, COSH_1, 1.0, 1.0, 1.0, 1.0, COSH_1, I, I, N]
        (1e-8, 1.0);
    cosh |x| x.cosh() =>
        [-I, -I, -SINH_1, -S, 0.0, 0.0, S, SINH_1, I, I, N]
        (1e-8, 1e-8) (-1e-200, -1e-200);
    tanh |x| x.tanh() =>
        [0.0, 0.0, SECH2_1, 1.0, 1.0, 1.0, 1.0, SECH2_1, 0.0, 0.0, N]
        (20.0, 1.699_341_702_116_635_5e-17) (-300.0, 1.060_158_621_201_724_3e-260);
    asinh |x| x.asinh() =>
        [0.0, 1.0 / MAX, RSQRT_2, 1.0, 1.0, 1.0, 1.0, RSQRT_2, 1.0 / MAX, 0.0, N]
        (-1e200, 1e-200);
    acosh |x| x.acosh() =>
        [N, N, N, N, N, N, N, I, 1.0 / MAX, 0.0, N]
        (1.0 + f64::EPSILON, 1.0 / (ROOT_EPS * std::f64::consts::SQRT_2)) (1e200, 1e-200);
    // Beyond one the value is NaN, and the entry is what the formula says.
    atanh |x| x.atanh() =>
        [0.0, 0.0, I, 1.0, 1.0, 1.0, 1.0, I, 0.0, 0.0, N]
        (BELOW_1, 1.0 / f64::EPSILON) (2.0, -1.0 / 3.0);
    // The slope of a kink or step is a number even where the value is NaN.
    abs |x| x.abs() =>
        [-1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    signum |x| x.signum() => [0.0; 11];
    floor |x| x.floor() => [0.0; 11];
    ceil |x| x.ceil() => [0.0; 11];
    round |x| x.round() => [0.0; 11] (0.5, 0.0);
    round_ties_even |x| x.round_ties_even() => [0.0; 11] (0.5, 0.0);
    trunc |x| x.trunc() => [0.0; 11];
    fract |x| x.fract() => [1.0; 11];
    to_degrees |x| x.to_degrees() => [DEGREES; 11];
    to_radians |x| x.to_radians() => [RADIANS; 11];
    sin_cos |x| x.sin_cos().1 =>
        [N, SIN_MAX, SIN_1, S, 0.0, 0.0, -S, -SIN_1, -SIN_MAX, N, N];
    powi_0 |x| x.powi(0) => [0.0; 11];
    powi_1 |x| x.powi(1) => [1.0; 11];
    powi_2 |x| x.powi(2) =>
        [-I, -I, -2.0, -2.0 * S, 0.0, 0.0, 2.0 * S, 2.0, I, I, N];
    powi_3 |x| x.powi(3) =>
        [I, I, 3.0, 0.0, 0.0, 0.0, 0.0, 3.0, I, I, N];
    powi_4 |x| x.powi(4) =>
        [-I, -I, -4.0, 0.0, 0.0, 0.0, 0.0, 4.0, I, I, N];
    powi_5 |x| x.powi(5) =>
        [I, I, 5.0, 0.0, 0.0, 0.0, 0.0, 5.0, I, I, N];
    powi_8 |x| x.powi(8) =>
        [-I, -I, -8.0, 0.0, 0.0, 0.0, 0.0, 8.0, I, I, N];
    powi_minus_1 |x| x.powi(-1) =>
        [0.0, 0.0, -1.0, -I, -I, -I, -I, -1.0, 0.0, 0.0, N];
    powi_minus_2 |x| x.powi(-2) =>
        [0.0, 0.0, 2.0, I, I, -I, -I, -2.0, 0.0, 0.0, N];
    powi_most |x| x.powi(i32::MAX) =>
        [I, I, 2_147_483_647.0, 0.0, 0.0, 0.0, 0.0, 2_147_483_647.0, I, I, N] (0.5, 0.0);
    powi_least |x| x.powi(i32::MIN) =>
        [0.0, 0.0, 2_147_483_648.0, I, I, -I, -I, -2_147_483_648.0, 0.0, 0.0, N];
    powf_half |x| x.powf(0.5) =>
        [0.0, N, N, N, I, I, ROOT_S, 0.5, ROOT_MAX, 0.0, N];
    powf_of_2 |x| 2.0_f64.powf(x) =>
        [0.0, 0.0, HALF, LN_2, LN_2, LN_2, LN_2, TWICE, I, I, N];
    powf_of_0 |x| 0.0_f64.powf(x) =>
        [-I, -I, -I, -I, -I, -I, 0.0, 0.0, 0.0, 0.0, N];
}

/// Slopes of the cube root at the largest and at the smallest number.
const LAST: f64 = 1.046_489_893_941_143_7e-206;
const FIRST: f64 = 1.149_094_221_479_580_6e215;

of_several! {
    add |a, b| a + b => ([MAX, MAX], [1.0, 1.0]) ([I, -I], [1.0, 1.0]) ([N, 1.0], [1.0, 1.0]);
    sub |a, b| a - b => ([MAX, -MAX], [1.0, -1.0]) ([I, I], [1.0, -1.0]) ([0.0, N], [1.0, -1.0]);
    mul |a, b| a * b => ([0.0, I], [I, 0.0]) ([MAX, S], [S, MAX]) ([-0.0, 3.0], [3.0, 0.0]) ([N, 2.0], [2.0, N]);
    div |a, b| a / b =>
        ([1.0, 0.0], [I, -I]) ([1.0, -0.0], [-I, -I]) ([0.0, 0.0], [I, N]) ([0.0, 2.0], [0.5, 0.0])
        ([1.0, I], [0.0, 0.0]) ([I, 2.0], [0.5, -I]) ([1.0, 1e-200], [1e200, -I])
        ([MAX, MAX], [1.0 / MAX, -1.0 / MAX])
        ([1.0, 1e200], [1e-200, 0.0]) ([1.0, N], [N, N]) ([N, 2.0], [0.5, N])
        // The reciprocal of a denominator below 5.6e-309 is infinite, although the quotient is not.
        ([S, S], [I, -I]);
    // The slope is of the side that the value is of: `1 % 0.1` is almost 0.1.
    rem |a, b| a % b =>
        ([1.0, 0.1], [1.0, -9.0]) ([7.5, 2.0], [1.0, -3.0]) ([-7.5, 2.0], [1.0, 3.0]) ([7.5, -2.0], [1.0, 3.0])
        ([6.0, 2.0], [1.0, -3.0]) ([0.0, 1.0], [1.0, 0.0]) ([-0.0, 1.0], [1.0, 0.0]) ([5.0, I], [1.0, 0.0])
        ([MAX, MAX], [1.0, -1.0]) ([S, 1.0], [1.0, 0.0]) ([1.0, S], [1.0, -I]) ([1.0, 0.0], [1.0, N])
        ([I, 1.0], [1.0, N]) ([N, 1.0], [1.0, N]);
    rem_euclid |a, b| a.rem_euclid(b) =>
        ([1.0, 0.1], [1.0, -9.0]) ([7.5, 2.0], [1.0, -3.0]) ([-7.5, 2.0], [1.0, 4.0]) ([7.5, -2.0], [1.0, 3.0])
        ([-7.5, -2.0], [1.0, -4.0]) ([0.0, 1.0], [1.0, 0.0]) ([-S, 3.0], [1.0, 1.0]) ([5.0, I], [1.0, 0.0])
        ([MAX, MAX], [1.0, -1.0]) ([1.0, 0.0], [1.0, N]) ([I, 1.0], [1.0, N]) ([N, 1.0], [1.0, N]);
    div_euclid |a, b| a.div_euclid(b) => ([7.5, 2.0], [0.0, 0.0]) ([1.0, 0.0], [0.0, 0.0]) ([N, I], [0.0, 0.0]);
    hypot |a, b| a.hypot(b) =>
        ([3.0, 4.0], [0.6, 0.8]) ([0.0, -2.0], [0.0, -1.0]) ([1e200, 1e200], [RSQRT_2, RSQRT_2])
        ([1e-200, -1e-200], [RSQRT_2, -RSQRT_2]) ([MAX, 1.0], [1.0, 1.0 / MAX]) ([1.0, S], [1.0, S])
        // A cone has no slope at its tip. Where the value is infinite, its reciprocal is zero.
        ([0.0, 0.0], [N, N]) ([MAX, MAX], [0.0, 0.0]) ([I, 1.0], [N, 0.0]) ([N, 1.0], [N, N])
        // The reciprocal of a value below 5.6e-309 is infinite.
        ([S, 0.0], [I, N]);
    atan2 |y, x| y.atan2(x) =>
        ([0.0, 1.0], [1.0, 0.0]) ([0.0, -1.0], [-1.0, 0.0]) ([-0.0, -1.0], [-1.0, 0.0]) ([1.0, 0.0], [0.0, -1.0])
        ([-1.0, -0.0], [0.0, 1.0]) ([1.0, 1.0], [0.5, -0.5]) ([S, 1.0], [1.0, -S]) ([1.0, S], [S, -1.0])
        ([1e-140, 1e-140], [5e139, -5e139]) ([1e150, 1e150], [5e-151, -5e-151])
        // There is no slope at the origin, and none of infinite numbers is formed.
        ([0.0, 0.0], [N, N]) ([I, 1.0], [0.0, N]) ([1.0, I], [N, 0.0]) ([N, 1.0], [N, N])
        // The squares overflow, or vanish.
        ([1e200, 1e200], [0.0, 0.0]) ([1e-200, 1e-200], [I, -I]);
    powf |a, b| a.powf(b) =>
        ([2.0, 3.0], [12.0, 8.0 * LN_2]) ([0.0, 2.0], [0.0, 0.0]) ([0.0, 1.0], [1.0, 0.0]) ([0.0, 0.5], [I, 0.0])
        ([0.0, -1.0], [-I, -I]) ([-0.0, -1.0], [-I, I]) ([1.0, 0.0], [0.0, 0.0])
        // Zero to the power zero is one, and stays one where the base moves.
        ([0.0, 0.0], [0.0, -I]) ([S, 0.0], [0.0, S.ln()]) ([-0.0, -0.0], [0.0, -I])
        ([MAX, 0.0], [0.0, MAX.ln()]) ([I, 0.0], [0.0, I]) ([I, 2.0], [I, I]) ([I, -1.0], [0.0, 0.0])
        ([2.0, I], [I, I]) ([0.5, I], [0.0, 0.0]) ([0.0, I], [0.0, 0.0]) ([2.0, -I], [0.0, 0.0])
        ([1.0, 7.0], [7.0, 0.0])
        // A negative base has a slope where the exponent is an integer, and none by the exponent.
        ([-2.0, 3.0], [12.0, N]) ([-2.0, 0.5], [N, N]) ([-S, 1.0], [1.0, N])
        // The value is one, but it is not known to be constant.
        ([N, 0.0], [0.0, N]) ([1.0, N], [N, 0.0]) ([N, 1.0], [1.0, N])
        ([1e-300, 2.5], [0.0, 0.0]) ([1e200, -2.5], [0.0, 0.0]) ([1e-200, 0.5], [5e99, -4.605_170_185_988_091e-98]);
    log |a, b| a.log(b) =>
        ([1.0, 2.0], [LOG2_E, 0.0]) ([8.0, 2.0], [LOG2_E / 8.0, -1.5 * LOG2_E])
        ([MAX, 2.0], [LOG2_E / MAX, -512.0 * LOG2_E])
        ([0.0, 2.0], [I, I]) ([-0.0, 2.0], [-I, I]) ([I, 2.0], [0.0, -I]) ([2.0, I], [0.0, 0.0])
        // To the base one all logarithms are infinite. To the base zero they are zero.
        ([2.0, 1.0], [I, -I]) ([2.0, 0.0], [0.0, N]) ([-1.0, 2.0], [-LOG2_E, N]) ([2.0, -1.0], [N, N])
        ([N, 2.0], [N, N]) ([2.0, N], [N, N]) ([10.0, 10.0], [0.1 / LN_10, -0.1 / LN_10]);
    copysign |a, b| a.copysign(b) =>
        ([3.0, -1.0], [-1.0, 0.0]) ([-3.0, -0.0], [1.0, 0.0]) ([0.0, -1.0], [-1.0, 0.0]) ([-0.0, -1.0], [1.0, 0.0])
        ([I, -I], [-1.0, 0.0]) ([2.0, N.abs()], [1.0, 0.0]);
    min |a, b| a.min(b) =>
        ([1.0, 2.0], [1.0, 0.0]) ([2.0, 1.0], [0.0, 1.0]) ([1.0, 1.0], [1.0, 0.0]) ([0.0, -0.0], [1.0, 0.0])
        ([-0.0, 0.0], [1.0, 0.0]) ([N, 1.0], [0.0, 1.0]) ([1.0, N], [1.0, 0.0]) ([N, N], [1.0, 0.0])
        ([I, I], [1.0, 0.0]) ([I, -I], [0.0, 1.0]) ([S, 0.0], [0.0, 1.0]) ([MAX, I], [1.0, 0.0]);
    max |a, b| a.max(b) =>
        ([1.0, 2.0], [0.0, 1.0]) ([2.0, 1.0], [1.0, 0.0]) ([1.0, 1.0], [1.0, 0.0]) ([0.0, -0.0], [1.0, 0.0])
        ([-0.0, 0.0], [1.0, 0.0]) ([N, 1.0], [0.0, 1.0]) ([1.0, N], [1.0, 0.0]) ([N, N], [1.0, 0.0])
        ([I, I], [1.0, 0.0]) ([I, -I], [1.0, 0.0]) ([S, 0.0], [1.0, 0.0]) ([MAX, I], [0.0, 1.0]);
    midpoint |a, b| a.midpoint(b) =>
        ([MAX, MAX], [0.5, 0.5]) ([S, 0.0], [0.5, 0.5]) ([I, -I], [0.5, 0.5]) ([N, 1.0], [0.5, 0.5]);
    mul_add |a, b, c| a.mul_add(b, c) =>
        ([2.0, 3.0, N], [3.0, 2.0, 1.0]) ([0.0, I, 1.0], [I, 0.0, 1.0]) ([MAX, MAX, -MAX], [MAX, MAX, 1.0])
        ([-0.0, S, I], [S, 0.0, 1.0]);
    clamp |a, b, c| a.clamp(b, c) =>
        ([1.5, 1.0, 2.0], [1.0, 0.0, 0.0]) ([0.5, 1.0, 2.0], [0.0, 1.0, 0.0]) ([2.5, 1.0, 2.0], [0.0, 0.0, 1.0])
        ([1.0, 1.0, 2.0], [1.0, 0.0, 0.0]) ([2.0, 1.0, 2.0], [1.0, 0.0, 0.0]) ([1.0, 1.0, 1.0], [1.0, 0.0, 0.0])
        ([-0.0, 0.0, 1.0], [1.0, 0.0, 0.0]) ([N, 1.0, 2.0], [1.0, 0.0, 0.0]) ([I, 1.0, I], [1.0, 0.0, 0.0])
        ([-I, -MAX, MAX], [0.0, 1.0, 0.0]) ([I, -MAX, MAX], [0.0, 0.0, 1.0]);
}

/// The rows of `powi` with an exponent of run time.
#[jacobian_runtime::jacobian(wrt(x))]
fn powi_by(x: f64, n: i32) -> f64 {
    x.powi(n)
}

/// Says what is wrong with an entry, if something is.
fn mistake(name: &str, at: &[f64], found: f64, expected: f64) -> Option<String> {
    let is_same = found == expected || found.is_nan() && expected.is_nan();
    // A subnormal number has fewer digits.
    let bound = 4e-15 * expected.abs() + S;
    let is_near = is_same || (found - expected).abs() <= bound && found.is_finite();
    (!is_near).then(|| format!("{name} at {at:?}: {found:e}, not {expected:e}"))
}

#[test]
fn entries_at_special_points_are_those_of_the_table() {
    let (mut n_points, mut mistakes) = (0, Vec::new());
    for row in rows_of_one().into_iter().chain(rows_of_several()) {
        for (at, slopes) in &row.slopes {
            let entries = (row.entries)(at);
            assert_eq!(entries.len(), slopes.len(), "{}", row.name);
            let pairs = entries.into_iter().zip(slopes);
            mistakes
                .extend(pairs.filter_map(|(found, slope)| mistake(row.name, at, found, *slope)));
            n_points += 1;
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    assert!(n_points > 700, "the table has shrunk to {n_points} points");
}

/// An exponent of run time has the slopes of the same exponent in the text.
#[test]
fn integer_exponents_of_run_time_have_the_slopes_of_literal_ones() {
    let rows = rows_of_one();
    let exponents = [
        ("powi_0", 0),
        ("powi_1", 1),
        ("powi_2", 2),
        ("powi_3", 3),
        ("powi_4", 4),
        ("powi_5", 5),
        ("powi_8", 8),
        ("powi_minus_1", -1),
        ("powi_minus_2", -2),
        ("powi_most", i32::MAX),
        ("powi_least", i32::MIN),
    ];
    for (name, exponent) in exponents {
        let row = rows.iter().find(|row| row.name == name).expect("a row");
        for (at, slopes) in &row.slopes {
            let found = powi_by_jacobian(at[0], exponent).values()[0];
            assert_eq!(mistake(name, at, found, slopes[0]), None);
        }
    }
}

/// Operations that users never write follow `AbsPartial`.
#[test]
fn every_elemental_has_a_row() {
    let rows: Vec<Row> = rows_of_one().into_iter().chain(rows_of_several()).collect();
    let mut missing = Vec::new();
    for operation in Operation::ALL {
        let has_row = rows.iter().any(|row| row.name == operation.name());
        let is_of_user = *operation < Operation::AbsPartial && *operation != Operation::PowiBy;
        if is_of_user && !has_row {
            missing.push(operation.name());
        }
    }
    assert!(missing.is_empty(), "no special points of {missing:?}");
}
