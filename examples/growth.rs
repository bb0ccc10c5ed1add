//! Growth with size: operations and times of four families of functions as the problem gets larger.
//!
//! ```text
//! cargo run --example growth                        operations, expansion times
//! cargo run --example growth -- --full              run times and build times too
//! cargo run --example growth -- --full --write      draws growth_times.svg of the book from them
//! ```
//!
//! Operations are deterministic: `growth_operations.svg` and `papers.md` of the book have
//! them, and a test compares (`BLESS=1 cargo test --test studies` writes both). Times are those of
//! a machine and a day, which the plot names.

use std::process::ExitCode;
use std::time::{Duration, Instant};

#[path = "../benches/support/machine.rs"]
pub mod machine;
#[path = "../tests/studies/mod.rs"]
mod studies;

use studies::growth::{FAMILIES, Family, all_counts, path, table};
use studies::plot::{Line, Panel, svg};
use studies::table::Table;
use studies::timed::{self, Times};

fn main() -> ExitCode {
    let asks = |option: &str| std::env::args().any(|argument| argument == option);
    match report(asks("--full"), asks("--write")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[expect(
    clippy::print_stdout,
    reason = "the tables are what this example is for"
)]
fn report(is_full: bool, writes: bool) -> Result<(), String> {
    for (family, counts) in FAMILIES.iter().zip(all_counts()) {
        print!("{}", table(family, &counts).plain());
    }
    let mut panels = vec![panel("expansion, ms", |family, size| {
        Ok(Some(milliseconds(expansion(family, size))))
    })?];
    if is_full {
        let times = run_times()?;
        panels.push(panel(
            "value and Jacobian, ns per entry",
            |family, size| Ok(per_entry(&times, family, size)),
        )?);
        for profile in ["dev", "release"] {
            // Dependencies first, so that only functions are timed.
            timed::build_time(None, profile)?;
            let title = format!("build beyond the function, {profile}, ms");
            panels.push(panel(&title, |family, size| {
                beyond(family, size, profile).map(Some)
            })?);
        }
    }
    for panel in &panels {
        print!("{}", numbers(panel).plain());
    }
    if is_full && writes {
        let title = format!("Times over the number of independents: {}", occasion());
        std::fs::write(path("growth_times.svg"), svg(&title, &panels))
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// One line for each family.
fn panel(
    title: &str,
    of: impl Fn(&Family, usize) -> Result<Option<f64>, String>,
) -> Result<Panel, String> {
    let mut lines = Vec::new();
    for family in &FAMILIES {
        let mut points = Vec::new();
        for size in family.sizes {
            if let Some(y) = of(family, *size)? {
                points.push((independents(family, *size), y));
            }
        }
        lines.push(Line {
            name: family.name.to_owned(),
            points,
        });
    }
    Ok(Panel {
        title: title.to_owned(),
        lines,
    })
}

fn independents(family: &Family, size: usize) -> f64 {
    f64::from(u32::try_from((family.independents)(size)).expect("sizes are small"))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// From tokens to tokens, best of three; here with the optimization of this example, in a build
/// with that of macros.
fn expansion(family: &Family, size: usize) -> Duration {
    let function = family.function(size);
    let once = || {
        let start = Instant::now();
        let expanded = jacobian_core::expand(function.arguments.clone(), function.item.clone());
        std::hint::black_box(expanded);
        start.elapsed()
    };
    [once(), once(), once()]
        .into_iter()
        .min()
        .unwrap_or_default()
}

fn row(family: &Family, size: usize) -> String {
    format!("{}:{size}", family.name)
}

fn run_times() -> Result<Times, String> {
    let sized = FAMILIES.iter().flat_map(|family| {
        let sized = family.sizes.iter();
        sized.map(move |size| (row(family, *size), family.function(*size)))
    });
    timed::measure_alone("growth", &sized.collect::<Vec<_>>())
}

fn per_entry(times: &Times, family: &Family, size: usize) -> Option<f64> {
    let key = (row(family, size), "jacobian".to_owned());
    let compiled = studies::subject::compiled(&family.function(size), "");
    let entries = u32::try_from(compiled.plan.entries().len()).ok()?;
    Some(times.get(&key)? / f64::from(entries))
}

/// The time that the attribute adds to a build, at least a millisecond.
fn beyond(family: &Family, size: usize, profile: &str) -> Result<f64, String> {
    let function = family.function(size);
    let time = |is_attributed| timed::build_time(Some((&function, is_attributed)), profile);
    let (without, with) = (time(false)?, time(true)?);
    Ok((milliseconds(with) - milliseconds(without)).max(1.0))
}

fn numbers(panel: &Panel) -> Table {
    let mut table = Table::new([panel.title.as_str(), "n", "", "exponent"]);
    for line in &panel.lines {
        for (x, y) in &line.points {
            table.row([
                line.name.clone(),
                x.to_string(),
                format!("{y:.3}"),
                String::new(),
            ]);
        }
        let exponent = format!("{:.2}", line.exponent());
        table.row([line.name.clone(), String::new(), String::new(), exponent]);
    }
    table
}

/// Date and machine.
fn occasion() -> String {
    let date = std::process::Command::new("date").arg("+%Y-%m-%d").output();
    let date = date.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
    format!("{}, {date}", machine::processor())
}
