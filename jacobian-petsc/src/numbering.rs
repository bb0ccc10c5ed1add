//! `Numbering`: the unknowns that a rank works with, in numbers of its own.

use std::collections::BTreeMap;
use std::ops::Range;

/// The unknowns of one rank: those that it owns, and those of other ranks that its elements use,
/// which are called ghosts.
///
/// A system of a rank has columns and rows in these local numbers: the owned unknowns first, in
/// their order, then the ghosts in the order in which they were first used.
///
/// ```
/// # use jacobian_petsc::Numbering;
/// let mut numbering = Numbering::of(100..200);
/// assert_eq!(numbering.local(103), 3);
/// assert_eq!(numbering.local(99), 100); // the first ghost
/// assert_eq!(numbering.local(200), 101);
/// assert_eq!(numbering.local(99), 100);
/// assert_eq!((numbering.len(), numbering.global(101)), (102, 200));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    owned: Range<usize>,
    ghosts: Vec<usize>,
    places: BTreeMap<usize, usize>,
}

impl Numbering {
    /// A rank that owns these unknowns. The ranges of the ranks follow each other, from zero on.
    pub fn of(owned: Range<usize>) -> Self {
        Self {
            owned,
            ghosts: Vec::new(),
            places: BTreeMap::new(),
        }
    }

    /// The local number of an unknown. One that the rank does not own becomes a ghost.
    pub fn local(&mut self, global: usize) -> usize {
        if self.owned.contains(&global) {
            return global - self.owned.start;
        }
        let next = self.owned.len() + self.ghosts.len();
        *self.places.entry(global).or_insert_with(|| {
            self.ghosts.push(global);
            next
        })
    }

    /// The number that an unknown has in the whole.
    ///
    /// # Panics
    /// Panics if there is no such local number.
    pub fn global(&self, local: usize) -> usize {
        match local.checked_sub(self.owned.len()) {
            None => self.owned.start + local,
            Some(ghost) => self.ghosts[ghost],
        }
    }

    /// How many unknowns the rank works with.
    pub fn len(&self) -> usize {
        self.owned.len() + self.ghosts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The unknowns that the rank owns, in the numbers of the whole.
    pub fn owned(&self) -> Range<usize> {
        self.owned.clone()
    }

    /// The unknowns of other ranks, in the numbers of the whole.
    pub fn ghosts(&self) -> &[usize] {
        &self.ghosts
    }
}
