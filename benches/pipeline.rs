//! How the middle of the compiler scales: graph, order, elimination, by size.
//!
//! ```text
//! cargo bench --bench pipeline                     sizes up to 100,000
//! cargo bench --bench pipeline --profile dev       unoptimized, up to 10,000
//! ```
//!
//! For three shapes (a chain, a stencil of six rows, a long sum) and doubling sizes, the least of five times of
//! pattern, each greedy order and elimination, and the exponent fitted to time against size by least squares
//! of the logarithms. Near-linear means an exponent of at most 1.15; nothing is asserted, since times are
//! those of a machine.

#![expect(clippy::print_stdout, reason = "the table is what this bench is for")]

use std::time::Instant;

use jacobian_core::elim::eliminate_to;
use jacobian_core::graph::{Kind, LinearGraph, Node, Pattern, Vertex};
use jacobian_core::ir::{Category, Partial, ValueId};
use jacobian_core::order::{OrderChoice, choose};

const ORDERS: [&str; 5] = [
    "forward",
    "reverse",
    "markowitz",
    "enhanced_markowitz",
    "pre_elimination",
];

/// A name, and what builds the graph of a size.
type Shape = (&'static str, fn(usize) -> LinearGraph);

fn main() {
    let largest: usize = if cfg!(debug_assertions) {
        10_000
    } else {
        100_000
    };
    let sizes: Vec<usize> = (0..4).rev().map(|halvings| largest >> halvings).collect();
    let shapes: [Shape; 3] = [("chain", chain), ("stencil", stencil), ("sum", sum)];
    for (shape, build) in shapes {
        println!(
            "{shape:22} {}   exponent",
            sizes
                .iter()
                .map(|n| format!("{n:>10}"))
                .collect::<Vec<_>>()
                .concat()
        );
        for order in ORDERS {
            // A long sum makes forward mode carry all columns: that is its cost, not our scaling.
            if (shape, order) != ("sum", "forward") {
                report(order, &sizes, build);
            }
        }
    }
}

fn report(order: &str, sizes: &[usize], build: fn(usize) -> LinearGraph) {
    let Ok(choice) = order.parse::<OrderChoice>() else {
        return;
    };
    let times: Vec<f64> = sizes
        .iter()
        .map(|size| seconds(&build(*size), &choice))
        .collect();
    let columns: Vec<String> = times
        .iter()
        .map(|time| format!("{:>8.1}ms", time * 1e3))
        .collect();
    let columns = columns.concat();
    println!("{order:22} {columns}   {:.2}", exponent(sizes, &times));
}

fn seconds(graph: &LinearGraph, choice: &OrderChoice) -> f64 {
    let run = || {
        let start = Instant::now();
        let pattern = Pattern::of(graph);
        let order = choose(graph, choice).ok()?;
        std::hint::black_box(eliminate_to(graph, &pattern, &order));
        Some(start.elapsed().as_secs_f64())
    };
    (0..5).filter_map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// The slope of the logarithm of time over that of size.
fn exponent(sizes: &[usize], times: &[f64]) -> f64 {
    let log = |size: &usize| u32::try_from(*size).map_or(0.0, f64::from).ln();
    let points: Vec<(f64, f64)> = sizes
        .iter()
        .map(log)
        .zip(times.iter().map(|time| time.ln()))
        .collect();
    let n = u32::try_from(points.len()).map_or(1.0, f64::from);
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let covariance: f64 = points
        .iter()
        .map(|(x, y)| (x - mean_x) * (y - mean_y))
        .sum();
    covariance
        / points
            .iter()
            .map(|(x, _)| (x - mean_x) * (x - mean_x))
            .sum::<f64>()
}

fn chain(size: usize) -> LinearGraph {
    build((1, size, 1), (0..=size).map(|k| (k, k + 1)).collect())
}

/// Each cell depends on three neighbours of the row before.
fn stencil(size: usize) -> LinearGraph {
    let width = size / 4;
    let cell = |row: usize, col: usize| row * width + col % width;
    let cells = (1..6).flat_map(|row| (0..width).map(move |col| (row, col)));
    let sources = |(row, col): (usize, usize)| {
        [width - 1, 0, 1].map(|shift| (cell(row - 1, col + shift), cell(row, col)))
    };
    build((width, 4 * width, width), cells.flat_map(sources).collect())
}

/// A sum of squares, one addition after the other.
fn sum(size: usize) -> LinearGraph {
    let n = size / 2;
    let rest = (1..n).flat_map(|k| [(k, n + k), (n + k - 1, n + k)]);
    build((n, n - 1, 1), std::iter::once((0, n)).chain(rest).collect())
}

fn build((n, p, m): (usize, usize, usize), edges: Vec<(usize, usize)>) -> LinearGraph {
    let kinds = [
        (Kind::Independent, n),
        (Kind::Intermediate, p),
        (Kind::Dependent, m),
    ];
    let nodes = kinds
        .iter()
        .flat_map(|(kind, n)| std::iter::repeat_n(Node::bare(*kind), *n));
    let number = |index: usize| u32::try_from(index).expect("sizes are far below 32 bits");
    let label = |index: usize| {
        let id = ValueId(number(index));
        let variable = Partial::Value {
            id,
            negative: false,
            category: Category::Variable,
        };
        if index.is_multiple_of(3) {
            Partial::ONE
        } else {
            variable
        }
    };
    let edges = edges.into_iter().enumerate();
    let edges = edges.map(|(k, (s, t))| (Vertex(number(s)), Vertex(number(t)), label(k)));
    LinearGraph::try_new(nodes.collect(), edges.collect()).expect("edges lead up")
}
