//! `Part`: what one thread owns of the system, and the blocks that it evaluates for that.
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

use jacobian_runtime::Layout;

use crate::pattern::Pattern;
use crate::term::{Owned, Scratch, Side, Term};

/// What one thread owns.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) rows: Range<usize>,
    pub(crate) columns: Range<usize>,
    pub(crate) entries: Range<usize>,
    /// By term, the blocks that it evaluates.
    blocks: Vec<Vec<Range<usize>>>,
    scratch: Vec<Scratch>,
}

/// Vectors of which the next parts are taken from the front.
#[derive(Debug)]
pub(crate) struct Rest<'a>(usize, &'a mut [f64]);

impl<'a> Rest<'a> {
    pub(crate) fn of(vector: &'a mut [f64]) -> Self {
        Self(0, vector)
    }

    /// The front up to this place of the whole.
    fn take(&mut self, end: usize) -> (usize, &'a mut [f64]) {
        let start = self.0;
        // A vector that nobody wants is empty.
        let length = (end - start).min(self.1.len());
        let front = self
            .1
            .split_off_mut(..length)
            .expect("invariant: it is so long");
        self.0 = end;
        (start, front)
    }
}

impl Part {
    /// The parts of a system with so many rows, by the entries of its matrix.
    pub(crate) fn of(count: usize, n_rows: usize, pattern: &Pattern, terms: &[Term]) -> Vec<Self> {
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
        let is_square = n_rows == n_outer;
        for part in 0..count {
            let end = outer_end(part).max(outer);
            let own = outer..end;
            let even = |total: usize| {
                if is_square && total == n_outer {
                    return own.clone();
                }
                total * part / count..total * (part + 1) / count
            };
            let (rows, columns) = match pattern.layout() {
                Layout::Csc => (even(n_rows), own.clone()),
                Layout::Csr => (own.clone(), even(pattern.cols())),
            };
            parts.push(Self {
                rows,
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
        owned: &mut Owned<'_>,
    ) -> Option<(usize, usize)> {
        let mut wrong = None;
        let each = terms
            .iter()
            .zip(&self.blocks)
            .zip(&mut self.scratch)
            .enumerate();
        for (number, ((term, blocks), scratch)) in each {
            for range in blocks {
                let found = term.add(range.clone(), x, owned, scratch);
                wrong = wrong.or(found.map(|element| (number, element)));
            }
        }
        wrong
    }

    fn multiply(
        &mut self,
        terms: &[Term],
        side: Side,
        at: (&[f64], &[f64]),
        (start, product): &mut (usize, &mut [f64]),
    ) {
        let each = terms.iter().zip(&self.blocks).zip(&mut self.scratch);
        for ((term, blocks), scratch) in each {
            for range in blocks {
                term.add_product(side, range.clone(), at, (*start, product), scratch);
            }
        }
    }
}

/// Hands a block to the parts that it touches.
fn touch(parts: &mut [Part], term: usize, elements: &Term, block: usize) {
    if let [part] = parts {
        extend(&mut part.blocks[term], block);
        return;
    }
    let owner = |parts: &[Part], place: u32, range: fn(&Part) -> &Range<usize>| {
        parts.partition_point(|part| range(part).end <= place as usize)
    };
    for row in elements.block_rows(block) {
        let part = owner(parts, row, |part| &part.rows);
        extend(&mut parts[part].blocks[term], block);
    }
    for column in elements.block_columns(block) {
        let part = owner(parts, column, |part| &part.columns);
        extend(&mut parts[part].blocks[term], block);
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

/// Evaluates all parts, half of them on another thread if there is one.
pub(crate) fn evaluate(
    parts: &mut [Part],
    terms: &[Term],
    x: &[f64],
    [mut value, mut gradient, mut entries]: [Rest<'_>; 3],
) -> Option<(usize, usize)> {
    match parts {
        [] => None,
        [part] => {
            let mut owned = Owned {
                value: value.take(part.rows.end),
                gradient: gradient.take(part.columns.end),
                entries: entries.take(part.entries.end),
            };
            part.evaluate(terms, x, &mut owned)
        }
        parts => {
            let (front, back) = parts.split_at_mut(parts.len() / 2);
            let last = &front[front.len() - 1];
            let fronts = [
                value.front(last.rows.end),
                gradient.front(last.columns.end),
                entries.front(last.entries.end),
            ];
            let (first, second) = both(
                || evaluate(front, terms, x, fronts),
                || evaluate(back, terms, x, [value, gradient, entries]),
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
    parts: &mut [Part],
    terms: &[Term],
    side: Side,
    at: (&[f64], &[f64]),
    mut product: Rest<'_>,
) {
    let end = |part: &Part| match side {
        Side::Right => part.rows.end,
        Side::Left => part.columns.end,
    };
    match parts {
        [] => {}
        [part] => {
            let mut owned = product.take(end(part));
            part.multiply(terms, side, at, &mut owned);
        }
        parts => {
            let (front, back) = parts.split_at_mut(parts.len() / 2);
            let owned = product.front(end(&front[front.len() - 1]));
            both(
                || multiply(front, terms, side, at, owned),
                || multiply(back, terms, side, at, product),
            );
        }
    }
}

impl<'a> Rest<'a> {
    /// The front up to this place of the whole, to be divided further.
    fn front(&mut self, end: usize) -> Rest<'a> {
        let (start, front) = self.take(end);
        Rest(start, front)
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
