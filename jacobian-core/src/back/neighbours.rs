//! Independents that are neighbours in memory.
//!
//! ```text
//! x[4], x[5]          one load of two numbers
//! x[3], y[0]          anywhere
//! ```
//!
//! Told by how they are written, which is enough to price a load: nothing depends on it but time. Cost: linear.

use crate::ir::Elemental;
use crate::schedule::Step;

use super::body::Body;

/// The column of the independent that a step reads, if it does.
pub(super) fn independent(body: &Body<'_>, step: Step) -> Option<u32> {
    let Step::Value(id) = step else { return None };
    match body.code.statement(id).elemental() {
        Elemental::Independent(column) => Some(column),
        _ => None,
    }
}

/// Which independents follow each other.
pub(super) struct Neighbours(Vec<bool>);

impl Neighbours {
    pub(super) fn of(body: &Body<'_>) -> Self {
        let places = body.interface.independents.iter();
        let names: Vec<String> = places.map(ToString::to_string).collect();
        let follows = |pair: &[String]| match (index(&pair[0]), index(&pair[1])) {
            (Some((list, first)), Some((other, second))) => list == other && first + 1 == second,
            _ => false,
        };
        Self(names.windows(2).map(follows).collect())
    }

    /// Whether the second of two independents follows the first one, by their columns.
    pub(super) fn follows(&self, first: u32, second: u32) -> bool {
        second.checked_sub(1) == Some(first) && self.0.get(first as usize) == Some(&true)
    }
}

/// `x[4]` as `x` and 4.
fn index(name: &str) -> Option<(&str, usize)> {
    let (list, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((list, index.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::index;

    #[test]
    fn the_last_index_counts() {
        assert_eq!(index("p.x[2][14]"), Some(("p.x[2]", 14)));
        assert_eq!(index("x"), None);
        assert_eq!(index("m[(0, 1)]"), None);
    }
}
