//! The compiler on its own output: a function with its first derivatives as a code list, which is
//! differentiated again.
//!
//! ```text
//! CodeList --compile--> Plan --replay--> CodeList: value and gradient --compile--> Hessian
//!                                 rows: the gradient         entries: the lower triangle
//! ```
//!
//! `replay` writes a plan as statements, `interactions` finds the pattern of the Hessian before
//! any order is chosen, and `obstacles` the code whose partials only the user's compiler knows.
//!
//! For several dependents it is the Hessian of `w · f`, the Lagrangian's. Its gradient is the sum
//! of the rows of the Jacobian with these weights, or has a plan of its own, see `weighted`.
//!
//! # The running example
//!
//! ```text
//! v2 = mul v0 v1      v3 = sin v2      v4 = cos v2 (derivative)       J = [v4 * v1, v4 * v0]
//! v5 = mul v1 v4 (derivative)          v6 = mul v0 v4 (derivative)    rows v5, v6
//! H[0, 0] = -v1 * v1 * v3              H[1, 0] = v4 - v0 * v1 * v3    H[1, 1] = -v0 * v0 * v3
//! ```

mod factors;
mod interactions;
mod multiplied;
pub mod normal;
mod obstacles;
mod replay;
mod weighted;

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Origin, Role, ValueId};
use crate::ordered::Map;

pub use multiplied::{Matrix, multiplied};
pub use obstacles::Obstacle;
use replay::Replay;
pub use replay::Source;
pub(crate) use weighted::with_gradient;

/// Value and first derivatives as a code list.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The rows are the gradient, one for each column. The values and the first derivatives are
    /// stored: the gradient of one dependent, a number for each column, or the entries of the
    /// Jacobian of several, as in the plan.
    pub code: CodeList,
    /// The values of the code before, by their new numbers.
    pub renamed: Map<ValueId, ValueId>,
    /// The entries of the Hessian that may differ from zero, its lower triangle, by row.
    pub pattern: Vec<(usize, usize)>,
}

/// The code list of the gradient of `w · f`. The lower triangle of its Jacobian is the Hessian. The
/// weights are seeds; one dependent has none.
///
/// # Errors
/// What cannot be differentiated twice.
pub fn second_order(source: Source<'_>) -> Result<Derived, Vec<Obstacle>> {
    let mut replay = replayed(source)?;
    let (n_rows, n_columns) = (replay.rows.len(), source.code.independents().len());
    let weights = (n_rows != 1).then(|| replay.builder.seeds(n_columns, n_rows));
    let gradient = gradient(&mut replay, source, weights.as_deref());
    let first = if n_rows == 1 {
        gradient.clone()
    } else {
        replay.entries.clone()
    };
    Ok(derived(replay, source, first, gradient))
}

/// The same from a plan [`with_gradient`].
///
/// # Errors
/// What cannot be differentiated twice.
pub(crate) fn second_order_of_weighted(source: Source<'_>) -> Result<Derived, Vec<Obstacle>> {
    let mut replay = replayed(source)?;
    let n_rows = replay.rows.len();
    let zero = replay.builder.literal(0.0);
    let mut gradient = vec![zero; source.code.independents().len()];
    let mut first = Vec::new();
    for (entry, value) in source.plan.entries().iter().zip(&replay.entries) {
        if entry.row() == n_rows {
            gradient[entry.col()] = *value;
        } else {
            first.push(*value);
        }
    }
    Ok(derived(replay, source, first, gradient))
}

/// The code list with this gradient. The values and these first derivatives are stored.
fn derived(
    replay: Replay<'_>,
    source: Source<'_>,
    first: Vec<ValueId>,
    gradient: Vec<ValueId>,
) -> Derived {
    let stored = replay.rows.iter().copied().chain(first).collect();
    Derived {
        code: replay.builder.finish_storing(gradient, stored),
        renamed: replay.values,
        pattern: interactions::of(source.code),
    }
}

/// The same from a plan of one row, which is the gradient. It is stored behind the values.
///
/// # Errors
/// What cannot be differentiated twice.
pub fn gradient_of(source: Source<'_>) -> Result<Derived, Vec<Obstacle>> {
    let mut replay = replayed(source)?;
    let gradient = gradient(&mut replay, source, None);
    Ok(derived(replay, source, gradient.clone(), gradient))
}

/// Writes value and first derivatives as statements. What cannot be differentiated twice is an
/// error.
fn replayed(source: Source<'_>) -> Result<Replay<'_>, Vec<Obstacle>> {
    let found = obstacles::of(source.code);
    if !found.is_empty() {
        return Err(found);
    }
    let mut replay = Replay::of(source);
    replay.run();
    Ok(replay)
}

/// The sum of the rows of the Jacobian, with weights if there are several: a value for each column.
fn gradient(
    replay: &mut Replay<'_>,
    source: Source<'_>,
    weights: Option<&[ValueId]>,
) -> Vec<ValueId> {
    let builder = &mut replay.builder;
    builder.set_role(Role::Derivative);
    let mut sums: Vec<Option<ValueId>> = vec![None; source.code.independents().len()];
    let mut apply =
        |operation, operands: [ValueId; 2]| builder.apply(operation, &operands, Origin::default());
    for (entry, value) in source.plan.entries().iter().zip(&replay.entries) {
        let weighted = match &weights {
            Some(weights) => apply(Operation::Mul, [weights[entry.row()], *value]),
            None => *value,
        };
        let sum = &mut sums[entry.col()];
        *sum = Some(match *sum {
            Some(sum) => apply(Operation::Add, [sum, weighted]),
            None => weighted,
        });
    }
    let zero = builder.literal(0.0);
    sums.into_iter().map(|sum| sum.unwrap_or(zero)).collect()
}
