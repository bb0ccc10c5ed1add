//! Support of the tests of this crate: graphs of the literature, random graphs, exact evaluation.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(dead_code, reason = "each test file uses its own part of this")]

use jacobian_elimination::graph::{Kind, LinearGraph, Node, Vertex};
use jacobian_elimination::ir::{Category, Constant, Partial, ValueId};
use jacobian_elimination::plan::{Accumulation, Atom, Entry, Plan, Product, Term};

/// The prime that exact evaluation computes with.
pub(crate) const PRIME: u64 = (1 << 61) - 1;

/// A graph of `tests/graphs`. Trivial labels become ones, literal ones distinct numbers, variable
/// ones distinct values.
pub(crate) fn literature(name: &str) -> LinearGraph {
    let path = format!("{}/tests/graphs/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a graph of the collection");
    let json: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    let kinds = json["kinds"].as_str().expect("kinds");
    let nodes = kinds
        .chars()
        .map(|letter| Node::bare(kind(letter)))
        .collect();
    let edges = json["edges"]
        .as_array()
        .expect("edges")
        .iter()
        .zip(0..)
        .map(|(edge, index)| {
            let vertex =
                |k: usize| Vertex(u32::try_from(edge[k].as_u64().expect("a vertex")).unwrap());
            let label = match edge[2].as_str().expect("a category") {
                "t" | "k" => Partial::ONE,
                "c" => Partial::Literal(Constant::new(f64::from(index) + 2.5)),
                _ => value(index),
            };
            (vertex(0), vertex(1), label)
        });
    LinearGraph::try_new(nodes, edges.collect()).expect("a linearized graph")
}

/// A count that the collection records for an order, under one of the four measures.
pub(crate) fn recorded(name: &str, order: &str, measure: &str) -> usize {
    let path = format!("{}/tests/graphs/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a graph of the collection");
    let json: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    let count = json["known"][order][measure]
        .as_u64()
        .expect("a recorded count");
    usize::try_from(count).unwrap()
}

fn kind(letter: char) -> Kind {
    match letter {
        'i' => Kind::Independent,
        'm' => Kind::Intermediate,
        'o' => Kind::Dependent,
        other => panic!("unknown kind {other}"),
    }
}

/// A variable label.
pub(crate) fn value(index: u32) -> Partial {
    Partial::Value {
        id: ValueId(index),
        negative: false,
        category: Category::Variable,
    }
}

/// A graph with kinds as letters and distinct variables on its edges.
pub(crate) fn build(kinds: &str, edges: &[(u32, u32)]) -> LinearGraph {
    let nodes = kinds
        .chars()
        .map(|letter| Node::bare(kind(letter)))
        .collect();
    let edges = edges
        .iter()
        .zip(0..)
        .map(|((s, t), k)| (Vertex(*s), Vertex(*t), value(k)));
    LinearGraph::try_new(nodes, edges.collect()).unwrap()
}

/// A small generator of pseudo-random numbers (Marsaglia's xorshift), the same on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    /// One of these.
    pub(crate) fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// How random labels are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Labels {
    /// Distinct variables, so that nothing cancels.
    Generic,
    /// Trivial, literal and distinct variable labels; sums of numbers may cancel.
    Mixed,
    /// Ones, minus ones, small numbers and few variables, so that much cancels.
    Cancelling,
}

/// A random graph with these numbers of independents, intermediates and dependents. Every
/// intermediate has a predecessor and a successor unless the graph has no place for one.
pub(crate) fn random_graph(seed: u64, sizes: (usize, usize, usize), labels: Labels) -> LinearGraph {
    let random = &mut Random::new(seed);
    let (n, p, m) = sizes;
    let total = n + p + m;
    let mut pairs = std::collections::BTreeSet::new();
    for target in n..total {
        let n_sources = target.min(n + p);
        for _ in 0..=random.below(2) {
            if n_sources > 0 {
                pairs.insert((random.below(n_sources), target));
            }
        }
    }
    for source in n..n + p {
        if !pairs.iter().any(|(from, _)| *from == source) {
            pairs.insert((source, source + 1 + random.below(total - source - 1)));
        }
    }
    let node = |index| {
        Node::bare(match index {
            _ if index < n => Kind::Independent,
            _ if index < n + p => Kind::Intermediate,
            _ => Kind::Dependent,
        })
    };
    let mut fresh = 0..;
    let mut label = |random: &mut Random| match labels {
        Labels::Generic => value(fresh.next().unwrap()),
        Labels::Mixed => match random.below(4) {
            0 => Partial::ONE,
            1 => Partial::Literal(Constant::new(3.0)),
            _ => value(fresh.next().unwrap()),
        },
        Labels::Cancelling => match random.below(8) {
            0..=2 => Partial::ONE,
            3 => Partial::ONE.negate(),
            4 => Partial::Literal(Constant::new(2.0)),
            5 => Partial::Literal(Constant::new(-2.0)),
            other => value(u32::try_from(other).unwrap() - 6),
        },
    };
    let at = |index: usize| Vertex(u32::try_from(index).unwrap());
    let edges = pairs
        .into_iter()
        .map(|(s, t)| (at(s), at(t), label(random)))
        .collect();
    LinearGraph::try_new((0..total).map(node).collect(), edges).unwrap()
}

/// Arithmetic modulo a prime, in which sums of products are exact and rarely vanish by chance.
fn multiply(a: u64, b: u64) -> u64 {
    u64::try_from(u128::from(a) * u128::from(b) % u128::from(PRIME)).unwrap()
}

/// Some number in place of a value of the code list.
fn of_value(id: ValueId) -> u64 {
    Random::new(u64::from(id.0) + 17).next() % PRIME
}

/// A constant whose double is an integer or a half, exactly.
fn of_constant(constant: Constant) -> u64 {
    let doubled = constant.value() * 2.0;
    assert!(
        doubled.fract() == 0.0 && doubled.abs() < 1e15,
        "{constant} is not exact"
    );
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    let doubled = (doubled as i64).rem_euclid(i64::try_from(PRIME).unwrap());
    multiply(u64::try_from(doubled).unwrap(), PRIME.div_ceil(2))
}

/// The Jacobian by definition: the sum over paths of products, as rows of columns.
pub(crate) fn jacobian(graph: &LinearGraph) -> Vec<Vec<u64>> {
    let mut rows = Vec::new();
    for row in graph.dependents() {
        let mut adjoint = vec![0; graph.n_vertices()];
        adjoint[row.index()] = 1;
        for vertex in graph.vertices().rev() {
            for (source, label) in graph.predecessors(vertex) {
                let factor = match label {
                    Partial::Literal(constant) => of_constant(constant),
                    Partial::Value {
                        id,
                        negative: false,
                        ..
                    } => of_value(id),
                    Partial::Value { id, .. } => PRIME - of_value(id),
                };
                let product = multiply(adjoint[vertex.index()], factor);
                adjoint[source.index()] = (adjoint[source.index()] + product) % PRIME;
            }
        }
        rows.push(
            graph
                .independents()
                .iter()
                .map(|col| adjoint[col.index()])
                .collect(),
        );
    }
    rows
}

/// The Jacobian that a plan computes; checks on the way that it uses earlier results only.
pub(crate) fn execute(plan: &Plan, n_rows: usize, n_cols: usize) -> Vec<Vec<u64>> {
    let mut results: Vec<u64> = Vec::new();
    for accumulation in plan.accumulations() {
        let sum = sum(accumulation.terms(), &results);
        results.push(sum);
    }
    let mut jacobian = vec![vec![0; n_cols]; n_rows];
    for entry in plan.entries() {
        jacobian[entry.row()][entry.col()] = sum(entry.terms(), &results);
    }
    jacobian
}

fn sum(terms: &[Term], results: &[u64]) -> u64 {
    let atom = |atom| match atom {
        Atom::Value(id) => of_value(id),
        Atom::Accumulation(id) => results[id.index()],
    };
    let term = |term: &Term| {
        let product = match term.product {
            Product::Literal(constant) => of_constant(constant),
            Product::Atom(value) => atom(value),
            Product::Scaled(constant, value) => multiply(of_constant(constant), atom(value)),
            Product::Pair(first, second) => multiply(atom(first), atom(second)),
        };
        if term.negative {
            (PRIME - product) % PRIME
        } else {
            product
        }
    };
    terms
        .iter()
        .map(term)
        .fold(0, |sum, term| (sum + term) % PRIME)
}

/// The products and additions that executing a plan takes.
pub(crate) fn executed(plan: &Plan) -> (usize, usize) {
    let accumulations = plan.accumulations().iter().map(Accumulation::terms);
    let chains: Vec<&[Term]> = accumulations
        .chain(plan.entries().iter().map(Entry::terms))
        .collect();
    let products = |terms: &&[Term]| terms.iter().filter(|term| term.multiplies()).count();
    let additions = |terms: &&[Term]| terms.len().saturating_sub(1);
    (
        chains.iter().map(products).sum(),
        chains.iter().map(additions).sum(),
    )
}
