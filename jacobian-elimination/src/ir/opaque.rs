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
//!
//! For second derivatives the partial is arithmetic that the code list sees, and it may use the
//! result. So the result is *open* until its partials are known:
//!
//! ```text
//! v5 = ruled v4, v3              open: active, and its partial is that of v7
//! v6 = mul 0.69 v5               the partial of `exp2`
//! v7 = ruled v5, v3, v6          closes v5
//! ```

use super::code_list::{CodeListBuilder, Origin, number};
use super::elemental::Elemental;
use super::ids::{OpaqueId, ValueId, Width};

impl CodeListBuilder {
    /// Adds an inactive expression that uses the values `mentions`. It is never merged with another
    /// one.
    pub fn opaque(&mut self, id: OpaqueId, mentions: &[ValueId], origin: Origin) -> ValueId {
        self.push(Elemental::Opaque(id), mentions, origin)
    }

    /// The same for a number that need not be computed if nothing uses it.
    pub fn optional_opaque(
        &mut self,
        id: OpaqueId,
        mentions: &[ValueId],
        origin: Origin,
    ) -> ValueId {
        let piece = self.opaque(id, mentions, origin);
        self.code.optional.insert(piece);
        piece
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
        let ruled = self.push_as(elemental, &operands, origin, width);
        self.note_closing(value, ruled);
        ruled
    }

    /// The same with operands that are those of such a statement, open or not, in another list.
    pub(crate) fn ruled_again(&mut self, elemental: Elemental, operands: &[ValueId]) -> ValueId {
        let ruled = self.number(elemental, operands, Origin::default());
        self.note_closing(operands[0], ruled);
        ruled
    }

    fn note_closing(&mut self, value: ValueId, ruled: ValueId) {
        if self.code.is_open(value) {
            self.code.closings.insert(value, ruled);
        }
    }

    /// Adds the result of an opaque call whose partials follow, for use in these.
    pub fn open_ruled(&mut self, value: ValueId, arguments: &[ValueId]) -> ValueId {
        let operands: Vec<ValueId> = std::iter::once(value).chain(arguments.to_vec()).collect();
        let elemental = Elemental::Ruled(number(arguments.len()));
        let width = self.width(value);
        self.as_derivative(|builder| {
            builder.push_as(elemental, &operands, Origin::default(), width)
        })
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

#[cfg(test)]
mod tests {
    use super::{CodeListBuilder, OpaqueId, Origin, ValueId};
    use crate::ir::elemental::Operation::Mul;
    use crate::ir::{LocalPartials, Partial, Precision, Role, differentiate};

    /// `y = f(x)` with the partial `y * y`, and that partial as a second row.
    #[test]
    fn an_open_result_has_the_partials_that_close_it() {
        let mut builder = CodeListBuilder::new(1, Precision::Double);
        let x = ValueId(0);
        let called = builder.opaque(OpaqueId(0), &[x], Origin(0));
        let before = builder.checkpoint();
        let open = builder.open_ruled(called, &[x]);
        builder.ruled(open, &[(x, x)], Origin(0));
        // What closed it is gone with it.
        builder.rollback(before);
        let open = builder.open_ruled(called, &[x]);
        let role = builder.set_role(Role::Derivative);
        let partial = builder.apply(Mul, &[open, open], Origin(0));
        builder.set_role(role);
        let y = builder.ruled(open, &[(x, partial)], Origin(0));
        assert!(builder.code().is_open(open) && !builder.code().is_open(y));
        let (_, locals) = differentiate(builder.finish(vec![y, partial]));
        let of = |target: ValueId| -> &LocalPartials {
            let mut locals = locals.iter();
            locals.find(|local| local.target == target).expect("active")
        };
        for target in [open, y] {
            let [(source, Partial::Value { id, .. })] = of(target).sources.as_slice() else {
                panic!("{:?}", of(target));
            };
            assert_eq!((*source, *id), (x, partial));
        }
        assert_eq!(of(partial).sources[0].0, open);
    }
}
