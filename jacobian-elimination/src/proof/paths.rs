//! Paths through a code list: each branch takes one arm, and each loop runs once.
//!
//! ```text
//! v9 = join 0.0 [v7, v8]         v7, or v8
//! v3 = state 0.0                 the value before the loop
//! v6 = exit 0.0                  the value as the iteration ends
//! ```

use crate::ir::{Branch, CodeList, Elemental, ValueId};

use super::model::{Key, Model};

/// The value that another one is on a path; nothing for one that is computed.
pub(super) fn same_as(code: &CodeList, model: Model, path: usize, id: ValueId) -> Option<ValueId> {
    match code.statement(id).elemental() {
        Elemental::Join(branch, slot) => {
            let branch = code.branch(branch);
            let arm = arm(branch, model, path)?;
            branch.slots()[slot as usize].results[arm]
        }
        Elemental::State(id, slot) => Some(code.run_time_loop(id).slots()[slot as usize].initial),
        Elemental::Exit(id, slot) => Some(code.run_time_loop(id).slots()[slot as usize].next),
        _ => None,
    }
}

/// The arm that a branch takes: one of those that do not leave the function. A branch is known
/// again by its head.
fn arm(branch: &Branch, model: Model, path: usize) -> Option<usize> {
    let stays = |arm: &usize| {
        let mut slots = branch.slots().iter();
        slots.all(|slot| slot.results[*arm].is_some())
    };
    let arms: Vec<usize> = (0..branch.arms().len()).filter(stays).collect();
    let chosen = usize::from(model.random(Key::Arm, branch.head().0).bits() % 2 == 1);
    (!arms.is_empty()).then(|| arms[(chosen + path) % arms.len()])
}
