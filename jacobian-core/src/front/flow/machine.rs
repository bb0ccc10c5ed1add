//! The machine: all that control flow and methods see of the evaluator.
//!
//! ```text
//! x.iter().map(f).sum()      `call` runs `f` on each item, `operate` adds
//! ```
//!
//! Expressions, statements and patterns are the evaluator's own affair: what control flow runs in
//! an arm is a closure, and methods are handed values.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::BinOp;

use crate::ir::ValueId;

use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::function::Callable;

/// What runs in an arm of a branch.
pub(crate) type Arm<'a, M> = dyn Fn(&mut Lowering<M>) -> Found<Value> + 'a;

/// What runs where nothing is inside; it is given the error, if there is one.
pub(crate) type Absent<'a, M> = dyn Fn(&mut Lowering<M>, Option<TokenStream>) -> Found<Value> + 'a;

/// An evaluator. There is one, [`Run`](crate::front::run::Run).
pub(crate) trait Machine: Sized + 'static {
    /// Applies a function of the user's to values.
    fn call(
        run: &mut Lowering<Self>,
        callable: &Callable,
        arguments: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value>;

    /// `left op right`
    fn operate(
        run: &mut Lowering<Self>,
        op: &BinOp,
        left: Value,
        right: Value,
        at: &impl ToTokens,
    ) -> Found<Value>;

    /// The arguments of a call as the user's own code, with active values by their names: what a
    /// panic shows.
    fn observe(
        run: &mut Lowering<Self>,
        call: &syn::ExprMethodCall,
    ) -> Found<(Vec<TokenStream>, Vec<ValueId>)>;
}

impl<M: Machine> Lowering<M> {
    /// Applies a function of the user's to values.
    pub(crate) fn call(
        &mut self,
        callable: &Callable,
        arguments: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        M::call(self, callable, arguments, at)
    }

    /// `left op right`
    pub(crate) fn operate(
        &mut self,
        op: &BinOp,
        left: Value,
        right: Value,
        at: &impl ToTokens,
    ) -> Found<Value> {
        M::operate(self, op, left, right, at)
    }
}
