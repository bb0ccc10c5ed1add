//! symdiff and solverang: attributes that differentiate one scalar function each, symbolically.
//!
//! ```text
//! a row of the problem ── symdiff::gradient ───────> row_gradient(x): array of all columns,
//!                      │                             or a sparse pair
//!                      └─ solverang auto_jacobian ─> self.jacobian_entries(x): triplets
//!                                                    in a fresh vector
//! ```
//!
//! Neither has vector functions, loops, arrays or helpers. So a problem is written row by row, and
//! each row repeats the expressions that it shares with others. This excludes the other six
//! problems; the README of the benches says which construct each of them would need.

#![allow(
    unused_variables,
    clippy::neg_multiply,
    reason = "what the attributes generate for simple rows"
)]

use super::timing::Contestant;
use crate::corpus::problem::Problem;

/// One row in a module: its value, and each of its partials with its column.
macro_rules! row {
    ($row:ident, $n:literal, |$x:ident| { $($shared:tt)* } { $($body:tt)* }) => {
        mod $row {
            #[symdiff::gradient(var = $x, dim = $n, sparse = true)]
            fn value($x: &[f64]) -> f64 { $($shared)* $($body)* }

            struct Row;

            #[solverang_macros::auto_jacobian(array_param = "x")]
            impl Row {
                #[residual]
                fn residual(&self, $x: &[f64]) -> f64 { $($shared)* $($body)* }
            }

            pub(super) fn by_symdiff(x: &[f64], mut entry: impl FnMut(usize, f64)) -> f64 {
                let (columns, partials) = value_gradient(x);
                for (column, partial) in columns.iter().zip(partials) {
                    entry(*column, partial);
                }
                value(x)
            }

            pub(super) fn by_solverang(x: &[f64], mut entry: impl FnMut(usize, f64)) -> f64 {
                for (_, column, partial) in Row.jacobian_entries(x) {
                    entry(column, partial);
                }
                Row.residual(x)
            }
        }
    };
}

/// Defines both contestants from the rows of a problem. Expressions that rows share are pasted into
/// each row.
macro_rules! rows {
    ($n:literal, |$x:ident| $shared:tt $($row:ident: $body:tt)*) => {
        $(row!($row, $n, |$x| $shared $body);)*
        contestant!(symdiff by_symdiff $($row)*);
        contestant!(solverang by_solverang $($row)*);
    };
}

/// One contestant from the modules of the rows, in order.
macro_rules! contestant {
    ($name:ident $by:ident $($row:ident)*) => {
        pub(super) fn $name(x: &[f64], value: &mut [f64], mut entry: impl FnMut(usize, usize, f64)) {
            let mut row = 0;
            $(
                value[row] = $row::$by(x, |column, partial| entry(row, column, partial));
                row += 1;
            )*
            assert_eq!(row, value.len(), "a value for each row");
        }
    };
}

/// Human heart dipole.
mod hhd {
    rows! {
        8, |x| {}
        one: { x[0] + x[1] - 0.485 }
        two: { x[2] + x[3] + 0.0019 }
        three: { x[4] * x[0] + x[5] * x[1] - x[6] * x[2] - x[7] * x[3] + 0.0581 }
        four: { x[6] * x[0] + x[7] * x[1] + x[4] * x[2] + x[5] * x[3] - 0.015 }
        five: {
            x[0] * (x[4] * x[4] - x[6] * x[6]) - 2.0 * x[2] * x[4] * x[6]
                + x[1] * (x[5] * x[5] - x[7] * x[7])
                - 2.0 * x[3] * x[5] * x[7]
                - 0.105
        }
        six: {
            x[2] * (x[4] * x[4] - x[6] * x[6])
                + 2.0 * x[0] * x[4] * x[6]
                + x[3] * (x[5] * x[5] - x[7] * x[7])
                + 2.0 * x[1] * x[5] * x[7]
                - 0.0406
        }
        seven: {
            let ts = x[4] * x[4];
            let us = x[5] * x[5];
            let vs = x[6] * x[6];
            let ws = x[7] * x[7];
            x[0] * x[4] * (ts - 3.0 * vs)
                + x[2] * x[6] * (vs - 3.0 * ts)
                + x[1] * x[5] * (us - 3.0 * ws)
                + x[3] * x[7] * (ws - 3.0 * us)
                - 0.167
        }
        eight: {
            let ts = x[4] * x[4];
            let us = x[5] * x[5];
            let vs = x[6] * x[6];
            let ws = x[7] * x[7];
            x[2] * x[4] * (ts - 3.0 * vs) - x[0] * x[6] * (vs - 3.0 * ts)
                + x[3] * x[5] * (us - 3.0 * ws)
                - x[1] * x[7] * (ws - 3.0 * us)
                + 0.399
        }
    }
}

/// Combustion of propane.
mod cpf {
    rows! {
        11, |x| {}
        one: { x[0] + x[3] - 3.0 }
        two: { 2.0 * x[0] + x[1] + x[3] + x[6] + x[7] + x[8] + 2.0 * x[9] - 10.0 }
        three: { 2.0 * x[1] + 2.0 * x[4] + x[5] + x[6] - 8.0 }
        four: { 2.0 * x[2] + x[8] - 40.0 }
        five: { 0.1930 * x[1] * x[3] - x[0] * x[4] }
        six: { 2.597e-3 * (x[1] * x[3]).sqrt() - x[0].sqrt() * x[5] * (40.0 / x[10]).sqrt() }
        seven: { 3.448e-3 * (x[0] * x[1]).sqrt() - x[3].sqrt() * x[6] * (40.0 / x[10]).sqrt() }
        eight: { 1.799e-5 * x[0] - x[3] * x[7] * (40.0 / x[10]) }
        nine: { 2.155e-4 * x[0] * x[2].sqrt() - x[3] * x[8] * (40.0 / x[10]).sqrt() }
        ten: { 3.846e-5 * x[0] * x[0] - x[3] * x[3] * x[9] * (40.0 / x[10]) }
        eleven: { x[10] - (x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7] + x[8] + x[9]) }
    }
}

/// Reprojection error.
mod snavely {
    rows! {
        12, |x| {
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
        }
        one: {
            x[6] * (1.0 + r2 * (x[7] + x[8] * r2)) * xp + 332.65
        }
        two: {
            x[6] * (1.0 + r2 * (x[7] + x[8] * r2)) * yp - 262.09
        }
    }
}

/// Air pollution.
mod pollu {
    rows! {
        20, |x| {}
        one: {
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
        }
        two: {
            0.35 * x[0] + 2.1 * x[18]
                - 26.6 * x[1] * x[3]
                - 12_300.0 * x[4] * x[1]
                - 16_500.0 * x[10] * x[1]
                - 12_000.0 * x[9] * x[1]
        }
        three: { 0.35 * x[0] + 0.0175 * x[3] + 4.44e11 * x[15] + 5.78 * x[18] - 4.8e6 * x[2] }
        four: {
            4.8e6 * x[2] - 26.6 * x[1] * x[3] - 3.5e-4 * x[3] - 0.0175 * x[3] - 0.0474 * x[0] * x[3]
        }
        five: {
            2.0 * (8.6e-4 * x[6])
                + 15_000.0 * x[6] * x[5]
                + 1.3e-4 * x[8]
                + 1.88 * x[13]
                + 1_240.0 * x[16] * x[5]
                - 12_300.0 * x[4] * x[1]
        }
        six: {
            12_300.0 * x[4] * x[1] + 2.0 * (1e8 * x[15])
                - 15_000.0 * x[6] * x[5]
                - 24_000.0 * x[8] * x[5]
                - 16_300.0 * x[0] * x[5]
                - 1_240.0 * x[16] * x[5]
        }
        seven: { 1.88 * x[13] - 8.6e-4 * x[6] - 8.2e-4 * x[6] - 15_000.0 * x[6] * x[5] }
        eight: { 8.6e-4 * x[6] + 8.2e-4 * x[6] + 15_000.0 * x[6] * x[5] + 1.3e-4 * x[8] }
        nine: { -(1.3e-4 * x[8] + 24_000.0 * x[8] * x[5]) }
        ten: { 1.3e-4 * x[8] + 16_500.0 * x[10] * x[1] - 12_000.0 * x[9] * x[1] }
        eleven: {
            24_000.0 * x[8] * x[5] + 0.022 * x[12] - 16_500.0 * x[10] * x[1] - 9_000.0 * x[10] * x[0]
        }
        twelve: { 16_500.0 * x[10] * x[1] }
        thirteen: { 9_000.0 * x[10] * x[0] - 0.022 * x[12] }
        fourteen: { 12_000.0 * x[9] * x[1] - 1.88 * x[13] }
        fifteen: { 16_300.0 * x[0] * x[5] }
        sixteen: { 3.5e-4 * x[3] - 1e8 * x[15] - 4.44e11 * x[15] }
        seventeen: { -(1_240.0 * x[16] * x[5]) }
        eighteen: { 1_240.0 * x[16] * x[5] }
        nineteen: {
            0.0474 * x[0] * x[3] + 3.12 * x[19] - 2.1 * x[18] - 5.78 * x[18] - 1_780.0 * x[18] * x[0]
        }
        twenty: { 1_780.0 * x[18] * x[0] - 3.12 * x[19] }
    }
}

/// The position of an entry (row, column) in the layout. `None` if it is structurally zero.
fn places(problem: &Problem) -> Vec<Vec<Option<usize>>> {
    let mut places = vec![vec![None; problem.n]; problem.m];
    for (place, (row, col)) in problem.expansions[0].pattern.entries().enumerate() {
        places[row][col] = Some(place);
    }
    places
}

/// Defines the contestant of code that returns entries by row and column.
macro_rules! placed {
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
                ("symdiff", placed!(problem, $module::symdiff)),
                ("solverang", placed!(problem, $module::solverang)),
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
