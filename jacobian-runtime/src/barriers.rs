//! Scheduling barriers: where LLVM stops to move operations of a long body.
//!
//! ```text
//! let unknown = unknown();
//! ..                                 a hundred operations
//! barrier(unknown, 1);               if unknown == 1 { nothing that LLVM can see }
//! ..                                 a hundred more
//! ```
//!
//! LLVM schedules one block after the other, and a block ends where a branch is that LLVM cannot
//! foresee. So each barrier compares the same unknown number with another one. Whatever the answer,
//! nothing happens. Cost: a comparison and a branch that is never taken.

#![allow(
    clippy::inline_always,
    reason = "a call in derivative code costs more than the operation"
)]

use core::hint::black_box;

/// A number of which LLVM knows nothing.
#[inline(always)]
pub fn unknown() -> usize {
    black_box(usize::MAX)
}

/// Ends a block. Each barrier of a function has a `number` of its own; else LLVM would know the
/// answer from the one before.
#[inline(always)]
pub fn barrier(unknown: usize, number: usize) {
    if unknown == number {
        seldom();
    }
}

#[cold]
#[inline(always)]
fn seldom() {
    black_box(());
}

/// A vector that is multiplied before the next one. Of a loop over vectors LLVM would make one of
/// gathers and scatters, a number of eight vectors in each. For long vectors that takes up to three
/// times as long as products one after the other, whose neighbouring numbers fill registers.
#[inline(always)]
pub fn alone<T>(vector: &T) -> &T {
    black_box(vector)
}

#[cfg(test)]
mod tests {
    use super::{alone, barrier, unknown};

    #[test]
    fn a_vector_stays_the_same() {
        assert_eq!(alone(&[1.0, 2.0]), &[1.0, 2.0]);
    }

    #[test]
    fn a_barrier_lets_pass() {
        let unknown = unknown();
        barrier(unknown, 0);
        barrier(unknown, usize::MAX);
    }
}
