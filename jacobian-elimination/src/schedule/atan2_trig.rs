//! Sine and cosine of `atan2(y, x)`, and of twice that angle, as quotients.
//!
//! ```text
//! v2 = atan2(y, x)         sin v2 = y / r          r r = x x + y y
//! v3 = 2 v2                sin v3 = 2 x y / (r r)        cos v3 = (x x - y y) / (r r)
//! ```
//!
//! Code that measures an angle often rotates by it: headings, and logarithms of rotations. The sine
//! and cosine are then quotients of the numbers that the angle was made of; natively, `se3b` went
//! from 172 to 160 ns. The runtime's function looks at the operands and leaves angles near a half
//! turn to the library, because the sine of the rounded angle is small there, and is not that of
//! the exact one.
//!
//! Cost: a look at two statements.

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Constant, Elemental, ValueId};

/// How an angle is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Angle {
    /// `atan2(y, x)`.
    Once,
    /// `2 * atan2(y, x)`.
    Twice,
}

/// The `y` and `x` of an angle.
pub(super) fn operands(code: &CodeList, angle: ValueId) -> Option<(Angle, [ValueId; 2])> {
    if let Some(operands) = of(code, Operation::Atan2, angle) {
        return Some((Angle::Once, operands));
    }
    let half = match of(code, Operation::Mul, angle) {
        Some([factor, half]) if is_two(code, factor) => half,
        Some([half, factor]) if is_two(code, factor) => half,
        _ => match of(code, Operation::Add, angle) {
            Some([a, b]) if a == b => a,
            _ => return None,
        },
    };
    Some((Angle::Twice, of(code, Operation::Atan2, half)?))
}

/// The operands of a value that is computed by this operation.
fn of(code: &CodeList, operation: Operation, id: ValueId) -> Option<[ValueId; 2]> {
    let statement = code.statement(id);
    let is_it = statement.elemental() == Elemental::Operation(operation);
    is_it.then(|| statement.operands().try_into().ok())?
}

fn is_two(code: &CodeList, id: ValueId) -> bool {
    code.statement(id).constant() == Some(Constant::new(2.0))
}

#[cfg(test)]
mod tests {
    use super::{Angle, operands};
    use crate::ir::elemental::Operation::{Add, Atan2, Mul};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId};

    #[test]
    fn angles_are_known_however_they_are_doubled() {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let [y, x] = [0, 1].map(ValueId);
        let (two, three) = (builder.literal(2.0), builder.literal(3.0));
        let mut apply = |operation, a, b| builder.apply(operation, &[a, b], Origin::default());
        let once = apply(Atan2, y, x);
        let twice = [
            apply(Mul, two, once),
            apply(Mul, once, two),
            apply(Add, once, once),
        ];
        let others = [
            apply(Mul, three, once),
            apply(Mul, once, once),
            apply(Add, once, y),
            apply(Mul, two, y),
        ];
        let code = builder.finish(vec![once]);
        assert_eq!(operands(&code, once), Some((Angle::Once, [y, x])));
        for angle in twice {
            assert_eq!(operands(&code, angle), Some((Angle::Twice, [y, x])));
        }
        for angle in others.into_iter().chain([y, two]) {
            assert_eq!(operands(&code, angle), None);
        }
    }
}
