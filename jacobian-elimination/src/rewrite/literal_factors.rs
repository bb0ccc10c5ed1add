//! Factoring: literal factors move out of products and sums, so that sums which are multiples of
//! each other become one.
//!
//! ```text
//! v4 = 2 * v0        the value path has v8 = v0 * v2 and v9 = v1 * v3
//! v5 = 2 * v1
//! v6 = 2 * v2        J[0, 0] = v4 * v2 - v5 * v3          a0 = v8 - v9
//! v7 = 2 * v3        J[1, 1] = v6 * v0 - v7 * v1    =>    J[0, 0] = 2 * a0
//!                                                         J[1, 1] = 2 * a0
//! ```
//!
//! Partials of squares and cubes carry factors that hide equal products. For example, the partial
//! of `x * x` is `2 * x`. A pair of factors becomes a multiple of a value if the value path
//! computes the product of their [cores](super::unscaled), the factors without literals. Sums that
//! are then equal up to a factor are accumulated once. A factor that three or more terms of a sum
//! share is applied once, and `4 * v4` is `8 * v0` where nothing else needs `v4`.
//!
//! Cost: a lookup for each term, and a sort for each sum.

use crate::ordered::{Map, Set};

use crate::ir::{CodeList, Constant, RegionId, ValueId};
use crate::plan::renaming::Renaming;
use crate::plan::sum::{key, merge, scaled};
use crate::plan::unused::plan_of_used;
use crate::plan::{AccumulationId, Atom, Entry, Plan, Product, Signed, Term, single};

use super::pass::Pass;
use super::unscaled::{ScaledProduct, Unscaled, is_moderate};

/// The pass, with the cores of all values.
#[derive(Debug)]
pub(super) struct LiteralFactors(Unscaled);

impl LiteralFactors {
    pub(super) fn of(code: &CodeList) -> Self {
        Self(Unscaled::of(code))
    }
}

impl Pass for LiteralFactors {
    fn apply(&self, plan: Plan, code: &CodeList, region: RegionId) -> Plan {
        factored(plan, &self.0, code, region)
    }
}

/// The plan with literal factors taken out.
fn factored(plan: Plan, unscaled: &Unscaled, code: &CodeList, region: RegionId) -> Plan {
    let kept = kept(&plan);
    let (accumulations, mut entries, counts) = plan.into_parts();
    let mut pass = Factoring {
        unscaled,
        code,
        region,
        renaming: Renaming::default(),
        kept,
        sums: Map::new(),
    };
    for accumulation in accumulations {
        let terms = pass.without_factors(accumulation.terms());
        let terms = pass.share(terms);
        let replacement = pass.replacement(terms);
        pass.renaming.replace(replacement);
    }
    for entry in &mut entries {
        let terms = pass.without_factors(entry.terms());
        *entry.terms_mut() = terms;
    }
    // An entry becomes an accumulation only if another entry is a multiple of it. We know that only
    // after all entries have their final terms, so this takes a second loop.
    let repeated = repeated(&entries);
    for entry in &mut entries {
        let terms = std::mem::take(entry.terms_mut());
        if form(&terms).is_some_and(|(form, _)| repeated.get(&form).is_some_and(|n| *n > 1)) {
            pass.note_sum(terms.clone());
        }
        *entry.terms_mut() = pass.share(terms);
    }
    plan_of_used(pass.renaming.into_accumulations(), entries, counts)
}

/// A partial with more multiples than this stays. Each multiple needs a constant of its own
/// without it: with four uses each, `se3b` executes three operations less and takes two to five per
/// cent longer on the default target (docs/book/src/experiments.md).
const MOST_MULTIPLES: usize = 3;

/// The values that a plan needs in any case: it uses them without a literal factor, or often.
fn kept(plan: &Plan) -> Set<ValueId> {
    let (mut kept, mut uses) = (Set::new(), Map::new());
    for term in plan.sums().flatten() {
        let is_scaled = matches!(term.product, Product::Scaled(..));
        for atom in term.atoms() {
            if let Atom::Value(id) = atom {
                let uses: &mut usize = uses.entry(id).or_default();
                *uses += 1;
                if !is_scaled || *uses > MOST_MULTIPLES {
                    kept.insert(id);
                }
            }
        }
    }
    kept
}

/// The form that a sum and its multiples share: for each term its atoms, and the ratio of its
/// factor to the factor of the first term.
type Form = Vec<((Option<Atom>, Option<Atom>), u128)>;

struct Factoring<'a> {
    unscaled: &'a Unscaled,
    code: &'a CodeList,
    region: RegionId,
    renaming: Renaming,
    /// Partials that are computed in any case.
    kept: Set<ValueId>,
    /// The sums that are kept, each with the factor of its first term.
    sums: Map<Form, (Constant, AccumulationId)>,
}

impl Factoring<'_> {
    /// The terms in the atoms of the new plan, with the factors of pairs taken out, and like terms
    /// added up.
    fn without_factors(&self, terms: &[Term]) -> Vec<Term> {
        let terms: Vec<Term> = terms
            .iter()
            .map(|term| self.without_factor_in_pair(*term))
            .map(|term| self.without_factor_below(term))
            .collect();
        let merged = merge(terms.clone());
        // A sum that cancels only now stays as it is, because an accumulation is never empty.
        if merged.is_empty() { terms } else { merged }
    }

    fn without_factor_in_pair(&self, term: Term) -> Term {
        let term = self.renaming.renamed(term);
        match term.product {
            Product::Pair(a, b) => self.unscaled(term, [a, b]),
            _ => term,
        }
    }

    /// A multiple of a multiple as one multiple: `4 * (2 * v0)` is `8 * v0`. Partials that are
    /// computed in any case stay, since nothing is saved below them, and they are nearer to their
    /// uses: the Hessian of a chain of Rosenbrock's valleys went from 72 to 97 ns without this.
    fn without_factor_below(&self, term: Term) -> Term {
        let Product::Scaled(mut factor, Atom::Value(mut id)) = term.product else {
            return term;
        };
        while !self.kept.contains(&id)
            && let Some((below, operand)) = self.unscaled.below(self.code, id)
            && is_moderate(factor.multiply(below))
        {
            (factor, id) = (factor.multiply(below), operand);
        }
        let atom = Signed {
            negative: term.negative,
            value: Atom::Value(id),
        };
        scaled(factor, atom).unwrap_or(term)
    }

    /// The product of two factors. If the value path computes a multiple of it, that value times a
    /// number.
    fn unscaled(&self, term: Term, [a, b]: [Atom; 2]) -> Term {
        let plain = Term {
            product: Product::Pair(a.min(b), a.max(b)),
            ..term
        };
        let (Some((a_factor, a_core)), Some((b_factor, b_core))) = (self.core(a), self.core(b))
        else {
            return plain;
        };
        let factor = a_factor.multiply(b_factor);
        let ratio = |product: &ScaledProduct| factor.divide(product.factor);
        let usable = |product: &&ScaledProduct| {
            self.code.is_visible(product.region, self.region) && is_moderate(ratio(product))
        };
        let products = self.unscaled.products(a_core, b_core).iter();
        // A product that needs no factor is best. Otherwise we take the last one, because it is
        // computed nearest to its use and is the most likely to be in a register.
        let best = products.filter(usable);
        let best = best.max_by_key(|product| (ratio(product).is_trivial(), product.id));
        let multiple = best.and_then(|product| {
            let atom = Signed {
                negative: term.negative,
                value: Atom::Value(product.id),
            };
            scaled(ratio(product), atom)
        });
        multiple.unwrap_or(plain)
    }

    /// The literal factor of an atom, and its core.
    fn core(&self, atom: Atom) -> Option<(Constant, ValueId)> {
        match atom {
            Atom::Value(id) => Some(self.unscaled.get(id)),
            Atom::Accumulation(id) => match self.renaming.terms(id) {
                [term] => match term.product {
                    Product::Scaled(_, Atom::Value(value)) => {
                        let (factor, core) = self.unscaled.get(value);
                        Some((coefficient(*term).multiply(factor), core))
                    }
                    _ => None,
                },
                _ => None,
            },
        }
    }

    /// The sum as a multiple of a kept sum. If all its terms have one factor, the sum without the
    /// factor is kept first.
    fn share(&mut self, terms: Vec<Term>) -> Vec<Term> {
        let Some((form, first)) = form(&terms) else {
            return terms;
        };
        if !self.sums.contains_key(&form) && is_uniform(&terms) {
            self.note_sum(terms.iter().map(|term| without_factor(*term)).collect());
        }
        match self.sums.get(&form) {
            Some((own, id)) => {
                let ratio = first.divide(*own);
                if !is_moderate(ratio) {
                    return terms;
                }
                let multiple = scaled(ratio, Signed::plus(Atom::Accumulation(*id)));
                multiple.map_or(terms, |multiple| vec![multiple])
            }
            None => terms,
        }
    }

    /// Keeps a sum, unless a multiple of it is kept already.
    fn note_sum(&mut self, terms: Vec<Term>) {
        if let Some((form, first)) = form(&terms)
            && !self.sums.contains_key(&form)
            && !is_uniform(&terms)
        {
            let id = self.renaming.form(terms);
            self.sums.insert(form, (first, id));
        }
    }

    /// The atom that replaces an accumulation of the old plan: the only atom of its sum, or a new
    /// accumulation.
    fn replacement(&mut self, terms: Vec<Term>) -> Signed<Atom> {
        if let Some(replacement) = single(&terms) {
            return replacement;
        }
        let form = form(&terms);
        let id = self.renaming.form(terms);
        if let Some((form, first)) = form {
            self.sums.insert(form, (first, id));
        }
        Signed::plus(Atom::Accumulation(id))
    }
}

/// The number that a term multiplies its atoms by.
fn coefficient(term: Term) -> Constant {
    let magnitude = match term.product {
        Product::Literal(constant) | Product::Scaled(constant, _) => constant,
        Product::Atom(_) | Product::Pair(..) => Constant::ONE,
    };
    if term.negative {
        magnitude.negate()
    } else {
        magnitude
    }
}

/// The form of a sum, and the factor of its first term; nothing for single terms.
fn form(terms: &[Term]) -> Option<(Form, Constant)> {
    let is_literal = |term: &Term| matches!(term.product, Product::Literal(_));
    if terms.len() < 2 || terms.iter().any(is_literal) {
        return None;
    }
    let mut named: Vec<_> = terms
        .iter()
        .map(|term| {
            let (first, second, _) = key(term.product);
            ((first, second), coefficient(*term))
        })
        .collect();
    // Multiples may have their terms in another order, so the form is sorted.
    named.sort_by_key(|(atoms, factor)| (*atoms, factor.key()));
    let lead = named[0].1;
    let inverse = lead.reciprocal();
    let form = named
        .iter()
        .map(|(atoms, factor)| {
            let ratio = factor.multiply(inverse);
            // Ratios that overflow would be equal where the sums are not.
            is_moderate(ratio).then(|| (*atoms, ratio.key()))
        })
        .collect::<Option<_>>()?;
    Some((form, lead))
}

/// From this many terms on, a common factor is applied once. With two terms, that saves nothing
/// where multiply-adds are fused. It also gives the sum another shape than its neighbours have, so
/// LLVM cannot compute them in one vector: `fdc` goes from 55 to 57 ns, and without fma from 67 to
/// 75 (docs/book/src/experiments.md).
const MIN_COMMON: usize = 3;

/// Whether many terms carry one factor, up to sign, that is not one.
fn is_uniform(terms: &[Term]) -> bool {
    let factor = |term: &Term| match term.product {
        Product::Scaled(constant, _) => Some(constant.key()),
        _ => None,
    };
    let first = terms.first().and_then(factor);
    terms.len() >= MIN_COMMON && first.is_some() && terms.iter().all(|term| factor(term) == first)
}

fn without_factor(term: Term) -> Term {
    match term.product {
        Product::Scaled(_, atom) => Term {
            product: Product::Atom(atom),
            ..term
        },
        _ => term,
    }
}

/// The number of entries that are multiples of each sum.
fn repeated(entries: &[Entry]) -> Map<Form, usize> {
    let mut repeated = Map::new();
    for (form, _) in entries.iter().filter_map(|entry| form(entry.terms())) {
        *repeated.entry(form).or_default() += 1;
    }
    repeated
}

#[cfg(test)]
mod tests {
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation::{Add, Mul, Sub};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::rewrite::rewrite;

    /// The rewritten plan of rows over four independents, eliminated in reverse.
    fn plan(rows: impl FnOnce(&mut CodeListBuilder) -> Vec<ValueId>) -> String {
        let mut builder = CodeListBuilder::new(4, Precision::Double);
        let rows = rows(&mut builder);
        let (code, partials) = differentiate(builder.finish(rows));
        let graph = linearize(&code, &partials);
        let mut steps: Vec<Step> = graph.intermediates().map(Step::Vertex).collect();
        steps.reverse();
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        rewrite(eliminate(&graph, &order), &code).to_string()
    }

    #[test]
    fn sums_that_differ_by_a_factor_are_one() {
        // Real and imaginary part of (a + i c) (t + i v)^2, beside the products a t and c v.
        let plan = plan(|builder| {
            let [a, c, t, v] = [0, 1, 2, 3].map(ValueId);
            let mut apply = |operation, operands: [ValueId; 2]| {
                builder.apply(operation, &operands, Origin::default())
            };
            let (at, cv) = (apply(Mul, [a, t]), apply(Mul, [c, v]));
            let (tt, vv, tv) = (apply(Mul, [t, t]), apply(Mul, [v, v]), apply(Mul, [t, v]));
            let squares = apply(Sub, [tt, vv]);
            let (a_squares, c_squares) = (apply(Mul, [a, squares]), apply(Mul, [c, squares]));
            let (a_cross, c_cross) = (apply(Mul, [a, tv]), apply(Mul, [c, tv]));
            let real = [apply(Add, [c_cross, c_cross]), a_squares];
            let imaginary = [apply(Add, [a_cross, a_cross]), c_squares];
            let real = apply(Sub, [real[1], real[0]]);
            vec![at, cv, real, apply(Add, imaginary)]
        });
        let entry = |place: &str| {
            let line = plan.lines().find(|line| line.starts_with(place));
            line.and_then(|line| line.split(" = ").nth(1))
                .unwrap_or_default()
        };
        assert!(entry("J[2, 2]").starts_with('a'), "{plan}");
        assert_eq!(entry("J[2, 2]"), entry("J[3, 3]"), "{plan}");
    }

    #[test]
    fn sums_whose_ratios_overflow_are_not_taken_for_equal() {
        // 1e-200 x y + 1e200 z y and 1e-200 x y + 3e200 z y: over the first coefficient both are
        // infinite.
        let plan = plan(|builder| {
            let [x, y, z] = [0, 1, 2].map(ValueId);
            let [small, large, larger] = [1e-200, 1e200, 3e200].map(|f| builder.literal(f));
            let mut apply = |operation, operands: [ValueId; 2]| {
                builder.apply(operation, &operands, Origin::default())
            };
            let first = apply(Mul, [small, x]);
            let rows = [large, larger].map(|factor| {
                let second = apply(Mul, [factor, z]);
                let sum = apply(Add, [first, second]);
                apply(Mul, [sum, y])
            });
            rows.to_vec()
        });
        let entry = |place: &str| plan.lines().find(|line| line.starts_with(place));
        let (first, second) = (entry("J[0, 1] = "), entry("J[1, 1] = "));
        let right = |line: Option<&str>| {
            line.and_then(|line| line.split(" = ").nth(1))
                .map(str::to_owned)
        };
        assert_ne!(right(first), right(second), "{plan}");
    }

    #[test]
    fn a_factor_of_many_terms_is_applied_once() {
        let plan = plan(|builder| {
            let [a, b, c, d] = [0, 1, 2, 3].map(ValueId);
            let mut apply = |operation, operands: [ValueId; 2]| {
                builder.apply(operation, &operands, Origin::default())
            };
            let products = [[a, b], [b, c], [a, c]].map(|factors| apply(Mul, factors));
            let [first, second, third] = products.map(|product| apply(Mul, [product, d]));
            let sum = apply(Add, [first, second]);
            let sum = apply(Add, [sum, third]);
            let five = builder.literal(5.0);
            vec![builder.apply(Mul, &[five, sum], Origin::default())]
        });
        let last = plan.lines().last().unwrap_or_default();
        assert!(last.starts_with("J[0, 3] = 5 * a"), "{plan}");
    }

    #[test]
    fn a_multiple_of_a_partial_that_nothing_else_needs_is_one_multiple() {
        // The partial of the square is `2 * v0`. Only its multiples by 3 and -5 are needed, so they
        // are multiples of `v0`. The product keeps the partial of the other square.
        let plan = plan(|builder| {
            let x: Vec<ValueId> = builder.code().independents().to_vec();
            let mut apply = |operation, a, b| builder.apply(operation, &[a, b], Origin::default());
            let [first, second] = [0, 1].map(|k| apply(Mul, x[k], x[k]));
            let scaled = |builder: &mut CodeListBuilder, factor: f64, value: ValueId| {
                let factor = builder.literal(factor);
                builder.apply(Mul, &[factor, value], Origin::default())
            };
            let product = apply(Mul, second, x[2]);
            vec![
                scaled(builder, 3.0, first),
                scaled(builder, -5.0, first),
                product,
                scaled(builder, 7.0, second),
            ]
        });
        for entry in ["J[0, 0] = 6 * v0", "J[1, 0] = -10 * v0"] {
            assert!(plan.contains(entry), "{plan}");
        }
        let kept = plan
            .lines()
            .filter(|line| line.starts_with("J[3, 1] = 7 * v"));
        assert_eq!(
            kept.filter(|line| !line.ends_with("v1")).count(),
            1,
            "{plan}"
        );
    }
}
