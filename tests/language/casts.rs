//! Functions that mix `f32` and `f64`: values by bits in the width that the user wrote, derivatives
//! as doubles.

use jacobian_runtime::jacobian;

/// Compares entries with differences of a function in doubles, to the accuracy of `f32`.
fn close<const N: usize, const M: usize>(
    name: &str,
    at: [f64; N],
    smooth: impl Fn(&[f64; N]) -> [f64; M],
    jacobian: [[f64; N]; M],
) {
    for col in 0..N {
        let along = |step: f64| {
            let mut x = at;
            x[col] += step;
            smooth(&x)
        };
        let (up, down) = (along(1e-5), along(-1e-5));
        for row in 0..M {
            let expected = (up[row] - down[row]) / 2e-5;
            let found = jacobian[row][col];
            assert!(
                (found - expected).abs() <= 1e-6 * (1.0 + expected.abs()),
                "{name}: entry ({row}, {col}) is {found}, differences say {expected}"
            );
        }
    }
}

#[jacobian]
fn through_single(x: f64, y: f64) -> f64 {
    let z = (x * y) as f32;
    (z * 0.1 + z.sin()) as f64 * x + f64::from(z)
}

#[jacobian]
fn to_single(x: f64) -> f32 {
    (x.exp() * 0.1) as f32 / 3.0
}

#[jacobian]
fn two_parameters(x: f32, y: f64, k: f32) -> f64 {
    let scaled = x * k + 0.1;
    scaled as f64 * y + f64::from(x).ln()
}

#[jacobian]
fn double_accumulator(x: &[f32; 3]) -> f32 {
    let mut sum = 0.0f64;
    for v in x {
        sum += f64::from(*v) * f64::from(*v);
    }
    sum.sqrt() as f32
}

#[jacobian]
fn iterator_of_singles(x: &[f32; 3]) -> f64 {
    x.iter()
        .copied()
        .map(f64::from)
        .map(|v| v * v * 0.1)
        .sum::<f64>()
        + x.iter().map(|&v| v * 0.1).sum::<f32>() as f64
}

static TABLE: [f32; 4] = [0.1, 0.5, 1.7, 2.5];

#[jacobian]
fn table_of_singles(x: f64) -> f64 {
    let i = x as usize;
    let (a, b) = (TABLE[i] as f64, f64::from(TABLE[i + 1]));
    a + (x - i as f64) * (b - a)
}

#[jacobian]
fn by_arms(x: f32, y: f64) -> (f32, f64, bool) {
    let near = if y > 1.0 { x * 0.1 } else { 0.3 };
    let far = if x > 0.7 { y } else { f64::from(near) };
    (near, far * 0.1 + y, x > 0.7)
}

#[jacobian]
fn until_small(x: f32, y: f64) -> f64 {
    let (mut term, mut sum) = (x, 0.0_f64);
    while term > 0.01 {
        sum += f64::from(term) * y;
        term *= 0.3;
    }
    sum + term as f64
}

#[jacobian]
fn into_double(x: f32) -> f64 {
    let y: f64 = x.into();
    y * y + (x * x) as f64
}

/// Rust infers that `third` and `sum` are `f32`.
#[jacobian]
fn inferred(x: f32, y: f64) -> f64 {
    let third = 1.0 / 3.0;
    let (mut sum, mut i) = (0.0, 0);
    while i < 100 && sum < 3.0 {
        sum += x * third;
        i += 1;
    }
    sum as f64 * y
}

/// Long enough to be cut into several functions.
#[jacobian]
fn long(x: f32, y: f64, z: &[f32; 4]) -> [f64; 2] {
    let (mut s, mut t) = (x, y);
    for i in 0..150 {
        s = s * z[i % 4] + 0.1;
        t += (s as f64).sin() * t * 0.01;
    }
    [t, s as f64]
}

#[jacobian]
mod helpers {
    #[derive(Clone, Copy)]
    pub(super) struct Pixel {
        pub(super) r: f32,
        pub(super) g: f32,
    }

    fn lerp(a: f32, b: f32, t: f32) -> f32 {
        a + (b - a) * t
    }

    fn linear(c: f32) -> f64 {
        let c = f64::from(c);
        if c <= 0.04045 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    }

    #[jacobian(wrt(p, t))]
    pub(super) fn luminance(p: Pixel, t: f32) -> f64 {
        let mid = lerp(p.r, p.g, t.clamp(0.0, 1.0));
        0.2126 * linear(mid) + 0.7152 * linear(p.g)
    }

    #[jacobian(wrt(x))]
    pub(super) fn shade(x: f64, out: &mut [f32; 2]) {
        out[0] = x as f32;
        out[1] = out[0] * 0.1 + (x * x) as f32;
    }
}

use helpers::{Pixel, luminance, luminance_with_jacobian, shade, shade_jacobian};

#[test]
fn casts_round_and_have_the_derivative_one() {
    for (x, y) in [(0.7, 1.3), (1.9, -0.4)] {
        let (value, jacobian) = through_single_with_jacobian(x, y);
        assert_eq!(value.to_bits(), through_single(x, y).to_bits());
        let smooth = |v: &[f64; 2]| {
            let z = v[0] * v[1];
            [(z * 0.1 + z.sin()) * v[0] + z]
        };
        close("through_single", [x, y], smooth, jacobian.to_dense());

        let (value, jacobian) = to_single_with_jacobian(x);
        assert_eq!(value.to_bits(), to_single(x).to_bits());
        close(
            "to_single",
            [x],
            |v| [v[0].exp() * 0.1 / 3.0],
            jacobian.to_dense(),
        );

        let (x, k) = (x as f32, 0.9);
        let (value, jacobian) = two_parameters_with_jacobian(x, y, k);
        assert_eq!(value.to_bits(), two_parameters(x, y, k).to_bits());
        let smooth = |v: &[f64; 3]| [(v[0] * v[2] + 0.1) * v[1] + v[0].ln()];
        let at = [f64::from(x), y, f64::from(k)];
        close("two_parameters", at, smooth, jacobian.to_dense());
    }
    // The conversions cost nothing.
    assert_eq!(TO_SINGLE_COST.elementals + TO_SINGLE_COST.divisions, 0);
}

#[test]
fn sums_are_in_the_width_of_their_variable() {
    let x = [0.1_f32, 1.7, -0.3];
    let at = x.map(f64::from);
    let (value, jacobian) = double_accumulator_with_jacobian(&x);
    assert_eq!(value.to_bits(), double_accumulator(&x).to_bits());
    let norm = |v: &[f64; 3]| [(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()];
    close("double_accumulator", at, norm, jacobian.to_dense());

    let (value, jacobian) = iterator_of_singles_with_jacobian(&x);
    assert_eq!(value.to_bits(), iterator_of_singles(&x).to_bits());
    let smooth = |v: &[f64; 3]| [v.iter().map(|v| v * v * 0.1 + v * 0.1).sum()];
    close("iterator_of_singles", at, smooth, jacobian.to_dense());

    for x in [0.3, 1.2, 2.9] {
        let (value, jacobian) = table_of_singles_with_jacobian(x);
        assert_eq!(value.to_bits(), table_of_singles(x).to_bits());
        close(
            "table_of_singles",
            [x],
            |v| [table_of_singles(v[0])],
            jacobian.to_dense(),
        );
    }
}

#[test]
fn branches_and_loops_keep_the_width() {
    for (x, y) in [(0.5_f32, 1.3), (0.9, 1.3), (0.9, 0.2), (0.5, 0.2)] {
        let (value, jacobian) = by_arms_with_jacobian(x, y);
        let expected = by_arms(x, y);
        assert_eq!(value.0.to_bits(), expected.0.to_bits());
        assert_eq!(
            (value.1.to_bits(), value.2),
            (expected.1.to_bits(), expected.2)
        );
        let smooth = |v: &[f64; 2]| {
            let near = if y > 1.0 { v[0] * 0.1 } else { 0.3 };
            let far = if x > 0.7 { v[1] } else { near };
            [near, far * 0.1 + v[1]]
        };
        close("by_arms", [f64::from(x), y], smooth, jacobian.to_dense());

        let (value, jacobian) = until_small_with_jacobian(x, y);
        assert_eq!(value.to_bits(), until_small(x, y).to_bits());
        let smooth = |v: &[f64; 2]| {
            let (mut term, mut sum) = (v[0], 0.0);
            while term > 0.01 {
                sum += term * v[1];
                term *= 0.3;
            }
            [sum + term]
        };
        close(
            "until_small",
            [f64::from(x), y],
            smooth,
            jacobian.to_dense(),
        );

        let (value, jacobian) = inferred_with_jacobian(x, y);
        assert_eq!(value.to_bits(), inferred(x, y).to_bits());
        let third = |sum: &f32| Some(sum + x * (1.0 / 3.0));
        let sums = std::iter::successors(Some(0.0), third);
        let steps = sums.take(100).take_while(|sum| *sum < 3.0).count() as f64;
        let smooth = |v: &[f64; 2]| [steps * v[0] / 3.0 * v[1]];
        close("inferred", [f64::from(x), y], smooth, jacobian.to_dense());

        let z = [0.9, 0.1, 1.01, 0.7_f32];
        let (value, jacobian) = long_with_jacobian(x, y, &z);
        assert_eq!(value.map(f64::to_bits), long(x, y, &z).map(f64::to_bits));
        let smooth = |v: &[f64; 6]| {
            let (mut s, mut t) = (v[0], v[1]);
            for i in 0..150 {
                s = s * v[2 + i % 4] + f64::from(0.1_f32);
                t += s.sin() * t * 0.01;
            }
            [t, s]
        };
        let [a, b, c, d] = z.map(f64::from);
        let at = [f64::from(x), y, a, b, c, d];
        close("long", at, smooth, jacobian.to_dense());

        let (value, jacobian) = into_double_with_jacobian(x);
        assert_eq!(value.to_bits(), into_double(x).to_bits());
        close(
            "into_double",
            [f64::from(x)],
            |v| [2.0 * v[0] * v[0]],
            jacobian.to_dense(),
        );
    }
}

#[test]
fn helpers_structs_and_outputs_have_their_own_widths() {
    for t in [0.25_f32, 0.8] {
        let p = Pixel { r: 0.3, g: 0.7 };
        let (value, jacobian) = luminance_with_jacobian(p, t);
        assert_eq!(value.to_bits(), luminance(p, t).to_bits());
        let linear = |c: f64| ((c + 0.055) / 1.055).powf(2.4);
        let smooth = |v: &[f64; 3]| {
            let mid = v[0] + (v[1] - v[0]) * v[2];
            [0.2126 * linear(mid) + 0.7152 * linear(v[1])]
        };
        let at = [p.r, p.g, t].map(f64::from);
        close("luminance", at, smooth, jacobian.to_dense());
    }
    let (mut out, mut expected) = ([0.0; 2], [0.0; 2]);
    let jacobian = shade_jacobian(0.7, &mut out);
    shade(0.7, &mut expected);
    assert_eq!(out.map(f32::to_bits), expected.map(f32::to_bits));
    let smooth = |v: &[f64; 1]| [v[0], v[0] * 0.1 + v[0] * v[0]];
    close("shade", [0.7], smooth, jacobian.to_dense());
}

/// Numbers that only their places make an `f32`.
#[jacobian]
mod other_width {
    struct Sample {
        at: f64,
        gain: f32,
    }

    struct Pair(f64, f32);

    fn thirds(gain: f32) -> f32 {
        gain * 0.3
    }

    fn tenth() -> f32 {
        0.1
    }

    #[jacobian]
    pub(super) fn narrow(x: &[f64; 2]) -> f64 {
        let sample = Sample {
            at: x[0],
            gain: 0.1,
        };
        let gains: [f32; 2] = [0.1, 0.2];
        let mixed: (f32, f64) = (0.7, x[1]);
        let pair = Pair(x[1], 0.3);
        sample.at * f64::from(sample.gain)
            + x[1] * f64::from(thirds(0.1))
            + x[0] * f64::from(gains[1]) * f64::from(tenth())
            + f64::from(mixed.0) * mixed.1
            + pair.0 * f64::from(pair.1)
    }
}

#[test]
fn numbers_of_the_other_width_are_the_users_own() {
    use other_width::{narrow, narrow_with_jacobian};
    crate::support::check!(narrow with narrow_with_jacobian at [0.7, 1.3]);
}

/// Functions of integer types on what active values lead to, and halves that go to the even number.
#[jacobian]
fn functions_of_integers(x: &[f64; 3]) -> f64 {
    let n = i32::try_from(x[0].abs() as i64).unwrap_or(0);
    let at = match usize::try_from(x[1] as i32) {
        Ok(at) => at.min(2),
        Err(_) => 0,
    };
    let mut errors = 0;
    let root = if x[2] > 0.0 {
        Ok(x[2].sqrt())
    } else {
        Err(7_i32)
    };
    let mut seen = 0.0;
    let root = root
        .inspect(|r| seen += r * r)
        .inspect_err(|e| errors += e.abs());
    f64::from(n) * x[1]
        + x[at] * x[at]
        + f64::from(i32::abs(x[2] as i32)) * x[0]
        + f64::from(u32::from(x[2] > 1.0)) * x[1]
        + (2.0 * x[0]).round_ties_even() * x[2]
        + root.unwrap_or(x[0]) * seen
        + f64::from(errors) * x[1]
}

#[test]
fn integers_of_active_values_are_constant_nearby() {
    for at in [[2.3, 1.4, 0.7], [-1.3, -2.2, -1.6], [0.6, 7.1, 2.5]] {
        crate::support::check!(functions_of_integers with functions_of_integers_with_jacobian at at);
    }
}

/// A divisor that only a cast says to be a number chooses among the operators of a type.
#[jacobian]
mod counted {
    use std::ops::{Add, Div};

    #[derive(Clone, Copy)]
    struct Pair(f64, f64);

    impl Add for Pair {
        type Output = Pair;
        fn add(self, o: Pair) -> Pair {
            Pair(self.0 + o.0, self.1 + o.1)
        }
    }

    impl Div<f64> for Pair {
        type Output = Pair;
        fn div(self, k: f64) -> Pair {
            Pair(self.0 / k, self.1 / k)
        }
    }

    impl Div for Pair {
        type Output = Pair;
        fn div(self, o: Pair) -> Pair {
            Pair(self.0 / o.0, self.1 / o.1)
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn mean(x: &[f64; 4], part: &[usize]) -> [f64; 2] {
        let sum = Pair(x[0], x[1]) + Pair(x[2], x[3] * x[0]);
        let mean = sum / part.len() as f64;
        let ratio = mean / Pair(x[1], x[2]);
        let spread = ratio / (2.0 * (part.len() as f64 - 0.5));
        [spread.0, spread.1 * mean.0]
    }

    /// The scalar is that of the fields, because no parameter and no result in view says it.
    #[derive(Clone, Copy)]
    pub(super) struct Span {
        pub(super) from: f32,
        pub(super) to: f32,
    }

    impl Span {
        #[jacobian]
        pub(super) fn center(&self) -> super::Middle {
            super::Middle {
                at: (self.from * self.to) / 2.0,
            }
        }
    }
}

#[derive(Debug, PartialEq)]
struct Middle {
    at: f32,
}

#[test]
fn a_cast_tells_which_operator_is_called() {
    let (x, part) = ([0.7, 1.3, -0.4, 2.1], [3, 0, 7]);
    crate::support::compare(
        "mean",
        x,
        |x| counted::mean(x, &part),
        |x| {
            let (value, jacobian) = counted::mean_with_jacobian(x, &part);
            (value, jacobian.to_dense())
        },
    );
}

#[test]
fn fields_tell_the_scalar_of_a_method() {
    let span = counted::Span { from: 3.0, to: 5.0 };
    let (value, jacobian) = span.center_with_jacobian();
    assert_eq!(value, span.center());
    assert_eq!(jacobian.to_dense(), [[2.5_f32, 1.5]]);
}

mod aliases {
    /// An alias of a trait, which has no item of its own.
    pub(super) trait Float: num_traits::Float {}
    impl<T: num_traits::Float> Float for T {}
}

mod through_an_alias {
    use super::aliases::Float;

    #[jacobian_runtime::jacobian]
    pub(super) fn f<T: Float>(x: T, y: T) -> T {
        x.sin() * y + T::one()
    }
}

#[test]
fn a_trait_may_be_known_through_an_alias() {
    let (value, jacobian) = through_an_alias::f_with_jacobian(0.7, 2.0);
    assert_eq!(value, 0.7_f64.sin() * 2.0 + 1.0);
    assert_eq!(jacobian.to_dense(), [[0.7_f64.cos() * 2.0, 0.7_f64.sin()]]);
}
