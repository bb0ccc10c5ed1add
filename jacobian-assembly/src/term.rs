//! `Term`: the elements of one function, with the places of all their numbers.
//!
//! ```text
//! x --gather--> points of 256 elements --function--> value, gradient, entries --add--> system
//! ```
//!
//! Some hundred elements are computed at a time. With fewer, the calls would cost more than the
//! elements, and with more their numbers would leave the first-level cache.

use core::ops::Range;

use jacobian_runtime::batch::{LANES, Lanes};

use crate::owned::Owned;
use crate::places::{Places, is_in_vector};
use crate::quantity::{Numbers, Shape};
use crate::unplaced::Evaluate;

/// How many blocks are computed at a time, at most.
const AT_ONCE: usize = 32;
/// About how many lanes the numbers of these blocks may take: 16 KiB.
const LANES_AT_ONCE: usize = 256;

/// The elements of one function in a system.
#[derive(Debug)]
pub(crate) struct Term {
    pub(crate) function: Box<dyn Evaluate>,
    pub(crate) shape: Shape,
    pub(crate) len: usize,
    /// The entries that vary.
    pub(crate) varying: Vec<usize>,
    pub(crate) variables: Places,
    pub(crate) rows: Places,
    /// Of each element, one or none.
    pub(crate) energies: Places,
    /// Whether the function writes a gradient.
    pub(crate) has_gradient: bool,
    pub(crate) entries: Places,
    /// By block, the places behind the last row, energy, column and entry.
    pub(crate) ends: [Vec<u32>; 4],
    pub(crate) fixed: Vec<f64>,
    pub(crate) data: Vec<Vec<Lanes>>,
}

/// Memory for the numbers of some blocks of a term.
#[derive(Debug)]
pub(crate) struct Scratch {
    /// How many blocks.
    at_once: usize,
    points: Vec<Lanes>,
    data: Vec<Lanes>,
    value: Vec<Lanes>,
    energy: Vec<Lanes>,
    gradient: Vec<Lanes>,
    entries: Vec<Lanes>,
    varying: Vec<Lanes>,
    direction: Vec<Lanes>,
    product: Vec<Lanes>,
}

/// How a vector multiplies the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// `w J`
    Left,
    /// `J dx`
    Right,
    /// `H dx`, where the lower triangle is computed.
    Symmetric,
}

impl Term {
    pub(crate) fn n_blocks(&self) -> usize {
        self.len.div_ceil(LANES)
    }

    pub(crate) fn n_elements(&self) -> usize {
        self.len
    }

    fn n_gradient(&self) -> usize {
        if self.has_gradient {
            self.shape.n_columns
        } else {
            0
        }
    }

    fn n_energies(&self) -> usize {
        self.energies.width()
    }

    pub(crate) fn scratch(&self) -> Scratch {
        let (shape, n_gradient) = (&self.shape, self.n_gradient());
        let n_data: usize = shape.data.iter().sum();
        let n_vector = shape.n_columns.max(shape.n_rows);
        let sizes = [
            shape.n_columns,
            n_data,
            shape.n_rows,
            n_gradient,
            shape.entries.len(),
        ];
        let all: usize = sizes.iter().sum();
        let at_once = (LANES_AT_ONCE / all.max(1)).clamp(1, AT_ONCE);
        let lanes = |count: usize| vec![Lanes::default(); count * at_once];
        Scratch {
            at_once,
            points: lanes(shape.n_columns),
            data: lanes(n_data),
            value: lanes(shape.n_rows),
            energy: lanes(self.n_energies()),
            gradient: lanes(n_gradient),
            entries: lanes(shape.entries.len()),
            varying: lanes(self.varying.len()),
            direction: lanes(n_vector),
            product: lanes(n_vector),
        }
    }

    /// The rows of a block, as far as they are in the system.
    pub(crate) fn block_rows(&self, block: usize) -> impl Iterator<Item = u32> + '_ {
        let places = self.rows.block(block).flatten();
        places.filter(|place| is_in_vector(*place))
    }

    /// The places of the energies of a block.
    pub(crate) fn block_energies(&self, block: usize) -> impl Iterator<Item = u32> + '_ {
        self.energies.block(block).flatten()
    }

    /// The columns of a block.
    pub(crate) fn block_columns(&self, block: usize) -> impl Iterator<Item = u32> + '_ {
        let places = self.variables.block(block).flatten();
        places.filter(|place| is_in_vector(*place))
    }

    /// Evaluates these blocks at `x` and adds what they give. Returns the first element of which a
    /// result is infinite or no number.
    pub(crate) fn add(
        &self,
        blocks: Range<usize>,
        x: &[f64],
        [rows, energies, columns, matrix]: &mut [Owned<'_>; 4],
        scratch: &mut Scratch,
    ) -> Option<usize> {
        let mut wrong = None;
        for first in blocks.clone().step_by(scratch.at_once) {
            let count = scratch.at_once.min(blocks.end - first);
            self.evaluate(first, count, x, scratch);
            let value = &scratch.value[..count * self.shape.n_rows];
            let energy = &scratch.energy[..count * self.n_energies()];
            let gradient = &scratch.gradient[..count * self.n_gradient()];
            let entries = &scratch.entries[..count * self.shape.entries.len()];
            let varying = self.chosen(entries, &mut scratch.varying);
            let results = [value, energy, gradient, varying];
            if wrong.is_none() && !results.into_iter().all(all_finite) {
                wrong = Some(self.first_wrong(first, results));
            }
            let [row, element, column, entry] = self.ends(first, count);
            self.rows.add(first, value, rows.begun(row));
            self.energies.add(first, energy, energies.begun(element));
            self.variables.add(first, gradient, columns.begun(column));
            self.entries.add(first, varying, matrix.begun(entry));
        }
        wrong
    }

    /// The places behind the last row, energy, column and entry of these blocks.
    fn ends(&self, first: usize, count: usize) -> [usize; 4] {
        let ends = self.ends.each_ref();
        ends.map(|ends| {
            ends[first..first + count]
                .iter()
                .max()
                .map_or(0, |end| *end as usize)
        })
    }

    /// The products of these blocks at `x`, added to what is owned of the product.
    pub(crate) fn add_product(
        &self,
        side: Side,
        blocks: Range<usize>,
        (x, vector): (&[f64], &[f64]),
        product: &mut Owned<'_>,
        scratch: &mut Scratch,
    ) {
        let (rows, columns) = (self.shape.n_rows, self.shape.n_columns);
        let (rows, columns) = ((&self.rows, rows), (&self.variables, columns));
        let (from, to) = match side {
            Side::Right => (columns, rows),
            Side::Left => (rows, columns),
            Side::Symmetric => (columns, columns),
        };
        for first in blocks.clone().step_by(scratch.at_once) {
            let count = scratch.at_once.min(blocks.end - first);
            self.evaluate(first, count, x, scratch);
            let direction = &mut scratch.direction[..count * from.1];
            from.0.gather(first, vector, &[], direction);
            self.clear_beyond(first + count, direction, from.1);
            let sums = &mut scratch.product[..count * to.1];
            sums.fill(Lanes::default());
            let entries = &scratch.entries[..count * self.shape.entries.len()];
            self.multiply(side, (entries, direction), sums);
            let [row, _, column, _] = self.ends(first, count);
            let end = match side {
                Side::Right => row,
                Side::Left | Side::Symmetric => column,
            };
            to.0.add(first, sums, product.begun(end));
        }
    }

    /// The products of the entries of some blocks with their directions.
    fn multiply(
        &self,
        side: Side,
        (entries, directions): (&[Lanes], &[Lanes]),
        sums: &mut [Lanes],
    ) {
        let (rows, columns) = (self.shape.n_rows, self.shape.n_columns);
        let (from, to) = match side {
            Side::Right => (columns, rows),
            Side::Left => (rows, columns),
            Side::Symmetric => (columns, columns),
        };
        let blocks = entries.chunks_exact(self.shape.entries.len().max(1));
        let sums = sums.chunks_exact_mut(to.max(1));
        let vectors = directions.chunks_exact(from.max(1)).zip(sums);
        for (entries, (directions, sums)) in blocks.zip(vectors) {
            for (entry, (row, column)) in entries.iter().zip(&self.shape.entries) {
                if side != Side::Left {
                    add_products(&mut sums[*row], entry, &directions[*column]);
                }
                // An entry below the diagonal is also that above it.
                if side == Side::Left || side == Side::Symmetric && row != column {
                    add_products(&mut sums[*column], entry, &directions[*row]);
                }
            }
        }
    }

    /// Computes the numbers of these blocks. Those of the lanes beyond the last element are zero.
    fn evaluate(&self, first: usize, count: usize, x: &[f64], scratch: &mut Scratch) {
        let shape = &self.shape;
        let points = &mut scratch.points[..count * shape.n_columns];
        self.variables.gather(first, x, &self.fixed, points);
        let mut n_data = 0;
        for (part, width) in self.data.iter().zip(shape.data) {
            let numbers = &part[first * width..(first + count) * width];
            scratch.data[n_data..n_data + numbers.len()].copy_from_slice(numbers);
            n_data += numbers.len();
        }
        let value = &mut scratch.value[..count * shape.n_rows];
        let energy = &mut scratch.energy[..count * self.n_energies()];
        let gradient = &mut scratch.gradient[..count * self.n_gradient()];
        let entries = &mut scratch.entries[..count * shape.entries.len()];
        self.function.evaluate(Numbers {
            points,
            data: &scratch.data[..n_data],
            value,
            energy,
            gradient,
            entries,
        });
        self.clear_beyond(first + count, value, shape.n_rows);
        self.clear_beyond(first + count, energy, self.n_energies());
        self.clear_beyond(first + count, gradient, self.n_gradient());
        self.clear_beyond(first + count, entries, shape.entries.len());
    }

    /// Puts zeros into the lanes beyond the last element, in the last of these blocks.
    fn clear_beyond(&self, end: usize, blocks: &mut [Lanes], width: usize) {
        let n_lanes = self.len - (end - 1) * LANES;
        if n_lanes < LANES {
            let last = blocks.len() - width;
            for lanes in &mut blocks[last..] {
                (n_lanes..LANES).for_each(|lane| lanes[lane] = 0.0);
            }
        }
    }

    /// The entries that vary.
    fn chosen<'s>(&self, entries: &'s [Lanes], varying: &'s mut [Lanes]) -> &'s [Lanes] {
        let (all, some) = (self.shape.entries.len(), self.varying.len());
        if some == all {
            return entries;
        }
        if some == 0 {
            return &[];
        }
        let blocks = entries
            .chunks_exact(all)
            .zip(varying.chunks_exact_mut(some));
        let count = blocks.len();
        for (entries, varying) in blocks {
            for (into, entry) in varying.iter_mut().zip(&self.varying) {
                *into = entries[*entry];
            }
        }
        &varying[..count * some]
    }

    /// The first element with a result that is not finite.
    fn first_wrong(&self, first: usize, results: [&[Lanes]; 4]) -> usize {
        let widths = [
            self.shape.n_rows,
            self.n_energies(),
            self.n_gradient(),
            self.varying.len(),
        ];
        let is_wrong = |element: &usize| {
            let (block, lane) = (element / LANES - first, element % LANES);
            results.iter().zip(widths).any(|(lanes, width)| {
                let lanes = &lanes[block * width..(block + 1) * width];
                lanes.iter().any(|lanes| !lanes[lane].is_finite())
            })
        };
        let wrong = (first * LANES..self.len).find(is_wrong);
        wrong.expect("invariant: one of them is not finite")
    }
}

fn add_products(sums: &mut Lanes, entries: &Lanes, directions: &Lanes) {
    for lane in 0..LANES {
        sums[lane] += entries[lane] * directions[lane];
    }
}

/// Whether all numbers are finite. A number times zero is zero exactly then.
fn all_finite(lanes: &[Lanes]) -> bool {
    let mut sums = [0.0; LANES];
    for lanes in lanes {
        for (sum, lane) in sums.iter_mut().zip(lanes.to_array()) {
            *sum += lane * 0.0;
        }
    }
    sums.iter().all(|sum| *sum == 0.0)
}
