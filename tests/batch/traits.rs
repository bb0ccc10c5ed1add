//! The traits of functions of many points: what generic code gets is what the functions give.

use jacobian_runtime::batch::{BatchFunction, BatchHessian, BatchNormal, LANES, Lanes};
use jacobian_runtime::{Function, jacobian};

#[jacobian(as = Decay, batch(per_point(t, y)), normal(diagonal), wrt(p))]
fn decay(p: &[f64; 2], y: &[f64; 2], rate: &[f64; 2], t: f64) -> [f64; 2] {
    [
        p[0] * (-rate[0] * t).exp() - y[0],
        (p[0] + p[1]) * (-rate[1] * t).exp() - y[1],
    ]
}

#[jacobian(as = Bend, batch, hessian)]
fn bend(x: &[f64; 3]) -> f64 {
    (x[0] - 2.0 * x[1] + x[2]).powi(4) + (x[0] * x[2]).sin()
}

#[jacobian(as = Chain, batch, hessian)]
fn chain(x: &[f64; 2]) -> [f64; 2] {
    [x[0] * x[1], x[1].exp()]
}

/// Its Jacobian has no entry.
#[jacobian(as = Flat, batch)]
fn flat(x: f64) -> f64 {
    x.floor()
}

/// Two blocks of numbers that differ from lane to lane.
fn numbers(count: usize, start: f64) -> Vec<Lanes> {
    let lanes = (0..2 * count).map(|at| {
        let at = f64::from(u32::try_from(at).expect("few"));
        let lane = |lane: i32| start + 0.25 * at + 0.125 * f64::from(lane);
        Lanes::from([0, 1, 2, 3, 4, 5, 6, 7].map(lane))
    });
    lanes.collect()
}

fn lane(lanes: &[Lanes], lane: usize) -> Vec<f64> {
    lanes.iter().map(|lanes| lanes[lane]).collect()
}

/// Value and entries of both blocks agree with those of the function at each point, for the data
/// that `at` puts into it.
fn agrees<F: BatchFunction>(function: &F, at: impl Fn(&[f64]) -> F) {
    let n_data: usize = F::DATA.iter().sum();
    let (points, data) = (numbers(F::COLS, 0.5), numbers(n_data, 0.25));
    let (mut value, mut entries) = (numbers(F::ROWS, 0.0), numbers(F::NNZ, 0.0));
    function.with_jacobian_batch(&points, &data, &mut value, &mut entries);
    for block in 0..2 {
        for point in 0..LANES {
            let own: Vec<f64> = (0..F::DATA.len())
                .flat_map(|part| {
                    let before: usize = F::DATA[..part].iter().sum();
                    let start = 2 * before + block * F::DATA[part];
                    lane(&data[start..start + F::DATA[part]], point)
                })
                .collect();
            let x = lane(&points[block * F::COLS..(block + 1) * F::COLS], point);
            let (mut one, mut row) = (vec![0.0; F::ROWS], vec![0.0; F::NNZ]);
            at(&own).with_jacobian_into(&x, &mut one, &mut row);
            let found = lane(&value[block * F::ROWS..(block + 1) * F::ROWS], point);
            super::assert_close("value", &x, &found, &one);
            let found = lane(&entries[block * F::NNZ..(block + 1) * F::NNZ], point);
            super::assert_close("entry", &x, &found, &row);
        }
    }
}

#[test]
fn data_follow_each_other_in_the_order_of_the_declaration() {
    assert_eq!(
        (Decay::DATA, Decay::NORMAL_DATA),
        (&[2, 1][..], &[2, 1, 2][..])
    );
    let rate = [0.5, 1.5];
    let at = |y: [f64; 2], t| Decay {
        y: Box::leak(Box::new(y)),
        rate: &rate,
        t,
    };
    agrees(&at([0.0; 2], 0.0), |own| at([own[0], own[1]], own[2]));
}

#[test]
fn functions_without_data_and_without_entries() {
    agrees(&Bend, |_| Bend);
    agrees(&Chain, |_| Chain);
    agrees(&Flat, |_| Flat);
}

#[test]
fn normal_equations_take_the_weights_behind_the_data() {
    let (points, data) = (numbers(2, 0.5), numbers(5, 0.25));
    let (mut value, mut gradient) = (numbers(2, 0.0), numbers(2, 0.0));
    let mut normal = numbers(Decay::NORMAL_PATTERN.nnz(), 0.0);
    let rate = [0.5, 1.5];
    let decay = Decay {
        y: &[0.0; 2],
        rate: &rate,
        t: 0.0,
    };
    decay.normal_batch(&points, &data, &mut value, &mut gradient, &mut normal);
    // The second block, and of it the fourth point.
    let at = |first: usize, count: usize| lane(&data[first..first + count], 3);
    let (y, t, w) = (at(2, 2), at(5, 1)[0], at(8, 2));
    let x = lane(&points[2..], 3);
    let (mut one, mut row, mut matrix) = ([0.0; 2], [0.0; 2], [0.0; DECAY_NORMAL_NNZ]);
    decay_normal_into(
        &[x[0], x[1]],
        &[y[0], y[1]],
        &rate,
        t,
        &[w[0], w[1]],
        &mut one,
        &mut row,
        &mut matrix,
    );
    super::assert_close("value", &x, &lane(&value[2..], 3), &one);
    super::assert_close("gradient", &x, &lane(&gradient[2..], 3), &row);
    super::assert_close("matrix", &x, &lane(&normal[DECAY_NORMAL_NNZ..], 3), &matrix);
}

#[test]
fn hessians_come_with_gradients_or_with_weights_behind_the_point() {
    let (mut value, mut first) = (numbers(1, 0.0), numbers(3, 0.0));
    let mut entries = numbers(Bend::HESSIAN_PATTERN.nnz(), 0.0);
    let points = numbers(3, 0.5);
    Bend.with_hessian_batch(&points, &[], &mut value, &mut first, &mut entries);
    let x = lane(&points[3..], 6);
    let (mut one, mut row, mut matrix) = (0.0, [0.0; 3], [0.0; BEND_HESSIAN_NNZ]);
    bend_with_hessian_into(&[x[0], x[1], x[2]], &mut one, &mut row, &mut matrix);
    super::assert_close("value", &x, &lane(&value[1..], 6), &[one]);
    super::assert_close("gradient", &x, &lane(&first[3..], 6), &row);
    super::assert_close(
        "hessian",
        &x,
        &lane(&entries[BEND_HESSIAN_NNZ..], 6),
        &matrix,
    );

    let points = numbers(4, 0.5);
    let (mut value, mut first) = (numbers(2, 0.0), numbers(CHAIN_NNZ, 0.0));
    let mut entries = numbers(CHAIN_HESSIAN_NNZ, 0.0);
    Chain.with_hessian_batch(&points, &[], &mut value, &mut first, &mut entries);
    let x = lane(&points[..4], 2);
    let mut matrix = [0.0; CHAIN_HESSIAN_NNZ];
    chain_hessian_into(&[x[0], x[1]], &[x[2], x[3]], &mut matrix);
    super::assert_close(
        "lagrangian",
        &x,
        &lane(&entries[..CHAIN_HESSIAN_NNZ], 2),
        &matrix,
    );
}

#[test]
#[should_panic(expected = "there is room for a result of each point")]
fn a_slice_for_fewer_points_is_refused() {
    let (mut value, mut entries) = (numbers(2, 0.0), numbers(Chain::NNZ, 0.0));
    Chain.with_jacobian_batch(&numbers(2, 0.5), &[], &mut value[1..], &mut entries);
}
