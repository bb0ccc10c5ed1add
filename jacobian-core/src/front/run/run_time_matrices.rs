//! Constructors of matrices whose types do not say their dimensions: `DVector::zeros(n)`,
//! `DMatrix::from_fn(n, m, |i, j| ..)`. The lengths have to be known at expansion.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprCall};

use crate::front::messages;
use crate::front::methods::matrix_constructors::Listed;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::matrix_macros::listed_rows;
use crate::front::syntax::matrix_types::{self, Extent, Extents};
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::write::opaque::Behind;

/// Constructors that take the lengths first, of vectors as well.
pub(crate) const WITH_LENGTHS: &[&str] = &[
    "zeros",
    "identity",
    "from_element",
    "repeat",
    "from_fn",
    "from_iterator",
    "from_row_iterator",
    "from_diagonal_element",
];

/// Constructors from a list, of which those of vectors take no lengths.
const FROM_LISTS: &[&str] = &["from_vec", "from_row_slice", "from_column_slice", "from"];

impl Lowering<Run> {
    /// `stack![a, b; 0, d]`: a matrix of blocks, where `0` is a block of zeros.
    pub(crate) fn eval_stack(&mut self, call: &syn::Macro) -> Found<Value> {
        let Some(rows) = listed_rows(call) else {
            return self.writer.refuse(call, messages::MATRIX_BLOCKS);
        };
        let rows = self.trees.keep(rows);
        let mut blocks: Vec<Vec<Option<Matrix>>> = Vec::new();
        for row in rows.iter() {
            let mut found = Vec::new();
            for block in row {
                found.push(self.stacked_block(block)?);
            }
            blocks.push(found);
        }
        let count = blocks.first().map_or(0, Vec::len);
        let heights = blocks.iter().map(|row| {
            let mut heights = row.iter().flatten().map(|block| block.rows);
            heights
                .next()
                .filter(|first| heights.all(|height| height == *first))
        });
        let heights: Option<Vec<usize>> = heights.collect();
        let widths = (0..count).map(|col| {
            let column = blocks.iter().map(|row| row.get(col));
            let mut widths = column.flatten().flatten().map(|block| block.cols);
            widths
                .next()
                .filter(|first| widths.all(|width| width == *first))
        });
        let widths: Option<Vec<usize>> = widths.collect();
        let is_even = blocks.iter().all(|row| row.len() == count);
        let (Some(heights), Some(widths), true) = (heights, widths, is_even) else {
            return self.writer.refuse(call, messages::MATRIX_BLOCKS);
        };
        let (n_rows, n_cols) = (heights.iter().sum(), widths.iter().sum());
        let mut elements = self.filled(n_rows, n_cols, |_, _| 0.0);
        let mut top = 0;
        for (row, height) in blocks.iter().zip(&heights) {
            let mut left = 0;
            for (block, width) in row.iter().zip(&widths) {
                for (k, element) in block
                    .iter()
                    .flat_map(|block| block.elements.iter())
                    .enumerate()
                {
                    elements[(left + k / height) * n_rows + top + k % height] = element.clone();
                }
                left += width;
            }
            top += height;
        }
        let stacked = Value::Matrix(Matrix::new(n_rows, n_cols, elements));
        self.writer.limited(stacked, call)
    }

    /// A block of `stack!`. `None` for `0`.
    fn stacked_block(&mut self, block: &Expr) -> Found<Option<Matrix>> {
        if matches!(strip(block), Expr::Lit(literal) if literal.to_token_stream().to_string() == "0")
        {
            return Ok(None);
        }
        let value = self.eval_base(block)?;
        match self.as_known_matrix(value, block)? {
            Value::Matrix(matrix) => {
                self.writer.confirm(&matrix);
                Ok(Some(matrix))
            }
            _ => self.writer.refuse(block, messages::MATRIX_BLOCKS),
        }
    }

    /// Such a constructor. `None` for another call.
    pub(crate) fn eval_run_time_constructor(&mut self, call: &ExprCall) -> Found<Option<Value>> {
        let Some((ty, extents, function)) = run_time_constructor(&call.func) else {
            return Ok(None);
        };
        if owner_of(&call.func).is_some_and(|owner| self.is_other_type(&owner)) {
            return Ok(None);
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let is_vector = extents.rows != extents.cols;
        let takes_lengths = WITH_LENGTHS.contains(&function.as_str())
            || (FROM_LISTS.contains(&function.as_str()) && !is_vector && function != "from");
        let n_lengths = match (takes_lengths, is_vector) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        };
        if arguments.len() < n_lengths {
            return self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR);
        }
        let (lengths, rest) = arguments.split_at(n_lengths);
        let mut known = Vec::new();
        for length in lengths {
            let length = self.eval_integer(length, "length")?;
            known.push(usize::try_from(length).map_err(|_| Stop)?);
        }
        let dimensions = match (known.as_slice(), extents.rows) {
            ([length], Extent::RunTime) => Some((*length, 1)),
            ([length], Extent::Fixed) => Some((1, *length)),
            ([rows, cols], _) => Some((*rows, *cols)),
            _ => None,
        };
        let matrix = match dimensions {
            Some((rows, cols)) => {
                if !self.writer.spend(rows.saturating_mul(cols), call) {
                    return Err(Stop);
                }
                let elements = self.elements_by(&function, (rows, cols, extents), rest, call)?;
                Matrix::new(rows, cols, elements)
            }
            None => self.matrix_by_list(&function, extents, rest, call)?,
        };
        self.note_example(&ty, is_vector);
        let matrix = Value::Matrix(matrix.with(extents));
        self.writer.limited(matrix, call).map(Some)
    }

    /// The elements of a matrix with these dimensions.
    pub(crate) fn elements_by(
        &mut self,
        function: &str,
        (rows, cols, extents): (usize, usize, Extents),
        rest: &[&Expr],
        call: &ExprCall,
    ) -> Found<Vec<Value>> {
        let on_diagonal = |row, col| f64::from(row == col);
        match (function, rest) {
            ("zeros", []) => Ok(self.filled(rows, cols, |_, _| 0.0)),
            ("identity", []) => Ok(self.filled(rows, cols, on_diagonal)),
            ("from_element" | "repeat", [element]) => {
                let element = self.eval_scalar(element, Behind::Nothing)?;
                Ok(vec![Value::Scalar(element); rows * cols])
            }
            ("from_diagonal_element", [element]) => {
                let element = self.eval_scalar(element, Behind::Nothing)?;
                let mut elements = self.filled(rows, cols, |_, _| 0.0);
                for index in 0..rows.min(cols) {
                    elements[index * rows + index] = Value::Scalar(element);
                }
                Ok(elements)
            }
            ("from_fn", [function]) => {
                let function = self.callable(function)?;
                self.by_position(rows, cols, &function, call)
            }
            ("from_iterator" | "from_row_iterator", [items]) => {
                let mut items = self.items_of(items)?;
                // A fixed matrix takes as many as it needs. The others take all of them.
                if extents.are_fixed() {
                    items.truncate(rows * cols);
                }
                let order = if function == "from_iterator" {
                    Listed::ByColumns
                } else {
                    Listed::ByRows
                };
                self.listed((rows, cols), &Value::array(items), order, rest[0])
            }
            ("from_vec" | "from_row_slice" | "from_column_slice", [list]) => {
                let order = if function == "from_row_slice" {
                    Listed::ByRows
                } else {
                    Listed::ByColumns
                };
                let value = self.eval_base(list)?;
                self.listed((rows, cols), &value, order, list)
            }
            _ => self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR),
        }
    }

    /// A matrix whose dimensions are those of a list.
    fn matrix_by_list(
        &mut self,
        function: &str,
        extents: Extents,
        rest: &[&Expr],
        call: &ExprCall,
    ) -> Found<Matrix> {
        let [list] = rest else {
            return self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR);
        };
        let value = self.eval_base(list)?;
        let mut elements = Vec::new();
        value.for_each_leaf(&mut |leaf| elements.push(leaf.clone()));
        let (length, parts) = (elements.len(), value.parts().map_or(0, <[Value]>::len));
        let dimensions = match function {
            _ if parts == 0 => return self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR),
            "from_diagonal" => {
                let elements = self.on_diagonal(length, value, list)?;
                return Ok(Matrix::new(length, length, elements));
            }
            "from_columns" => (length / parts, parts),
            "from_rows" => (parts, length / parts),
            _ if extents.rows == extents.cols => {
                return self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR);
            }
            _ if extents.rows == Extent::RunTime => (length, 1),
            _ => (1, length),
        };
        let order = if function == "from_rows" {
            Listed::ByRows
        } else {
            Listed::ByColumns
        };
        let elements = self.listed(dimensions, &value, order, list)?;
        Ok(Matrix::new(dimensions.0, dimensions.1, elements))
    }

    /// Notes how the generated code can make a matrix of nalgebra, and has rustc check the type.
    fn note_example(&mut self, ty: &TokenStream, is_vector: bool) {
        if self.writer.is_trial() || self.is_in_prelude() {
            return;
        }
        let zero = self.writer.number(0.0);
        let example = if is_vector {
            quote!(<#ty>::from_element(1, #zero))
        } else {
            quote!(<#ty>::from_element(1, 1, #zero))
        };
        let scalar = crate::spelling::scalar_type(self.given.precision);
        let check = matrix_types::check_dimensions(&example, (1, 1), &scalar, "it");
        let check = quote!(let _ = || { #check };);
        let matrices = &mut self.writer.matrices;
        matrices.checks.insert(check.to_string(), check);
        matrices.example.get_or_insert(example);
    }
}

/// The type whose function a path names.
fn owner_of(callee: &Expr) -> Option<syn::Path> {
    let Expr::Path(path) = strip(callee) else {
        return None;
    };
    let mut owner = path.path.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    Some(owner)
}

/// The type, what it says, and the function that a path such as `DVector::zeros` names.
fn run_time_constructor(callee: &Expr) -> Option<(TokenStream, Extents, String)> {
    let Expr::Path(path) = strip(callee) else {
        return None;
    };
    if path.qself.is_some() {
        return None;
    }
    let mut ty = path.path.clone();
    let function = ty.segments.pop()?.ident.to_string();
    ty.segments.pop_punct();
    let last = ty.segments.last()?;
    let extents = matrix_types::run_time(last)?;
    let ty = if last.arguments.is_none() {
        quote!(#ty<_>)
    } else {
        ty.to_token_stream()
    };
    Some((ty, extents, function))
}
