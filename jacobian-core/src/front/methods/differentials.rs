//! Differentials of matrices: linear maps from the elements of a matrix, with numbers as weights.
//!
//! ```text
//! X = A^-1        dX = -X dA X             dA: the elements of A themselves
//!                 g = X dA                 each g[i, j] a vertex with an edge from each dA[k, j]
//!                 dX = -(g X)              the partials are elements of X, which run time computes
//! ```
//!
//! The value of a decomposition comes from nalgebra, which the generated code calls as the user's
//! code does. Its derivative is known in closed form. We write the form as vertices between `A` and
//! the result, so that elimination chooses the order of the products.
//!
//! For second derivatives the numbers need a differential of their own. Then the form is written
//! twice: with plain numbers, which gives the numbers their differentials, and with these:
//!
//! ```text
//! dX1 = -X dA X      X1: the numbers X, active, with this differential
//! dX  = -X1 dA X1    followed: elimination sees what the partials depend on
//! ```
//!
//! Invariant: only the edges of these vertices are used. Their values are zero, and nothing reads
//! them.

use crate::ir::{CodeList, CodeListBuilder, Origin, ValueId};

/// Numbers that run time computes, column by column.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) ids: Vec<ValueId>,
    pub(crate) follow: Follow,
}

/// Whether the code list sees what numbers depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// They are active, or constant.
    Seen,
    Unseen,
}

impl Numbers {
    pub(crate) fn get(&self, row: usize, col: usize) -> ValueId {
        self.ids[col * self.rows + row]
    }

    pub(crate) fn transposed(&self) -> Self {
        let each = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        Self {
            rows: self.cols,
            cols: self.rows,
            ids: each.map(|(row, col)| self.get(row, col)).collect(),
            follow: self.follow,
        }
    }

    /// The same numbers with a differential, for use as partials that are differentiated again.
    pub(crate) fn followed(
        &self,
        builder: &mut CodeListBuilder,
        differential: &Differential,
        sign: Sign,
    ) -> Self {
        Self {
            ids: differential.attached(builder, &self.ids, sign),
            follow: Follow::Seen,
            ..*self
        }
    }
}

/// The differential of a matrix, column by column. `None` is zero.
#[derive(Clone, Debug)]
pub(crate) struct Differential {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    parts: Vec<Option<ValueId>>,
}

/// Whether a value has a differential or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

/// The terms of a sum: sources, and the partials by them.
pub(crate) type Terms = Vec<(ValueId, ValueId)>;

impl Differential {
    /// The differential of a matrix with these elements, of which some may be inactive.
    pub(crate) fn of(code: &CodeList, (rows, cols): (usize, usize), ids: &[ValueId]) -> Self {
        let is_active = |id: &ValueId| code.statement(*id).is_active();
        Self {
            rows,
            cols,
            parts: ids.iter().map(|id| Some(*id).filter(is_active)).collect(),
        }
    }

    pub(crate) fn get(&self, row: usize, col: usize) -> Option<ValueId> {
        self.parts[col * self.rows + row]
    }

    /// A differential whose parts are given by position.
    pub(crate) fn at_each(
        (rows, cols): (usize, usize),
        mut part: impl FnMut(usize, usize) -> Option<ValueId>,
    ) -> Self {
        let mut parts = Vec::with_capacity(rows * cols);
        for col in 0..cols {
            for row in 0..rows {
                parts.push(part(row, col));
            }
        }
        Self { rows, cols, parts }
    }

    /// The parts that a condition on their position keeps. The others are zero.
    pub(crate) fn masked(&self, keeps: impl Fn(usize, usize) -> bool) -> Self {
        let part = |row, col| self.get(row, col).filter(|_| keeps(row, col));
        Self::at_each((self.rows, self.cols), part)
    }

    /// A symmetric matrix of which only the lower triangle is read.
    pub(crate) fn mirrored(&self) -> Self {
        let part = |row: usize, col: usize| self.get(row.max(col), row.min(col));
        Self::at_each((self.rows, self.cols), part)
    }

    pub(crate) fn transposed(&self) -> Self {
        Self::at_each((self.cols, self.rows), |row, col| self.get(col, row))
    }

    /// The first columns.
    pub(crate) fn columns(&self, count: usize) -> Self {
        Self::at_each((self.rows, count), |row, col| self.get(row, col))
    }

    /// `numbers * self`
    pub(crate) fn times_left(&self, builder: &mut CodeListBuilder, numbers: &Numbers) -> Self {
        let rows = numbers.rows;
        Self::at_each((rows, self.cols), |row, col| {
            let terms =
                (0..self.rows).filter_map(|k| Some((self.get(k, col)?, numbers.get(row, k))));
            weighted(builder, &terms.collect::<Terms>(), numbers.follow)
        })
    }

    /// `self * numbers`
    pub(crate) fn times_right(&self, builder: &mut CodeListBuilder, numbers: &Numbers) -> Self {
        let cols = numbers.cols;
        Self::at_each((self.rows, cols), |row, col| {
            let terms =
                (0..self.cols).filter_map(|k| Some((self.get(row, k)?, numbers.get(k, col))));
            weighted(builder, &terms.collect::<Terms>(), numbers.follow)
        })
    }

    /// Each part times a number.
    pub(crate) fn times_each(&self, builder: &mut CodeListBuilder, numbers: &Numbers) -> Self {
        Self::at_each((self.rows, self.cols), |row, col| {
            let part = self.get(row, col)?;
            weighted(builder, &[(part, numbers.get(row, col))], numbers.follow)
        })
    }

    /// Each number times the one part of this differential.
    pub(crate) fn times_all(&self, builder: &mut CodeListBuilder, numbers: &Numbers) -> Self {
        Self::at_each((numbers.rows, numbers.cols), |row, col| {
            let term = (self.get(0, 0)?, numbers.get(row, col));
            weighted(builder, &[term], numbers.follow)
        })
    }

    pub(crate) fn plus(&self, builder: &mut CodeListBuilder, other: &Self) -> Self {
        self.combined(builder, other, 1.0)
    }

    pub(crate) fn minus(&self, builder: &mut CodeListBuilder, other: &Self) -> Self {
        self.combined(builder, other, -1.0)
    }

    fn combined(&self, builder: &mut CodeListBuilder, other: &Self, sign: f64) -> Self {
        let [one, sign] = [1.0, sign].map(|factor| builder.literal(factor));
        Self::at_each((self.rows, self.cols), |row, col| {
            let first = self.get(row, col).map(|part| (part, one));
            let second = other.get(row, col).map(|part| (part, sign));
            let terms: Terms = first.into_iter().chain(second).collect();
            weighted(builder, &terms, Follow::Unseen)
        })
    }

    /// Each part times a factor that depends on its position.
    pub(crate) fn scaled(
        &self,
        builder: &mut CodeListBuilder,
        factor: impl Fn(usize, usize) -> f64,
    ) -> Self {
        Self::at_each((self.rows, self.cols), |row, col| {
            let part = self.get(row, col)?;
            let factor = builder.literal(factor(row, col));
            weighted(builder, &[(part, factor)], Follow::Unseen)
        })
    }

    /// The sum of all parts, each times a number.
    pub(crate) fn sum(&self, builder: &mut CodeListBuilder, numbers: &Numbers) -> Self {
        let terms = self.parts.iter().zip(&numbers.ids);
        let terms: Terms = terms
            .filter_map(|(part, id)| Some(((*part)?, *id)))
            .collect();
        Self {
            rows: 1,
            cols: 1,
            parts: vec![weighted(builder, &terms, numbers.follow)],
        }
    }

    /// The differential of a matrix, from its partials by each element of this one.
    pub(crate) fn through<'a>(
        &self,
        builder: &mut CodeListBuilder,
        shape: (usize, usize),
        by_element: impl Fn(usize, usize) -> Option<&'a Numbers>,
    ) -> Self {
        Self::at_each(shape, |row, col| {
            let positions = (0..self.cols).flat_map(|c| (0..self.rows).map(move |r| (r, c)));
            let terms = positions.filter_map(|(r, c)| {
                let part = self.get(r, c)?;
                Some((part, by_element(r, c)?.get(row, col)))
            });
            weighted(builder, &terms.collect::<Terms>(), Follow::Unseen)
        })
    }

    /// The values with this differential. A value whose differential is zero remains as it is.
    pub(crate) fn attached(
        &self,
        builder: &mut CodeListBuilder,
        values: &[ValueId],
        sign: Sign,
    ) -> Vec<ValueId> {
        let one = builder.literal(match sign {
            Sign::Plus => 1.0,
            Sign::Minus => -1.0,
        });
        let pairs = values.iter().zip(&self.parts);
        let attach = |(value, part): (&ValueId, &Option<ValueId>)| match part {
            Some(part) => builder.ruled(*value, &[(*part, one)], Origin::default()),
            None => *value,
        };
        pairs.map(attach).collect()
    }
}

/// A vertex with these edges. `None` without edges.
pub(crate) fn weighted(
    builder: &mut CodeListBuilder,
    terms: &[(ValueId, ValueId)],
    follow: Follow,
) -> Option<ValueId> {
    if terms.is_empty() {
        return None;
    }
    let zero = builder.literal(0.0);
    let value = match follow {
        // What was open has partials that may be differentiated.
        Follow::Seen => {
            let sources: Vec<ValueId> = terms.iter().map(|(source, _)| *source).collect();
            builder.open_ruled(zero, &sources)
        }
        Follow::Unseen => zero,
    };
    Some(builder.ruled(value, terms, Origin::default()))
}
