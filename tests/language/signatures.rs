//! Parameters and results: outputs read and written, slices, methods, failures, shapes, singles.

use jacobian_runtime::{Function, jacobian};

use crate::support::{check, compare};
use strict::{expected, expected_with_jacobian};

const AT: [f64; 2] = [0.7, 1.3];

#[jacobian(wrt(x))]
fn read_before_written(x: &[f64; 2], y: &mut [f64; 2]) {
    y[0] += x[0] * y[1];
    y[1] = y[0] * y[1] + x[1];
}

#[jacobian]
fn cleared_first(x: &[f64; 2], y: &mut [f64; 2]) {
    for i in 0..2 {
        y[i] = 0.0;
    }
    for i in 0..2 {
        for j in 0..2 {
            y[i] += x[j] * x[i];
        }
    }
}

#[jacobian]
fn written_whole(x: &[f64; 2], y: &mut [f64; 2]) {
    *y = [x[0] * x[1], x[1]];
    y[1] /= y[0];
}

#[jacobian(dim(x = 2, y = 3))]
fn slices(x: &[f64], y: &mut [f64]) {
    for i in 0..x.len() {
        y[i] = x[i] * x[i];
    }
    y[x.len()] = x[0];
}

macro_rules! check_output {
    ($function:ident with $generated:ident of $length:literal) => {
        compare(
            stringify!($function),
            AT,
            |x| {
                let mut y = [2.0; $length];
                $function(x, &mut y);
                y
            },
            |x| {
                let mut y = [2.0; $length];
                let jacobian = $generated(x, &mut y);
                (y, jacobian.to_dense())
            },
        )
    };
}

#[test]
fn outputs_are_parameters_of_the_generated_functions() {
    check_output!(read_before_written with read_before_written_jacobian of 2);
    check_output!(cleared_first with cleared_first_jacobian of 2);
    check_output!(written_whole with written_whole_jacobian of 2);
    check_output!(slices with slices_jacobian of 3);
    let too_long = std::panic::catch_unwind(|| slices_jacobian(&[1.0; 3], &mut [0.0; 3]));
    assert!(too_long.is_err(), "the length of a slice is asserted");
}

#[jacobian(wrt(x))]
fn value_and_outputs(x: &[f64; 2], y: &mut [f64; 2], z: &mut f64) -> f64 {
    *z *= x[0];
    y[0] = *z + x[1] * y[1];
    *z + y[0]
}

#[test]
fn rows_are_those_of_the_value_then_of_the_outputs() {
    compare(
        "value_and_outputs",
        AT,
        |x| {
            let (mut y, mut z) = ([2.0, 3.0], 4.0);
            let value = value_and_outputs(x, &mut y, &mut z);
            [value, y[0], y[1], z]
        },
        |x| {
            let (mut y, mut z) = ([2.0, 3.0], 4.0);
            let (value, jacobian) = value_and_outputs_with_jacobian(x, &mut y, &mut z);
            ([value, y[0], y[1], z], jacobian.to_dense())
        },
    );
}

/// The number of levels is a parameter, and both arrays of the function have its length.
#[jacobian(wrt(x), dim(x = 3), const(levels = 3, skipped = 1))]
fn column_weights(x: &[f64], levels: usize, skipped: i32, g: f64) -> f64 {
    let mut pressure = vec![0.0; levels];
    let mut below = 0.0;
    for k in (0..levels).rev() {
        below += x[k] * g;
        pressure[k] = below * x[k];
    }
    pressure.iter().skip(skipped as usize).sum()
}

#[test]
fn an_integer_parameter_has_the_value_that_const_gives() {
    compare(
        "column_weights",
        [1.2, 0.7, 0.4],
        |x| [column_weights(x, 3, 1, 9.8)],
        |x| {
            let (value, jacobian) = column_weights_with_jacobian(x, 3, 1, 9.8);
            ([value], jacobian.to_dense())
        },
    );
    assert_eq!(COLUMN_WEIGHTS_NNZ, 2);
    let refused = std::panic::catch_unwind(|| column_weights_jacobian(&[1.2, 0.7, 0.4], 3, 0, 9.8));
    let payload = refused.expect_err("another value");
    let text = payload.downcast_ref::<&str>();
    assert_eq!(text, Some(&"`skipped` must be 1"));
}

struct Springs {
    stiffness: f64,
}

impl Springs {
    const N: usize = 2;
    const WEIGHT: f64 = 0.3;

    #[jacobian(const(Self::N = 2))]
    fn force(&self, x: &[f64; Self::N]) -> [f64; 2] {
        [
            x[0] * self.stiffness + Self::WEIGHT,
            x[1] * x[0] * Self::WEIGHT,
        ]
    }

    #[jacobian(layout = csr)]
    fn energy(x: &[f64; 2]) -> [f64; 2] {
        [x[0] * Self::WEIGHT, x[1] * x[0]]
    }
}

#[test]
fn methods_get_sibling_methods_and_constants() {
    let springs = Springs { stiffness: 3.0 };
    compare(
        "force",
        AT,
        |x| springs.force(x),
        |x| {
            let (value, jacobian) = springs.force_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
    assert_eq!(Springs::FORCE_NNZ, Springs::FORCE_PATTERN.nnz());
    assert_eq!(Springs::energy(&[2.0, 5.0]), [0.6, 10.0]);
    assert_eq!(
        Springs::energy_jacobian(&[2.0, 5.0]).values(),
        &[0.3, 5.0, 2.0]
    );
}

#[derive(Debug, PartialEq)]
struct OutOfRange;

fn lookup(t: f64) -> Result<f64, OutOfRange> {
    if t < 0.0 {
        Err(OutOfRange)
    } else {
        Ok(t + 1.0)
    }
}

#[jacobian(wrt(x))]
fn fallible(x: f64, t: f64) -> Result<f64, OutOfRange> {
    let k = lookup(t)?;
    if k > 100.0 {
        return Err(OutOfRange);
    }
    Ok(x * k + lookup(k)? * x)
}

#[jacobian(wrt(x))]
fn optional(x: &[f64; 2], t: Option<f64>) -> Option<[f64; 2]> {
    let k = t?;
    return Some([x[0] * k, x[1]]);
}

#[test]
fn failures_pass_through() {
    assert_eq!(fallible_jacobian(2.0, -1.0), Err(OutOfRange));
    let (mut value, mut entries) = (0.0, [0.0]);
    let failed = fallible_with_jacobian_into(2.0, 99.5, &mut value, &mut entries);
    assert_eq!(failed, Err(OutOfRange));
    let (value, jacobian) = fallible_with_jacobian(2.0, 1.0).expect("in range");
    assert_eq!(Ok(value), fallible(2.0, 1.0));
    assert_eq!(jacobian.values(), &[5.0]);
    assert!(optional_jacobian(&AT, None).is_none());
    let (value, _) = optional_with_jacobian(&AT, Some(2.0)).expect("there");
    assert_eq!(Some(value), optional(&AT, Some(2.0)));
}

type Nested = ([f64; 2], f64, (f64, [[f64; 1]; 2]));

#[jacobian]
fn shapes(x: &[f64; 2]) -> ([f64; 2], f64, (f64, [[f64; 1]; 2])) {
    (*x, x[0], (x[1] * x[0], [[x[0]], [2.0]]))
}

fn flat((a, b, (c, [[d], [e]])): Nested) -> [f64; 6] {
    [a[0], a[1], b, c, d, e]
}

#[jacobian]
fn matrices(x: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let mut y = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..=1 {
            y[i][j] += x[j][i] * x[i][j] - (i * 2 + j) as f64;
            if i == j {
                y[i][j] -= 1.0;
                continue;
            }
            y[i][j] /= x[0][0];
        }
    }
    y
}

#[test]
fn results_and_parameters_are_flattened_in_order() {
    compare(
        "shapes",
        AT,
        |x| flat(shapes(x)),
        |x| {
            let (value, jacobian) = shapes_with_jacobian(x);
            (flat(value), jacobian.to_dense())
        },
    );
    let square = |x: &[f64; 4]| [[x[0], x[1]], [x[2], x[3]]];
    let row = |[a, b]: [[f64; 2]; 2]| [a[0], a[1], b[0], b[1]];
    compare(
        "matrices",
        [1.0, 2.0, 3.0, 4.0],
        |x| row(matrices(&square(x))),
        |x| {
            let (value, jacobian) = matrices_with_jacobian(&square(x));
            (row(value), jacobian.to_dense())
        },
    );
}

#[jacobian]
fn nothing_in(x: &[f64; 0], y: &[f64; 1]) -> [f64; 1] {
    let _ = x;
    [y[0] * 2.0]
}

#[jacobian]
fn nothing_out(x: &[f64; 2]) -> [f64; 0] {
    let _ = x;
    []
}

#[test]
fn empty_arrays_are_arrays() {
    assert_eq!(nothing_in_jacobian(&[], &[1.0]).to_dense(), [[2.0]]);
    assert_eq!((NOTHING_OUT_NNZ, NOTHING_OUT_PATTERN.cols()), (0, 2));
    assert!(nothing_out_jacobian(&AT).to_dense().is_empty());
}

#[jacobian]
fn single(x: &[f32; 2], k: f32) -> [f32; 2] {
    let c = 0.1 + 0.2;
    [
        x[0] * c * k + 1.0 / 3.0,
        x[1].sin() * std::f32::consts::PI + x[0].powf(0.3),
    ]
}

#[test]
fn singles_stay_singles() {
    let (value, jacobian) = single_with_jacobian(&[0.7, 1.3], 2.5);
    let expected = single(&[0.7, 1.3], 2.5);
    assert_eq!(value.map(f32::to_bits), expected.map(f32::to_bits));
    let expected = (1.3_f32).cos() * std::f32::consts::PI;
    assert!((jacobian.to_dense()[1][1] - expected).abs() <= 1e-6);
}

#[jacobian(wrt(b, a), prefix = chosen, as = Chosen, order = reverse, layout = csr, fma = never, jvp, vjp)]
fn options(a: &[f64; 2], b: f64, c: f64) -> [f64; 2] {
    [a[0] * b * c, a[1] + c]
}

#[test]
fn columns_follow_wrt_and_names_follow_prefix() {
    let dense = [[14.0, 35.0, 0.0], [0.0, 0.0, 1.0]];
    assert_eq!(chosen_jacobian(&[2.0, 3.0], 5.0, 7.0).to_dense(), dense);
    assert_eq!(
        chosen_jvp(&[2.0, 3.0], 5.0, 7.0, &[1.0, 0.0, 2.0]),
        [14.0, 2.0]
    );
    assert_eq!(
        chosen_vjp(&[2.0, 3.0], 5.0, 7.0, &[1.0, 3.0]),
        [14.0, 35.0, 3.0]
    );
    let (mut value, mut entries) = ([0.0; 2], [0.0; Chosen::NNZ]);
    Chosen { c: 7.0 }.with_jacobian_into(&[5.0, 2.0, 3.0], &mut value, &mut entries);
    assert_eq!((value, entries), ([70.0, 10.0], [14.0, 35.0, 1.0]));
}

#[jacobian(wrt(x))]
fn borrowed(x: &[f64; 2], k: &f64, table: &[[f64; 2]]) -> [f64; 2] {
    [
        x[0] * k + k,
        (x[1] * *k).max(*k) - k * table[1][0] + table.len() as f64,
    ]
}

#[test]
fn inactive_operands_may_be_references() {
    check!(borrowed with borrowed_with_jacobian at AT; &2.5, &[[1.0, 2.0], [3.0, 4.0]]);
}

struct Held<'a, T> {
    gain: &'a f64,
    label: T,
}

impl<T: Clone> Held<'_, T> {
    #[jacobian(jvp)]
    fn scaled(&self, x: &[f64; 2]) -> [f64; 2] {
        let _ = self.label.clone();
        [x[0] * *self.gain, 2.0 * x[1]]
    }
}

#[test]
fn methods_of_generic_types_have_jacobians() {
    let held = Held {
        gain: &2.5,
        label: "any",
    };
    compare(
        "Held::scaled",
        AT,
        |x| held.scaled(x),
        |x| {
            let (value, jacobian) = held.scaled_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
    assert_eq!(Held::<&str>::SCALED_TEMPLATE, [0.0, 2.0]);
}

/// So long that it is cut into functions, which read the arrays themselves. An output that was read
/// before it is written is no such array.
#[cfg(full)]
#[jacobian(wrt(x, y, out), vjp)]
fn long(x: [f64; 2], y: &[f64; 2], slope: &[f64], out: &mut [f64; 2]) {
    let (mut a, mut b) = (x[0] * out[0], y[1]);
    for k in 0..160 {
        let step = 0.01 / (1.0 + k as f64);
        let next = a + step * (x[1] * b - y[0] * a * a);
        b -= step * (y[1] * a + x[0] * b + slope[0] * out[1]);
        a = next;
        out[k % 2] = if k < 158 { out[k % 2] } else { a * b };
    }
    out[0] += x[1] * y[0];
}

#[cfg(full)]
#[test]
fn parts_of_long_functions_read_arrays() {
    let split = |z: &[f64; 6]| ([z[0], z[1]], [z[2], z[3]], [z[4], z[5]]);
    let at = [0.7, 1.3, 0.4, 0.9, 1.1, 0.6];
    let plain = |z: &[f64; 6]| {
        let (x, y, mut out) = split(z);
        long(x, &y, &[0.5], &mut out);
        out
    };
    let generated = |z: &[f64; 6]| {
        let (x, y, mut out) = split(z);
        let jacobian = long_jacobian(x, &y, &[0.5], &mut out);
        (out, jacobian.to_dense())
    };
    compare("long", at, plain, generated);
    let (x, y, out) = split(&at);
    let product = long_vjp(x, &y, &[0.5], &mut { out }, &[0.3, -2.0]);
    let jacobian = long_jacobian(x, &y, &[0.5], &mut { out });
    let expected = jacobian.tr_mul_vec(&[0.3, -2.0]);
    for (found, expected) in product.into_iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-12 * (1.0 + expected.abs()));
    }
}

/// Lint levels of the function that must not apply to generated code.
mod strict {
    #![deny(deprecated, unfulfilled_lint_expectations, useless_deprecated)]

    use jacobian_runtime::jacobian;

    #[deprecated]
    #[jacobian(as = Old)]
    pub(super) fn old(x: &[f64; 2]) -> f64 {
        x[0] * x[1]
    }

    #[jacobian]
    #[expect(unused_variables, reason = "on purpose")]
    pub(super) fn expected(x: &[f64; 2]) -> [f64; 1] {
        let unused = 3.0;
        [x[0] * x[1]]
    }
}

#[test]
fn deprecation_and_expectations_stay_with_the_function() {
    #[allow(deprecated, reason = "what is tested")]
    let jacobian = strict::old_jacobian(&AT);
    assert_eq!(jacobian.to_dense(), [[1.3, 0.7]]);
    check!(expected with expected_with_jacobian at AT);
}

#[jacobian(as = OfAList, dim(x = 3))]
fn of_a_list(x: Vec<f64>, k: f64) -> f64 {
    k * x.into_iter().map(|x| x * x).sum::<f64>()
}

#[test]
fn the_struct_of_a_function_builds_its_lists() {
    let (mut value, mut entries) = ([0.0; 1], [0.0; OfAList::NNZ]);
    OfAList.with_jacobian_into(&[1.0, 2.0, 3.0, 0.5], &mut value, &mut entries);
    assert_eq!((value, entries), ([7.0], [1.0, 2.0, 3.0, 14.0]));
}
