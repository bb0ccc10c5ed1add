//! Which order is best? Every method on the functions of the elimination literature.
//!
//! ```text
//! cargo run --release --example compare_orders            all products
//! cargo run --release --example compare_orders -- ops     sorted and marked by instructions
//! ```
//!
//! For each function one table: products as the literature counts them (all), without trivial factors (nontriv),
//! instructions (ops), the time to find the order, and the lower bound as a share of all. The best of the
//! column asked for is marked; what was published stands above. Times are of this machine and this run.

use std::time::Instant;

use jacobian_core::elim::{Counts, eliminate};
use jacobian_core::graph::{Kind, LinearGraph, Node, Vertex};
use jacobian_core::ir::{Category, Constant, Partial, ValueId};
use jacobian_core::order::bound::lower_bound;
use jacobian_core::order::{Objective, OrderChoice, choose};

const FUNCTIONS: [&str; 10] = [
    "RoeFlux_1d",
    "RoeFlux_1d_cse",
    "RobotArm_6DOF",
    "RobotArm_6DOF_cse",
    "HumanHeartDipole",
    "PropaneCombustion",
    "driven_cavity_point",
    "speelpenning50",
    "chebyquad3",
    "surprise",
];

fn main() {
    let asked = std::env::args().nth(1).unwrap_or_else(|| "all".to_owned());
    let Ok(objective) = asked.parse::<Objective>() else {
        eprintln!("there is no count named `{asked}`; there are ops, all, multiplications");
        std::process::exit(2);
    };
    for name in FUNCTIONS {
        match read(name) {
            Ok((graph, published)) => compare(name, &graph, &published, objective),
            Err(error) => {
                eprintln!("{name}: {error}");
                std::process::exit(1);
            }
        }
    }
}

struct Row {
    name: &'static str,
    counts: Counts,
    micros: u128,
}

#[expect(clippy::print_stdout, reason = "the table is what this example is for")]
fn compare(name: &str, graph: &LinearGraph, published: &str, objective: Objective) {
    let rows: Vec<Row> = OrderChoice::names()
        .filter_map(|method| measure(graph, method))
        .collect();
    let best = rows
        .iter()
        .map(|row| objective.of(row.counts))
        .min()
        .unwrap_or(0);
    let bound = lower_bound(graph);
    println!(
        "{name}: {} intermediates, {} edges",
        graph.intermediates().count(),
        graph.n_edges()
    );
    println!("published: {published}");
    println!(
        "{:26} {:>6} {:>8} {:>6} {:>10} {:>7}",
        "", "all", "nontriv", "ops", "us", "bound"
    );
    for Row {
        name,
        counts,
        micros,
    } in rows
    {
        let mark = if objective.of(counts) == best {
            "*"
        } else {
            ""
        };
        let share = (bound * 100).checked_div(counts.all).unwrap_or(100);
        let Counts {
            all,
            nontrivial,
            operations,
            ..
        } = counts;
        println!(
            "{name:26} {all:>6} {nontrivial:>8} {operations:>6} {micros:>10} {share:>6}% {mark}"
        );
    }
    println!();
}

/// Nothing where the method does not take the graph: exact orders are for tiny ones.
fn measure(graph: &LinearGraph, name: &'static str) -> Option<Row> {
    let choice: OrderChoice = name.parse().ok()?;
    let start = Instant::now();
    let order = choose(graph, &choice).ok()?;
    let micros = start.elapsed().as_micros();
    Some(Row {
        name,
        counts: eliminate(graph, &order).counts(),
        micros,
    })
}

/// A graph of the collection, and what was published about it.
fn read(name: &str) -> Result<(LinearGraph, String), String> {
    let directory = env!("CARGO_MANIFEST_DIR");
    let path = format!("{directory}/jacobian-core/tests/graphs/{name}.json");
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let after = |key: &str| {
        text.split_once(&format!("\"{key}\": "))
            .map(|(_, rest)| rest)
    };
    let kinds = after("kinds")
        .and_then(|rest| rest.split('"').nth(1))
        .ok_or("no kinds")?;
    let published = after("published")
        .and_then(|rest| rest.split_once('}'))
        .map_or("", |p| p.0);
    let edges = after("edges")
        .and_then(|rest| rest.split_once("]]"))
        .ok_or("no edges")?
        .0;
    let nodes = kinds
        .chars()
        .map(|letter| Node::bare(kind(letter)))
        .collect();
    let edges: Option<Vec<_>> = edges
        .split("],")
        .zip(0..)
        .map(|(text, k)| edge(text, k))
        .collect();
    let graph = LinearGraph::try_new(
        nodes,
        edges.ok_or("an edge is not [from, to, \"category\"]")?,
    );
    let published = published.trim_start_matches('{').replace('"', "");
    Ok((graph.map_err(|error| error.to_string())?, published))
}

fn kind(letter: char) -> Kind {
    match letter {
        'i' => Kind::Independent,
        'm' => Kind::Intermediate,
        _ => Kind::Dependent,
    }
}

/// `[3, 9, "v"]`: literal labels become distinct numbers, variable ones distinct values.
fn edge(text: &str, index: u32) -> Option<(Vertex, Vertex, Partial)> {
    let mut parts = text
        .trim_matches(|c: char| c == '[' || c.is_whitespace())
        .split(',');
    let mut vertex = || Some(Vertex(parts.next()?.trim().parse().ok()?));
    let (source, target) = (vertex()?, vertex()?);
    let label = match parts.next()?.trim().trim_matches('"') {
        "t" | "k" => Partial::ONE,
        "c" => Partial::Literal(Constant::new(f64::from(index) + 2.5)),
        _ => Partial::Value {
            id: ValueId(index),
            negative: false,
            category: Category::Variable,
        },
    };
    Some((source, target, label))
}
