//! Methods that change an array or a list in place, and their rows in the table.
//!
//! ```text
//! let mut l = vec![x[0]];      [x0]
//! l.push(x[1]);                [x0, x1]
//! l.swap(0, 1);                [x1, x0]
//! ```
//!
//! While the function is expanded a `Vec` is an array whose length may change. How many elements
//! there are must be known. If only run time knows it and no element is active, the list stays the
//! user's own variable.

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{At, Given, Gives, Method, Operands, Parameter};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use Parameter::{Elements, Integer, Settled, Taken};

const INDEX: Parameter = Integer("index");

const fn row<M: Machine>(name: &'static str, parameters: &'static [Parameter]) -> Method<M> {
    Method {
        name,
        gives: Gives::Value,
        receiver: Elements,
        parameters,
        run: Lowering::<M>::change,
    }
}

impl<M: Machine> Lowering<M> {
    /// Methods that change a list; what they give is what the list becomes. `pop` is met elsewhere,
    /// for it has a value.
    pub(crate) const LISTS: &'static [Method<M>] = &[
        row("fill", &[Settled]),
        row("swap", &[INDEX, INDEX]),
        row("reverse", &[]),
        row("copy_from_slice", &[Parameter::Value]),
        row("clone_from_slice", &[Parameter::Value]),
        row("rotate_left", &[INDEX]),
        row("rotate_right", &[INDEX]),
        row("push", &[Settled]),
        row("extend", &[Taken]),
        row("extend_from_slice", &[Taken]),
        row("insert", &[INDEX, Settled]),
        row("truncate", &[INDEX]),
        row("clear", &[]),
    ];

    fn change(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let mut elements = of.elements();
        let arguments = &at.call.args;
        match at.call.method.to_string().as_str() {
            "reverse" => elements.reverse(),
            "fill" => elements.fill(of.value()),
            "swap" => {
                let (first, second) = (of.integer(), of.integer());
                let first = self.below(first, elements.len(), &arguments[0])?;
                let second = self.below(second, elements.len(), &arguments[1])?;
                elements.swap(first, second);
            }
            "rotate_left" => {
                let count = self.below(of.integer(), elements.len() + 1, &arguments[0])?;
                elements.rotate_left(count);
            }
            "rotate_right" => {
                let count = self.below(of.integer(), elements.len() + 1, &arguments[0])?;
                elements.rotate_right(count);
            }
            "push" => elements.push(of.value()),
            "extend" | "extend_from_slice" => {
                for item in of.elements() {
                    elements.push(self.writer.settle_part(item));
                }
            }
            "insert" => {
                let position = self.below(of.integer(), elements.len() + 1, &arguments[0])?;
                elements.insert(position, of.value());
            }
            "truncate" => {
                elements.truncate(usize::try_from(of.integer()).unwrap_or(usize::MAX));
            }
            "clear" => elements.clear(),
            _ => match of.value() {
                Value::Array(source) if source.len() == elements.len() => {
                    elements = source.to_vec();
                }
                Value::Poison => return Err(Stop),
                other => {
                    let message = messages::pattern_does_not_fit(&other.describe());
                    self.writer.refuse(&arguments[0], &message);
                    return Err(Stop);
                }
            },
        }
        Ok(Given::Value(Value::array(elements)))
    }
}
