//! The places in the source that statements come from, for tools that show them.
//!
//! ```text
//! Origin(1)   line 4, columns 12 to 16     x[0]
//! Origin(2)   line 4, columns 12 to 29     x[0] * x[1].sin()
//!             line 5, columns 5 to 6       r, which reads it
//! ```
//!
//! Statements have only the number of their origin, so that a compiler that shows nothing carries
//! no places around.

use std::collections::BTreeSet;

use super::Origin;

/// A piece of the source: a pair of a line, from one, and a column in characters, from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Where it begins.
    pub start: (usize, usize),
    /// Where it ends. The column is the one behind it.
    pub end: (usize, usize),
}

/// The places of each origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    of_origins: Vec<BTreeSet<Place>>,
}

impl Places {
    /// Those of the statements with an origin. There are none if nobody knows where it was.
    pub fn of(&self, origin: Origin) -> impl Iterator<Item = Place> {
        let number = (origin.0 as usize).checked_sub(1);
        let places = number.and_then(|number| self.of_origins.get(number));
        places.into_iter().flatten().copied()
    }

    /// The line of the source that a statement with this origin comes from.
    pub fn line(&self, origin: Origin) -> Option<usize> {
        self.of(origin).map(|place| place.start.0).min()
    }

    /// A new origin with one place.
    pub fn open(&mut self, place: Place) -> Origin {
        self.of_origins.push(BTreeSet::from([place]));
        Origin(u32::try_from(self.of_origins.len()).unwrap_or_default())
    }

    /// Another place of an origin.
    pub fn add(&mut self, origin: Origin, place: Place) {
        let number = (origin.0 as usize).checked_sub(1);
        if let Some(places) = number.and_then(|number| self.of_origins.get_mut(number)) {
            places.insert(place);
        }
    }
}
