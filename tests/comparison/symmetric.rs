//! Elimination of symmetric pairs: a vertex of the function and its adjoint at once.
//!
//! The graph of a gradient has an axis: each edge of the function has a mirror image between
//! adjoints, with the same label. If a vertex and its adjoint are eliminated together, mirrored
//! edges stay equal and are computed once.
//!
//! ```text
//! c(p, v), c(v, s)    edges of the function, which are those between adjoints as well
//! w(v, b)             an edge from v to the adjoint of b, which is that from b to the adjoint of v
//!
//! eliminate v:        c(p, s) += c(p, v) c(v, s)
//!                     w(p, b) += c(p, v) w(v, b)      w(p, q) += c(p, v) w(v, v) c(q, v)
//! ```
//!
//! From the last vertex to the first this is edge pushing, in which no edge of the function arises.
//! The adjoints that it begins with belong to the gradient, which is not counted. Terms of sums are
//! counted as they run: a product takes an addition along.
//!
//! Source: S. Bhowmick, P. D. Hovland, A polynomial-time algorithm for detecting directed axial
//! symmetry in Hessian computational graphs, 2008; of edge pushing R. M. Gower, M. P. Mello, A new
//! framework for the computation of Hessians, Optimization Methods and Software 27, 2012.

use std::collections::{BTreeMap, BTreeSet};

use jacobian_core::graph::{Kind, LinearGraph, Vertex};
use jacobian_core::ir::elemental::Operation;
use jacobian_core::ir::{Category, CodeList, Elemental, Partial};

/// The vertex that is eliminated next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The last one: edge pushing.
    Reverse,
    /// The one that takes the fewest products, the last of several.
    LowestDegree,
}

/// The operations for a code list without branches.
pub(crate) fn operations(graph: &LinearGraph, code: &CodeList, order: Order) -> usize {
    let mut pairs = Pairs::of(graph, code);
    while let Some(vertex) = pairs.next(order) {
        pairs.eliminate(vertex);
    }
    let weights = pairs.weights.values().map(|sum| sum.operations());
    pairs.operations + weights.sum::<usize>()
}

/// A sum that is an edge.
#[derive(Clone, Copy, Default)]
struct Sum {
    terms: usize,
    products: usize,
    /// Whether it is plus or minus one, so that products with it take no operation.
    is_one: bool,
}

impl Sum {
    fn operations(self) -> usize {
        self.products.max(self.terms.saturating_sub(1))
    }

    /// Adds a term, which may be a product, or plus or minus one.
    fn add(&mut self, is_product: bool, is_one: bool) {
        self.is_one = self.terms == 0 && is_one;
        self.terms += 1;
        self.products += usize::from(is_product);
    }
}

/// The two halves of the graph of a gradient, as one.
struct Pairs {
    /// The edges of the function, by target and then source. Their sums are counted when they are
    /// used up.
    into: BTreeMap<Vertex, BTreeMap<Vertex, Sum>>,
    out_of: BTreeMap<Vertex, BTreeSet<Vertex>>,
    /// Edges between the halves, the higher vertex first.
    weights: BTreeMap<(Vertex, Vertex), Sum>,
    /// What is not eliminated yet.
    left: BTreeSet<Vertex>,
    operations: usize,
}

impl Pairs {
    fn of(graph: &LinearGraph, code: &CodeList) -> Self {
        let mut pairs = Self {
            into: BTreeMap::new(),
            out_of: BTreeMap::new(),
            weights: BTreeMap::new(),
            left: BTreeSet::new(),
            operations: 0,
        };
        for vertex in graph.vertices() {
            if graph.kind(vertex) == Kind::Independent {
                continue;
            }
            pairs.left.insert(vertex);
            let sources: Vec<(Vertex, Partial)> = graph.predecessors(vertex).collect();
            for (source, label) in &sources {
                let is_one = label.category() == Category::Trivial;
                pairs.edge(*source, vertex).add(false, is_one);
            }
            for (a, b, is_one) in interactions(graph, code, vertex, &sources) {
                // The adjoint of the vertex by the second partial. The adjoint of the only
                // dependent is one, but such a product is not worth a case of its own.
                pairs.weight(a, b).add(!is_one, false);
            }
        }
        pairs
    }

    fn edge(&mut self, from: Vertex, to: Vertex) -> &mut Sum {
        self.out_of.entry(from).or_default().insert(to);
        self.into.entry(to).or_default().entry(from).or_default()
    }

    fn weight(&mut self, a: Vertex, b: Vertex) -> &mut Sum {
        self.weights.entry((a.max(b), a.min(b))).or_default()
    }

    fn next(&self, order: Order) -> Option<Vertex> {
        match order {
            Order::Reverse => self.left.last().copied(),
            Order::LowestDegree => {
                let left = self.left.iter().rev().copied();
                left.min_by_key(|vertex| self.degree(*vertex))
            }
        }
    }

    /// The number of products that the elimination of a vertex takes.
    fn degree(&self, vertex: Vertex) -> usize {
        let n_sources = self.into.get(&vertex).map_or(0, BTreeMap::len);
        let n_targets = self.out_of.get(&vertex).map_or(0, BTreeSet::len);
        let others = self.others(vertex).count();
        let own = match self.weights.get(&(vertex, vertex)) {
            Some(_) => n_sources + n_sources * (n_sources + 1) / 2,
            None => 0,
        };
        n_sources * (n_targets + others) + own
    }

    /// The other vertices that have an edge with this one, across.
    fn others(&self, vertex: Vertex) -> impl Iterator<Item = (Vertex, Sum)> {
        self.weights.iter().filter_map(move |((a, b), sum)| {
            let other = if *a == vertex { *b } else { *a };
            ((*a == vertex || *b == vertex) && other != vertex).then_some((other, *sum))
        })
    }

    fn eliminate(&mut self, vertex: Vertex) {
        self.left.remove(&vertex);
        let sources = self.into.remove(&vertex).unwrap_or_default();
        let targets = self.out_of.remove(&vertex).unwrap_or_default();
        let others: Vec<(Vertex, Sum)> = self.others(vertex).collect();
        let own = self.weights.remove(&(vertex, vertex));
        for (other, sum) in &others {
            self.operations += sum.operations();
            self.weights
                .remove(&(vertex.max(*other), vertex.min(*other)));
        }
        self.operations += own.map_or(0, Sum::operations);
        // The labels of the function were counted with it; what elimination made is counted here.
        let made = sources.values().map(|sum| sum.operations());
        self.operations += made.sum::<usize>();
        for target in targets {
            let into = self.into.get_mut(&target);
            let label = into.and_then(|into| into.remove(&vertex));
            let label = label.unwrap_or_default();
            self.operations += label.operations();
            for (source, by) in &sources {
                let is_product = !by.is_one && !label.is_one;
                let edge = self.edge(*source, target);
                edge.add(is_product, by.is_one && label.is_one);
            }
        }
        for (place, (source, by)) in sources.iter().enumerate() {
            self.out_of.entry(*source).or_default().remove(&vertex);
            for (other, _) in &others {
                // Twice, if both ends are the same: the factor is a product of its own.
                self.operations += usize::from(source == other);
                self.weight(*source, *other).add(!by.is_one, false);
            }
            if own.is_some() {
                // The weight by one label is formed once, and then multiplied with each.
                self.operations += usize::from(!by.is_one);
                for (second, second_by) in sources.iter().take(place + 1) {
                    self.weight(*source, *second).add(!second_by.is_one, false);
                }
            }
        }
    }
}

/// The pairs of operands that have a second partial, and whether that is plus or minus one.
fn interactions(
    graph: &LinearGraph,
    code: &CodeList,
    vertex: Vertex,
    sources: &[(Vertex, Partial)],
) -> Vec<(Vertex, Vertex, bool)> {
    use Operation as Op;
    let is_copy = sources.len() == 1 && graph.value(sources[0].0) == graph.value(vertex);
    let Some(id) = graph.value(vertex).filter(|_| !is_copy) else {
        return Vec::new();
    };
    let statement = code.statement(id);
    let Elemental::Operation(operation) = statement.elemental() else {
        return Vec::new();
    };
    let source = |place: usize| {
        let id = statement.operands()[place];
        let is_of = |(vertex, _): &&(Vertex, Partial)| graph.value(*vertex) == Some(id);
        sources.iter().find(is_of).map(|(vertex, _)| *vertex)
    };
    let pair = |a: usize, b: usize, is_one| Some((source(a)?, source(b)?, is_one));
    let places = statement.operands().len();
    let pairs: Vec<Option<_>> = match operation {
        Op::Add | Op::Sub | Op::Neg | Op::Abs | Op::Min | Op::Max => Vec::new(),
        Op::Mul | Op::MulAdd => vec![pair(0, 1, true)],
        Op::Div => vec![pair(0, 1, false), pair(1, 1, false)],
        _ => {
            let pairs = (0..places).flat_map(|a| (a..places).map(move |b| (a, b)));
            pairs.map(|(a, b)| pair(a, b, false)).collect()
        }
    };
    pairs.into_iter().flatten().collect()
}
