//! Source of functions of any size, written with loops as a user would, to measure expansion and
//! rustc.
//!
//! ```text
//! trees    products of eight inputs, many        random   four values, each updated by two others
//! chain    y = sin(a y), over and over           stencil  five steps over a ring of cells
//! sum      one long sum of squares               dense    every row a sum over every column
//! ```
//!
//! The size is the number of operations that the function unrolls to, about.

use proc_macro2::TokenStream;
use quote::quote;

/// A name, and a function that writes the source for a size.
pub type Spelled = (&'static str, fn(usize) -> TokenStream);

/// All of them.
pub const FUNCTIONS: [Spelled; 6] = [
    ("trees", trees_function),
    ("random", random_function),
    ("chain", chain_function),
    ("stencil", stencil_function),
    ("sum", sum_function),
    ("dense", dense_function),
];

/// Trees of eight leaves, seven products each.
fn trees_function(size: usize) -> TokenStream {
    let n = size / 7;
    quote!(
        fn trees(x: &[[f64; 8]; #n]) -> [f64; #n] {
            let mut y = [0.0; #n];
            for k in 0..#n {
                let [a, b, c, d, e, f, g, h] = x[k];
                y[k] = ((a * b) * (c * d)) * ((e * f) * (g * h));
            }
            y
        }
    )
}

/// Each statement uses some of the four values before it, in no regular order.
fn random_function(size: usize) -> TokenStream {
    let n = size / 2;
    quote!(
        fn random(x: &[f64; 4]) -> [f64; 4] {
            let mut w = *x;
            for k in 0..#n {
                let (i, j) = ((k * 7 + 3 + k / 16) % 4, (k * 11 + 5 + k / 7) % 4);
                w[k % 4] += w[i] * w[j];
            }
            w
        }
    )
}

fn chain_function(size: usize) -> TokenStream {
    let n = size / 2;
    quote!(
        fn chain(x: f64, a: f64) -> f64 {
            let mut y = x;
            for _ in 0..#n {
                y = (y * a).sin();
            }
            y
        }
    )
}

/// Five steps of `u[k] += (u[k - 1] - 2 * u[k] + u[k + 1]) * u[k]`: six operations for each cell.
fn stencil_function(size: usize) -> TokenStream {
    let width = size / 30;
    quote!(
        fn stencil(x: &[f64; #width]) -> [f64; #width] {
            let mut u = *x;
            for _ in 0..5 {
                let old = u;
                for k in 0..#width {
                    let left = old[(k + #width - 1) % #width];
                    let right = old[(k + 1) % #width];
                    u[k] = old[k] + (left - 2.0 * old[k] + right) * old[k];
                }
            }
            u
        }
    )
}

fn sum_function(size: usize) -> TokenStream {
    let n = size / 2;
    quote!(
        fn sum(x: &[f64; #n]) -> f64 {
            let mut y = 0.0;
            for k in 0..#n {
                y += x[k] * x[k];
            }
            y
        }
    )
}

/// As many rows as columns, each entry a function of both.
fn dense_function(size: usize) -> TokenStream {
    let n = (size / 3).isqrt();
    quote!(
        fn dense(x: &[f64; #n]) -> [f64; #n] {
            let mut y = [0.0; #n];
            for i in 0..#n {
                for j in 0..#n {
                    y[i] += x[i] * x[j] * (i as f64 - j as f64 + 0.5);
                }
            }
            y
        }
    )
}
