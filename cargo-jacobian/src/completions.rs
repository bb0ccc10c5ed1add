//! Scripts for shells.

use clap::ArgMatches;
use clap_complete::{Shell, generate};

use crate::arguments::command;
use crate::failure::Done;
use crate::output;

/// Prints the script of a shell.
pub(crate) fn run(asked: &ArgMatches) -> Done<()> {
    let shell = *asked.get_one::<Shell>("shell").expect("it is required");
    let mut script = Vec::new();
    generate(shell, &mut command(), "cargo-jacobian", &mut script);
    output::write(&String::from_utf8_lossy(&script), None)
}
