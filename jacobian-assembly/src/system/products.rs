//! Products of a system with vectors, for Krylov methods. No matrix is stored: each element
//! multiplies with its own.
//!
//! ```text
//! jvp_into               J dx        gather dx by columns, multiply, add by rows
//! vjp_into               w J         gather w by rows, multiply, add by columns
//! normal_product_into    Jᵀ J dx     by columns on both sides, and an entry below the diagonal
//! hvp_into               H dx          is also the one above it
//! ```

use super::{System, length};
use crate::error::EvaluationError;
use crate::owned::Owned;
use crate::quantity::{Hessian, Jacobian, Normal, Quantity};
use crate::shares;
use crate::term::Side;

impl System<Jacobian> {
    /// Writes `J dx` at `x`. No matrix is stored: each element multiplies with its own Jacobian.
    /// Whether the results are finite is not checked.
    ///
    /// # Errors
    /// If a slice has the wrong length, nothing is written.
    pub fn jvp_into(
        &mut self,
        x: &[f64],
        dx: &[f64],
        product: &mut [f64],
    ) -> Result<(), EvaluationError> {
        length("dx", self.pattern.cols(), dx.len())?;
        length("product", self.pattern.rows(), product.len())?;
        self.multiply(Side::Right, x, dx, product)
    }

    /// Writes `w J` at `x`. No matrix is stored: each element multiplies with its own Jacobian.
    /// Whether the results are finite is not checked.
    ///
    /// # Errors
    /// If a slice has the wrong length, nothing is written.
    pub fn vjp_into(
        &mut self,
        x: &[f64],
        w: &[f64],
        product: &mut [f64],
    ) -> Result<(), EvaluationError> {
        length("w", self.pattern.rows(), w.len())?;
        length("product", self.pattern.cols(), product.len())?;
        self.multiply(Side::Left, x, w, product)
    }
}

impl System<Normal> {
    /// Writes `Jᵀ J dx` at `x`, with the weights and the losses that the functions have. No matrix
    /// is stored: each element multiplies with its own. Whether the results are finite is not
    /// checked.
    ///
    /// # Errors
    /// If a slice has the wrong length, nothing is written.
    pub fn normal_product_into(
        &mut self,
        x: &[f64],
        dx: &[f64],
        product: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.multiply_symmetric(x, dx, product)
    }
}

impl System<Hessian> {
    /// Writes `H dx` at `x`. No matrix is stored: each element multiplies with its own Hessian.
    /// Whether the results are finite is not checked.
    ///
    /// # Errors
    /// If a slice has the wrong length, nothing is written.
    pub fn hvp_into(
        &mut self,
        x: &[f64],
        dx: &[f64],
        product: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.multiply_symmetric(x, dx, product)
    }
}

impl<Q: Quantity> System<Q> {
    fn multiply(
        &mut self,
        side: Side,
        x: &[f64],
        vector: &[f64],
        product: &mut [f64],
    ) -> Result<(), EvaluationError> {
        length("x", self.pattern.cols(), x.len())?;
        let product = Owned::of(product, None);
        shares::multiply(&mut self.shares, &self.terms, side, (x, vector), product);
        Ok(())
    }

    /// The product with a symmetric matrix.
    fn multiply_symmetric(
        &mut self,
        x: &[f64],
        dx: &[f64],
        product: &mut [f64],
    ) -> Result<(), EvaluationError> {
        length("dx", self.pattern.cols(), dx.len())?;
        length("product", self.pattern.cols(), product.len())?;
        self.multiply(Side::Symmetric, x, dx, product)
    }
}
