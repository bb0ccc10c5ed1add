//! Every function of puruspe.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
fn gamma_and_error(x: &[f64; 3]) -> [f64; 14] {
    [
        puruspe::erf(x[0]),
        puruspe::erfc(x[1]),
        puruspe::erfcx(x[1]),
        puruspe::inverf(0.5 * x[0]),
        puruspe::inverfc(x[0]),
        puruspe::gamma(x[2]),
        puruspe::ln_gamma(x[2]),
        puruspe::gammp(2.5, x[1]),
        puruspe::gammq(2.5, x[1]),
        puruspe::invgammp(x[0], 2.5),
        puruspe::beta(x[0], x[2]),
        puruspe::betai(1.5, 2.5, x[0]),
        puruspe::invbetai(x[0], 1.5, 2.5),
        puruspe::lambert_w0(x[0]) * puruspe::lambert_wm1(-0.3 * x[0]),
    ]
}

#[jacobian]
fn bessel(x: &[f64; 3]) -> [f64; 10] {
    let (j, y) = puruspe::Jnu_Ynu(1.5, x[1]);
    let (i, k) = puruspe::Inu_Knu(0.5, x[2]);
    let two = 2;
    [
        puruspe::Jn(0, x[0]),
        puruspe::Jn(two, x[1]),
        puruspe::Yn(0, x[0]),
        puruspe::Yn(1, x[1]),
        puruspe::In(0, x[0]) * puruspe::In(3, x[1]),
        puruspe::Kn(0, x[2]) * puruspe::Kn(2, x[1]),
        j,
        y,
        i,
        k,
    ]
}

#[test]
fn functions_of_puruspe_are_known_by_their_paths() {
    check!(gamma_and_error with gamma_and_error_with_jacobian at [0.7, 1.3, 2.1]);
    check!(bessel with bessel_with_jacobian at [0.7, 1.3, 2.1]);
}
