//! Fixed matrices of nalgebra: blocks that are read or written, and the macros that list elements.
//!
//! ```text
//! x.fixed_rows::<3>(0)     m.fixed_view::<2, 2>(0, 1)     m.column(1)
//! x.fixed_rows_mut::<3>(3).copy_from(&v)                  m.row_mut(0).fill(z)
//! vector![a, b, c]         matrix![a, b; c, d]
//! ```

use quote::{ToTokens, quote};
use syn::{Expr, GenericArgument};

use crate::front::messages;
use crate::front::methods::matrix_methods;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::strip;
use crate::front::syntax::matrix_macros::{is_vector, listed_dimensions, listed_rows};
use crate::front::syntax::matrix_types;
use crate::front::value::Value;
use crate::front::value::matrix::Matrix;
use crate::front::value::place::Place;

/// Which elements of a matrix a block has, column by column.
pub(crate) struct Block {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) positions: Vec<usize>,
}

impl Lowering<Run> {
    /// The block that a method of a matrix names, `_mut` or not.
    pub(crate) fn block(&mut self, matrix: &Matrix, call: &syn::ExprMethodCall) -> Option<Block> {
        let (rows, cols) = self.block_size((matrix.rows, matrix.cols), call)?;
        let name = call.method.to_string();
        let starts: Vec<&Expr> = call.args.iter().collect();
        let (row, col) = match (name.trim_end_matches("_mut"), starts.as_slice()) {
            ("row" | "fixed_rows", [row]) => (Some(*row), None),
            ("column" | "fixed_columns", [col]) => (None, Some(*col)),
            ("fixed_view" | "fixed_slice", [row, col]) => (Some(*row), Some(*col)),
            _ => return None,
        };
        let start = |lowering: &mut Self, at: Option<&Expr>, size: usize, all: usize| match at {
            Some(at) => lowering.position_below(at, (all + 1).saturating_sub(size)),
            None => Some(0),
        };
        let row = start(self, row, rows, matrix.rows)?;
        let col = start(self, col, cols, matrix.cols)?;
        let mut positions = Vec::with_capacity(rows * cols);
        for j in col..col + cols {
            for i in row..row + rows {
                positions.push(matrix.position(i, j)?);
            }
        }
        Some(Block {
            rows,
            cols,
            positions,
        })
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

    /// A block as a value; `None` where the method is another one.
    pub(crate) fn read_block(
        &mut self,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
    ) -> Option<Value> {
        self.block_size((matrix.rows, matrix.cols), call)?;
        let Some(block) = self.block(matrix, call) else {
            return Some(self.writer.refuse_quietly());
        };
        let elements = block.positions.iter();
        let elements = elements.map(|position| matrix.elements[*position].clone());
        Some(Value::Matrix(Matrix::new(
            block.rows,
            block.cols,
            elements.collect(),
        )))
    }

    /// `x.fixed_rows_mut::<3>(0).copy_from(&v)`; false for another statement.
    pub(crate) fn run_block_method(&mut self, call: &syn::ExprMethodCall) -> bool {
        let Expr::MethodCall(view) = strip(&call.receiver) else {
            return false;
        };
        let is_mutable = view.method.to_string().ends_with("_mut");
        if !is_mutable || !matches!(strip(&view.receiver), Expr::Path(_) | Expr::Field(_)) {
            return false;
        }
        let Some((rows, cols)) = self.dimensions_of(&view.receiver) else {
            return false;
        };
        if self.block_size((rows, cols), view).is_none() {
            return false;
        }
        let Some(place) = self.place_behind(&view.receiver) else {
            return true;
        };
        let Some(Value::Matrix(matrix)) = self.load(&place) else {
            return false;
        };
        let Some(block) = self.block(&matrix, view) else {
            return true;
        };
        self.write_block(&place, &matrix, &block, call);
        true
    }

    pub(crate) fn write_block(
        &mut self,
        place: &Place,
        matrix: &Matrix,
        block: &Block,
        call: &syn::ExprMethodCall,
    ) {
        let like = Matrix::new(block.rows, block.cols, Vec::new());
        let written = match (call.method.to_string().as_str(), call.args.first()) {
            ("copy_from", Some(source)) => self
                .matrix_beside(&like, source)
                .map(|source| source.elements.to_vec()),
            ("fill", Some(element)) => self
                .eval_scalar(element, false)
                .map(|element| vec![Value::Scalar(element); block.positions.len()]),
            _ => {
                let message = messages::matrix_method(
                    &call.method,
                    &like.describe(),
                    matrix_methods::METHODS,
                );
                self.writer.refuse(call, &message);
                None
            }
        };
        let Some(written) = written else { return };
        let mut elements = matrix.elements.to_vec();
        for (position, element) in block.positions.iter().zip(written) {
            elements[*position] = element;
        }
        let changed = Matrix::new(matrix.rows, matrix.cols, elements);
        self.store(place, Value::Matrix(changed), &call.receiver);
    }

    /// `vector![a, b]`, `matrix![a, b; c, d]`
    pub(crate) fn eval_matrix_macro(&mut self, call: &syn::Macro) -> Value {
        let Some(rows) = listed_rows(call) else {
            return self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR);
        };
        let (n_rows, n_cols) = listed_dimensions(call, &rows);
        self.writer.matrices.seen = true;
        let rows = self.trees.keep(rows);
        let mut elements = Vec::with_capacity(n_rows * n_cols);
        for element in rows.iter().flatten() {
            let element = self.eval_scalar(element, false).map(Value::Scalar);
            elements.push(element.unwrap_or(Value::Poison));
        }
        if elements.len() != n_rows * n_cols {
            return self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR);
        }
        if self.writer.trial.is_none() {
            self.check_macro(call, n_rows, n_cols);
        }
        let by_rows = Matrix::new(n_cols, n_rows, elements);
        Value::Matrix(by_rows.transposed())
    }

    /// Has rustc check that the macro is nalgebra's.
    pub(crate) fn check_macro(&mut self, call: &syn::Macro, rows: usize, cols: usize) {
        let path = &call.path;
        let scalar = crate::spelling::scalar_type(self.given.precision);
        let zero = crate::spelling::literal(0.0, self.given.precision);
        let row = vec![zero; cols];
        let zeros = vec![quote!(#(#row),*); rows];
        let example = quote!(#path![#(#zeros);*]);
        let example = if is_vector(call) {
            let zeros = vec![crate::spelling::literal(0.0, self.given.precision); rows];
            quote!(#path![#(#zeros),*])
        } else {
            example
        };
        let check = matrix_types::check_place(&example, (rows, cols), &scalar);
        let statement = quote!(let _ = || { #check };);
        self.writer
            .matrices
            .checks
            .insert(statement.to_string(), statement);
    }
}
