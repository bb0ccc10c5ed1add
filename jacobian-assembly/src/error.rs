//! Errors of connectivity and of an assembly. Each names the element.

use core::fmt;

/// The kinds of numbers that a system counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A variable.
    Column,
    /// A row.
    Row,
    /// The data that an element has of its own.
    Data,
    /// A fixed value.
    Fixed,
    /// An entry of the matrix.
    Entry,
    /// An element.
    Element,
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Column => "variables",
            Self::Row => "rows",
            Self::Data => "data",
            Self::Fixed => "fixed values",
            Self::Entry => "entries",
            Self::Element => "elements",
        })
    }
}

/// An error in the elements of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AssemblyError {
    /// An element has more or fewer variables, rows or data than the function.
    WrongLength {
        /// The number of the element, from zero.
        element: usize,
        /// What there is too much or too little of.
        part: Part,
        /// How many the function has.
        expected: usize,
        /// How many the element has.
        found: usize,
    },
    /// An element names a column or row that the system does not have.
    OutOfRange {
        /// The number of the element, from zero.
        element: usize,
        /// A variable or a row.
        part: Part,
        /// The number that was given.
        index: usize,
        /// How many the system has.
        size: usize,
    },
    /// Two variables of an element are the same unknown. In a symmetric matrix, entries of the two
    /// would meet on the diagonal, so it is refused there.
    Repeated {
        /// The number of the element, from zero.
        element: usize,
        /// The column of the unknown.
        column: usize,
    },
    /// Two elements of least squares have the same row. Each residual counts by itself in the
    /// normal equations, so their sum would be another problem.
    SharedRow {
        /// The number of the second such element, from zero.
        element: usize,
        /// The row.
        row: usize,
    },
    /// A number does not fit into the 31 bits of a place.
    TooLarge {
        /// The number of the element, from zero.
        element: usize,
        /// What the number counts.
        part: Part,
        /// The number.
        index: usize,
    },
    /// A recorded function assigns to a row that was written before, so what was there is lost.
    Reassigned {
        /// The row.
        row: usize,
    },
    /// The system has more than the 31 bits of a place count.
    SystemTooLarge {
        /// What there is too much of.
        part: Part,
        /// How many there are.
        count: usize,
    },
}

impl fmt::Display for AssemblyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongLength {
                element,
                part,
                expected,
                found,
            } => write!(
                formatter,
                "element {element} has {found} {part}, and the function has {expected}"
            ),
            Self::OutOfRange {
                element,
                part,
                index,
                size,
            } => write!(
                formatter,
                "element {element} names number {index} of the {part}, and the system has {size}"
            ),
            Self::Repeated { element, column } => write!(
                formatter,
                "two variables of element {element} are the same column, {column}"
            ),
            Self::SharedRow { element, row } => write!(
                formatter,
                "element {element} has row {row}, and another element of these least squares has it too"
            ),
            Self::TooLarge {
                element,
                part,
                index,
            } => write!(
                formatter,
                "element {element}: number {index} of the {part} does not fit into 31 bits"
            ),
            Self::Reassigned { row } => write!(
                formatter,
                "row {row} is assigned after it was written, so that the elements before would be lost"
            ),
            Self::SystemTooLarge { part, count } => write!(
                formatter,
                "the system has {count} {part}, and no more than 2147483647 can be counted"
            ),
        }
    }
}

impl core::error::Error for AssemblyError {}

/// An error of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvaluationError {
    /// A slice has another length than the system asks for. Nothing was written.
    WrongLength {
        /// The name of the parameter.
        slice: &'static str,
        /// The length that it must have.
        expected: usize,
        /// The length that it has.
        found: usize,
    },
    /// A result of an element is infinite or no number. The others are written.
    NotFinite {
        /// The number of the term, in the order in which terms were added.
        term: usize,
        /// The first such element of the term.
        element: usize,
    },
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongLength {
                slice,
                expected,
                found,
            } => write!(
                formatter,
                "`{slice}` holds {found} numbers, and the system has {expected}"
            ),
            Self::NotFinite { term, element } => write!(
                formatter,
                "a result of element {element} of term {term} is infinite or no number"
            ),
        }
    }
}

impl core::error::Error for EvaluationError {}
