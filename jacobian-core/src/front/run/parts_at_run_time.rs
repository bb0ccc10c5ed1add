//! Slices and lists whose length only run time knows: `&x[..k]`, `&x[a..b]`, and what a filter
//! leaves, collected into a `Vec`.
//!
//! ```text
//! &x[a..b]           item p is there if a <= p && p < b; the position of x[p] is p - a
//! w.iter().sum()     a sum of the items that are there
//! w[i]               the item at the position a + i, selected, after the check of the user's code
//! w.len()            b - a
//! ```
//!
//! Such a list has at most as many items as the list that it comes from. It cannot be changed as a
//! whole. Cost: a condition for each item, and what a selection costs for each index.

use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

use crate::front::messages;
use crate::front::methods::positions::{number, plain};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::index::Index;
use crate::front::value::items::{Item, Order, Part};
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Value};
use crate::front::write::indices::Below;

impl Lowering<Run> {
    /// A slice with bounds that only run time knows. `None` if both are known.
    pub(crate) fn slice_at_run_time(
        &mut self,
        elements: &[Value],
        range: &syn::ExprRange,
    ) -> Found<Option<Value>> {
        let mut is_known = |bound: &Option<Box<Expr>>| {
            let known = bound.as_deref().map(|bound| self.try_known(bound));
            known.is_none_or(|known| matches!(known, Some(Value::Integer(_))))
        };
        if is_known(&range.start) && is_known(&range.end) {
            return Ok(None);
        }
        if self.writer.is_trial() {
            return Err(Stop);
        }
        let Some((first, end)) = self.bounds_of(range, elements.len())? else {
            return Ok(None);
        };
        if !self.writer.spend(elements.len(), range) {
            return Err(Stop);
        }
        let (start, length) = (&first, Literal::usize_unsuffixed(elements.len()));
        let check = quote!(let _ = &[(); #length][#start..#end];);
        self.writer.keep_statement(check, &[])?;
        let order = if range.start.is_none() {
            Order::Prefix
        } else {
            Order::Scattered
        };
        self.between(elements, first, &end, order).map(Some)
    }

    /// The first position and the one behind the last, in variables. `None` if both are known.
    fn bounds_of(
        &mut self,
        range: &syn::ExprRange,
        length: usize,
    ) -> Found<Option<(TokenStream, TokenStream)>> {
        let start = match &range.start {
            None => Value::integer(0),
            Some(start) => self.eval(start)?,
        };
        let start = self.settled_bound(start)?;
        let end = match &range.end {
            None => Value::integer(i128::try_from(length).unwrap_or(i128::MAX)),
            Some(end) => self.eval(end)?,
        };
        let is_closed = matches!(range.limits, syn::RangeLimits::Closed(_)) && range.end.is_some();
        let end = match end {
            Value::Integer(mut known) => {
                known.value += i128::from(is_closed);
                Value::Integer(known)
            }
            Value::Inactive(Inactive { tokens, mentions }) if is_closed => {
                let tokens = quote!((#tokens) + 1);
                Value::Inactive(Inactive { tokens, mentions })
            }
            end => end,
        };
        let end = self.settled_bound(end)?;
        Ok(start.zip(end))
    }

    fn settled_bound(&mut self, bound: Value) -> Found<Option<TokenStream>> {
        Ok(match bound {
            Value::Integer(known) => {
                Some(Literal::i128_unsuffixed(known.value).into_token_stream())
            }
            Value::Inactive(bound) => {
                let name = self.writer.fresh(&Ident::new("bound", Span::call_site()));
                let tokens = bound.tokens;
                let declared = quote!(let #name: usize = #tokens;);
                self.writer.keep_statement(declared, &bound.mentions)?;
                Some(name.into_token_stream())
            }
            _ => None,
        })
    }

    /// Such a list, if an expression names it or makes it.
    pub(crate) fn part_of(&mut self, expression: &Expr) -> Found<Option<Rc<Part>>> {
        let (target, is_mutable) = match strip(expression) {
            Expr::Reference(reference) => (strip(&reference.expr), reference.mutability.is_some()),
            other => (other, false),
        };
        match target {
            // An iterator behind `&mut` would move on.
            path if is_mutable && self.is_iterator(path) => Ok(None),
            Expr::Path(path) => {
                let binding = path.path.get_ident();
                let binding = binding.and_then(|name| self.names.scopes.get(&name.to_string()));
                let part = match binding.map(|binding| &binding.value) {
                    Some(Value::Part(part)) => Rc::clone(part),
                    _ => return Ok(None),
                };
                let refers = |found: &Rc<Maybe>| matches!(found.inside, Value::Reference(_));
                if is_mutable && !part.items.iter().all(refers) {
                    let message = messages::part_method("iter_mut");
                    return self.writer.refuse(expression, &message);
                }
                Ok(Some(part))
            }
            Expr::Index(index) if self.names.is_active(&index.expr) => {
                let Expr::Range(range) = strip(&index.index) else {
                    return Ok(None);
                };
                if self.part_of(&index.expr)?.is_none() && self.has_known_bounds(range) {
                    return Ok(None);
                }
                let value = if is_mutable {
                    let elements = self.borrow_elements(&index.expr)?;
                    self.slice(&elements, range, index)?
                } else {
                    self.eval(target)?
                };
                Ok(match value {
                    Value::Part(part) => Some(part),
                    _ => None,
                })
            }
            _ => Ok(None),
        }
    }

    fn has_known_bounds(&mut self, range: &syn::ExprRange) -> bool {
        let mut bounds = [&range.start, &range.end].into_iter().flatten();
        bounds.all(|bound| self.try_known(bound).is_some())
    }

    /// A method of such a list. The receiver may be asked for references to its elements.
    pub(crate) fn part_method(&mut self, part: &Part, call: &ExprMethodCall) -> Found<Value> {
        let items = |part: &Part| Value::Items(Rc::new(part_items(part)));
        match (call.method.to_string().as_str(), call.args.len()) {
            ("iter", 0) => Ok(items(&referred(part))),
            ("into_iter" | "iter_mut", 0) => Ok(items(part)),
            ("len", 0) => Ok(Value::Inactive(plain(part.length.clone()))),
            ("is_empty", 0) => {
                let length = &part.length;
                Ok(Value::Inactive(plain(quote!((#length == 0)))))
            }
            ("to_vec" | "clone" | "to_owned" | "as_slice" | "as_ref", 0) => {
                Ok(Value::Part(Rc::new(part.clone())))
            }
            ("get", 1) => match self.eval(&call.args[0])? {
                Value::Inactive(position) => {
                    let items = part_items(part);
                    let skip = crate::front::methods::selections::Selection::Skip;
                    let items = self.selected_at_run_time(skip, items, position, call)?;
                    self.item_at(items, 0, call)
                }
                position => {
                    let position = self.known_integer(position, &call.args[0], "index")?;
                    let position = usize::try_from(position).map_err(|_| Stop)?;
                    self.item_at(part_items(part), position, call)
                }
            },
            _ => {
                let message = messages::part_method(&call.method.to_string());
                self.writer.refuse(call, &message)
            }
        }
    }

    /// `w[i]`, and `w[i..j]`
    pub(crate) fn part_index(&mut self, part: &Part, index: &syn::ExprIndex) -> Found<Value> {
        if matches!(strip(&index.index), Expr::Range(_)) {
            return self
                .writer
                .refuse(index, &messages::part_method("index by a range"));
        }
        let position = self.eval(&index.index)?;
        let position = match position {
            Value::Integer(_) => plain(number(&position)),
            Value::Inactive(position) => position,
            other => {
                return self
                    .writer
                    .refuse(index, &messages::not_indexable(&other.describe()));
            }
        };
        let at = self.index_in_part(part, position, index)?;
        let elements: Vec<Value> = part
            .items
            .iter()
            .map(|found| found.inside.clone())
            .collect();
        self.element_at(&at, &elements, index)
    }

    /// The index of an element, after the check of the user's code, among all that may be there.
    pub(crate) fn index_in_part(
        &mut self,
        part: &Part,
        position: Inactive,
        index: &impl ToTokens,
    ) -> Found<Index> {
        let name = Ident::new("index", Span::call_site());
        let Value::Inactive(position) = self.writer.settle_as(&name, position)? else {
            return Err(Stop);
        };
        let (position, length) = (position.tokens, &part.length);
        let capacity = part.items.len();
        if capacity == 0 {
            return self.writer.refuse(index, messages::INDEX_OF_NOTHING);
        }
        let all = Literal::usize_unsuffixed(capacity);
        let check = quote!(let () = [(); #all][..#length][#position];);
        self.writer.keep_statement(check, &[])?;
        let within = if let Some(first) = &part.first {
            quote!((#first + #position))
        } else {
            let there = part.items.iter().map(|found| found.is_there());
            quote! {
                [#(#there),*].into_iter().enumerate().filter(|(_, there)| *there)
                    .nth(#position).map_or(0, |(position, _)| position)
            }
        };
        self.index_below(plain(within), Below::Checked(capacity), index)
    }
}

/// The items of such a list, which are references if the expression refers to the list.
pub(crate) fn items_behind(expression: &Expr, part: &Part) -> Vec<Item> {
    match strip(expression) {
        Expr::Reference(reference) if reference.mutability.is_none() => part_items(&referred(part)),
        _ => part_items(part),
    }
}

/// The list with references to its items.
fn referred(part: &Part) -> Part {
    let items = part.items.iter().map(|found| {
        Rc::new(Maybe {
            inside: found.inside.clone().referred(),
            ..(**found).clone()
        })
    });
    Part {
        items: items.collect(),
        ..part.clone()
    }
}

/// The items of such a list.
pub(crate) fn part_items(part: &Part) -> Vec<Item> {
    let items = part.items.iter();
    let item = |found: &Rc<Maybe>| match found.presence {
        Presence::Always => Item::Ready(found.inside.clone()),
        _ => Item::Perhaps(Rc::clone(found), part.order),
    };
    items.map(item).collect()
}

/// `&mut expression`
pub(crate) fn borrowed(expression: &Expr) -> Expr {
    syn::parse_quote!(&mut #expression)
}
