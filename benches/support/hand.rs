//! Jacobians as an expert writes them, given an afternoon each: the mark that generated code has to
//! reach.
//!
//! ```text
//! hhd      every shared product once
//! cpf      four roots and their reciprocals in lanes
//! roe      primitive variables, waves by direction
//! snavely  products with the rotation, no matrix
//! se3b     closed forms of the logarithm; no sine
//! fic      four collocation points in four lanes
//! fdc      a stencil in integers; columns unrolled
//! bruss    eight entries for each cell, one block for each cell
//! arm6     axes and levers instead of the chain rule
//! pollu    every partial once
//! ```
//!
//! All write the value and the entries, column by column, in the layout of the generated pattern,
//! and fuse where the target fuses.

#![allow(
    clippy::inline_always,
    clippy::needless_range_loop,
    clippy::too_many_lines,
    reason = "one formula below the other, as an expert writes them who has looked at the machine code"
)]

// Paths, because the studies load this file from elsewhere.
#[path = "hand/arm6.rs"]
pub mod arm6;
#[path = "hand/bruss.rs"]
pub mod bruss;
#[path = "hand/cpf.rs"]
pub mod cpf;
#[path = "hand/fdc.rs"]
pub mod fdc;
#[path = "hand/fic.rs"]
pub mod fic;
#[path = "hand/hhd.rs"]
pub mod hhd;
#[path = "hand/pollu.rs"]
pub mod pollu;
#[path = "hand/roe.rs"]
pub mod roe;
#[path = "hand/se3b.rs"]
pub mod se3b;
#[path = "hand/snavely.rs"]
pub mod snavely;

use crate::corpus::problem::{Evaluate, array, array_mut};

/// The hand-written Jacobian of a benchmark.
pub fn contestant(name: &str) -> Option<Evaluate> {
    macro_rules! run {
        ($path:path) => {
            Some(|x, value, entries| {
                $path(array(x), array_mut(value), array_mut(entries));
            })
        };
    }
    match name {
        "hhd" => run!(hhd::hhd),
        "cpf" => run!(cpf::in_lanes),
        "roe" => run!(roe::roe),
        "fic" => run!(fic::fic),
        "fdc" => run!(fdc::fdc),
        "snavely" => run!(snavely::snavely),
        "arm6" => run!(arm6::arm6),
        "se3b" => run!(se3b::se3b),
        "pollu" => run!(pollu::pollu),
        "bruss" => run!(bruss::bruss),
        _ => None,
    }
}

/// A vector in space.
type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    fma(a[0], b[0], fma(a[1], b[1], a[2] * b[2]))
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        fma(a[1], b[2], -(a[2] * b[1])),
        fma(a[2], b[0], -(a[0] * b[2])),
        fma(a[0], b[1], -(a[1] * b[0])),
    ]
}

/// Fused where the target fuses, as generated code does.
#[inline]
pub(super) fn fma(a: f64, b: f64, c: f64) -> f64 {
    if cfg!(target_feature = "fma") {
        a.mul_add(b, c)
    } else {
        a * b + c
    }
}
