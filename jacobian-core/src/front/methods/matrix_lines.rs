//! The rows of the table for methods of matrices that insert or remove several rows or columns.
//!
//! ```text
//! m.insert_rows(1, 2, s)   m.insert_fixed_rows::<2>(1, s)   m.remove_columns_at(&[0, 2])
//! ```
//!
//! Source: `src/base/edition.rs` of nalgebra 0.35.0.

use crate::front::flow::machine::Machine;
use crate::front::methods::matrix_shape_rows::{Lines, by_position, lines};
use crate::front::methods::table::{At, Given, Gives, Method, Operands, Parameter, Run};
use crate::front::names::state::Lowering;
use crate::front::syntax::matrix_types::{Extent, Extents};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::write::opaque::Behind;
use Parameter::{Elements, Integer};

const INDEX: Parameter = Integer("index");
const LENGTH: Parameter = Integer("length");

/// Where the number of lines is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    /// `insert_rows(1, 2, s)`
    Argument,
    /// `insert_fixed_rows::<2>(1, s)`
    Type,
}

/// A method that messages do not suggest.
const fn other<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Unsuggested, Parameter::Value, parameters, run)
}

impl<M: Machine> Lowering<M> {
    /// Methods that insert or remove rows and columns.
    pub(crate) const MATRIX_LINES: &'static [Method<M>] = &[
        other(
            "insert_rows",
            &[INDEX, LENGTH, Parameter::Value],
            |run, of, at| run.inserted_lines(of, (Lines::Rows, Count::Argument), at),
        ),
        other(
            "insert_columns",
            &[INDEX, LENGTH, Parameter::Value],
            |run, of, at| run.inserted_lines(of, (Lines::Columns, Count::Argument), at),
        ),
        other(
            "insert_fixed_rows",
            &[INDEX, Parameter::Value],
            |run, of, at| run.inserted_lines(of, (Lines::Rows, Count::Type), at),
        ),
        other(
            "insert_fixed_columns",
            &[INDEX, Parameter::Value],
            |run, of, at| run.inserted_lines(of, (Lines::Columns, Count::Type), at),
        ),
        other("remove_rows", &[INDEX, LENGTH], |run, of, at| {
            run.removed_lines(of, (Lines::Rows, Count::Argument), at)
        }),
        other("remove_columns", &[INDEX, LENGTH], |run, of, at| {
            run.removed_lines(of, (Lines::Columns, Count::Argument), at)
        }),
        other("remove_fixed_rows", &[INDEX], |run, of, at| {
            run.removed_lines(of, (Lines::Rows, Count::Type), at)
        }),
        other("remove_fixed_columns", &[INDEX], |run, of, at| {
            run.removed_lines(of, (Lines::Columns, Count::Type), at)
        }),
        other("remove_rows_at", &[Elements], |run, of, at| {
            run.removed_at(of, Lines::Rows, at)
        }),
        other("remove_columns_at", &[Elements], |run, of, at| {
            run.removed_at(of, Lines::Columns, at)
        }),
        other(
            "resize_vertically",
            &[LENGTH, Parameter::Value],
            |run, of, at| run.resized_along(of, Lines::Rows, at),
        ),
        other(
            "resize_horizontally",
            &[LENGTH, Parameter::Value],
            |run, of, at| run.resized_along(of, Lines::Columns, at),
        ),
    ];

    /// The number of lines that a call inserts or removes, and the extents of what it gives.
    fn line_count(
        &mut self,
        of: &Matrix,
        (among, count): (Lines, Count),
        argument: Option<i128>,
        at: At<'_>,
    ) -> Found<(usize, Extents)> {
        let along = match count {
            Count::Argument => Extent::RunTime,
            Count::Type => among.extent(of.extents),
        };
        let number = match (count, argument) {
            (Count::Argument, Some(number)) => usize::try_from(number).ok(),
            _ => self.turbofish_length(at.call),
        };
        let Some(number) = number else {
            return self.refuse_matrix_method(of, at.call);
        };
        let extents = match among {
            Lines::Rows => Extents::new(along, of.extents.cols),
            Lines::Columns => Extents::new(of.extents.rows, along),
        };
        Ok((number, extents))
    }

    fn inserted_lines(
        &mut self,
        mut operands: Operands,
        (among, count): (Lines, Count),
        at: At<'_>,
    ) -> Found<Given> {
        let (of, start) = (operands.matrix(), operands.integer());
        let given = (count == Count::Argument).then(|| operands.integer());
        let element = operands.value();
        let (number, extents) = self.line_count(&of, (among, count), given, at)?;
        let last = at.call.args.last().ok_or(Stop)?;
        let element = self.as_scalar(element, last, Behind::Nothing)?;
        let start = self.below(start, among.count(&of) + 1, &at.call.args[0])?;
        let (added_rows, added_cols) = match among {
            Lines::Rows => (number, 0),
            Lines::Columns => (0, number),
        };
        let (rows, cols) = (
            of.rows.saturating_add(added_rows),
            of.cols.saturating_add(added_cols),
        );
        if !self.writer.spend(rows.saturating_mul(cols), at.call) {
            return Err(Stop);
        }
        // Lines behind the inserted ones have moved.
        let before = |line: usize| match line.checked_sub(start) {
            None => Some(line),
            Some(behind) => behind.checked_sub(number).map(|behind| start + behind),
        };
        let element = |i: usize, j: usize| {
            let found = match among {
                Lines::Rows => before(i).map(|i| of.get(i, j)),
                Lines::Columns => before(j).map(|j| of.get(i, j)),
            };
            found.cloned().unwrap_or(Value::Scalar(element))
        };
        Ok(by_position((rows, cols), extents, element))
    }

    fn removed_lines(
        &mut self,
        mut of: Operands,
        (among, count): (Lines, Count),
        at: At<'_>,
    ) -> Found<Given> {
        let (matrix, start) = (of.matrix(), of.integer());
        let given = (count == Count::Argument).then(|| of.integer());
        let (number, extents) = self.line_count(&matrix, (among, count), given, at)?;
        let all = among.count(&matrix);
        if number > all {
            return self.refuse_matrix_method(&matrix, at.call);
        }
        let start = self.below(start, all + 1 - number, &at.call.args[0])?;
        let kept = (0..all).filter(|line| *line < start || *line >= start + number);
        let kept = lines(&matrix, among, &kept.collect::<Vec<usize>>());
        Ok(Given::Value(Value::Matrix(kept.with(extents))))
    }

    fn removed_at(&mut self, mut of: Operands, among: Lines, at: At<'_>) -> Found<Given> {
        let (of, chosen) = (of.matrix(), of.elements());
        let all = among.count(&of);
        let mut removed = Vec::with_capacity(chosen.len());
        for position in chosen {
            let Value::Integer(position) = position else {
                return self.refuse_matrix_method(&of, at.call);
            };
            removed.push(self.below(position.value, all, &at.call.args[0])?);
        }
        let kept = (0..all).filter(|line| !removed.contains(line));
        let kept = lines(&of, among, &kept.collect::<Vec<usize>>());
        let extents = match among {
            Lines::Rows => Extents::new(Extent::RunTime, of.extents.cols),
            Lines::Columns => Extents::new(of.extents.rows, Extent::RunTime),
        };
        Ok(Given::Value(Value::Matrix(kept.with(extents))))
    }

    fn resized_along(&mut self, mut of: Operands, among: Lines, at: At<'_>) -> Found<Given> {
        let (of, length, element) = (of.matrix(), of.integer(), of.value());
        let length = usize::try_from(length).map_err(|_| Stop)?;
        let (dimensions, extents) = match among {
            Lines::Rows => {
                let extents = Extents::new(Extent::RunTime, of.extents.cols);
                ((length, of.cols), extents)
            }
            Lines::Columns => {
                let extents = Extents::new(of.extents.rows, Extent::RunTime);
                ((of.rows, length), extents)
            }
        };
        self.resized(&of, (dimensions, extents), element, at)
    }
}
