//! The run-time study of the solid fuel problem: dense forward, eliminated, by hand, and the
//! function alone.
//!
//! ```text
//! paper, a workstation of 1999     dense 9.8 s     eliminated 2.8 s     by hand 2.6 s
//! ```
//!
//! That is a factor of 3.5 between the first two. If four tangents fit in one vector register, four
//! exponentials are most of the work. So we also print the time of the function alone, and a larger
//! grid.
//!
//! Source: U. Naumann, research report RR-3689 of INRIA, 1999.

use std::hint::black_box;
use std::time::Instant;

use super::solid_fuel::{
    IDENTITY, by_elimination, by_hand, dense_forward, directions, larger, larger_by_elimination,
    larger_by_hand, larger_dense, solid_fuel,
};
use super::table::Table;

/// Nanoseconds per Jacobian on both grids: the minimum of five runs of many calls.
pub(crate) fn times(calls: u32) -> Table {
    let small = |call: u32| [shift(call), 0.1, 0.2, 0.3];
    let large = |call: u32| [[shift(call), 0.1, 0.2, 0.3]; 4];
    let seeds = directions();
    let times = [
        (
            "2 x 2",
            [
                best(calls, small, |u| dense_forward(u, black_box(&IDENTITY))),
                best(calls, small, by_elimination),
                best(calls, small, by_hand),
                best(calls, small, solid_fuel),
            ],
        ),
        (
            "4 x 4",
            [
                best(calls, large, |u| larger_dense(u, black_box(&seeds))),
                best(calls, large, larger_by_elimination),
                best(calls, large, larger_by_hand),
                best(calls, large, larger),
            ],
        ),
    ];
    let mut table = Table::new([
        "",
        "dense",
        "elimination",
        "by hand",
        "function",
        "dense / elim.",
    ]);
    for (grid, times) in times {
        let ratio = times[0] / times[1];
        let cells = times.map(|time| format!("{time:.1}"));
        let cells = std::iter::once(grid.to_owned()).chain(cells);
        table.row(cells.chain([format!("{ratio:.1}")]));
    }
    table
}

fn shift(call: u32) -> f64 {
    f64::from(call % 64) * 1e-3
}

/// Nanoseconds per call: the minimum of five runs.
fn best<U, T>(calls: u32, point: impl Fn(u32) -> U, code: impl Fn(&U) -> T) -> f64 {
    let run = || {
        let start = Instant::now();
        for call in 0..calls {
            black_box(code(black_box(&point(call))));
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
    };
    (0..5).map(|_| run()).fold(f64::INFINITY, f64::min)
}
