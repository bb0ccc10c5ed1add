//! `Places`: where the numbers of a block of eight elements are in the vectors of the system.
//!
//! ```text
//! variable 0 of elements 0 .. 7     4 5 6 7 8 9 10 11      first 4, stride 1: one copy
//! entry 2 of elements 0 .. 7        9 14 19 24 ..          first 9, stride 5: no list
//! variable 1 of elements 8 .. 15    40 3 17 8 ..           a list
//! ```
//!
//! Elements of a mesh are often numbered in order, so most blocks are runs. A run takes eight bytes
//! where a list takes 32, and places with stride 1 are moved by vector instructions.

use jacobian_runtime::batch::{LANES, Lanes};

use crate::elements::{FIXED, NOWHERE};

/// The stride of a block that is in the lists.
const LISTED: u32 = FIXED;

/// Whether a place is in a vector of the system: neither fixed nor nowhere.
pub(crate) fn is_in_vector(place: u32) -> bool {
    place & FIXED == 0
}

/// Eight places.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The first place, or the number of the list.
    first: u32,
    stride: u32,
}

impl Run {
    #[inline]
    fn place(self, lane: u32) -> u32 {
        self.first.wrapping_add(lane.wrapping_mul(self.stride))
    }
}

/// The places of all blocks of a term.
#[derive(Debug)]
pub(crate) struct Places {
    /// How many numbers an element has.
    width: usize,
    /// By block, and then by number.
    runs: Vec<Run>,
    lists: Vec<[u32; LANES]>,
}

impl Places {
    /// The places `place(element, number)` of all elements. Lanes beyond the last element have its
    /// places.
    pub(crate) fn of(n_elements: usize, width: usize, place: impl Fn(usize, usize) -> u32) -> Self {
        let n_blocks = n_elements.div_ceil(LANES);
        let mut places = Self {
            width,
            runs: Vec::with_capacity(n_blocks * width),
            lists: Vec::new(),
        };
        for block in 0..n_blocks {
            for number in 0..width {
                let at = |lane: usize| place((block * LANES + lane).min(n_elements - 1), number);
                places.push([0, 1, 2, 3, 4, 5, 6, 7].map(at));
            }
        }
        places
    }

    /// How many numbers an element has.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    fn push(&mut self, list: [u32; LANES]) {
        let stride = list[1].wrapping_sub(list[0]);
        let is_run = stride != LISTED
            && !list.contains(&NOWHERE)
            && list
                .windows(2)
                .all(|two| two[1].wrapping_sub(two[0]) == stride);
        let run = if is_run {
            Run {
                first: list[0],
                stride,
            }
        } else {
            let first = u32::try_from(self.lists.len());
            self.lists.push(list);
            Run {
                first: first.expect("invariant: places are counted in 32 bits"),
                stride: LISTED,
            }
        };
        self.runs.push(run);
    }

    /// The eight places of each number of a block.
    pub(crate) fn block(&self, block: usize) -> impl Iterator<Item = [u32; LANES]> + '_ {
        let runs = &self.runs[block * self.width..(block + 1) * self.width];
        runs.iter().map(|run| self.listed(*run))
    }

    fn listed(&self, run: Run) -> [u32; LANES] {
        if run.stride == LISTED {
            return self.lists[run.first as usize];
        }
        [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| run.place(lane))
    }

    /// By block, the place behind the last one that is in a vector.
    pub(crate) fn ends(&self, n_blocks: usize) -> Vec<u32> {
        let end = |block| {
            let places = self.block(block).flatten();
            let last = places.filter(|place| is_in_vector(*place)).max();
            last.map_or(0, |last| last + 1)
        };
        (0..n_blocks).map(end).collect()
    }

    /// Reads the numbers of these blocks from `x`, or from the fixed values. Where there are none,
    /// the number is zero.
    pub(crate) fn gather(&self, first_block: usize, x: &[f64], fixed: &[f64], into: &mut [Lanes]) {
        let runs = &self.runs[first_block * self.width..];
        for (run, lanes) in runs.iter().zip(into) {
            let first = run.first as usize;
            if run.stride == 1
                && let Some(numbers) = x.get(first..first + LANES)
            {
                let numbers: [f64; LANES] = numbers.try_into().expect("invariant: eight numbers");
                *lanes = numbers.into();
                continue;
            }
            let read = |place: u32| match x.get(place as usize) {
                Some(number) => *number,
                None => fixed.get((place & !FIXED) as usize).copied().unwrap_or(0.0),
            };
            *lanes = self.listed(*run).map(read).into();
        }
    }

    /// Adds the numbers of these blocks to those that `out` holds from place `start` on, and leaves
    /// the others out: they are somebody else's, or nowhere, or fixed. Fixed places and nowhere are
    /// beyond every vector, because these are shorter than what the topmost bit counts.
    pub(crate) fn add(
        &self,
        first_block: usize,
        from: &[Lanes],
        (start, out): (usize, &mut [f64]),
    ) {
        let runs = &self.runs[first_block * self.width..];
        for (run, lanes) in runs.iter().zip(from) {
            let first = (run.first as usize).wrapping_sub(start);
            if run.stride == 1
                && let Some(numbers) = out.get_mut(first..first.wrapping_add(LANES))
            {
                let lanes = lanes.to_array();
                for (number, lane) in numbers.iter_mut().zip(lanes) {
                    *number += lane;
                }
                continue;
            }
            for (place, lane) in self.listed(*run).into_iter().zip(lanes.to_array()) {
                let place = (place as usize).wrapping_sub(start);
                if let Some(number) = out.get_mut(place) {
                    *number += lane;
                }
            }
        }
    }
}
