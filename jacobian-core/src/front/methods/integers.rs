//! Methods of integers that are known at expansion: `pow`, `min`, `checked_sub` and their like.

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::{elementals, integers};
use crate::front::value::Value;
use crate::front::value::integer::{self, Integer, UnseenType};
use crate::front::value::maybe::Maybe;

impl<M: Machine> Lowering<M> {
    /// A method of an integer, of integers.
    pub(crate) fn integer_method(
        &mut self,
        integer: &Integer,
        given: &[i128],
        call: &syn::ExprMethodCall,
    ) -> Value {
        let name = call.method.to_string();
        let found = match (integers::checked_operator(&name), given) {
            (Some(op), [right]) => {
                let found = integer::checked(&op, integer, *right);
                Some(found.map(|found| Maybe::of(found.map(Value::Integer)).into_value()))
            }
            (None, [right]) => {
                let found = integer::saturating(&name, integer, *right);
                found.map(|found| found.map(Value::Integer))
            }
            _ => None,
        };
        match found {
            Some(Ok(found)) => return found,
            Some(Err(UnseenType)) => {
                // Also in a trial: the user's compiler would see a bare literal.
                self.writer
                    .diagnostics
                    .error_at(call, messages::INTEGER_TYPE);
                return self.writer.refuse_quietly();
            }
            None => {}
        }
        match integers::method(&name, integer.value, given) {
            Some(value) => Value::Integer(Integer {
                value,
                // The distance of two signed numbers is unsigned.
                suffix: integer.suffix.clone().filter(|_| name != "abs_diff"),
            }),
            None => self.writer.refuse(
                call,
                &messages::method_not_known(
                    &call.method,
                    "an integer",
                    &elementals::method_names(),
                ),
            ),
        }
    }
}
