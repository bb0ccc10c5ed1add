//! Loops and iterator chains over lists in memory, written as loops over their indices.
//!
//! ```text
//! for v in &out { .. }               for __k in 0..out.len() { let v = out[__k]; .. }
//! for v in out.iter_mut() { .. }     for __k in 0..out.len() { let v = &mut out[__k]; .. }
//! out.windows(2)                     items `[out[__k], out[__k + 1]]`
//! out.iter().map(f).sum()            the chain as a loop, as for data of run time
//! ```

use std::rc::Rc;

use syn::{Block, Expr, ExprMethodCall, parse_quote};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::{Want, open_start};
use crate::front::syntax::streams::Stream;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::integer::Integer;
use crate::front::value::stored::Stored;

/// The front of a chain over a list in memory.
struct Front<'a> {
    list: &'a Expr,
    is_reversed: bool,
    items: Items<'a>,
}

/// The items of such a front.
enum Items<'a> {
    Elements,
    /// References through which elements change.
    Mutable,
    /// Arrays of elements that follow each other.
    Window(usize),
    /// Slices, by the method and its argument.
    Slices(&'a syn::Ident, &'a Expr),
}

impl Lowering<Run> {
    /// Whether an expression names a list in memory, or a slice of one. Nothing is evaluated.
    pub(crate) fn names_stored(&self, list: &Expr) -> bool {
        if !self.names.has_stored {
            return false;
        }
        match strip(list) {
            Expr::Reference(reference) => self.names_stored(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.names_stored(&unary.expr)
            }
            Expr::Index(index) => {
                let is_part = matches!(strip(&index.index), Expr::Range(_));
                is_part && self.names_stored(&index.expr)
                    || self.holds_lists(&index.expr)
                    || self.list_listed(index).is_some()
            }
            place @ (Expr::Path(_) | Expr::Field(_)) => self.list_at_place(place).is_some(),
            _ => false,
        }
    }

    /// The list in memory at a known index of an array of such lists.
    pub(crate) fn list_listed(&self, index: &syn::ExprIndex) -> Option<Rc<Stored>> {
        let Some(Value::Array(lists)) = self.held_by(&index.expr) else {
            return None;
        };
        if !lists.iter().any(Value::is_stored) {
            return None;
        }
        let position = match strip(&index.index) {
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Int(position) => position.base10_parse().ok()?,
                _ => return None,
            },
            position => match self.peek(position)? {
                Value::Integer(position) => usize::try_from(position.value).ok()?,
                _ => return None,
            },
        };
        match lists.get(position)? {
            Value::Stored(list) => Some(Rc::clone(list)),
            _ => None,
        }
    }

    /// Whether the elements of a list in memory are lists.
    fn holds_lists(&self, list: &Expr) -> bool {
        let list = self.stored_at_place(list);
        list.is_some_and(|list| matches!(list.like, Value::Stored(_)))
    }

    /// The list in memory that an expression names, and how its items are taken.
    fn front_of_stored<'a>(&mut self, iterable: &'a Expr) -> Option<Front<'a>> {
        let front = |list, items| Front {
            list,
            is_reversed: false,
            items,
        };
        let elements = |is_mutable: bool| {
            if is_mutable {
                Items::Mutable
            } else {
                Items::Elements
            }
        };
        match strip(iterable) {
            Expr::Reference(reference) if self.names_stored(&reference.expr) => {
                let is_mutable = reference.mutability.is_some();
                // An iterator behind `&mut` would move on.
                if is_mutable && self.is_iterator(&reference.expr) {
                    return None;
                }
                Some(front(&reference.expr, elements(is_mutable)))
            }
            Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "iter" | "into_iter" | "iter_mut" if self.names_stored(&call.receiver) => {
                    Some(front(&call.receiver, elements(call.method == "iter_mut")))
                }
                // A copy of an iterator that a variable keeps.
                "clone"
                    if self.names_stored(&call.receiver) && self.is_iterator(&call.receiver) =>
                {
                    Some(front(&call.receiver, Items::Elements))
                }
                "windows" | "chunks" | "chunks_exact"
                    if call.args.len() == 1 && self.names_stored(&call.receiver) =>
                {
                    let width = match self.try_known(&call.args[0]) {
                        Some(Value::Integer(Integer { value, .. })) => usize::try_from(value).ok(),
                        _ => None,
                    };
                    let items = match width {
                        Some(width) if width > 0 && call.method == "windows" => {
                            Items::Window(width)
                        }
                        _ => Items::Slices(&call.method, &call.args[0]),
                    };
                    Some(front(&call.receiver, items))
                }
                "rev" => {
                    let inner = self.front_of_stored(&call.receiver)?;
                    Some(Front {
                        is_reversed: !inner.is_reversed,
                        ..inner
                    })
                }
                _ => None,
            },
            place if self.names_stored(place) => Some(front(place, Items::Elements)),
            _ => None,
        }
    }

    /// `for pattern in list { .. }`, and over chains of such a list.
    pub(crate) fn run_for_stored(&mut self, each: &syn::ExprForLoop) -> Option<Found<()>> {
        if let Some(front) = self.front_of_stored(&each.expr) {
            let scope = self.names.scopes.enter();
            let done = self.run_indexed(&front, each);
            self.names.scopes.leave(scope);
            return Some(done);
        }
        let stream = self.stored_stream(&each.expr)?;
        let statements = stream.as_loop(each.label.as_ref(), &each.pat, &each.body);
        let block: Block = parse_quote!({ #(#statements)* });
        let block = self.trees.keep(block);
        Some(self.eval_block(&block).map(drop))
    }

    /// A chain of which the front, or a list beside it, is a list in memory.
    pub(crate) fn stored_stream<'a>(&mut self, chain: &'a Expr) -> Option<Stream<'a>> {
        if let Some(made) = self.made_stream(chain) {
            return Some(made);
        }
        let is_chain = matches!(strip(chain), Expr::MethodCall(_)) || self.is_iterator(chain);
        if !self.names.has_stored || !is_chain {
            return None;
        }
        let mut reads_list = false;
        let stream = Stream::of_lists(chain, |beside| {
            let is_stored = self.names_stored(beside);
            reads_list |= is_stored;
            is_stored || self.names.is_active(beside)
        });
        (reads_list || self.front_of_stored(stream.front).is_some()).then_some(stream)
    }

    /// A chain that begins with `successors(..)` or the like, if only run time ends it.
    fn made_stream<'a>(&mut self, chain: &'a Expr) -> Option<Stream<'a>> {
        let stream = Stream::of_lists(chain, |beside| self.names.is_active(beside));
        let maker = self.maker_of(stream.front)?;
        let known = stream.first_count().map(|count| self.try_known(count));
        // Without an adapter that may end it, the closure has to.
        let ends = stream.may_end() || maker.may_end(stream.front);
        if matches!(known, Some(Some(_))) || self.writer.is_trial() || !ends {
            return None;
        }
        stream.of_maker(maker)
    }

    /// Whether an expression is the front of a chain over a list in memory.
    pub(crate) fn is_front_of_stored(&mut self, chain: &Expr) -> bool {
        self.front_of_stored(chain).is_some()
    }

    /// `chain.collect()` into a list, where only run time knows the number of items.
    pub(crate) fn eval_gathered(
        &mut self,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        if call.method != "collect" || !self.names.is_active(&call.receiver) {
            return Ok(None);
        }
        let spelled = call.turbofish.as_ref().and_then(|types| types.args.first());
        let wanted = match spelled {
            Some(syn::GenericArgument::Type(ty)) => Some(ty),
            _ => want,
        };
        let is_list = wanted.is_none_or(|ty| types::list_element(ty).is_some());
        let wrapper = wanted.and_then(types::wrapper_of_list);
        if !(is_list || wrapper.is_some()) || self.writer.is_trial() {
            return Ok(None);
        }
        let stream = if let Some(stored) = self.stored_stream(&call.receiver) {
            stored
        } else {
            let stream = Stream::of(&call.receiver, |part| self.names.is_active(part));
            let is_endless = open_start(stream.front).is_some() && !stream.may_end();
            if is_endless || !self.is_driven(stream.front) {
                return Ok(None);
            }
            stream
        };
        if wrapper.is_none() {
            self.refuse_unseen_collection(wanted, call)?;
        }
        let scope = self.names.scopes.enter();
        let value = match wrapper {
            Some(wrapper) => self.gathered_or_failed(&stream, wrapper),
            None => self.consumed_from_zero(&stream, call),
        };
        self.names.scopes.leave(scope);
        value.map(Some)
    }

    fn run_indexed(&mut self, front: &Front<'_>, each: &syn::ExprForLoop) -> Found<()> {
        let list = self.stored_of(front.list)?.ok_or(Stop)?;
        let name: syn::Ident = parse_quote!(__list);
        self.bind(&name, Value::Stored(list));
        let block = self.trees.keep(indexed(front, each));
        self.eval_block(&block).map(drop)
    }
}

/// The loop over the indices.
fn indexed(front: &Front<'_>, each: &syn::ExprForLoop) -> Block {
    let (pattern, body, label) = (&each.pat, &each.body, &each.label);
    let mut size = None;
    let (count, item): (Expr, Expr) = match front.items {
        Items::Window(width) => {
            let (before, offsets) = (width - 1, 0..width);
            (
                parse_quote!(__list.len().saturating_sub(#before)),
                parse_quote!([#(__list[__index + #offsets]),*]),
            )
        }
        Items::Slices(method, argument) => {
            size = Some(argument);
            slices(method)
        }
        Items::Mutable => (
            parse_quote!(__list.len()),
            parse_quote!(&mut __list[__index]),
        ),
        Items::Elements => (parse_quote!(__list.len()), parse_quote!(__list[__index])),
    };
    let each: Expr = if front.is_reversed {
        parse_quote!({
            let __n_items: usize = #count;
            #label for __index in 0..__n_items {
                let __index = __n_items - 1 - __index;
                let #pattern = #item;
                #body
            }
        })
    } else {
        parse_quote!(#label for __index in 0..#count { let #pattern = #item; #body })
    };
    match size {
        Some(size) => parse_quote!({
            let __size: usize = #size;
            assert!(__size != 0, "chunk size must be non-zero");
            #each
        }),
        None => parse_quote!({ #each }),
    }
}

/// The number of slices that a method gives, and the slice at an index.
fn slices(method: &syn::Ident) -> (Expr, Expr) {
    match method.to_string().as_str() {
        "windows" => (
            parse_quote!((__list.len() + 1).saturating_sub(__size)),
            parse_quote!(&__list[__index..__index + __size]),
        ),
        "chunks" => (
            parse_quote!(__list.len().div_ceil(__size)),
            parse_quote!({
                let __end = __index * __size + __size;
                &__list[__index * __size..if __end < __list.len() {
                    __end
                } else {
                    __list.len()
                }]
            }),
        ),
        _ => (
            parse_quote!(__list.len() / __size),
            parse_quote!(&__list[__index * __size..__index * __size + __size]),
        ),
    }
}
