//! Ordered sets: maps without values.

use std::borrow::Borrow;
use std::fmt;

use super::iterate::{IntoIter, Iter};
use super::map::Map;

/// A set, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set<K> {
    map: Map<K, ()>,
}

impl<K> Default for Set<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K> Set<K> {
    /// A set without elements.
    pub const fn new() -> Self {
        Self { map: Map::new() }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// All elements, in order.
    pub fn iter(&self) -> Keys<'_, K> {
        Keys(self.map.iter())
    }

    /// The least element.
    pub fn first(&self) -> Option<&K> {
        self.map.first_key_value().map(|(key, ())| key)
    }

    /// Takes out the least element.
    pub fn pop_first(&mut self) -> Option<K> {
        self.map.pop_first().map(|(key, ())| key)
    }

    /// Takes out the greatest element.
    pub fn pop_last(&mut self) -> Option<K> {
        self.map.pop_last().map(|(key, ())| key)
    }

    /// Keeps the elements that are asked for.
    pub fn retain(&mut self, mut keep: impl FnMut(&K) -> bool) {
        self.map.retain(|key, ()| keep(key));
    }
}

impl<K: Ord> Set<K> {
    /// Whether the element is there.
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.map.contains_key(key)
    }

    /// Puts the element in; whether it was not there.
    pub fn insert(&mut self, key: K) -> bool {
        self.map.insert(key, ()).is_none()
    }

    /// Takes the element out; whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.map.remove(key).is_some()
    }

    /// The elements that the other has too.
    pub fn intersection<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a K> {
        self.iter().filter(|key| other.contains(key))
    }

    /// The elements that the other lacks.
    pub fn difference<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a K> {
        self.iter().filter(|key| !other.contains(key))
    }
}

/// Elements in order, from both ends.
#[derive(Debug)]
pub struct Keys<'a, K>(Iter<'a, K, ()>);

impl<'a, K> Iterator for Keys<'a, K> {
    type Item = &'a K;

    fn next(&mut self) -> Option<&'a K> {
        let (key, ()) = self.0.next()?;
        Some(key)
    }
}

/// Elements in order, taken out.
#[derive(Debug)]
pub struct IntoKeys<K>(IntoIter<K, ()>);

impl<K> Iterator for IntoKeys<K> {
    type Item = K;

    fn next(&mut self) -> Option<K> {
        let (key, ()) = self.0.next()?;
        Some(key)
    }
}

impl<K> DoubleEndedIterator for IntoKeys<K> {
    fn next_back(&mut self) -> Option<K> {
        let (key, ()) = self.0.next_back()?;
        Some(key)
    }
}

impl<K> IntoIterator for Set<K> {
    type Item = K;
    type IntoIter = IntoKeys<K>;

    fn into_iter(self) -> IntoKeys<K> {
        IntoKeys(self.map.into_iter())
    }
}

impl<'a, K> IntoIterator for &'a Set<K> {
    type Item = &'a K;
    type IntoIter = Keys<'a, K>;

    fn into_iter(self) -> Keys<'a, K> {
        self.iter()
    }
}

impl<K: Ord> Extend<K> for Set<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<'a, K: Ord + Copy> Extend<&'a K> for Set<K> {
    fn extend<I: IntoIterator<Item = &'a K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(*key);
        }
    }
}

impl<K: Ord> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = Self::new();
        set.extend(keys);
        set
    }
}

impl<K: Ord, const N: usize> From<[K; N]> for Set<K> {
    fn from(keys: [K; N]) -> Self {
        keys.into_iter().collect()
    }
}

impl<K: fmt::Debug> fmt::Debug for Set<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self).finish()
    }
}
