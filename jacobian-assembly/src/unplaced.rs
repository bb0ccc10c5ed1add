//! `Unplaced`: the elements of one function before the pattern of the system is known.
//!
//! ```text
//! function, Elements  -->  Unplaced  --pattern-->  Term
//! ```
//!
//! The type of the function is forgotten here, so that a system holds terms of any functions.

use core::any::Any;
use core::fmt;
use core::marker::PhantomData;

use jacobian_runtime::batch::{LANES, Lanes};

use crate::elements::{Checked, FIXED, NOWHERE};
use crate::error::AssemblyError;
use crate::places::Places;
use crate::quantity::{Element, Numbers, Quantity, Shape};
use crate::term::Term;

/// A function whose type is forgotten.
pub(crate) trait Evaluate: fmt::Debug + Send + Sync {
    fn evaluate(&self, numbers: Numbers<'_>);
    fn as_any(&mut self) -> &mut dyn Any;
}

#[derive(Debug)]
struct Typed<Q, F>(F, PhantomData<fn() -> Q>);

impl<Q: Quantity, F: Element<Q>> Evaluate for Typed<Q, F> {
    fn evaluate(&self, numbers: Numbers<'_>) {
        self.0.evaluate(numbers);
    }

    fn as_any(&mut self) -> &mut dyn Any {
        &mut self.0
    }
}

/// The rows and columns of the elements, before the pattern is known.
#[derive(Debug)]
pub(crate) struct Unplaced {
    function: Box<dyn Evaluate>,
    shape: Shape,
    columns: Vec<u32>,
    rows: Vec<u32>,
    fixed: Vec<f64>,
    data: Vec<Vec<Lanes>>,
    len: usize,
}

impl Unplaced {
    pub(crate) fn of<Q: Quantity, F: Element<Q>>(
        function: F,
        shape: Shape,
        elements: Checked,
    ) -> Result<Self, AssemblyError> {
        let Checked {
            len,
            columns,
            rows,
            data,
            fixed,
        } = elements;
        let unplaced = Self {
            function: Box::new(Typed(function, PhantomData)),
            data: in_lanes(len, shape.data, &data),
            shape,
            columns,
            rows,
            fixed,
            len,
        };
        if Q::IS_SYMMETRIC {
            unplaced.columns_differ()?;
        }
        Ok(unplaced)
    }

    fn columns_differ(&self) -> Result<(), AssemblyError> {
        let width = self.shape.n_columns;
        for (element, columns) in self.columns.chunks_exact(width.max(1)).enumerate() {
            for (at, column) in columns.iter().enumerate() {
                if column & FIXED == 0 && columns[..at].contains(column) {
                    let column = *column as usize;
                    return Err(AssemblyError::Repeated { element, column });
                }
            }
        }
        Ok(())
    }

    /// Marks the rows of the elements as taken. If one is taken already, nothing is marked.
    pub(crate) fn take_rows(&self, taken: &mut [bool]) -> Result<(), AssemblyError> {
        let rows = self.rows.iter().map(|row| *row as usize);
        for (at, row) in rows.clone().enumerate() {
            // A dropped row is behind the last one.
            let Some(is_taken) = taken.get_mut(row) else {
                continue;
            };
            if *is_taken {
                for row in rows.take(at) {
                    if let Some(is_taken) = taken.get_mut(row) {
                        *is_taken = false;
                    }
                }
                let element = at / self.shape.n_rows;
                return Err(AssemblyError::SharedRow { element, row });
            }
            *is_taken = true;
        }
        Ok(())
    }

    pub(crate) fn n_elements(&self) -> usize {
        self.len
    }

    /// Hands out the rows and columns of all entries, those of fixed variables and dropped rows
    /// left out.
    pub(crate) fn each_entry(&self, is_symmetric: bool, each: &mut dyn FnMut(usize, usize)) {
        for element in 0..self.len {
            for entry in &self.shape.entries {
                if let Some((row, col)) = self.entry(is_symmetric, element, *entry) {
                    each(row, col);
                }
            }
        }
    }

    /// Where an entry of an element is in the system.
    fn entry(
        &self,
        is_symmetric: bool,
        element: usize,
        (row, col): (usize, usize),
    ) -> Option<(usize, usize)> {
        let column = |number: usize| {
            let place = self.columns[element * self.shape.n_columns + number];
            (place & FIXED == 0).then_some(place as usize)
        };
        let col = column(col)?;
        if is_symmetric {
            let row = column(row)?;
            return Some((row.max(col), row.min(col)));
        }
        let place = self.rows[element * self.shape.n_rows + row];
        (place != NOWHERE).then_some((place as usize, col))
    }

    /// The term, with the position that `position` gives to each entry of the system. Adds the
    /// entries that never vary to `constants`.
    pub(crate) fn placed<Q: Quantity>(
        self,
        position: impl Fn(usize, usize) -> usize,
        constants: &mut [f64],
        n_elements_before: usize,
    ) -> Term {
        let (len, width) = (self.len, self.shape.n_columns);
        let n_blocks = len.div_ceil(LANES);
        let varying: Vec<usize> = (0..self.shape.entries.len())
            .filter(|entry| self.shape.constants[*entry] == 0.0)
            .collect();
        let at = |element: usize, entry: usize| {
            let found = self.entry(Q::IS_SYMMETRIC, element, self.shape.entries[entry]);
            found.map(|(row, col)| position(row, col))
        };
        for (entry, constant) in self.shape.constants.iter().enumerate() {
            if *constant != 0.0 {
                for element in 0..len {
                    if let Some(position) = at(element, entry) {
                        constants[position] += constant;
                    }
                }
            }
        }
        let narrow = |position: Option<usize>| {
            position.map_or(NOWHERE, |position| {
                u32::try_from(position).expect("invariant: positions were counted in 32 bits")
            })
        };
        let entries = Places::of(len, varying.len(), |element, number| {
            narrow(at(element, varying[number]))
        });
        let n_rows = self.shape.n_rows;
        let variables = Places::of(len, width, |element, number| {
            self.columns[element * width + number]
        });
        let rows = Places::of(len, n_rows, |element, number| {
            self.rows[element * n_rows + number]
        });
        let energies = Places::of(len, usize::from(Q::HAS_ENERGY), |element, _| {
            narrow(Some(n_elements_before + element))
        });
        Term {
            function: self.function,
            shape: self.shape,
            len,
            ends: [&rows, &energies, &variables, &entries].map(|places| places.ends(n_blocks)),
            varying,
            variables,
            rows,
            energies,
            has_gradient: Q::HAS_GRADIENT,
            entries,
            fixed: self.fixed,
            data: self.data,
        }
    }
}

/// The data of all elements in blocks, by parameter. Beyond the last element are copies of it.
fn in_lanes(n_elements: usize, counts: &[usize], data: &[f64]) -> Vec<Vec<Lanes>> {
    let width: usize = counts.iter().sum();
    let mut start = 0;
    let mut parts = Vec::with_capacity(counts.len());
    for count in counts {
        let mut part = Vec::with_capacity(n_elements.div_ceil(LANES) * count);
        for block in 0..n_elements.div_ceil(LANES) {
            for number in start..start + count {
                let at = |lane: usize| {
                    let element = (block * LANES + lane).min(n_elements - 1);
                    data[element * width + number]
                };
                part.push(Lanes::from([0, 1, 2, 3, 4, 5, 6, 7].map(at)));
            }
        }
        start += count;
        parts.push(part);
    }
    parts
}
