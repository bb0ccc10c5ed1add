//! The report on an order, for the documentation of `_COST`: the best greedy order beside it, and a
//! lower bound.
//!
//! ```text
//! order: enhanced_markowitz, 663 operations, 908 multiplications in all
//! best greedy order: pre_elimination, 570 operations
//! no vertex order: under 412 multiplications
//! ```
//!
//! It shows a user how much another order would save, and how far from optimal the code can be at
//! most.
//!
//! Cost: one elimination per greedy order and one cut per vertex, so only graphs of moderate size
//! are reported on; on larger ones the report says nothing rather than slow the build.

use std::fmt;

use crate::elim::{Elimination, EliminationOrder, Step};
use crate::graph::{LinearGraph, Pattern};
use crate::ir::RegionId;
use crate::order::{self, OrderChoice, lower_bound};
use crate::rewrite::Passes;

/// The most intermediates of a graph that is reported on, so that the report does not slow the
/// build.
const MAX_INTERMEDIATES: usize = 200;

/// The orders to compare with: cheap, and between them seldom far from the best.
const GREEDY: &[OrderChoice] = &[
    OrderChoice::Forward,
    OrderChoice::Reverse,
    OrderChoice::Markowitz(order::Tie::Last),
    OrderChoice::EnhancedMarkowitz,
    OrderChoice::PreElimination,
    OrderChoice::PreEliminationEnhanced,
    OrderChoice::LowestFillIn,
];

/// The alternatives to the chosen order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The greedy order with the fewest operations.
    pub best_greedy: OrderChoice,
    /// Its operations.
    pub operations: usize,
    /// The multiplications, all counted, that no vertex order can do without.
    pub lower_bound: usize,
}

/// Compares the greedy orders on a graph after these steps; nothing where that would take long.
pub fn report(
    passes: &Passes<'_>,
    graph: &LinearGraph,
    pattern: &Pattern,
    prefix: &[Step],
) -> Option<Report> {
    let n_intermediates = graph.intermediates().count();
    if n_intermediates == 0 || n_intermediates > MAX_INTERMEDIATES {
        return None;
    }
    // All orders begin with the prefix, so it is performed once.
    let start = Elimination::after(graph, prefix);
    let operations = |order: &EliminationOrder| {
        let mut elimination = start.clone();
        for step in &order.steps()[prefix.len()..] {
            elimination.perform(*step);
        }
        let plan = elimination.finish(pattern);
        passes.rewrite(plan, RegionId::FUNCTION).counts().operations
    };
    let orders = order::each_after(graph, prefix, GREEDY);
    let mut counted: Vec<usize> = Vec::new();
    for (n, order) in orders.iter().enumerate() {
        // On small graphs half of the methods come to the same order.
        let same = orders[..n].iter().position(|earlier| earlier == order);
        counted.push(same.map_or_else(|| operations(order), |same| counted[same]));
    }
    let counted = counted.into_iter().zip(GREEDY);
    let (operations, best_greedy) = counted.min_by_key(|(operations, _)| *operations)?;
    let lower_bound = lower_bound::lower_bound(graph);
    Some(Report {
        best_greedy: best_greedy.clone(),
        operations,
        lower_bound,
    })
}

/// The multiplications in the arms of branches and the bodies of loops, of which each runs at most
/// once where its graph is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfRegions {
    /// Those of the plans, with those by plus or minus one.
    pub multiplications: usize,
    /// Those that no vertex order can do without.
    pub lower_bound: usize,
}

/// The bound over graphs, each with the multiplications of its plan; nothing where it would take
/// long.
pub fn of_regions<'a>(
    regions: impl Iterator<Item = (&'a LinearGraph, usize)>,
) -> Option<OfRegions> {
    let regions: Vec<(&LinearGraph, usize)> = regions.collect();
    let sizes = regions
        .iter()
        .map(|(graph, _)| graph.intermediates().count());
    let n_intermediates: usize = sizes.sum();
    if n_intermediates == 0 || n_intermediates > MAX_INTERMEDIATES {
        return None;
    }
    let bounds = regions
        .iter()
        .map(|(graph, _)| lower_bound::lower_bound(graph));
    Some(OfRegions {
        lower_bound: bounds.sum(),
        multiplications: regions.iter().map(|(_, all)| all).sum(),
    })
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "The best greedy order is `{}` with {} operations; no vertex order takes fewer than {} \
             multiplications in all.",
            self.best_greedy, self.operations, self.lower_bound
        )
    }
}

#[cfg(test)]
mod tests {
    use super::report;
    use crate::graph::{Pattern, linearize};
    use crate::ir::elemental::Operation;
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::rewrite::{Passes, Summands};

    #[test]
    fn a_chain_is_reported_as_what_it_is() {
        let mut builder = CodeListBuilder::new(1, Precision::Double);
        let mut value = ValueId(0);
        for operation in [Operation::Sin, Operation::Exp, Operation::Tan] {
            value = builder.apply(operation, &[value], Origin::default());
        }
        let (code, partials) = differentiate(builder.finish(vec![value]));
        let graph = linearize(&code, &partials);
        let report = report(
            &Passes::of(&code, Summands::Computed),
            &graph,
            &Pattern::of(&graph),
            &[],
        )
        .expect("two intermediates");
        assert_eq!((report.operations, report.lower_bound), (2, 2));
        assert!(
            report
                .to_string()
                .starts_with("The best greedy order is `forward` with 2")
        );
    }
}
