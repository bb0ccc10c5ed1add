//! Large and degenerate graphs: nothing panics, and nothing takes more than near-linear time. No
//! test looks at a clock: an algorithm that is not near-linear would not finish.

use crate::support::value;
use jacobian_elimination::elim::{
    Elimination, EliminationOrder, Fold, OrderError, eliminate, fold,
};
use jacobian_elimination::graph::{Kind, LinearGraph, Node, Pattern, Vertex};
use jacobian_elimination::ir::Partial;
use jacobian_elimination::order::{Budget, OrderChoice, choose, choose_after};
use jacobian_elimination::plan::{Accumulation, Entry};

fn at(index: usize) -> Vertex {
    Vertex(u32::try_from(index).unwrap())
}

fn label(index: usize) -> Partial {
    if index.is_multiple_of(3) {
        Partial::ONE
    } else {
        value(u32::try_from(index).unwrap())
    }
}

fn build(sizes: (usize, usize, usize), edges: &[(usize, usize)]) -> LinearGraph {
    let (n, p, m) = sizes;
    let kinds = [
        (Kind::Independent, n),
        (Kind::Intermediate, p),
        (Kind::Dependent, m),
    ];
    let nodes = kinds
        .iter()
        .flat_map(|(kind, n)| std::iter::repeat_n(Node::bare(*kind), *n));
    let edges = edges
        .iter()
        .enumerate()
        .map(|(k, (s, t))| (at(*s), at(*t), label(k)));
    LinearGraph::try_new(nodes.collect(), edges.collect()).unwrap()
}

fn every_order(graph: &LinearGraph, choices: &[OrderChoice]) {
    for choice in choices {
        let order = match choose(graph, choice) {
            Ok(order) => order,
            Err(error) => {
                assert!(
                    matches!(error, OrderError::TooLarge(..)),
                    "{choice}: {error}"
                );
                continue;
            }
        };
        let plan = eliminate(graph, &order);
        assert_eq!(plan.entries().len(), Pattern::of(graph).entries().len());
    }
    for folding in [Fold::Trees, Fold::Full] {
        choose_after(graph, &fold(graph, folding), &OrderChoice::default()).unwrap();
    }
}

fn named(names: &[&str]) -> Vec<OrderChoice> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// Every method, searches and annealing with a small budget.
fn methods() -> Vec<OrderChoice> {
    let few = |budget: Budget| Budget {
        moves: 100,
        ..budget
    };
    let named = |name: &str| match name.parse().unwrap() {
        OrderChoice::Search(budget) => OrderChoice::Search(few(budget)),
        OrderChoice::Annealing(budget) => OrderChoice::Annealing(few(budget)),
        OrderChoice::EdgeAnnealing(budget) => OrderChoice::EdgeAnnealing(few(budget)),
        other => other,
    };
    OrderChoice::names().map(named).collect()
}

fn chain(length: usize) -> LinearGraph {
    let edges: Vec<_> = (0..=length).map(|k| (k, k + 1)).collect();
    build((1, length, 1), &edges)
}

/// Each cell depends on three neighbours of the row before.
fn stencil(width: usize, height: usize) -> LinearGraph {
    let cell = |row: usize, col: usize| row * width + col % width;
    let mut edges = Vec::new();
    for row in 1..height {
        for col in 0..width {
            let from = [col + width - 1, col, col + 1].map(|col| cell(row - 1, col));
            edges.extend(from.map(|source| (source, cell(row, col))));
        }
    }
    build((width, width * (height - 2), width), &edges)
}

/// `n` independents into one intermediate each, all of them into one sum.
fn star(n: usize) -> LinearGraph {
    let legs = (0..n).flat_map(|k| [(k, n + k), (n + k, 2 * n)]);
    build((n, n, 1), &legs.collect::<Vec<_>>())
}

#[test]
fn the_default_order_of_a_hundred_thousand_vertices() {
    let choice = [OrderChoice::default()];
    for graph in [chain(100_000), star(20_000), stencil(4_000, 6)] {
        every_order(&graph, &choice);
    }
}

#[test]
fn every_order_of_many_vertices() {
    for graph in [chain(4_000), star(2_000), stencil(100, 6)] {
        every_order(&graph, &methods());
    }
}

#[test]
fn a_long_sum_written_as_a_chain() {
    // s_k = s_(k-1) + x_k * x_k: the forward order carries ever more partials, so only reverse
    // here.
    let n = 5_000;
    let first = [(0, n)];
    let rest = (1..n).flat_map(|k| [(k, n + k), (n + k - 1, n + k)]);
    let edges: Vec<_> = first.into_iter().chain(rest).collect();
    let graph = build((n, n - 1, 1), &edges);
    every_order(
        &graph,
        &named(&["reverse", "markowitz", "enhanced_markowitz"]),
    );
}

#[test]
fn degenerate_graphs() {
    let graphs = [
        build((0, 0, 0), &[]),
        build((3, 0, 2), &[(0, 3), (1, 3), (2, 4)]),
        build((2, 0, 2), &[]),
        build((0, 3, 2), &[(0, 1), (1, 3)]),
        build((2, 2, 2), &[(0, 2), (2, 4), (1, 3), (3, 5)]),
        build((1, 0, 1), &[(0, 1)]),
        build((1, 3, 1), &[(0, 4), (1, 2), (0, 3)]),
    ];
    for graph in &graphs {
        every_order(graph, &methods());
    }
}

/// Folding, too, meets sums of any length: each addend moves to the result once, not with every
/// partial sum.
#[test]
fn a_long_sum_folds() {
    let n = 50_000;
    let first = [(0, n)];
    let rest = (1..n).flat_map(|k| [(k, n + k), (n + k - 1, n + k)]);
    let edges = first.into_iter().chain(rest);
    let kinds = [
        (Kind::Independent, n),
        (Kind::Intermediate, n - 1),
        (Kind::Dependent, 1),
    ];
    let nodes = kinds
        .iter()
        .flat_map(|(kind, n)| std::iter::repeat_n(Node::bare(*kind), *n));
    let edges = edges.map(|(s, t)| (at(s), at(t), Partial::ONE));
    let sum = LinearGraph::try_new(nodes.collect(), edges.collect()).unwrap();
    for degree in [Fold::Trees, Fold::Full] {
        let steps = fold(&sum, degree);
        assert_eq!(steps.len(), n - 1);
        let order = EliminationOrder::try_new(&sum, steps).unwrap();
        assert_eq!(eliminate(&sum, &order).counts().operations, 0);
    }
}

/// The peaks during elimination: edges of the working graph, then terms of the plan.
fn held(graph: &LinearGraph, choice: &OrderChoice) -> (usize, usize, usize) {
    let order = choose(graph, choice).unwrap();
    let mut elimination = Elimination::of(graph);
    let mut most_edges = graph.n_edges();
    for step in order.steps() {
        elimination.perform(*step);
        most_edges = most_edges.max(elimination.working().n_edges());
    }
    let plan = elimination.finish(&Pattern::of(graph));
    let kept = plan.accumulations().iter().map(Accumulation::terms);
    let chains = kept.chain(plan.entries().iter().map(Entry::terms));
    (most_edges, chains.map(<[_]>::len).sum(), plan.counts().all)
}

/// Each product adds one term and at most one edge, so that nothing is held but edges and fill-in.
#[test]
fn memory_is_proportional_to_edges_and_fill_in() {
    let choices = named(&[
        "forward",
        "reverse",
        "markowitz",
        "enhanced_markowitz",
        "pre_elimination",
    ]);
    let pairs = [
        (chain(1_000), chain(4_000)),
        (stencil(500, 6), stencil(2_000, 6)),
    ];
    for (small, large) in &pairs {
        for choice in &choices {
            let (few_edges, few_terms, few_products) = held(small, choice);
            let (edges, terms, products) = held(large, choice);
            assert!(few_terms <= small.n_edges() + few_products, "{choice}");
            assert!(terms <= large.n_edges() + products, "{choice}");
            assert!(
                100 * edges <= 401 * few_edges,
                "{choice}: {few_edges} and {edges}"
            );
            assert!(
                100 * terms <= 401 * few_terms,
                "{choice}: {few_terms} and {terms}"
            );
        }
    }
}
