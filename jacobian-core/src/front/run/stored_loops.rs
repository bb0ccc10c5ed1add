//! Loops and iterator chains over lists in memory, written as loops over their indices.
//!
//! ```text
//! for v in &out { .. }               for __k in 0..out.len() { let v = out[__k]; .. }
//! for v in out.iter_mut() { .. }     for __k in 0..out.len() { let v = &mut out[__k]; .. }
//! out.windows(2)                     items `[out[__k], out[__k + 1]]`
//! out.iter().map(f).sum()            the chain as a loop, as for data of run time
//! ```

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

/// The front of a chain over a list in memory.
struct Front<'a> {
    list: &'a Expr,
    is_reversed: bool,
    /// The number of elements of an item, for `windows`.
    window: Option<usize>,
    is_mutable: bool,
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
                is_part && self.names_stored(&index.expr) || self.holds_lists(&index.expr)
            }
            place @ (Expr::Path(_) | Expr::Field(_)) => self.stored_at_place(place).is_some(),
            _ => false,
        }
    }

    /// Whether the elements of a list in memory are lists.
    fn holds_lists(&self, list: &Expr) -> bool {
        let list = self.stored_at_place(list);
        list.is_some_and(|list| matches!(list.like, Value::Stored(_)))
    }

    /// The list in memory that an expression names, and how its items are taken.
    fn front_of_stored<'a>(&mut self, iterable: &'a Expr) -> Option<Front<'a>> {
        let front = |list, is_mutable| Front {
            list,
            is_reversed: false,
            window: None,
            is_mutable,
        };
        match strip(iterable) {
            Expr::Reference(reference) if self.names_stored(&reference.expr) => {
                Some(front(&reference.expr, reference.mutability.is_some()))
            }
            Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "iter" | "into_iter" | "iter_mut" if self.names_stored(&call.receiver) => {
                    Some(front(&call.receiver, call.method == "iter_mut"))
                }
                "windows" if call.args.len() == 1 && self.names_stored(&call.receiver) => {
                    let width = self.try_known(&call.args[0]);
                    let Some(Value::Integer(Integer { value, .. })) = width else {
                        return None;
                    };
                    let window = usize::try_from(value).ok().filter(|width| *width > 0)?;
                    Some(Front {
                        window: Some(window),
                        ..front(&call.receiver, false)
                    })
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
            place if self.names_stored(place) => Some(front(place, false)),
            _ => None,
        }
    }

    /// `for pattern in list { .. }`, and over chains of such a list.
    pub(crate) fn run_for_stored(&mut self, each: &syn::ExprForLoop) -> Option<Found<()>> {
        if !self.names.has_stored {
            return None;
        }
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
        if !self.names.has_stored || !matches!(strip(chain), Expr::MethodCall(_)) {
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
        if !is_list || self.writer.is_trial() {
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
        self.refuse_unseen_collection(wanted, call)?;
        let scope = self.names.scopes.enter();
        let value = self.consumed(&stream, call);
        self.names.scopes.leave(scope);
        value.map(Some)
    }

    fn run_indexed(&mut self, front: &Front<'_>, each: &syn::ExprForLoop) -> Found<()> {
        let list = self.stored_of(front.list)?.ok_or(Stop)?;
        let name: syn::Ident = parse_quote!(__list);
        self.bind(&name, Value::Stored(list));
        let each = indexed(front, each);
        let block = self.trees.keep(parse_quote!({ #each }));
        self.eval_block(&block).map(drop)
    }
}

/// The loop over the indices.
fn indexed(front: &Front<'_>, each: &syn::ExprForLoop) -> Expr {
    let (pattern, body, label) = (&each.pat, &each.body, &each.label);
    let (count, item): (Expr, Expr) = match front.window {
        Some(width) => {
            let (before, offsets) = (width - 1, 0..width);
            (
                parse_quote!(__list.len().saturating_sub(#before)),
                parse_quote!([#(__list[__index + #offsets]),*]),
            )
        }
        None if front.is_mutable => (
            parse_quote!(__list.len()),
            parse_quote!(&mut __list[__index]),
        ),
        None => (parse_quote!(__list.len()), parse_quote!(__list[__index])),
    };
    let mut range: Expr = parse_quote!(0..#count);
    if front.is_reversed {
        range = parse_quote!((#range).rev());
    }
    parse_quote!(#label for __index in #range { let #pattern = #item; #body })
}
