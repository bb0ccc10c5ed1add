//! Cuts: where a long function ends one section, or one chunk, and begins the next.
//!
//! Cost: linear in the operands.

use crate::schedule::Step;

use super::body::Body;

/// The number of statements in a chunk. The results of a chunk are neighbouring stores, and LLVM
/// compares them in pairs, so large chunks build slowly: 3,220 statements that keep hundreds of
/// values alive took 3.5 seconds with chunks of 500, and less than 2.1 with chunks of 250 or 125.
/// That was before bodies of this length had sections. With chunks of 125, 32,150 such statements
/// (`random 10000` in `benches/compile.rs`) build in 15 seconds instead of 19, but `stencil 10000`
/// runs six per cent slower.
pub(super) const CHUNK: usize = 250;

/// The operands that count as one statement: a long sum takes rustc as long as several statements.
const OPERANDS: usize = 4;

/// The weight of a step. A long sum weighs more than a statement, because it has more to compile.
pub(super) fn weight(body: &Body<'_>, step: Step) -> usize {
    match step {
        Step::Branch(id) => body.view.schedule.branch(id).weight(),
        Step::Loop(id) => body.view.schedule.run_time_loop(id).weight(),
        _ => body.view.uses(step).len().div_ceil(OPERANDS).max(1),
    }
}

/// A sequence in pieces of about this weight.
pub(super) fn cut<T>(sequence: &[T], size: usize, weight: impl Fn(&T) -> usize) -> Vec<&[T]> {
    let (mut pieces, mut first, mut sum) = (Vec::new(), 0, 0);
    for (position, one) in sequence.iter().enumerate() {
        sum += weight(one);
        // A branch is one step, so it may exceed the limit. It is cut where its arms are written.
        if sum >= size || position + 1 == sequence.len() {
            pieces.push(&sequence[first..=position]);
            (first, sum) = (position + 1, 0);
        }
    }
    pieces
}
