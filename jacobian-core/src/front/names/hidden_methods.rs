//! Calls `a.name()` for which both a method of the type itself and one of a trait are there.
//!
//! ```text
//! impl S { fn value(&self) -> f64 }  impl P for S { fn value(&self) -> f64 }
//! s.value()               the first one, but in `fn g(s: &impl P)` the second one
//! impl Wave for f64 { fn sin(&self) .. }
//! x[0].sin()              the one of std, but in `fn g(s: &dyn Wave)` the other one
//! impl Stats for [f64] { fn sum(&self) .. }
//! v.sum()                 is this an iterator, or a list?
//! ```
//!
//! A value has its type, but not the type by which the code knows it. So such a call is refused
//! where the code may know it by the trait, unless both methods do the same.

use std::rc::Rc;

use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

use crate::front::messages;
use crate::front::names::functions::{Function, Origin};
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{ARRAY, Head};
use crate::front::syntax::elementals::is_operator;
use crate::front::syntax::form::type_name;
use crate::front::syntax::same_bodies::forwards;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::ir::Precision;

impl<M> Lowering<M> {
    /// Refuses a call that may mean a method of a trait where it is taken for another one.
    pub(crate) fn refuse_hidden(
        &mut self,
        (all, meant): (&[Rc<Head>], &[Rc<Head>]),
        receiver: Option<&Expr>,
        at: &impl ToTokens,
    ) -> Found<()> {
        let is_hidden = |head: &&Rc<Head>| !meant.iter().any(|own| Rc::ptr_eq(own, head));
        let hidden: Vec<Rc<Head>> = all.iter().filter(is_hidden).cloned().collect();
        if hidden.is_empty() || meant.iter().all(|head| self.calls(head, &hidden[0])) {
            return Ok(());
        }
        let has_types = self.frames.calls.iter().any(|running| {
            let running = self.names.functions.get(running);
            !running.type_parameters.is_empty() || !running.known_types.is_empty()
        });
        let mut generics = self.given.generics.iter();
        let has_types = has_types || generics.any(|own| own.type_params().next().is_some());
        if receiver.is_some_and(|receiver| self.is_self_of_type(receiver)) {
            return Ok(());
        }
        let text = |head: &Rc<Head>| Some(self.body_of(head)?.body.to_token_stream().to_string());
        let same = |head: &Rc<Head>| meant.iter().any(|own| text(own) == text(head));
        let mut hidden = self.others(&hidden);
        hidden.retain(|head| !same(head));
        let mut hidden = hidden.into_iter();
        if hidden.any(|head| has_types || self.is_known_by_trait(&head)) {
            return self.refuse_hiding(&all[0], at);
        }
        Ok(())
    }

    /// The same where the other method is one of a number. If the trait's takes a reference, it
    /// is meant by a call on a reference.
    pub(crate) fn refuse_hidden_of_number(
        &mut self,
        hidden: &[Rc<Head>],
        at: &ExprMethodCall,
    ) -> Found<()> {
        let by_reference = |head: &Rc<Head>| {
            let receiver = head.signature.receiver();
            receiver.is_some_and(|own| matches!(own.kind, syn::ReceiverKind::Reference(..)))
        };
        let may_refer = !matches!(
            strip(&at.receiver),
            Expr::Binary(_)
                | Expr::Cast(_)
                | Expr::Field(_)
                | Expr::Index(_)
                | Expr::Lit(_)
                | Expr::Unary(_)
        );
        let hidden = self.others(hidden);
        let means_trait =
            |head: &Rc<Head>| may_refer && by_reference(head) || self.is_known_by_trait(head);
        if hidden.iter().any(means_trait) {
            return self.refuse_hiding(&hidden[0], at);
        }
        Ok(())
    }

    /// The same where the other method is one of iterators or of matrices, and a value does not
    /// say enough of its type.
    pub(crate) fn refuse_beside_library(
        &mut self,
        heads: &[Rc<Head>],
        at: &ExprMethodCall,
    ) -> Found<()> {
        match self.others(heads).first() {
            Some(head) => self.refuse_hiding(head, at),
            None => Ok(()),
        }
    }

    /// Refuses a call on a list whose method a trait may have for `Vec`, or for any type.
    pub(crate) fn refuse_trait_of_lists(
        &mut self,
        receiver: &Value,
        at: &ExprMethodCall,
    ) -> Found<()> {
        let (name, count) = (at.method.to_string(), at.args.len() + 1);
        if at.turbofish.is_some() || !self.names.own_traits.is_for_lists(&name, count) {
            return Ok(());
        }
        let is_list = match receiver {
            Value::Stored(_) | Value::Part(_) => true,
            value => self.key_of_value(value).is_some_and(|key| *key == *ARRAY),
        };
        if is_list {
            let message = messages::hidden_method(&at.method);
            return self.writer.refuse(at, &message);
        }
        Ok(())
    }

    /// Has rustc check that `a.mul(b)` is the multiplication of std. A trait that the attribute
    /// does not see may have a `mul` for numbers, but it has none for the operand asked here.
    pub(crate) fn confirm_operator(&mut self, name: &proc_macro2::Ident) {
        let is_seen = !self.names.is_alone || self.given.precision == Precision::Generic;
        if is_seen || !is_operator(&name.to_string()) || self.is_in_prelude() {
            return;
        }
        let operand = crate::spelling::library();
        let operand = quote!(#operand::OnlyOperators);
        let other = (*name != "neg").then_some(&operand).into_iter();
        let check = quote!(let _ = || #operand.#name(#(#other)*););
        self.writer.matrices.checks.insert(check.to_string(), check);
    }

    fn refuse_hiding<R>(&mut self, head: &Head, at: &impl ToTokens) -> Found<R> {
        let message = messages::hidden_method(&head.signature.ident);
        self.writer.refuse(at, &message)
    }

    /// Those methods of the user's traits that do not only call the method of the same name.
    fn others(&self, heads: &[Rc<Head>]) -> Vec<Rc<Head>> {
        let is_other = |head: &&Rc<Head>| {
            let is_foreign = self.given.types.crate_of(head.module).is_some();
            head.of_trait.is_some() && !is_foreign && !self.only_forwards(head)
        };
        heads.iter().filter(is_other).cloned().collect()
    }

    /// Whether a method is called on `self` inside of an `impl` for one type.
    fn is_self_of_type(&self, receiver: &Expr) -> bool {
        let running = self.frames.calls.last();
        let running = running.map(|running| self.names.functions.get(running));
        let is_self = matches!(strip(receiver), Expr::Path(path) if path.path.is_ident("self"));
        is_self
            && running.is_some_and(|running| {
                let this = running.this.as_ref().map(type_name);
                let mut types = running.type_parameters.iter();
                running.origin == Origin::Plain
                    && this.is_some_and(|this| types.all(|own| *own != this.as_str()))
            })
    }

    /// Whether an inherent method only calls the one of a trait.
    fn calls(&self, head: &Head, other: &Head) -> bool {
        let of_trait = other
            .of_trait
            .as_ref()
            .and_then(|path| path.segments.last());
        let of_trait = of_trait.map(|last| last.ident.to_string());
        let found = self.body_of(head).zip(of_trait);
        found.is_some_and(|(found, of)| forwards(&found.body, &head.signature, &of))
    }

    fn only_forwards(&self, head: &Head) -> bool {
        let of = type_name(&head.self_type);
        let found = self.body_of(head);
        found.is_some_and(|found| forwards(&found.body, &head.signature, &of))
    }

    fn body_of(&self, head: &Head) -> Option<Rc<Function>> {
        match &self.names.scopes.anywhere(&head.own)?.value {
            Value::Function(function) => Some(Rc::clone(self.names.functions.get(function))),
            _ => None,
        }
    }

    /// Whether running code may know a value by the trait of a method: by `dyn` or `impl`, or as
    /// `Self` in a default of a trait.
    fn is_known_by_trait(&self, head: &Head) -> bool {
        let of_trait = head.of_trait.as_ref().and_then(|path| path.segments.last());
        let name = of_trait.map(|last| last.ident.to_string());
        name.is_some_and(|name| self.names.own_traits.is_behind_types(&name))
            || self
                .frames
                .calls
                .iter()
                .any(|running| self.names.functions.get(running).origin == Origin::DefaultOfTrait)
    }
}
