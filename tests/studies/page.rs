//! The generated parts of the book's `papers.md`: the tables of each study, in the order of papers.
//!
//! ```text
//! papers.md: prose, and between markers the tables of eliad_tables, dynamic_programming, ..
//! ```
//!
//! Nothing on the page depends on a clock or a machine, so a test can compare it with the tables
//! that the code computes now.

use std::path::PathBuf;

use super::growth::{self, Count};
use super::markers::{filled, path as below_root};
use super::{data_locality, dynamic_programming, eliad_tables, enhanced_markowitz, linearities};

/// The path of the page.
pub(crate) fn path() -> PathBuf {
    below_root("docs/book/src/papers.md")
}

/// Generated parts, by name.
type Parts = Vec<(&'static str, String)>;

/// The studies whose tables take long, so that each gets a thread.
const STUDIES: [fn() -> Parts; 5] = [
    eliad_tables::parts,
    dynamic_programming::parts,
    enhanced_markowitz::parts,
    linearities::parts,
    data_locality::parts,
];

/// The page with its parts generated. Growth is counted once, for the page and its plot.
pub(crate) fn text(growth: &[Vec<Count>]) -> String {
    let mut parts: Parts = std::thread::scope(|scope| {
        let threads = STUDIES.map(|study| scope.spawn(study));
        let parts = threads.map(|thread| thread.join().expect("a study is written"));
        parts.into_iter().flatten().collect()
    });
    parts.push(("growth", growth::tables_of(growth)));
    let page = std::fs::read_to_string(path()).expect("the page is there");
    filled(&page, &parts)
}
