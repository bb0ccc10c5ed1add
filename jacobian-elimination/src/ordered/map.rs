//! Ordered maps: sorted chunks, searched by halves.
//!
//! Keeps: entries are sorted by key, within and across chunks; no chunk is empty. Cost: two binary
//! searches, and for a change a move within a chunk.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Index;

use super::iterate::{IntoIter, Iter};

/// A chunk that is full is cut into two.
const FULL: usize = 64;

/// A map, ordered by its keys.
#[derive(Clone)]
pub struct Map<K, V> {
    chunks: Vec<Vec<(K, V)>>,
    len: usize,
}

/// Where an entry is, or where it would be.
#[derive(Clone, Copy, Debug)]
struct Place {
    chunk: usize,
    position: usize,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> Map<K, V> {
    /// A map without entries.
    pub const fn new() -> Self {
        Self {
            chunks: Vec::new(),
            len: 0,
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes all entries out.
    pub fn clear(&mut self) {
        self.chunks.clear();
        self.len = 0;
    }

    /// All entries, by key.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter::over(&self.chunks)
    }

    /// All values, by key.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// All keys, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    /// All values, by key, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.chunks.iter_mut().flatten().map(|(_, value)| value)
    }

    /// All entries, by key, their values to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.chunks
            .iter_mut()
            .flatten()
            .map(|(key, value)| (&*key, value))
    }

    /// All values, by key.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.into_iter().map(|(_, value)| value)
    }

    /// All keys, in order.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.into_iter().map(|(key, _)| key)
    }

    /// The entry with the least key.
    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        let (key, value) = self.chunks.first()?.first()?;
        Some((key, value))
    }

    /// Takes out the entry with the least key.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.chunks.is_empty()).then(|| {
            self.take(Place {
                chunk: 0,
                position: 0,
            })
        })
    }

    /// Takes out the entry with the greatest key.
    pub fn pop_last(&mut self) -> Option<(K, V)> {
        let chunk = self.chunks.len().checked_sub(1)?;
        let position = self.chunks[chunk].len() - 1;
        Some(self.take(Place { chunk, position }))
    }

    /// Keeps the entries that are asked for.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.len = 0;
        for chunk in &mut self.chunks {
            chunk.retain_mut(|(key, value)| keep(key, value));
            self.len += chunk.len();
        }
        self.chunks.retain(|chunk| !chunk.is_empty());
    }

    fn take(&mut self, place: Place) -> (K, V) {
        self.len -= 1;
        let chunk = &mut self.chunks[place.chunk];
        let entry = chunk.remove(place.position);
        if chunk.is_empty() {
            self.chunks.remove(place.chunk);
        }
        entry
    }
}

impl<K: Ord, V> Map<K, V> {
    /// Where the key is, or where it belongs.
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<Place, Place>
    where
        K: Borrow<Q>,
    {
        // Loops rather than `binary_search_by`: without optimization a closure is a call. The key
        // is in the last chunk that does not begin behind it, and in the first chunk if all do.
        let (mut low, mut high) = (1, self.chunks.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.chunks[middle][0].0.borrow() <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let chunk = low - 1;
        let Some(entries) = self.chunks.get(chunk) else {
            return Err(Place { chunk, position: 0 });
        };
        let entries = entries.as_slice();
        let (mut low, mut high) = (0, entries.len());
        while low < high {
            let position = low + (high - low) / 2;
            match entries[position].0.borrow().cmp(key) {
                std::cmp::Ordering::Less => low = position + 1,
                std::cmp::Ordering::Greater => high = position,
                std::cmp::Ordering::Equal => return Ok(Place { chunk, position }),
            }
        }
        Err(Place {
            chunk,
            position: low,
        })
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let place = self.find(key).ok()?;
        Some(&self.chunks[place.chunk][place.position].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.find(key).ok()?;
        Some(&mut self.chunks[place.chunk][place.position].1)
    }

    /// Whether the key has a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Gives the key a value; the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(place) => {
                let old = &mut self.chunks[place.chunk][place.position].1;
                Some(std::mem::replace(old, value))
            }
            Err(place) => {
                self.put(place, key, value);
                None
            }
        }
    }

    /// Takes an entry out; its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.find(key).ok()?;
        Some(self.take(place).1)
    }

    /// The entry of a key, which may have no value yet.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let place = self.find(&key);
        Entry {
            map: self,
            key,
            place,
        }
    }

    fn put(&mut self, place: Place, key: K, value: V) -> Place {
        let Place {
            mut chunk,
            mut position,
        } = place;
        self.len += 1;
        if self.chunks.is_empty() {
            self.chunks.push(Vec::new());
        }
        if self.chunks[chunk].len() == FULL {
            // Keys often come in order: nothing moves where one is appended, and chunks stay full.
            let cut = if position == FULL { FULL } else { FULL / 2 };
            let upper = self.chunks[chunk].split_off(cut);
            self.chunks.insert(chunk + 1, upper);
            if position >= cut {
                chunk += 1;
                position -= cut;
            }
        }
        self.chunks[chunk].insert(position, (key, value));
        Place { chunk, position }
    }
}

/// The entry of a key, which may have no value yet.
#[derive(Debug)]
pub struct Entry<'a, K, V> {
    map: &'a mut Map<K, V>,
    key: K,
    place: Result<Place, Place>,
}

impl<'a, K: Ord, V> Entry<'a, K, V> {
    /// The value, or this one.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The value, or the default.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// The value. If there is none yet, `make` gives it.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        let place = match self.place {
            Ok(place) => place,
            Err(place) => self.map.put(place, self.key, make()),
        };
        &mut self.map.chunks[place.chunk][place.position].1
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter::over(self.chunks)
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Ord, V> Index<&K> for Map<K, V> {
    type Output = V;

    fn index(&self, key: &K) -> &V {
        self.get(key).expect("invariant: the key has a value")
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Map<K, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self).finish()
    }
}

// Chunks may be cut elsewhere.
impl<K: PartialEq, V: PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other)
    }
}

impl<K: Eq, V: Eq> Eq for Map<K, V> {}

impl<K: PartialOrd, V: PartialOrd> PartialOrd for Map<K, V> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.iter().partial_cmp(other)
    }
}

impl<K: Ord, V: Ord> Ord for Map<K, V> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.iter().cmp(other)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Map;

    /// Both collections after the same changes, with few keys and with many.
    #[test]
    fn a_map_is_what_the_standard_library_has() {
        for keys in [5, 300, 5_000] {
            let mut random = 7_u64;
            let mut below = |bound: u64| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) % bound
            };
            let (mut ours, mut theirs) = (Map::new(), BTreeMap::new());
            for step in 0..20_000_u64 {
                let key = below(keys);
                match below(4) {
                    0 => assert_eq!(ours.remove(&key), theirs.remove(&key)),
                    1 => assert_eq!(
                        ours.entry(key).or_insert(step),
                        theirs.entry(key).or_insert(step)
                    ),
                    _ => assert_eq!(ours.insert(key, step), theirs.insert(key, step)),
                }
                assert_eq!(ours.get(&key), theirs.get(&key));
                assert_eq!(ours.len(), theirs.len());
            }
            assert!(ours.iter().eq(&theirs));
            assert!(ours.iter().rev().eq(theirs.iter().rev()));
            ours.retain(|key, _| key % 3 == 0);
            theirs.retain(|key, _| key % 3 == 0);
            assert_eq!(ours.pop_first(), theirs.pop_first());
            assert!(ours.into_iter().rev().eq(theirs.into_iter().rev()));
        }
    }

    #[test]
    fn keys_in_order_fill_chunks() {
        let map: Map<u32, ()> = (0..1_000).map(|key| (key, ())).collect();
        assert_eq!(map.chunks.len(), 1_000_usize.div_ceil(super::FULL));
    }
}
