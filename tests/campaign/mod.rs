//! Campaigns: tests that try thousands of inputs run a part of them by default, and all of them if
//! `JACOBIAN_FULL` is set.
//!
//! ```text
//! cargo test --workspace                       a part, in minutes
//! JACOBIAN_FULL=1 cargo test --workspace       all of it, as `.ci/run` does
//! ```
//!
//! Some programs of the tests of the language, of types and of libraries are built with all of it
//! only, where they say `#[cfg(full)]`: `build.rs` of this package sets that.
//!
//! Campaigns of random inputs take others with every `JACOBIAN_SEED`, a number. Without it they are
//! the same at each run.
//!
//! A campaign names both sizes at its loop, for example `for seed in 0..campaign::size(20, 300)`.
//! Both use the same seeds, so the part is the beginning of the whole.

/// Whether the whole of each campaign is asked for.
pub(crate) fn is_full() -> bool {
    std::env::var_os("JACOBIAN_FULL").is_some()
}

/// The size of a campaign, or the number of cases that it must reach: `part` by default, `whole` if
/// the whole is asked for.
#[allow(dead_code, reason = "not every test counts")]
pub(crate) fn size(part: usize, whole: usize) -> usize {
    if is_full() { whole } else { part }
}

/// A seed of a campaign, mixed with the one that was asked for.
#[allow(dead_code, reason = "not every campaign is random")]
pub(crate) fn seed(own: u64) -> u64 {
    let asked = std::env::var("JACOBIAN_SEED");
    let asked: u64 = asked.map_or(0, |text| text.parse().expect("JACOBIAN_SEED is a number"));
    own ^ asked.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
