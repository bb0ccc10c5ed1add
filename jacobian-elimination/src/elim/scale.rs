//! Literal factors taken out of products and sums, so that what differs by them only is computed once.
//!
//! ```text
//! v4 = 2 * v0         J[0, 0] = v4 * v2 - v5 * v3          a0 = v8 - v9        v8 = v0 * v2   on the value path
//! v5 = 2 * v1         J[1, 1] = v6 * v0 - v7 * v1    =>    J[0, 0] = 2 * a0    v9 = v1 * v3
//! v6 = 2 * v2                                              J[1, 1] = 2 * a0
//! v7 = 2 * v3
//! ```
//!
//! Partials of squares and cubes carry factors that hide equal products. A pair of which the value path computes
//! the product of the roots becomes that product, scaled; sums that are then equal up to a factor are accumulated
//! once; so is a factor that three or more terms of a sum have in common.
//!
//! Keeps: accumulations use earlier ones only. Never more operations, but for a product that `value = fused` would
//! otherwise have fused into a sum of the value path. Cost: a lookup per term, a sort per sum.

use std::collections::BTreeMap;

use crate::ir::{Constant, RegionId, ValueId};

use super::ledger::{drop_unused, mark};
use super::plan::{Accumulation, AccumulationId, Atom, Entry, Plan, Product, Term};
use super::roots::{Roots, is_moderate};
use super::sum::{key, merge, scaled};

/// The plan with literal factors taken out, for a region that sees some others.
pub(super) fn scale(plan: Plan, roots: &Roots, sees: impl Fn(RegionId) -> bool) -> Plan {
    let Plan {
        accumulations,
        mut entries,
        counts,
    } = plan;
    let mut pass = Pass {
        roots,
        sees,
        stands_for: Vec::with_capacity(accumulations.len()),
        kept: Vec::new(),
        sums: BTreeMap::new(),
    };
    for Accumulation { terms } in accumulations {
        let terms = pass.rewrite(&terms);
        let terms = pass.share(terms);
        let own = pass.keep(terms);
        pass.stands_for.push(own);
    }
    for entry in &mut entries {
        entry.terms = pass.rewrite(&entry.terms);
    }
    let repeated = repeated(&entries);
    for entry in &mut entries {
        let terms = std::mem::take(&mut entry.terms);
        if form(&terms).is_some_and(|(form, _)| repeated.get(&form).is_some_and(|n| *n > 1)) {
            pass.accumulate(terms.clone());
        }
        entry.terms = pass.share(terms);
    }
    let is_used = used(&pass.kept, &entries);
    drop_unused(&mut pass.kept, &is_used, &mut entries);
    Plan::new(pass.kept, entries, counts)
}

/// What a sum has in common with its multiples: its terms, each with its ratio to the first.
type Form = Vec<((Option<Atom>, Option<Atom>), u64)>;

struct Pass<'a, Sees> {
    roots: &'a Roots,
    sees: Sees,
    /// What each accumulation of the old plan is now, with a sign.
    stands_for: Vec<(bool, Atom)>,
    kept: Vec<Accumulation>,
    /// The sums that are kept, each with the factor of its first term.
    sums: BTreeMap<Form, (Constant, AccumulationId)>,
}

impl<Sees: Fn(RegionId) -> bool> Pass<'_, Sees> {
    /// The terms over what is kept, with the factors of pairs taken out and what is alike then added up.
    fn rewrite(&self, terms: &[Term]) -> Vec<Term> {
        let terms: Vec<Term> = terms.iter().map(|term| self.rewritten(*term)).collect();
        let merged = merge(terms.clone());
        // What cancels only now stays as it is: an accumulation is never empty.
        if merged.is_empty() { terms } else { merged }
    }

    fn rewritten(&self, term: Term) -> Term {
        let meaning = |atom: Atom| match atom {
            Atom::Accumulation(id) => self.stands_for[id.index()],
            Atom::Value(_) => (false, atom),
        };
        let term = term.over(meaning);
        match term.product {
            Product::Pair(a, b) => self.unscaled(term.negative, a, b),
            _ => term,
        }
    }

    /// The product of two factors, as a multiple of one that the value path computes where there is one.
    fn unscaled(&self, negative: bool, a: Atom, b: Atom) -> Term {
        let pair = Product::Pair(a.min(b), a.max(b));
        let plain = Term {
            negative,
            product: pair,
        };
        let (Some((ka, ra)), Some((kb, rb))) = (self.root(a), self.root(b)) else {
            return plain;
        };
        let factor = ka.multiply(kb);
        let found = self.roots.products(ra, rb).iter();
        let ratio = |found: Constant| factor.multiply(found.reciprocal());
        let visible =
            found.filter(|found| (self.sees)(found.region) && is_moderate(ratio(found.factor)));
        // One that needs no factor is best; the last one otherwise, since it is nearest.
        let best = visible.max_by_key(|found| (ratio(found.factor).is_trivial(), found.id));
        best.and_then(|found| scaled(negative, ratio(found.factor), Atom::Value(found.id)))
            .unwrap_or(plain)
    }

    /// The literal factor of an atom, and the value that it multiplies.
    fn root(&self, atom: Atom) -> Option<(Constant, ValueId)> {
        match atom {
            Atom::Value(id) => Some(self.roots.get(id)),
            Atom::Accumulation(id) => match self.kept[id.index()].terms.as_slice() {
                [term] => match term.product {
                    Product::Scaled(_, Atom::Value(value)) => {
                        let (factor, root) = self.roots.get(value);
                        Some((coefficient(*term).multiply(factor), root))
                    }
                    _ => None,
                },
                _ => None,
            },
        }
    }

    /// The sum as a multiple of one that is kept, or with a factor that all its terms have applied once.
    fn share(&mut self, terms: Vec<Term>) -> Vec<Term> {
        let Some((form, first)) = form(&terms) else {
            return terms;
        };
        if !self.sums.contains_key(&form) && is_uniform(&terms) {
            self.accumulate(terms.iter().map(|term| without_factor(*term)).collect());
        }
        match self.sums.get(&form) {
            Some((own, id)) => {
                let ratio = first.multiply(own.reciprocal());
                if !is_moderate(ratio) {
                    return terms;
                }
                let multiple = scaled(false, ratio, Atom::Accumulation(*id));
                multiple.map_or(terms, |multiple| vec![multiple])
            }
            None => terms,
        }
    }

    /// Keeps a sum that is not kept yet, nor a multiple of it.
    fn accumulate(&mut self, terms: Vec<Term>) {
        if let Some((form, first)) = form(&terms)
            && !self.sums.contains_key(&form)
            && !is_uniform(&terms)
        {
            self.sums.insert(form, (first, next(&self.kept)));
            self.kept.push(Accumulation { terms });
        }
    }

    /// The atom that an accumulation is now: what it stands for, or itself.
    fn keep(&mut self, terms: Vec<Term>) -> (bool, Atom) {
        if let [term] = terms.as_slice()
            && let Product::Atom(atom) = term.product
        {
            return (term.negative, atom);
        }
        let id = next(&self.kept);
        if let Some((form, first)) = form(&terms) {
            self.sums.insert(form, (first, id));
        }
        self.kept.push(Accumulation { terms });
        (false, Atom::Accumulation(id))
    }
}

pub(super) fn next(kept: &[Accumulation]) -> AccumulationId {
    AccumulationId(u32::try_from(kept.len()).expect("invariant: ids are 32 bits"))
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

/// What the sum has in common with its multiples, and the factor of its first term; nothing for single terms.
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
    named.sort_by_key(|(atoms, factor)| (*atoms, factor.value().to_bits()));
    let lead = named[0].1;
    let inverse = lead.reciprocal();
    let form = named
        .iter()
        .map(|(atoms, factor)| {
            let ratio = factor.multiply(inverse);
            // Ratios that overflow would be equal where the sums are not.
            is_moderate(ratio).then(|| (*atoms, ratio.value().to_bits()))
        })
        .collect::<Option<_>>()?;
    Some((form, lead))
}

/// From so many terms on a common factor is applied once. Of two terms it saves nothing where multiply-adds are
/// fused, and it makes the sum unlike its neighbours, which then share no vector instruction.
const MANY: usize = 3;

/// Whether many terms carry one factor, up to sign, that is not one.
fn is_uniform(terms: &[Term]) -> bool {
    let factor = |term: &Term| match term.product {
        Product::Scaled(constant, _) => Some(constant.value().to_bits()),
        _ => None,
    };
    let first = terms.first().and_then(factor);
    terms.len() >= MANY && first.is_some() && terms.iter().all(|term| factor(term) == first)
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

/// How often each sum is an entry, multiples counted with it.
fn repeated(entries: &[Entry]) -> BTreeMap<Form, usize> {
    let mut repeated = BTreeMap::new();
    for (form, _) in entries.iter().filter_map(|entry| form(&entry.terms)) {
        *repeated.entry(form).or_default() += 1;
    }
    repeated
}

/// The accumulations that entries use, directly or through others.
pub(super) fn used(kept: &[Accumulation], entries: &[Entry]) -> Vec<bool> {
    let mut is_used = vec![false; kept.len()];
    for entry in entries {
        mark(&entry.terms, &mut is_used);
    }
    for (index, accumulation) in kept.iter().enumerate().rev() {
        if is_used[index] {
            mark(&accumulation.terms, &mut is_used);
        }
    }
    is_used
}

#[cfg(test)]
mod tests {
    use crate::elim::{EliminationOrder, Step, eliminate, share};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation::{Add, Mul, Sub};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};

    /// The shared plan of rows over four independents, eliminated in reverse.
    fn plan(rows: impl FnOnce(&mut CodeListBuilder) -> Vec<ValueId>) -> String {
        let mut builder = CodeListBuilder::new(4, Precision::Double);
        let rows = rows(&mut builder);
        let (code, partials) = differentiate(builder.finish(rows));
        let graph = linearize(&code, &partials);
        let mut steps: Vec<Step> = graph.intermediates().map(Step::Vertex).collect();
        steps.reverse();
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        share(eliminate(&graph, &order), &code).to_string()
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
        // 1e-200 x y + 1e200 z y and 1e-200 x y + 3e200 z y: over the first coefficient both are infinite.
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
}
