//! Methods, indices and slices of lists in memory.
//!
//! ```text
//! out.push(y)             __list_1.push(([..], ()))
//! out.last().unwrap()     a row that may be missing, and then the user's panic
//! out[i], out[i - 1]      rows that are read
//! &out[a..b]              the same list, by the place `__list_1[a..b]`
//! ```

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Expr, ExprMethodCall};

use crate::front::messages;
use crate::front::methods::table::find;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::Want;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::stored::Stored;
use crate::front::value::{Inactive, Value};

/// Methods of lists that the vectors of ndarray have as well.
const OF_VECTORS: &[&str] = &[
    "len",
    "is_empty",
    "first",
    "last",
    "get",
    "first_mut",
    "last_mut",
    "get_mut",
];

impl Lowering<Run> {
    /// The value of a method call. The value of an iterator is its items; their closures are not
    /// run yet.
    pub(crate) fn eval_method(&mut self, call: &ExprMethodCall, want: Want<'_>) -> Found<Value> {
        let value = self.eval_any_method(call, want)?;
        // A list in memory is a handle, and its copy is another list.
        let copies = ["clone", "to_owned", "into_owned", "cloned", "to_vec"];
        let collects = call.method == "collect" && !matches!(value, Value::Stored(_));
        if self.names.has_stored && (collects || copies.iter().any(|name| call.method == name)) {
            return self.copied_lists(&value);
        }
        Ok(value)
    }

    /// The list in memory that an expression names, or a slice of it.
    pub(crate) fn stored_of(&mut self, expression: &Expr) -> Found<Option<Rc<Stored>>> {
        if !self.names.has_stored {
            return Ok(None);
        }
        match strip(expression) {
            Expr::Reference(reference) => self.stored_of(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.stored_of(&unary.expr)
            }
            Expr::MethodCall(call) if call.args.is_empty() => {
                let names = ["as_slice", "as_mut_slice", "as_ref", "as_mut", "deref"];
                if names.iter().any(|name| call.method == name) {
                    return self.stored_of(&call.receiver);
                }
                Ok(None)
            }
            Expr::Index(index) => {
                if let Some(list) = self.list_listed(index) {
                    return Ok(Some(list));
                }
                let Some(list) = self.stored_of(&index.expr)? else {
                    return Ok(None);
                };
                let is_range = matches!(strip(&index.index), Expr::Range(_));
                if !is_range && !matches!(list.like, Value::Stored(_)) {
                    return Ok(None);
                }
                match self.stored_at(&list, index)? {
                    Value::Stored(list) => Ok(Some(list)),
                    _ => Ok(None),
                }
            }
            place => Ok(self.list_at_place(place)),
        }
    }

    /// The list in memory that a variable or a field holds, or a vector of ndarray around it.
    pub(crate) fn list_at_place(&self, place: &Expr) -> Option<Rc<Stored>> {
        match self.list_behind(self.held_by(place)?) {
            Value::Stored(list) => Some(list),
            _ => None,
        }
    }

    /// The list in memory that a variable or a field holds.
    pub(crate) fn stored_at_place(&self, place: &Expr) -> Option<Rc<Stored>> {
        match self.held_by(place)? {
            Value::Stored(list) => Some(list),
            _ => None,
        }
    }

    /// What a variable or a field holds. If it holds a reference, what the reference points to.
    pub(crate) fn held_by(&self, place: &Expr) -> Option<Value> {
        let place = strip(place);
        let is_place = matches!(place, Expr::Path(_) | Expr::Field(_));
        is_place.then(|| self.peek(place))?
    }

    /// `list[i]`, and `list[i..j]`
    pub(crate) fn stored_at(&mut self, list: &Rc<Stored>, index: &syn::ExprIndex) -> Found<Value> {
        self.writer.at_run_time()?;
        if let Expr::Range(range) = strip(&index.index) {
            return self.stored_slice(list, range);
        }
        let position = self.eval(&index.index)?;
        let position = self.stored_position(position, &index.index)?;
        self.stored_element(list, &position)
    }

    /// Whether a place holds a vector of ndarray, which has few of the methods of its list.
    fn is_around_list(&self, place: &Expr) -> bool {
        matches!(self.held_by(place), Some(Value::Struct(..)))
    }

    pub(crate) fn stored_position(&mut self, position: Value, at: &Expr) -> Found<TokenStream> {
        match position {
            Value::Integer(_) | Value::Inactive(_) => self.stored_index(position),
            other => {
                let message = messages::not_indexable(&other.describe());
                self.writer.refuse(at, &message)
            }
        }
    }

    /// The bounds of a range in the generated code.
    pub(crate) fn stored_range(&mut self, range: &syn::ExprRange) -> Found<TokenStream> {
        let mut bound = |bound: &Option<Box<Expr>>| match bound {
            None => Ok(None),
            Some(bound) => {
                let value = self.eval(bound)?;
                self.stored_position(value, bound).map(Some)
            }
        };
        let (start, end) = (bound(&range.start)?, bound(&range.end)?);
        let limits = &range.limits;
        Ok(quote!(#start #limits #end))
    }

    fn stored_slice(&mut self, list: &Stored, range: &syn::ExprRange) -> Found<Value> {
        let (range, place) = (self.stored_range(range)?, &list.place);
        // An index out of bounds is a panic where the user's code has it.
        self.writer
            .keep_statement(quote!(let _ = &#place[#range];), &[])?;
        Ok(Stored {
            place: quote!(#place[#range]),
            like: list.like.clone(),
        }
        .into_value())
    }

    /// A number of the list, in a variable, because the list may change.
    fn stored_number(&mut self, name: &str, tokens: TokenStream) -> Found<Value> {
        let inactive = Inactive {
            tokens,
            mentions: Vec::new(),
        };
        self.writer
            .settle_as(&Ident::new(name, Span::call_site()), inactive)
    }

    /// A method of a list in memory. `None` if the receiver is not a list in memory.
    pub(crate) fn eval_stored_method(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        self.prepare_lists_of(call)?;
        self.prepare_growth(call)?;
        let Some(list) = self.stored_of(&call.receiver)? else {
            return Ok(None);
        };
        if self.is_around_list(&call.receiver) && !OF_VECTORS.iter().any(|name| call.method == name)
        {
            return Ok(None);
        }
        self.writer.at_run_time()?;
        let place = &list.place;
        if self.is_iterator(&call.receiver) && matches!(strip(&call.receiver), Expr::Path(_)) {
            return self.advance_stored(&list, call);
        }
        let found = match (call.method.to_string().as_str(), call.args.len()) {
            ("len", 0) => self.stored_number("length", quote!(#place.len()))?,
            ("is_empty", 0) => self.stored_number("empty", quote!(#place.is_empty()))?,
            (
                "to_vec" | "clone" | "to_owned" | "into_boxed_slice" | "into_vec" | "as_slice"
                | "as_mut_slice" | "as_ref" | "as_mut",
                0,
            ) => Value::Stored(Rc::clone(&list)),
            ("first" | "last", 0) => {
                let method = &call.method;
                self.stored_perhaps(&list, &quote!(#place.#method().cloned()))?
            }
            ("pop", 0) => self.stored_perhaps(&list, &quote!(#place.pop()))?,
            ("get", 1) => {
                let index = self.stored_argument(call, 0)?;
                self.stored_perhaps(&list, &quote!(#place.get(#index).cloned()))?
            }
            ("split_at" | "split_at_mut", 1) => {
                let at = self.stored_argument(call, 0)?;
                self.writer
                    .keep_statement(quote!(let _ = #place.split_at(#at);), &[])?;
                let part = |range: TokenStream| {
                    let place = quote!(#place[#range]);
                    let like = list.like.clone();
                    Stored { place, like }.into_value()
                };
                Value::tuple(vec![part(quote!(..#at)), part(quote!(#at..))])
            }
            ("last_mut" | "first_mut" | "get_mut" | "back_mut" | "front_mut", _) => {
                self.stored_changed(&list, call)?
            }
            _ => match self.take_from_stored(&list, call)? {
                Some(found) => found,
                None => return self.change_stored(&list, call),
            },
        };
        Ok(Some(found))
    }

    /// A method of an iterator in a variable, whose items are in memory. `None` if it takes the
    /// iterator as a whole.
    fn advance_stored(&mut self, list: &Rc<Stored>, call: &ExprMethodCall) -> Found<Option<Value>> {
        let place = &list.place;
        match call.method.to_string().as_str() {
            "next" => {
                let first = quote!((!#place.is_empty()).then(|| #place.remove(0)));
                self.stored_perhaps(list, &first).map(Some)
            }
            "next_back" => self.stored_perhaps(list, &quote!(#place.pop())).map(Some),
            "len" => self.stored_number("length", quote!(#place.len())).map(Some),
            "clone" => Ok(Some(Value::Stored(Rc::clone(list)))),
            "nth" | "by_ref" | "find" | "find_map" | "position" | "any" | "all" | "try_fold"
            | "try_for_each" | "peekable" => self.writer.refuse(call, messages::ITERATOR_LEFT),
            _ => Ok(None),
        }
    }

    pub(crate) fn stored_argument(
        &mut self,
        call: &ExprMethodCall,
        position: usize,
    ) -> Found<TokenStream> {
        let argument = call.args.get(position).ok_or(Stop)?;
        let value = self.eval(argument)?;
        self.stored_position(value, argument)
    }

    /// A reference to an element that may be missing.
    fn stored_changed(&mut self, list: &Rc<Stored>, call: &ExprMethodCall) -> Found<Value> {
        let place = &list.place;
        let (index, found) = match call.method.to_string().as_str() {
            "first_mut" | "front_mut" => (quote!(0), quote!(#place.first().cloned())),
            "get_mut" => {
                let index = self.stored_argument(call, 0)?;
                (index.clone(), quote!(#place.get(#index).cloned()))
            }
            _ => {
                let last = self.stored_number("last", quote!(#place.len().wrapping_sub(1)))?;
                (self.stored_index(last)?, quote!(#place.last().cloned()))
            }
        };
        let Value::Maybe(maybe) = self.stored_perhaps(list, &found)? else {
            return Err(Stop);
        };
        let element = self.stored_reference(list, &index, maybe.inside.clone(), call);
        Ok(Maybe {
            inside: Value::Reference(element),
            presence: match &maybe.presence {
                Presence::Asked(answer) => Presence::Asked(answer.clone()),
                _ => return Err(Stop),
            },
            ..(*maybe).clone()
        }
        .into_value())
    }

    /// A method that changes the list as a whole.
    fn change_stored(&mut self, list: &Rc<Stored>, call: &ExprMethodCall) -> Found<Option<Value>> {
        let (place, mut mentions) = (&list.place, Vec::new());
        let row = |run: &mut Self, position: usize, mentions: &mut Vec<_>| {
            let argument = &call.args[position];
            let value = run.eval(argument)?;
            run.stored_row(&list.like, &value, mentions, argument)
        };
        let statement = match (call.method.to_string().as_str(), call.args.len()) {
            ("push" | "push_back", 1) => {
                let row = row(self, 0, &mut mentions)?;
                quote!(#place.push(#row);)
            }
            ("clear" | "reverse", 0) => {
                let method = &call.method;
                quote!(#place.#method();)
            }
            ("truncate", 1) => {
                let length = self.stored_argument(call, 0)?;
                quote!(#place.truncate(#length);)
            }
            ("swap", 2) => {
                let (a, b) = (
                    self.stored_argument(call, 0)?,
                    self.stored_argument(call, 1)?,
                );
                quote!(#place.swap(#a, #b);)
            }
            ("insert", 2) => {
                let index = self.stored_argument(call, 0)?;
                let row = row(self, 1, &mut mentions)?;
                quote!(#place.insert(#index, #row);)
            }
            ("resize", 2) => {
                let length = self.stored_argument(call, 0)?;
                let row = row(self, 1, &mut mentions)?;
                quote!(#place.resize(#length, #row);)
            }
            ("fill", 1) => {
                let row = row(self, 0, &mut mentions)?;
                quote!(#place.fill(#row);)
            }
            ("sort_by" | "sort_unstable_by", 1) => {
                return self.sort_stored(list, call).map(Some);
            }
            ("remove" | "swap_remove", 1) => {
                let (index, method) = (self.stored_argument(call, 0)?, &call.method);
                let row = self.writer.fresh(&Ident::new("row", Span::call_site()));
                self.writer
                    .keep_statement(quote!(let #row = #place.#method(#index);), &[])?;
                return self.of_row(&list.like, &row).map(Some);
            }
            (
                "extend" | "extend_from_slice" | "append" | "copy_from_slice" | "clone_from_slice",
                1,
            ) => {
                return self.extend_stored(list, call).map(Some);
            }
            _ => return self.unknown_method(call),
        };
        self.writer.keep_statement(statement, &mentions)?;
        Ok(Some(Value::unit()))
    }

    /// A method that lists in memory do not have. It may be one of iterators, or of a trait of the
    /// user. Any other is refused.
    fn unknown_method(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        let name = call.method.to_string();
        let is_own = self.given.types.has_method(&name, call.args.len() + 1);
        let searches = [
            "partition_point",
            "binary_search_by",
            "binary_search_by_key",
        ];
        let is_search = searches.iter().any(|search| name == *search);
        if is_own || is_search || find(Self::ITERATORS, call).is_some() {
            return Ok(None);
        }
        self.writer.refuse(call, &messages::part_method(&name))
    }
}
