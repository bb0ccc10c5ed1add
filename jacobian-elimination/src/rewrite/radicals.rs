//! Square roots: `x / sqrt(x)` is `sqrt(x)`. A radicand that is multiplied by the reciprocal of its
//! root is replaced by the root.
//!
//! ```text
//! v1 = sqrt(v0)                v2 = v0 * v1               v1 = sqrt(v0), v0 = 40 / x
//! a0 = v1 + v0 * (0.5 / v1)                               a0 = -(v0 / x) * (0.5 / v1)
//!    = 1.5 * v1                                              = -(1 / x) * (0.5 * v1)
//! ```
//!
//! The quotient is a division after a root, so it is often on the critical path. Without it, and
//! with quotients of literals left as divisions (`schedule/fuse`), `cpf` went from 15.3 to 14.6 ns
//! natively and from 21.2 to 16.8 on the default target. The replacement is also rounded less
//! often.
//!
//! If the radicand is a quotient itself, differentiation offers half the root as a partial, next to
//! the quotient. It is computed only if it is used here, and it is used here only if nothing else
//! needs the quotient by the root. Otherwise the division would not go away, and half the root
//! would be one more operation. Cost: a few lookups for each term.

use crate::ordered::{Map, Set};

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Constant, Elemental, RegionId, ValueId};
use crate::plan::renaming::rewrite_sums;
use crate::plan::sum::{merge, scaled};
use crate::plan::{Atom, Plan, Product, Signed, Term};

use super::pass::Pass;

impl Pass for Radicals {
    fn apply(&self, plan: Plan, code: &CodeList, _: RegionId) -> Plan {
        self.without_quotients(plan, code)
    }
}

/// `numerator / root`, where the root is that of the radicand.
#[derive(Clone, Copy, Debug)]
struct Quotient {
    numerator: Constant,
    root: ValueId,
    radicand: ValueId,
}

/// The pass, with the quotients of literals by roots.
#[derive(Debug)]
pub(super) struct Radicals {
    quotients: Map<ValueId, Quotient>,
    /// Multiples of values, by the bits of the factor and the value.
    multiples: Map<(u128, ValueId), ValueId>,
    /// The quotients that other statements use, which a plan does not show.
    operands: Set<ValueId>,
}

impl Radicals {
    pub(super) fn of(code: &CodeList) -> Self {
        let mut known = Self {
            quotients: Map::new(),
            multiples: Map::new(),
            operands: Set::new(),
        };
        for id in code.ids() {
            let operands = code.statement(id).operands().iter();
            let quotients = operands.filter(|id| known.quotients.contains_key(id));
            known.operands.extend(quotients);
            if let Some(quotient) = known.quotient(code, id) {
                known.quotients.insert(id, quotient);
            }
            if let Some(multiple) = Self::multiple(code, id) {
                known.multiples.entry(multiple).or_insert(id);
            }
        }
        known
    }

    fn quotient(&self, code: &CodeList, id: ValueId) -> Option<Quotient> {
        let statement = code.statement(id);
        let Elemental::Operation(operation) = statement.elemental() else {
            return None;
        };
        let number = |id: ValueId| code.statement(id).constant();
        let (numerator, root) = match (operation, statement.operands()) {
            (Operation::Recip, [root]) => (Constant::ONE, *root),
            (Operation::Div, [a, root]) => (number(*a)?, *root),
            (Operation::Mul, [a, b]) => {
                let quotient = *self.quotients.get(b)?;
                let numerator = number(*a)?.multiply(quotient.numerator);
                return Some(Quotient {
                    numerator,
                    ..quotient
                });
            }
            _ => return None,
        };
        let radicand = radicand(code, root)?;
        Some(Quotient {
            numerator,
            root,
            radicand,
        })
    }

    /// The factor, in bits, and the root that a statement multiplies.
    fn multiple(code: &CodeList, id: ValueId) -> Option<(u128, ValueId)> {
        let statement = code.statement(id);
        match (statement.elemental(), statement.operands()) {
            (Elemental::Operation(Operation::Mul), [a, root]) => {
                let factor = code.statement(*a).constant()?;
                radicand(code, *root)?;
                Some((factor.key(), *root))
            }
            _ => None,
        }
    }

    /// The plan in which a radicand is not divided by its root.
    fn without_quotients(&self, plan: Plan, code: &CodeList) -> Plan {
        if self.quotients.is_empty() {
            return plan;
        }
        let mut pass = Replacing {
            known: self,
            code,
            needed: self.operands.clone(),
        };
        for term in plan.sums().flatten() {
            if pass.met(*term).is_none() {
                pass.needed.extend(term.atoms().filter_map(value));
            }
        }
        rewrite_sums(plan, |renaming, terms| {
            pass.replaced_sum(renaming.renamed_sum(terms))
        })
    }
}

/// The radicand of a root.
fn radicand(code: &CodeList, root: ValueId) -> Option<ValueId> {
    let statement = code.statement(root);
    match (statement.elemental(), statement.operands()) {
        (Elemental::Operation(Operation::Sqrt), [radicand]) => Some(*radicand),
        _ => None,
    }
}

fn value(atom: Atom) -> Option<ValueId> {
    match atom {
        Atom::Value(id) => Some(id),
        Atom::Accumulation(_) => None,
    }
}

/// A quotient in a product with its radicand.
struct Met {
    by: ValueId,
    quotient: Quotient,
    rest: Rest,
}

/// The rest of the other factor without the radicand.
#[derive(Clone, Copy)]
enum Rest {
    Nothing,
    Factor(ValueId),
}

struct Replacing<'a> {
    known: &'a Radicals,
    code: &'a CodeList,
    /// The values that are needed even if all quotients are replaced.
    needed: Set<ValueId>,
}

impl Replacing<'_> {
    /// The quotient that a product has, if its other factor has the radicand.
    fn met(&self, term: Term) -> Option<Met> {
        let Product::Pair(Atom::Value(a), Atom::Value(b)) = term.product else {
            return None;
        };
        [(a, b), (b, a)].into_iter().find_map(|(by, other)| {
            let quotient = *self.known.quotients.get(&by)?;
            let rest = self.without(quotient.radicand, other)?;
            Some(Met { by, quotient, rest })
        })
    }

    /// The rest of a product without one of its factors.
    fn without(&self, factor: ValueId, product: ValueId) -> Option<Rest> {
        if product == factor {
            return Some(Rest::Nothing);
        }
        let statement = self.code.statement(product);
        match (statement.elemental(), statement.operands()) {
            (Elemental::Operation(Operation::Mul), [a, b]) if *a == factor => {
                Some(Rest::Factor(*b))
            }
            (Elemental::Operation(Operation::Mul), [a, b]) if *b == factor => {
                Some(Rest::Factor(*a))
            }
            _ => None,
        }
    }

    fn replaced_sum(&self, terms: Vec<Term>) -> Vec<Term> {
        let replaced = terms
            .iter()
            .map(|term| self.replaced(*term).unwrap_or(*term));
        let replaced = merge(replaced.collect());
        // A sum that vanishes by algebra stays as it was, because an accumulation is never empty.
        if replaced.is_empty() { terms } else { replaced }
    }

    /// The numerator times the root, and times the rest.
    fn replaced(&self, term: Term) -> Option<Term> {
        let Met { by, quotient, rest } = self.met(term)?;
        let Quotient {
            numerator, root, ..
        } = quotient;
        match rest {
            Rest::Nothing => {
                let root = Signed {
                    negative: term.negative,
                    value: Atom::Value(root),
                };
                scaled(numerator, root)
            }
            Rest::Factor(_) if self.needed.contains(&by) => None,
            Rest::Factor(rest) => {
                let half = *self.known.multiples.get(&(numerator.key(), root))?;
                let [first, second] = [rest.min(half), rest.max(half)].map(Atom::Value);
                let product = Product::Pair(first, second);
                Some(Term { product, ..term })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation::{self, Add, Div, Mul, Sqrt};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::pricing;
    use crate::rewrite::rewrite;

    /// The plan of statements over three variables, and what it executes; operands are numbered
    /// from the variables on, 40 after them.
    fn plan(statements: &[(Operation, &[usize])]) -> (String, usize) {
        let mut builder = CodeListBuilder::new(3, Precision::Double);
        let mut values = vec![ValueId(0), ValueId(1), ValueId(2), builder.literal(40.0)];
        for (operation, operands) in statements {
            let operands: Vec<ValueId> = operands.iter().map(|at| values[*at]).collect();
            values.push(builder.apply(*operation, &operands, Origin::default()));
        }
        let last = values.last().copied();
        let (code, partials) = differentiate(builder.finish(last.into_iter().collect()));
        let graph = linearize(&code, &partials);
        let steps = graph.intermediates().rev().map(Step::Vertex).collect();
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        let plan = rewrite(eliminate(&graph, &order), &code);
        (plan.to_string(), pricing::operations(&plan, &code))
    }

    #[test]
    fn a_radicand_by_its_root_is_a_multiple_of_the_root() {
        let (plan, operations) = plan(&[(Sqrt, &[0]), (Mul, &[0, 4])]);
        assert_eq!(plan, "J[0, 0] = 1.5 * v4\n");
        assert_eq!(operations, 1);
    }

    #[test]
    fn what_is_left_of_a_product_is_multiplied_where_that_saves_the_division() {
        // sqrt(40 / x), where the partial of the quotient has the quotient as a factor; v9 is half
        // the root, v6 one over x.
        let (by_root, operations) = plan(&[(Div, &[3, 0]), (Sqrt, &[4])]);
        assert_eq!(by_root, "J[0, 0] = -v6 * v9\n");
        assert_eq!(operations, 2 + 4, "two products and a division");
        // sqrt(40 / x + y) has another radicand, and v10 is the quotient by the root.
        let sum: [(Operation, &[usize]); 3] = [(Div, &[3, 0]), (Add, &[1, 4]), (Sqrt, &[5])];
        assert_eq!(plan(&sum).0, "J[0, 0] = -v8 * v10\nJ[0, 1] = v10\n");
    }
}
