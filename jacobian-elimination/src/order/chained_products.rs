//! Dynamic programming over a chain of matrix products: the Jacobian as a product of the local Jacobians of
//! levels, parenthesized at least cost.
//!
//! ```text
//! levels  [x] [a b] [c] [d e] [y]       tangent chain   y * (de * (c * ab))
//! numbered breadth-first from x          adjoint chain   ((y * de) * c) * ab * x
//! (BFF) or from y (BFR)                  price of a product of two runs of levels: for every vertex
//!                                        between them, rows that need it times columns it needs
//! ```
//!
//! A level is a set of vertices that do not reach each other. A run of levels, multiplied out, leads around all
//! its inner vertices: only vertices with successors beyond the run are kept, each connected with its
//! predecessors before the run. That structure does not depend on how the run was multiplied, so the
//! cheapest parenthesization is found by the classical recursion over runs. In the tangent chain multiplying
//! two runs is the back elimination of all edges between them, in the adjoint chain the front elimination.
//!
//! Conventions that give the published table (Chebyquad, n = 3: 27): products with plus or minus one are counted,
//! dependents stand on the last level, independents on the first.
//!
//! Chains of more than 128 levels are cut into segments, each optimized by itself, and the segments then form
//! a chain. Cost: the cube of the levels in a segment, times the edges between runs. Source: Naumann,
//! "Accumulation of Jacobians by dynamic programming", section 2 (BFFT, BFFA, BFRT, BFRA).

use std::collections::{BTreeMap, BTreeSet};

use crate::elim::{Step, cost};
use crate::graph::{Adjacency, Kind, LinearGraph, Vertex};

use super::Problem;

/// Where the breadth-first numbering starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// From the independents (BFF).
    Forward,
    /// From the dependents (BFR).
    Reverse,
}

/// Which matrices make the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// Of rows: what each vertex is made of.
    Tangent,
    /// Of columns: what is made of each vertex.
    Adjoint,
}

/// The most levels that are parenthesized at once, and the most on a graph of more than so many vertices.
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
    let mut runs: Vec<BTreeSet<Vertex>> = levels;
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

/// The prices of the published table: of each run of levels, by first and last level.
pub fn prices(
    graph: &LinearGraph,
    numbering: Numbering,
    chain: Chain,
) -> BTreeMap<(usize, usize), usize> {
    let oriented = Oriented::new(&Problem::of(graph), graph, chain);
    let levels = oriented.levels(numbering);
    let table = Table::of(&oriented.working, &levels);
    table
        .best
        .into_iter()
        .map(|(run, (price, _))| (run, price))
        .collect()
}

/// The graph, turned around for the adjoint chain, so that only tangent chains need to be thought of.
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

    /// All vertices but the independents, by level; those that lie on no path are left out.
    fn levels(&self, numbering: Numbering) -> Vec<BTreeSet<Vertex>> {
        // The chain may have been turned around, and then so has the numbering.
        let from_start = (numbering == Numbering::Forward) == (self.chain == Chain::Tangent);
        let distance = self.distances(from_start);
        let mut levels: BTreeMap<usize, BTreeSet<Vertex>> = BTreeMap::new();
        let inner = (0..self.kinds.len()).map(Vertex::at);
        for vertex in inner.filter(|v| self.kinds[v.index()] == Kind::Intermediate) {
            if self.working.markowitz_degree(vertex) > 0 {
                let own = distance[vertex.index()];
                let level = if from_start { own } else { usize::MAX - own };
                levels.entry(level).or_default().insert(vertex);
            }
        }
        let ends = (0..self.kinds.len()).map(Vertex::at);
        let dependents = ends
            .filter(|v| self.kinds[v.index()] == Kind::Dependent)
            .collect();
        levels.into_values().chain([dependents]).collect()
    }

    /// The length of the longest path from the start, or to the end.
    fn distances(&self, from_start: bool) -> Vec<usize> {
        let n_vertices = self.kinds.len();
        let mut distances = vec![0; n_vertices];
        for index in 0..n_vertices {
            let index = if from_start {
                index
            } else {
                n_vertices - 1 - index
            };
            let vertex = Vertex::at(index);
            let behind: Vec<Vertex> = if from_start {
                self.working.predecessors(vertex).collect()
            } else {
                self.working.successors(vertex).collect()
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

/// A run of levels multiplied out: what each vertex that is needed beyond it is made of.
type Rows = BTreeMap<Vertex, BTreeSet<Vertex>>;

/// The cheapest way to multiply every run of levels.
struct Table {
    /// By first and last level: the price, and the last level of the left part.
    best: BTreeMap<(usize, usize), (usize, usize)>,
}

impl Table {
    fn of(working: &Adjacency<()>, levels: &[BTreeSet<Vertex>]) -> Self {
        let mut best = BTreeMap::new();
        let mut rows: BTreeMap<(usize, usize), Rows> = BTreeMap::new();
        for (place, level) in levels.iter().enumerate() {
            let row = |vertex: &Vertex| (*vertex, working.predecessors(*vertex).collect());
            rows.insert((place, place), level.iter().map(row).collect());
            best.insert((place, place), (0, place));
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

/// By vertex, the last level with a successor of it; nothing for what is needed beyond the chain.
fn last_uses(working: &Adjacency<()>, levels: &[BTreeSet<Vertex>]) -> BTreeMap<Vertex, usize> {
    let mut level_of = BTreeMap::new();
    for (place, level) in levels.iter().enumerate() {
        level_of.extend(level.iter().map(|vertex| (*vertex, place)));
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
    let n_columns = |vertex: &Vertex| left.get(vertex).map_or(0, BTreeSet::len);
    right.values().flatten().map(n_columns).sum()
}

/// The later rows in terms of what is before both runs, and the earlier rows that are still needed.
fn product(left: &Rows, right: &Rows, is_needed: impl Fn(&Vertex) -> bool) -> Rows {
    let mut product = Rows::new();
    for (vertex, row) in right.iter().filter(|(vertex, _)| is_needed(vertex)) {
        let mut own = BTreeSet::new();
        for source in row {
            match left.get(source) {
                Some(further) => own.extend(further.iter().copied()),
                None => {
                    own.insert(*source);
                }
            }
        }
        product.insert(*vertex, own);
    }
    let kept = left.iter().filter(|(vertex, _)| is_needed(vertex));
    product.extend(kept.map(|(vertex, row)| (*vertex, row.clone())));
    product
}

/// Carries a parenthesization out on the graph.
struct Emitter<'a> {
    working: Adjacency<()>,
    oriented: &'a Oriented,
    steps: Vec<Step>,
}

impl Emitter<'_> {
    fn multiply(&mut self, levels: &[BTreeSet<Vertex>], table: &Table, first: usize, last: usize) {
        if first == last {
            return;
        }
        let split = table.best[&(first, last)].1;
        self.multiply(levels, table, first, split);
        self.multiply(levels, table, split + 1, last);
        let earlier: BTreeSet<Vertex> = levels[first..=split].iter().flatten().copied().collect();
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

    /// The steps; what lies on no path goes last.
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
