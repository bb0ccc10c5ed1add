//! Common-subexpression elimination on multiples: a literal times a value, which occurs in several
//! sums, is computed once.
//!
//! ```text
//! J[0, 0] = 22 + 10 v4 - 10 v6         a0 = 10 v4        J[0, 0] = 22 + a0 - a1
//! J[0, 2] =  1 - 10 v4           =>    a1 = 10 v6        J[0, 2] =  1 - a0
//! J[0, 6] =  2 - 10 v4 + 10 v6                           J[0, 6] =  2 - a0 + a1
//! ```
//!
//! Stencils with literal weights are full of such multiples. A target without fused multiply-adds
//! saves all multiplications but one. A target with them executes one instruction more for each
//! multiple, and still gains, because an addition can take one operand from memory, needs no copy
//! of its accumulator, and has units of its own on some machines. By `search`, `fdc` went from 125
//! to 87 ns natively, and others stayed within 3 % (docs/book/src/experiments.md).
//!
//! Cost: a lookup for each term.

use crate::ir::{CodeList, RegionId};
use crate::ordered::Map;
use crate::plan::renaming::{Renaming, rewrite_sums};
use crate::plan::{AccumulationId, Atom, Plan, Product, Term};

use super::pass::Pass;

/// The pass.
#[derive(Debug)]
pub(super) struct SharedMultiples;

impl Pass for SharedMultiples {
    fn apply(&self, plan: Plan, _: &CodeList, _: RegionId) -> Plan {
        shared(plan)
    }
}

/// The plan in which a multiple that is added up more than once is an accumulation.
fn shared(plan: Plan) -> Plan {
    let mut pass = Sharing::default();
    for term in plan.sums().flatten() {
        if let Some(multiple) = Multiple::of(*term) {
            *pass.uses.entry(multiple).or_default() += 1;
        }
    }
    rewrite_sums(plan, |renaming, terms| {
        let terms = terms.iter();
        terms
            .map(|term| pass.with_multiple(renaming, *term))
            .collect()
    })
}

/// A number, by its key, times a value, by its name in the old plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Multiple(u128, Atom);

impl Multiple {
    fn of(term: Term) -> Option<Self> {
        match term.product {
            Product::Scaled(factor, atom) => Some(Self(factor.key(), atom)),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Sharing {
    uses: Map<Multiple, usize>,
    /// The multiples that are accumulations by now.
    formed: Map<Multiple, AccumulationId>,
}

impl Sharing {
    /// The term in the atoms of the new plan. A multiple with several uses becomes an accumulation
    /// at its first use.
    fn with_multiple(&mut self, renaming: &mut Renaming, term: Term) -> Term {
        let renamed = renaming.renamed(term);
        let shared = Multiple::of(term).filter(|multiple| self.uses[multiple] > 1);
        let Some(multiple) = shared else {
            return renamed;
        };
        let id = *self.formed.entry(multiple).or_insert_with(|| {
            let formed = Term {
                negative: false,
                ..renamed
            };
            renaming.form(vec![formed])
        });
        Term {
            product: Product::Atom(Atom::Accumulation(id)),
            ..renamed
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::elim::{EliminationOrder, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation::{Add, Mul, Sub};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::rewrite::rewrite;

    #[test]
    fn a_multiple_in_several_sums_is_formed_once() {
        // Rows x y + 10 x z - 10 y z and x y - 10 x z, with each of 10 x, 10 y and 10 z in two
        // entries or one.
        let mut builder = CodeListBuilder::new(3, Precision::Double);
        let [x, y, z] = [0, 1, 2].map(ValueId);
        let ten = builder.literal(10.0);
        let mut apply = |operation, operands: [ValueId; 2]| {
            builder.apply(operation, &operands, Origin::default())
        };
        let [xy, xz, yz] = [[x, y], [x, z], [y, z]].map(|factors| apply(Mul, factors));
        let [xz, yz] = [xz, yz].map(|product| apply(Mul, [ten, product]));
        let first = apply(Add, [xy, xz]);
        let first = apply(Sub, [first, yz]);
        let second = apply(Sub, [xy, xz]);
        let (code, partials) = differentiate(builder.finish(vec![first, second]));
        let graph = linearize(&code, &partials);
        let steps = graph.intermediates().map(crate::elim::Step::Vertex);
        let order = EliminationOrder::try_new(&graph, steps.collect()).unwrap();
        let plan = rewrite(eliminate(&graph, &order), &code);
        assert_eq!(
            plan.to_string(),
            "a0 = 10 * v2\na1 = 10 * v0\n\
             J[0, 0] = v1 + a0\nJ[0, 1] = -a0 + v0\nJ[0, 2] = -10 * v1 + a1\n\
             J[1, 0] = v1 - a0\nJ[1, 1] = v0\nJ[1, 2] = -a1\n"
        );
        assert_eq!(plan.counts().variable, 3);
    }
}
