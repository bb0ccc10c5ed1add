//! The evaluator: runs statements, expressions and patterns of the source on symbolic values.
//!
//! The running example, statement by statement:
//!
//! ```text
//! let r = x[0] * x[1].sin();      sin of v1 is v3, v0 * v3 is v4; `r` is bound to v4
//! [r - k, x[2] / r]               `k` has no active name: it is copied, as v5; then v6 and v7
//! ```
//!
//! Expressions, statements, patterns and calls recurse into each other, as Rust does. This is the
//! only room in which syntax and interpreter meet. Code that needs no syntax is in the rooms above.

pub(crate) mod arithmetic;
pub(crate) mod arms;
pub(crate) mod assembly;
pub(crate) mod assign;
pub(crate) mod branches;
pub(crate) mod callable;
pub(crate) mod calls;
mod conditions;
pub(crate) mod const_arguments;
mod decomposition_calls;
pub(crate) mod dispatch;
pub(crate) mod distributions;
mod driven;
pub(crate) mod element_places;
pub(crate) mod endless;
pub(crate) mod expressions;
pub(crate) mod fields;
pub(crate) mod function_choices;
pub(crate) mod functions;
mod gathered;
pub(crate) mod hidden_calls;
pub(crate) mod implicit;
mod implicit_slopes;
pub(crate) mod initial_lists;
pub(crate) mod instances;
pub(crate) mod items;
pub(crate) mod iterate;
pub(crate) mod kept_bits;
pub(crate) mod known;
pub(crate) mod list_calls;
pub(crate) mod list_functions;
pub(crate) mod list_growth;
pub(crate) mod literals;
pub(crate) mod lookups;
pub(crate) mod loops;
pub(crate) mod macros;
pub(crate) mod made_structs;
pub(crate) mod match_parts;
pub(crate) mod matched;
pub(crate) mod matching;
pub(crate) mod matrix_calls;
pub(crate) mod matrix_changes;
pub(crate) mod matrix_forms;
pub(crate) mod opaque;
pub(crate) mod opaque_receivers;
pub(crate) mod opened;
pub(crate) mod option_calls;
pub(crate) mod option_forms;
pub(crate) mod option_matches;
mod option_patterns;
pub(crate) mod options;
pub(crate) mod own_calls;
pub(crate) mod own_methods;
pub(crate) mod own_operators;
pub(crate) mod own_variants;
pub(crate) mod parts_at_run_time;
pub(crate) mod patterns;
pub(crate) mod places;
pub(crate) mod question_mark;
pub(crate) mod receivers;
pub(crate) mod recursion;
pub(crate) mod repeated;
pub(crate) mod result;
pub(crate) mod result_lists;
pub(crate) mod rows;
pub(crate) mod rules;
pub(crate) mod run_time_matrices;
pub(crate) mod slices;
pub(crate) mod sorting;
pub(crate) mod statements;
pub(crate) mod stored_calls;
mod stored_changes;
pub(crate) mod stored_loops;
pub(crate) mod stored_places;
pub(crate) mod stored_results;
pub(crate) mod stream_zeros;
pub(crate) mod streams;
pub(crate) mod structs;
pub(crate) mod supplied;
pub(crate) mod supplied_arguments;
mod supplied_calls;
pub(crate) mod supplied_results;
pub(crate) mod surroundings;
pub(crate) mod typed_rules;

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::ir::ValueId;

use crate::front::flow::machine::Machine;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::function::Callable;
use crate::front::value::index::Index;

/// The evaluator of syntax trees.
#[derive(Debug)]
pub(crate) enum Run {}

impl Machine for Run {
    fn call(
        run: &mut Lowering<Self>,
        callable: &Callable,
        arguments: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let value = run.apply_callable(callable, arguments, at);
        run.write_back();
        value
    }

    fn operate(
        run: &mut Lowering<Self>,
        op: &syn::BinOp,
        left: Value,
        right: Value,
        at: &impl ToTokens,
    ) -> Found<Value> {
        run.combine(op, left, right, at)
    }

    fn select(
        run: &mut Lowering<Self>,
        index: &Index,
        values: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        run.one_of(index, values, at)
    }

    fn observe(
        run: &mut Lowering<Self>,
        call: &syn::ExprMethodCall,
    ) -> Found<(Vec<TokenStream>, Vec<ValueId>)> {
        let mut mentions = Vec::new();
        let arguments = call.args.iter();
        let observed = arguments.map(|argument| run.observe(argument, &mut mentions));
        Ok((observed.collect::<Found<_>>()?, mentions))
    }
}
