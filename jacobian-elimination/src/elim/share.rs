//! Products that the value path computes anyway are not computed again.
//!
//! ```text
//! v3 = v0 * v1        (value)              v3 = v0 * v1
//! a0 = v0 * v1                      =>     a1 = v2 * v3
//! a1 = v2 * a0
//! ```
//!
//! A pair or scaled term that equals a product of the code list becomes that value; an accumulation
//! that is left with a single value is replaced by it, which may reveal further products. Products
//! are exact copies, bit for bit, so nothing changes but the count.
//!
//! Keeps: accumulations use earlier ones only, and each is used, since only terms made of values are
//! replaced. Cost: a lookup per term.

use std::collections::BTreeMap;

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Elemental, RegionId, ValueId};

use super::common;
use super::identities::Identities;
use super::multiples;
use super::plan::{Atom, Plan, Product, Term};
use super::radicals::Radicals;
use super::renaming;
use super::roots::Roots;
use super::scale;
use super::tails::Summands;

/// The plan with the products of the code list put to use.
pub fn share(plan: Plan, code: &CodeList) -> Plan {
    Known::of(code, Summands::Computed).share(plan, RegionId::FUNCTION)
}

/// How many equal products are asked whether they are visible.
const ASKED: usize = 16;

impl Known<'_> {
    /// The plan of a region with the products put to use that are visible there.
    pub fn share(&self, plan: Plan, region: RegionId) -> Plan {
        let shared = renaming::rewrite(plan, |renaming, terms| {
            let renamed = terms.iter().map(|term| renaming.renamed(*term));
            renamed.map(|term| self.rewrite(term, region)).collect()
        });
        let shared = self.radicals.apply(shared, self.code);
        let scaled = scale::scale(shared, &self.roots, |other| {
            self.code.is_visible(other, region)
        });
        let identified = self.identities.apply(scaled, self.code, region);
        common::share_common(multiples::share_multiples(identified))
    }
}

/// The value that a sum is, sign included, if it is no more than one.
pub fn single(terms: &[Term]) -> Option<(bool, Atom)> {
    let [term] = terms else { return None };
    match term.product {
        Product::Atom(atom) => Some((term.negative, atom)),
        _ => None,
    }
}

/// The products of the code list, by their factors.
#[derive(Debug)]
pub struct Known<'a> {
    pub(super) code: &'a CodeList,
    pairs: BTreeMap<(ValueId, ValueId), Vec<ValueId>>,
    scaled: BTreeMap<(u64, ValueId), Vec<ValueId>>,
    roots: Roots,
    radicals: Radicals,
    identities: Identities,
}

impl<'a> Known<'a> {
    /// What the value path and the forming of partials multiply.
    pub fn of(code: &'a CodeList, summands: Summands) -> Self {
        let mut known = Self {
            code,
            pairs: BTreeMap::new(),
            scaled: BTreeMap::new(),
            roots: Roots::of(code),
            radicals: Radicals::of(code),
            identities: Identities::of(code, summands),
        };
        for id in code.ids() {
            let statement = code.statement(id);
            if let (Elemental::Operation(Operation::Mul), [a, b]) =
                (statement.elemental(), statement.operands())
            {
                let constant = |id: &ValueId| {
                    code.statement(*id)
                        .constant()
                        .map(|constant| constant.value().to_bits())
                };
                match (constant(a), constant(b)) {
                    (None, None) => {
                        let pair = (*a.min(b), *a.max(b));
                        known.pairs.entry(pair).or_default().push(id);
                    }
                    (Some(factor), None) => {
                        known.scaled.entry((factor, *b)).or_default().push(id);
                    }
                    (None, Some(factor)) => {
                        known.scaled.entry((factor, *a)).or_default().push(id);
                    }
                    (Some(_), Some(_)) => {}
                }
            }
        }
        known
    }

    /// The last of equal products that a region sees.
    fn visible(&self, equal: Option<&Vec<ValueId>>, region: RegionId) -> Option<ValueId> {
        let mut equal = equal?.iter().rev().take(ASKED).copied();
        equal.find(|id| {
            self.code
                .is_visible(self.code.statement(*id).region(), region)
        })
    }

    /// The term in which known products are values.
    fn rewrite(&self, term: Term, region: RegionId) -> Term {
        let equal = match term.product {
            Product::Scaled(constant, Atom::Value(id)) => {
                self.scaled.get(&(constant.value().to_bits(), id))
            }
            Product::Pair(Atom::Value(a), Atom::Value(b)) => self.pairs.get(&(a, b)),
            _ => None,
        };
        self.visible(equal, region).map_or(term, |id| Term {
            product: Product::Atom(Atom::Value(id)),
            ..term
        })
    }
}

#[cfg(test)]
mod tests {
    use super::share;
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation;
    use crate::ir::{CodeListBuilder, Origin, Precision, differentiate};

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
        let shared = share(plan, &code);
        assert_eq!(
            shared.to_string(),
            format!("J[0, 0] = {exp}\nJ[0, 1] = -{y} * v7\n")
        );
        assert_eq!(shared.counts().variable, 1);
    }
}
