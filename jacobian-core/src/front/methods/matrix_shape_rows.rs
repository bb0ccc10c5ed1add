//! The rows of the table for methods that give a matrix of other dimensions, or none at all.
//!
//! ```text
//! a.kronecker(&b)   m.remove_row(1)   v.push(w)   m.tr_mul(&b)   m.row_iter()   v.imax()
//! ```
//!
//! Source: `src/base` of nalgebra 0.35.0, the files `ops.rs`, `edition.rs` and `matrix.rs`.

use crate::ir::elemental::Operation;

use crate::front::flow::machine::Machine;
use crate::front::methods::table::{At, Given, Gives, Method, Operands, Parameter, Run};
use crate::front::names::state::Lowering;
use crate::front::syntax::matrix_types::{Extent, Extents};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items;
use crate::front::value::matrix::Matrix;
use crate::front::write::opaque::Behind;
use Parameter::{Base, Elements, Integer};

const ANY: Extents = Extents::new(Extent::RunTime, Extent::RunTime);
const INDEX: Parameter = Integer("index");
const LENGTH: Parameter = Integer("length");

/// Rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    Rows,
    Columns,
}

impl Lines {
    /// How many there are.
    pub(crate) fn count(self, of: &Matrix) -> usize {
        match self {
            Self::Rows => of.rows,
            Self::Columns => of.cols,
        }
    }

    /// Whether the type says how many there are.
    pub(crate) fn extent(self, extents: Extents) -> Extent {
        match self {
            Self::Rows => extents.rows,
            Self::Columns => extents.cols,
        }
    }
}

const fn row<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Value, Parameter::Value, parameters, run)
}

/// A method that messages do not suggest.
const fn other<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Unsuggested, Parameter::Value, parameters, run)
}

fn matrix((rows, cols): (usize, usize), extents: Extents, elements: Vec<Value>) -> Given {
    Given::Value(Value::Matrix(
        Matrix::new(rows, cols, elements).with(extents),
    ))
}

impl<M: Machine> Lowering<M> {
    /// Methods of matrices that give another shape.
    pub(crate) const MATRIX_SHAPES: &'static [Method<M>] = &[
        row("kronecker", &[Base], Self::kronecker),
        row("tr_mul", &[Base], Self::transposed_product),
        row("ad_mul", &[Base], Self::transposed_product),
        row("push", &[Parameter::Value], |run, mut of, at| {
            let (of, element) = (of.matrix(), of.value());
            let element = run.as_scalar(element, &at.call.args[0], Behind::Nothing)?;
            let mut elements = of.elements.to_vec();
            elements.push(Value::Scalar(element));
            Ok(matrix((of.rows + 1, 1), of.extents, elements))
        }),
        other("to_homogeneous", &[], |run, mut of, _| {
            let of = of.matrix();
            let [zero, one] = [0.0, 1.0].map(|number| run.writer.builder.literal(number));
            if of.cols == 1 {
                let mut elements = of.elements.to_vec();
                elements.push(Value::Scalar(zero));
                return Ok(matrix((of.rows + 1, 1), of.extents, elements));
            }
            let element = |i: usize, j: usize| match of.position(i, j) {
                Some(position) => of.elements[position].clone(),
                None if i == j => Value::Scalar(one),
                None => Value::Scalar(zero),
            };
            let dimensions = (of.rows + 1, of.cols + 1);
            Ok(by_position(dimensions, of.extents, element))
        }),
        row("remove_row", &[INDEX], |run, mut of, at| {
            let (of, removed) = (of.matrix(), of.integer());
            let removed = run.below(removed, of.rows, &at.call.args[0])?;
            let kept: Vec<usize> = (0..of.rows).filter(|row| *row != removed).collect();
            Ok(selected(&of, Lines::Rows, &kept))
        }),
        row("remove_column", &[INDEX], |run, mut of, at| {
            let (of, removed) = (of.matrix(), of.integer());
            let removed = run.below(removed, of.cols, &at.call.args[0])?;
            let kept: Vec<usize> = (0..of.cols).filter(|col| *col != removed).collect();
            Ok(selected(&of, Lines::Columns, &kept))
        }),
        row("insert_row", &[INDEX, Parameter::Value], |run, of, at| {
            run.inserted(of, Lines::Rows, at)
        }),
        row(
            "insert_column",
            &[INDEX, Parameter::Value],
            |run, of, at| run.inserted(of, Lines::Columns, at),
        ),
        row("select_rows", &[Elements], |run, of, at| {
            run.selected_lines(of, Lines::Rows, at)
        }),
        row("select_columns", &[Elements], |run, of, at| {
            run.selected_lines(of, Lines::Columns, at)
        }),
        row(
            "resize",
            &[LENGTH, LENGTH, Parameter::Value],
            |run, mut of, at| {
                let (of, rows, cols, element) =
                    (of.matrix(), of.integer(), of.integer(), of.value());
                let [rows, cols] = [rows, cols].map(|length| usize::try_from(length).unwrap_or(0));
                run.resized(&of, ((rows, cols), ANY), element, at)
            },
        ),
        other("fixed_resize", &[Parameter::Value], |run, mut of, at| {
            let (of, element) = (of.matrix(), of.value());
            let Some((rows, cols)) = run.turbofish_lengths(at.call) else {
                return run.refuse_matrix_method(&of, at.call);
            };
            run.resized(&of, ((rows, cols), Extents::default()), element, at)
        }),
        row("row_iter", &[], |_, mut of, _| {
            let of = of.matrix();
            let extents = Extents::new(Extent::Fixed, of.extents.cols);
            let row = |row| lines(&of, Lines::Rows, &[row]).with(extents);
            let rows = (0..of.rows).map(|at| Value::Matrix(row(at)));
            Ok(Given::Value(Value::array(rows.collect())))
        }),
        row("column_iter", &[], |_, mut of, _| {
            let columns = of.matrix();
            let columns = columns.columns().map(Value::Matrix);
            Ok(Given::Value(Value::array(columns.collect())))
        }),
        other("shape", &[], |_, mut of, _| {
            let of = of.matrix();
            let lengths = [of.rows, of.cols].map(|length| Value::Integer(items::index(length)));
            Ok(Given::Value(Value::tuple(lengths.to_vec())))
        }),
        other("is_empty", &[], |_, mut of, _| {
            Ok(Given::Value(Value::Boolean(
                of.matrix().elements.is_empty(),
            )))
        }),
        other("is_square", &[], |_, mut of, _| {
            let of = of.matrix();
            Ok(Given::Value(Value::Boolean(of.rows == of.cols)))
        }),
        other("as_slice", &[], |_, mut of, _| {
            Ok(Given::Value(Value::array(of.matrix().elements.to_vec())))
        }),
        other("as_scalar", &[], Self::only_element),
        other("cast", &[], |run, mut of, at| {
            let of = of.matrix();
            let Some(scalar) = run.turbofish_type(at.call) else {
                return run.refuse_matrix_method(&of, at.call);
            };
            let mut elements = Vec::with_capacity(of.elements.len());
            for element in of.elements.iter() {
                let id = run.as_scalar(element.clone(), at.call, Behind::Nothing)?;
                elements.push(run.in_width(Value::Scalar(id), &scalar));
            }
            Ok(Given::Value(Value::Matrix(of.like(elements))))
        }),
        other("to_scalar", &[], Self::only_element),
        other("into_scalar", &[], Self::only_element),
        row("imax", &[], Self::position_row),
        row("imin", &[], Self::position_row),
        row("iamax", &[], Self::position_row),
        row("iamin", &[], Self::position_row),
        other("icamax", &[], Self::position_row),
        other("iamax_full", &[], Self::position_row),
        other("icamax_full", &[], Self::position_row),
        other("is_identity", &[Parameter::Settled], |run, mut of, at| {
            let (of, limit) = (of.matrix(), of.value());
            let of = run.kept_matrix(&of, at.call)?;
            run.asked_of(&of.known_place()?, at, &[limit])
                .map(Given::Value)
        }),
    ];

    /// The position of an element that run time finds. It is an index for run time.
    fn position_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let of = self.kept_matrix(&of.matrix(), at.call)?;
        self.asked_of(&of.known_place()?, at, &[]).map(Given::Value)
    }

    fn only_element(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let of = of.matrix();
        match of.elements.as_slice() {
            [element] => Ok(Given::Value(element.clone())),
            _ => self.refuse_matrix_method(&of, at.call),
        }
    }

    fn kronecker(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (a, b) = (of.matrix(), self.matrix_operand(of.value(), at)?);
        if !self
            .writer
            .spend(a.elements.len() * b.elements.len(), at.call)
        {
            return Err(Stop);
        }
        let mut elements = Vec::with_capacity(a.elements.len() * b.elements.len());
        for (j1, j2) in pairs(a.cols, b.cols) {
            for (i1, i2) in pairs(a.rows, b.rows) {
                let (left, right) = (a.get(i1, j1), b.get(i2, j2));
                elements.push(self.scalars(Operation::Mul, left, right, at.call)?);
            }
        }
        let both = |one: Extent, other: Extent| match (one, other) {
            (Extent::Fixed, Extent::Fixed) => Extent::Fixed,
            _ => Extent::RunTime,
        };
        let rows = both(a.extents.rows, b.extents.rows);
        let extents = Extents::new(rows, both(a.extents.cols, b.extents.cols));
        let dimensions = (a.rows * b.rows, a.cols * b.cols);
        Ok(matrix(dimensions, extents, elements))
    }

    /// Each element is the dot product of two columns.
    fn transposed_product(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (a, b) = (of.matrix(), self.matrix_operand(of.value(), at)?);
        if a.rows != b.rows {
            return self.refuse_matrix_method(&a, at.call);
        }
        if !self.writer.spend(a.elements.len() * b.cols, at.call) {
            return Err(Stop);
        }
        let mut elements = Vec::with_capacity(a.cols * b.cols);
        for right in b.columns() {
            for left in a.columns() {
                elements.push(self.dot(&left, &right, at.call)?);
            }
        }
        let extents = Extents::new(a.extents.cols, b.extents.cols);
        Ok(matrix((a.cols, b.cols), extents, elements))
    }

    /// An argument that is a matrix of any dimensions.
    fn matrix_operand(&mut self, value: Value, at: At<'_>) -> Found<Matrix> {
        match value {
            Value::Matrix(matrix) => {
                self.writer.confirm(&matrix);
                Ok(matrix)
            }
            other => self.matrix_beside(&Matrix::new(0, 0, Vec::new()), other, &at.call.args[0]),
        }
    }

    fn inserted(&mut self, mut of: Operands, among: Lines, at: At<'_>) -> Found<Given> {
        let (of, position, element) = (of.matrix(), of.integer(), of.value());
        let element = self.as_scalar(element, &at.call.args[1], Behind::Nothing)?;
        let (count, added) = match among {
            Lines::Rows => (of.rows, (1, 0)),
            Lines::Columns => (of.cols, (0, 1)),
        };
        let position = self.below(position, count + 1, &at.call.args[0])?;
        let before = |line: usize| line - usize::from(line > position);
        let element = |i: usize, j: usize| match among {
            Lines::Rows if i != position => of.get(before(i), j).clone(),
            Lines::Columns if j != position => of.get(i, before(j)).clone(),
            _ => Value::Scalar(element),
        };
        let dimensions = (of.rows + added.0, of.cols + added.1);
        Ok(by_position(dimensions, of.extents, element))
    }

    fn selected_lines(&mut self, mut of: Operands, among: Lines, at: At<'_>) -> Found<Given> {
        let (of, chosen) = (of.matrix(), of.elements());
        let count = among.count(&of);
        let mut positions = Vec::with_capacity(chosen.len());
        for position in chosen {
            let Value::Integer(position) = position else {
                return self.refuse_matrix_method(&of, at.call);
            };
            positions.push(self.below(position.value, count, &at.call.args[0])?);
        }
        let extents = match among {
            Lines::Rows => Extents::new(Extent::RunTime, of.extents.cols),
            Lines::Columns => Extents::new(of.extents.rows, Extent::RunTime),
        };
        let found = lines(&of, among, &positions).with(extents);
        Ok(Given::Value(Value::Matrix(found)))
    }

    /// The same elements at the same positions, and others where there were none.
    pub(crate) fn resized(
        &mut self,
        of: &Matrix,
        ((rows, cols), extents): ((usize, usize), Extents),
        element: Value,
        at: At<'_>,
    ) -> Found<Given> {
        let last = at.call.args.last().ok_or(Stop)?;
        let element = self.as_scalar(element, last, Behind::Nothing)?;
        if !self.writer.spend(rows.saturating_mul(cols), at.call) {
            return Err(Stop);
        }
        let element = |i: usize, j: usize| match of.position(i, j) {
            Some(position) => of.elements[position].clone(),
            None => Value::Scalar(element),
        };
        Ok(by_position((rows, cols), extents, element))
    }
}

/// A matrix of these elements.
pub(crate) fn by_position(
    (rows, cols): (usize, usize),
    extents: Extents,
    element: impl Fn(usize, usize) -> Value,
) -> Given {
    let positions = pairs(cols, rows);
    let elements = positions.map(|(col, row)| element(row, col)).collect();
    matrix((rows, cols), extents, elements)
}

/// All pairs of numbers below two bounds, the second one fastest.
fn pairs(first: usize, second: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..first).flat_map(move |one| (0..second).map(move |other| (one, other)))
}

/// Some of the rows or columns.
pub(crate) fn lines(of: &Matrix, among: Lines, chosen: &[usize]) -> Matrix {
    let (rows, cols): (Vec<usize>, Vec<usize>) = match among {
        Lines::Rows => (chosen.to_vec(), (0..of.cols).collect()),
        Lines::Columns => ((0..of.rows).collect(), chosen.to_vec()),
    };
    let positions = pairs(cols.len(), rows.len());
    let elements = positions.map(|(col, row)| of.get(rows[row], cols[col]).clone());
    Matrix::new(rows.len(), cols.len(), elements.collect()).with(of.extents)
}

fn selected(of: &Matrix, among: Lines, chosen: &[usize]) -> Given {
    Given::Value(Value::Matrix(lines(of, among, chosen)))
}
