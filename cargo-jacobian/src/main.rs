//! `cargo jacobian`: what the compiler behind `#[jacobian]` made of your functions.
//!
//! ```text
//! arguments --> source --expand--> functions --report, generated, graph, ..--> output
//! ```
//!
//! It reads files and builds nothing. It is a thin shell: everything that it knows it asks
//! `jacobian-core`.

mod arguments;
mod check;
mod completions;
mod draw;
mod explore;
mod failure;
mod frames;
mod generated;
mod graph;
mod numbered;
mod orders;
mod output;
mod package;
mod picture;
mod report;
mod reports;
mod search;
mod source;
mod stored;
mod write_order;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;
use clap::error::ErrorKind;

use failure::{Done, Failure};
use source::{Function, Sources};

const WITHOUT_ARGUMENTS: ErrorKind = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;

fn main() -> ExitCode {
    // Cargo passes the name of the subcommand: `cargo-jacobian jacobian report`.
    let given = std::env::args_os().enumerate();
    let given = given.filter(|(at, argument)| *at != 1 || argument != "jacobian");
    let given = given.map(|(_, argument)| argument);
    let done = match arguments::command().try_get_matches_from(given) {
        Ok(matches) => run(&matches),
        // Help and version, which are no errors, and what a command without arguments prints.
        Err(error) if !error.use_stderr() || error.kind() == WITHOUT_ARGUMENTS => error.exit(),
        Err(error) => Err(failure::of_arguments(&error)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let (red, plain) = colours();
            eprintln!("{red}error{plain}: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// What begins and ends red text: nothing, unless errors go to a terminal that may have colours.
fn colours() -> (&'static str, &'static str) {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stderr().is_terminal() && !is_refused {
        return ("\u{1b}[1;31m", "\u{1b}[0m");
    }
    ("", "")
}

fn run(matches: &ArgMatches) -> Done<()> {
    match matches.subcommand() {
        Some(("report", asked)) => reports::run(asked),
        Some(("expand", asked)) => expand(asked),
        Some(("graph", asked)) => graph::run(asked),
        Some(("draw", asked)) => draw::run(asked),
        Some(("explore", asked)) => explore::run(asked),
        Some(("check", asked)) => check::run(asked),
        Some(("search", asked)) => search::run(asked),
        Some(("completions", asked)) => completions::run(asked),
        _ => unreachable!("clap asks for a subcommand that it knows"),
    }
}

/// The file or folder that is asked about, and the name of a function in it. They come in any
/// order, and `--function` names a function as well. A word is a name if it looks like one and is
/// no file.
fn asked(matches: &ArgMatches) -> Done<(PathBuf, Option<&str>)> {
    let words = matches.get_many::<String>("path").into_iter().flatten();
    let is_function = |word: &&String| is_name(word) && !Path::new(word.as_str()).exists();
    let (names, paths): (Vec<&String>, Vec<&String>) = words.partition(is_function);
    let option = matches.get_one::<String>("function");
    let names: Vec<&str> = option
        .into_iter()
        .chain(names)
        .map(String::as_str)
        .collect();
    match (names.as_slice(), paths.as_slice()) {
        ([], []) => Ok((PathBuf::from("."), None)),
        ([], [path]) => Ok((PathBuf::from(path), None)),
        ([name], []) => Ok((PathBuf::from("."), Some(name))),
        ([name], [path]) => Ok((PathBuf::from(path), Some(name))),
        ([first, second, ..], _) => Err(Failure::new(format!(
            "there is no file `{second}`, and a function is already named: `{first}`"
        ))),
        (_, [first, second, ..]) => Err(Failure::new(format!(
            "say one file or folder: `{first}` or `{second}`"
        ))),
    }
}

/// `pose`, `Arm::pose`
fn is_name(text: &str) -> bool {
    text.split("::")
        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

fn function(matches: &ArgMatches) -> Done<Function> {
    let (path, name) = asked(matches)?;
    Sources::read(&path)?.one(name)
}

fn expand(matches: &ArgMatches) -> Done<()> {
    let function = function(matches)?;
    let source = std::fs::read_to_string(&function.file)
        .map_err(|error| Failure::of_file("read", &function.file, error))?;
    output::write(
        &generated::annotated(&function.watched, &source),
        target(matches),
    )
}

fn target(matches: &ArgMatches) -> Option<&Path> {
    matches.get_one::<PathBuf>("output").map(PathBuf::as_path)
}
