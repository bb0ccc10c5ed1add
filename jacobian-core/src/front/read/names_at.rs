//! The names at a place, looked up one by one.
//!
//! ```text
//! in `mod m`                    N is 0::N, inner::h is 1::h, ..    once for each module
//! in `impl P` of this module    self.f is 0::P.f, ..               and behind it
//! ```
//!
//! A large module has thousands of names, and each of its functions mentions a few. So a function
//! asks for the names that it mentions, and nobody walks over all of them.
//!
//! Cost: the names are sorted when the first one is asked for.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use crate::front::read::brought::Names;
use crate::front::read::definitions::{Key, Within};
use crate::ordered::Map;

/// Names with the items' own names. Of several with one name the last that is bound is meant.
#[derive(Debug, Default)]
pub(crate) struct NamesAt {
    around: Option<Rc<NamesAt>>,
    own: Names,
    /// Positions in `own`, by name.
    by_name: OnceCell<Vec<usize>>,
}

impl NamesAt {
    pub(crate) fn new(around: Option<Rc<Self>>, own: Names) -> Self {
        Self {
            around,
            own,
            by_name: OnceCell::new(),
        }
    }

    /// All names, those of the module first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(String, String)> {
        let around = self.around.iter();
        around.flat_map(|around| &around.own).chain(self.own.iter())
    }

    /// The own names of the items that a name means here, the one that wins last.
    pub(crate) fn named(&self, name: &str) -> Vec<&str> {
        let mut found = self
            .around
            .as_ref()
            .map_or_else(Vec::new, |it| it.named(name));
        let by_name = self.by_name.get_or_init(|| {
            let mut positions: Vec<usize> = (0..self.own.len()).collect();
            positions.sort_by(|a, b| self.own[*a].0.cmp(&self.own[*b].0));
            positions
        });
        let first = by_name.partition_point(|position| self.own[*position].0.as_str() < name);
        let same = by_name[first..].iter().map(|position| &self.own[*position]);
        let same = same.take_while(|(known, _)| known == name);
        found.extend(same.map(|(_, own)| own.as_str()));
        found
    }
}

/// A place: a module, and the type of an `impl` in it.
type At = (usize, Option<Key>);

/// The names at all places that were asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places(Rc<RefCell<Map<At, Rc<NamesAt>>>>);

impl Places {
    pub(crate) fn at(&self, at: &Within, make: impl FnOnce() -> NamesAt) -> Rc<NamesAt> {
        let key = (at.module, at.this.clone());
        if let Some(known) = self.0.borrow().get(&key) {
            return Rc::clone(known);
        }
        let made = Rc::new(make());
        self.0.borrow_mut().insert(key, Rc::clone(&made));
        made
    }
}
