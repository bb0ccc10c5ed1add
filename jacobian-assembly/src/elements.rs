//! `Elements`: which columns and rows of the system each element has.
//!
//! ```text
//! element    variables                rows       data
//!    0       Fixed(0.0), 0, 1         0          h
//!    1       0, 1, 2                  1          h
//!    2       1, 2, Fixed(0.0)         2          h
//! ```
//!
//! A place takes 32 bits, because a system of a million unknowns has some ten million of them and
//! each is read in every assembly. The topmost bit marks the places of fixed values.

use crate::error::{AssemblyError, Part};

/// Marks a place among the fixed values.
pub(crate) const FIXED: u32 = 1 << 31;
/// The place of a result that nobody wants.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// A variable of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Variable {
    /// An unknown of the system: the number of its column.
    Column(usize),
    /// A known value, for example on the boundary. It has no column.
    Fixed(f64),
}

impl From<usize> for Variable {
    fn from(column: usize) -> Self {
        Self::Column(column)
    }
}

/// A row of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A row of the system, to which the result is added.
    Row(usize),
    /// The result is not wanted, for example where a boundary value replaces the equation. In
    /// normal equations the residual still counts: only its place among the values is not wanted.
    Dropped,
}

impl From<usize> for Row {
    fn from(row: usize) -> Self {
        Self::Row(row)
    }
}

impl From<Option<usize>> for Row {
    fn from(row: Option<usize>) -> Self {
        row.map_or(Self::Dropped, Self::Row)
    }
}

/// The elements of one function: their variables, rows and data.
///
/// ```
/// use jacobian_assembly::{Elements, Variable};
///
/// // u'' on three inner points, with zero on both ends.
/// let mut elements = Elements::new();
/// for i in 0..3_usize {
///     let left = i.checked_sub(1).map_or(Variable::Fixed(0.0), Variable::Column);
///     let right = if i < 2 { Variable::Column(i + 1) } else { Variable::Fixed(0.0) };
///     elements.push([left, i.into(), right], [i], []);
/// }
/// assert_eq!(elements.len(), 3);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Elements {
    len: usize,
    columns: Vec<u32>,
    rows: Vec<u32>,
    data: Vec<f64>,
    fixed: Vec<f64>,
    /// The number of variables, rows and data of the first element.
    widths: [usize; 3],
    /// The first thing that was wrong.
    error: Option<AssemblyError>,
}

impl Elements {
    /// No elements.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an element: its variables in the order of the function's columns, its rows in the order
    /// of the function's rows, and the data that it has of its own.
    ///
    /// For an energy there are no rows, `[0; 0]`. Mistakes are reported when the elements become a
    /// term.
    pub fn push(
        &mut self,
        variables: impl IntoIterator<Item = impl Into<Variable>>,
        rows: impl IntoIterator<Item = impl Into<Row>>,
        data: impl IntoIterator<Item = f64>,
    ) {
        let before = [self.columns.len(), self.rows.len(), self.data.len()];
        for variable in variables {
            let place = self.variable(variable.into());
            self.columns.push(place);
        }
        for row in rows {
            let place = match row.into() {
                Row::Row(row) => self.narrow(row, Part::Row),
                Row::Dropped => NOWHERE,
            };
            self.rows.push(place);
        }
        self.data.extend(data);
        let after = [self.columns.len(), self.rows.len(), self.data.len()];
        self.count(before, after);
    }

    fn variable(&mut self, variable: Variable) -> u32 {
        match variable {
            Variable::Column(column) => self.narrow(column, Part::Column),
            Variable::Fixed(value) => {
                // Neighbours on a boundary often have the same value.
                if self.fixed.last().map(|last| last.to_bits()) != Some(value.to_bits()) {
                    self.fixed.push(value);
                }
                let last = self.fixed.len() - 1;
                FIXED | self.narrow(last, Part::Fixed)
            }
        }
    }

    /// The number of a place in the 31 bits that there are.
    fn narrow(&mut self, index: usize, part: Part) -> u32 {
        let narrow = u32::try_from(index).ok().filter(|index| *index < FIXED);
        narrow.unwrap_or_else(|| {
            let element = self.len;
            self.fail(AssemblyError::TooLarge {
                part,
                index,
                element,
            });
            0
        })
    }

    /// Every element has as much of everything as the first one.
    fn count(&mut self, before: [usize; 3], after: [usize; 3]) {
        let found = [0, 1, 2].map(|part| after[part] - before[part]);
        if self.len == 0 {
            self.widths = found;
        }
        let parts = [Part::Column, Part::Row, Part::Data];
        for (part, (found, expected)) in parts.into_iter().zip(found.into_iter().zip(self.widths)) {
            if found != expected {
                let element = self.len;
                self.fail(AssemblyError::WrongLength {
                    element,
                    part,
                    expected,
                    found,
                });
            }
        }
        self.len += 1;
    }

    /// Keeps the first error.
    fn fail(&mut self, error: AssemblyError) {
        self.error.get_or_insert(error);
    }

    /// Checks the widths of all elements against those of the function, and all places against the
    /// size of the system.
    pub(crate) fn checked(
        self,
        widths: [usize; 3],
        n_rows: usize,
        n_columns: usize,
    ) -> Result<Checked, AssemblyError> {
        let parts = [Part::Column, Part::Row, Part::Data];
        for (part, (found, expected)) in parts.into_iter().zip(self.widths.into_iter().zip(widths))
        {
            if self.len > 0 && found != expected {
                return Err(AssemblyError::WrongLength {
                    element: 0,
                    part,
                    expected,
                    found,
                });
            }
        }
        if let Some(error) = self.error {
            return Err(error);
        }
        let is_column = |place: u32| place & FIXED == 0;
        in_range(
            &self.columns,
            widths[0],
            is_column,
            (Part::Column, n_columns),
        )?;
        let is_row = |place: u32| place != NOWHERE;
        in_range(&self.rows, widths[1], is_row, (Part::Row, n_rows))?;
        Ok(Checked {
            len: self.len,
            columns: self.columns,
            rows: self.rows,
            data: self.data,
            fixed: self.fixed,
        })
    }
}

fn in_range(
    places: &[u32],
    width: usize,
    is_there: impl Fn(u32) -> bool,
    (part, size): (Part, usize),
) -> Result<(), AssemblyError> {
    let wrong = |place: &u32| is_there(*place) && *place as usize >= size;
    let Some(at) = places.iter().position(wrong) else {
        return Ok(());
    };
    Err(AssemblyError::OutOfRange {
        element: at / width,
        part,
        index: places[at] as usize,
        size,
    })
}

/// Elements whose places are in the system.
pub(crate) struct Checked {
    pub(crate) len: usize,
    /// The variables of each element.
    pub(crate) columns: Vec<u32>,
    pub(crate) rows: Vec<u32>,
    pub(crate) data: Vec<f64>,
    pub(crate) fixed: Vec<f64>,
}
