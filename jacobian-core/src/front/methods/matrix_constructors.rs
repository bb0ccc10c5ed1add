//! Fixed matrices of nalgebra: the calls that make one.
//!
//! ```text
//! Vector3::new(x, y, z)     Matrix2::new(m11, m12, m21, m22)      by rows, as nalgebra takes them
//! Matrix2::from_rows(&[..])     SMatrix::<f64, 2, 3>::zeros()     Matrix3::from_diagonal(&v)
//! ```
//!
//! The type is recognized by its name and checked by rustc: see `syntax::matrix_types`.

use syn::Expr;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::matrix_types;
use crate::front::value::matrix::Matrix;
use crate::front::value::{Value, items};

impl Lowering<Run> {
    /// `Vector3::new(x, y, z)` and its like; `None` for a call of something else.
    pub(crate) fn eval_constructor(&mut self, call: &syn::ExprCall) -> Option<Value> {
        let (ty, (rows, cols), function) = self.constructor(&call.func)?;
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let elements = match (function.as_str(), arguments.as_slice()) {
            ("new", given) if given.len() == rows * cols => {
                let elements = self.row_by_row(given);
                elements.map(|elements| by_columns(rows, cols, elements))
            }
            ("zeros", []) => Some(self.filled(rows, cols, |_, _| 0.0)),
            ("identity", []) => Some(self.filled(rows, cols, |row, col| f64::from(row == col))),
            ("x" | "y" | "z" | "w", []) if cols == 1 => {
                let axis = "xyzw".find(&function).filter(|axis| *axis < rows)?;
                Some(self.filled(rows, cols, |row, _| f64::from(row == axis)))
            }
            ("from_element" | "repeat", [element]) => {
                let element = self.eval_scalar(element, false).map(Value::Scalar);
                element.map(|element| vec![element; rows * cols])
            }
            ("from_fn", [function]) => self.by_position(rows, cols, function, call),
            ("from_diagonal", [vector]) if rows == cols => self.on_diagonal(rows, vector),
            (
                "from" | "from_column_slice" | "from_row_slice" | "from_columns" | "from_rows",
                [list],
            ) => {
                let by_rows = matches!(function.as_str(), "from_row_slice" | "from_rows");
                self.listed(rows, cols, list, by_rows)
            }
            _ => return None,
        };
        let Some(elements) = elements else {
            return Some(self.writer.refuse_quietly());
        };
        let statement = matrix_types::check(
            &ty,
            (rows, cols),
            &crate::spelling::scalar_type(self.given.precision),
        );
        self.writer.matrices.seen = true;
        if self.writer.trial.is_none() {
            self.writer
                .matrices
                .checks
                .insert(statement.to_string(), statement);
            self.writer.matrices.types.entry((rows, cols)).or_insert(ty);
        }
        Some(
            self.writer
                .limited(Value::Matrix(Matrix::new(rows, cols, elements)), call),
        )
    }

    fn by_position(
        &mut self,
        rows: usize,
        cols: usize,
        function: &Expr,
        call: &syn::ExprCall,
    ) -> Option<Vec<Value>> {
        let function = self.callable(function)?;
        let mut elements = Vec::with_capacity(rows * cols);
        for col in 0..cols {
            for row in 0..rows {
                let position = [row, col].map(|index| Value::Integer(items::index(index)));
                let value = self.apply_callable(&function, position.to_vec(), call);
                elements.push(Value::Scalar(self.as_scalar(value, call, false)?));
            }
        }
        Some(elements)
    }

    fn on_diagonal(&mut self, rows: usize, vector: &Expr) -> Option<Vec<Value>> {
        let shape = Matrix::new(rows, 1, Vec::new());
        let vector = self.matrix_beside(&shape, vector)?;
        let mut elements = self.filled(rows, rows, |_, _| 0.0);
        for (index, element) in vector.elements.iter().enumerate() {
            elements[index * rows + index] = element.clone();
        }
        Some(elements)
    }

    fn listed(&mut self, rows: usize, cols: usize, at: &Expr, by_rows: bool) -> Option<Vec<Value>> {
        let list = self.eval_base(at);
        let mut elements = Vec::new();
        list.for_each_leaf(&mut |leaf| elements.push(leaf.clone()));
        if elements.len() != rows * cols {
            if !matches!(list, Value::Poison) {
                self.writer.refuse(at, messages::MATRIX_CONSTRUCTOR);
            }
            return None;
        }
        Some(if by_rows {
            by_columns(rows, cols, elements)
        } else {
            elements
        })
    }

    fn row_by_row(&mut self, given: &[&Expr]) -> Option<Vec<Value>> {
        let scalars = given.iter();
        scalars
            .map(|argument| self.eval_scalar(argument, false).map(Value::Scalar))
            .collect()
    }

    fn filled(
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
fn by_columns(rows: usize, cols: usize, listed: Vec<Value>) -> Vec<Value> {
    Matrix::new(cols, rows, listed)
        .transposed()
        .elements
        .to_vec()
}
