//! Common-subexpression elimination with the value path: products that it computes anyway are not
//! computed again.
//!
//! ```text
//! v3 = v0 * v1        (value)              v3 = v0 * v1
//! a0 = v0 * v1                      =>     a1 = v2 * v3
//! a1 = v2 * a0
//! ```
//!
//! A product in a sum that equals a product of the code list becomes that value. An accumulation of
//! which a single value is left is replaced by the value, and then further products may match. The
//! two products are equal bit for bit, so nothing changes but the count.
//!
//! Every accumulation stays in use, because only terms made of values are replaced. Cost: a lookup
//! for each term.

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Constant, Elemental, RegionId, ValueId};
use crate::ordered::Map;
use crate::plan::renaming::rewrite_sums;
use crate::plan::{Atom, Plan, Product, Term};

use super::pass::Pass;

/// The number of equal products that are tried. Every arm of a branch may compute the product, and
/// other arms do not see it, so without a bound the search would be quadratic in the arms.
const MAX_CANDIDATES: usize = 16;

/// The pass, with the products of the code list by their factors.
#[derive(Debug, Default)]
pub(super) struct ReuseValues {
    pairs: Map<(ValueId, ValueId), Vec<ValueId>>,
    /// By the factor that is a literal, and the value.
    scaled: Map<(u128, ValueId), Vec<ValueId>>,
}

impl Pass for ReuseValues {
    fn apply(&self, plan: Plan, code: &CodeList, region: RegionId) -> Plan {
        rewrite_sums(plan, |renaming, terms| {
            let renamed = terms.iter().map(|term| renaming.renamed(*term));
            renamed
                .map(|term| self.reused(code, term, region))
                .collect()
        })
    }
}

impl ReuseValues {
    pub(super) fn of(code: &CodeList) -> Self {
        let mut products = Self::default();
        for id in code.ids() {
            products.note(code, id);
        }
        products
    }

    fn note(&mut self, code: &CodeList, id: ValueId) {
        let statement = code.statement(id);
        let (Elemental::Operation(Operation::Mul), [a, b]) =
            (statement.elemental(), statement.operands())
        else {
            return;
        };
        let constant = |id: &ValueId| {
            let constant = code.statement(*id).constant();
            constant.map(Constant::key)
        };
        match (constant(a), constant(b)) {
            (None, None) => {
                let pair = (*a.min(b), *a.max(b));
                self.pairs.entry(pair).or_default().push(id);
            }
            (Some(factor), None) => self.scaled.entry((factor, *b)).or_default().push(id),
            (None, Some(factor)) => self.scaled.entry((factor, *a)).or_default().push(id),
            (Some(_), Some(_)) => {}
        }
    }

    /// The term with its product replaced by a value, where the region sees one.
    fn reused(&self, code: &CodeList, term: Term, region: RegionId) -> Term {
        let equal = match term.product {
            Product::Scaled(constant, Atom::Value(id)) => self.scaled.get(&(constant.key(), id)),
            Product::Pair(Atom::Value(a), Atom::Value(b)) => self.pairs.get(&(a, b)),
            _ => None,
        };
        // The last one is the nearest to the region, so it is tried first.
        let mut equal = equal.into_iter().flatten().rev().take(MAX_CANDIDATES);
        let is_visible = |id: &&ValueId| code.is_visible(code.statement(**id).region(), region);
        equal.find(is_visible).map_or(term, |id| Term {
            product: Product::Atom(Atom::Value(*id)),
            ..term
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation;
    use crate::ir::{CodeListBuilder, Origin, Precision, differentiate};
    use crate::rewrite::rewrite;

    #[test]
    fn a_product_of_the_value_path_is_used_again() {
        // y = x0 * exp(5 / x1): dy/dx1 = -(5 / x1) / x1 * (x0 * exp) = ... * y
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let (x0, x1) = (
            builder.code().independents()[0],
            builder.code().independents()[1],
        );
        let five = builder.literal(5.0);
        let quotient = builder.apply(Operation::Div, &[five, x1], Origin::default());
        let exp = builder.apply(Operation::Exp, &[quotient], Origin::default());
        let y = builder.apply(Operation::Mul, &[x0, exp], Origin::default());
        let (code, partials) = differentiate(builder.finish(vec![y]));
        let graph = linearize(&code, &partials);
        let mut steps: Vec<Step> = graph.intermediates().map(Step::Vertex).collect();
        steps.reverse();
        let plan = eliminate(&graph, &EliminationOrder::try_new(&graph, steps).unwrap());
        assert_eq!(plan.counts().variable, 2);
        let rewritten = rewrite(plan, &code);
        assert_eq!(
            rewritten.to_string(),
            format!("J[0, 0] = {exp}\nJ[0, 1] = -{y} * v7\n")
        );
        assert_eq!(rewritten.counts().variable, 1);
    }
}
