//! The instructions and the latency of each operation.
//!
//! `Cost` reports the instructions, and the search for an order weighs them and the latencies.

use super::elemental::Operation;

/// Latencies in cycles, see [`Operation::latency`].
pub(crate) const SUM: usize = 4;
const QUOTIENT: usize = 15;
const LIBRARY: usize = 60;

/// Number of instructions of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Multiplications. A fused multiply-add counts as one of these and one addition.
    pub multiplications: usize,
    /// Additions and subtractions.
    pub additions: usize,
    /// Divisions and reciprocals.
    pub divisions: usize,
    /// Roots, transcendental functions, comparisons: everything else but negations, which are free.
    pub elementals: usize,
}

impl Work {
    /// All of them.
    pub fn operations(self) -> usize {
        self.multiplications + self.additions + self.divisions + self.elementals
    }
}

impl std::ops::AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.multiplications += other.multiplications;
        self.additions += other.additions;
        self.divisions += other.divisions;
        self.elementals += other.elementals;
    }
}

impl Operation {
    /// The instructions of one execution.
    pub fn work(self) -> Work {
        let mut work = Work::default();
        match self {
            // A conversion keeps the value.
            Self::Neg | Self::Narrow | Self::Widen => {}
            Self::Mul | Self::Masked => work.multiplications = 1,
            Self::Add | Self::Sub => work.additions = 1,
            Self::MulAdd => (work.multiplications, work.additions) = (1, 1),
            Self::Div | Self::Recip => work.divisions = 1,
            _ => work.elementals = 1,
        }
        work
    }

    /// Latency in cycles, in round numbers. On Zen 3 and Golden Cove sums and products take three
    /// to five cycles, quotients and roots thirteen to twenty, and library functions forty to a
    /// hundred.
    pub fn latency(self) -> usize {
        match self {
            // The sign goes into the operation that uses the value.
            Self::Neg => 0,
            Self::Div | Self::Recip | Self::Sqrt | Self::LowerPower => QUOTIENT,
            Self::MulAdd | Self::Masked => SUM,
            Self::TanhPartial | Self::ExpM1Partial => 2 * SUM,
            Self::SinhPartial | Self::CoshPartial => SUM + QUOTIENT,
            operation if operation.is_exact() => SUM,
            _ => LIBRARY,
        }
    }
}
