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
//! so two fields may belong to different paths.
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
/// const COST: Cost = Cost { multiplications: 6, additions: 1, divisions: 0, elementals: 2, trivial: 3, literal: 0 };
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
}

impl fmt::Display for Cost {
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
        write!(
            formatter,
            "; folded: {} trivial, {} literal",
            self.trivial, self.literal
        )
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
        } = Cost::default();
        assert_eq!(
            multiplications + additions + divisions + elementals + trivial + literal,
            0
        );
    }
}
