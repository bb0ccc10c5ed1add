//! Methods and functions of num-traits, simba, nalgebra and num-dual that are more than one
//! operation, as Rust text.
//!
//! ```text
//! x.sinc()    fn f(x: S) -> S { if x == 0.0 { 1.0 } else { x.sin() / x } }
//! ```
//!
//! Each text repeats the implementation for `f64`, written by ourselves, operation by operation. It
//! is run like a function of the user's.

use proc_macro2::Ident;
use quote::ToTokens;

use crate::front::syntax::foreign_traits::{FIELDS, RENAMED, RENAMED_WITH_ARGUMENT};
use crate::spelling;

/// Methods that are more than one operation: name, traits, and the implementation for a scalar `S`.
const HELPERS: &[(&str, &[&str], &str)] = &[
    ("modulus_squared", FIELDS, "fn f(x: S) -> S { x * x }"),
    ("imaginary", FIELDS, "fn f(x: S) -> S { 0.0 }"),
    ("scale", FIELDS, "fn f(x: S, k: S) -> S { x * k }"),
    ("scale", &["DualNum"], "fn f(x: S, k: S) -> S { x * k }"),
    ("unscale", FIELDS, "fn f(x: S, k: S) -> S { x / k }"),
    (
        "argument",
        FIELDS,
        "fn f(x: S) -> S { if x >= 0.0 { 0.0 } else { core::S::consts::PI } }",
    ),
    (
        "to_polar",
        FIELDS,
        "fn f(x: S) -> (S, S) { (x.abs(), if x >= 0.0 { 0.0 } else { core::S::consts::PI }) }",
    ),
    (
        "to_exp",
        FIELDS,
        "fn f(x: S) -> (S, S) { if x >= 0.0 { (x, 1.0) } else { (-x, -1.0) } }",
    ),
    (
        "sinh_cosh",
        FIELDS,
        "fn f(x: S) -> (S, S) { (x.sinh(), x.cosh()) }",
    ),
    (
        "sinc",
        FIELDS,
        "fn f(x: S) -> S { if x == 0.0 { 1.0 } else { x.sin() / x } }",
    ),
    (
        "sinhc",
        FIELDS,
        "fn f(x: S) -> S { if x == 0.0 { 1.0 } else { x.sinh() / x } }",
    ),
    (
        "cosc",
        FIELDS,
        "fn f(x: S) -> S { if x == 0.0 { 1.0 } else { x.cos() / x } }",
    ),
    (
        "coshc",
        FIELDS,
        "fn f(x: S) -> S { if x == 0.0 { 1.0 } else { x.cosh() / x } }",
    ),
    (
        "try_sqrt",
        FIELDS,
        "fn f(x: S) -> Option<S> { if x >= 0.0 { Some(x.sqrt()) } else { None } }",
    ),
    // That of `f64` panics if the limits are the wrong way round.
    (
        "clamp",
        &["RealField"],
        "fn f(x: S, a: S, b: S) -> S { if x < a { a } else if x > b { b } else { x } }",
    ),
    (
        "abs_sub",
        &["Signed", "Float"],
        "fn f(x: S, y: S) -> S { if x <= y { 0.0 } else { x - y } }",
    ),
    (
        "sph_j0",
        &["DualNum"],
        "fn f(x: S) -> S { if x.abs() < S::EPSILON { 1.0 - x * x / 6.0 } else { x.sin() / x } }",
    ),
];

/// Functions of crates: the names of the crate, the function, and its body for a scalar `S`.
const FUNCTIONS: &[(&[&str], &str, &str)] = &[
    (
        NUM,
        "clamp",
        "fn f(x: S, a: S, b: S) -> S { if x < a { a } else if x > b { b } else { x } }",
    ),
    (
        NUM,
        "clamp_min",
        "fn f(x: S, a: S) -> S { if x < a { a } else { x } }",
    ),
    (
        NUM,
        "clamp_max",
        "fn f(x: S, b: S) -> S { if x > b { b } else { x } }",
    ),
    (NUM, "abs", "fn f(x: S) -> S { x.abs() }"),
    (NUM, "signum", "fn f(x: S) -> S { x.signum() }"),
    (
        NUM,
        "abs_sub",
        "fn f(x: S, y: S) -> S { if x <= y { 0.0 } else { x - y } }",
    ),
    (
        NALGEBRA,
        "clamp",
        "fn f(x: S, a: S, b: S) -> S { if x > a { if x < b { x } else { b } } else { a } }",
    ),
    (NALGEBRA, "abs", "fn f(x: S) -> S { x.abs() }"),
    (
        NALGEBRA,
        "wrap",
        "fn f(x: S, min: S, max: S) -> S {
            assert!(min < max, \"Invalid wrapping bounds.\");
            let width = max - min;
            let mut x = x;
            if x < min {
                x += width;
                while x < min { x += width; }
            } else if x > max {
                x -= width;
                while x > max { x -= width; }
            }
            x }",
    ),
];

const NUM: &[&str] = &["num_traits"];
const NALGEBRA: &[&str] = &["nalgebra", "na"];

/// The implementation of a method that is more than one operation.
pub(crate) fn helper(name: &str, has: &dyn Fn(&[&str]) -> bool) -> Option<&'static str> {
    let plain = match name.strip_prefix("simd_") {
        Some(plain) if has(&["SimdComplexField"]) => plain,
        _ => name,
    };
    let mut rows = HELPERS.iter();
    let row = rows.find(|(known, traits, _)| *known == plain && has(traits));
    row.map(|(_, _, body)| *body)
}

/// The implementation of a function of one of these crates.
pub(crate) fn free_function(library: &str, name: &str) -> Option<&'static str> {
    let mut rows = FUNCTIONS.iter();
    let row = rows.find(|(crates, known, _)| *known == name && crates.contains(&library));
    row.map(|(_, _, body)| *body)
}

/// The function of a text, for one scalar.
pub(crate) fn parsed(text: &str, scalar: &str) -> Option<syn::ItemFn> {
    let scalar = Ident::new(scalar, proc_macro2::Span::call_site()).into_token_stream();
    let tokens = text.parse().ok()?;
    syn::parse2(spelling::replaced(tokens, &[("S".to_owned(), scalar)])).ok()
}

/// Whether a function of one of these crates has a meaning.
pub(crate) fn is_free_function(library: &Ident, name: &Ident) -> bool {
    let (library, name) = (library.to_string(), name.to_string());
    free_function(&library, &name).is_some() || (library == "num_traits" && name == "pow")
}

/// Whether a name is that of a method with a row here.
pub(crate) fn is_method(name: &str) -> bool {
    let renamed = RENAMED.iter().chain(RENAMED_WITH_ARGUMENT);
    renamed.into_iter().any(|(known, _, _)| *known == name)
        || HELPERS.iter().any(|(known, _, _)| *known == name)
        || matches!(name, "is_zero" | "is_one")
}
