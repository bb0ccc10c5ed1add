//! The option `hessian`: second derivatives, of one dependent or of a weighted sum of several.

use jacobian_runtime::{Real, jacobian};

/// Compares the first derivatives with those of the Jacobian, and the Hessian with differences of
/// them, extrapolated once.
fn compare<const N: usize>(
    name: &str,
    at: [f64; N],
    gradient: impl Fn(&[f64; N]) -> [f64; N],
    found: impl Fn(&[f64; N]) -> ([f64; N], [[f64; N]; N]),
) {
    let (first, hessian) = found(&at);
    for (found, expected) in first.iter().zip(gradient(&at)) {
        let error = (found - expected).abs();
        assert!(
            error <= 1e-13 * (1.0 + expected.abs()),
            "{name}: {found} is not {expected}"
        );
    }
    for col in 0..N {
        let along = |step: f64| {
            let mut x = at;
            x[col] += step;
            gradient(&x)
        };
        let slope = |step: f64| {
            let (up, down) = (along(step), along(-step));
            std::array::from_fn::<f64, N, _>(|row| (up[row] - down[row]) / (2.0 * step))
        };
        let (far, near) = (slope(1e-3), slope(5e-4));
        for row in 0..N {
            let expected = (4.0 * near[row] - far[row]) / 3.0;
            let found = hessian[row][col];
            assert!(
                (found - expected).abs() <= 1e-7 * (1.0 + expected.abs()),
                "{name}: entry ({row}, {col}) is {found}, differences say {expected}"
            );
        }
    }
}

/// `check_hessian!(f, its generated items at [x..]; other arguments)` for one array of variables.
macro_rules! check_hessian {
    ($f:ident, $gradient:ident, $into:ident, $alone:ident, $pattern:ident, $nnz:ident at $at:expr $(; $($argument:expr),+)?) => {
        compare(
            stringify!($f),
            $at,
            |x| $gradient(x $(, $($argument),+)?),
            |x| {
                let (mut value, mut gradient) = (f64::NAN, [f64::NAN; $pattern.size()]);
                let mut entries = [f64::NAN; $nnz];
                $into(x $(, $($argument),+)?, &mut value, &mut gradient, &mut entries);
                assert_eq!(value.to_bits(), $f(x $(, $($argument),+)?).to_bits());
                let mut again = [f64::NAN; $nnz];
                $alone(x $(, $($argument),+)?, &mut again);
                assert_eq!(again.map(f64::to_bits), entries.map(f64::to_bits));
                (gradient, $pattern.to_dense(&entries))
            },
        )
    };
}

#[jacobian(hessian, gradient)]
fn smooth(x: &[f64; 5]) -> f64 {
    let [a, b, c, d, _] = *x;
    let r = (a * b + c).sin() * (b - 2.0 * d) / (a * a + 3.0 + b * c).sqrt();
    let s = (r * c).exp() + a.atan2(b) + a.hypot(c) + (b + 3.0).ln() + c.tanh() + a.powf(b);
    s * r + (1.0 + a * a).log10() + d.powi(3) - c.powi(-2) + d.cbrt() + (d * c).recip() + a.tan()
}

#[jacobian(hessian, gradient)]
fn kinks(x: &[f64; 4]) -> f64 {
    let [a, b, c, d] = *x;
    let low = a.min(b * b) * c.abs();
    let clamped = (a * d).clamp(-1.0, 0.5) * b;
    low + clamped + c.max(d * a).copysign(b) * a + (d * 7.0) % (c + 2.0) + (a * 5.0).fract() * a
}

#[jacobian(hessian, gradient, wrt(x))]
fn branches(x: &[f64; 3], k: f64) -> f64 {
    if x[0] > 2.0 {
        return x[0] * x[0] * x[1];
    }
    let y = if x[0] * x[1] > k {
        (x[1] * x[2]).ln()
    } else if x[2] < 0.0 {
        x[0] / x[1]
    } else {
        x[0].sqrt() * x[2]
    };
    let z = if y > 0.0 { y * y * x[0] } else { 1.0 };
    y * z + x[2] * x[2]
}

#[jacobian(hessian, gradient, wrt(x))]
fn loops(x: &[f64; 3], n: usize) -> f64 {
    let (mut p, mut v) = (x[0], x[1]);
    for _ in 0..n {
        let force = -(p * x[2]).sin();
        v += 0.1 * force;
        p += 0.1 * v;
    }
    p * p * v
}

#[jacobian(hessian, gradient, wrt(x))]
fn iterated(x: &[f64; 2], data: &[f64]) -> f64 {
    let mut sum = 0.0;
    for t in data {
        let r = x[0] * (x[1] * t).exp() - t;
        if r > 1.0 {
            sum += 2.0 * r - 1.0;
        } else {
            sum += r * r;
        }
    }
    sum
}

#[jacobian(hessian, gradient, wrt(x))]
fn powers(x: &[f64; 2], n: i32) -> f64 {
    x[0].powi(n) * x[1] + x[1].powi(n - 1)
}

#[jacobian(hessian, gradient, wrt(x))]
fn indexed(x: &[f64; 3], i: usize) -> f64 {
    let mut y = *x;
    y.swap(0, i);
    y.sort_by(f64::total_cmp);
    y[0] * y[0] * x[i] + y[1] * y[2]
}

#[jacobian(hessian, gradient, recursion = 6)]
fn recursive(x: &[f64; 1]) -> f64 {
    fn halved(x: f64) -> f64 {
        if x < 1.0 {
            x * x * x
        } else {
            2.0 * halved(x - 1.0) * x
        }
    }
    halved(x[0])
}

#[jacobian(hessian, gradient, wrt(x))]
fn broken(x: &[f64; 2], n: usize) -> f64 {
    let (mut y, mut k) = (x[0], 0);
    loop {
        if k >= n || y > 5.0 {
            break;
        }
        y = if k % 2 == 0 { y * y + x[1] } else { y * x[1] };
        k += 1;
    }
    y * x[0]
}

#[test]
fn hessians_agree_with_differences_of_gradients() {
    check_hessian!(smooth, smooth_gradient, smooth_with_hessian_into, smooth_hessian_into, SMOOTH_HESSIAN_PATTERN, SMOOTH_HESSIAN_NNZ at [0.7, 1.3, 0.4, -0.6, 2.0]);
    for at in [
        [0.7, 1.3, 0.4, -0.6],
        [2.1, 0.9, -0.8, 0.3],
        [-0.3, -0.2, 0.9, 1.4],
    ] {
        check_hessian!(kinks, kinks_gradient, kinks_with_hessian_into, kinks_hessian_into, KINKS_HESSIAN_PATTERN, KINKS_HESSIAN_NNZ at at);
    }
    for at in [
        [2.5, 1.0, 1.0],
        [1.5, 2.0, 3.0],
        [0.5, 0.7, -1.0],
        [0.5, 0.7, 1.1],
    ] {
        check_hessian!(branches, branches_gradient, branches_with_hessian_into, branches_hessian_into, BRANCHES_HESSIAN_PATTERN, BRANCHES_HESSIAN_NNZ at at; 0.9);
    }
    for n in [0, 1, 20] {
        check_hessian!(loops, loops_gradient, loops_with_hessian_into, loops_hessian_into, LOOPS_HESSIAN_PATTERN, LOOPS_HESSIAN_NNZ at [0.7, 0.2, 1.4]; n);
    }
    for data in [&[][..], &[0.3, 1.7, -0.4]] {
        check_hessian!(iterated, iterated_gradient, iterated_with_hessian_into, iterated_hessian_into, ITERATED_HESSIAN_PATTERN, ITERATED_HESSIAN_NNZ at [1.2, 0.6]; data);
    }
    for i in [0, 2] {
        check_hessian!(indexed, indexed_gradient, indexed_with_hessian_into, indexed_hessian_into, INDEXED_HESSIAN_PATTERN, INDEXED_HESSIAN_NNZ at [0.9, 0.2, 1.4]; i);
    }
    check_hessian!(recursive, recursive_gradient, recursive_with_hessian_into, recursive_hessian_into, RECURSIVE_HESSIAN_PATTERN, RECURSIVE_HESSIAN_NNZ at [3.3]);
    for n in [0, 1, 2, 9] {
        check_hessian!(broken, broken_gradient, broken_with_hessian_into, broken_hessian_into, BROKEN_HESSIAN_PATTERN, BROKEN_HESSIAN_NNZ at [0.9, 1.4]; n);
    }
    for n in [-1, 0, 1, 2, 5] {
        check_hessian!(powers, powers_gradient, powers_with_hessian_into, powers_hessian_into, POWERS_HESSIAN_PATTERN, POWERS_HESSIAN_NNZ at [1.2, 0.6]; n);
    }
}

#[jacobian(hessian, vjp, wrt(x))]
fn several(x: &[f64; 3], k: f64) -> [f64; 4] {
    let r = (x[0] * x[1]).sin();
    let s = if r > k { r * x[2] } else { r - x[2] * x[2] };
    [r * k, s / x[1], 2.0 * x[2] + 1.0, s]
}

#[test]
fn several_dependents_have_the_hessian_of_a_weighted_sum() {
    let w = [0.3, -1.2, 0.8, 2.0];
    for at in [[0.7, 1.3, 0.4], [0.1, 0.2, 1.1]] {
        compare(
            "several",
            at,
            |x| several_vjp(x, 0.5, &w),
            |x| {
                let (mut value, mut jacobian) = ([f64::NAN; 4], [f64::NAN; SEVERAL_NNZ]);
                let mut entries = [f64::NAN; SEVERAL_HESSIAN_NNZ];
                several_with_hessian_into(x, 0.5, &w, &mut value, &mut jacobian, &mut entries);
                assert_eq!(value, several(x, 0.5));
                assert_eq!(jacobian, several_jacobian(x, 0.5).into_values());
                let mut gradient = [f64::NAN; 3];
                SEVERAL_PATTERN.tr_mul_into(&jacobian, &w, &mut gradient);
                (gradient, SEVERAL_HESSIAN_PATTERN.to_dense(&entries))
            },
        );
    }
}

#[jacobian(hessian, wrt(x))]
fn written(x: &[f64; 2], y: &mut [f64; 2]) {
    y[0] += x[0] * x[1] * x[1];
    y[1] = y[0] * x[0];
}

#[jacobian(hessian)]
fn in_place(x: f64, y: &mut [f64; 2]) {
    y[0] *= x;
    y[1] = x * y[0] * y[1];
}

#[test]
fn outputs_that_are_parameters_are_written_once() {
    let (mut y, mut jacobian) = ([1.0, 2.0], [0.0; WRITTEN_NNZ]);
    let mut entries = [0.0; WRITTEN_HESSIAN_NNZ];
    written_with_hessian_into(
        &[3.0, 5.0],
        &mut y,
        &[10.0, 1.0],
        &mut jacobian,
        &mut entries,
    );
    assert_eq!(y, [76.0, 228.0]);
    // y1 = x0 + x0 x0 x1 x1.
    let dense = WRITTEN_HESSIAN_PATTERN.to_dense::<f64, 2>(&entries);
    assert_eq!(dense, [[50.0, 10.0 * 10.0 + 60.0], [160.0, 60.0 + 18.0]]);
    let columns = IN_PLACE_HESSIAN_PATTERN.size();
    assert_eq!(columns, 3);
    let at = [2.0, 3.0, 5.0];
    let (mut y, mut jacobian) = ([at[1], at[2]], [0.0; IN_PLACE_NNZ]);
    let mut entries = [0.0; IN_PLACE_HESSIAN_NNZ];
    in_place_with_hessian_into(at[0], &mut y, &[1.0, 10.0], &mut jacobian, &mut entries);
    assert_eq!(y, [6.0, 60.0]);
    // y0 = x a, y1 = x x a b.
    let dense = IN_PLACE_HESSIAN_PATTERN.to_dense::<f64, 3>(&entries);
    let mixed = [
        1.0 + 10.0 * 2.0 * 2.0 * 5.0,
        10.0 * 2.0 * 2.0 * 3.0,
        10.0 * 4.0,
    ];
    assert_eq!(
        dense,
        [
            [10.0 * 2.0 * 15.0, mixed[0], mixed[1]],
            [mixed[0], 0.0, mixed[2]],
            [mixed[1], mixed[2], 0.0]
        ]
    );
}

struct Spring {
    stiffness: f64,
    rest: f64,
}

#[jacobian]
impl Spring {
    #[jacobian(hessian, wrt(self.stiffness, at), layout = csr)]
    fn energy(&self, at: [f64; 2]) -> Result<f64, String> {
        let length = at[0].hypot(at[1]);
        if length == 0.0 {
            return Err("a spring has a length".to_owned());
        }
        Ok(0.5 * self.stiffness * (length - self.rest).powi(2))
    }
}

#[jacobian(hessian, prefix = own)]
fn cubes<T: Real>(x: [T; 2]) -> T {
    x[0] * x[0] * x[0] + x[0] * x[1]
}

#[jacobian(hessian)]
fn single(x: f32, y: f32) -> Option<f32> {
    (y > 0.0).then(|| x * x * y.sqrt())
}

#[jacobian(hessian)]
fn linear(x: &[f64; 2]) -> f64 {
    x[0].abs() + 2.0 * x[1].max(x[0])
}

#[test]
fn methods_failures_and_other_scalars_have_hessians() {
    let spring = Spring {
        stiffness: 2.0,
        rest: 4.0,
    };
    let (mut value, mut gradient, mut entries) = (0.0, [0.0; 3], [0.0; 5]);
    assert_eq!(Spring::ENERGY_HESSIAN_NNZ, 5);
    let result =
        spring.energy_with_hessian_into([3.0, 4.0], &mut value, &mut gradient, &mut entries);
    assert_eq!(result, Ok(()));
    assert!((gradient[1] - 1.2).abs() < 1e-15 && (gradient[2] - 1.6).abs() < 1e-15);
    let expected = [
        0.6,
        2.0 * (0.36 + 0.2 * 0.64),
        0.8,
        2.0 * 0.8 * 0.48,
        2.0 * (0.64 + 0.2 * 0.36),
    ];
    for (found, expected) in entries.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-14, "{entries:?}");
    }
    assert!(spring.energy_hessian_into([0.0; 2], &mut entries).is_err());

    let mut entries = [0.0_f32; OWN_HESSIAN_NNZ];
    own_hessian_into([3.0_f32, 2.0], &mut entries);
    assert_eq!(entries, [18.0, 1.0]);
    let mut entries = [0.0_f64; OWN_HESSIAN_NNZ];
    own_hessian_into([3.0_f64, 2.0], &mut entries);
    assert_eq!(
        (entries, own_hessian_template::<f64>()),
        ([18.0, 1.0], [0.0, 1.0])
    );

    let mut entries = [0.0_f32; SINGLE_HESSIAN_NNZ];
    assert_eq!(single_hessian_into(3.0, 4.0, &mut entries), Some(()));
    assert_eq!(entries, [4.0, 1.5, -9.0 / 32.0]);
    assert_eq!(single_hessian_into(3.0, -4.0, &mut entries), None);

    assert_eq!(LINEAR_HESSIAN_NNZ, 0);
    linear_hessian_into(&[1.0, 2.0], &mut []);
}

/// A chain with more statements than one body holds.
#[jacobian(hessian)]
fn long(x: &[f64; 60]) -> f64 {
    let mut sum = 0.0;
    for i in 0..59 {
        let (a, b) = (x[i + 1] - x[i] * x[i], (x[i] * x[i + 1]).sin());
        sum += 100.0 * a * a + b * (1.0 - x[i]).exp();
    }
    sum
}

#[test]
fn long_functions_are_cut_and_patterns_are_exact() {
    let bands = LONG_HESSIAN_PATTERN.lower().entries();
    assert!(
        bands.eq((0..60)
            .flat_map(|col| [(col, col), (col + 1, col)])
            .filter(|(row, _)| *row < 60))
    );
    let at: [f64; 60] = std::array::from_fn(|i| (i as f64 * 0.7).sin());
    let (mut value, mut gradient) = (0.0, [0.0; 60]);
    let mut entries = [0.0; LONG_HESSIAN_NNZ];
    long_with_hessian_into(&at, &mut value, &mut gradient, &mut entries);
    assert_eq!(value.to_bits(), long(&at).to_bits());
    let ones = [1.0; 60];
    let mut product = [0.0; 60];
    LONG_HESSIAN_PATTERN.mul_into(&entries, &ones, &mut product);
    let along = |step: f64| long_jacobian(&at.map(|x| x + step)).into_values();
    let (up, down) = (along(1e-5), along(-1e-5));
    for (row, found) in product.iter().enumerate() {
        let expected = (up[row] - down[row]) / 2e-5;
        assert!(
            (found - expected).abs() < 1e-4 * (1.0 + expected.abs()),
            "{row}: {found}, {expected}"
        );
    }
}

#[jacobian(hessian)]
fn guarded(x: f64) -> f64 {
    let n = (x * x).sqrt();
    if n < 0.1 {
        return 1.0;
    }
    x / n + n * n * n
}

#[jacobian(hessian)]
fn one_sided(x: &[f64; 2]) -> f64 {
    let y = if x[0] > 0.0 { x[0].sqrt() * x[1] } else { 2.0 };
    let z = if x[1] > 0.0 { x[1].ln() } else { x[1] * x[1] };
    y * z * x[0] + x[0].max(0.0).powf(0.5).min(3.0)
}

#[jacobian(hessian, wrt(x))]
fn started(x: &[f64; 2], n: usize) -> f64 {
    let mut y = 0.0;
    for _ in 0..n {
        y += (x[0] * x[0]).sqrt() * x[1];
    }
    y * x[1] * x[1]
}

#[jacobian(hessian)]
fn power(a: f64, b: f64) -> f64 {
    a.powf(b)
}

/// At zero the right side of `abs` and the first operand of `min` are taken.
#[jacobian(hessian)]
fn at_a_kink(x: f64) -> f64 {
    x.abs() * x + 3.0 * x.min(0.0) * x
}

#[test]
fn the_second_derivative_at_a_kink_is_that_of_the_side_taken() {
    let mut entries = [f64::NAN; AT_A_KINK_HESSIAN_NNZ];
    at_a_kink_hessian_into(0.0, &mut entries);
    assert_eq!(entries, [2.0 + 6.0]);
}

#[test]
fn what_does_not_run_has_no_second_derivative_either() {
    let mut entries = [f64::NAN; GUARDED_HESSIAN_NNZ];
    guarded_hessian_into(0.0, &mut entries);
    assert_eq!(entries, [0.0]);
    guarded_hessian_into(2.0, &mut entries);
    assert_eq!(entries, [12.0]);

    let hessian = |at: &[f64; 2]| {
        let mut entries = [f64::NAN; ONE_SIDED_HESSIAN_NNZ];
        one_sided_hessian_into(at, &mut entries);
        ONE_SIDED_HESSIAN_PATTERN.to_dense::<f64, 2>(&entries)
    };
    // 2 x0 x1 x1, and 2 x0 ln x1.
    assert_eq!(hessian(&[-1.0, -3.0]), [[0.0, -12.0], [-12.0, -4.0]]);
    assert_eq!(hessian(&[-1.0, 0.5]), [[0.0, 4.0], [4.0, 8.0]]);

    let mut entries = [f64::NAN; STARTED_HESSIAN_NNZ];
    started_hessian_into(&[0.0, 3.0], 0, &mut entries);
    assert_eq!(entries, [0.0; STARTED_HESSIAN_NNZ]);

    let mut entries = [f64::NAN; POWER_HESSIAN_NNZ];
    power_hessian_into(0.0, 3.0, &mut entries);
    assert_eq!(entries, [0.0; 3]);
    power_hessian_into(2.0, 3.0, &mut entries);
    let ln = 2.0_f64.ln();
    for (found, expected) in entries.iter().zip([12.0, 4.0 + 12.0 * ln, 8.0 * ln * ln]) {
        assert!((found - expected).abs() < 1e-14 * expected, "{entries:?}");
    }
}

/// The product and the sum occur in the first derivatives before the value needs them.
#[jacobian(hessian)]
fn shared(x: &[f64; 3]) -> [f64; 2] {
    let [a, b, c] = *x;
    [a * b * c + c * c * a, (a * b + c * c) / c]
}

#[test]
fn values_stay_the_users_where_derivatives_need_them_first() {
    for i in 0..50 {
        let x = [0.1, 0.7, 1.3].map(|x| x + 0.037 * f64::from(i));
        let (mut value, mut jacobian) = ([0.0; 2], [0.0; SHARED_NNZ]);
        let mut entries = [0.0; SHARED_HESSIAN_NNZ];
        shared_with_hessian_into(&x, &[1.0, 2.0], &mut value, &mut jacobian, &mut entries);
        assert_eq!(value.map(f64::to_bits), shared(&x).map(f64::to_bits));
    }
}

fn erf(x: f64) -> f64 {
    libm::erf(x)
}

fn swing(a: f64, b: f64) -> f64 {
    (a * b).sin() * b
}

fn swing_by_a(a: f64, b: f64) -> f64 {
    (a * b).cos() * b * b
}

fn primitive(x: f64, c: &[f64]) -> f64 {
    let powers = c.iter().rev().zip((1..=c.len()).rev());
    powers.fold(0.0, |sum, (c, n)| (sum + c / n as f64) * x)
}

struct Spline {
    c: [f64; 4],
}

impl Spline {
    fn at(&self, x: f64) -> f64 {
        let [a, b, c, d] = self.c;
        ((d * x + c) * x + b) * x + a
    }

    fn slope(&self, x: f64) -> f64 {
        let [_, b, c, d] = self.c;
        (3.0 * d * x + 2.0 * c) * x + b
    }
}

/// Partials by arithmetic, by calls that have rules, by their own function, and by a loop.
#[jacobian(
    hessian,
    gradient,
    wrt(x),
    rule(erf(x) => std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp()),
    rule(swing(a, b) => (swing_by_a(a, b), swing(a, b) / b + (a * b).cos() * a * b)),
    rule(swing_by_a(a, b) => (-swing(a, b) * b * b, {
        let (s, c) = (a * b).sin_cos();
        2.0 * b * c - a * b * b * s
    })),
    rule(primitive(x, _c) => ({
        let mut sum = 0.0;
        for c in _c.iter().rev() {
            sum = sum * x + c;
        }
        sum
    }, 0.0)),
    rule(Spline::at(self, x) => self.slope(x)),
    rule(Spline::slope(self, x) => 2.0 * self.c[2] + 6.0 * self.c[3] * x),
)]
fn ruled(x: &[f64; 4], n: usize, c: &[f64], spline: &Spline) -> f64 {
    let mut y = x[0];
    for _ in 0..n {
        y = if y > 0.5 {
            erf(y * x[1])
        } else {
            swing(y, x[2])
        };
    }
    let z = if x[3] > 0.0 {
        primitive(x[3] * y, c)
    } else {
        erf(x[3]) * x[0]
    };
    swing(x[3], z) + spline.at(x[0] * z) + erf(2.0) * x[1] + swing(1.5, x[3])
}

/// Functions of the prelude. The pattern is exact: nothing interacts with `x[3]` but itself.
#[jacobian(hessian, gradient)]
fn special(x: &[f64; 4]) -> f64 {
    let bessel = libm::j0(x[0]) * libm::j1(x[1]) + libm::jn(2, x[0] * x[1]);
    let roots = libm::exp2(libm::cbrt(x[2])) * libm::hypot(x[0], x[2]);
    libm::tgamma(x[3]) + bessel * roots + libm::fmax(x[0], 3.0 * x[3])
}

#[jacobian(hessian, rule(cubed(x) => T::from_f64(3.0) * x * x))]
fn of_any_scalar<T: Real>(x: T) -> T {
    cubed(x) * x
}

fn cubed<T: Real>(x: T) -> T {
    x * x * x
}

#[test]
fn partials_of_rules_are_differentiated_again() {
    let spline = Spline {
        c: [0.3, -0.2, 0.5, 0.7],
    };
    let c = &[0.4, 1.2, -0.6];
    for n in [0, 1, 4] {
        for at in [[0.7, 1.3, 0.4, 0.6], [0.2, 0.9, 1.7, -0.8]] {
            check_hessian!(ruled, ruled_gradient, ruled_with_hessian_into, ruled_hessian_into, RULED_HESSIAN_PATTERN, RULED_HESSIAN_NNZ at at; n, c, &spline);
        }
    }
    check_hessian!(special, special_gradient, special_with_hessian_into, special_hessian_into, SPECIAL_HESSIAN_PATTERN, SPECIAL_HESSIAN_NNZ at [0.7, 1.3, 0.4, 2.2]);
    let last = SPECIAL_HESSIAN_PATTERN.lower().entries();
    assert!(last.filter(|(row, _)| *row == 3).eq([(3, 3)]));
    let mut entries = [0.0_f32];
    of_any_scalar_hessian_into(2.0_f32, &mut entries);
    assert_eq!(entries, [48.0]);
}

#[jacobian(hessian)]
fn bessel(x: f64) -> f64 {
    libm::j1(x)
}

/// Also at zero, where the first partial of libm's rule is a branch of its own.
#[test]
fn second_derivatives_of_bessel_functions_solve_their_equation() {
    for x in [0.0, 1e-6, 0.3, 7.0] {
        let (mut value, mut first, mut second) = (0.0, [0.0], [0.0]);
        bessel_with_hessian_into(x, &mut value, &mut first, &mut second);
        // x x y'' + x y' + (x x - 1) y = 0
        let terms = [x * x * second[0], x * first[0], (x * x - 1.0) * value];
        let (sum, scale): (f64, f64) = (terms.iter().sum(), terms.map(f64::abs).iter().sum());
        assert!(sum.abs() <= 1e-14 * (scale + 1e-300), "{x}: {terms:?}");
        assert_eq!(x == 0.0, second[0] == 0.0);
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Report {
    label: String,
    energy: f64,
    is_low: bool,
    force: [f64; 2],
    extra: Option<f64>,
}

#[jacobian(hessian, hvp, linearize, normal(diagonal))]
fn report(x: &[f64; 3]) -> Result<Report, String> {
    if x[0] < 0.0 {
        return Err(format!("{} is below zero", x[0]));
    }
    let energy = (x[0] * x[1]).sin() * x[2];
    Ok(Report {
        label: format!("{} variables", x.len()),
        energy,
        is_low: energy < 0.3,
        force: [x[0] * x[2].exp(), x[1] / x[0]],
        extra: (x[1] > 1.0).then(|| x[1] * x[2] * x[0]),
    })
}

/// The numbers of a report alone.
#[jacobian(hessian, hvp, normal(diagonal))]
fn numbers(x: &[f64; 3]) -> [f64; 4] {
    let energy = (x[0] * x[1]).sin() * x[2];
    let extra = if x[1] > 1.0 { x[1] * x[2] * x[0] } else { 0.0 };
    [energy, x[0] * x[2].exp(), x[1] / x[0], extra]
}

fn assert_close(found: &[f64], expected: &[f64]) {
    for (found, expected) in found.iter().zip(expected) {
        let error = (found - expected).abs();
        assert!(
            error <= 1e-13 * (1.0 + expected.abs()),
            "{found} is not {expected}"
        );
    }
}

#[test]
fn results_that_hold_more_than_numbers_have_the_derivatives_of_the_numbers() {
    let (w, dx) = ([0.5, -1.0, 2.0, 0.25], [1.0, -0.5, 3.0]);
    for x in [[0.7, 1.3, 0.4], [0.7, 0.3, -0.4]] {
        let expected = report(&x).expect("a report");
        let (mut value, mut first) = (Report::default(), [f64::NAN; REPORT_NNZ]);
        let mut entries = [f64::NAN; REPORT_HESSIAN_NNZ];
        report_with_hessian_into(&x, &w, &mut value, &mut first, &mut entries).expect("a report");
        assert_eq!(value, expected);
        let (mut plain, mut jacobian) = ([0.0; 4], [0.0; NUMBERS_NNZ]);
        let mut hessian = [0.0; NUMBERS_HESSIAN_NNZ];
        numbers_with_hessian_into(&x, &w, &mut plain, &mut jacobian, &mut hessian);
        assert_close(&first, &jacobian);
        assert_close(&entries, &hessian);
        report_hessian_into(&x, &w, &mut entries).expect("a report");
        assert_close(&entries, &hessian);

        let product = numbers_hvp(&x, &w, &dx);
        assert_close(&report_hvp(&x, &w, &dx).expect("a report"), &product);
        let (mut value, mut gradient) = (Report::default(), [f64::NAN; 3]);
        let (mut labels, mut found) = ([f64::NAN; REPORT_HESSIAN_LABELS], [f64::NAN; 3]);
        report_hessian_linearize_into(&x, &w, &mut value, &mut gradient, &mut labels)
            .expect("a report");
        assert_eq!(value, expected);
        report_hvp_at(&labels, &dx, &mut found);
        assert_close(&found, &product);

        let (mut value, mut normal) = (Report::default(), [f64::NAN; REPORT_NORMAL_NNZ]);
        report_normal_into(&x, &w, &mut value, &mut gradient, &mut normal).expect("a report");
        assert_eq!(value, expected);
        let (mut right, mut matrix) = ([0.0; 3], [0.0; NUMBERS_NORMAL_NNZ]);
        numbers_normal_into(&x, &w, &mut plain, &mut right, &mut matrix);
        assert_close(&gradient, &right);
        assert_close(&normal, &matrix);
    }
    let mut value = Report::default();
    let failed = report_hvp_into(
        &[-1.0, 0.0, 0.0],
        &w,
        &dx,
        &mut value,
        &mut [0.0; 3],
        &mut [0.0; 3],
    );
    assert_eq!(failed, Err("-1 is below zero".to_owned()));
    assert_eq!(value, Report::default());
}

#[cfg(full)]
#[jacobian]
mod linear {
    use jacobian_runtime::jacobian;
    use nalgebra::{Matrix3, Matrix4, Vector3};

    fn matrix(x: &[f64; 3]) -> Matrix3<f64> {
        Matrix3::new(
            x[0] + 0.3,
            x[1],
            2.3,
            x[1],
            x[2].sin(),
            4.1,
            3.3,
            x[0] * x[1],
            x[2],
        )
    }

    #[jacobian(hessian, gradient)]
    pub(super) fn solved(x: &[f64; 3]) -> f64 {
        let a = matrix(x);
        let b = Vector3::new(x[0], 1.0, x[1] * x[2]);
        let Some(y) = a.lu().solve(&b) else {
            return 0.0;
        };
        let Some(cholesky) = (a * a.transpose()).cholesky() else {
            return 0.0;
        };
        let (z, l) = (cholesky.solve(&y), cholesky.l());
        let Some(v) = l.solve_lower_triangular(&z) else {
            return 0.0;
        };
        v.dot(&b) * x[1] + cholesky.ln_determinant()
    }

    #[jacobian(hessian, gradient)]
    pub(super) fn factors(x: &[f64; 3]) -> f64 {
        let a = matrix(x);
        let (lu, qr) = (a.lu(), a.col_piv_qr());
        let (l, u, q, r) = (lu.l(), lu.u(), qr.q(), qr.r());
        let of_lu = l[(1, 0)] * u[(2, 2)] + l[(2, 1)] * u[(0, 1)];
        of_lu * x[0] + q[(1, 2)] * r[(0, 1)] + r[(2, 2)].sin() + q[(0, 0)] * x[2]
    }

    #[jacobian(hessian, gradient)]
    pub(super) fn inverted(x: &[f64; 3]) -> f64 {
        let a = Matrix4::from_fn(|i, j| {
            if i == j {
                1.0 + x[i % 3]
            } else {
                x[j % 3] * 0.1
            }
        });
        let Some(inverse) = a.try_inverse() else {
            return 0.0;
        };
        inverse[(0, 1)] * x[2] + inverse[(2, 2)] * inverse[(3, 1)] + a.determinant()
    }

    #[jacobian(hessian, gradient, wrt(x))]
    pub(super) fn whitened(x: &[f64; 3], covariance: &Matrix3<f64>) -> f64 {
        let r = Vector3::new(x[0] * x[1], x[1].sin(), x[2]);
        match covariance.lu().solve(&r) {
            Some(y) => y.dot(&r),
            None => 0.0,
        }
    }
}

#[cfg(full)]
#[test]
fn linear_systems_and_factors() {
    use linear::*;
    for x in [[0.3, -0.4, 0.7], [1.3, 0.6, -0.2]] {
        check_hessian!(solved, solved_gradient, solved_with_hessian_into, solved_hessian_into,
            SOLVED_HESSIAN_PATTERN, SOLVED_HESSIAN_NNZ at x);
        check_hessian!(factors, factors_gradient, factors_with_hessian_into, factors_hessian_into,
            FACTORS_HESSIAN_PATTERN, FACTORS_HESSIAN_NNZ at x);
        check_hessian!(inverted, inverted_gradient, inverted_with_hessian_into, inverted_hessian_into,
            INVERTED_HESSIAN_PATTERN, INVERTED_HESSIAN_NNZ at x);
        let covariance = nalgebra::Matrix3::new(4.0, 1.0, 0.0, 0.5, 3.0, 0.2, 0.1, 0.0, 2.0);
        check_hessian!(whitened, whitened_gradient, whitened_with_hessian_into, whitened_hessian_into,
            WHITENED_HESSIAN_PATTERN, WHITENED_HESSIAN_NNZ at x; &covariance);
    }
}

#[cfg(full)]
#[jacobian(hessian, gradient)]
fn turned(x: &[f64; 3]) -> f64 {
    let v = nalgebra::Vector3::new(x[0], x[1], x[2]);
    let r = nalgebra::Rotation3::new(v);
    let p = r * nalgebra::Vector3::new(0.3, -1.0, 2.0);
    let q = nalgebra::UnitQuaternion::new(v);
    let g = glam::DQuat::from_scaled_axis(glam::DVec3::new(x[0], x[1], x[2]));
    p[0] + 2.0 * p[1] + 3.0 * r[(2, 2)] + 2.0 * q.w + q.i * q.j + 3.0 * g.w + g.x * g.y - g.z
}

/// Beside the quaternion minus one, which is the identity as well.
#[cfg(full)]
#[jacobian(hessian, gradient)]
fn logged(x: &[f64; 3]) -> f64 {
    let q = nalgebra::Quaternion::new(x[0] - 1.0, 0.5 * x[0], x[1], x[2]);
    let q = nalgebra::UnitQuaternion::from_quaternion(q);
    let (s, t) = (q.scaled_axis(), q.powf(1.5 + x[1]));
    s[0] + 2.0 * s[1] + s[2] * s[1] + t.w + t.i + t.k * 3.0
}

#[cfg(full)]
#[jacobian(hessian, gradient)]
fn small_turns(x: &[f64; 3]) -> f64 {
    let r = nalgebra::Rotation3::new(nalgebra::Vector3::new(x[0], x[1], x[2]));
    let (s, t) = (r.scaled_axis(), r.powf(0.5 + x[1]));
    let e = nalgebra::Quaternion::new(x[1], x[0], x[2], 0.5 * x[1]).exp();
    s[0] + 2.0 * s[1] + s[2] * s[1] + t[(2, 1)] + 3.0 * t[(0, 0)] + e.w + 2.0 * e.i + e.j * e.k
}

#[cfg(full)]
#[test]
fn rotations_by_zero() {
    check_hessian!(small_turns, small_turns_gradient, small_turns_with_hessian_into,
        small_turns_hessian_into, SMALL_TURNS_HESSIAN_PATTERN, SMALL_TURNS_HESSIAN_NNZ at [0.0; 3]);
    check_hessian!(turned, turned_gradient, turned_with_hessian_into, turned_hessian_into,
        TURNED_HESSIAN_PATTERN, TURNED_HESSIAN_NNZ at [0.0; 3]);
    check_hessian!(logged, logged_gradient, logged_with_hessian_into, logged_hessian_into,
        LOGGED_HESSIAN_PATTERN, LOGGED_HESSIAN_NNZ at [0.0; 3]);
    let functions: [(fn(&[f64; 3]) -> f64, [f64; 3]); 3] = [
        (turned, turned_gradient(&[0.0; 3])),
        (logged, logged_gradient(&[0.0; 3])),
        (small_turns, small_turns_gradient(&[0.0; 3])),
    ];
    for (f, gradient) in functions {
        for (column, slope) in gradient.into_iter().enumerate() {
            let at = |h: f64| f(&std::array::from_fn(|k| if k == column { h } else { 0.0 }));
            let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!(
                (slope - difference).abs() < 1e-6,
                "{column}: {slope} and {difference}"
            );
        }
    }
}

fn crossing(c: &[f64; 2]) -> [f64; 2] {
    let (mut a, mut b) = (1.0, 0.5);
    for _ in 0..50 {
        let (f, g) = (a * a + b * b - c[0], a - c[1] * b);
        let det = 2.0 * a * -c[1] - 2.0 * b;
        a -= (f * -c[1] - 2.0 * b * g) / det;
        b -= (2.0 * a * g - f) / det;
    }
    [a, b]
}

fn cube_root(p: f64) -> f64 {
    p.cbrt()
}

#[jacobian(
    hessian, gradient, wrt(x),
    implicit(crossing(c) => |[a, b]| [a * a + b * b - c[0], a - c[1] * b]),
    implicit(cube_root(p) => |y| y * y * y - p),
)]
fn solvers(x: &[f64; 3], n: usize) -> f64 {
    let [a, b] = crossing(&[x[0] * x[0] + 2.0, x[1] + 1.5]);
    let mut y = x[2] * a;
    for _ in 0..n {
        y = cube_root(y * x[2] + x[0]);
    }
    a * b * x[1] + y * cube_root(a + b)
}

#[test]
fn solvers_by_their_residuals() {
    for (x, n) in [([0.7, 0.4, 1.1], 0), ([1.3, 0.6, 0.8], 3)] {
        check_hessian!(solvers, solvers_gradient, solvers_with_hessian_into, solvers_hessian_into,
            SOLVERS_HESSIAN_PATTERN, SOLVERS_HESSIAN_NNZ at x; n);
    }
}
