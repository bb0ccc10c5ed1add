//! Methods of floating-point numbers: each is an elemental of the code list.

use proc_macro2::Ident;

use crate::interface::Opaque;
use crate::ir::elemental::Operation;
use crate::ir::{Origin, ValueId};

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::{elementals, foreign_texts};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::write::opaque::Behind;

impl<M: Machine> Lowering<M> {
    /// Applies the elemental with this name to values.
    pub(crate) fn elemental_of(
        &mut self,
        name: &Ident,
        receiver: ValueId,
        arguments: Vec<Value>,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        let text = name.to_string();
        match text.as_str() {
            "powi" if arguments.len() == 1 => {
                let exponent = arguments.into_iter().next().ok_or(Stop)?;
                return self.powi(receiver, exponent, at);
            }
            "sin_cos" if arguments.is_empty() => {
                return Ok(Value::tuple(vec![
                    self.writer.apply(Operation::Sin, &[receiver]),
                    self.writer.apply(Operation::Cos, &[receiver]),
                ]));
            }
            "midpoint" if arguments.len() == 1 && self.given.scalar_name == "f64" => {
                let operands = std::iter::once(Value::Scalar(receiver)).chain(arguments);
                return self.run_text(foreign_texts::MIDPOINT, operands.collect(), at);
            }
            _ => {}
        }
        let Some(operation) = elementals::of_method(&text) else {
            let message = self.method_not_known(name, arguments.len());
            return self.writer.refuse(name, &message);
        };
        if arguments.len() + 1 != operation.arity() {
            let message = messages::wrong_arity(&text, operation.arity() - 1, arguments.len());
            return self.writer.refuse(at, &message);
        }
        let mut operands = vec![Ok(receiver)];
        for argument in arguments {
            operands.push(self.as_scalar(argument, at, Behind::Nothing));
        }
        let operands = operands.into_iter().collect::<Found<Vec<ValueId>>>()?;
        self.confirm_operator(name);
        Ok(self.writer.apply(operation, &operands))
    }

    pub(crate) fn powi(
        &mut self,
        base: ValueId,
        exponent: Value,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        match exponent {
            Value::Integer(integer) => match i32::try_from(integer.value) {
                Ok(exponent) => Ok(self.writer.apply(Operation::Powi(exponent), &[base])),
                Err(_) => self.writer.refuse(at, messages::INTEGER_TOO_LARGE),
            },
            Value::Inactive(inactive) => {
                self.writer.at_run_time()?;
                // An exponent that only run time knows becomes an operand.
                let id = self.writer.push_opaque(Opaque::Integer(inactive.tokens));
                let exponent =
                    self.writer
                        .builder
                        .opaque(id, &inactive.mentions, Origin::default());
                Ok(self.writer.apply(Operation::PowiBy, &[base, exponent]))
            }
            other => self.writer.refuse(
                at,
                &messages::integer_not_known("exponent", &other.describe()),
            ),
        }
    }
}
