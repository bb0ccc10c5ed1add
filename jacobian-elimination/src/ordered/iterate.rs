//! Iterators over ordered maps and sets: chunk by chunk, from both ends.
//!
//! Written out rather than put together from `flatten` and `map`: these are ten times the code
//! without optimization.

use std::{slice, vec};

/// Entries by key, from both ends.
#[derive(Debug)]
pub struct Iter<'a, K, V> {
    chunks: slice::Iter<'a, Vec<(K, V)>>,
    front: slice::Iter<'a, (K, V)>,
    back: slice::Iter<'a, (K, V)>,
}

impl<'a, K, V> Iter<'a, K, V> {
    pub(super) fn over(chunks: &'a [Vec<(K, V)>]) -> Self {
        Self {
            chunks: chunks.iter(),
            front: [].iter(),
            back: [].iter(),
        }
    }
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Self {
            chunks: self.chunks.clone(),
            front: self.front.clone(),
            back: self.back.clone(),
        }
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, value)) = self.front.next() {
                return Some((key, value));
            }
            let Some(chunk) = self.chunks.next() else {
                let (key, value) = self.back.next()?;
                return Some((key, value));
            };
            self.front = chunk.iter();
        }
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, value)) = self.back.next_back() {
                return Some((key, value));
            }
            let Some(chunk) = self.chunks.next_back() else {
                let (key, value) = self.front.next_back()?;
                return Some((key, value));
            };
            self.back = chunk.iter();
        }
    }
}

/// Entries by key, taken out.
#[derive(Debug)]
pub struct IntoIter<K, V> {
    chunks: vec::IntoIter<Vec<(K, V)>>,
    front: vec::IntoIter<(K, V)>,
    back: vec::IntoIter<(K, V)>,
}

impl<K, V> IntoIter<K, V> {
    pub(super) fn over(chunks: Vec<Vec<(K, V)>>) -> Self {
        Self {
            chunks: chunks.into_iter(),
            front: Vec::new().into_iter(),
            back: Vec::new().into_iter(),
        }
    }
}

impl<K, V> Iterator for IntoIter<K, V> {
    type Item = (K, V);

    fn next(&mut self) -> Option<(K, V)> {
        loop {
            if let Some(entry) = self.front.next() {
                return Some(entry);
            }
            let Some(chunk) = self.chunks.next() else {
                return self.back.next();
            };
            self.front = chunk.into_iter();
        }
    }
}

impl<K, V> DoubleEndedIterator for IntoIter<K, V> {
    fn next_back(&mut self) -> Option<(K, V)> {
        loop {
            if let Some(entry) = self.back.next_back() {
                return Some(entry);
            }
            let Some(chunk) = self.chunks.next_back() else {
                return self.front.next_back();
            };
            self.back = chunk.into_iter();
        }
    }
}
