//! Fixed matrices of nalgebra: methods and elements.
//!
//! ```text
//! a.dot(&b)  a.cross(&b)  a.norm()  a.normalize()  m.transpose()  m.column(1)  v.xy()  v.map(f)
//! v[2]  m[(0, 1)]  v.x  m.m12
//! ```
//!
//! Each does to the elements what nalgebra does, in its order: see `matrix_operators`.

use quote::ToTokens;
use syn::Expr;

use crate::ir::elemental::Operation;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::strip;
use crate::front::value::Value;
use crate::front::value::matrix::Matrix;
use crate::front::value::place::Place;

/// The methods that are known, as the refusal of another one lists them.
pub(crate) const METHODS: &[&str] = &[
    "dot",
    "cross",
    "norm",
    "norm_squared",
    "normalize",
    "transpose",
    "component_mul",
    "component_div",
    "scale",
    "unscale",
    "sum",
    "trace",
    "determinant",
    "try_inverse",
    "row",
    "column",
    "fixed_rows",
    "fixed_view",
    "zip_map",
    "diagonal",
    "cross_matrix",
    "abs",
    "map",
    "iter",
    "xy",
    "xyz",
];

impl Lowering<Run> {
    /// A method of a matrix.
    pub(crate) fn eval_matrix_method(
        &mut self,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
    ) -> Value {
        self.writer.confirm(matrix);
        let name = call.method.to_string();
        if let Some(block) = self.read_block(matrix, call) {
            return block;
        }
        let found = match (call.args.len(), call.args.first()) {
            (0, None) => self.plain_method(matrix, &name, call),
            (1, Some(argument)) => self.method_with(matrix, &name, argument, call),
            (2, Some(other)) if name == "zip_map" => Some(
                self.zip_mapped(matrix, other, call)
                    .unwrap_or(Value::Poison),
            ),
            _ => None,
        };
        match found {
            Some(value) => value,
            None => self.writer.refuse(
                call,
                &messages::matrix_method(&call.method, &matrix.describe(), METHODS),
            ),
        }
    }

    /// Whether a call is of a method that is expanded.
    pub(crate) fn is_matrix_method(&self, call: &syn::ExprMethodCall) -> bool {
        let is_listed = METHODS.iter().any(|name| call.method == name);
        is_listed && call.method != "iter" && self.dimensions_of(&call.receiver).is_some()
    }

    /// `fill` and `copy_from`; false for another method.
    pub(crate) fn run_matrix_method(
        &mut self,
        place: &Place,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
    ) -> bool {
        let (name, Some(argument)) = (call.method.to_string(), call.args.first()) else {
            return false;
        };
        let filled = match name.as_str() {
            "fill" => self.eval_scalar(argument, false).map(|element| {
                let elements = vec![Value::Scalar(element); matrix.elements.len()];
                Matrix::new(matrix.rows, matrix.cols, elements)
            }),
            "copy_from" => self.matrix_beside(matrix, argument),
            _ => return false,
        };
        if let Some(filled) = filled {
            self.store(place, Value::Matrix(filled), &call.receiver);
        }
        true
    }

    /// A method without arguments; `None` where there is no such method.
    pub(crate) fn plain_method(
        &mut self,
        matrix: &Matrix,
        name: &str,
        call: &syn::ExprMethodCall,
    ) -> Option<Value> {
        let is_square = matrix.rows == matrix.cols;
        let found = match name {
            "transpose" => Some(Value::Matrix(matrix.transposed())),
            "clone_owned" | "into_owned" => Some(Value::Matrix(matrix.clone())),
            "len" | "nrows" | "ncols" => Some(length(matrix, name)),
            "norm_squared" | "magnitude_squared" => self.norm_squared(matrix, call),
            "norm" | "magnitude" => self.norm(matrix, call),
            "normalize" => self
                .norm(matrix, call)
                .map(|norm| self.scaled(matrix, norm, Operation::Div, call)),
            "sum" => self.sum_of(&matrix.elements, call),
            "trace" if is_square => self.sum_of(&diagonal(matrix), call),
            "diagonal" if is_square => {
                Some(Value::Matrix(Matrix::new(matrix.rows, 1, diagonal(matrix))))
            }
            "determinant" if is_square && matrix.rows <= 3 => self.determinant(matrix, call),
            "try_inverse" if is_square && matrix.rows <= 3 => self.try_inverse(matrix, call),
            "cross_matrix" if (matrix.rows, matrix.cols) == (3, 1) => {
                self.cross_matrix(matrix, call)
            }
            "abs" => self.each(matrix, Operation::Abs, call),
            letters if is_swizzle(letters) => Some(swizzled(matrix, letters)?),
            _ => return None,
        };
        Some(found.unwrap_or(Value::Poison))
    }

    /// A method with one argument, likewise.
    pub(crate) fn method_with(
        &mut self,
        matrix: &Matrix,
        name: &str,
        argument: &Expr,
        call: &syn::ExprMethodCall,
    ) -> Option<Value> {
        let operation = match name {
            "component_mul" | "scale" => Operation::Mul,
            _ => Operation::Div,
        };
        let found = match name {
            "dot" | "dotc" => self
                .matrix_beside(matrix, argument)
                .and_then(|other| self.dot(matrix, &other, call)),
            "cross" if matrix.elements.len() == 3 => self
                .matrix_beside(matrix, argument)
                .and_then(|other| self.cross(matrix, &other, call)),
            "component_mul" | "component_div" => self
                .matrix_beside(matrix, argument)
                .map(|other| self.zip_matrices(matrix, &other, operation, call)),
            "scale" | "unscale" => {
                let factor = self.eval(argument);
                Some(self.scaled(matrix, factor, operation, call))
            }
            "map" => self.mapped(matrix, argument, call),
            _ => return None,
        };
        Some(found.unwrap_or(Value::Poison))
    }

    /// The argument of a method that takes a matrix of the same shape.
    pub(crate) fn matrix_beside(&mut self, matrix: &Matrix, argument: &Expr) -> Option<Matrix> {
        match self.eval_base(argument) {
            Value::Matrix(other) if other.same_shape(matrix) => {
                self.writer.confirm(&other);
                Some(other)
            }
            Value::Inactive(inactive) => {
                match self.writer.matrix_of(inactive, matrix.rows, matrix.cols) {
                    Value::Matrix(other) => {
                        self.writer.confirm(&other);
                        Some(other)
                    }
                    _ => None,
                }
            }
            Value::Poison => None,
            other => {
                let message = messages::matrix_expected(&matrix.describe(), &other.describe());
                self.writer.refuse(argument, &message);
                None
            }
        }
    }

    pub(crate) fn each(
        &mut self,
        matrix: &Matrix,
        operation: Operation,
        at: &impl ToTokens,
    ) -> Option<Value> {
        let mut elements = Vec::with_capacity(matrix.elements.len());
        for element in matrix.elements.iter() {
            let element = self.as_scalar(element.clone(), at, false)?;
            elements.push(self.writer.apply(operation, &[element]));
        }
        Some(Value::Matrix(Matrix::new(
            matrix.rows,
            matrix.cols,
            elements,
        )))
    }

    /// Starts from zero, as `fold` does.
    pub(crate) fn sum_of(&mut self, elements: &[Value], at: &impl ToTokens) -> Option<Value> {
        let mut sum = Value::Scalar(self.writer.builder.literal(0.0));
        for element in elements {
            sum = self.scalars(Operation::Add, &sum, element, at)?;
        }
        Some(sum)
    }

    pub(crate) fn cross(&mut self, a: &Matrix, b: &Matrix, at: &impl ToTokens) -> Option<Value> {
        let (a_parts, b) = (&a.elements, &b.elements);
        let mut elements = Vec::with_capacity(3);
        for (i, j) in [(1, 2), (2, 0), (0, 1)] {
            elements.push(self.minor([&a_parts[i], &b[j], &a_parts[j], &b[i]], at)?);
        }
        Some(Value::Matrix(Matrix::new(a.rows, a.cols, elements)))
    }

    /// `a * b - c * d`
    pub(crate) fn minor(&mut self, [a, b, c, d]: [&Value; 4], at: &impl ToTokens) -> Option<Value> {
        let first = self.scalars(Operation::Mul, a, b, at)?;
        let second = self.scalars(Operation::Mul, c, d, at)?;
        self.scalars(Operation::Sub, &first, &second, at)
    }

    pub(crate) fn determinant(&mut self, m: &Matrix, at: &impl ToTokens) -> Option<Value> {
        match m.rows {
            1 => Some(m.get(0, 0).clone()),
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
            _ => None,
        }
    }

    pub(crate) fn cross_matrix(&mut self, v: &Matrix, at: &impl ToTokens) -> Option<Value> {
        let zero = Value::Scalar(self.writer.builder.literal(0.0));
        let Value::Matrix(negative) = self.each(v, Operation::Neg, at)? else {
            return None;
        };
        let [x, y, z] = [0, 1, 2].map(|index| v.elements[index].clone());
        let [nx, ny, nz] = [0, 1, 2].map(|index| negative.elements[index].clone());
        let elements = vec![zero.clone(), z, ny, nz, zero.clone(), x, y, nx, zero];
        Some(Value::Matrix(Matrix::new(3, 3, elements)))
    }

    pub(crate) fn zip_mapped(
        &mut self,
        matrix: &Matrix,
        other: &Expr,
        call: &syn::ExprMethodCall,
    ) -> Option<Value> {
        let other = self.matrix_beside(matrix, other)?;
        let function = self.callable(call.args.last()?)?;
        let mut elements = Vec::with_capacity(matrix.elements.len());
        for (a, b) in matrix.elements.iter().zip(other.elements.iter()) {
            let value = self.apply_callable(&function, vec![a.clone(), b.clone()], call);
            elements.push(Value::Scalar(self.as_scalar(value, call, false)?));
        }
        let (rows, cols) = (matrix.rows, matrix.cols);
        Some(Value::Matrix(Matrix::new(rows, cols, elements)))
    }

    pub(crate) fn mapped(
        &mut self,
        matrix: &Matrix,
        function: &Expr,
        call: &syn::ExprMethodCall,
    ) -> Option<Value> {
        let function = self.callable(function)?;
        let mut elements = Vec::with_capacity(matrix.elements.len());
        for element in matrix.elements.iter() {
            let value = self.apply_callable(&function, vec![element.clone()], call);
            elements.push(Value::Scalar(self.as_scalar(value, call, false)?));
        }
        Some(Value::Matrix(Matrix::new(
            matrix.rows,
            matrix.cols,
            elements,
        )))
    }

    /// `[k]`, in storage order, or `[(row, col)]`.
    pub(crate) fn matrix_index(&mut self, matrix: &Matrix, index: &Expr) -> Option<usize> {
        if let Expr::Tuple(pair) = strip(index)
            && let (Some(row), Some(col), 2) =
                (pair.elems.first(), pair.elems.last(), pair.elems.len())
        {
            let row = self.position_below(row, matrix.rows)?;
            let col = self.position_below(col, matrix.cols)?;
            return matrix.position(row, col);
        }
        self.position_below(index, matrix.elements.len())
    }
}

pub(crate) fn length(matrix: &Matrix, name: &str) -> Value {
    let length = match name {
        "nrows" => matrix.rows,
        "ncols" => matrix.cols,
        _ => matrix.elements.len(),
    };
    Value::integer(i128::try_from(length).expect("invariant: lengths fit"))
}

pub(crate) fn diagonal(matrix: &Matrix) -> Vec<Value> {
    let each = 0..matrix.rows;
    each.map(|index| matrix.get(index, index).clone()).collect()
}

/// Two or three coordinates by their letters.
pub(crate) fn is_swizzle(letters: &str) -> bool {
    matches!(letters.len(), 2 | 3) && letters.chars().all(|letter| "xyz".contains(letter))
}

pub(crate) fn swizzled(matrix: &Matrix, letters: &str) -> Option<Value> {
    let picked = letters.chars().map(|letter| {
        let position = matrix.coordinate(&letter.to_string())?;
        (matrix.cols == 1).then(|| matrix.elements[position].clone())
    });
    let elements: Option<Vec<Value>> = picked.collect();
    Some(Value::Matrix(Matrix::new(letters.len(), 1, elements?)))
}
