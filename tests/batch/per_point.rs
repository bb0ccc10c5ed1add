//! `batch(per_point(..))`: each point has its own data.
//!
//! Every function is compared with its scalar code, point by point, for every number of points up
//! to a block of more than two. Where there is only arithmetic, values are bitwise equal.

use jacobian_runtime::batch::{LANES, Lanes, LengthMismatch, interleave};
use jacobian_runtime::jacobian;

use super::{assert_close, bits, points};

/// Two slices of numbers, with a shared parameter between them.
#[jacobian(batch(per_point(t, y)), hessian, wrt(p))]
fn decay(p: &[f64; 3], t: f64, k: f64, y: f64) -> f64 {
    p[0] * (-p[1] * t).exp() + p[2] * k - y
}

#[test]
fn each_point_has_its_own_numbers_however_many_there_are() {
    for count in 0..=2 * LANES + 1 {
        let points = points::<3>(count);
        let t: Vec<f64> = (0_u32..).take(count).map(|i| 0.25 * f64::from(i)).collect();
        let y: Vec<f64> = t.iter().map(|t| t * t - 1.0).collect();
        let (mut values, mut entries) = (vec![7.0; count], vec![[7.0; DECAY_NNZ]; count]);
        decay_with_jacobian_points(&points, &t, 0.5, &y, &mut values, &mut entries)
            .expect("equal lengths");
        let blocks: Vec<_> = points.chunks(LANES).map(interleave).collect();
        let of = |numbers: &[f64]| -> Vec<_> {
            let each = numbers.chunks(LANES);
            each.map(|some| interleave(some.as_chunks::<1>().0))
                .collect()
        };
        let mut value_blocks = vec![[Lanes::default(); 1]; blocks.len()];
        let mut entry_blocks = vec![[Lanes::default(); DECAY_NNZ]; blocks.len()];
        let (t_blocks, y_blocks) = (of(&t), of(&y));
        let targets = (&mut value_blocks[..], &mut entry_blocks[..]);
        decay_with_jacobian_batch(&blocks, &t_blocks, 0.5, &y_blocks, targets.0, targets.1)
            .expect("equal lengths");
        let mut first = vec![[7.0; 3]; count];
        let mut second = vec![[7.0; DECAY_HESSIAN_NNZ]; count];
        let targets = (&mut values.clone()[..], &mut first[..], &mut second[..]);
        decay_with_hessian_points(&points, &t, 0.5, &y, targets.0, targets.1, targets.2)
            .expect("equal lengths");
        for (i, point) in points.iter().enumerate() {
            let (mut value, mut own) = (0.0, [0.0; DECAY_NNZ]);
            decay_with_jacobian_into(point, t[i], 0.5, y[i], &mut value, &mut own);
            assert_close("value", point, &values[i..=i], &[value]);
            assert_close("entry", point, &entries[i], &own);
            assert_eq!(
                value_blocks[i / LANES][0][i % LANES].to_bits(),
                values[i].to_bits()
            );
            for (block, entry) in entry_blocks[i / LANES].iter().zip(entries[i]) {
                assert_eq!(block[i % LANES].to_bits(), entry.to_bits());
            }
            let (mut gradient, mut own) = ([0.0; 3], [0.0; DECAY_HESSIAN_NNZ]);
            decay_with_hessian_into(point, t[i], 0.5, y[i], &mut value, &mut gradient, &mut own);
            assert_close("gradient", point, &first[i], &gradient);
            assert_close("second", point, &second[i], &own);
        }
    }
}

struct Model {
    limit: f64,
}

/// Arrays, nested arrays and slices; loops and branches by data; names that hide a parameter.
impl Model {
    #[jacobian(batch(per_point(t, w, list)), wrt(p, q), dim(list = 2), const(N = 3))]
    fn residual<const N: usize>(
        &self,
        p: &[f64; N],
        t: f64,
        w: &[[f64; 2]; 2],
        q: f64,
        list: &[f64],
        k: f64,
    ) -> [f64; 2] {
        let (mut sum, mut power) = (0.0, 1.0);
        for factor in p {
            sum += factor * power;
            power *= t;
        }
        let [[a, b], _] = *w;
        let scaled = if t * a > self.limit {
            sum / (1.0 + b * b)
        } else {
            q * w[1][0]
        };
        let t = k * self.limit;
        let chosen = match list.iter().filter(|number| **number > 0.0).count() {
            0 => q * t,
            1 => p[0] * list[0] * q,
            _ => p[1] * w[1][1],
        };
        [scaled, chosen - list.iter().sum::<f64>()]
    }
}

#[test]
fn branches_by_data_take_the_arm_of_each_point() {
    let model = Model { limit: 0.25 };
    for count in [1, LANES, 3 * LANES + 5] {
        let (all, q) = (points::<11>(count), 0.75);
        let given: Vec<[f64; 4]> = all.iter().map(|x| [x[0], x[1], x[2], q]).collect();
        let t: Vec<f64> = all.iter().map(|x| x[3]).collect();
        let w: Vec<[f64; 4]> = all.iter().map(|x| [x[4], x[5], x[6], x[7]]).collect();
        let list: Vec<[f64; 2]> = all.iter().map(|x| [x[8], x[9]]).collect();
        const NNZ: usize = Model::RESIDUAL_NNZ;
        let (mut values, mut entries) = (vec![[0.0; 2]; count], vec![[0.0; NNZ]; count]);
        model
            .residual_with_jacobian_points(&given, &t, &w, &list, 1.5, &mut values, &mut entries)
            .expect("equal lengths");
        for i in 0..count {
            let [a, b, c, d] = w[i];
            let (p, w) = ([given[i][0], given[i][1], given[i][2]], [[a, b], [c, d]]);
            let (mut value, mut own) = ([0.0; 2], [0.0; NNZ]);
            model.residual_with_jacobian_into(&p, t[i], &w, q, &list[i], 1.5, &mut value, &mut own);
            assert_eq!(bits(&values[i]), bits(&value));
            assert_close("entry", &all[i], &entries[i], &own);
            assert_eq!(value, model.residual(&p, t[i], &w, q, &list[i], 1.5));
        }
    }
}

fn table(at: f64) -> Option<f64> {
    let mut steps = [0.0, 1.0, 2.0].iter().zip([0.5, -1.0, 2.0]);
    Some(steps.find(|(step, _)| **step >= at)?.1)
}

/// The user's own code about data: points are evaluated one after the other.
#[jacobian(batch(per_point(at)), wrt(x))]
fn looked_up(x: &[f64; 2], at: &f64) -> f64 {
    let mut power = x[0];
    let mut n = 0.0;
    while n < *at {
        power *= x[1];
        n += 1.0;
    }
    power * table(*at).unwrap_or_default()
}

#[test]
fn data_that_only_the_users_code_understands_is_used_point_by_point() {
    let points = points::<2>(11);
    let at: Vec<f64> = (0..11).map(|i| f64::from(i % 4)).collect();
    let (mut values, mut entries) = (vec![7.0; 11], vec![[7.0; LOOKED_UP_NNZ]; 11]);
    looked_up_with_jacobian_points(&points, &at, &mut values, &mut entries).expect("equal lengths");
    for (i, point) in points.iter().enumerate() {
        let (mut value, mut own) = (0.0, [0.0; LOOKED_UP_NNZ]);
        looked_up_with_jacobian_into(point, &at[i], &mut value, &mut own);
        assert_eq!(
            bits(&[value, own[0], own[1]]),
            bits(&[values[i], entries[i][0], entries[i][1]])
        );
        assert_eq!(value.to_bits(), looked_up(point, &at[i]).to_bits());
    }
}

#[test]
fn data_of_another_length_are_an_error_and_nothing_is_written() {
    let points = points::<3>(9);
    let (mut values, mut entries) = ([7.0; 9], [[7.0; DECAY_NNZ]; 9]);
    let (t, y) = ([0.0; 9], [0.0; 8]);
    let error = decay_with_jacobian_points(&points, &t, 0.0, &y, &mut values, &mut entries);
    let expected = LengthMismatch {
        points: 9,
        data: Some(8),
        values: 9,
        first: None,
        entries: 9,
    };
    assert_eq!(error, Err(expected));
    let text = expected.to_string();
    assert!(
        text.contains("9 of points, 8 of data, 9 of values, 9 of entries"),
        "{text}"
    );
    let error = decay_with_jacobian_points(&points, &t, 0.0, &t, &mut values[..8], &mut entries);
    assert_eq!(
        error.map_err(|error| (error.data, error.values)),
        Err((Some(9), 8))
    );
    assert_eq!((values, entries), ([7.0; 9], [[7.0; DECAY_NNZ]; 9]));
}

/// Weights of a Hessian are behind the independents, and data are in slices.
#[jacobian(batch(per_point(t)), hessian, wrt(x))]
fn curved(x: &[f64; 2], t: (f64, f64)) -> [f64; 2] {
    [x[0] * x[0] * x[1] * t.0, (x[1] * t.1).sin() * x[0]]
}

#[test]
fn hessians_have_weights_and_data() {
    let all = points::<6>(LANES + 1);
    let given: Vec<[f64; 4]> = all.iter().map(|x| [x[0], x[1], x[2], x[3]]).collect();
    let t: Vec<[f64; 2]> = all.iter().map(|x| [x[4], x[5]]).collect();
    let (mut values, mut first) = (
        vec![[0.0; 2]; all.len()],
        vec![[0.0; CURVED_NNZ]; all.len()],
    );
    let mut second = vec![[0.0; CURVED_HESSIAN_NNZ]; all.len()];
    curved_with_hessian_points(&given, &t, &mut values, &mut first, &mut second)
        .expect("equal lengths");
    for (i, point) in all.iter().enumerate() {
        let (mut value, mut jacobian) = ([0.0; 2], [0.0; CURVED_NNZ]);
        let mut own = [0.0; CURVED_HESSIAN_NNZ];
        let (x, w, t) = (
            [point[0], point[1]],
            [point[2], point[3]],
            (point[4], point[5]),
        );
        curved_with_hessian_into(&x, t, &w, &mut value, &mut jacobian, &mut own);
        assert_close("value", point, &values[i], &value);
        assert_close("first", point, &first[i], &jacobian);
        assert_close("second", point, &second[i], &own);
    }
}
