//! Constructors of fixed matrices of nalgebra: the elements in storage order.
//!
//! ```text
//! Matrix2::new(m11, m12, m21, m22)    by rows, as nalgebra takes them; stored m11, m21, m12, m22
//! Matrix3::from_diagonal(&v)          zeros around the elements of `v`
//! ```
//!
//! The type is recognized by its name and checked by rustc: see `syntax::matrix_types`.

use syn::Expr;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::found::Found;
use crate::front::value::function::Callable;
use crate::front::value::matrix::Matrix;
use crate::front::value::{Value, items};
use crate::front::write::opaque::Behind;

/// The order of the elements in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    ByRows,
    ByColumns,
}

impl<M: Machine> Lowering<M> {
    pub(crate) fn by_position(
        &mut self,
        rows: usize,
        cols: usize,
        function: &Callable,
        call: &syn::ExprCall,
    ) -> Found<Vec<Value>> {
        let mut elements = Vec::with_capacity(rows * cols);
        for col in 0..cols {
            for row in 0..rows {
                let position = [row, col].map(|index| Value::Integer(items::index(index)));
                let value = self.call(function, position.to_vec(), call)?;
                elements.push(Value::Scalar(self.as_scalar(
                    value,
                    call,
                    Behind::Nothing,
                )?));
            }
        }
        Ok(elements)
    }

    pub(crate) fn on_diagonal(
        &mut self,
        rows: usize,
        vector: Value,
        at: &Expr,
    ) -> Found<Vec<Value>> {
        let shape = Matrix::new(rows, 1, Vec::new());
        let vector = self.matrix_beside(&shape, vector, at)?;
        let mut elements = self.filled(rows, rows, |_, _| 0.0);
        for (index, element) in vector.elements.iter().enumerate() {
            elements[index * rows + index] = element.clone();
        }
        Ok(elements)
    }

    pub(crate) fn on_partial_diagonal(
        &mut self,
        (rows, cols): (usize, usize),
        list: &Value,
        at: &Expr,
    ) -> Found<Vec<Value>> {
        let mut given = Vec::new();
        list.for_each_leaf(&mut |leaf| given.push(leaf.clone()));
        if given.len() > rows.min(cols) {
            return self.writer.refuse(at, messages::MATRIX_CONSTRUCTOR);
        }
        let mut elements = self.filled(rows, cols, |_, _| 0.0);
        for (index, element) in given.into_iter().enumerate() {
            elements[index * rows + index] = element;
        }
        Ok(elements)
    }

    pub(crate) fn listed(
        &mut self,
        (rows, cols): (usize, usize),
        list: &Value,
        order: Listed,
        at: &Expr,
    ) -> Found<Vec<Value>> {
        let mut elements = Vec::new();
        // Arrays, arrays of arrays and arrays of vectors have the same leaves in the same order.
        list.for_each_leaf(&mut |leaf| elements.push(leaf.clone()));
        if elements.len() != rows * cols {
            return self.writer.refuse(at, messages::MATRIX_CONSTRUCTOR);
        }
        Ok(if order == Listed::ByRows {
            by_columns(rows, cols, elements)
        } else {
            elements
        })
    }

    pub(crate) fn filled(
        &mut self,
        rows: usize,
        cols: usize,
        element: impl Fn(usize, usize) -> f64,
    ) -> Vec<Value> {
        let mut elements = Vec::with_capacity(rows * cols);
        for col in 0..cols {
            for row in 0..rows {
                elements.push(Value::Scalar(
                    self.writer.builder.literal(element(row, col)),
                ));
            }
        }
        elements
    }
}

/// Elements listed row by row, in storage order.
pub(crate) fn by_columns(rows: usize, cols: usize, listed: Vec<Value>) -> Vec<Value> {
    Matrix::new(cols, rows, listed)
        .transposed()
        .elements
        .to_vec()
}
