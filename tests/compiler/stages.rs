//! `how-it-works.md` of the book and the chapters after it: one function through every stage, as
//! the compiler does it.
//!
//! ```text
//! examples/stages.rs --every stage-->  tests/stages/residual.txt      BLESS=1 rewrites the text,
//!                    --parts------->   chapters of the book           the parts between markers
//! ```
//!
//! The pictures of the chapters are drawn by `cargo jacobian`, as docs/book/build.sh says.

#[path = "../../examples/stages.rs"]
pub mod example;

use crate::page;
use example::Stage;

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
