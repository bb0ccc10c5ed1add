//! A sieve of fingerprints: a Bloom filter with one hash, which rules out most lookups in maps.
//!
//! ```text
//! fingerprint  [ 0x1f3a_..._6d21, .. ]     the lowest bits are the number of a bit, which is set
//!                             ^^^          if a fingerprint in the sieve has these lowest bits
//! ```
//!
//! [Identities](super::identities) look up twelve multiples of each sum, and nearly all of them are
//! unknown. A fingerprint is random already, so its own bits are the hash. Keeps: what was inserted
//! is never ruled out. Cost: a few instructions where a search in a map takes hundreds without
//! optimization.

use super::fingerprint::Fingerprint;

/// The number of bits for each fingerprint. Of this many lookups of unknown fingerprints, one finds
/// its bit set and goes on to the map.
const BITS_EACH: usize = 32;

/// The lowest bits of the fingerprints that were inserted.
#[derive(Debug)]
pub(super) struct Sieve {
    /// A power of two of them.
    words: Vec<u64>,
}

impl Sieve {
    /// An empty sieve. It may take more fingerprints than these, and then rules out less.
    pub(super) fn for_about(n_fingerprints: usize) -> Self {
        let n_words = (n_fingerprints * BITS_EACH / 64).next_power_of_two();
        Self {
            words: vec![0; n_words],
        }
    }

    pub(super) fn insert(&mut self, fingerprint: Fingerprint) {
        let (word, bit) = self.place(fingerprint);
        self.words[word] |= bit;
    }

    /// Whether the fingerprint may be in the sieve. If not, it certainly is not.
    pub(super) fn may_have(&self, fingerprint: Fingerprint) -> bool {
        let (word, bit) = self.place(fingerprint);
        self.words[word] & bit != 0
    }

    fn place(&self, [residue, _]: Fingerprint) -> (usize, u64) {
        let word = residue / 64 % self.words.len() as u64;
        let word = usize::try_from(word).expect("invariant: below the number of words");
        (word, 1 << (residue % 64))
    }
}
