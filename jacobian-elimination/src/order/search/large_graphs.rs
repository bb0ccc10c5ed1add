//! The default order of a graph that is too large for a search: enhanced Markowitz, forward or
//! reverse.
//!
//! ```text
//! 3,000 operations drawn at random, 20 inputs, 5 outputs       products
//!   enhanced Markowitz                                          127,329
//!   reverse                                                      20,239
//! ```
//!
//! The rule looks one vertex ahead. If every value depends on nearly all others, it makes fill-in
//! that forward or reverse mode avoids, and six times the products are six times the code. So we
//! take forward or reverse mode if it needs at most half the products. A smaller gain is not
//! enough, because the number of products says little about time, and the rule is the documented
//! default.
//!
//! Cost: at most that of the rule twice.

use crate::elim::{Step, cost};
use crate::graph::LinearGraph;
use crate::order::{Problem, enhanced_markowitz, forward_reverse};

/// Another order must take fewer products than the rule by this factor (see the header). A graph of
/// random operations differs by a factor of six.
const MIN_FACTOR: usize = 2;

/// Enhanced Markowitz after these steps, or forward or reverse mode.
pub(super) fn order(graph: &LinearGraph, prefix: &[Step]) -> Vec<Step> {
    let problem = Problem::after(graph, prefix);
    let whole = |rest: Vec<Step>| -> Vec<Step> { prefix.iter().copied().chain(rest).collect() };
    let mut best = whole(enhanced_markowitz::order(problem.clone(), graph));
    let mut limit = cost::products(graph, &best) / MIN_FACTOR;
    for other in [
        forward_reverse::forward(problem.clone()),
        forward_reverse::reverse(problem),
    ] {
        let other = whole(other);
        if let Some(n_products) = cost::products_within(graph, &other, limit) {
            limit = n_products;
            best = other;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::order;
    use crate::elim::cost;
    use crate::graph::{LinearGraph, linearize};
    use crate::ir::elemental::Operation::{Add, Mul};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::order::search::Budget;
    use crate::order::{OrderChoice, choose};

    /// Sums and products of recent values, drawn at random; the last of them are asked for.
    fn drawn(n_in: u32, n_out: usize) -> LinearGraph {
        let mut builder = CodeListBuilder::new(n_in as usize, Precision::Double);
        let mut values: Vec<ValueId> = (0..n_in).map(ValueId).collect();
        let mut state = 1_u64;
        let mut recent = |values: &[ValueId]| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let back = usize::try_from(state >> 33).expect("31 bits") % values.len().min(60);
            values[values.len() - 1 - back]
        };
        for index in 0..800 {
            let operation = if index % 3 == 0 { Add } else { Mul };
            let operands = [recent(&values), recent(&values)];
            values.push(builder.apply(operation, &operands, Origin::default()));
        }
        let dependents = values.split_off(values.len() - n_out);
        let (code, partials) = differentiate(builder.finish(dependents));
        linearize(&code, &partials)
    }

    #[test]
    fn what_the_rule_would_fill_in_is_done_in_one_direction() {
        for (n_in, n_out, name) in [(20, 4, "reverse"), (4, 20, "forward")] {
            let graph = drawn(n_in, n_out);
            let natural: OrderChoice = name.parse().expect("an order");
            let natural = choose(&graph, &natural).expect("no list");
            let default = OrderChoice::Improved(Budget::default());
            assert_eq!(
                choose(&graph, &default).expect("no list").steps(),
                natural.steps(),
                "{name}"
            );
            let rule = choose(&graph, &OrderChoice::EnhancedMarkowitz).expect("no list");
            let [rule, natural] =
                [rule, natural].map(|order| cost::products(&graph, order.steps()));
            assert!(natural * 2 <= rule, "{name}: {natural} for {rule}");
        }
    }

    #[test]
    fn without_moves_the_rule_stands_alone() {
        let graph = drawn(20, 4);
        let moves = Budget {
            moves: 0,
            ..Budget::default()
        };
        let rule = choose(&graph, &OrderChoice::EnhancedMarkowitz).expect("no list");
        let found = choose(&graph, &OrderChoice::Improved(moves)).expect("no list");
        assert_eq!(found.steps(), rule.steps());
    }

    #[test]
    fn elsewhere_the_rule_is_what_was_asked_for() {
        let graph = crate::graph::testing::graph("a-[p]->u b-[q]->u u-[r]->v v-[s]->y v-[t]->z");
        let rule = choose(&graph, &OrderChoice::EnhancedMarkowitz).expect("no list");
        assert_eq!(order(&graph, &[]), rule.steps());
    }
}
