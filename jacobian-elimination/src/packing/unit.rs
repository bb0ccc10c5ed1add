//! Units: the statements of a packed region, as data.
//!
//! ```text
//! v3                                            a step
//! p0 = [v4, v5] * [v0, v1]; v6 | v7             a pack, and the names of its results
//! slots 5, 6 | 12, 13 across p0 p1              a cross store
//! store entries 3, 4                            a paired store
//! ```

use std::fmt;

use crate::plan::Term;
use crate::schedule::Step;

use super::cross_stores::{CrossStore, Register};
use super::operands::{Operand, Order, PackedTerm, Scalar};
use super::terms::Factor;

/// One statement of the generated code, or several that belong together.
#[derive(Clone, Debug, PartialEq)]
pub enum Unit {
    /// A step.
    Step(Step),
    /// A step that sums other terms than those of the plan.
    Sum(Step, Vec<Term>),
    /// The pack of this number, and where its results go.
    Pack(usize),
    /// Four entries, from two registers.
    CrossStore(CrossStore),
    /// Two entries of neighbouring slots, the lower slot first.
    Pair([usize; 2]),
    /// LLVM must not move stores across this place.
    Fence,
}

/// Where the two results of a pack go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// Both are entries, stored at once from this slot on.
    Stored(usize),
    /// Those that are used by themselves are taken out of the register, by step.
    Named([Option<Step>; 2]),
}

/// Two sums in one register.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedSum {
    /// The steps that it computes.
    pub steps: [Step; 2],
    /// The terms of both sums, in the order in which they are added.
    pub terms: Vec<PackedTerm>,
    /// Where the results go.
    pub results: Results,
}

impl fmt::Display for PackedSum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            let sign = if index == 0 { "" } else { " + " };
            match term {
                PackedTerm::Plain(operand) => write!(formatter, "{sign}{operand}")?,
                PackedTerm::Subtracted(operand) => write!(formatter, " - {operand}")?,
                PackedTerm::Product(a, b) => write!(formatter, "{sign}{a} * {b}")?,
            }
        }
        match self.results {
            Results::Stored(slot) => write!(formatter, "; slots {slot}, {}", slot + 1),
            Results::Named(steps) => {
                let name =
                    |step: Option<Step>| step.map_or_else(|| "_".to_owned(), |s| s.to_string());
                let [first, second] = steps.map(name);
                write!(formatter, "; {first} | {second}")
            }
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pack {
                index,
                order,
                negative,
            } => {
                let sign = if *negative { "-" } else { "" };
                let order = match order {
                    Order::Straight => "",
                    Order::Swapped => " swapped",
                };
                write!(formatter, "{sign}p{index}{order}")
            }
            Self::Both(scalar) => write!(formatter, "[{scalar}, {scalar}]"),
            Self::Two([first, second]) => write!(formatter, "[{first}, {second}]"),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        match self.value {
            Factor::Number(number) => write!(formatter, "{sign}{number}"),
            Factor::Atom(atom) => write!(formatter, "{sign}{atom}"),
        }
    }
}

impl fmt::Display for CrossStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.slots;
        write!(
            formatter,
            "slots {first}, {} | {second}, {} across",
            first + 1,
            second + 1
        )?;
        for register in self.registers {
            let sign = if register.negative { "-" } else { "" };
            match register.value {
                Register::Pack(index) => write!(formatter, " {sign}p{index}")?,
                Register::Inputs([a, b]) => write!(formatter, " {sign}[{a}, {b}]")?,
            }
        }
        Ok(())
    }
}
