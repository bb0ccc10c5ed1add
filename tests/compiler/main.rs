//! The compiler as a program: what it expands, refuses and says. The tests that eliminate or expand
//! much share one program, because linking the compiler takes longer than most of them, and because
//! those that wait for cargo then run beside the others.
//!
//! ```text
//! cargo test --test compiler                 all
//! cargo test --test compiler golden::        one file
//! BLESS=1 cargo test --test compiler golden::     accepts what it generates
//! ```
//!
//! ```text
//! constructs  docs/book/src/language.md: each construct, accepted or refused
//! cost        the constant `_COST`, by a scalar that counts
//! downstream  a crate outside the workspace
//! expands     single items, accepted or refused
//! golden      whole expansions
//! long        bodies that are cut into chunks
//! mutations   odd tokens never panic
//! orders      searches are never worse than where they start
//! packs       packed sums, bit by bit
//! programs    random programs over the whole language
//! reference   the options in the documentation of the attribute
//! seen        crates that `see(..)` reads, from memory
//! stages      docs/book/src/how-it-works.md and its pictures
//! traced      counts of the functions of the literature, from source
//! ```

#[path = "../campaign/mod.rs"]
mod campaign;
#[path = "../page/mod.rs"]
mod page;
#[path = "../scratch/mod.rs"]
mod scratch;
#[path = "../sources/mod.rs"]
mod sources;

mod constructs;
mod cost;
mod downstream;
mod expands;
mod golden;
mod long;
mod mutations;
mod orders;
mod own_files;
mod packs;
mod programs;
mod random;
mod reference;
mod seen;
pub mod stages;
mod traced;
