//! Whether it pays to take slices of points apart, so that they are computed in lanes.
//!
//! ```text
//! one after the other     arithmetic + a store for each result
//! in lanes                a quarter of the arithmetic + a move for each number
//! ```
//!
//! Points are stored one after the other, and lanes want the same number of several points. If a
//! function has many entries and little arithmetic, the moves take longer than the arithmetic that
//! lanes save. Blocks are computed in lanes in any case, because nothing is moved there.

use crate::ir::Elemental;
use crate::pipeline::Compiled;

/// Quarters of a cycle that an operation occupies a unit of the processor.
const SUM: usize = 2;
const QUOTIENT: usize = 20;
const LIBRARY: usize = 160;

/// Quarters of a cycle that a number takes on its way into lanes or out of them, with a margin for
/// lanes of four. With AVX-512, moves took two quarters, and of the ten problems `hhd`, `pollu` and
/// `bruss` lost time by them, `cpf` neither lost nor gained, and `fic` and `fdc` gained.
const MOVE: usize = 5;

/// Whether lanes are faster than the scalar code for points that hold `n_numbers` in all, read or
/// written.
pub(super) fn for_points(compiled: &Compiled, n_numbers: usize) -> bool {
    3 * arithmetic(compiled) / 4 > MOVE * n_numbers
}

/// The time of the arithmetic of one point.
fn arithmetic(compiled: &Compiled) -> usize {
    let code = &compiled.code;
    let of_statement = |id| match code.statement(id).elemental() {
        Elemental::Operation(operation) => match operation.latency() {
            0 => 0,
            4..=10 => SUM,
            11..=30 => QUOTIENT,
            _ => LIBRARY,
        },
        _ => 0,
    };
    let statements: usize = code.ids().map(of_statement).sum();
    let accumulation = &compiled.cost.work;
    statements + SUM * (accumulation.multiplications + accumulation.additions)
}
