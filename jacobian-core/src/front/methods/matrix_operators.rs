//! Fixed matrices of nalgebra, expanded to scalars: values and operators.
//!
//! ```text
//! a * b    y[i] = a[i, 0] * b[0];  then  y[i] = a[i, k] * b[k] + y[i]      as nalgebra's `gemv`
//! a.dot    3: p0 + p1 + p2    4: (p0 + p2) + (p1 + p3)    else from zero, eight partial sums
//! ```
//!
//! The value path repeats the operations of nalgebra in the same order, so that the value has the
//! same bits as in the user's function. The order is that of nalgebra 0.35, files `base/blas.rs`
//! and `base/blas_uninit.rs`. Elements are in its storage order, column by column. An inactive
//! matrix keeps its place and is read element by element.

use syn::BinOp;

use crate::ir::elemental::Operation;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::matrix_types::Extents;
use crate::front::syntax::operators;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::write::opaque::Behind;

/// Of matrices whose types do not say their dimensions, nalgebra hands larger ones to the crate
/// matrixmultiply, which has an order of its own.
const MAX_SMALL: usize = 5;

impl<M: Machine> Lowering<M> {
    /// An operator with a matrix on at least one side.
    pub(crate) fn combine_matrices(
        &mut self,
        op: &BinOp,
        left: Value,
        right: Value,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        let operation = operators::operation(op);
        for side in [&left, &right] {
            if let Value::Matrix(matrix) = side {
                self.writer.confirm(matrix);
            }
        }
        match (left, right, operation) {
            (Value::Matrix(a), Value::Matrix(b), Some(Operation::Add | Operation::Sub))
                if a.same_shape(&b) =>
            {
                self.zip_matrices(&a, &b, operation.expect("invariant: matched above"), at)
            }
            (Value::Matrix(a), Value::Matrix(b), Some(Operation::Mul)) if a.cols == b.rows => {
                self.product(&a, &b, at)
            }
            (Value::Matrix(a), Value::Inactive(b), Some(Operation::Add | Operation::Sub)) => {
                let b = self.writer.matrix_like(b, &a)?;
                self.combine_matrices(op, Value::Matrix(a), b, at)
            }
            (Value::Matrix(a), scalar, Some(operation @ (Operation::Mul | Operation::Div)))
                if !matches!(scalar, Value::Matrix(_)) =>
            {
                self.scaled(&a, scalar, operation, at)
            }
            (scalar, Value::Matrix(a), Some(Operation::Mul))
                if !matches!(scalar, Value::Matrix(_)) =>
            {
                self.scaled(&a, scalar, Operation::Mul, at)
            }
            (left, right, _) => {
                let found = format!("{} and {}", left.describe(), right.describe());
                let message = messages::matrix_operator(&operators::spelled(op), &found);
                self.writer.refuse(at, &message)
            }
        }
    }

    /// An operation on each pair of elements.
    pub(crate) fn zip_matrices(
        &mut self,
        a: &Matrix,
        b: &Matrix,
        operation: Operation,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        let pairs = a.elements.iter().zip(b.elements.iter());
        let elements = pairs.map(|(a, b)| self.scalars(operation, a, b, at));
        let elements = elements.collect::<Found<Vec<Value>>>()?;
        let found = a.like(elements).with(a.extents.met(b.extents));
        Ok(Value::Matrix(found))
    }

    /// An operation on each element and one scalar.
    pub(crate) fn scaled(
        &mut self,
        a: &Matrix,
        scalar: Value,
        operation: Operation,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        let scalar = self
            .as_scalar(scalar, at, Behind::Reference)
            .map(Value::Scalar)?;
        let elements = a.elements.iter();
        let elements = elements.map(|element| self.scalars(operation, element, &scalar, at));
        let elements = elements.collect::<Found<Vec<Value>>>()?;
        Ok(Value::Matrix(a.like(elements)))
    }

    /// One operation on two elements.
    pub(crate) fn scalars(
        &mut self,
        operation: Operation,
        a: &Value,
        b: &Value,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        let a = self.as_scalar(a.clone(), at, Behind::Nothing)?;
        let b = self.as_scalar(b.clone(), at, Behind::Nothing)?;
        Ok(self.writer.apply(operation, &[a, b]))
    }

    pub(crate) fn product(
        &mut self,
        a: &Matrix,
        b: &Matrix,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        if !self.writer.spend(a.elements.len() * b.cols, at) {
            return Err(Stop);
        }
        let is_large = [a.rows, a.cols, b.cols]
            .iter()
            .all(|length| *length > MAX_SMALL);
        if is_large && !(a.extents.are_fixed() && b.extents.are_fixed()) {
            return self.large_product(a, b, at);
        }
        let mut elements = Vec::with_capacity(a.rows * b.cols);
        for col in 0..b.cols {
            for row in 0..a.rows {
                let mut sum: Option<Value> = None;
                for inner in 0..a.cols {
                    let (left, right) = (a.get(row, inner), b.get(inner, col));
                    let term = self.scalars(Operation::Mul, left, right, at)?;
                    sum = match sum {
                        None => Some(term),
                        // The term is the left operand, as in `gemv`.
                        Some(sum) => self.scalars(Operation::Add, &term, &sum, at).ok(),
                    };
                }
                let zero = Value::Scalar(self.writer.builder.literal(0.0));
                elements.push(sum.unwrap_or(zero));
            }
        }
        let extents = Extents::new(a.extents.rows, b.extents.cols);
        let product = Matrix::new(a.rows, b.cols, elements);
        Ok(Value::Matrix(product.with(extents)))
    }

    /// The sum of the products of elements, in the order of nalgebra's `dot`.
    pub(crate) fn dot(
        &mut self,
        a: &Matrix,
        b: &Matrix,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        let terms = a.elements.iter().zip(b.elements.iter());
        let terms: Found<Vec<Value>> = terms
            .map(|(a, b)| self.scalars(Operation::Mul, a, b, at))
            .collect();
        let terms = terms?;
        // nalgebra has shorter sums for vectors whose type says that they are short.
        let is_short = a.extents.met(b.extents).are_fixed() && a.cols == 1;
        match (is_short, terms.as_slice()) {
            (true, [p, q]) => self.scalars(Operation::Add, p, q, at),
            (true, [p, q, r]) => {
                let sum = self.scalars(Operation::Add, p, q, at)?;
                self.scalars(Operation::Add, &sum, r, at)
            }
            (true, [p, q, r, s]) => {
                let even = self.scalars(Operation::Add, p, r, at)?;
                let odd = self.scalars(Operation::Add, q, s, at)?;
                self.scalars(Operation::Add, &even, &odd, at)
            }
            _ => {
                let mut sum = Value::Scalar(self.writer.builder.literal(0.0));
                for column in terms.chunks(a.rows.max(1)) {
                    sum = self.sum_column(sum, column, at)?;
                }
                Ok(sum)
            }
        }
    }

    /// `result += column`, eight partial sums at a time.
    pub(crate) fn sum_column(
        &mut self,
        mut sum: Value,
        column: &[Value],
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        let zero = Value::Scalar(self.writer.builder.literal(0.0));
        let mut partial = vec![zero; 8];
        let blocks = column.chunks_exact(8);
        let rest = blocks.remainder();
        for block in blocks {
            for (partial, term) in partial.iter_mut().zip(block) {
                *partial = self.scalars(Operation::Add, partial, term, at)?;
            }
        }
        // Without a full block all partial sums are zero, so adding them changes nothing.
        if rest.len() < column.len() {
            for k in 0..4 {
                let pair = self.scalars(Operation::Add, &partial[k], &partial[k + 4], at)?;
                sum = self.scalars(Operation::Add, &sum, &pair, at)?;
            }
        }
        for term in rest {
            sum = self.scalars(Operation::Add, &sum, term, at)?;
        }
        Ok(sum)
    }

    /// The sum of the squares of the elements.
    pub(crate) fn norm_squared(&mut self, a: &Matrix, at: &impl quote::ToTokens) -> Found<Value> {
        let mut sum = Value::Scalar(self.writer.builder.literal(0.0));
        for column in a.columns() {
            let dot = self.dot(&column, &column, at)?;
            sum = self.scalars(Operation::Add, &sum, &dot, at)?;
        }
        Ok(sum)
    }

    /// The Euclidean norm.
    pub(crate) fn norm(&mut self, a: &Matrix, at: &impl quote::ToTokens) -> Found<Value> {
        let squared = self.norm_squared(a, at)?;
        let squared = self.as_scalar(squared, at, Behind::Nothing)?;
        Ok(self.writer.apply(Operation::Sqrt, &[squared]))
    }
}
