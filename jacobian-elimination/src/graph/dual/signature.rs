//! Canonical signature of a dual graph: equal for states that differ in the numbers of vertices
//! only.
//!
//! An exact search continues from only one of several states with the same signature.
//!
//! ```text
//! (+,x) --- a --- b --- (y,-)     of a vertex: hashes of its ancestors and descendants, its label
//!            \                    of the graph: the signatures of all its vertices, sorted
//!             c --- (w,-)
//! ```
//!
//! Only sources and sinks keep their numbers.
//!
//! Cost: one pass over the faces in each direction.

use crate::ordered::Set;

use super::{Dual, DualVertex, Node};

impl<L: Copy + Ord> Dual<L> {
    /// For each vertex a hash of its ancestors, a hash of its descendants, and its label; sorted.
    pub fn signature(&self) -> Vec<(u64, u64, Option<L>)> {
        let forward = self.hashes(|node| &node.predecessors);
        let backward = self.hashes(|node| &node.successors);
        let numbered = self.nodes.iter().enumerate();
        let of_vertex = |(index, node): (usize, &Option<Node<L>>)| {
            node.as_ref()
                .map(|node| (forward[index], backward[index], node.label))
        };
        let mut signature: Vec<_> = numbered.filter_map(of_vertex).collect();
        signature.sort_unstable();
        signature
    }

    /// By vertex, a hash over everything `behind` it. A depth-first search with a stack of its own,
    /// because recursion could overflow on deep graphs.
    fn hashes(&self, behind: impl Fn(&Node<L>) -> &Set<DualVertex>) -> Vec<u64> {
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
                // Sources and sinks differ by their numbers, which never change.
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

/// FNV-1a (Fowler, Noll and Vo) over 64-bit numbers, with a final mixing step.
fn hash(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, number| {
        let mixed = (hash ^ number).wrapping_mul(0x0100_0000_01b3);
        (mixed ^ (mixed >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
