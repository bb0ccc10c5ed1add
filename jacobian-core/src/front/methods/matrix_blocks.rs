//! Blocks of fixed matrices of nalgebra: the elements that a view reads or writes.
//!
//! ```text
//! x.fixed_rows::<3>(0)     m.fixed_view::<2, 2>(0, 1)     m.column(1)
//! x.fixed_rows_mut::<3>(3).copy_from(&v)                  m.row_mut(0).fill(z)
//! ```
//!
//! The start of a block is evaluated before. Its size is part of the source.

use quote::ToTokens;
use syn::GenericArgument;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::place::Place;

/// A block: its dimensions, and the positions of its elements column by column.
pub(crate) struct Block {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) positions: Vec<usize>,
}

impl<M: Machine> Lowering<M> {
    /// The block that a method of a matrix names, `_mut` or not, at a start.
    pub(crate) fn block(
        &mut self,
        matrix: &Matrix,
        starts: &[i128],
        call: &syn::ExprMethodCall,
    ) -> Found<Block> {
        let (rows, cols) = self
            .block_size((matrix.rows, matrix.cols), call)
            .ok_or(Stop)?;
        let name = call.method.to_string();
        let (row, col) = match (name.trim_end_matches("_mut"), starts) {
            ("row" | "fixed_rows", [row]) => (Some((0, *row)), None),
            ("column" | "fixed_columns", [col]) => (None, Some((0, *col))),
            ("fixed_view" | "fixed_slice", [row, col]) => (Some((0, *row)), Some((1, *col))),
            _ => return Err(Stop),
        };
        let start = |run: &mut Self, at: Option<(usize, i128)>, size: usize, all: usize| match at {
            Some((argument, at)) => {
                // A block of this size fits at `all - size + 1` positions. If it is larger than the
                // matrix, it fits at none.
                let bound = (all + 1).saturating_sub(size);
                run.below(at, bound, &call.args[argument])
            }
            None => Ok(0),
        };
        let row = start(self, row, rows, matrix.rows)?;
        let col = start(self, col, cols, matrix.cols)?;
        let mut positions = Vec::with_capacity(rows * cols);
        for j in col..col + cols {
            for i in row..row + rows {
                positions.push(matrix.position(i, j).ok_or(Stop)?);
            }
        }
        Ok(Block {
            rows,
            cols,
            positions,
        })
    }

    /// An index below a bound, or a refusal.
    pub(crate) fn below(&mut self, found: i128, bound: usize, at: &impl ToTokens) -> Found<usize> {
        let position = usize::try_from(found).ok();
        let position = position.filter(|position| *position < bound);
        match position {
            Some(position) => Ok(position),
            None => self
                .writer
                .refuse(at, &messages::index_out_of_bounds(found, bound)),
        }
    }

    /// The dimensions of the block that a method names.
    pub(crate) fn block_size(
        &self,
        (rows, cols): (usize, usize),
        call: &syn::ExprMethodCall,
    ) -> Option<(usize, usize)> {
        let given = call.turbofish.iter().flat_map(|turbofish| &turbofish.args);
        let length = |argument: &GenericArgument| {
            let value = match argument {
                GenericArgument::Const(expression) => self.known_length(expression),
                GenericArgument::Type(ty) => {
                    self.known_length(&syn::parse2(ty.to_token_stream()).ok()?)
                }
                _ => None,
            };
            usize::try_from(value?).ok()
        };
        let given: Option<Vec<usize>> = given.map(length).collect();
        let name = call.method.to_string();
        match (name.trim_end_matches("_mut"), given?.as_slice()) {
            ("row", []) => Some((1, cols)),
            ("column", []) => Some((rows, 1)),
            ("fixed_rows", [rows]) => Some((*rows, cols)),
            ("fixed_columns", [cols]) => Some((rows, *cols)),
            ("fixed_view" | "fixed_slice", [rows, cols]) => Some((*rows, *cols)),
            _ => None,
        }
    }

    /// A block as a value.
    pub(crate) fn read_block(
        &mut self,
        matrix: &Matrix,
        starts: &[i128],
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let block = self.block(matrix, starts, call)?;
        let elements = block.positions.iter();
        let elements = elements.map(|position| matrix.elements[*position].clone());
        Ok(Value::Matrix(Matrix::new(
            block.rows,
            block.cols,
            elements.collect(),
        )))
    }

    /// Writes elements into a block.
    pub(crate) fn write_block(
        &mut self,
        place: &Place,
        matrix: &Matrix,
        block: &Block,
        written: Vec<Value>,
        at: &syn::Expr,
    ) {
        let mut elements = matrix.elements.to_vec();
        for (position, element) in block.positions.iter().zip(written) {
            elements[*position] = element;
        }
        let changed = Matrix::new(matrix.rows, matrix.cols, elements);
        self.store(place, Value::Matrix(changed), at);
    }
}
