//! The price of an order: the operations or the time of the plan that it leads to.
//!
//! Annealing compares thousands of orders by estimates, so its proposals must be measured at the
//! end.
//!
//! ```text
//! order --eliminate--> plan --share--> plan without products of the value path --count--> price
//! ```
//!
//! With the code list, a price includes the local partials and excludes products of the value path;
//! an estimate knows neither. For the default order the price is the time of the plan, as
//! [`executed`](crate::pricing::executed) estimates it.
//!
//! Cost: one elimination per order.

use std::borrow::Cow;

use crate::elim::{Elimination, Step};
use crate::graph::{LinearGraph, Pattern};
use crate::ir::CodeList;
use crate::plan::Counts;
use crate::pricing::Pricer;

use super::Objective;

/// The price of an order. Prices are compared field by field: the later fields break ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Price {
    /// The count or the time, by the [`Aim`].
    pub(super) minimized: usize,
    /// The count of the objective.
    pub(super) count: usize,
    time: usize,
    /// The number of all products.
    pub(super) all: usize,
}

impl Price {
    pub(super) fn weight(self) -> Weight {
        Weight {
            operations: self.count,
            time: self.time,
        }
    }
}

/// The operations that a plan executes, and its estimated time.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// The number of operations.
    pub operations: usize,
    /// The time, in the unit of one operation.
    pub time: usize,
}

/// The quantity to minimize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// The count of the objective.
    Count,
    /// The time, if the objective is operations and these are known.
    Time,
}

/// Prices orders of one graph.
#[derive(Debug)]
pub(super) struct Pricing<'a> {
    pub(super) graph: &'a LinearGraph,
    pattern: Cow<'a, Pattern>,
    /// The state from which orders are priced, which is after the steps before the search.
    start: Elimination<'a>,
    objective: Objective,
    executed: Option<Pricer<'a>>,
    aim: Aim,
}

impl<'a> Pricing<'a> {
    pub(super) fn new(
        graph: &'a LinearGraph,
        prefix: &[Step],
        objective: Objective,
        executed: Option<Pricer<'a>>,
        aim: Aim,
    ) -> Self {
        let pattern = match executed {
            Some(pricer) => Cow::Borrowed(pricer.pattern()),
            None => Cow::Owned(Pattern::of(graph)),
        };
        Self {
            graph,
            pattern,
            start: Elimination::after(graph, prefix),
            objective,
            executed,
            aim,
        }
    }

    /// The code list of the graph, where it is known.
    pub(super) fn code(&self) -> Option<&'a CodeList> {
        self.executed.map(Pricer::code)
    }

    /// The state before the first step of a search.
    pub(super) fn first(&self) -> &Elimination<'a> {
        &self.start
    }

    /// From now on orders begin with the whole graph.
    pub(super) fn undo(&mut self) {
        self.start = Elimination::of(self.graph);
    }

    /// The price of these steps.
    pub(super) fn of(&self, steps: &[Step]) -> Price {
        self.within(steps, usize::MAX)
            .expect("invariant: no count passes this limit")
    }

    /// The same, unless it takes more products than that.
    pub(super) fn within(&self, steps: &[Step], limit: usize) -> Option<Price> {
        let mut elimination = self.start.clone();
        for step in steps {
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
