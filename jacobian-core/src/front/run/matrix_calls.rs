//! Calls that construct matrices of nalgebra, and calls of their methods. Receivers and arguments
//! are evaluated once.
//!
//! The operations of nalgebra are in `methods`.

use syn::Expr;

use crate::front::messages;
use crate::front::methods::matrix_blocks::is_block;
use crate::front::methods::matrix_constructors::{Listed, by_columns};
use crate::front::methods::matrix_methods::is_swizzle;
use crate::front::methods::table::{self, At, Given, Operand, Operands};
use crate::front::names::distributions::Distribution;
use crate::front::names::state::Lowering;
use crate::front::prelude::nalgebra_matrices;
use crate::front::run::Run;
use crate::front::run::iterate::is_closed_range;
use crate::front::run::matrix_changes::MUTABLE_LINES;
use crate::front::run::run_time_matrices::WITH_LENGTHS;
use crate::front::syntax::form::Want;
use crate::front::syntax::matrix_macros::{
    is_point, listed_dimensions, listed_rows, macro_extents,
};
use crate::front::syntax::matrix_types::Extents;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::place::Place;
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// A method of a matrix.
    pub(crate) fn eval_matrix_method(
        &mut self,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        self.writer.confirm(matrix);
        if let Some(views) = self.mutable_lines(call)? {
            return Ok(views);
        }
        if is_block(call) {
            if call.method.to_string().ends_with("_mut") {
                return self.mutable_view(call);
            }
            if let Some(block) = self.block_at_run_time(matrix, call)? {
                return Ok(block);
            }
            let numbers = self.block_numbers(matrix, call)?;
            return self.read_block(matrix, &numbers, call);
        }
        if let Some(value) = self.matrix_by_text(matrix, call)? {
            return Ok(value);
        }
        let row = table::find(Self::MATRICES, call);
        let row = row.or_else(|| table::find(Self::MATRIX_SHAPES, call));
        let row = row.or_else(|| table::find(Self::MATRIX_LINES, call));
        let row = row.or_else(|| table::find(Self::REDUCING, call));
        let Some(row) = row.or_else(|| table::find(Self::DECOMPOSING, call)) else {
            // Coordinates by their letters, `v.xzy()`, have no rows of their own.
            let letters = call.method.to_string();
            let swizzled = call.args.is_empty() && is_swizzle(&letters);
            let found = swizzled.then(|| matrix.swizzled(&letters)).flatten();
            return match found {
                Some(found) => Ok(found),
                None => self.refuse_matrix_method(matrix, call),
            };
        };
        let mut operands = vec![Operand::Matrix(matrix.clone())];
        for (parameter, argument) in row.parameters.iter().zip(&call.args) {
            operands.push(self.operand(parameter, argument)?);
        }
        match (row.run)(self, Operands::new(operands), At { call, want: None })? {
            Given::Value(value) => Ok(value),
            Given::Items(_) => Err(Stop),
        }
    }

    /// A method of a decomposition of a matrix, of a distribution, or of a range.
    pub(crate) fn eval_object_method(
        &mut self,
        found: Value,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let at = At { call, want: None };
        if let Some(end) = Self::range_method(&found, call) {
            return Ok(end);
        }
        if is_closed_range(&found) {
            return self.method_of(found, call);
        }
        let Some(of) = Decomposition::of(&found) else {
            return self.eval_distribution_method(&found, call);
        };
        let needs_place = !of.kind.is_of_parts() || of.kind == Kind::Schur;
        let found = if of.matrix.place.is_none() && needs_place {
            // A branch has chosen between two, so the matrix has no place yet.
            let kept = self.kept_matrix(&of.matrix, call)?;
            of.clone().with_matrix(kept)
        } else {
            found
        };
        if let Some(value) = self.decomposition_in_place(&found, &of, call)? {
            return Ok(value);
        }
        let row = if of.kind.is_of_parts() {
            table::find(Self::REDUCTIONS, call)
        } else {
            table::find(Self::DECOMPOSITIONS, call)
        };
        let Some(row) = row else {
            return self.refuse_decomposition(&of, at);
        };
        let mut operands = vec![Operand::Value(found)];
        for (parameter, argument) in row.parameters.iter().zip(&call.args) {
            operands.push(self.operand(parameter, argument)?);
        }
        match (row.run)(self, Operands::new(operands), at)? {
            Given::Value(value) => Ok(value),
            Given::Items(_) => Err(Stop),
        }
    }

    /// Whether an expression decomposes a matrix, `a.cholesky()?`.
    pub(crate) fn decomposes(&self, expression: &Expr) -> bool {
        match strip(expression) {
            Expr::Try(question) => self.decomposes(&question.expr),
            Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
                self.decomposes(&call.receiver)
            }
            Expr::MethodCall(call) => {
                let method = call.method.to_string();
                Kind::of_method(&method).is_some() && self.dimensions_of(&call.receiver).is_some()
            }
            _ => false,
        }
    }

    /// The kind of decomposition that an expression is, by its form.
    fn kind_of(&self, expression: &Expr) -> Option<Kind> {
        match strip(expression) {
            Expr::Try(question) => self.kind_of(&question.expr),
            Expr::Reference(reference) => self.kind_of(&reference.expr),
            Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
                self.kind_of(&call.receiver)
            }
            Expr::MethodCall(call) => {
                let kind = Kind::of_method(&call.method.to_string())?;
                self.dimensions_of(&call.receiver).map(|_| kind)
            }
            place => Some(Decomposition::of(&self.standing(place)?)?.kind),
        }
    }

    /// Whether a call solves a system or decomposes a matrix, and may give nothing.
    pub(crate) fn solves_at_run_time(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        match name.as_str() {
            "cholesky"
            | "pseudo_inverse"
            | "eigenvalues"
            | "try_svd"
            | "try_svd_unordered"
            | "udu"
            | "try_schur"
            | "try_symmetric_eigen"
            | "try_polar"
                if self.dimensions_of(&call.receiver).is_some() =>
            {
                true
            }
            "eigenvalues" => self.kind_of(&call.receiver) == Some(Kind::Schur),
            "solve" | "recompose" | "pseudo_inverse" => match self.kind_of(&call.receiver) {
                None | Some(Kind::Cholesky | Kind::SymmetricTridiagonal) => false,
                Some(Kind::SymmetricEigen) => name != "recompose",
                Some(_) => true,
            },
            _ => {
                let solves = name.ends_with("solve_lower_triangular")
                    || name.ends_with("solve_upper_triangular");
                solves && self.dimensions_of(&call.receiver).is_some()
            }
        }
    }

    /// `Cholesky::new(a)`, `SVD::try_new(a, ..)`, which give an `Option`.
    pub(crate) fn may_decompose(&self, call: &syn::ExprCall) -> bool {
        let Expr::Path(callee) = &*call.func else {
            return false;
        };
        let names: Vec<&syn::Ident> = callee
            .path
            .segments
            .iter()
            .map(|part| &part.ident)
            .collect();
        let matrix = call.args.first();
        let is_known = |of: &syn::Ident, new: &syn::Ident| {
            (of == "Cholesky" || of == "UDU") && new == "new"
                || Kind::of_type(&of.to_string()).is_some()
                    && new.to_string().starts_with("try_new")
        };
        matches!(names[..], [.., of, new] if is_known(of, new))
            && matrix.is_some_and(|matrix| self.dimensions_of(matrix).is_some())
    }

    /// Whether a call is a method of a matrix that we expand.
    pub(crate) fn is_matrix_method(&self, call: &syn::ExprMethodCall) -> bool {
        let mut listed = table::names(Self::MATRICES);
        listed.extend(table::names(Self::DECOMPOSING));
        listed.extend(table::names(Self::REDUCING));
        listed.extend(table::names(Self::MATRIX_SHAPES));
        listed.extend(table::names(Self::MATRIX_LINES));
        listed.extend(nalgebra_matrices::names());
        listed.extend(MUTABLE_LINES);
        let is_listed = listed.iter().any(|name| call.method == name);
        // A quaternion holds a matrix also where the function names none.
        let is_matrix = || {
            self.dimensions_of(&call.receiver).is_some()
                || matches!(self.peek(&call.receiver), Some(Value::Matrix(_)))
        };
        is_listed && call.method != "iter" && is_matrix()
    }

    /// `fill` and `copy_from`. False for another method.
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
            "fill" => self
                .eval_scalar(argument, Behind::Nothing)
                .map(|element| matrix.like(vec![Value::Scalar(element); matrix.elements.len()])),
            "copy_from" => {
                let value = self.eval_base(argument);
                let source = value.and_then(|value| self.matrix_beside(matrix, value, argument));
                source.map(|source| source.with(matrix.extents))
            }
            _ => return false,
        };
        if let Ok(filled) = filled {
            self.store(place, Value::Matrix(filled), &call.receiver);
        }
        true
    }

    /// `[k]`, in storage order, or `[(row, col)]`.
    pub(crate) fn matrix_index(&mut self, matrix: &Matrix, index: &Expr) -> Found<usize> {
        if let Expr::Tuple(pair) = strip(index)
            && let (Some(row), Some(col), 2) =
                (pair.elems.first(), pair.elems.last(), pair.elems.len())
        {
            let row = self.position_below(row, matrix.rows)?;
            let col = self.position_below(col, matrix.cols)?;
            return matrix.position(row, col).ok_or(Stop);
        }
        self.position_below(index, matrix.elements.len())
    }

    /// A constructor of a matrix. `None` for another call.
    pub(crate) fn eval_matrix_call(
        &mut self,
        call: &syn::ExprCall,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        let wanted = self.call_of_wanted_matrix(call, want);
        let call = wanted.as_ref().unwrap_or(call);
        if let Some(value) = self.eval_run_time_constructor(call)? {
            return Ok(Some(value));
        }
        if let Some(method) = self.decomposing_call(call) {
            return self.eval_method(&method, None).map(Some);
        }
        if self.constructor(&call.func).is_none() {
            return Ok(None);
        }
        match self.eval_constructor(call)? {
            Some(value) => Ok(Some(value)),
            None => self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR),
        }
    }

    /// Constructors such as `Vector3::new(x, y, z)`. `None` for another call.
    pub(crate) fn eval_constructor(&mut self, call: &syn::ExprCall) -> Found<Option<Value>> {
        let Some((ty, (rows, cols), function)) = self.constructor(&call.func) else {
            return Ok(None);
        };
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let elements = match (function.as_str(), arguments.as_slice()) {
            ("new", given) if given.len() == rows * cols => {
                let elements = self.row_by_row(given);
                elements.map(|elements| by_columns(rows, cols, elements))
            }
            ("x" | "y" | "z" | "w", []) if cols == 1 => {
                let Some(axis) = "xyzw".find(&function).filter(|axis| *axis < rows) else {
                    return Ok(None);
                };
                Ok(self.filled(rows, cols, |row, _| f64::from(row == axis)))
            }
            ("ith", [position, element]) if cols == 1 => {
                let position = self.position_below(position, rows)?;
                let element = self.eval_scalar(element, Behind::Nothing)?;
                let mut elements = self.filled(rows, cols, |_, _| 0.0);
                elements[position] = Value::Scalar(element);
                Ok(elements)
            }
            ("from_partial_diagonal", [list]) => {
                let value = self.eval_base(list)?;
                self.on_partial_diagonal((rows, cols), &value, list)
            }
            ("from_diagonal", [vector]) if rows == cols => {
                let value = self.eval_base(vector)?;
                self.on_diagonal(rows, value, vector)
            }
            (
                "from" | "from_vec" | "from_column_slice" | "from_row_slice" | "from_columns"
                | "from_rows" | "from_slice",
                [list],
            ) => {
                let order = match function.as_str() {
                    "from_row_slice" | "from_rows" => Listed::ByRows,
                    _ => Listed::ByColumns,
                };
                let value = self.eval_base(list)?;
                self.listed((rows, cols), &value, order, list)
            }
            (function, given) if WITH_LENGTHS.contains(&function) => {
                let extents = Extents::default();
                self.elements_by(function, (rows, cols, extents), given, call)
            }
            _ => return Ok(None),
        };
        let elements = elements?;
        self.check_constructor(ty, (rows, cols));
        let matrix = Value::Matrix(Matrix::new(rows, cols, elements));
        self.writer.limited(matrix, call).map(Some)
    }

    fn row_by_row(&mut self, given: &[&Expr]) -> Found<Vec<Value>> {
        let scalars = given.iter();
        scalars
            .map(|argument| {
                self.eval_scalar(argument, Behind::Nothing)
                    .map(Value::Scalar)
            })
            .collect()
    }

    /// `vector![a, b]`, `matrix![a, b; c, d]`
    pub(crate) fn eval_matrix_macro(&mut self, call: &syn::Macro) -> Found<Value> {
        let Some(rows) = listed_rows(call) else {
            return self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR);
        };
        let (n_rows, n_cols) = listed_dimensions(call, &rows);
        self.writer.matrices.seen = true;
        let rows = self.trees.keep(rows);
        let mut elements = Vec::with_capacity(n_rows * n_cols);
        for element in rows.iter().flatten() {
            let element = self
                .eval_scalar(element, Behind::Nothing)
                .map(Value::Scalar);
            elements.push(element);
        }
        let elements = elements.into_iter().collect::<Found<Vec<Value>>>()?;
        if elements.len() != n_rows * n_cols {
            return self.writer.refuse(call, messages::MATRIX_CONSTRUCTOR);
        }
        if is_point(call) {
            return self.point(call, elements);
        }
        self.check_macro(call, n_rows, n_cols);
        // The macro lists rows and a matrix stores columns.
        let by_rows = Matrix::new(n_cols, n_rows, elements);
        Ok(Value::Matrix(
            by_rows.transposed().with(macro_extents(call)),
        ))
    }
}

/// Whether a value is an object whose methods are called by name: a decomposition of a matrix, a
/// distribution, or a range.
pub(super) fn is_object(value: &Value) -> bool {
    let is_made = Decomposition::of(value).is_some() || Distribution::of(value).is_some();
    is_made || is_closed_range(value)
}
