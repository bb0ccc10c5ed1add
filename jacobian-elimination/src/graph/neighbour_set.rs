//! Ordered map of the neighbours of a vertex: a sorted list, or a B-tree if there are many.
//!
//! Elimination spends most of its time here, and large graphs most of their memory.
//!
//! ```text
//! up to 32     [(2, c20), (3, c30)]          one block of memory, binary search
//! more         a tree                        insertion and removal are logarithmic
//! ```
//!
//! Nearly every vertex has a handful of neighbours, and a tree node for them would be mostly empty.
//! On large graphs such nodes would cost most of the memory, and with it the time. A vertex of high
//! degree, such as a long sum, needs the tree, because otherwise elimination beside it would be
//! quadratic.
//!
//! Invariant: the list is strictly increasing, and empty once there is a tree. A set that has
//! become a tree remains one, so equal sets may have different forms. Comparisons therefore compare
//! the contents.
//!
//! Cost: logarithmic in the degree, apart from moving up to 32 pairs.

use crate::ordered::Map;
use std::cmp::Ordering;

use super::Vertex;

/// Maximal number of neighbours in a list.
const FEW: usize = 32;

/// Vertices in order, each with a payload.
#[derive(Clone, Debug)]
pub(super) struct NeighbourSet<L> {
    few: Vec<(Vertex, L)>,
    many: Option<Map<Vertex, L>>,
}

impl<L> NeighbourSet<L> {
    pub(super) fn new() -> Self {
        Self {
            few: Vec::new(),
            many: None,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.many.as_ref().map_or(self.few.len(), Map::len)
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (Vertex, &L)> {
        let many = self.many.iter().flat_map(|many| many.iter());
        let few = self.few.iter().map(|(vertex, payload)| (*vertex, payload));
        few.chain(many.map(|(vertex, payload)| (*vertex, payload)))
    }

    pub(super) fn vertices(&self) -> impl DoubleEndedIterator<Item = Vertex> {
        self.iter().map(|(vertex, _)| vertex)
    }

    fn find(&self, vertex: Vertex) -> Result<usize, usize> {
        self.few
            .binary_search_by_key(&vertex, |(neighbour, _)| *neighbour)
    }

    pub(super) fn get(&self, vertex: Vertex) -> Option<&L> {
        match &self.many {
            Some(many) => many.get(&vertex),
            None => self.find(vertex).ok().map(|position| &self.few[position].1),
        }
    }

    pub(super) fn get_mut(&mut self, vertex: Vertex) -> Option<&mut L> {
        if let Some(many) = &mut self.many {
            return many.get_mut(&vertex);
        }
        // Not `find`: it would borrow all of `self` while `many` is borrowed mutably.
        let position = self
            .few
            .binary_search_by_key(&vertex, |(neighbour, _)| *neighbour);
        position.ok().map(|position| &mut self.few[position].1)
    }

    /// Adds a neighbour, or replaces its payload and returns the old.
    pub(super) fn insert(&mut self, vertex: Vertex, payload: L) -> Option<L> {
        if let Some(many) = &mut self.many {
            return many.insert(vertex, payload);
        }
        match self.find(vertex) {
            Ok(position) => Some(std::mem::replace(&mut self.few[position].1, payload)),
            Err(position) => {
                self.few.insert(position, (vertex, payload));
                if self.few.len() > FEW {
                    let many = std::mem::take(&mut self.few).into_iter().collect();
                    self.many = Some(many);
                }
                None
            }
        }
    }

    pub(super) fn remove(&mut self, vertex: Vertex) -> Option<L> {
        match &mut self.many {
            Some(many) => many.remove(&vertex),
            None => self
                .find(vertex)
                .ok()
                .map(|position| self.few.remove(position).1),
        }
    }

    /// All of them, lowest first.
    pub(super) fn into_vec(self) -> Vec<(Vertex, L)> {
        match self.many {
            Some(many) => many.into_iter().collect(),
            None => self.few,
        }
    }
}

impl<L> Default for NeighbourSet<L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<L: PartialEq> PartialEq for NeighbourSet<L> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<L: Eq> Eq for NeighbourSet<L> {}

impl<L: PartialOrd> PartialOrd for NeighbourSet<L> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}

impl<L: Ord> Ord for NeighbourSet<L> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, NeighbourSet};
    use crate::graph::Vertex;

    /// Adds these vertices, then drops those.
    fn after(
        added: impl Iterator<Item = usize>,
        dropped: impl Iterator<Item = usize>,
    ) -> NeighbourSet<usize> {
        let mut neighbours = NeighbourSet::new();
        for index in added {
            assert_eq!(neighbours.insert(Vertex::at(index), index), None);
        }
        for index in dropped {
            assert_eq!(neighbours.remove(Vertex::at(index)), Some(index));
        }
        neighbours
    }

    #[test]
    fn few_and_many_hold_the_same() {
        let few = after((0..FEW).rev(), 3..5);
        let many = after(0..2 * FEW, (3..5).chain(FEW..2 * FEW));
        assert!(few.many.is_none() && many.many.is_some());
        assert_eq!(few, many);
        assert_eq!(few.cmp(&many), std::cmp::Ordering::Equal);
        for (index, mut neighbours) in [(7, few), (3, many)] {
            let vertex = Vertex::at(index);
            assert_eq!(neighbours.get(vertex).is_some(), index == 7);
            assert_eq!(neighbours.get_mut(vertex).is_some(), index == 7);
            assert_eq!(neighbours.insert(vertex, 99).is_some(), index == 7);
            assert!(neighbours.into_vec().contains(&(vertex, 99)));
        }
    }

    #[test]
    fn they_come_in_order_from_either_end() {
        for n in [FEW / 2, 3 * FEW] {
            let neighbours = after((0..n).map(|k| (k * 7) % n).filter(|_| n % 7 != 0), 0..0);
            assert_eq!(neighbours.len(), n);
            let up: Vec<Vertex> = neighbours.vertices().collect();
            let down: Vec<Vertex> = neighbours.vertices().rev().collect();
            assert!(up.is_sorted() && up.iter().eq(down.iter().rev()));
        }
    }
}
