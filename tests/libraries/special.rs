//! The traits of the crate special.

use jacobian_runtime::jacobian;

use crate::support::check;

const AT: [f64; 3] = [0.7, 1.3, 2.1];

/// Methods are known where their traits are imported.
#[allow(
    unstable_name_collisions,
    reason = "std may have methods of these names one day"
)]
#[jacobian]
mod methods {
    use special::{Beta, Elliptic as _, Error, Gamma};

    #[jacobian]
    pub(super) fn of_numbers(x: &[f64; 3]) -> [f64; 10] {
        let (value, sign) = x[2].ln_gamma();
        [
            x[0].error(),
            x[1].compl_error() * x[0],
            (x[0] * 0.5).inv_error(),
            x[2].gamma(),
            value * f64::from(sign),
            x[1].digamma(),
            x[1].inc_gamma(2.5),
            x[1].ln_beta(x[2]),
            x[0].inc_beta(1.5, 2.5, 1.5.ln_beta(2.5)),
            x[0].inv_inc_beta(1.5, 2.5, 1.5.ln_beta(2.5)),
        ]
    }

    #[jacobian]
    pub(super) fn complete(m: f64) -> (f64, f64) {
        (m.elliptic_k(), m.elliptic_e())
    }

    #[jacobian]
    pub(super) fn elliptic(x: &[f64; 3]) -> [f64; 5] {
        [
            x[0].elliptic_k(),
            x[0].elliptic_e(),
            x[0].inc_elliptic_f(x[1]),
            x[0].inc_elliptic_e(x[1]),
            x[0].elliptic_rf(x[1], x[2]),
        ]
    }
}

/// An import in the body, and calls by the path of the trait.
#[jacobian]
fn by_path(x: &[f64; 3]) -> [f64; 4] {
    use special::LambertW;
    [
        special::Error::error(x[0]) * special::Gamma::gamma(x[1]),
        x[2].lambert_w0(),
        (-0.3 * x[0]).lambert_wm1(),
        special::Gamma::digamma(x[1]),
    ]
}

#[test]
fn methods_of_special_are_known_by_their_traits() {
    use methods::{elliptic, elliptic_with_jacobian, of_numbers, of_numbers_with_jacobian};
    check!(of_numbers with of_numbers_with_jacobian at AT);
    check!(elliptic with elliptic_with_jacobian at AT);
    check!(by_path with by_path_with_jacobian at AT);
    // The formulas divide by the parameter.
    let at_zero = methods::complete_jacobian(0.0).to_dense();
    let eighth = std::f64::consts::PI / 8.0;
    assert!((at_zero[0][0] - eighth).abs() < 1e-15 && (at_zero[1][0] + eighth).abs() < 1e-15);
}

/// A method of numbers of one's own trait, by a rule.
trait Squash {
    fn squash(self, scale: f64) -> f64;
}

impl Squash for f64 {
    fn squash(self, scale: f64) -> f64 {
        self / (1.0 + scale * self * self)
    }
}

fn by_self(x: f64, k: f64) -> f64 {
    (1.0 - k * x * x) / (1.0 + k * x * x).powi(2)
}

#[jacobian(rule(Squash::squash(self, k) => (
    by_self(self, k),
    -self.powi(3) / (1.0 + k * self * self).powi(2),
)))]
fn squashed(x: &[f64; 3]) -> [f64; 3] {
    let k = 0.3;
    [
        x[0].squash(x[1]),
        Squash::squash(x[0] * x[2], 2.0),
        k.squash(x[2].squash(k)),
    ]
}

#[test]
fn a_rule_with_a_partial_by_self_is_about_numbers() {
    check!(squashed with squashed_with_jacobian at AT);
}

/// The error functions of the crate errorfunctions.
#[jacobian]
mod error_functions {
    use errorfunctions::RealErrorFunctions;

    #[allow(
        unstable_name_collisions,
        reason = "`f64::erf` of std is not stable, and the trait is meant"
    )]
    #[jacobian]
    pub(super) fn of_numbers(x: &[f64; 3]) -> [f64; 6] {
        [
            x[0].erf(),
            x[1].erfc(),
            x[2].erfcx(),
            x[0].erfi(),
            x[1].dawson(),
            x[2].w_im(),
        ]
    }
}

#[test]
fn error_functions_are_known_where_their_trait_is_imported() {
    use error_functions::{of_numbers, of_numbers_with_jacobian};
    check!(of_numbers with of_numbers_with_jacobian at AT);
}
