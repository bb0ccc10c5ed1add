//! Times: a program with one expansion for each technique is written, built and run.
//!
//! ```text
//! corpus source + options of the techniques --> target/studies/<name>/src/main.rs
//!     --cargo--> "roe VE-SL-F 812.3"
//! ```
//!
//! This keeps hundreds of expansions out of every other build, so only a run that wants times pays
//! for them. Contestants take turns on the same points, as in the benchmark, and are checked
//! against dual numbers first; `timed/contest.rs` is the part of the program that is not generated.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::sources::Attributed;
use super::subject::arguments;

/// A function and the techniques that compete on it, each with its options.
pub(crate) struct Contest<'a> {
    /// A function of the corpus in a file of its name, or `coating`.
    pub(crate) function: &'a Attributed,
    /// Names and options.
    pub(crate) techniques: Vec<(String, String)>,
}

/// Nanoseconds per call by function and technique.
pub(crate) type Times = BTreeMap<(String, String), f64>;

/// The times of contests.
///
/// # Errors
/// When the program cannot be written, built or run.
pub(crate) fn measure(name: &str, contests: &[Contest<'_>]) -> Result<Times, String> {
    let files = [
        ("contest.rs", include_str!("timed/contest.rs").to_owned()),
        ("coating.rs", coating()),
        ("main.rs", program(contests).to_string()),
    ];
    run(name, "num-dual = \"0.15.1\"\n", &files)
}

/// The times of functions without comparison, each with the name of its row: `f` and `jacobian`.
///
/// # Errors
/// When the program cannot be written, built or run.
pub(crate) fn measure_alone(
    name: &str,
    functions: &[(String, Attributed)],
) -> Result<Times, String> {
    let files = [
        ("scale.rs", include_str!("timed/scale.rs").to_owned()),
        ("main.rs", program_alone(functions).to_string()),
    ];
    run(name, "", &files)
}

fn run(name: &str, more: &str, files: &[(&str, String)]) -> Result<Times, String> {
    let folder = target().join("studies").join(name);
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder.join("src")).map_err(fail)?;
    std::fs::write(folder.join("Cargo.toml"), manifest(name, more)).map_err(fail)?;
    for (file, text) in files {
        std::fs::write(folder.join("src").join(file), text).map_err(fail)?;
    }
    let output = cargo(&folder, &["run", "--release"]).map_err(fail)?;
    Ok(output.lines().filter_map(time).collect())
}

/// How long a build of a library takes in a profile that holds this function, with the attribute or
/// without; nothing but the function is built if a library was before.
///
/// # Errors
/// When it cannot be written or built.
pub(crate) fn build_time(
    function: Option<(&Attributed, bool)>,
    profile: &str,
) -> Result<Duration, String> {
    let folder = target().join("studies").join("build");
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder.join("src")).map_err(fail)?;
    std::fs::write(folder.join("Cargo.toml"), manifest("build", "")).map_err(fail)?;
    let item = function.map(|(function, is_attributed)| {
        let attribute = is_attributed.then(|| quote!(#[jacobian_runtime::jacobian]));
        let item = &function.item;
        quote!(#attribute #item)
    });
    let text = quote!(#![allow(warnings)] #item).to_string();
    std::fs::write(folder.join("src/lib.rs"), text).map_err(fail)?;
    let start = Instant::now();
    cargo(&folder, &["build", "--profile", profile]).map_err(fail)?;
    Ok(start.elapsed())
}

/// Where cargo builds.
fn target() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn cargo(folder: &Path, arguments: &[&str]) -> std::io::Result<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--offline", "--quiet"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.with_file_name("target"))
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(std::io::Error::other("the program failed"))
    }
}

fn time(line: &str) -> Option<((String, String), f64)> {
    let mut parts = line.split('\t');
    let key = (parts.next()?.to_owned(), parts.next()?.to_owned());
    Some((key, parts.next()?.parse().ok()?))
}

fn manifest(name: &str, more: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\njacobian-runtime = {{ path = {:?} }}\n{more}\n\
         [profile.release]\ncodegen-units = 1\n\n[workspace]\n",
        format!("{root}/jacobian-runtime")
    )
}

/// The measurements, then the functions over them.
fn coating() -> String {
    let data = super::coating::data().to_string();
    include_str!("timed/coating.rs").to_owned() + &data
}

fn program(contests: &[Contest<'_>]) -> TokenStream {
    let root = env!("CARGO_MANIFEST_DIR");
    let module = |folder: &str, name: &str| {
        let path = format!("{root}/{folder}/{name}.rs");
        let name = format_ident!("{name}");
        quote!(#[path = #path] pub mod #name;)
    };
    let named = contests
        .iter()
        .map(|contest| contest.function.name.as_str());
    let corpus = ["problem", "sample", "scalar"].into_iter();
    let corpus = corpus.chain(named.filter(|name| *name != "coating"));
    let corpus: Vec<TokenStream> = corpus.map(|name| module("tests/corpus", name)).collect();
    let support = ["colouring", "differences", "hand", "timing"];
    let support = support.map(|name| module("benches/support", name));
    let modules = contests.iter().map(techniques);
    let calls = contests.iter().map(call);
    quote! {
        #![allow(warnings)]
        pub mod corpus { #(#corpus)* pub use super::coating; }
        pub mod support { #(#support)* }
        pub mod coating;
        mod contest;
        #(#modules)*
        fn main() { #(#calls)* }
    }
}

fn module_name(contest: &Contest<'_>) -> proc_macro2::Ident {
    format_ident!("techniques_of_{}", contest.function.name)
}

/// The function under one attribute for each technique, and the table of the generated functions.
fn techniques(contest: &Contest<'_>) -> TokenStream {
    let function = contest.function;
    let attribute = |(index, (_, options)): (usize, &(String, String))| {
        let separator = if options.is_empty() { "" } else { "," };
        let arguments = arguments(
            function,
            &format!("{options} {separator} prefix = t{index}"),
        );
        quote!(#[jacobian(#arguments)])
    };
    let attributes = contest.techniques.iter().enumerate().map(attribute);
    let row = |(index, (name, _)): (usize, &(String, String))| {
        let call = format_ident!("t{index}_with_jacobian_into");
        quote!((#name, |x, value, entries| #call(array(x), array_mut(value), array_mut(entries))))
    };
    let rows = contest.techniques.iter().enumerate().map(row);
    let (module, item) = (module_name(contest), &function.item);
    quote! {
        mod #module {
            use jacobian_runtime::jacobian;
            use crate::corpus::problem::{Evaluate, array, array_mut};
            #(#attributes)*
            #item
            pub const PATTERN: &jacobian_runtime::SparsityPattern = &T0_PATTERN;
            pub const ALL: &[(&str, Evaluate)] = &[#(#rows),*];
        }
    }
}

fn call(contest: &Contest<'_>) -> TokenStream {
    let (module, name) = (module_name(contest), &contest.function.name);
    let problem = format_ident!("{name}");
    let by_hand = match name.as_str() {
        "hhd" | "fic" | "cpf" => Some(quote!(support::hand::#problem::#problem)),
        "coating" => Some(quote!(coating::by_hand)),
        _ => None,
    };
    let by_hand = by_hand.map_or(quote!(None), |by_hand| {
        quote!(Some(|x, value, entries| {
            use corpus::problem::{array, array_mut};
            #by_hand(array(x), array_mut(value), array_mut(entries));
        }))
    });
    quote!(contest::run(&corpus::#problem::PROBLEM, #module::PATTERN, #by_hand, #module::ALL);)
}

fn program_alone(functions: &[(String, Attributed)]) -> TokenStream {
    let root = env!("CARGO_MANIFEST_DIR");
    let timing = format!("{root}/benches/support/timing.rs");
    let module = |index: usize| format_ident!("alone_{index}");
    let modules = functions.iter().enumerate().map(|(index, (_, function))| {
        let (module, item) = (module(index), &function.item);
        quote!(pub mod #module { #[jacobian_runtime::jacobian] #item })
    });
    let calls = functions
        .iter()
        .enumerate()
        .map(|(index, (row, function))| {
            let (module, name) = (module(index), format_ident!("{}", function.name));
            let pattern = format_ident!("{}_PATTERN", function.name.to_uppercase());
            let with_jacobian = format_ident!("{}_with_jacobian_into", function.name);
            quote! {
                scale::run(
                    #row,
                    &#module::#pattern,
                    |x, y| y.copy_from_slice(&#module::#name(x.try_into().expect("the length"))),
                    |x, y, entries| #module::#with_jacobian(
                        x.try_into().expect("the length"),
                        y.try_into().expect("the length"),
                        entries.try_into().expect("the length"),
                    ),
                );
            }
        });
    quote! {
        #![allow(warnings)]
        pub mod support { #[path = #timing] pub mod timing; }
        mod scale;
        #(#modules)*
        fn main() { #(#calls)* }
    }
}
