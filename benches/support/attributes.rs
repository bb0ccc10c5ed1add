//! symdiff and solverang: attributes that differentiate one scalar function each, symbolically.
//!
//! ```text
//! a row of the problem ── symdiff::gradient ─────> row_gradient(x): array of all columns, or a sparse pair
//!                      └─ solverang auto_jacobian ─> self.jacobian_entries(x): triplets in a fresh vector
//! ```
//!
//! Neither has vector functions, loops, arrays or helpers, so a problem is written a row at a time and
//! each row repeats what it shares with the others. That is what keeps the other six problems out;
//! the README of the benches says which construct each of them would need.

#![allow(
    unused_variables,
    clippy::neg_multiply,
    reason = "what the attributes generate for simple rows"
)]

use super::timing::Contestant;
use crate::corpus::problem::Problem;

/// One row for both attributes: the gradient over all columns, and triplets with column numbers.
macro_rules! row {
    ($name:ident, $type:ident, $n:literal, |$x:ident| { $($body:tt)* }) => {
        #[symdiff::gradient(var = $x, dim = $n, sparse = true)]
        fn $name($x: &[f64]) -> f64 { $($body)* }

        struct $type;

        #[solverang_macros::auto_jacobian(array_param = "x")]
        impl $type {
            #[residual]
            fn residual(&self, $x: &[f64]) -> f64 { $($body)* }
        }
    };
}

/// Both contestants from the rows of a problem, in order.
macro_rules! contestants {
    ($($value:ident $gradient:ident $type:ident),*) => {
        pub(super) fn symdiff(x: &[f64], value: &mut [f64], mut entry: impl FnMut(usize, usize, f64)) {
            let mut row = 0;
            $(
                value[row] = $value(x);
                let (columns, partials) = $gradient(x);
                for (column, partial) in columns.iter().zip(partials) {
                    entry(row, *column, partial);
                }
                row += 1;
            )*
            assert_eq!(row, value.len(), "a value for each row");
        }

        pub(super) fn solverang(x: &[f64], value: &mut [f64], mut entry: impl FnMut(usize, usize, f64)) {
            let mut row = 0;
            $(
                value[row] = $type.residual(x);
                for (_, column, partial) in $type.jacobian_entries(x) {
                    entry(row, column, partial);
                }
                row += 1;
            )*
            assert_eq!(row, value.len(), "a value for each row");
        }
    };
}

/// Human heart dipole.
mod hhd {
    row!(row_one, One, 8, |x| { x[0] + x[1] - 0.485 });
    row!(row_two, Two, 8, |x| { x[2] + x[3] + 0.0019 });
    row!(row_three, Three, 8, |x| {
        x[4] * x[0] + x[5] * x[1] - x[6] * x[2] - x[7] * x[3] + 0.0581
    });
    row!(row_four, Four, 8, |x| {
        x[6] * x[0] + x[7] * x[1] + x[4] * x[2] + x[5] * x[3] - 0.015
    });
    row!(row_five, Five, 8, |x| {
        x[0] * (x[4] * x[4] - x[6] * x[6]) - 2.0 * x[2] * x[4] * x[6]
            + x[1] * (x[5] * x[5] - x[7] * x[7])
            - 2.0 * x[3] * x[5] * x[7]
            - 0.105
    });
    row!(row_six, Six, 8, |x| {
        x[2] * (x[4] * x[4] - x[6] * x[6])
            + 2.0 * x[0] * x[4] * x[6]
            + x[3] * (x[5] * x[5] - x[7] * x[7])
            + 2.0 * x[1] * x[5] * x[7]
            - 0.0406
    });
    row!(row_seven, Seven, 8, |x| {
        let ts = x[4] * x[4];
        let us = x[5] * x[5];
        let vs = x[6] * x[6];
        let ws = x[7] * x[7];
        x[0] * x[4] * (ts - 3.0 * vs)
            + x[2] * x[6] * (vs - 3.0 * ts)
            + x[1] * x[5] * (us - 3.0 * ws)
            + x[3] * x[7] * (ws - 3.0 * us)
            - 0.167
    });
    row!(row_eight, Eight, 8, |x| {
        let ts = x[4] * x[4];
        let us = x[5] * x[5];
        let vs = x[6] * x[6];
        let ws = x[7] * x[7];
        x[2] * x[4] * (ts - 3.0 * vs) - x[0] * x[6] * (vs - 3.0 * ts)
            + x[3] * x[5] * (us - 3.0 * ws)
            - x[1] * x[7] * (ws - 3.0 * us)
            + 0.399
    });

    contestants!(row_one row_one_gradient One, row_two row_two_gradient Two, row_three row_three_gradient Three, row_four row_four_gradient Four, row_five row_five_gradient Five, row_six row_six_gradient Six, row_seven row_seven_gradient Seven, row_eight row_eight_gradient Eight);
}

/// Combustion of propane.
mod cpf {
    row!(row_one, One, 11, |x| { x[0] + x[3] - 3.0 });
    row!(row_two, Two, 11, |x| {
        2.0 * x[0] + x[1] + x[3] + x[6] + x[7] + x[8] + 2.0 * x[9] - 10.0
    });
    row!(row_three, Three, 11, |x| {
        2.0 * x[1] + 2.0 * x[4] + x[5] + x[6] - 8.0
    });
    row!(row_four, Four, 11, |x| { 2.0 * x[2] + x[8] - 40.0 });
    row!(row_five, Five, 11, |x| {
        0.1930 * x[1] * x[3] - x[0] * x[4]
    });
    row!(row_six, Six, 11, |x| {
        2.597e-3 * (x[1] * x[3]).sqrt() - x[0].sqrt() * x[5] * (40.0 / x[10]).sqrt()
    });
    row!(row_seven, Seven, 11, |x| {
        3.448e-3 * (x[0] * x[1]).sqrt() - x[3].sqrt() * x[6] * (40.0 / x[10]).sqrt()
    });
    row!(row_eight, Eight, 11, |x| {
        1.799e-5 * x[0] - x[3] * x[7] * (40.0 / x[10])
    });
    row!(row_nine, Nine, 11, |x| {
        2.155e-4 * x[0] * x[2].sqrt() - x[3] * x[8] * (40.0 / x[10]).sqrt()
    });
    row!(row_ten, Ten, 11, |x| {
        3.846e-5 * x[0] * x[0] - x[3] * x[3] * x[9] * (40.0 / x[10])
    });
    row!(row_eleven, Eleven, 11, |x| {
        x[10] - (x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7] + x[8] + x[9])
    });

    contestants!(row_one row_one_gradient One, row_two row_two_gradient Two, row_three row_three_gradient Three, row_four row_four_gradient Four, row_five row_five_gradient Five, row_six row_six_gradient Six, row_seven row_seven_gradient Seven, row_eight row_eight_gradient Eight, row_nine row_nine_gradient Nine, row_ten row_ten_gradient Ten, row_eleven row_eleven_gradient Eleven);
}

/// Reprojection error.
mod snavely {
    row!(row_one, One, 12, |x| {
        let theta = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt();
        let a0 = x[0] / theta;
        let a1 = x[1] / theta;
        let a2 = x[2] / theta;
        let cos = theta.cos();
        let sin = theta.sin();
        let along = (a0 * x[9] + a1 * x[10] + a2 * x[11]) * (1.0 - cos);
        let y0 = x[9] * cos + (a1 * x[11] - a2 * x[10]) * sin + a0 * along + x[3];
        let y1 = x[10] * cos + (a2 * x[9] - a0 * x[11]) * sin + a1 * along + x[4];
        let y2 = x[11] * cos + (a0 * x[10] - a1 * x[9]) * sin + a2 * along + x[5];
        let xp = -y0 / y2;
        let yp = -y1 / y2;
        let r2 = xp * xp + yp * yp;
        x[6] * (1.0 + r2 * (x[7] + x[8] * r2)) * xp + 332.65
    });
    row!(row_two, Two, 12, |x| {
        let theta = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt();
        let a0 = x[0] / theta;
        let a1 = x[1] / theta;
        let a2 = x[2] / theta;
        let cos = theta.cos();
        let sin = theta.sin();
        let along = (a0 * x[9] + a1 * x[10] + a2 * x[11]) * (1.0 - cos);
        let y0 = x[9] * cos + (a1 * x[11] - a2 * x[10]) * sin + a0 * along + x[3];
        let y1 = x[10] * cos + (a2 * x[9] - a0 * x[11]) * sin + a1 * along + x[4];
        let y2 = x[11] * cos + (a0 * x[10] - a1 * x[9]) * sin + a2 * along + x[5];
        let xp = -y0 / y2;
        let yp = -y1 / y2;
        let r2 = xp * xp + yp * yp;
        x[6] * (1.0 + r2 * (x[7] + x[8] * r2)) * yp - 262.09
    });

    contestants!(row_one row_one_gradient One, row_two row_two_gradient Two);
}

/// Air pollution.
mod pollu {
    row!(row_one, One, 20, |x| {
        26.6 * x[1] * x[3]
            + 12_300.0 * x[4] * x[1]
            + 16_500.0 * x[10] * x[1]
            + 0.022 * x[12]
            + 12_000.0 * x[9] * x[1]
            + 5.78 * x[18]
            + 3.12 * x[19]
            - 0.35 * x[0]
            - 9_000.0 * x[10] * x[0]
            - 16_300.0 * x[0] * x[5]
            - 0.0474 * x[0] * x[3]
            - 1_780.0 * x[18] * x[0]
    });
    row!(row_two, Two, 20, |x| {
        0.35 * x[0] + 2.1 * x[18]
            - 26.6 * x[1] * x[3]
            - 12_300.0 * x[4] * x[1]
            - 16_500.0 * x[10] * x[1]
            - 12_000.0 * x[9] * x[1]
    });
    row!(row_three, Three, 20, |x| {
        0.35 * x[0] + 0.0175 * x[3] + 4.44e11 * x[15] + 5.78 * x[18] - 4.8e6 * x[2]
    });
    row!(row_four, Four, 20, |x| {
        4.8e6 * x[2] - 26.6 * x[1] * x[3] - 3.5e-4 * x[3] - 0.0175 * x[3] - 0.0474 * x[0] * x[3]
    });
    row!(row_five, Five, 20, |x| {
        2.0 * (8.6e-4 * x[6])
            + 15_000.0 * x[6] * x[5]
            + 1.3e-4 * x[8]
            + 1.88 * x[13]
            + 1_240.0 * x[16] * x[5]
            - 12_300.0 * x[4] * x[1]
    });
    row!(row_six, Six, 20, |x| {
        12_300.0 * x[4] * x[1] + 2.0 * (1e8 * x[15])
            - 15_000.0 * x[6] * x[5]
            - 24_000.0 * x[8] * x[5]
            - 16_300.0 * x[0] * x[5]
            - 1_240.0 * x[16] * x[5]
    });
    row!(row_seven, Seven, 20, |x| {
        1.88 * x[13] - 8.6e-4 * x[6] - 8.2e-4 * x[6] - 15_000.0 * x[6] * x[5]
    });
    row!(row_eight, Eight, 20, |x| {
        8.6e-4 * x[6] + 8.2e-4 * x[6] + 15_000.0 * x[6] * x[5] + 1.3e-4 * x[8]
    });
    row!(row_nine, Nine, 20, |x| {
        -(1.3e-4 * x[8] + 24_000.0 * x[8] * x[5])
    });
    row!(row_ten, Ten, 20, |x| {
        1.3e-4 * x[8] + 16_500.0 * x[10] * x[1] - 12_000.0 * x[9] * x[1]
    });
    row!(row_eleven, Eleven, 20, |x| {
        24_000.0 * x[8] * x[5] + 0.022 * x[12] - 16_500.0 * x[10] * x[1] - 9_000.0 * x[10] * x[0]
    });
    row!(row_twelve, Twelve, 20, |x| { 16_500.0 * x[10] * x[1] });
    row!(row_thirteen, Thirteen, 20, |x| {
        9_000.0 * x[10] * x[0] - 0.022 * x[12]
    });
    row!(row_fourteen, Fourteen, 20, |x| {
        12_000.0 * x[9] * x[1] - 1.88 * x[13]
    });
    row!(row_fifteen, Fifteen, 20, |x| { 16_300.0 * x[0] * x[5] });
    row!(row_sixteen, Sixteen, 20, |x| {
        3.5e-4 * x[3] - 1e8 * x[15] - 4.44e11 * x[15]
    });
    row!(row_seventeen, Seventeen, 20, |x| {
        -(1_240.0 * x[16] * x[5])
    });
    row!(row_eighteen, Eighteen, 20, |x| { 1_240.0 * x[16] * x[5] });
    row!(row_nineteen, Nineteen, 20, |x| {
        0.0474 * x[0] * x[3] + 3.12 * x[19] - 2.1 * x[18] - 5.78 * x[18] - 1_780.0 * x[18] * x[0]
    });
    row!(row_twenty, Twenty, 20, |x| {
        1_780.0 * x[18] * x[0] - 3.12 * x[19]
    });

    contestants!(row_one row_one_gradient One, row_two row_two_gradient Two, row_three row_three_gradient Three, row_four row_four_gradient Four, row_five row_five_gradient Five, row_six row_six_gradient Six, row_seven row_seven_gradient Seven, row_eight row_eight_gradient Eight, row_nine row_nine_gradient Nine, row_ten row_ten_gradient Ten, row_eleven row_eleven_gradient Eleven, row_twelve row_twelve_gradient Twelve, row_thirteen row_thirteen_gradient Thirteen, row_fourteen row_fourteen_gradient Fourteen, row_fifteen row_fifteen_gradient Fifteen, row_sixteen row_sixteen_gradient Sixteen, row_seventeen row_seventeen_gradient Seventeen, row_eighteen row_eighteen_gradient Eighteen, row_nineteen row_nineteen_gradient Nineteen, row_twenty row_twenty_gradient Twenty);
}

/// Where the entry of a row and a column stands in the layout; `None` where it is structurally zero.
fn places(problem: &Problem) -> Vec<Vec<Option<usize>>> {
    let mut places = vec![vec![None; problem.n]; problem.m];
    for (place, (row, col)) in problem.expansions[0].pattern.entries().enumerate() {
        places[row][col] = Some(place);
    }
    places
}

/// A contestant that delivers entries by row and column.
macro_rules! contestant {
    ($problem:expr, $run:path) => {{
        let places = places($problem);
        let run: Contestant<'static> = Box::new(move |x, value, entries| {
            $run(x, value, |row, col, partial| {
                if let Some(place) = places[row][col] {
                    entries[place] = partial;
                }
            });
        });
        run
    }};
}

/// The contestants that can express a problem, by name.
pub fn contestants(problem: &'static Problem) -> Vec<(&'static str, Contestant<'static>)> {
    macro_rules! both {
        ($module:ident) => {
            vec![
                ("symdiff", contestant!(problem, $module::symdiff)),
                ("solverang", contestant!(problem, $module::solverang)),
            ]
        };
    }
    match problem.name {
        "hhd" => both!(hhd),
        "cpf" => both!(cpf),
        "snavely" => both!(snavely),
        "pollu" => both!(pollu),
        _ => vec![],
    }
}
