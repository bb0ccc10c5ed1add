//! The claims about arms of branches and bodies of loops: each hands out its own derivative.
//!
//! ```text
//! arm       d result = sum of (partial that the arm hands out) * d source        for every arm
//! loop      d initial = sum of (S as it starts) * d source
//!           d next = sum of (S as the iteration ends) * d source, if it held as it started
//! ```
//!
//! The code around a branch is right for any partials of its joins, so it is right for those of the
//! arm that runs. The two claims about a loop are the base and the step of an induction on the
//! number of iterations.
//!
//! Cost: linear in what is handed out.

use crate::ir::loop_region::CarriedEntry;
use crate::ir::{Branch, CodeList, Elemental, Loop, Role, ValueId};
use crate::ordered::Set;
use crate::regions::Arms;

use super::chain_rule::{Point, of_slot};
use super::claims::{Claims, Place};
use super::field::Residue;
use super::sums::SumsOfArms;
use crate::ir::region::JoinEntry;

/// Claims that each arm and body of a code list has the partials that the code around uses.
pub(super) fn claim(point: &Point<'_>, arms: &Arms, sums: &SumsOfArms, claims: &mut Claims) {
    let used = used(point.code);
    for branch in point.code.branches() {
        claim_branch(point, branch, &used, (arms, sums), claims);
    }
    for of_loop in point.code.loops() {
        claim_loop(point, of_loop, &used, (arms, sums), claims);
    }
}

/// The active statements of the value path, and those that a dependent is made of. The others are
/// partials that a rule has computed, in branches of its own for example. They are factors, and are
/// not differentiated. `differentiate` decides the same for itself; the proof does not ask it,
/// because then both could be wrong together.
fn used(code: &CodeList) -> Set<ValueId> {
    let is_value = |id: &ValueId| code.statement(*id).role() == Role::Value;
    let mut pending: Vec<ValueId> = code.ids().filter(is_value).collect();
    pending.extend(code.dependents());
    let mut used = Set::new();
    while let Some(id) = pending.pop() {
        let statement = code.statement(id);
        if !statement.is_active() || !used.insert(id) {
            continue;
        }
        match statement.elemental() {
            Elemental::Join(branch, slot) => {
                let results = &code.branch(branch).slots()[slot as usize].results;
                pending.extend(results.iter().flatten());
            }
            Elemental::State(of_loop, slot) | Elemental::Exit(of_loop, slot) => {
                let slot = &code.loops()[of_loop.index()].slots()[slot as usize];
                pending.extend([slot.initial, slot.next, slot.state]);
            }
            // Its value, its arguments, and their partials.
            Elemental::Ruled(count) => {
                pending.extend(statement.operands().iter().skip(1).take(count as usize));
            }
            _ => pending.extend(statement.operands()),
        }
    }
    used
}

fn claim_branch(
    point: &Point<'_>,
    branch: &Branch,
    used: &Set<ValueId>,
    (arms, sums): (&Arms, &SumsOfArms),
    claims: &mut Claims,
) {
    for (slot, joined) in branch.slots().iter().enumerate() {
        // An inactive join is a number, whatever its arms compute with.
        if !used.contains(&joined.join) {
            continue;
        }
        let partials = of_slot(branch.partials(), slot, |partial| partial.slot);
        for (region, result) in branch.arms().iter().zip(&joined.results) {
            let Some(result) = result else { continue };
            let mut handed = Residue::ZERO;
            for partial in partials {
                let factor = match partial.entry {
                    JoinEntry::Literal(constant) => point.model.constant(constant),
                    JoinEntry::Value(_) => sums.entry(point, arms, *region, (slot, partial.source)),
                };
                handed = handed + factor * point.tangent(partial.source);
            }
            claims.equal(Place::Slot(*region, slot), handed, point.tangent(*result));
        }
    }
}

fn claim_loop(
    point: &Point<'_>,
    of_loop: &Loop,
    used: &Set<ValueId>,
    (arms, sums): (&Arms, &SumsOfArms),
    claims: &mut Claims,
) {
    let region = of_loop.body();
    for (slot, variable) in of_loop.slots().iter().enumerate() {
        if !used.contains(&variable.state) {
            continue;
        }
        let (mut initial, mut next) = (Residue::ZERO, Residue::ZERO);
        for partial in of_slot(of_loop.partials(), slot, |partial| partial.slot) {
            let source = point.tangent(partial.source);
            let (starts, ends) = match partial.entry {
                CarriedEntry::Literal(constant) => [point.model.constant(constant); 2].into(),
                CarriedEntry::Value { .. } => (
                    point.factor(partial.initial),
                    sums.entry(point, arms, region, (slot, partial.source)),
                ),
            };
            initial = initial + starts * source;
            next = next + ends * source;
        }
        let place = Place::Initial(region, slot);
        claims.equal(place, initial, point.tangent(variable.initial));
        let place = Place::Slot(region, slot);
        claims.equal(place, next, point.tangent(variable.next));
    }
}
