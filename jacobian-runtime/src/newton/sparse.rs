//! Sparse linear algebra by faer: LU of the Jacobian, and QR of the Jacobian above the diagonal of
//! the damping. The pattern is a constant, so each is analysed once and kept.
//!
//! ```text
//! layout csc    LU of J           layout csr    LU of J', and transposed solves: nothing is sorted
//!
//! [ J          ]    column j holds the entries of column j of J, and one more below them
//! [ sqrt(mu) D ]
//! ```

use core::fmt;
use core::marker::PhantomData;
use std::vec::Vec;

use faer::MatMut;
use faer::linalg::solvers::{Solve, SolveLstsqCore};
use faer::sparse::linalg::solvers::{Lu, Qr, SymbolicLu, SymbolicQr};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};

use super::sealed::{Split, Square, Tall};
use super::vectors::norm;
use super::{Cause, Workspace};
use crate::convert::ScatterMap;
use crate::{Function, Layout};

/// Sparse factorizations of faer, for [`Newton`](super::Newton) and
/// [`LevenbergMarquardt`](super::LevenbergMarquardt).
///
/// Keep it for further solutions with the same function: the pattern is analysed in the first one.
///
/// ```
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::newton::{Newton, Sparse};
///
/// /// Bratu's problem `u'' + lambda exp(u) = 0`, `u(0) = u(1) = 0`.
/// #[jacobian(wrt(u), as = Bratu)]
/// fn bratu(u: &[f64; 63], lambda: f64) -> [f64; 63] {
///     let mut r = [0.0; 63];
///     for i in 0..63 {
///         let left = if i == 0 { 0.0 } else { u[i - 1] };
///         let right = if i == 62 { 0.0 } else { u[i + 1] };
///         r[i] = (left - 2.0 * u[i] + right) * 4096.0 + lambda * u[i].exp();
///     }
///     r
/// }
///
/// let (mut u, mut sparse) = ([0.0; 63], Sparse::new());
/// for lambda in [1.0, 2.0, 3.0] {
///     Newton::default().solve_with(&Bratu { lambda }, &mut u, &mut sparse)?;
/// }
/// assert!(bratu(&u, 3.0).iter().all(|r| r.abs() < 1e-9));
/// # Ok::<(), jacobian_runtime::newton::Failure>(())
/// ```
pub struct Sparse<F> {
    vectors: Vec<f64>,
    lu: Option<SymbolicLu<usize>>,
    qr: Option<Augmented>,
    f: PhantomData<fn(F)>,
}

impl<F> fmt::Debug for Sparse<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Sparse")
            .field("lu", &self.lu.is_some())
            .field("qr", &self.qr.is_some())
            .finish_non_exhaustive()
    }
}

impl<F> Default for Sparse<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F> Sparse<F> {
    /// Nothing is analysed yet.
    pub const fn new() -> Self {
        Self {
            vectors: Vec::new(),
            lu: None,
            qr: None,
            f: PhantomData,
        }
    }
}

impl<F: Function<Scalar = f64>> Workspace<F> for Sparse<F> {}

impl<F: Function<Scalar = f64>> Split<F> for Sparse<F> {
    type Square<'w>
        = Factored<'w, F>
    where
        Self: 'w;
    type Tall<'w>
        = &'w mut Augmented
    where
        Self: 'w;

    fn square(&mut self, vectors: usize) -> Result<(&mut [f64], Factored<'_, F>), Cause> {
        self.vectors.resize(vectors, 0.0);
        let analysis = match &mut self.lu {
            Some(analysis) => analysis,
            empty => {
                let symbolic = SymbolicLu::try_new(stored::<F>());
                empty.insert(symbolic.map_err(|_| Cause::Factorization)?)
            }
        };
        let factored = Factored {
            analysis,
            f: PhantomData,
        };
        Ok((&mut self.vectors, factored))
    }

    fn tall(&mut self, vectors: usize) -> Result<(&mut [f64], &mut Augmented), Cause> {
        self.vectors.resize(vectors, 0.0);
        let augmented = match &mut self.qr {
            Some(augmented) => augmented,
            empty => empty.insert(Augmented::new::<F>()?),
        };
        Ok((&mut self.vectors, augmented))
    }
}

/// The Jacobian, or its transpose if it is stored by rows.
fn stored<F: Function>() -> SymbolicSparseColMatRef<'static, usize> {
    match F::PATTERN.layout() {
        Layout::Csc => F::PATTERN.faer_csc(),
        Layout::Csr => F::PATTERN.faer_csr().transpose(),
    }
}

/// LU of a Jacobian.
#[derive(Debug)]
pub struct Factored<'a, F> {
    analysis: &'a SymbolicLu<usize>,
    f: PhantomData<fn(F)>,
}

impl<F: Function<Scalar = f64>> Square for Factored<'_, F> {
    fn solve(&mut self, entries: &[f64], rhs: &mut [f64]) -> Result<(), Cause> {
        use faer::sparse::linalg::LuError;
        let matrix = SparseColMatRef::new(stored::<F>(), entries);
        let lu = Lu::try_new_with_symbolic(self.analysis.clone(), matrix);
        let lu = lu.map_err(|error| match error {
            LuError::SymbolicSingular { .. } => Cause::Singular { col: None },
            LuError::Generic(_) => Cause::Factorization,
        })?;
        let wanted = rhs.to_vec();
        let column = MatMut::from_column_major_slice_mut(rhs, F::ROWS, 1);
        match F::PATTERN.layout() {
            Layout::Csc => lu.solve_in_place(column),
            Layout::Csr => lu.solve_transpose_in_place(column),
        }
        // faer divides by a pivot that is zero or all rounding error, and does not say so. Then the
        // solution does not satisfy the equations.
        let mut defect = wanted;
        let wanted = norm(&defect);
        for x in &mut defect {
            *x = -*x;
        }
        F::PATTERN.mul_add_into(entries, rhs, &mut defect);
        // False for NaN.
        if norm(&defect) <= 1e-3 * wanted && rhs.iter().all(|x| x.is_finite()) {
            Ok(())
        } else {
            Err(Cause::Singular { col: None })
        }
    }
}

/// QR of a Jacobian above the diagonal of the damping.
#[derive(Debug)]
pub struct Augmented {
    col_ptrs: Vec<usize>,
    row_indices: Vec<usize>,
    /// Where the entries of the Jacobian go.
    map: ScatterMap,
    analysis: SymbolicQr<usize>,
    values: Vec<f64>,
    rhs: Vec<f64>,
}

impl Augmented {
    fn new<F: Function>() -> Result<Self, Cause> {
        let (pattern, mut row_indices) = (F::PATTERN, Vec::with_capacity(F::NNZ + F::COLS));
        let mut col_ptrs = std::vec![0];
        for (col, range) in pattern.col_ptrs().windows(2).enumerate() {
            row_indices.extend_from_slice(&pattern.row_indices()[range[0]..range[1]]);
            row_indices.push(F::ROWS + col);
            col_ptrs.push(row_indices.len());
        }
        let map = ScatterMap::into_columns(pattern, (0, 0), &col_ptrs, &row_indices)
            .expect("invariant: the pattern is a part of the augmented one");
        let height = F::ROWS + F::COLS;
        let symbolic =
            SymbolicSparseColMatRef::new_checked(height, F::COLS, &col_ptrs, None, &row_indices);
        let analysis = SymbolicQr::try_new(symbolic).map_err(|_| Cause::Factorization)?;
        Ok(Self {
            values: std::vec![0.0; row_indices.len()],
            rhs: std::vec![0.0; height],
            col_ptrs,
            row_indices,
            map,
            analysis,
        })
    }
}

impl Tall for &mut Augmented {
    fn solve(
        &mut self,
        entries: &[f64],
        value: &[f64],
        damping: &[f64],
        step: &mut [f64],
    ) -> Result<(), Cause> {
        self.map
            .set(entries, &mut self.values)
            .expect("invariant: the lengths are those of the pattern");
        for (end, damping) in self.col_ptrs[1..].iter().zip(damping) {
            self.values[end - 1] = *damping;
        }
        let (height, width) = (self.rhs.len(), step.len());
        let symbolic = SymbolicSparseColMatRef::new_checked(
            height,
            width,
            &self.col_ptrs,
            None,
            &self.row_indices,
        );
        let matrix = SparseColMatRef::new(symbolic, &self.values);
        let qr = Qr::try_new_with_symbolic(self.analysis.clone(), matrix)
            .map_err(|_| Cause::Factorization)?;
        for (rhs, value) in self.rhs.iter_mut().zip(value) {
            *rhs = -value;
        }
        self.rhs[value.len()..].fill(0.0);
        let column = MatMut::from_column_major_slice_mut(&mut self.rhs, height, 1);
        qr.solve_lstsq_in_place_with_conj(faer::Conj::No, column);
        step.copy_from_slice(&self.rhs[..width]);
        if step.iter().all(|x| x.is_finite()) {
            Ok(())
        } else {
            Err(Cause::Singular { col: None })
        }
    }
}
