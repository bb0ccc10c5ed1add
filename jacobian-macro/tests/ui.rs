//! Error messages: a case for each message of the front.
//!
//! ```text
//! ui/attribute   options, parameters named, the item below the attribute
//! ui/signature   parameters and results
//! ui/body        expressions and statements
//! ui/names       names that rustc cannot find, which would hide other messages
//! ui/limits      what ends rustc early, so that it would hide the messages of the others
//! ui/rewritten   the same functions as the messages say to write them: they compile, which the
//!                full campaign and `cargo bless-only ui` have rustc check
//! ```
//!
//! The messages of rustc are put beside the cases as files `.stderr`, for the pinned toolchain.
//! `cargo bless-only ui` writes them again, and every difference is to be read: is it at the
//! offending expression, does it say what to write instead? tests/tidy.rs checks that each sentence
//! has a case.
//!
//! All cases of a folder are two crates, because starting rustc fifty times costs a minute. So a
//! case is a module: it has a `main` that nobody calls, and no `crate::` paths.

#[path = "../../tests/campaign/mod.rs"]
mod campaign;
#[path = "../../tests/scratch/mod.rs"]
mod scratch;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDERS: [&str; 5] = ["attribute", "signature", "body", "names", "limits"];

/// A function that is refused alone is read with its file. The items in this macro are not seen
/// there, as if they stood in another file.
const ELSEWHERE: &str = "
    #[allow(unused_macros)]
    macro_rules! elsewhere { ($($item:item)*) => { $($item)* }; }
";

#[test]
fn refusals_are_said_at_the_offending_expression() {
    let cases: Vec<PathBuf> = FOLDERS.into_iter().flat_map(cases).collect();
    let messages = messages_of_rustc();
    let mut wrong = String::new();
    for case in &cases {
        let found = messages.get(case).map_or("", String::as_str);
        let path = case.with_extension("stderr");
        let expected = fs::read_to_string(root().join(&path)).unwrap_or_default();
        if found == expected {
            continue;
        }
        if is_blessing() {
            fs::write(root().join(&path), found).expect("a text to write");
        } else {
            write!(wrong, "{}", difference(&path, &expected, found)).expect("a string takes text");
        }
    }
    let elsewhere = messages.keys().filter(|file| !cases.contains(file));
    let elsewhere: Vec<&PathBuf> = elsewhere.collect();
    assert!(
        elsewhere.is_empty(),
        "messages about {elsewhere:?}: {messages:#?}"
    );
    assert!(wrong.is_empty(), "`cargo bless-only ui` accepts:\n{wrong}");
}

fn is_blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The cases of a folder, by their paths from the root of this package.
fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new("tests/ui").join(folder);
    let entries = fs::read_dir(root().join(&folder)).expect("a folder of cases");
    let names = entries.map(|entry| folder.join(entry.expect("an entry").file_name()));
    let mut cases: Vec<PathBuf> = names
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect();
    cases.sort();
    cases
}

/// Two programs of a folder, which are built beside each other: every second case.
fn halves(cases: Vec<PathBuf>) -> [Vec<PathBuf>; 2] {
    let mut halves = [Vec::new(), Vec::new()];
    for (position, case) in cases.into_iter().enumerate() {
        halves[position % 2].push(case);
    }
    halves
}

/// The messages about each file, in the order in which rustc gives them.
fn messages_of_rustc() -> BTreeMap<PathBuf, String> {
    let scratch = scratch::Crate::new(
        "messages",
        &format!(
            "jacobian-runtime = {{ workspace = true, features = ['nalgebra'] }}\njacobian-assembly = {{ workspace = true }}\nnalgebra = '0.35.0'\n\
             by_target = {{ path = '{0}/by_target' }}\nclosed = {{ path = '{0}/closed' }}\n\
             ndarray = {{ version = '0.17', default-features = false, features = ['std'] }}\n\
             statrs = {{ version = '0.19.1', default-features = false, features = ['std'] }}",
            root().join("tests/elsewhere").display()
        ),
    );
    for folder in FOLDERS {
        for (part, cases) in halves(cases(folder)).into_iter().enumerate() {
            let mut text = format!("#![allow(dead_code)]\n{ELSEWHERE}");
            for case in cases {
                let name = case.file_stem().expect("a name").to_string_lossy();
                let path = root().join(&case);
                writeln!(text, "#[path = r\"{}\"]\nmod {name};", path.display())
                    .expect("a string takes text");
            }
            text.push_str("fn main() {}\n");
            scratch.write(&format!("src/bin/{folder}_{part}.rs"), &text);
        }
    }
    // In the short form `tests/compiler/constructs` expands them, which takes a third of the time.
    let is_whole = campaign::is_full() || is_blessing();
    let rewrites = if is_whole {
        rewrites()
    } else {
        "fn main() {}\n".to_owned()
    };
    // Always written, because an earlier run may have left all of them, of another checkout too.
    scratch.write("src/bin/rewritten.rs", &rewrites);
    let mut messages: BTreeMap<PathBuf, String> = BTreeMap::new();
    for message in split(&scratch.refused()) {
        if let Some(file) = place(&message) {
            let texts = messages.entry(file).or_default();
            if !texts.is_empty() {
                texts.push('\n');
            }
            texts.push_str(message.trim_end());
            texts.push('\n');
        }
    }
    messages
}

/// A program of all rewrites, about which rustc has nothing to say. `tests/compiler/constructs`
/// checks that each refusal has one.
fn rewrites() -> String {
    let mut text = "#![allow(warnings)]\n".to_owned();
    for folder in FOLDERS {
        let rewritten = format!("rewritten/{folder}");
        if !root().join("tests/ui").join(&rewritten).exists() {
            continue;
        }
        for case in cases(&rewritten) {
            let name = case.file_stem().expect("a name").to_string_lossy();
            let path = root().join(&case);
            writeln!(
                text,
                "#[path = r\"{}\"]\nmod {folder}_{name};",
                path.display()
            )
            .expect("a string takes text");
        }
    }
    text.push_str("fn main() {}\n");
    text
}

/// The single messages: each begins at the left edge with its level.
fn split(output: &str) -> Vec<String> {
    let levels = ["error", "warning", "note: erroneous constant"];
    let mut messages: Vec<String> = Vec::new();
    let mut within = Place::Case;
    for line in output.lines().filter(|line| !is_summary(line)) {
        if levels.iter().any(|level| line.starts_with(level)) {
            messages.push(String::new());
        }
        if let Some(message) = messages.last_mut() {
            message.push_str(&portable(line, &mut within));
            message.push('\n');
        }
    }
    messages
}

/// Lines that are about no mistake, or that name files of the build.
fn is_summary(line: &str) -> bool {
    let line = line.trim_start();
    let beginnings = [
        "Some errors have detailed explanations",
        "For more information about",
        "= note: the full name for the type has been written to",
        "= note: consider using `--verbose` to print the full type name",
        // rustc itself overflows its stack at what is in `ui/limits`, after its messages.
        "/",
        "### ",
        "note: rustc unexpectedly overflowed",
        "note: maximum backtrace depth reached",
        "note: we would appreciate a report",
        "help: you can increase rustc's stack size",
    ];
    beginnings
        .iter()
        .any(|beginning| line.starts_with(beginning))
}

/// Which file the lines of a message show.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Case,
    /// A file that may change without its messages: line numbers are left out.
    Elsewhere,
}

/// A line without what differs between machines: the folder of this repository, places in the
/// standard library, and numbers of lines in files that are no cases.
fn portable(line: &str, within: &mut Place) -> String {
    let package = format!("{}/", root().display());
    let workspace = scratch::workspace().display().to_string();
    let line = line.replace(&package, "");
    let line = line.replace(&workspace, "$WORKSPACE");
    if let Some(arrow) = ["--> ", "::: "].iter().find_map(|arrow| line.find(arrow)) {
        let (before, file) = line.split_at(arrow + 4);
        let file = match file.split_once("/library/") {
            Some((_, file)) => format!("$RUST/{file}"),
            // A package of the workspace that rustc was started in.
            None if file.starts_with("jacobian-") => format!("$WORKSPACE/{file}"),
            None => file.to_owned(),
        };
        *within = if file.starts_with('$') {
            Place::Elsewhere
        } else {
            Place::Case
        };
        let known = match within {
            Place::Case => &file,
            Place::Elsewhere => file.split(':').next().unwrap_or(&file),
        };
        return format!("{before}{known}");
    }
    match line.trim_start().split_once(" | ") {
        Some((number, _)) if *within == Place::Elsewhere && number.parse::<u32>().is_ok() => {
            line.replacen(number, &" ".repeat(number.len()), 1)
        }
        _ => line,
    }
}

/// The file that a message is about; the summaries of cargo are about none.
fn place(message: &str) -> Option<PathBuf> {
    let (_, place) = message.split_once("--> ")?;
    Some(PathBuf::from(place.split(':').next()?))
}

/// The lines that differ, between those that are equal at both ends.
fn difference(path: &Path, expected: &str, found: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let equal = |pairs: &mut dyn Iterator<Item = (&str, &str)>| {
        pairs.take_while(|(old, new)| old == new).count()
    };
    let first = equal(&mut old.iter().copied().zip(new.iter().copied()));
    let rests = old[first..]
        .iter()
        .rev()
        .copied()
        .zip(new[first..].iter().rev().copied());
    let last = equal(&mut rests.into_iter());
    let marked = |sign: &str, lines: &[&str]| -> String {
        let lines = lines[first..lines.len() - last].iter();
        let lines: Vec<String> = lines.map(|line| format!("{sign} {line}\n")).collect();
        lines.concat()
    };
    format!(
        "{}, from line {}:\n{}{}",
        path.display(),
        first + 1,
        marked("-", &old),
        marked("+", &new)
    )
}
