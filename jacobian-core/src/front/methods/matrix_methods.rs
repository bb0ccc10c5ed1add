//! Methods of fixed matrices of nalgebra, element by element.
//!
//! ```text
//! a.dot(&b)  a.cross(&b)  a.norm()  a.normalize()  m.transpose()  v.xy()  v.map(f)
//! ```
//!
//! Each method repeats the operations of nalgebra in the same order: see `matrix_operators`.

use quote::ToTokens;

use crate::ir::elemental::Operation;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::matrix::Matrix;
use crate::front::write::opaque::Behind;

impl<M: Machine> Lowering<M> {
    /// The argument of a method that takes a matrix of the same shape.
    pub(crate) fn matrix_beside(
        &mut self,
        matrix: &Matrix,
        value: Value,
        argument: &impl ToTokens,
    ) -> Found<Matrix> {
        match self.vector_behind(value) {
            Value::Matrix(other) if other.same_shape(matrix) => {
                self.writer.confirm(&other);
                Ok(other)
            }
            Value::Inactive(inactive) => match self.writer.matrix_like(inactive, matrix)? {
                Value::Matrix(other) => {
                    self.writer.confirm(&other);
                    Ok(other)
                }
                _ => Err(Stop),
            },
            other => {
                let message = messages::matrix_expected(&matrix.describe(), &other.describe());
                self.writer.refuse(argument, &message)
            }
        }
    }

    pub(crate) fn each(
        &mut self,
        matrix: &Matrix,
        operation: Operation,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let mut elements = Vec::with_capacity(matrix.elements.len());
        for element in matrix.elements.iter() {
            let element = self.as_scalar(element.clone(), at, Behind::Nothing)?;
            elements.push(self.writer.apply(operation, &[element]));
        }
        Ok(Value::Matrix(matrix.like(elements)))
    }

    /// Starts from zero, as `fold` does.
    pub(crate) fn sum_of(&mut self, elements: &[Value], at: &impl ToTokens) -> Found<Value> {
        let mut sum = Value::Scalar(self.writer.builder.literal(0.0));
        for element in elements {
            sum = self.scalars(Operation::Add, &sum, element, at)?;
        }
        Ok(sum)
    }

    pub(crate) fn cross(&mut self, a: &Matrix, b: &Matrix, at: &impl ToTokens) -> Found<Value> {
        let (a_parts, b) = (&a.elements, &b.elements);
        let mut elements = Vec::with_capacity(3);
        for (i, j) in [(1, 2), (2, 0), (0, 1)] {
            elements.push(self.minor([&a_parts[i], &b[j], &a_parts[j], &b[i]], at)?);
        }
        Ok(Value::Matrix(a.like(elements)))
    }

    /// `a * b - c * d`
    pub(crate) fn minor(&mut self, [a, b, c, d]: [&Value; 4], at: &impl ToTokens) -> Found<Value> {
        let first = self.scalars(Operation::Mul, a, b, at)?;
        let second = self.scalars(Operation::Mul, c, d, at)?;
        self.scalars(Operation::Sub, &first, &second, at)
    }

    pub(crate) fn determinant(&mut self, m: &Matrix, at: &impl ToTokens) -> Found<Value> {
        match m.rows {
            1 => Ok(m.get(0, 0).clone()),
            2 => self.minor([m.get(0, 0), m.get(1, 1), m.get(1, 0), m.get(0, 1)], at),
            3 => {
                let mut minors = Vec::with_capacity(3);
                for (i, j) in [(1, 2), (0, 2), (0, 1)] {
                    let corners = [m.get(1, i), m.get(2, j), m.get(2, i), m.get(1, j)];
                    let minor = self.minor(corners, at)?;
                    minors.push(self.scalars(Operation::Mul, m.get(0, 3 - i - j), &minor, at)?);
                }
                let sum = self.scalars(Operation::Sub, &minors[0], &minors[1], at)?;
                self.scalars(Operation::Add, &sum, &minors[2], at)
            }
            _ => Err(Stop),
        }
    }

    pub(crate) fn cross_matrix(&mut self, v: &Matrix, at: &impl ToTokens) -> Found<Value> {
        let zero = Value::Scalar(self.writer.builder.literal(0.0));
        let Value::Matrix(negative) = self.each(v, Operation::Neg, at)? else {
            return Err(Stop);
        };
        let [x, y, z] = [0, 1, 2].map(|index| v.elements[index].clone());
        let [nx, ny, nz] = [0, 1, 2].map(|index| negative.elements[index].clone());
        let elements = vec![zero.clone(), z, ny, nz, zero.clone(), x, y, nx, zero];
        Ok(Value::Matrix(Matrix::new(3, 3, elements)))
    }

    pub(crate) fn zip_mapped(
        &mut self,
        matrix: &Matrix,
        other: Value,
        function: &Callable,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let other = self.matrix_beside(matrix, other, &call.args[0])?;
        let mut elements = Vec::with_capacity(matrix.elements.len());
        for (a, b) in matrix.elements.iter().zip(other.elements.iter()) {
            let value = self.call(function, vec![a.clone(), b.clone()], call)?;
            elements.push(Value::Scalar(self.as_scalar(
                value,
                call,
                Behind::Nothing,
            )?));
        }
        Ok(Value::Matrix(matrix.like(elements)))
    }

    pub(crate) fn mapped(
        &mut self,
        matrix: &Matrix,
        function: &Callable,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let mut elements = Vec::with_capacity(matrix.elements.len());
        for element in matrix.elements.iter() {
            let value = self.call(function, vec![element.clone()], call)?;
            elements.push(Value::Scalar(self.as_scalar(
                value,
                call,
                Behind::Nothing,
            )?));
        }
        Ok(Value::Matrix(matrix.like(elements)))
    }
}

/// Two or three coordinates by their letters.
pub(crate) fn is_swizzle(letters: &str) -> bool {
    matches!(letters.len(), 2 | 3) && letters.chars().all(|letter| "xyz".contains(letter))
}
