//! `batch` beside `normal`: normal equations of many points, and their sums.
//!
//! The oracle is the function of one point. Its sums are added up in another order, so they are
//! compared to rounding.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jacobian_runtime::batch::{LANES, Lanes, interleave};
use jacobian_runtime::jacobian;
use jacobian_runtime::loss::huber;

use super::{assert_close, points};

#[jacobian(batch(per_point(t, y)), normal, wrt(p))]
fn decay(p: &[f64; 3], t: f64, k: f64, y: f64) -> [f64; 1] {
    [p[0] * (-p[1] * t).exp() + p[2] * k - y]
}

#[test]
fn sums_over_no_points_and_over_short_blocks_have_each_point_once() {
    let p = [2.0, 0.3, -1.0];
    for count in 0..=2 * LANES + 1 {
        let t: Vec<f64> = (0_u32..).take(count).map(|i| 0.25 * f64::from(i)).collect();
        let y: Vec<f64> = t.iter().map(|t| 2.0 - t).collect();
        let (mut gradient, mut normal) = ([7.0; 3], [7.0; DECAY_NORMAL_NNZ]);
        let cost = decay_normal_sum_into(&p, &t, 0.5, &y, &mut gradient, &mut normal);
        let shared = vec![p; count];
        let (mut values, mut gradients) = (vec![[7.0; 1]; count], vec![[7.0; 3]; count]);
        let mut normals = vec![[7.0; DECAY_NORMAL_NNZ]; count];
        let written = (&mut values[..], &mut gradients[..], &mut normals[..]);
        decay_normal_points(&shared, &t, 0.5, &y, written.0, written.1, written.2)
            .expect("equal lengths");
        let (mut half, mut sum) = (0.0, [0.0; 3]);
        let mut matrix = [0.0; DECAY_NORMAL_NNZ];
        for i in 0..count {
            let (mut value, mut first, mut own) = ([0.0], [0.0; 3], [0.0; DECAY_NORMAL_NNZ]);
            decay_normal_into(&p, t[i], 0.5, y[i], &mut value, &mut first, &mut own);
            assert_close("value", &p, &values[i], &value);
            assert_close("gradient", &p, &gradients[i], &first);
            assert_close("normal", &p, &normals[i], &own);
            half += 0.5 * value[0] * value[0];
            add(&mut sum, &first);
            add(&mut matrix, &own);
        }
        assert_close("cost", &p, &[cost], &[half]);
        assert_close("sum", &p, &gradient, &sum);
        assert_close("matrix", &p, &normal, &matrix);
    }
}

fn add(sum: &mut [f64], own: &[f64]) {
    sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
}

/// A weight for each residual, and a loss that all points share.
#[jacobian(batch(per_point(t, y)), normal(diagonal, loss = huber(0.5 * k)), wrt(p, q))]
fn robust(t: f64, p: &[f64; 2], k: f64, y: &[f64; 2], q: f64) -> [f64; 2] {
    let curve = if t > 0.0 { p[0] * t } else { p[1] * t * t };
    [curve - y[0], q * p[0] - k * y[1]]
}

#[test]
fn points_have_weights_and_a_loss() {
    let (p, k, q) = ([0.5, -2.0], 1.5, 0.25);
    let all = points::<5>(3 * LANES + 3);
    let column = |i: usize| all.iter().map(move |x| x[i]);
    let t: Vec<f64> = column(0).collect();
    let y: Vec<[f64; 2]> = column(1).zip(column(2)).map(|(a, b)| [a, b]).collect();
    let w: Vec<[f64; 2]> = column(3)
        .zip(column(4))
        .map(|(a, b)| [a.abs(), b * b])
        .collect();
    let (mut gradient, mut normal) = ([7.0; 3], [7.0; ROBUST_NORMAL_NNZ]);
    let cost = robust_normal_sum_into(&t, &p, k, &y, q, &w, &mut gradient, &mut normal);
    // Blocks, too.
    let flat: Vec<[f64; 3]> = all.iter().map(|_| [p[0], p[1], q]).collect();
    let blocks: Vec<_> = flat.chunks(LANES).map(interleave).collect();
    let times: Vec<_> = t
        .chunks(LANES)
        .map(|t| interleave(t.as_chunks::<1>().0))
        .collect();
    let [y_blocks, w_blocks]: [Vec<_>; 2] =
        [&y, &w].map(|pairs| pairs.chunks(LANES).map(interleave).collect());
    let mut values = vec![[Lanes::default(); 2]; blocks.len()];
    let mut gradients = vec![[Lanes::default(); 3]; blocks.len()];
    let mut normals = vec![[Lanes::default(); ROBUST_NORMAL_NNZ]; blocks.len()];
    let written = (&mut values[..], &mut gradients[..], &mut normals[..]);
    robust_normal_batch(
        &blocks, &times, k, &y_blocks, &w_blocks, written.0, written.1, written.2,
    )
    .expect("equal lengths");
    let (mut half, mut sum, mut matrix) = (0.0, [0.0; 3], [0.0; ROBUST_NORMAL_NNZ]);
    for i in 0..all.len() {
        let (mut value, mut first, mut own) = ([0.0; 2], [0.0; 3], [0.0; ROBUST_NORMAL_NNZ]);
        robust_normal_into(
            t[i], &p, k, &y[i], q, &w[i], &mut value, &mut first, &mut own,
        );
        let of = |block: &[Lanes]| block.iter().map(|own| own[i % LANES]).collect::<Vec<f64>>();
        assert_close("value", &all[i], &of(&values[i / LANES]), &value);
        assert_close("gradient", &all[i], &of(&gradients[i / LANES]), &first);
        assert_close("normal", &all[i], &of(&normals[i / LANES]), &own);
        let norm = w[i][0] * value[0] * value[0] + w[i][1] * value[1] * value[1];
        half += 0.5 * huber(norm, 0.5 * k).0;
        add(&mut sum, &first);
        add(&mut matrix, &own);
    }
    assert_close("cost", &p, &[cost], &[half]);
    assert_close("sum", &p, &gradient, &sum);
    assert_close("matrix", &p, &normal, &matrix);
}

struct Camera {
    focal: f64,
}

impl Camera {
    /// A root of the weights, a loss with a scale of each point, an output, and a length by `dim`.
    #[jacobian(
        batch(per_point(scale, seen)),
        normal(sqrt_information, loss = huber(scale.abs() + self.focal)),
        wrt(pose),
        dim(pose = 3)
    )]
    fn project(&self, scale: f64, pose: &[f64], seen: (f64, f64), out: &mut [f64; 1]) -> f64 {
        out[0] = self.focal * pose[0] / pose[2] - seen.0;
        self.focal * pose[1] / pose[2] * scale - seen.1
    }
}

#[test]
fn a_loss_of_each_point_is_evaluated_point_by_point() {
    let camera = Camera { focal: 1.5 };
    let pose = [0.5, -0.25, 2.0];
    let all = points::<7>(LANES + 2);
    let scale: Vec<f64> = all.iter().map(|x| x[0]).collect();
    let seen: Vec<[f64; 2]> = all.iter().map(|x| [x[1], x[2]]).collect();
    let root: Vec<[f64; 4]> = all.iter().map(|x| [x[3], x[4], x[5], x[6]]).collect();
    const NNZ: usize = Camera::PROJECT_NORMAL_NNZ;
    let (mut gradient, mut normal) = ([7.0; 3], [7.0; NNZ]);
    let cost =
        camera.project_normal_sum_into(&scale, &pose, &seen, &root, &mut gradient, &mut normal);
    let (mut half, mut sum, mut matrix) = (0.0, [0.0; 3], [0.0; NNZ]);
    for i in 0..all.len() {
        let [a, b, c, d] = root[i];
        let (mut value, mut out, mut first, mut own) = (0.0, [0.0], [0.0; 3], [0.0; NNZ]);
        let (seen, root) = ((seen[i][0], seen[i][1]), [[a, b], [c, d]]);
        camera.project_normal_into(
            scale[i], &pose, seen, &mut out, &root, &mut value, &mut first, &mut own,
        );
        let [r, s] = [a * value + b * out[0], c * value + d * out[0]];
        half += 0.5 * huber(r * r + s * s, scale[i].abs() + camera.focal).0;
        add(&mut sum, &first);
        add(&mut matrix, &own);
    }
    assert_close("cost", &pose, &[cost], &[half]);
    assert_close("sum", &pose, &gradient, &sum);
    assert_close("matrix", &pose, &normal, &matrix);
}

#[test]
fn slices_of_data_that_are_not_equally_long_write_nothing() {
    let (mut gradient, mut normal) = ([7.0; 3], [7.0; DECAY_NORMAL_NNZ]);
    let call = AssertUnwindSafe(|| {
        decay_normal_sum_into(
            &[1.0; 3],
            &[0.0; 9],
            0.5,
            &[0.0; 8],
            &mut gradient,
            &mut normal,
        )
    });
    let panic = catch_unwind(call).expect_err("different lengths");
    let text = panic.downcast_ref::<String>().expect("a text");
    assert!(text.contains("these have 9 and 8 points"), "{text}");
    assert_eq!((gradient, normal), ([7.0; 3], [7.0; DECAY_NORMAL_NNZ]));
}
