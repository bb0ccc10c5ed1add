//! Methods that change a matrix in place, and views that can be written through.
//!
//! ```text
//! y.axpy(2.0, &x, 1.0)                     the text of the prelude, on a reference to `y`
//! m.column_mut(1).axpy(2.0, &x, 1.0)       on a copy of the column, which is written back
//! x.fixed_rows_mut::<3>(0).copy_from(&v)   elements by elements
//! ```

use quote::quote;
use syn::Expr;

use crate::front::messages;
use crate::front::methods::matrix_blocks::is_block;
use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::prelude::nalgebra_matrices::{self, Receiver};
use crate::front::run::Run;
use crate::front::syntax::form::is_place;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::{Block, Matrix};
use crate::front::value::maybe::Maybe;
use crate::front::value::place::Place;
use crate::front::write::indices::Below;
use crate::front::write::opaque::Behind;

/// The methods that give a view of each row or column.
pub(crate) const MUTABLE_LINES: [&str; 2] = ["column_iter_mut", "row_iter_mut"];

type Arguments = syn::punctuated::Punctuated<Expr, syn::Token![,]>;

/// Whether a call changes the matrix that it is called on, so that a copy of it will not do.
pub(crate) fn changes_matrix(call: &syn::ExprMethodCall) -> bool {
    let known = nalgebra_matrices::method(&call.method.to_string(), call.args.len());
    known.is_some_and(|(_, receiver)| receiver == Receiver::Changes)
}

impl Lowering<Run> {
    /// The names of the methods that the prelude has as text.
    pub(crate) fn matrix_texts() -> impl Iterator<Item = &'static str> {
        nalgebra_matrices::names()
    }

    /// A method that the prelude has as text, on a matrix that it does not change.
    pub(crate) fn matrix_by_text(
        &mut self,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
    ) -> Found<Option<Value>> {
        let name = call.method.to_string();
        let arguments = match call.args.first().map(strip) {
            // The element at a row and a column.
            Some(Expr::Tuple(pair)) if name == "get" => &pair.elems,
            _ => &call.args,
        };
        let Some((text, receiver)) = nalgebra_matrices::method(&name, arguments.len()) else {
            return Ok(None);
        };
        if receiver == Receiver::Changes {
            return Ok(None);
        }
        let value = Value::Matrix(matrix.clone());
        let found = self.run_matrix_text(text, value, (arguments, call))?;
        match Kind::of_method(&name).filter(|kind| kind.is_of_parts()) {
            Some(kind) => self.decomposition_of_parts(kind, matrix, found).map(Some),
            None => Ok(Some(found)),
        }
    }

    /// The decomposition that the parts in a tuple are, or in an option of one.
    fn decomposition_of_parts(
        &mut self,
        kind: Kind,
        matrix: &Matrix,
        found: Value,
    ) -> Found<Value> {
        match found {
            Value::Maybe(maybe) => {
                let mut maybe = Maybe::clone(&maybe);
                maybe.inside = self.decomposition_of_parts(kind, matrix, maybe.inside)?;
                Ok(maybe.into_value())
            }
            Value::Tuple(parts) => {
                let parts = self.with_jumps(kind, &parts)?;
                // Its parts are known, so nothing asks for the object.
                let of = Decomposition::new(kind, quote!(()), matrix.clone());
                Ok(of.with_fields(kind.parts(), parts))
            }
            other => Ok(other),
        }
    }

    fn run_matrix_text(
        &mut self,
        text: &str,
        receiver: Value,
        (given, call): (&Arguments, &syn::ExprMethodCall),
    ) -> Found<Value> {
        let text = text.replace("f64", &self.given.scalar_name);
        let item: syn::ItemFn = syn::parse_str(&text).expect("invariant: a test parses each text");
        let function = self.names.functions.add(Function::of_item(&item, false));
        let mut arguments = vec![receiver];
        arguments.extend(self.eval_arguments(given)?);
        self.call_function(&function, arguments, call)
    }

    /// Whether a call changes a matrix in place, or a view of one.
    pub(crate) fn is_matrix_change(&self, call: &syn::ExprMethodCall) -> bool {
        let found = nalgebra_matrices::method(&call.method.to_string(), call.args.len());
        let changes = found.is_some_and(|(_, receiver)| receiver == Receiver::Changes);
        changes && self.is_matrix_place(&call.receiver)
    }

    fn is_matrix_place(&self, receiver: &Expr) -> bool {
        match strip(receiver) {
            Expr::MethodCall(view) if is_mutable_block(view) => {
                self.is_matrix_place(&view.receiver)
            }
            receiver => {
                is_place(receiver) && matches!(self.standing(receiver), Some(Value::Matrix(_)))
            }
        }
    }

    /// Runs such a call.
    pub(crate) fn change_matrix(&mut self, call: &syn::ExprMethodCall) -> Found<Value> {
        let name = call.method.to_string();
        let (text, _) = nalgebra_matrices::method(&name, call.args.len()).ok_or(Stop)?;
        let Expr::MethodCall(view) = strip(&call.receiver) else {
            let place = self.place_behind(&call.receiver)?;
            return self.run_matrix_text(text, Value::Reference(place), (&call.args, call));
        };
        let (place, matrix, block) = self.mutable_block(view)?.ok_or(Stop)?;
        let part = Value::Matrix(matrix.part(&block));
        let part = self.temporary(part, &call.receiver)?;
        let Value::Reference(copy) = &part else {
            return Err(Stop);
        };
        let copy = copy.clone();
        let value = self.run_matrix_text(text, part, (&call.args, call))?;
        if let Some(Value::Matrix(changed)) = self.load(&copy) {
            let elements = changed.elements.to_vec();
            self.write_block(&place, &matrix, &block, elements, &call.receiver);
        }
        Ok(value)
    }

    /// A view that is kept, `let mut column = m.column_mut(0)`.
    pub(crate) fn mutable_view(&mut self, call: &syn::ExprMethodCall) -> Found<Value> {
        match self.mutable_block(call)? {
            Some((place, matrix, block)) => {
                Ok(self.block_reference((&place, &matrix), block, call))
            }
            None => self.writer.refuse(call, messages::MUTABLE_VIEW),
        }
    }

    /// `m.column_iter_mut()`: a view of each column. `None` for another method.
    pub(crate) fn mutable_lines(&mut self, call: &syn::ExprMethodCall) -> Found<Option<Value>> {
        if !MUTABLE_LINES.iter().any(|name| call.method == name) || !call.args.is_empty() {
            return Ok(None);
        }
        if !self.is_matrix_place(&call.receiver) {
            return self.writer.refuse(call, messages::MUTABLE_VIEW);
        }
        let place = self.place_behind(&call.receiver)?;
        let Some(Value::Matrix(matrix)) = self.load(&place) else {
            return Err(Stop);
        };
        let (one, count) = match call.method.to_string().as_str() {
            "column_iter_mut" => ("column", matrix.cols),
            _ => ("row", matrix.rows),
        };
        let method = syn::Ident::new(one, call.method.span());
        let like: syn::ExprMethodCall = syn::ExprMethodCall {
            method,
            ..call.clone()
        };
        let mut views = Vec::with_capacity(count);
        for line in 0..count {
            let number = i128::try_from(line).map_err(|_| Stop)?;
            let block = self.block(&matrix, &[number], &like)?;
            views.push(self.block_reference((&place, &matrix), block, call));
        }
        Ok(Some(Value::array(views)))
    }

    /// Whether a call gives a part of a matrix, or all of it, to write to.
    pub(crate) fn is_mutable_part(&self, call: &syn::ExprMethodCall) -> bool {
        (is_mutable_block(call) || is_whole_slice(call)) && self.is_matrix_place(&call.receiver)
    }

    /// The block that a mutable view of a matrix names. `None` for another receiver.
    pub(crate) fn mutable_block(
        &mut self,
        view: &syn::ExprMethodCall,
    ) -> Found<Option<(Place, Matrix, Block)>> {
        if !is_mutable_block(view) || !self.is_matrix_place(&view.receiver) {
            return Ok(None);
        }
        if let Expr::MethodCall(outer) = strip(&view.receiver) {
            let Some((place, matrix, around)) = self.mutable_block(outer)? else {
                return Ok(None);
            };
            let part = matrix.part(&around);
            let numbers = self.block_numbers(&part, view)?;
            let mut block = self.block(&part, &numbers, view)?;
            for position in &mut block.positions {
                *position = around.positions[*position];
            }
            return Ok(Some((place, matrix, block)));
        }
        let place = self.place_behind(&view.receiver)?;
        let Some(Value::Matrix(matrix)) = self.load(&place) else {
            return Ok(None);
        };
        let numbers = self.block_numbers(&matrix, view)?;
        let block = self.block(&matrix, &numbers, view)?;
        Ok(Some((place, matrix, block)))
    }

    /// The arguments of a block, with those of tuples and the ends of ranges.
    pub(crate) fn block_numbers(
        &mut self,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
    ) -> Found<Vec<i128>> {
        let mut numbers = Vec::new();
        let is_of_rows = !call.method.to_string().starts_with("columns");
        for (position, argument) in call.args.iter().enumerate() {
            match strip(argument) {
                Expr::Range(range) => {
                    let of_rows = position == 0 && is_of_rows;
                    let bound = if of_rows { matrix.rows } else { matrix.cols };
                    let (start, end) = self.eval_range(range, Some(bound))?;
                    numbers.extend([start, end]);
                }
                Expr::Tuple(pair) => {
                    for part in &pair.elems {
                        numbers.push(self.eval_position(part)?);
                    }
                }
                // An index in place of a range names one row or column.
                _ if call.method.to_string().starts_with("view_range") => {
                    let start = self.eval_position(argument)?;
                    numbers.extend([start, start + 1]);
                }
                _ => numbers.push(self.eval_position(argument)?),
            }
        }
        Ok(numbers)
    }

    /// A block that begins where only run time knows, `x.rows(i, 3)`: one of all those that fit.
    pub(crate) fn block_at_run_time(
        &mut self,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
    ) -> Found<Option<Value>> {
        let (dimensions, start) = ((matrix.rows, matrix.cols), call.args.first());
        let (Some(start), Some((rows, cols))) = (start, self.block_size(dimensions, call)) else {
            return Ok(None);
        };
        let (size, all) = match call.method.to_string().as_str() {
            "row" | "rows" | "fixed_rows" => (rows, matrix.rows),
            "column" | "columns" | "fixed_columns" => (cols, matrix.cols),
            _ => return Ok(None),
        };
        if size > all || self.known_length(start).is_some() {
            return Ok(None);
        }
        let mut numbers = vec![0];
        if call.args.len() > 1 {
            numbers.push(i128::try_from(size).unwrap_or(i128::MAX));
        }
        let index = match self.eval(start)? {
            Value::Inactive(position) => {
                self.index_below(position, Below::Matrix(all + 1 - size), start)?
            }
            known => {
                numbers[0] = self.known_integer(known, start, "index")?;
                return self.read_block(matrix, &numbers, call).map(Some);
            }
        };
        let starts = index.first..index.first + index.count;
        let blocks = starts.map(|start| {
            numbers[0] = i128::try_from(start).unwrap_or(i128::MAX);
            self.read_block(matrix, &numbers, call)
        });
        let blocks = blocks.collect::<Found<Vec<Value>>>()?;
        self.one_of(&index, blocks, call).map(Some)
    }

    /// `x.fixed_rows_mut::<3>(0).copy_from(&v)`, and `fill`. False for another statement.
    pub(crate) fn run_block_method(&mut self, call: &syn::ExprMethodCall) -> bool {
        let Expr::MethodCall(view) = strip(&call.receiver) else {
            return false;
        };
        if !is_mutable_block(view) || !self.is_matrix_place(&view.receiver) {
            return false;
        }
        let name = call.method.to_string();
        if self.is_matrix_change(call) {
            // A mistake is reported.
            let _ = self.change_matrix(call);
            return true;
        }
        if !["copy_from", "fill"].contains(&name.as_str()) {
            return false;
        }
        let Ok(Some((place, matrix, block))) = self.mutable_block(view) else {
            return true;
        };
        let like = Matrix::new(block.rows, block.cols, Vec::new()).with(block.extents);
        let written = match (name.as_str(), call.args.first()) {
            ("copy_from", Some(source)) => {
                let value = self.eval_base(source);
                let source = value.and_then(|value| self.matrix_beside(&like, value, source));
                source.map(|source| source.elements.to_vec())
            }
            ("fill", Some(element)) => self
                .eval_scalar(element, Behind::Nothing)
                .map(|element| vec![Value::Scalar(element); block.positions.len()]),
            _ => self.writer.refuse(call, messages::MUTABLE_VIEW),
        };
        if let Ok(written) = written {
            self.write_block(&place, &matrix, &block, written, &call.receiver);
        }
        true
    }
}

/// `m.as_mut_slice()`, whose positions are those of the matrix.
pub(crate) fn is_whole_slice(call: &syn::ExprMethodCall) -> bool {
    call.method == "as_mut_slice" && call.args.is_empty()
}

fn is_mutable_block(view: &syn::ExprMethodCall) -> bool {
    is_block(view) && view.method.to_string().ends_with("_mut")
}
