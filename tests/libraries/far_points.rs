//! Functions of libraries where their usual formulas for a slope cancel, overflow or have no value:
//! against series at the point.

use jacobian_runtime::jacobian;

/// The slope of each function of this file by its only variable.
#[jacobian]
mod slopes {
    use errorfunctions::RealErrorFunctions as _;
    use special::Elliptic as _;

    #[jacobian]
    pub(super) fn bessel(x: f64) -> [f64; 4] {
        [libm::j1(x), libm::y1(x), libm::yn(2, x), libm::yn(-3, x)]
    }

    #[jacobian]
    pub(super) fn inverse(x: f64) -> f64 {
        libm::acosh(x)
    }

    #[jacobian]
    pub(super) fn rest(y: f64) -> [f64; 2] {
        let (rest, _) = libm::remquo(1.0, y);
        [libm::remainder(1.0, y), rest]
    }

    #[jacobian]
    pub(super) fn error_functions(x: f64) -> [f64; 4] {
        [x.erfcx(), x.dawson(), x.w_im(), puruspe::erfcx(x)]
    }

    #[jacobian]
    pub(super) fn complete(m: f64) -> [f64; 2] {
        [m.elliptic_k(), m.elliptic_e()]
    }

    #[jacobian(wrt(m))]
    pub(super) fn incomplete(m: f64, phi: f64) -> [f64; 2] {
        [m.inc_elliptic_f(phi), m.inc_elliptic_e(phi)]
    }

    #[jacobian(hessian)]
    pub(super) fn difference(m: f64) -> f64 {
        m.elliptic_k() - m.elliptic_e()
    }
}

fn agrees(found: f64, known: f64) {
    let is_near = (found - known).abs() <= 1e-12 * known.abs();
    assert!(is_near, "{found:e} in place of {known:e}");
}

#[test]
fn bessel_functions_have_their_limits_at_zero() {
    for x in [5e-324, -1e-310, 1e-9, 0.0] {
        agrees(slopes::bessel_jacobian(x).to_dense()[0][0], 0.5);
    }
    let infinite = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY];
    let at_zero = slopes::bessel_jacobian(0.0).to_dense();
    assert_eq!([at_zero[1][0], at_zero[2][0]], infinite[..2]);
    let sign = libm::yn(-3, 0.0).signum();
    assert_eq!(at_zero[3][0], -sign * f64::INFINITY);
    assert!(slopes::bessel_jacobian(-1.0).to_dense()[1][0].is_nan());
}

#[test]
fn no_slope_is_given_where_there_is_no_value() {
    for x in [-2.0, 0.5, f64::NAN] {
        assert!(slopes::inverse_jacobian(x).to_dense()[0][0].is_nan());
    }
    agrees(slopes::inverse_jacobian(1e200).to_dense()[0][0], 1e-200);
}

#[test]
fn slopes_of_remainders_are_integers() {
    for y in [0.1, 0.3, 1e-3, 1.0 / 7.0] {
        let quotient = ((1.0 - libm::remainder(1.0, y)) / y).round();
        let dense = slopes::rest_jacobian(y).to_dense();
        assert_eq!(dense, [[-quotient], [-quotient]]);
    }
}

#[test]
fn error_functions_keep_their_digits_far_out() {
    let root = std::f64::consts::PI.sqrt();
    for x in [9.5_f64, 10.0, 30.0, 1e3, 1e8, 1e200] {
        let t = 0.5 / (x * x);
        let known = [
            -2.0 / root * t * horner(&TERMS, -t),
            -t * horner(&TERMS, t),
            -2.0 / root * t * horner(&TERMS, t),
            -2.0 / root * t * horner(&TERMS, -t),
        ];
        let dense = slopes::error_functions_jacobian(x).to_dense();
        for (found, known) in dense.iter().zip(known) {
            agrees(found[0], known);
        }
    }
}

/// Those of `sum (2 n + 1)!! t^n`.
const TERMS: [f64; 14] = [
    1.0,
    3.0,
    15.0,
    105.0,
    945.0,
    10_395.0,
    135_135.0,
    2_027_025.0,
    34_459_425.0,
    654_729_075.0,
    13_749_310_575.0,
    316_234_143_225.0,
    7_905_853_580_625.0,
    213_458_046_676_875.0,
];

fn horner(terms: &[f64], t: f64) -> f64 {
    terms.iter().rev().fold(0.0, |sum, term| sum * t + term)
}

#[test]
fn elliptic_integrals_keep_their_digits_near_zero() {
    let quarter = std::f64::consts::FRAC_PI_2;
    for m in [0.0_f64, 1e-12, -1e-6, 1e-4] {
        // Abramowitz & Stegun, 17.3.11 and 17.3.12, differentiated.
        let first = [0.25, 9.0 / 32.0, 75.0 / 256.0, 1225.0 / 4096.0];
        let second = [-0.25, -3.0 / 32.0, -15.0 / 256.0, -175.0 / 4096.0];
        let dense = slopes::complete_jacobian(m).to_dense();
        agrees(dense[0][0], quarter * horner(&first, m));
        agrees(dense[1][0], quarter * horner(&second, m));
        let curved = quarter * horner(&[3.0 / 8.0, 45.0 / 64.0, 525.0 / 512.0], m);
        let mut hessian = slopes::DIFFERENCE_HESSIAN_TEMPLATE;
        slopes::difference_hessian_into(m, &mut hessian);
        assert!((hessian[0] - curved).abs() < 1e-11, "{hessian:?} {curved}");
        for phi in [1e-3_f64, -1e-5] {
            let cube = phi.powi(3);
            let next = cube * phi * phi / 10.0;
            let dense = slopes::incomplete_jacobian(m, phi).to_dense();
            let rest = |factor: f64| (factor - 1.0 / 3.0) * next;
            agrees(dense[0][0], cube / 6.0 + rest(1.5 * m));
            agrees(dense[1][0], -(cube / 6.0 + rest(0.5 * m)));
        }
    }
}
