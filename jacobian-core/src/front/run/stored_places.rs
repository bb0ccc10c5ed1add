//! Lists that become lists in memory because of what the code does with them.
//!
//! ```text
//! let mut f = vec![0.0; n];        the user's own list
//! f[0] = x;                        its first active element: `__list_1`, a copy with derivatives
//! if c { v.push(x); } v.pop();     a list of a length that a branch decides, and at `pop` one in
//!                                  memory
//! ```

use std::rc::Rc;

use proc_macro2::Literal;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::element_places::{Position, Target};
use crate::front::syntax::stream_steps::list_of_items;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::Part;
use crate::front::value::place::Place;
use crate::front::value::stored::Stored;
use crate::front::value::{Inactive, Value};

/// Methods of lists of a length of run time that only lists in memory have.
const ONLY_IN_MEMORY: &[&str] = &[
    "pop",
    "remove",
    "swap_remove",
    "insert",
    "truncate",
    "reverse",
    "swap",
    "sort_by",
    "windows",
    "sort_unstable_by",
    "iter_mut",
    "first_mut",
    "last_mut",
    "get_mut",
    "resize",
    "fill",
    "append",
    "split_at",
    "split_at_mut",
    "split_first",
    "split_last",
    "chunks",
    "chunks_exact",
    "dedup",
    "drain",
    "split_off",
    "pop_front",
    "pop_back",
    "push_front",
];

impl Lowering<Run> {
    /// `vec![value; n]`, where only run time knows `n`.
    pub(crate) fn repeated_in_memory(
        &mut self,
        element: &Value,
        length: Value,
        at: &syn::ExprRepeat,
    ) -> Found<Value> {
        self.writer.at_run_time()?;
        let Some(like) = self.element_like([element]) else {
            return self.refuse_expression(&at.expr);
        };
        let mut mentions = Vec::new();
        let row = self.stored_row(&like, element, &mut mentions, &at.expr)?;
        let length = self.stored_position(length, &at.len)?;
        self.new_stored(like, &quote!(::std::vec![#row; #length]), &mentions)
            .map(Value::Stored)
    }

    /// Puts the list that a place holds into memory. `None` if this list cannot be kept there.
    pub(crate) fn list_into_memory(
        &mut self,
        place: &Place,
        value: &Value,
        at: &impl ToTokens,
    ) -> Found<Option<Rc<Stored>>> {
        if let Some(inner) = self.place_in_vector(place, value)? {
            return Ok(match self.load(&inner) {
                Some(Value::Stored(list)) => Some(list),
                _ => None,
            });
        }
        let stored = match value {
            Value::Inactive(code) => self.inactive_stored(code, at)?,
            Value::Part(part) => {
                let insides = part.items.iter().map(|found| &found.inside);
                let Some(like) = self.element_like(insides) else {
                    return Ok(None);
                };
                match self.stored_copy(like, value, at)? {
                    Value::Stored(list) => Some(list),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(list) = &stored {
            let name = &place.name;
            let expression = syn::parse2(at.to_token_stream());
            let expression = expression.unwrap_or_else(|_| syn::parse_quote!(#name));
            self.store_at(place, Value::Stored(Rc::clone(list)), &expression);
        }
        Ok(stored)
    }

    /// The place of the list in an opaque vector of ndarray, which is put into memory for it.
    fn place_in_vector(&mut self, place: &Place, value: &Value) -> Found<Option<Place>> {
        let key = self.key_of_value(value);
        if key.is_none_or(|key| self.given.types.behind(&key).is_none()) {
            return Ok(None);
        }
        let place = self.open(place.clone())?;
        Ok(Some(self.place_of_list(place)))
    }

    /// Puts lists of a length that branches decide into memory, if a chain asks them for what only
    /// lists in memory can do.
    pub(crate) fn prepare_lists(&mut self, chain: &Expr) -> Found<()> {
        match strip(chain) {
            Expr::MethodCall(call) => self.prepare_lists_of(call),
            Expr::Reference(reference) => {
                if reference.mutability.is_some() {
                    self.prepare_list(&reference.expr)?;
                }
                self.prepare_lists(&reference.expr)
            }
            Expr::Index(index) => self.prepare_slice(index),
            _ => Ok(()),
        }
    }

    /// The same for a method call.
    pub(crate) fn prepare_lists_of(&mut self, call: &ExprMethodCall) -> Found<()> {
        if ONLY_IN_MEMORY.iter().any(|name| call.method == name) {
            self.prepare_list(&call.receiver)?;
        }
        if call.method == "for_each" && self.names.is_active(&call.args[0]) {
            self.prepare_mutable_front(&call.receiver)?;
        }
        if call.method == "zip"
            && let Some(argument) = call.args.first()
            && let (Some(one), Some(other)) =
                (list_of_items(&call.receiver), list_of_items(argument))
            && self.part_at_place(one).is_some()
            && self.part_at_place(other).is_some()
        {
            self.prepare_list(one)?;
            self.prepare_list(other)?;
        }
        self.prepare_lists(&call.receiver)
    }

    /// The same for a slice of such a list.
    pub(crate) fn prepare_slice(&mut self, index: &syn::ExprIndex) -> Found<()> {
        if matches!(strip(&index.index), Expr::Range(_)) {
            self.prepare_list(&index.expr)?;
        }
        Ok(())
    }

    fn prepare_list(&mut self, list: &Expr) -> Found<()> {
        let is_kept = self.writer.is_trial() || self.is_iterator(list);
        if is_kept || self.part_at_place(list).is_none() {
            return Ok(());
        }
        let list = match strip(list) {
            Expr::Reference(reference) => &*reference.expr,
            list => list,
        };
        let place = self.place_behind(list)?;
        if let Some(value) = self.load(&place) {
            self.list_into_memory(&place, &value, list)?;
        }
        Ok(())
    }

    /// The list of a length that branches decide in a variable or a field.
    pub(crate) fn part_at_place(&self, list: &Expr) -> Option<Rc<Part>> {
        match self.held_by(list)? {
            Value::Part(part) if !part.has_references() => Some(part),
            _ => None,
        }
    }

    /// A list of the user's own, in a variable of the function, as one in memory, because it gets
    /// an active element.
    pub(crate) fn inactive_stored(
        &mut self,
        list: &Inactive,
        at: &impl ToTokens,
    ) -> Found<Option<Rc<Stored>>> {
        let name = list.tokens.to_string();
        let Some(initial) = self.names.initials.get(&name).cloned() else {
            return Ok(None);
        };
        if self.writer.reaching.contains(&name) {
            return Ok(None);
        }
        let Some(mut like) = self.like_of_initial(&initial) else {
            return Ok(None);
        };
        if let Some(added) = self.names.added.take() {
            let of_both = match &like {
                Value::Unassigned => self.element_like([&added]),
                like => self.element_like([like, &added]),
            };
            like = of_both.unwrap_or(like);
        }
        if matches!(like, Value::Unassigned) {
            like = Value::Scalar(self.writer.builder.literal(0.0));
        }
        match self.stored_copy(like, &Value::Inactive(list.clone()), at)? {
            Value::Stored(list) => Ok(Some(list)),
            _ => Ok(None),
        }
    }

    /// The element of a list in memory.
    pub(crate) fn inside_stored(
        &mut self,
        list: &Rc<Stored>,
        position: &Position,
        at: &impl ToTokens,
    ) -> Found<Target> {
        let index = match position {
            Position::Known(position) => Literal::usize_unsuffixed(*position).into_token_stream(),
            Position::RunTime(position) => self.stored_index(Value::Inactive(position.clone()))?,
            Position::Pair(_) => return Err(Stop),
        };
        let value = self.stored_element(list, &index)?;
        let place = self.stored_reference(list, &index, value, at);
        Ok(Target::Place(place))
    }
}
