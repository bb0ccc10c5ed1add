//! Stores of entries: single pairs, transposed pairs, and fences between groups of rows.
//!
//! How entries are stored decides how LLVM vectorizes the code before them, so generated code calls
//! these functions instead of assigning.
//!
//! ```text
//! store(entries, 4, [a, b])                       entries 4 and 5
//! store_across(entries, [4, 9], [p0, p1])         4 and 5: the first numbers of both registers; 9
//!                                                 and 10: the second ones
//! fence()                                         no store moves across
//! ```
//!
//! Cost: one or two vector stores, always inlined.

#![allow(
    clippy::inline_always,
    reason = "a call in derivative code costs more than the operation"
)]

use crate::f64x2::{Pair, Register};

/// A compiler fence between groups of rows of a long body. LLVM moves no store across it and packs
/// no vectors over it, so values do not wait on the stack for a distant partner. It is no
/// instruction.
#[inline(always)]
pub fn fence() {
    // With the thirty-two vector registers of AVX-512VL early values fit into registers, and the
    // fence only costs: fdc took 48.2 ns with it and 46.0 ns without (Zen 5, native).
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx512vl")))]
    core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
}

/// Writes two adjacent entries, `first` and `first + 1`.
#[inline(always)]
pub fn store<const N: usize>(entries: &mut [f64; N], first: usize, pair: [f64; 2]) {
    // With AVX we pack the pair into one register, because LLVM would store the numbers one by one
    // and most cores finish one store a cycle. Cores with AVX-VNNI (Zen 5, Golden Cove) finish two
    // stores a cycle, so packing gains nothing there. Without AVX, LLVM packs more, so we leave it
    // alone.
    #[cfg(all(
        feature = "batch",
        target_arch = "x86_64",
        target_feature = "avx",
        not(target_feature = "avxvnni")
    ))]
    let pair: [f64; 2] = pulp::cast(pulp::cast::<_, core::arch::x86_64::__m128d>(pair));
    entries[first..first + 2].copy_from_slice(&pair);
}

/// Transposes two registers and stores the rows: their first numbers at `positions[0]` and the
/// entry after it, their second numbers at `positions[1]` and the entry after it.
#[inline(always)]
#[allow(private_bounds, reason = "only the pairs of `f64x2` exist")]
pub fn store_across<const N: usize, R: Register>(
    entries: &mut [f64; N],
    positions: [usize; 2],
    columns: [Pair<R>; 2],
) {
    let [left, right] = columns;
    let rows = [
        left.with([left.first(), right.first()]),
        left.with([left.second(), right.second()]),
    ];
    for (position, row) in positions.into_iter().zip(rows) {
        entries[position..position + 2].copy_from_slice(&row.numbers());
    }
}

#[cfg(test)]
mod tests {
    use super::{store, store_across};
    use crate::f64x2::two;

    #[test]
    fn transposed_pairs_are_stored_in_two_rows() {
        let mut entries = [0.0; 6];
        store_across(&mut entries, [3, 0], [two(1.0, 2.0), -two(3.0, 4.0)]);
        store(&mut entries, 1, [5.0, 6.0]);
        assert_eq!(entries, [2.0, 5.0, 6.0, 1.0, -3.0, 0.0]);
    }
}
