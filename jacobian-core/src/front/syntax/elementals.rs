//! The elementals by the names of their `f64` methods.

use crate::ir::elemental::Operation;

/// Methods of elementals that need special code: `powi` has an integer operand, and `sin_cos` two
/// results.
pub(crate) const SPECIAL: &[&str] = &["powi", "sin_cos"];

/// The elemental of a method. The receiver counts as an operand.
pub(crate) fn of_method(name: &str) -> Option<Operation> {
    // The operations after `PowiBy` are partials of ours. A method of the user's with such a name
    // is not one of them.
    let of_user = |operation: &&Operation| **operation < Operation::AbsPartial && name != "powi";
    Operation::ALL
        .iter()
        .filter(of_user)
        .find(|operation| operation.name() == name)
        .copied()
}

/// The operation of ours with this name, which no method has.
pub(crate) fn partial(name: &str) -> Option<Operation> {
    let of_ours = |operation: &&Operation| **operation >= Operation::AbsPartial;
    let mut partials = Operation::ALL.iter().filter(of_ours);
    partials.find(|operation| operation.name() == name).copied()
}

/// Every method the front knows, for messages.
pub(crate) fn method_names() -> Vec<&'static str> {
    // The first six are operators, so they are no help among the methods.
    let named = |operation: &Operation| {
        *operation > Operation::Neg && of_method(operation.name()).is_some()
    };
    let names = Operation::ALL
        .iter()
        .filter(|operation| named(operation))
        .map(|operation| operation.name());
    names.chain(SPECIAL.iter().copied()).collect()
}

/// Whether a method is that of an operator, so that a trait has it: `a.mul(b)`.
pub(crate) fn is_operator(name: &str) -> bool {
    of_method(name).is_some_and(|operation| operation <= Operation::Neg)
}

/// Whether a method is one of floating-point numbers.
pub(crate) fn is_of_number(name: &str) -> bool {
    of_method(name).is_some() || matches!(name, "powi" | "sin_cos" | "midpoint")
}

#[cfg(test)]
mod tests {
    use super::{Operation, method_names, of_method};

    #[test]
    fn methods_are_found_and_partials_are_not() {
        assert_eq!(of_method("atan2"), Some(Operation::Atan2));
        assert_eq!(of_method("abs_partial"), None);
        assert_eq!(of_method("powi"), None, "its exponent is an integer");
        assert!(method_names().contains(&"sin_cos"));
    }
}
