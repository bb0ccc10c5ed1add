//! The table of rooms in ARCHITECTURE.md: which folder of the compiler may name items of which
//! other folder.
//!
//! ```text
//! | `graph` | `ir` |                graph/reach.rs --> ir/partial.rs          allowed
//! | `front/methods` | `flow`, .. |   front/methods/lists.rs --> front/run/..  refused: it is above
//! ```
//!
//! A room is a folder or a file; a room inside a room has its own row. The imports that a room may
//! have are not allowed to the rooms inside it by that alone. The modules that only declare
//! (`front/mod.rs`) belong to the outer room.

use std::collections::BTreeMap;

use crate::house::Arrow;

/// The rooms, and the rooms that each may import.
#[derive(Debug)]
pub(crate) struct Rooms(BTreeMap<String, Vec<String>>);

impl Rooms {
    /// Reads the rows of the section: the first cell names rooms, the second the rooms that they
    /// may import.
    pub(crate) fn read(page: &str) -> Self {
        let (_, section) = page
            .split_once("## Who may import whom")
            .expect("ARCHITECTURE.md has the section");
        let section = section.split("\n## ").next().unwrap_or_default();
        let mut rooms = BTreeMap::new();
        for row in section.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
            let [names, allowed, ..] = cells.as_slice() else {
                panic!("a row has two cells at least: {row}");
            };
            for name in quoted(names) {
                rooms.insert(
                    name.to_owned(),
                    quoted(allowed).map(str::to_owned).collect(),
                );
            }
        }
        Self(rooms)
    }

    /// The imports that a row allows although no row above it has the room.
    pub(crate) fn looking_down(page: &str) -> Vec<String> {
        let Self(rooms) = Self::read(page);
        let (_, section) = page
            .split_once("## Who may import whom")
            .unwrap_or_default();
        let mut above: Vec<&str> = Vec::new();
        let mut found = Vec::new();
        for row in section.lines().filter(|line| line.starts_with("| `")) {
            let names = row
                .trim_matches('|')
                .split(" | ")
                .next()
                .unwrap_or_default();
            let own: Vec<&str> = quoted(names)
                .filter(|name| rooms.contains_key(*name))
                .collect();
            for allowed in own.iter().flat_map(|name| &rooms[*name]) {
                if !above.contains(&allowed.as_str()) {
                    found.push(format!("{names} allows {allowed}"));
                }
            }
            above.extend(own);
        }
        found
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The innermost room of a file, `jacobian-core/src/front/value/parts.rs` in `front/value`.
    pub(crate) fn of<'a>(&'a self, file: &str) -> Option<&'a str> {
        let (_, below) = file.split_once("/src/")?;
        let module = below.strip_suffix(".rs").unwrap_or(below);
        let holds = |room: &&String| {
            module
                .strip_prefix(room.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let inner = self.0.keys().filter(holds).max_by_key(|room| room.len());
        inner.map(String::as_str)
    }

    /// The arrows that the table does not allow.
    pub(crate) fn wrong<'a>(&self, arrows: &'a [Arrow]) -> Vec<&'a Arrow> {
        let is_wrong = |arrow: &&Arrow| {
            let (Some(from), Some(to)) = (self.of(&arrow.from), self.of(&arrow.to)) else {
                // A file without a room: `lib.rs`, which declares and hands on.
                return !arrow.from.ends_with("/lib.rs") && !arrow.to.ends_with("/lib.rs");
            };
            from != to && !self.0[from].iter().any(|allowed| allowed == to)
        };
        arrows.iter().filter(is_wrong).collect()
    }
}

/// The words between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
