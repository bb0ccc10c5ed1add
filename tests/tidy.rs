//! The house rules that no lint checks: headers, file lengths, who may import whom.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(
                fs::read_dir(&path)
                    .expect("readable folder")
                    .map(|entry| entry.expect("entry").path()),
            );
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn crates() -> Vec<PathBuf> {
    [
        "jacobian-core/src",
        "jacobian-macro/src",
        "jacobian-runtime/src",
    ]
    .into_iter()
    .flat_map(sources)
    .collect()
}

#[test]
fn every_file_opens_with_a_header() {
    let found = crates();
    assert!(found.len() > 5, "the walk found too little: {found:?}");
    for path in found {
        let text = fs::read_to_string(&path).expect("readable file");
        assert!(
            text.starts_with("//!"),
            "{} does not open with `//!`",
            path.display()
        );
    }
}

#[test]
fn no_file_has_outgrown_its_job() {
    for path in crates() {
        let text = fs::read_to_string(&path).expect("readable file");
        let code = text
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default();
        let lines = code.lines().count();
        assert!(
            lines <= 400,
            "{} has {lines} lines without its tests",
            path.display()
        );
    }
}

/// What a folder of the core may name with `crate::`; see ARCHITECTURE.md.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("ir", &["ir"]),
    ("graph", &["graph", "ir"]),
    ("elim", &["elim", "graph", "ir"]),
    ("order", &["order", "elim", "graph", "ir"]),
    ("schedule", &["schedule", "elim", "ir"]),
    (
        "front",
        &["front", "ir", "options", "diag", "interface", "spelling"],
    ),
    (
        "back",
        &[
            "back",
            "ir",
            "schedule",
            "elim",
            "options",
            "interface",
            "spelling",
            "pipeline",
        ],
    ),
];

#[test]
fn data_flows_one_way() {
    for (folder, allowed) in MAY_IMPORT {
        for path in sources(&format!("jacobian-core/src/{folder}")) {
            let text = fs::read_to_string(&path).expect("readable file");
            let code = text
                .split("#[cfg(test)]\nmod tests")
                .next()
                .unwrap_or_default();
            for imported in code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .flat_map(crate_paths)
            {
                assert!(
                    allowed.contains(&imported),
                    "{} imports crate::{imported}",
                    path.display()
                );
            }
        }
    }
}

fn crate_paths(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::").skip(1).map(|rest| {
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        &rest[..end]
    })
}
