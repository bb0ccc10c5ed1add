//! Methods that change lists in memory, or that put other lists there because of what they add.
//!
//! ```text
//! list.extend(v.iter().map(f))     for each in v.iter().map(f) { list.push(each); }
//! list.retain(f)                   list = those that the closure keeps
//! list.drain(..2)                  let __list_2 = __list_1.drain(..2).collect();
//! queue.pop_front()                the first element, if there is one
//! ```

use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Block, Expr, ExprMethodCall, parse_quote};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::{Want, root_name};
use crate::front::syntax::operators::is_compound;
use crate::front::syntax::patterns::bound_names;
use crate::front::syntax::streams::in_head;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::stored::Stored;

/// Methods that put values into a list.
const ADDING: &[&str] = &[
    "push",
    "push_back",
    "push_front",
    "insert",
    "extend",
    "extend_from_slice",
    "append",
    "resize",
    "fill",
];

impl Lowering<Run> {
    /// `list.extend(items)` and `list.append(&mut other)`, where only run time knows the number of
    /// items. False for another call.
    pub(crate) fn run_growth(&mut self, call: &ExprMethodCall) -> bool {
        let (Some(added), 1) = (call.args.first(), call.args.len()) else {
            return false;
        };
        let grows = ["extend", "extend_from_slice", "append"];
        let appends = call.method == "append";
        if self.writer.is_trial()
            || !grows.iter().any(|name| call.method == name)
            || !matches!(
                self.held_by(&call.receiver),
                Some(Value::Array(_) | Value::Part(_))
            )
            || !self.names.is_active(added)
        {
            return false;
        }
        let items = match strip(added) {
            Expr::Reference(list) if appends => &*list.expr,
            items => items,
        };
        if !self.is_at_run_time(items) {
            return false;
        }
        let list = &call.receiver;
        let emptied: Option<Expr> = appends.then(|| parse_quote!(#items.clear()));
        let block: Block = if appends {
            parse_quote!({ for __added in #items.iter() { #list.push(__added); } #emptied; })
        } else {
            let items = in_head(items);
            parse_quote!({ for __added in #items { #list.push(__added); } })
        };
        let block = self.trees.keep(block);
        // A mistake has been reported.
        let _: Found<Value> = self.eval_block(&block);
        true
    }

    /// The same, if a `for` loop assigns active values to the elements of a list.
    pub(crate) fn prepare_assigned(&mut self, each: &syn::ExprForLoop) -> Found<()> {
        struct Assigned<'a>(&'a [Ident], Vec<Expr>);
        impl<'ast> Visit<'ast> for Assigned<'_> {
            fn visit_expr(&mut self, expression: &'ast Expr) {
                let (left, right) = match expression {
                    Expr::Assign(assign) => (&assign.left, &assign.right),
                    Expr::Binary(binary) if is_compound(&binary.op) => {
                        (&binary.left, &binary.right)
                    }
                    other => return syn::visit::visit_expr(self, other),
                };
                if root_name(left).is_some_and(|name| self.0.contains(name)) {
                    self.1.push((**right).clone());
                }
            }
        }
        if self.writer.is_trial() {
            return Ok(());
        }
        let names: Vec<Ident> = bound_names(&each.pat);
        let mut assigned = Assigned(&names, Vec::new());
        assigned.visit_block(&each.body);
        let is_active = !assigned.1.is_empty() && self.names.is_active(&each.expr)
            || assigned.1.into_iter().any(|right| {
                let right = self.trees.keep(right);
                self.names.is_active(&right)
            });
        if is_active {
            self.prepare_mutable_front(&each.expr)?;
        }
        Ok(())
    }

    /// The list behind `iter_mut` or `&mut` at the front of a chain.
    pub(crate) fn prepare_mutable_front(&mut self, chain: &Expr) -> Found<()> {
        match strip(chain) {
            Expr::MethodCall(call) if call.method == "iter_mut" => {
                self.prepare_mutable(&call.receiver)
            }
            Expr::MethodCall(call) => {
                for argument in &call.args {
                    self.prepare_mutable_front(argument)?;
                }
                self.prepare_mutable_front(&call.receiver)
            }
            Expr::Reference(list) if list.mutability.is_some() => self.prepare_mutable(&list.expr),
            _ => Ok(()),
        }
    }

    /// Puts a list of numbers of the user's own into memory, whose elements a loop with active
    /// values may change.
    fn prepare_mutable(&mut self, list: &Expr) -> Found<()> {
        let list = match strip(list) {
            Expr::Reference(reference) => &*reference.expr,
            list => list,
        };
        if let (false, Some(Value::Inactive(code))) = (self.writer.is_trial(), self.held_by(list))
            && self.holds_floats(&code)
        {
            let place = self.place_behind(list)?;
            if let Some(value @ Value::Inactive(_)) = self.load(&place) {
                self.list_into_memory(&place, &value, list)?;
            }
        }
        Ok(())
    }

    /// Puts a list of the user's own into memory, if the call puts an active value into it.
    pub(crate) fn prepare_growth(&mut self, call: &ExprMethodCall) -> Found<()> {
        if self.writer.is_trial() || !ADDING.iter().any(|name| call.method == name) {
            return Ok(());
        }
        let is_active = call.args.iter().any(|part| self.names.is_active(part));
        let Some(Value::Inactive(_)) = self.held_by(&call.receiver) else {
            return Ok(());
        };
        if !is_active {
            return Ok(());
        }
        let place = self.place_behind(&call.receiver)?;
        let Some(list @ Value::Inactive(_)) = self.load(&place) else {
            return Ok(());
        };
        let added = call.args.last();
        let added = added.filter(|_| call.method.to_string().starts_with("push"));
        let added = added.map(|added| self.like_of_code(added));
        self.names.added = added.filter(|like| !matches!(like, Value::Unassigned));
        let made = self.list_into_memory(&place, &list, &call.receiver);
        self.names.added = None;
        made.map(drop)
    }

    /// A method that takes elements out of a list in memory, or those of a queue. `None` for
    /// another call.
    pub(crate) fn take_from_stored(
        &mut self,
        list: &Rc<Stored>,
        call: &ExprMethodCall,
    ) -> Found<Option<Value>> {
        let place = &list.place;
        let found = match (call.method.to_string().as_str(), call.args.len()) {
            ("pop_front", 0) => {
                let first = quote!((!#place.is_empty()).then(|| #place.remove(0)));
                self.stored_perhaps(list, &first)?
            }
            ("push_front", 1) => {
                let (value, mut mentions) = (self.eval(&call.args[0])?, Vec::new());
                let row = self.stored_row(&list.like, &value, &mut mentions, &call.args[0])?;
                let statement = quote!(#place.insert(0, #row););
                self.writer.keep_statement(statement, &mentions)?;
                Value::unit()
            }
            ("pop_back", 0) => self.stored_perhaps(list, &quote!(#place.pop()))?,
            ("front", 0) => self.stored_perhaps(list, &quote!(#place.first().cloned()))?,
            ("back", 0) => self.stored_perhaps(list, &quote!(#place.last().cloned()))?,
            ("split_off", 1) => {
                let at = self.stored_argument(call, 0)?;
                self.taken_out(list, &quote!(#place.split_off(#at)))?
            }
            ("drain", 1) => {
                let range = match strip(&call.args[0]) {
                    Expr::Range(range) => self.stored_range(range)?,
                    _ => return Ok(None),
                };
                self.taken_out(list, &quote!(#place.drain(#range).collect()))?
            }
            ("dedup", 0) => {
                let Some(are_equal) = self.equal_rows(list) else {
                    return Ok(None);
                };
                let statement = quote!(#place.dedup_by(|__one, __other| #are_equal););
                self.writer.keep_statement(statement, &[])?;
                Value::unit()
            }
            ("retain", 1) => {
                let (receiver, keeps) = (&call.receiver, &call.args[0]);
                let block = self.trees.keep(parse_quote!({
                    let __keeps = #keeps;
                    let mut __kept = Vec::new();
                    for __each in #receiver.iter() {
                        if __keeps(&__each) { __kept.push(__each); }
                    }
                    #receiver = __kept;
                }));
                self.eval_block(&block)?;
                Value::unit()
            }
            _ => return Ok(None),
        };
        Ok(Some(found))
    }

    /// `list.sort_by(..)`, by the user's own comparison.
    pub(crate) fn sort_stored(&mut self, list: &Stored, call: &ExprMethodCall) -> Found<Value> {
        let (place, method) = (&list.place, &call.method);
        let compare = if self.names.is_active(&call.args[0]) {
            self.keep_active(&call.args[0])?
        } else {
            match self.keep(&call.args[0])? {
                Value::Inactive(compare) => Some(compare),
                _ => None,
            }
        };
        let Some(compare) = compare else {
            let message = messages::expression(&Expr::MethodCall(call.clone()));
            return self.writer.refuse(call, &message);
        };
        let mut of_row = |row: &str| {
            let row = Ident::new(row, Span::call_site()).into_token_stream();
            self.user_element(&list.like, &row)
        };
        let (one, other) = (of_row("__one")?, of_row("__other")?);
        let mentions = compare.mentions;
        let (compare, library) = (&compare.tokens, crate::spelling::library());
        let order = quote!(#library::compared(&#one, &#other, #compare));
        self.writer
            .keep_statement(quote!(#place.#method(|__one, __other| #order);), &mentions)?;
        Ok(Value::unit())
    }

    /// `list.extend(..)` and others with another list.
    pub(crate) fn extend_stored(
        &mut self,
        list: &Rc<Stored>,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let (place, added, mut mentions) = (&list.place, &call.args[0], Vec::new());
        let method = call.method.to_string();
        let value = match self.stored_of(added)? {
            Some(other) => Ok(Value::Stored(other)),
            None => self.quietly(|run| run.eval(added)),
        };
        let rows = match value {
            Ok(value @ (Value::Stored(_) | Value::Array(_) | Value::Part(_))) => {
                let rows = self.stored_rows(&list.like, &value, &mut mentions, added)?;
                if let (Value::Stored(other), "append") = (&value, method.as_str()) {
                    let (taken, other) = (
                        self.writer.fresh(&Ident::new("taken", Span::call_site())),
                        &other.place,
                    );
                    self.writer.keep_statement(
                        quote!(let #taken = ::core::mem::take(&mut #other);),
                        &[],
                    )?;
                    quote!(#taken)
                } else {
                    rows
                }
            }
            _ if method == "extend" || method == "extend_from_slice" => {
                let receiver = &call.receiver;
                let block = self.trees.keep(syn::parse_quote!({
                    for __added in #added { #receiver.push(__added); }
                }));
                return self.eval_block(&block).map(|_| Value::unit());
            }
            _ => {
                let message = messages::expression(&Expr::MethodCall(call.clone()));
                return self.writer.refuse(call, &message);
            }
        };
        let statement = if method.ends_with("from_slice") && method != "extend_from_slice" {
            quote!(#place.clone_from_slice(&#rows);)
        } else {
            quote!(#place.extend(#rows);)
        };
        self.writer.keep_statement(statement, &mentions)?;
        Ok(Value::unit())
    }

    fn taken_out(&mut self, list: &Stored, made: &TokenStream) -> Found<Value> {
        self.new_stored(list.like.clone(), made, &[])
            .map(Value::Stored)
    }

    /// Whether two rows hold equal elements. `None` for elements with other parts than numbers.
    fn equal_rows(&self, list: &Stored) -> Option<TokenStream> {
        if matches!(list.like, Value::Stored(_)) || list.counts().others > 0 {
            return None;
        }
        let width = 1 + self.writer.builder.code().independents().len();
        let equal = (0..list.counts().numbers).map(|number| {
            let at = Literal::usize_unsuffixed(number * width);
            quote!(__one.0[#at] == __other.0[#at])
        });
        Some(quote!(#(#equal)&&*))
    }

    /// `list.into()`, and `concat` of lists in memory.
    pub(crate) fn list_as_whole(
        &mut self,
        list: Rc<Vec<Value>>,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        if call.method == "into" {
            return self.list_into(list, call, want);
        }
        self.concatenated(&list, call)
    }

    /// `[a, b].concat()` of lists in memory.
    fn concatenated(&mut self, lists: &[Value], call: &ExprMethodCall) -> Found<Value> {
        let likes = lists.iter().map(|list| match list {
            Value::Stored(list) => Some(list.like.clone()),
            Value::Array(elements) => self.element_like(elements.iter()),
            _ => None,
        });
        let likes: Vec<Value> = likes.flatten().collect();
        let like = self.element_like(&likes).ok_or(Stop)?;
        let mut mentions = Vec::new();
        let mut rows = Vec::with_capacity(lists.len());
        for list in lists {
            rows.push(self.stored_rows(&like, list, &mut mentions, call)?);
        }
        let made = quote!([#(#rows),*].concat());
        self.new_stored(like, &made, &mentions).map(Value::Stored)
    }
}

/// Whether a call is `into`, or `concat` of lists in memory.
pub(crate) fn takes_list(lists: &[Value], call: &ExprMethodCall) -> bool {
    call.method == "into" || call.method == "concat" && lists.iter().any(Value::is_stored)
}
