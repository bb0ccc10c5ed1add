//! Plans that are right, and plans that are wrong.

use super::of_function;
use crate::source::Function;
use jacobian_core::{Disk, expand_watched};
use proc_macro2::TokenStream;
use quote::quote;

fn function(item: TokenStream) -> Function {
    let (_, mut watched) = expand_watched(quote!(hessian), item, &Disk);
    Function {
        file: "f.rs".into(),
        watched: watched.remove(0),
    }
}

/// How far the plans deviate from the chain rule and from differences, and what is printed.
fn checked(function: &Function) -> (bool, f64, String) {
    let checked = of_function(function, 20);
    let deviations = checked.iter().map(|(_, one)| one.by_differences.deviation);
    let is_right = checked
        .iter()
        .all(|(_, one)| one.points > 0 && one.is_right());
    let said = checked.iter().map(|(of, one)| format!("{of}: {one}\n"));
    (is_right, deviations.fold(0.0, f64::max), said.collect())
}

fn is_right(item: TokenStream) -> String {
    let (is_right, by_differences, said) = checked(&function(item));
    assert!(is_right && by_differences < 1e-6, "{said}");
    said
}

/// `x / y` with the plan of `x * y`, whose entries are at the same places.
#[test]
fn a_plan_of_another_function_is_wrong() {
    let product = function(quote!(
        fn f(x: f64, y: f64) -> f64 {
            x * y
        }
    ));
    let mut quotient = function(quote!(
        fn f(x: f64, y: f64) -> f64 {
            x / y
        }
    ));
    assert!(checked(&product).0 && checked(&quotient).0);
    quotient.watched.compiled.plan = product.watched.compiled.plan;
    let (is_right, _, said) = checked(&quotient);
    assert!(!is_right, "{said}");
}

#[test]
fn branches_are_evaluated_by_arms() {
    let said = is_right(quote! {
        fn f(x: f64, y: f64, k: f64) -> f64 {
            let r = if x > 1.0 { (x - 1.0).sqrt() * y } else { x.sin() };
            if k < limit() { return r * r; }
            match kind() { 0 => r * y, 1 => r / x, _ => y.exp() }
        }
    });
    // A root of a negative number, at a point that takes any arm, leaves out the point.
    assert!(said.contains("points through 7 of 7 arms"), "{said}");
}

#[test]
fn loops_are_evaluated_by_iterations() {
    let said = is_right(quote! {
        fn f(x: &[f64; 3], n: usize) -> f64 {
            let (mut y, mut z) = (x[0] * x[1], x[1].exp());
            for i in 0..n {
                let w = if y < 0.5 { y.sin() * x[2] } else { y.cos() };
                for _ in 0..i { z += 0.1 * w * y; }
                y = w + z * 0.01;
            }
            y * z
        }
    });
    assert!(
        said.contains("through 2 of 2 arms, loops run 0 to 4 times"),
        "{said}"
    );
}

/// An arm or a body with the plan of another function is found, and not by its values.
#[test]
fn a_wrong_plan_of_a_region_is_found() {
    let of_loop = |body| quote!(fn f(x: f64, y: f64, n: usize) -> f64 { let mut z = x; for _ in 0..n { z = #body; } z });
    let of_branch =
        |body| quote!(fn f(x: f64, y: f64) -> f64 { if x < 1.0 { #body } else { x * y } });
    let product = quote!(x * y.sin());
    let quotient = quote!(x / y.sin());
    for [right, wrong] in [
        [of_branch(product), of_branch(quotient)],
        [of_loop(quote!(z * y.sin())), of_loop(quote!(z / y.sin()))],
    ] {
        let (right, mut wrong) = (function(right), function(wrong));
        assert!(checked(&right).0 && checked(&wrong).0);
        wrong.watched.compiled.arms = right.watched.compiled.arms;
        let (is_right, _, said) = checked(&wrong);
        assert!(!is_right, "{said}");
    }
}
