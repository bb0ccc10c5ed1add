//! What other tools generated: C and C++ by symbol, Rust by module.
//!
//! `run.py` writes the included file: declarations, modules and [`contestants`]. This is the one place
//! of the repository where code is `unsafe`: a C function is trusted to write as many numbers as its
//! problem has, which the pattern that it was generated from guarantees.

use crate::support::timing::Contestant;

/// A generated C function: `x`, `value`, `entries`.
type Generated = unsafe extern "C" fn(*const f64, *mut f64, *mut f64);

/// A C function over slices.
fn c(function: Generated) -> Contestant<'static> {
    Box::new(move |x, value, entries| {
        // SAFETY: the slices have the lengths of the problem that the function was generated for.
        unsafe { function(x.as_ptr(), value.as_mut_ptr(), entries.as_mut_ptr()) }
    })
}

/// A column of numbers, as wrenfold's code reads it.
pub struct Input<'a, const N: usize>(pub &'a [f64; N]);

impl<const N: usize> wrenfold_traits::Span2D<N, 1> for Input<'_, N> {
    type ValueType = f64;

    #[inline(always)]
    fn get(&self, i: usize, _: usize) -> f64 {
        self.0[i]
    }
}

/// A column of numbers, as wrenfold's code writes it.
pub struct Output<'a, const N: usize>(pub &'a mut [f64; N]);

impl<const N: usize> wrenfold_traits::OutputSpan2D<N, 1> for Output<'_, N> {
    type ValueType = f64;

    #[inline(always)]
    fn set(&mut self, i: usize, _: usize, value: f64) {
        self.0[i] = value;
    }
}

include!(env!("PEERS_LINKED"));
