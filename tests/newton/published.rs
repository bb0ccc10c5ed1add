//! Least-squares problems with published answers.
//!
//! Sources: NIST, Statistical Reference Datasets, nonlinear regression; J. J. Moré, B. S. Garbow,
//! K. E. Hillstrom, Testing unconstrained optimization software, 1981.

#![expect(clippy::cast_precision_loss, reason = "small numbers of observations")]

use jacobian_runtime::newton::{LevenbergMarquardt, Sparse};
use jacobian_runtime::{Function, jacobian};

/// Solves with dense and with sparse matrices, and gives both solutions.
fn both<F: Function<Scalar = f64>, const N: usize>(f: &F, start: [f64; N]) -> [([f64; N], f64); 2] {
    let solver = LevenbergMarquardt::default();
    let (mut dense, mut sparse) = (start, start);
    let by_dense = solver.solve(f, &mut dense).expect("a minimum");
    let by_sparse = solver
        .solve_with(f, &mut sparse, &mut Sparse::new())
        .expect("a minimum");
    [(dense, by_dense.norm), (sparse, by_sparse.norm)]
}

#[track_caller]
fn certified<F: Function<Scalar = f64>, const N: usize>(
    f: &F,
    starts: [[f64; N]; 2],
    known: [f64; N],
) {
    for start in starts {
        for (found, _) in both(f, start) {
            for (found, known) in found.into_iter().zip(known) {
                assert!(
                    (found / known - 1.0).abs() < 1e-7,
                    "{start:?}: {found} {known}"
                );
            }
        }
    }
}

#[track_caller]
fn sum_of_squares<F: Function<Scalar = f64>, const N: usize>(f: &F, start: [f64; N], known: f64) {
    for (_, norm) in both(f, start) {
        assert!(
            (norm * norm / known - 1.0).abs() < 1e-5,
            "{} {known}",
            norm * norm
        );
    }
}

const MISRA_X: [f64; 14] = [
    77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0,
];
const MISRA_Y: [f64; 14] = [
    10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47,
    81.78,
];

#[jacobian(as = Misra)]
fn misra(b: &[f64; 2]) -> [f64; 14] {
    core::array::from_fn(|i| b[0] * (1.0 - (-b[1] * MISRA_X[i]).exp()) - MISRA_Y[i])
}

const BOX_X: [f64; 6] = [1.0, 2.0, 3.0, 5.0, 7.0, 10.0];
const BOX_Y: [f64; 6] = [109.0, 149.0, 149.0, 191.0, 213.0, 224.0];

#[jacobian(as = BoxBod, layout = csr)]
fn box_bod(b: &[f64; 2]) -> [f64; 6] {
    core::array::from_fn(|i| b[0] * (1.0 - (-b[1] * BOX_X[i]).exp()) - BOX_Y[i])
}

const MGH_X: [f64; 11] = [
    4.0, 2.0, 1.0, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625,
];
const MGH_Y: [f64; 11] = [
    0.1957, 0.1947, 0.1735, 0.1600, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246,
];

#[jacobian(as = Mgh09)]
fn mgh09(b: &[f64; 4]) -> [f64; 11] {
    core::array::from_fn(|i| {
        let x = MGH_X[i];
        b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]) - MGH_Y[i]
    })
}

const RAT_X: [f64; 9] = [9.0, 14.0, 21.0, 28.0, 42.0, 57.0, 63.0, 70.0, 79.0];
const RAT_Y: [f64; 9] = [8.93, 10.8, 18.59, 22.33, 39.35, 56.11, 61.73, 64.62, 67.08];

#[jacobian(as = Rat42)]
fn rat42(b: &[f64; 3]) -> [f64; 9] {
    core::array::from_fn(|i| b[0] / (1.0 + (b[1] - b[2] * RAT_X[i]).exp()) - RAT_Y[i])
}

#[test]
fn the_certified_values_of_nist_from_both_starts() {
    certified(
        &Misra,
        [[500.0, 0.0001], [250.0, 0.0005]],
        [2.389_421_291_8e2, 5.501_564_318_1e-4],
    );
    // NIST's first start is left out: from (1, 1), the first step leads to where `b2` has no
    // effect.
    certified(
        &BoxBod,
        [[150.0, 0.4], [100.0, 0.75]],
        [2.138_094_088_9e2, 5.472_374_854_2e-1],
    );
    certified(
        &Mgh09,
        [[25.0, 39.0, 41.5, 39.0], [0.25, 0.39, 0.415, 0.39]],
        [
            1.928_069_345_8e-1,
            1.912_823_287_3e-1,
            1.230_565_069_3e-1,
            1.360_623_306_8e-1,
        ],
    );
    certified(
        &Rat42,
        [[100.0, 1.0, 0.1], [75.0, 2.5, 0.07]],
        [7.246_223_757_6e1, 2.618_076_840_2, 6.735_920_006_6e-2],
    );
}

const MEYER_Y: [f64; 16] = [
    34780.0, 28610.0, 23650.0, 19630.0, 16370.0, 13720.0, 11540.0, 9744.0, 8261.0, 7030.0, 6005.0,
    5147.0, 4427.0, 3820.0, 3307.0, 2872.0,
];

#[jacobian(as = Meyer)]
fn meyer(x: &[f64; 3]) -> [f64; 16] {
    core::array::from_fn(|i| {
        let t = 50.0 + 5.0 * i as f64;
        x[0] * (x[1] / (t + x[2])).exp() - MEYER_Y[i]
    })
}

const BARD_Y: [f64; 15] = [
    0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.10, 4.39,
];

#[jacobian(as = Bard)]
fn bard(x: &[f64; 3]) -> [f64; 15] {
    core::array::from_fn(|i| {
        let u = i as f64 + 1.0;
        let v = 16.0 - u;
        BARD_Y[i] - (x[0] + u / (v * x[1] + u.min(v) * x[2]))
    })
}

#[jacobian(as = BrownDennis)]
fn brown_dennis(x: &[f64; 4]) -> [f64; 20] {
    core::array::from_fn(|i| {
        let t = (i as f64 + 1.0) / 5.0;
        (x[0] + t * x[1] - t.exp()).powi(2) + (x[2] + x[3] * t.sin() - t.cos()).powi(2)
    })
}

#[jacobian(as = JennrichSampson)]
fn jennrich_sampson(x: &[f64; 2]) -> [f64; 10] {
    core::array::from_fn(|i| {
        let t = i as f64 + 1.0;
        2.0 + 2.0 * t - ((t * x[0]).exp() + (t * x[1]).exp())
    })
}

#[jacobian(as = FreudensteinRoth)]
fn freudenstein_roth(x: &[f64; 2]) -> [f64; 2] {
    [
        -13.0 + x[0] + ((5.0 - x[1]) * x[1] - 2.0) * x[1],
        -29.0 + x[0] + ((x[1] + 1.0) * x[1] - 14.0) * x[1],
    ]
}

#[test]
fn the_sums_of_squares_of_more_garbow_and_hillstrom() {
    sum_of_squares(&Meyer, [0.02, 4000.0, 250.0], 87.9458);
    sum_of_squares(&Bard, [1.0; 3], 8.21487e-3);
    sum_of_squares(&BrownDennis, [25.0, 5.0, -5.0, -1.0], 85822.2);
    sum_of_squares(&JennrichSampson, [0.3, 0.4], 124.362);
    sum_of_squares(&FreudensteinRoth, [0.5, -2.0], 48.9842);
}

/// Powell's singular function: the Jacobian is singular at the root, so only half of the digits are
/// left.
#[jacobian(as = Powell)]
fn powell(x: &[f64; 4]) -> [f64; 4] {
    [
        x[0] + 10.0 * x[1],
        5.0_f64.sqrt() * (x[2] - x[3]),
        (x[1] - 2.0 * x[2]).powi(2),
        10.0_f64.sqrt() * (x[0] - x[3]).powi(2),
    ]
}

#[test]
fn a_root_with_a_singular_jacobian_is_approached() {
    let solver = LevenbergMarquardt {
        tolerance: 1e-12,
        ..LevenbergMarquardt::default()
    };
    for mut x in [[3.0, -1.0, 0.0, 1.0], [0.3, -0.1, 0.0, 0.1]] {
        let norm = solver.solve(&Powell, &mut x).expect("a root").norm;
        assert!(
            norm < 2e-12 && x.iter().all(|x| x.abs() < 1e-5),
            "{x:?} {norm}"
        );
    }
}
