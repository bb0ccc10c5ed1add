//! Operation counts of derivative code: the operations that one call of a generated function
//! executes, as a constant.
//!
//! You can compare elimination orders by it without running anything.
//!
//! ```text
//! executed    multiplications  additions  divisions  elementals
//! folded      trivial (a factor +1 or -1)   literal (both factors known at expansion)
//! ```
//!
//! The counts include the local partials. They are exact: running the derivative code with a
//! counting scalar gives the same numbers. With branches each field is the maximum over all paths,
//! so two fields may belong to different paths. A loop that runs a number of times known only at
//! run time is counted by iteration, so one call executes the fields, and for each loop its
//! iterations times the cost of one.
//!
//! The value path is not counted, although it differs from the user's function under `value =
//! fused`. Elementals that share a vector count one by one. If sine and cosine are computed
//! together, only those that are used count.

use core::fmt;

/// Number of operations that derivative code executes per call, and of multiplications that were
/// folded away.
///
/// A fused multiply-add counts as one multiplication and one addition. Negations are free. The
/// attribute generates one constant for each function, for example `RESIDUAL_COST` for `residual`.
///
/// ```
/// use jacobian_runtime::Cost;
///
/// const COST: Cost = Cost { multiplications: 6, additions: 1, divisions: 0, elementals: 2, trivial: 3, literal: 0, loops: &[] };
/// assert_eq!(COST.to_string(), "6 multiplications, 1 addition, 0 divisions, 2 elementals; folded: 3 trivial, 0 literal");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cost {
    /// Multiplications executed, including those inside a fused multiply-add.
    pub multiplications: usize,
    /// Additions and subtractions executed, including those inside a fused multiply-add.
    pub additions: usize,
    /// Divisions and reciprocals executed.
    pub divisions: usize,
    /// Everything else executed: roots, transcendental functions, selections at kinks.
    pub elementals: usize,
    /// Multiplications folded away because a factor is plus or minus one.
    pub trivial: usize,
    /// Multiplications folded away because both factors are known at expansion.
    pub literal: usize,
    /// The loops whose number of iterations is known only at run time, in the order of the source.
    /// The other fields count what is outside of them.
    pub loops: &'static [LoopCost],
}

/// Number of operations that one iteration of a loop executes for derivatives, without those of
/// loops inside it.
///
/// ```
/// use jacobian_runtime::{Cost, LoopCost};
///
/// const LOOP: LoopCost = LoopCost { multiplications: 4, additions: 2, divisions: 1, elementals: 0 };
/// let cost = Cost { divisions: 1, loops: &[LOOP], ..Cost::default() };
/// assert_eq!(
///     cost.to_string(),
///     "0 multiplications, 0 additions, 1 division, 0 elementals; folded: 0 trivial, 0 literal; \
///      each iteration of loop 1: 4 multiplications, 2 additions, 1 division, 0 elementals",
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LoopCost {
    /// Multiplications executed, including those inside a fused multiply-add.
    pub multiplications: usize,
    /// Additions and subtractions executed, including those inside a fused multiply-add.
    pub additions: usize,
    /// Divisions and reciprocals executed.
    pub divisions: usize,
    /// Everything else executed: roots, transcendental functions, selections at kinks.
    pub elementals: usize,
}

impl fmt::Display for LoopCost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let executed = [
            (self.multiplications, "multiplication"),
            (self.additions, "addition"),
            (self.divisions, "division"),
            (self.elementals, "elemental"),
        ];
        for (position, (count, noun)) in executed.into_iter().enumerate() {
            let separator = if position == 0 { "" } else { ", " };
            let plural = if count == 1 { "" } else { "s" };
            write!(formatter, "{separator}{count} {noun}{plural}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outside = LoopCost {
            multiplications: self.multiplications,
            additions: self.additions,
            divisions: self.divisions,
            elementals: self.elementals,
        };
        write!(
            formatter,
            "{outside}; folded: {} trivial, {} literal",
            self.trivial, self.literal
        )?;
        for (number, iteration) in (1..).zip(self.loops) {
            write!(formatter, "; each iteration of loop {number}: {iteration}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Cost;

    #[test]
    fn every_count_is_shown_in_its_place() {
        let cost = Cost {
            multiplications: 1,
            additions: 2,
            divisions: 3,
            elementals: 4,
            trivial: 5,
            literal: 6,
            loops: &[],
        };
        let text = "1 multiplication, 2 additions, 3 divisions, 4 elementals; folded: 5 trivial, 6 literal";
        assert_eq!(std::format!("{cost}"), text);
    }

    #[test]
    fn nothing_costs_nothing() {
        let Cost {
            multiplications,
            additions,
            divisions,
            elementals,
            trivial,
            literal,
            loops,
        } = Cost::default();
        assert_eq!(
            multiplications + additions + divisions + elementals + trivial + literal,
            0
        );
        assert!(loops.is_empty());
    }
}
