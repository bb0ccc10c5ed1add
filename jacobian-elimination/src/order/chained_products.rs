//! Matrix-chain dynamic programming: the cheapest parenthesization of the product of local
//! Jacobians.
//!
//! ```text
//! levels  [x] [a b] [c] [d e] [y]       tangent chain   y * (de * (c * ab))
//! numbered breadth-first from x          adjoint chain   ((y * de) * c) * ab * x
//! (BFF) or from y (BFR)                 price of a product of two runs of levels: for each vertex
//!                                       between them, rows that need it times columns it needs
//! ```
//!
//! A level is a set of vertices that do not reach each other. A run of consecutive levels,
//! multiplied out, bypasses all its inner vertices: it keeps the vertices with successors beyond
//! the run, and connects each of them with its predecessors before the run. This structure does not
//! depend on the order in which the run was multiplied. So the classical recursion over runs finds
//! the cheapest parenthesization. In the tangent chain, multiplying two runs is the back
//! elimination of all edges between them; in the adjoint chain it is the front elimination.
//!
//! The following conventions give the published table (Chebyquad, n = 3: 27). Products with plus or
//! minus one are counted, dependents are on the last level, and independents are on the first.
//!
//! Chains of more than 128 levels are cut into segments. Each segment is optimized separately, and
//! then the segments form a chain. Cost: the cube of the levels in a segment, times the edges
//! between runs. Source: Naumann, "Accumulation of Jacobians by dynamic programming", section 2
//! (BFFT, BFFA, BFRT, BFRA).

use crate::ordered::{Map, Set};

use crate::elim::{Step, cost};
use crate::graph::{Adjacency, Kind, LinearGraph, Vertex};

use super::Problem;

/// The start of the breadth-first numbering of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// From the independents (BFF).
    Forward,
    /// From the dependents (BFR).
    Reverse,
}

/// The matrices of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// Rows of the extended Jacobian: each vertex by its predecessors.
    Tangent,
    /// Columns of the extended Jacobian: each vertex by its successors.
    Adjoint,
}

/// The end of the graph from which levels are numbered, after the graph has been turned around.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CountedFrom {
    Start,
    End,
}

/// Maximal number of levels in a segment: on small graphs, and on those with more than [`LARGE`]
/// vertices. The time is the cube of this number for each segment, so 24 instead of 128 levels make
/// a level 28 times cheaper.
const SEGMENTS: [usize; 2] = [128, 24];
const LARGE: usize = 2_000;

/// The cheapest parenthesization, as edge eliminations.
pub fn order(
    problem: &Problem,
    graph: &LinearGraph,
    numbering: Numbering,
    chain: Chain,
) -> Vec<Step> {
    let oriented = Oriented::new(problem, graph, chain);
    let levels = oriented.levels(numbering);
    let mut emitter = Emitter {
        working: oriented.working.clone(),
        oriented: &oriented,
        steps: Vec::new(),
    };
    let width = SEGMENTS[usize::from(graph.n_vertices() > LARGE)];
    let mut runs: Vec<Set<Vertex>> = levels;
    while runs.len() > 1 {
        let mut merged = Vec::new();
        for segment in runs.chunks(width) {
            let table = Table::of(&emitter.working, segment);
            emitter.multiply(segment, &table, 0, segment.len() - 1);
            merged.push(segment.iter().flatten().copied().collect());
        }
        runs = merged;
    }
    emitter.finish(problem)
}

/// The price of each run of levels, by first and last level: the published table.
pub fn prices(
    graph: &LinearGraph,
    numbering: Numbering,
    chain: Chain,
) -> Map<(usize, usize), usize> {
    let oriented = Oriented::new(&Problem::of(graph), graph, chain);
    let levels = oriented.levels(numbering);
    let table = Table::of(&oriented.working, &levels);
    table
        .best
        .into_iter()
        .map(|(run, (price, _))| (run, price))
        .collect()
}

/// The graph, reversed for the adjoint chain, so that the code below knows tangent chains only.
struct Oriented {
    working: Adjacency<()>,
    kinds: Vec<Kind>,
    chain: Chain,
}

impl Oriented {
    fn new(problem: &Problem, graph: &LinearGraph, chain: Chain) -> Self {
        let n_vertices = graph.n_vertices();
        let mut working = Adjacency::new(n_vertices);
        let turned = |vertex: Vertex| match chain {
            Chain::Tangent => vertex,
            Chain::Adjoint => Vertex::at(n_vertices - 1 - vertex.index()),
        };
        let mut kinds = vec![Kind::Intermediate; n_vertices];
        for vertex in graph.vertices() {
            kinds[turned(vertex).index()] = match (graph.kind(vertex), chain) {
                (Kind::Independent, Chain::Adjoint) => Kind::Dependent,
                (Kind::Dependent, Chain::Adjoint) => Kind::Independent,
                (kind, _) => kind,
            };
            for target in problem.working.successors(vertex) {
                let (source, target) = (turned(vertex), turned(target));
                working.insert(source.min(target), source.max(target), ());
            }
        }
        Self {
            working,
            kinds,
            chain,
        }
    }

    fn step(&self, source: Vertex, target: Vertex) -> Step {
        let last = self.kinds.len() - 1;
        let turned = |vertex: Vertex| Vertex::at(last - vertex.index());
        match self.chain {
            Chain::Tangent => Step::Back(source, target),
            Chain::Adjoint => Step::Front(turned(target), turned(source)),
        }
    }

    /// All vertices except the independents, by level. Vertices on no path are left out.
    fn levels(&self, numbering: Numbering) -> Vec<Set<Vertex>> {
        // Reversing the graph for the adjoint chain reverses the numbering too.
        let from = match (numbering, self.chain) {
            (Numbering::Forward, Chain::Tangent) | (Numbering::Reverse, Chain::Adjoint) => {
                CountedFrom::Start
            }
            (Numbering::Reverse, Chain::Tangent) | (Numbering::Forward, Chain::Adjoint) => {
                CountedFrom::End
            }
        };
        let distances = self.distances(from);
        let mut levels: Map<usize, Set<Vertex>> = Map::new();
        let inner = (0..self.kinds.len()).map(Vertex::at);
        for vertex in inner.filter(|v| self.kinds[v.index()] == Kind::Intermediate) {
            if self.working.markowitz_degree(vertex) > 0 {
                let distance = distances[vertex.index()];
                // A map in ascending order, so distances from the end count downwards.
                let level = match from {
                    CountedFrom::Start => distance,
                    CountedFrom::End => usize::MAX - distance,
                };
                levels.entry(level).or_default().insert(vertex);
            }
        }
        let ends = (0..self.kinds.len()).map(Vertex::at);
        let dependents = ends
            .filter(|v| self.kinds[v.index()] == Kind::Dependent)
            .collect();
        levels.into_values().chain([dependents]).collect()
    }

    /// By vertex, the length of the longest path from the start, or to the end.
    fn distances(&self, from: CountedFrom) -> Vec<usize> {
        let n_vertices = self.kinds.len();
        let mut distances = vec![0; n_vertices];
        for step in 0..n_vertices {
            let index = match from {
                CountedFrom::Start => step,
                CountedFrom::End => n_vertices - 1 - step,
            };
            let vertex = Vertex::at(index);
            let behind: Vec<Vertex> = match from {
                CountedFrom::Start => self.working.predecessors(vertex).collect(),
                CountedFrom::End => self.working.successors(vertex).collect(),
            };
            let farthest = behind
                .iter()
                .map(|vertex| distances[vertex.index()] + 1)
                .max();
            distances[index] = farthest.unwrap_or(0);
        }
        distances
    }
}

/// A run of levels, multiplied out: for each vertex that is needed beyond it, its predecessors
/// before it.
type Rows = Map<Vertex, Set<Vertex>>;

/// The table of the dynamic program: the cheapest way to multiply each run of levels.
struct Table {
    /// By first and last level: the price, and the last level of the left part.
    best: Map<(usize, usize), (usize, usize)>,
}

impl Table {
    fn of(working: &Adjacency<()>, levels: &[Set<Vertex>]) -> Self {
        let mut best = Map::new();
        let mut rows: Map<(usize, usize), Rows> = Map::new();
        for (number, level) in levels.iter().enumerate() {
            let row = |vertex: &Vertex| (*vertex, working.predecessors(*vertex).collect());
            rows.insert((number, number), level.iter().map(row).collect());
            best.insert((number, number), (0, number));
        }
        let last_use = last_uses(working, levels);
        for length in 1..levels.len() {
            for first in 0..levels.len() - length {
                let last = first + length;
                let price = |split: usize| {
                    let (left, right) = (&rows[&(first, split)], &rows[&(split + 1, last)]);
                    let parts = best[&(first, split)].0 + best[&(split + 1, last)].0;
                    (parts + product_price(left, right), split)
                };
                let cheapest = (first..last).map(price).min();
                best.extend(cheapest.map(|cheapest| ((first, last), cheapest)));
                let is_needed =
                    |vertex: &Vertex| last_use.get(vertex).is_none_or(|use_| *use_ > last);
                let product = product(&rows[&(first, last - 1)], &rows[&(last, last)], is_needed);
                rows.insert((first, last), product);
            }
        }
        Self { best }
    }
}

/// By vertex, the last level with a successor of it. Vertices that are needed beyond the chain are
/// left out.
fn last_uses(working: &Adjacency<()>, levels: &[Set<Vertex>]) -> Map<Vertex, usize> {
    let mut level_of = Map::new();
    for (number, level) in levels.iter().enumerate() {
        level_of.extend(level.iter().map(|vertex| (*vertex, number)));
    }
    let last_use = |vertex: &Vertex| {
        let uses: Option<Vec<usize>> = working
            .successors(*vertex)
            .map(|next| level_of.get(&next).copied())
            .collect();
        Some((*vertex, uses?.into_iter().max()?))
    };
    level_of.keys().filter_map(last_use).collect()
}

fn product_price(left: &Rows, right: &Rows) -> usize {
    let n_columns = |vertex: &Vertex| left.get(vertex).map_or(0, Set::len);
    right.values().flatten().map(n_columns).sum()
}

/// The product of two runs: the rows of the right one by vertices before both, and the rows of the
/// left one that are still needed.
fn product(left: &Rows, right: &Rows, is_needed: impl Fn(&Vertex) -> bool) -> Rows {
    let mut product = Rows::new();
    for (vertex, row) in right.iter().filter(|(vertex, _)| is_needed(vertex)) {
        let mut sources = Set::new();
        for source in row {
            match left.get(source) {
                Some(further) => sources.extend(further.iter().copied()),
                None => {
                    sources.insert(*source);
                }
            }
        }
        product.insert(*vertex, sources);
    }
    let kept = left.iter().filter(|(vertex, _)| is_needed(vertex));
    product.extend(kept.map(|(vertex, row)| (*vertex, row.clone())));
    product
}

/// Performs a parenthesization on the graph and records the steps.
struct Emitter<'a> {
    working: Adjacency<()>,
    oriented: &'a Oriented,
    steps: Vec<Step>,
}

impl Emitter<'_> {
    fn multiply(&mut self, levels: &[Set<Vertex>], table: &Table, first: usize, last: usize) {
        if first == last {
            return;
        }
        let split = table.best[&(first, last)].1;
        self.multiply(levels, table, first, split);
        self.multiply(levels, table, split + 1, last);
        let earlier: Set<Vertex> = levels[first..=split].iter().flatten().copied().collect();
        for target in levels[split + 1..=last].iter().flatten() {
            let sources: Vec<Vertex> = self
                .working
                .predecessors(*target)
                .filter(|v| earlier.contains(v))
                .collect();
            for source in sources {
                cost::perform(&mut self.working, Step::Back(source, *target));
                self.steps.push(self.oriented.step(source, *target));
            }
        }
    }

    /// The steps. Vertices on no path come last.
    fn finish(self, problem: &Problem) -> Vec<Step> {
        let is_dead = |v: &&Vertex| problem.working.markowitz_degree(**v) == 0;
        let dead = problem
            .intermediates
            .iter()
            .filter(is_dead)
            .map(|v| Step::Vertex(*v));
        self.steps.into_iter().chain(dead).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Chain, Numbering, order, prices};
    use crate::elim::{EliminationOrder, cost};
    use crate::graph::testing::graph;
    use crate::order::Problem;

    #[test]
    fn a_chain_is_multiplied_from_its_narrow_end() {
        // One column, then two levels of two vertices, then one row.
        let text = "x-[a]->p x-[b]->q p-[c]->r p-[d]->s q-[e]->r q-[f]->s r-[g]->y s-[h]->y";
        let graph = graph(text);
        for numbering in [Numbering::Forward, Numbering::Reverse] {
            for chain in [Chain::Tangent, Chain::Adjoint] {
                let steps = order(&Problem::of(&graph), &graph, numbering, chain);
                assert!(EliminationOrder::try_new(&graph, steps.clone()).is_ok());
                assert_eq!(cost::products(&graph, &steps), 6, "{numbering:?} {chain:?}");
            }
            assert_eq!(prices(&graph, numbering, Chain::Tangent)[&(0, 2)], 6);
        }
    }
}
