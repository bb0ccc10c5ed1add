//! The README tells today's truth: its expansion, its limits, its lists.
//!
//! ```text
//! <!-- expansion:begin -->  the macro's own output, abridged          BLESS=1 writes it anew
//! <!-- refused:begin -->    one row, one case that must be refused
//! Limits, IEEE              each sentence evaluated
//! ```
//!
//! The README's example itself runs as a doctest of `jacobian-runtime`. When one of these tests fails
//! after a change to the macro, the README is what has to follow.

#![expect(clippy::float_cmp, reason = "the README promises exact numbers")]

use std::fs;
use std::path::{Path, PathBuf};

use jacobian_runtime::{Function, check_jacobian, jacobian};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

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

/// What the attribute makes of an item.
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

/// Leaves out what a reader of the README does not need: attributes, absolute paths, hidden items.
struct Abridge;

impl VisitMut for Abridge {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        if path.leading_colon.is_none() {
            return;
        }
        let last = path.segments.last().cloned().expect("paths have segments");
        let is_scalar = path.segments.iter().any(|part| part.ident == "primitive");
        let is_runtime = path.segments[0].ident == "jacobian_runtime";
        if is_scalar || (is_runtime && path.segments.len() == 2) {
            *path = syn::Path::from(last.ident.clone());
            path.segments[0].arguments = last.arguments;
        } else if is_runtime {
            path.leading_colon = None;
            path.segments = path.segments.iter().skip(1).cloned().collect();
        }
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
        attributes.clear();
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block
            .stmts
            .retain(|statement| !matches!(statement, syn::Stmt::Item(_) | syn::Stmt::Macro(_)));
        visit_mut::visit_block_mut(self, block);
    }
}

/// The expansion of the README's example as the README prints it.
fn abridged(readme: &str) -> String {
    let mut function = example(readme);
    let attribute = function
        .attrs
        .iter()
        .position(|attribute| attribute.path().is_ident("jacobian"))
        .expect("the attribute");
    let attribute = function.attrs.remove(attribute);
    let list = attribute.meta.require_list().expect("its arguments");
    let expanded = jacobian_core::expand(list.tokens.clone(), function.to_token_stream());
    let mut file: syn::File = syn::parse2(expanded).expect("Rust");
    file.items.retain(|item| match item {
        syn::Item::Const(constant) => constant.ident != "_",
        syn::Item::Type(_) => true,
        syn::Item::Fn(function) => function.sig.ident.to_string().ends_with("_update_into"),
        _ => false,
    });
    Abridge.visit_file_mut(&mut file);
    format!("```text\n{}```\n", prettyplease::unparse(&file))
}

#[test]
fn the_readme_prints_the_expansion_of_its_example() {
    let text = readme();
    let expected = abridged(&text);
    let found = section(&text, "expansion");
    if found != expected && std::env::var_os("BLESS").is_some() {
        fs::write(path(), text.replacen(found, &expected, 1)).expect("a README to write");
        return;
    }
    assert!(
        found == expected,
        "the README prints another expansion; run with BLESS=1 and review:\n{expected}"
    );
}

/// Rows of the table of what is refused, each with functions that show it.
const REFUSED: &[(&str, &[(&str, &str)])] = &[
    (
        "`while` and `loop`",
        &[
            (
                "",
                "fn f(x: f64) -> f64 { let mut y = x; while y < 1.0 { y *= 2.0; } y }",
            ),
            (
                "",
                "fn f(x: f64) -> f64 { let mut y = x; loop { y *= 2.0; } y }",
            ),
        ],
    ),
    (
        "a loop with a run-time bound",
        &[(
            "",
            "fn f(x: f64, n: usize) -> f64 { let mut y = x; for _ in 0..n { y *= x; } y }",
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
        "generic scalars with other bounds, const parameters without a value",
        &[
            ("", "fn f<T: Float>(x: T) -> T { x * x }"),
            ("", "fn f<const N: usize>(x: &[f64; N]) -> f64 { x[0] }"),
        ],
    ),
    (
        "decompositions and other methods of `nalgebra` that are not expanded",
        &[("", "fn f(x: &Matrix3<f64>) -> f64 { x.lu().determinant() }")],
    ),
    (
        "`unsafe`, `async`, unknown macros",
        &[
            ("", "unsafe fn f(x: f64) -> f64 { x }"),
            ("", "async fn f(x: f64) -> f64 { x }"),
            ("", "fn f(x: f64) -> f64 { square!(x) }"),
        ],
    ),
    (
        "trait `impl`s",
        &[("", "impl Model for Tank { fn f(x: f64) -> f64 { x } }")],
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
    //! Where folding departs from IEEE arithmetic.

    use super::jacobian;

    /// A product that is zero, whatever the other factor.
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
    // The derivative is `2 x`; the chain rule from the result back would lose half of it to underflow.
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
    //! What the README says of solvers.

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
