//! The rows of the table for fixed matrices of nalgebra.
//!
//! If several names have the same distance from an unknown name, the message suggests the first
//! row. A method that a matrix of this shape does not have is refused like an unknown method.

use crate::ir::elemental::Operation;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{self, At, Given, Gives, Method, Operands, Parameter, Run};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use Parameter::{Base, Function, Integer};

const INDEX: Parameter = Integer("index");

/// The largest order for which nalgebra uses a formula. From order four on it eliminates.
const MAX_FORMULA_ORDER: usize = 3;

const fn row<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Value, Parameter::Value, parameters, run)
}

/// A method that messages do not suggest.
const fn other<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Unsuggested, Parameter::Value, parameters, run)
}

/// These rows always give a value.
fn value(found: Found<Value>) -> Found<Given> {
    found.map(Given::Value)
}

impl<M: Machine> Lowering<M> {
    /// The methods of matrices, in the order in which messages suggest them. Blocks and `iter` are
    /// handled before, so their rows are for messages only.
    pub(crate) const MATRICES: &'static [Method<M>] = &[
        row("dot", &[Base], Self::dot_row),
        row("cross", &[Base], Self::cross_row),
        row("norm", &[], Self::norm_row),
        row("norm_squared", &[], Self::norm_squared_row),
        row("normalize", &[], |run, mut of, at| {
            let matrix = of.matrix();
            let norm = run.norm(&matrix, at.call)?;
            value(run.scaled(&matrix, norm, Operation::Div, at.call))
        }),
        row("transpose", &[], |_, mut of, _| {
            value(Ok(Value::Matrix(of.matrix().transposed())))
        }),
        row("component_mul", &[Base], |run, of, at| {
            run.by_component(of, at, Operation::Mul)
        }),
        row("component_div", &[Base], |run, of, at| {
            run.by_component(of, at, Operation::Div)
        }),
        row("scale", &[Parameter::Value], |run, mut of, at| {
            let (matrix, factor) = (of.matrix(), of.value());
            value(run.scaled(&matrix, factor, Operation::Mul, at.call))
        }),
        row("unscale", &[Parameter::Value], |run, mut of, at| {
            let (matrix, divisor) = (of.matrix(), of.value());
            value(run.scaled(&matrix, divisor, Operation::Div, at.call))
        }),
        row("sum", &[], |run, mut of, at| {
            value(run.sum_of(&of.matrix().elements, at.call))
        }),
        row("trace", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            value(run.sum_of(&diagonal(&matrix), at.call))
        }),
        row("determinant", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            value(if matrix.rows > MAX_FORMULA_ORDER {
                run.determinant_of_matrix(&matrix, at)
            } else {
                run.determinant(&matrix, at.call)
            })
        }),
        row("try_inverse", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            value(if matrix.rows > MAX_FORMULA_ORDER {
                run.inverse_of_matrix(&matrix, at)
            } else {
                run.try_inverse(&matrix, at.call)
            })
        }),
        row("row", &[INDEX], Self::refused_row),
        row("column", &[INDEX], Self::refused_row),
        row("fixed_rows", &[INDEX], Self::refused_row),
        row("fixed_view", &[INDEX, INDEX], Self::refused_row),
        row("zip_map", &[Base, Function], |run, mut of, at| {
            let (matrix, other, function) = (of.matrix(), of.value(), of.function());
            value(run.zip_mapped(&matrix, other, &function, at.call))
        }),
        row("diagonal", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            let elements = diagonal(&matrix);
            value(Ok(Value::Matrix(Matrix::new(matrix.rows, 1, elements))))
        }),
        row("cross_matrix", &[], |run, mut of, at| {
            let matrix = of.matrix();
            if (matrix.rows, matrix.cols) != (3, 1) {
                return run.refuse_matrix_method(&matrix, at.call);
            }
            value(run.cross_matrix(&matrix, at.call))
        }),
        row("abs", &[], |run, mut of, at| {
            value(run.each(&of.matrix(), Operation::Abs, at.call))
        }),
        row("map", &[Function], |run, mut of, at| {
            let (matrix, function) = (of.matrix(), of.function());
            value(run.mapped(&matrix, &function, at.call))
        }),
        row("iter", &[], Self::refused_row),
        row("xy", &[], |_, mut of, _| {
            value(of.matrix().swizzled("xy").ok_or(Stop))
        }),
        row("xyz", &[], |_, mut of, _| {
            value(of.matrix().swizzled("xyz").ok_or(Stop))
        }),
        other("dotc", &[Base], Self::dot_row),
        other("magnitude", &[], Self::norm_row),
        other("magnitude_squared", &[], Self::norm_squared_row),
        other("clone_owned", &[], |_, mut of, _| {
            value(Ok(Value::Matrix(of.matrix())))
        }),
        other("into_owned", &[], |_, mut of, _| {
            value(Ok(Value::Matrix(of.matrix())))
        }),
        other("len", &[], |_, mut of, _| {
            value(Ok(length(of.matrix().elements.len())))
        }),
        other("nrows", &[], |_, mut of, _| {
            value(Ok(length(of.matrix().rows)))
        }),
        other("ncols", &[], |_, mut of, _| {
            value(Ok(length(of.matrix().cols)))
        }),
    ];

    /// The refusal of a method that is not expanded.
    pub(crate) fn refuse_matrix_method<T>(
        &mut self,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
    ) -> Found<T> {
        let known = table::names(Self::MATRICES);
        let message = messages::matrix_method(&call.method, &matrix.describe(), &known);
        self.writer.refuse(call, &message)
    }

    fn refused_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        self.refuse_matrix_method(&of.matrix(), at.call)
    }

    fn dot_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (matrix, other) = (of.matrix(), of.value());
        let other = self.matrix_beside(&matrix, other, &at.call.args[0])?;
        value(self.dot(&matrix, &other, at.call))
    }

    fn cross_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (matrix, other) = (of.matrix(), of.value());
        if matrix.elements.len() != 3 {
            return self.refuse_matrix_method(&matrix, at.call);
        }
        let other = self.matrix_beside(&matrix, other, &at.call.args[0])?;
        value(self.cross(&matrix, &other, at.call))
    }

    fn by_component(&mut self, mut of: Operands, at: At<'_>, operation: Operation) -> Found<Given> {
        let (matrix, other) = (of.matrix(), of.value());
        let other = self.matrix_beside(&matrix, other, &at.call.args[0])?;
        value(self.zip_matrices(&matrix, &other, operation, at.call))
    }

    fn norm_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        value(self.norm(&of.matrix(), at.call))
    }

    fn norm_squared_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        value(self.norm_squared(&of.matrix(), at.call))
    }

    /// A square matrix up to an order, or a refusal.
    pub(crate) fn square(
        &mut self,
        of: &mut Operands,
        max_order: usize,
        at: At<'_>,
    ) -> Found<Matrix> {
        let matrix = of.matrix();
        if matrix.rows == matrix.cols && matrix.rows <= max_order {
            return Ok(matrix);
        }
        self.refuse_matrix_method(&matrix, at.call)
    }
}

fn length(length: usize) -> Value {
    Value::integer(i128::try_from(length).expect("invariant: lengths fit"))
}

fn diagonal(matrix: &Matrix) -> Vec<Value> {
    let each = 0..matrix.rows;
    each.map(|index| matrix.get(index, index).clone()).collect()
}
