//! Checks the README against the code: its expansion, its limits, its lists.
//!
//! ```text
//! <!-- quickstart:begin --> examples/quickstart.rs, and its output     BLESS=1 writes these four
//! <!-- newton:begin -->     the solver of examples/newton.rs
//! <!-- refusal:begin -->    an error as rustc prints it
//! <!-- refused:begin -->    one row, one case that must be refused
//! <!-- means:begin -->      computed from the tables of docs/book/src/speed.md
//! Limits                    each sentence evaluated, and those of the book's `numerics.md`
//! ```
//!
//! The README's first example also runs as a doctest of `jacobian-runtime`. When one of these tests
//! fails after a change to the macro, change the README.

#![expect(clippy::float_cmp, reason = "the README promises exact numbers")]

use std::fs;
use std::path::{Path, PathBuf};

use jacobian_runtime::{Function, check_jacobian, jacobian};
use proc_macro2::TokenStream;
use quote::ToTokens;

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

fn readme() -> String {
    fs::read_to_string(path()).expect("a README")
}

/// The text between the two comments of this name.
fn section<'a>(text: &'a str, name: &str) -> &'a str {
    let (_, rest) = text
        .split_once(&format!("<!-- {name}:begin"))
        .expect("a section begins");
    let (_, rest) = rest.split_once("-->\n").expect("the comment ends");
    let (section, _) = rest
        .split_once(&format!("<!-- {name}:end -->"))
        .expect("a section ends");
    section
}

/// The expansion of an item.
fn expand(options: &str, item: &str) -> TokenStream {
    let tokens = |text: &str| text.parse().expect("tokens");
    jacobian_core::expand(tokens(options), tokens(item))
}

/// The first Rust block of the README.
fn example(readme: &str) -> syn::ItemFn {
    let (_, rest) = readme.split_once("```rust\n").expect("an example");
    let (code, _) = rest.split_once("```").expect("the example ends");
    let file = syn::parse_file(code).expect("the example parses");
    let attributed = |item| match item {
        syn::Item::Fn(function) if !function.attrs.is_empty() => Some(function),
        _ => None,
    };
    file.items
        .into_iter()
        .find_map(attributed)
        .expect("an attributed function")
}

/// The examples that the README shows: it prints their real output.
#[cfg(feature = "faer")]
#[path = "../examples/newton.rs"]
#[allow(dead_code, reason = "its `main` is for cargo run")]
pub mod newton;
#[path = "../examples/quickstart.rs"]
#[allow(
    dead_code,
    reason = "its `main` is called by a test, the rest by its `main`"
)]
pub mod quickstart;

/// The part of an example that the README shows.
fn shown(example: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{example}.rs"));
    let text = fs::read_to_string(path).expect("the example is there");
    let (_, rest) = text.split_once("// README:begin\n").expect("it begins");
    let (shown, _) = rest.split_once("// README:end\n").expect("it ends");
    shown.to_owned()
}

/// The text that `examples/quickstart.rs` prints.
fn printed() -> String {
    let (value, jacobian) = quickstart::tank_with_jacobian(&[0.5, 0.5, 0.5], 1.0, 0.5);
    let (pattern, cost) = (quickstart::TANK_PATTERN, quickstart::TANK_COST);
    let jacobian = jacobian.to_dense();
    format!("value {value:?}\njacobian {jacobian:?}\n{pattern}\n{cost}\n")
}

/// An error as rustc prints it: the case in the tests of the messages whose code has this text.
fn refusal(code: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("jacobian-macro/tests/ui/body");
    let files = fs::read_dir(folder).expect("the cases");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a case").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "stderr"));
    paths.sort();
    let texts = paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("text"));
    let blocks: Vec<String> = texts
        .flat_map(|text| text.split("\n\n").map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let found = blocks.into_iter().find(|block| block.contains(code));
    let found = found.expect("a case with this code");
    let path = |line: &&str| !line.trim_start().starts_with("-->");
    found.lines().filter(path).collect::<Vec<_>>().join("\n")
}

/// The sections that are written by `BLESS=1`, by name.
fn written() -> [(&'static str, String); 4] {
    [
        (
            "quickstart",
            format!("```rust\n{}```\n", shown("quickstart")),
        ),
        ("output", format!("```text\n{}```\n", printed())),
        // Not a doctest, because the runtime alone has no faer.
        (
            "newton",
            format!("```rust,ignore\n{}```\n", shown("newton")),
        ),
        (
            "refusal",
            format!("```text\n{}\n```\n", refusal("square(x)")),
        ),
    ]
}

#[test]
fn the_readme_shows_what_the_examples_and_the_compiler_do() {
    for (name, expected) in written() {
        let text = readme();
        let found = section(&text, name);
        if found != expected && std::env::var_os("BLESS").is_some() {
            let begin = text.find(&format!("<!-- {name}:begin")).expect("it begins");
            let (before, after) = text.split_at(begin);
            let (comment, after) = after.split_once("-->\n").expect("the comment ends");
            let after = after.strip_prefix(found).expect("the section follows");
            let text = format!("{before}{comment}-->\n{expected}{after}");
            fs::write(path(), text).expect("a README to write");
            continue;
        }
        assert_eq!(found, expected, "{name}: run with BLESS=1 and review");
    }
}

#[cfg(feature = "faer")]
#[test]
fn the_newton_step_reaches_the_solution() {
    let mut u = [0.0; 31];
    let steps = newton::newton(&mut u).expect("it converges");
    assert!((2..=6).contains(&steps), "{steps} steps");
    assert!((u[15] - 0.140_539_214).abs() < 1e-8, "{}", u[15]);
}

/// The times of a target in docs/book/src/speed.md, a row for each problem.
fn times(target: &str) -> Vec<Vec<(String, f64)>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/book/src/speed.md");
    let page = fs::read_to_string(page).expect("the page of times");
    let (_, table) = page.split_once(&format!("**{target}**")).expect("a table");
    let cells = |line: &str| -> Vec<String> {
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = table.lines().skip(2);
    let heads = cells(lines.next().expect("heads"));
    let rows = lines.skip(1).take_while(|line| line.starts_with("| "));
    rows.map(|line| {
        let named = heads.iter().cloned().zip(cells(line));
        named
            .filter_map(|(head, cell)| Some((head, cell.parse().ok()?)))
            .collect()
    })
    .collect()
}

/// The fastest of these contestants of a problem.
fn fastest(row: &[(String, f64)], names: &[&str]) -> f64 {
    let times = row
        .iter()
        .filter(|(name, _)| names.contains(&name.as_str()));
    times.map(|(_, time)| *time).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_means_are_those_of_the_tables() {
    const RIVALS: &[&str] = &[
        "hand",
        "casadi",
        "cppadcodegen",
        "symforce",
        "wrenfold",
        "gradgen",
    ];
    let text = readme();
    let rows = section(&text, "means").lines().skip(2);
    let mut checked = 0;
    for (line, target) in rows.zip(["native", "default"]) {
        let stated: Vec<f64> = line
            .split('|')
            .filter_map(|cell| cell.trim().parse().ok())
            .collect();
        let times = times(target);
        assert_eq!((times.len(), stated.len()), (10, 3), "{target}");
        let ours: [&[&str]; 3] = [
            &["generated"],
            &["fused"],
            &["generated", "fused", "searched"],
        ];
        for (names, stated) in ours.into_iter().zip(stated) {
            let logs = times
                .iter()
                .map(|row| (fastest(row, names) / fastest(row, RIVALS)).ln());
            let mean = (logs.sum::<f64>() / 10.0).exp();
            // The tables are rounded to a tenth of a nanosecond.
            assert!((mean - stated).abs() < 0.0061, "{target} {names:?}: {mean}");
            checked += 1;
        }
    }
    assert_eq!(checked, 6);
}

/// Rows of the table of refused constructs, each with functions that show the refusal.
const REFUSED: &[(&str, &[(&str, &str)])] = &[
    (
        "a variable that gets another shape in a loop whose end only run time knows",
        &[(
            "",
            "fn f(x: f64, n: usize) -> f64 { let mut y = (x, x); for _ in 0..n { y = ([y.0; 3], x); } y.1 }",
        )],
    ),
    (
        "a loop that nothing ends",
        &[(
            "",
            "fn f(x: f64) -> f64 { let mut y = x; loop { y *= 2.0; } y }",
        )],
    ),
    (
        "a call of another function with an active argument",
        &[("", "fn f(x: f64) -> f64 { square(x) }")],
    ),
    (
        "the rest of a struct literal, `..BASE`, that the function did not build",
        &[("", "fn f(x: f64) -> Point { Point { x, ..ORIGIN } }")],
    ),
    (
        "const parameters without a value",
        &[("", "fn f<const N: usize>(x: &[f64; N]) -> f64 { x[0] }")],
    ),
    (
        "a few methods of `nalgebra`, for example `l_dirty` of `cholesky`",
        &[
            (
                "",
                "fn f(x: &Matrix3<f64>) -> f64 { x.cholesky().unwrap().l_dirty().trace() }",
            ),
            (
                "",
                "fn f(x: &Matrix3<f64>) -> f64 { x.lblt().l_permuted().trace() }",
            ),
        ],
    ),
    (
        "`unsafe` beyond access without a check of the index, `async`, unknown macros",
        &[
            (
                "",
                "fn f(x: &[f64; 2]) -> f64 { unsafe { *x.as_ptr().add(1) } }",
            ),
            ("", "unsafe fn f(x: f64) -> f64 { x }"),
            ("", "async fn f(x: f64) -> f64 { x }"),
            ("", "fn f(x: f64) -> f64 { square!(x) }"),
        ],
    ),
    (
        "option `batch` for functions that can fail, or of other scalars than `f64`",
        &[
            ("batch", "fn f(x: f64) -> Option<f64> { Some(x) }"),
            ("batch", "fn f(x: f32) -> f32 { x }"),
        ],
    ),
];

fn is_refused(options: &str, item: &str) -> bool {
    expand(options, item).to_string().contains("compile_error")
}

#[test]
fn the_readme_states_the_oldest_rust() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("a manifest");
    let versions: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'))
        .collect();
    let [oldest] = versions[..] else {
        panic!("one version for all: {versions:?}")
    };
    assert!(readme().contains(&format!("Rust {oldest} or later;")));
}

#[test]
fn expansion_is_deterministic() {
    let item = example(&readme()).to_token_stream().to_string();
    let first = expand("wrt(x)", &item).to_string();
    assert_eq!(first, expand("wrt(x)", &item).to_string());
}

#[test]
fn what_the_readme_says_is_refused_is_refused() {
    for (row, cases) in REFUSED {
        for (options, item) in *cases {
            assert!(
                is_refused(options, item),
                "accepted, so `{row}` of the README must go: #[jacobian({options})] {item}"
            );
        }
    }
}

#[test]
fn the_readme_lists_what_is_refused() {
    let text = readme();
    let rows: Vec<&str> = section(&text, "refused")
        .lines()
        .skip(2)
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" | "))
        .map(|(refused, _)| refused)
        .collect();
    let cases: Vec<&str> = REFUSED.iter().map(|(row, _)| *row).collect();
    assert_eq!(rows, cases);
}

#[test]
fn what_the_readme_advises_is_accepted() {
    for (options, item) in [
        (
            "",
            "fn f(x: f64) -> f64 { x.max(0.0) + x.abs() + x.clamp(0.0, 1.0) }",
        ),
        (
            "",
            "fn f(x: &[f64; 4]) -> f64 { let mut y = 0.0; for i in 0..4 { if i % 2 == 0 { y += x[i]; } } y }",
        ),
        (
            "const(N = 6)",
            "fn f(x: f64) -> f64 { let mut y = x; for _ in 0..N { y *= x; } y }",
        ),
        ("", "fn f(x: f64, body: &Body) -> f64 { x * body.mass }"),
        ("", "fn f(x: &Vector3<f64>) -> f64 { x[0] * x.norm() }"),
        (
            "wrt(x)",
            "fn f(x: &Vector3<f64>, k: &Matrix3<f64>) -> Option<Vector3<f64>> { let k: Matrix3<f64> = k.try_inverse()?; Some(k * x) }",
        ),
        ("", "fn f<T: Real>(x: T) -> T { x * x }"),
        (
            "const(N = 3)",
            "fn f<const N: usize>(x: &[f64; N]) -> f64 { x[0] }",
        ),
        ("", "fn f(x: f64) -> Point { Point { x, y: x * x } }"),
        ("wrt(b.p)", "fn f(b: &Body) -> f64 { b.p * b.p }"),
    ] {
        assert!(!is_refused(options, item), "{item}");
    }
}

pub mod ieee {
    //! Where folding departs from IEEE arithmetic, as `numerics.md` of the book says.

    use super::jacobian;

    /// A product that is zero for every other factor.
    #[jacobian]
    pub fn absent(x: f64) -> [f64; 2] {
        [0.0 * x.exp(), x]
    }

    /// Three thirds less the whole.
    #[jacobian]
    pub fn thirds(x: f64, y: f64) -> f64 {
        x / 3.0 + x / 3.0 + x / 3.0 - x + y
    }

    /// Two factors known at expansion, whose product is one.
    #[jacobian]
    pub fn scaled(x: f64) -> f64 {
        (x * 1e200) * 1e-200 * x
    }

    /// A maximum with a constant, singular where it returns the constant.
    #[jacobian]
    pub fn unselected(x: f64) -> f64 {
        x.sqrt().max(1.0)
    }

    /// Singular at zero.
    #[jacobian]
    pub fn singular(x: f64) -> f64 {
        x.sqrt()
    }
}

#[test]
fn a_structural_zero_is_absent_also_where_products_would_be_nan() {
    let (value, jacobian) = ieee::absent_with_jacobian(f64::INFINITY);
    assert!(value[0].is_nan(), "the value is not folded");
    assert_eq!(jacobian.get(0, 0), None);
    assert_eq!(jacobian.get(1, 0), Some(1.0));
}

#[test]
fn constant_paths_that_cancel_leave_no_entry() {
    assert_eq!(ieee::THIRDS_PATTERN.entries().collect::<Vec<_>>(), [(0, 1)]);
}

#[test]
fn known_factors_meet_each_other_first() {
    // The derivative is `2 x`; the chain rule from the result back would lose half of it to
    // underflow.
    let tiny = 1e-150;
    let lost = tiny * 1e-200 * 1e200;
    assert_eq!(lost, 0.0);
    let entry = ieee::scaled_jacobian(tiny).get(0, 0).expect("an entry");
    assert!((entry - 2.0 * tiny).abs() <= 1e-12 * tiny, "{entry:e}");
}

#[test]
fn a_side_that_is_not_taken_contributes_zero() {
    assert_eq!(ieee::unselected_jacobian(0.0).values(), &[0.0]);
    assert_eq!(ieee::unselected_jacobian(0.25).values(), &[0.0]);
    assert_eq!(ieee::singular_jacobian(0.0).values(), &[f64::INFINITY]);
}

pub mod solver {
    //! The claims of the README about solvers.

    use super::jacobian;

    /// The example of the README, as a function for solvers too.
    #[jacobian(wrt(x), as = Tank)]
    pub fn tank(x: &[f64; 3], feed: f64, heat: f64) -> [f64; 3] {
        let [a, b, temperature] = *x;
        let rate = a * (10.0 - 5.0 / temperature).exp();
        [feed - a - rate, rate - b, 1.0 - temperature + heat * rate]
    }
}

#[test]
fn constants_of_the_example_are_in_the_template() {
    use solver::{TANK_PATTERN, TANK_TEMPLATE, Tank, tank_update_into, tank_with_jacobian};
    let constant = TANK_PATTERN.position(1, 1).expect("an entry");
    assert_eq!(TANK_TEMPLATE[constant], -1.0);
    let (x, mut value, mut entries) = ([0.5, 0.5, 0.5], [0.0; 3], TANK_TEMPLATE);
    tank_update_into(&x, 1.0, 0.5, &mut value, &mut entries);
    let (same_value, jacobian) = tank_with_jacobian(&x, 1.0, 0.5);
    assert_eq!((value, &entries), (same_value, jacobian.values()));
    let tank = Tank {
        feed: 1.0,
        heat: 0.5,
    };
    check_jacobian(&tank, &x).expect("differences agree");
    assert_eq!((Tank::ROWS, Tank::COLS, Tank::NNZ), (3, 3, 7));
}
