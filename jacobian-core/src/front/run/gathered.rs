//! Parts of iterator chains that are gathered into lists in memory before the chain runs.
//!
//! ```text
//! v.iter().enumerate().rev()      let made_1 = v.iter().enumerate();  made_1.into_iter().rev()
//! a.iter().chain(b.iter())        made_1, with the items of both
//! a.iter().zip(b.iter().map(f))   made_1 = b.iter().map(f);           a.iter().zip(&made_1)
//! smooth(&v).iter()               made_1 = smooth(&v);                made_1.iter()
//! for p in powers(x, n)           made_1 = powers(x, n);              for p in made_1
//! let errors = v.iter().map(f);   the items, to be taken later
//! ```
//!
//! Such a part runs as a whole, and earlier than in the library. So its closures must not change
//! variables. Cost: the list.

use std::rc::Rc;

use quote::ToTokens;
use syn::{Block, Expr, ExprMethodCall, Ident, parse_quote};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::repeated::only_reads;
use crate::front::syntax::changes::changed_variables;
use crate::front::syntax::form::{Want, open_start};
use crate::front::syntax::stream_steps::{Maker, list_of_items};
use crate::front::syntax::streams::{Stream, is_adapter};
use crate::front::syntax::strip::strip;
use crate::front::syntax::types;
use crate::front::value::Value;
use crate::front::value::found::Found;

/// Methods that give the items of a list.
const ITEMS: &[&str] = &["iter", "into_iter", "windows", "chunks", "chunks_exact"];

impl Lowering<Run> {
    /// A method call on such a chain. `None` if no part of it is gathered.
    pub(crate) fn eval_in_parts(
        &mut self,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        let scope = self.names.scopes.enter();
        let value = match self.in_parts(&call.receiver) {
            Ok(Some(receiver)) => {
                let call = self.trees.keep(ExprMethodCall {
                    receiver: Box::new(receiver),
                    ..call.clone()
                });
                self.eval_method(&call, want).map(Some)
            }
            other => other.map(|_| None),
        };
        self.names.scopes.leave(scope);
        value
    }

    /// The chain, in which each gathered part is a name. `None` if no part of it is gathered.
    pub(crate) fn in_parts(&mut self, chain: &Expr) -> Found<Option<Expr>> {
        let Expr::MethodCall(call) = strip(chain) else {
            return Ok(None);
        };
        if call.method == "drain" && self.names_stored(&call.receiver) {
            self.writer.at_run_time()?;
            let taken = self.eval(chain)?;
            let name = self.named(taken);
            return Ok(Some(parse_quote!(#name.into_iter())));
        }
        if self.writer.is_trial() || !self.names.is_active(chain) {
            return Ok(None);
        }
        let name = call.method.to_string();
        if ITEMS.contains(&name.as_str()) {
            return self.with_named_front(call);
        }
        if !is_adapter(call) && name != "chain" {
            return Ok(None);
        }
        let receiver = self.in_parts(&call.receiver)?;
        let is_changed = receiver.is_some();
        let receiver = receiver.unwrap_or_else(|| (*call.receiver).clone());
        let receiver = self.trees.keep(receiver);
        let (receiver, argument) = match (name.as_str(), call.args.first()) {
            ("rev", None) if !self.runs_back(call) && self.is_gatherable(&receiver) => {
                (self.gathered(&[&receiver])?, None)
            }
            ("chain", Some(other))
                if self.ends_quietly(&receiver)
                    && self.ends_quietly(other)
                    && (self.is_at_run_time(&receiver) || self.is_at_run_time(other)) =>
            {
                return self.gathered(&[&receiver, other]).map(Some);
            }
            ("zip", Some(other))
                if list_of_items(other).is_none()
                    && self.names.is_active(other)
                    && self.is_gatherable(other)
                    && self.is_at_run_time(&receiver) =>
            {
                let other = self.gathered(&[other])?;
                ((*receiver).clone(), Some(other))
            }
            ("zip", Some(other))
                if self.is_scattered_chain(&receiver) && self.is_scattered_chain(other) =>
            {
                let one = self.scattered_in_memory(&receiver, call)?;
                let other = self.scattered_in_memory(other, call)?;
                (one.unwrap_or_else(|| (*receiver).clone()), other)
            }
            _ if is_changed => ((*receiver).clone(), None),
            _ => return Ok(None),
        };
        let mut changed = call.clone();
        *changed.receiver = receiver;
        if let (Some(argument), Some(place)) = (argument, changed.args.first_mut()) {
            *place = argument;
        }
        Ok(Some(Expr::MethodCall(changed)))
    }

    /// The same for what a `for` loop runs over, which may be the list that a call makes.
    pub(crate) fn looped_in_parts(&mut self, iterable: &Expr) -> Found<Option<Expr>> {
        let made = match strip(iterable) {
            Expr::Reference(reference) => strip(&reference.expr),
            made => made,
        };
        let is_list = self.names.is_active(made) && self.gives_list(made);
        if self.writer.is_trial() || !is_list {
            return self.in_parts(iterable);
        }
        let list = self.eval(made)?;
        let name = self.named(list);
        Ok(Some(match strip(iterable) {
            Expr::Reference(reference) => {
                let mutability = &reference.mutability;
                parse_quote!(&#mutability #name)
            }
            _ => name,
        }))
    }

    /// Whether an expression is the call of a function that is declared to give a list.
    fn gives_list(&self, made: &Expr) -> bool {
        let is_call = matches!(strip(made), Expr::Call(_));
        let given = self.type_of_expression(made).filter(|_| is_call);
        given.is_some_and(|given| types::list_element(&given.ty).is_some())
    }

    /// The items of a list that a call makes: the list gets a name.
    fn with_named_front(&mut self, call: &ExprMethodCall) -> Found<Option<Expr>> {
        let is_made = match strip(&call.receiver) {
            Expr::Call(_) => true,
            Expr::MethodCall(made) => ["to_vec", "clone", "concat", "drain", "split_off"]
                .iter()
                .any(|name| made.method == name),
            _ => false,
        };
        let cuts = call
            .args
            .first()
            .is_some_and(|size| self.try_known(size).is_none());
        if cuts && !self.names_stored(&call.receiver) {
            return self.with_front_in_memory(call);
        }
        if !is_made || !(self.names.has_stored || self.gives_list(&call.receiver)) {
            return Ok(None);
        }
        let list = self.eval(&call.receiver)?;
        let mut changed = call.clone();
        *changed.receiver = self.named(list);
        Ok(Some(Expr::MethodCall(changed)))
    }

    /// `x.windows(n)` and the like of a list of known length, where only run time knows `n`.
    fn with_front_in_memory(&mut self, call: &ExprMethodCall) -> Found<Option<Expr>> {
        let value = self.eval_base(&call.receiver)?;
        let Some(list) = self.copy_in_memory(&value, call)? else {
            return Ok(None);
        };
        let mut changed = call.clone();
        *changed.receiver = self.named(list);
        Ok(Some(Expr::MethodCall(changed)))
    }

    /// A copy of a list in memory. `None` for other values.
    fn copy_in_memory(&mut self, value: &Value, at: &ExprMethodCall) -> Found<Option<Value>> {
        let elements: Vec<Value> = match value {
            Value::Array(elements) => elements.to_vec(),
            Value::Part(part) => part
                .items
                .iter()
                .map(|found| found.inside.clone())
                .collect(),
            _ => return Ok(None),
        };
        match self.element_like(&elements) {
            Some(like) => self.stored_copy(like, value, at).map(Some),
            None => Ok(None),
        }
    }

    /// An iterator in a variable or a chain of known length, of which only run time knows the items
    /// that are there: its items in memory. `None` for another one.
    fn scattered_in_memory(&mut self, chain: &Expr, at: &ExprMethodCall) -> Found<Option<Expr>> {
        let value = if let Some(part) = self.part_at_place(chain) {
            Value::Part(part)
        } else if leaves_out(chain) && only_reads(&chain.to_token_stream()) {
            self.gathered_items(&[chain])?
        } else {
            return Ok(None);
        };
        let Some(list) = self.copy_in_memory(&value, at)? else {
            return Ok(None);
        };
        let name = self.named(list);
        Ok(Some(parse_quote!(#name.into_iter())))
    }

    fn is_scattered_chain(&mut self, chain: &Expr) -> bool {
        let is_part = self.part_at_place(chain).is_some() && self.is_iterator(chain);
        is_part
            || leaves_out(chain)
                && self.names.is_active(chain)
                && changed_variables(chain, &|_| false).is_empty()
                && !self.is_at_run_time(chain)
    }

    /// A name for a value.
    fn named(&mut self, value: Value) -> Expr {
        let made = Ident::new("made", proc_macro2::Span::call_site());
        let name = self.writer.fresh(&made);
        self.bind(&name, value);
        parse_quote!(#name)
    }

    /// Whether a chain with `rev` at its end runs from its end without a list.
    fn runs_back(&mut self, call: &ExprMethodCall) -> bool {
        let chain = self.trees.keep(Expr::MethodCall(call.clone()));
        if self.stored_stream(&chain).is_some() || self.is_front_of_stored(&chain) {
            return true;
        }
        let stream = Stream::of(&chain, |part| self.names.is_active(part));
        self.is_driven(stream.front)
    }

    /// Whether only run time knows how many items a chain gives.
    pub(crate) fn is_at_run_time(&mut self, chain: &Expr) -> bool {
        if self.stored_stream(chain).is_some() || self.is_front_of_stored(chain) {
            return true;
        }
        let stream = Stream::of(chain, |part| self.names.is_active(part));
        self.is_driven(stream.front)
    }

    /// Whether the items of such a chain can be taken as a whole.
    fn is_gatherable(&mut self, chain: &Expr) -> bool {
        self.ends_quietly(chain) && self.is_at_run_time(chain)
    }

    /// Whether a chain ends, as far as its form tells, and changes nothing.
    fn ends_quietly(&self, chain: &Expr) -> bool {
        let stream = Stream::of(chain, |_| true);
        let is_endless = open_start(stream.front).is_some()
            || self.maker_of(stream.front).is_some()
            || self.is_endless(chain);
        (!is_endless || stream.may_end())
            && only_reads(&chain.to_token_stream())
            && changed_variables(chain, &|_| false).is_empty()
    }

    /// The function of `std::iter` that an expression calls.
    pub(crate) fn maker_of(&self, front: &Expr) -> Option<Maker> {
        let Expr::Call(made) = strip(front) else {
            return None;
        };
        let mut names = Maker::NAMES.iter();
        let found = names.find(|(name, _)| self.is_of_iter(made, name))?;
        Some(found.1)
    }

    /// A name for the list of the items of these chains.
    fn gathered(&mut self, chains: &[&Expr]) -> Found<Expr> {
        let list = self.gathered_items(chains)?;
        let name = self.named(list);
        Ok(parse_quote!(#name.into_iter()))
    }

    fn gathered_items(&mut self, chains: &[&Expr]) -> Found<Value> {
        let block: Block = parse_quote!({
            let mut __gathered = Vec::new();
            #(for __each in #chains { __gathered.push(__each); })*
            __gathered
        });
        let block: Rc<Block> = self.trees.keep(block);
        self.eval_block(&block)
    }

    /// An iterator that a variable keeps: the list of its items. `None` for other code, and for a
    /// list of known length.
    pub(crate) fn kept_iterator(
        &mut self,
        local: &syn::Local,
        init: &Expr,
    ) -> Found<Option<Value>> {
        let Expr::MethodCall(call) = strip(init) else {
            return Ok(None);
        };
        let is_mutable = matches!(&local.pat, syn::Pat::Ident(name) if name.mutability.is_some());
        let is_plain = call.method == "iter" && is_mutable;
        if self.writer.is_trial()
            || !(is_adapter(call) || is_plain || call.method == "chain")
            || !self.names.is_active(init)
        {
            return Ok(None);
        }
        let scope = self.names.scopes.enter();
        let list = match self.in_parts(init) {
            Ok(changed) => {
                let chain = self.trees.keep(changed.unwrap_or_else(|| init.clone()));
                if self.is_gatherable(&chain) {
                    self.gathered_items(&[&chain]).map(Some)
                } else {
                    Ok(None)
                }
            }
            Err(stop) => Err(stop),
        };
        self.names.scopes.leave(scope);
        list
    }
}

/// Whether a chain leaves items out by a closure.
fn leaves_out(chain: &Expr) -> bool {
    match strip(chain) {
        Expr::MethodCall(call) => {
            let leaves = ["filter", "filter_map"];
            leaves.iter().any(|name| call.method == name) || leaves_out(&call.receiver)
        }
        _ => false,
    }
}
