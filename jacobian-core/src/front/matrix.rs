//! Fixed matrices of nalgebra, expanded to scalars: values and operators.
//!
//! ```text
//! a * b    y[i] = a[i, 0] * b[0];  then  y[i] = a[i, k] * b[k] + y[i]      as nalgebra's `gemv`
//! a.dot    3: p0 + p1 + p2    4: (p0 + p2) + (p1 + p3)    else from zero, eight partial sums
//! ```
//!
//! The value path repeats nalgebra's own operations in its own order, so that the value stays bitwise that of the
//! user; the order is that of nalgebra 0.35, files `base/blas.rs` and `base/blas_uninit.rs`. Elements are in its
//! storage order, column by column. An inactive matrix keeps its place and is read element by element.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::BinOp;

use crate::ir::elemental::Operation;

use super::value::{Inactive, Value};
use super::{Lowering, arithmetic, matrix_types, messages};

/// A matrix whose elements are values.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// Column by column.
    pub(crate) elements: Rc<Vec<Value>>,
    /// Where it stands as a whole in the user's own code, until an element changes.
    pub(crate) place: Option<TokenStream>,
}

/// What is known of the matrices of a function as a whole.
#[derive(Debug, Default)]
pub(crate) struct Matrices {
    /// Whether the function has any.
    pub(crate) seen: bool,
    /// How a matrix of these dimensions is written.
    pub(crate) types: BTreeMap<(usize, usize), TokenStream>,
    /// Statements that compile only where types are nalgebra's.
    pub(crate) checks: BTreeMap<String, TokenStream>,
    /// Places whose types are checked already.
    pub(crate) confirmed: BTreeSet<String>,
}

impl Matrix {
    pub(crate) fn new(rows: usize, cols: usize, elements: Vec<Value>) -> Self {
        Self {
            rows,
            cols,
            elements: Rc::new(elements),
            place: None,
        }
    }

    /// A matrix of the user's, read where it stands.
    pub(crate) fn at(place: &TokenStream, rows: usize, cols: usize) -> Self {
        let element = |index| {
            let index = Literal::usize_unsuffixed(index);
            Value::Inactive(Inactive {
                tokens: quote!(#place[#index]),
                mentions: Vec::new(),
            })
        };
        Self {
            place: Some(place.clone()),
            ..Self::new(rows, cols, (0..rows * cols).map(element).collect())
        }
    }

    pub(crate) fn get(&self, row: usize, col: usize) -> &Value {
        &self.elements[col * self.rows + row]
    }

    pub(crate) fn is_vector(&self) -> bool {
        self.rows == 1 || self.cols == 1
    }

    pub(crate) fn same_shape(&self, other: &Self) -> bool {
        (self.rows, self.cols) == (other.rows, other.cols)
    }

    /// The element that `[k]`, `[(i, j)]` or a named coordinate means, in storage order.
    pub(crate) fn position(&self, row: usize, col: usize) -> Option<usize> {
        (row < self.rows && col < self.cols).then_some(col * self.rows + row)
    }

    /// `.x` of a vector, `.m12` of a matrix.
    pub(crate) fn coordinate(&self, name: &str) -> Option<usize> {
        if self.is_vector() && name.len() == 1 {
            let found = "xyzwab".find(name);
            return found.filter(|position| *position < self.elements.len());
        }
        let digits = name.strip_prefix('m').filter(|digits| digits.len() == 2)?;
        let mut digits = digits.chars().map(|digit| digit.to_digit(10));
        let (row, col) = (digits.next()??, digits.next()??);
        let less_one = |digit: u32| usize::try_from(digit).ok()?.checked_sub(1);
        self.position(less_one(row)?, less_one(col)?)
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = Self> + '_ {
        let column = |elements: &[Value]| Self::new(self.rows, 1, elements.to_vec());
        self.elements.chunks(self.rows.max(1)).map(column)
    }

    pub(crate) fn transposed(&self) -> Self {
        let mut elements = Vec::with_capacity(self.elements.len());
        for row in 0..self.rows {
            elements.extend((0..self.cols).map(|col| self.get(row, col).clone()));
        }
        Self::new(self.cols, self.rows, elements)
    }

    pub(crate) fn describe(&self) -> String {
        format!("a {} x {} matrix", self.rows, self.cols)
    }
}

impl Lowering {
    /// An operator of which one side at least is a matrix.
    pub(crate) fn combine_matrices(
        &mut self,
        op: &BinOp,
        left: Value,
        right: Value,
        at: &impl quote::ToTokens,
    ) -> Value {
        let operation = arithmetic::operation(op);
        for side in [&left, &right] {
            if let Value::Matrix(matrix) = side {
                self.confirm(matrix);
            }
        }
        match (left, right, operation) {
            (Value::Matrix(a), Value::Matrix(b), Some(Operation::Add | Operation::Sub))
                if a.same_shape(&b) =>
            {
                self.zip_matrices(&a, &b, operation.expect("invariant: matched above"), at)
            }
            (Value::Matrix(a), Value::Matrix(b), Some(Operation::Mul)) if a.cols == b.rows => {
                self.product(&a, &b, at)
            }
            (Value::Matrix(a), Value::Inactive(b), Some(Operation::Add | Operation::Sub)) => {
                let b = self.matrix_of(b, a.rows, a.cols);
                self.combine_matrices(op, Value::Matrix(a), b, at)
            }
            (Value::Matrix(a), scalar, Some(operation @ (Operation::Mul | Operation::Div)))
                if !matches!(scalar, Value::Matrix(_)) =>
            {
                self.scaled(&a, scalar, operation, at)
            }
            (scalar, Value::Matrix(a), Some(Operation::Mul))
                if !matches!(scalar, Value::Matrix(_)) =>
            {
                self.scaled(&a, scalar, Operation::Mul, at)
            }
            (left, right, _) => {
                let found = format!("{} and {}", left.describe(), right.describe());
                let message = messages::matrix_operator(&arithmetic::spelled(op), &found);
                self.refuse(at, &message)
            }
        }
    }

    /// Has rustc check, where a matrix of the user's is first used as one, that it is nalgebra's.
    pub(crate) fn confirm(&mut self, matrix: &Matrix) {
        let Some(place) = &matrix.place else { return };
        if self.writer.trial.is_some() || !self.writer.matrices.confirmed.insert(place.to_string())
        {
            return;
        }
        let scalar = crate::spelling::scalar_type(self.given.precision);
        let check = matrix_types::check_place(place, (matrix.rows, matrix.cols), &scalar);
        let check = self.push_opaque(crate::interface::Opaque::Statement(check));
        self.writer
            .builder
            .opaque(check, &[], crate::ir::Origin::default());
    }

    /// An inactive expression that is known to be a matrix, evaluated now.
    pub(crate) fn matrix_of(&mut self, inactive: Inactive, rows: usize, cols: usize) -> Value {
        if self.writer.trial.is_some() {
            return self.refuse(&inactive.tokens, "");
        }
        let name = syn::Ident::new("part", proc_macro2::Span::call_site());
        match self.settle_as(&name, inactive) {
            Value::Inactive(part) => Value::Matrix(Matrix::at(&part.tokens, rows, cols)),
            other => other,
        }
    }

    /// Element by element.
    pub(crate) fn zip_matrices(
        &mut self,
        a: &Matrix,
        b: &Matrix,
        operation: Operation,
        at: &impl quote::ToTokens,
    ) -> Value {
        let pairs = a.elements.iter().zip(b.elements.iter());
        let elements = pairs.map(|(a, b)| self.scalars(operation, a, b, at));
        match elements.collect::<Option<Vec<Value>>>() {
            Some(elements) => Value::Matrix(Matrix::new(a.rows, a.cols, elements)),
            None => Value::Poison,
        }
    }

    /// Every element with one scalar.
    pub(crate) fn scaled(
        &mut self,
        a: &Matrix,
        scalar: Value,
        operation: Operation,
        at: &impl quote::ToTokens,
    ) -> Value {
        let Some(scalar) = self.as_scalar(scalar, at, true).map(Value::Scalar) else {
            return Value::Poison;
        };
        let elements = a.elements.iter();
        let elements = elements.map(|element| self.scalars(operation, element, &scalar, at));
        match elements.collect::<Option<Vec<Value>>>() {
            Some(elements) => Value::Matrix(Matrix::new(a.rows, a.cols, elements)),
            None => Value::Poison,
        }
    }

    /// One operation on two elements.
    pub(crate) fn scalars(
        &mut self,
        operation: Operation,
        a: &Value,
        b: &Value,
        at: &impl quote::ToTokens,
    ) -> Option<Value> {
        let a = self.as_scalar(a.clone(), at, false)?;
        let b = self.as_scalar(b.clone(), at, false)?;
        Some(self.apply(operation, &[a, b]))
    }

    fn product(&mut self, a: &Matrix, b: &Matrix, at: &impl quote::ToTokens) -> Value {
        if !self.spend(a.elements.len() * b.cols, at) {
            return Value::Poison;
        }
        let mut elements = Vec::with_capacity(a.rows * b.cols);
        for col in 0..b.cols {
            for row in 0..a.rows {
                let mut sum: Option<Value> = None;
                for inner in 0..a.cols {
                    let (left, right) = (a.get(row, inner), b.get(inner, col));
                    let Some(term) = self.scalars(Operation::Mul, left, right, at) else {
                        return Value::Poison;
                    };
                    sum = match sum {
                        None => Some(term),
                        Some(sum) => self.scalars(Operation::Add, &term, &sum, at),
                    };
                }
                let zero = Value::Scalar(self.writer.builder.literal(0.0));
                elements.push(sum.unwrap_or(zero));
            }
        }
        Value::Matrix(Matrix::new(a.rows, b.cols, elements))
    }

    /// The sum of the products of elements, as `dot` forms it.
    pub(crate) fn dot(
        &mut self,
        a: &Matrix,
        b: &Matrix,
        at: &impl quote::ToTokens,
    ) -> Option<Value> {
        let terms = a.elements.iter().zip(b.elements.iter());
        let terms: Option<Vec<Value>> = terms
            .map(|(a, b)| self.scalars(Operation::Mul, a, b, at))
            .collect();
        let terms = terms?;
        match (a.cols, terms.as_slice()) {
            (1, [p, q]) => self.scalars(Operation::Add, p, q, at),
            (1, [p, q, r]) => {
                let sum = self.scalars(Operation::Add, p, q, at)?;
                self.scalars(Operation::Add, &sum, r, at)
            }
            (1, [p, q, r, s]) => {
                let even = self.scalars(Operation::Add, p, r, at)?;
                let odd = self.scalars(Operation::Add, q, s, at)?;
                self.scalars(Operation::Add, &even, &odd, at)
            }
            _ => {
                let mut sum = Value::Scalar(self.writer.builder.literal(0.0));
                for column in terms.chunks(a.rows.max(1)) {
                    sum = self.sum_column(sum, column, at)?;
                }
                Some(sum)
            }
        }
    }

    /// `result += column`, eight partial sums at a time.
    fn sum_column(
        &mut self,
        mut sum: Value,
        column: &[Value],
        at: &impl quote::ToTokens,
    ) -> Option<Value> {
        let zero = Value::Scalar(self.writer.builder.literal(0.0));
        let mut partial = vec![zero; 8];
        let blocks = column.chunks_exact(8);
        let rest = blocks.remainder();
        for block in blocks {
            for (partial, term) in partial.iter_mut().zip(block) {
                *partial = self.scalars(Operation::Add, partial, term, at)?;
            }
        }
        // Eight zeros add up to zero, and zero to what was there before: nothing to repeat.
        if rest.len() < column.len() {
            for k in 0..4 {
                let pair = self.scalars(Operation::Add, &partial[k], &partial[k + 4], at)?;
                sum = self.scalars(Operation::Add, &sum, &pair, at)?;
            }
        }
        for term in rest {
            sum = self.scalars(Operation::Add, &sum, term, at)?;
        }
        Some(sum)
    }

    /// The sum of the squares of the elements.
    pub(crate) fn norm_squared(&mut self, a: &Matrix, at: &impl quote::ToTokens) -> Option<Value> {
        let mut sum = Value::Scalar(self.writer.builder.literal(0.0));
        for column in a.columns() {
            let dot = self.dot(&column, &column, at)?;
            sum = self.scalars(Operation::Add, &sum, &dot, at)?;
        }
        Some(sum)
    }

    /// The Euclidean norm.
    pub(crate) fn norm(&mut self, a: &Matrix, at: &impl quote::ToTokens) -> Option<Value> {
        let squared = self.norm_squared(a, at)?;
        let squared = self.as_scalar(squared, at, false)?;
        Some(self.apply(Operation::Sqrt, &[squared]))
    }

    /// How a matrix is written in the user's own code.
    pub(crate) fn spell_matrix(
        &self,
        matrix: &Matrix,
        mentions: &mut Vec<crate::ir::ValueId>,
    ) -> Option<TokenStream> {
        if let Some(place) = &matrix.place {
            return Some(place.clone());
        }
        let elements: Option<Vec<TokenStream>> = matrix
            .elements
            .iter()
            .map(|element| self.spell(element, mentions))
            .collect();
        let elements = elements?;
        let columns = elements.chunks(matrix.rows.max(1));
        let columns: Vec<TokenStream> = columns.map(|column| quote!([#(#column),*])).collect();
        let named = self.writer.matrices.types.get(&(matrix.rows, matrix.cols));
        Some(named.map_or_else(
            || quote!(::core::convert::Into::into([#(#columns),*])),
            |ty| quote!(<#ty>::from([#(#columns),*])),
        ))
    }
}
