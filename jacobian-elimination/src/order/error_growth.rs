//! Error growth: how far rounding moves the entries under an order, at a few points.
//!
//! A search counts operations and does not see rounding. [`stability`](super::stability) looks at
//! the structure alone. Here the local partials are numbers, those of the function at fixed random
//! points. The labels are computed in doubles, and once in twice as many digits.
//!
//! ```text
//! entry      by the default's rule     by another order
//! (0, 0)     3 ulp                     5 ulp                in proportion
//! (0, 1)     2 ulp                     70,000 ulp           out of proportion
//! ```
//!
//! An order is out of proportion if the error of an entry is more than [`MOST`] times the larger
//! of that by the rule that the default order starts from, and half an ulp. In Reid's example
//! (`stability`) the errors under the bad order double with each diamond.
//!
//! Bounds of the errors, from a running error analysis, would not do: an error that comes along two
//! paths may cancel with them, and a bound adds it twice. So the bound of forward elimination,
//! which is accurate, grows with each diamond as well.
//!
//! Cost: that of an elimination of numbers, for each order that is looked at. Source of the sums
//! and products: Dekker, A floating-point technique for extending the available precision, 1971.

use crate::elim::Step;
use crate::graph::{Adjacency, LinearGraph, Vertex};
use crate::ir::evaluate::evaluate;
use crate::ir::{CodeList, Elemental, Partial, Precision, ValueId};

use super::search::random::Random;

/// How many times larger an error may be than by the rule of the default order: three digits.
pub(super) const MOST: f64 = 1e3;

/// The number of points.
const POINTS: usize = 4;

/// The entries by their vertices, in order, with a number for each point.
type Entries<T> = Vec<(Vertex, Vertex, [T; POINTS])>;

/// The sum of two doubles, of which the second is below the last digit of the first.
#[derive(Clone, Copy, Debug)]
struct Double {
    high: f64,
    low: f64,
}

impl Double {
    fn of(high: f64) -> Self {
        Self { high, low: 0.0 }
    }

    fn times(self, other: Self) -> Self {
        let high = self.high * other.high;
        let low = self.high.mul_add(other.high, -high);
        let low = low + (self.high * other.low + self.low * other.high);
        Self::normal(high, low)
    }

    fn plus(self, other: Self) -> Self {
        let high = self.high + other.high;
        let of_other = high - self.high;
        let low = (self.high - (high - of_other)) + (other.high - of_other);
        Self::normal(high, low + (self.low + other.low))
    }

    fn normal(high: f64, low: f64) -> Self {
        let sum = high + low;
        Self {
            high: sum,
            low: low - (sum - high),
        }
    }

    /// How far a double is from it, in halves of the last digit.
    fn error_of(self, found: f64) -> f64 {
        let difference = (found - self.high) - self.low;
        difference.abs() / (self.high.abs() * f64::EPSILON / 2.0)
    }
}

/// The local partials of a graph at the points, and the errors of its entries by the order that
/// others are compared with.
#[derive(Debug)]
pub(super) struct ErrorGrowth<'a> {
    graph: &'a LinearGraph,
    /// By point, the values of the code list.
    values: [Vec<f64>; POINTS],
    exact: Entries<Double>,
    accepted: Vec<[f64; POINTS]>,
    /// How many times larger an error may be.
    most: f64,
}

impl<'a> ErrorGrowth<'a> {
    /// Others are compared with this order.
    pub(super) fn beside(
        graph: &'a LinearGraph,
        code: Option<&CodeList>,
        accepted: &[Step],
        most: f64,
    ) -> Self {
        let mut growth = Self {
            graph,
            values: std::array::from_fn(|point| values(code, point)),
            exact: Vec::new(),
            accepted: Vec::new(),
            most,
        };
        let label = |partial| growth.label(partial).map(Double::of);
        growth.exact = eliminated(graph, accepted, label, Double::times, Double::plus);
        growth.accepted = growth.errors(accepted);
        growth
    }

    /// Whether no entry is far less accurate.
    pub(super) fn is_in_proportion(&self, steps: &[Step]) -> bool {
        self.factor(steps) <= self.most
    }

    /// The largest factor between the errors of an entry.
    pub(super) fn factor(&self, steps: &[Step]) -> f64 {
        let errors = self.errors(steps).into_iter().flatten();
        let pairs = errors.zip(self.accepted.iter().flatten());
        // Numbers that are not finite say nothing.
        let finite = pairs.filter(|(error, accepted)| error.is_finite() && accepted.is_finite());
        finite.fold(0.0, |most, (error, accepted)| {
            most.max(error / accepted.max(1.0))
        })
    }

    /// By entry and point. An entry that cancels away under this order is zero.
    fn errors(&self, steps: &[Step]) -> Vec<[f64; POINTS]> {
        let label = |partial| self.label(partial);
        let found = eliminated(self.graph, steps, label, |a, b| a * b, |a, b| a + b);
        let mut found = found.into_iter().peekable();
        let errors = self.exact.iter().map(|(source, target, exact)| {
            let key = (*source, *target);
            while found.next_if(|(from, to, _)| (*from, *to) < key).is_some() {}
            let entry = found.next_if(|(from, to, _)| (*from, *to) == key);
            let entry = entry.map_or([0.0; POINTS], |(.., entry)| entry);
            std::array::from_fn(|point| exact[point].error_of(entry[point]))
        });
        errors.collect()
    }

    fn label(&self, partial: Partial) -> [f64; POINTS] {
        std::array::from_fn(|point| match partial {
            Partial::Literal(constant) => constant.value(),
            Partial::Value { id, negative, .. } => {
                let known = self.values[point].get(id.index()).copied();
                let value = known.unwrap_or_else(|| drawn(point, id.index()));
                if negative { -value } else { value }
            }
        })
    }
}

/// The entries that remain. An edge step counts as the elimination of its vertex.
fn eliminated<T: Copy>(
    graph: &LinearGraph,
    steps: &[Step],
    label: impl Fn(Partial) -> [T; POINTS],
    times: impl Fn(T, T) -> T,
    plus: impl Fn(T, T) -> T,
) -> Entries<T> {
    let mut working = Adjacency::of(graph, label);
    for vertex in steps.iter().filter_map(|step| step.over()) {
        let incoming = working.take_predecessors(vertex);
        let outgoing = working.take_successors(vertex);
        for (source, first) in &incoming {
            for (target, second) in &outgoing {
                let product: [T; POINTS] =
                    std::array::from_fn(|point| times(first[point], second[point]));
                let sum = working.get(*source, *target).map(|present| {
                    std::array::from_fn(|point| plus(present[point], product[point]))
                });
                working.insert(*source, *target, sum.unwrap_or(product));
            }
        }
    }
    working.into_edges().collect()
}

/// A random number from 0.3 to 1.7, for each point and index.
fn drawn(point: usize, index: usize) -> f64 {
    let mut random = Random::new((index * POINTS + point + 1) as u64);
    let steps = (0..4).map(|_| random.below(1 << 20)).last();
    let steps = steps.and_then(|steps| u32::try_from(steps).ok());
    0.3 + 1.4 * f64::from(steps.unwrap_or_default()) / f64::from(1 << 20)
}

/// The values of the code list at a point. What only run time knows is a random number, and so are
/// the values that arms and loops hand out.
fn values(code: Option<&CodeList>, point: usize) -> Vec<f64> {
    let mut values: Vec<f64> = Vec::new();
    let Some(code) = code else { return values };
    for id in code.ids() {
        let statement = code.statement(id);
        let of = |operand: &ValueId| values.get(operand.index()).copied();
        let operands = || statement.operands().iter().filter_map(of);
        let value = match statement.elemental() {
            Elemental::Literal(bits) => f64::from_bits(bits),
            Elemental::Operation(operation) => {
                let operands: Vec<f64> = operands().collect();
                evaluate(operation, &operands, Precision::Double)
            }
            Elemental::Ruled(_) => operands().next().unwrap_or_default(),
            Elemental::Selected(_) => operands().nth(1).unwrap_or_default(),
            _ => drawn(point, id.index()),
        };
        values.push(value);
    }
    values
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::{ErrorGrowth, MOST};
    use crate::elim::Step;
    use crate::graph::LinearGraph;
    use crate::graph::testing::named;
    use crate::order::search::within;
    use crate::order::{Budget, OrderChoice, Start, choose};

    /// Diamonds in a row whose branches cancel: `z = 2 z' - s` with `s = a z'`.
    fn diamonds(n: usize) -> String {
        let diamond = |index: usize| {
            let before = if index == 0 {
                "x".to_owned()
            } else {
                format!("z{index}")
            };
            let after = if index + 1 == n {
                "y".to_owned()
            } else {
                format!("z{}", index + 1)
            };
            format!("{before}-[a{index}]->s{index} {before}-[2]->{after} s{index}-[-1]->{after} ")
        };
        (0..n).map(diamond).collect()
    }

    fn factor(graph: &LinearGraph, steps: &[Step]) -> f64 {
        let rule = choose(graph, &OrderChoice::EnhancedMarkowitz).unwrap();
        ErrorGrowth::beside(graph, None, rule.steps(), MOST).factor(steps)
    }

    #[test]
    fn the_error_of_joints_first_doubles_with_each_diamond() {
        for (n, least) in [(6, 10.0), (12, 1e3), (24, 1e6)] {
            let (graph, vertex) = named(&diamonds(n));
            let joints = (1..n).map(|index| format!("z{index}"));
            let sides = (0..n).map(|index| format!("s{index}"));
            let steps: Vec<Step> = joints
                .chain(sides)
                .map(|name| Step::Vertex(vertex(&name)))
                .collect();
            let factor = factor(&graph, &steps);
            assert!(factor > least, "{n} diamonds: {factor:e}");
            for stable in ["forward", "reverse", "markowitz"] {
                let order = choose(&graph, &stable.parse().unwrap()).unwrap();
                let factor = self::factor(&graph, order.steps());
                assert!(factor < 50.0, "{stable} of {n} diamonds: {factor}");
            }
        }
    }

    /// Chains of joints with inputs and outputs on the way, some edges with numbers.
    fn chain(seed: usize) -> String {
        let mut random = super::Random::new(seed as u64);
        let n = 8 + random.below(10);
        let mut edges = String::new();
        for target in 2..n {
            let first = target.saturating_sub(1 + random.below(2));
            for source in [target - 1, first, random.below(target)] {
                let label = match random.below(4) {
                    0 => "2".to_owned(),
                    1 => "-1".to_owned(),
                    _ => format!("a{source}x{target}"),
                };
                let edge = format!("v{source}-[");
                let after = format!("]->v{target} ");
                if !edges
                    .split(' ')
                    .any(|old| old.starts_with(&edge) && old.ends_with(after.trim()))
                {
                    let _ = write!(edges, "{edge}{label}{after}");
                }
            }
        }
        edges
    }

    /// Where a search takes an order that is cheap and less accurate, it takes another one if the
    /// limit is low enough. (The largest factor on 200 of these graphs is 21.)
    #[test]
    fn a_search_keeps_to_the_limit() {
        let budget = Budget {
            moves: 2_000,
            ..Budget::default()
        };
        for seed in [25, 37, 49, 63, 85, 119] {
            let (graph, _) = named(&chain(seed));
            let found = |most| within(&graph, Start::Decided(&[]), budget, None, most);
            let (free, limited) = (found(f64::INFINITY), found(2.0));
            let factors = [&free, &limited].map(|steps| factor(&graph, steps));
            assert!(factors[0] > 5.0 && factors[1] <= 2.0, "{factors:?}");
            assert_eq!(found(MOST), free);
        }
    }
}
