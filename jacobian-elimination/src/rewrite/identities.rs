//! Algebraic identities: sums that are equal by the rules of algebra are computed once.
//!
//! ```text
//! v2 = c2 * c1                     a0 = dv4/dt2 = -s3 * v2 + c3 * v3    =  v5
//! v3 = -s2 * c1                    (the link of a robot turns as a vector does)
//! v4 = c3 * v2 + s3 * v3
//! v5 = c3 * v3 - s3 * v2
//! v9 = a (t t - v v) - 2 c t v     J = 2 t (a t) + a (t t - 3 v v) - 6 t c v    =  3 v9
//! ```
//!
//! Rotations, powers and products of polynomials have derivatives that are made of the same sums as
//! their values. If a sum of the plan is equal to a small multiple of a value of the value path, it
//! is replaced by that multiple. It may also be replaced by a multiple of the last summands of a
//! value ([suffix sums](super::suffix_sums)), or of another sum of the plan. Candidates are found
//! by their [fingerprint](super::fingerprint). [`accuracy`](super::accuracy) decides whether a
//! candidate is as accurate as the sum. If that cannot be shown, the sum stays.
//!
//! Cost: a few multiplications per sum, lookups where a [sieve](super::sieve) does not rule them
//! out, and polynomials for candidates.

use std::cell::OnceCell;

use crate::ordered::Map;

use crate::ir::{CodeList, Constant, RegionId, Role, ValueId};
use crate::plan::counts::instructions;
use crate::plan::renaming::Renaming;
use crate::plan::sum::scaled;
use crate::plan::unused::plan_of_used;
use crate::plan::{AccumulationId, Atom, Entry, Plan, Product, Signed, Term, single};

use super::accuracy::{Accuracy, Answers, Question};
use super::fingerprint::{Fingerprint, Fingerprints};
use super::magnitude::{Paths, paths};
use super::pass::Pass;
use super::sieve::Sieve;
use super::suffix_sums::{self, SuffixSum, Summands};

/// The factors by which equal sums may differ, up to sign. Squares, cubes and fourth powers bring
/// in 2, 3 and 4. One half and one quarter are for values that are multiples. One third would be
/// rounded.
const FACTORS: [f64; 6] = [1.0, 2.0, 0.5, 3.0, 4.0, 0.25];

/// The number of values with one fingerprint that are tried as replacements, because each trial
/// multiplies polynomials out.
const MAX_CANDIDATES: usize = 16;

/// The pass, with the values of the code list by fingerprint.
#[derive(Debug)]
pub(super) struct Identities {
    fingerprints: Fingerprints,
    values: Map<Fingerprint, Vec<ValueId>>,
    suffix_sums: Map<Fingerprint, Vec<SuffixSum>>,
    /// The fingerprints of both.
    sieve: Sieve,
    /// The factors of either sign, each with its reciprocal.
    factors: Vec<[Constant; 2]>,
    answers: Answers,
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
        let suffix_sums = suffix_sums::of_values(code, &fingerprints, summands);
        let mut sieve = Sieve::for_about(values.len() + suffix_sums.len());
        for fingerprint in values.keys().chain(suffix_sums.keys()) {
            sieve.insert(*fingerprint);
        }
        Self {
            fingerprints,
            values,
            suffix_sums,
            sieve,
            factors: factors.collect(),
            answers: Answers::default(),
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
    let mut pass = Identifying::new(known, code, region, accumulations.len() + entries.len());
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
        let sum = pass.sum(std::mem::take(entry.terms_mut()));
        *entry.terms_mut() = match pass.stand_in(&sum) {
            Some(term) => vec![term],
            None if is_repeated => vec![pass.accumulated(sum)],
            None => sum.terms,
        };
    }
    plan_of_used(pass.renaming.into_accumulations(), entries, counts)
}

/// A sum in its own terms, before it is replaced.
struct Sum {
    number: Constant,
    terms: Vec<Term>,
    /// Its path products, which are multiplied out when a candidate asks for them. Most sums have
    /// no candidate.
    paths: OnceCell<Option<Paths>>,
}

struct Identifying<'a> {
    known: &'a Identities,
    code: &'a CodeList,
    region: RegionId,
    accuracy: Accuracy<'a>,
    renaming: Renaming,
    /// One for each accumulation of the new plan.
    sums: Vec<Sum>,
    by_fingerprint: Map<Fingerprint, Atom>,
    /// The keys of this map.
    sieve: Sieve,
}

impl<'a> Identifying<'a> {
    fn new(known: &'a Identities, code: &'a CodeList, region: RegionId, n_sums: usize) -> Self {
        Self {
            known,
            code,
            region,
            accuracy: Accuracy::of(code, &known.answers),
            renaming: Renaming::default(),
            sums: Vec::new(),
            by_fingerprint: Map::new(),
            sieve: Sieve::for_about(n_sums),
        }
    }

    /// The atom that replaces an accumulation of the old plan.
    fn accumulate(&mut self, terms: &[Term]) -> Signed<Atom> {
        let own = self.sum(self.renaming.renamed_sum(terms));
        let stands_in = self.stand_in(&own);
        let terms = stands_in.map_or_else(|| own.terms.clone(), |term| vec![term]);
        single(&terms).unwrap_or_else(|| Signed::plus(self.keep(terms, own)))
    }

    /// A sum as a new accumulation.
    fn accumulated(&mut self, sum: Sum) -> Term {
        Term {
            negative: false,
            product: Product::Atom(self.keep(sum.terms.clone(), sum)),
        }
    }

    fn keep(&mut self, terms: Vec<Term>, own: Sum) -> Atom {
        let atom = Atom::Accumulation(self.renaming.form(terms));
        if let Some(residues) = own.number.residues() {
            self.by_fingerprint.entry(residues).or_insert(atom);
            self.sieve.insert(residues);
        }
        self.sums.push(own);
        atom
    }

    fn sum(&self, terms: Vec<Term>) -> Sum {
        Sum {
            number: self.number(&terms),
            terms,
            paths: OnceCell::new(),
        }
    }

    /// The path products of a sum.
    fn paths_of<'b>(&'b self, sum: &'b Sum) -> Option<&'b Paths> {
        // A stack, because accumulations may be nested as deep as the function is long.
        let mut wanted = vec![sum];
        while let Some(sum) = wanted.last() {
            let n_wanted = wanted.len();
            if sum.paths.get().is_none() {
                let below = accumulations(&sum.terms).map(|id| &self.sums[id.index()]);
                wanted.extend(below.filter(|below| below.paths.get().is_none()));
            }
            if wanted.len() == n_wanted
                && let Some(sum) = wanted.pop()
            {
                sum.paths.get_or_init(|| self.multiplied_out(&sum.terms));
            }
        }
        sum.paths.get()?.as_ref()
    }

    /// The path products of a sum, from those of the accumulations in it.
    fn multiplied_out(&self, terms: &[Term]) -> Option<Paths> {
        paths(terms, |atom| match atom {
            Atom::Accumulation(id) => self.sums[id.index()].paths.get()?.as_ref(),
            Atom::Value(_) => None,
        })
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
    fn stand_in(&mut self, own: &Sum) -> Option<Term> {
        let saves = instructions(&own.terms);
        if saves == 0 || own.number.is_zero() {
            return None;
        }
        // A multiple costs one operation, so a sum of one operation may only be replaced by an atom
        // with a sign. The first two factors are one and minus one.
        let factors = if saves > 1 {
            &self.known.factors[..]
        } else {
            &self.known.factors[..2]
        };
        let wanted = self.possible(own.number, factors);
        if wanted.is_empty() {
            return None;
        }
        // Values and sums first, because they are computed anyway. A suffix sum is a new statement.
        for (factor, wanted) in &wanted {
            let found = self.equal(*wanted);
            let fits = |atom: &Atom| self.may_stand_in(*atom, factor.value(), own);
            if let Some(atom) = found.into_iter().find(fits) {
                return scaled(*factor, Signed::plus(atom));
            }
        }
        for (factor, wanted) in &wanted {
            let multiplies = !factor.is_trivial();
            let most = saves - usize::from(multiplies);
            if let Some(terms) = self.suffix_sum(*wanted, most, factor.value(), own) {
                let suffix = self.sum(terms.clone());
                return scaled(*factor, Signed::plus(self.keep(terms, suffix)));
            }
        }
        None
    }

    /// The factors times which some known sum may be this number, with the fingerprint of that sum.
    fn possible(
        &self,
        number: Constant,
        factors: &[[Constant; 2]],
    ) -> Vec<(Constant, Fingerprint)> {
        let mut possible = Vec::new();
        for [factor, reciprocal] in factors {
            if let Some(wanted) = number.multiply(*reciprocal).residues()
                && (self.known.sieve.may_have(wanted) || self.sieve.may_have(wanted))
            {
                possible.push((*factor, wanted));
            }
        }
        possible
    }

    /// The last summands of a value that have this fingerprint and take no more instructions than
    /// `most`.
    fn suffix_sum(
        &self,
        wanted: Fingerprint,
        most: usize,
        factor: f64,
        own: &Sum,
    ) -> Option<Vec<Term>> {
        let suffixes = self.known.suffix_sums.get(&wanted)?.iter();
        let fits = |suffix: &&SuffixSum| {
            let region = self.code.statement(suffix.value).region();
            let is_visible = self.code.is_visible(region, self.region);
            is_visible && instructions(&suffix.terms) <= most
        };
        let mut candidates = suffixes.take(MAX_CANDIDATES).filter(fits);
        let accurate = candidates.find(|suffix| {
            let paths = paths(&suffix.terms, |_| None);
            paths.is_some_and(|known| self.is_accurate(&known, factor, own))
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

    fn may_stand_in(&self, atom: Atom, factor: f64, own: &Sum) -> bool {
        match atom {
            Atom::Value(id) => self.is_accurate(&vec![(1.0, vec![id])], factor, own),
            Atom::Accumulation(id) => self
                .paths_of(&self.sums[id.index()])
                .is_some_and(|known| self.is_accurate(known, factor, own)),
        }
    }

    fn is_accurate(&self, known: &Paths, factor: f64, own: &Sum) -> bool {
        let (Some(paths), Some(fingerprint)) = (self.paths_of(own), own.number.residues()) else {
            return false;
        };
        let question = Question {
            known,
            factor,
            paths,
        };
        self.accuracy.is_accurate(fingerprint, question)
    }

    /// For each entry, whether a later one is a small multiple of it. Entries of one instruction
    /// are left out, because a multiple costs as much.
    fn repeated(&self, entries: &[Entry]) -> Vec<bool> {
        let number = |entry: &Entry| {
            let costs = instructions(entry.terms()) > 1;
            costs.then(|| self.number(entry.terms()))
        };
        let numbers: Vec<Option<Constant>> = entries.iter().map(number).collect();
        let mut first: Map<Fingerprint, usize> = Map::new();
        let mut sieve = Sieve::for_about(entries.len());
        let mut is_repeated = vec![false; entries.len()];
        for (index, number) in numbers.into_iter().enumerate() {
            let Some(number) = number else { continue };
            let factors = self.known.factors.iter();
            let keys = factors.filter_map(|[factor, _]| number.multiply(*factor).residues());
            let mut keys = keys.filter(|key| sieve.may_have(*key));
            if let Some(first) = keys.find_map(|key| first.get(&key)) {
                is_repeated[*first] = true;
            } else if let Some(residues) = number.residues() {
                first.insert(residues, index);
                sieve.insert(residues);
            }
        }
        is_repeated
    }
}

/// The accumulations that a sum uses.
fn accumulations(terms: &[Term]) -> impl Iterator<Item = AccumulationId> {
    let atoms = terms.iter().flat_map(|term| term.atoms());
    atoms.filter_map(|atom| match atom {
        Atom::Accumulation(id) => Some(id),
        Atom::Value(_) => None,
    })
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
