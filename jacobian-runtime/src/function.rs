//! The `Function` trait: a generated function as a type, for generic solvers.
//!
//! A solver that is written against the trait accepts every function with `#[jacobian(as = Name)]`.
//!
//! ```text
//! #[jacobian(as = Residual)]            fn newton<F: Function<Scalar = f64>>(f: &F, x: &mut [f64])
//! fn residual(x, k) -> r      ----->        F::PATTERN   once: symbolic factorization
//! struct Residual { k }                     F::TEMPLATE  once: constant entries
//!                                           update_into  each iteration: the others
//! ```
//!
//! Independents and dependents are flattened to slices, in order of declaration and row by row. A
//! function without inactive parameters becomes a unit struct. Inactive parameters become fields of
//! the struct.
//!
//! Invariant: shape and number of entries are computed from the pattern, so they cannot disagree
//! with it.

use crate::{Arithmetic, SparsityPattern};

/// A vector function with a sparse Jacobian.
///
/// The attribute implements it under `as = Name`. You can also write an implementation by hand, for
/// example to pass a function that you differentiate yourself to the same solver:
///
/// ```
/// use jacobian_runtime::{Function, Layout, SparsityPattern};
///
/// /// `(a * x0 * x1, x1)`
/// struct Product {
///     a: f64,
/// }
///
/// impl Function for Product {
///     type Scalar = f64;
///     const PATTERN: &'static SparsityPattern =
///         &SparsityPattern::new(2, 2, Layout::Csc, &[0, 1, 3], &[0, 0, 1], &[0, 2, 3], &[0, 1, 1]);
///     const TEMPLATE: &'static [f64] = &[0.0, 0.0, 1.0];
///
///     fn value_into(&self, x: &[f64], value: &mut [f64]) {
///         value.copy_from_slice(&[self.a * x[0] * x[1], x[1]]);
///     }
///
///     fn with_jacobian_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
///         entries.copy_from_slice(Self::TEMPLATE);
///         self.update_into(x, value, entries);
///     }
///
///     fn update_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
///         self.value_into(x, value);
///         entries[..2].copy_from_slice(&[self.a * x[1], self.a * x[0]]);
///     }
/// }
///
/// let (mut value, mut entries) = ([0.0; Product::ROWS], [0.0; Product::NNZ]);
/// Product { a: 2.0 }.with_jacobian_into(&[3.0, 5.0], &mut value, &mut entries);
/// assert_eq!((value, entries), ([30.0, 5.0], [10.0, 6.0, 1.0]));
/// ```
pub trait Function {
    /// The floating-point type. A solver that needs roots asks for `F: Function<Scalar: Real>`.
    type Scalar: Arithmetic;

    /// The positions of the entries, and the order in which they are written.
    const PATTERN: &'static SparsityPattern;

    /// The entries that are constant, at their positions, and zero for entries that vary.
    /// [`NNZ`](Self::NNZ) long.
    const TEMPLATE: &'static [Self::Scalar];

    /// The number of dependents.
    const ROWS: usize = Self::PATTERN.rows();

    /// The number of independents.
    const COLS: usize = Self::PATTERN.cols();

    /// The number of entries.
    const NNZ: usize = Self::PATTERN.nnz();

    /// The number of labels that [`linearize_into`](Self::linearize_into) writes.
    const LABELS: usize = Self::NNZ;

    /// Writes the value at `x`: the dependents, flattened in the order of the rows.
    ///
    /// # Panics
    /// Panics unless `x` is [`COLS`](Self::COLS) and `value` [`ROWS`](Self::ROWS) long.
    fn value_into(&self, x: &[Self::Scalar], value: &mut [Self::Scalar]);

    /// Writes the value and every entry of the Jacobian at `x`. Entries follow the layout of
    /// [`PATTERN`](Self::PATTERN).
    ///
    /// # Panics
    /// Panics unless `x` is [`COLS`](Self::COLS), `value` [`ROWS`](Self::ROWS) and `entries`
    /// [`NNZ`](Self::NNZ) long.
    fn with_jacobian_into(
        &self,
        x: &[Self::Scalar],
        value: &mut [Self::Scalar],
        entries: &mut [Self::Scalar],
    );

    /// Writes the value and the entries that vary, and leaves the others alone. Copy
    /// [`TEMPLATE`](Self::TEMPLATE) into `entries` once before the first call; in a solver loop
    /// this saves most stores.
    ///
    /// # Panics
    /// As [`with_jacobian_into`](Self::with_jacobian_into).
    fn update_into(
        &self,
        x: &[Self::Scalar],
        value: &mut [Self::Scalar],
        entries: &mut [Self::Scalar],
    );

    /// Writes the value and the product of the Jacobian with a vector, `J dx`. There must be room
    /// for [`LABELS`](Self::LABELS) numbers in `labels`.
    ///
    /// With the option `jvp` the product is computed without the Jacobian, and nothing is written
    /// into `labels`.
    ///
    /// # Panics
    /// Panics unless `x` and `dx` are [`COLS`](Self::COLS) and `value` and `product`
    /// [`ROWS`](Self::ROWS) long. It may panic unless `labels` is [`LABELS`](Self::LABELS) long.
    fn jvp_into(
        &self,
        x: &[Self::Scalar],
        dx: &[Self::Scalar],
        value: &mut [Self::Scalar],
        labels: &mut [Self::Scalar],
        product: &mut [Self::Scalar],
    ) {
        self.linearize_into(x, value, labels);
        self.jvp_at(labels, dx, product);
    }

    /// Writes the value and the product of a vector with the Jacobian, `w J`: the gradient of the
    /// weighted sum of the dependents. There must be room for [`LABELS`](Self::LABELS) numbers in
    /// `labels`.
    ///
    /// With the option `vjp` the product is computed without the Jacobian, and nothing is written
    /// into `labels`.
    ///
    /// # Panics
    /// Panics unless `x` and `product` are [`COLS`](Self::COLS) and `value` and `w`
    /// [`ROWS`](Self::ROWS) long. It may panic unless `labels` is [`LABELS`](Self::LABELS) long.
    fn vjp_into(
        &self,
        x: &[Self::Scalar],
        w: &[Self::Scalar],
        value: &mut [Self::Scalar],
        labels: &mut [Self::Scalar],
        product: &mut [Self::Scalar],
    ) {
        self.linearize_into(x, value, labels);
        self.vjp_at(labels, w, product);
    }

    /// Writes the value at `x`, and labels by which vectors are multiplied there. Krylov methods
    /// multiply many vectors at one point.
    ///
    /// The labels are the entries of the Jacobian, or fewer numbers with the option `linearize`.
    ///
    /// # Panics
    /// Panics unless `x` is [`COLS`](Self::COLS), `value` [`ROWS`](Self::ROWS) and `labels`
    /// [`LABELS`](Self::LABELS) long.
    fn linearize_into(
        &self,
        x: &[Self::Scalar],
        value: &mut [Self::Scalar],
        labels: &mut [Self::Scalar],
    ) {
        self.with_jacobian_into(x, value, labels);
    }

    /// Writes `J dx` at the point of the labels.
    ///
    /// # Panics
    /// Panics unless `labels` is [`LABELS`](Self::LABELS), `dx` [`COLS`](Self::COLS) and `product`
    /// [`ROWS`](Self::ROWS) long.
    fn jvp_at(&self, labels: &[Self::Scalar], dx: &[Self::Scalar], product: &mut [Self::Scalar]) {
        Self::PATTERN.mul_into(labels, dx, product);
    }

    /// Writes `w J` at the point of the labels.
    ///
    /// # Panics
    /// Panics unless `labels` is [`LABELS`](Self::LABELS), `w` [`ROWS`](Self::ROWS) and `product`
    /// [`COLS`](Self::COLS) long.
    fn vjp_at(&self, labels: &[Self::Scalar], w: &[Self::Scalar], product: &mut [Self::Scalar]) {
        Self::PATTERN.tr_mul_into(labels, w, product);
    }
}

#[cfg(test)]
mod tests {
    use super::Function;
    use crate::{Layout, SparsityPattern};
    use std::vec;
    use std::vec::Vec;

    struct Shift(f32);

    impl Function for Shift {
        type Scalar = f32;
        const PATTERN: &'static SparsityPattern =
            &SparsityPattern::new(1, 3, Layout::Csr, &[0, 0, 1, 1], &[0], &[0, 1], &[1]);
        const TEMPLATE: &'static [f32] = &[1.0];

        fn value_into(&self, x: &[f32], value: &mut [f32]) {
            value[0] = x[1] + self.0;
        }

        fn with_jacobian_into(&self, x: &[f32], value: &mut [f32], entries: &mut [f32]) {
            entries[0] = 1.0;
            self.value_into(x, value);
        }

        fn update_into(&self, x: &[f32], value: &mut [f32], _entries: &mut [f32]) {
            self.value_into(x, value);
        }
    }

    fn at<F: Function<Scalar = f32>>(f: &F, x: &[f32]) -> (Vec<f32>, Vec<f32>) {
        let (mut value, mut entries) = (vec![0.0; F::ROWS], F::TEMPLATE.to_vec());
        f.update_into(x, &mut value, &mut entries);
        (value, entries)
    }

    #[test]
    fn the_shape_follows_the_pattern() {
        assert_eq!((Shift::ROWS, Shift::COLS, Shift::NNZ), (1, 3, 1));
    }

    #[test]
    fn products_are_those_of_the_jacobian_by_default() {
        let (mut value, mut labels, mut row) = ([0.0], [0.0; Shift::LABELS], [0.0]);
        Shift(0.5).jvp_into(
            &[1.0; 3],
            &[3.0, 5.0, 7.0],
            &mut value,
            &mut labels,
            &mut row,
        );
        let mut columns = [9.0; 3];
        Shift(0.5).vjp_into(&[1.0; 3], &[2.0], &mut value, &mut labels, &mut columns);
        assert_eq!((value, row, columns), ([1.5], [5.0], [0.0, 2.0, 0.0]));
    }

    #[test]
    fn a_solver_needs_the_trait_alone() {
        assert_eq!(at(&Shift(0.5), &[1.0, 2.0, 3.0]), (vec![2.5], vec![1.0]));
    }
}
