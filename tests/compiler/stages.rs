//! `how-it-works.md` of the book and its pictures: one function through every stage, as the
//! compiler does it.
//!
//! ```text
//! examples/stages.rs --every stage-->  tests/stages/residual.txt      BLESS=1 rewrites the text,
//!                    --parts------->   how-it-works.md of the book     the parts between markers,
//!                    --pictures---->   graph-*.svg, elimination.svg    and the pictures
//! stages/spy.rs      --patterns---->   patterns.svg                    of second-order.md
//! stages/strip.rs    --frames------>   tank.svg                        of elimination.md
//! stages/ranges.rs   --bars-------->   ranges.svg                      of back.md
//! stages/extended.rs --matrices---->   spy.svg                         of elimination.md
//! ```

#[path = "../../examples/stages.rs"]
pub mod example;
mod extended;
#[path = "../../cargo-jacobian/src/picture.rs"]
mod picture;
mod ranges;
mod spy;
mod strip;

use crate::page;
use example::Stage;
use jacobian_core::elim::{Elimination, Step};
use jacobian_core::options::Options;
use picture::Picture;

/// The chapters that follow the example.
const CHAPTERS: [&str; 9] = [
    "how-it-works",
    "front",
    "graph",
    "elimination",
    "plan",
    "schedule",
    "packing",
    "back",
    "derived",
];

#[test]
fn the_stages_are_as_reviewed() {
    let stages = example::stages();
    assert!(stages.len() > 8, "stages are missing");
    let text = |stage: &Stage| {
        format!(
            "{} ({})\n\n{}\n\n",
            stage.title,
            stage.made_by,
            stage.text.trim_end()
        )
    };
    let text: String = stages.iter().map(text).collect();
    page::compare("tests/stages/residual.txt", &text);
}

#[test]
fn the_chapters_show_these_stages() {
    let stages = example::stages();
    let shown = stages.iter().map(|stage| {
        let text = stage.text.trim_end();
        // The code is pieces of an expansion, which do not compile without the others.
        let language = match stage.key {
            "source" => "rust",
            "emitted" | "hessian" => "rust,ignore",
            _ => "text",
        };
        (stage.key, format!("```{language}\n{text}\n```\n"))
    });
    let mut parts: Vec<_> = shown.collect();
    for chapter in CHAPTERS {
        let name = format!("docs/book/src/{chapter}.md");
        let text = std::fs::read_to_string(page::path(&name)).expect("a chapter");
        let is_there = |part: &(&str, String)| text.contains(&format!("<!-- part: {},", part.0));
        let (here, elsewhere): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_there);
        page::check(&name, &here);
        parts = elsewhere;
    }
    assert!(parts.is_empty(), "a stage is in no chapter: {parts:?}");
}

#[test]
fn the_pictures_are_drawn_from_the_graph() {
    let compiled = example::compiled();
    let mut elimination = Elimination::of(&compiled.graph);
    let mut picture = Picture::of(&compiled);
    let mut most = (0, String::new());
    page::compare(
        "docs/book/src/graph-0.svg",
        &picture.single(elimination.working(), None),
    );
    for (number, step) in example::steps(&compiled).iter().enumerate() {
        let Step::Vertex(vertex) = *step else {
            panic!("the example is eliminated vertex by vertex")
        };
        let degree = elimination.working().markowitz_degree(vertex);
        let before = elimination.working().clone();
        elimination.perform(*step);
        let name = format!("docs/book/src/graph-{}.svg", number + 1);
        page::compare(&name, &picture.single(elimination.working(), Some(&before)));
        if degree > most.0 {
            most = (
                degree,
                picture.double(&before, elimination.working(), vertex),
            );
        }
    }
    // A chapter shows the elimination that makes the most products.
    assert_eq!(most.0, 4, "two inputs times two outputs");
    page::compare("docs/book/src/elimination.svg", &most.1);
    // The function with its first derivatives, which is compiled again.
    let hessian = jacobian_core::pipeline::hessian(&compiled, &Options::default());
    let hessian = hessian.expect("nothing stands in the way").compiled;
    let graph = Elimination::of(&hessian.graph);
    let drawn = Picture::of(&hessian).single(graph.working(), None);
    page::compare("docs/book/src/graph-hessian.svg", &drawn);
}

#[test]
fn the_pictures_of_code_and_matrices_are_those_of_the_compiler() {
    page::compare("docs/book/src/tank.svg", &strip::tank());
    page::compare("docs/book/src/ranges.svg", &ranges::of(&example::emitted()));
    page::compare("docs/book/src/spy.svg", &extended::matrices());
}

#[test]
fn the_patterns_are_drawn_from_their_constants() {
    page::compare("docs/book/src/patterns.svg", &spy::patterns());
}
