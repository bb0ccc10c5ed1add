//! Pages of documentation with generated parts: the prose is markdown, and tests write the parts
//! between markers.
//!
//! ```text
//! prose, written by people
//! <!-- part: table, written by `cargo bless` -->
//! generated lines
//! <!-- end -->
//! ```
//!
//! With `BLESS=1` a part that differs is rewritten; without it the test fails.

use std::fs;
use std::path::{Path, PathBuf};

/// The page below the root of the repository.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The page with these parts in place of those that it has.
///
/// # Panics
/// Panics if a part has no place, or if the page has a place for a part that is not given.
pub(crate) fn filled(page: &str, parts: &[(&str, String)]) -> String {
    let mut pieces = page.split("<!-- part: ");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    let mut places = 0;
    for piece in pieces {
        let (head, rest) = piece.split_once("-->\n").expect("a marker ends its line");
        let name = head.split([',', ' ']).next().unwrap_or_default();
        let (_, part) = parts
            .iter()
            .find(|(part, _)| *part == name)
            .unwrap_or_else(|| panic!("nothing generates the part {name}"));
        let (_, prose) = rest.split_once("<!-- end -->").expect("the part ends");
        text.extend(["<!-- part: ", head, "-->\n", part, "<!-- end -->", prose]);
        places += 1;
    }
    assert_eq!(places, parts.len(), "a place for each part");
    text
}

/// Compares the parts of a page with those that the code generates, or writes them.
#[allow(dead_code, reason = "some tests only fill")]
pub(crate) fn check(name: &str, parts: &[(&str, String)]) {
    let page = fs::read_to_string(path(name)).expect("the page is there");
    compare(name, &filled(&page, parts));
}

/// Compares a whole generated file, or writes it.
pub(crate) fn compare(name: &str, expected: &str) {
    let path = path(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, expected).expect("a file to write");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let longest = found.lines().count().max(expected.lines().count());
    let different = (0..longest)
        .map(|at| (at + 1, found.lines().nth(at), expected.lines().nth(at)))
        .find(|(_, old, new)| old != new);
    if let Some((line, old, new)) = different {
        panic!("{name}:{line}: run with BLESS=1 and review\n  - {old:?}\n  + {new:?}");
    }
    assert_eq!(found, expected, "{name} differs in its line ends");
}
