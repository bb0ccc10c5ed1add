//! `Share`: the rows, columns and entries that one thread owns, and the blocks that it evaluates.
//!
//! ```text
//! rows, columns and entries    | share 0     | share 1     | share 2     |
//! blocks of elements           [ 0 1 2 3 4 ][4 5 6 7 8 9 ][9 10 11 12 ]
//! ```
//!
//! A block that touches two shares is evaluated in both, and each keeps what it owns. So no two
//! threads write to one place. Each number is added up in the same order, whatever the number of
//! shares: results are bitwise the same.

use core::ops::Range;

use crate::owned::Owned;
use crate::pattern::Pattern;
use crate::term::{Scratch, Side, Term};

/// The share of one thread.
#[derive(Debug)]
pub(crate) struct Share {
    pub(crate) rows: Range<usize>,
    /// The elements whose energies it writes.
    pub(crate) energies: Range<usize>,
    pub(crate) columns: Range<usize>,
    pub(crate) entries: Range<usize>,
    /// By term, the blocks that it evaluates.
    blocks: Vec<Vec<Range<usize>>>,
    scratch: Vec<Scratch>,
}

impl Share {
    /// Divides a system among threads, so that each owns about as many entries.
    pub(crate) fn of(
        count: usize,
        [n_rows, n_energies]: [usize; 2],
        pattern: &Pattern,
        terms: &[Term],
    ) -> Vec<Self> {
        // More threads than blocks of elements have nothing to do.
        let n_blocks: usize = terms.iter().map(Term::n_blocks).sum();
        let count = count.min(n_blocks).max(1);
        let pointers = pattern.pointers();
        let n_outer = pointers.len() - 1;
        // Columns (or rows) with equally many entries, and equally many of the others.
        let outer_end = |share: usize| {
            if share + 1 == count {
                return n_outer;
            }
            let wanted = pattern.nnz() * (share + 1) / count;
            pointers
                .partition_point(|pointer| *pointer < wanted)
                .min(n_outer)
        };
        let (mut outer, mut shares) = (0, Vec::with_capacity(count));
        for share in 0..count {
            let end = outer_end(share).max(outer);
            let own = outer..end;
            // In a square system, a share owns rows and columns of the same numbers.
            let portion = |total: usize| {
                if total == n_outer {
                    return own.clone();
                }
                total * share / count..total * (share + 1) / count
            };
            let (rows, columns) = (portion(n_rows), portion(pattern.cols()));
            shares.push(Self {
                rows,
                energies: portion(n_energies),
                columns,
                entries: pointers[own.start]..pointers[own.end],
                blocks: vec![Vec::new(); terms.len()],
                scratch: terms.iter().map(Term::scratch).collect(),
            });
            outer = end;
        }
        for (term, elements) in terms.iter().enumerate() {
            for block in 0..elements.n_blocks() {
                touch(&mut shares, term, elements, block);
            }
        }
        shares
    }

    /// How many blocks are evaluated.
    pub(crate) fn n_blocks(&self) -> usize {
        let ranges = self.blocks.iter().flatten();
        ranges.map(ExactSizeIterator::len).sum()
    }

    /// Evaluates all numbers of the share. Returns the first term and element that is not finite.
    fn evaluate(
        &mut self,
        terms: &[Term],
        x: &[f64],
        mut owned: [Owned<'_>; 4],
    ) -> Option<(usize, usize)> {
        let mut wrong = None;
        let each = terms.iter().zip(&self.blocks).zip(&mut self.scratch);
        for (number, ((term, blocks), scratch)) in each.enumerate() {
            for range in blocks {
                let found = term.add(range.clone(), x, &mut owned, scratch);
                wrong = wrong.or(found.map(|element| (number, element)));
            }
        }
        owned.iter_mut().for_each(Owned::finish);
        wrong
    }

    fn multiply(
        &mut self,
        terms: &[Term],
        side: Side,
        at: (&[f64], &[f64]),
        mut product: Owned<'_>,
    ) {
        let each = terms.iter().zip(&self.blocks).zip(&mut self.scratch);
        for ((term, blocks), scratch) in each {
            for range in blocks {
                term.add_product(side, range.clone(), at, &mut product, scratch);
            }
        }
        product.finish();
    }
}

/// Hands a block to the shares that it touches.
fn touch(shares: &mut [Share], term: usize, elements: &Term, block: usize) {
    if let [share] = shares {
        extend(&mut share.blocks[term], block);
        return;
    }
    let owner = |shares: &[Share], place: u32, range: fn(&Share) -> &Range<usize>| {
        shares.partition_point(|share| range(share).end <= place as usize)
    };
    let mut is_anywhere = false;
    for row in elements.block_rows(block) {
        is_anywhere = true;
        let share = owner(shares, row, |share| &share.rows);
        extend(&mut shares[share].blocks[term], block);
    }
    for energy in elements.block_energies(block) {
        is_anywhere = true;
        let share = owner(shares, energy, |share| &share.energies);
        extend(&mut shares[share].blocks[term], block);
    }
    for column in elements.block_columns(block) {
        is_anywhere = true;
        let share = owner(shares, column, |share| &share.columns);
        extend(&mut shares[share].blocks[term], block);
    }
    // Somebody has to see whether its results are finite.
    if !is_anywhere {
        extend(&mut shares[0].blocks[term], block);
    }
}

/// Adds a block behind those that are there.
fn extend(ranges: &mut Vec<Range<usize>>, block: usize) {
    match ranges.last_mut() {
        Some(last) if last.end > block => {}
        Some(last) if last.end == block => last.end += 1,
        _ => ranges.push(block..block + 1),
    }
}

/// Evaluates all shares, half of them on another thread if there is one. The vectors are those of
/// values, energies, gradients and entries.
pub(crate) fn evaluate(
    shares: &mut [Share],
    terms: &[Term],
    x: &[f64],
    mut vectors: [Owned<'_>; 4],
) -> Option<(usize, usize)> {
    match shares {
        [] => None,
        [share] => share.evaluate(terms, x, vectors),
        shares => {
            let (front, back) = shares.split_at_mut(shares.len() / 2);
            let last = &front[front.len() - 1];
            let [value, energies, gradient, entries] = &mut vectors;
            let fronts = [
                value.front(last.rows.end),
                energies.front(last.energies.end),
                gradient.front(last.columns.end),
                entries.front(last.entries.end),
            ];
            let (first, second) = both(
                || evaluate(front, terms, x, fronts),
                || evaluate(back, terms, x, vectors),
            );
            match (first, second) {
                (Some(first), Some(second)) => Some(first.min(second)),
                (first, second) => first.or(second),
            }
        }
    }
}

/// Products by all shares.
pub(crate) fn multiply(
    shares: &mut [Share],
    terms: &[Term],
    side: Side,
    at: (&[f64], &[f64]),
    mut product: Owned<'_>,
) {
    match shares {
        [] => {}
        [share] => share.multiply(terms, side, at, product),
        shares => {
            let (front, back) = shares.split_at_mut(shares.len() / 2);
            let last = &front[front.len() - 1];
            let owned = product.front(match side {
                Side::Right => last.rows.end,
                Side::Left | Side::Symmetric => last.columns.end,
            });
            both(
                || multiply(front, terms, side, at, owned),
                || multiply(back, terms, side, at, product),
            );
        }
    }
}

#[cfg(feature = "rayon")]
fn both<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    rayon::join(first, second)
}

#[cfg(not(feature = "rayon"))]
fn both<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}
