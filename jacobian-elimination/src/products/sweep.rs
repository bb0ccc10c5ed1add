//! Sweeps over the labels of a cut graph, as code lists of sums of products.
//!
//! ```text
//! pattern of the cut graph       forward, J dx               backward, w J
//! row 0, column 2: a             v = b dx0 + c dx1           v = a w0
//! row 1, column 0: b             y0 = a v                    x0 = b v, x1 = c v
//! row 1, column 1: c
//! ```
//!
//! Rows and columns behind those of the function belong to the vertices of the cut, here one. A
//! label that is known is a number in the code, and the others are seeds, before the vector.
//!
//! Each addition of a chain waits for the one before, so long sums are added up in groups.
//! Forward, a vertex that is only added to one other sum is no sum of its own, but a part of it.
//!
//! Cost: linear in the labels. Source: Griewank & Walther, Evaluating Derivatives, chapter 3.

use crate::graph::{Pattern, Side};
use crate::ir::elemental::Operation;
use crate::ir::{CodeList, CodeListBuilder, Constant, Origin, ValueId};
use crate::plan::Signed;

/// The terms of a chain of additions, where there are many more.
const GROUP: usize = 8;

/// The sweeps over the labels of one graph.
pub(super) struct Sweep<'a> {
    pattern: &'a Pattern,
    /// Rows and columns behind these belong to the vertices of the cut.
    n_rows: usize,
    n_cols: usize,
    n_kept: usize,
    n_labels: usize,
    builder: CodeListBuilder,
    /// By entry: its label.
    labels: Vec<Label>,
}

#[derive(Clone, Copy)]
enum Label {
    Known(Constant),
    Stored(Signed<ValueId>),
}

impl Label {
    fn is_one(self) -> bool {
        matches!(self, Self::Known(constant) if constant.is_one())
    }
}

impl<'a> Sweep<'a> {
    /// `stored` has the place of each label that varies.
    pub(super) fn of(
        pattern: &'a Pattern,
        n_kept: usize,
        stored: &[Signed<usize>],
        code: &CodeList,
    ) -> Self {
        let mut builder = CodeListBuilder::derivative(code.precision());
        let constants = pattern.constants();
        let n_labels = stored
            .iter()
            .map(|place| place.value + 1)
            .max()
            .unwrap_or(0);
        let seeds = builder.seeds(0, n_labels);
        let mut stored = stored.iter();
        let labels = constants.iter().map(|known| {
            known.map_or_else(
                || {
                    let place = stored.next().expect("invariant: each varies");
                    Label::Stored(Signed {
                        negative: place.negative,
                        value: seeds[place.value],
                    })
                },
                Label::Known,
            )
        });
        Self {
            n_rows: code.dependents().len(),
            n_cols: code.independents().len(),
            n_kept,
            n_labels,
            labels: labels.collect(),
            pattern,
            builder,
        }
    }

    /// The sums of products, with the vector behind the labels.
    pub(super) fn code(mut self, side: Side) -> CodeList {
        let results = match side {
            Side::Right => {
                let dx = self.builder.seeds(self.n_labels, self.n_cols);
                self.forward(dx)
            }
            Side::Left => {
                let w = self.builder.seeds(self.n_labels, self.n_rows);
                self.backward(w)
            }
        };
        self.builder.finish(results)
    }

    /// `J dx`: the tangent of each row from those of its columns.
    fn forward(&mut self, mut tangents: Vec<ValueId>) -> Vec<ValueId> {
        let mut by_row = vec![Vec::new(); self.n_rows + self.n_kept];
        for (entry, (row, col)) in self.pattern.entries().iter().enumerate() {
            by_row[*row].push((entry, *col));
        }
        let mut of_kept = by_row.split_off(self.n_rows);
        let is_part = self.parts();
        for (kept, is_only_part) in is_part.iter().enumerate() {
            let terms = self.flattened(kept, &is_part, &mut of_kept);
            // The tangent of a part is never read.
            let tangent = if *is_only_part {
                tangents[0]
            } else {
                self.sum(&terms, &tangents)
            };
            tangents.push(tangent);
            of_kept[kept] = terms;
        }
        by_row
            .iter()
            .map(|terms| self.sum(terms, &tangents))
            .collect()
    }

    /// `w J`: the adjoint of each column from those of its rows, last first.
    fn backward(&mut self, adjoints: Vec<ValueId>) -> Vec<ValueId> {
        let mut by_column = vec![Vec::new(); self.n_cols + self.n_kept];
        for (entry, (row, col)) in self.pattern.entries().iter().enumerate() {
            by_column[*col].push((entry, *row));
        }
        let of_kept = by_column.split_off(self.n_cols);
        let zero = self.builder.literal(0.0);
        let mut adjoints = adjoints;
        adjoints.resize(self.n_rows + self.n_kept, zero);
        for (position, terms) in of_kept.iter().enumerate().rev() {
            adjoints[self.n_rows + position] = self.sum(terms, &adjoints);
        }
        by_column
            .iter()
            .map(|terms| self.sum(terms, &adjoints))
            .collect()
    }

    /// Whether each vertex of the cut is only added to the sum of one other.
    fn parts(&self) -> Vec<bool> {
        let mut uses = vec![0; self.n_kept];
        let mut is_part = vec![true; self.n_kept];
        for ((row, col), label) in self.pattern.entries().iter().zip(&self.labels) {
            if let Some(kept) = col.checked_sub(self.n_cols) {
                uses[kept] += 1;
                is_part[kept] &= *row >= self.n_rows && label.is_one();
            }
        }
        let once = is_part.iter().zip(uses);
        once.map(|(is_part, uses)| *is_part && uses == 1).collect()
    }

    /// The terms of a vertex of the cut, with those of its parts in their places.
    fn flattened(
        &self,
        kept: usize,
        is_part: &[bool],
        of_kept: &mut [Vec<(usize, usize)>],
    ) -> Vec<(usize, usize)> {
        let mut terms = Vec::new();
        for (entry, col) in std::mem::take(&mut of_kept[kept]) {
            match col.checked_sub(self.n_cols) {
                Some(part) if is_part[part] => terms.append(&mut of_kept[part]),
                _ => terms.push((entry, col)),
            }
        }
        terms
    }

    /// The sum of labels times values, as pairs of an entry and the position of its value.
    fn sum(&mut self, terms: &[(usize, usize)], values: &[ValueId]) -> ValueId {
        if terms.len() < 2 * GROUP {
            return self.chain(terms, values);
        }
        let groups = terms.chunks(GROUP);
        let mut sums: Vec<ValueId> = groups.map(|group| self.chain(group, values)).collect();
        while sums.len() > 1 {
            let groups = sums.chunks(GROUP);
            sums = groups.map(|group| self.total(group)).collect();
        }
        sums[0]
    }

    fn total(&mut self, values: &[ValueId]) -> ValueId {
        let mut sum = values[0];
        for value in &values[1..] {
            sum = self.apply(Operation::Add, &[sum, *value]);
        }
        sum
    }

    fn chain(&mut self, terms: &[(usize, usize)], values: &[ValueId]) -> ValueId {
        let mut sum = None;
        for (entry, position) in terms {
            let (operand, is_negative) = self.product(self.labels[*entry], values[*position]);
            sum = Some(match (sum, is_negative) {
                (None, false) => operand,
                (None, true) => self.apply(Operation::Neg, &[operand]),
                (Some(sum), false) => self.apply(Operation::Add, &[sum, operand]),
                (Some(sum), true) => self.apply(Operation::Sub, &[sum, operand]),
            });
        }
        sum.unwrap_or_else(|| self.builder.literal(0.0))
    }

    /// The product of a label with a value, and whether it is to be subtracted.
    fn product(&mut self, label: Label, value: ValueId) -> (ValueId, bool) {
        let (factor, is_negative) = match label {
            Label::Known(constant) if constant.is_one() => return (value, false),
            Label::Known(constant) if constant.negate().is_one() => return (value, true),
            Label::Known(constant) => (self.builder.rounded(constant), false),
            Label::Stored(stored) => (stored.value, stored.negative),
        };
        (self.apply(Operation::Mul, &[factor, value]), is_negative)
    }

    fn apply(&mut self, operation: Operation, operands: &[ValueId]) -> ValueId {
        self.builder.apply(operation, operands, Origin::default())
    }
}
