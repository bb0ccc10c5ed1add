//! Vector math under `value = fused`: elementals that share a vector register give the same
//! results.
//!
//! ```text
//! value = exact     bit by bit the function, its entries against value = fused
//! value = fused     the same, each number within a few ulp of its terms
//! ```
//!
//! In each function something prevents sharing, or could: elementals that depend on each other,
//! branches, arms that must not run, the user's own code in between, other scalars, arguments for
//! which the library is called.

use jacobian_runtime::{Real, SparseJacobian, jacobian};

/// Close to another number, as far as some terms allow.
#[track_caller]
fn assert_close(found: f64, expected: f64, terms: f64) {
    let is_same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
    let error = (found - expected).abs();
    assert!(
        is_same || error <= 1e-13 * (terms + expected.abs()),
        "{found} is not {expected}"
    );
}

#[track_caller]
fn assert_same<const R: usize, const C: usize, const N: usize>(
    fused: &([f64; R], SparseJacobian<f64, R, C, N>),
    exact: &([f64; R], SparseJacobian<f64, R, C, N>),
) {
    for (fused, exact) in fused.0.iter().zip(exact.0) {
        assert_close(*fused, exact, 1.0);
    }
    assert_eq!(fused.1.pattern(), exact.1.pattern());
    for ((row, col, fused), (.., exact)) in fused.1.iter().zip(exact.1.iter()) {
        let terms = if exact.is_finite() { 4.0 } else { 0.0 };
        assert!(fused.is_nan() == exact.is_nan(), "({row}, {col})");
        assert_close(fused, exact, terms);
    }
}

/// Points around zero, the same in every run, and some far out.
fn points<const N: usize>() -> Vec<[f64; N]> {
    let mut state = 7_u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(state >> 32).expect("32 bits")) / 2_147_483_648.0 - 1.0
    };
    let mut points: Vec<[f64; N]> = (0..200)
        .map(|_| core::array::from_fn(|_| 3.0 * next()))
        .collect();
    points.extend([[0.0; N], [-0.0; N], [1e-300; N], [3e6; N], [-1e17; N]]);
    points
}

macro_rules! agree {
    ($fused:ident, $exact:ident) => {
        for point in points() {
            assert_same(&$fused(&point), &$exact(&point));
        }
    };
}

/// Sines of sines, and sums of both kinds: three waves.
#[jacobian]
#[jacobian(value = fused, prefix = fused_waves)]
#[jacobian(value = fused, layout = csr, order = reverse, fold = none, prefix = fused_rows)]
#[jacobian(value = fused, schedule = elimination, prefix = fused_elimination)]
fn waves(x: &[f64; 4]) -> [f64; 3] {
    let [a, b, c, d] = *x;
    let (sa, cb) = (a.sin(), b.cos());
    let (tc, td) = (c.tanh(), d.tanh());
    let mixed = (sa * tc).sin() + (cb * td).cos();
    let late = (mixed * a).tanh() + (mixed * b).tanh() + (mixed * c).tanh();
    [
        late * (late - d).sin(),
        mixed + (a + d).cos().exp(),
        sa.atan2(tc) * td.atan2(cb + 2.0),
    ]
}

#[test]
fn elementals_wait_for_what_they_use() {
    agree!(fused_waves_with_jacobian, waves_with_jacobian);
    agree!(fused_elimination_with_jacobian, waves_with_jacobian);
    for point in points() {
        let (rows, columns) = (fused_rows_jacobian(&point), waves_jacobian(&point));
        for (row, col, entry) in rows.iter() {
            assert_close(entry, columns.get(row, col).expect("the same pattern"), 4.0);
        }
    }
}

/// Elementals before, in and after branches: a join that one waits for, arms that would be NaN
/// elsewhere.
#[jacobian]
#[jacobian(value = fused, prefix = fused_gaits)]
fn gaits(x: &[f64; 3]) -> [f64; 2] {
    let [a, b, c] = *x;
    let (sa, sb) = (a.sin(), b.sin());
    let lift = if sa * sb > 0.1 {
        (a * b).sqrt().cos() + (a + b).cos() + sa.exp()
    } else if c > 0.0 {
        c.ln().cos() * (b - c).sin()
    } else {
        return [sa + c.cos(), sb * (a * c).cos()];
    };
    let swing = lift.sin() * c.sin();
    let turn = if c > 1.0 {
        swing.sinh() + sa.sinh() + sb.sinh()
    } else {
        swing.cosh() + (sa * c).cosh() + sb.cosh()
    };
    [turn.cos() + swing, lift.sin() + turn.sin()]
}

#[test]
fn arms_keep_their_elementals() {
    agree!(fused_gaits_with_jacobian, gaits_with_jacobian);
}

/// Code of the user's own reads an active value between sines.
#[jacobian(wrt(x))]
#[jacobian(value = fused, wrt(x), prefix = fused_logged)]
fn logged(x: &[f64; 2], gains: &[f64; 2]) -> [f64; 2] {
    let first = x[0].sin();
    assert!(first.abs() <= 1.0, "a sine is {first}");
    let second = (x[1] * gains[0]).sin();
    assert!(second.abs() <= 1.0, "a sine is {second}");
    [
        first * second.cos(),
        (first + second * gains[1]).cos() + x[1].cos(),
    ]
}

#[test]
fn the_users_own_code_stays_where_it_is() {
    for point in points() {
        let gains = [0.5, -2.0];
        let (fused, exact) = (
            fused_logged_with_jacobian(&point, &gains),
            logged_with_jacobian(&point, &gains),
        );
        assert_same(&fused, &exact);
    }
}

/// Sines and cosines of angles from `atan2`, and of twice such angles: in the arms of a branch,
/// with a number as operand, of values that a branch decides, and beside another sine.
#[jacobian]
#[jacobian(value = fused, prefix = fused_headings)]
fn headings(x: &[f64; 4]) -> [f64; 5] {
    let [a, b, c, d] = *x;
    let heading = a.atan2(b);
    let turn = c.atan2(d) * 2.0;
    let lean = c.atan2(1.0);
    let side = if a > b { a - b } else { b * d };
    let measured = side.atan2(2.0 + a * a);
    let arm = if c > 0.0 {
        (heading + heading).cos() / turn.sin()
    } else {
        let inner = d.atan2(b);
        inner.sin() + heading.sin()
    };
    [
        heading.sin() * c - heading.cos() * d,
        turn.cos() + turn * (1.0 + turn.sin() * a),
        lean.cos() + (2.0 * lean).sin() + (a + b).sin(),
        arm * arm,
        measured.sin() / (2.0 + measured.cos()),
    ]
}

#[test]
fn an_angle_turns_by_what_it_was_measured_from() {
    let near = |point: &[f64; 4]| point.iter().all(|x| x.abs() <= 3.0);
    for point in points().into_iter().filter(near) {
        let (fused, exact) = (
            fused_headings_with_jacobian(&point),
            headings_with_jacobian(&point),
        );
        assert_same(&fused, &exact);
    }
    // Axes and diagonals, where the sine or cosine of the exact angle is zero and that of the
    // rounded one is not.
    let sides = [1.0, -1.0, 0.0, -0.0, 2e-4, -2e-4];
    for a in sides {
        for b in sides {
            for sign in [1.0, -1.0] {
                let point = [a, b, sign * b, a];
                let (fused, exact) = (
                    fused_headings_with_jacobian(&point),
                    headings_with_jacobian(&point),
                );
                let pairs = fused.1.values().iter().zip(exact.1.values());
                for (fused, exact) in fused.0.iter().zip(&exact.0).chain(pairs) {
                    assert_eq!(fused.is_finite(), exact.is_finite(), "{point:?}");
                    if exact.abs() < 1e6 {
                        assert_close(*fused, *exact, 1e4);
                    }
                }
            }
        }
    }
}

/// Single precision and generic scalars keep the library's elementals: the same to the last bit
/// without products.
#[jacobian]
#[jacobian(value = fused, fma = never, prefix = fused_single)]
fn single(x: [f32; 2]) -> [f32; 2] {
    [x[0].sin() + x[1].sin(), x[0].cos() - x[1].exp()]
}

#[jacobian(prefix = any)]
#[jacobian(value = fused, fma = never, prefix = fused_any)]
fn generic<T: Real>(x: &[T; 2]) -> [T; 2] {
    [x[0].sin() + x[1].sin(), x[0].cos() - x[1].exp()]
}

#[test]
fn other_scalars_have_no_calls() {
    for point in points::<2>() {
        #[expect(clippy::cast_possible_truncation, reason = "any single will do")]
        let narrow = point.map(|x| x as f32);
        let bits = |(value, jacobian): ([f32; 2], SparseJacobian<f32, 2, 2, 4>)| {
            (value.map(f32::to_bits), jacobian.values().map(f32::to_bits))
        };
        assert_eq!(
            bits(fused_single_with_jacobian(narrow)),
            bits(single_with_jacobian(narrow))
        );
        let bits = |(value, jacobian): ([f64; 2], SparseJacobian<f64, 2, 2, 4>)| {
            (value.map(f64::to_bits), jacobian.values().map(f64::to_bits))
        };
        assert_eq!(
            bits(fused_any_with_jacobian(&point)),
            bits(any_with_jacobian(&point))
        );
    }
}

/// A hundred angles: calls of eight, in chunks, in modules beside the function and inside of a
/// method.
mod many {
    use super::jacobian;

    #[jacobian]
    #[jacobian(value = fused, prefix = fused_ring)]
    #[jacobian(value = fused, batch, prefix = lanes_ring)]
    pub(crate) fn ring(x: &[f64; 100]) -> [f64; 100] {
        let mut y = [0.0; 100];
        for k in 0..100 {
            let (left, right) = (x[(k + 99) % 100], x[(k + 1) % 100]);
            let phase = (x[k] - left).sin() + (right - x[k]).cos();
            y[k] = (phase * x[k]).tanh() + left.atan2(2.0 + right * right) * (phase - 1.0).exp();
        }
        y
    }

    pub(crate) struct Ring {
        pub(crate) gain: f64,
    }

    #[jacobian]
    impl Ring {
        #[jacobian]
        #[jacobian(value = fused, prefix = fused_pull)]
        pub(crate) fn pull(&self, x: &[f64; 100]) -> [f64; 100] {
            let mut y = [0.0; 100];
            for k in 0..100 {
                let (left, right) = (x[(k + 99) % 100], x[(k + 1) % 100]);
                let phase = (x[k] * self.gain - left).sin() + (right - x[k]).cos();
                y[k] = (phase * x[k]).tanh() + left.atan2(right) * (phase - 1.0).exp();
            }
            y
        }
    }
}

#[test]
fn long_functions_have_many_calls() {
    for point in points::<100>().into_iter().step_by(20) {
        assert_same(
            &many::fused_ring_with_jacobian(&point),
            &many::ring_with_jacobian(&point),
        );
        let mut value = [[0.0; 100]];
        let mut entries = [[0.0; many::RING_NNZ]];
        many::lanes_ring_with_jacobian_points(&[point], &mut value, &mut entries)
            .expect("slices of one point each");
        let exact = many::ring_with_jacobian(&point);
        for (found, exact) in entries[0].iter().zip(exact.1.values()) {
            assert_close(*found, *exact, 4.0);
        }
        let ring = many::Ring { gain: 0.75 };
        assert_same(
            &ring.fused_pull_with_jacobian(&point),
            &ring.pull_with_jacobian(&point),
        );
    }
}
