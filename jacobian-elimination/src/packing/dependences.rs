//! Dependences between steps: which step waits for which, directly or through others.
//!
//! ```text
//! 0: v3      1: a0 = v3 * v4      2: a1 = v5 * v6      3: a2 = a0 * a1     3 waits for 0, 1, 2
//! pack [1, 2]                                           now 2 waits for 0 as well
//! ```
//!
//! Two steps can share a register only if neither waits for the other. Cost: a bit for each pair of
//! steps; a pack costs one pass over these bits.

use crate::ordered::Map;
use crate::plan::Atom;
use crate::schedule::Step;

use super::view::View;

/// By step, the set of steps that it waits for.
pub(super) struct Dependences(Vec<Positions>);

impl Dependences {
    pub(super) fn of(view: &View<'_>, steps: &[Step], positions: &Map<Atom, usize>) -> Self {
        let mut waits_for: Vec<Positions> = Vec::with_capacity(steps.len());
        for step in steps {
            let mut own = Positions::none(steps.len());
            for read in view.uses(*step) {
                if let Some(position) = positions.get(&read) {
                    own.add(&waits_for[*position]);
                    own.insert(*position);
                }
            }
            waits_for.push(own);
        }
        Self(waits_for)
    }

    /// Whether one of two steps waits for the other.
    pub(super) fn connect(&self, [first, second]: [usize; 2]) -> bool {
        self.0[first].has(second) || self.0[second].has(first)
    }

    /// Notes that two steps run together: each now waits for all that the other one waits for, and
    /// so do their users.
    pub(super) fn join(&mut self, [first, second]: [usize; 2]) {
        let mut both = self.0[first].clone();
        both.add(&self.0[second]);
        self.0[first] = both.clone();
        self.0[second] = both.clone();
        both.insert(first);
        both.insert(second);
        for own in &mut self.0 {
            if own.has(first) || own.has(second) {
                own.add(&both);
            }
        }
    }
}

/// A set of positions, as bits.
#[derive(Clone)]
struct Positions(Vec<u64>);

impl Positions {
    fn none(of: usize) -> Self {
        Self(vec![0; of.div_ceil(64)])
    }

    fn has(&self, position: usize) -> bool {
        self.0[position / 64] >> (position % 64) & 1 == 1
    }

    fn insert(&mut self, position: usize) {
        self.0[position / 64] |= 1 << (position % 64);
    }

    fn add(&mut self, others: &Self) {
        for (own, other) in self.0.iter_mut().zip(&others.0) {
            *own |= other;
        }
    }
}
