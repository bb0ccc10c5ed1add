//! Functions of which some inactive parameters differ by point, `batch(per_point(t, y))`.
//!
//! ```text
//! p[0] * (-p[1] * t).exp()     `t` is followed: a number that lanes load, like an independent
//! p[0] * table.at(t)           only rustc understands this use, so it remains the user's own code,
//!                              and points are evaluated one after the other
//! ```
//!
//! The first way is tried. Copied code may depend on the type that a parameter has, for example
//! that it is a reference, so the second way is taken if any copied code uses the data.

use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::library::{Home, Library};
use crate::front::{self, Lowered, Signature};
use crate::interface::{Data, Interface};
use crate::ir::{CodeList, Elemental, ValueId};
use crate::ordered::Set;

/// Lowers a function. What it computes with the data of each point is followed if it can be.
pub(super) fn lower(
    function: &syn::ItemFn,
    mut signature: Signature,
    arguments: &Arguments,
    around: (&Library, &Home),
    diagnostics: &mut Diagnostics,
) -> Option<Lowered> {
    if !signature.interface.extras.per_point.is_empty() {
        let mut errors = Diagnostics::default();
        let trial = front::lower(function, signature.clone(), arguments, around, &mut errors);
        let is_refused = errors.finish().is_err();
        let lowered = trial.filter(|trial| !is_refused && is_followed(trial));
        if lowered.is_some() {
            return lowered;
        }
        for own in &mut signature.interface.extras.per_point {
            own.data = Data::Kept;
        }
    }
    front::lower(function, signature, arguments, around, diagnostics)
}

/// Whether no copied code but conditions uses the data of a point, or what is computed with it.
fn is_followed(Lowered { code, interface }: &Lowered) -> bool {
    let of_point = of_point(code, interface);
    code.ids().all(|id| {
        let statement = code.statement(id);
        let is_copied = matches!(statement.elemental(), Elemental::Opaque(_));
        let mut operands = statement.operands().iter();
        !is_copied || !operands.any(|operand| of_point.contains(operand))
    })
}

/// The data of a point, and the inactive values that may be computed with them.
fn of_point(code: &CodeList, interface: &Interface) -> Set<ValueId> {
    let numbers = interface
        .extras
        .per_point
        .iter()
        .flat_map(|own| &own.numbers);
    let mut of_point: Set<ValueId> = numbers.map(|(_, number)| *number).collect();
    for id in code.ids().filter(|id| !code.statement(*id).is_active()) {
        let statement = code.statement(id);
        let depends = match statement.elemental() {
            // The values of arms and of iterations are not operands.
            Elemental::Join(..) | Elemental::State(..) | Elemental::Exit(..) => true,
            _ => {
                let mut operands = statement.operands().iter();
                operands.any(|operand| of_point.contains(operand))
            }
        };
        if depends {
            of_point.insert(id);
        }
    }
    of_point
}
