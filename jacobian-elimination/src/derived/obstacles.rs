//! Code that cannot be differentiated twice, because its partials are numbers to the code list.
//!
//! ```text
//! v4 = opaque `erf(v3)`    v5 = opaque `slope(v3)`    v6 = ruled v4, v3, v5
//! ```
//!
//! The partial `v5` depends on `v3`, but the code list does not see how. The same holds for the
//! partials of solvers and decompositions, which are formed from values that are numbers there.
//! A partial that is known at expansion is constant. Where the front follows the partial of a rule,
//! the result was open before (`ir/opaque`), and is no obstacle.

use super::interactions::live;
use crate::ir::{CodeList, Elemental, Statement};

/// What cannot be differentiated twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A statement has first partials, and no second ones.
    Ruled,
    /// The function mixes `f32` and `f64`.
    TwoWidths,
}

/// The obstacles in a function.
pub(super) fn of(code: &CodeList) -> Vec<Obstacle> {
    // The partials themselves are differentiated once, so they may use what only has numbers.
    let mut values = live(code).into_iter();
    let is_ruled = values.any(|id| is_ruled(code, code.statement(id)));
    let found = [
        (is_ruled, Obstacle::Ruled),
        (code.is_mixed(), Obstacle::TwoWidths),
    ];
    let found = found.into_iter().filter(|(is_there, _)| *is_there);
    found.map(|(_, obstacle)| obstacle).collect()
}

/// Whether a partial by an active argument is a number that only run time knows.
fn is_ruled(code: &CodeList, statement: &Statement) -> bool {
    let Elemental::Ruled(count) = statement.elemental() else {
        return false;
    };
    if code.is_open(statement.operands()[0]) {
        return false;
    }
    let (arguments, partials) = statement.operands()[1..].split_at(count as usize);
    arguments.iter().zip(partials).any(|(argument, partial)| {
        code.statement(*argument).is_active() && code.statement(*partial).constant().is_none()
    })
}
