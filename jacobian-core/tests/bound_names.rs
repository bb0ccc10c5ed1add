//! Names that generated code binds: a constant or static of the user's of the same name would break
//! it.
//!
//! rustc reads an identifier in a pattern as a constant if one of that name is in scope, whatever
//! hygiene its span has. So every name that generated code binds is the user's own, starts with
//! `__`, or is one of the few that documentation shows.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use syn::visit::{self, Visit};

/// Parameters that users read in the documentation, and that nobody would give to a constant.
const SHOWN: &[&str] = &[
    "arg_1",
    "dx_in",
    "entries_out",
    "gradient_out",
    "jacobian_out",
    "labels_in",
    "labels_out",
    "normal_out",
    "point_in",
    "points_in",
    "product_out",
    "sqrt_information_in",
    "value_out",
    "w_in",
    "weights_in",
    "x_in",
];

/// Functions that together have every kind of generated function, statement and variable.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "jvp, vjp, linearize, hvp, hessian, normal(diagonal, loss = huber(0.5)), as = Residual",
        "pub fn f(x: &[f64; 2], k: f64) -> [f64; 2] { [x[0] * x[1] + k, (x[0] * k).sin() / x[1]] }",
    ),
    (
        "gradient, normal(sqrt_information)",
        "pub fn f(x: &[f64; 2]) -> [f64; 1] { [x[0] * x[1]] }",
    ),
    (
        "batch",
        "pub fn f(x: f64, k: f64) -> f64 { let g = move |v: f64| v + k; if x > k { x * g(k) } else { x.exp() } }",
    ),
    (
        "wrt(x), batch(per_point(t)), normal(diagonal, loss = huber(t))",
        "pub fn f(x: &[f64; 2], t: f64) -> [f64; 2] { if x[0] > t { [x[0], t] } else { [x[1], t * x[0]] } }",
    ),
    (
        "as = Residual",
        "pub fn f(x: &[f64; 2], y: &mut [f64; 2]) { y[0] = x[0] * x[1]; y[1] = x[0].atan2(x[1]); }",
    ),
    (
        "wrt(x)",
        "pub fn f(x: f64, (a, b): (f64, f64)) -> f64 { let c = h(a, b); match b { 1.0 => x * c, _ => x.powi(3) + c } }",
    ),
    (
        "wrt(x)",
        "pub fn f(x: f64, k: Option<f64>) -> Option<f64> { let y = k?; let z = k.map(|k| k * x)?; Some(x * y * z) }",
    ),
    (
        "wrt(x)",
        "pub fn f(x: f64, k: Result<f64, E>) -> Result<f64, F> { let y = k?; if y > 2.0 { return Err(F); } Ok(x * y) }",
    ),
    (
        "wrt(x)",
        "pub fn f(x: [f64; 3], k: f64) -> f64 {
            let m = x.iter().copied().fold(0.0, f64::max);
            let l = x.iter().copied().max_by(f64::total_cmp).unwrap_or(k);
            let mut n = 0; let o; if k > 2.0 { n = 2; o = k; } else { o = 3.0; } let p = q(n, o);
            m * l * p + x.iter().map(|v| v.powi(n)).sum::<f64>()
        }",
    ),
    (
        "",
        "pub fn f(x: [f64; 40]) -> f64 {
            let mut y = 0.0; for i in 0..40 { for j in 0..40 { y += (x[i] * x[j] * h(i)).sin() * x[i].powi(n(j)); } } y
        }",
    ),
];

/// The names that patterns bind.
fn bound(tokens: TokenStream) -> BTreeSet<String> {
    struct Bound(BTreeSet<String>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
            self.0.insert(pattern.ident.to_string());
            visit::visit_pat_ident(self, pattern);
        }
    }
    let mut bound = Bound(BTreeSet::new());
    bound.visit_file(&syn::parse2(tokens).expect("generated code parses"));
    bound.0
}

#[test]
fn no_generated_name_is_one_that_a_constant_may_have() {
    let mut shown = BTreeSet::new();
    for (arguments, function) in PROGRAMS {
        let [arguments, function] =
            [arguments, function].map(|text| text.parse::<TokenStream>().expect("tokens"));
        let own = bound(function.clone());
        let expanded = jacobian_core::expand(arguments, function);
        let text = expanded.to_string();
        assert!(!text.contains("compile_error"), "{text}");
        for name in bound(expanded).difference(&own) {
            // `None` is no binding, though syn cannot know.
            if !name.starts_with("__") && name != "None" {
                shown.insert(name.clone());
            }
        }
    }
    assert_eq!(shown.iter().map(String::as_str).collect::<Vec<_>>(), SHOWN);
}
