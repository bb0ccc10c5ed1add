//! Bratu's equation on a square grid: five points, one row, one entry that varies.
//!
//! `u_W + u_E + u_S + u_N - 4 u + h^2 lambda exp(u) = 0`, with zero on the boundary.

use std::hint::black_box;

use jacobian_assembly::{Elements, Pattern, System, Variable};
use jacobian_runtime::batch::{BatchFunction, Lanes};
use jacobian_runtime::{Function, jacobian};
use nalgebra::SVector;
use num_dual::{DualNum, DualSVec64};

use super::{Results, Row, Way, copy, threads, timed};

#[jacobian(as = Bratu, batch, wrt(u))]
fn bratu(u: &[f64; 5], c: f64) -> f64 {
    u[0] + u[1] + u[3] + u[4] - 4.0 * u[2] + c * u[2].exp()
}

/// South, west, centre, east, north.
fn neighbours(side: usize, at: usize) -> [Option<usize>; 5] {
    let (row, column) = (at / side, at % side);
    [
        (row > 0).then(|| at - side),
        (column > 0).then(|| at - 1),
        Some(at),
        (column + 1 < side).then(|| at + 1),
        (row + 1 < side).then(|| at + side),
    ]
}

fn system(side: usize, c: f64, threads: usize) -> System<jacobian_assembly::Jacobian> {
    let n = side * side;
    let mut elements = Elements::new();
    for at in 0..n {
        let variables = neighbours(side, at);
        let variables = variables.map(|found| found.map_or(Variable::Fixed(0.0), Variable::Column));
        elements.push(variables, [at], []);
    }
    let mut builder = System::jacobian(n, n).threads(threads);
    builder
        .term(Bratu { c }, elements)
        .expect("the grid is sound");
    builder.build().expect("few entries")
}

fn point(u: &[f64], places: [Option<usize>; 5]) -> [f64; 5] {
    places.map(|found| found.map_or(0.0, |place| u[place]))
}

fn residuals(side: usize, c: f64, u: &[f64], value: &mut [f64]) {
    for (at, value) in value.iter_mut().enumerate() {
        *value = bratu(&point(u, neighbours(side, at)), c);
    }
}

/// The places of the diagonal, and the entries that never vary.
fn by_hand(side: usize, pattern: &Pattern) -> (Vec<usize>, Vec<f64>) {
    let n = side * side;
    let diagonal = (0..n).map(|at| pattern.position(at, at).expect("the diagonal is there"));
    let constants = pattern.entries();
    let constants = constants.map(|(row, col)| if row == col { 0.0 } else { 1.0 });
    (diagonal.collect(), constants.collect())
}

pub(super) fn row(side: usize) -> Row {
    let n = side * side;
    let c = 5.0 / ((side + 1) * (side + 1)) as f64;
    let mut alone = system(side, c, 1);
    let mut together = system(side, c, threads());
    let pattern = alone.pattern().clone();
    let u: Vec<f64> = (0..n).map(|at| 0.1 + (at % 97) as f64 * 0.01).collect();
    let (diagonal, constants) = by_hand(side, &pattern);
    let nnz = pattern.nnz();
    let (mut value, mut entries) = (vec![0.0; n], vec![0.0; nnz]);
    alone
        .jacobian_into(&u, &mut value, &mut entries)
        .expect("finite");

    let mut hand = |value: &mut [f64], entries: &mut [f64]| {
        entries.copy_from_slice(&constants);
        for at in 0..n {
            let [south, west, centre, east, north] = point(&u, neighbours(side, at));
            let e = c * centre.exp();
            value[at] = south + west + east + north - 4.0 * centre + e;
            entries[diagonal[at]] = e - 4.0;
        }
    };
    let places: Vec<[usize; 5]> = (0..n)
        .map(|at| {
            let place =
                |column: Option<usize>| column.and_then(|column| pattern.position(at, column));
            neighbours(side, at).map(|column| place(column).unwrap_or(usize::MAX))
        })
        .collect();
    let mut duals = |value: &mut [f64], entries: &mut [f64]| {
        for at in 0..n {
            let at_point = SVector::from(point(&u, neighbours(side, at)));
            let (r, slopes) = num_dual::gradient(
                |u: SVector<DualSVec64<5>, 5>| {
                    u[0] + u[1] + u[3] + u[4] - u[2] * 4.0 + u[2].exp() * c
                },
                &at_point,
            );
            value[at] = r;
            for (place, slope) in places[at].iter().zip(slopes.iter()) {
                if let Some(entry) = entries.get_mut(*place) {
                    *entry = *slope;
                }
            }
        }
    };
    // In a five-point grid, columns with the same colour share no row.
    let colour = |at: usize| (at % side + 2 * (at / side)) % 5;
    let mut moved = vec![0.0; n];
    let mut shifted = vec![0.0; n];
    let mut differences = |value: &mut [f64], entries: &mut [f64]| {
        let h = 1e-7;
        residuals(side, c, &u, value);
        for now in 0..5 {
            for (at, (moved, u)) in moved.iter_mut().zip(&u).enumerate() {
                *moved = if colour(at) == now { u + h } else { *u };
            }
            residuals(side, c, &moved, &mut shifted);
            for at in 0..n {
                for (column, place) in neighbours(side, at).iter().zip(places[at]) {
                    if column.is_some_and(|column| colour(column) == now) {
                        entries[place] = (shifted[at] - value[at]) / h;
                    }
                }
            }
        }
    };
    let expected = Results { value, entries };
    expected.agree(1e-12, &mut hand);
    expected.agree(1e-12, &mut duals);
    expected.agree(1e-5, &mut differences);
    let outputs = || (vec![0.0; n], vec![0.0; nnz]);
    let [(mut v1, mut e1), (mut v2, mut e2), (mut v3, mut e3)] = [(); 3].map(|()| outputs());
    let [(mut v4, mut e4), (mut v5, mut e5)] = [(); 2].map(|()| outputs());
    let u = &u;
    let mut ways: Vec<Way<'_>> = vec![
        element(n, c),
        (
            "assembled",
            Box::new(|| alone.jacobian_into(u, &mut v1, &mut e1).expect("finite")),
        ),
        (
            "all threads",
            Box::new(|| together.jacobian_into(u, &mut v2, &mut e2).expect("finite")),
        ),
        ("by hand", Box::new(|| hand(&mut v3, &mut e3))),
        ("duals", Box::new(|| duals(&mut v4, &mut e4))),
        ("differences", Box::new(|| differences(&mut v5, &mut e5))),
        copy(&expected.entries),
    ];
    timed(n, &mut ways)
}

/// The function alone, 32 blocks at a time on numbers in the cache.
fn element<'a>(n: usize, c: f64) -> Way<'a> {
    const BLOCKS: usize = 32;
    let points = vec![Lanes::splat(0.5); BLOCKS * Bratu::COLS];
    let (mut value, mut entries) = (
        vec![Lanes::default(); BLOCKS],
        vec![Lanes::default(); BLOCKS * Bratu::NNZ],
    );
    let calls = n.div_ceil(8 * BLOCKS);
    let run = move || {
        for _ in 0..calls {
            Bratu { c }.with_jacobian_batch(black_box(&points), &[], &mut value, &mut entries);
            black_box((&value, &entries));
        }
    };
    ("element", Box::new(run))
}
