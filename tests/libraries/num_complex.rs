//! Complex numbers of num-complex: bit for bit, with derivatives by both parts.

use jacobian_runtime::jacobian;
use num_complex::{Complex, Complex32, Complex64, ComplexFloat};

use crate::support::{check, compare};

const AT: [f64; 4] = [0.7, 1.3, -0.4, 2.1];

/// The type is known by its name, without its `use`.
#[jacobian]
fn arithmetic(x: &[f64; 4]) -> [f64; 22] {
    let (z, w) = (Complex::new(x[0], x[1]), Complex64 { re: x[2], im: x[3] });
    let k = Complex::new(0.5, -1.5);
    let mut sum = z * w + k / w - z * 2.0;
    sum += 0.5 * w;
    sum *= z;
    sum -= -k;
    let parts = [
        sum,
        3.0 - z,
        1.0 / w,
        w / 3.0 + 1.0,
        z.conj() * Complex::i() - 0.25,
        z.inv() + w.scale(1.5).unscale(0.3),
        Complex::from_polar(x[0], x[1]) * Complex::<f64>::cis(x[3]),
        (k * 2.0) * z,
        2.5 + w,
    ];
    let (r, theta) = w.to_polar();
    [
        parts[0].re,
        parts[0].im,
        parts[1].re,
        parts[1].im,
        parts[2].re,
        parts[2].im,
        parts[3].re,
        parts[3].im,
        parts[4].re,
        parts[4].im,
        parts[5].re,
        parts[5].im,
        parts[6].re,
        parts[6].im,
        parts[7].re,
        parts[7].im,
        parts[8].re,
        z.norm_sqr() + z.norm(),
        z.arg(),
        r,
        theta,
        z.l1_norm() * k.norm(),
    ]
}

#[jacobian]
mod of_a_module {
    use num_complex::Complex64 as C;

    fn impedance(r: f64, l: f64, omega: f64) -> C {
        C::new(r, omega * l)
    }

    #[jacobian]
    pub(super) fn functions(z: C, w: &num_complex::Complex<f64>) -> [C; 6] {
        [
            z.exp() * w.sqrt(),
            z.ln() + w.powf(1.7),
            z.powi(3) / w.powi(-2),
            z.powu(6) + z.powc(*w),
            z.sin() * w.cos() + z.tan(),
            z.sinh() * w.cosh() - z.tanh(),
        ]
    }

    #[jacobian]
    pub(super) fn circuit(x: &[f64; 3]) -> (f64, f64) {
        let total = impedance(x[0], x[1], 2.0) + 1.0 / impedance(x[2], 0.3, x[0]);
        (total.norm(), total.arg())
    }
}

#[test]
fn complex_numbers_are_two_values() {
    check!(arithmetic with arithmetic_with_jacobian at AT);
    let by_parts = |x: &[f64; 4]| {
        let (z, w) = (Complex::new(x[0], x[1]), Complex::new(x[2], x[3]));
        let value = of_a_module::functions(z, &w);
        let flat: Vec<f64> = value.iter().flat_map(|z| [z.re, z.im]).collect();
        <[f64; 12]>::try_from(flat).unwrap()
    };
    compare("functions", AT, by_parts, |x| {
        let (z, w) = (Complex::new(x[0], x[1]), Complex::new(x[2], x[3]));
        let (value, jacobian) = of_a_module::functions_with_jacobian(z, &w);
        let flat: Vec<f64> = value.iter().flat_map(|z| [z.re, z.im]).collect();
        (<[f64; 12]>::try_from(flat).unwrap(), jacobian.to_dense())
    });
    let (r, l, c) = (0.7, 1.3, 0.9);
    let circuit = |x: &[f64; 3]| <[f64; 2]>::from(of_a_module::circuit(x));
    compare("circuit", [r, l, c], circuit, |x| {
        let (value, jacobian) = of_a_module::circuit_with_jacobian(x);
        (value.into(), jacobian.to_dense())
    });
}

#[jacobian]
fn with_branches(z: Complex64) -> [Complex64; 4] {
    [z.exp(), z.sqrt(), z.ln(), z.powf(0.5)]
}

#[test]
fn special_values_take_the_branches_of_the_crate() {
    let special = [
        0.0,
        -0.0,
        1.5,
        -1.5,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    for (re, im) in special.iter().flat_map(|re| special.map(|im| (*re, im))) {
        let z = Complex64::new(re, im);
        let (expected, (found, jacobian)) = (with_branches(z), with_branches_with_jacobian(z));
        for (position, (expected, found)) in expected.iter().zip(&found).enumerate() {
            for (expected, found) in [(expected.re, found.re), (expected.im, found.im)] {
                let is_same = expected.to_bits() == found.to_bits();
                let are_nan = expected.is_nan() && found.is_nan();
                assert!(
                    is_same || are_nan,
                    "{position} of {z}: {found} is not {expected}"
                );
            }
        }
        // The root of a positive number is real, and so is its derivative.
        if (re, im) == (1.5, 0.0) {
            let slope = 0.5 / 1.5_f64.sqrt();
            assert_eq!(jacobian.get(2, 0), Some(slope));
        }
    }
}

/// Complex numbers that are not active are copied, and may be mixed with active ones.
#[jacobian(wrt(x))]
fn mixed(x: &[f64; 2], k: Complex64, list: &[Complex64; 2]) -> [f64; 2] {
    let z = Complex64::new(x[0], x[1]);
    let scaled = k * k.exp() + list[1];
    let w = z * scaled + list[0] * 2.0;
    [w.re, (w - k).norm_sqr()]
}

#[test]
fn inactive_complex_numbers_stay_the_users() {
    let (k, list) = (
        Complex64::new(0.3, -0.8),
        [Complex64::new(1.1, 0.2), Complex64::i()],
    );
    check!(mixed with mixed_with_jacobian at [0.7, 1.3]; k, &list);
}

/// Structs of one's own with the name, and functions that mention them.
mod others {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy)]
    pub(super) struct Complex {
        pub(super) re: f64,
        pub(super) im: f64,
    }

    #[jacobian(wrt(x))]
    pub(super) fn with_another(x: f64, k: &Complex) -> Complex {
        Complex {
            re: x * k.im,
            im: k.re + x,
        }
    }

    #[jacobian]
    mod inner {
        #[derive(Clone, Copy)]
        pub(in super::super) struct Complex(pub(in super::super) f64);

        impl std::ops::Mul for Complex {
            type Output = f64;
            fn mul(self, other: Self) -> f64 {
                self.0 + other.0
            }
        }

        #[jacobian]
        pub(in super::super) fn own_product(x: f64) -> f64 {
            Complex(x) * Complex(2.0 * x)
        }
    }
    pub(super) use inner::{own_product, own_product_with_jacobian};
}

#[test]
fn a_type_of_ones_own_with_the_name_is_another_type() {
    let k = others::Complex { re: 0.3, im: 0.7 };
    let (value, jacobian) = others::with_another_with_jacobian(2.0, &k);
    let expected = others::with_another(2.0, &k);
    assert_eq!((value.re, value.im), (expected.re, expected.im));
    assert_eq!(jacobian.to_dense(), [[0.7], [1.0]]);
    let (value, jacobian) = others::own_product_with_jacobian(2.0);
    assert_eq!(
        (value, jacobian.to_dense()),
        (others::own_product(2.0), [[3.0]])
    );
}

/// Functions and operators beyond those above.
#[jacobian]
fn others(z: Complex64, w: Complex64, k: f64) -> [Complex64; 11] {
    let mut a = z / w;
    a /= w + k;
    a += k;
    a -= 0.5;
    a /= k;
    [
        z.asin() + w.acos() * z.atan(),
        z.asinh() - w.acosh() / z.atanh(),
        z.cbrt() + w.expf(k),
        z.fdiv(w) + z.finv(),
        a,
        k - z * Complex64::I + Complex::from(k),
        z.log(k) + w.log2() - z.log10(),
        w.exp2() * z.powi(-1),
        Complex64::ONE / z + Complex64::ZERO * w,
        Complex64::default() - z,
        k / (z + w.re() * z.im()),
    ]
}

/// The same over `f32`, beside functions over `f64` in one module.
#[jacobian]
mod singles {
    use num_complex::{Complex, Complex32, Complex64};

    fn gain(z: Complex32) -> Complex32 {
        (z * z + 1.0).sqrt() / (z + Complex32::i())
    }

    #[jacobian]
    pub(super) fn filter(z: Complex<f32>, k: f32) -> (Complex32, [f32; 2]) {
        let w = gain(z * k) + Complex::new(k, 0.5);
        (w.exp() * z.conj(), [w.norm(), w.arg()])
    }

    #[jacobian]
    pub(super) fn double(z: Complex<f64>, k: f64) -> Complex64 {
        (z * k).exp() + Complex::new(k, 0.5)
    }
}

#[jacobian]
fn alone(z: Complex32) -> Complex32 {
    z.powf(1.5) + z.inv()
}

#[test]
fn functions_of_both_scalars() {
    let at = [0.7, 0.4, -0.4, 1.1, 1.3];
    let flat = |list: [Complex64; 11]| {
        let flat: Vec<f64> = list.iter().flat_map(|z| [z.re, z.im]).collect();
        <[f64; 22]>::try_from(flat).unwrap()
    };
    let arguments = |x: &[f64; 5]| (Complex::new(x[0], x[1]), Complex::new(x[2], x[3]), x[4]);
    let value = |x: &[f64; 5]| {
        let (z, w, k) = arguments(x);
        flat(others(z, w, k))
    };
    compare("others", at, value, |x| {
        let (z, w, k) = arguments(x);
        let (value, jacobian) = others_with_jacobian(z, w, k);
        (flat(value), jacobian.to_dense())
    });
    let (z, k) = (Complex::new(0.7_f32, 0.4), 1.25_f32);
    let (value, jacobian) = singles::filter_with_jacobian(z, k);
    assert_eq!(value, singles::filter(z, k));
    let along = |re: f32, im: f32, step: f32| {
        let (w, rest) = singles::filter(z + Complex::new(re, im), k + step);
        [w.re, w.im, rest[0], rest[1]].map(f64::from)
    };
    let step = 1.0 / 128.0;
    for (col, [a, b, c]) in [[step, 0.0, 0.0], [0.0, step, 0.0], [0.0, 0.0, step]]
        .iter()
        .enumerate()
    {
        let (up, down) = (along(*a, *b, *c), along(-a, -b, -c));
        for row in 0..4 {
            let expected = (up[row] - down[row]) * 64.0;
            let found = f64::from(jacobian.to_dense()[row][col]);
            assert!(
                (found - expected).abs() < 2e-3,
                "({row}, {col}): {found}, {expected}"
            );
        }
    }
    let (value, jacobian) = alone_with_jacobian(z);
    assert_eq!(value, alone(z));
    // The equations of Cauchy and Riemann.
    let [[a, b], [c, d]] = jacobian.to_dense();
    assert!((a - d).abs() < 1e-5 && (b + c).abs() < 1e-5);
    let (value, jacobian) = singles::double_with_jacobian(Complex::new(0.7, 0.4), 1.3);
    assert_eq!(value, singles::double(Complex::new(0.7, 0.4), 1.3));
    assert_eq!(jacobian.to_dense()[0].len(), 3);
}

/// Numbers become complex ones by the type of the variable that they are assigned to.
#[jacobian]
#[allow(clippy::match_bool, reason = "arms say the type of their values")]
fn converted(s: f64, z: Complex64) -> Complex64 {
    let mut term: Complex64 = (2.0_f64).powf(s).into();
    let mut sum = z / term;
    for n in 3..6 {
        term = f64::from(n).powf(s).into();
        sum += z / term;
    }
    let scale: Complex64 = (s * s).into();
    let other: Complex64 = if s > 1.0 { s.exp().into() } else { z * z };
    term = match s > 2.0 {
        true => z,
        false => s.into(),
    };
    sum * scale + other * term
}

#[test]
fn the_place_of_an_assignment_says_what_into_gives() {
    for at in [[0.7, 1.2, -0.3], [1.6, 0.4, 0.9], [2.5, 0.4, 0.9]] {
        let parts = |z: Complex64| [z.re, z.im];
        compare(
            "converted",
            at,
            |x| parts(converted(x[0], Complex64::new(x[1], x[2]))),
            |x| {
                let (value, jacobian) = converted_with_jacobian(x[0], Complex64::new(x[1], x[2]));
                (parts(value), jacobian.to_dense())
            },
        );
    }
}
