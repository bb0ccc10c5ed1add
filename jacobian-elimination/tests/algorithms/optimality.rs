//! Optimality on tiny graphs, by exhaustive search: folding keeps optima, edges and faces may be
//! cheaper than vertices, and no heuristic beats the optimum.

use crate::support;
use crate::support::{Labels, literature, random_graph, value};
use jacobian_elimination::elim::fold::{Rule, fold_by};
use jacobian_elimination::elim::label::Label;
use jacobian_elimination::elim::{Elimination, Step, cost, eliminate};
use jacobian_elimination::graph::dual::{Dual, number_of};
use jacobian_elimination::graph::{Adjacency, Kind, LinearGraph, Node, Vertex};
use jacobian_elimination::ir::Partial;
use jacobian_elimination::order::exhaustive::{
    Sort, edges, eliminate_sorted, faces, faces_from, vertices,
};
use jacobian_elimination::order::{Budget, Objective, OrderChoice, choose, choose_after};

/// States that an exhaustive search may meet before the graph is passed over.
const LIMIT: usize = 4_000;

/// Naumann & Utke, fig. 3.7: eliminating a face of two constant labels, absorbed for free into the
/// edge across, raises the optimum of the remaining graph above that of the whole.
#[test]
fn constant_face_elimination_loses_optimality() {
    // Two triangles in a row and an edge over both.
    let pairs = [(0, 1), (0, 2), (0, 4), (1, 2), (2, 3), (2, 4), (3, 4)];
    let graph = support::build("immmo", &pairs);
    let edge = |s, t| number_of(&graph, Vertex(s), Vertex(t)).unwrap();
    let dual = Dual::of(&graph, Adjacency::of(&graph, |_| Sort::Variable));
    assert_eq!(faces_from(dual.clone(), LIMIT).unwrap().0, 3);
    let face = (edge(0, 2), edge(2, 4));
    assert_eq!(dual.absorbing(face.0, face.1), Some(edge(0, 4)));
    let mut folded = dual;
    eliminate_sorted(&mut folded, face);
    assert_eq!(faces_from(folded, LIMIT).unwrap().0, 4);
}

/// The same paper, propositions 1 and 2 with the steps they leave to symmetry, and steps 4a and 4b:
/// none raises the optimal number of executed products over face eliminations.
#[test]
fn folding_keeps_the_optimum_over_faces() {
    let rules = [
        Rule::ConstantVertex,
        Rule::TrivialToOnlySuccessor,
        Rule::TrivialFromOnlyPredecessor,
        Rule::ConstantBack,
        Rule::ConstantFront,
    ];
    let mut n_applied = [0; 5];
    for seed in 0..70 {
        let graph = random_graph(seed, (2, 3, 2), Labels::Mixed);
        let Some((optimum, _)) = faces(&graph, LIMIT) else {
            continue;
        };
        for (rule, n_applied) in rules.iter().zip(&mut n_applied) {
            let steps = fold_by(&graph, &[*rule]);
            if steps.is_empty() {
                continue;
            }
            let folded = after(&graph, &steps);
            let Some((remaining, _)) = faces(&folded, LIMIT) else {
                continue;
            };
            assert!(
                remaining <= optimum,
                "{rule:?}: {remaining} > {optimum}\n{graph}"
            );
            *n_applied += 1;
        }
    }
    assert!(
        n_applied.iter().all(|n| *n > 2),
        "each rule was put to the test: {n_applied:?}"
    );
}

/// Proposition 3 of the same paper claims as much for steps 3a and 3b. Our exhaustive search
/// disagrees: front eliminating (x0, u) duplicates the variable label a of u's only out-edge, and
/// then a * b has to be formed on two paths. Where equal sums are one accumulation, as in our
/// plans, the second is free.
#[test]
fn moving_trivial_edges_duplicates_a_variable_label() {
    let edges = [(0, 2), (1, 2), (0, 4), (1, 4), (2, 3), (3, 5), (3, 6)];
    let graph = relabelled(&support::build("iimmmoo", &edges[..]), &[(0, 2), (1, 2)]);
    let steps = fold_by(&graph, &[Rule::TrivialFront]);
    assert!(!steps.is_empty());
    let optimum = |graph: &LinearGraph| faces(graph, LIMIT).unwrap().0;
    assert_eq!((optimum(&graph), optimum(&after(&graph, &steps))), (2, 4));
    let choice = OrderChoice::Exact(Objective::Operations);
    let plan = |prefix: &[Step]| eliminate(&graph, &choose_after(&graph, prefix, &choice).unwrap());
    assert_eq!(
        (plan(&[]).counts().variable, plan(&steps).counts().variable),
        (2, 2)
    );
}

/// The same graph with ones on some edges.
fn relabelled(graph: &LinearGraph, ones: &[(u32, u32)]) -> LinearGraph {
    let nodes = graph
        .vertices()
        .map(|vertex| Node::bare(graph.kind(vertex)))
        .collect();
    let edges = graph.edges().map(|(source, target, label)| {
        let is_one = ones.contains(&(source.0, target.0));
        (source, target, if is_one { Partial::ONE } else { label })
    });
    LinearGraph::try_new(nodes, edges.collect()).unwrap()
}

/// The graph that is left after some eliminations, computed labels as fresh variables.
fn after(graph: &LinearGraph, steps: &[Step]) -> LinearGraph {
    let mut elimination = Elimination::of(graph);
    for step in steps {
        elimination.perform(*step);
    }
    let mut fresh = 1_000..;
    let edges = elimination
        .working()
        .clone()
        .into_edges()
        .map(|(source, target, label)| {
            let label = match label {
                Label::Literal(constant) => Partial::Literal(constant),
                Label::Atom(_) | Label::Open(_) => value(fresh.next().unwrap()),
            };
            (source, target, label)
        });
    let nodes = graph
        .vertices()
        .map(|vertex| Node::bare(graph.kind(vertex)))
        .collect();
    LinearGraph::try_new(nodes, edges.collect()).unwrap()
}

/// A random graph whose intermediates have one successor each; independents may have many.
fn single_use_graph(seed: u64, sizes: (usize, usize, usize), labels: Labels) -> LinearGraph {
    let template = random_graph(seed, sizes, labels);
    let mut is_used = vec![false; template.n_vertices()];
    let mut is_reached = is_used.clone();
    let mut edges = Vec::new();
    for (source, target, label) in template.edges() {
        let is_inner = template.kind(source) == Kind::Intermediate;
        let is_live = !is_inner || is_reached[source.index()];
        if is_live && !(is_inner && std::mem::replace(&mut is_used[source.index()], true)) {
            is_reached[target.index()] = true;
            edges.push((source, target, label));
        }
    }
    let nodes = template
        .vertices()
        .map(|vertex| Node::bare(template.kind(vertex)))
        .collect();
    LinearGraph::try_new(nodes, edges).unwrap()
}

/// Naumann & Utke, algorithm 1: on single-expression-use graphs every vertex costs its smallest
/// separating set, which no order undercuts.
#[test]
fn single_use_graphs_are_solved_exactly() {
    let mut n_better = 0;
    for seed in 0..80 {
        let graph = single_use_graph(seed, (3, 9, 2), Labels::Generic);
        let all =
            |choice: &OrderChoice| cost::products(&graph, choose(&graph, choice).unwrap().steps());
        let found = all(&OrderChoice::SingleUse);
        assert_eq!(found, all(&OrderChoice::Exact(Objective::All)), "{graph}");
        n_better += usize::from(found < all(&OrderChoice::Reverse));
    }
    assert!(n_better > 5, "separating sets matter on {n_better} graphs");
}

/// The same paper, algorithm 2: folding such graphs does not raise the optimum of executed
/// products.
#[test]
fn folding_single_use_graphs_keeps_the_optimum() {
    let mut n_folded = 0;
    for seed in 0..50 {
        let graph = single_use_graph(seed, (2, 5, 1), Labels::Mixed);
        let steps = fold_by(&graph, &Rule::SINGLE_USE);
        let Some((optimum, _)) = faces(&graph, LIMIT) else {
            continue;
        };
        let Some((remaining, _)) = faces(&after(&graph, &steps), LIMIT) else {
            continue;
        };
        assert!(remaining <= optimum, "{remaining} > {optimum}\n{graph}");
        n_folded += usize::from(!steps.is_empty());
    }
    assert!(n_folded > 20, "{n_folded} graphs were folded");
}

#[test]
fn finer_eliminations_are_never_dearer() {
    let mut n_compared = 0;
    for seed in 0..35 {
        let graph = random_graph(seed, (2, 3, 2), Labels::Generic);
        let price = |steps: Vec<Step>| cost::products(&graph, &steps);
        let by_vertices = price(vertices(&graph, &[], Objective::All).unwrap());
        let Some(by_edges) = edges(&graph, LIMIT).map(price) else {
            continue;
        };
        let Some((by_faces, _)) = faces(&graph, LIMIT) else {
            continue;
        };
        assert!(by_edges <= by_vertices && by_faces <= by_edges, "{graph}");
        n_compared += 1;
    }
    assert!(n_compared > 20, "{n_compared} graphs were small enough");
}

/// Naumann, "Accumulation of Jacobians by dynamic programming", fig. 4.
#[test]
fn edges_undercut_the_best_vertex_order() {
    let graph = literature("surprise");
    let price = |steps: Vec<Step>| cost::products(&graph, &steps);
    assert_eq!(price(vertices(&graph, &[], Objective::All).unwrap()), 14);
    assert_eq!(price(edges(&graph, 20_000).unwrap()), 13);
}

#[test]
fn no_vertex_order_beats_the_oracle() {
    for seed in 0..20 {
        let graph = random_graph(seed, (3, 9, 3), Labels::Generic);
        let price = |steps: &[Step]| cost::products(&graph, steps);
        let optimum = price(&vertices(&graph, &[], Objective::All).unwrap());
        let bound = jacobian_elimination::order::lower_bound::lower_bound(&graph);
        assert!(bound <= optimum, "the lower bound is one\n{graph}");
        for name in OrderChoice::names() {
            let choice: OrderChoice = match name.parse().unwrap() {
                OrderChoice::EdgeAnnealing(_) => continue,
                other => other,
            };
            let order = choose(&graph, &choice).unwrap();
            if order
                .steps()
                .iter()
                .all(|step| matches!(step, Step::Vertex(_)))
            {
                assert!(price(order.steps()) >= optimum, "{name}\n{graph}");
            }
        }
        let budget = Budget {
            moves: 2_000,
            objective: Objective::All,
            seed: 0,
        };
        let found = choose(&graph, &OrderChoice::Search(budget)).unwrap();
        assert_eq!(
            price(found.steps()),
            optimum,
            "a search finds small optima\n{graph}"
        );
    }
}
