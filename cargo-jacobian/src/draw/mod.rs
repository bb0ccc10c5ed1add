//! Pictures of what each stage of the compiler made of a function, as SVG.
//!
//! ```text
//! code       source and code list        plan      which values an entry is made of
//! matrices   before and after            regions   the graphs of arms and bodies
//! strip      the elimination in frames   ranges    how long values live
//! patterns   of Jacobian and Hessian     stores    which registers are stored where
//! lines      source and generated code   proof     both sides of the equation
//! ```
//!
//! The graph itself is drawn by the command `graph`.

mod columns;
mod joined;
mod matrices;
mod patterns;
mod plan;
mod proof;
mod ranges;
mod regions;
mod stores;
mod strip;

use clap::ArgMatches;
use clap::builder::PossibleValue;

use crate::failure::{Done, Failure};
use crate::generated;
use crate::graph::readable;
use crate::output;
use crate::picture::DARK;

/// The pictures that there are, with what each shows.
const PICTURES: [(&str, &str); 10] = [
    ("code", "The source, beside the list of its operations"),
    ("strip", "The elimination as a strip of small graphs"),
    (
        "matrices",
        "The extended Jacobian before, and the Jacobian after the elimination",
    ),
    (
        "patterns",
        "The patterns of the Jacobian, the normal matrix and the Hessian",
    ),
    ("plan", "Which values and sums each entry is computed from"),
    (
        "regions",
        "The graphs of the arms of branches and of the bodies of loops",
    ),
    ("ranges", "How long each value lives in the generated code"),
    (
        "stores",
        "Which statement of the generated code stores which entries",
    ),
    (
        "lines",
        "The source, beside the code that is generated from it",
    ),
    (
        "proof",
        "Both sides of the equation that is checked in a prime field",
    ),
];

/// The names of the pictures, for the command line.
pub(crate) fn names() -> [PossibleValue; PICTURES.len()] {
    PICTURES.map(|(name, help)| PossibleValue::new(name).help(help))
}

/// Draws one.
pub(crate) fn run(matches: &ArgMatches) -> Done<()> {
    let function = crate::function(matches)?;
    let watched = &function.watched;
    let compiled = &watched.compiled;
    let source = || {
        std::fs::read_to_string(&function.file)
            .map_err(|error| Failure::of_file("read", &function.file, error))
    };
    let picture = matches.get_one::<String>("picture").map(String::as_str);
    readable(compiled)?;
    let text = match picture {
        Some("code") => joined::code(watched, &source()?),
        Some("lines") => joined::lines(watched, &source()?),
        Some("strip") => strip::of(compiled),
        Some("matrices") => matrices::of(&compiled.graph),
        Some("patterns") => patterns::of(watched),
        Some("plan") => plan::of(compiled),
        Some("regions") => regions::of(compiled),
        Some("ranges") => ranges::of(&generated::main_function(watched)),
        Some("stores") => stores::of(watched),
        _ => proof::of(compiled),
    };
    output::write(&text, crate::target(matches))
}

/// A picture of this size, for light and dark pages.
fn sheet(width: usize, height: usize, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\">\n{DARK}<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// Text of the user's, inside of a picture.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A line of code that is as wide as its characters are many, whatever font there is.
fn code(text: &str, (x, y): (usize, usize)) -> String {
    let trimmed = text.trim_start();
    let indent = text.chars().count() - trimmed.chars().count();
    let (x, width) = (x + indent * CHARACTER, trimmed.chars().count() * CHARACTER);
    if width == 0 {
        return String::new();
    }
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-family=\"monospace\" font-size=\"11\" textLength=\"{width}\" \
         lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
        escaped(trimmed)
    )
}

/// The width of a character of code.
const CHARACTER: usize = 7;

/// A line that bends from one point to another that lies right of it.
fn curve((x1, y1): (usize, usize), (x2, y2): (usize, usize), colour: &str) -> String {
    let middle = x1.midpoint(x2);
    format!(
        "<path d=\"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}\" fill=\"none\" \
         stroke=\"{colour}\"/>\n"
    )
}
