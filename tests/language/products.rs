//! The options `jvp`, `vjp`, `hvp` and `linearize`: products with vectors.

use jacobian_runtime::{Function, Real, jacobian};

/// Equal up to rounding, in sums of terms of about one.
fn close<T: Into<f64> + Copy, const N: usize>(name: &str, found: [T; N], expected: [T; N]) {
    let tolerance = if size_of::<T>() == 4 { 1e-5 } else { 1e-12 };
    for (found, expected) in found.into_iter().zip(expected) {
        let (found, expected) = (found.into(), expected.into());
        let error = (found - expected).abs();
        assert!(
            error <= tolerance * (1.0 + expected.abs()),
            "{name}: {found} is not {expected}"
        );
    }
}

/// `check_products!(f: [f64; rows, columns], its generated items; arguments)`: all products of a
/// function against its Jacobian.
macro_rules! check_products {
    (
        $f:ident: [$scalar:ty; $rows:literal, $cols:literal], $with:ident, $jvp:ident, $jvp_into:ident, $vjp:ident, $vjp_into:ident,
        $linearize:ident, $labels:expr, $jvp_at:ident, $vjp_at:ident, $jvps:ident, $vjps:ident; $($argument:expr),+
    ) => {{
        type Vector<const N: usize> = [$scalar; N];
        let name = stringify!($f);
        let dx: Vector<$cols> = std::array::from_fn(|k| 0.5 - 0.3 * k as $scalar);
        let w: Vector<$rows> = std::array::from_fn(|k| 1.5 - 0.7 * k as $scalar);
        let (expected, jacobian) = $with($($argument),+);
        let (along, back) = (jacobian.mul_vec(&dx), jacobian.tr_mul_vec(&w));
        close(name, $jvp($($argument,)+ &dx), along);
        close(name, $vjp($($argument,)+ &w), back);
        let nan = <$scalar>::NAN;
        let (mut value, mut rows, mut cols) = (expected, [nan; $rows], [nan; $cols]);
        $jvp_into($($argument,)+ &dx, &mut value, &mut rows);
        $vjp_into($($argument,)+ &w, &mut value, &mut cols);
        close(name, rows, along);
        close(name, cols, back);
        let mut labels = [nan; $labels];
        $linearize($($argument,)+ &mut value, &mut labels);
        $jvp_at(&labels, &dx, &mut rows);
        $vjp_at(&labels, &w, &mut cols);
        close(name, rows, along);
        close(name, cols, back);
        let (mut many_rows, mut many_cols) = ([[nan; $rows]; 2], [[nan; $cols]; 1]);
        $jvps($($argument,)+ &[[0.0; $cols], dx], &mut value, &mut many_rows);
        $vjps($($argument,)+ &[w], &mut value, &mut many_cols);
        assert_eq!(many_rows, [[0.0; $rows], rows]);
        assert_eq!(many_cols, [cols]);
        assert_eq!(value, expected);
    }};
}

#[jacobian(jvp, vjp, linearize, wrt(x), as = Smooth)]
fn smooth(x: &[f64; 4], k: f64) -> [f64; 3] {
    let r = (x[0] * x[1] * x[2]).sin();
    let s = if r > k { r * x[2] } else { r - x[2] * x[2] };
    [r * k + s, s / x[1], 2.0 * x[2] + 1.0]
}

/// The name of a const parameter of generated functions is another one.
const VECTORS: usize = 3;

#[jacobian(jvp, vjp, linearize, wrt(x), const(VECTORS = 3))]
fn stepped(x: &[f32; VECTORS], n: usize) -> [f32; 2] {
    let (mut p, mut v) = (x[0], x[1]);
    for _ in 0..n {
        v -= 0.1 * (p * x[2]).sin();
        p += 0.1 * v;
    }
    [p * v, v]
}

/// One number joins all columns with all rows: its products take linear time.
#[cfg(full)]
#[jacobian(jvp, vjp, linearize)]
fn joined(x: &[f64; 200]) -> [f64; 200] {
    let sum = x.iter().map(|x| x * x).sum::<f64>();
    std::array::from_fn(|i| x[i] / (1.0 + sum))
}

#[test]
fn products_are_those_of_the_jacobian() {
    for k in [0.2, 2.0] {
        check_products!(
            smooth: [f64; 3, 4], smooth_with_jacobian, smooth_jvp, smooth_jvp_into, smooth_vjp, smooth_vjp_into,
            smooth_linearize_into, SMOOTH_LABELS, smooth_jvp_at, smooth_vjp_at, smooth_jvp_many_into, smooth_vjp_many_into;
            &[0.9, 1.1, 0.7, 2.0], k
        );
    }
    for n in [0, 7] {
        check_products!(
            stepped: [f32; 2, 3], stepped_with_jacobian, stepped_jvp, stepped_jvp_into, stepped_vjp, stepped_vjp_into,
            stepped_linearize_into, STEPPED_LABELS, stepped_jvp_at, stepped_vjp_at, stepped_jvp_many_into, stepped_vjp_many_into;
            &[0.9, 1.1, 0.7], n
        );
    }
}

#[cfg(full)]
#[test]
fn a_product_does_not_take_a_multiplication_for_each_entry() {
    let x = std::array::from_fn(|k| f64::from(k as u32) * 0.01);
    check_products!(
        joined: [f64; 200, 200], joined_with_jacobian, joined_jvp, joined_jvp_into, joined_vjp, joined_vjp_into,
        joined_linearize_into, JOINED_LABELS, joined_jvp_at, joined_vjp_at, joined_jvp_many_into, joined_vjp_many_into;
        &x
    );
    assert_eq!(JOINED_NNZ, 40_000);
    const { assert!(JOINED_LABELS <= 3 * 200 + 2) };
    for cost in [JOINED_JVP_COST, JOINED_VJP_COST] {
        assert!(cost.multiplications <= 4 * 200 + 4, "{cost:?}");
    }
}

#[test]
fn the_trait_has_the_products() {
    let x = [0.9, 1.1, 0.7, 2.0];
    let smooth = Smooth { k: 0.2 };
    let (dx, w) = ([0.5, 0.2, -0.1, 1.0], [1.5, 0.8, 0.1]);
    let (mut value, mut labels) = ([0.0; 3], [0.0; Smooth::LABELS]);
    let (mut rows, mut cols) = ([0.0; 3], [0.0; 4]);
    smooth.jvp_into(&x, &dx, &mut value, &mut labels, &mut rows);
    smooth.vjp_into(&x, &w, &mut value, &mut labels, &mut cols);
    assert_eq!(labels, [0.0; Smooth::LABELS]);
    assert_eq!(
        (rows, cols),
        (smooth_jvp(&x, 0.2, &dx), smooth_vjp(&x, 0.2, &w))
    );
    smooth.linearize_into(&x, &mut value, &mut labels);
    smooth.jvp_at(&labels, &dx, &mut rows);
    smooth.vjp_at(&labels, &w, &mut cols);
    close("rows", rows, smooth_jvp(&x, 0.2, &dx));
    close("columns", cols, smooth_vjp(&x, 0.2, &w));
    assert_eq!(value, self::smooth(&x, 0.2));
}

// The exact order is found for the function alone: its gradient is too large.
#[jacobian(hvp, hessian, linearize, wrt(x), order = exact)]
fn weighted(x: &[f64; 3], k: f64) -> [f64; 2] {
    let r = (x[0] * x[1]).sin();
    let s = if r > k { r * x[2] } else { r - x[2] * x[2] };
    [r * s, s / x[1]]
}

#[test]
fn products_with_hessians_of_weighted_sums() {
    let (x, w, dx) = ([0.9, 1.1, 0.7], [2.0, -0.5], [0.3, 1.0, -0.4]);
    for k in [0.2, 2.0] {
        let mut entries = [0.0; WEIGHTED_HESSIAN_NNZ];
        weighted_hessian_into(&x, k, &w, &mut entries);
        let mut expected = [0.0; 3];
        WEIGHTED_HESSIAN_PATTERN.mul_into(&entries, &dx, &mut expected);
        close("hvp", weighted_hvp(&x, k, &w, &dx), expected);
        let (mut value, mut gradient) = ([0.0; 2], [0.0; 3]);
        let mut labels = [0.0; WEIGHTED_HESSIAN_LABELS];
        weighted_hessian_linearize_into(&x, k, &w, &mut value, &mut gradient, &mut labels);
        assert_eq!(value, weighted(&x, k));
        close(
            "gradient",
            gradient,
            weighted_jacobian(&x, k).tr_mul_vec(&w),
        );
        let mut product = [0.0; 3];
        weighted_hvp_at(&labels, &dx, &mut product);
        close("hvp", product, expected);
    }
}

fn bump(x: f64) -> f64 {
    (-x * x).exp()
}

// Long enough to be cut into functions.
#[jacobian(hvp, rule(bump(z) => -2.0 * z * bump(z)))]
fn long(x: &[f64; 2]) -> f64 {
    let mut a = x[0];
    for _ in 0..250 {
        a = 0.5 * (a * x[1]).sin() + 0.3 * x[0];
    }
    bump(a)
}

#[test]
fn a_rule_behind_a_long_computation() {
    let (x, step) = ([0.9, 0.7], 1e-4);
    let product = long_hvp(&x, &[1.0, 0.0]);
    let gradient = |x0: f64| long_jacobian(&[x0, x[1]]).tr_mul_vec(&[1.0]);
    let (up, down) = (gradient(x[0] + step), gradient(x[0] - step));
    for row in 0..2 {
        let expected = (up[row] - down[row]) / (2.0 * step);
        assert!(
            (product[row] - expected).abs() < 1e-6,
            "{product:?} {expected}"
        );
    }
}

struct Spring {
    k: f64,
}

#[jacobian]
impl Spring {
    /// An output, an error and a method.
    #[jacobian(wrt(x), jvp, vjp, linearize)]
    fn force(&self, x: &[f64; 2], out: &mut [f64; 2]) -> Result<f64, String> {
        if x[0] < 0.0 {
            return Err("left".to_owned());
        }
        let r = x[0].hypot(x[1]);
        out[0] = self.k * x[0] / r;
        out[1] = self.k * x[1] / r;
        Ok(0.5 * self.k * r * r)
    }

    #[jacobian(hvp, hessian, linearize)]
    fn energy<T: Real>(&self, x: &[T; 2]) -> T {
        (x[0] * x[0] + x[1] * x[1]).sqrt() * T::from_f64(self.k) + x[0] * x[1]
    }
}

#[test]
fn methods_errors_outputs_and_generic_scalars() {
    let spring = Spring { k: 3.0 };
    let (x, mut out) = ([0.6, 0.8], [0.0; 2]);
    let jacobian = spring.force_jacobian(&x, &mut out).unwrap();
    let (dx, w) = ([0.3, -0.7], [1.0, 0.5, -0.25]);
    let (along, back) = (jacobian.mul_vec(&dx), jacobian.tr_mul_vec(&w));
    close("jvp", spring.force_jvp(&x, &mut out, &dx).unwrap(), along);
    close("vjp", spring.force_vjp(&x, &mut out, &w).unwrap(), back);
    let (mut value, mut labels) = (0.0, [0.0; Spring::FORCE_LABELS]);
    spring
        .force_linearize_into(&x, &mut out, &mut value, &mut labels)
        .unwrap();
    let mut rows = [0.0; 3];
    Spring::force_jvp_at(&labels, &dx, &mut rows);
    close("labels", rows, along);
    assert_eq!(value, spring.force(&x, &mut out).unwrap());
    let mut many = [[0.0; 3]; 1];
    let result = spring.force_jvp_many_into(&[-1.0, 0.0], &mut out, &[dx], &mut value, &mut many);
    assert_eq!(result, Err("left".to_owned()));
    assert_eq!(
        spring.force_jvp(&[-1.0, 0.0], &mut out, &dx),
        Err("left".to_owned())
    );

    let (mut value, mut gradient, mut product) = (0.0, [0.0; 2], [0.0; 2]);
    spring.energy_hvp_into(&x, &dx, &mut value, &mut gradient, &mut product);
    let mut entries = [0.0; Spring::ENERGY_HESSIAN_NNZ];
    spring.energy_hessian_into(&x, &mut entries);
    let mut expected = [0.0; 2];
    Spring::ENERGY_HESSIAN_PATTERN.mul_into(&entries, &dx, &mut expected);
    close("hvp", product, expected);
    close(
        "gradient",
        gradient,
        spring.energy_jacobian(&x).tr_mul_vec(&[1.0]),
    );
    assert_eq!(value, spring.energy(&x));
    close(
        "hvp",
        spring.energy_hvp(&x.map(|x| x as f32), &dx.map(|x| x as f32)),
        expected.map(|x| x as f32),
    );
    let mut labels = [0.0; Spring::ENERGY_HESSIAN_LABELS];
    spring.energy_hessian_linearize_into(&x, &mut value, &mut gradient, &mut labels);
    Spring::energy_hvp_at(&labels, &dx, &mut product);
    close("hvp", product, expected);
    let mut many = [[0.0; 2]; 3];
    spring.energy_hvp_many_into(
        &x,
        &[[0.0; 2], dx, dx],
        &mut value,
        &mut gradient,
        &mut many,
    );
    assert_eq!(many, [[0.0; 2], product, product]);
}
