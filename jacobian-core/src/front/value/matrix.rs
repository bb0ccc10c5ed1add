//! A fixed matrix of nalgebra as a value: its elements, column by column.

use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::front::syntax::matrix_types::{Extent, Extents};
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

/// A matrix with its elements as values.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// Which of them the type says. It decides the order of some sums.
    pub(crate) extents: Extents,
    /// Column by column.
    pub(crate) elements: Rc<Vec<Value>>,
    /// The place of the whole matrix in the user's own code, until an element changes.
    pub(crate) place: Option<TokenStream>,
}

/// A block of a matrix: its dimensions, and the positions of its elements column by column.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) extents: Extents,
    pub(crate) positions: Vec<usize>,
}

impl Matrix {
    pub(crate) fn new(rows: usize, cols: usize, elements: Vec<Value>) -> Self {
        Self {
            rows,
            cols,
            extents: Extents::default(),
            elements: Rc::new(elements),
            place: None,
        }
    }

    /// The same matrix, of a type that says as much of its dimensions.
    pub(crate) fn with(self, extents: Extents) -> Self {
        Self { extents, ..self }
    }

    /// Other elements, in a matrix of the same type and dimensions.
    pub(crate) fn like(&self, elements: Vec<Value>) -> Self {
        Self::new(self.rows, self.cols, elements).with(self.extents)
    }

    /// An opaque matrix at a place, with elements that are read from there.
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

    /// The place of a matrix that has one.
    pub(crate) fn known_place(&self) -> Found<TokenStream> {
        self.place.clone().ok_or(Stop)
    }

    pub(crate) fn get(&self, row: usize, col: usize) -> &Value {
        &self.elements[col * self.rows + row]
    }

    /// The elements at these positions, with other dimensions.
    pub(crate) fn part(&self, block: &Block) -> Self {
        let (positions, rows, cols) = (&block.positions, block.rows, block.cols);
        let elements = positions.iter();
        let elements = elements.map(|position| self.elements[*position].clone());
        Self::new(rows, cols, elements.collect()).with(block.extents)
    }

    pub(crate) fn is_vector(&self) -> bool {
        self.rows == 1 || self.cols == 1
    }

    pub(crate) fn same_shape(&self, other: &Self) -> bool {
        (self.rows, self.cols) == (other.rows, other.cols)
    }

    /// The position of an element in storage order.
    pub(crate) fn position(&self, row: usize, col: usize) -> Option<usize> {
        (row < self.rows && col < self.cols).then_some(col * self.rows + row)
    }

    /// `.x` of a vector, `.m12` of a matrix.
    pub(crate) fn coordinate(&self, name: &str) -> Option<usize> {
        if self.is_vector() && name.len() == 1 {
            // Those of a quaternion are called `i`, `j`, `k`, `w`.
            let found = "xyzwab".find(name).or_else(|| "ijk".find(name));
            return found.filter(|position| *position < self.elements.len());
        }
        let digits = name.strip_prefix('m').filter(|digits| digits.len() == 2)?;
        let mut digits = digits.chars().map(|digit| digit.to_digit(10));
        let (row, col) = (digits.next()??, digits.next()??);
        let less_one = |digit: u32| usize::try_from(digit).ok()?.checked_sub(1);
        self.position(less_one(row)?, less_one(col)?)
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = Self> + '_ {
        let extents = Extents::new(self.extents.rows, Extent::Fixed);
        let column =
            move |elements: &[Value]| Self::new(self.rows, 1, elements.to_vec()).with(extents);
        self.elements.chunks(self.rows.max(1)).map(column)
    }

    pub(crate) fn transposed(&self) -> Self {
        let mut elements = Vec::with_capacity(self.elements.len());
        for row in 0..self.rows {
            elements.extend((0..self.cols).map(|col| self.get(row, col).clone()));
        }
        Self::new(self.cols, self.rows, elements).with(self.extents.transposed())
    }

    pub(crate) fn describe(&self) -> String {
        format!("a {} x {} matrix", self.rows, self.cols)
    }

    /// Two or three coordinates of a vector by their letters.
    pub(crate) fn swizzled(&self, letters: &str) -> Option<Value> {
        let picked = letters.chars().map(|letter| {
            let position = self.coordinate(&letter.to_string())?;
            (self.cols == 1).then(|| self.elements[position].clone())
        });
        let elements: Option<Vec<Value>> = picked.collect();
        Some(Value::Matrix(Self::new(letters.len(), 1, elements?)))
    }
}
