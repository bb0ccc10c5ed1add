//! The option `batch`: SIMD results for many points agree with the scalar code, point by point.
//!
//! ```text
//! cargo test --test batch                        programs with awkward syntax
//! cargo test --test batch --features lanes       the ten benchmark problems too
//! ```
//!
//! Every function is evaluated at a number of points that does not fill the last block, as points
//! and as blocks. The results are compared with its `_with_jacobian_into`, which other tests
//! compare with dual numbers.

#![allow(
    clippy::float_cmp,
    clippy::items_after_statements,
    clippy::needless_for_each,
    clippy::trivially_copy_pass_by_ref,
    reason = "exact results are compared; lengths are where they are used; parameters of many types"
)]

use std::cell::Cell;

use jacobian_runtime::batch::{LANES, Lanes, LengthMismatch, interleave};
use jacobian_runtime::jacobian;

#[cfg(feature = "lanes")]
#[path = "corpus/mod.rs"]
pub mod corpus;

#[path = "batch/normal_points.rs"]
mod normal_points;
#[path = "batch/per_point.rs"]
mod per_point;
#[path = "batch/traits.rs"]
mod traits;

/// Fails unless two results agree to 1e-12 of the largest of their row, or are the same infinity or
/// both NaN.
fn assert_close(what: &str, point: &[f64], found: &[f64], expected: &[f64]) {
    let finite = expected.iter().filter(|number| number.is_finite());
    let scale = finite.fold(0.0_f64, |most, number| most.max(number.abs()));
    for (position, (found, expected)) in found.iter().zip(expected).enumerate() {
        let is_equal = found == expected || (found.is_nan() && expected.is_nan());
        let is_close = (found - expected).abs() <= 1e-12 * scale.max(expected.abs());
        assert!(
            is_equal || is_close,
            "{what} {position} at {point:?}: {found:e} is not {expected:e}"
        );
    }
}

/// Evaluates points at once, in every way there is, and one by one.
macro_rules! check {
    ($points:expr, $rows:expr, $nnz:ident, $scalar:expr, $at_once:expr, $blocks:expr) => {{
        let points = $points;
        let (mut values, mut entries) = (
            vec![[0.0; $rows]; points.len()],
            vec![[0.0; $nnz]; points.len()],
        );
        $at_once(&points[..], &mut values[..], &mut entries[..]).expect("equal lengths");
        let blocks: Vec<_> = points.chunks(LANES).map(interleave).collect();
        let mut value_blocks = vec![[Lanes::splat(7.0); $rows]; blocks.len()];
        let mut entry_blocks = vec![[Lanes::splat(7.0); $nnz]; blocks.len()];
        $blocks(&blocks[..], &mut value_blocks[..], &mut entry_blocks[..]).expect("equal lengths");
        for (k, point) in points.iter().enumerate() {
            let (mut value, mut own) = ([0.0; $rows], [0.0; $nnz]);
            $scalar(point, &mut value, &mut own);
            assert_close("value", point, &values[k], &value);
            assert_close("entry", point, &entries[k], &own);
            let lane = |lanes: &Lanes| lanes[k % LANES];
            // Points are not computed in lanes where it takes longer to take them apart.
            let of_block: Vec<f64> = value_blocks[k / LANES].iter().map(lane).collect();
            assert_close("value of a block", point, &of_block, &value);
            let of_block: Vec<f64> = entry_blocks[k / LANES].iter().map(lane).collect();
            assert_close("entry of a block", point, &of_block, &own);
        }
        (values, entries)
    }};
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// Points with coordinates of both signs, the same in every run.
fn points<const N: usize>(count: usize) -> Vec<[f64; N]> {
    let mut state = 0.3_f64;
    let mut next = || {
        state = 3.99 * state * (1.0 - state);
        4.0 * state - 2.0
    };
    (0..count)
        .map(|_| std::array::from_fn(|_| next()))
        .collect()
}

#[jacobian(batch)]
fn smooth(x: &[f64; 3]) -> [f64; 4] {
    let [a, b, c] = *x;
    let s = (a * b).sin() + c.cos().exp();
    [
        s * (a * a + 1.0).ln() + b.tanh(),
        b.atan2(c) * a.powi(3) - (a * 0.1).tan(),
        (a * a + b * b).sqrt() / (2.0 + s.atan()) + 1.5,
        (b * 0.25).asin() + (c * 0.25).acos() - a.sinh() * b.cosh() + c.exp_m1(),
    ]
}

#[test]
fn blocks_and_points_agree_with_the_scalar_code_however_many_there_are() {
    for count in [0, 1, 2, 7, 8, 9, 16, 19, 100] {
        check!(
            points::<3>(count),
            4,
            SMOOTH_NNZ,
            smooth_with_jacobian_into,
            smooth_with_jacobian_points,
            smooth_with_jacobian_batch
        );
    }
}

#[test]
fn arguments_beyond_the_polynomials_come_out_as_the_standard_library_has_them() {
    let strange = [
        0.0,
        -0.0,
        1e-320,
        3e7,
        -1e17,
        800.0,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    // A strange number among ordinary ones, in every lane and every coordinate.
    for (k, number) in strange.into_iter().enumerate() {
        let mut points = points::<3>(16);
        for coordinate in 0..3 {
            points[(k + 3 * coordinate) % 16][coordinate] = number;
        }
        check!(
            points,
            4,
            SMOOTH_NNZ,
            smooth_with_jacobian_into,
            smooth_with_jacobian_points,
            smooth_with_jacobian_batch
        );
    }
}

#[jacobian(batch)]
fn arithmetic(x: &[f64; 3]) -> [f64; 2] {
    let [a, b, c] = *x;
    let d = a.mul_add(b, c) / (b - c);
    [d.abs().sqrt() - a, d.min(a).max(b) * 0.1 + c.floor()]
}

#[test]
fn a_value_made_of_arithmetic_is_bitwise_that_of_the_function() {
    let points = points::<3>(50);
    let (values, _) = check!(
        points.clone(),
        2,
        ARITHMETIC_NNZ,
        arithmetic_with_jacobian_into,
        arithmetic_with_jacobian_points,
        arithmetic_with_jacobian_batch
    );
    for (point, value) in points.iter().zip(values) {
        assert_eq!(bits(&value), bits(&arithmetic(point)));
    }
}

#[jacobian(batch)]
fn single(x: f64) -> f64 {
    x.sin() * x
}

#[jacobian(batch, wrt(x))]
fn single_value(x: &[f64; 2], k: f64) -> f64 {
    k * x[0] * x[1]
}

#[test]
fn single_numbers_are_given_and_written_as_the_function_has_them() {
    let points = [0.5, 1.0, -2.0, 0.25, 7.0];
    let (mut values, mut entries) = ([0.0; 5], [[0.0; SINGLE_NNZ]; 5]);
    single_with_jacobian_points(&points, &mut values, &mut entries).expect("equal lengths");
    for (i, x) in points.into_iter().enumerate() {
        assert!((values[i] - single(x)).abs() < 1e-14);
        assert!((entries[i][0] - (x.cos() * x + x.sin())).abs() < 1e-13);
    }
    let (mut values, mut entries) = ([0.0; 1], [[0.0; SINGLE_VALUE_NNZ]; 1]);
    single_value_with_jacobian_points(&[[2.0, 3.0]], 5.0, &mut values, &mut entries)
        .expect("equal lengths");
    assert_eq!((values, entries), ([30.0], [[15.0, 10.0]]));
}

#[test]
fn lengths_that_disagree_are_an_error_and_nothing_is_written() {
    let (points, blocks) = (points::<3>(3), [[Lanes::default(); 3]; 2]);
    let mut values = vec![[7.0; 2]; 3];
    let mut entries = vec![[7.0; ARITHMETIC_NNZ]; 2];
    let error = arithmetic_with_jacobian_points(&points, &mut values, &mut entries);
    let expected = LengthMismatch {
        points: 3,
        data: None,
        values: 3,
        first: None,
        entries: 2,
    };
    assert_eq!(error, Err(expected));
    assert_eq!(values, [[7.0; 2]; 3]);
    let error = arithmetic_with_jacobian_batch(
        &blocks,
        &mut [],
        &mut [[Lanes::default(); ARITHMETIC_NNZ]; 2],
    );
    assert_eq!(error.map_err(|error| error.values), Err(0));
    let text = expected.to_string();
    assert!(
        text.contains("3 of points, 3 of values, 2 of entries"),
        "{text}"
    );
}

/// One dependent: its gradient is written beside its Hessian.
#[jacobian(batch, hessian, wrt(x))]
fn energy(x: &[f64; 3], k: f64) -> f64 {
    let bent = if x[0] > k {
        (x[0] * x[2]).sin() * x[1]
    } else {
        x[0] * x[0] * x[0]
    };
    let power = (x[1] * x[1] + 0.5).powf(x[2]).exp_m1() * x[0].tanh();
    bent * x[2].exp() + k * x[1] * x[1] + power + x[1].sinh() * (x[0] * x[2]).cosh()
}

/// Several dependents: each point holds its weights behind its independents.
#[jacobian(batch, hessian, wrt(angle, length))]
fn arm(angle: f64, load: f64, length: &[f64; 2], out: &mut [f64; 1]) -> [f64; 2] {
    out[0] = length[0] * length[1] * load;
    [length[0] * angle.cos(), length[1] * angle.sin() + length[0]]
}

#[test]
fn hessians_in_lanes_agree_with_the_scalar_code() {
    for count in [0, 7, 50] {
        let points = points::<3>(count);
        let mut values = vec![0.0; count];
        let (mut first, mut entries) = (
            vec![[7.0; 3]; count],
            vec![[7.0; ENERGY_HESSIAN_NNZ]; count],
        );
        energy_with_hessian_points(&points, 0.2, &mut values, &mut first, &mut entries)
            .expect("equal lengths");
        for (k, point) in points.iter().enumerate() {
            let (mut value, mut gradient, mut own) = (0.0, [0.0; 3], [0.0; ENERGY_HESSIAN_NNZ]);
            energy_with_hessian_into(point, 0.2, &mut value, &mut gradient, &mut own);
            assert_close("value", point, &values[k..=k], &[value]);
            assert_close("gradient", point, &first[k], &gradient);
            assert_close("entry", point, &entries[k], &own);
        }
    }
    // Three independents and three weights.
    let points = points::<6>(LANES);
    let mut values = [[Lanes::default(); 3]; 1];
    let (mut first, mut entries) = (
        [[Lanes::default(); ARM_NNZ]; 1],
        [[Lanes::default(); ARM_HESSIAN_NNZ]; 1],
    );
    let blocks = [interleave(&points)];
    arm_with_hessian_batch(&blocks, 3.0, &mut values, &mut first, &mut entries)
        .expect("equal lengths");
    for (lane, point) in points.iter().enumerate() {
        let (x, w) = (&point[..3], [point[3], point[4], point[5]]);
        let (mut out, mut value) = ([0.0], [0.0; 2]);
        let (mut jacobian, mut own) = ([0.0; ARM_NNZ], [0.0; ARM_HESSIAN_NNZ]);
        let length = [x[1], x[2]];
        arm_with_hessian_into(
            x[0],
            3.0,
            &length,
            &mut out,
            &w,
            &mut value,
            &mut jacobian,
            &mut own,
        );
        let of = |block: &[Lanes]| block.iter().map(|lanes| lanes[lane]).collect::<Vec<f64>>();
        assert_close(
            "value",
            point,
            &of(&values[0]),
            &[value[0], value[1], out[0]],
        );
        assert_close("first", point, &of(&first[0]), &jacobian);
        assert_close("entry", point, &of(&entries[0]), &own);
    }
    let error = arm_with_hessian_batch(&blocks, 3.0, &mut values, &mut [], &mut entries);
    let error = error.expect_err("no first derivatives");
    assert!(
        error
            .to_string()
            .contains("1 of values, 0 of first derivatives, 1 of entries")
    );
}

#[jacobian(batch)]
fn partly_written(x: f64, out: &mut [f64; 2]) -> f64 {
    out[0] += x;
    x * x + out[1]
}

#[test]
fn an_output_that_is_read_before_holds_zero() {
    let (mut values, mut entries) = ([[7.0; 3]; 1], [[7.0; PARTLY_WRITTEN_NNZ]; 1]);
    partly_written_with_jacobian_points(&[3.0], &mut values, &mut entries).expect("equal lengths");
    assert_eq!((values, entries), ([[9.0, 3.0, 0.0]], [[6.0, 1.0]]));
}

/// Neither arm may see the other's arguments: both would be NaN there.
#[jacobian(batch)]
fn forked(x: &[f64; 2]) -> [f64; 2] {
    let [a, b] = *x;
    let y = if a > 0.0 { a.sqrt() * b } else { (-a).ln_1p() };
    let z = if b < y {
        if a < -1.0 { b * b } else { b / (y - b) }
    } else {
        y.cbrt()
    };
    [y, z * a]
}

#[test]
fn lanes_that_part_ways_see_their_own_arm_only() {
    let (values, entries) = check!(
        points::<2>(200),
        2,
        FORKED_NNZ,
        forked_with_jacobian_into,
        forked_with_jacobian_points,
        forked_with_jacobian_batch
    );
    assert!(
        values
            .iter()
            .flatten()
            .chain(entries.iter().flatten())
            .all(|number| number.is_finite())
    );
    // And where all agree.
    for sign in [-1.0, 1.0] {
        let mut points = points::<2>(24);
        points
            .iter_mut()
            .for_each(|point| point[0] = sign * (point[0].abs() + 0.1));
        check!(
            points,
            2,
            FORKED_NNZ,
            forked_with_jacobian_into,
            forked_with_jacobian_points,
            forked_with_jacobian_batch
        );
    }
}

/// Code that is the same for all points.
struct Tank {
    area: f64,
    limit: f64,
    order: i32,
    asked: Cell<usize>,
}

impl Tank {
    fn rate(&self, t: f64) -> f64 {
        self.asked.set(self.asked.get() + 1);
        self.area * t
    }

    /// Inactive code in front, in conditions and inside of arms; independents of two shapes; an
    /// output.
    #[jacobian(batch, wrt(level, flow))]
    fn step(&self, level: f64, t: f64, flow: &[f64; 2], out: &mut [f64; 2]) -> f64 {
        let rate = self.rate(t);
        out[0] = level.powi(self.order) * rate;
        out[1] = if level > self.limit {
            flow[0] * self.area
        } else {
            let slope = flow[1] * self.limit;
            slope.exp()
        };
        match self.order {
            0 => level,
            2 => level * flow[0] * t,
            _ => flow[1],
        }
    }
}

#[test]
fn inactive_code_is_shared_by_all_points() {
    let tank = Tank {
        area: 1.5,
        limit: 0.25,
        order: 2,
        asked: Cell::new(0),
    };
    const NNZ: usize = Tank::STEP_NNZ;
    let (mut values, mut entries) = (vec![[0.0; 3]; 30], vec![[0.0; NNZ]; 30]);
    let mut points = points::<3>(30);
    points
        .iter_mut()
        .for_each(|point| point[0] = point[0].abs() + 0.3);
    tank.step_with_jacobian_points(&points, 0.7, &mut values, &mut entries)
        .expect("equal lengths");
    assert_eq!(tank.asked.get(), 1, "the rate is the same for all points");
    points.iter_mut().for_each(|point| point[0] -= 1.0);
    check!(
        points,
        3,
        NNZ,
        |point: &[f64; 3], value: &mut [f64; 3], entries: &mut [f64; NNZ]| {
            let (mut own, mut out) = (0.0, [0.0; 2]);
            tank.step_with_jacobian_into(
                point[0],
                0.7,
                &[point[1], point[2]],
                &mut out,
                &mut own,
                entries,
            );
            *value = [own, out[0], out[1]];
        },
        |points: &[_], values: &mut [_], entries: &mut [_]| tank
            .step_with_jacobian_points(points, 0.7, values, entries),
        |points: &[_], values: &mut [_], entries: &mut [_]| tank
            .step_with_jacobian_batch(points, 0.7, values, entries)
    );
}

/// An assertion about a point cannot be put into lanes.
#[jacobian(batch)]
fn guarded(x: &[f64; 2]) -> f64 {
    assert!(x[0] < 5.0, "too large");
    x[0] * x[1]
}

#[test]
fn what_cannot_be_put_into_lanes_is_evaluated_point_by_point() {
    let (values, entries) = check!(
        points::<2>(11),
        1,
        GUARDED_NNZ,
        |point: &[f64; 2], value: &mut [f64; 1], entries: &mut [f64; GUARDED_NNZ]| {
            guarded_with_jacobian_into(point, &mut value[0], entries);
        },
        |points: &[[f64; 2]], values: &mut [[f64; 1]], entries: &mut [_]| {
            guarded_with_jacobian_points(points, values.as_flattened_mut(), entries)
        },
        guarded_with_jacobian_batch
    );
    assert_eq!(values[10][0], entries[10][0] * entries[10][1]);
}

#[jacobian(batch, wrt(x, y), layout = csr, fma = never, value = fused, prefix = options)]
fn scaled(x: f64, y: f64, gain: f64) -> (f64, f64) {
    (3.0 * x + gain * y, x / y - y / x + 2.0 * gain)
}

#[test]
fn constant_entries_are_written_to_every_lane() {
    let (_, entries) = check!(
        points::<2>(9),
        2,
        OPTIONS_NNZ,
        |point: &[f64; 2], value: &mut [f64; 2], entries: &mut [f64; OPTIONS_NNZ]| {
            let mut own = (0.0, 0.0);
            options_with_jacobian_into(point[0], point[1], 0.5, &mut own, entries);
            *value = [own.0, own.1];
        },
        |points: &[_], values: &mut [_], entries: &mut [_]| options_with_jacobian_points(
            points, 0.5, values, entries
        ),
        |points: &[_], values: &mut [_], entries: &mut [_]| options_with_jacobian_batch(
            points, 0.5, values, entries
        )
    );
    assert!(entries.iter().all(|entries| entries[..2] == [3.0, 0.5]));
}

/// The ten problems, each against the scalar code and the contract's tolerance.
#[cfg(feature = "lanes")]
#[test]
fn problems_agree_with_the_scalar_code_and_with_dual_numbers() {
    use corpus::problem::{dual_jacobian, path_sums};
    use corpus::sample::sample_points;

    macro_rules! problems {
        ($($module:ident)*) => {$({
            use corpus::$module as problem;
            const N_COLS: usize = problem::LANES_PATTERN.cols();
            const N_ROWS: usize = problem::LANES_PATTERN.rows();
            const NNZ: usize = problem::LANES_NNZ;
            let samples = sample_points(&(problem::PROBLEM.base)());
            let points = samples.iter().step_by(7).map(|point| {
                <[f64; N_COLS]>::try_from(point.as_slice()).expect("its columns")
            });
            let points: Vec<_> = points.collect();
            let (_, entries) = check!(
                points.clone(),
                N_ROWS,
                NNZ,
                problem::lanes_with_jacobian_into,
                problem::lanes_with_jacobian_points,
                problem::lanes_with_jacobian_batch
            );
            for (point, entries) in points.iter().zip(entries) {
                let expected = dual_jacobian(&problem::PROBLEM, point);
                let sums = path_sums(&problem::PROBLEM, point);
                for ((row, col), entry) in problem::LANES_PATTERN.entries().zip(entries) {
                    let error = (entry - expected[row][col]).abs();
                    assert!(error <= 1e-12 * sums[row][col], "{} ({row}, {col})", stringify!($module));
                }
            }
        })*};
    }
    problems!(hhd cpf roe fic fdc snavely arm6 se3b pollu bruss);
}
