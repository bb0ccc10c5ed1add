//! The price of an order: what is executed in the end, seen from the very plan that would be emitted.
//!
//! ```text
//! order --eliminate--> plan --share--> plan without products that the value computes --count--> price
//! ```
//!
//! Annealing estimates by the thousand; here the few orders that it and the portfolio propose are
//! measured. With the code list at hand a price includes the partials that are formed and leaves out
//! products of the value path, neither of which an estimate sees. Where nobody has asked for the least count, the price
//! is the time that the plan takes, as [`executed`](crate::pricing::executed) estimates it.
//!
//! Cost: an elimination per order.

use crate::elim::{Elimination, Step};
use crate::graph::{LinearGraph, Pattern};
use crate::plan::Counts;
use crate::pricing::Pricer;

use super::Objective;

/// What orders are compared by: first what is minimized, then the count or the time, then all products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Price {
    /// The count or the time, by the [`Aim`].
    pub(super) minimized: usize,
    /// The count of the objective.
    pub(super) count: usize,
    time: usize,
    pub(super) all: usize,
}

impl Price {
    /// The count, and the time.
    pub(super) fn weight(self) -> (usize, usize) {
        (self.count, self.time)
    }
}

/// What is minimized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// The count of the objective.
    Count,
    /// The time, if the objective is operations and these are known.
    Time,
}

/// What does not change from one order to the next.
#[derive(Debug)]
pub(super) struct Pricing<'a> {
    pub(super) graph: &'a LinearGraph,
    pattern: Pattern,
    objective: Objective,
    executed: Option<Pricer<'a>>,
    aim: Aim,
}

impl<'a> Pricing<'a> {
    pub(super) fn new(
        graph: &'a LinearGraph,
        objective: Objective,
        executed: Option<Pricer<'a>>,
        aim: Aim,
    ) -> Self {
        Self {
            graph,
            pattern: Pattern::of(graph),
            objective,
            executed,
            aim,
        }
    }

    /// The price of steps after a prefix.
    pub(super) fn of(&self, prefix: &[Step], steps: &[Step]) -> Price {
        self.within(prefix, steps, usize::MAX)
            .expect("invariant: no count passes this limit")
    }

    /// The same, unless it takes more products than that.
    pub(super) fn within(&self, prefix: &[Step], steps: &[Step], limit: usize) -> Option<Price> {
        let mut elimination = Elimination::of(self.graph);
        for step in prefix.iter().chain(steps) {
            elimination.perform(*step);
            if elimination.counts().all > limit {
                return None;
            }
        }
        let plan = elimination.finish(&self.pattern);
        let Counts { all, .. } = plan.counts();
        let (count, time) = match (self.executed, self.objective) {
            (Some(executed), Objective::Operations) => executed.operations_and_time(plan),
            (_, objective) => {
                let count = objective.of(plan.counts());
                (count, count + self.graph.n_vertices())
            }
        };
        let minimized = match self.aim {
            Aim::Count => count,
            Aim::Time => time,
        };
        Some(Price {
            minimized,
            count,
            time,
            all,
        })
    }
}
