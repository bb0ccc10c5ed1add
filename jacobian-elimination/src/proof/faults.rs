//! Faults that are planted in what was compiled: the proof must find each of them.
//!
//! ```text
//! plans        a sign, a term less, another operand, another factor, a sum that has another number
//! schedules    a step less, a step twice, a use before its definition, another row or entry
//! rewrites     a sign in a sum of the value path, results of a call exchanged
//! packs        a sign, halves exchanged, another place, a term less
//! partials     another operation, another operand
//! ```
//!
//! A fault in a plan counts if it changes a number of the region, which is found here without the
//! claims: a product with a zero, or a sum that nothing uses, may change without harm.

use crate::ir::elemental::Operation as Op;
use crate::ir::loop_region::CarriedEntry;
use crate::ir::region::JoinEntry;
use crate::ir::{
    Category, CodeList, CodeListBuilder, Constant, OpaqueId, Origin, Precision, RegionId, ValueId,
};
use crate::options::{Options, Order, ValuePath};
use crate::pipeline::{self, Compiled};
use crate::plan::{Accumulation, AccumulationId, Atom, Entry, Plan, Product, Term};
use crate::schedule::Step;

use super::chain_rule::{Given, Point};
use super::claims::{Claims, Reason, Verdict};
use super::field::Residue;
use super::model::{Model, Roots};
use super::sums::{Sums, SumsOfArms};

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

const OPERATIONS: [Op; 14] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Mul,
    Op::Div,
    Op::Sin,
    Op::Cos,
    Op::Exp,
    Op::Sqrt,
    Op::Tanh,
    Op::Powi(3),
    Op::Atan2,
    Op::MulAdd,
    Op::Max,
];

/// A function of three numbers with some statements, a branch and a loop.
fn sample(seed: u64) -> CodeList {
    let random = &mut Random(seed);
    let mut builder = CodeListBuilder::new(3, Precision::Double);
    let mut values: Vec<ValueId> = builder.code().independents().to_vec();
    values.insert(0, builder.literal(3.0));
    write(&mut builder, random, &mut values, 10);
    let outside = builder.region();
    let branch = builder.branch(OpaqueId(0), vec![values[0]], true);
    let mut results = Vec::new();
    for _ in 0..2 {
        let arm = builder.arm(branch);
        builder.enter(arm);
        let mut inside = values.clone();
        write(&mut builder, random, &mut inside, 5);
        builder.enter(outside);
        results.push(inside.last().copied());
    }
    values.push(builder.join(branch, results));
    let id = builder.begin_loop();
    builder.enter(builder.loop_body(id));
    let mut inside = values.clone();
    for initial in [values[values.len() - 1], values[1]] {
        inside.push(builder.state(id, initial, Category::Variable));
    }
    write(&mut builder, random, &mut inside, 5);
    let nexts = vec![inside[inside.len() - 1], inside[inside.len() - 2]];
    builder.end_loop(id, nexts, None);
    builder.enter(outside);
    values.extend((0..2).map(|slot| builder.exit(id, slot)));
    write(&mut builder, random, &mut values, 4);
    let rows = values[values.len() - 3..].to_vec();
    builder.finish(rows)
}

fn write(
    builder: &mut CodeListBuilder,
    random: &mut Random,
    values: &mut Vec<ValueId>,
    length: usize,
) {
    for _ in 0..length {
        let operation = OPERATIONS[random.below(OPERATIONS.len())];
        // The latest value is used, so that little is dead.
        let mut operands = vec![values[values.len() - 1]];
        for _ in 1..operation.arity() {
            operands.push(values[random.below(values.len())]);
        }
        // A number that is computed at expansion would be rounded.
        let is_known = |id: &ValueId| builder.code().statement(*id).constant().is_some();
        if !operands.iter().all(is_known) {
            values.push(builder.apply(operation, &operands, Origin::default()));
        }
    }
}

fn compiled(seed: u64) -> Compiled {
    let value = if seed.is_multiple_of(2) {
        ValuePath::Exact
    } else {
        ValuePath::Fused
    };
    let names = ["enhanced_markowitz", "forward", "reverse"];
    let options = Options {
        value,
        order: Order::Named(names[usize::try_from(seed % 3).unwrap()].to_owned()),
        search: 20,
        ..Options::default()
    };
    pipeline::compile(sample(seed), &options).unwrap()
}

/// The numbers of the entries of a plan, or nothing where it is no plan.
fn numbers(compiled: &Compiled, plan: &Plan) -> Vec<Residue> {
    let model = Model::new(77, Roots::Free);
    let point = Point::of(&compiled.code, model, &Given::default(), |_, _, _| {
        Residue::ONE
    });
    let sums = Sums::of(&point, Some(plan), &mut Claims::default());
    let entries = plan.entries().iter();
    entries
        .map(|entry| sums.entry(&point, Some(entry)))
        .collect()
}

/// The numbers that arms and bodies hand out.
fn handed_out(compiled: &Compiled) -> Vec<Residue> {
    let (code, arms) = (&compiled.code, &compiled.arms);
    let model = Model::new(77, Roots::Free);
    let point = Point::of(code, model, &Given::default(), |_, _, _| Residue::ONE);
    let sums = SumsOfArms::of(&point, arms, &mut Claims::default());
    let mut numbers = Vec::new();
    for branch in code.branches() {
        for partial in branch.partials() {
            let place = (partial.slot, partial.source);
            let varies = matches!(partial.entry, JoinEntry::Value(_));
            let regions = branch.arms().iter().filter(|_| varies);
            numbers.extend(regions.map(|region| sums.entry(&point, arms, *region, place)));
        }
    }
    for of_loop in code.loops() {
        for partial in of_loop.partials() {
            let place = (partial.slot, partial.source);
            if matches!(partial.entry, CarriedEntry::Value { .. }) {
                numbers.push(sums.entry(&point, arms, of_loop.body(), place));
            }
        }
    }
    numbers
}

/// The faults of a term; `others` are atoms that may stand in its place.
fn faults_of(term: Term, others: &[Atom]) -> Vec<Option<Term>> {
    let with = |product| Some(Term { product, ..term });
    let mut faults = vec![None, Some(term.negate())];
    for other in others {
        faults.extend(match term.product {
            Product::Literal(_) => None,
            Product::Atom(_) => Some(with(Product::Atom(*other))),
            Product::Scaled(factor, _) => Some(with(Product::Scaled(factor, *other))),
            Product::Pair(first, _) => Some(with(Product::Pair(first, *other))),
        });
    }
    if let Product::Scaled(factor, atom) = term.product {
        faults.push(with(Product::Scaled(factor.add(Constant::ONE), atom)));
        faults.push(with(Product::Atom(atom)));
    }
    if let Product::Literal(number) = term.product {
        faults.push(with(Product::Literal(number.add(Constant::ONE))));
    }
    faults
}

/// Every plan with one fault in a term.
fn faulty(plan: &Plan, others: &[Atom]) -> Vec<Plan> {
    let (accumulations, entries, counts) = plan.clone().into_parts();
    let mut plans = Vec::new();
    let sums: Vec<Vec<Term>> = plan.sums().map(<[Term]>::to_vec).collect();
    for (index, sum) in sums.iter().enumerate() {
        let earlier = index.min(accumulations.len());
        let mut others = others.to_vec();
        // The number that a sum had before another one was dropped.
        others.extend((0..earlier.min(2)).map(|back| {
            Atom::Accumulation(AccumulationId(u32::try_from(earlier - 1 - back).unwrap()))
        }));
        for (position, term) in sum.iter().enumerate() {
            for fault in faults_of(*term, &others) {
                let mut terms = sum.clone();
                terms.splice(position..=position, fault);
                let (mut accumulations, mut entries) = (accumulations.clone(), entries.clone());
                match index.checked_sub(accumulations.len()) {
                    None => accumulations[index] = Accumulation::new(terms),
                    Some(entry) => *entries[entry].terms_mut() = terms,
                }
                plans.push(Plan::new(accumulations, entries, counts));
            }
        }
    }
    for pair in 1..entries.len() {
        let mut exchanged = entries.clone();
        let (before, after) = (entries[pair - 1].clone(), entries[pair].clone());
        exchanged[pair - 1] = Entry::new(before.row(), before.col(), after.terms().to_vec());
        exchanged[pair] = Entry::new(after.row(), after.col(), before.terms().to_vec());
        plans.push(Plan::new(accumulations.clone(), exchanged, counts));
    }
    plans
}

/// The plans of arms and bodies.
fn own_plans(compiled: &Compiled) -> Vec<(RegionId, Plan)> {
    let plans = compiled.arms.plans();
    plans.map(|(region, plan)| (region, plan.clone())).collect()
}

#[test]
fn every_fault_in_a_plan_is_found() {
    let (mut in_function, mut in_arms) = (0, 0);
    for seed in 0..4 {
        let compiled = compiled(seed);
        assert_eq!(
            super::jacobian(&compiled),
            Ok(Verdict::Proved),
            "{}",
            compiled.code
        );
        let others = [Atom::Value(ValueId(0)), Atom::Value(ValueId(4))];
        let right = numbers(&compiled, &compiled.plan);
        for plan in faulty(&compiled.plan, &others) {
            if numbers(&compiled, &plan) != right {
                let planted = Compiled {
                    plan,
                    ..compiled.clone()
                };
                assert!(super::jacobian(&planted).is_err(), "{}", planted.plan);
                in_function += 1;
            }
        }
        let plans: Vec<(RegionId, Plan)> = own_plans(&compiled);
        for (region, own) in plans {
            let right = handed_out(&compiled);
            for plan in faulty(&own, &others) {
                let mut planted = compiled.clone();
                let chosen = planted.arms.plan(|other, arm| {
                    let kept = arm.plan.clone().filter(|_| other != region);
                    Ok::<_, ()>(kept.unwrap_or_else(|| plan.clone()))
                });
                assert_eq!(chosen, Ok(()));
                if handed_out(&planted) != right {
                    assert!(super::jacobian(&planted).is_err(), "{plan}");
                    in_arms += 1;
                }
            }
        }
    }
    assert!(
        in_function > 100 && in_arms > 50,
        "{in_function}, {in_arms} faults"
    );
}

#[test]
fn every_fault_in_a_schedule_is_found() {
    let mut n_faults = 0;
    for seed in 0..4 {
        let compiled = compiled(seed);
        let steps = compiled.schedule.steps().to_vec();
        let mut expect = |edit: &dyn Fn(&mut Vec<Step>), fault: &str| {
            let schedule = compiled.schedule.edited(edit);
            let planted = Compiled {
                schedule,
                ..compiled.clone()
            };
            assert!(
                super::jacobian(&planted).is_err(),
                "{fault}\n{}",
                compiled.schedule
            );
            n_faults += 1;
        };
        for (position, step) in steps.iter().enumerate() {
            expect(
                &|steps| _ = steps.remove(position),
                &format!("{step} is missing"),
            );
            expect(
                &|steps| steps.insert(position, *step),
                &format!("{step} comes twice"),
            );
            // What is used somewhere comes last.
            if !matches!(step, Step::StoreEntry(_) | Step::StoreValue(_)) {
                let last = |steps: &mut Vec<Step>| {
                    let moved = steps.remove(position);
                    steps.push(moved);
                };
                expect(&last, &format!("{step} comes last"));
            }
            match *step {
                Step::StoreEntry(index) if index > 0 => expect(
                    &|steps| steps[position] = Step::StoreEntry(index - 1),
                    "another entry is stored",
                ),
                Step::StoreValue(row) if row > 0 => expect(
                    &|steps| steps[position] = Step::StoreValue(row - 1),
                    "another row is stored",
                ),
                _ => {}
            }
        }
    }
    assert!(n_faults > 200, "{n_faults} faults");
}

#[test]
fn every_fault_in_a_rewritten_statement_is_found() {
    let (mut in_sums, mut in_calls) = (0, 0);
    for seed in 0..30 {
        let compiled = compiled(2 * seed + 1);
        let count = compiled.rewrites.clone().sums_mut().count();
        for index in 0..count {
            let mut planted = compiled.clone();
            let sum = planted.rewrites.sums_mut().nth(index).unwrap();
            // A term that is zero has no sign.
            let model = Model::new(77, Roots::Free);
            let point = Point::of(&compiled.code, model, &Given::default(), |_, _, _| {
                Residue::ONE
            });
            if Sums::default().sum(&point, &sum[..1]) == Residue::ZERO {
                continue;
            }
            sum[0] = sum[0].negate();
            assert!(super::jacobian(&planted).is_err(), "{}", compiled.code);
            in_sums += 1;
        }
        let count = compiled.rewrites.clone().calls_mut().len();
        for index in 0..count {
            let mut planted = compiled.clone();
            let lanes = &mut planted.rewrites.calls_mut()[index].lanes;
            let last = lanes.len() - 1;
            let same = lanes[0].results == lanes[last].results || last == 0;
            let operands = lanes[last].operands.clone();
            lanes[last].operands = std::mem::replace(&mut lanes[0].operands, operands);
            if !same {
                assert!(super::jacobian(&planted).is_err(), "{}", compiled.code);
                in_calls += 1;
            }
        }
    }
    assert!(in_sums > 5 && in_calls > 0, "{in_sums}, {in_calls} faults");
}

/// Each term of the row needs that its own root is true, which all twelve are at no point.
#[test]
fn many_roots_are_no_mistake() {
    let mut builder = CodeListBuilder::new(12, Precision::Double);
    let one = builder.literal(1.0);
    let origin = Origin::default();
    let mut sum = builder.code().independents()[0];
    for x in builder.code().independents().to_vec() {
        let a = builder.apply(Op::Add, &[x, one], origin);
        let root = builder.apply(Op::Sqrt, &[a], origin);
        let product = builder.apply(Op::Mul, &[a, root], origin);
        sum = builder.apply(Op::Add, &[sum, product], origin);
    }
    let compiled = pipeline::compile(builder.finish(vec![sum]), &Options::default()).unwrap();
    let verdict = super::jacobian(&compiled);
    assert_eq!(verdict, Ok(Verdict::Unchecked(Reason::Roots)));
}
