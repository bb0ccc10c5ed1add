//! The machine: the part of the evaluator that control flow and methods see.
//!
//! ```text
//! x.iter().map(f).sum()      `call` runs `f` on each item, `operate` adds
//! ```
//!
//! Expressions, statements and patterns belong to the evaluator. Control flow gets an arm as a
//! closure, and methods get values.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::BinOp;

use crate::ir::ValueId;

use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::function::Callable;
use crate::front::value::index::Index;

/// The code of an arm of a branch.
pub(crate) type Arm<'a, M> = dyn Fn(&mut Lowering<M>) -> Found<Value> + 'a;

/// The code for a missing value. It gets the error, if there is one.
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

    /// One of the values, by an index.
    fn select(
        run: &mut Lowering<Self>,
        index: &Index,
        values: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value>;

    /// The arguments of a call as the user's own code, with active values by their names, for the
    /// message of a panic.
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
