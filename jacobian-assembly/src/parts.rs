//! `Share`: what one thread owns of the system, and the blocks that it evaluates for that.
//!
//! ```text
//! rows, columns and entries    | part 0     | part 1     | part 2     |
//! blocks of elements           [ 0 1 2 3 4 ][4 5 6 7 8 9 ][9 10 11 12 ]
//! ```
//!
//! A block that touches two parts is evaluated in both, and each keeps what it owns. So no two
//! threads write to one place. Each number is added up in the order of the elements, whatever the
//! number of parts: results are bitwise the same.

use core::ops::Range;

use crate::owned::Owned;
use crate::pattern::Pattern;
use crate::term::{Scratch, Side, Term};

/// What one thread owns.
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
    /// The parts of a system with so many rows, by the entries of its matrix.
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
        let outer_end = |part: usize| {
            if part + 1 == count {
                return n_outer;
            }
            let wanted = pattern.nnz() * (part + 1) / count;
            pointers
                .partition_point(|pointer| *pointer < wanted)
                .min(n_outer)
        };
        let (mut outer, mut parts) = (0, Vec::with_capacity(count));
        for part in 0..count {
            let end = outer_end(part).max(outer);
            let own = outer..end;
            // In a square system, a part owns rows and columns of the same numbers.
            let share = |total: usize| {
                if total == n_outer {
                    return own.clone();
                }
                total * part / count..total * (part + 1) / count
            };
            let (rows, columns) = (share(n_rows), share(pattern.cols()));
            parts.push(Self {
                rows,
                energies: share(n_energies),
                columns,
                entries: pointers[own.start]..pointers[own.end],
                blocks: vec![Vec::new(); terms.len()],
                scratch: terms.iter().map(Term::scratch).collect(),
            });
            outer = end;
        }
        for (term, elements) in terms.iter().enumerate() {
            for block in 0..elements.n_blocks() {
                touch(&mut parts, term, elements, block);
            }
        }
        parts
    }

    /// How many blocks are evaluated.
    pub(crate) fn n_blocks(&self) -> usize {
        let ranges = self.blocks.iter().flatten();
        ranges.map(ExactSizeIterator::len).sum()
    }

    /// Evaluates what the part owns. Returns the first term and element that is not finite.
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

/// Hands a block to the parts that it touches.
fn touch(parts: &mut [Share], term: usize, elements: &Term, block: usize) {
    if let [part] = parts {
        extend(&mut part.blocks[term], block);
        return;
    }
    let owner = |parts: &[Share], place: u32, range: fn(&Share) -> &Range<usize>| {
        parts.partition_point(|part| range(part).end <= place as usize)
    };
    let mut is_anywhere = false;
    for row in elements.block_rows(block) {
        is_anywhere = true;
        let part = owner(parts, row, |part| &part.rows);
        extend(&mut parts[part].blocks[term], block);
    }
    for energy in elements.block_energies(block) {
        is_anywhere = true;
        let part = owner(parts, energy, |part| &part.energies);
        extend(&mut parts[part].blocks[term], block);
    }
    for column in elements.block_columns(block) {
        is_anywhere = true;
        let part = owner(parts, column, |part| &part.columns);
        extend(&mut parts[part].blocks[term], block);
    }
    // Somebody has to see whether its results are finite.
    if !is_anywhere {
        extend(&mut parts[0].blocks[term], block);
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

/// Evaluates all parts, half of them on another thread if there is one. The vectors are those of
/// values, energies, gradients and entries.
pub(crate) fn evaluate(
    parts: &mut [Share],
    terms: &[Term],
    x: &[f64],
    mut vectors: [Owned<'_>; 4],
) -> Option<(usize, usize)> {
    match parts {
        [] => None,
        [part] => part.evaluate(terms, x, vectors),
        parts => {
            let (front, back) = parts.split_at_mut(parts.len() / 2);
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

/// Products by all parts.
pub(crate) fn multiply(
    parts: &mut [Share],
    terms: &[Term],
    side: Side,
    at: (&[f64], &[f64]),
    mut product: Owned<'_>,
) {
    match parts {
        [] => {}
        [part] => part.multiply(terms, side, at, product),
        parts => {
            let (front, back) = parts.split_at_mut(parts.len() / 2);
            let last = &front[front.len() - 1];
            let owned = product.front(match side {
                Side::Right => last.rows.end,
                Side::Left => last.columns.end,
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
