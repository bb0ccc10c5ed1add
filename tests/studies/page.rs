//! The page `docs/papers.md`: what each study has to say, in the order of the papers.
//!
//! ```text
//! OPENING, then the section of each study
//! ```
//!
//! Nothing on it depends on a clock or a machine, so a test can compare it with what the code computes now.

use std::path::PathBuf;

use super::growth::{self, Count};
use super::{data_locality, dynamic_programming, eliad_tables, enhanced_markowitz, linearities};

const OPENING: &str = "\
# The tables of the papers, side by side with ours

This page is generated: `BLESS=1 cargo test --test studies` writes it, and the same test compares it with what the \
code computes. Each section has an example, which prints more and measures times; with `--full` it is complete. \
Published numbers are marked as such, and never adjusted: where ours differ, a paragraph says so.

";

/// Where the page is.
pub(crate) fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/papers.md")
}

/// The studies in the order of the page, but for the last.
const SECTIONS: [fn() -> String; 5] = [
    eliad_tables::section,
    dynamic_programming::section,
    enhanced_markowitz::section,
    linearities::section,
    data_locality::section,
];

/// What it says. Sections are written side by side; growth is counted once, for the page and its plot.
pub(crate) fn text(growth: &[Vec<Count>]) -> String {
    let sections = std::thread::scope(|scope| {
        let threads = SECTIONS.map(|section| scope.spawn(section));
        threads.map(|thread| thread.join().expect("a section is written"))
    });
    OPENING.to_owned() + &sections.concat() + &growth::section_of(growth)
}
