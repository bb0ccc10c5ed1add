//! What can be asked on the command line.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, value_parser};
use clap_complete::Shell;

/// The command with its subcommands.
pub(crate) fn command() -> Command {
    Command::new("cargo jacobian")
        .bin_name("cargo jacobian")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Shows what #[jacobian] made of your functions, without building them")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help(
            "Examples:\n  cargo jacobian report src\n  cargo jacobian explore src/arm.rs --function pose \
             -o pose.html\n\nEach command has examples of its own: cargo jacobian search --help",
        )
        .subcommands([
            report(),
            expand(),
            graph(),
            draw(),
            search(),
            explore(),
            check(),
            completions(),
        ])
}

fn report() -> Command {
    Command::new("report")
        .about("Shape, cost, orders and bound of each function")
        .args([path(), function()])
        .args([
            flag("json", "Print JSON"),
            flag(
                "orders",
                "Compare all elimination orders, also of several functions",
            ),
            number(
                "max-operations",
                "Fail if a Jacobian executes more operations",
            ),
            number("max-entries", "Fail if a Jacobian has more entries"),
        ])
        .after_help(
            "Examples:\n  cargo jacobian report\n  cargo jacobian report pose src/arm.rs\n  \
             cargo jacobian report --max-operations 500",
        )
}

fn expand() -> Command {
    Command::new("expand")
        .about("The generated code, with the lines of the source it comes from")
        .args([path(), function(), output()])
        .after_help("Example:\n  cargo jacobian expand src/arm.rs --function pose")
}

fn graph() -> Command {
    let formats = PossibleValuesParser::new(["dot", "mermaid", "svg"]);
    Command::new("graph")
        .about("The linearized computational graph as a picture")
        .args([path(), function(), output()])
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(formats)
                .default_value("dot")
                .help("The language of the picture"),
        )
        .arg(flag(
            "steps",
            "One picture for each step of the elimination",
        ))
        .arg(
            number(
                "step",
                "The picture after this step alone, with `--format svg`",
            )
            .conflicts_with("steps"),
        )
        .arg(flag("before", "With `--step`: the graph before it too").requires("step"))
        .arg(flag("hessian", "The graph of the gradient"))
        .after_help("Example:\n  cargo jacobian graph src/arm.rs --format svg --steps -o arm.svg")
}

fn draw() -> Command {
    Command::new("draw")
        .about("A picture of one stage of the compiler, as SVG")
        .arg(
            Arg::new("picture")
                .value_name("PICTURE")
                .required(true)
                .value_parser(PossibleValuesParser::new(crate::draw::names()))
                .help("What to draw"),
        )
        .args([path(), function(), output()])
        .after_help(
            "Examples:\n  cargo jacobian draw strip src/arm.rs --function pose -o strip.svg\n  cargo \
             jacobian draw matrices pose > matrices.svg",
        )
}

fn check() -> Command {
    Command::new("check")
        .about("The plans at random points, against dual numbers and differences")
        .args([path(), function()])
        .arg(number("points", "The number of points").default_value("20"))
        .after_help("Example:\n  cargo jacobian check src --points 100")
}

fn explore() -> Command {
    Command::new("explore")
        .about("One page to look at: source, graph and plan, with the elimination step by step")
        .args([path(), function(), output()])
        .after_help("Example:\n  cargo jacobian explore src/arm.rs --function pose -o pose.html")
}

fn search() -> Command {
    Command::new("search")
        .about("A long search for an elimination order, on all cores")
        .args([path(), function()])
        .arg(number("moves", "Moves in all").default_value("1000000"))
        .arg(flag("write", "Write the order into the attribute"))
        .after_help(
            "Ctrl-C ends the search early: the best order so far is printed.\n\nExample:\n  cargo \
             jacobian search src/arm.rs --function pose --moves 1e7 --write",
        )
}

fn completions() -> Command {
    Command::new("completions")
        .about("A script that completes these commands in a shell")
        .arg(Arg::new("shell").required(true).value_parser(value_parser!(Shell)))
        .after_help("Example:\n  cargo jacobian completions bash > ~/.local/share/bash-completion/completions/cargo-jacobian")
}

fn path() -> Arg {
    Arg::new("path")
        .value_name("PATH")
        .num_args(0..=2)
        .help("A file, or a folder with files, or the name of a function, or both [default: .]")
}

fn function() -> Arg {
    Arg::new("function")
        .long("function")
        .short('f')
        .value_name("NAME")
        .help("The function, for example `pose` or `Arm::pose`")
}

fn output() -> Arg {
    Arg::new("output")
        .long("output")
        .short('o')
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Write into this file")
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .action(ArgAction::SetTrue)
        .help(help)
}

fn number(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("N")
        .value_parser(count)
        .help(help)
}

/// `10000000` or `1e7`
fn count(text: &str) -> Result<u64, &'static str> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let digits: Option<u64> = digits.parse().ok();
    let factor = exponent.parse().ok().and_then(|e| 10_u64.checked_pow(e));
    let product = digits.zip(factor).and_then(|(d, f)| d.checked_mul(f));
    product.ok_or("a number such as 500 or 1e7 is expected")
}
