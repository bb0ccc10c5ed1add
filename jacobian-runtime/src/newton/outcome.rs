//! What a solver returns: why it ended well, or why it did not and how far it came.

use core::fmt;

/// A solution, which is in `x`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solved {
    /// The criterion that was met.
    pub reason: Reason,
    /// The number of steps that were taken.
    pub steps: usize,
    /// The Euclidean norm of the residual at `x`.
    pub norm: f64,
}

/// The criterion that ended a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Every residual is within the tolerance.
    Residual,
    /// The step is below the tolerance, relative to `x`.
    Step,
    /// The residual is orthogonal to every column of the Jacobian: a stationary point of the sum of
    /// squares.
    Gradient,
    /// The sum of squares cannot fall by more than the tolerance.
    Reduction,
}

/// No solution. The vector `x` has the last good iterate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Failure {
    /// Why.
    pub cause: Cause,
    /// The number of steps that were taken.
    pub steps: usize,
    /// The Euclidean norm of the residual at `x`; NaN if it was never computed.
    pub norm: f64,
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The vector `x` has another length than the function has independents.
    Length {
        /// The number of independents.
        expected: usize,
        /// The length of `x`.
        found: usize,
    },
    /// The memory is too short.
    Memory {
        /// The least length.
        needed: usize,
        /// Its length.
        found: usize,
    },
    /// A residual at the start is infinite or NaN.
    Value {
        /// The row of the residual.
        row: usize,
    },
    /// An entry of the Jacobian is infinite or NaN.
    Entry {
        /// The row of the entry.
        row: usize,
        /// The column of the entry.
        col: usize,
    },
    /// The Jacobian is singular, as far as its digits say.
    Singular {
        /// The column without a pivot, where elimination names one.
        col: Option<usize>,
    },
    /// No shorter step makes the residual fall. Newton's method ends so in a minimum of `|r|` that
    /// is no root, or where the residual has no more digits; then compare the norm with what you
    /// expect.
    Stalled,
    /// The limit of steps.
    StepLimit,
    /// The observer stopped the solver.
    Stopped,
    /// No memory for a sparse factorization.
    Factorization,
}

/// How far a solver came.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    pub(super) steps: usize,
    pub(super) norm: f64,
}

impl Progress {
    /// Nothing is evaluated yet.
    pub(super) const START: Self = Self {
        steps: 0,
        norm: f64::NAN,
    };

    pub(super) fn fail(self, cause: Cause) -> Failure {
        Failure {
            cause,
            steps: self.steps,
            norm: self.norm,
        }
    }

    #[allow(clippy::unnecessary_wraps, reason = "the result of a solver")]
    pub(super) fn solved(self, reason: Reason) -> Result<Solved, Failure> {
        Ok(Solved {
            reason,
            steps: self.steps,
            norm: self.norm,
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} after {} steps, where the norm of the residual is {:e}",
            self.cause, self.steps, self.norm
        )
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => write!(
                formatter,
                "the function has {expected} independents, `x` {found}"
            ),
            Self::Memory { needed, found } => write!(
                formatter,
                "the solver needs memory for {needed} numbers, not {found}"
            ),
            Self::Value { row } => {
                write!(formatter, "the residual in row {row} is not finite")
            }
            Self::Entry { row, col } => write!(
                formatter,
                "the derivative in row {row} and column {col} is not finite"
            ),
            Self::Singular { col: Some(col) } => {
                write!(
                    formatter,
                    "the Jacobian is singular: no pivot in column {col}"
                )
            }
            Self::Singular { col: None } => formatter.write_str("the Jacobian is singular"),
            Self::Stalled => formatter.write_str("no shorter step makes the residual fall"),
            Self::StepLimit => formatter.write_str("the limit of steps is reached"),
            Self::Stopped => formatter.write_str("the observer stopped the solver"),
            Self::Factorization => formatter.write_str("no memory for the factorization"),
        }
    }
}

impl core::error::Error for Failure {}
