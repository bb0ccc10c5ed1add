//! Bratu's equation on a square grid: five points, one row, one entry that varies.
//!
//! `u_W + u_E + u_S + u_N - 4 u + h^2 lambda exp(u) = 0`, with zero on the boundary.

use std::hint::black_box;

use jacobian_assembly::{Elements, Pattern, System, Variable};
use jacobian_runtime::batch::{BatchFunction, Lanes};
use jacobian_runtime::{Function, jacobian};
use nalgebra::SVector;
use num_dual::{DualNum, DualSVec64};

use super::{Results, Row, Way, copy, moved, timed};

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

fn system(side: usize, c: f64, threads: Option<usize>) -> System<jacobian_assembly::Jacobian> {
    let n = side * side;
    let mut elements = Elements::new();
    for at in 0..n {
        let variables = neighbours(side, at);
        let variables = variables.map(|found| found.map_or(Variable::Fixed(0.0), Variable::Column));
        elements.push(variables, [at], []);
    }
    let mut builder = System::jacobian(n, n);
    if let Some(threads) = threads {
        builder = builder.threads(threads);
    }
    builder
        .term(Bratu { c }, elements)
        .expect("the grid is sound");
    builder.build().expect("few entries")
}

fn point(u: &[f64], places: [Option<usize>; 5]) -> [f64; 5] {
    places.map(|found| found.map_or(0.0, |place| u[place]))
}

/// The grid as code that is written for it knows it.
struct Grid {
    side: usize,
    c: f64,
    u: Vec<f64>,
    diagonal: Vec<usize>,
    /// The entries that never vary.
    constants: Vec<f64>,
    /// Where the five entries of each row are.
    places: Vec<[usize; 5]>,
}

impl Grid {
    fn of(side: usize, c: f64, pattern: &Pattern) -> Self {
        let n = side * side;
        let place = |at: usize, column: Option<usize>| {
            let found = column.and_then(|column| pattern.position(at, column));
            found.unwrap_or(usize::MAX)
        };
        let constant = |(row, col)| if row == col { 0.0 } else { 1.0 };
        Self {
            side,
            c,
            u: (0..n).map(|at| 0.1 + (at % 97) as f64 * 0.01).collect(),
            diagonal: (0..n).map(|at| place(at, Some(at))).collect(),
            constants: pattern.entries().map(constant).collect(),
            places: (0..n)
                .map(|at| neighbours(side, at).map(|column| place(at, column)))
                .collect(),
        }
    }

    fn by_hand(&self, value: &mut [f64], entries: &mut [f64]) {
        entries.copy_from_slice(&self.constants);
        for (at, value) in value.iter_mut().enumerate() {
            let [south, west, centre, east, north] = point(&self.u, neighbours(self.side, at));
            let e = self.c * centre.exp();
            *value = south + west + east + north - 4.0 * centre + e;
            entries[self.diagonal[at]] = e - 4.0;
        }
    }

    fn duals(&self, value: &mut [f64], entries: &mut [f64]) {
        for (at, value) in value.iter_mut().enumerate() {
            let u = SVector::from(point(&self.u, neighbours(self.side, at)));
            let residual = |u: SVector<DualSVec64<5>, 5>| {
                u[0] + u[1] + u[3] + u[4] - u[2] * 4.0 + u[2].exp() * self.c
            };
            let (r, slopes) = num_dual::gradient(residual, &u);
            *value = r;
            for (place, slope) in self.places[at].iter().zip(slopes.iter()) {
                if let Some(entry) = entries.get_mut(*place) {
                    *entry = *slope;
                }
            }
        }
    }

    fn residuals(&self, u: &[f64], value: &mut [f64]) {
        for (at, value) in value.iter_mut().enumerate() {
            *value = bratu(&point(u, neighbours(self.side, at)), self.c);
        }
    }

    /// In a grid of five points, columns of one of these colours share no row.
    fn colour(&self, at: usize) -> usize {
        (at % self.side + 2 * (at / self.side)) % 5
    }

    fn differences(
        &self,
        [moved, shifted]: &mut [Vec<f64>; 2],
        value: &mut [f64],
        entries: &mut [f64],
    ) {
        let h = 1e-7;
        self.residuals(&self.u, value);
        for now in 0..5 {
            for (at, (moved, u)) in moved.iter_mut().zip(&self.u).enumerate() {
                *moved = if self.colour(at) == now { u + h } else { *u };
            }
            self.residuals(moved, shifted);
            for (at, places) in self.places.iter().enumerate() {
                for (column, place) in neighbours(self.side, at).iter().zip(places) {
                    if column.is_some_and(|column| self.colour(column) == now) {
                        entries[*place] = (shifted[at] - value[at]) / h;
                    }
                }
            }
        }
    }
}

pub(super) fn row(side: usize) -> Row {
    let n = side * side;
    let c = 5.0 / ((side + 1) * (side + 1)) as f64;
    let (mut alone, mut together) = (system(side, c, Some(1)), system(side, c, None));
    let nnz = alone.pattern().nnz();
    let grid = Grid::of(side, c, alone.pattern());
    let mut expected = Results::of(n, nnz);
    let u = &grid.u;
    let Results { value, entries } = &mut expected;
    alone.jacobian_into(u, value, entries).expect("finite");
    let mut apart = [vec![0.0; n], vec![0.0; n]];
    expected.agree(1e-12, &mut |value, entries| grid.by_hand(value, entries));
    expected.agree(1e-12, &mut |value, entries| grid.duals(value, entries));
    expected.agree(1e-5, &mut |value, entries| {
        grid.differences(&mut apart, value, entries);
    });
    let mut ways: Vec<Way<'_>> = vec![
        element(n, c),
        expected.way("one thread", move |value, entries| {
            alone.jacobian_into(u, value, entries).expect("finite");
        }),
        expected.way("assembled", move |value, entries| {
            together.jacobian_into(u, value, entries).expect("finite");
        }),
        expected.way("by hand", |value, entries| grid.by_hand(value, entries)),
        expected.way("duals", |value, entries| grid.duals(value, entries)),
        expected.way("differences", |value, entries| {
            grid.differences(&mut apart, value, entries);
        }),
        copy(&expected.entries),
        moved(&expected, n),
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
