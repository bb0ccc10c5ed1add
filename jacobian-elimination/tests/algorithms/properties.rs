//! Properties of random graphs: every order gives the same Jacobian, at the predicted cost.

use crate::support::{Labels, execute, executed, jacobian, random_graph};
use jacobian_elimination::elim::{Elimination, Fold, Step, cost, eliminate, fold};
use jacobian_elimination::graph::verify::{verify, verify_working};
use jacobian_elimination::graph::{Adjacency, DependencyDegrees, LinearGraph, Pattern};
use jacobian_elimination::order::{Budget, OrderChoice, choose, choose_after};

const SIZES: [(usize, usize, usize); 6] = [
    (1, 1, 1),
    (2, 5, 2),
    (3, 12, 3),
    (5, 30, 4),
    (1, 20, 1),
    (6, 18, 6),
];

fn graphs() -> impl Iterator<Item = (LinearGraph, Labels)> {
    let labels = [Labels::Generic, Labels::Cancelling];
    (0..12).flat_map(move |seed| {
        SIZES
            .iter()
            .flat_map(move |sizes| labels.map(|l| (random_graph(seed, *sizes, l), l)))
    })
}

/// The methods that take a graph of this size, searches with a small budget.
fn methods(graph: &LinearGraph) -> impl Iterator<Item = OrderChoice> {
    let is_tiny = graph.intermediates().count() <= 12;
    let few = |budget: Budget| Budget {
        moves: 60,
        ..budget
    };
    let all = OrderChoice::names().map(move |name| match name.parse().unwrap() {
        OrderChoice::Search(budget) => OrderChoice::Search(few(budget)),
        OrderChoice::Annealing(budget) => OrderChoice::Annealing(few(budget)),
        OrderChoice::EdgeAnnealing(budget) => OrderChoice::EdgeAnnealing(few(budget)),
        other => other,
    });
    all.filter(move |choice| is_tiny || !matches!(choice, OrderChoice::Exact(_)))
}

#[test]
fn every_order_gives_the_jacobian_at_the_predicted_cost() {
    for (graph, labels) in graphs() {
        verify(&graph).unwrap();
        let pattern = Pattern::of(&graph);
        let expected = jacobian(&graph);
        for choice in methods(&graph) {
            let order = choose(&graph, &choice).unwrap();
            let plan = eliminate(&graph, &order);
            let found = execute(&plan, pattern.n_rows(), pattern.n_cols());
            assert_eq!(found, expected, "{choice}\n{graph}\n{plan}");
            let entries: Vec<_> = plan.entries().iter().map(|e| (e.row(), e.col())).collect();
            assert_eq!(
                entries,
                pattern.entries(),
                "{choice}: the pattern is the same"
            );
            let counts = plan.counts();
            assert_eq!(
                (counts.variable, counts.additions),
                executed(&plan),
                "{choice}"
            );
            // Merging two terms drops an addition, and at most turns a + a into 2 * a.
            let bound = counts.nontrivial - counts.literal + absorptions(&graph, order.steps());
            assert!(
                counts.variable + counts.additions <= bound,
                "{choice}: {counts}"
            );
            if labels == Labels::Generic {
                assert_eq!(
                    counts.all,
                    cost::products(&graph, order.steps()),
                    "{choice}"
                );
                assert_eq!(counts.all, counts.variable, "{choice}: nothing to fold");
            }
        }
    }
}

#[test]
fn every_folding_keeps_the_jacobian() {
    for (graph, _) in graphs() {
        let expected = jacobian(&graph);
        for folding in [Fold::Trees, Fold::Full] {
            let prefix = fold(&graph, folding);
            for choice in methods(&graph) {
                let order = choose_after(&graph, &prefix, &choice).unwrap();
                let plan = eliminate(&graph, &order);
                let found = execute(&plan, expected.len(), graph.independents().len());
                assert_eq!(
                    found, expected,
                    "{folding:?}, {choice}\n{graph}\n{order}\n{plan}"
                );
            }
        }
    }
}

/// The additions of a sequence of steps, by structure.
fn absorptions(graph: &LinearGraph, steps: &[Step]) -> usize {
    let mut working = Adjacency::structure(graph);
    let absorbed = |step: &Step| {
        let (vertex, goes) = match *step {
            Step::Vertex(vertex) => (vertex, true),
            Step::Front(_, target) => (target, working.in_degree(target) == 1),
            Step::Back(source, _) => (source, working.out_degree(source) == 1),
            Step::Face(..) => return 3, // one product is absorbed, and up to two edges merge
        };
        let n_own = working.in_degree(vertex) + working.out_degree(vertex);
        let n_kept = working.n_edges() - if goes { n_own } else { 1 };
        cost::perform(&mut working, *step) - (working.n_edges() - n_kept)
    };
    steps.iter().map(absorbed).sum()
}

#[test]
fn folding_executes_nothing() {
    for (graph, _) in graphs() {
        for folding in [Fold::Trees, Fold::Full] {
            let mut elimination = Elimination::of(&graph);
            let n_edges = elimination.working().n_edges();
            for step in fold(&graph, folding) {
                elimination.perform(step);
                let counts = elimination.counts();
                assert_eq!(counts.all, counts.trivial + counts.literal, "{folding:?}");
            }
            if folding == Fold::Trees {
                assert!(elimination.working().n_edges() <= n_edges);
            }
        }
    }
}

#[test]
fn the_working_graph_is_sound_after_each_step() {
    for (graph, _) in graphs().step_by(7) {
        for choice in methods(&graph) {
            let mut elimination = Elimination::of(&graph);
            for step in choose(&graph, &choice).unwrap().steps() {
                elimination.perform(*step);
                verify_working(&graph, elimination.working()).unwrap();
            }
        }
    }
}

#[test]
fn degrees_and_pattern_agree_with_brute_force() {
    for (graph, labels) in graphs() {
        let degrees = DependencyDegrees::of(&graph);
        let mut reached = vec![std::collections::BTreeSet::new(); graph.n_vertices()];
        for vertex in graph.vertices() {
            if graph.independents().contains(&vertex) {
                reached[vertex.index()].insert(vertex);
            }
            let own = reached[vertex.index()].clone();
            assert_eq!(degrees.independents(vertex), own.len());
            for (successor, _) in graph.successors(vertex) {
                reached[successor.index()].extend(own.iter().copied());
            }
        }
        if labels == Labels::Generic {
            let counts = graph
                .dependents()
                .iter()
                .map(|row| reached[row.index()].len());
            assert_eq!(Pattern::of(&graph).entries().len(), counts.sum::<usize>());
        }
    }
}
