//! Methods of fixed matrices of nalgebra, and their rows in the table.
//!
//! ```text
//! a.dot(&b)  a.cross(&b)  a.norm()  a.normalize()  m.transpose()  v.xy()  v.map(f)
//! ```
//!
//! Each does to the elements what nalgebra does, in its order: see `matrix_operators`.

use quote::ToTokens;

use crate::ir::elemental::Operation;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{self, At, Given, Gives, Method, Operands, Parameter, Run};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::matrix::Matrix;
use crate::front::write::opaque::Behind;
use Parameter::{Base, Function, Integer};

const fn row<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Value, Parameter::Value, parameters, run)
}

/// A method that messages do not suggest.
const fn other<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Unsuggested, Parameter::Value, parameters, run)
}

impl<M: Machine> Lowering<M> {
    /// The methods of matrices, in the order in which messages suggest them. Blocks are known by
    /// their names alone.
    pub(crate) const MATRICES: &'static [Method<M>] = &[
        row("dot", &[Base], Self::matrix_row),
        row("cross", &[Base], Self::matrix_row),
        row("norm", &[], Self::matrix_row),
        row("norm_squared", &[], Self::matrix_row),
        row("normalize", &[], Self::matrix_row),
        row("transpose", &[], Self::matrix_row),
        row("component_mul", &[Base], Self::matrix_row),
        row("component_div", &[Base], Self::matrix_row),
        row("scale", &[Parameter::Value], Self::matrix_row),
        row("unscale", &[Parameter::Value], Self::matrix_row),
        row("sum", &[], Self::matrix_row),
        row("trace", &[], Self::matrix_row),
        row("determinant", &[], Self::matrix_row),
        row("try_inverse", &[], Self::matrix_row),
        row("row", &[Integer("index")], Self::matrix_row),
        row("column", &[Integer("index")], Self::matrix_row),
        row("fixed_rows", &[Integer("index")], Self::matrix_row),
        row(
            "fixed_view",
            &[Integer("index"), Integer("index")],
            Self::matrix_row,
        ),
        row("zip_map", &[Base, Function], Self::matrix_row),
        row("diagonal", &[], Self::matrix_row),
        row("cross_matrix", &[], Self::matrix_row),
        row("abs", &[], Self::matrix_row),
        row("map", &[Function], Self::matrix_row),
        row("iter", &[], Self::matrix_row),
        row("xy", &[], Self::matrix_row),
        row("xyz", &[], Self::matrix_row),
        other("dotc", &[Base], Self::matrix_row),
        other("magnitude", &[], Self::matrix_row),
        other("magnitude_squared", &[], Self::matrix_row),
        other("clone_owned", &[], Self::matrix_row),
        other("into_owned", &[], Self::matrix_row),
        other("len", &[], Self::matrix_row),
        other("nrows", &[], Self::matrix_row),
        other("ncols", &[], Self::matrix_row),
    ];

    #[expect(
        clippy::unnecessary_wraps,
        reason = "rows of other kinds find nothing after a mistake"
    )]
    fn matrix_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let matrix = of.matrix();
        let name = at.call.method.to_string();
        let found = if at.call.args.is_empty() {
            self.plain_method(&matrix, &name, at.call)
        } else {
            self.method_with(&matrix, of, at.call)
        };
        let found = found.unwrap_or_else(|| self.refuse_matrix_method(&matrix, at.call));
        Ok(Given::Value(found))
    }

    /// The refusal of a method that is not expanded.
    pub(crate) fn refuse_matrix_method(
        &mut self,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
    ) -> Value {
        let known = table::names(Self::MATRICES);
        let message = messages::matrix_method(&call.method, &matrix.describe(), &known);
        self.writer.refuse(call, &message)
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
            "transpose" => Ok(Value::Matrix(matrix.transposed())),
            "clone_owned" | "into_owned" => Ok(Value::Matrix(matrix.clone())),
            "len" | "nrows" | "ncols" => Ok(length(matrix, name)),
            "norm_squared" | "magnitude_squared" => self.norm_squared(matrix, call),
            "norm" | "magnitude" => self.norm(matrix, call),
            "normalize" => self
                .norm(matrix, call)
                .map(|norm| self.scaled(matrix, norm, Operation::Div, call)),
            "sum" => self.sum_of(&matrix.elements, call),
            "trace" if is_square => self.sum_of(&diagonal(matrix), call),
            "diagonal" if is_square => {
                Ok(Value::Matrix(Matrix::new(matrix.rows, 1, diagonal(matrix))))
            }
            "determinant" if is_square && matrix.rows <= 3 => self.determinant(matrix, call),
            "try_inverse" if is_square && matrix.rows <= 3 => {
                self.try_inverse(matrix, call).ok_or(Stop)
            }
            "cross_matrix" if (matrix.rows, matrix.cols) == (3, 1) => {
                self.cross_matrix(matrix, call)
            }
            "abs" => self.each(matrix, Operation::Abs, call),
            letters if is_swizzle(letters) => Ok(matrix.swizzled(letters)?),
            _ => return None,
        };
        Some(found.unwrap_or(Value::Poison))
    }

    /// A method with a matrix, a factor or a function, likewise.
    pub(crate) fn method_with(
        &mut self,
        matrix: &Matrix,
        mut of: Operands,
        call: &syn::ExprMethodCall,
    ) -> Option<Value> {
        let name = call.method.to_string();
        let operation = match name.as_str() {
            "component_mul" | "scale" => Operation::Mul,
            _ => Operation::Div,
        };
        let found = match name.as_str() {
            "dot" | "dotc" => self
                .matrix_beside(matrix, of.value(), &call.args[0])
                .and_then(|other| self.dot(matrix, &other, call)),
            "cross" if matrix.elements.len() == 3 => self
                .matrix_beside(matrix, of.value(), &call.args[0])
                .and_then(|other| self.cross(matrix, &other, call)),
            "component_mul" | "component_div" => self
                .matrix_beside(matrix, of.value(), &call.args[0])
                .map(|other| self.zip_matrices(matrix, &other, operation, call)),
            "scale" | "unscale" => Ok(self.scaled(matrix, of.value(), operation, call)),
            "map" => self.mapped(matrix, &of.function(), call),
            "zip_map" => {
                let (other, function) = (of.value(), of.function());
                self.zip_mapped(matrix, other, &function, call)
            }
            _ => return None,
        };
        Some(found.unwrap_or(Value::Poison))
    }

    /// The argument of a method that takes a matrix of the same shape.
    pub(crate) fn matrix_beside(
        &mut self,
        matrix: &Matrix,
        value: Value,
        argument: &impl ToTokens,
    ) -> Found<Matrix> {
        match value {
            Value::Matrix(other) if other.same_shape(matrix) => {
                self.writer.confirm(&other);
                Ok(other)
            }
            Value::Inactive(inactive) => {
                match self.writer.matrix_of(inactive, matrix.rows, matrix.cols) {
                    Value::Matrix(other) => {
                        self.writer.confirm(&other);
                        Ok(other)
                    }
                    _ => Err(Stop),
                }
            }
            Value::Poison => Err(Stop),
            other => {
                let message = messages::matrix_expected(&matrix.describe(), &other.describe());
                self.writer.refuse(argument, &message);
                Err(Stop)
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
        Ok(Value::Matrix(Matrix::new(
            matrix.rows,
            matrix.cols,
            elements,
        )))
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
        Ok(Value::Matrix(Matrix::new(a.rows, a.cols, elements)))
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
            let value = self.call(function, vec![a.clone(), b.clone()], call);
            elements.push(Value::Scalar(self.as_scalar(
                value,
                call,
                Behind::Nothing,
            )?));
        }
        let (rows, cols) = (matrix.rows, matrix.cols);
        Ok(Value::Matrix(Matrix::new(rows, cols, elements)))
    }

    pub(crate) fn mapped(
        &mut self,
        matrix: &Matrix,
        function: &Callable,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let mut elements = Vec::with_capacity(matrix.elements.len());
        for element in matrix.elements.iter() {
            let value = self.call(function, vec![element.clone()], call);
            elements.push(Value::Scalar(self.as_scalar(
                value,
                call,
                Behind::Nothing,
            )?));
        }
        Ok(Value::Matrix(Matrix::new(
            matrix.rows,
            matrix.cols,
            elements,
        )))
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
