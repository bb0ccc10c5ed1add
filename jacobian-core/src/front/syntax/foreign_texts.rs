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
        "select",
        FIELDS,
        "fn f(x: S, is_first: bool, y: S) -> S { if is_first { x } else { y } }",
    ),
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

/// `x.midpoint(y)` of the standard library, which avoids that the sum overflows.
pub(crate) const MIDPOINT: &str = "fn f(x: S, y: S) -> S {
    if x.abs() <= S::MAX / 2.0 && y.abs() <= S::MAX / 2.0 { (x + y) / 2.0 } else { x / 2.0 + y / 2.0 } }";

const NUM: &[&str] = &["num_traits", "num"];
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

/// Integers that `x.to_i32()` of num-traits and its like give, with their numbers of bits.
const PRIMITIVES: &[(&str, u32)] = &[
    ("i8", 8),
    ("i16", 16),
    ("i32", 32),
    ("i64", 64),
    ("u8", 8),
    ("u16", 16),
    ("u32", 32),
    ("u64", 64),
    ("usize", 64),
];

/// `x.to_usize()` of num-traits for a scalar: the number towards zero, if the type has it.
pub(crate) fn to_primitive(name: &str, scalar: &str) -> Option<String> {
    let target = name.strip_prefix("to_")?;
    if matches!(target, "f64" | "f32") {
        let number = if target == scalar {
            "x".to_owned()
        } else {
            format!("x as {target}")
        };
        return Some(format!(
            "fn f(x: S) -> Option<{target}> {{ Some({number}) }}"
        ));
    }
    let (_, bits) = PRIMITIVES.iter().find(|(known, _)| *known == target)?;
    // The numbers above the least integer less one, if the scalar holds that.
    let digits = if scalar == "f32" { 24 } else { 53 };
    let least = -f64::from(bits - 1).exp2();
    let (least, end) = match (target.starts_with('u'), *bits < digits) {
        (true, _) => ("x > -1.0".to_owned(), f64::from(*bits).exp2()),
        (false, true) => (format!("x > {:.1}", least - 1.0), -least),
        (false, false) => (format!("x >= {least:.1}"), -least),
    };
    // It has another number of bits on other machines.
    let end = match target {
        "usize" => "usize::MAX as S + 1.0".to_owned(),
        _ => format!("{end:.1}"),
    };
    Some(format!(
        "fn f(x: S) -> Option<{target}> {{ if {least} && x < {end} {{ Some(x as {target}) }} else {{ None }} }}"
    ))
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
    syn::parse2(spelling::filled(tokens, &[("S".to_owned(), scalar)])).ok()
}

/// Whether a function of one of these crates has a meaning.
pub(crate) fn is_free_function(library: &Ident, name: &Ident) -> bool {
    let (library, name) = (library.to_string(), name.to_string());
    free_function(&library, &name).is_some() || (NUM.contains(&library.as_str()) && name == "pow")
}

/// Whether a name is that of a method with a row here.
pub(crate) fn is_method(name: &str) -> bool {
    let renamed = RENAMED.iter().chain(RENAMED_WITH_ARGUMENT);
    renamed.into_iter().any(|(known, _, _)| *known == name)
        || HELPERS.iter().any(|(known, _, _)| *known == name)
        || matches!(name, "is_zero" | "is_one")
        || to_primitive(name, "f64").is_some()
}

#[cfg(test)]
mod tests {
    use super::to_primitive;

    #[test]
    fn integers_have_the_limits_of_num_traits() {
        let condition = |name, scalar| {
            let text = to_primitive(name, scalar).expect("a text");
            let (_, rest) = text.split_once("if ").expect("a condition");
            rest.split(" {").next().expect("a condition").to_owned()
        };
        assert_eq!(
            condition("to_i32", "f64"),
            "x > -2147483649.0 && x < 2147483648.0"
        );
        assert_eq!(
            condition("to_i32", "f32"),
            "x >= -2147483648.0 && x < 2147483648.0"
        );
        assert_eq!(condition("to_u8", "f32"), "x > -1.0 && x < 256.0");
        assert_eq!(
            condition("to_usize", "f64"),
            "x > -1.0 && x < usize::MAX as S + 1.0"
        );
        assert_eq!(to_primitive("to_string", "f64"), None);
    }
}
