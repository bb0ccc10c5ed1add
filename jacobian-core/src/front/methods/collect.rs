//! `collect` into an `Option` or a `Result`, and `try_fold`: all items, or the first `None` or
//! `Err`.
//!
//! ```text
//! x.iter().map(f).collect::<Option<Vec<_>>>()      met_1 = is f(x0) there?
//!                                                  met_2 = met_1, and is f(x1) there?
//!                                                  (no closure runs after the first `None`)
//!                                                  there if met_2 is, inside [f(x0), f(x1)]
//! ```
//!
//! Cost: a branch for each item but the first.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ExprMethodCall;

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::missing::WithItem;
use crate::front::methods::positions::plain;
use crate::front::methods::table::{At, Given};
use crate::front::names::state::Lowering;
use crate::front::syntax::form::Want;
use crate::front::syntax::types;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::items::{Item, Order, Part, has_known_positions};
use crate::front::value::maybe::{Maybe, Presence};

impl<M: Machine> Lowering<M> {
    /// Collects items that are an `Option` or a `Result`.
    pub(crate) fn collected(
        &mut self,
        items: Vec<Item>,
        wrapper: Wrapper,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let mut inside = Vec::with_capacity(items.len());
        // `whole` says whether all items so far are there. The next closure runs only in the arm
        // where they are.
        let mut whole = Rc::new(Maybe::there(wrapper, Value::unit()));
        for item in items {
            let carried = &whole.carried.clone();
            let next = |run: &mut Self| match run.take(item.clone(), call)? {
                found @ Value::Maybe(_) => Ok(found),
                found => run
                    .writer
                    .refuse(call, &messages::not_maybe("collect", &found.describe())),
            };
            let missing = |_: &mut Self, error: Option<TokenStream>| {
                let missing = match error {
                    None => Maybe::nothing(),
                    Some(error) => Maybe::failed(&error, Vec::new()).carrying(carried.clone()),
                };
                Ok(missing.into_value())
            };
            let Value::Maybe(found) = self.by_presence(&whole, &next, &missing, call)? else {
                return Err(Stop);
            };
            inside.push(found.inside.clone());
            let is_missing = matches!(found.presence, Presence::Never(..));
            whole = found;
            if is_missing {
                return Ok(Value::Maybe(whole));
            }
        }
        Ok(whole.with(Value::array(inside)).into_value())
    }

    /// `try_fold`: each item is folded in while the closure gives `Some` or `Ok`.
    pub(crate) fn folded_while_there(
        &mut self,
        items: Vec<Item>,
        first: Value,
        function: &Callable,
        at: At<'_>,
    ) -> Found<Given> {
        let wrapper = collected_wrapper(at.call, at.want).unwrap_or(Wrapper::Option);
        let mut whole = Rc::new(Maybe::there(wrapper, first));
        for item in items {
            let before = whole.inside.clone();
            let fold = |run: &mut Self, item: Value| {
                let total = run.call(function, vec![before.clone(), item], at.call)?;
                run.writer.settle_part(total)
            };
            whole = self.next_while_there(&whole, &item, &fold, at.call)?;
        }
        Ok(Given::Value(Value::Maybe(whole)))
    }

    /// `try_for_each`: the closure runs on each item while it gives `Some` or `Ok`.
    pub(crate) fn run_while_there(
        &mut self,
        items: Vec<Item>,
        function: &Callable,
        at: At<'_>,
    ) -> Found<Given> {
        let wrapper = collected_wrapper(at.call, at.want).unwrap_or(Wrapper::Option);
        let mut whole = Rc::new(Maybe::there(wrapper, Value::unit()));
        for item in items {
            let run = |run: &mut Self, item: Value| run.call(function, vec![item], at.call);
            whole = self.next_while_there(&whole, &item, &run, at.call)?;
        }
        Ok(Given::Value(Value::Maybe(whole)))
    }

    /// One more item, if all before it were there.
    fn next_while_there(
        &mut self,
        whole: &Rc<Maybe>,
        item: &Item,
        then: &WithItem<'_, M>,
        call: &ExprMethodCall,
    ) -> Found<Rc<Maybe>> {
        if matches!(whole.presence, Presence::Never(..)) {
            return Ok(Rc::clone(whole));
        }
        let carried = &whole.carried.clone();
        let next = |run: &mut Self| {
            let stays = whole.inside.clone();
            let same = |_: &mut Self| Ok(Maybe::there(whole.wrapper, stays.clone()).into_value());
            match run.if_there(item, then, &same, call)? {
                found @ Value::Maybe(_) => Ok(found),
                found => {
                    let name = call.method.to_string();
                    let message = messages::not_maybe(&name, &found.describe());
                    run.writer.refuse(call, &message)
                }
            }
        };
        let missing = |_: &mut Self, error: Option<TokenStream>| {
            let missing = match error {
                None => Maybe::nothing(),
                Some(error) => Maybe::failed(&error, Vec::new()).carrying(carried.clone()),
            };
            Ok(missing.into_value())
        };
        match self.by_presence(whole, &next, &missing, call)? {
            Value::Maybe(found) => Ok(found),
            _ => Err(Stop),
        }
    }

    /// A list of the items that are there.
    pub(crate) fn collected_there(
        &mut self,
        items: Vec<Item>,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let known = has_known_positions(&items);
        let mut collected = Vec::with_capacity(items.len());
        let mut length = quote!(0_usize);
        for item in items {
            let found = self.take_perhaps(item, call)?;
            let take = |run: &mut Self| run.writer.settle_part(found.inside.clone());
            let inside = self.if_present(&found, &take, &|_| Ok(Value::Unassigned), call)?;
            let step = match &found.presence {
                Presence::Always => quote!(1),
                Presence::Never(..) => continue,
                Presence::Asked(answer) => {
                    let asked = found.question(answer);
                    quote!(usize::from(#asked))
                }
            };
            length = quote!(#length + #step);
            let inside = self.as_part(inside)?;
            collected.push(Rc::new(found.with(inside)));
        }
        let name = Ident::new("length", Span::call_site());
        let Value::Inactive(length) = self.writer.settle_as(&name, plain(length))? else {
            return Err(Stop);
        };
        Ok(Value::Part(Rc::new(Part {
            items: collected,
            order: if known {
                Order::Prefix
            } else {
                Order::Scattered
            },
            first: known.then(|| quote!(0)),
            length: length.tokens,
        })))
    }

    /// A value with its opaque parts in variables, so that a pattern may bind references to them.
    fn as_part(&mut self, value: Value) -> Found<Value> {
        if let Some(parts) = value.parts() {
            let parts = parts.iter().map(|part| self.as_part(part.clone()));
            let parts = parts.collect::<Found<Vec<Value>>>()?;
            return Ok(value.rebuilt(parts));
        }
        match value {
            Value::Inactive(code) => {
                let name = Ident::new("part", Span::call_site());
                self.writer.settle_as(&name, code)
            }
            value => Ok(value),
        }
    }
}

/// The wrapper that a list is collected into, if the source says that it is an `Option` or a
/// `Result`.
pub(crate) fn collected_wrapper(call: &ExprMethodCall, want: Want<'_>) -> Option<Wrapper> {
    let spelled = call.turbofish.as_ref().and_then(|types| types.args.first());
    let ty = match spelled {
        Some(syn::GenericArgument::Type(ty)) => Some(ty),
        _ => want,
    };
    let (wrapper, _) = types::unwrap(ty?);
    (wrapper != Wrapper::Plain).then_some(wrapper)
}
