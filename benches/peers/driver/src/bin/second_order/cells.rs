//! The cells: a problem and a task, with the functions that the attribute generates for it.
//!
//! Each function of `functions` carries the attribute once for each column of the table:
//!
//! ```text
//! default     no further option: the value is bit for bit that of the function
//! fused       value = fused
//! reversed    value = fused, order = reverse
//! ```

use crate::Named;
use crate::corpus::{bruss, se3b, snavely};
use crate::functions::{
    absorption, arm, atoms, combustion, hs71, hs100, hs116, network, opf, pose, reactor,
    rosenbrock, surface,
};
use crate::linked::{fixed, fixed_mut, split, split_mut};

/// A problem and a task.
pub struct Cell {
    /// Both names.
    pub name: &'static str,
    /// The variables' base point.
    pub base: Vec<f64>,
    /// How many weights or numbers of directions follow the variables.
    pub behind: usize,
    /// How many outputs the problem has.
    pub value: usize,
    /// How many derivatives.
    pub entries: usize,
    /// Ours.
    pub ours: Vec<Named>,
}

/// How many vectors are multiplied at one point.
const DIRECTIONS: usize = 8;

/// Pointers to the expansions of a task, called as `$call` says.
macro_rules! ours {
    ($call:ident, $($label:ident = $path:path),*) => {
        vec![$({
            let run: fn(&[f64], &mut [f64], &mut [f64]) = $call!($path);
            (stringify!($label), Box::new(run))
        }),*]
    };
}

macro_rules! gradient {
    ($module:ident, $n:literal) => {{
        macro_rules! call {
            ($path:path) => {
                |x, value, entries| $path(fixed(x), first_of(value), fixed_mut(entries))
            };
        }
        Cell {
            name: concat!(stringify!($module), "_gradient"),
            base: $module::base(),
            behind: 0,
            value: 1,
            entries: $n,
            ours: ours!(
                call,
                default = $module::ours_with_gradient_into,
                fused = $module::ours_fused_with_gradient_into,
                reversed = $module::ours_reversed_with_gradient_into
            ),
        }
    }};
}

macro_rules! hessian {
    ($module:ident, $n:literal) => {{
        macro_rules! call {
            ($path:path) => {
                |x, value, entries| {
                    let (first, second) = split_mut(entries, $n);
                    $path(
                        fixed(x),
                        first_of(value),
                        fixed_mut(first),
                        fixed_mut(second),
                    );
                }
            };
        }
        Cell {
            name: concat!(stringify!($module), "_hessian"),
            base: $module::base(),
            behind: 0,
            value: 1,
            entries: $n + $module::OURS_HESSIAN_NNZ,
            ours: ours!(
                call,
                default = $module::ours_with_hessian_into,
                fused = $module::ours_fused_with_hessian_into,
                reversed = $module::ours_reversed_with_hessian_into
            ),
        }
    }};
}

macro_rules! lagrangian {
    ($module:ident, $n:literal, $m:literal) => {{
        macro_rules! call {
            ($path:path) => {
                |x, value, entries| {
                    let (x, weights) = split(x, $n);
                    let (first, second) = split_mut(entries, $module::OURS_NNZ);
                    let (value, first) = (fixed_mut(value), fixed_mut(first));
                    $path(fixed(x), fixed(weights), value, first, fixed_mut(second));
                }
            };
        }
        Cell {
            name: concat!(stringify!($module), "_lagrangian"),
            base: $module::base(),
            behind: $m,
            value: $m,
            entries: $module::OURS_NNZ + $module::OURS_HESSIAN_NNZ,
            ours: ours!(
                call,
                default = $module::ours_with_hessian_into,
                fused = $module::ours_fused_with_hessian_into,
                reversed = $module::ours_reversed_with_hessian_into
            ),
        }
    }};
}

macro_rules! normal {
    ($module:ident, $n:literal, $m:literal) => {{
        macro_rules! call {
            ($path:path) => {
                |x, value, entries| {
                    let (gradient, matrix) = split_mut(entries, $n);
                    $path(
                        fixed(x),
                        fixed_mut(value),
                        fixed_mut(gradient),
                        fixed_mut(matrix),
                    );
                }
            };
        }
        Cell {
            name: concat!(stringify!($module), "_normal"),
            base: $module::base(),
            behind: 0,
            value: $m,
            entries: $n + $module::OURS_NORMAL_NNZ,
            ours: ours!(
                call,
                default = $module::ours_normal_into,
                fused = $module::ours_fused_normal_into,
                reversed = $module::ours_reversed_normal_into
            ),
        }
    }};
}

macro_rules! product {
    ($task:literal, $module:ident, $n:literal, $m:literal, $behind:expr, $entries:expr, $call:ident,
     $default:ident $fused:ident $reversed:ident) => {
        Cell {
            name: concat!(stringify!($module), $task),
            base: $module::base(),
            behind: $behind,
            value: $m,
            entries: $entries,
            ours: ours!(
                $call,
                default = $module::$default,
                fused = $module::$fused,
                reversed = $module::$reversed
            ),
        }
    };
}

/// `J dx` and `w J`, and eight of each at one point.
macro_rules! products {
    ($module:ident, $n:literal, $m:literal) => {{
        macro_rules! one {
            ($path:path) => {
                |x, value, product| {
                    let (x, vector) = split(x, $n);
                    $path(fixed(x), fixed(vector), fixed_mut(value), fixed_mut(product));
                }
            };
        }
        macro_rules! many {
            ($path:path) => {
                |x, value, products| {
                    let (x, vectors) = split(x, $n);
                    let (vectors, products) = (fixed_rows(vectors), fixed_rows_mut(products));
                    $path(fixed(x), vectors, fixed_mut(value), products);
                }
            };
        }
        let (inputs, outputs) = (DIRECTIONS * $n, DIRECTIONS * $m);
        [
            product!("_jvp", $module, $n, $m, $n, $m, one,
                ours_jvp_into ours_fused_jvp_into ours_reversed_jvp_into),
            product!("_vjp", $module, $n, $m, $m, $n, one,
                ours_vjp_into ours_fused_vjp_into ours_reversed_vjp_into),
            product!("_jvp8", $module, $n, $m, inputs, outputs, many,
                ours_jvp_many_into ours_fused_jvp_many_into ours_reversed_jvp_many_into),
            product!("_vjp8", $module, $n, $m, outputs, inputs, many,
                ours_vjp_many_into ours_fused_vjp_many_into ours_reversed_vjp_many_into),
        ]
    }};
}

/// The value of a problem with one output.
fn first_of(value: &mut [f64]) -> &mut f64 {
    let [value] = fixed_mut(value);
    value
}

/// Eight vectors, one after the other.
fn fixed_rows<const N: usize>(numbers: &[f64]) -> &[[f64; N]; DIRECTIONS] {
    let (rows, _) = numbers.as_chunks();
    rows.try_into().expect("eight vectors")
}

/// The same, to write to.
fn fixed_rows_mut<const N: usize>(numbers: &mut [f64]) -> &mut [[f64; N]; DIRECTIONS] {
    let (rows, _) = numbers.as_chunks_mut();
    rows.try_into().expect("eight vectors")
}

/// All of them.
pub fn cells() -> Vec<Cell> {
    let mut cells = vec![
        gradient!(rosenbrock, 50),
        hessian!(rosenbrock, 50),
        gradient!(combustion, 9),
        hessian!(combustion, 9),
        gradient!(surface, 9),
        hessian!(surface, 9),
        gradient!(arm, 6),
        hessian!(arm, 6),
        gradient!(atoms, 15),
        hessian!(atoms, 15),
        gradient!(network, 17),
        hessian!(network, 17),
        lagrangian!(hs71, 4, 3),
        lagrangian!(hs100, 7, 5),
        lagrangian!(hs116, 13, 14),
        lagrangian!(reactor, 5, 5),
        lagrangian!(opf, 38, 29),
        normal!(snavely, 12, 2),
        normal!(se3b, 14, 6),
        normal!(pose, 6, 3),
    ];
    cells.extend(products!(snavely, 12, 2));
    cells.extend(products!(se3b, 14, 6));
    cells.extend(products!(bruss, 64, 64));
    cells.extend(products!(absorption, 50, 50));
    cells
}
