//! Code that cannot be differentiated twice, because its partials are numbers to the code list.
//!
//! ```text
//! v4 = opaque `erf(v3)`    v5 = opaque `slope(v3)`    v6 = ruled v4, v3, v5
//! ```
//!
//! The partial `v5` depends on `v3`, but the code list does not see how. The same holds for the
//! partials of solvers and decompositions, which are formed from values that are numbers there.
//! A partial that is known at expansion is constant.

use crate::ir::{CodeList, Elemental, Origin, ValueId};

/// What cannot be differentiated twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// This statement has first partials, and no second ones.
    Ruled(Origin),
    /// The function mixes `f32` and `f64`.
    TwoWidths,
}

/// The first obstacle of each kind.
pub(super) fn of(code: &CodeList) -> Vec<Obstacle> {
    let varies = |id: &ValueId| code.statement(*id).constant().is_none();
    let mut ruled = code.ids().filter(|id| {
        let statement = code.statement(*id);
        let Elemental::Ruled(count) = statement.elemental() else {
            return false;
        };
        let (arguments, partials) = statement.operands()[1..].split_at(count as usize);
        let mut pairs = arguments.iter().zip(partials);
        pairs.any(|(argument, partial)| code.statement(*argument).is_active() && varies(partial))
    });
    let ruled = ruled
        .next()
        .map(|id| Obstacle::Ruled(code.statement(id).origin()));
    let mixed = code.is_mixed().then_some(Obstacle::TwoWidths);
    ruled.into_iter().chain(mixed).collect()
}
