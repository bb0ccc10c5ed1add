//! Scaling of the compiler: graph, order and elimination, then the whole expansion, then the
//! search.
//!
//! ```text
//! cargo bench --bench pipeline                     1,000 to 100,000 operations, the compiler
//!                                                  unoptimized as users have it
//! cargo bench --bench pipeline -- stencil search   only these sections
//! cargo bench --profile dev --bench pipeline -- prelude
//!                                                  as a debug build has the compiler and syn
//! cargo bench --config profile.release.package.jacobian-core.opt-level=3 --bench pipeline
//!                                                  with the compiler optimized
//! ```
//!
//! For five shapes it prints the minimal times of pattern, each greedy order and elimination, and
//! the exponent of time against size, fitted by least squares of the logarithms. Near-linear means
//! an exponent of at most 1.15. Nothing is asserted, because times depend on the machine.
//!
//! Memory traffic grows faster than the work: counted in instructions (callgrind, 1,000 to 100,000,
//! building the graph taken off) the exponent is 1.01, of the stencil under every order and of
//! random under both Markowitz rules. Times of 100,000 operations no longer fit the caches of most
//! machines, and there come out at 1.05 to 1.10 for chain and sum, 1.15 to 1.2 for the others.
//!
//! In all shapes the work of an order is proportional to the size: a *chain*; a *stencil* of six
//! rows; *trees* of 128 leaves; a *random* graph with locality, six rows in which every cell
//! depends on two or three cells nearby; a long *sum*, whose forward order is left out, because
//! there each partial sum has a derivative by all columns before it.
//!
//! The section *expand* expands functions that write such graphs with loops; *search* is
//! `order = search` with its default budget on graphs of 150 and 5,000 intermediates; *prelude* is
//! the time that methods of types of other crates take beyond the same operations by hand.

#![expect(clippy::print_stdout, reason = "the table is what this bench is for")]

#[path = "support/spelled.rs"]
pub mod spelled;

use std::time::Instant;

use jacobian_core::elim::eliminate_to;
use jacobian_core::graph::{Kind, LinearGraph, Node, Pattern, Vertex};
use jacobian_core::ir::{Category, Partial, ValueId};
use jacobian_core::order::{OrderChoice, choose};
use quote::quote;
use spelled::FUNCTIONS;

const ORDERS: [&str; 5] = [
    "forward",
    "reverse",
    "markowitz",
    "enhanced_markowitz",
    "pre_elimination",
];

/// A name, and a function that builds the graph of a size.
type Shape = (&'static str, fn(usize) -> LinearGraph);

const SHAPES: [Shape; 5] = [
    ("chain", chain),
    ("stencil", stencil),
    ("trees", trees),
    ("random", random),
    ("sum", sum),
];

fn main() {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let is_asked = |section: &str| asked.is_empty() || asked.iter().any(|name| name == section);
    let sizes = [1_000, 3_162, 10_000, 31_623, 100_000];
    for (shape, build) in SHAPES.into_iter().filter(|(shape, _)| is_asked(shape)) {
        heading(shape, &sizes);
        for order in ORDERS {
            // A long sum makes forward mode carry all columns: that is its cost, not our scaling.
            if (shape, order) != ("sum", "forward") {
                let choice = order.parse().expect("a name of the table above");
                let graph = |size: &usize| build(*size);
                report(order, &sizes, graph, |graph| {
                    order_and_eliminate(graph, &choice);
                });
            }
        }
    }
    if is_asked("expand") {
        expansions(&sizes);
    }
    if is_asked("search") {
        searches();
    }
    if is_asked("prelude") {
        preludes();
    }
}

fn heading(section: &str, sizes: &[usize]) {
    let columns: Vec<String> = sizes.iter().map(|n| format!("{n:>10}")).collect();
    println!("{section:22} {}   exponent", columns.concat());
}

/// One line: the minimal times by size, and the exponent.
fn report<T>(name: &str, sizes: &[usize], prepare: impl Fn(&usize) -> T, run: impl Fn(&T)) {
    let times: Vec<f64> = sizes
        .iter()
        .map(|size| seconds(&prepare(size), &run))
        .collect();
    let columns: Vec<String> = times
        .iter()
        .map(|time| format!("{:>8.1}ms", time * 1e3))
        .collect();
    let columns = columns.concat();
    println!("{name:22} {columns}   {:.2}", exponent(sizes, &times));
}

/// The least of several times: more of them where they are short.
fn seconds<T>(input: &T, run: impl Fn(&T)) -> f64 {
    let once = || {
        let start = Instant::now();
        run(input);
        start.elapsed().as_secs_f64()
    };
    let first = once();
    let n_more = if first < 0.01 { 20 } else { 4 };
    (0..n_more).map(|_| once()).fold(first, f64::min)
}

fn order_and_eliminate(graph: &LinearGraph, choice: &OrderChoice) {
    let pattern = Pattern::of(graph);
    let order = choose(graph, choice).expect("the order fits every graph");
    std::hint::black_box(eliminate_to(graph, &pattern, &order));
}

/// From tokens to tokens, for functions with this many operations, and under every order except the
/// last.
fn expansions(sizes: &[usize]) {
    for (name, function) in FUNCTIONS {
        heading(&format!("expand {name}"), sizes);
        for order in &ORDERS[..4] {
            // As above: the forward order of a long sum carries all columns.
            if (name, *order) == ("sum", "forward") {
                continue;
            }
            let named = proc_macro2::Ident::new(order, proc_macro2::Span::call_site());
            let tokens = |size: &usize| function(*size);
            report(order, sizes, tokens, |item| {
                let options = quote!(order = #named, unroll = 1_000_000);
                std::hint::black_box(jacobian_core::expand(options, item.clone()));
            });
        }
    }
}

/// The time of expanding a function that uses methods of glam and num-complex, beside one with the
/// same operations on the fields.
fn preludes() {
    // Without signs by hand, because each sign asks for the operators of the type.
    let pairs = [
        (
            "vectors, no method",
            "fn f(a: DVec3, b: DVec3) -> f64 { a.x.max(b.y) }",
            "fn f(a: [f64; 3], b: [f64; 3]) -> f64 { a[0].max(b[1]) }",
        ),
        (
            "4 methods",
            "fn f(a: DVec3) -> [f64; 4] { [a.abs().x, a.floor().x, a.sqrt().x, a.exp().x] }",
            "fn f(a: DVec3) -> [f64; 4] { [a.x.abs(), a.x.floor(), a.x.sqrt(), a.x.exp()] }",
        ),
        (
            "the 3 operators of `+`",
            "fn f(a: DVec3, b: DVec3) -> f64 { a.x + b.y }",
            "fn f(a: [f64; 3], b: [f64; 3]) -> f64 { a[0] + b[1] }",
        ),
        (
            "complex, no method",
            "fn f(z: Complex64) -> f64 { z.re.max(z.im) }",
            "fn f(z: [f64; 2]) -> f64 { z[0].max(z[1]) }",
        ),
        (
            "2 methods",
            "fn f(z: Complex64) -> f64 { z.norm().max(z.arg()) }",
            "fn f(z: Complex64) -> f64 { z.re.hypot(z.im).max(z.im.atan2(z.re)) }",
        ),
    ];
    println!("prelude                       with methods     by hand   difference");
    for (name, with_methods, by_hand) in pairs {
        let items: [proc_macro2::TokenStream; 2] =
            [with_methods, by_hand].map(|text| text.parse().expect("tokens"));
        let mut times = [f64::INFINITY; 2];
        // In turns, so that both see the same load of the machine.
        for _ in 0..150 {
            for (time, item) in times.iter_mut().zip(&items) {
                let start = Instant::now();
                std::hint::black_box(jacobian_core::expand(quote!(order = reverse), item.clone()));
                *time = time.min(start.elapsed().as_secs_f64() * 1e3);
            }
        }
        let [with_methods, by_hand] = times;
        println!(
            "{name:28} {with_methods:>10.2}ms {by_hand:>10.2}ms {:>10.2}ms",
            with_methods - by_hand
        );
    }
}

/// The time of `order = search`, and of the default order on the larger graph.
fn searches() {
    let sizes = [150, 5_000, 5_000].map(|n| format!("{n:>10}"));
    println!(
        "{:22} {}   at the last: enhanced_markowitz",
        "search",
        sizes.concat()
    );
    // The last two fill in, so the cost of eliminating them grows far faster than the graph.
    let filling: [Shape; 2] = [("grid", grid), ("tangle", tangle)];
    for (name, build) in SHAPES.into_iter().chain(filling) {
        let graph = |n: usize| build(with_intermediates(n, build));
        let time = |graph: &LinearGraph, order: &str| {
            let choice: OrderChoice = order.parse().expect("it is an order");
            let run = |graph: &LinearGraph| {
                std::hint::black_box(choose(graph, &choice).expect("it fits every graph"));
            };
            seconds(graph, run) * 1e3
        };
        let (small, large) = (graph(150), graph(5_000));
        let of_search = [time(&small, "search"), time(&large, "search")];
        let columns = [
            of_search[0],
            of_search[1],
            time(&large, "enhanced_markowitz"),
        ];
        let columns = columns.map(|time| format!("{time:>8.1}ms"));
        println!("{name:22} {}", columns.concat());
    }
}

/// The size at which a shape has about this many intermediates.
fn with_intermediates(n: usize, build: fn(usize) -> LinearGraph) -> usize {
    n * 10_000 / build(10_000).intermediates().count()
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

/// Binary trees of 128 leaves, each with its own root.
fn trees(size: usize) -> LinearGraph {
    let n_trees = (size / 128).max(1);
    let n_inner = n_trees * 126;
    // Level by level over all trees: leaves, 64 parents each, 32, and so on.
    let mut edges = Vec::new();
    let (mut below, mut n_below) = (0, n_trees * 128);
    while n_below > n_trees {
        let above = below + n_below;
        edges.extend((0..n_below).map(|k| (below + k, above + k / 2)));
        (below, n_below) = (above, n_below / 2);
    }
    build((n_trees * 128, n_inner, n_trees), edges)
}

/// Rows of cells that depend on two or three cells nearby in the row before, drawn at random.
fn random(size: usize) -> LinearGraph {
    let width = size / 4;
    let mut state = 1_u64;
    let mut below = |bound: usize| below(&mut state, bound);
    let mut edges = Vec::new();
    for row in 1..6 {
        for col in 0..width {
            let mut sources: Vec<usize> = (0..2 + below(2))
                .map(|_| (row - 1) * width + (col + below(5)) % width)
                .collect();
            sources.sort_unstable();
            sources.dedup();
            let target = row * width + col;
            edges.extend(sources.into_iter().map(|source| (source, target)));
        }
    }
    build((width, 4 * width, width), edges)
}

/// A linear congruential generator (Knuth's constants); its high bits are random enough here.
fn below(state: &mut u64, bound: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).expect("31 bits fit") % bound
}

/// As many rows as columns, so that the last row depends on all of the first.
fn grid(size: usize) -> LinearGraph {
    let mut width = 1;
    while width * (width + 2) < size {
        width += 1;
    }
    let cells = (1..=width + 1).flat_map(|row| (0..width).map(move |col| (row, col)));
    let sources = |(row, col): (usize, usize)| {
        let shifted = [width - 1, 0, 1].map(|shift| (row - 1) * width + (col + shift) % width);
        let mut sources = shifted.to_vec();
        sources.sort_unstable();
        sources.dedup();
        sources
            .into_iter()
            .map(move |source| (source, row * width + col))
    };
    build(
        (width, width * width, width),
        cells.flat_map(sources).collect(),
    )
}

/// Three operands for each vertex, drawn among the forty before it; ten inputs, ten outputs.
fn tangle(size: usize) -> LinearGraph {
    let mut state = 1_u64;
    let mut edges = Vec::new();
    for target in 10..size + 20 {
        let reach = target.min(size + 10).min(40);
        let mut sources: Vec<usize> = (0..3)
            .map(|_| target.min(size + 10) - 1 - below(&mut state, reach))
            .collect();
        sources.sort_unstable();
        sources.dedup();
        edges.extend(sources.into_iter().map(|source| (source, target)));
    }
    build((10, size, 10), edges)
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
