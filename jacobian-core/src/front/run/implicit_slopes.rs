//! The inverse of the slopes of a residual, for `implicit(..)`.
//!
//! ```text
//! up to 4 unknowns     cofactors over the determinant, as statements: zeros are known
//! more                 elimination with pivots at run time, in the runtime crate
//! ```
//!
//! A formula of cofactors has n! terms, and without pivots it loses digits. So from five unknowns
//! on run time eliminates. Which entries of the inverse are zero follows from the places of the
//! zeros in the slopes: entry `(i, j)` is not zero if unknown `i` depends on residual `j` through a
//! chain of slopes (Duff, Erisman & Reid, Direct Methods for Sparse Matrices, 2017, sections 6.2
//! and 15.6).
//!
//! Cost: n^2 numbers in the generated code; n^3 operations at run time.

use proc_macro2::Literal;
use quote::quote;

use crate::ir::elemental::Operation;
use crate::ir::{CodeListBuilder, Origin, ValueId};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

/// A matrix of numbers. `None` is zero.
type Numbers = Vec<Vec<Option<ValueId>>>;

/// The largest order of cofactors.
const LARGEST_FORMULA: usize = 4;

impl Lowering<Run> {
    /// `-(slopes)^-1`. A row for each unknown, and a column for each residual.
    pub(crate) fn minus_inverse(&mut self, slopes: &Numbers) -> Found<Numbers> {
        if slopes.len() <= LARGEST_FORMULA {
            let builder = &mut self.writer.builder;
            return Ok(builder.as_derivative(|builder| by_cofactors(builder, slopes)));
        }
        self.by_elimination(slopes)
    }

    /// The inverse that the runtime crate computes.
    fn by_elimination(&mut self, slopes: &Numbers) -> Found<Numbers> {
        let order = slopes.len();
        let zero = self.writer.number(0.0);
        let mut mentions = Vec::new();
        let mut rows = Vec::with_capacity(order);
        for row in slopes {
            let mut entries = Vec::with_capacity(order);
            for slope in row {
                entries.push(match slope {
                    Some(id) => self.spell(&Value::Scalar(*id), &mut mentions).ok_or(Stop)?,
                    None => zero.clone(),
                });
            }
            rows.push(quote!([#(#entries),*]));
        }
        let tokens = quote!(::jacobian_runtime::__private::minus_inverse([#(#rows),*]));
        let place = self
            .writer
            .variable("inverse", Inactive { tokens, mentions })?;
        let there = filled_places(slopes);
        let mut inverse = vec![vec![None; order]; order];
        for (row, entries) in inverse.iter_mut().enumerate() {
            for (col, entry) in entries.iter_mut().enumerate() {
                if there[row][col] {
                    let [row, col] = [row, col].map(Literal::usize_unsuffixed);
                    let number = Inactive {
                        tokens: quote!(#place[#row][#col]),
                        mentions: Vec::new(),
                    };
                    *entry = Some(self.writer.materialize(number, Behind::Nothing)?);
                }
            }
        }
        Ok(inverse)
    }
}

/// The places of the inverse that are not zero whatever the slopes are.
fn filled_places(slopes: &Numbers) -> Vec<Vec<bool>> {
    let order = slopes.len();
    let mut row_of = vec![None; order];
    for row in 0..order {
        if !assign(slopes, row, &mut vec![false; order], &mut row_of) {
            // The slopes are singular everywhere, and no entry exists.
            return vec![vec![true; order]; order];
        }
    }
    let row_of: Vec<usize> = row_of.into_iter().flatten().collect();
    let reached = |unknown: usize| {
        let mut filled = vec![false; order];
        let (mut seen, mut waiting) = (vec![false; order], vec![unknown]);
        while let Some(one) = waiting.pop() {
            if std::mem::replace(&mut seen[one], true) {
                continue;
            }
            filled[row_of[one]] = true;
            waiting.extend((0..order).filter(|next| slopes[row_of[one]][*next].is_some()));
        }
        filled
    };
    (0..order).map(reached).collect()
}

/// Gives a row an unknown of its own with a slope, and moves other rows to make room: one step of
/// the Hungarian method for a matching.
fn assign(slopes: &Numbers, row: usize, tried: &mut [bool], row_of: &mut [Option<usize>]) -> bool {
    for unknown in 0..slopes.len() {
        if slopes[row][unknown].is_none() || std::mem::replace(&mut tried[unknown], true) {
            continue;
        }
        if row_of[unknown].is_none_or(|other| assign(slopes, other, tried, row_of)) {
            row_of[unknown] = Some(row);
            return true;
        }
    }
    false
}

/// `-(slopes)^-1`, by cofactors.
fn by_cofactors(builder: &mut CodeListBuilder, slopes: &Numbers) -> Numbers {
    let all: Vec<usize> = (0..slopes.len()).collect();
    let determinant = determinant(builder, slopes, &all, &all);
    // A singular matrix gives infinite partials, as a division by zero does.
    let determinant = determinant.unwrap_or_else(|| builder.literal(0.0));
    let without = |skipped: usize| -> Vec<usize> {
        all.iter().copied().filter(|one| *one != skipped).collect()
    };
    let mut entry = |row: usize, col: usize| {
        // The inverse has the cofactor of the transposed position.
        let (rows, cols) = (without(col), without(row));
        let minor = if rows.is_empty() {
            Some(builder.literal(1.0))
        } else {
            self::determinant(builder, slopes, &rows, &cols)
        };
        let quotient = apply(builder, Operation::Div, &[minor?, determinant]);
        Some(if (row + col).is_multiple_of(2) {
            apply(builder, Operation::Neg, &[quotient])
        } else {
            quotient
        })
    };
    let row = |row: usize, entry: &mut dyn FnMut(usize, usize) -> Option<ValueId>| {
        (0..slopes.len()).map(|col| entry(row, col)).collect()
    };
    (0..slopes.len()).map(|at| row(at, &mut entry)).collect()
}

/// The determinant of a part of a matrix, by its first row. `None` is zero.
fn determinant(
    builder: &mut CodeListBuilder,
    matrix: &[Vec<Option<ValueId>>],
    rows: &[usize],
    cols: &[usize],
) -> Option<ValueId> {
    let (first, rest) = rows.split_first()?;
    if rest.is_empty() {
        return matrix[*first][cols[0]];
    }
    let mut total: Option<ValueId> = None;
    for (position, col) in cols.iter().enumerate() {
        let others: Vec<usize> = cols.iter().copied().filter(|other| other != col).collect();
        let minor = determinant(builder, matrix, rest, &others);
        let (Some(factor), Some(minor)) = (matrix[*first][*col], minor) else {
            continue;
        };
        let term = apply(builder, Operation::Mul, &[factor, minor]);
        total = Some(match (total, position % 2 == 0) {
            (None, true) => term,
            (None, false) => apply(builder, Operation::Neg, &[term]),
            (Some(total), true) => apply(builder, Operation::Add, &[total, term]),
            (Some(total), false) => apply(builder, Operation::Sub, &[total, term]),
        });
    }
    total
}

fn apply(builder: &mut CodeListBuilder, operation: Operation, operands: &[ValueId]) -> ValueId {
    builder.apply(operation, operands, Origin::default())
}
