//! Graphviz output: the linearized graph in the DOT language.
//!
//! A picture shows you at once why an elimination fills in.
//!
//! ```text
//! digraph { 0 [shape=box]; 1; 2 [shape=doublecircle]; 0 -> 1 [label="v3"]; 1 -> 2; }
//! ```
//!
//! Independents are boxes and dependents double circles. The label +1 is not shown.

use std::fmt::Write;

use crate::ir::{Constant, Partial};

use super::{Kind, LinearGraph};

/// The graph in the DOT language. Edges point up.
pub fn dot(graph: &LinearGraph) -> String {
    let mut text = String::from("digraph {\n    rankdir=BT;\n");
    let write = &mut |line: String| writeln!(text, "    {line}").expect("a string takes all text");
    for vertex in graph.vertices() {
        let value = graph
            .value(vertex)
            .map_or_else(|| vertex.to_string(), |id| id.to_string());
        let shape = match graph.kind(vertex) {
            Kind::Independent => "box",
            Kind::Intermediate => "circle",
            Kind::Dependent => "doublecircle",
        };
        write(format!("{vertex} [label=\"{value}\", shape={shape}];"));
    }
    for (source, target, label) in graph.edges() {
        let label = match label {
            Partial::Literal(Constant::ONE) => String::new(),
            label => format!(" [label=\"{label}\"]"),
        };
        write(format!("{source} -> {target}{label};"));
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use crate::graph::testing::graph;

    #[test]
    fn shapes_tell_the_kinds_and_ones_are_silent() {
        assert_eq!(
            super::dot(&graph("x-[a]->z z-[1]->y")),
            "digraph {\n    rankdir=BT;\n    0 [label=\"0\", shape=box];\n    \
             1 [label=\"1\", shape=circle];\n    2 [label=\"2\", shape=doublecircle];\n    \
             0 -> 1 [label=\"v0\"];\n    1 -> 2;\n}\n"
        );
    }
}
