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
use crate::front::syntax::matrix_types::{self, Extent, Extents};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::{Block, Matrix};
use crate::front::value::place::Place;

impl<M: Machine> Lowering<M> {
    /// The block that a method of a matrix names, `_mut` or not. The numbers are its arguments,
    /// with those of tuples and the ends of ranges.
    pub(crate) fn block(
        &mut self,
        matrix: &Matrix,
        numbers: &[i128],
        call: &syn::ExprMethodCall,
    ) -> Found<Block> {
        let (all_rows, all_cols) = (whole(matrix.rows), whole(matrix.cols));
        let size = self.block_size((matrix.rows, matrix.cols), call);
        let fixed = size.map(|(rows, cols)| (whole(rows).1, whole(cols).1));
        let name = call.method.to_string();
        let (rows, cols) = match (name.trim_end_matches("_mut"), numbers, fixed) {
            ("row", [row], _) => ((*row, 1), all_cols),
            ("column", [col], _) => (all_rows, (*col, 1)),
            ("row_part", [row, count], _) => ((*row, 1), (0, *count)),
            ("column_part", [col, count], _) => ((0, *count), (*col, 1)),
            ("rows", [row, count], _) => ((*row, *count), all_cols),
            ("columns", [col, count], _) => (all_rows, (*col, *count)),
            ("rows_range", [start, end], _) => ((*start, end - start), all_cols),
            ("columns_range", [start, end], _) => (all_rows, (*start, end - start)),
            ("view" | "slice", [row, col, rows, cols], _) => ((*row, *rows), (*col, *cols)),
            ("view_range", [row, row_end, col, col_end], _) => {
                ((*row, row_end - row), (*col, col_end - col))
            }
            ("fixed_rows", [row], Some((rows, _))) => ((*row, rows), all_cols),
            ("fixed_columns", [col], Some((_, cols))) => (all_rows, (*col, cols)),
            ("fixed_view" | "fixed_slice", [row, col], Some((rows, cols))) => {
                ((*row, rows), (*col, cols))
            }
            _ => return self.refuse_block(matrix, call),
        };
        let rows = self.lines_within(rows, matrix.rows, call)?;
        let cols = self.lines_within(cols, matrix.cols, call)?;
        let mut positions = Vec::with_capacity(rows.len() * cols.len());
        for j in cols.clone() {
            for i in rows.clone() {
                positions.push(matrix.position(i, j).ok_or(Stop)?);
            }
        }
        Ok(Block {
            rows: rows.len(),
            cols: cols.len(),
            extents: block_extents(matrix, call),
            positions,
        })
    }

    /// The rows or columns from a start on, or a refusal if there are fewer.
    fn lines_within(
        &mut self,
        (start, count): (i128, i128),
        all: usize,
        call: &syn::ExprMethodCall,
    ) -> Found<std::ops::Range<usize>> {
        let (_, end) = whole(all);
        if count < 0 || count > end {
            let message = messages::index_out_of_bounds(count, all);
            return self.writer.refuse(call, &message);
        }
        // A block of this size fits at `end - count + 1` positions.
        let size = usize::try_from(count).map_err(|_| Stop)?;
        let argument = call.args.first();
        let start = match argument {
            Some(argument) => self.below(start, all + 1 - size, argument)?,
            None => self.below(start, all + 1 - size, call)?,
        };
        Ok(start..start + size)
    }

    fn refuse_block(&mut self, matrix: &Matrix, call: &syn::ExprMethodCall) -> Found<Block> {
        let message = messages::malformed_block(&call.method.to_string(), &matrix.describe());
        self.writer.refuse(call, &message)
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

    /// The dimensions of the block that a method names, as far as its form tells them.
    pub(crate) fn block_size(
        &self,
        (rows, cols): (usize, usize),
        call: &syn::ExprMethodCall,
    ) -> Option<(usize, usize)> {
        let given = self.turbofish_numbers(call);
        let name = call.method.to_string();
        match (name.trim_end_matches("_mut"), given?.as_slice()) {
            ("row", []) => Some((1, cols)),
            ("column", []) => Some((rows, 1)),
            ("fixed_rows", [rows]) => Some((*rows, cols)),
            ("fixed_columns", [cols]) => Some((rows, *cols)),
            ("fixed_view" | "fixed_slice", [rows, cols]) => Some((*rows, *cols)),
            ("rows", []) => Some((self.known_count(call.args.get(1)?)?, cols)),
            ("columns", []) => Some((rows, self.known_count(call.args.get(1)?)?)),
            ("row_part", []) => Some((1, self.known_count(call.args.get(1)?)?)),
            ("column_part", []) => Some((self.known_count(call.args.get(1)?)?, 1)),
            ("view" | "slice", []) => match call.args.get(1)? {
                syn::Expr::Tuple(size) if size.elems.len() == 2 => Some((
                    self.known_count(&size.elems[0])?,
                    self.known_count(&size.elems[1])?,
                )),
                _ => None,
            },
            _ => None,
        }
    }

    /// The numbers between the brackets of a call, `fixed_rows::<3>(0)`.
    fn turbofish_numbers(&self, call: &syn::ExprMethodCall) -> Option<Vec<usize>> {
        let given = call.turbofish.iter().flat_map(|turbofish| &turbofish.args);
        let length = |argument: &GenericArgument| {
            let value = match argument {
                GenericArgument::Const(expression) => self.known_length(expression),
                GenericArgument::Type(ty) => {
                    matrix_types::type_level(ty, &|length| self.known_length(length))
                        .or_else(|| self.known_length(&syn::parse2(ty.to_token_stream()).ok()?))
                }
                _ => None,
            };
            usize::try_from(value?).ok()
        };
        given.map(length).collect()
    }

    /// Two such numbers.
    pub(crate) fn turbofish_lengths(&self, call: &syn::ExprMethodCall) -> Option<(usize, usize)> {
        match self.turbofish_numbers(call)?.as_slice() {
            [rows, cols] => Some((*rows, *cols)),
            _ => None,
        }
    }

    /// One such number.
    pub(crate) fn turbofish_length(&self, call: &syn::ExprMethodCall) -> Option<usize> {
        match self.turbofish_numbers(call)?.as_slice() {
            [length] => Some(*length),
            _ => None,
        }
    }

    /// The scalar between the brackets of a call, `cast::<f64>()`, if the function has it.
    pub(crate) fn turbofish_type(&self, call: &syn::ExprMethodCall) -> Option<String> {
        let GenericArgument::Type(ty) = call.turbofish.as_ref()?.args.first()? else {
            return None;
        };
        let name = ty.to_token_stream().to_string();
        self.names_float(&name).then_some(name)
    }

    fn known_count(&self, count: &syn::Expr) -> Option<usize> {
        usize::try_from(self.known_length(count)?).ok()
    }

    /// A block as a value.
    pub(crate) fn read_block(
        &mut self,
        matrix: &Matrix,
        starts: &[i128],
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let block = self.block(matrix, starts, call)?;
        let part = matrix.part(&block);
        Ok(Value::Matrix(part))
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
        let changed = matrix.like(elements);
        self.store(place, Value::Matrix(changed), at);
    }
}

/// Which dimensions the type of a view says.
fn block_extents(of: &Matrix, call: &syn::ExprMethodCall) -> Extents {
    use Extent::{Fixed, RunTime};
    let name = call.method.to_string();
    match name.trim_end_matches("_mut") {
        "row" | "fixed_rows" => Extents::new(Fixed, of.extents.cols),
        "column" | "fixed_columns" => Extents::new(of.extents.rows, Fixed),
        "fixed_view" | "fixed_slice" => Extents::default(),
        "rows" | "rows_range" => Extents::new(RunTime, of.extents.cols),
        "columns" | "columns_range" => Extents::new(of.extents.rows, RunTime),
        "row_part" => Extents::new(Fixed, RunTime),
        "column_part" => Extents::new(RunTime, Fixed),
        _ => Extents::new(RunTime, RunTime),
    }
}

/// All rows or columns: where they start, and how many there are.
fn whole(count: usize) -> (i128, i128) {
    let count = i128::try_from(count).expect("invariant: lengths fit");
    (0, count)
}

/// Whether a method with this name and number of arguments gives a block of a matrix.
pub(crate) fn is_block(call: &syn::ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let count = match name.trim_end_matches("_mut") {
        "row" | "column" | "fixed_rows" | "fixed_columns" | "rows_range" | "columns_range" => 1,
        "rows" | "columns" | "row_part" | "column_part" | "view" | "slice" | "view_range"
        | "fixed_view" | "fixed_slice" => 2,
        _ => return false,
    };
    call.args.len() == count
}
