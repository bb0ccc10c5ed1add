//! The graphs of the literature, read from the data of the core's tests.
//!
//! ```text
//! {"kinds": "iimmo", "edges": [[0, 2, "v"], ..], "published": {"forward": 620, ..}}
//! ```
//!
//! The files are written by hand in this one form, so three splits read them and no parser is
//! needed. Literal labels become distinct numbers, variable ones distinct values.

use jacobian_core::graph::{Kind, LinearGraph, Node, Vertex};
use jacobian_core::ir::{Category, Constant, Partial, ValueId};

/// A graph of the collection, and its published counts.
pub(super) fn read(name: &str) -> Result<(LinearGraph, String), String> {
    let directory = env!("CARGO_MANIFEST_DIR");
    let path = format!("{directory}/jacobian-elimination/tests/graphs/{name}.json");
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
    let published = published.trim_start_matches('{').replace(['"', '\\'], "");
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
