//! Every command, as a user runs it.
//!
//! ```text
//! cargo-jacobian <command>  -->  exit status, text, files    insta: tests/snapshots
//! INSTA_UPDATE=always            accepts what the commands print, as `cargo bless` does
//! JACOBIAN_FULL=1                every command on every file of the corpus
//! ```

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The example of the book, docs/book/src/how-it-works.md.
const RESIDUAL: &str = "\
/// A residual.
#[jacobian(wrt(x))]
pub fn residual(x: &[f64; 3], k: f64) -> [f64; 2] {
    let r = x[0] * x[1].sin();
    [r - k, x[2] / r]
}
";

/// A loop, a branch, a Hessian and a method.
const OTHERS: &str = "\
#[jacobian(wrt(x), hessian)]
pub fn energy(x: &[f64; 3], n: usize) -> f64 {
    let mut y = x[0];
    for _ in 0..n {
        y += 0.1 * (x[1] * y).sin();
    }
    if y > 0.0 { y * y * x[2] } else { x[2].exp() * y }
}
mod inside {
    struct Pendulum { length: f64 }
    #[jacobian]
    impl Pendulum {
        #[jacobian]
        fn force(&self, angle: f64) -> f64 { -self.length * angle.sin() }
    }
}
";

fn run(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-jacobian"));
    let command = command.args(arguments).current_dir(folder);
    command.output().expect("the command starts")
}

/// What a command prints. It must succeed.
fn printed(arguments: &[&str], folder: &Path) -> String {
    let output = run(arguments, folder);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one line that a command ends with. It must fail and print nothing else.
fn refused(arguments: &[&str], folder: &Path) -> String {
    let output = run(arguments, folder);
    assert!(!output.status.success(), "{arguments:?} succeeds");
    String::from_utf8(output.stderr).expect("text")
}

/// A folder with the two files above.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("residual.rs"), RESIDUAL).expect("a file");
    std::fs::write(folder.join("others.rs"), OTHERS).expect("a file");
    folder
}

#[test]
fn commands_print_what_was_reviewed() {
    let folder = folder("printed");
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    for (name, arguments) in [
        ("report", &["report", "residual.rs"][..]),
        ("reports", &["report", "."]),
        (
            "report_json",
            &["report", "--json", "others.rs", "-f", "force"],
        ),
        ("expand", &["expand", "residual"]),
        ("graph_dot", &["graph", "residual", "--steps"]),
        (
            "graph_mermaid",
            &["graph", "residual.rs", "--format", "mermaid"],
        ),
        (
            "graph_svg",
            &["graph", "residual.rs", "--format", "svg", "--steps"],
        ),
        ("check", &["check", "."]),
        ("search", &["search", "residual.rs", "--moves", "2e3"]),
    ] {
        insta::assert_snapshot!(name, printed(arguments, &folder));
    }
    // A function and a file, in any order.
    let whole = printed(&["graph", "residual.rs", "--function", "residual"], &folder);
    for words in [
        &["residual", "residual.rs"][..],
        &["residual.rs", "residual"],
        &["residual"],
    ] {
        assert_eq!(printed(&[&["graph"], words].concat(), &folder), whole);
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(printed(&["completions", shell], &folder).contains("explore"));
    }
    // Cargo passes the name of the subcommand.
    assert!(printed(&["jacobian", "--help"], &folder).contains("Shows what #[jacobian] made"));
}

/// The first listing of a chapter.
fn listing(chapter: &str) -> String {
    let path = format!("../docs/book/src/{chapter}.md");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let page = std::fs::read_to_string(path).expect("a chapter");
    let (_, listing) = page.split_once("```rust").expect("a listing");
    let (_, listing) = listing.split_once('\n').expect("its first line");
    let (listing, _) = listing.split_once("```").expect("its end");
    listing.to_owned()
}

/// `docs/book/build.sh` draws them by these commands.
#[test]
fn the_pictures_of_the_book_are_those_that_the_commands_draw() {
    let folder = folder("pictures");
    let example = listing("how-it-works");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("residual.rs", &format!("#[jacobian(wrt(x))]\n{example}"));
    write(
        "gradient.rs",
        &format!("#[jacobian(wrt(x), hessian)]\n{example}"),
    );
    write("friction.rs", &listing("control-flow"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = std::fs::read_to_string(root.join("docs/book/pictures/list.txt")).expect("a list");
    let at_folder = format!("{}/", folder.display());
    for line in list.lines() {
        let (name, arguments) = line.split_once(' ').expect("a name and a command");
        let arguments = arguments.replace('@', &at_folder);
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let drawn = printed(&arguments, &root);
        let path = root.join(format!("docs/book/src/{name}.svg"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, drawn).expect("a picture to write");
            continue;
        }
        let committed = std::fs::read_to_string(path).expect("a picture");
        assert!(drawn == committed, "docs/book/build.sh draws {name}.svg");
    }
}

#[test]
fn a_picture_that_there_is_not_is_one_line() {
    let folder = folder("no-pictures");
    let without = ["graph", "residual.rs", "--format", "svg", "--hessian"];
    assert!(refused(&without, &folder).starts_with("error: `--hessian` is for functions"));
    let at_first = [
        "graph",
        "residual.rs",
        "--format=svg",
        "--step=0",
        "--before",
    ];
    assert_eq!(
        refused(&at_first, &folder),
        "error: nothing is before step 0\n"
    );
    let unknown = refused(&["draw", "striq", "residual.rs"], &folder);
    assert!(
        unknown.contains("striq") && unknown.contains("'strip'"),
        "{unknown}"
    );
    assert_eq!(unknown.lines().count(), 1, "{unknown}");
    let beyond = ["graph", "residual.rs", "--format", "svg", "--step", "3"];
    assert_eq!(
        refused(&beyond, &folder),
        "error: the elimination has 2 steps\n"
    );
    let in_dot = ["graph", "residual.rs", "--step", "1"];
    assert_eq!(
        refused(&in_dot, &folder),
        "error: `--step` is for `--format svg`\n"
    );
}

/// A chapter of the book explains this report, and another one this check.
#[test]
fn the_book_shows_what_the_commands_print() {
    const CHAPTER: &str = "../docs/book/src/reading-a-report.md";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(CHAPTER);
    let page = std::fs::read_to_string(&path).expect("the chapter");
    let begin = "<!-- part: report, by `cargo bless` -->\n";
    let (before, rest) = page.split_once(begin).expect("a report begins");
    let (shown, after) = rest.split_once("<!-- end -->").expect("it ends");
    let report = printed(&["report", "residual.rs"], &folder("book"));
    let expected = format!("```text\n{report}```\n");
    let numerics = path.with_file_name("numerics.md");
    let numerics = std::fs::read_to_string(numerics).expect("a chapter");
    let checked = printed(&["check", "residual.rs"], &folder("numerics"));
    assert!(numerics.contains(&checked), "numerics.md shows {checked}");
    if std::env::var_os("BLESS").is_some() {
        let page = format!("{before}{begin}{expected}<!-- end -->{after}");
        return std::fs::write(path, page).expect("a chapter to write");
    }
    assert_eq!(shown, expected, "run with BLESS=1 and review");
}

/// Mistakes of a command line, and what is said about them.
const MISTAKES: &[(&[&str], &str)] = &[
    (&["report", "missing.rs"], "cannot read missing.rs"),
    (
        &["report", "broken.rs"],
        "cannot parse broken.rs: line 1, column 17",
    ),
    (
        &["expand", "residual.rs", "-f", "residul"],
        "did you mean `residual`?",
    ),
    (
        &["expand", "residual.rs", "-f", "unlike"],
        "there is no function `unlike`; there are `residual`",
    ),
    (
        &["expand", "residual", "energy"],
        "there is no file `energy`, and a function is already named: `residual`",
    ),
    (
        &["expand", "residual.rs", "others.rs"],
        "say one file or folder: `residual.rs` or `others.rs`",
    ),
    (
        &["expand", "others.rs"],
        "say which, `--function energy` or `--function Pendulum::force`",
    ),
    (
        &["explore", "residual.rs", "-o", "missing/page.html"],
        "cannot write missing/page.html",
    ),
    (
        &["report", "residual.rs", "--max-operations", "3"],
        "over the budget of 3",
    ),
    (
        &["report", "residual.rs", "--max-entries", "4"],
        "has 5 entries",
    ),
    (
        &["reprot"],
        "unrecognized subcommand 'reprot'; a similar subcommand exists: 'report'",
    ),
    (
        &["report", "--max-oprations", "3"],
        "unexpected argument '--max-oprations' found; a similar argument exists: '--max-operations'",
    ),
];

#[test]
fn mistakes_are_one_line_and_leave_nothing_behind() {
    let folder = folder("mistakes");
    let broken = "#[jacobian] fn f(x: f64 -> f64 { x }";
    std::fs::write(folder.join("broken.rs"), broken).expect("a file");
    let line = |arguments: &[&str], expected: &str| {
        let message = refused(arguments, &folder);
        assert!(
            message.starts_with("error: ") && message.contains(expected),
            "{message}"
        );
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    };
    for (arguments, expected) in MISTAKES {
        line(arguments, expected);
    }
    for moves in ["1e", "e7", "1e20", "-1", "1.5e3"] {
        let asked = format!("--moves={moves}");
        line(&["search", "residual.rs", &asked], "such as 500 or 1e7");
    }
    let files = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, 3, "a command that failed has left a file");
}

#[test]
fn a_refused_function_is_named_with_its_line() {
    let folder = folder("refused");
    let text = "#[jacobian]\nfn f(x: f64) -> f64 {\n    unknown(x)\n}\n";
    std::fs::write(folder.join("refused.rs"), text).expect("a file");
    let message = refused(&["report", "refused.rs"], &folder);
    assert!(message.starts_with("error: refused.rs:3: "), "{message}");
}

#[test]
fn a_function_that_only_rustc_can_expand_is_said() {
    let folder = folder("unseen");
    let text = "#[jacobian(use(square))]\nfn f(x: f64) -> f64 {\n    square(x)\n}\n";
    std::fs::write(folder.join("unseen.rs"), text).expect("a file");
    let message = refused(&["expand", "unseen.rs"], &folder);
    assert!(
        message.starts_with("error: unseen.rs:2: this uses exported items"),
        "{message}"
    );
    let reported = run(&["report", "."], &folder);
    assert!(reported.status.success());
    let notes = String::from_utf8_lossy(&reported.stderr).into_owned();
    assert!(
        notes.starts_with("note: ./unseen.rs:2: this uses exported items"),
        "{notes}"
    );
}

#[test]
fn an_order_that_was_found_is_written_into_the_attribute() {
    let folder = folder("written");
    let text = "#[jacobian(wrt(x), order = reverse,)]\n\
                fn f(x: &[f64; 6], k: f64) -> [f64; 2] {\n    \
                let r = x[0] * x[1].sin() * x[2].exp() * x[3];\n    \
                [r - k * x[4] * x[5], x[2] / r * x[0] * x[1] * x[2]]\n}\n";
    std::fs::write(folder.join("found.rs"), text).expect("a file");
    printed(
        &["search", "found.rs", "--moves", "2000", "--write"],
        &folder,
    );
    let written = std::fs::read_to_string(folder.join("found.rs")).expect("a file");
    let (first, rest) = written.split_once('\n').expect("lines");
    assert!(first.starts_with("#[jacobian(wrt(x), order = list(\"") && first.ends_with(",)]"));
    assert_eq!(Some(rest), text.split_once('\n').map(|(_, rest)| rest));
    let report = printed(&["report", "found.rs"], &folder);
    assert!(report.contains("by `order = list(..) of"), "{report}");
    let again = refused(
        &["search", "found.rs", "--moves", "2000", "--write"],
        &folder,
    );
    assert!(again.contains("nothing better was found"));
}

#[test]
fn the_corpus_goes_through_every_command() {
    let is_full = std::env::var_os("JACOBIAN_FULL").is_some();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a workspace");
    let files = std::fs::read_dir(root.join("tests/corpus")).expect("the corpus");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| {
        path.extension().is_some_and(|extension| extension == "rs")
            && path.file_stem().is_some_and(|stem| stem != "mod")
    });
    files.sort();
    let mut count = 0;
    files.retain(|path| is_full || path.ends_with("hhd.rs") || path.ends_with("kinks.rs"));
    for file in &files {
        let path = file.to_str().expect("a path in UTF-8");
        let text = std::fs::read_to_string(file).expect("a file");
        if !text.contains("\n#[jacobian") {
            continue;
        }
        let checked = printed(&["check", path, "--points", "3"], root);
        // Of a few functions no random point is inside of the domain.
        let is_checked =
            |line: &str| line.contains(" from the chain rule, ") || line.contains(": proved, but ");
        assert!(checked.lines().all(is_checked), "{checked}");
        let reports: serde_json::Value =
            serde_json::from_str(&printed(&["report", "--json", path], root)).expect("JSON");
        for report in reports.as_array().expect("a list") {
            let name = report["name"].as_str().expect("a name");
            if name.contains('(') {
                continue;
            }
            count += 1;
            assert!(printed(&["expand", path, "-f", name], root).contains("update_into"));
            assert!(printed(&["graph", path, "-f", name, "--steps"], root).contains("digraph"));
            assert!(printed(&["explore", path, "-f", name], root).contains("\"frames\""));
        }
    }
    assert!(count > if is_full { 30 } else { 1 }, "{count} functions");
}
