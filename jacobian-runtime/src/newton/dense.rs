//! Dense linear algebra in memory of the caller: Gaussian elimination with row scaling and partial
//! pivoting, and Householder's QR of a damped least-squares problem.
//!
//! Cost: two thirds of `n³` operations for `n` equations, and `2 n² (m + 2 n / 3)` for a step of
//! least squares with `m` residuals. From a few dozen unknowns on, use `Sparse`.

use super::sealed::{Split, Square, Tall};
use super::vectors::{largest, norm};
use super::{Cause, LevenbergMarquardt, Newton, Workspace};
use crate::Function;

/// Dense matrices in memory that you give.
///
/// Its least length is [`Newton::memory`] or [`LevenbergMarquardt::memory`].
#[derive(Debug)]
pub struct Dense<'a> {
    memory: &'a mut [f64],
}

impl<'a> Dense<'a> {
    /// Dense matrices in this memory.
    pub fn new(memory: &'a mut [f64]) -> Self {
        Self { memory }
    }

    fn split(&mut self, vectors: usize, needed: usize) -> Result<(&mut [f64], &mut [f64]), Cause> {
        let found = self.memory.len();
        if found < needed {
            return Err(Cause::Memory { needed, found });
        }
        Ok(self.memory[..needed].split_at_mut(vectors))
    }
}

impl<F: Function<Scalar = f64>> Workspace<F> for Dense<'_> {}

impl<F: Function<Scalar = f64>> Split<F> for Dense<'_> {
    type Square<'w>
        = Elimination<'w, F>
    where
        Self: 'w;
    type Tall<'w>
        = Householder<'w, F>
    where
        Self: 'w;

    fn square(&mut self, vectors: usize) -> Result<(&mut [f64], Elimination<'_, F>), Cause> {
        let (vectors, matrix) = self.split(vectors, Newton::memory::<F>())?;
        Ok((
            vectors,
            Elimination {
                matrix,
                f: core::marker::PhantomData,
            },
        ))
    }

    fn tall(&mut self, vectors: usize) -> Result<(&mut [f64], Householder<'_, F>), Cause> {
        let (vectors, memory) = self.split(vectors, LevenbergMarquardt::memory::<F>())?;
        let (rhs, matrix) = memory.split_at_mut(F::ROWS + F::COLS);
        Ok((
            vectors,
            Householder {
                matrix,
                rhs,
                f: core::marker::PhantomData,
            },
        ))
    }
}

/// Gaussian elimination, row by row.
#[derive(Debug)]
pub struct Elimination<'a, F> {
    matrix: &'a mut [f64],
    f: core::marker::PhantomData<F>,
}

impl<F: Function<Scalar = f64>> Square for Elimination<'_, F> {
    fn solve(&mut self, entries: &[f64], rhs: &mut [f64]) -> Result<(), Cause> {
        let n = F::COLS;
        F::PATTERN
            .row_major_into(entries, self.matrix)
            .expect("invariant: lengths were checked");
        // Rows of very different units would mislead the choice of pivots.
        // A function without independents has no rows: any length will do.
        for (row, rhs) in self.matrix.chunks_exact_mut(n.max(1)).zip(&mut *rhs) {
            let scale = largest(row);
            if scale == 0.0 {
                return Err(Cause::Singular { col: None });
            }
            for x in row {
                *x /= scale;
            }
            *rhs /= scale;
        }
        for col in 0..n {
            self.eliminate(col, n, rhs)?;
        }
        for row in (0..n).rev() {
            let behind = row * n + row + 1..(row + 1) * n;
            let known: f64 = self.matrix[behind]
                .iter()
                .zip(&rhs[row + 1..])
                .map(|(a, x)| a * x)
                .sum();
            rhs[row] = (rhs[row] - known) / self.matrix[row * n + row];
        }
        if rhs.iter().all(|x| x.is_finite()) {
            Ok(())
        } else {
            Err(Cause::Singular { col: None })
        }
    }
}

impl<F> Elimination<'_, F> {
    fn eliminate(&mut self, col: usize, n: usize, rhs: &mut [f64]) -> Result<(), Cause> {
        let matrix = &mut *self.matrix;
        let at = |row: usize| row * n + col;
        let (mut pivot, mut scale) = (col, 0.0_f64);
        for row in 0..n {
            let size = matrix[at(row)].abs();
            scale = scale.max(size);
            if row > pivot && size > matrix[at(pivot)].abs() {
                pivot = row;
            }
        }
        // Elements above the diagonal show how large the column was before it was eliminated. What
        // is left of it below its rounding errors is no pivot.
        #[allow(clippy::cast_precision_loss, reason = "a count of rows")]
        let rounding = n as f64 * f64::EPSILON * scale;
        if matrix[at(pivot)].abs() <= rounding {
            return Err(Cause::Singular { col: Some(col) });
        }
        if pivot != col {
            for k in col..n {
                matrix.swap(pivot * n + k, col * n + k);
            }
            rhs.swap(pivot, col);
        }
        let (above, below) = matrix.split_at_mut((col + 1) * n);
        let pivots = &above[col * n + col..];
        let known = rhs[col];
        for (row, rhs) in below.chunks_exact_mut(n).zip(&mut rhs[col + 1..]) {
            let factor = row[col] / pivots[0];
            if factor != 0.0 {
                for (x, pivot) in row[col..].iter_mut().zip(pivots) {
                    *x -= factor * pivot;
                }
                *rhs -= factor * known;
            }
        }
        Ok(())
    }
}

/// Householder's QR, column by column, of the Jacobian above the diagonal of the damping.
#[derive(Debug)]
pub struct Householder<'a, F> {
    matrix: &'a mut [f64],
    rhs: &'a mut [f64],
    f: core::marker::PhantomData<F>,
}

impl<F: Function<Scalar = f64>> Tall for Householder<'_, F> {
    fn solve(
        &mut self,
        entries: &[f64],
        value: &[f64],
        damping: &[f64],
        step: &mut [f64],
    ) -> Result<(), Cause> {
        let (m, n) = (F::ROWS, F::COLS);
        let height = m + n;
        self.matrix.fill(0.0);
        F::PATTERN.for_each(entries, |row, col, entry| {
            self.matrix[col * height + row] = entry;
        });
        for (col, damping) in damping.iter().enumerate() {
            self.matrix[col * height + m + col] = *damping;
        }
        for (rhs, value) in self.rhs.iter_mut().zip(value) {
            *rhs = -value;
        }
        self.rhs[m..].fill(0.0);
        for col in 0..n {
            self.reflect(col, height)?;
        }
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n)
                .map(|col| self.matrix[col * height + row] * step[col])
                .sum();
            step[row] = (self.rhs[row] - known) / self.matrix[row * height + row];
        }
        if step.iter().all(|x| x.is_finite()) {
            Ok(())
        } else {
            Err(Cause::Singular { col: None })
        }
    }
}

impl<F> Householder<'_, F> {
    /// Reflects the column onto its diagonal, and with it the columns behind and the right-hand
    /// side.
    fn reflect(&mut self, col: usize, height: usize) -> Result<(), Cause> {
        let (done, behind) = self.matrix.split_at_mut((col + 1) * height);
        let vector = &mut done[col * height + col..];
        let size = norm(vector);
        if size == 0.0 || !size.is_finite() {
            return Err(Cause::Singular { col: Some(col) });
        }
        let diagonal = if vector[0] > 0.0 { -size } else { size };
        // Of length between 1 and 2, so that products neither overflow nor underflow.
        vector[0] -= diagonal;
        for x in &mut *vector {
            *x /= size;
        }
        let scale = vector[0].abs();
        let reflected = |other: &mut [f64]| {
            let product: f64 = vector.iter().zip(&*other).map(|(v, x)| v * x).sum();
            for (x, v) in other.iter_mut().zip(&*vector) {
                *x -= product / scale * v;
            }
        };
        for column in behind.chunks_exact_mut(height) {
            reflected(&mut column[col..]);
        }
        reflected(&mut self.rhs[col..]);
        vector[0] = diagonal;
        Ok(())
    }
}
