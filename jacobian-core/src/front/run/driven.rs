//! Iterators over inactive data of unknown length, beside a list of known length.
//!
//! ```text
//! x.iter().zip(data)      let mut items = data.into_iter();
//!                         let item_1 = items.next();         beside x0
//!                         let item_2 = items.next();         beside x1
//! ```
//!
//! The iterator is the user's own code. `zip` takes as many items of it as the list has, and each
//! of them may be missing. A closure with active values behind it runs where its item is there.

use proc_macro2::Span;
use quote::quote;
use syn::{Expr, Ident};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::changes::changed_variables;
use crate::front::syntax::form::open_start;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Adapter, Driven};

impl Lowering<Run> {
    /// Whether an expression is such an iterator, with or without closures behind it.
    pub(crate) fn is_driven_chain(&mut self, chain: &Expr) -> bool {
        let (front, _) = self.front_of(chain);
        // Code that changes variables runs when its items are taken, and not before.
        !self.writer.is_trial()
            && open_start(front).is_none()
            && changed_variables(front, &|_| false).is_empty()
            && self.is_driven(front)
    }

    /// Whether a `zip` pairs such an iterator with a list.
    pub(crate) fn zips_driven(&mut self, call: &syn::ExprMethodCall) -> bool {
        call.method == "zip" && call.args.len() == 1 && self.is_driven_chain(&call.receiver)
    }

    /// The iterator in a variable.
    pub(crate) fn driven(&mut self, chain: &Expr) -> Found<Driven> {
        let (front, calls) = self.front_of(chain);
        let Value::Inactive(kept) = self.keep(front)? else {
            return Err(Stop);
        };
        let written = self.type_of_items(front);
        let iterator = self.writer.fresh(&Ident::new("items", Span::call_site()));
        let tokens = self.writer.hold(kept.tokens, &kept.mentions)?;
        self.writer.note_reach(&iterator, &tokens);
        let items = quote!(::core::iter::IntoIterator::into_iter(#tokens));
        self.writer
            .keep_statement(quote!(let mut #iterator = #items;), &kept.mentions)?;
        let mut adapters = Vec::with_capacity(calls.len());
        for call in calls.into_iter().rev() {
            adapters.push(match call.args.first() {
                Some(function) => Adapter::Map(self.callable(function)?),
                None if call.method == "enumerate" => Adapter::Enumerate,
                None => Adapter::Copy,
            });
        }
        Ok(Driven {
            iterator,
            written,
            adapters,
        })
    }

    /// The inactive front of a chain, and the calls behind it, the last one first.
    fn front_of<'a>(&mut self, chain: &'a Expr) -> (&'a Expr, Vec<&'a syn::ExprMethodCall>) {
        let (mut front, mut calls) = (strip(chain), Vec::new());
        while let Expr::MethodCall(call) = front
            && self.names.is_active(front)
        {
            let keeps_length = match call.method.to_string().as_str() {
                "map" => call.args.len() == 1,
                "enumerate" | "copied" | "cloned" => call.args.is_empty(),
                _ => false,
            };
            if !keeps_length {
                break;
            }
            calls.push(call);
            front = strip(&call.receiver);
        }
        (front, calls)
    }
}
