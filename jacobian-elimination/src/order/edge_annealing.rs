//! Simulated annealing over sequences of edge eliminations.
//!
//! ```text
//! steps   s1 s2 s3 s4 s5 s6      insert another step t at a random position, keep the old steps
//!         s1 s2 | t | s3 s5 s6   that are still possible, complete by lowest edge Markowitz degree
//! ```
//!
//! A move is accepted by the Metropolis criterion, at a temperature that falls geometrically. Every
//! move eliminates the whole graph, so this is for small graphs. The number of moves shrinks with
//! the square of the size, and beyond some thousand vertices the result is the start, which is
//! lowest edge Markowitz degree. It minimizes all products, because in this count edges can beat
//! vertices.
//!
//! Cost: moves times the cost of an elimination. Source: Naumann & Gottschling, "Simulated
//! annealing for optimal pivot selection in Jacobian accumulation".

use crate::elim::{Step, cost};
use crate::graph::{Adjacency, Vertex};

use super::search::random::Random;
use super::target::{Edge, Target};
use super::{Budget, Problem, edge_orders};

/// The temperatures at the start and at the end, in products, as in `search/anneal`. One product
/// more is accepted with a probability of exp(-1 / 1.2), which is 43 %, at the start, and of 0.1 %
/// at the end.
const HOT: f64 = 1.2;
const COLD: f64 = 0.15;

/// Bound on the work: moves times the square of the number of vertices, because each move
/// eliminates the whole graph. With 100 vertices, 2,000 moves are left.
const WORK_LIMIT: usize = 20_000_000;

/// The best order of those that were tried.
pub fn order(problem: &Problem, budget: Budget) -> Vec<Step> {
    let start = edge_orders::lowest_markowitz(problem.clone());
    let size = problem.working.n_vertices().max(1);
    let n_moves = budget.moves.min(WORK_LIMIT / size / size);
    if start.is_empty() {
        return start;
    }
    let mut random = Random::new(1);
    let mut current = (price(problem, &start), start);
    let mut best = current.clone();
    for done in 0..n_moves {
        let trial = moved(problem, &current.1, &mut random);
        let trial = (price(problem, &trial), trial);
        let limit = temperature(done, n_moves) * random.exponential();
        if small(trial.0) <= small(current.0) + limit {
            current = trial;
        }
        if current.0 < best.0 {
            best.clone_from(&current);
        }
    }
    best.1
}

/// The temperature falls in sixteen steps of equal ratio. `RATIO^16` is about `COLD / HOT`; a
/// constant, because `powf` may differ between machines.
fn temperature(done: usize, n_moves: usize) -> f64 {
    const RATIO: f64 = 0.878;
    const N_LEVELS: usize = 16;
    let level = done * N_LEVELS / n_moves.max(1);
    let mut temperature = HOT;
    for _ in 0..level {
        temperature *= RATIO;
    }
    temperature.max(COLD)
}

fn small(price: usize) -> f64 {
    u32::try_from(price).map_or(f64::INFINITY, f64::from)
}

fn price(problem: &Problem, steps: &[Step]) -> usize {
    let mut working = problem.working.clone();
    steps
        .iter()
        .map(|step| cost::perform(&mut working, *step))
        .sum()
}

/// A random neighbour of a sequence of steps, see the header.
fn moved(problem: &Problem, steps: &[Step], random: &mut Random) -> Vec<Step> {
    let position = random.below(steps.len());
    let mut working = problem.working.clone();
    let mut moved: Vec<Step> = Vec::with_capacity(steps.len());
    for step in &steps[..position] {
        perform_if_possible(&mut working, *step, &mut moved);
    }
    let through = |vertex: &Vertex| Edge::through(*vertex, &working, usize::MAX);
    let edges: Vec<Edge> = problem.intermediates.iter().flat_map(through).collect();
    if !edges.is_empty() {
        let edge = edges[random.below(edges.len())];
        // Half of the moves insert the elimination of a whole vertex instead of an edge.
        let step = match edge.step(&working) {
            Some(step) if random.below(2) == 0 => step,
            _ => Step::Vertex(edge.over()),
        };
        perform_if_possible(&mut working, step, &mut moved);
    }
    for step in &steps[position..] {
        perform_if_possible(&mut working, *step, &mut moved);
    }
    let has_path = |vertex: &&Vertex| working.markowitz_degree(**vertex) > 0;
    let intermediates = problem
        .intermediates
        .iter()
        .filter(has_path)
        .copied()
        .collect();
    moved.extend(edge_orders::lowest_markowitz(Problem {
        working,
        intermediates,
    }));
    moved
}

fn perform_if_possible(working: &mut Adjacency<()>, step: Step, done: &mut Vec<Step>) {
    let is_possible = match step {
        Step::Vertex(vertex) => working.markowitz_degree(vertex) > 0,
        Step::Front(source, target) | Step::Back(source, target) => {
            working.contains(source, target)
        }
        Step::Face(..) => false,
    };
    if is_possible {
        cost::perform(working, step);
        done.push(step);
    }
}

#[cfg(test)]
mod tests {
    use super::order;
    use crate::elim::{EliminationOrder, cost};
    use crate::graph::testing::graph;
    use crate::order::{Budget, Objective, Problem};

    #[test]
    fn it_finds_the_edge_that_undercuts_vertices() {
        let graph = graph(
            "x0-[a]->k x1-[b]->k k-[c]->i i-[d]->y0 k-[e]->y0 i-[f]->y1 i-[g]->y2 i-[h]->y3 i-[j]->y4",
        );
        let budget = Budget {
            moves: 500,
            objective: Objective::All,
            seed: 0,
        };
        let steps = order(&Problem::of(&graph), budget);
        assert_eq!(cost::products(&graph, &steps), 13);
        assert!(EliminationOrder::try_new(&graph, steps).is_ok());
    }
}
