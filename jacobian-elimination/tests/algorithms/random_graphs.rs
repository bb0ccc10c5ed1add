//! Campaign over random graphs and code lists: every order, folding, level, schedule, layout and
//! value path gives the Jacobian, in exact arithmetic, at the predicted cost.
//!
//! ```text
//! graph      every order x every folding x every objective of a search   Jacobian, pattern, counts
//! code list  ten combinations of all options, others in the next list    Jacobian, pattern, Cost
//! ```
//!
//! By default a few graphs run. `JACOBIAN_GRAPHS=100000` runs that many of either kind, on all
//! threads, and `JACOBIAN_SEED` takes others. For so many build the algorithms optimized:
//!
//! ```text
//! JACOBIAN_GRAPHS=100000 cargo --config profile.dev.package.jacobian-elimination.opt-level=3 \
//!     test -p jacobian-elimination --test algorithms random_graphs
//! ```

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::campaign;
use crate::code_lists::{self, Residue, Sample};
use crate::support::{self, Labels, Random, execute, executed, random_graph};
use jacobian_elimination::elim::{self, cost, eliminate, fold};
use jacobian_elimination::graph::{LinearGraph, Pattern};
use jacobian_elimination::options::{self, Layout, Level, Options, Order, Sequence, ValuePath};
use jacobian_elimination::order::{Budget, Objective, OrderChoice, choose_after};
use jacobian_elimination::pipeline::compile;

/// The number of graphs, and of code lists.
fn n_graphs() -> u64 {
    let asked = std::env::var("JACOBIAN_GRAPHS").ok();
    let asked = asked.map(|text| text.parse().expect("JACOBIAN_GRAPHS is a number"));
    asked.unwrap_or(campaign::size(24, 600) as u64)
}

/// Checks the seeds on all threads, each thread the next one that is left, and adds up what they
/// found.
fn on_all_threads(check: impl Fn(u64) -> usize + Sync) -> usize {
    let (next, sum) = (AtomicU64::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= n_graphs() {
                return;
            }
            sum.fetch_add(check(campaign::seed(seed)), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            // The default is 2 MiB, too little for unoptimized recursion over deep regions.
            let builder = std::thread::Builder::new().stack_size(64 << 20);
            builder.spawn_scoped(scope, work).unwrap();
        }
    });
    sum.into_inner()
}

const OBJECTIVES: [Objective; 3] = [
    Objective::Operations,
    Objective::All,
    Objective::Multiplications,
];

/// Every order by its name, those that search once for each objective, with few moves.
fn orders(seed: u64) -> Vec<OrderChoice> {
    let budget = |objective| Budget {
        moves: 12,
        objective,
        seed,
    };
    let mut orders = Vec::new();
    for name in OrderChoice::names() {
        let choice: OrderChoice = name.parse().unwrap();
        let with = |made: fn(Budget) -> OrderChoice| OBJECTIVES.map(budget).map(made);
        match choice {
            OrderChoice::Annealing(_) => orders.extend(with(OrderChoice::Annealing)),
            OrderChoice::EdgeAnnealing(_) => orders.extend(with(OrderChoice::EdgeAnnealing)),
            OrderChoice::Search(_) => orders.extend(with(OrderChoice::Search)),
            OrderChoice::Exact(_) => orders.extend(OBJECTIVES.map(OrderChoice::Exact)),
            other => orders.push(other),
        }
    }
    // What `order = enhanced_markowitz` of the attribute is.
    orders.extend(OBJECTIVES.map(budget).map(OrderChoice::Improved));
    orders
}

fn graph_of(seed: u64) -> (LinearGraph, Labels) {
    let random = &mut Random::new(seed ^ 0x5eed);
    let sizes = (1 + random.below(4), random.below(10), 1 + random.below(3));
    let labels = [Labels::Generic, Labels::Mixed, Labels::Cancelling][random.below(3)];
    (random_graph(seed, sizes, labels), labels)
}

/// The number of plans of one graph, which all have its Jacobian, its pattern and the counts that
/// were predicted.
fn plans_checked(seed: u64) -> usize {
    let (graph, labels) = graph_of(seed);
    let (pattern, expected) = (Pattern::of(&graph), support::jacobian(&graph));
    let mut n_plans = 0;
    for folding in [elim::Fold::None, elim::Fold::Trees, elim::Fold::Full] {
        let prefix = fold(&graph, folding);
        for choice in orders(seed) {
            let order = choose_after(&graph, &prefix, &choice).unwrap();
            let plan = eliminate(&graph, &order);
            let about = || format!("graph {seed}, {folding:?}, {choice}\n{graph}\n{order}\n{plan}");
            let found = execute(&plan, pattern.n_rows(), pattern.n_cols());
            assert_eq!(found, expected, "{}", about());
            let entries = plan.entries().iter().map(|e| (e.row(), e.col()));
            assert!(entries.eq(pattern.entries().iter().copied()), "{}", about());
            let counts = plan.counts();
            let predicted = (counts.variable, counts.additions);
            assert_eq!(predicted, executed(&plan), "{}", about());
            // Labels that cancel drop edges, and then the structure alone predicts too much.
            if labels == Labels::Generic {
                let by_structure = cost::products(&graph, order.steps());
                assert_eq!(counts.all, by_structure, "{}", about());
                assert_eq!(counts.all, counts.variable, "{}", about());
            }
            n_plans += 1;
        }
    }
    n_plans
}

#[test]
fn every_graph_has_its_jacobian_under_every_order_and_folding() {
    let n_plans = on_all_threads(plans_checked);
    assert!(n_plans as u64 >= 100 * n_graphs(), "{n_plans} plans");
}

/// How many combinations of options one code list is compiled with.
const COMBINATIONS: usize = 10;

/// Some options of one list: any order with any folding, level, schedule and so on.
fn options_of(seed: u64) -> Vec<Options> {
    let random = &mut Random::new(seed ^ 0x0b71);
    // An annealing makes 5,000 moves, whatever the options say. Graphs are annealed in short.
    let is_short = |name: &&str| !["exact", "annealing", "edge_annealing"].contains(name);
    let mut names: Vec<&str> = OrderChoice::names().filter(is_short).collect();
    if random.below(50) == 0 {
        names = vec!["annealing", "edge_annealing"];
    }
    let combination = |_| Options {
        order: Order::Named(random.of(&names).to_owned()),
        search: random.of(&[0, 12, 50]),
        seed,
        objective: random.of(&[
            options::Objective::Operations,
            options::Objective::All,
            options::Objective::Multiplications,
        ]),
        fold: random.of(&[
            options::Fold::None,
            options::Fold::Trees,
            options::Fold::Full,
        ]),
        level: random.of(&[Level::CodeList, Level::CodeList, Level::Statement]),
        schedule: random.of(&[Sequence::DepthFirst, Sequence::Elimination]),
        layout: random.of(&[Layout::Csc, Layout::Csr]),
        value: random.of(&[ValuePath::Exact, ValuePath::Fused]),
        ..Options::default()
    };
    (0..COMBINATIONS).map(combination).collect()
}

/// The number of schedules of one code list, which all compute its Jacobian at the predicted cost
/// along some paths through its branches and loops, and have one pattern.
fn schedules_checked(seed: u64) -> usize {
    let mut sample = code_lists::sample_of(seed);
    let mut paths = std::mem::take(&mut sample.paths);
    paths.retain(|path| !code_lists::divides_by_zero(&sample, path));
    let Sample { code, point, .. } = sample;
    let expected: Vec<Vec<Vec<Residue>>> = paths
        .iter()
        .map(|path| code_lists::jacobian(&code, &point, path))
        .collect();
    let mut pattern: Option<Vec<(usize, usize)>> = None;
    let all = options_of(seed);
    for options in &all {
        let compiled = compile(code.clone(), options).unwrap();
        for (path, expected) in paths.iter().zip(&expected) {
            // It also compares what ran with the predicted cost.
            let found = code_lists::run(&compiled, &point, path);
            assert_eq!(
                found, *expected,
                "list {seed}, {options:?} {path:?}\n{code}"
            );
        }
        let entries = compiled.plan.entries().iter();
        let positions = entries.map(|entry| (entry.row(), entry.col())).collect();
        let pattern = pattern.get_or_insert_with(|| Vec::clone(&positions));
        assert_eq!(*pattern, positions, "list {seed}, {options:?}\n{code}");
    }
    all.len()
}

#[test]
fn every_code_list_has_its_jacobian_under_all_options() {
    let n_schedules = on_all_threads(schedules_checked);
    assert!(
        n_schedules as u64 >= 10 * n_graphs(),
        "{n_schedules} schedules"
    );
}
