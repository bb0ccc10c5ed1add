//! How entries are written.
//!
//! ```text
//! store(entries, 4, [a, b])                       entries 4 and 5
//! store_across(entries, [4, 9], [p0, p1])         4 and 5: the first numbers of both registers; 9 and 10: the second ones
//! fence()                                         no store moves across
//! ```
//!
//! Cost: as written, always inlined.

#![allow(
    clippy::inline_always,
    reason = "a call in derivative code costs more than the operation"
)]

use crate::two::{Two, two};

/// Between groups of rows of a long body: LLVM moves no store across, and packs no vectors over it. No instruction.
/// Not where there are thirty-two vector registers: there, what is packed early need not wait on the stack.
#[inline(always)]
pub fn fence() {
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx512vl")))]
    core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
}

/// Writes two neighbouring entries. With AVX they are put into one register: LLVM would store them one by one, and most
/// cores finish one such store a cycle. Those that know AVX-VNNI (Zen 5, Golden Cove) finish two, so that there is nothing
/// to gain; without AVX, LLVM packs more, and is left to it.
#[inline(always)]
pub fn store<const N: usize>(entries: &mut [f64; N], first: usize, pair: [f64; 2]) {
    #[cfg(all(
        feature = "batch",
        target_arch = "x86_64",
        target_feature = "avx",
        not(target_feature = "avxvnni")
    ))]
    let pair: [f64; 2] = pulp::cast(pulp::cast::<_, core::arch::x86_64::__m128d>(pair));
    entries[first..first + 2].copy_from_slice(&pair);
}

/// Writes the first numbers of two registers from one place on, and their second numbers from another.
#[inline(always)]
pub fn store_across<const N: usize>(entries: &mut [f64; N], places: [usize; 2], columns: [Two; 2]) {
    let [one, other] = columns;
    let rows = [
        two(one.first(), other.first()),
        two(one.second(), other.second()),
    ];
    for (place, row) in places.into_iter().zip(rows) {
        entries[place..place + 2].copy_from_slice(&row.numbers());
    }
}

#[cfg(test)]
mod tests {
    use super::{store, store_across};
    use crate::two::two;

    #[test]
    fn neighbours_go_to_rows_of_their_own() {
        let mut entries = [0.0; 6];
        store_across(&mut entries, [3, 0], [two(1.0, 2.0), -two(3.0, 4.0)]);
        store(&mut entries, 1, [5.0, 6.0]);
        assert_eq!(entries, [2.0, 5.0, 6.0, 1.0, -3.0, 0.0]);
    }
}
