//! Quotients of literals and roots of quotients: beside other quotients, in arms, in single
//! precision, in generic functions, at the ends of the range. Differences met from both ends, and
//! products with zero.

use jacobian_runtime::{Real, jacobian};

use crate::support::check;

/// Within a few ulp, where nothing cancels.
fn assert_close(fused: impl IntoIterator<Item = f64>, exact: impl IntoIterator<Item = f64>) {
    for (fused, exact) in fused.into_iter().zip(exact) {
        assert!(
            (fused - exact).abs() <= 1e-14 * exact.abs().max(1.0),
            "{fused} for {exact}"
        );
    }
}

macro_rules! agree {
    ($fused:ident, $exact:ident) => {
        for x in POINTS {
            let ((value, jacobian), (exact, expected)) = ($fused(&x), $exact(&x));
            assert_close(value, exact);
            let [found, expected] = [jacobian.to_dense(), expected.to_dense()];
            assert_close(found.into_iter().flatten(), expected.into_iter().flatten());
        }
    };
}

const POINTS: [[f64; 3]; 4] = [
    [0.7, 1.3, 2.9],
    [2.5, 0.4, 0.3],
    [7.1, 3.3, 1.1],
    [0.2, 5.7, 4.4],
];

#[jacobian]
#[jacobian(value = fused, prefix = fused_quotients)]
#[jacobian(value = fused, order = forward, layout = csr, prefix = fused_rows)]
fn quotients(x: &[f64; 3]) -> [f64; 6] {
    let [a, b, c] = *x;
    let forty = 40.0 / a;
    let one = 1.0 / b;
    [
        forty * b,
        one + (b / a).ln(),
        c * (b / a) + 3.0 / a - -7.0 / b,
        0.025 * (40.0 / a) * c + 1.0 / a,
        (c / b).hypot(-0.5 / c),
        forty / c / b + 70_000.0 / c * 1e-4,
    ]
}

#[jacobian]
#[jacobian(value = fused, prefix = fused_roots)]
#[jacobian(value = fused, order = forward, layout = csr, prefix = fused_rows_of_roots)]
fn roots(x: &[f64; 3]) -> [f64; 8] {
    let [a, b, c] = *x;
    let square = a * a + b * b;
    let root = square.sqrt();
    let below = (40.0 / a).sqrt();
    [
        b * b.sqrt(),
        square * root,
        c / (square * root),
        below,
        below * c + (b / a).sqrt(),
        (b / c).sqrt() * b,
        1.0 / (2.0 / c).sqrt(),
        (a * c).sqrt() * (a * c) - 3.0 * root,
    ]
}

#[jacobian]
#[jacobian(value = fused, prefix = fused_in_arms)]
fn in_arms(x: &[f64; 3]) -> [f64; 3] {
    let [a, b, c] = *x;
    let outside = if a > b { 5.0 / c } else { (3.0 / c).sqrt() * c };
    let quotient = b / c;
    let inside = if quotient > 1.0 {
        2.0 / c + a / c
    } else {
        quotient
    };
    [outside * inside, 1.0 / c, outside + a / c]
}

#[jacobian]
#[jacobian(value = fused, prefix = fused_ends)]
fn both_ends(x: &[f64; 3]) -> [f64; 6] {
    let [a, b, c] = *x;
    let zero = 0.0 * a;
    [
        (a - b).sin() * c,
        (b - a).sin(),
        (b - a).cos() * (a - b).cos(),
        (-c).tanh() * c.tanh(),
        ((b - a) * (b - a) + 1.0).sqrt() * ((a - b) * (a - b)),
        c / 7.0 + (b - a) / 3.0 - zero * b + zero,
    ]
}

#[test]
fn the_bits_of_opposites_and_no_entries_of_zeros() {
    let same = [
        [0.0, 0.0, 0.0],
        [0.0, -0.0, 0.0],
        [-0.0, 0.0, -0.0],
        [3.5, 3.5, 1e9],
    ];
    for x in same {
        let bits = |value: [f64; 6]| value.map(f64::to_bits);
        assert_eq!(bits(both_ends(&x)), bits(both_ends_with_jacobian(&x).0));
    }
    for x in POINTS {
        check!(both_ends with both_ends_with_jacobian at x);
    }
    agree!(fused_ends_with_jacobian, both_ends_with_jacobian);
    let last = BOTH_ENDS_PATTERN.entries().filter(|(row, _)| *row == 5);
    assert_eq!(last.count(), 3);
}

#[jacobian]
fn generic<T: Real>(x: &[T; 2]) -> [T; 2] {
    let quotient = T::from_f64(3.0) / x[0];
    [quotient * x[1], quotient.sqrt() + x[1] / x[0]]
}

#[jacobian]
fn single(x: &[f32; 2]) -> [f32; 2] {
    let quotient = 3.0 / x[0];
    [quotient * x[1], quotient.sqrt() * x[0]]
}

#[test]
fn values_are_those_of_the_source_and_entries_those_of_differences() {
    for x in POINTS {
        check!(quotients with quotients_with_jacobian at x);
        check!(roots with roots_with_jacobian at x);
        check!(in_arms with in_arms_with_jacobian at x);
    }
}

#[test]
fn fused_values_and_entries_agree() {
    agree!(fused_quotients_with_jacobian, quotients_with_jacobian);
    agree!(fused_rows_with_jacobian, quotients_with_jacobian);
    agree!(fused_roots_with_jacobian, roots_with_jacobian);
    agree!(fused_rows_of_roots_with_jacobian, roots_with_jacobian);
    agree!(fused_in_arms_with_jacobian, in_arms_with_jacobian);
}

#[test]
fn other_scalars() {
    let (value, jacobian) = generic_with_jacobian(&[0.6_f64, 2.0]);
    assert_close(value, [10.0, 5.0_f64.sqrt() + 2.0 / 0.6]);
    let slope = -3.0 / 0.36;
    let expected = [
        slope * 2.0,
        5.0,
        0.5 / 5.0_f64.sqrt() * slope - 2.0 / 0.36,
        1.0 / 0.6,
    ];
    assert_close(jacobian.to_dense().into_iter().flatten(), expected);
    let (_, jacobian) = single_with_jacobian(&[0.75, 2.0]);
    // The root of 3 / x, times x, is the root of 3 x.
    let expected = [-3.0 / 0.5625 * 2.0, 4.0, 1.5 / 1.5, 0.0];
    for (found, expected) in jacobian.to_dense().into_iter().flatten().zip(expected) {
        assert!(
            (f64::from(found) - expected).abs() < 1e-5,
            "{found} for {expected}"
        );
    }
}

/// Where the quotient overflows and where it is subnormal, as where the reciprocal is.
#[jacobian]
fn far<T: Real>(x: T) -> [T; 2] {
    [T::from_f64(1e9) / x, x.ln()]
}

#[test]
fn partials_of_others_keep_their_range() {
    for x in [1e-305, 1e-300, 1e299, 1e306] {
        let (_, jacobian) = far_with_jacobian(x);
        assert_close([jacobian.to_dense()[1][0] * x], [1.0]);
    }
}

#[test]
fn a_root_at_zero_has_its_limit() {
    // 1.5 sqrt(b), where the chain rule has zero times infinity.
    let jacobian = roots_jacobian(&[1.0, 0.0, 1.0]).to_dense();
    assert_eq!(jacobian[0][1], 0.0);
}
