//! Build cost of attributed functions: seconds of cargo and bytes of machine code, by size.
//!
//! ```text
//! cargo bench --bench compile                      all shapes to 10,000 operations, and the real
//!                                                  functions
//! cargo bench --bench compile -- large             1,000 to 100,000, the largest in the dev
//!                                                  profile alone
//! cargo bench --bench compile -- stencil real      only these; others may run beside it
//! ```
//!
//! We write a stranger's crate with one function and one dependency into the target directory, and
//! cargo builds it in its profiles `dev` (with debug information) and `release`. From this we
//! subtract the cost of the same crate without the attribute: the start of cargo and rustc, and the
//! function itself.
//!
//! ```text
//! statements   of the generated function: values, partials, accumulations, stores
//! seconds      of processor time, of cargo and all that it starts, so that other work on the
//!              machine hardly counts
//! waited       seconds by the clock for the whole build with the attribute, the function itself
//!              included
//! text         bytes of machine code in the library, beyond the function's own
//! ```
//!
//! The row below a shape has the exponent: the slope of the logarithm of seconds, or of bytes, over
//! that of statements, from 1,000 operations on. One is linear. Nothing is asserted, because times
//! depend on the machine.

#![expect(clippy::print_stdout, reason = "the table is what this bench is for")]

#[path = "../tests/sources/mod.rs"]
mod sources;
#[path = "support/spelled.rs"]
pub mod spelled;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use proc_macro2::TokenStream;
use quote::quote;

/// The sizes in operations of the user's function.
const SIZES: [usize; 4] = [300, 1_000, 3_000, 10_000];

/// Three decades, of which rustc must not give up on the last.
const LARGE: [usize; 3] = [1_000, 10_000, 100_000];

/// Beyond this size only the dev profile is built.
const MOST_OPTIMIZED: usize = 10_000;

const PROFILES: [&str; 2] = ["dev", "release"];

/// The benchmark problems, in the order of the tables.
const REAL: [&str; 10] = [
    "hhd", "cpf", "roe", "fic", "fdc", "snavely", "arm6", "se3b", "pollu", "bruss",
];

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut asked: Vec<&str> = arguments.iter().map(String::as_str).collect();
    asked.retain(|argument| *argument != "--bench" && *argument != "large");
    let is_asked = |name: &str| asked.is_empty() || asked.contains(&name);
    let is_large = arguments.iter().any(|argument| argument == "large");
    let crate_ = Crate::new(&asked)?;
    println!("{:22}{:>11}{}", "", "statements", heading());
    for (name, function) in spelled::FUNCTIONS {
        if is_asked(name) {
            shape(&crate_, name, function, is_large)?;
        }
    }
    if is_asked("real") && !is_large {
        real(&crate_)?;
    }
    Ok(())
}

/// The rows of a synthetic function, and the exponents below.
fn shape(
    crate_: &Crate,
    name: &str,
    function: fn(usize) -> TokenStream,
    is_large: bool,
) -> Result<(), String> {
    let sizes: &[usize] = if is_large { &LARGE } else { &SIZES };
    let mut samples: Vec<(f64, Vec<Build>)> = Vec::new();
    for size in sizes {
        let profiles = if *size > MOST_OPTIMIZED { 1 } else { 2 };
        let row = row(crate_, &function(*size), &PROFILES[..profiles])?;
        println!("{}", line(&format!("{name} {size}"), &row));
        if *size >= 1_000 {
            let statements = u32::try_from(row.0).map_or(f64::INFINITY, f64::from);
            samples.push((statements, row.1));
        }
    }
    let of =
        |which: fn(&Build) -> f64, profile: usize| {
            let builds = samples.iter();
            exponent(builds.filter_map(|(statements, builds)| {
                Some((*statements, which(builds.get(profile)?)))
            }))
        };
    let exponents = (0..PROFILES.len()).map(|profile| {
        let text: fn(&Build) -> f64 = |build| build.text.unwrap_or(0.0);
        format!(
            "{:>10.2}{:>20.2}",
            of(|build| build.seconds, profile),
            of(text, profile)
        )
    });
    println!("{:33}{}\n", "  exponent", exponents.collect::<String>());
    Ok(())
}

/// The rows of the benchmark problems.
fn real(crate_: &Crate) -> Result<(), String> {
    let functions = sources::corpus();
    for name in REAL {
        let found = functions.iter().find(|function| function.name == name);
        let function = found.ok_or(format!("the corpus lacks {name}"))?;
        let row = row(crate_, &function.item, &PROFILES)?;
        println!("{}", line(name, &row));
    }
    Ok(())
}

/// The statements of a function, and the cost that its attribute adds to each build.
fn row(
    crate_: &Crate,
    item: &TokenStream,
    profiles: &[&str],
) -> Result<(usize, Vec<Build>), String> {
    let options = quote!(unroll = 1_000_000);
    let compiled = jacobian_core::compile_function(options, item);
    let compiled = compiled.map_err(|error| error.to_string())?;
    let header = "//! Written by the bench.\n#![allow(missing_docs)]\n";
    let text = item.to_string();
    let visibility = if text.contains("pub fn") { "" } else { "pub " };
    let plain = format!("{header}{visibility}{text}\n");
    let attribute = "#[jacobian_runtime::jacobian(unroll = 1_000_000)]\n";
    let attributed = plain.replacen("pub fn", &format!("{attribute}pub fn"), 1);
    let beyond = |profile: &&str| {
        let own = crate_.build(&plain, profile)?;
        let all = crate_.build(&attributed, profile)?;
        let text = all.text.zip(own.text);
        Ok(Build {
            seconds: all.seconds - own.seconds,
            waited: all.waited,
            text: text.map(|(all, own)| all - own),
        })
    };
    let builds: Result<Vec<_>, String> = profiles.iter().map(beyond).collect();
    Ok((compiled.schedule.weight(), builds?))
}

/// The cost of a build.
struct Build {
    seconds: f64,
    waited: f64,
    /// Unknown without `size` of the binutils.
    text: Option<f64>,
}

/// The stranger's crate.
struct Crate {
    folder: PathBuf,
}

impl Crate {
    /// Writes the crate and builds its dependencies, in a folder that all runs with the same
    /// arguments share.
    fn new(asked: &[&str]) -> Result<Self, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile");
        let folder = folder.join(asked.join("-"));
        let manifest = format!(
            "[workspace]\n[package]\nname = \"stranger\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             [dependencies]\njacobian-runtime = {{ path = \"{}\" }}\n",
            root.join("jacobian-runtime").display()
        );
        let wrote = fs::create_dir_all(folder.join("src"))
            .and_then(|()| fs::write(folder.join("Cargo.toml"), manifest))
            .and_then(|()| fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")));
        wrote.map_err(|error| format!("cannot write a crate: {error}"))?;
        let crate_ = Self { folder };
        for profile in PROFILES {
            crate_.build("", profile)?;
        }
        Ok(crate_)
    }

    /// Builds the library with this source, in a profile: twice where that is short, and the lesser
    /// counts.
    fn build(&self, source: &str, profile: &str) -> Result<Build, String> {
        let [mut least, mut waited] = self.build_once(source, profile)?;
        if least < 1.0 {
            let again = self.build_once(source, profile)?;
            (least, waited) = (least.min(again[0]), waited.min(again[1]));
        }
        let folder = if profile == "dev" { "debug" } else { profile };
        let library = self.folder.join("target").join(folder);
        Ok(Build {
            seconds: least,
            waited,
            text: text_of(&library.join("libstranger.rlib")),
        })
    }

    /// Seconds of processor time, where that is known, and by the clock.
    fn build_once(&self, source: &str, profile: &str) -> Result<[f64; 2], String> {
        let path = self.folder.join("src/lib.rs");
        // A comment that differs from the last makes cargo build again.
        let stamp = std::time::SystemTime::UNIX_EPOCH.elapsed();
        let stamp = stamp.map_err(|error| error.to_string())?.as_nanos();
        fs::write(&path, format!("{source}\n// {stamp}\n")).map_err(|error| error.to_string())?;
        let (before, start) = (processor_seconds(), Instant::now());
        let built = Command::new("cargo")
            .args(["build", "--lib", "--quiet", "--profile", profile])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("CARGO_PROFILE_DEV_DEBUG")
            .env_remove("RUSTFLAGS")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| error.to_string())?;
        if !built.status.success() {
            return Err(String::from_utf8_lossy(&built.stderr).into_owned());
        }
        let elapsed = start.elapsed().as_secs_f64();
        let used = processor_seconds().zip(before);
        let used = used.map_or(elapsed, |(after, before)| after - before);
        Ok([used, elapsed])
    }
}

/// Processor time of all processes that this one started and waited for; Linux counts it in
/// hundredths.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name in parentheses: the state, 12 numbers, then those of children, as user and as
    // system.
    let (_, after) = text.rsplit_once(')')?;
    let numbers: Vec<f64> = after
        .split_whitespace()
        .skip(13)
        .take(2)
        .filter_map(|number| number.parse().ok())
        .collect();
    Some(numbers.iter().sum::<f64>() / 100.0)
}

/// Bytes of machine code in a library.
fn text_of(library: &Path) -> Option<f64> {
    let listed = Command::new("size").arg("-A").arg(library).output().ok()?;
    let listed = String::from_utf8(listed.stdout).ok()?;
    let sections = listed.lines().filter(|line| line.starts_with(".text"));
    let sizes = sections.filter_map(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    Some(sizes.sum())
}

fn heading() -> String {
    let titles = PROFILES.map(|profile| format!("{profile:>9}{:>10}{:>12}", "waited", "text"));
    titles.concat()
}

fn line(name: &str, (statements, builds): &(usize, Vec<Build>)) -> String {
    let cells = builds.iter().map(|build| {
        let text = build.text.map_or("-".to_owned(), |text| format!("{text}"));
        format!("{:>9.2}s{:>8.2}s{text:>11}", build.seconds, build.waited)
    });
    format!("{name:22}{statements:>11}{}", cells.collect::<String>())
}

/// The slope of the logarithms.
fn exponent(points: impl Iterator<Item = (f64, f64)>) -> f64 {
    let points: Vec<(f64, f64)> = points.map(|(x, y)| (x.ln(), y.ln())).collect();
    let n = u32::try_from(points.len()).map_or(1.0, f64::from);
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let product = |(x, y): &(f64, f64)| (x - mean_x) * (y - mean_y);
    let square = |(x, _): &(f64, f64)| (x - mean_x) * (x - mean_x);
    points.iter().map(product).sum::<f64>() / points.iter().map(square).sum::<f64>()
}
