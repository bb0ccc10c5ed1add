//! A dual graph whatever its vertices are numbered: equal states of an elimination are found equal.
//!
//! ```text
//! (+,x) --- a --- b --- (y,-)        a vertex: hash of all that leads there, hash of all that leads on, label
//!            \                       the graph: these of all its vertices, sorted
//!             c --- (w,-)
//! ```
//!
//! Only the ends keep their numbers. A search for an optimum goes on from one of several states with the same signature.
//!
//! Cost: once through the faces in each direction.

use std::collections::BTreeSet;

use super::{Dual, DualVertex, Node};

impl<L: Copy + Ord> Dual<L> {
    /// What is left of the graph whatever its vertices are numbered: for each a hash of all that leads
    /// there and of all that leads on, and its label.
    pub fn signature(&self) -> Vec<(u64, u64, Option<L>)> {
        let forward = self.hashes(|node| &node.predecessors);
        let backward = self.hashes(|node| &node.successors);
        let numbered = self.nodes.iter().enumerate();
        let own = |(index, node): (usize, &Option<Node<L>>)| {
            node.as_ref()
                .map(|node| (forward[index], backward[index], node.label))
        };
        let mut signature: Vec<_> = numbered.filter_map(own).collect();
        signature.sort_unstable();
        signature
    }

    fn hashes(&self, behind: impl Fn(&Node<L>) -> &BTreeSet<DualVertex>) -> Vec<u64> {
        let mut hashes = vec![None; self.nodes.len()];
        let mut stack: Vec<usize> = (0..self.nodes.len()).rev().collect();
        while let Some(index) = stack.pop() {
            let Some(node) = self.nodes[index]
                .as_ref()
                .filter(|_| hashes[index].is_none())
            else {
                continue;
            };
            let open = behind(node).iter().map(|vertex| vertex.index());
            let open: Vec<usize> = open.filter(|index| hashes[*index].is_none()).collect();
            if open.is_empty() {
                let mut parts: Vec<u64> = behind(node)
                    .iter()
                    .filter_map(|vertex| hashes[vertex.index()])
                    .collect();
                parts.sort_unstable();
                // The ends are told apart by their numbers, which never change.
                let ends = parts.is_empty().then_some(index as u64);
                hashes[index] = Some(hash(parts.into_iter().chain(ends)));
            } else {
                stack.push(index);
                stack.extend(open);
            }
        }
        hashes.into_iter().map(Option::unwrap_or_default).collect()
    }
}

/// Fowler, Noll and Vo's FNV-1a, over whole numbers, and mixed once more.
fn hash(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, number| {
        let mixed = (hash ^ number).wrapping_mul(0x0100_0000_01b3);
        (mixed ^ (mixed >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
