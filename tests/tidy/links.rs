//! Links of the markdown pages: each relative one leads to a file of the repository, and its anchor
//! to a heading there. The book's table of contents has each of its chapters once.
//!
//! ```text
//! [times](speed.md#the-problems)  -->  the file, and in it a heading `## The problems`
//! ```

use super::{files, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const CHAPTERS: &str = "docs/book/src";

/// The pages that people read.
fn pages() -> Vec<PathBuf> {
    let mut pages = files(CHAPTERS, "md");
    pages.extend(files("benches", "md"));
    let top = fs::read_dir(root()).expect("the root");
    let top = top.map(|entry| entry.expect("an entry").path());
    pages.extend(top.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    pages
}

/// The lines of a page that are no code, without the code inside of lines.
fn prose(page: &str) -> impl Iterator<Item = String> {
    let mut in_code = false;
    page.lines().filter_map(move |line| {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
            return None;
        }
        (!in_code).then(|| line.split('`').step_by(2).collect::<Vec<_>>().join("`"))
    })
}

/// The targets of the links and pictures of a page.
fn targets(page: &str) -> Vec<String> {
    // A link may be broken between its words, so the lines are read as one text.
    let text = prose(page).collect::<Vec<_>>().join("\n");
    let ends = text.split("](").skip(1);
    ends.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()))
        .collect()
}

/// The anchors of the headings of a page, as GitHub and mdBook make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut in_code = false;
    let mut anchors = BTreeSet::new();
    for line in page.lines() {
        in_code ^= line.starts_with("```");
        let heading = line.trim_start_matches('#');
        if in_code || heading.len() == line.len() {
            continue;
        }
        let kept = |c: char| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c.to_ascii_lowercase()),
            _ => None,
        };
        anchors.insert(heading.trim().chars().filter_map(kept).collect());
    }
    anchors
}

/// Why a link of this page leads nowhere.
fn fault(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match file {
        "" => page.to_owned(),
        file => page.parent().expect("a folder").join(file),
    };
    if !path.exists() {
        return Some(format!("{}: no file {target}", page.display()));
    }
    let has_anchor = || anchors(&fs::read_to_string(&path).expect("text")).contains(anchor);
    (!anchor.is_empty() && !has_anchor())
        .then(|| format!("{}: no heading for {target}", page.display()))
}

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    let mut checked = 0;
    for page in pages() {
        for target in targets(&fs::read_to_string(&page).expect("a page")) {
            faults.extend(fault(&page, &target));
            checked += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 100, "only {checked} links were found");
}

#[test]
fn the_table_of_contents_has_every_chapter_once() {
    let folder = root().join(CHAPTERS);
    let summary = fs::read_to_string(folder.join("SUMMARY.md")).expect("a table of contents");
    let mut listed: Vec<PathBuf> = targets(&summary)
        .iter()
        .map(|target| folder.join(target))
        .collect();
    listed.sort();
    let mut chapters = files(CHAPTERS, "md");
    chapters.retain(|path| !path.ends_with("SUMMARY.md"));
    assert_eq!(listed, chapters);
}

#[test]
fn a_broken_link_is_found() {
    let page = root().join("README.md");
    assert_eq!(fault(&page, "CHANGELOG.md#changelog"), None);
    assert!(fault(&page, "CHANGELOG.md#elsewhere").is_some());
    assert!(fault(&page, "docs/nowhere.md").is_some());
    assert_eq!(targets("`[a](b)` and\n[two\nwords](c)"), ["c"]);
}

/// A picture is small, and readable on light and on dark pages.
#[test]
fn pictures_are_small_and_have_colours_for_dark_pages() {
    let pictures = files(CHAPTERS, "svg");
    assert!(pictures.len() > 10, "only {pictures:?}");
    for picture in pictures {
        let text = fs::read_to_string(&picture).expect("a picture");
        let name = picture.display();
        assert!(text.len() < 60 * 1024, "{name} has {} bytes", text.len());
        assert!(text.contains("prefers-color-scheme"), "{name} is light");
    }
}

/// The code blocks of a page, each with the word behind its fence, and whether it is in a part that
/// a test writes.
fn blocks(page: &str) -> Vec<(String, bool)> {
    let (mut in_part, mut in_code) = (false, false);
    let mut found = Vec::new();
    for line in page.lines() {
        if line.starts_with("<!-- part: ") {
            in_part = true;
        } else if line == "<!-- end -->" {
            in_part = false;
        } else if let Some(language) = line.trim_start().strip_prefix("```") {
            in_code = !in_code;
            if in_code {
                found.push((language.to_owned(), in_part));
            }
        }
    }
    found
}

/// Rust in a chapter is a doctest of a crate, or is written by a test, which compares it with what
/// the compiler generates.
#[test]
fn every_block_of_rust_is_compiled() {
    let crates = ["jacobian-runtime", "jacobian-assembly", "jacobian-petsc"];
    let read = |name: &str| fs::read_to_string(root().join(name).join("src/lib.rs"));
    let tested: String = crates.map(|name| read(name).expect("a crate")).concat();
    let mut compiled = 0;
    for page in files(CHAPTERS, "md") {
        let name = page.file_name().expect("a name").to_string_lossy();
        let is_tested = tested.contains(&format!("src/{name}\")]"));
        for (language, is_written) in blocks(&fs::read_to_string(&page).expect("a page")) {
            match language.as_str() {
                "rust" | "rust,no_run" => assert!(is_tested, "{name} has Rust and is no doctest"),
                "rust,ignore" => assert!(is_written, "{name} has Rust that nothing compiles"),
                language => assert!(
                    ["text", "console", "toml"].contains(&language),
                    "{name} has a block of `{language}`"
                ),
            }
            compiled += usize::from(language == "rust");
        }
    }
    assert!(compiled > 20, "only {compiled} blocks were found");
}
