//! Random programs over the whole language, each against dual numbers through its own text.
//!
//! ```text
//! seed ── generate ──> text with holes for `f64` ──┬── f64 + #[jacobian]  value, Jacobian, pattern
//!                                                  └── dual numbers       derivatives, path sums
//! ```
//!
//! A generator knows no reason for what it writes, so it puts constructs together that nobody
//! thinks of putting together: a `break` inside an arm inside a loop that shadows the counter. All
//! programs are one crate outside the workspace, built and run once: the value must agree in every
//! bit, the Jacobian with the dual numbers, and the pattern must hold every entry that is not zero.
//!
//! A program that fails is made smaller: all programs with one statement less are tried in one
//! crate, and the shortest that still fails goes on.

use crate::{campaign, scratch};
mod generate;
mod library;

use std::fmt::Write as _;
use std::panic::catch_unwind;

use generate::Program;

/// Rounds of shrinking; each builds a crate.
const SHRINKING_ROUNDS: usize = 8;

#[test]
#[expect(
    clippy::print_stdout,
    reason = "the counts are what the campaign is for"
)]
fn random_programs_agree_with_dual_numbers() {
    let wanted = campaign::size(8, 500);
    let (mut accepted, mut refused) = (Vec::new(), Vec::new());
    for seed in 0.. {
        if accepted.len() == wanted {
            break;
        }
        let program = generate::program(campaign::seed(seed));
        match refusal(&program) {
            None => accepted.push(program),
            Some(message) => refused.push((seed, message)),
        }
        let n_tried = accepted.len() + refused.len();
        assert!(
            refused.len() <= 10 + n_tried / 2,
            "most programs are refused: {refused:#?}"
        );
    }
    println!("{} accepted, {} refused", accepted.len(), refused.len());
    for (seed, message) in &refused {
        println!("{seed}: {message}");
    }
    let failed = failures(&accepted);
    if let Some((index, message)) = failed.into_iter().next() {
        let (smallest, message) = shrink(accepted.swap_remove(index), message);
        panic!("{message}\n{}", smallest.plain());
    }
}

#[test]
fn the_same_seed_makes_the_same_program() {
    assert_eq!(generate::program(3).plain(), generate::program(3).plain());
    assert_ne!(generate::program(3).plain(), generate::program(4).plain());
}

#[test]
fn a_program_with_one_statement_less_is_smaller() {
    let program = generate::program(1);
    let smaller = program.reductions();
    assert!(smaller.len() > 3);
    for reduction in smaller {
        assert!(reduction.plain().len() < program.plain().len());
    }
}

/// What the attribute says against a program.
fn refusal(program: &Program) -> Option<String> {
    let module = program.plain().parse().expect("programs are tokens");
    let expanded = jacobian_core::expand(proc_macro2::TokenStream::new(), module).to_string();
    let (_, message) = expanded.split_once("compile_error")?;
    Some(message.chars().take(300).collect())
}

/// The programs that fail, by their place, with what is wrong.
fn failures(programs: &[Program]) -> Vec<(usize, String)> {
    let scratch = scratch::Crate::new("programs", "jacobian-runtime.workspace = true");
    scratch.write("src/main.rs", &crate_text(programs));
    let output = scratch.run();
    let lines = output.lines().filter_map(|line| line.split_once('\t'));
    lines
        .map(|(index, message)| (index.parse().expect("a place"), message.to_owned()))
        .collect()
}

fn crate_text(programs: &[Program]) -> String {
    let mut text = library::CRATE.to_owned();
    let mut calls = String::new();
    for (index, program) in programs.iter().enumerate() {
        let (plain, dual) = (program.plain(), program.dual());
        write!(
            text,
            "pub mod plain_{index} {{ use jacobian_runtime::jacobian; #[jacobian] {plain} }}\n\
             pub mod dual_{index} {{ {dual} }}\n"
        )
        .expect("a string takes text");
        writeln!(
            calls,
            "check({index}, plain_{index}::m::program, plain_{index}::m::program_with_jacobian, dual_{index}::m::program);"
        )
        .expect("a string takes text");
    }
    write!(text, "fn main() {{ {calls} }}").expect("a string takes text");
    text
}

/// A program that fails and none of whose reductions does, as far as the rounds go.
fn shrink(mut program: Program, mut message: String) -> (Program, String) {
    for _ in 0..SHRINKING_ROUNDS {
        let mut smaller = program.reductions();
        smaller.retain(|one| refusal(one).is_none());
        smaller.sort_by_key(|one| one.plain().len());
        // A reduction that does not build, because a name is out of scope, ends the search.
        let Ok(failed) = catch_unwind(|| failures(&smaller)) else {
            break;
        };
        let Some((index, why)) = failed.into_iter().next() else {
            break;
        };
        (program, message) = (smaller.swap_remove(index), why);
    }
    (program, message)
}
