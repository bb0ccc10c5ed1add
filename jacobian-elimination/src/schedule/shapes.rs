//! The number of shapes among the rows of a function.
//!
//! ```text
//! y0 = a * exp(x * 0.0) + b     with literals for literals, one shape:    c * exp(v * c) + v
//! y1 = a * exp(x * 0.2) + b     the operations of rows of one shape
//! y2 = a * exp(x * 0.4) + b     LLVM does for four or eight of them at once
//! ```
//!
//! A loop over data or over nodes writes rows of one shape. A simplification in one row and not in
//! the others costs more than it saves: sixteen rows take two and a half times as long if the first
//! has its twelve additions of zero left out.
//!
//! Cost: `n log n` in the statements.

use crate::ordered::{Map, Set};

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Elemental, ValueId};

/// A statement without its names and numbers.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Number,
    Leaf,
    Operation(Operation, Vec<usize>),
}

/// The shapes among the rows, where some values are seen as others that come before them.
pub(super) fn of_rows(code: &CodeList, seen_as: impl Fn(ValueId) -> ValueId) -> usize {
    let mut known: Map<Shape, usize> = Map::new();
    let mut of_values: Vec<usize> = Vec::with_capacity(code.statements().len());
    for id in code.ids() {
        let seen = seen_as(id);
        let shape = if seen == id {
            let next = known.len();
            *known.entry(shape(code, id, &of_values)).or_insert(next)
        } else {
            of_values[seen.index()]
        };
        of_values.push(shape);
    }
    let rows = code.dependents().iter();
    rows.map(|id| of_values[id.index()])
        .collect::<Set<_>>()
        .len()
}

fn shape(code: &CodeList, id: ValueId, of_values: &[usize]) -> Shape {
    let statement = code.statement(id);
    match statement.elemental() {
        _ if statement.constant().is_some() => Shape::Number,
        Elemental::Operation(operation) => {
            let operands = statement.operands().iter();
            Shape::Operation(
                operation,
                operands.map(|id| of_values[id.index()]).collect(),
            )
        }
        _ => Shape::Leaf,
    }
}

#[cfg(test)]
mod tests {
    use super::of_rows;
    use crate::ir::elemental::Operation::{Add, Exp, Mul};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId};

    #[test]
    fn numbers_and_names_make_no_difference_but_operations_do() {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let numbers = [0.0, 0.2].map(|number| builder.literal(number));
        let mut apply =
            |operation, operands: &[ValueId]| builder.apply(operation, operands, Origin::default());
        let [x, y] = [0, 1].map(ValueId);
        let first = apply(Add, &[x, numbers[0]]);
        let second = apply(Add, &[y, numbers[1]]);
        let rows = [
            apply(Mul, &[first, y]),
            apply(Mul, &[second, x]),
            apply(Exp, &[first]),
        ];
        let code = builder.finish(rows.to_vec());
        assert_eq!(of_rows(&code, |id| id), 2);
        let seen_as = |id| if id == first { x } else { id };
        assert_eq!(of_rows(&code, seen_as), 3);
    }
}
