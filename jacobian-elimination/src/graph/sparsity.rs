//! Sparsity pattern detection: the structural nonzeros of the Jacobian, by reachability in the
//! graph.
//!
//! The pattern is part of the public interface, so it must not depend on the order.
//!
//! ```text
//! x0 --2--> z --1--> y      (y, x0): all paths are literal, 2 * 1 - 2 = 0: no entry
//! x0 ------(-2)----> y      (y, x1): a path with a variable label: an entry
//! x1 --v--> z               over the other x: all paths literal, not zero: a constant entry
//! ```
//!
//! An entry is structural if a path leads from its column to its row. The exception is an entry
//! whose paths have literal labels only and whose products sum to exactly zero. A path with any
//! other label keeps its entry, even if its value happens to be zero. So the pattern is a property
//! of the code list, the same under every order and folding.
//!
//! For each row we visit the vertices that reach it (its cone) once, highest first. Each has the
//! exact sum of its literal paths to the row, and whether any of its paths varies. Columns work in
//! the same way, and we take the direction with the smaller cones.
//!
//! Cost: the sum of the sizes of the cones, times a logarithm for sorting.

use std::fmt;

use crate::ir::{Constant, Partial};

use super::cones::{Along, Cones};
use super::{DependencyDegrees, LinearGraph};

/// The structural entries of a Jacobian, and the numbers of those that are known at expansion.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    n_rows: usize,
    n_cols: usize,
    entries: Vec<(usize, usize)>,
    /// By row, the index of its first entry, and the number of entries at the end.
    starts: Vec<usize>,
    constants: Vec<Option<Constant>>,
}

impl Pattern {
    /// The pattern of a graph's Jacobian.
    pub fn of(graph: &LinearGraph) -> Self {
        let degrees = DependencyDegrees::of(graph);
        let along = if degrees.total_of_rows() <= degrees.total_of_columns() {
            Along::Rows
        } else {
            Along::Columns
        };
        let mut entries = entries_along(graph, along);
        entries.sort_unstable_by_key(|(position, _)| *position);
        let n_rows = graph.dependents().len();
        let mut starts = vec![0; n_rows + 1];
        for ((row, _), _) in &entries {
            starts[row + 1] += 1;
        }
        for row in 0..n_rows {
            starts[row + 1] += starts[row];
        }
        Self {
            n_rows,
            starts,
            n_cols: graph.independents().len(),
            entries: entries.iter().map(|(position, _)| *position).collect(),
            constants: entries.into_iter().map(|(_, constant)| constant).collect(),
        }
    }

    /// Some entries of the Jacobian alone, sorted. One that the graph has no path for is zero.
    #[must_use]
    pub fn restricted(&self, wanted: &[(usize, usize)]) -> Self {
        let mut starts = vec![0; self.n_rows + 1];
        for (row, _) in wanted {
            starts[row + 1] += 1;
        }
        for row in 0..self.n_rows {
            starts[row + 1] += starts[row];
        }
        let constant = |(row, col): &(usize, usize)| {
            let found = self.find(*row, *col);
            found.map_or(Some(Constant::ZERO), |index| self.constants[index])
        };
        Self {
            starts,
            entries: wanted.to_vec(),
            constants: wanted.iter().map(constant).collect(),
            ..*self
        }
    }

    /// The number of dependents.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The number of independents.
    pub fn n_cols(&self) -> usize {
        self.n_cols
    }

    /// The structural entries as (row, column), sorted.
    pub fn entries(&self) -> &[(usize, usize)] {
        &self.entries
    }

    /// For each entry its number, if all its paths are literal.
    pub fn constants(&self) -> &[Option<Constant>] {
        &self.constants
    }

    /// The index of an entry in [`entries`](Self::entries).
    pub fn find(&self, row: usize, col: usize) -> Option<usize> {
        let (start, end) = (self.starts[row], self.starts[row + 1]);
        let within = self.entries[start..end].binary_search(&(row, col)).ok();
        within.map(|position| start + position)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{} x {}", self.n_rows, self.n_cols)?;
        for ((row, col), constant) in self.entries.iter().zip(&self.constants) {
            write!(formatter, "({row}, {col})")?;
            match constant {
                Some(constant) => writeln!(formatter, " = {constant}")?,
                None => writeln!(formatter)?,
            }
        }
        Ok(())
    }
}

/// The paths between a vertex and the root of a cone.
#[derive(Clone, Copy)]
struct Paths {
    /// The sum over the paths with literal labels only.
    literal: Constant,
    /// Whether any path has another label.
    varies: bool,
}

impl Paths {
    const NONE: Self = Self {
        literal: Constant::ZERO,
        varies: false,
    };
    const EMPTY_PATH: Self = Self {
        literal: Constant::ONE,
        varies: false,
    };

    fn extend(&mut self, onward: Self, label: Partial) {
        match label {
            Partial::Literal(constant) => {
                self.literal = self.literal.add(onward.literal.multiply(constant));
                self.varies |= onward.varies;
            }
            Partial::Value { .. } => self.varies = true,
        }
    }
}

fn entries_along(graph: &LinearGraph, along: Along) -> Vec<((usize, usize), Option<Constant>)> {
    let (roots, leaves) = match along {
        Along::Rows => (graph.dependents(), graph.independents()),
        Along::Columns => (graph.independents(), graph.dependents()),
    };
    let mut is_leaf = vec![false; graph.n_vertices()];
    for leaf in leaves {
        is_leaf[leaf.index()] = true;
    }
    let mut paths = vec![Paths::NONE; graph.n_vertices()];
    let mut cones = Cones::new(graph, along);
    let mut entries = Vec::new();
    for root in roots {
        paths[root.index()] = Paths::EMPTY_PATH;
        for vertex in cones.collect(&[*root], |_| true) {
            // Taking the paths resets the vertex for the next root.
            let to_root = std::mem::replace(&mut paths[vertex.index()], Paths::NONE);
            for (neighbour, label) in along.onward(graph, vertex) {
                paths[neighbour.index()].extend(to_root, label);
            }
            if is_leaf[vertex.index()] && (to_root.varies || !to_root.literal.is_zero()) {
                let (root, leaf) = (graph.position(*root), graph.position(vertex));
                let position = match along {
                    Along::Rows => (root, leaf),
                    Along::Columns => (leaf, root),
                };
                entries.push((position, (!to_root.varies).then_some(to_root.literal)));
            }
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::Pattern;
    use crate::graph::testing::graph;

    #[test]
    fn literal_paths_that_cancel_leave_no_entry() {
        let pattern = Pattern::of(&graph("x0-[2]->z z-[1]->y x0-[-2]->y x1-[v]->z"));
        assert_eq!(pattern.to_string(), "1 x 2\n(0, 1)\n");
    }

    #[test]
    fn entries_of_literal_paths_are_known() {
        let pattern = Pattern::of(&graph("x-[2]->z z-[3]->y x-[1]->y"));
        assert_eq!(pattern.to_string(), "1 x 1\n(0, 0) = 7\n");
    }

    #[test]
    fn a_variable_label_keeps_its_entry_whatever_cancels_around_it() {
        let pattern = Pattern::of(&graph("x-[1]->a x-[1]->b a-[1]->c b-[-1]->c c-[v]->y"));
        assert_eq!(pattern.to_string(), "1 x 1\n(0, 0)\n");
    }

    #[test]
    fn rows_and_columns_give_the_same_pattern() {
        let wide = Pattern::of(&graph("a-[p]->z b-[q]->z c-[2]->z z-[1]->y"));
        let tall = Pattern::of(&graph("y-[1]->z z-[p]->a z-[q]->b z-[2]->c"));
        let flipped: Vec<_> = tall
            .entries()
            .iter()
            .map(|(row, col)| (*col, *row))
            .collect();
        assert_eq!(wide.entries(), flipped);
        assert_eq!(wide.constants(), tall.constants());
    }
}
