//! The linearized graph in the languages of pictures, one graph for each step if asked.
//!
//! ```text
//! dot        for Graphviz      black: varies    blue: a number    grey: one or minus one
//! mermaid    for Markdown      red: new in this frame
//! svg        drawn here
//! ```

use std::fmt::Write;

use clap::ArgMatches;
use jacobian_core::elim::{Elimination, EliminationOrder, Step};
use jacobian_core::graph::{Kind, LinearGraph};
use jacobian_core::pipeline::Compiled;

use crate::failure::{Done, Failure};
use crate::frames::{Edge, Frame, Known, frames, name};
use crate::output;
use crate::picture::Picture;

/// A drawing of more vertices than this cannot be read.
const MOST_TO_DRAW: usize = 400;

/// Draws the graph of a function, or that of its gradient.
pub(crate) fn run(matches: &ArgMatches) -> Done<()> {
    let watched = crate::function(matches)?.watched;
    let is_second = matches.get_flag("hessian");
    let compiled = match &watched.hessian {
        Some(hessian) if is_second => &hessian.compiled,
        None if is_second => {
            return Err(Failure::new(
                "`--hessian` is for functions with the option: `#[jacobian(hessian)]`",
            ));
        }
        _ => &watched.compiled,
    };
    let with_steps = matches.get_flag("steps");
    let text = match matches.get_one::<String>("format").map(String::as_str) {
        Some("svg") => match matches.get_one::<u64>("step") {
            Some(n_steps) if matches.get_flag("before") => svg_of_step(compiled, *n_steps)?,
            Some(n_steps) => svg_after(compiled, *n_steps)?,
            None => svg(compiled, with_steps)?,
        },
        _ if matches.contains_id("step") => {
            return Err(Failure::new("`--step` is for `--format svg`"));
        }
        Some("mermaid") => mermaid(compiled, with_steps)?,
        _ => dot(compiled, with_steps)?,
    };
    output::write(&text, crate::target(matches))
}

/// The graphs in the DOT language.
fn dot(compiled: &Compiled, with_steps: bool) -> Done<String> {
    let graph = &compiled.graph;
    let texts = frames(graph, order(compiled, with_steps))?
        .into_iter()
        .enumerate();
    Ok(texts
        .map(|(number, frame)| dot_frame(graph, number, &frame))
        .collect())
}

fn dot_frame(graph: &LinearGraph, number: usize, frame: &Frame) -> String {
    let mut text = format!("digraph step{number} {{\n    rankdir=LR;\n");
    let write = &mut |line: String| writeln!(text, "    {line}").expect("a string takes all text");
    if let Some(step) = title(frame) {
        write(format!("label=\"{step}\";"));
    }
    for vertex in &frame.vertices {
        let shape = match graph.kind(*vertex) {
            Kind::Independent => "box",
            Kind::Intermediate => "circle",
            Kind::Dependent => "doublecircle",
        };
        write(format!(
            "{vertex} [label=\"{}\", shape={shape}];",
            name(graph, *vertex)
        ));
    }
    for edge in &frame.edges {
        let colour = colour(edge);
        let label = shown(edge).map_or_else(String::new, |label| format!("label=\"{label}\", "));
        let (source, target) = (edge.source, edge.target);
        write(format!(
            "{source} -> {target} [{label}color=\"{colour}\", fontcolor=\"{colour}\"];"
        ));
    }
    text + "}\n"
}

/// The graphs as flowcharts of Mermaid.
fn mermaid(compiled: &Compiled, with_steps: bool) -> Done<String> {
    let graph = &compiled.graph;
    let frames = frames(graph, order(compiled, with_steps))?;
    let texts = frames.iter().map(|frame| mermaid_frame(graph, frame));
    Ok(texts.collect::<Vec<_>>().join("\n"))
}

fn mermaid_frame(graph: &LinearGraph, frame: &Frame) -> String {
    let mut text = String::new();
    let write = &mut |line: String| writeln!(text, "{line}").expect("a string takes all text");
    if let Some(step) = title(frame) {
        write(format!("---\ntitle: {step}\n---"));
    }
    write("flowchart LR".to_owned());
    for vertex in &frame.vertices {
        let name = name(graph, *vertex);
        write(match graph.kind(*vertex) {
            Kind::Independent => format!("    {vertex}[{name}]"),
            Kind::Intermediate => format!("    {vertex}(({name}))"),
            Kind::Dependent => format!("    {vertex}((({name})))"),
        });
    }
    for edge in &frame.edges {
        let (source, target) = (edge.source, edge.target);
        let label = shown(edge).map_or_else(String::new, |label| format!("|\"{label}\"|"));
        write(format!("    {source} -->{label} {target}"));
    }
    for (number, edge) in frame.edges.iter().enumerate() {
        write(format!("    linkStyle {number} stroke:{}", colour(edge)));
    }
    text
}

/// The graph as a picture after so many steps, with the edges of the last one marked.
fn svg_after(compiled: &Compiled, n_steps: u64) -> Done<String> {
    let steps = first_steps(compiled, n_steps)?;
    let mut elimination = Elimination::of(&compiled.graph);
    let mut before = None;
    for step in steps {
        before = Some(elimination.working().clone());
        elimination.perform(*step);
    }
    let mut picture = Picture::of(compiled);
    Ok(picture.single(elimination.working(), before.as_ref()))
}

/// The graph before a step, with its vertex marked, and after it.
fn svg_of_step(compiled: &Compiled, number: u64) -> Done<String> {
    let steps = first_steps(compiled, number)?;
    let mut elimination = Elimination::of(&compiled.graph);
    let Some((last, others)) = steps.split_last() else {
        return Err(Failure::new("nothing is before step 0"));
    };
    for step in others {
        elimination.perform(*step);
    }
    let Step::Vertex(vertex) = *last else {
        return Err(Failure::new(format!("step {number} eliminates no vertex")));
    };
    let before = elimination.working().clone();
    elimination.perform(*last);
    Ok(Picture::of(compiled).double(&before, elimination.working(), vertex))
}

fn first_steps(compiled: &Compiled, n_steps: u64) -> Done<&[Step]> {
    readable(compiled)?;
    let all = order(compiled, true).map_or(&[][..], |order| order.steps());
    let n_steps = usize::try_from(n_steps).unwrap_or(usize::MAX);
    all.get(..n_steps)
        .ok_or_else(|| Failure::new(format!("the elimination has {} steps", all.len())))
}

/// The graphs as one picture, below each other.
fn svg(compiled: &Compiled, with_steps: bool) -> Done<String> {
    readable(compiled)?;
    let mut elimination = Elimination::of(&compiled.graph);
    let mut picture = Picture::of(compiled);
    let mut drawn = vec![picture.single(elimination.working(), None)];
    for step in order(compiled, with_steps).map_or(&[][..], |order| order.steps()) {
        let Step::Vertex(vertex) = *step else {
            let before = elimination.working().clone();
            elimination.perform(*step);
            drawn.push(picture.single(elimination.working(), Some(&before)));
            continue;
        };
        let before = elimination.working().clone();
        elimination.perform(*step);
        drawn.push(picture.double(&before, elimination.working(), vertex));
    }
    Ok(stacked(&drawn))
}

/// Pictures below each other.
fn stacked(drawn: &[String]) -> String {
    if let [one] = drawn {
        return one.clone();
    }
    let sizes: Vec<(usize, usize)> = drawn.iter().map(|one| size(one)).collect();
    let width = sizes.iter().map(|(width, _)| *width).max().unwrap_or(0);
    let height: usize = sizes.iter().map(|(_, height)| height).sum();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n"
    );
    let mut y = 0;
    for (one, (_, height)) in drawn.iter().zip(sizes) {
        text += &one.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1);
        y += height;
    }
    text + "</svg>\n"
}

/// The width and height that a picture says of itself.
fn size(picture: &str) -> (usize, usize) {
    let of = |name: &str| {
        let (_, rest) = picture.split_once(&format!(" {name}=\""))?;
        rest.split_once('"')?.0.parse().ok()
    };
    (of("width").unwrap_or(0), of("height").unwrap_or(0))
}

/// Refuses to draw what nobody could read.
pub(crate) fn readable(compiled: &Compiled) -> Done<()> {
    let n_vertices = compiled.graph.n_vertices();
    if n_vertices <= MOST_TO_DRAW {
        return Ok(());
    }
    Err(Failure::new(format!(
        "a picture of {n_vertices} vertices cannot be read; `--format dot` gives the graph to other \
         programs"
    )))
}

/// The order, if its steps are asked for.
fn order(compiled: &Compiled, with_steps: bool) -> Option<&EliminationOrder> {
    compiled.orders.first().filter(|_| with_steps)
}

fn title(frame: &Frame) -> Option<String> {
    let step = frame.step?;
    Some(format!("after {step}: {} products", frame.products))
}

/// The label, unless it is one.
fn shown(edge: &Edge) -> Option<&str> {
    (edge.label != "1").then_some(edge.label.as_str())
}

fn colour(edge: &Edge) -> &'static str {
    match edge.known {
        _ if edge.change.is_some() => "#c0392b",
        Known::Unit => "#888888",
        Known::Number => "#2e6da4",
        Known::Varies => "#222222",
    }
}
