//! `Problem`, one row of the corpus: a function, published data about it, and its generated
//! functions.
//!
//! ```text
//! hhd ──────────── #[jacobian] ──> hhd_with_jacobian_into, HHD_PATTERN, ...   Expansion
//!  │ the same formulas
//! hhd_twin ──┬── f64                                                          Twin
//!            ├── dual numbers: the Jacobian by another road
//!            └── Paths: how well an entry can be known
//! ```
//!
//! Everything is reached through function pointers over slices, so that tests, benches and examples
//! run over the whole table without knowing any signature. Keeps: `value` has `m` components, `x`
//! has `n`, `entries` has `nnz`; a slice of another length panics.

use jacobian_runtime::{Cost, SparsityPattern};
use num_dual::{Dual64, DualSVec64};

use super::scalar::{Paths, Scalar};

/// Evaluates at a point: the value, and entries of the Jacobian in the order of its layout.
pub type Evaluate = fn(&[f64], &mut [f64], &mut [f64]);

/// A vector function with its base point, twin and expansions.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// The name of the function.
    pub name: &'static str,
    /// Where the function comes from; empty where the header of its file says it.
    pub from: &'static str,
    /// The number of independents.
    pub n: usize,
    /// The number of dependents.
    pub m: usize,
    /// The number of entries that are structurally nonzero.
    pub nnz: usize,
    /// The number of groups of columns that share no row, as a greedy colouring finds them.
    pub colours: usize,
    /// The point that the sample points surround.
    pub base: fn() -> Vec<f64>,
    /// Further points, so that all of them together reach every arm of every branch.
    pub further: fn() -> Vec<Vec<f64>>,
    /// Weighted sums of value and Jacobian at the base point, where they are published.
    pub checksums: Option<[f64; 2]>,
    /// Values that are published.
    pub known: &'static [Known],
    /// The function as the user wrote it.
    pub value: fn(&[f64], &mut [f64]),
    /// The function over other numbers.
    pub twin: Twin,
    /// The generated functions. The first ones have default options.
    pub expansions: &'static [Expansion],
}

/// The same formulas over several scalars.
#[derive(Clone, Copy, Debug)]
pub struct Twin {
    /// Over plain numbers.
    pub real: fn(&[f64], &mut [f64]),
    /// Over dual numbers with one direction.
    pub dual: fn(&[Dual64], &mut [Dual64]),
    /// Over sums of absolute path products.
    pub paths: fn(&[Paths], &mut [Paths]),
    /// Over dual numbers with one direction for each colour, for the benchmarks.
    pub coloured: Option<Coloured>,
    /// The arms that it notes when it enters them; see `tests/twin`.
    pub arms: &'static [&'static str],
}

/// A published value.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The point.
    pub at: &'static [f64],
    /// The published numbers at the point.
    pub value: Published,
    /// By how much the value may differ: as many digits as are printed.
    pub within: f64,
}

/// The published numbers at a point.
#[derive(Clone, Copy, Debug)]
pub enum Published {
    /// The whole value.
    Rows(&'static [f64]),
    /// The sum of the squares of all rows.
    Squares(f64),
}

/// The sum of squares that is published at a point.
pub const fn squares(at: &'static [f64], value: f64, within: f64) -> Known {
    let value = Published::Squares(value);
    Known { at, value, within }
}

/// The value that is published at a point.
pub const fn rows(at: &'static [f64], value: &'static [f64], within: f64) -> Known {
    let value = Published::Rows(value);
    Known { at, value, within }
}

/// Evaluates a twin over dual numbers with several directions at once: independent `j` moves in
/// direction `colours[j]`, and each of the `picks` takes an entry from a row and a direction.
pub type Coloured = fn(&[f64], &[usize], &[(usize, usize)], &mut [f64], &mut [f64]);

/// One expansion of the attribute.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// The options that it was expanded with.
    pub label: &'static str,
    /// The positions of the entries.
    pub pattern: &'static SparsityPattern,
    /// The entries that are constant, and zeros.
    pub template: &'static [f64],
    /// The operations of one call.
    pub cost: Cost,
    /// Writes the value and all entries.
    pub with_jacobian: Evaluate,
    /// Writes the value and the entries that vary.
    pub update: Evaluate,
}

/// The slice as an array, whose length the caller's types decide.
pub fn array<T, const N: usize>(slice: &[T]) -> &[T; N] {
    slice
        .try_into()
        .expect("a slice of the length that the problem states")
}

/// The slice as an array to write to.
pub fn array_mut<T, const N: usize>(slice: &mut [T]) -> &mut [T; N] {
    slice
        .try_into()
        .expect("a slice of the length that the problem states")
}

/// Runs a twin over dual numbers with `COLOURS` directions at once.
#[inline]
pub fn evaluate_coloured<const N: usize, const M: usize, const COLOURS: usize>(
    twin: impl Fn(&[DualSVec64<COLOURS>; N]) -> [DualSVec64<COLOURS>; M],
    (x, colours): (&[f64], &[usize]),
    picks: &[(usize, usize)],
    value: &mut [f64],
    entries: &mut [f64],
) {
    let (x, colours) = (array::<_, N>(x), array::<_, N>(colours));
    let result = twin(&std::array::from_fn(|j| {
        DualSVec64::from_re(x[j]).derivative(colours[j])
    }));
    *array_mut(value) = std::array::from_fn::<_, M, _>(|row| result[row].re);
    for (entry, (row, colour)) in entries.iter_mut().zip(picks) {
        *entry = result[*row].eps.0.as_ref().map_or(0.0, |eps| eps[*colour]);
    }
}

/// The dense Jacobian by dual numbers, one column at a time; rows first.
pub fn dual_jacobian(problem: &Problem, x: &[f64]) -> Vec<Vec<f64>> {
    let mut jacobian = vec![vec![0.0; problem.n]; problem.m];
    let mut result = vec![Dual64::from_re(0.0); problem.m];
    for column in 0..problem.n {
        let mut seeded: Vec<_> = x.iter().map(|x| Dual64::from_re(*x)).collect();
        seeded[column] = seeded[column].derivative();
        (problem.twin.dual)(&seeded, &mut result);
        for (row, dual) in jacobian.iter_mut().zip(&result) {
            row[column] = dual.eps;
        }
    }
    jacobian
}

/// For every entry of the Jacobian, the sum of the absolute values of its path products.
pub fn path_sums(problem: &Problem, x: &[f64]) -> Vec<Vec<f64>> {
    let mut sums = vec![vec![0.0; problem.n]; problem.m];
    let mut result = vec![Paths::from(0.0); problem.m];
    for column in 0..problem.n {
        let seed = |(j, x): (usize, &f64)| Paths::independent(*x, j == column);
        let seeded: Vec<_> = x.iter().enumerate().map(seed).collect();
        (problem.twin.paths)(&seeded, &mut result);
        for (row, paths) in sums.iter_mut().zip(&result) {
            row[column] = paths.sum;
        }
    }
    sums
}

/// Checks that a twin takes any scalar, and copies its array into the caller's slice.
pub fn run_twin<S: Scalar, const N: usize, const M: usize>(
    twin: fn(&[S; N]) -> [S; M],
    x: &[S],
    value: &mut [S],
) {
    array_mut::<_, M>(value).copy_from_slice(&twin(array(x)));
}

/// A function from array to array, over slices.
macro_rules! value {
    ($function:ident) => {
        |x, value| {
            *$crate::corpus::problem::array_mut(value) =
                $function($crate::corpus::problem::array(x))
        }
    };
}

/// The monomorphic forms of a generic twin; the number is that of the colours.
macro_rules! twin {
    ($twin:ident, $colours:literal) => {
        $crate::corpus::problem::Twin {
            real: |x, value| $crate::corpus::problem::run_twin($twin, x, value),
            dual: |x, value| $crate::corpus::problem::run_twin($twin, x, value),
            paths: |x, value| $crate::corpus::problem::run_twin($twin, x, value),
            coloured: Some(|x, colours, picks, value, entries| {
                $crate::corpus::problem::evaluate_coloured(
                    $twin::<num_dual::DualSVec64<$colours>>,
                    (x, colours),
                    picks,
                    value,
                    entries,
                );
            }),
            arms: &[],
        }
    };
}

/// The generated items of a function from array to array: those of the default options, whose names
/// the caller gives, and in tests those of three further attributes with prefixes that all share.
macro_rules! expansions {
    ($pattern:ident, $template:ident, $cost:ident, $with:ident, $update:ident) => {
        &[
            $crate::corpus::problem::expansion!(
                "default", $pattern, $template, $cost, $with, $update
            ),
            #[cfg(test)]
            $crate::corpus::problem::expansion!(
                "by_reverse",
                BY_REVERSE_PATTERN,
                BY_REVERSE_TEMPLATE,
                BY_REVERSE_COST,
                by_reverse_with_jacobian_into,
                by_reverse_update_into
            ),
            #[cfg(test)]
            $crate::corpus::problem::expansion!(
                "by_forward",
                BY_FORWARD_PATTERN,
                BY_FORWARD_TEMPLATE,
                BY_FORWARD_COST,
                by_forward_with_jacobian_into,
                by_forward_update_into
            ),
            #[cfg(test)]
            $crate::corpus::problem::expansion!(
                "by_markowitz",
                BY_MARKOWITZ_PATTERN,
                BY_MARKOWITZ_TEMPLATE,
                BY_MARKOWITZ_COST,
                by_markowitz_with_jacobian_into,
                by_markowitz_update_into
            ),
        ]
    };
}

/// The expansions of a benchmark with `value = fused`, by the default order, with fused
/// multiply-adds on every target, and by a search.
macro_rules! fast {
    () => {
        &[
            $crate::corpus::problem::expansion!(
                "fused",
                FUSED_PATTERN,
                FUSED_TEMPLATE,
                FUSED_COST,
                fused_with_jacobian_into,
                fused_update_into
            ),
            #[cfg(test)]
            $crate::corpus::problem::expansion!(
                "contracted",
                CONTRACTED_PATTERN,
                CONTRACTED_TEMPLATE,
                CONTRACTED_COST,
                contracted_with_jacobian_into,
                contracted_update_into
            ),
            #[cfg(test)]
            $crate::corpus::problem::expansion!(
                "unfused",
                UNFUSED_PATTERN,
                UNFUSED_TEMPLATE,
                UNFUSED_COST,
                unfused_with_jacobian_into,
                unfused_update_into
            ),
            #[cfg(feature = "searched")]
            $crate::corpus::problem::expansion!(
                "searched",
                SEARCHED_PATTERN,
                SEARCHED_TEMPLATE,
                SEARCHED_COST,
                searched_with_jacobian_into,
                searched_update_into
            ),
        ]
    };
}

/// The generated items of one attribute on a function from array to array.
macro_rules! expansion {
    ($label:literal, $pattern:ident, $template:ident, $cost:ident, $with:ident, $update:ident) => {
        $crate::corpus::problem::Expansion {
            label: $label,
            pattern: &$pattern,
            template: &$template,
            cost: $cost,
            with_jacobian: |x, value, entries| {
                use $crate::corpus::problem::{array, array_mut};
                $with(array(x), array_mut(value), array_mut(entries));
            },
            update: |x, value, entries| {
                use $crate::corpus::problem::{array, array_mut};
                $update(array(x), array_mut(value), array_mut(entries));
            },
        }
    };
}

/// A row of the corpus for a small function from array to array, with the default expansion only.
macro_rules! small {
    (
        $(#[$doc:meta])*
        $problem:ident = $function:ident($n:literal) -> $m:literal, nnz $nnz:literal,
        twin $twin:ident, base [$($base:expr),* $(,)?],
        items $pattern:ident $template:ident $cost:ident $with:ident $update:ident
    ) => {
        $(#[$doc])*
        pub const $problem: $crate::corpus::problem::Problem = $crate::corpus::problem::Problem {
            name: stringify!($function),
            from: "",
            n: $n,
            m: $m,
            nnz: $nnz,
            colours: $n,
            base: || vec![$($base),*],
            further: Vec::new,
            checksums: None,
            known: &[],
            value: $crate::corpus::problem::value!($function),
            twin: $crate::corpus::problem::twin!($twin, $n),
            expansions: &[$crate::corpus::problem::expansion!(
                "default", $pattern, $template, $cost, $with, $update
            )],
        };
    };
}

pub(crate) use {expansion, expansions, fast, small, twin, value};
