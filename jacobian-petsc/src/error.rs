//! What can go wrong between Rust and PETSc.

use core::fmt;

use jacobian_assembly::EvaluationError;

/// An error of a parallel solve.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PetscError {
    /// PETSc was started before in this process. It can be started once.
    AlreadyStarted,
    /// A name or a value of an option holds a zero byte.
    ZeroByte,
    /// A number is larger than the integers of this PETSc.
    TooLarge {
        /// The number.
        number: usize,
    },
    /// The ranges of the ranks do not follow each other from zero on.
    OwnedRange {
        /// The first unknown that the numbering of this rank owns.
        found: usize,
        /// The first one that comes after those of the ranks before.
        expected: usize,
    },
    /// An element uses an unknown that no rank owns.
    Unowned {
        /// The unknown, in the numbers of the whole.
        unknown: usize,
        /// How many there are.
        count: usize,
    },
    /// The system of this rank, or a slice, has another size than its numbering says.
    WrongLength {
        /// Of what.
        what: &'static str,
        /// The size by the numbering.
        expected: usize,
        /// The size that was found.
        found: usize,
    },
    /// An element gave no finite number, and the solver found no way around it.
    Evaluation {
        /// The element, on the rank that has it. Other ranks have `None`.
        element: Option<EvaluationError>,
        /// The Newton steps taken.
        iterations: usize,
    },
    /// The solver gave up. The unknowns are those of its last iterate.
    Diverged {
        /// PETSc's name of the reason, for example `DIVERGED_MAX_IT`.
        reason: String,
        /// The Newton steps taken.
        iterations: usize,
        /// The norm of the residual there.
        norm: f64,
    },
    /// A function of PETSc failed, and with it the whole run: other ranks may wait for this one, so
    /// end the process with an error, and `mpirun` ends them.
    Failed {
        /// The function.
        call: &'static str,
        /// What it said.
        message: String,
    },
}

impl fmt::Display for PetscError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyStarted => formatter.write_str("PETSc can be started once in a process"),
            Self::ZeroByte => formatter.write_str("an option holds a zero byte"),
            Self::TooLarge { number } => {
                write!(
                    formatter,
                    "{number} is larger than the integers of this PETSc"
                )
            }
            Self::OwnedRange { found, expected } => write!(
                formatter,
                "this rank owns unknowns from {found} on, but those of the ranks before end at \
                 {expected}"
            ),
            Self::Unowned { unknown, count } => write!(
                formatter,
                "an element uses unknown {unknown}, but the ranks own {count} in all"
            ),
            Self::WrongLength {
                what,
                expected,
                found,
            } => write!(
                formatter,
                "{what} must be {expected} by the numbering, but is {found}"
            ),
            Self::Evaluation {
                element: Some(element),
                iterations,
            } => write!(formatter, "after {iterations} steps: {element}"),
            Self::Evaluation {
                element: None,
                iterations,
            } => write!(
                formatter,
                "after {iterations} steps an element of another rank gave no finite number"
            ),
            Self::Diverged {
                reason,
                iterations,
                norm,
            } => write!(
                formatter,
                "no convergence after {iterations} steps: {reason}, residual {norm:e}"
            ),
            Self::Failed { call, message } => write!(formatter, "{call} failed: {message}"),
        }
    }
}

impl core::error::Error for PetscError {}
