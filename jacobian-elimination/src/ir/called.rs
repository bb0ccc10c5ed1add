//! What the user's own code computes, as statements.
//!
//! ```text
//! v4 = opaque `erf(v3)`          inactive by itself: nobody sees inside
//! v5 = opaque `slope(v3)`        the partial that a rule gives
//! v6 = ruled v4, v3, v5          the same number as v4, active where v3 is, with the partial v5
//! ```
//!
//! The call stays one of the opaque pieces, which run in source order; only the edge is added to it.

use super::code_list::{CodeListBuilder, Origin, number};
use super::elemental::Elemental;
use super::ids::{OpaqueId, ValueId};

impl CodeListBuilder {
    /// An inactive expression that mentions these values; never merged with another.
    pub fn opaque(&mut self, id: OpaqueId, mentions: &[ValueId], origin: Origin) -> ValueId {
        self.push(Elemental::Opaque(id), mentions, origin)
    }

    /// A value that the user's own code has computed of these arguments, and its partials with respect to them.
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
        self.push(Elemental::Ruled(number(arguments.len())), &operands, origin)
    }
}
