//! Errors of connectivity and of an assembly. Each names the element.

use core::fmt;

/// What of an element is meant.
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
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Column => "variables",
            Self::Row => "rows",
            Self::Data => "data",
            Self::Fixed => "fixed values",
            Self::Entry => "entries",
        })
    }
}

/// Why elements do not fit into a system.
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
    /// A number does not fit into the 31 bits of a place, or there are more entries than these
    /// count.
    TooLarge {
        /// The number of the element, from zero.
        element: usize,
        /// What the number counts.
        part: Part,
        /// The number.
        index: usize,
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
        }
    }
}

impl core::error::Error for AssemblyError {}

/// Why a system could not be evaluated.
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
