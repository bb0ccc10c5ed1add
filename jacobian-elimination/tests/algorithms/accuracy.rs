//! Sharing must not cost digits: random polynomials, evaluated where much cancels.
//!
//! ```text
//! code list --eliminate--> plan --share--> plan        both evaluated in floating point:
//!                           |                |         entries agree to 1e-12 of the absolute
//!                           +--- compare ----+         values of their path products
//! ```
//!
//! `share` puts values and equal sums in the place of partials. Exact arithmetic (`code_lists.rs`)
//! shows that they are equal. Here we choose points at which operands nearly agree. A replacement
//! that cancels more than the path products would show a large error there.

use crate::campaign;
use jacobian_elimination::elim::{EliminationOrder, Step, eliminate};
use jacobian_elimination::graph::linearize;
use jacobian_elimination::ir::elemental::Operation::{self, Add, Div, Mul, Neg, Powi, Sin, Sub};
use jacobian_elimination::ir::evaluate::evaluate;
use jacobian_elimination::ir::{
    CodeList, CodeListBuilder, Elemental, Origin, Precision, ValueId, differentiate,
};
use jacobian_elimination::plan::{Atom, Entry, Plan, Product, Term};
use jacobian_elimination::rewrite::rewrite;

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % u64::try_from(bound).unwrap()).unwrap()
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

const INDEPENDENTS: usize = 4;

const OPERATIONS: &[Operation] = &[
    Add,
    Add,
    Sub,
    Sub,
    Sub,
    Mul,
    Mul,
    Mul,
    Mul,
    Neg,
    Powi(2),
    Powi(3),
    Div,
    Sin,
];

/// Coordinates: equal ones, ones that nearly agree, small, large and harmless ones.
const COORDINATES: &[f64] = &[
    1.0,
    1.0,
    1.000_000_1,
    -1.0,
    0.999_999_999_9,
    0.0,
    1e-9,
    1e6,
    1_000_000.25,
    0.37,
    -2.6,
    3.0,
];

fn random_code_list(random: &mut Random) -> CodeList {
    let mut builder = CodeListBuilder::new(INDEPENDENTS, Precision::Double);
    let mut values: Vec<ValueId> = builder.code().independents().to_vec();
    values.extend([1.0, 2.0, 3.0, 0.5, 1e6].map(|number| builder.literal(number)));
    for _ in 0..4 + random.below(22) {
        let operation = random.of(OPERATIONS);
        let operands: Vec<ValueId> = (0..operation.arity()).map(|_| random.of(&values)).collect();
        // Roots of zero and infinities say nothing about digits.
        if operation == Div && builder.code().statement(operands[1]).constant().is_some() {
            continue;
        }
        let value = builder.apply(operation, &operands, Origin::default());
        if builder.code().statement(value).is_active() {
            values.push(value);
        }
    }
    let rows: Vec<ValueId> = values.split_off(INDEPENDENTS + 5);
    builder.finish(rows)
}

/// All values at a point.
fn run(code: &CodeList, point: &[f64]) -> Vec<f64> {
    let mut values: Vec<f64> = Vec::new();
    for id in code.ids() {
        let statement = code.statement(id);
        let value = match statement.elemental() {
            Elemental::Independent(k) => point[k as usize],
            Elemental::Literal(bits) => f64::from_bits(bits),
            Elemental::Operation(operation) => {
                let operands = statement.operands().iter();
                let operands: Vec<f64> = operands.map(|id| values[id.index()]).collect();
                evaluate(operation, &operands, Precision::Double)
            }
            other => panic!("{other:?} is not written here"),
        };
        values.push(value);
    }
    values
}

/// The entries of a plan, and of each the sum of the absolute values of its path products.
fn entries(plan: &Plan, values: &[f64]) -> Vec<(usize, usize, f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    let sum = |terms: &[Term], kept: &[(f64, f64)]| {
        let atom = |atom: Atom| match atom {
            Atom::Value(id) => (values[id.index()], values[id.index()].abs()),
            Atom::Accumulation(id) => kept[id.index()],
        };
        terms.iter().fold((0.0, 0.0), |(sum, size), term| {
            let (value, magnitude) = match term.product {
                Product::Literal(constant) => (constant.value(), constant.value().abs()),
                Product::Atom(a) => atom(a),
                Product::Scaled(factor, a) => {
                    let (value, size) = atom(a);
                    (factor.value() * value, factor.value().abs() * size)
                }
                Product::Pair(a, b) => {
                    let ((a, a_size), (b, b_size)) = (atom(a), atom(b));
                    (a * b, a_size * b_size)
                }
            };
            let signed = if term.negative { -value } else { value };
            (sum + signed, size + magnitude)
        })
    };
    for accumulation in plan.accumulations() {
        let own = sum(accumulation.terms(), &kept);
        kept.push(own);
    }
    let entry = |entry: &Entry| {
        let (value, size) = sum(entry.terms(), &kept);
        (entry.row(), entry.col(), value, size)
    };
    plan.entries().iter().map(entry).collect()
}

#[test]
fn what_stands_in_is_as_accurate() {
    let mut random = Random(7);
    let (mut compared, mut shared_less) = (0, 0);
    for _ in 0..campaign::size(600, 6_000) {
        let (code, partials) = differentiate(random_code_list(&mut random));
        let graph = linearize(&code, &partials);
        let mut steps: Vec<Step> = graph.intermediates().map(Step::Vertex).collect();
        if random.below(2) == 0 {
            steps.reverse();
        }
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        let plan = eliminate(&graph, &order);
        let shared = rewrite(plan.clone(), &code);
        shared_less += usize::from(shared.counts().operations < plan.counts().operations);
        for _ in 0..12 {
            let point: Vec<f64> = (0..INDEPENDENTS).map(|_| random.of(COORDINATES)).collect();
            let values = run(&code, &point);
            let pairs = entries(&plan, &values)
                .into_iter()
                .zip(entries(&shared, &values));
            for ((row, col, plain, size), (_, _, with, _)) in pairs {
                if !size.is_finite() || size > 1e200 || (size > 0.0 && size < 1e-200) {
                    continue;
                }
                compared += 1;
                assert!(
                    (plain - with).abs() <= 1e-12 * size,
                    "J[{row}, {col}] is {plain}, shared {with}, of {size}, at {point:?}\n{code}\n{plan}\n{shared}"
                );
            }
        }
    }
    assert!(
        compared > campaign::size(15_000, 200_000),
        "{compared} entries compared"
    );
    assert!(
        shared_less > campaign::size(40, 500),
        "{shared_less} plans share anything"
    );
}
