//! Rounding by order: how far the entries of the corpus are from exact ones.
//!
//! ```text
//! local partials at random points, as doubles --by the order, in doubles---------> entries
//!                                             --in twice as many digits----------> exact ones
//! ```
//!
//! The local partials are taken for exact, so only the accumulation is judged: what the elementals
//! round is the same under every order. The plans are those of the elimination, before rewrites.
//! An ulp is 2^-52 of the number here. The worst entry is that of those that are more than a
//! thousandth of the sum of the absolute values of their path products: the others have lost their
//! digits under every order. The last column is over all entries, in ulp of that sum, which is how
//! well any order can know them.
//!
//! Source of the exact sums and products: Dekker, A floating-point technique for extending the
//! available precision, 1971.

use std::fmt::Write;
use std::ops::{Add, Mul, Neg};

use jacobian_core::elim::eliminate;
use jacobian_core::graph::LinearGraph;
use jacobian_core::ir::evaluate::evaluate;
use jacobian_core::ir::{CodeList, Elemental, Partial, Precision, RegionId, ValueId};
use jacobian_core::order::{OrderChoice, Start, choose_from};
use jacobian_core::plan::{Atom, Plan, Product, Term};
use jacobian_core::pricing::Pricer;
use jacobian_core::rewrite::{Passes, Summands};

use crate::comparison::{Function, of_corpus, of_problems};

/// Points of each problem.
const POINTS: u64 = 3;

/// An entry that is a smaller part of the sum of its paths has lost digits under every order.
const CANCELLED: f64 = 1e-3;

/// The sum of two doubles, of which the second is below the last digit of the first.
#[derive(Clone, Copy)]
struct Double(f64, f64);

impl From<f64> for Double {
    fn from(number: f64) -> Self {
        Self(number, 0.0)
    }
}

impl Add for Double {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let high = self.0 + other.0;
        let of_other = high - self.0;
        let low = (self.0 - (high - of_other)) + (other.0 - of_other);
        normal(high, low + (self.1 + other.1))
    }
}

impl Mul for Double {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let high = self.0 * other.0;
        let low = self.0.mul_add(other.0, -high);
        normal(high, low + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Neg for Double {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

fn normal(high: f64, low: f64) -> Double {
    let sum = high + low;
    Double(sum, low - (sum - high))
}

/// The entries of a plan where the values of the code list are these numbers.
fn entries<T>(plan: &Plan, values: &[f64]) -> Vec<T>
where
    T: Copy + From<f64> + Add<Output = T> + Mul<Output = T> + Neg<Output = T>,
{
    let mut sums: Vec<T> = Vec::new();
    let sum = |sums: &[T], terms: &[Term]| {
        let atom = |atom: Atom| match atom {
            Atom::Value(id) => T::from(values[id.index()]),
            Atom::Accumulation(id) => sums[id.index()],
        };
        let term = |term: &Term| {
            let product = match term.product {
                Product::Literal(constant) => T::from(constant.value()),
                Product::Atom(one) => atom(one),
                Product::Scaled(constant, one) => T::from(constant.value()) * atom(one),
                Product::Pair(first, second) => atom(first) * atom(second),
            };
            if term.negative { -product } else { product }
        };
        let all = terms.iter().map(term).reduce(|sum, next| sum + next);
        all.unwrap_or_else(|| T::from(0.0))
    };
    for accumulation in plan.accumulations() {
        let next = sum(&sums, accumulation.terms());
        sums.push(next);
    }
    let entries = plan.entries().iter();
    entries.map(|entry| sum(&sums, entry.terms())).collect()
}

/// Random numbers from 0.3 to 1.7 for what only run time knows, and the values that follow.
fn values(code: &CodeList, point: u64) -> Vec<f64> {
    let mut state = point.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut drawn = || {
        for (left, right) in [(13, 7), (17, 43), (5, 9)] {
            state ^= state << left;
            state ^= state >> right;
        }
        let high = u32::try_from(state >> 32).expect("32 bits");
        0.3 + 1.4 * f64::from(high) / f64::from(u32::MAX)
    };
    let mut values: Vec<f64> = Vec::new();
    for id in code.ids() {
        let statement = code.statement(id);
        let of = |id: &ValueId| values.get(id.index()).copied().unwrap_or_default();
        let value = match statement.elemental() {
            Elemental::Literal(bits) => f64::from_bits(bits),
            Elemental::Operation(operation) => {
                let operands: Vec<f64> = statement.operands().iter().map(of).collect();
                evaluate(operation, &operands, Precision::Double)
            }
            _ => drawn(),
        };
        values.push(value);
    }
    values
}

/// By column and vertex, the sum of the absolute values of all path products.
fn paths(graph: &LinearGraph, values: &[f64]) -> Vec<Vec<f64>> {
    let size = |partial: Partial| match partial {
        Partial::Literal(constant) => constant.value().abs(),
        Partial::Value { id, .. } => values[id.index()].abs(),
    };
    let of_column = |column: &jacobian_core::graph::Vertex| {
        let mut sums = vec![0.0; graph.n_vertices()];
        sums[column.index()] = 1.0;
        for vertex in graph.vertices() {
            for (next, partial) in graph.successors(vertex) {
                sums[next.index()] += sums[vertex.index()] * size(partial);
            }
        }
        sums
    };
    graph.independents().iter().map(of_column).collect()
}

fn plan(function: &Function, method: &str) -> Option<Plan> {
    let choice: OrderChoice = method.parse().ok()?;
    let code = function.code.as_ref()?;
    let passes = Passes::of(code, Summands::Computed);
    let pattern = jacobian_core::graph::Pattern::of(&function.graph);
    let pricer = Pricer::new(&passes, RegionId::FUNCTION, &pattern);
    let start = Start::Decided(&[]);
    let order = choose_from(&function.graph, start, &choice, Some(pricer)).ok()?;
    Some(eliminate(&function.graph, &order))
}

/// The errors of a method: of each entry in its ulp, and in those of its paths.
#[derive(Default)]
struct Errors {
    of_entries: Vec<f64>,
    /// The worst of those entries that are more than `CANCELLED` of their paths.
    worst: (f64, &'static str),
    of_paths: f64,
}

impl Errors {
    fn note(&mut self, function: &Function, method: &str) {
        let both = [method, "forward"].map(|name| plan(function, name));
        let ([Some(by_method), Some(forward)], Some(code)) = (both, &function.code) else {
            return;
        };
        for point in 1..=POINTS {
            let values = values(code, point);
            let found: Vec<f64> = entries(&by_method, &values);
            let exact: Vec<Double> = entries(&forward, &values);
            let paths = paths(&function.graph, &values);
            for ((entry, found), exact) in forward.entries().iter().zip(found).zip(exact) {
                let error = ((found - exact.0) - exact.1).abs() / f64::EPSILON;
                let row = function.graph.dependents()[entry.row()];
                let paths = paths[entry.col()][row.index()];
                let size = exact.0.abs();
                let of_entry = if error == 0.0 { 0.0 } else { error / size };
                let of_paths = if error == 0.0 { 0.0 } else { error / paths };
                if !(of_entry.is_finite() && of_paths.is_finite()) {
                    continue;
                }
                self.of_entries.push(of_entry);
                self.of_paths = self.of_paths.max(of_paths);
                if size > CANCELLED * paths && of_entry > self.worst.0 {
                    self.worst = (of_entry, function.name);
                }
            }
        }
    }

    /// The error that this part of all entries does not exceed.
    fn at(&self, of_hundred: usize) -> f64 {
        self.of_entries[(self.of_entries.len() - 1) * of_hundred / 100]
    }
}

fn errors(functions: &[Function], method: &str) -> Errors {
    let mut errors = Errors::default();
    for function in functions {
        errors.note(function, method);
    }
    errors.of_entries.sort_by(f64::total_cmp);
    errors
}

/// The table of all orders.
pub(crate) fn table() -> String {
    let functions = of_corpus();
    let mut text = format!(
        "{} functions:\n\n\
         | order | entries | median | 99 of 100 | worst | of | worst, of the paths |\n\
         |---|---|---|---|---|---|---|\n",
        functions.len()
    );
    for method in OrderChoice::names() {
        let errors = errors(&functions, method);
        let n = errors.of_entries.len();
        if n == 0 {
            let _ = writeln!(text, "| {method} | 0 | | | | | |");
            continue;
        }
        let (worst, of) = errors.worst;
        let _ = writeln!(
            text,
            "| {method} | {n} | {:.2} | {:.1} | {worst:.1} | `{of}` | {:.1} |",
            errors.at(50),
            errors.at(99),
            errors.of_paths
        );
    }
    text
}

/// What is judged: all functions, or the small ones among the ten problems.
pub(crate) fn functions(is_full: bool) -> Vec<Function> {
    if is_full {
        return of_corpus();
    }
    let problems = of_problems().expect("the problems compile");
    let is_small = |function: &Function| function.graph.n_vertices() < 120;
    problems.into_iter().filter(is_small).collect()
}

/// The median of the errors in ulp, and the largest in those of the paths.
pub(crate) fn judged(functions: &[Function], method: &str) -> [f64; 2] {
    let errors = errors(functions, method);
    let is_exact = method == "exact";
    assert!(is_exact || errors.of_entries.len() > 100, "{method}: few");
    if errors.of_entries.is_empty() {
        return [0.0; 2];
    }
    [errors.at(50), errors.of_paths]
}
