//! Products of derivatives with vectors, without the matrix where that is cheaper.
//!
//! ```text
//! product      J dx or w J            the seeded graph, by the order with the fewest operations,
//!                                     or the Jacobian's plan and a sum of products
//! hessian      H dx                   J dx of the gradient, or the Hessian's plan and a sum
//! linearize    labels, then both      a graph cut where it has the fewest edges, and two sweeps
//! ```
//!
//! A product with one vector is compiled like a Jacobian of one column or row, see
//! [`seeded`](mod@crate::graph::seeded). The order of the user's choice competes with the two
//! sweeps: forward and reverse elimination.
//!
//! For many products at one point the labels of a [`cut`](fn@crate::graph::cut) graph are computed
//! once. Each product is then a sweep over them, and a sweep is a code list of sums of products.

mod distinct;
mod sweep;

use crate::derived::{self, Matrix, Obstacle};
use crate::elim::{Step, cost};
use crate::graph::{self, Pattern, Side};
use crate::ir::{CodeList, ValueId};
use crate::options::{Options, Order};
use crate::order::scarcity;
use crate::ordered::Map;
use crate::pipeline::{self, Compiled, Linearized};
use crate::plan::{Plan, Signed};
use crate::pricing;

use distinct::Distinct;
use sweep::Sweep;

/// A product with a vector.
#[derive(Clone, Debug)]
pub struct Product {
    /// The entries are those of the one column or row.
    pub compiled: Compiled,
    /// How it is computed.
    pub way: Way,
}

/// How a product is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By an elimination order of the seeded graph.
    Eliminated,
    /// By the entries of the matrix.
    Formed,
}

/// The product of the Jacobian of a compiled function with a vector, whose elements are the seeds
/// from `first` on. `code` is the function before it was differentiated.
pub fn product(
    function: &Compiled,
    code: &CodeList,
    side: Side,
    first: usize,
    options: &Options,
) -> Product {
    let eliminated = eliminated(code, side, first, options);
    let seeds = (first, n_seeds(code, side));
    let formed = formed(function, Matrix::Whole(side), seeds, options);
    Product::cheaper(eliminated, Some(formed))
}

/// The product of the matrix of a plan with a vector of seeds. All entries of the matrix are
/// computed, and then multiplied.
fn formed(
    function: &Compiled,
    matrix: Matrix,
    (first, n_seeds): (usize, usize),
    options: &Options,
) -> Compiled {
    let (code, seeds) = function.code.clone().with_seeds(first, n_seeds);
    let plan = derived::multiplied(&code, &function.plan, matrix, &seeds);
    function.replanned(code, plan, options)
}

impl Product {
    /// The way that takes fewer operations.
    fn cheaper(eliminated: Compiled, formed: Option<Compiled>) -> Self {
        let most = operations(&eliminated);
        let formed = formed.filter(|formed| operations(formed) < most);
        let way = match formed {
            Some(_) => Way::Formed,
            None => Way::Eliminated,
        };
        Self {
            compiled: formed.unwrap_or(eliminated),
            way,
        }
    }
}

fn n_seeds(code: &CodeList, side: Side) -> usize {
    match side {
        Side::Right => code.independents().len(),
        Side::Left => code.dependents().len(),
    }
}

/// A product by an order of the seeded graph.
fn eliminated(code: &CodeList, side: Side, first: usize, options: &Options) -> Compiled {
    let (n_rows, n_cols) = (code.dependents().len(), code.independents().len());
    let n_seeds = n_seeds(code, side);
    let wanted: Vec<(usize, usize)> = match side {
        Side::Right => (0..n_rows).map(|row| (row, 0)).collect(),
        Side::Left => (0..n_cols).map(|col| (0, col)).collect(),
    };
    let (code, seeds) = code.clone().with_seeds(first, n_seeds);
    let mut linearized = Linearized::of(code);
    linearized.graph = graph::seeded(&linearized.graph, side, &seeds);
    let pattern = Pattern::of(&linearized.graph).restricted(&wanted);
    cheapest(&linearized, &pattern, options)
}

/// By the order with the fewest operations, the first one of several. The sweeps are also tried on
/// the graph with factored divisions, where a quotient takes one product less.
fn cheapest(linearized: &Linearized, pattern: &Pattern, options: &Options) -> Compiled {
    let compile = |linearized: &Linearized, options: &Options| {
        let compiled = linearized.clone().compile(pattern, options);
        compiled.expect("invariant: an order that is not listed fits")
    };
    let mut cheapest = compile(linearized, &options.unlisted());
    // A sweep in the wrong direction forms a dense matrix, for example that of a running sum, which
    // could take far longer than the function. So we count its products before.
    let most = MAX_TIMES_CHOSEN * cheapest.plan.counts().all + MAX_PRODUCTS;
    let factored = graph::factor_divisions(&linearized.graph, &linearized.code);
    let factored = factored.map(|graph| Linearized {
        graph,
        ..linearized.clone()
    });
    for linearized in std::iter::once(linearized).chain(&factored) {
        let forward: Vec<Step> = linearized.graph.intermediates().map(Step::Vertex).collect();
        let reverse: Vec<Step> = forward.iter().rev().copied().collect();
        for (name, steps) in [("forward", forward), ("reverse", reverse)] {
            if cost::products_within(&linearized.graph, &steps, most).is_none() {
                continue;
            }
            let options = Options {
                order: Order::Named(name.to_owned()),
                ..options.clone()
            };
            let swept = compile(linearized, &options);
            if operations(&swept) < operations(&cheapest) {
                cheapest = swept;
            }
        }
    }
    cheapest
}

/// A sweep may have this multiple of the products of the order that was asked for, and some beyond.
const MAX_TIMES_CHOSEN: usize = 4;
const MAX_PRODUCTS: usize = 1_000;

/// The weight of the operations of a function and of its arms and bodies.
fn operations(compiled: &Compiled) -> usize {
    let plans = plans(compiled);
    plans
        .map(|plan| pricing::operations(plan, &compiled.code))
        .sum()
}

/// The number of operations beyond the value, those of all arms and of one iteration of each loop.
pub fn executed(compiled: &Compiled) -> usize {
    let plans = plans(compiled);
    plans
        .map(|plan| pricing::executed(plan, &compiled.code))
        .sum()
}

fn plans(compiled: &Compiled) -> impl Iterator<Item = &Plan> {
    let arms = compiled.arms.iter().filter_map(|arm| arm.plan.as_ref());
    std::iter::once(&compiled.plan).chain(arms)
}

/// Whether labels are computed as well as the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// For many products at one point.
    Wanted,
    /// One product at each point is enough.
    Unwanted,
}

/// A product with the Hessian.
#[derive(Clone, Debug)]
pub struct HessianProduct {
    /// The product of the gradient's Jacobian. The values and the gradient are stored.
    pub product: Product,
    /// Labels for many products at one point, if they are asked for. The Hessian is symmetric, so
    /// both sweeps give the same.
    pub linearization: Option<Linearization>,
    /// The values of the function by their new numbers.
    pub renamed: Map<ValueId, ValueId>,
}

/// The product of the Hessian with a vector. For several dependents it is the Hessian of `w · f`;
/// the seeds are the weights, if there are any, and then the vector.
///
/// # Errors
/// What cannot be differentiated twice.
pub fn hessian(
    code: &CodeList,
    labels: Labels,
    options: &Options,
) -> Result<HessianProduct, Vec<Obstacle>> {
    let (n_rows, n_cols) = (code.dependents().len(), code.independents().len());
    let n_weights = if n_rows == 1 { 0 } else { n_rows };
    let function = if n_rows == 1 {
        let linearized = Linearized::of(code.clone());
        let wanted: Vec<(usize, usize)> = (0..n_cols).map(|col| (0, col)).collect();
        let pattern = Pattern::of(&linearized.graph).restricted(&wanted);
        cheapest(&linearized, &pattern, options)
    } else {
        eliminated(code, Side::Left, n_cols, options)
    };
    let gradient = derived::gradient_of(function.source())?;
    let seeds = (n_cols + n_weights, n_cols);
    let eliminated = eliminated(&gradient.code, Side::Right, seeds.0, options);
    // Each entry is multiplied, so this many operations are needed beside those that form it.
    let may_pay = gradient.pattern.len() < executed(&eliminated);
    let formed = may_pay.then(|| {
        let options = options.unlisted();
        let hessian =
            pipeline::compile_some(gradient.code.clone(), &options, Some(&gradient.pattern));
        let hessian = hessian.expect("invariant: an order that is not listed fits");
        formed(&hessian, Matrix::Lower, seeds, &options)
    });
    let labels = (labels == Labels::Wanted).then(|| linearize(&gradient.code, options));
    Ok(HessianProduct {
        product: Product::cheaper(eliminated, formed),
        linearization: labels,
        renamed: gradient.renamed,
    })
}

/// The labels of a partially eliminated graph, and the sweeps over them.
#[derive(Clone, Debug)]
pub struct Linearization {
    /// Value and labels.
    pub labels: Compiled,
    /// `J dx`: the seeds are the labels, then `dx`.
    pub right: Compiled,
    /// `w J`: the seeds are the labels, then `w`.
    pub left: Compiled,
}

/// Labels that are computed once for many products.
pub fn linearize(code: &CodeList, options: &Options) -> Linearization {
    let options = &options.unlisted();
    let mut linearized = Linearized::of(code.clone());
    let kept = scarcity::kept(&linearized.graph);
    linearized.graph = graph::cut(&linearized.graph, &kept);
    let whole = Pattern::of(&linearized.graph);
    let varying = varying(&whole);
    let labels = linearized.compile(&whole.restricted(&varying), options);
    let labels = labels.expect("invariant: an order that is not listed fits");
    let (labels, stored) = match Distinct::of(&labels.plan) {
        Some(Distinct { plan, stored }) => {
            let code = labels.code.clone();
            (labels.replanned(code, plan, options), stored)
        }
        None => (labels, (0..varying.len()).map(Signed::plus).collect()),
    };
    let sweep = |side| {
        let code = Sweep::of(&whole, kept.len(), &stored, code).code(side);
        let compiled = pipeline::compile(code, options);
        compiled.expect("invariant: an order that is not listed fits")
    };
    Linearization {
        right: sweep(Side::Right),
        left: sweep(Side::Left),
        labels,
    }
}

/// The entries that are not known at expansion.
fn varying(pattern: &Pattern) -> Vec<(usize, usize)> {
    let positions = pattern.entries().iter().zip(pattern.constants());
    let varying = positions.filter(|(_, constant)| constant.is_none());
    varying.map(|(position, _)| *position).collect()
}

#[cfg(test)]
mod tests {
    use super::linearize;
    use crate::ir::elemental::Operation::{Add, Cos, Mul, Sin};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId};
    use crate::options::Options;
    use crate::pipeline::Compiled;
    use crate::schedule::Step;

    #[test]
    fn labels_of_one_number_are_stored_once() {
        // Each of the inputs times a function of their sum: 2 n + 1 labels, n of them one number.
        let mut builder = CodeListBuilder::new(6, Precision::Double);
        let mut apply = |operation, operands: [ValueId; 2]| {
            builder.apply(operation, &operands, Origin::default())
        };
        let inputs: Vec<ValueId> = (0..6).map(ValueId).collect();
        let sum = (inputs[1..].iter()).fold(inputs[0], |sum, input| apply(Add, [sum, *input]));
        let factor = apply(Mul, [sum, sum]);
        let rows = inputs.iter().map(|input| apply(Mul, [*input, factor]));
        let rows = rows.collect();
        let linearized = linearize(&builder.finish(rows), &Options::default());
        assert_eq!(linearized.labels.plan.entries().len(), 6 + 2);
        let multiplications = |compiled: &Compiled| compiled.cost.work.multiplications;
        assert_eq!(multiplications(&linearized.right), 6 + 6 + 1);
        assert_eq!(multiplications(&linearized.left), 6 + 6 + 1);
    }

    #[test]
    fn every_label_is_stored() {
        let mut builder = CodeListBuilder::new(3, Precision::Double);
        let mut apply = |operation, operands: &[u32]| {
            let operands: Vec<ValueId> = operands.iter().copied().map(ValueId).collect();
            builder.apply(operation, &operands, Origin::default())
        };
        let product = apply(Mul, &[0, 1]);
        let product = apply(Mul, &[product.0, 2]);
        let rows = [Sin, Cos].map(|operation| apply(operation, &[product.0]));
        let code = builder.finish(rows.to_vec());
        let labels = linearize(&code, &Options::default()).labels;
        assert_eq!(
            labels.plan.to_string(),
            "J[0, 3] = v6\nJ[1, 3] = -v5\nJ[2, 0] = v1 * v2\nJ[2, 1] = v0 * v2\nJ[2, 2] = v3\n"
        );
        let steps = labels.schedule.steps().iter();
        let stored = steps.filter(|step| matches!(step, Step::StoreEntry(_)));
        assert_eq!(stored.count(), 5);
    }
}
