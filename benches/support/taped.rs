//! echidna: a tape recorded at run time, swept once a colour, or eliminated across country.
//!
//! ```text
//! twin over recording numbers ──once──> tape ──each call──┬── coloured: one forward sweep a colour
//!                                                         └── across: linearized graph, Markowitz
//! ```
//!
//! The tape, its pattern and the colours are prepared once, as the library recommends for repeated
//! evaluation; a call replays the tape. Both ways return vectors that they allocate.
//!
//! Keeps: the tape follows the branches of the point that it was recorded at, so only functions
//! whose sample points share their branches may run here. The benchmarks do.

use std::ops::{Add, Div, Mul, Neg, Sub};

use echidna::sparse::column_coloring;
use echidna::{BReverse, BytecodeTape, record_multi};

use super::libraries::for_benchmark;
use super::timing::Contestant;
use crate::corpus::problem::{Problem, array};
use crate::corpus::scalar::Scalar;

/// A number that records the operations on it.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Recorded(BReverse<f64>);

/// Implements an operator among recorded numbers, and with a constant.
macro_rules! operator {
    ($($trait:ident $name:ident;)*) => {
        $(impl $trait for Recorded {
            type Output = Self;

            fn $name(self, other: Self) -> Self {
                Self($trait::$name(self.0, other.0))
            }
        }

        impl $trait<f64> for Recorded {
            type Output = Self;

            fn $name(self, other: f64) -> Self {
                Self($trait::$name(self.0, other))
            }
        })*
    };
}

operator! { Add add; Sub sub; Mul mul; Div div; }

impl Neg for Recorded {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl From<f64> for Recorded {
    fn from(value: f64) -> Self {
        Self(BReverse::constant(value))
    }
}

/// Forwards elementals of one operand.
macro_rules! forward {
    ($($name:ident)*) => {
        $(fn $name(self) -> Self {
            Self(num_traits::Float::$name(self.0))
        })*
    };
}

impl Scalar for Recorded {
    forward! { recip sqrt cbrt exp exp2 exp_m1 ln log2 log10 ln_1p sin cos tan asin acos atan }
    forward! { sinh cosh tanh asinh acosh atanh abs }

    fn atan2(self, x: Self) -> Self {
        Self(num_traits::Float::atan2(self.0, x.0))
    }

    fn powi(self, exponent: i32) -> Self {
        Self(num_traits::Float::powi(self.0, exponent))
    }

    fn powf(self, exponent: f64) -> Self {
        Self(num_traits::Float::powf(
            self.0,
            BReverse::constant(exponent),
        ))
    }

    fn value(self) -> f64 {
        echidna::Scalar::value(&self.0)
    }
}

/// The tape of a benchmark, optimized.
fn tape(problem: &Problem) -> BytecodeTape<f64> {
    macro_rules! record {
        ($twin:path, $n:literal, $m:literal, $base:expr) => {{
            let base = $base;
            let twin = |x: &[BReverse<f64>]| {
                let x: &[_; $n] = array(x);
                $twin(&x.map(Recorded)).map(|y| y.0).to_vec()
            };
            record_multi(twin, &base).0
        }};
    }
    let base = (problem.base)();
    let mut tape = for_benchmark!(problem.name, record, base);
    tape.optimize();
    tape
}

/// One forward sweep for each colour.
pub fn coloured(problem: &'static Problem) -> Contestant<'static> {
    let mut tape = tape(problem);
    let pattern = tape.detect_jacobian_sparsity();
    let (colours, count) = column_coloring(&pattern);
    // The position of each of our entries among those of the library.
    let places: Vec<usize> = problem.expansions[0]
        .pattern
        .entries()
        .map(|(row, col)| {
            let mut theirs = pattern.rows.iter().zip(&pattern.cols);
            let place = theirs.position(|(r, c)| (*r as usize, *c as usize) == (row, col));
            place.expect("every entry of ours is one of theirs")
        })
        .collect();
    Box::new(move |x, value, entries| {
        let (result, found) = tape.sparse_jacobian_with_pattern(x, &pattern, &colours, count, true);
        value.copy_from_slice(&result);
        for (entry, place) in entries.iter_mut().zip(&places) {
            *entry = found[*place];
        }
    })
}

/// Vertex elimination of the tape's linearized graph, built and ordered at each call.
pub fn across(problem: &'static Problem) -> Contestant<'static> {
    let mut tape = tape(problem);
    let pattern = problem.expansions[0].pattern;
    Box::new(move |x, value, entries| {
        let dense = tape.jacobian_cross_country(x);
        value.copy_from_slice(&tape.output_values());
        for (entry, (row, col)) in entries.iter_mut().zip(pattern.entries()) {
            *entry = dense[row][col];
        }
    })
}
