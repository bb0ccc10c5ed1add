//! Iterator chains over inactive data of a length that only run time knows.
//!
//! ```text
//! data.iter().map(|(t, y)| (x * t - y).powi(2)).sum::<f64>()
//!
//! total = -0.0                              as in the library
//! for .. { total += (x * t - y).powi(2); }  a loop at run time
//! ```
//!
//! The chain is [written as a loop](crate::front::syntax::streams), and this is run like a loop of
//! the user's.

use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, ExprMethodCall, Ident, Stmt, parse_quote};

use crate::interface::Wrapper;
use crate::ir::elemental::Operation;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::is_place;
use crate::front::syntax::stream_steps::named_function;
use crate::front::syntax::streams::Stream;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Value, items::index};

/// Consumers that can be written as statements on an item.
const CONSUMERS: &[(&str, usize)] = &[
    ("sum", 0),
    ("product", 0),
    ("count", 0),
    ("fold", 2),
    ("try_fold", 2),
    ("for_each", 1),
    ("any", 1),
    ("all", 1),
    ("reduce", 1),
    ("last", 0),
    ("min_by", 1),
    ("max_by", 1),
    ("find", 1),
    ("find_map", 1),
    ("position", 1),
    ("nth", 1),
    ("next", 0),
    ("unzip", 0),
    ("partition", 1),
    // Only of an iterator of the user's own, which may end at expansion.
    ("collect", 0),
];

impl Lowering<Run> {
    /// The value of a consumer at the end of a chain, if its length is not known at expansion.
    pub(crate) fn eval_stream(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        let is_one =
            |(name, arity): &(&str, usize)| call.method == name && call.args.len() == *arity;
        if !CONSUMERS.iter().any(is_one) {
            return Ok(None);
        }
        let stream = if let Some(own) = self.own_stream(&call.receiver) {
            // These take the iterator by reference, so that it moves on.
            let lends = [
                "find", "find_map", "position", "any", "all", "nth", "next", "try_fold",
            ];
            own.lent_if(lends.iter().any(|name| call.method == name))
        } else if let Some(stored) = self.stored_stream(&call.receiver) {
            stored
        } else {
            let stream = Stream::of(&call.receiver, |part| self.names.is_active(part));
            let gathers = call.method == "collect";
            if gathers || self.writer.is_trial() || !self.is_driven(stream.front) {
                return Ok(None);
            }
            stream
        };
        let scope = self.names.scopes.enter();
        let value = self.consumed_from_zero(&stream, call);
        self.names.scopes.leave(scope);
        value.map(Some)
    }

    /// Whether an iterator is inactive and of unknown length.
    pub(crate) fn is_driven(&mut self, front: &Expr) -> bool {
        if self.is_range_of_lengths(front) {
            return true;
        }
        if self.names.is_active(front) || !self.can_drive(front) {
            return false;
        }
        if self.is_known_iterable(front) {
            return false;
        }
        // The type of a parameter may tell the length, which a trial does not look at.
        let before = self.checkpoint();
        let found = self.chain_of(front);
        self.rollback(before);
        found.is_err()
    }

    /// Whether an expression is `0..v.len()` of a list in memory, or the like.
    fn is_range_of_lengths(&mut self, front: &Expr) -> bool {
        struct Lengths<'a>(&'a Lowering<Run>, bool);
        impl VisitMut for Lengths<'_> {
            fn visit_expr_mut(&mut self, expression: &mut Expr) {
                if let Expr::MethodCall(call) = &*expression
                    && call.method == "len"
                    && self.0.names_stored(&call.receiver)
                {
                    self.1 = true;
                    *expression = parse_quote!(1_usize);
                }
                syn::visit_mut::visit_expr_mut(self, expression);
            }
        }
        let is_closed = matches!(strip(front), Expr::Range(range)
            if range.start.is_some() && range.end.is_some());
        if !is_closed || !self.names.has_stored {
            return false;
        }
        let mut front = front.clone();
        let mut lengths = Lengths(self, false);
        lengths.visit_expr_mut(&mut front);
        if !lengths.1 {
            return false;
        }
        let front = self.trees.keep(front);
        !self.names.is_active(&front)
    }

    /// `try_fold(first, f)`: a failure of the closure leaves the loop.
    fn folded_or_failed(&mut self, stream: &Stream<'_>, call: &ExprMethodCall) -> Found<Value> {
        let (first, function) = (&call.args[0], &call.args[1]);
        let Some(wrapper) = wrapper_given(function) else {
            return self.writer.refuse(call, messages::NOT_DIFFERENTIATED);
        };
        let mut before: Vec<Stmt> = Vec::new();
        let apply = Ident::new("__apply", proc_macro2::Span::call_site());
        let function = named_function(function, &apply, &mut before);
        before.push(parse_quote!(let mut __total = #first;));
        let found = parse_quote!(#function(__total, __each));
        self.run_failing(
            stream,
            wrapper,
            before,
            (&found, &parse_quote!(__total = __found)),
        )
    }

    /// `collect` into a list behind an `Option` or a `Result`: an item that is missing leaves the
    /// loop.
    pub(crate) fn gathered_or_failed(
        &mut self,
        stream: &Stream<'_>,
        wrapper: Wrapper,
    ) -> Found<Value> {
        let before = vec![parse_quote!(let mut __total = Vec::new();)];
        let taken = parse_quote!(__total.push(__found));
        self.run_failing(stream, wrapper, before, (&parse_quote!(__each), &taken))
    }

    /// The loop over the items, which ends at the first failure. `__total` is behind the wrapper.
    fn run_failing(
        &mut self,
        stream: &Stream<'_>,
        wrapper: Wrapper,
        mut before: Vec<Stmt>,
        (found, taken): (&Expr, &Expr),
    ) -> Found<Value> {
        let (there, missing): (Ident, Expr) = match wrapper {
            Wrapper::Option => (parse_quote!(Some), parse_quote!(None)),
            _ => (parse_quote!(Ok), parse_quote!(Err(__error))),
        };
        let pattern: syn::Pat = parse_quote!(#missing);
        let each: Block = parse_quote!({
            match #found {
                #there(__found) => #taken,
                #pattern => {
                    __answer = #missing;
                    break '__stream;
                }
            }
        });
        before.push(parse_quote!(let mut __answer = #there(());));
        before.extend(stream.as_loop(None, &parse_quote!(__each), &each));
        let block: Block = parse_quote!({
            #(#before)*
            match __answer {
                #there(()) => #there(__total),
                #pattern => #missing,
            }
        });
        let block = self.trees.keep(block);
        self.eval_block(&block)
    }

    pub(crate) fn consumed(
        &mut self,
        stream: &Stream<'_>,
        call: &ExprMethodCall,
        zero: Option<Value>,
    ) -> Found<Value> {
        if call.method == "try_fold" {
            return self.folded_or_failed(stream, call);
        }
        let mut before: Vec<Stmt> = Vec::new();
        let total = Ident::new("__total", proc_macro2::Span::call_site());
        let apply = Ident::new("__apply", proc_macro2::Span::call_site());
        let initial = match call.method.to_string().as_str() {
            "sum" => zero.or_else(|| Some(self.empty(Operation::Add, call))),
            "product" => Some(self.empty(Operation::Mul, call)),
            "count" => Some(Value::Integer(index(0))),
            "any" => Some(Value::Boolean(false)),
            "all" => Some(Value::Boolean(true)),
            _ => None,
        };
        match initial {
            Some(initial) => self.bind(&total, initial),
            None if call.method == "fold" => {
                let first = &call.args[0];
                before.push(parse_quote!(let mut #total = #first;));
            }
            None if call.method == "collect" => {
                before.push(parse_quote!(let mut #total = Vec::new();));
            }
            None if call.method == "unzip" || call.method == "partition" => {
                before.push(parse_quote!(let mut #total = (Vec::new(), Vec::new());));
            }
            None if call.method == "for_each" => self.bind(&total, Value::unit()),
            None => before.push(parse_quote!(let mut #total = None;)),
        }
        let function = match call.args.last() {
            Some(function) if call.method != "nth" => named_function(function, &apply, &mut before),
            _ => parse_quote!(#total),
        };
        let count = Ident::new("__count", proc_macro2::Span::call_site());
        if call.method == "position" {
            before.push(parse_quote!(let mut #count = 0_usize;));
        }
        if call.method == "nth" {
            let skipped = &call.args[0];
            before.push(parse_quote!(let mut #count: usize = #skipped;));
        }
        let each = each_item(&call.method, &total, &function, &count);
        let pattern: syn::Pat = parse_quote!(__each);
        before.extend(stream.as_loop(None, &pattern, &each));
        let block: Block = parse_quote!({ #(#before)* #total });
        let block = self.trees.keep(block);
        self.eval_block(&block)
    }

    /// A chain whose front is an iterator of the user's own: a struct whose `next` is in view.
    fn own_stream<'a>(&mut self, chain: &'a Expr) -> Option<Stream<'a>> {
        if !self.given.types.has_method("next", 1) {
            return None;
        }
        let stream = Stream::of(chain, |part| self.names.is_active(part));
        self.is_own_iterator(stream.front)
            .then(|| stream.of_own())?
    }

    fn is_own_iterator(&mut self, front: &Expr) -> bool {
        let lent = match strip(front) {
            Expr::MethodCall(call) if call.method == "by_ref" => &call.receiver,
            Expr::Reference(lent) => &lent.expr,
            other => other,
        };
        let known = self.peek(lent).filter(|_| is_place(lent));
        let value = known.or_else(|| {
            let before = self.checkpoint();
            let found = self.quietly(|run| run.eval(lent));
            self.rollback(before);
            found.ok()
        });
        let is_struct = |value: &Value| matches!(value, Value::Struct(..) | Value::Fields(_));
        let value = value.filter(is_struct);
        let key = value.and_then(|value| self.key_of_value(&value));
        key.is_some_and(|key| !self.given.types.methods(&key, "next", 1).is_empty())
    }

    /// `for pattern in own { .. }` over an iterator of the user's own.
    pub(crate) fn run_for_own(&mut self, each: &syn::ExprForLoop) -> Option<Found<()>> {
        let stream = self.own_stream(&each.expr)?;
        let statements = stream.as_loop(each.label.as_ref(), &each.pat, &each.body);
        let block: Block = parse_quote!({ #(#statements)* });
        let block = self.trees.keep(block);
        Some(self.eval_block(&block).map(drop))
    }

    /// `for pattern in chain { .. }` over such a chain.
    pub(crate) fn repeat_for_stream(&mut self, each: &syn::ExprForLoop) -> Option<Found<Value>> {
        let stream = Stream::of(&each.expr, |part| self.names.is_active(part));
        if stream.is_plain() || stream.is_nested() || self.names.is_active(stream.front) {
            return None;
        }
        if self
            .refuse_uncounted_changes(&each.expr, &each.expr)
            .is_err()
        {
            return Some(Err(Stop));
        }
        let statements = stream.as_loop(each.label.as_ref(), &each.pat, &each.body);
        let block: Block = parse_quote!({ #(#statements)* });
        let block = self.trees.keep(block);
        Some(match self.eval_block(&block) {
            Ok(_) => Ok(Value::unit()),
            Err(Stop) => Err(Stop),
        })
    }
}

/// Whether a closure gives an `Option` or a `Result`, by the names in its code. `None` if these do
/// not tell.
fn wrapper_given(function: &Expr) -> Option<Wrapper> {
    let names = |wanted: [&str; 2]| {
        let tokens = function.to_token_stream();
        wanted.iter().any(|name| has_name(&tokens, name))
    };
    match (names(["Some", "None"]), names(["Ok", "Err"])) {
        (true, false) => Some(Wrapper::Option),
        (false, true) => Some(Wrapper::Result),
        _ => None,
    }
}

fn has_name(tokens: &proc_macro2::TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(found) => found == name,
        proc_macro2::TokenTree::Group(group) => has_name(&group.stream(), name),
        _ => false,
    })
}

/// The block that a consumer runs with each item, `__each`.
fn each_item(method: &Ident, total: &Ident, function: &Expr, count: &Ident) -> Block {
    match method.to_string().as_str() {
        "sum" => parse_quote!({ #total += __each; }),
        "product" => parse_quote!({ #total *= __each; }),
        "count" => parse_quote!({ #total += 1; }),
        "collect" => parse_quote!({ #total.push(__each); }),
        "fold" => parse_quote!({ #total = #function(#total, __each); }),
        "for_each" => parse_quote!({ #function(__each); }),
        "any" => parse_quote!({ if #function(__each) { #total = true; break '__stream; } }),
        "all" => parse_quote!({ if !#function(__each) { #total = false; break '__stream; } }),
        "reduce" => parse_quote!({
            #total = match #total {
                Some(__before) => Some(#function(__before, __each)),
                None => Some(__each),
            };
        }),
        // Of equal items the smallest is the first one, and the largest is the last one.
        "min_by" | "max_by" => {
            let [greater, other]: [Ident; 2] = if method == "min_by" {
                [parse_quote!(__each), parse_quote!(__before)]
            } else {
                [parse_quote!(__before), parse_quote!(__each)]
            };
            parse_quote!({
                #total = match #total {
                    Some(__before) => Some(if #function(&__before, &__each).is_gt() {
                        #greater
                    } else {
                        #other
                    }),
                    None => Some(__each),
                };
            })
        }
        "find" => parse_quote!({
            if #function(&__each) { #total = Some(__each); break '__stream; }
        }),
        "find_map" => parse_quote!({
            if let Some(__found) = #function(__each) {
                #total = Some(__found);
                break '__stream;
            }
        }),
        "position" => parse_quote!({
            if #function(__each) { #total = Some(#count); break '__stream; }
            #count += 1;
        }),
        "nth" => parse_quote!({
            if #count == 0 { #total = Some(__each); break '__stream; }
            #count -= 1;
        }),
        "next" => parse_quote!({ #total = Some(__each); break '__stream; }),
        "unzip" => parse_quote!({
            let (__left, __right) = __each;
            #total.0.push(__left);
            #total.1.push(__right);
        }),
        "partition" => parse_quote!({
            if #function(&__each) { #total.0.push(__each); } else { #total.1.push(__each); }
        }),
        _ => parse_quote!({ #total = Some(__each); }),
    }
}
