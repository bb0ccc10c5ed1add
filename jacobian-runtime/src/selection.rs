//! Selections: values at indices that only run time knows, in generated code.
//!
//! ```text
//! x[i]          selected(index(i), [v0, v1, v2])
//! dx[i]/dx[1]   is_index(index(i), 1)
//! ```
//!
//! An index is a scalar here, so that code for many points at once can have another one in each
//! lane.

#![allow(
    clippy::inline_always,
    reason = "a call left over in derivative code costs more than the operation"
)]

use core::cmp::Ordering;

use crate::Real;

/// An index of the user's as a scalar, so that derivative code can compare it.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "arrays are shorter than 2^24")]
pub fn index<T: Real>(index: usize) -> T {
    T::from_f64(index as f64)
}

/// The value at an index, which is below their number.
#[inline(always)]
pub fn selected<T: Real, const N: usize>(index: T, values: [T; N]) -> T {
    // A choice for each value and not a load from memory, because the values are in registers.
    let mut selected = values[0];
    for (position, value) in values.into_iter().enumerate().skip(1) {
        selected = self::index::<T>(position).if_at_most(index, value, selected);
    }
    selected
}

/// The values that are there in front, in the conditions of the user's own code.
#[inline]
pub fn compact<T: Copy, const N: usize>(mut values: [T; N], there: [bool; N]) -> [T; N] {
    let mut length = 0;
    for position in 0..N {
        if there[position] {
            values[length] = values[position];
            length += 1;
        }
    }
    values
}

/// The order of two elements of a list in memory, by the user's own comparison. The elements come
/// first, because they tell rustc the types of a closure's parameters.
#[inline(always)]
pub fn compared<T>(one: &T, other: &T, compare: impl FnOnce(&T, &T) -> Ordering) -> Ordering {
    compare(one, other)
}

/// `1` if an index is this position, else `0`. On the value path, where nothing is counted.
#[inline(always)]
pub fn at_index<T: Real>(index: T, position: usize) -> T {
    is_index(index, position)
}

/// `1` if an index is this position, else `0`: the partial of a selected value.
#[inline(always)]
pub fn is_index<T: Real>(index: T, position: usize) -> T {
    let (zero, one) = (T::from_f64(0.0), T::from_f64(1.0));
    let position: T = self::index(position);
    let is_above = index.if_at_most(position, zero, one);
    position.if_at_most(index, one - is_above, zero)
}

/// The function itself: a comparison of values of this type, so that rustc knows the parameters of
/// a closure.
#[inline(always)]
pub fn comparing<T, const N: usize, F: FnMut(&T, &T) -> Ordering>(_: &[T; N], compare: F) -> F {
    compare
}

/// The same for a function that gives the key of a value.
#[inline(always)]
pub fn keying<T, K, const N: usize, F: FnMut(&T) -> K>(_: &[T; N], key: F) -> F {
    key
}

#[cfg(all(test, any(feature = "std", feature = "libm")))]
mod tests {
    use super::{index, is_index, selected};

    #[test]
    fn the_selected_value_is_that_at_the_index() {
        let values = [1.5, f64::NAN, -0.0];
        for (position, value) in values.into_iter().enumerate() {
            let at: f64 = index(position);
            assert_eq!(selected(at, values).to_bits(), value.to_bits());
            let partials = [0, 1, 2].map(|other| is_index(at, other));
            let expected = [0, 1, 2].map(|other| if other == position { 1.0 } else { 0.0 });
            assert_eq!(partials, expected);
        }
    }
}
