//! Constant folding, the case studies of Naumann and Utke: how much of a graph is linear, and how
//! folding changes orders.
//!
//! ```text
//! graph --step 1--> --2a--> --2b--> --3--> --4-->      vertices and edges after each
//!                              |              |
//!                           "trees"        "full"      then greedy orders, annealing, search
//! ```
//!
//! The paper folds three graphs: an assignment of an oceanographic box model, the largest block
//! that its flattening found in a Roe flux, and a node of the driven cavity. Two of these are
//! rebuilt from its pictures; for the Roe flux we use whole functions, because the block is not
//! available.
//!
//! Source: U. Naumann, J. Utke, Optimality-preserving elimination of linearities in Jacobian
//! accumulation.

use std::time::{Duration, Instant};

use jacobian_core::elim::Step;
use jacobian_core::elim::fold::{Rule, fold_by};
use jacobian_core::order::{Budget, Objective, OrderChoice, Problem};
use jacobian_core::plan::Counts;

use super::subject::{Subject, choice};
use super::table::{Table, share};

/// The functions of the study.
pub(crate) const CASES: [&str; 6] = [
    "box_model",
    "RoeFlux_1d",
    "RoeFlux_1d_cse",
    "roe",
    "driven_cavity_point",
    "fdc",
];

/// The steps of algorithm 3, one more from row to row, after the one by which the paper counts.
const STEPS: [(&str, &[Rule]); 7] = [
    ("as written", &[]),
    ("2a alone", &[Rule::TrivialToOnlySuccessor]),
    ("1", &[Rule::ConstantVertex]),
    (
        "1, 2a",
        &[Rule::ConstantVertex, Rule::TrivialToOnlySuccessor],
    ),
    ("1, 2", &Rule::TREES),
    (
        "1, 2, 3",
        &[
            Rule::ConstantVertex,
            Rule::TrivialToOnlySuccessor,
            Rule::TrivialFromOnlyPredecessor,
            Rule::TrivialBack,
            Rule::TrivialFront,
        ],
    ),
    ("1, 2, 3, 4", &Rule::FULL),
];

/// The stage after step 2a alone, which is step 1 of algorithm 2: the one whose effect is
/// published.
pub(crate) const ONLY_2A: usize = 1;
/// The stage after steps 1, 2a and 2b, which is `fold = trees`.
pub(crate) const TREES: usize = 4;
/// The stage after all steps, which is `fold = full`.
pub(crate) const FULL: usize = 6;

/// A graph after some steps of folding.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// The steps of the algorithm that were applied.
    pub(crate) label: &'static str,
    /// The steps so far.
    pub(crate) steps: Vec<Step>,
    /// The number of remaining intermediates.
    pub(crate) intermediates: usize,
    /// The number of remaining edges.
    pub(crate) edges: usize,
}

/// The stages of folding one of the cases.
pub(crate) fn stages(name: &str) -> Vec<Stage> {
    stages_of(&subject(name))
}

/// Graphs of the literature have capitals or come from pictures, the others are functions of the
/// corpus.
pub(crate) fn subject(name: &str) -> Subject {
    match name {
        "roe" | "fdc" => Subject::of_corpus(name),
        _ => Subject::of_literature(name),
    }
}

pub(crate) fn stages_of(subject: &Subject) -> Vec<Stage> {
    let stage = |(label, rules): (&'static str, &[Rule])| {
        let steps = fold_by(&subject.graph, rules);
        let left = Problem::after(&subject.graph, &steps);
        Stage {
            label,
            steps,
            intermediates: left.intermediates.len(),
            edges: left.working.n_edges(),
        }
    };
    STEPS.into_iter().map(stage).collect()
}

/// The orders whose quality is compared, and whether they search.
pub(crate) const METHODS: [&str; 7] = [
    "reverse",
    "markowitz",
    "enhanced_markowitz",
    "lowest_fill_in",
    "edge_markowitz",
    "annealing",
    "search",
];

/// How a method fares after a stage, and how long it took.
pub(crate) fn judged(subject: &Subject, stage: &Stage, method: &str) -> (Counts, Duration) {
    let start = Instant::now();
    let plan = subject.plan_after(&stage.steps, &choice(method));
    let counts = plan.expect("the method takes every graph").counts();
    (counts, start.elapsed())
}

/// The time of a number of moves of annealing after a stage.
pub(crate) fn annealing_time(subject: &Subject, stage: &Stage, moves: usize) -> Duration {
    let budget = Budget {
        moves,
        objective: Objective::All,
        seed: 0,
    };
    let start = Instant::now();
    let plan = subject.plan_after(&stage.steps, &OrderChoice::Annealing(budget));
    std::hint::black_box(plan);
    start.elapsed()
}

/// A stage and the moves that annealing may try from there.
const BUDGETS: [(&str, usize, usize); 5] = [
    ("none, 5,000 moves", 0, 5_000),
    ("trees, 5,000", TREES, 5_000),
    ("trees, 10,000", TREES, 10_000),
    ("full, 5,000", FULL, 5_000),
    ("full, 10,000", FULL, 10_000),
];

/// The results of annealing within budgets that take about as long on the folded graph as on the
/// unfolded one, and within the same number of moves.
pub(crate) fn budgets() -> Table {
    let titles = BUDGETS.map(|(title, _, _)| title);
    let mut table = Table::new(["annealing: ops"].into_iter().chain(titles));
    for name in CASES {
        let subject = subject(name);
        let stages = stages_of(&subject);
        let found = BUDGETS.map(|(_, stage, moves)| {
            let budget = Budget {
                moves,
                objective: Objective::Operations,
                seed: 0,
            };
            let choice = OrderChoice::Annealing(budget);
            let plan = subject.plan_after(&stages[stage].steps, &choice);
            let plan = plan.expect("annealing takes every graph");
            plan.counts().operations.to_string()
        });
        table.row(std::iter::once(name.to_owned()).chain(found));
    }
    table
}

/// Vertices and edges from stage to stage.
pub(crate) fn sizes() -> Table {
    let mut head = vec![String::new()];
    head.extend(CASES.map(str::to_owned));
    let mut table = Table::new(head);
    let all: Vec<Vec<Stage>> = CASES.iter().map(|name| stages(name)).collect();
    for (index, (label, _)) in STEPS.iter().enumerate() {
        let cell = |stages: &Vec<Stage>| {
            let Stage {
                intermediates,
                edges,
                ..
            } = &stages[index];
            format!("{intermediates} / {edges}")
        };
        let cells = std::iter::once((*label).to_owned()).chain(all.iter().map(cell));
        table.row(cells);
    }
    for (label, stage) in [("gone by 2a alone", ONLY_2A), ("gone by 1, 2", TREES)] {
        let folded = |stages: &Vec<Stage>| {
            let (first, last) = (stages[0].intermediates, stages[stage].intermediates);
            share(first - last, first)
        };
        table.row(std::iter::once(label.to_owned()).chain(all.iter().map(folded)));
    }
    table
}

/// The cost of each method on the unfolded graph, after `trees`, and after `full`.
pub(crate) fn qualities(subject: &Subject) -> Table {
    let stages = stages_of(subject);
    let mut table = Table::new([
        subject.name.as_str(),
        "none: executed",
        "trees: executed",
        "full: executed",
        "none: ops",
        "trees: ops",
        "full: ops",
    ]);
    for method in METHODS {
        let counts = [0, TREES, FULL].map(|stage| judged(subject, &stages[stage], method).0);
        let cells = counts
            .iter()
            .map(|counts| counts.variable)
            .chain(counts.iter().map(|counts| counts.operations));
        table.row(std::iter::once(method.to_owned()).chain(cells.map(|count| count.to_string())));
    }
    table
}

/// Generated parts of the page, by name.
pub(crate) fn parts() -> Vec<(&'static str, String)> {
    let quality = CASES.map(|name| qualities(&subject(name)).markdown());
    vec![
        ("sizes", sizes().markdown()),
        ("quality", quality.concat()),
        ("budgets", budgets().markdown()),
    ]
}
