//! Functions that call themselves until a known number ends them, also under conditions of run
//! time.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
fn powers(x: &[f64; 2]) -> [f64; 2] {
    fn power(x: f64, n: u32) -> f64 {
        if n == 0 {
            1.0
        } else if n % 2 == 1 {
            x * power(x, n - 1)
        } else {
            let half = power(x, n / 2);
            half * half
        }
    }
    [power(x[0], 5) * x[1], power(x[1], 0)]
}

mod recursive {
    use jacobian_runtime::jacobian;

    #[jacobian]
    pub(super) mod polynomials {
        use jacobian_runtime::jacobian;

        fn horner(c: &[f64], x: f64) -> f64 {
            if c.is_empty() {
                0.0
            } else {
                c[0] + x * horner(&c[1..], x)
            }
        }

        fn chebyshev(n: usize, x: f64) -> f64 {
            match n {
                0 => 1.0,
                1 => x,
                _ => 2.0 * x * chebyshev(n - 1, x) - chebyshev(n - 2, x),
            }
        }

        /// A continued fraction that ends early where the rest is small, which run time decides.
        fn continued(x: f64, k: usize, last: usize) -> f64 {
            if k == last || x.abs() < 0.1 {
                return 1.0;
            }
            1.0 + x / (k as f64 * continued(0.7 * x, k + 1, last))
        }

        #[jacobian]
        pub(in super::super) fn values(x: &[f64; 2]) -> [f64; 3] {
            let c = [x[1], 2.0, x[0], -1.0];
            [horner(&c, x[0]), chebyshev(6, x[1]), continued(x[0], 1, 5)]
        }
    }
}
use recursive::polynomials;

#[test]
fn recursion_is_unrolled() {
    for at in [[0.7, 1.3], [-0.2, 0.4], [2.5, -1.5]] {
        check!(powers with powers_with_jacobian at at);
        crate::support::compare(
            "polynomials",
            at,
            |x| polynomials::values(x),
            |x| {
                let (value, jacobian) = polynomials::values_with_jacobian(x);
                (value, jacobian.to_dense())
            },
        );
    }
}
