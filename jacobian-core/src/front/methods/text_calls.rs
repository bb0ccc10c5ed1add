//! Methods of scalars that are more than one operation: Rust text, run like a function of the
//! user's.

use quote::ToTokens;

use crate::front::flow::machine::Machine;
use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::syntax::foreign_texts;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;

impl<M: Machine> Lowering<M> {
    /// Runs a function that we wrote as text, with the scalar in place of `S`.
    pub(super) fn run_text(
        &mut self,
        text: &str,
        values: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let item = foreign_texts::parsed(text, &self.given.scalar_name).ok_or(Stop)?;
        let function = self.names.functions.add(Function::of_item(&item, false));
        self.call(&Callable::Function(function), values, at)
    }
}
