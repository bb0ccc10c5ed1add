//! Algebraic identities: sums that are equal by the rules of algebra are computed once.
//!
//! ```text
//! v2 = c2 * c1         (value)       a0 = dv4/dt2 = -s3 * v2 + c3 * v3         = v5        a robot's link turns
//! v3 = -s2 * c1                      J = 2 t (a t) + a (t t - 3 v v) - 6 t c v = 3 v9      as a vector does
//! v4 = c3 * v2 + s3 * v3
//! v5 = c3 * v3 - s3 * v2        v9 = a (t t - v v) - 2 c t v
//! ```
//!
//! Rotations, powers and products of polynomials have derivatives that are made of the same sums as
//! their values. A sum of the plan becomes a small multiple of a value of the value path, of the
//! last summands of such a value ([suffix sums](super::suffix_sums)), or of another sum of the
//! plan, where the two are equal. Candidates are found by their [fingerprint](super::fingerprint).
//! Whether a candidate is as accurate as the sum that it replaces is decided by
//! [`magnitude`](super::magnitude); where that cannot be shown, the sum stays.
//!
//! Cost: a few lookups per sum, and polynomials for candidates.

use crate::ordered::Map;

use crate::ir::{CodeList, Constant, RegionId, Role, ValueId};
use crate::plan::counts::instructions;
use crate::plan::renaming::Renaming;
use crate::plan::sum::scaled;
use crate::plan::unused::plan_of_used;
use crate::plan::{Atom, Entry, Plan, Product, Term, single};

use super::fingerprint::{Fingerprint, Fingerprints};
use super::magnitude::{Expander, Paths, paths};
use super::pass::Pass;
use super::suffix_sums::{self, SuffixSum, Summands};

/// The factors by which equal sums may differ, up to sign. Differentiating squares, cubes and
/// fourth powers brings in 2, 3 and 4; a half and a quarter are for the other direction. A third is
/// no exact number.
const FACTORS: [f64; 6] = [1.0, 2.0, 0.5, 3.0, 4.0, 0.25];

/// As many values with one fingerprint are tried as replacements: each trial writes out
/// polynomials.
const MAX_CANDIDATES: usize = 16;

/// The pass, with the values of the code list by fingerprint.
#[derive(Debug)]
pub(super) struct Identities {
    fingerprints: Fingerprints,
    values: Map<Fingerprint, Vec<ValueId>>,
    suffix_sums: Map<Fingerprint, Vec<SuffixSum>>,
    /// The factors of either sign, each with its reciprocal.
    factors: Vec<[Constant; 2]>,
}

impl Identities {
    pub(super) fn of(code: &CodeList, summands: Summands) -> Self {
        let fingerprints = Fingerprints::of(code);
        let mut values: Map<Fingerprint, Vec<ValueId>> = Map::new();
        for id in code.ids() {
            let statement = code.statement(id);
            let is_computed = statement.role() == Role::Value && statement.constant().is_none();
            if let (true, Some(residues)) = (is_computed, fingerprints.get(id).residues()) {
                values.entry(residues).or_default().push(id);
            }
        }
        let factors = FACTORS.iter().flat_map(|factor| [*factor, -factor]);
        let factors = factors.map(|factor| {
            let factor = Constant::new(factor);
            [factor, factor.reciprocal()]
        });
        Self {
            suffix_sums: suffix_sums::of_values(code, &fingerprints, summands),
            fingerprints,
            values,
            factors: factors.collect(),
        }
    }
}

impl Pass for Identities {
    fn apply(&self, plan: Plan, code: &CodeList, region: RegionId) -> Plan {
        identified(plan, self, code, region)
    }
}

/// The plan in which equal sums are computed once.
fn identified(plan: Plan, known: &Identities, code: &CodeList, region: RegionId) -> Plan {
    let (accumulations, mut entries, counts) = plan.into_parts();
    let mut pass = Identifying::new(known, code, region);
    for accumulation in accumulations {
        let replacement = pass.accumulate(accumulation.terms());
        pass.renaming.replace(replacement);
    }
    for entry in &mut entries {
        let terms = pass.renaming.renamed_sum(entry.terms());
        *entry.terms_mut() = terms;
    }
    let repeated = pass.repeated(&entries);
    for (entry, is_repeated) in entries.iter_mut().zip(repeated) {
        let terms = std::mem::take(entry.terms_mut());
        *entry.terms_mut() = pass.entry(terms, is_repeated);
    }
    plan_of_used(pass.renaming.into_accumulations(), entries, counts)
}

/// What is known of an accumulation that is kept.
struct Sum {
    number: Constant,
    /// Its path products, before anything stood in for it.
    paths: Option<Paths>,
}

struct Identifying<'a> {
    known: &'a Identities,
    code: &'a CodeList,
    region: RegionId,
    products: Expander<'a>,
    all: Expander<'a>,
    renaming: Renaming,
    /// One for each accumulation of the new plan.
    sums: Vec<Sum>,
    by_fingerprint: Map<Fingerprint, Atom>,
}

impl<'a> Identifying<'a> {
    fn new(known: &'a Identities, code: &'a CodeList, region: RegionId) -> Self {
        Self {
            known,
            code,
            region,
            products: Expander::of_products(code),
            all: Expander::of_all(code),
            renaming: Renaming::default(),
            sums: Vec::new(),
            by_fingerprint: Map::new(),
        }
    }

    /// The atom that replaces an accumulation of the old plan, and whether its sign changes.
    fn accumulate(&mut self, terms: &[Term]) -> (bool, Atom) {
        let terms = self.renaming.renamed_sum(terms);
        let own = self.sum(&terms);
        let stands_in = self.stand_in(&terms, &own);
        let terms = stands_in.map_or(terms, |term| vec![term]);
        single(&terms).unwrap_or_else(|| (false, self.keep(terms, own)))
    }

    /// The terms of an entry: of one that is equal to others, a new accumulation.
    fn entry(&mut self, terms: Vec<Term>, is_repeated: bool) -> Vec<Term> {
        let own = self.sum(&terms);
        if let Some(term) = self.stand_in(&terms, &own) {
            return vec![term];
        }
        if !is_repeated {
            return terms;
        }
        let product = Product::Atom(self.keep(terms, own));
        vec![Term {
            negative: false,
            product,
        }]
    }

    fn keep(&mut self, terms: Vec<Term>, own: Sum) -> Atom {
        let atom = Atom::Accumulation(self.renaming.form(terms));
        if let Some(residues) = own.number.residues() {
            self.by_fingerprint.entry(residues).or_insert(atom);
        }
        self.sums.push(own);
        atom
    }

    fn sum(&self, terms: &[Term]) -> Sum {
        let known = |atom: Atom| match atom {
            Atom::Accumulation(id) => self.sums[id.index()].paths.as_ref(),
            Atom::Value(_) => None,
        };
        Sum {
            number: self.number(terms),
            paths: paths(terms, known),
        }
    }

    /// The sum at the random point.
    fn number(&self, terms: &[Term]) -> Constant {
        let number = |atom: Atom| match atom {
            Atom::Value(id) => self.known.fingerprints.get(id),
            Atom::Accumulation(id) => self.sums[id.index()].number,
        };
        let signed = terms.iter().map(|term| {
            let magnitude = match term.product {
                Product::Literal(constant) => constant,
                Product::Atom(atom) => number(atom),
                Product::Scaled(factor, atom) => factor.multiply(number(atom)),
                Product::Pair(a, b) => number(a).multiply(number(b)),
            };
            if term.negative {
                magnitude.negate()
            } else {
                magnitude
            }
        });
        signed.fold(Constant::ZERO, Constant::add)
    }

    /// A multiple of a sum that is computed anyway, if it is equal, as accurate, and saves
    /// operations.
    fn stand_in(&mut self, terms: &[Term], own: &Sum) -> Option<Term> {
        let saves = instructions(terms);
        if saves == 0 || own.number.is_zero() {
            return None;
        }
        let own_paths = own.paths.as_ref()?;
        // A multiple costs one operation, so a sum of one operation may only be replaced by an atom
        // with a sign.
        let factors = if saves > 1 {
            &self.known.factors[..]
        } else {
            &self.known.factors[..2]
        };
        for [factor, reciprocal] in factors {
            let wanted = own.number.multiply(*reciprocal);
            let found = self.equal(wanted.residues()?);
            let fits = |atom: &Atom| self.may_stand_in(*atom, factor.value(), own_paths);
            if let Some(atom) = found.into_iter().find(fits) {
                return scaled(false, *factor, atom);
            }
        }
        for [factor, reciprocal] in factors {
            let wanted = own.number.multiply(*reciprocal);
            let multiplies = !factor.is_one() && !factor.negate().is_one();
            let most = saves - usize::from(multiplies);
            let suffix = self.suffix_sum(wanted.residues()?, most, factor.value(), own_paths);
            if let Some(terms) = suffix {
                let own = self.sum(&terms);
                return scaled(false, *factor, self.keep(terms, own));
            }
        }
        None
    }

    /// The last summands of a value that have this fingerprint and take no more instructions than
    /// `most`.
    fn suffix_sum(
        &mut self,
        wanted: Fingerprint,
        most: usize,
        factor: f64,
        own_paths: &Paths,
    ) -> Option<Vec<Term>> {
        let suffixes = self.known.suffix_sums.get(&wanted)?.iter();
        let fits = |suffix: &&SuffixSum| {
            let region = self.code.statement(suffix.value).region();
            let is_visible = self.code.is_visible(region, self.region);
            is_visible && instructions(&suffix.terms) <= most
        };
        let candidates: Vec<&SuffixSum> = suffixes.take(MAX_CANDIDATES).filter(fits).collect();
        let accurate = candidates.into_iter().find(|suffix| {
            let paths = paths(&suffix.terms, |_| None);
            paths.is_some_and(|known| self.is_accurate(&known, factor, own_paths))
        });
        accurate.map(|suffix| suffix.terms.clone())
    }

    /// Values and accumulations with this fingerprint.
    fn equal(&self, wanted: Fingerprint) -> Vec<Atom> {
        let values = self
            .known
            .values
            .get(&wanted)
            .into_iter()
            .flatten()
            .copied();
        let is_visible = |id: &ValueId| {
            let region = self.code.statement(*id).region();
            self.code.is_visible(region, self.region)
        };
        let values = values
            .take(MAX_CANDIDATES)
            .filter(is_visible)
            .map(Atom::Value);
        let sums = self.by_fingerprint.get(&wanted).copied();
        values.chain(sums).collect()
    }

    fn may_stand_in(&mut self, atom: Atom, factor: f64, paths: &Paths) -> bool {
        let known = match atom {
            Atom::Value(id) => Some(vec![(1.0, vec![id])]),
            Atom::Accumulation(id) => self.sums[id.index()].paths.clone(),
        };
        known.is_some_and(|known| self.is_accurate(&known, factor, paths))
    }

    fn is_accurate(&mut self, known: &Paths, factor: f64, paths: &Paths) -> bool {
        let above = self.products.above(paths);
        above.is_some_and(|mut above| above.may_stand_in(known, factor, paths))
            || self.all.may_stand_in(known, factor, paths)
    }

    /// Which entries are small multiples of others, and cost something.
    fn repeated(&self, entries: &[Entry]) -> Vec<bool> {
        let number = |entry: &Entry| {
            let costs = instructions(entry.terms()) > 1;
            costs.then(|| self.number(entry.terms()))
        };
        let numbers: Vec<Option<Constant>> = entries.iter().map(number).collect();
        let mut first: Map<Fingerprint, usize> = Map::new();
        let mut is_repeated = vec![false; entries.len()];
        for (index, number) in numbers.into_iter().enumerate() {
            let Some(number) = number else { continue };
            let factors = self.known.factors.iter();
            let mut keys = factors.filter_map(|[factor, _]| number.multiply(*factor).residues());
            if let Some(first) = keys.find_map(|key| first.get(&key)) {
                is_repeated[*first] = true;
            } else if let Some(residues) = number.residues() {
                first.insert(residues, index);
            }
        }
        is_repeated
    }
}

#[cfg(test)]
mod tests {
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::linearize;
    use crate::ir::elemental::Operation::{self, Add, Cos, Div, Mul, Sin, Sub};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId, differentiate};
    use crate::rewrite::rewrite;

    /// Applies operations to values.
    type Apply<'a> = &'a mut dyn FnMut(Operation, &[ValueId]) -> ValueId;

    /// The rewritten plan of rows over four independents, eliminated forward, and those of its
    /// entries that are asked for.
    fn entries(
        rows: impl FnOnce(&mut CodeListBuilder) -> Vec<ValueId>,
        places: &[(usize, usize)],
    ) -> (String, Vec<String>) {
        let mut builder = CodeListBuilder::new(4, Precision::Double);
        let rows = rows(&mut builder);
        let (code, partials) = differentiate(builder.finish(rows));
        let graph = linearize(&code, &partials);
        let steps: Vec<Step> = graph.intermediates().map(Step::Vertex).collect();
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        let plan = rewrite(eliminate(&graph, &order), &code).to_string();
        let entry = |(row, col): &(usize, usize)| {
            let place = format!("J[{row}, {col}] = ");
            let line = plan.lines().find_map(|line| line.strip_prefix(&place));
            line.unwrap_or_default().to_owned()
        };
        let entries = places.iter().map(entry).collect();
        (plan, entries)
    }

    /// A builder as a function.
    fn through<T>(builder: &mut CodeListBuilder, write: impl FnOnce(Apply<'_>) -> T) -> T {
        write(&mut |operation, operands| builder.apply(operation, operands, Origin::default()))
    }

    #[test]
    fn a_turn_is_differentiated_by_its_own_values() {
        // Two links in the plane: derivatives by an angle are the other coordinate.
        let mut coordinates = vec![];
        let (plan, found) = entries(
            |builder| {
                coordinates = through(builder, |apply| {
                    let [s1, c1] = [Sin, Cos].map(|f| apply(f, &[ValueId(0)]));
                    let [s2, c2] = [Sin, Cos].map(|f| apply(f, &[ValueId(1)]));
                    let x = [apply(Mul, &[c2, c1]), apply(Mul, &[s2, s1])];
                    let y = [apply(Mul, &[c2, s1]), apply(Mul, &[s2, c1])];
                    vec![apply(Sub, &x), apply(Add, &y)]
                });
                coordinates.clone()
            },
            &[(0, 0), (0, 1), (1, 0), (1, 1)],
        );
        let [x, y] = [coordinates[0], coordinates[1]].map(|id| id.to_string());
        let expected = [format!("-{y}"), format!("-{y}"), x.clone(), x];
        assert_eq!(found, expected, "{plan}");
    }

    #[test]
    fn a_third_power_is_differentiated_by_the_second() {
        // p = a t (t t - 3 v v), with q = a (t t - v v) a value beside it: dp/dt = 3 q.
        let mut second = None;
        let (plan, found) = entries(
            |builder| {
                let three = builder.literal(3.0);
                through(builder, |apply| {
                    let [t, v, a] = [0, 1, 2].map(ValueId);
                    let squares = [t, v].map(|x| apply(Mul, &[x, x]));
                    let thrice = apply(Mul, &[three, squares[1]]);
                    let inner = apply(Sub, &[squares[0], thrice]);
                    let moment = apply(Mul, &[a, t]);
                    let difference = apply(Sub, &squares);
                    let q = apply(Mul, &[a, difference]);
                    second = Some(q);
                    vec![apply(Mul, &[moment, inner]), q]
                })
            },
            &[(0, 0)],
        );
        let q = second.expect("it was built");
        assert_eq!(found, [format!("3 * {q}")], "{plan}");
    }

    #[test]
    fn what_cancels_more_does_not_stand_in() {
        // u = x - y: d(u w z)/dw = u z, which z x - z y equals, but not to the last bits where x is
        // near y.
        let mut apart = None;
        let (plan, found) = entries(
            |builder| {
                through(builder, |apply| {
                    let [x, y, z, w] = [0, 1, 2, 3].map(ValueId);
                    let products = [x, y].map(|a| apply(Mul, &[z, a]));
                    let difference = apply(Sub, &products);
                    apart = Some(difference);
                    let u = apply(Sub, &[x, y]);
                    let inner = apply(Mul, &[u, w]);
                    vec![difference, apply(Mul, &[inner, z])]
                })
            },
            &[(1, 3)],
        );
        let apart = apart.expect("it was built").to_string();
        assert!(!found[0].is_empty() && !found[0].contains(&apart), "{plan}");
    }

    #[test]
    fn what_the_value_path_rounds_away_does_not_stand_in() {
        // u = (x + 2^40) - (y + 2^40) has lost digits of x - y: z u + z y is z x by algebra only.
        let mut product = None;
        let (plan, found) = entries(
            |builder| {
                let large = builder.literal((2.0_f64).powi(40));
                through(builder, |apply| {
                    let [x, y, z, w] = [0, 1, 2, 3].map(ValueId);
                    let moved = [x, y].map(|a| apply(Add, &[a, large]));
                    let u = apply(Sub, &moved);
                    let sum = apply(Add, &[u, y]);
                    let inner = apply(Mul, &[sum, w]);
                    let exact = apply(Mul, &[z, x]);
                    product = Some(exact);
                    vec![exact, apply(Mul, &[inner, z])]
                })
            },
            &[(1, 3)],
        );
        let product = product.expect("it was built").to_string();
        assert!(
            !found[0].is_empty() && !found[0].contains(&product),
            "{plan}"
        );
    }

    #[test]
    fn what_may_underflow_on_the_way_does_not_stand_in() {
        // (1e-300 x) (1e300 y) is x y, unless x is small.
        let mut product = None;
        let (plan, found) = entries(
            |builder| {
                let [small, large] = [1e-300, 1e300].map(|f| builder.literal(f));
                through(builder, |apply| {
                    let [x, y, z] = [0, 1, 2].map(ValueId);
                    let scaled = [[small, x], [large, y]].map(|pair| apply(Mul, &pair));
                    let own = apply(Mul, &scaled);
                    product = Some(own);
                    let inner = apply(Mul, &[x, z]);
                    vec![own, apply(Mul, &[inner, y])]
                })
            },
            &[(1, 2)],
        );
        let product = product.expect("it was built").to_string();
        assert!(
            !found[0].is_empty() && !found[0].contains(&product),
            "{plan}"
        );
    }

    #[test]
    fn quotients_by_one_value_are_comparable_and_by_others_are_not() {
        // d(x y / z)/dx = y / z, which is a value; over w it is not.
        for (divisor, is_found) in [(ValueId(2), true), (ValueId(3), false)] {
            let mut quotient = None;
            let (plan, found) = entries(
                |builder| {
                    through(builder, |apply| {
                        let [x, y, z] = [0, 1, 2].map(ValueId);
                        let own = apply(Div, &[y, z]);
                        quotient = Some(own);
                        let product = apply(Mul, &[x, y]);
                        vec![own, apply(Div, &[product, divisor])]
                    })
                },
                &[(1, 0)],
            );
            let quotient = quotient.expect("it was built").to_string();
            assert_eq!(found[0] == quotient, is_found, "{plan}");
        }
    }
}
