//! Independents that are neighbours in memory.
//!
//! ```text
//! x[4], x[5]          one load of two numbers
//! x[3], y[0]          anywhere
//! ```
//!
//! Told by how they are written, which is enough to price a load: nothing depends on it but time. Cost: linear in the steps.

use crate::ordered::{Map, Set};

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

/// Which independents of some steps follow each other: the columns of the first ones.
pub(super) struct Neighbours(Set<u32>);

impl Neighbours {
    pub(super) fn of(body: &Body<'_>, steps: &[Step]) -> Self {
        let columns = steps.iter().filter_map(|step| independent(body, *step));
        let name = |column: u32| body.interface.independents.get(column as usize);
        let names: Map<u32, String> = columns
            .filter_map(|column| Some((column, name(column)?.to_string())))
            .collect();
        let is_followed = |(column, first): (&u32, &String)| {
            let second = names.get(&(column + 1))?;
            let ((list, first), (other, second)) = (index(first)?, index(second)?);
            (list == other && first + 1 == second).then_some(*column)
        };
        Self(names.iter().filter_map(is_followed).collect())
    }

    /// Whether the second of two independents follows the first one, by their columns.
    pub(super) fn follows(&self, first: u32, second: u32) -> bool {
        second.checked_sub(1) == Some(first) && self.0.contains(&first)
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
