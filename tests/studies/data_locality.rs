//! The data-locality paper: does reusing recent values make faster code, and how many operations
//! does it cost?
//!
//! ```text
//! Markowitz, reverse                            the order that looks at operations alone
//! sibling, Markowitz, reverse                   first the target that adds into the edges just
//!                                               made
//! sibling, neighbour, Markowitz, reverse        then neighbours of the previous target: the
//!                                               paper's example
//! ```
//!
//! Each hierarchy of filters is applied to the ten problems. It costs operations and should save
//! loads and stores. We estimate those by [`registers`](jacobian_core::schedule::registers) for two
//! sequences of statements: in the order of elimination, which is the paper's setting, and depth
//! first by rows, which this compiler tries first. `examples/data_locality.rs` measures the run
//! times.
//!
//! Source: the data-locality heuristics of `xaifBooster`, sections 2 to 5. It prints no
//! measurements.

use jacobian_core::elim::{EliminationOrder, Step};
use jacobian_core::graph::{LinearGraph, Vertex};
use jacobian_core::options::ValuePath;
use jacobian_core::order::data_locality::{HighestSibling, SuccessorPredecessor};
use jacobian_core::order::filters::{Compose, Last, LowestMarkowitz, Near, order_by};
use jacobian_core::order::{
    Problem, data_locality, edge_orders, enhanced_markowitz, face_orders, markowitz,
};
use jacobian_core::order::{Tie, forward_reverse};
use jacobian_core::plan::Plan;
use jacobian_core::regions::Arms;
use jacobian_core::schedule::registers::{Pressure, pressure};
use jacobian_core::schedule::{Rewrites, schedule_as_eliminated, schedule_by_rows};

use super::subject::Subject;
use super::table::Table;

/// The functions of the study.
pub(crate) const PROBLEMS: [&str; 10] = [
    "hhd", "cpf", "roe", "fic", "fdc", "snavely", "arm6", "se3b", "pollu", "bruss",
];

/// A hierarchy by its name, and the option that asks for it where there is one.
pub(crate) struct Hierarchy {
    /// The filters, first to last.
    pub(crate) name: &'static str,
    /// The name in `order = ..`.
    pub(crate) option: Option<&'static str>,
    order: fn(&LinearGraph) -> Vec<Step>,
}

/// Vertex hierarchies, edge hierarchies, face hierarchies, and orders without data locality.
pub(crate) const HIERARCHIES: [Hierarchy; 11] = [
    Hierarchy {
        name: "reverse",
        option: Some("reverse"),
        order: |graph| forward_reverse::reverse(Problem::of(graph)),
    },
    Hierarchy {
        name: "relative Markowitz after hoisting",
        option: Some("enhanced_markowitz"),
        order: |graph| enhanced_markowitz::order(Problem::of(graph), graph),
    },
    Hierarchy {
        name: "vertices: Markowitz, reverse",
        option: Some("markowitz"),
        order: |graph| markowitz::order(Problem::of(graph), Tie::Last),
    },
    Hierarchy {
        name: "vertices: neighbour, Markowitz, reverse",
        option: Some("successor_predecessor"),
        order: |graph| data_locality::successor_predecessor(Problem::of(graph)),
    },
    Hierarchy {
        name: "vertices: sibling, Markowitz, reverse",
        option: None,
        order: sibling_alone,
    },
    Hierarchy {
        name: "vertices: sibling, neighbour, Markowitz, reverse",
        option: Some("sibling"),
        order: |graph| data_locality::sibling(Problem::of(graph)),
    },
    Hierarchy {
        name: "vertices: neighbour, sibling, Markowitz, reverse",
        option: None,
        order: neighbour_first,
    },
    Hierarchy {
        name: "edges: Markowitz, reverse",
        option: Some("edge_markowitz"),
        order: |graph| edge_orders::lowest_markowitz(Problem::of(graph)),
    },
    Hierarchy {
        name: "edges: sibling, Markowitz, reverse",
        option: Some("edge_sibling"),
        order: |graph| edge_orders::highest_sibling(Problem::of(graph)),
    },
    Hierarchy {
        name: "faces: Markowitz",
        option: Some("face_markowitz"),
        order: face_orders::lowest_markowitz,
    },
    Hierarchy {
        name: "faces: absorb, Markowitz",
        option: Some("face_absorb"),
        order: face_orders::absorb,
    },
];

fn sibling_alone(graph: &LinearGraph) -> Vec<Step> {
    let heuristic = HighestSibling.then(LowestMarkowitz).then(Last);
    order_by::<Vertex>(Problem::of(graph), Near::Siblings, &heuristic)
}

fn neighbour_first(graph: &LinearGraph) -> Vec<Step> {
    let heuristic = SuccessorPredecessor
        .then(HighestSibling)
        .then(LowestMarkowitz)
        .then(Last);
    order_by::<Vertex>(Problem::of(graph), Near::Both, &heuristic)
}

/// The result of a hierarchy on a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// Instructions of the accumulation code, a fused multiply-add being one.
    pub(crate) operations: usize,
    /// With statements as they were eliminated.
    pub(crate) as_eliminated: Pressure,
    /// With statements depth first.
    pub(crate) depth_first: Pressure,
}

/// A hierarchy applied to a function.
pub(crate) fn outcome(subject: &Subject, hierarchy: &Hierarchy) -> Outcome {
    let steps = (hierarchy.order)(&subject.graph);
    let order = EliminationOrder::try_new(&subject.graph, steps);
    let plan = subject.plan_of(&order.expect("a complete order"));
    Outcome {
        operations: plan.counts().operations,
        as_eliminated: of_sequence(subject, &plan, schedule_as_eliminated),
        depth_first: of_sequence(subject, &plan, schedule_by_rows),
    }
}

type Sequence =
    fn(&jacobian_core::ir::CodeList, &Plan, &Arms, &Rewrites) -> jacobian_core::schedule::Schedule;

fn of_sequence(subject: &Subject, plan: &Plan, sequence: Sequence) -> Pressure {
    let code = subject.code.as_ref().expect("from source");
    let arms = Arms::default();
    let plain = sequence(code, plan, &arms, &Rewrites::default());
    let rewrites = Rewrites::of(code, plan, &arms, &plain, ValuePath::Exact);
    let schedule = sequence(code, plan, &arms, &rewrites);
    pressure(code, plan, &rewrites, &schedule)
}

/// All outcomes, by hierarchy and function.
pub(crate) fn outcomes() -> Vec<Vec<Outcome>> {
    let subjects = PROBLEMS.map(Subject::of_corpus);
    let row = |hierarchy: &Hierarchy| {
        let outcome = |subject: &Subject| outcome(subject, hierarchy);
        subjects.iter().map(outcome).collect()
    };
    HIERARCHIES.iter().map(row).collect()
}

/// One figure of each outcome.
pub(crate) fn table(
    outcomes: &[Vec<Outcome>],
    title: &str,
    figure: impl Fn(&Outcome) -> String,
) -> Table {
    let mut table = Table::new([title].into_iter().chain(PROBLEMS));
    for (hierarchy, row) in HIERARCHIES.iter().zip(outcomes) {
        let name = std::iter::once(hierarchy.name.to_owned());
        table.row(name.chain(row.iter().map(&figure)));
    }
    table
}

/// The three tables: operations, values alive, traffic.
pub(crate) fn tables(outcomes: &[Vec<Outcome>]) -> [Table; 3] {
    let both = |figure: fn(Pressure) -> usize| {
        move |outcome: &Outcome| {
            let Outcome {
                as_eliminated,
                depth_first,
                ..
            } = outcome;
            format!("{} / {}", figure(*as_eliminated), figure(*depth_first))
        }
    };
    [
        table(outcomes, "ops", |outcome| outcome.operations.to_string()),
        table(outcomes, "alive at most", both(|pressure| pressure.peak)),
        table(
            outcomes,
            "loads and stores",
            both(|pressure| pressure.traffic),
        ),
    ]
}

/// Generated parts of the page, by name.
pub(crate) fn parts() -> Vec<(&'static str, String)> {
    let [operations, alive, traffic] = tables(&outcomes()).map(|table| table.markdown());
    vec![("locality", operations), ("alive", alive + &traffic)]
}
