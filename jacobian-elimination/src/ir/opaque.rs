//! Opaque expressions and user rules: statements that run the user's own code.
//!
//! Only the user's compiler understands that code, so the code list holds a number for each piece.
//!
//! ```text
//! v4 = opaque `erf(v3)`          inactive, because the compiler cannot see inside
//! v5 = opaque `slope(v3)`        the partial that the rule gives
//! v6 = ruled v4, v3, v5          the same number as v4, active if v3 is, with the partial v5
//! ```
//!
//! The call remains an opaque piece, and opaque pieces run in source order. The rule only adds the
//! edge.

use super::code_list::{CodeListBuilder, Origin, number};
use super::elemental::Elemental;
use super::ids::{OpaqueId, ValueId, Width};

impl CodeListBuilder {
    /// Adds an inactive expression that uses the values `mentions`. It is never merged with another
    /// one.
    pub fn opaque(&mut self, id: OpaqueId, mentions: &[ValueId], origin: Origin) -> ValueId {
        self.push(Elemental::Opaque(id), mentions, origin)
    }

    /// Adds the result of an opaque call, `value`, with pairs of an argument and the partial by it.
    pub fn ruled(
        &mut self,
        value: ValueId,
        arguments: &[(ValueId, ValueId)],
        origin: Origin,
    ) -> ValueId {
        let sources = arguments.iter().map(|(argument, _)| *argument);
        let partials = arguments.iter().map(|(_, partial)| *partial);
        let operands: Vec<ValueId> = std::iter::once(value)
            .chain(sources)
            .chain(partials)
            .collect();
        let elemental = Elemental::Ruled(number(arguments.len()));
        let width = self.width(value);
        self.push_as(elemental, &operands, origin, width)
    }

    /// Adds the value at a position that run time knows. The index is below the number of values.
    pub fn selected(&mut self, index: ValueId, values: &[ValueId], origin: Origin) -> ValueId {
        let first = values[0];
        if values.iter().all(|value| *value == first) {
            return first;
        }
        let (values, width) = if self.is_mixed() {
            self.in_one_width(values)
        } else {
            (values.to_vec(), Width::Unknown)
        };
        let elemental = Elemental::Selected(number(values.len()));
        let operands: Vec<ValueId> = std::iter::once(index).chain(values).collect();
        self.number_as(elemental, &operands, origin, width)
    }
}
