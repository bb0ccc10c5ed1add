//! The quantities that are assembled, `Jacobian`, `Normal` and `Hessian`, and the functions that
//! compute them.
//!
//! ```text
//! quantity     of each element                         of the system
//! Jacobian     value, entries        BatchFunction     value, matrix
//! Normal       value, gradient, JᵀJ  BatchNormal       value, cost, gradient, lower triangle
//! Hessian      energy, gradient, H   BatchHessian      energy, gradient, lower triangle
//! ```

use core::fmt;

use jacobian_runtime::batch::{BatchFunction, BatchHessian, BatchNormal, Lanes};

/// Residuals and their Jacobian.
#[derive(Clone, Copy, Debug)]
pub struct Jacobian;

/// Residuals, the gradient of half their squared norm, and the normal matrix.
#[derive(Clone, Copy, Debug)]
pub struct Normal;

/// A sum of energies with its gradient and Hessian.
#[derive(Clone, Copy, Debug)]
pub struct Hessian;

/// A quantity that is assembled. Nobody else implements it.
pub trait Quantity: Sealed + fmt::Debug + Send + Sync + 'static {}

impl Quantity for Jacobian {}
impl Quantity for Normal {}
impl Quantity for Hessian {}

/// The differences between the quantities.
pub trait Sealed {
    /// Whether the matrix is symmetric, so that only its lower triangle is kept.
    const IS_SYMMETRIC: bool;
    /// Whether there is a gradient beside the value.
    const HAS_GRADIENT: bool;
    /// Whether no two elements may have the same row.
    const ROWS_DIFFER: bool = false;
    /// Whether an element has an energy: a number without a row, such as its cost.
    const HAS_ENERGY: bool;
}

impl Sealed for Jacobian {
    const IS_SYMMETRIC: bool = false;
    const HAS_GRADIENT: bool = false;
    const HAS_ENERGY: bool = false;
}

impl Sealed for Normal {
    const ROWS_DIFFER: bool = true;
    const IS_SYMMETRIC: bool = true;
    const HAS_GRADIENT: bool = true;
    const HAS_ENERGY: bool = true;
}

impl Sealed for Hessian {
    const IS_SYMMETRIC: bool = true;
    const HAS_GRADIENT: bool = true;
    const HAS_ENERGY: bool = true;
}

/// The shape of an element.
#[derive(Clone, Debug)]
pub struct Shape {
    pub(crate) n_columns: usize,
    pub(crate) n_rows: usize,
    /// How many numbers of its own an element has, by parameter.
    pub(crate) data: &'static [usize],
    /// The rows and columns of the entries.
    pub(crate) entries: Vec<(usize, usize)>,
    /// The entries that never vary; zero where one does.
    pub(crate) constants: Vec<f64>,
}

/// The numbers of some blocks of elements.
#[derive(Debug)]
pub struct Numbers<'a> {
    pub(crate) points: &'a [Lanes],
    pub(crate) data: &'a [Lanes],
    pub(crate) value: &'a mut [Lanes],
    pub(crate) energy: &'a mut [Lanes],
    pub(crate) gradient: &'a mut [Lanes],
    pub(crate) entries: &'a mut [Lanes],
}

/// A function that computes the quantity of eight elements at a time.
///
/// Every function with the options `as` and `batch` computes a [`Jacobian`]; with `normal` beside
/// them a [`Normal`], and with `hessian` a [`Hessian`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not compute the `{Q}` of many elements at once",
    note = "give the function the options `as = Name, batch`, and `normal` or `hessian` beside \
            them; a `Function` that you wrote by hand goes in as `OneByOne(function)`"
)]
pub trait Element<Q>: fmt::Debug + Send + Sync + 'static {
    #[doc(hidden)]
    fn shape() -> Shape;
    #[doc(hidden)]
    fn evaluate(&self, numbers: Numbers<'_>);
}

impl<F: BatchFunction + fmt::Debug + Send + Sync + 'static> Element<Jacobian> for F {
    fn shape() -> Shape {
        Shape {
            n_columns: F::COLS,
            n_rows: F::ROWS,
            data: F::DATA,
            entries: F::PATTERN.entries().collect(),
            constants: F::TEMPLATE.to_vec(),
        }
    }

    fn evaluate(&self, numbers: Numbers<'_>) {
        let Numbers {
            points,
            data,
            value,
            entries,
            ..
        } = numbers;
        self.with_jacobian_batch(points, data, value, entries);
    }
}

impl<F: BatchNormal + fmt::Debug + Send + Sync + 'static> Element<Normal> for F {
    fn shape() -> Shape {
        Shape {
            n_columns: F::COLS,
            n_rows: F::ROWS,
            data: F::NORMAL_DATA,
            entries: F::NORMAL_PATTERN.lower().entries().collect(),
            constants: vec![0.0; F::NORMAL_PATTERN.nnz()],
        }
    }

    fn evaluate(&self, numbers: Numbers<'_>) {
        let Numbers {
            points,
            data,
            value,
            energy,
            gradient,
            entries,
        } = numbers;
        self.normal_batch(points, data, value, gradient, entries);
        self.costs(value, data, energy);
    }
}

impl<F: BatchHessian + fmt::Debug + Send + Sync + 'static> Element<Hessian> for F {
    fn shape() -> Shape {
        const {
            assert!(
                F::ROWS == 1,
                "an energy has one dependent; for several, add them up in the function"
            );
        }
        Shape {
            n_columns: F::COLS,
            n_rows: 0,
            data: F::HESSIAN_DATA,
            entries: F::HESSIAN_PATTERN.lower().entries().collect(),
            constants: vec![0.0; F::HESSIAN_PATTERN.nnz()],
        }
    }

    fn evaluate(&self, numbers: Numbers<'_>) {
        let Numbers {
            points,
            data,
            energy,
            gradient,
            entries,
            ..
        } = numbers;
        self.with_hessian_batch(points, data, energy, gradient, entries);
    }
}
